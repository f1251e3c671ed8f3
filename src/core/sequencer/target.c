/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/sequencer/target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a scene says of a control: the range of its gesture and where it starts. */
typedef struct {
  int given;
  double low, high, first;
} said;

static said ask(rosin_model_control *control, int count, const char *key) {
  const rosin_model_control *c = rosin_model_control_named(control, count, key);
  said s = {.given = c != NULL};
  if (!c)
    return s;
  rosin_gesture g = c->gesture;
  g.next = 0;
  g.wander = 0; /* a fader goes by what is written */
  rosin_gesture_range(&g, &s.low, &s.high);
  s.first = rosin_gesture_at(&g, 0);
  return s;
}

static int is(const rosin_target *t, const char *key) {
  return strcmp(t->row->name, key) == 0;
}

/* A fader's range: twice what the scene does, or what hands do. */
static void fit_contact(rosin_target *t, const said *s, int on_string) {
  const double most = s->given ? fmax(fabs(s->low), fabs(s->high)) : 0;
  if (is(t, "force")) {
    t->rest = 0;
    t->low = 0;
    t->high = most > 0 ? 2 * most : 4;
  } else if (is(t, "velocity")) {
    t->rest = 0;
    t->high = most > 0 ? 2 * most : 0.4;
    t->low = -t->high;
  } else if (is(t, "width")) {
    t->high = most > 0 ? 2 * most : 0.02;
  } else if (is(t, "position") && on_string) {
    t->low = 0.02;
    t->high = 0.4;
  }
}

static rosin_target *add(rosin_targets *all, const char *owner, const rosin_parameter *row,
                         const said *s) {
  rosin_target *grown =
      realloc(all->target, (size_t)(all->count + 1) * sizeof *grown); /* set-up only */
  if (!grown)
    return NULL;
  all->target = grown;
  rosin_target *t = &grown[all->count++];
  *t = (rosin_target){.row = row, .contact = -1, .macro = -1, .low = row->low, .high = row->high};
  snprintf(t->name, sizeof t->name, "%.63s.%.63s", owner, row->name);
  t->rest = s->given ? s->first : row->initial;
  if (t->high - t->low > 1000) { /* a range without an idea of how it is used */
    const double most = s->given ? fmax(fabs(s->low), fabs(s->high)) : fabs(row->initial);
    t->high = fmin(row->high, most > 0 ? 2 * most : 1);
    t->low = fmax(row->low, row->low < 0 ? -t->high : 0);
  }
  return t;
}

static int add_contacts(rosin_targets *all, const rosin_model *m) {
  for (int i = 0; i < m->contacts; i++) {
    rosin_model_contact *c = &m->contact[i];
    for (const rosin_parameter *row = rosin_contact_parameters(); row->name; row++) {
      const said s = ask(c->control, c->controls, row->name);
      if (strcmp(row->name, "width") == 0 && !(c->form.contacts > 1))
        continue; /* moves nothing */
      rosin_target *t = add(all, c->name, row, &s);
      if (!t)
        return -1;
      t->contact = i;
      fit_contact(t, &s, rosin_model_string_of(m, c) != NULL);
    }
  }
  return 0;
}

static int add_bodies(rosin_targets *all, const rosin_model *m) {
  for (int i = 0; i < m->bodies; i++) {
    rosin_model_body *b = &m->body[i];
    if (b->modal)
      continue;
    for (const rosin_parameter *row = rosin_string_controls(); row->name; row++) {
      const said s = ask(b->control, b->controls, row->name);
      rosin_target *t = add(all, b->name, row, &s);
      if (!t)
        return -1;
      if (is(t, "finger")) {
        t->low = b->string.frequency;
        t->high = 4 * b->string.frequency;
      }
    }
  }
  return 0;
}

static int add_links(rosin_targets *all, const rosin_model *m) {
  rosin_model_part p;
  for (int i = m->bodies + m->contacts; rosin_model_part_at(m, i, &p); i++)
    for (const rosin_parameter *row = p.table; row->name; row++) {
      const said s = ask(p.control, *p.controls, row->name);
      if (!add(all, p.name, row, &s))
        return -1;
    }
  return 0;
}

/* First, as what a player of the scene wants first. Those that build bodies cannot move. */
static int add_macros(rosin_targets *all, const rosin_scene *scene) {
  for (int i = 0; i < rosin_scene_macros(scene); i++) {
    if (!rosin_scene_macro_live(scene, i))
      continue;
    const rosin_parameter *row = rosin_scene_macro(scene, i);
    const said s = {.given = 1, .first = rosin_scene_macro_value(scene, i)};
    rosin_target *t = add(all, "", row, &s);
    if (!t)
      return -1;
    snprintf(t->name, sizeof t->name, "%s", row->name);
    t->macro = i;
    t->low = row->low;
    t->high = row->high;
  }
  return 0;
}

static int add_player(rosin_targets *all, const rosin_player *player) {
  if (!player)
    return 0;
  for (const rosin_parameter *row = rosin_player_parameters(); row->name; row++) {
    const said s = {.given = 1, .first = rosin_player_at(player, row)};
    rosin_target *t = add(all, "player", row, &s);
    if (!t)
      return -1;
    t->player = 1;
    t->low = row->low;
    t->high = row->high;
  }
  return 0;
}

int rosin_targets_open(rosin_targets *all, rosin_scene *scene, const rosin_player *player) {
  const rosin_model *m = rosin_scene_model(scene);
  *all = (rosin_targets){0};
  if (add_macros(all, scene) || add_contacts(all, m) || add_bodies(all, m) || add_links(all, m) ||
      add_player(all, player)) {
    rosin_targets_close(all);
    return -1;
  }
  int kept = 0; /* a body may lack a control that its kind has */
  for (int i = 0; i < all->count; i++) {
    rosin_target *t = &all->target[i];
    t->control = t->player || t->macro >= 0
                     ? -1
                     : rosin_network_control(rosin_scene_network(scene), t->name);
    if (t->player || t->macro >= 0 || t->control >= 0)
      all->target[kept++] = *t;
  }
  all->count = kept;
  return 0;
}

void rosin_targets_close(rosin_targets *all) {
  free(all->target);
  *all = (rosin_targets){0};
}

int rosin_target_check(const rosin_target *t, double value, rosin_error *error) {
  char owner[ROSIN_MODEL_NAME] = ""; /* a macro has none */
  const char *dot = strrchr(t->name, '.');
  if (dot)
    snprintf(owner, sizeof owner, "%.*s", (int)(dot - t->name), t->name);
  return rosin_parameter_check(t->row, dot ? owner : NULL, value, error);
}

int rosin_targets_find(const rosin_targets *all, const char *name) {
  for (int i = 0; i < all->count; i++)
    if (strcmp(all->target[i].name, name) == 0)
      return i;
  return -1;
}

int rosin_targets_of(const rosin_targets *all, const char *owner, const char *key) {
  char name[2 * ROSIN_MODEL_NAME];
  snprintf(name, sizeof name, "%.63s.%.63s", owner, key);
  return rosin_targets_find(all, name);
}
