/* SPDX-License-Identifier: BSD-3-Clause */
/* Presets as VST3 has them: a list of programs of the root unit, and a parameter that says which
 * was chosen last. The first program is what a new plugin has. Values are read once, so that the
 * audio thread may choose. */
#include "core/presets.h"
#include "plugin/vst3/plugin.h"
#include "plugin/vst3/text.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 128 };

static const char first[] = "Default";

int rosin_vst3_programs_make(rosin_vst3 *p) {
  const rosin_preset *preset;
  rosin_error error;
  const int count = rosin_core_presets(p->core);
  int failed = 0;
  if (!count)
    return 0;
  p->program = calloc((size_t)count + 1, sizeof *p->program);
  if (!p->program)
    return -1;
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    p->program[0][i] = rosin_core_parameter(p->core, i)->initial;
  for (int k = 0; !failed && (preset = rosin_core_preset(p->core, k)); k++) {
    char *state = rosin_preset_state(p->core, preset);
    failed = !state || rosin_core_read(p->core, state, p->program[k + 1], &error);
    free(state);
  }
  p->programs = failed ? 0 : count + 1;
  return failed ? -1 : 0;
}

const char *rosin_vst3_program_name(const rosin_vst3 *p, int at) {
  if (at < 0 || at >= p->programs)
    return NULL;
  return at ? rosin_core_preset(p->core, at - 1)->name : first;
}

int rosin_vst3_program_of(const rosin_vst3 *p, double normal) {
  const int last = p->programs - 1;
  return last < 1 ? 0 : (int)round(fmin(fmax(normal, 0), 1) * last);
}

double rosin_vst3_program_normal(const rosin_vst3 *p, int at) {
  return p->programs > 1 ? (double)at / (p->programs - 1) : 0;
}

void rosin_vst3_program_play(rosin_vst3 *p, int frame, int at) {
  if (atomic_exchange(&p->played, at) == at)
    return;
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    if (rosin_preset_sets(p->core, i) &&
        (rosin_vst3_may_wait(p, i) || rosin_core_get(p->core, i) != p->program[at][i]))
      rosin_core_set(p->core, frame, i, p->program[at][i]);
}

void rosin_vst3_program_show(rosin_vst3 *p, int at) {
  if (atomic_exchange(&p->chosen, at) == at)
    return;
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    if (rosin_preset_sets(p->core, i))
      atomic_store(&p->shown[i], p->program[at][i]);
  if (p->handler)
    (*p->handler)->restart_component(p->handler, V3_RESTART_PARAM_VALUES_CHANGED);
}

/* ---- what the controller keeps -------------------------------------------------------------- */

static const char head[] = "rosin-program ";

/* By its name, so that a later version with others finds it. */
v3_result rosin_vst3_program_save(rosin_vst3 *p, struct v3_bstream **stream) {
  char text[sizeof head + LETTERS];
  const char *name = rosin_vst3_program_name(p, atomic_load(&p->chosen));
  snprintf(text, sizeof text, "%s%s\n", head, name ? name : first);
  return rosin_vst3_write(stream, text) ? V3_INTERNAL_ERR : V3_OK;
}

/* Only what is shown: values are the component's. */
v3_result rosin_vst3_program_load(rosin_vst3 *p, struct v3_bstream **stream) {
  char *text = rosin_vst3_read(stream);
  const char *name =
      text && strncmp(text, head, sizeof head - 1) == 0 ? text + sizeof head - 1 : "";
  const size_t length = strcspn(name, "\n");
  int found = -1;
  for (int i = 0; i < p->programs; i++) {
    const char *of = rosin_vst3_program_name(p, i);
    if (strlen(of) == length && strncmp(of, name, length) == 0)
      found = i;
  }
  free(text);
  if (found >= 0) {
    atomic_store(&p->chosen, found);
    atomic_store(&p->played, found); /* its values, or what was made of them, are there */
  }
  return found >= 0 ? V3_OK : V3_FALSE;
}
