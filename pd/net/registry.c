/* SPDX-License-Identifier: BSD-3-Clause */
/* Members come and go; the clock rebuilds before the next block. */
#include "pd/member/registry.h"
#include "pd/net/made/build.h"
#include "pd/net/made/making.h"
#include "pd/net/net.h"
#include "pd/net/sound/ease.h"
#include "pd/net/sound/fading.h"

#include <stdlib.h>
#include <string.h>

static const char registry_name[] = "#rosin.registry";

static void report(rosin_pd_registry *r) {
  char called[ROSIN_PD_CALLED];
  r->strangers = 0;
  for (rosin_pd_component *c = r->components; c; c = c->next)
    if (c->stranger == 1) {
      c->stranger = 2;
      pd_error(c->member[0],
               "%s: members of one network must run in the same [block~]; it is "
               "silent until that changes",
               rosin_pd_called(c->member[0], called));
    }
}

static void report_rescued(rosin_pd_registry *r) {
  char called[ROSIN_PD_CALLED];
  r->rescued = 0;
  for (rosin_pd_component *c = r->components; c; c = c->next)
    if (c->rescued == 1) {
      c->rescued = 2;
      pd_error(c->member[0], "%s: " ROSIN_PD_RESCUED, rosin_pd_called(c->member[0], called));
    }
}

/* Creating an object does not rebuild the DSP chain, connecting does: an object that
 * nobody connects would never run. */
static int enter_chain(rosin_pd_registry *r) {
  int fresh = 0;
  for (rosin_pd_member *m = r->members; m; m = m->next) {
    fresh |= m->fresh;
    m->fresh = 0;
  }
  if (!fresh || !pd_getdspstate())
    return 0;
  clock_delay(r->clock, 0);
  canvas_update_dsp(); /* whoever hears of it may delete us: nothing after this */
  return 1;
}

static void registry_tick(rosin_pd_registry *r) {
  if (enter_chain(r))
    return;
  if (r->faded)
    rosin_pd_fading_sweep(r);
  if (r->lifted)
    rosin_pd_lift_renew(r);
  if (r->dirty || r->later)
    rosin_pd_build(r);
  if (r->strangers)
    report(r);
  if (r->rescued)
    report_rescued(r);
  if (r->hints)
    rosin_pd_say_hints(r);
}

/* One class a program, whichever instance: made by the first setup. */
static t_class *registry_class(void) {
  static t_class *class;
  if (!class)
    class = class_new(gensym("rosin registry"), 0, 0, sizeof(rosin_pd_registry), CLASS_PD, 0);
  return class;
}

static rosin_pd_registry *registry_get(void) {
  t_symbol *name = gensym(registry_name);
  rosin_pd_registry *r = (rosin_pd_registry *)pd_findbyclass(name, registry_class());
  if (!r) {
    r = (rosin_pd_registry *)pd_new(registry_class());
    r->clock = clock_new(r, (t_method)registry_tick);
    r->members = NULL;
    r->components = NULL;
    r->count = r->dirty = r->strangers = r->rescued = r->hints = 0;
    r->faded = r->lifted = r->later = r->designs = 0;
    memset(r->design, 0, sizeof r->design);
    r->spent = r->spent_at = 0;
    r->serial = 0;
    pd_bind(&r->pd, name);
  }
  return r;
}

static void registry_free(rosin_pd_registry *r) {
  while (r->components) {
    rosin_pd_component *next = r->components->next;
    rosin_pd_component_free(r->components);
    r->components = next;
  }
  pd_unbind(&r->pd, gensym(registry_name));
  clock_free(r->clock);
  pd_free(&r->pd);
}

void rosin_pd_join(rosin_pd_member *m, const rosin_pd_class *class) {
  m->class = class;
  m->canvas = canvas_getcurrent();
  m->registry = registry_get();
  m->serial = m->registry->serial++;
  m->next = m->registry->members;
  m->link = &m->registry->members;
  if (m->next)
    m->next->link = &m->next;
  m->registry->members = m;
  m->registry->count++;
  m->fresh = m->changed = 1;
  rosin_pd_dirty(m->registry);
}

void rosin_pd_leave(rosin_pd_member *m) {
  rosin_pd_registry *r = m->registry;
  *m->link = m->next;
  if (m->next)
    m->next->link = m->link;
  for (int i = 0; i < ROSIN_PD_DESIGNS; i++)
    if (r->design[i] == m)
      r->design[i] = NULL;
  r->count--;
  /* a component without all its members must neither run nor be kept */
  if (m->component)
    for (int i = 0; i < m->component->count; i++)
      if (m->component->member[i] == m)
        m->component->member[i] = NULL;
  rosin_pd_making_forget(m);
  rosin_pd_fading_free(m);
  rosin_body_free(m->body);
  rosin_contact_free(m->contact);
  free(m->buffer);
  free(m->output);
  free(m->bow);
  m->buffer = NULL;
  if (r->count == 0)
    registry_free(r);
  else
    rosin_pd_dirty(r);
}
