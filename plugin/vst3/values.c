/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameters by their ids, and their values as shares of a range. */
#include "plugin/shared.h"
#include "plugin/vst3/midi.h"
#include "plugin/vst3/plugin.h"

#include <math.h>
#include <stdatomic.h>

enum { ID_BITS = 0x3fffffff };

v3_param_id rosin_vst3_id(const rosin_parameter *row) {
  return rosin_plugin_id(row) & ID_BITS;
}

int rosin_vst3_find(const rosin_vst3 *p, v3_param_id id) {
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    if (p->id[i] == id)
      return i;
  if (id == ROSIN_VST3_PROGRAM_ID)
    return p->programs ? ROSIN_VST3_PROGRAM : -1;
  const int controller = rosin_core_takes_notes(p->core) ? rosin_vst3_controller_find(id) : -1;
  return controller < 0 ? -1 : ROSIN_CORE_PARAMETERS + controller;
}

double rosin_vst3_normal(const rosin_vst3 *p, int index, double plain) {
  const rosin_parameter *row = rosin_core_parameter(p->core, index);
  return row ? (plain - row->low) / (row->high - row->low) : plain;
}

double rosin_vst3_plain(const rosin_vst3 *p, int index, double normal) {
  const rosin_parameter *row = rosin_core_parameter(p->core, index);
  const double share = fmin(fmax(normal, 0), 1);
  if (!row)
    return share;
  const double plain = row->low + share * (row->high - row->low);
  return rosin_core_parameter_stepped(p->core, index) ? round(plain) : plain;
}

int rosin_vst3_may_wait(const rosin_vst3 *p, int index) {
  return p->offline && !rosin_core_parameter_live(p->core, index);
}

void rosin_vst3_show(rosin_vst3 *p) {
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    atomic_store(&p->shown[i], rosin_core_get(p->core, i));
}
