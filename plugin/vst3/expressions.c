/* SPDX-License-Identifier: BSD-3-Clause */
/* Expressions of single notes that an instrument listens to; hosts send MPE as these. */
#include "format.h"
#include "number.h"
#include "plugin/vst3/plugin.h"
#include "plugin/vst3/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { LETTERS = 128 };

static const struct {
  const char *name, *unit;
  double initial, low, high; /* as shown */
  uint32_t type;
  int32_t flags;
} table[] = {{"tuning", "semitones", 0.5, -120, 120, V3_TUNING, V3_EXPRESSION_IS_BIPOLAR},
             {"vibrato", "cents", 0, 0, 50, V3_VIBRATO, V3_EXPRESSION_IS_ABSOLUTE},
             {"dynamics", "", 0.5, 0, 1, V3_EXPRESSION, V3_EXPRESSION_IS_ABSOLUTE},
             {"to the bridge", "", 0.5, 0, 1, V3_BRIGHTNESS, V3_EXPRESSION_IS_ABSOLUTE}};
enum { EXPRESSIONS = sizeof table / sizeof *table };

static int find(uint32_t type) {
  for (int i = 0; i < EXPRESSIONS; i++)
    if (table[i].type == type)
      return i;
  return -1;
}

static int32_t V3_API get_count(void *self, int32_t bus, int16_t channel) {
  return bus == 0 && channel >= 0 && channel < 16 &&
                 rosin_core_takes_notes(rosin_vst3_of(self)->core)
             ? EXPRESSIONS
             : 0;
}

static v3_result V3_API get_info(void *self, int32_t bus, int16_t channel, int32_t index,
                                 struct v3_expression_info *info) {
  if (index < 0 || index >= get_count(self, bus, channel))
    return V3_INVALID_ARG;
  *info = (struct v3_expression_info){.type = table[index].type,
                                      .unit = -1,
                                      .value = {table[index].initial, 0, 1, 0},
                                      .parameter = UINT32_MAX,
                                      .flags = table[index].flags};
  rosin_vst3_widen(info->title, LETTERS, table[index].name);
  rosin_vst3_widen(info->short_title, LETTERS, table[index].name);
  rosin_vst3_widen(info->units, LETTERS, table[index].unit);
  return V3_OK;
}

static v3_result V3_API get_string(void *self, int32_t bus, int16_t channel, uint32_t type,
                                   double value, v3_str_128 text) {
  const int i = get_count(self, bus, channel) ? find(type) : -1;
  char words[LETTERS];
  if (i < 0)
    return V3_INVALID_ARG;
  rosin_format(words, sizeof words, "%.4g", table[i].low + value * (table[i].high - table[i].low));
  rosin_vst3_widen(text, LETTERS, words);
  return V3_OK;
}

static v3_result V3_API get_value(void *self, int32_t bus, int16_t channel, uint32_t type,
                                  const int16_t *text, double *value) {
  const int i = get_count(self, bus, channel) ? find(type) : -1;
  char words[LETTERS], *end;
  if (i < 0 || !text)
    return V3_INVALID_ARG;
  rosin_vst3_narrow(words, LETTERS, text);
  const double share =
      (rosin_number_read(words, &end) - table[i].low) / (table[i].high - table[i].low);
  if (end == words || !(share >= 0 && share <= 1))
    return V3_FALSE;
  *value = share;
  return V3_OK;
}

const struct v3_expressions rosin_vst3_expressions = {
    .query_interface = rosin_vst3_query,
    .ref = rosin_vst3_ref,
    .unref = rosin_vst3_unref,
    .get_count = get_count,
    .get_info = get_info,
    .get_string = get_string,
    .get_value = get_value,
};
