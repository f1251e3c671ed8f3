/* SPDX-License-Identifier: BSD-3-Clause */
/** The insides of a scene, for the files that make it up: opened in open.c, run in scene.c, with
 *  its layers in layers.c, turned while it runs in turn.c, mixed in mix.c. */
#ifndef ROSIN_SCENE_RUNNING_H
#define ROSIN_SCENE_RUNNING_H

#include "scene/moving.h"
#include "scene/scene.h"
#include "scene/sound/decimate.h"
#include "scene/sound/intake.h"
#include "scene/space/space.h"
#include "scene/strikes.h"

enum { ROSIN_STRETCH = 64 }; /* engine samples */

/** First-order highpass of an output, -3 dB at its corner; what a steady force on a
 *  bridge does not do to a microphone. */
typedef struct {
  double pole, gain, in, out;
} rosin_highpass;

/** A scene within a scene. */
typedef struct {
  rosin_scene *scene; /* owned; it has no layers itself */
  double at, gain, pan;
  double now;      /* gain, on its way */
  long long start; /* frame */
  int started;     /* it has begun to sound */
} rosin_layer;

/** A macro of a layer, or its gain, as one of the whole: "steps.speed". */
typedef struct {
  rosin_parameter row;
  char *name;       /* of the row, owned */
  int layer, macro; /* macro: of that scene; -1: the layer's gain */
} rosin_layer_macro;

/** Of what a scene was read, where keys play it: each of them wants it once more. */
typedef struct {
  char *text, *name; /* owned */
  rosin_files files;
  int overrides;
  char **override; /* owned */
} rosin_scene_origin;

struct rosin_scene {
  double length; /* s, if it is not the scene's own */
  rosin_model *model;
  rosin_scene_origin *source; /* or NULL: no keys play it */
  rosin_built built;
  int rate, channels, oversample, block;
  rosin_moving *moving;
  rosin_space *space;
  double (*mix)[ROSIN_MODEL_CHANNELS]; /* [outputs] gain to each channel */
  rosin_highpass *highpass;            /* [outputs] */
  double *signal;                      /* [ROSIN_STRETCH] */
  double *mixed;                       /* [ROSIN_STRETCH * channels] */
  double side[2], side_to[2];          /* factors on left and right, now and after a stretch */
  double heard; /* the most that a whole multiplies its layer by; 0: it is the whole */
  float *stretch, *fifo;
  int waiting; /* frames in fifo */
  int latency; /* frames */
  int unlike;  /* since the last rewind some body is not as it would be built */
  rosin_decimator *decimator;
  rosin_intake *intake; /* or NULL: no sound drives it */
  int driven;           /* the control that one does */
  double *drive;        /* [ROSIN_STRETCH] */
  long long hushed;     /* engine samples since one did; LLONG_MAX: none has */
  int still;            /* its gestures have not begun, and it runs: rosin_scene_step_still */
  long long done;       /* engine samples */
  int rested;           /* of these for which the network has slept */
  float *at_rest;       /* [channels] the frame that stays */
  rosin_scene_driver driver;
  void *driver_context;
  char **probe;
  int probes;
  rosin_scene_tap tap;
  void *tap_context;
  rosin_strikes *strikes; /* or NULL: nobody watches */
  double origin;          /* s, when its gestures began: of a layer */
  rosin_layer *layer;     /* owned */
  int layers;
  rosin_layer_macro *turned; /* owned; [turns] what can be turned of them */
  int turns;
  float *layered;   /* [longest call of a layer * channels that any has] */
  long long frames; /* made since the gestures began */
};

/** Name what can be turned of layers that were opened: 0, or -1 without memory. */
int rosin_layers_name(rosin_scene *scene);
/** listening.c: as it is prepared, with its network: 0, or -1 and an error. */
int rosin_listening_prepare(rosin_scene *scene, rosin_error *error);
void rosin_listening_free(rosin_scene *scene);
/** Nothing has come in. */
void rosin_listening_start(rosin_scene *scene);
/** What comes in drives it in the coming stretch. */
void rosin_listening_drive(rosin_scene *scene, int frames);
void rosin_listening_carry(rosin_scene *scene, const rosin_scene *from);
/** origin.c: what it was read of is kept: 0, or -1 without memory. */
int rosin_origin_keep(rosin_scene *scene, const char *text, const char *name,
                      const rosin_terms *terms, int count, const char *const *overrides);
void rosin_origin_free(rosin_scene_origin *origin); /**< NULL is allowed */
/** open.c: a scene without its layers, as rosin_scene_read. */
rosin_scene *rosin_alone_read(const char *text, const char *name, const rosin_terms *terms,
                              int count, const char *const *overrides, char **errors);
/** As rosin_scene_... , without layers. */
int rosin_alone_prepare(rosin_scene *scene, int rate, int block, rosin_error *error);
int rosin_alone_process(rosin_scene *scene, int frames, float *out);
int rosin_alone_step(rosin_scene *scene, float *out);
void rosin_alone_rewind(rosin_scene *scene);
void rosin_alone_again(rosin_scene *scene);
int rosin_alone_rests(const rosin_scene *scene);
void rosin_alone_free(rosin_scene *scene);

/* Gains and high-passes of the outputs, and what of them is silence, after they are built.
 */
void rosin_mix_set(rosin_scene *scene, double engine_rate);
/* As all begins. */
void rosin_mix_start(rosin_scene *scene);
/* The next frames (up to ROSIN_STRETCH), as channels. */
void rosin_mix_outputs(rosin_scene *scene, int frames, float *out);

#endif
