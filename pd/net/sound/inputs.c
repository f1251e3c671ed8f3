/* SPDX-License-Identifier: BSD-3-Clause */
/* Inlets, outlets and controls of a member. */
#include "pd/net/sound/inputs.h"
#include "pd/member/registry.h"
#include "pd/net/sound/level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const t_float rosin_pd_unset = (t_float)1e30;

/* A string is held where it ends, at its bridge. */
double rosin_pd_stands(const rosin_pd_member *m, const rosin_pd_member *body) {
  return m->class->kind == ROSIN_PD_JOINT && body->open > 0 ? 0 : body->touched;
}

double rosin_pd_touched(const rosin_pd_member *m, int side) {
  for (const rosin_pd_member *k = m->registry->members; k; k = k->next)
    if (k->class->kind == ROSIN_PD_BODY && k->name == m->side[side] && k->name != &s_)
      return rosin_pd_stands(m, k);
  return 0;
}

void rosin_pd_input_add(rosin_pd_member *m, const rosin_parameter *row, int push, int inlet) {
  if (m->inputs >= ROSIN_PD_INPUTS)
    return;
  rosin_pd_input *in = &m->input[m->inputs];
  *in = (rosin_pd_input){.row = row, .push = push, .signal = inlet};
  in->value = (t_float)row->initial;
  in->held = row->initial;
  if (strcmp(row->name, "position") == 0 || strcmp(row->name, "position_a") == 0) {
    in->place = row->name[8] ? 1 : 2;
    in->value = rosin_pd_unset;
  }
  if (inlet && m->inputs > 0)
    in->inlet = signalinlet_new(&m->object, in->value);
  m->inputs++;
}

void rosin_pd_output_add(rosin_pd_member *m, const char *key) {
  rosin_pd_output *more = m->outputs < ROSIN_PD_OUTPUTS
                              ? realloc(m->output, (size_t)(m->outputs + 1) * sizeof *more)
                              : NULL;
  if (!more)
    return;
  m->output = more;
  m->output[m->outputs] = (rosin_pd_output){0};
  snprintf(m->output[m->outputs].key, ROSIN_PD_SIGNAL, "%s", key);
  rosin_pd_level_default(m, &m->output[m->outputs]);
  m->output[m->outputs].reached = m->output[m->outputs].gain;
  m->output[m->outputs++].signal = -1;
}

void rosin_pd_outlets(rosin_pd_member *m) {
  for (int k = 0; k < (m->channels ? 1 : m->outputs); k++)
    outlet_new(&m->object, &s_signal);
  m->info = outlet_new(&m->object, &s_anything);
}

int rosin_pd_input_set(rosin_pd_member *m, const char *key, double value) {
  for (int k = 0; k < m->inputs; k++) {
    rosin_pd_input *in = &m->input[k];
    if (in->push || strcmp(in->row->name, key))
      continue;
    in->value = (t_float)value;
    in->given = 1;
    if (in->inlet)
      pd_float((t_pd *)in->inlet, in->value);
    return 1;
  }
  return 0;
}

int rosin_pd_is_force(const rosin_pd_member *m, const rosin_pd_input *in) {
  return in->push || (m->class->kind == ROSIN_PD_CONTACT && strcmp(in->row->name, "force") == 0);
}
