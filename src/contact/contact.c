/* SPDX-License-Identifier: BSD-3-Clause */
/* Contacts as their users see them; driving one alone is the solve with
 * mobility 0. Of one that was divided the user holds the whole: the points are contacts of
 * their own, with what is extensive in the law shared out. */
#include "contact/contact.h"
#include "error.h"
#include "memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Controls that a contact driven alone keeps for itself. */
enum { INPUTS = 5 };
static const char *const inputs[INPUTS] = {"rolling", "road", "sideways", "roughness", "grain"};

static const double far = 1e9; /* where squares and products are still finite */

static double *input(rosin_contact *c, int index) {
  double *const place[INPUTS] = {&c->rolling, &c->road, &c->sideways, &c->rough, &c->grain};
  return place[index];
}

static const rosin_parameter *row_of(const char *control) {
  return rosin_parameter_find(rosin_contact_parameters(), control);
}

static void unknown_law(const char *name, rosin_error *error) {
  char list[384] = "";
  for (int i = 0; i < rosin_laws(); i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "",
             rosin_law_name(i));
  rosin_fail(error, "no friction law '%.64s'; there are: %s", name ? name : "", list);
}

#define OF(name) offsetof(rosin_contact_form, name)
static const rosin_parameter option_table[] = {
    {"contacts", "", 1, ROSIN_CONTACT_POINTS, 1, "points side by side that share the contact",
     OF(contacts)},
    {"spots", "", 0, 1, 0, "deviation of the load's logarithm from place to place", OF(spots)},
    {"spot", "m", 1e-5, 10, 3e-3, "length of such a place", OF(spot)},
    {"ridges", "", 0, 1, 0, "share of the load that comes and goes over ridges at even distances",
     OF(ridges)},
    {"ridge", "m", 1e-5, 10, 1e-3, "from one ridge to the next", OF(ridge)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_contact_options(void) {
  return option_table;
}

rosin_contact *rosin_contact_new(const char *law, double rate, rosin_error *error) {
  const rosin_law_ops *ops = rosin_law_find(law);
  if (!ops) {
    unknown_law(law, error);
    return NULL;
  }
  if (!(rate >= 1000 && rate <= 1e8)) {
    rosin_fail(error, "rate: %g is out of range: 1000 to 1e8 Hz", rate);
    return NULL;
  }
  rosin_contact *c = rosin_calloc(1, sizeof *c);
  double *state = rosin_calloc((size_t)ops->states + 1, sizeof *state);
  if (!c || !state) {
    rosin_free(c);
    rosin_free(state);
    rosin_fail(error, "out of memory for a contact");
    return NULL;
  }
  rosin_law_default(&c->law, ops);
  c->state = state;
  c->rate = rate;
  c->points = 1;
  c->roughness.spot = option_table[2].initial;
  c->roughness.ridge = option_table[4].initial;
  for (int i = 0; i < INPUTS; i++)
    *input(c, i) = row_of(inputs[i])->initial;
  rosin_contact_seed(c, 1);
  return c;
}

/* A contact without points of its own. */
static void free_one(rosin_contact *c) {
  rosin_free(c->state);
  rosin_free(c);
}

static void free_points(rosin_contact *c) {
  for (int i = 0; i < c->points && c->points > 1; i++)
    free_one(c->point[i]);
  c->points = 1;
}

void rosin_contact_free(rosin_contact *c) {
  if (!c)
    return;
  free_points(c);
  free_one(c);
}

void rosin_contact_pieces(rosin_contact *c, rosin_kept *kept) {
  rosin_kept_add(kept, c, sizeof *c);
  rosin_kept_add(kept, c->state, (size_t)c->law.ops->states * sizeof *c->state);
  for (int i = 0; i < c->points && c->points > 1; i++)
    rosin_contact_pieces(c->point[i], kept);
}

rosin_contact *rosin_contact_point(rosin_contact *c, int index) {
  return c->points > 1 ? c->point[index] : c;
}

/* What the points have of a parameter of the whole. */
static void share_out(rosin_contact *c, const rosin_parameter *row) {
  const size_t index = row->offset / sizeof(double);
  for (int i = 0; i < c->points && c->points > 1; i++) {
    rosin_law *law = &c->point[i]->law;
    law->value[index] = row->extensive ? c->law.value[index] / c->points : c->law.value[index];
    law->version++;
  }
}

/* What lies on the surface of `from`, which begins. */
static void lay(rosin_roughness *r, const rosin_roughness *from) {
  r->spots = from->spots;
  r->spot = from->spot;
  r->ridges = from->ridges;
  r->ridge = from->ridge;
  rosin_roughness_reset(r);
}

/* The whole's, on all of its points. */
static void lay_out(rosin_contact *c) {
  lay(&c->roughness, &c->roughness);
  for (int i = 0; i < c->points && c->points > 1; i++)
    lay(&c->point[i]->roughness, &c->roughness);
}

int rosin_contact_divide(rosin_contact *c, int contacts, rosin_error *error) {
  if (!c)
    return rosin_fail(error, "there is no contact");
  if (rosin_parameter_check(&option_table[0], NULL, contacts, error))
    return -1;
  if (c->joined)
    return rosin_fail(error, "contacts: this contact is in a network already");
  free_points(c);
  for (int i = 0; i < contacts && contacts > 1; i++)
    if (!(c->point[i] = rosin_contact_new(c->law.ops->name, c->rate, error))) {
      while (i > 0)
        free_one(c->point[--i]);
      return -1;
    }
  c->points = contacts;
  lay_out(c);
  for (const rosin_parameter *row = c->law.ops->parameters; row->name; row++)
    share_out(c, row);
  return 0;
}

int rosin_contact_spots(rosin_contact *c, double spots, double spot, rosin_error *error) {
  if (!c)
    return rosin_fail(error, "there is no contact");
  if (rosin_parameter_check(&option_table[1], NULL, spots, error) ||
      rosin_parameter_check(&option_table[2], NULL, spot, error))
    return -1;
  c->roughness.spots = spots;
  c->roughness.spot = spot;
  lay_out(c);
  return 0;
}

int rosin_contact_ridges(rosin_contact *c, double ridges, double ridge, rosin_error *error) {
  if (!c)
    return rosin_fail(error, "there is no contact");
  if (rosin_parameter_check(&option_table[3], NULL, ridges, error) ||
      rosin_parameter_check(&option_table[4], NULL, ridge, error))
    return -1;
  c->roughness.ridges = ridges;
  c->roughness.ridge = ridge;
  lay_out(c);
  return 0;
}

int rosin_contact_make(rosin_contact *c, const rosin_contact_form *form, rosin_error *error) {
  if (form->contacts != floor(form->contacts))
    return rosin_fail(error, "contacts: %g is no whole number", form->contacts);
  return (form->contacts != c->points && rosin_contact_divide(c, (int)form->contacts, error)) ||
                 rosin_contact_spots(c, form->spots, form->spot, error) ||
                 rosin_contact_ridges(c, form->ridges, form->ridge, error)
             ? -1
             : 0;
}

static void reset_one(rosin_contact *c) {
  rosin_law_release(&c->law, c->state);
  rosin_roughness_reset(&c->roughness);
  c->normal = c->v = 0;
}

void rosin_contact_reset(rosin_contact *c) {
  if (!c)
    return;
  reset_one(c);
  for (int i = 0; i < c->points && c->points > 1; i++)
    reset_one(c->point[i]);
}

void rosin_contact_seed(rosin_contact *c, unsigned long long seed) {
  c->roughness.seed = seed;
  rosin_roughness_reset(&c->roughness);
}

int rosin_contact_input(rosin_contact *c, const char *control, double value, rosin_error *error) {
  for (int i = 0; c && control && i < INPUTS; i++)
    if (strcmp(control, inputs[i]) == 0) {
      if (rosin_parameter_check(row_of(inputs[i]), NULL, value, error))
        return -1;
      *input(c, i) = value;
      return 0;
    }
  return rosin_fail(error, "a contact alone has no control '%.64s'", control ? control : "");
}

int rosin_contact_set(rosin_contact *c, const char *parameter, double value, rosin_error *error) {
  const rosin_parameter *row = c ? rosin_parameter_find(c->law.ops->parameters, parameter) : NULL;
  if (!row)
    return rosin_fail(error, "law %s has no parameter '%.64s'", c ? c->law.ops->name : "(none)",
                      parameter ? parameter : "");
  if (rosin_parameter_check(row, NULL, value, error))
    return -1;
  c->law.value[row->offset / sizeof value] = value;
  c->law.version++;
  share_out(c, row);
  return 0;
}

double rosin_contact_get(const rosin_contact *c, const char *parameter) {
  const rosin_parameter *row = c ? rosin_parameter_find(c->law.ops->parameters, parameter) : NULL;
  if (!row)
    return (double)NAN;
  return c->law.value[row->offset / sizeof(double)];
}

double rosin_contact_steady(const rosin_contact *c, double velocity, double normal) {
  if (!c || !isfinite(velocity) || !(normal > ROSIN_LEAST_LOAD) || !isfinite(normal))
    return 0;
  velocity = fmin(fmax(velocity, -far), far);
  normal = fmin(normal, far);
  const rosin_load load = {.normal = normal,
                           .normal_end = normal,
                           .rolling = c->rolling,
                           .road = c->road,
                           .sideways = c->sideways};
  return c->law.ops->steady(&c->law, &load, velocity);
}

double rosin_contact_drive(rosin_contact *c, double velocity, double normal, double *bristle) {
  if (bristle)
    *bristle = 0;
  if (!c)
    return 0;
  const rosin_parameter *table = rosin_contact_parameters();
  const double end =
      normal > ROSIN_LEAST_LOAD && isfinite(normal) ? fmin(normal, table[0].high) : 0;
  rosin_load load = {.normal = 0.5 * (c->normal + end),
                     .normal_end = end,
                     .period = 1 / c->rate,
                     .instant = 1,
                     .rolling = c->rolling,
                     .road = c->road,
                     .sideways = c->sideways};
  double f = 0, slope;
  c->normal = end;
  if (load.normal > 0 && rosin_roughness_differs(&c->roughness))
    rosin_roughness_slide(&c->roughness, c->v * load.period, &load);
  if (load.normal > 0 && c->rough > 0)
    rosin_roughness_apply(&c->roughness, c->rough, fabs(c->v) * load.period / c->grain, &load);
  if ((load.normal > 0 || c->law.ops->normal) && isfinite(velocity)) {
    velocity = fmin(fmax(velocity, table[1].low), table[1].high);
    c->v = velocity;
    c->law.ops->force(&c->law, c->state, &load, &velocity, &f, &slope);
    rosin_solution unused = {.exact = 1};
    rosin_law_commit(&c->law, c->state, &load, &velocity, &f, &unused);
  } else {
    rosin_law_release(&c->law, c->state);
  }
  if (bristle)
    *bristle = rosin_law_bristle(&c->law, c->state);
  return f;
}
