/* SPDX-License-Identifier: BSD-3-Clause */
/* Inlets, outlets and controls of a member. */
#include "pd/net/member.h"

#include <stdio.h>
#include <string.h>

void rosin_pd_input_add(rosin_pd_member *m, const rosin_parameter *row, int push, int inlet) {
  if (m->inputs >= ROSIN_PD_INPUTS)
    return;
  rosin_pd_input *in = &m->input[m->inputs];
  *in = (rosin_pd_input){.row = row, .push = push, .signal = inlet};
  in->value = (t_float)row->initial;
  in->held = row->initial;
  if (inlet && m->inputs > 0)
    in->inlet = signalinlet_new(&m->object, in->value);
  m->inputs++;
}

void rosin_pd_output_add(rosin_pd_member *m, const char *key) {
  if (m->outputs >= ROSIN_PD_OUTPUTS)
    return;
  snprintf(m->output[m->outputs].key, ROSIN_PD_SIGNAL, "%s", key);
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
    if (in->inlet)
      pd_float((t_pd *)in->inlet, in->value);
    return 1;
  }
  return 0;
}

int rosin_pd_is_force(const rosin_pd_member *m, const rosin_pd_input *in) {
  return in->push || (m->class->kind == ROSIN_PD_CONTACT && strcmp(in->row->name, "force") == 0);
}
