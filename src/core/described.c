/* SPDX-License-Identifier: BSD-3-Clause */
/* What a core is, as JSON: for languages that read that better than structs. */
#include "core/core.h"
#include "core/inside.h"
#include "format.h"
#include "scene/text/json.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* As much as there is room for, and how long all of it is. */
typedef struct {
  char *text;
  size_t room, length;
} said;

static void say(said *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(said *s, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const size_t left = s->length < s->room ? s->room - s->length : 0;
  s->length += (size_t)rosin_format_list(left ? s->text + s->length : NULL, left, format, list);
  va_end(list);
}

/* As it is: what has no directive. */
static void add(said *s, const char *text) {
  const size_t count = strlen(text);
  if (s->length + count < s->room)
    memcpy(s->text + s->length, text, count + 1);
  s->length += count;
}

static void say_text(said *s, const char *text) {
  char character[ROSIN_JSON_CHARACTER];
  add(s, "\"");
  while (*text) {
    text = rosin_json_character(text, character);
    add(s, character);
  }
  add(s, "\"");
}

static void say_member(said *s, const char *key, const char *text) {
  add(s, "\"");
  add(s, key);
  add(s, "\": ");
  say_text(s, text);
  add(s, ", ");
}

static void say_row(said *s, const rosin_core *c, int index) {
  const rosin_parameter *row = rosin_core_parameter(c, index);
  const char *word;
  say(s, "%s{", index ? ", " : "");
  say_member(s, "name", row->name);
  say_member(s, "unit", row->unit ? row->unit : "");
  say_member(s, "meaning", row->meaning ? row->meaning : "");
  if (row->group)
    say_member(s, "group", row->group);
  for (int i = 0; (word = rosin_parameter_word(row, i)); i++) {
    say(s, i ? ", " : "\"words\": [");
    say_text(s, word);
  }
  say(s, "%s\"low\": %.17g, \"high\": %.17g, \"initial\": %.17g, ",
      rosin_parameter_word(row, 0) ? "], " : "", row->low, row->high, row->initial);
  say(s, "\"stepped\": %s, \"live\": %s}",
      rosin_core_parameter_stepped(c, index) ? "true" : "false",
      rosin_core_parameter_live(c, index) ? "true" : "false");
}

static void say_all(said *s, const rosin_core *c) {
  const char *preset;
  int low, high;
  say(s, "{");
  say_member(s, "scene", rosin_core_scene(c));
  say_member(s, "title", rosin_core_title(c));
  say_member(s, "category", rosin_core_category(c));
  say(s, "\"instrument\": %s, ", rosin_core_is_instrument(c) ? "true" : "false");
  if (rosin_core_key_range(c, &low, &high))
    say(s, "\"keys\": [%d, %d], ", low, high);
  else
    say(s, "\"keys\": null, ");
  say(s, "\"channels\": %d, \"duration\": %.17g, ", rosin_core_channels(c), rosin_core_duration(c));
  if (rosin_core_is_prepared(c))
    say(s, "\"rate\": %d, \"latency\": %d, \"tail\": %.17g, ", c->plan.rate, rosin_core_latency(c),
        rosin_core_tail(c));
  else
    say(s, "\"rate\": %.17g, ", rosin_core_rate(c));
  say(s, "\"presets\": [");
  for (int i = 0; (preset = rosin_core_preset_name(c, i)); i++) {
    say(s, "%s", i ? ", " : "");
    say_text(s, preset);
  }
  say(s, "], \"parameters\": [");
  for (int i = 0; i < rosin_core_parameters(c); i++)
    say_row(s, c, i);
  say(s, "]}");
}

char *rosin_core_describe(const rosin_core *c) {
  said s = {0};
  say_all(&s, c);
  s = (said){malloc(s.length + 1), s.length + 1, 0};
  if (s.text)
    say_all(&s, c);
  return s.text;
}
