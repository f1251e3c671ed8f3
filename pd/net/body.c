/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/net/body.h"
#include "pd/net/net.h"
#include "pd/net/sound/inputs.h"
#include "pd/net/sound/level.h"
#include "pd/net/sound/multichannel.h"
#include "pd/net/sound/stroke.h"

#include <stdio.h>
#include <string.h>

static const rosin_parameter drive_row = {"drive", "N", -1e6, 1e6, 1, "force for 1 at the inlet",
                                          0,       0};

int rosin_pd_body_begin(rosin_pd_member *m, const rosin_pd_class *class, int count,
                        const t_atom *atoms, const char *first_key, const char *other_key) {
  int used = 0, wanted = 0;
  double pickups = 1;
  m->class = class;
  if (count && atoms[0].a_type == A_SYMBOL && strcmp(atoms[0].a_w.w_symbol->s_name, "-m") == 0) {
    wanted = 1;
    used = 1;
  }
  m->name = rosin_pd_word(count, atoms, used, "");
  used += used < count;
  if (used < count && atoms[used].a_type == A_FLOAT) {
    static const rosin_parameter row = {"pickups", "", 1, ROSIN_PD_OUTPUTS, 1, "", 0};
    if (rosin_pd_in_range(m, &row, 1, &atoms[used], &pickups))
      pickups = 1;
    used++;
  }
  if (wanted && !rosin_pd_has_multichannel())
    pd_error(m, "%s: -m: this Pd has no multichannel signals; one outlet a pickup instead",
             class->name);
  m->channels = wanted && rosin_pd_has_multichannel();
  m->place[0] = m->touched = class->touched;
  m->drive = m->driven = drive_row.initial;
  rosin_pd_input_add(m, rosin_push_parameters(), 1, 1);
  for (int k = 0; k < (int)pickups; k++)
    rosin_pd_output_add(m, k ? other_key : first_key);
  rosin_pd_join(m, class);
  return used;
}

void rosin_pd_body_stands(rosin_pd_member *m, double touched, const char *heard) {
  m->touched = touched;
  if (!m->own_push)
    m->place[0] = touched;
  for (int k = 0; k < m->outputs; k++)
    if (!m->output[k].own_key)
      snprintf(m->output[k].key, ROSIN_PD_SIGNAL, "velocity@%s", heard);
}

int rosin_pd_body_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  if (strcmp(key, "push") == 0) {
    if (rosin_pd_place_message(m, key, 0, count, atoms, &m->place[0]) == 0) {
      m->own_push = 1;
      rosin_pd_change(m);
    }
    return 1;
  }
  if (strcmp(key, drive_row.name) == 0) {
    if (rosin_pd_in_range(m, &drive_row, count, atoms, &m->drive) == 0)
      m->own_drive = 1;
    return 1;
  }
  return rosin_pd_stroke_message(m, key, count, atoms) ||
         rosin_pd_common_message(m, key, count, atoms);
}

void rosin_pd_body_state(rosin_pd_member *m) {
  rosin_pd_say_place(m, "push", 0, m->place[0]);
  rosin_pd_say_number(m, drive_row.name, m->drive);
  rosin_pd_say_outputs(m);
  rosin_pd_level_say(m);
  rosin_pd_say_inputs(m);
}
