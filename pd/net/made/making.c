/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/net/made/making.h"
#include "pd/member/registry.h"
#include "pd/net/sound/fading.h"

#include <stdio.h>

/* ms of makings that one tick may hold */
static const double budget = 0.5;

void rosin_pd_stale(rosin_pd_member *m) {
  m->version++;
  m->made = 0;
  rosin_pd_dirty(m->registry);
}

/* It is as the settings say, or as good as that gets. */
static void settle(rosin_pd_member *m, const rosin_pd_making *made) {
  m->made = m->version == made->version ? made->rate : 0;
}

/* What sounds goes on, if there is something. */
static void fail(rosin_pd_member *m, rosin_pd_making *made) {
  const int sounds = m->body && m->body_rate == made->rate;
  if (sounds)
    pd_error(m, "%s %s: %s; it stays as it was", m->class->name, m->name->s_name, made->error.text);
  else
    snprintf(m->trouble, sizeof m->trouble, "%.*s", (int)sizeof m->trouble - 1, made->error.text);
  m->class->made(m, made, sounds);
}

int rosin_pd_made(rosin_pd_job *job) {
  rosin_pd_making *made = (rosin_pd_making *)job;
  rosin_pd_member *m = job->owner;
  if (m->fading)
    return 1;
  m->making = NULL;
  m->trouble[0] = 0;
  settle(m, made);
  if (!made->body) {
    fail(m, made);
    rosin_pd_dirty(m->registry);
    return 0;
  }
  rosin_body *before = m->body;
  const int sounds = before && m->body_rate == made->rate;
  m->body = made->body;
  m->body_rate = made->rate;
  made->body = NULL;
  made->body_is_new = 1;
  m->class->made(m, made, 1);
  if (sounds) {
    m->class->carry(m->body, before);
    rosin_pd_fade(m, before);
  } else {
    rosin_body_free(before);
  }
  rosin_pd_change(m);
  return 0;
}

int rosin_pd_afford(rosin_pd_registry *r, double cost) {
  const double now = clock_getlogicaltime();
  if (now != r->spent_at) {
    r->spent_at = now;
    r->spent = 0;
  }
  if (!rosin_pd_waits() && r->spent + cost > budget)
    return 0;
  r->spent += cost;
  return 1;
}

rosin_pd_making rosin_pd_later;

static void wait(rosin_pd_registry *r) {
  r->later = 1;
  clock_delay(r->clock, 1);
}

static void make(rosin_pd_member *m) {
  rosin_pd_making *making = m->class->make(m, m->rate);
  if (!making) {
    snprintf(m->trouble, sizeof m->trouble, "out of memory");
    return;
  }
  if (making == &rosin_pd_later) {
    wait(m->registry);
    return;
  }
  making->job.owner = m;
  making->job.done = rosin_pd_made;
  making->rate = m->rate;
  making->version = m->version;
  m->making = making;
  if (making->at_once && !m->fading)
    rosin_pd_do(&making->job);
  else
    rosin_pd_order(&making->job);
}

void rosin_pd_make_all(rosin_pd_registry *r) {
  for (rosin_pd_member *m = r->members; m; m = m->next)
    if (m->class->make && m->n > 0 && m->made != m->rate && !m->making &&
        !(m->fading && rosin_pd_waits())) /* it comes back as that has faded */
      make(m);
}

void rosin_pd_making_forget(rosin_pd_member *m) {
  if (m->making)
    m->making->job.owner = NULL;
  m->making = NULL;
}
