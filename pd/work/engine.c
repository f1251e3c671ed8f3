/* SPDX-License-Identifier: BSD-3-Clause */
/* Engines of players, made beside Pd. A core that goes while one is made for it goes after that. */
#include "pd/net/scene.h"
#include "pd/work/worker.h"

#include <stdlib.h>

struct rosin_pd_building {
  rosin_pd_job job;
  rosin_core *core;
  int rate; /* Hz */
  rosin_engine *engine;
  rosin_error error;
};

static void work(rosin_pd_job *job) {
  rosin_pd_building *b = (rosin_pd_building *)job;
  b->engine = rosin_core_build(b->core, &b->error);
}

static int done(rosin_pd_job *job) {
  rosin_pd_building *b = (rosin_pd_building *)job;
  rosin_pd_player *p = job->owner;
  p->building = NULL;
  if (b->engine) {
    rosin_core_swap(p->core, b->engine);
    p->engine = b->rate;
  } else {
    p->failed = b->rate;
    pd_error(p->owner, "%s: %s", p->class_name, b->error.text);
  }
  b->engine = NULL;
  rosin_pd_player_built(p);
  return 0;
}

static void let_go(rosin_pd_job *job) {
  rosin_pd_building *b = (rosin_pd_building *)job;
  rosin_engine_free(b->engine);
  if (!job->owner)
    rosin_core_free(b->core);
  free(b);
}

void rosin_pd_player_build(rosin_pd_player *p, int rate) {
  rosin_error error;
  rosin_pd_building *b = calloc(1, sizeof *b);
  p->engine = 0;
  if (!b || rosin_core_begin(p->core, rate, &error)) {
    pd_error(p->owner, "%s: %s", p->class_name, b ? error.text : "out of memory");
    free(b);
    return;
  }
  b->job = (rosin_pd_job){.work = work, .done = done, .free = let_go, .owner = p};
  b->core = p->core;
  b->rate = rate;
  p->building = b;
  rosin_pd_order(&b->job);
}

void rosin_pd_player_drop(rosin_pd_player *p) {
  if (p->building)
    p->building->job.owner = NULL;
  else
    rosin_core_free(p->core);
  p->core = NULL;
}
