/* SPDX-License-Identifier: BSD-3-Clause */
/* Making a network and adding members to it. */
#include "error.h"
#include "letters.h"
#include "memory.h"
#include "network/network.h"
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const rosin_parameter joint_table[] = {
    {"velocity", "m/s", -1e3, 1e3, 0, "prescribed velocity of a joint to '-'", 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const rosin_parameter push_table[] = {
    {"force", "N", -1e7, 1e7, 0, "external force", 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_joint_parameters(void) {
  return joint_table;
}
const rosin_parameter *rosin_push_parameters(void) {
  return push_table;
}

rosin_network *rosin_network_new(double rate, int block, rosin_error *error) {
  if (!(rate >= 1000 && rate <= 1e7)) {
    rosin_fail(error, "rate: %g is out of range: 1000 to 1e7 Hz", rate);
    return NULL;
  }
  if (block < 1 || block > 1 << 20) {
    rosin_fail(error, "block: %d is out of range: 1 to %d frames", block, 1 << 20);
    return NULL;
  }
  rosin_network *n = rosin_calloc(1, sizeof *n);
  if (!n) {
    rosin_fail(error, "out of memory for a network");
    return NULL;
  }
  n->rate = rate;
  n->period = 1 / rate;
  n->block = block;
  n->seed = 1;
  n->control_rate = ROSIN_CONTROL_RATE;
  return n;
}

void rosin_network_free(rosin_network *n) {
  if (!n)
    return;
  rosin_free(n->plan);
  rosin_free(n->member);
  rosin_free(n->row);
  rosin_free(n->push);
  rosin_free(n->signal);
  rosin_free(n->input);
  rosin_free(n);
}

int rosin_network_find_body(const rosin_network *n, const char *name) {
  for (int i = 0; i < n->members; i++)
    if (strcmp(n->member[i].name, name) == 0)
      return i;
  return -1;
}

int rosin_network_find_row(const rosin_network *n, const char *name) {
  for (int i = 0; i < n->rows; i++)
    if (n->row[i].point == 0 && strcmp(n->row[i].name, name) == 0)
      return i;
  return -1;
}

int rosin_network_find_push(const rosin_network *n, const char *name) {
  for (int i = 0; i < n->pushes; i++)
    if (strcmp(n->push[i].name, name) == 0)
      return i;
  return -1;
}

static int check_name(const rosin_network *n, const char *name, rosin_error *error) {
  if (!n)
    return rosin_fail(error, "there is no network");
  const size_t length = name ? strlen(name) : 0;
  if (length < 1 || length >= ROSIN_NAME)
    return rosin_fail(error, "name '%.80s': must have 1 to %d bytes", name ? name : "",
                      ROSIN_NAME - 1);
  if (strcmp(name, "-") == 0)
    return rosin_fail(error, "name '-' stands for a prescribed velocity");
  for (size_t i = 0; i < length; i++)
    if (!rosin_is_letter_or_digit(name[i]) && !strchr("_-~", name[i]))
      return rosin_fail(error, "name '%s': only letters, digits, '_', '-' and '~' are allowed",
                        name);
  if (rosin_network_find_body(n, name) >= 0 || rosin_network_find_row(n, name) >= 0 ||
      rosin_network_find_push(n, name) >= 0)
    return rosin_fail(error, "name '%s' is taken", name);
  return 0;
}

/* Room for one more element and, behind it, `inputs` controls of `table`. */
static void *append(rosin_network *n, void **array, int *count, size_t size,
                    const rosin_parameter *table, int inputs, rosin_error *error) {
  void *grown = rosin_realloc(*array, (size_t)(*count + 1) * size);
  if (grown)
    *array = grown;
  n->ready = 0; /* what was prepared points at these */
  rosin_input *input = rosin_realloc(n->input, (size_t)(n->inputs + inputs + 1) * sizeof *input);
  if (input)
    n->input = input;
  if (!grown || !input) {
    rosin_fail(error, "out of memory for a member of the network");
    return NULL;
  }
  for (int i = 0; i < inputs; i++) {
    const double v = table[i].initial;
    n->input[n->inputs++] =
        (rosin_input){&table[i], .initial = v, .hold = v, .last = v, .mean = v, .busy = 1};
  }
  n->ready = 0;
  return memset((char *)grown + (size_t)(*count)++ * size, 0, size);
}

static int table_length(const rosin_parameter *table) {
  int count = 0;
  while (table && table[count].name)
    count++;
  return count;
}

int rosin_network_body(rosin_network *n, const char *name, rosin_body *body, rosin_error *error) {
  if (check_name(n, name, error))
    return -1;
  if (!body)
    return rosin_fail(error, "%s: there is no body", name);
  if (body->rate != n->rate)
    return rosin_fail(error, "%s: made for %g Hz, the network runs at %g Hz", name, body->rate,
                      n->rate);
  for (int i = 0; i < n->members; i++)
    if (n->member[i].body == body)
      return rosin_fail(error, "%s: this body is in the network already, as '%s'", name,
                        n->member[i].name);
  const int inputs = table_length(body->ops->controls), first = n->inputs;
  rosin_member *m =
      append(n, (void **)&n->member, &n->members, sizeof *m, body->ops->controls, inputs, error);
  if (!m)
    return -1;
  snprintf(m->name, sizeof m->name, "%s", name);
  m->body = body;
  m->input = first;
  m->inputs = inputs;
  return 0;
}

static rosin_row *add_row(rosin_network *n, const char *name, const char *a, const char *b,
                          const rosin_parameter *table, rosin_error *error) {
  if (check_name(n, name, error))
    return NULL;
  const int first = n->inputs;
  if (!a || !b || strlen(a) >= ROSIN_NAME || strlen(b) >= ROSIN_NAME || !*a || !*b) {
    rosin_fail(error, "%s: a body's name has 1 to %d bytes", name, ROSIN_NAME - 1);
    return NULL;
  }
  rosin_row *r =
      append(n, (void **)&n->row, &n->rows, sizeof *r, table, table_length(table), error);
  if (!r)
    return NULL;
  snprintf(r->name, sizeof r->name, "%s", name);
  snprintf(r->body_name[0], ROSIN_NAME, "%s", a);
  snprintf(r->body_name[1], ROSIN_NAME, "%s", b);
  r->input = first;
  r->points = 1;
  return r;
}

/* Each contact has a noise of its own, by its name (FNV-1a), whatever the order. */
static void seed_row(const rosin_network *n, const rosin_row *r) {
  unsigned long long hash = 0xcbf29ce484222325u ^ (n->seed * 0x9e3779b97f4a7c15u);
  for (const char *at = r->name; *at; at++)
    hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
  rosin_contact_seed(r->contact, hash);
}

/* The points of the contact in the last row, each a row of its own. */
static int add_points(rosin_network *n, rosin_contact *whole, rosin_error *error) {
  const int first = n->rows - 1, inputs = n->inputs;
  for (int i = 0; i < whole->points; i++) {
    rosin_row *r =
        i ? append(n, (void **)&n->row, &n->rows, sizeof *r, NULL, 0, error) : &n->row[first];
    if (!r) { /* all of it or nothing */
      n->rows = first;
      n->inputs = inputs - ROSIN_INS;
      return -1;
    }
    if (i) {
      *r = n->row[first];
      const char number[] = {'#', (char)('1' + i), 0};
      memcpy(r->name + strlen(r->name), number, sizeof number);
    }
    r->kind = ROSIN_ROW_CONTACT;
    r->contact = rosin_contact_point(whole, i);
    r->whole = whole;
    r->point = i;
    r->points = whole->points;
    r->across = r->presser = -1;
    seed_row(n, r);
  }
  whole->joined = 1;
  return 0;
}

int rosin_network_contact(rosin_network *n, const char *name, rosin_contact *contact, const char *a,
                          const char *b, rosin_error *error) {
  if (check_name(n, name, error))
    return -1;
  if (!contact)
    return rosin_fail(error, "%s: there is no contact", name);
  for (int i = 0; i < n->rows; i++)
    if (n->row[i].whole == contact)
      return rosin_fail(error, "%s: this contact is in the network already, as '%s'", name,
                        n->row[i].name);
  if (contact->rate != n->rate)
    return rosin_fail(error, "%s: made for %g Hz, the network runs at %g Hz", name, contact->rate,
                      n->rate);
  if (!add_row(n, name, a, b, rosin_contact_parameters(), error))
    return -1;
  return add_points(n, contact, error);
}

/* Index of a contact by name, -1 and an error. */
static int contact_named(const rosin_network *n, const char *what, const char *name,
                         rosin_error *error) {
  const int i = rosin_network_find_row(n, name);
  if (i >= 0 && n->row[i].kind == ROSIN_ROW_CONTACT)
    return i;
  return rosin_fail(error, "%s: there is no contact named '%.80s'", what, name);
}

int rosin_network_across(rosin_network *n, const char *name, const char *other,
                         rosin_error *error) {
  if (!n || !name || !other)
    return rosin_fail(error, "across: needs a network and the names of two of its contacts");
  const int i = contact_named(n, "across", name, error);
  const int j = i < 0 ? -1 : contact_named(n, "across", other, error);
  if (i < 0 || j < 0)
    return -1;
  if (i == j)
    return rosin_fail(error, "across: '%s' cannot be its own second axis", name);
  if ((n->row[i].across >= 0 && n->row[i].across != j) ||
      (n->row[j].across >= 0 && n->row[j].across != i))
    return rosin_fail(error, "across: '%s' or '%s' has a second axis already", name, other);
  if (n->row[i].points != n->row[j].points)
    return rosin_fail(error, "across: '%s' has %d points, '%s' %d", name, n->row[i].points, other,
                      n->row[j].points);
  for (int k = 0; k < n->row[i].points; k++) {
    n->row[i + k].across = j + k;
    n->row[j + k].across = i + k;
  }
  n->ready = 0;
  return 0;
}

int rosin_network_load(rosin_network *n, const char *name, const char *other, rosin_error *error) {
  if (!n || !name || !other)
    return rosin_fail(error, "load: needs a network and the names of two of its contacts");
  const int i = contact_named(n, "load", name, error);
  const int j = i < 0 ? -1 : contact_named(n, "load", other, error);
  if (i < 0 || j < 0)
    return -1;
  if (n->row[i].contact->law.ops->normal)
    return rosin_fail(error, "load: '%s' is an impact, which needs none", name);
  if (!n->row[j].contact->law.ops->normal)
    return rosin_fail(error, "load: '%s' rubs by the law %s; only an impact can press", other,
                      n->row[j].contact->law.ops->name);
  if (n->row[i].points > 1 || n->row[j].points > 1)
    return rosin_fail(error, "load: '%s' has %d points and '%s' %d; both must have one", name,
                      n->row[i].points, other, n->row[j].points);
  n->row[i].presser = j;
  n->ready = 0;
  return 0;
}

int rosin_network_control_rate(rosin_network *n, double rate, rosin_error *error) {
  if (!n || !(rate >= 0 && rate <= 1e7)) {
    rosin_fail(error, "control_rate: %g is out of range: 0 to 1e7 Hz", rate);
    return -1;
  }
  n->control_rate = rate;
  n->ready = 0;
  return 0;
}

void rosin_network_seed(rosin_network *n, unsigned long long seed) {
  if (!n)
    return;
  n->seed = seed;
  for (int i = 0; i < n->rows; i++)
    if (n->row[i].kind == ROSIN_ROW_CONTACT)
      seed_row(n, &n->row[i]);
}

int rosin_network_joint(rosin_network *n, const char *name, const char *a, double position_a,
                        const char *b, double position_b, rosin_error *error) {
  if (check_name(n, name, error))
    return -1;
  if (!isfinite(position_a) || !isfinite(position_b))
    return rosin_fail(error, "%s: a joint's position must be a finite number", name);
  rosin_row *r = add_row(n, name, a, b, joint_table, error);
  if (!r)
    return -1;
  r->kind = ROSIN_ROW_JOINT;
  r->position[0] = position_a;
  r->position[1] = position_b;
  return 0;
}

int rosin_network_push(rosin_network *n, const char *name, const char *body, double position,
                       rosin_error *error) {
  if (check_name(n, name, error))
    return -1;
  const int first = n->inputs;
  if (!isfinite(position))
    return rosin_fail(error, "%s.position: must be a finite number", name);
  if (!body || strlen(body) >= ROSIN_NAME)
    return rosin_fail(error, "%s: a body's name has 1 to %d bytes", name, ROSIN_NAME - 1);
  rosin_push *p = append(n, (void **)&n->push, &n->pushes, sizeof *p, push_table, 1, error);
  if (!p)
    return -1;
  snprintf(p->name, sizeof p->name, "%s", name);
  snprintf(p->body_name, sizeof p->body_name, "%s", body);
  p->position = position;
  p->input = first;
  return 0;
}

/* KEY of a row's signal. */
static int row_signal(const char *key, enum rosin_row_kind kind, rosin_signal *s) {
  static const char *const keys[] = {"velocity", "force", "bristle", "normal", "dissipation"};
  const int allowed = kind == ROSIN_ROW_CONTACT ? 5 : 2;
  for (int i = 0; i < allowed; i++)
    if (strcmp(key, keys[i]) == 0) {
      s->kind = (enum rosin_signal_kind)i;
      return 0;
    }
  return -1;
}

/* WHAT@POSITION of a body. */
static int body_signal(const rosin_body *body, char *key, rosin_signal *s, rosin_error *error) {
  static const char *const keys[] = {"velocity", "displacement", "acceleration", "bridge_force"};
  char *at = strchr(key, '@');
  if (at)
    *at++ = 0;
  int what = 0;
  while (what < 4 && strcmp(key, keys[what]))
    what++;
  if (what == 4 || !body->ops->observes(body, (rosin_observable)what))
    return rosin_fail(error, "signal '%s': a %s has no '%s'", s->name, body->ops->kind, key);
  s->kind = ROSIN_SIGNAL_PORT;
  s->what = (rosin_observable)what;
  if (what == ROSIN_OBSERVE_BRIDGE_FORCE)
    return 0;
  if (!at)
    return rosin_fail(error, "signal '%s': needs a position, as in %s@0.5", s->name, key);
  char *end;
  s->position = rosin_number_read(at, &end);
  if (*at && !*end && isfinite(s->position))
    return 0;
  if (body->ops->point(body, at, &s->position))
    return rosin_fail(error, "signal '%s': '%s' is neither a number nor a named point", s->name,
                      at);
  return 0;
}

int rosin_network_signal(rosin_network *n, const char *name, rosin_error *error) {
  rosin_signal s = {.row = -1, .body = -1, .silence = INFINITY, .low = INFINITY, .high = -INFINITY};
  char buffer[sizeof s.name];
  if (!n || !name)
    return rosin_fail(error, "a signal needs a network and a name");
  if (strlen(name) >= sizeof buffer)
    return rosin_fail(error, "signal '%.80s...': too long", name);
  for (int i = 0; i < n->signals; i++)
    if (strcmp(n->signal[i].name, name) == 0)
      return i;
  snprintf(s.name, sizeof s.name, "%s", name);
  snprintf(buffer, sizeof buffer, "%s", name);
  char *key = strchr(buffer, '.');
  if (!key)
    return rosin_fail(error, "signal '%s': must be NAME.KEY, as in bow.force or d.velocity@0.5",
                      name);
  *key++ = 0;
  s.row = rosin_network_find_row(n, buffer);
  s.body = rosin_network_find_body(n, buffer);
  if (s.row < 0 && s.body < 0)
    return rosin_fail(error, "signal '%s': there is nothing named '%s'", name, buffer);
  if (s.row >= 0 && row_signal(key, n->row[s.row].kind, &s))
    return rosin_fail(error, "signal '%s': there is velocity, force%s", name,
                      n->row[s.row].kind == ROSIN_ROW_CONTACT ? ", bristle, normal, dissipation"
                                                              : "");
  if (s.body >= 0 && body_signal(n->member[s.body].body, key, &s, error))
    return -1;
  rosin_signal *place = append(n, (void **)&n->signal, &n->signals, sizeof s, NULL, 0, error);
  if (!place)
    return -1;
  *place = s;
  return n->signals - 1;
}
