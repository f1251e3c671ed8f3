/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups of parameters as VST3 has them: units under the root, which has the list of programs. */
#include "plugin/vst3/plugin.h"
#include "plugin/vst3/text.h"

enum { LETTERS = 128, LIST = 0 /* the only one */ };

static int groups(void *self) {
  int count = 0;
  while (rosin_core_group_name(rosin_vst3_of(self)->core, count))
    count++;
  return count;
}

static int32_t V3_API get_unit_count(void *self) {
  return 1 + groups(self);
}

static v3_result V3_API get_unit_info(void *self, int32_t at, v3_unit_info *info) {
  if (at < 0 || at > groups(self) || !info)
    return V3_INVALID_ARG;
  const int root = at == 0;
  *info = (v3_unit_info){.id = at,
                         .parent_unit_id = root ? -1 : 0,
                         .program_list_id = root && rosin_vst3_of(self)->programs ? LIST : -1};
  rosin_vst3_widen(info->name, LETTERS,
                   root ? "Root" : rosin_core_group_name(rosin_vst3_of(self)->core, at - 1));
  return V3_OK;
}

static int32_t V3_API none(void *self) {
  (void)self;
  return 0;
}

static int32_t V3_API list_count(void *self) {
  return rosin_vst3_of(self)->programs > 0;
}

static v3_result V3_API get_list(void *self, int32_t at, v3_program_list_info *info) {
  if (at < 0 || at >= list_count(self) || !info)
    return V3_INVALID_ARG;
  *info = (v3_program_list_info){.id = LIST, .programCount = rosin_vst3_of(self)->programs};
  rosin_vst3_widen(info->name, LETTERS, "Presets");
  return V3_OK;
}

static v3_result V3_API get_name(void *self, int32_t list, int32_t at, v3_str_128 name) {
  const char *said = list == LIST ? rosin_vst3_program_name(rosin_vst3_of(self), at) : NULL;
  if (!said)
    return V3_INVALID_ARG;
  rosin_vst3_widen(name, LETTERS, said);
  return V3_OK;
}

static v3_result V3_API no_name(void *self, int32_t list, int32_t at, v3_str_128 name) {
  (void)self;
  (void)list;
  (void)at;
  (void)name;
  return V3_INVALID_ARG;
}

static v3_result V3_API no_info(void *self, int32_t list, int32_t at, const char *what,
                                v3_str_128 text) {
  (void)what;
  return no_name(self, list, at, text);
}

static v3_result V3_API no_names(void *self, int32_t list, int32_t at) {
  (void)self;
  (void)list;
  (void)at;
  return V3_FALSE;
}

static v3_result V3_API no_pitch(void *self, int32_t list, int32_t at, int16_t pitch,
                                 v3_str_128 name) {
  (void)pitch;
  return no_name(self, list, at, name);
}

/* One cannot be chosen, so it is the root. */
static v3_result V3_API select_unit(void *self, int32_t unit) {
  (void)self;
  return unit == 0 ? V3_OK : V3_FALSE;
}

static v3_result V3_API by_bus(void *self, int32_t type, int32_t direction, int32_t bus,
                               int32_t channel, int32_t *unit) {
  (void)self;
  (void)type;
  (void)direction;
  (void)bus;
  (void)channel;
  *unit = 0;
  return V3_OK;
}

static v3_result V3_API no_data(void *self, int32_t list, int32_t at, struct v3_bstream **data) {
  (void)data;
  return no_names(self, list, at);
}

const struct v3_unit_information rosin_vst3_units = {
    .query_interface = rosin_vst3_query,
    .ref = rosin_vst3_ref,
    .unref = rosin_vst3_unref,
    .get_unit_count = get_unit_count,
    .get_unit_info = get_unit_info,
    .get_program_list_count = list_count,
    .get_program_list_info = get_list,
    .get_program_name = get_name,
    .get_program_info = no_info,
    .has_program_pitch_names = no_names,
    .get_program_pitch_name = no_pitch,
    .get_selected_unit = none,
    .select_unit = select_unit,
    .get_unit_by_bus = by_bus,
    .set_unit_program_data = no_data,
};
