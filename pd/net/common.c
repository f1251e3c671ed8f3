/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages that all members take: controls, pickups, how loud outlets are. */
#include "pd/member/bow.h"
#include "pd/member/talk.h"
#include "pd/net/net.h"
#include "pd/net/sound/inputs.h"
#include "pd/net/sound/level.h"

#include <stdio.h>
#include <string.h>

static const rosin_parameter gain_row = {"gain", "", -1e6, 1e6, 1, "factor on an outlet", 0, 0};
static const rosin_parameter hip_row = {"hip", "Hz", 0, 1000, 0, "high-pass of an outlet; 0 = none",
                                        0,     0};

/* gain VALUE, or gain OUTLET VALUE; hip the same. */
static int level_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  const int is_gain = strcmp(key, "gain") == 0;
  double value, which = 0;
  if (!is_gain && strcmp(key, "hip"))
    return 0;
  const rosin_parameter outlet = {"outlet", "", 1, m->outputs, 1, "", 0, 0};
  if ((count > 1 && rosin_pd_in_range(m, &outlet, 1, atoms, &which)) ||
      rosin_pd_in_range(m, is_gain ? &gain_row : &hip_row, count - (count > 1), atoms + (count > 1),
                        &value))
    return 1;
  for (int k = 0; k < m->outputs; k++)
    if (which < 1 || (int)which == k + 1) {
      rosin_pd_output *out = &m->output[k];
      *(is_gain ? &out->gain : &out->hip) = value;
      *(is_gain ? &out->own_gain : &out->own_hip) = 1;
    }
  return 1;
}

void rosin_pd_level_say(rosin_pd_member *m) {
  for (int k = 0; k < m->outputs; k++) {
    t_atom atoms[2];
    SETFLOAT(&atoms[0], (t_float)(k + 1));
    SETFLOAT(&atoms[1], (t_float)m->output[k].gain);
    rosin_pd_say(m, "gain", 2, atoms);
    SETFLOAT(&atoms[1], (t_float)m->output[k].hip);
    rosin_pd_say(m, "hip", 2, atoms);
  }
}

/* Force and velocity are a hand's that seeks what sings, and nobody's setting. */
static int is_sought(const rosin_pd_member *m, const char *key) {
  return m->bow && m->bow->on && (!m->asked || m->file) &&
         (strcmp(key, "force") == 0 || strcmp(key, "velocity") == 0);
}

void rosin_pd_say_inputs(rosin_pd_member *m) {
  for (int k = 0; k < m->inputs; k++)
    if (!m->input[k].push && !is_sought(m, m->input[k].row->name) &&
        !(m->class->kind == ROSIN_PD_CONTACT && strncmp(m->input[k].row->name, "position", 8) == 0))
      rosin_pd_say_row(m, m->input[k].row,
                       m->live || m->lived ? m->input[k].held : (double)m->input[k].value);
}

void rosin_pd_say_outputs(rosin_pd_member *m) {
  for (int k = 0; k < m->outputs; k++) {
    t_atom atoms[2];
    SETFLOAT(&atoms[0], (t_float)(k + 1));
    SETSYMBOL(&atoms[1], gensym(m->output[k].key));
    rosin_pd_say(m, "pickup", 2, atoms);
  }
}

static void hear(rosin_pd_member *m, rosin_pd_output *out, const char *signal) {
  out->own_key = 1;
  if (strcmp(out->key, signal) == 0)
    return;
  snprintf(out->key, ROSIN_PD_SIGNAL, "%s", signal);
  rosin_pd_level_default(m, out);
  rosin_pd_change(m);
}

static void pickup(rosin_pd_member *m, int count, const t_atom *atoms) {
  const int index = count == 2 && atoms[0].a_type == A_FLOAT ? (int)atoms[0].a_w.w_float : 0;
  if (count != 2 || atoms[1].a_type != A_SYMBOL || index < 1 || index > m->outputs)
    pd_error(m,
             "%s: pickup: needs a number from 1 to %d and what to hear, as in 'pickup 1 "
             "velocity@0.2'",
             m->class->name, m->outputs);
  else if (strlen(atoms[1].a_w.w_symbol->s_name) >= ROSIN_PD_SIGNAL)
    pd_error(m, "%s: pickup: '%.40s...' is too long", m->class->name,
             atoms[1].a_w.w_symbol->s_name);
  else
    hear(m, &m->output[index - 1], atoms[1].a_w.w_symbol->s_name);
}

/* A place each, of the first pickups: their velocities there. */
static void pickups(rosin_pd_member *m, int count, const t_atom *atoms) {
  char place[ROSIN_PD_SIGNAL], signal[ROSIN_PD_SIGNAL + 16];
  if (count < 1 || count > m->outputs) {
    pd_error(m, "%s: pickups: needs 1 to %d places, a pickup each, as in 'pickups 0.1 0.3'; not %d",
             m->class->name, m->outputs, count);
    return;
  }
  for (int k = 0; k < count; k++) {
    atom_string(&atoms[k], place, sizeof place);
    snprintf(signal, sizeof signal, "velocity@%s", place);
    if (strlen(signal) >= ROSIN_PD_SIGNAL)
      pd_error(m, "%s: pickups: '%.40s...' is too long", m->class->name, place);
    else
      hear(m, &m->output[k], signal);
  }
}

int rosin_pd_common_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  if (m->class->kind == ROSIN_PD_BODY && strcmp(key, "pickup") == 0) {
    pickup(m, count, atoms);
    return 1;
  }
  if (m->class->kind == ROSIN_PD_BODY && strcmp(key, "pickups") == 0) {
    pickups(m, count, atoms);
    return 1;
  }
  if (level_message(m, key, count, atoms))
    return 1;
  for (int k = 0; k < m->inputs; k++)
    if (!m->input[k].push && strcmp(m->input[k].row->name, key) == 0) {
      double value;
      if (rosin_pd_in_range(m, m->input[k].row, count, atoms, &value) == 0)
        rosin_pd_input_set(m, key, value);
      return 1;
    }
  return 0;
}
