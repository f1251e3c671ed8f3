/* SPDX-License-Identifier: BSD-3-Clause */
/* Where nobody waits for the sound, engines are built in place: at the frame at which a value that
 * builds bodies was set, or as soon after as the engine before has faded. What is heard depends on
 * events and their frames alone, neither on blocks nor on how fast another thread is. */
#include "core/core.h"
#include "core/inside.h"
#include "error.h"

#include <stdio.h>

void rosin_core_set_offline(rosin_core *c, int offline) {
  c->offline = offline != 0;
  for (int i = 0; !offline && i < c->lates; i++)
    rosin_core_put(c, c->late[i].index, c->late[i].value);
  c->lates = offline ? c->lates : 0;
}

int rosin_core_later(rosin_core *c, int frame, int index, double value) {
  if (!c->offline || !c->engine || frame <= 0 || !rosin_core_builds(c->row[index].kind))
    return 0;
  int at = c->lates < ROSIN_CORE_LATE ? c->lates++ : ROSIN_CORE_LATE - 1; /* of too many the last */
  for (; at > 0 && c->late[at - 1].frame > frame; at--)
    c->late[at] = c->late[at - 1];
  c->late[at] = (rosin_core_late){frame, index, value};
  return 1;
}

/* What is due by frame `at` of a call is set. */
static void set_due(rosin_core *c, int at) {
  int due = 0;
  for (; due < c->lates && c->late[due].frame <= at; due++)
    rosin_core_put(c, c->late[due].index, c->late[due].value);
  c->lates -= due;
  for (int i = 0; due && i < c->lates; i++)
    c->late[i] = c->late[i + due];
}

/* Macros as they are at this frame: what is to come in this call was told already. */
static void build(rosin_core *c) {
  double value[ROSIN_CORE_PARAMETERS];
  rosin_error error;
  rosin_engine *before = c->engine;
  const unsigned drawn = rosin_core_drawn_turn(c);
  c->unlike = 0;
  for (int i = 0; i < c->rows; i++)
    value[i] = c->row[i].kind == ROSIN_CORE_MACRO && before->target[i] >= 0
                   ? rosin_sequencer_value(before->sequencer, before->target[i])
               : c->row[i].kind == ROSIN_CORE_SEED ? c->applied[i]
                                                   : c->value[i];
  rosin_engine *engine = rosin_engine_new(&c->plan, c->rows, c->row, value, &error);
  for (int i = 0; !engine && i < c->rows; i++)
    before->built[i] = value[i]; /* it is not tried again */
  before->drawn = engine ? before->drawn : drawn;
  if (!engine) {
    c->failed = error;
    rosin_trouble_note(&c->trouble, ROSIN_TROUBLE_BUILT, -1);
    fprintf(stderr, "%s: %s\n", rosin_core_scene(c), error.text);
    return;
  }
  rosin_core_swap(c, engine);
}

int rosin_core_failed(rosin_core *c, rosin_error *error) {
  if (!*c->failed.text)
    return 0;
  rosin_fail(error, "%s", c->failed.text);
  *c->failed.text = 0;
  return -1;
}

int rosin_core_renew(rosin_core *c, int at, int frames) {
  if (!c->offline)
    return frames;
  set_due(c, at);
  rosin_engine_free(rosin_core_retired(c));
  if (!c->fading && rosin_core_stale(c))
    build(c);
  rosin_engine_free(rosin_core_retired(c)); /* it was silent */
  if (c->lates && c->late[0].frame - at < frames)
    frames = c->late[0].frame - at;
  if (c->fading && ROSIN_CORE_FADE - c->faded < frames)
    frames = ROSIN_CORE_FADE - c->faded;
  return frames;
}

void rosin_core_pass(rosin_core *c, int frames) {
  for (int i = 0; i < c->lates; i++)
    c->late[i].frame -= frames;
}
