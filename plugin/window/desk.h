/* SPDX-License-Identifier: BSD-3-Clause */
/** What a window knows: values as hands have turned them, what can be undone, two sides to compare,
 *  presets. It knows no screen and changes nothing but through its face. */
#ifndef ROSIN_WINDOW_DESK_H
#define ROSIN_WINDOW_DESK_H

#include "core/drawn.h"
#include "core/view.h"
#include "plugin/mine/mine.h"
#include "plugin/window/layout.h"
#include "plugin/window/sung.h"

/** Whom a window tells of it; plain values, in the thread of the window. */
typedef struct {
  void *context;
  void (*begin)(void *context, int index); /**< somebody takes hold of a parameter */
  void (*set)(void *context, int index, double value);
  void (*end)(void *context, int index);
  double (*get)(void *context, int index); /**< NULL: what the core has */
  /** A key (MIDI's) goes down, or up with 0. NULL: notes cannot be sent. */
  void (*note)(void *context, int key, double velocity);
  /** The host's own menu of a parameter, at a pixel of the window: 1 if it is there. NULL: none. */
  int (*menu)(void *context, int index, int x, int y);
} rosin_window_face;

enum { ROSIN_DESK_STEPS = 1024, ROSIN_DESK_TYPED = 40, ROSIN_DESK_CURVE = 160 };

/** A change that can be undone; those of a group go together. */
typedef struct {
  int index;
  unsigned group;
  double before, after;
} rosin_desk_step;

/** What lies over the rest. */
typedef enum {
  ROSIN_OVER_NOTHING,
  ROSIN_OVER_WORDS,   /* of a choice */
  ROSIN_OVER_PRESETS, /* with what is looked for */
  ROSIN_OVER_PRESET,  /* what can be done with one */
  ROSIN_OVER_MENU,    /* of a parameter */
  ROSIN_OVER_ENTRY    /* of a value */
} rosin_over;

typedef struct {
  const rosin_core *core;
  rosin_core *plays; /* what sounds, NULL: it is not seen */
  const rosin_layout *layout;
  rosin_window_face face;
  /* hands */
  int under, held;               /* parts: where the mouse is, what it holds; -1: none */
  int pads, holds;               /* the pad is pressed; the trigger stays so */
  int key;                       /* of the keyboard, -1 */
  double x, y;                   /* last place on the pad, 0 to 1 */
  int pixel_x, pixel_y;          /* where a button went down last */
  double mouse_x, mouse_y, grab; /* where a control was taken, and its share then */
  /* values */
  double meant[ROSIN_CORE_PARAMETERS]; /* as sent to the host */
  int waits[ROSIN_CORE_PARAMETERS];    /* turns for which that is shown, until it comes back */
  double before[ROSIN_CORE_PARAMETERS];
  int begun[ROSIN_CORE_PARAMETERS];
  rosin_desk_step step[ROSIN_DESK_STEPS];
  int steps, done; /* kept, and not undone */
  unsigned group;
  int groups; /* more than 0: what follows is one */
  double side[2][ROSIN_CORE_PARAMETERS];
  int now;    /* which side */
  int preset; /* that was taken last, -1 */
  rosin_mine mine;
  char said[160];   /* at the foot, until something else is done */
  char failed[160]; /* what could not be played, for so many turns: */
  int failed_for;
  unsigned troubles; /* that have been said */
  /* what lies over the rest */
  rosin_over over;
  int of;                       /* part */
  int about;                    /* preset */
  int row;                      /* of the list, where the mouse or a key is; -1 */
  char typed[ROSIN_DESK_TYPED]; /* value or name */
  /* what is seen of the sound */
  rosin_view view;
  int sees;
  rosin_sung sung;                /* of an effect's pad */
  double meter, most, work;       /* dB: of now, held for a while, taken by the limiter */
  int most_for;                   /* turns */
  double curve[ROSIN_DESK_CURVE]; /* its gesture; least: the lowest that its own goes, 0 at most */
  double least;
  int curves;
  double drawn[ROSIN_DRAWN]; /* while it is drawn: so many moves */
  int draws;
  unsigned drawn_turn; /* that is shown */
} rosin_desk;

void rosin_desk_start(rosin_desk *desk, const rosin_core *core, const rosin_layout *layout,
                      const rosin_window_face *face);
/** A turn of the window: what was sent and has not come back is forgotten after a while. */
void rosin_desk_turn(rosin_desk *desk);

double rosin_desk_value(const rosin_desk *desk, int index);
/** A value at a share of its range, as its parameter takes it, and back. */
double rosin_desk_at(const rosin_desk *desk, int index, double share);
double rosin_desk_share(const rosin_desk *desk, int index);

void rosin_desk_begin(rosin_desk *desk, int index);
void rosin_desk_set(rosin_desk *desk, int index, double value);
void rosin_desk_end(rosin_desk *desk, int index);
/** All three. */
void rosin_desk_put(rosin_desk *desk, int index, double value);
/** Many values as one edit, those that presets set: value[ROSIN_CORE_PARAMETERS]. */
void rosin_desk_put_all(rosin_desk *desk, const double *value);
/** Nothing is held any more. */
void rosin_desk_let_go(rosin_desk *desk);

int rosin_desk_can_undo(const rosin_desk *desk);
int rosin_desk_can_redo(const rosin_desk *desk);
void rosin_desk_undo(rosin_desk *desk);
void rosin_desk_redo(rosin_desk *desk);
/** To the other side; one that has not been turned is as it was at first. */
void rosin_desk_turn_over(rosin_desk *desk);
/** Another take, as a value of the seed that the host sees and keeps. */
void rosin_desk_new_take(rosin_desk *desk);
/** Presets: the scene's own, then those of the user as they were listed last. One is taken by
 * edits.
 */
void rosin_desk_list_presets(rosin_desk *desk);
int rosin_desk_presets(const rosin_desk *desk);
const char *rosin_desk_preset_name(const rosin_desk *desk, int preset); /**< NULL: there is none */
int rosin_desk_find_preset(const rosin_desk *desk, const char *name);   /**< -1: there is none */
int rosin_desk_is_mine(const rosin_desk *desk, int preset);
int rosin_desk_is_favourite(const rosin_desk *desk, int preset);
/** What a preset is about: the group of what it sets first; "" if that is none of several. */
const char *rosin_desk_category(const rosin_desk *desk, int preset);
void rosin_desk_take_preset(rosin_desk *desk, int preset);
/** Values as they are now become a preset of the user; what is wrong is said. */
void rosin_desk_save_preset(rosin_desk *desk, const char *name);
void rosin_desk_remove_preset(rosin_desk *desk, int preset); /**< of the user's */
void rosin_desk_favour(rosin_desk *desk, int preset, int favours);

#endif
