/* SPDX-License-Identifier: BSD-3-Clause */
/* See engine.h. A core that goes while an engine is made for it goes after that. */
#include "pd/play/engine.h"
#include "pd/play/player.h"
#include "pd/work/worker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rosin_pd_building {
  rosin_pd_job job;
  rosin_core *core;
  int rate;   /* Hz */
  int beside; /* 1: another sounds meanwhile */
  rosin_engine *engine;
  rosin_error error;
};

/* ---- when -------------------------------------------------------------------------------- */

int rosin_pd_player_frame(const rosin_pd_player *p) {
  /* the next frame, but numbers of messages are rounded */
  const double since = ceil(clock_gettimesince(p->since) * p->rate / 1000 - 0.02);
  const double tick = sys_getblksize() * p->rate / (double)sys_getsr();
  return since > 0 && since < p->block + tick ? (int)since : 0; /* later: the DSP was off */
}

/* ---- what is played meanwhile ------------------------------------------------------------ */

int rosin_pd_engine_is_coming(const rosin_pd_player *p) {
  return p->engine.wanted && !p->rate && p->engine.building;
}

static void keep(rosin_pd_engine *e, const rosin_pd_kept *what) {
  if (e->keeps < ROSIN_PD_KEPT)
    e->kept[e->keeps++] = *what;
}

void rosin_pd_engine_play(rosin_pd_player *p, const rosin_player_event_t *event) {
  if (p->rate)
    rosin_core_play(p->core, rosin_pd_player_frame(p), event);
  else
    keep(&p->engine, &(rosin_pd_kept){.event = *event});
}

void rosin_pd_engine_midi(rosin_pd_player *p, const unsigned char *message, int length) {
  rosin_pd_kept what = {.length = length};
  if (p->rate) {
    rosin_core_midi(p->core, rosin_pd_player_frame(p), message, length);
  } else if (length > 0 && length <= (int)sizeof what.message) {
    memcpy(what.message, message, (size_t)length);
    keep(&p->engine, &what);
  }
}

void rosin_pd_engine_tune(rosin_pd_player *p, const rosin_tuning *tuning) {
  p->engine.tuning = *tuning;
  p->engine.tuned = p->engine.building != NULL; /* who reads the old one */
  if (!p->engine.tuned)
    rosin_core_tune(p->core, tuning);
}

/* DSP runs, and there is an engine for it. */
static void get_ready(rosin_pd_player *p) {
  rosin_pd_engine *e = &p->engine;
  p->rate = e->wanted;
  for (int i = 0; i < e->keeps; i++)
    if (e->kept[i].length)
      rosin_core_midi(p->core, 0, e->kept[i].message, e->kept[i].length);
    else
      rosin_core_play(p->core, 0, &e->kept[i].event);
  e->keeps = 0;
  if (e->ready)
    e->ready(p);
}

/* ---- its making -------------------------------------------------------------------------- */

static void work(rosin_pd_job *job) {
  struct rosin_pd_building *b = (struct rosin_pd_building *)job;
  b->engine = rosin_core_build(b->core, &b->error);
}

/* What sounds fades into it; it may have been outdated again. */
static void take_beside(rosin_pd_player *p, struct rosin_pd_building *b) {
  if (b->engine) {
    rosin_core_swap(p->core, b->engine);
    if (p->swapped)
      p->swapped(p);
    clock_delay(p->renewal, 50);
  } else {
    pd_error(p->owner, "%s: %s", p->class_name, b->error.text);
  }
  b->engine = NULL;
  if (p->engine.tuned)
    rosin_core_tune(p->core, &p->engine.tuning);
  p->engine.tuned = 0;
}

static int done(rosin_pd_job *job) {
  struct rosin_pd_building *b = (struct rosin_pd_building *)job;
  rosin_pd_player *p = job->owner;
  rosin_pd_engine *e = &p->engine;
  e->building = NULL;
  if (b->beside && e->there == b->rate && e->wanted == b->rate) {
    take_beside(p, b);
    return 0;
  }
  if (b->beside) { /* of a rate that is gone */
    rosin_engine_free(b->engine);
  } else if (b->engine) {
    rosin_core_swap(p->core, b->engine);
    e->there = b->rate;
  } else {
    e->failed = b->rate;
    pd_error(p->owner, "%s: %s", p->class_name, b->error.text);
  }
  if (e->tuned)
    rosin_core_tune(p->core, &e->tuning);
  e->tuned = 0;
  b->engine = NULL;
  if (e->wanted && e->wanted == e->there)
    get_ready(p);
  else if (e->wanted && e->wanted != e->failed)
    rosin_pd_engine_build(p, e->wanted);
  return 0;
}

static void let_go(rosin_pd_job *job) {
  struct rosin_pd_building *b = (struct rosin_pd_building *)job;
  rosin_engine_free(b->engine);
  if (!job->owner)
    rosin_core_free(b->core);
  free(b);
}

static void order(rosin_pd_player *p, int rate, int beside) {
  rosin_error error;
  struct rosin_pd_building *b = calloc(1, sizeof *b);
  if (!b || (!beside && rosin_core_begin(p->core, rate, &error))) {
    pd_error(p->owner, "%s: %s", p->class_name, b ? error.text : "out of memory");
    free(b);
    return;
  }
  b->beside = beside;
  b->job = (rosin_pd_job){.work = work, .done = done, .free = let_go, .owner = p};
  b->core = p->core;
  b->rate = rate;
  p->engine.building = b;
  rosin_pd_order(&b->job);
}

void rosin_pd_engine_build(rosin_pd_player *p, int rate) {
  p->engine.there = 0;
  order(p, rate, 0);
}

void rosin_pd_engine_renew(rosin_pd_player *p) {
  rosin_engine_free(rosin_core_retired(p->core));
  if (!p->rate || p->engine.building || !rosin_core_stale(p->core))
    return;
  if (rosin_core_settled(p->core))
    order(p, p->rate, 1);
  else
    clock_delay(p->renewal, 50);
}

void rosin_pd_engine_want(rosin_pd_player *p, int rate) {
  p->engine.wanted = rate;
  if (p->engine.there == rate)
    get_ready(p);
  else if (!p->engine.building)
    rosin_pd_engine_build(p, rate);
}

static void forget(rosin_pd_job *job) {
  struct rosin_pd_building *b = (struct rosin_pd_building *)job;
  rosin_core_free(b->core);
  b->core = NULL;
}

/* Beside Pd too: a patch of sixty scenes that is closed took 4 ms of a tick. */
static void let_go_of(rosin_core *core) {
  struct rosin_pd_building *b = calloc(1, sizeof *b);
  if (!b) {
    rosin_core_free(core);
    return;
  }
  b->core = core;
  b->job = (rosin_pd_job){.work = forget, .free = let_go};
  rosin_pd_order(&b->job);
}

void rosin_pd_engine_drop(rosin_pd_player *p) {
  if (p->engine.building)
    p->engine.building->job.owner = NULL;
  else if (p->core)
    let_go_of(p->core);
  p->core = NULL;
  p->engine.building = NULL;
}
