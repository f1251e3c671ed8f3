/* SPDX-License-Identifier: BSD-3-Clause */
/* The controller: parameters as hosts show them, from 0 to 1. It keeps values of its own: what
 * sounds changes through the processor's queues alone, at its frames. */
#include "core/learn.h"
#include "core/words.h"
#include "plugin/vst3/midi.h"
#include "plugin/vst3/plugin.h"
#include "plugin/vst3/text.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 128 };

static v3_result V3_API set_component_state(void *self, struct v3_bstream **stream) {
  rosin_vst3 *p = rosin_vst3_of(self);
  double value[ROSIN_CORE_PARAMETERS] = {0};
  rosin_error error;
  char *text = rosin_vst3_read(stream);
  const int failed = !text || rosin_core_read(p->core, text, value, &error);
  free(text);
  for (int i = 0; !failed && i < rosin_core_parameters(p->core); i++) {
    const rosin_parameter *row = rosin_core_parameter(p->core, i);
    atomic_store(&p->shown[i], fmin(fmax(value[i], row->low), row->high));
  }
  return failed ? V3_INVALID_ARG : V3_OK;
}

/* It has which program was chosen; all else is the component's. */
static v3_result V3_API set_state(void *self, struct v3_bstream **stream) {
  if (!stream)
    return V3_INVALID_ARG;
  return rosin_vst3_program_load(rosin_vst3_of(self), stream);
}

static v3_result V3_API get_state(void *self, struct v3_bstream **stream) {
  if (!stream)
    return V3_INVALID_ARG;
  return rosin_vst3_program_save(rosin_vst3_of(self), stream);
}

/* Those with a row come first, then the program, then controllers. */
static int first_controller(const rosin_vst3 *p) {
  return rosin_core_parameters(p->core) + (p->programs > 0);
}

static int32_t V3_API count(void *self) {
  const rosin_vst3 *p = rosin_vst3_of(self);
  return first_controller(p) + (rosin_core_takes_notes(p->core) ? rosin_vst3_controllers() : 0);
}

static void describe_program(const rosin_vst3 *p, struct v3_param_info *info) {
  *info = (struct v3_param_info){.param_id = ROSIN_VST3_PROGRAM_ID,
                                 .step_count = p->programs - 1,
                                 .flags = V3_PARAM_CAN_AUTOMATE | V3_PARAM_IS_LIST |
                                          V3_PARAM_PROGRAM_CHANGE};
}

static v3_result V3_API get_info(void *self, int32_t at, struct v3_param_info *info) {
  const rosin_vst3 *p = rosin_vst3_of(self);
  const int rows = rosin_core_parameters(p->core);
  char name[LETTERS];
  if (at < 0 || at >= count(self))
    return V3_INVALID_ARG;
  if (at >= first_controller(p)) {
    const int controller = at - first_controller(p);
    *info = (struct v3_param_info){.param_id = rosin_vst3_controller_id(controller),
                                   .flags = V3_PARAM_CAN_AUTOMATE | V3_PARAM_IS_HIDDEN};
    rosin_vst3_controller_name(controller, name, LETTERS);
  } else if (at >= rows) {
    describe_program(p, info);
    snprintf(name, sizeof name, "Preset");
  } else {
    const rosin_parameter *row = rosin_core_parameter(p->core, at);
    *info =
        (struct v3_param_info){.param_id = p->id[at],
                               .default_normalised_value = rosin_vst3_normal(p, at, row->initial),
                               .flags = V3_PARAM_CAN_AUTOMATE,
                               .unit_id = 1 + rosin_core_group(p->core, at)}; /* 0: the root */
    if (rosin_core_parameter_stepped(p->core, at))
      info->step_count = (int32_t)(row->high - row->low);
    if (at == rosin_core_find(p->core, "bypass"))
      info->flags |= V3_PARAM_IS_BYPASS;
    if (info->step_count > 1)
      info->flags |= V3_PARAM_IS_LIST;
    rosin_vst3_widen(info->units, LETTERS, row->unit);
    rosin_words_name(p->core, at, name, sizeof name);
  }
  rosin_vst3_widen(info->title, LETTERS, name);
  rosin_vst3_widen(info->short_title, LETTERS, name);
  return V3_OK;
}

/* Whether what was found has a row of its own: it is neither the program nor of MIDI. */
static int has_row(int index) {
  return index >= 0 && index < ROSIN_CORE_PARAMETERS;
}

static v3_result V3_API get_string(void *self, v3_param_id id, double normal, v3_str_128 text) {
  const rosin_vst3 *p = rosin_vst3_of(self);
  const int index = rosin_vst3_find(p, id);
  char words[LETTERS];
  if (index == ROSIN_VST3_PROGRAM) {
    rosin_vst3_widen(text, LETTERS, rosin_vst3_program_name(p, rosin_vst3_program_of(p, normal)));
    return V3_OK;
  }
  if (!has_row(index))
    return V3_INVALID_ARG;
  rosin_words_value(p->core, index, rosin_vst3_plain(p, index, normal), words, sizeof words);
  rosin_vst3_widen(text, LETTERS, words);
  return V3_OK;
}

static v3_result program_named(const rosin_vst3 *p, const char *words, double *normal) {
  const char *name;
  for (int i = 0; (name = rosin_vst3_program_name(p, i)); i++)
    if (strcmp(name, words) == 0) {
      *normal = rosin_vst3_program_normal(p, i);
      return V3_OK;
    }
  return V3_FALSE;
}

static v3_result V3_API get_value(void *self, v3_param_id id, int16_t *text, double *normal) {
  const rosin_vst3 *p = rosin_vst3_of(self);
  const int index = rosin_vst3_find(p, id);
  char words[LETTERS];
  double value;
  if ((!has_row(index) && index != ROSIN_VST3_PROGRAM) || !text)
    return V3_INVALID_ARG;
  rosin_vst3_narrow(words, LETTERS, text);
  if (index == ROSIN_VST3_PROGRAM)
    return program_named(p, words, normal);
  if (rosin_words_read(p->core, index, words, &value))
    return V3_FALSE;
  *normal = fmin(fmax(rosin_vst3_normal(p, index, value), 0), 1);
  return V3_OK;
}

static double V3_API to_plain(void *self, v3_param_id id, double normal) {
  const rosin_vst3 *p = rosin_vst3_of(self);
  const int index = rosin_vst3_find(p, id);
  if (index == ROSIN_VST3_PROGRAM)
    return rosin_vst3_program_of(p, normal);
  return has_row(index) ? rosin_vst3_plain(p, index, normal) : normal;
}

static double V3_API to_normal(void *self, v3_param_id id, double plain) {
  const rosin_vst3 *p = rosin_vst3_of(self);
  const int index = rosin_vst3_find(p, id);
  if (index == ROSIN_VST3_PROGRAM)
    return rosin_vst3_program_normal(p, (int)fmin(fmax(plain, 0), p->programs - 1));
  return has_row(index) ? rosin_vst3_normal(p, index, plain) : plain;
}

static double V3_API get(void *self, v3_param_id id) {
  rosin_vst3 *p = rosin_vst3_of(self);
  const int index = rosin_vst3_find(p, id);
  if (index == ROSIN_VST3_PROGRAM)
    return rosin_vst3_program_normal(p, atomic_load(&p->chosen));
  return has_row(index) ? rosin_vst3_normal(p, index, atomic_load(&p->shown[index])) : 0;
}

/* What comes in makes the plugin later, which hosts take in as they begin anew: it is there then.
 */
static void change_latency(rosin_vst3 *p, int index, double value) {
  rosin_core_put(p->core, index, value);
  if (p->handler)
    (*p->handler)->restart_component(p->handler, V3_RESTART_LATENCY_CHANGED);
}

static v3_result V3_API set(void *self, v3_param_id id, double normal) {
  rosin_vst3 *p = rosin_vst3_of(self);
  const int index = rosin_vst3_find(p, id);
  if (index < 0 || !isfinite(normal))
    return V3_INVALID_ARG;
  if (index == ROSIN_VST3_PROGRAM)
    rosin_vst3_program_show(p, rosin_vst3_program_of(p, normal));
  if (!has_row(index) || get(self, id) == normal)
    return V3_OK;
  const double before = atomic_load(&p->shown[index]);
  const double value = rosin_vst3_plain(p, index, normal);
  atomic_store(&p->shown[index], value);
  if (value != before && index == rosin_core_find(p->core, "input"))
    change_latency(p, index, value);
  return V3_OK;
}

static v3_result V3_API set_handler(void *self, struct v3_component_handler **handler) {
  rosin_vst3_of(self)->handler = handler;
  return V3_OK;
}

static struct v3_plugin_view **V3_API create_view(void *self, const char *name) {
  return name && strcmp(name, "editor") == 0 ? rosin_vst3_view(rosin_vst3_of(self)) : NULL;
}

/* ---- MIDI ---------------------------------------------------------------------------------- */

static v3_result V3_API get_assignment(void *self, int32_t bus, int16_t channel, int16_t number,
                                       v3_param_id *id) {
  const int index = bus == 0 && rosin_core_takes_notes(rosin_vst3_of(self)->core)
                        ? rosin_vst3_controller_of(channel, number)
                        : -1;
  if (index < 0)
    return V3_FALSE;
  const int given = rosin_core_given(rosin_vst3_of(self)->core, number); /* the host moves it */
  *id = given < 0 ? rosin_vst3_controller_id(index) : rosin_vst3_of(self)->id[given];
  return V3_OK;
}

const struct v3_edit_controller rosin_vst3_controller = {
    .query_interface = rosin_vst3_query,
    .ref = rosin_vst3_ref,
    .unref = rosin_vst3_unref,
    .initialize = rosin_vst3_initialize,
    .terminate = rosin_vst3_terminate,
    .set_component_state = set_component_state,
    .set_state = set_state,
    .get_state = get_state,
    .get_parameter_count = count,
    .get_parameter_info = get_info,
    .get_parameter_string_for_value = get_string,
    .get_parameter_value_for_string = get_value,
    .normalised_parameter_to_plain = to_plain,
    .plain_parameter_to_normalised = to_normal,
    .get_parameter_normalised = get,
    .set_parameter_normalised = set,
    .set_component_handler = set_handler,
    .create_view = create_view,
};

const struct v3_midi_mapping rosin_vst3_mapping = {
    .query_interface = rosin_vst3_query,
    .ref = rosin_vst3_ref,
    .unref = rosin_vst3_unref,
    .get_midi_controller_assignment = get_assignment,
};
