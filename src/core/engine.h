/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene that is played for a core, with where its parameters act. */
#ifndef ROSIN_ENGINE_H
#define ROSIN_ENGINE_H

#include "core/core.h"
#include "core/drawn.h"
#include "core/section/section.h"
#include "core/sequencer/observe.h"
#include "core/sequencer/sequencer.h"

struct rosin_engine {
  rosin_scene *scene;
  int lent; /* the scene is somebody else's */
  rosin_sequencer *sequencer;
  rosin_keyboard *keys;              /* that it brings for its core, until that has them; or NULL */
  rosin_section *section;            /* who plays beside it; NULL: nobody */
  rosin_observer *observer;          /* NULL: nobody looks */
  int target[ROSIN_CORE_PARAMETERS]; /* of the sequencer, -1: none */
  double built[ROSIN_CORE_PARAMETERS]; /* values it was built of */
  unsigned drawn;                      /* and the turn of its drawn gesture */
};

/** What a parameter of a core is. */
typedef enum {
  ROSIN_CORE_LEVEL,
  ROSIN_CORE_TRIGGER,
  ROSIN_CORE_CONTINUOUS,
  ROSIN_CORE_PLAYER,  /* of the player */
  ROSIN_CORE_BOW,     /* down, speed, press: of the player's bow by hand */
  ROSIN_CORE_MACRO,   /* of the scene, while it sounds */
  ROSIN_CORE_BUILDER, /* of the scene, as it is built */
  ROSIN_CORE_PLAYERS, /* of a section, as it is built */
  ROSIN_CORE_SECTION, /* how they play together */
  ROSIN_CORE_LIMITER,
  ROSIN_CORE_SEED,
  ROSIN_CORE_KEYED, /* of who plays the keys */
  ROSIN_CORE_TAKES, /* of keys that play an effect: what they do from the next on */
  ROSIN_CORE_INPUT, /* what a sound that comes in does, as the scene is built */
  ROSIN_CORE_INPUT_GAIN,
  ROSIN_CORE_BYPASS
} rosin_core_kind;

/** Whether another value wants another engine. */
static inline int rosin_core_builds(rosin_core_kind kind) {
  return kind == ROSIN_CORE_BUILDER || kind == ROSIN_CORE_PLAYERS || kind == ROSIN_CORE_INPUT;
}

typedef struct {
  const rosin_parameter *row;
  rosin_core_kind kind;
} rosin_core_row;

/** How it is made. */
typedef struct {
  rosin_core_source source;
  int instrument; /* it has a player */
  int rests;      /* its own gestures do not play: hands do, or a player */
  int waits;      /* in silence, for its trigger */
  int transposes; /* keys move the pitch of its bodies */
  rosin_tuning tuning;
  int rate;                 /* Hz */
  int own;                  /* factor of oversampling that the scene has */
  int oversample;           /* 0: that one */
  int watched;              /* has an observer */
  int forgives;             /* an input that the scene cannot have is off, and a line says so */
  double seat[2];           /* m: where it sits, see rosin_scene_sit */
  const rosin_drawn *drawn; /* instead of its own gesture, if it is */
  const rosin_scene *keyed; /* whose keys it brings; NULL: there are none, or they are there */
  rosin_scene *read; /* as it was opened: what was built on trial there the first engine takes over;
                        or NULL */
} rosin_engine_plan;

/** Engine samples a frame: bodies need room for their modes at low rates. */
int rosin_engine_oversample(const rosin_engine_plan *plan);
/** NULL and an error. */
rosin_engine *rosin_engine_new(const rosin_engine_plan *plan, int rows, const rosin_core_row *row,
                               const double *value, rosin_error *error);

/* What happens to all who play. Real-time safe. */

void rosin_engine_post(rosin_engine *engine, int frame, const rosin_event *event);
/** Before its first frame: all go on where those of another engine are (rosin_sequencer_take_over);
 *  players know what channels were told. */
void rosin_engine_take_over(rosin_engine *engine, rosin_engine *from);
void rosin_engine_put(rosin_engine *engine, int target, double value);
void rosin_engine_tune(rosin_engine *engine, const rosin_tuning *tuning);
void rosin_engine_seed(rosin_engine *engine, double seed);
void rosin_engine_reset(rosin_engine *engine);
void rosin_engine_bow(rosin_engine *engine, int down, double speed, double press);
/** Of its section, by a row that is live. */
void rosin_engine_together(rosin_engine *engine, const rosin_parameter *row, double value);
/** Times that a body ran away, of all of them. */
long long rosin_engine_rescued(const rosin_engine *engine);
int rosin_engine_is_at_rest(const rosin_engine *engine);
int rosin_engine_is_silent(const rosin_engine *engine);
int rosin_engine_rests(const rosin_engine *engine);
/** `in`: what comes in in these frames, at most 256 of them; NULL: silence. */
void rosin_engine_run(rosin_engine *engine, int frames, const float *in, float *out);

#endif
