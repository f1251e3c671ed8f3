/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/desk.h"
#include "core/presets.h"

#include <math.h>
#include <string.h>

enum { PATIENCE = 20 }; /* turns */

void rosin_desk_start(rosin_desk *d, const rosin_core *core, const rosin_layout *layout,
                      const rosin_window_face *face) {
  memset(d, 0, sizeof *d);
  d->core = core;
  d->layout = layout;
  d->face = *face;
  d->under = d->held = d->key = d->preset = d->of = d->row = -1;
  d->x = d->y = 0.5;
  d->meter = d->most = -HUGE_VAL;
  rosin_sung_start(&d->sung);
  for (int i = 0; i < rosin_core_parameters(core); i++)
    d->side[0][i] = d->side[1][i] = rosin_desk_value(d, i);
  if (!layout->bows) {
    d->x = rosin_desk_share(d, layout->across);
    d->y = rosin_desk_share(d, layout->up);
  }
  d->curves = !layout->bows && rosin_core_curve(core, ROSIN_DESK_CURVE, d->curve) == 0;
  for (int i = 0; d->curves && i < ROSIN_DESK_CURVE; i++)
    d->least = fmin(d->least, d->curve[i]);
}

static double told(const rosin_desk *d, int index) {
  return d->face.get ? d->face.get(d->face.context, index) : rosin_core_get(d->core, index);
}

void rosin_desk_turn(rosin_desk *d) {
  for (int i = 0; i < rosin_core_parameters(d->core); i++)
    if (d->waits[i] && !d->begun[i])
      d->waits[i] =
          fabs(told(d, i) - d->meant[i]) <= 1e-6 * fabs(d->meant[i]) ? 0 : d->waits[i] - 1;
}

double rosin_desk_value(const rosin_desk *d, int index) {
  return index < 0 ? 0 : d->waits[index] ? d->meant[index] : told(d, index);
}

double rosin_desk_at(const rosin_desk *d, int index, double share) {
  const rosin_parameter *row = rosin_core_parameter(d->core, index);
  if (!row)
    return 0;
  const double value = row->low + fmin(fmax(share, 0), 1) * (row->high - row->low);
  return rosin_core_parameter_stepped(d->core, index) ? round(value) : value;
}

double rosin_desk_share(const rosin_desk *d, int index) {
  const rosin_parameter *row = rosin_core_parameter(d->core, index);
  if (!row)
    return 0.5;
  return fmin(fmax((rosin_desk_value(d, index) - row->low) / (row->high - row->low), 0), 1);
}

/* ---- edits --------------------------------------------------------------------------------- */

/* What a hand does while it sounds is nothing to undo. */
static int is_kept(const rosin_desk *d, int index) {
  const rosin_layout *l = d->layout;
  return index != l->press && !(l->bows && (index == l->across || index == l->up));
}

static void keep(rosin_desk *d, int index, double before, double after) {
  if (before == after || !is_kept(d, index))
    return;
  if (d->done == ROSIN_DESK_STEPS) {
    d->done -= ROSIN_DESK_STEPS / 4;
    memmove(d->step, d->step + ROSIN_DESK_STEPS / 4, (size_t)d->done * sizeof *d->step);
  }
  d->step[d->done++] = (rosin_desk_step){index, d->group, before, after};
  d->steps = d->done;
}

void rosin_desk_begin(rosin_desk *d, int index) {
  if (index < 0 || d->begun[index])
    return;
  if (!d->groups)
    d->group++;
  d->begun[index] = 1;
  d->before[index] = rosin_desk_value(d, index);
  d->face.begin(d->face.context, index);
}

void rosin_desk_set(rosin_desk *d, int index, double value) {
  const rosin_parameter *row = rosin_core_parameter(d->core, index);
  if (!row || !d->begun[index] || !isfinite(value))
    return;
  d->meant[index] = fmin(fmax(value, row->low), row->high);
  d->waits[index] = PATIENCE;
  d->face.set(d->face.context, index, d->meant[index]);
}

void rosin_desk_end(rosin_desk *d, int index) {
  if (index < 0 || !d->begun[index])
    return;
  d->begun[index] = 0;
  keep(d, index, d->before[index], rosin_desk_value(d, index));
  d->face.end(d->face.context, index);
}

void rosin_desk_put(rosin_desk *d, int index, double value) {
  if (!rosin_core_parameter(d->core, index) || d->begun[index])
    return;
  rosin_desk_begin(d, index);
  rosin_desk_set(d, index, value);
  rosin_desk_end(d, index);
}

void rosin_desk_let_go(rosin_desk *d) {
  const rosin_layout *l = d->layout;
  if ((d->pads || d->holds) && l->press >= 0)
    rosin_desk_set(d, l->press, 0);
  for (int i = 0; i < rosin_core_parameters(d->core); i++)
    rosin_desk_end(d, i);
  if (d->key >= 0 && d->face.note)
    d->face.note(d->face.context, d->key, 0);
  d->pads = d->holds = d->draws = 0;
  d->held = d->key = -1;
}

/* ---- and back ------------------------------------------------------------------------------ */

int rosin_desk_can_undo(const rosin_desk *d) {
  return d->done > 0;
}
int rosin_desk_can_redo(const rosin_desk *d) {
  return d->done < d->steps;
}

/* An edit that leaves no step of its own. */
static void restore(rosin_desk *d, int index, double value) {
  if (index < 0 || d->begun[index])
    return;
  rosin_desk_begin(d, index);
  rosin_desk_set(d, index, value);
  d->before[index] = rosin_desk_value(d, index);
  rosin_desk_end(d, index);
}

void rosin_desk_undo(rosin_desk *d) {
  if (!rosin_desk_can_undo(d))
    return;
  const unsigned group = d->step[d->done - 1].group;
  while (d->done > 0 && d->step[d->done - 1].group == group) {
    d->done--;
    restore(d, d->step[d->done].index, d->step[d->done].before);
  }
}

void rosin_desk_redo(rosin_desk *d) {
  if (!rosin_desk_can_redo(d))
    return;
  const unsigned group = d->step[d->done].group;
  for (; d->done < d->steps && d->step[d->done].group == group; d->done++)
    restore(d, d->step[d->done].index, d->step[d->done].after);
}

void rosin_desk_put_all(rosin_desk *d, const double *value) {
  d->group++;
  d->groups = 1;
  for (int i = 0; i < rosin_core_parameters(d->core); i++)
    if (rosin_preset_sets(d->core, i) && value[i] != rosin_desk_value(d, i))
      rosin_desk_put(d, i, value[i]);
  d->groups = 0;
}

void rosin_desk_turn_over(rosin_desk *d) {
  for (int i = 0; i < rosin_core_parameters(d->core); i++)
    d->side[d->now][i] = rosin_desk_value(d, i);
  d->now = !d->now;
  rosin_desk_put_all(d, d->side[d->now]);
}

void rosin_desk_new_take(rosin_desk *d) {
  rosin_desk_put(d, rosin_core_find(d->core, "seed"), rosin_core_new_take(d->core));
}
