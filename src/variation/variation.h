/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Variations of a scene: what of it can vary, how far, and what variation number n of a seed is.
 * A variation is nothing but settings, "KEY=VALUE" as -s takes them, so that whatever is rendered
 * with them says in its notes how to make it again.
 */
#ifndef ROSIN_VARIATION_H
#define ROSIN_VARIATION_H

#include "rosin.h"
#include "scene/text/files.h"
#include "scene/text/setting.h"

/** What a number of a scene belongs to; each kind has a spread of its own. */
typedef enum {
  ROSIN_VARY_MACRO,   /* moved by a share of its range */
  ROSIN_VARY_TIME,    /* of a gesture: the stretch since the point before, by a share of it */
  ROSIN_VARY_HEIGHT,  /* of a gesture, or a control that is a number: by a share of the value */
  ROSIN_VARY_SURFACE, /* friction coefficients, Stribeck velocities, roughness, grain */
  ROSIN_VARY_BODY,    /* frequencies of modes, lengths */
  ROSIN_VARY_LOSS     /* Q, decay times, damping */
} rosin_vary_kind;

enum {
  ROSIN_VARY_KINDS = ROSIN_VARY_LOSS + 1,
  ROSIN_VARY_KEY = 160,
  ROSIN_VARY_MOST = 200, /* keys of a scene; of layers the most that is heard is kept */
  ROSIN_VARY_NEAR = 8,   /* draws within the spreads; later ones go farther */
  ROSIN_VARY_TEXT = ROSIN_VARY_KEY + 32
};

/** Spread of each kind, as rosin_parameter: name, default, meaning. */
const rosin_parameter *rosin_vary_kinds(void);

/** A number that varies. */
typedef struct {
  char key[ROSIN_VARY_KEY];  /* as -s has it */
  char with[ROSIN_VARY_KEY]; /* keys that are moved as one have the same */
  rosin_vary_kind kind;
  double value;     /* the scene's */
  double low, high; /* that it may take */
  double before;    /* TIME: of the point before */
  int follows;      /* TIME: the point before is the key before, and moves too */
  double spread;
  int named; /* somebody said so: it is never drawn from farther */
} rosin_vary_key;

/** What varies in a scene; keys of a gesture's times stand in order. */
typedef struct {
  int count;
  rosin_vary_key *key; /* [count], owned */
  int own;             /* so many at first are the scene's own, the others its layers' */
  int seeded;          /* 1: what is irregular within the scene has a seed that stays */
} rosin_vary;

/** Of what scene, and how far. */
typedef struct {
  const char *text, *name; /* of the scene; name and files as for rosin_scene_read */
  rosin_files files;
  int settings;
  const char *const *setting; /* [settings] */
  int fixed; /* so many of them, the last, are fixed: they vary only if a spread names them */
  int spreads;
  const char *const *spread; /* "push=0.3", "times=0": a kind, a macro, a key or its beginning */
} rosin_vary_order;

/** Read a scene's text with its settings, and keep what can vary, at the spreads given. 0, or -1
 *  and an error, which begins with the spread if it is that. */
int rosin_vary_read(rosin_vary *vary, const rosin_vary_order *order, rosin_error *error);
void rosin_vary_free(rosin_vary *vary);

/** All numbers of a tree that can vary, each at the spread of its kind: 0, or -1 and an error. */
int rosin_vary_collect(rosin_vary *vary, const rosin_setting *root, rosin_error *error);

/** Settings of variation `number` of `seed`, drawn for the `attempt`th time (from 0); they depend
 * on these three and the keys' names alone. From attempt ROSIN_VARY_NEAR on, where what the spreads
 * hold is used up, those that nobody named grow by half an attempt, up to four times. text:
 * [ROSIN_VARY_MOST + 1]; the last is the seed of what is irregular within the scene, unless it is
 * seeded. Returns how many. */
int rosin_vary_draw(const rosin_vary *vary, unsigned long long seed, long long number, int attempt,
                    char (*text)[ROSIN_VARY_TEXT]);

#endif
