/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The facts of a scene: what its section `about` says for whoever looks for a sound, for libraries
 * of sounds, for plugins and for `rosin bench`. No sample depends on any of it. All faces read
 * these tables and structs; no list elsewhere names a scene.
 */
#ifndef ROSIN_ABOUT_H
#define ROSIN_ABOUT_H

#include "rosin.h"

enum {
  ROSIN_ABOUT_TEXT = 64, /* bytes of a text, with its end */
  ROSIN_ABOUT_TEXTS = 4,
  ROSIN_ABOUT_PRESETS = 64
};

/** What plays an effect by keys, and moves a macro each. */
enum { ROSIN_ABOUT_EFFORT, ROSIN_ABOUT_PRESSURE, ROSIN_ABOUT_WHEEL, ROSIN_ABOUT_HANDS };

/** A preset of a player or a scene. */
typedef struct {
  const char *name;   /* for people */
  const char *values; /* "NAME=VALUE NAME=VALUE", what differs from the default */
} rosin_preset;

/** What a contact does while it is timed: the words of row `regime`. */
typedef enum {
  ROSIN_ABOUT_STICKSLIP,
  ROSIN_ABOUT_HELMHOLTZ,
  ROSIN_ABOUT_SLIPPING
} rosin_about_regime;

/** How `rosin bench` times the scene. */
typedef struct {
  char contact[ROSIN_ABOUT_TEXT]; /* that is judged; "": the scene is no workload */
  double regime, warm, frequency; /* rosin_about_bench_parameters() */
} rosin_about_bench;

typedef struct {
  char category[ROSIN_ABOUT_TEXT], group[ROSIN_ABOUT_TEXT], kind[ROSIN_ABOUT_TEXT];
  char wish[ROSIN_ABOUT_TEXT];
  rosin_about_bench bench;
  int hand[ROSIN_ABOUT_HANDS]; /* index of a macro, -1: none */
  int presets;
  rosin_preset *preset; /* owned, with its texts */
} rosin_about;

/** A text of the section. */
typedef struct {
  const char *name;    /* its key */
  const char *meaning; /* for people */
  size_t offset;       /* where it stands in rosin_about, ROSIN_ABOUT_TEXT bytes */
} rosin_about_row;

/** The texts, ROSIN_ABOUT_TEXTS of them and a row whose name is NULL. Real-time safe. */
const rosin_about_row *rosin_about_rows(void);
/** Text of that row. Real-time safe. */
const char *rosin_about_text(const rosin_about *about, const rosin_about_row *row);
/** Rows of rosin_about_bench. Real-time safe. */
const rosin_parameter *rosin_about_bench_parameters(void);
/** The level that every player of a scene has, in a preset beside the macros. Real-time safe. */
const rosin_parameter *rosin_about_level(void);
/** Free its presets. NULL is allowed. */
void rosin_about_free(rosin_about *about);

#endif
