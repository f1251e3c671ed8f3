/* SPDX-License-Identifier: BSD-3-Clause */
/** Expression maps: what a sequencer or a notation program is told of the keys that choose how
 * notes are played (player/play/switches.h). */
#ifndef ROSIN_EXPRESSION_H
#define ROSIN_EXPRESSION_H

#include "player/play/switches.h"

#include <stdio.h>

/** Where a switch belongs in such a map. */
typedef struct {
  const rosin_switch *key;
  const char *title;     /* as a player reads it */
  const char *technique; /* Dorico's name of it; a comma between several */
  int group;             /* 0 strokes, 1 the mute, 2 the place, 3 trills; -1: it acts at once */
} rosin_expression;

enum { ROSIN_EXPRESSION_GROUPS = 4 };

/** All switches; 0 beyond the last. */
int rosin_expression_at(int index, rosin_expression *expression);

/** One map. */
typedef struct {
  const char *instrument; /* a scene's name */
  int lowest;             /* key of its lowest string */
  FILE *file;
} rosin_expression_map;

static inline int rosin_expression_key(const rosin_expression_map *map, const rosin_expression *e) {
  return map->lowest + e->key->below;
}

/** Words of `rosin show --map`, NULL at the end; and what writes each of them. */
extern const char *const rosin_expression_formats[];
/** 0, or -1: there is no such format. */
int rosin_expression_write(const rosin_expression_map *map, const char *format);

/* expression_xml.c */
void rosin_expression_cubase(const rosin_expression_map *map);
void rosin_expression_logic(const rosin_expression_map *map);
void rosin_expression_dorico(const rosin_expression_map *map);

#endif
