/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens to a core, in words: for languages that have no structs, for scripts and protocols
 * of text. What cannot be read, or names what is not there, is refused. */
#include "core/core.h"
#include "core/inside.h"
#include "core/words.h"
#include "error.h"
#include "letters.h"
#include "number.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMES = 400, BYTES = 256 };

/* Below 0 a frame says that it is only looked at. */
typedef struct {
  rosin_core *core;
  int frame;
  rosin_error *error;
} happening;

static void list(char names[NAMES], const char *name) {
  const size_t used = strlen(names);
  snprintf(names + used, NAMES - used, "%s%s", used ? ", " : "", name);
}

/* A word, and where the next begins. */
static const char *read_word(const char *text, char *word, size_t room) {
  const size_t length = strcspn(text, " ");
  snprintf(word, room, "%.*s", (int)(length < room ? length : room - 1), text);
  return text + length + strspn(text + length, " ");
}

int rosin_core_value_said(const rosin_core *c, int index, const char *text, double *value,
                          rosin_error *error) {
  const rosin_parameter *row = rosin_core_parameter(c, index);
  char words[NAMES] = "";
  const char *word;
  if (rosin_words_read(c, index, text, value)) {
    for (int i = 0; (word = rosin_parameter_word(row, i)); i++)
      list(words, word);
    return rosin_fail(error, "%.60s: '%.60s' is %s%s", row->name, text,
                      *words ? "none of: " : "no number", words);
  }
  *value = rosin_core_rounded(row, *value);
  return rosin_parameter_check(row, NULL, *value, error);
}

static int control(const happening *h, const char *text) {
  char name[128];
  const char *said = read_word(text, name, sizeof name);
  const int index = rosin_core_find(h->core, name);
  double value;
  if (index >= 0 && rosin_core_value_said(h->core, index, said, &value, h->error))
    return -1;
  if (index < 0) {
    const char *end = rosin_number_list(said, 1, &value);
    if (!end || *end)
      value = NAN;
  }
  return rosin_core_control(h->core, h->frame, name, value, h->error);
}

/* ---- of a player ------------------------------------------------------------------------ */

static const struct {
  const char *name;
  size_t offset;
  int whole;
} parts[] = {{"channel", offsetof(rosin_player_event_t, channel), 1},
             {"controller", offsetof(rosin_player_event_t, controller), 1},
             {"key", offsetof(rosin_player_event_t, key), 0},
             {"value", offsetof(rosin_player_event_t, value), 0},
             {"single", offsetof(rosin_player_event_t, single), 1},
             {"note", offsetof(rosin_player_event_t, note), 1}};
enum { PARTS = sizeof parts / sizeof *parts };

/* "key=50" into an event. */
static int read_part(const char *kind, const char *word, rosin_player_event_t *event,
                     rosin_error *error) {
  const size_t length = strcspn(word, "=");
  char names[NAMES] = "", *end;
  int i = 0;
  while (i < PARTS && (!word[length] || strlen(parts[i].name) != length ||
                       memcmp(parts[i].name, word, length) != 0))
    list(names, parts[i++].name);
  if (i == PARTS)
    return rosin_fail(error, "%s: '%.*s' is none of %s, as NAME=NUMBER", kind, (int)length, word,
                      names);
  const char *text = word + length + 1;
  const double value = rosin_number_read(text, &end);
  if (end == text || *end)
    return rosin_fail(error, "%s.%s: '%.60s' is no number", kind, parts[i].name, text);
  char *to = (char *)event + parts[i].offset;
  if (!parts[i].whole)
    memcpy(to, &value, sizeof value);
  else if (!(value >= INT_MIN && value <= INT_MAX) || value != floor(value))
    return rosin_fail(error, "%s: %.60s is no whole number", parts[i].name, text);
  else
    memcpy(to, &(int){(int)value}, sizeof(int));
  return 0;
}

static int play(const happening *h, const char *text) {
  char word[128], names[NAMES] = "";
  const char *at = read_word(text, word, sizeof word), *kind;
  int k = 0;
  for (; (kind = rosin_player_kind_name(k)) && strcmp(kind, word) != 0; k++)
    list(names, kind);
  if (!kind)
    return rosin_fail(h->error, "play: '%s' is none of %s", word, names);
  rosin_player_event_t event = {.kind = (rosin_player_kind)k};
  while (*at) {
    at = read_word(at, word, sizeof word);
    if (read_part(kind, word, &event, h->error))
      return -1;
  }
  if (rosin_player_event_check(&event, h->error))
    return -1;
  if (h->frame >= 0)
    rosin_core_play(h->core, h->frame, &event);
  return 0;
}

static int midi(const happening *h, const char *text) {
  unsigned char byte[BYTES];
  int bytes = 0;
  double value;
  for (const char *at = text; !bytes || *at; byte[bytes++] = (unsigned char)value)
    if (bytes == BYTES || !(at = rosin_number_list(at, 1, &value)) ||
        !(value >= 0 && value <= 255) || value != floor(value))
      return rosin_fail(h->error, "midi: '%.60s' is no message of bytes, 0 to 255, up to %d", text,
                        BYTES);
  if (h->frame >= 0)
    rosin_core_midi(h->core, h->frame, byte, bytes);
  return 0;
}

/* ---- all values at once ----------------------------------------------------------------- */

static int load(const happening *h, const char *text) {
  double value[ROSIN_CORE_PARAMETERS];
  return h->frame >= 0 ? rosin_core_load(h->core, text, h->error)
                       : rosin_core_read(h->core, text, value, h->error);
}

static int take_preset(const happening *h, const char *text) {
  char names[NAMES] = "";
  const char *name;
  int i = 0;
  for (; (name = rosin_core_preset_name(h->core, i)) && strcmp(name, text) != 0; i++)
    list(names, name);
  if (!name)
    return rosin_fail(h->error, "preset: '%.60s' is none of %s", text, names);
  return h->frame >= 0 ? rosin_core_take_preset(h->core, i, h->error) : 0;
}

/* ---- by numbers ------------------------------------------------------------------------- */

static void trigger(rosin_core *c, int frame, const double *value) {
  (void)value;
  rosin_core_trigger(c, frame);
}

static void let_go(rosin_core *c, int frame, const double *value) {
  (void)value;
  rosin_core_let_go(c, frame);
}

static void stay(rosin_core *c, int frame, const double *value) {
  rosin_core_stay(c, frame, *value);
}

static void bow(rosin_core *c, int frame, const double *value) {
  (void)frame;
  rosin_core_bow(c, value[0] >= 0.5, value[1], value[2]);
}

static void pad(rosin_core *c, int frame, const double *value) {
  (void)frame;
  rosin_core_pad(c, value[0] >= 0.5, value[1], value[2]);
}

static void reset(rosin_core *c, int frame, const double *value) {
  (void)frame, (void)value;
  rosin_core_reset(c);
}

static const struct {
  const char *name;
  int (*told)(const happening *h, const char *text);
  void (*done)(rosin_core *c, int frame, const double *value); /* or this, with so many numbers */
  int numbers, rests; /* whether it is something before it is prepared */
} table[] = {{.name = "control", .told = control},
             {.name = "play", .told = play},
             {.name = "midi", .told = midi},
             {.name = "trigger", .done = trigger},
             {.name = "let_go", .done = let_go},
             {.name = "stay", .done = stay, .numbers = 1},
             {.name = "bow", .done = bow, .numbers = 3},
             {.name = "pad", .done = pad, .numbers = 3},
             {.name = "reset", .done = reset},
             {.name = "load", .told = load, .rests = 1},
             {.name = "take_preset", .told = take_preset, .rests = 1}};
enum { KINDS = sizeof table / sizeof *table, MOST = 3 };

static int happen(const happening *h, int k, const char *text) {
  double value[MOST];
  const int count = table[k].numbers;
  const char *end = count ? rosin_number_list(text, count, value) : text;
  int right = end && !*end;
  for (int i = 0; right && i < count; i++)
    right = isfinite(value[i]) || (table[k].done == stay && value[i] > 0);
  if (!right)
    return rosin_fail(h->error, "%s: '%.60s' is not %d number%s", table[k].name, text, count,
                      count == 1 ? "" : "s");
  if (h->frame >= 0)
    table[k].done(h->core, h->frame, value);
  return 0;
}

int rosin_core_happen(rosin_core *c, int frame, const char *event, rosin_error *error) {
  char word[32], names[NAMES] = "";
  const char *rest = read_word(event ? event : "", word, sizeof word);
  const happening h = {c, frame, error};
  int k = 0;
  for (; k < KINDS && strcmp(table[k].name, word) != 0; k++)
    list(names, table[k].name);
  if (k == KINDS)
    return rosin_fail(error, "'%s' is none of %s", word, names);
  if (!table[k].rests && !rosin_core_is_prepared(c))
    return rosin_fail(error, "%.100s: it is not prepared", rosin_core_scene(c));
  return table[k].told ? table[k].told(&h, rest) : happen(&h, k, rest);
}
