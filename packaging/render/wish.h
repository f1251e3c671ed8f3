/* SPDX-License-Identifier: BSD-3-Clause */
/** What rosin-render is asked for, in words. */
#ifndef RENDER_WISH_H
#define RENDER_WISH_H

enum { WISH_SETTINGS = 128, WISH_SETTING = 96 };

typedef struct {
  const char *scene, *file, *preset, *midi, *scale, *controls, *input, *list; /* or NULL */
  const char *set[WISH_SETTINGS], *player[WISH_SETTINGS]; /* KEY=VALUE, of scene and player */
  int sets, players;
  double seconds, rate;                        /* 0: the scene's */
  char of_preset[WISH_SETTINGS][WISH_SETTING]; /* what some of `set` point to */
} wish;

/** "rosin-render: WHAT: WHY" on stderr; 1. */
int complain(const char *what, const char *why);
/** Words of a call, which it points to. 0; or -1: what is wrong was said. */
int wish_read(wish *w, int count, char *const *word);
/** What its preset sets, before its own settings: 0; or -1, and it was said. */
int wish_take_preset(wish *w);
/** The file made: 0; or 1, and what is wrong was said. */
int wish_render(const wish *w);

#endif
