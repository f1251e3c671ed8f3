/* SPDX-License-Identifier: BSD-3-Clause */
/** What a core has inside, for the files of this room. */
#ifndef ROSIN_CORE_INSIDE_H
#define ROSIN_CORE_INSIDE_H

#include "core/bypass.h"
#include "core/drawn.h"
#include "core/engine.h"
#include "core/keyed.h"
#include "core/learn.h"
#include "core/level.h"
#include "core/takes.h"
#include "core/trouble.h"
#include "core/view.h"
#include "player/midi/midi.h"

enum {
  ROSIN_CORE_LEVEL_ROW = 0, /* the level is the first */
  ROSIN_CORE_CHUNK = 256,   /* frames that are made at once */
  ROSIN_CORE_GRID = 64,     /* frames between cells of the grid, at most */
  ROSIN_CORE_FADE = 512,    /* frames in which one engine goes and the next comes */
  ROSIN_CORE_LATE = 256     /* values that wait for their frames, at most */
};

/** A value that builds bodies, at a frame of the call to come; see offline.c. */
typedef struct {
  int frame, index;
  double value;
} rosin_core_late;

/** What comes in: see hearing.c; audio thread. */
typedef struct {
  int row;                /* the first of its two, -1: nothing can come in */
  const float *const *in; /* borrowed; NULL: nothing more has come in */
  int channels, left, at; /* frames of it that are to be heard; where they begin */
  int sounds;             /* since somebody asked: something else than 0 */
  rosin_level gain;
  float now[ROSIN_CORE_CHUNK];
  _Atomic long long unfit; /* samples that were no numbers */
} rosin_core_hearing;

/** See picture.c. */
typedef struct {
  _Atomic unsigned turn; /* odd while it is written; 0: nothing yet */
  _Atomic int contact, regime, moves;
  _Atomic double force, velocity, slips, pitch;
  _Atomic float shape[ROSIN_CORE_SHAPE];
  _Atomic float view[ROSIN_VIEW_FLOATS];
  _Atomic int looked, viewed; /* somebody has, since the last call, at the one or the other */
  double phase;               /* these of the audio thread */
  int measures;               /* the view is looked at */
  float peak, limited;        /* since it was published: of what comes out, and of what would */
  long long since, wait;
} rosin_core_published;

struct rosin_core {
  char *title;
  rosin_engine_plan plan; /* owns what its source points to */
  rosin_scene *model;     /* for its tables; never prepared */
  int rows, channels;
  int bow;     /* first of the rows of a bow by hand, if there are any */
  int by_hand; /* the player's row of that name, -1: none */
  rosin_core_row row[ROSIN_CORE_PARAMETERS];
  _Atomic double value[ROSIN_CORE_PARAMETERS];
  _Atomic double take;                      /* of its own: see seed.c */
  double modulation[ROSIN_CORE_PARAMETERS]; /* audio thread: what a host adds for a while */
  double applied[ROSIN_CORE_PARAMETERS];    /* audio thread: what the engine has heard of */
  long long due[ROSIN_CORE_PARAMETERS];     /* frame of the engine by which it has taken effect */
  rosin_engine *engine, *fading, *retired;
  _Atomic int refused; /* an engine could not be built, of these: it is not tried again */
  _Atomic double tried[ROSIN_CORE_PARAMETERS];
  _Atomic int unlike; /* as it was reset, its bodies could not be made as a fresh one has them */
  int faded;          /* frames */
  int rested;         /* frames, up to a second */
  rosin_level level, limiter; /* the second: how much of it, 0 or 1 once it has glided */
  _Atomic double reach;       /* m/s, of a hand on the string that is bowed now */
  rosin_core_hearing hearing;
  rosin_bypass bypass;
  rosin_learn learn;
  rosin_trouble trouble;
  rosin_drawn drawn;
  _Atomic unsigned tried_drawn; /* as `tried` */
  rosin_midi midi;
  rosin_keyed keyed;                            /* keys that play its scene, if it has any */
  unsigned char held[ROSIN_MIDI_CHANNELS][128]; /* notes of an effect; how many: */
  int called[ROSIN_MIDI_CHANNELS][128];         /* what a host calls them, -1: nothing */
  int holds;
  rosin_takes takes;      /* audio thread, but for what was said before prepare */
  _Atomic long long lost; /* events */
  _Atomic double tail;    /* s, of what sounds now */
  rosin_core_published published;
  int offline;        /* a call may take its time */
  rosin_error failed; /* what then could not be built; "": nothing */
  rosin_core_late late[ROSIN_CORE_LATE];
  int lates;
  float *now, *before; /* [CHUNK * channels] of both engines */
};

/** Settings of who plays the keys as its last parameters, if there are keys. */
void rosin_core_add_keys(rosin_core *core);
/** Index of the seed, -1: it has none. */
int rosin_core_seed_row(const rosin_core *core);
int rosin_core_has(const rosin_core *core, int index);
void rosin_core_free_engines(rosin_core *core);
/** A value with what modulates it. */
double rosin_core_meant(const rosin_core *core, int index);
/** rosin_core_reset, but that a host's modulation and what it has said of MIDI's messages stay. */
void rosin_core_rest(rosin_core *core);
void rosin_core_begin_gesture(rosin_core *core, int frame);
/** `whole`: also what goes on by itself, until it is triggered again. */
void rosin_core_end_gesture(rosin_core *core, int frame, int whole);
/** The engine hears of a row's value, if it has not heard of it yet. Audio thread. */
void rosin_core_tell(rosin_core *core, int frame, int index);
/** A note of an effect goes down; those that are meant go up: 1 if there were some. */
void rosin_core_hold_note(rosin_core *core, const rosin_player_event_t *event);
int rosin_core_let_up(rosin_core *core, const rosin_player_event_t *event);
/** How long it may sound, of the scene that it plays from here on. */
void rosin_core_find_tail(rosin_core *core, const rosin_scene *scene);
/** An effect's notes are off. */
void rosin_core_forget_notes(rosin_core *core);
float rosin_core_gain(double decibel);
/** How far a hand on a pad reaches now. Audio thread. */
void rosin_core_stretch(rosin_core *core);
/** Offline: whether a value waits for its frame, in the order of these. */
int rosin_core_later(rosin_core *core, int frame, int index, double value);
/** Offline, at frame `at` of a call: build what is due; how many of `frames` can follow at once. */
int rosin_core_renew(rosin_core *core, int at, int frames);
/** So many frames were made: what waits has come nearer. */
void rosin_core_pass(rosin_core *core, int frames);
/** As all begins: nothing has come in, and what comes has this gain. */
void rosin_hearing_start(rosin_core *core, float gain);
/** The next frames of what comes in, up to ROSIN_CORE_CHUNK; NULL: nothing can. */
const float *rosin_hearing_take(rosin_core *core, int frames);
/** A frame of what comes in next, from 0 on: both sides as they are; silence where there is none.
 */
void rosin_hearing_pair(const rosin_core_hearing *hearing, int frame, float *pair);
/** It goes by unheard. */
void rosin_hearing_pass(rosin_core *core, int frames);
/** The parameter that a message moves because it was given its controller, and where to; -1: none.
 *  Audio thread. */
int rosin_core_learns(rosin_core *core, const unsigned char *message, int length, double *value);
/** Bypassed or not, from a frame of the call to come on. */
void rosin_core_bypass(rosin_core *core, int frame, int bypassed);
/** The next frames into `now`, a chunk at most, as they are heard; up to where the engine goes on
 * after a bypass: how many. */
int rosin_core_make_heard(rosin_core *core, int frames);
/** Whether something has come in that drives the engine, since this was asked. */
int rosin_hearing_sounds(rosin_core *core);
/** After each call of the audio thread. */
void rosin_core_publish(rosin_core *core, int frames);
/** With each picture, if somebody looks at the view. Audio thread. */
void rosin_core_publish_view(rosin_core *core);

#endif
