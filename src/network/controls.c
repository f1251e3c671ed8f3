/* SPDX-License-Identifier: BSD-3-Clause */
/* Controls: by name, held or fed; always finite and in range inside. */
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

int rosin_network_control(const rosin_network *n, const char *name) {
  if (!n || !name)
    return -1;
  char buffer[ROSIN_NAME];
  const char *dot = strchr(name, '.');
  const size_t length = dot ? (size_t)(dot - name) : 0;
  int first = 0;
  if (!dot || length >= sizeof buffer)
    return -1;
  memcpy(buffer, name, length);
  buffer[length] = 0;
  const int k = in_table(owner(n, buffer, &first), dot + 1);
  return k < 0 ? -1 : first + k;
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

void rosin_network_hold(rosin_network *n, int control, double value) {
  if (!has(n, control) || value == n->input[control].hold || !isfinite(value))
    return; /* saying it again costs nothing */
  rosin_input *in = &n->input[control];
  const double held = fmin(fmax(value, in->parameter->low), in->parameter->high);
  if (held == in->hold)
    return;
  in->hold = held;
  rosin_input_wake(n, control);
}

double rosin_network_held(const rosin_network *n, int control) {
  return has(n, control) ? n->input[control].hold : (double)NAN;
}

void rosin_network_jump(rosin_network *n, int control, double value) {
  if (!has(n, control) || !isfinite(value))
    return;
  rosin_network_hold(n, control, value);
  n->input[control].last = n->input[control].hold;
  n->jerk = 1;
  rosin_input_wake(n, control);
}

double rosin_network_value(const rosin_network *n, int control) {
  return has(n, control) ? n->input[control].last : (double)NAN;
}

void rosin_network_feed(rosin_network *n, int control, const double *values) {
  if (!has(n, control) || (!values && !n->input[control].feed))
    return;
  n->input[control].feed = values;
  rosin_input_wake(n, control);
}
