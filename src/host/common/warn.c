/* SPDX-License-Identifier: BSD-3-Clause */
/* Outside its passivity bound a law may give energy and mostly does not: strokes that lift
 * a bow leave the bound at their ends and give some 1e-8 of what they take. Where it is
 * heard it is a tenth and more, so a thousandth is the line. */
#include "host/common/warn.h"
#include "format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double noticeable = 1e-3;
static const double ambiguous = 0.01; /* share of a contact's samples, from which it is said */

static int has(const char *law, const char *parameter) {
  const rosin_parameter *row = rosin_law_parameters(law);
  while (row->name && strcmp(row->name, parameter) != 0)
    row++;
  return row->name != NULL;
}

static void say(const rosin_contact_account *c) {
  rosin_print(
      stderr,
      "rosin: warning: %s: friction drives: outside the passivity bound of '%s' in %.3g%% of its "
      "samples, it gave %.3g J and took %.3g J; ",
      c->name, c->law, 100 * (double)c->outside / (double)c->solves, c->gave, c->took);
  if (has(c->law, "damping_limit"))
    fprintf(stderr, "set %s.law.damping_limit=1, or a smaller %s.law.sigma1\n", c->name, c->name);
  else if (has(c->law, "sigma1"))
    fprintf(stderr, "set a smaller %s.law.sigma1 (0 never drives)\n", c->name);
  else
    fprintf(stderr, "this law may: set %s.law.type=elastoplastic, say\n", c->name);
}

/* Where a body can be touched; 0: anywhere, as round a ring. */
static int reach(const rosin_model_body *b, double *low, double *high) {
  *low = 0;
  *high = 1;
  if (!b->modal || b->shape == ROSIN_SHAPE_SINE)
    return 1;
  if (b->shape == ROSIN_SHAPE_RING || b->points == 0)
    return 0;
  *low = *high = b->point[0];
  for (int i = 1; i < b->points; i++) {
    *low = fmin(*low, b->point[i]);
    *high = fmax(*high, b->point[i]);
  }
  return 1;
}

static void say_beyond(const rosin_model *m, const char *owner, const char *key, const char *body,
                       double least, double most) {
  double low, high;
  const rosin_model_body *b = rosin_model_body_named(m, body);
  if (b && reach(b, &low, &high) && !(least >= low && most <= high))
    rosin_print(stderr,
                "rosin: warning: %s.%s: %.6g is beyond '%s', which goes from %.6g to %.6g; it is "
                "touched at its end\n",
                owner, key, most > high ? most : least, body, low, high);
}

static void say_contact(const rosin_model *m, const rosin_model_contact *c) {
  for (int k = 0; k < c->controls; k++) {
    const char *key = c->control[k].row->name;
    double low, high;
    rosin_gesture_range(&c->control[k].gesture, &low, &high);
    if (strcmp(key, "position") == 0)
      say_beyond(m, c->name, key, c->b, low, high);
    else if (strcmp(key, "position_a") == 0)
      say_beyond(m, c->name, key, c->a, low, high);
    else if (strcmp(key, "width") == 0 && high > 0 && c->form.contacts == 1)
      fprintf(
          stderr, "rosin: warning: %s.width: one point has no width; set %s.contacts, 2 to %d\n",
          c->name, c->name, (int)rosin_parameter_find(rosin_contact_options(), "contacts")->high);
  }
}

void rosin_warn_asked(const rosin_model *m) {
  for (int i = 0; i < m->contacts; i++)
    say_contact(m, &m->contact[i]);
  for (int i = 0; i < m->links; i++) {
    const rosin_model_link *k = &m->link[i];
    say_beyond(m, k->name, k->push ? "position" : "position_a", k->a, k->position[0],
               k->position[0]);
    if (!k->push)
      say_beyond(m, k->name, "position_b", k->b, k->position[1], k->position[1]);
  }
}

void rosin_warn_missed(const rosin_network *network) {
  rosin_contact_account c;
  for (int i = 0; rosin_network_account(network, i, &c) == 0; i++)
    if (c.missed)
      fprintf(stderr, "rosin: warning: %s: %lld of %lld contact solves missed their tolerance\n",
              c.name, c.missed, c.solves);
}

/* Whether settings change the law of that contact, or the steps of all. */
static int is_changed(const rosin_list *given, const char *contact) {
  static const char law[] = ".law", steps[] = "oversample=";
  const size_t length = strlen(contact);
  for (int i = 0; i < given->count; i++) {
    const char *text = given->text[i];
    if (strncmp(text, steps, sizeof steps - 1) == 0 ||
        (strncmp(text, contact, length) == 0 && strncmp(text + length, law, sizeof law - 1) == 0))
      return 1;
  }
  return 0;
}

void rosin_warn_several(const rosin_network *network, const rosin_list *given) {
  rosin_contact_account c;
  for (int i = 0; rosin_network_account(network, i, &c) == 0; i++)
    if ((double)c.several > ambiguous * (double)c.solves && has(c.law, "sigma0") &&
        (!given || is_changed(given, c.name)))
      rosin_print(stderr,
                  "rosin: warning: %s: its bristle is so stiff that several forces may agree with "
                  "its bodies, in %.3g%% of its samples; the nearest to the last is taken. Set a "
                  "smaller %s.law.sigma0, or --oversample\n",
                  c.name, 100 * (double)c.several / (double)c.solves, c.name);
}

void rosin_warn_driving(const rosin_network *network) {
  rosin_contact_account c;
  for (int i = 0; rosin_network_account(network, i, &c) == 0; i++)
    if (c.gave > noticeable * c.took)
      say(&c);
}

void rosin_warn_rescued(const rosin_statistics *s) {
  if (s->rescued)
    fprintf(stderr,
            "rosin: warning: %lld times a body ran away and was put to rest, which is heard; a "
            "force or a joint of this scene is beyond all measure\n",
            s->rescued);
}

void rosin_warn_cut(const char *name, double at, double whole, int notes) {
  if (at < whole)
    rosin_print(stderr, "%s was cut at %.4g s by -d: %s %.4g s\n", name, at,
                notes ? "its notes go on to" : "without it, it lasts", whole);
}

void rosin_warn_left_out(const rosin_left_out *const *left, int lists) {
  for (int reason = 0; reason < ROSIN_LEFT_REASONS; reason++) {
    int count = 0;
    for (int i = 0; i < lists; i++)
      count += rosin_left_out_count(left[i], (rosin_left)reason);
    if (count)
      fprintf(stderr, "rosin: warning: %d note%s left out: %s\n", count,
              count == 1 ? " was" : "s were", rosin_left_reason(reason));
  }
}
