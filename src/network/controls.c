/* SPDX-License-Identifier: BSD-3-Clause */
/* Controls: by name, held or fed; always finite and in range inside. */
#include "error.h"
#include "network/network.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int in_table(const rosin_parameter *table, const char *key) {
  for (int i = 0; table && table[i].name; i++)
    if (strcmp(table[i].name, key) == 0)
      return i;
  return -1;
}

/* First input and table of whatever is called `name`. */
static const rosin_parameter *owner(const rosin_network *n, const char *name, int *first) {
  int i = rosin_network_find_row(n, name);
  if (i >= 0) {
    *first = n->row[i].input;
    return n->row[i].kind == ROSIN_ROW_CONTACT ? rosin_contact_parameters()
                                               : rosin_joint_parameters();
  }
  if ((i = rosin_network_find_push(n, name)) >= 0) {
    *first = n->push[i].input;
    return rosin_push_parameters();
  }
  if ((i = rosin_network_find_body(n, name)) >= 0) {
    *first = n->member[i].input;
    return n->member[i].body->ops->controls;
  }
  return NULL;
}

/* Table and first input of what "NAME.KEY" belongs to; NULL: there is nothing of that name. */
static const rosin_parameter *owner_of(const rosin_network *n, const char *name, int *first) {
  char buffer[ROSIN_NAME];
  const char *dot = n && name ? strchr(name, '.') : NULL;
  const size_t length = dot ? (size_t)(dot - name) : 0;
  if (!dot || length >= sizeof buffer)
    return NULL;
  memcpy(buffer, name, length);
  buffer[length] = 0;
  return owner(n, buffer, first);
}

int rosin_network_control(const rosin_network *n, const char *name) {
  int first = 0;
  const rosin_parameter *table = owner_of(n, name, &first);
  const int k = table ? in_table(table, strchr(name, '.') + 1) : -1;
  return k < 0 ? -1 : first + k;
}

/* What there is in the place of a name that is none. */
static int tell_missing(const rosin_network *n, const char *name, rosin_error *error) {
  int first = 0;
  char keys[300] = "";
  const rosin_parameter *table = owner_of(n, name, &first);
  for (int i = 0; table && table[i].name; i++) {
    const size_t used = strlen(keys);
    snprintf(keys + used, sizeof keys - used, "%s%s", i ? ", " : "", table[i].name);
  }
  if (table)
    return rosin_fail(error, "there is no control '%.120s'; that has %s", name, keys);
  return rosin_fail(error, "there is no control '%.120s': NAME.KEY, of what is in the network",
                    name);
}

int rosin_network_control_find(const rosin_network *n, const char *name, rosin_error *error) {
  if (!n || !name)
    return rosin_fail(error, "there is no %s", n ? "name of a control" : "network");
  const int control = rosin_network_control(n, name);
  return control < 0 ? tell_missing(n, name, error) : control;
}

int rosin_network_control_for(const rosin_network *n, const char *name, double value,
                              rosin_error *error) {
  const int control = rosin_network_control_find(n, name, error);
  if (control < 0)
    return -1;
  const char *dot = strrchr(name, '.');
  char owner[ROSIN_NAME];
  snprintf(owner, sizeof owner, "%.*s", dot ? (int)(dot - name) : 0, name);
  return rosin_parameter_check(n->input[control].parameter, owner, value, error) ? -1 : control;
}

int rosin_network_set(rosin_network *n, const char *name, double value, rosin_error *error) {
  const int control = rosin_network_control_find(n, name, error);
  if (control < 0)
    return -1;
  return isfinite(value) ? rosin_network_hold(n, control, value)
                         : rosin_fail(error, "%.120s: must be a finite number", name);
}

static int has(const rosin_network *n, int control) {
  return n && control >= 0 && control < n->inputs;
}

const rosin_parameter *rosin_network_control_parameter(const rosin_network *n, int control) {
  return has(n, control) ? n->input[control].parameter : NULL;
}

double rosin_network_initial(const rosin_network *n, int control) {
  return has(n, control) ? n->input[control].initial : (double)NAN;
}

int rosin_network_hold(rosin_network *n, int control, double value) {
  if (!has(n, control) || !isfinite(value))
    return -1;
  if (value == n->input[control].hold)
    return 0; /* saying it again costs nothing */
  rosin_input *in = &n->input[control];
  const double held = fmin(fmax(value, in->parameter->low), in->parameter->high);
  if (held == in->hold)
    return 0;
  in->hold = held;
  rosin_input_wake(n, control);
  return 0;
}

double rosin_network_held(const rosin_network *n, int control) {
  return has(n, control) ? n->input[control].hold : (double)NAN;
}

int rosin_network_jump(rosin_network *n, int control, double value) {
  if (rosin_network_hold(n, control, value))
    return -1;
  n->input[control].last = n->input[control].hold;
  n->jerk = 1;
  rosin_input_wake(n, control);
  return 0;
}

double rosin_network_value(const rosin_network *n, int control) {
  return has(n, control) ? n->input[control].last : (double)NAN;
}

int rosin_network_feed(rosin_network *n, int control, const double *values) {
  if (!has(n, control))
    return -1;
  if (!values && !n->input[control].feed)
    return 0;
  n->input[control].feed = values;
  rosin_input_wake(n, control);
  return 0;
}
