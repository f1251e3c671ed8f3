/* SPDX-License-Identifier: BSD-3-Clause */
/* The section `about`: facts of the scene that no sample depends on. Texts are one line each; a
 * preset says numbers of macros, within their ranges, and a level; `bench` names the contact that
 * is judged while the scene is timed. */
#include "format.h"
#include "letters.h"
#include "memory.h"
#include "number.h"
#include "scene/read/reading.h"

#include <stdio.h>
#include <string.h>

enum { VALUE = 40 }; /* bytes of a number */

/* Text `key` of `group`; 1 if it is there and is one line. */
static int read_line(rosin_reading *r, const rosin_setting *group, const char *owner,
                     const char *key, int required, char *text) {
  if (!rosin_reading_text(r, group, owner, key, required, text, ROSIN_ABOUT_TEXT))
    return 0;
  if (rosin_reading_is_line(text))
    return 1;
  rosin_reading_error(r, rosin_setting_member(group, key),
                      "%s.%s: must be one line without control characters", owner, key);
  return 0;
}

/* A CatID stands in names of files, between underscores. */
static void check_category(rosin_reading *r, const rosin_setting *section, const char *category) {
  const char *c = category;
  while (rosin_is_letter(*c) || rosin_is_digit(*c))
    c++;
  if (*c)
    rosin_reading_error(
        r, rosin_setting_member(section, "category"),
        "about.category: '%s' is no CatID of the Universal Category System: must be "
        "letters and digits, as DOORWood",
        category);
}

/* ---- how it is timed ------------------------------------------------------------------ */

static void read_bench(rosin_reading *r, const rosin_setting *section, rosin_about_bench *bench) {
  static const char owner[] = "about.bench";
  const rosin_parameter *rows = rosin_about_bench_parameters();
  const rosin_setting *s = rosin_setting_member(section, "bench");
  rosin_parameters_default(rows, bench);
  if (!s || !rosin_reading_group(r, s, owner, "{ contact = ...; }"))
    return;
  rosin_reading_known(r, s, owner, ROSIN_NAMES("contact"), ROSIN_TABLES(rows));
  read_line(r, s, owner, "contact", 1, bench->contact);
  rosin_reading_table(r, s, owner, rows, bench);
}

static void check_contact(rosin_reading *r, const rosin_setting *section, const rosin_model *m) {
  const char *contact = m->about.bench.contact;
  if (*contact && !rosin_model_contact_named(m, contact))
    rosin_reading_error(r, rosin_setting_member(section, "bench"),
                        "about.bench.contact: there is no contact '%s'", contact);
}

/* ---- presets -------------------------------------------------------------------------- */

/* A macro of that name, or the level of whoever plays the scene. */
static const rosin_parameter *row_of(const rosin_model *m, const char *name) {
  const int macro = rosin_macro_find(m->macro, m->macros, name);
  if (macro >= 0)
    return &m->macro[macro].row;
  return strcmp(name, rosin_about_level()->name) == 0 ? rosin_about_level() : NULL;
}

/* One number of a preset, put behind the others in `values`. */
static void read_value(rosin_reading *r, const rosin_setting *s, const char *owner,
                       const rosin_model *m, char *values, size_t size) {
  const rosin_parameter *row = row_of(m, s->name);
  char what[ROSIN_SETTING_NAME + 40], text[VALUE];
  double value;
  rosin_error error;
  snprintf(what, sizeof what, "%s.%s", owner, s->name);
  if (!row) {
    rosin_reading_error(r, s, "%s: is neither a macro of this scene nor the level", what);
    return;
  }
  if (rosin_reading_value(r, s, what, &value))
    return;
  if (rosin_parameter_check(row, owner, value, &error)) {
    rosin_reading_error(r, s, "%s", error.text);
    return;
  }
  rosin_format_shortest(text, sizeof text, value);
  const size_t used = strlen(values);
  snprintf(values + used, size - used, "%s%s=%s", used ? " " : "", s->name, text);
}

static void check_name(rosin_reading *r, const rosin_setting *s, const char *owner,
                       const rosin_about *about, const char *name) {
  if (!*name)
    rosin_reading_error(r, s, "%s.name: must not be empty", owner);
  for (int i = 0; i < about->presets; i++)
    if (about->preset[i].name && strcmp(about->preset[i].name, name) == 0)
      rosin_reading_error(r, s, "%s.name: there is a preset '%s' already", owner, name);
}

static void read_preset(rosin_reading *r, const rosin_setting *s, const char *owner,
                        rosin_model *m) {
  rosin_about *about = &m->about;
  char name[ROSIN_ABOUT_TEXT] = "";
  if (!rosin_reading_group(r, s, owner, "{ name = ...; MACRO = ...; }"))
    return;
  if (read_line(r, s, owner, "name", 1, name))
    check_name(r, rosin_setting_member(s, "name"), owner, about, name);
  const size_t size = (size_t)s->count * (ROSIN_SETTING_NAME + VALUE + 2) + 1;
  char *values = rosin_reading_room(r, (int)size, 1);
  for (int i = 0; values && i < s->count; i++)
    if (strcmp(s->element[i]->name, "name") != 0)
      read_value(r, s->element[i], owner, m, values, size);
  rosin_preset *preset = values ? rosin_reading_grow(r, s, (void **)&about->preset, &about->presets,
                                                     sizeof *preset, ROSIN_ABOUT_PRESETS, "presets")
                                : NULL;
  if (!preset) {
    rosin_free(values);
    return;
  }
  *preset = (rosin_preset){rosin_strdup(name), values};
  if (!preset->name)
    rosin_reading_no_memory(r);
}

static void read_presets(rosin_reading *r, const rosin_setting *section, rosin_model *m) {
  const rosin_setting *list = rosin_setting_member(section, "presets");
  char owner[40];
  if (list && !rosin_reading_is_list(list)) {
    rosin_reading_error(r, list, "about.presets: must list { name = ...; MACRO = ...; }");
    return;
  }
  for (int i = 0; i < rosin_reading_length(list); i++) {
    snprintf(owner, sizeof owner, "about.presets.%d", i + 1);
    read_preset(r, rosin_setting_element(list, i), owner, m);
  }
}

/* ---- what keys move ------------------------------------------------------------------------ */

/* The first macros that move while the scene sounds. */
static void guess_hands(rosin_model *m) {
  int count = 0;
  for (int i = 0; i < m->macros && count < ROSIN_ABOUT_HANDS; i++)
    if (!m->macro[i].row.builds)
      m->about.hand[count++] = i;
}

static void read_hand(rosin_reading *r, const rosin_setting *s, rosin_model *m, int hand) {
  const char *name = rosin_setting_is(s, ROSIN_SETTING_TEXT) ? s->text : NULL;
  const int macro = name ? rosin_macro_find(m->macro, m->macros, name) : -1;
  if (macro < 0)
    rosin_reading_error(r, s, "about.hands.%d: must name a macro of this scene", hand + 1);
  else if (m->macro[macro].row.builds)
    rosin_reading_error(r, s, "about.hands.%d: '%s' builds bodies, and cannot move", hand + 1,
                        name);
  else
    m->about.hand[hand] = macro;
}

/* Once macros are bound: then it is known which are live. */
void rosin_reading_hands(rosin_reading *r, const rosin_setting *root, rosin_model *m) {
  const rosin_setting *about = rosin_setting_member(root, "about");
  const rosin_setting *list = about ? rosin_setting_member(about, "hands") : NULL;
  for (int i = 0; i < ROSIN_ABOUT_HANDS; i++)
    m->about.hand[i] = -1;
  if (!list) {
    guess_hands(m);
    return;
  }
  if (!rosin_reading_is_list(list) || rosin_reading_length(list) > ROSIN_ABOUT_HANDS) {
    rosin_reading_error(r, list,
                        "about.hands: must list at most %d macros, for effort, pressure and "
                        "the wheel",
                        ROSIN_ABOUT_HANDS);
    return;
  }
  for (int i = 0; i < rosin_reading_length(list); i++)
    read_hand(r, rosin_setting_element(list, i), m, i);
}

/* ---- the section ------------------------------------------------------------------------ */

void rosin_reading_facts(rosin_reading *r, const rosin_setting *section, rosin_about *about) {
  for (const rosin_about_row *row = rosin_about_rows(); row->name; row++)
    read_line(r, section, "about", row->name, 0, (char *)about + row->offset);
  check_category(r, section, about->category);
  read_bench(r, section, &about->bench);
}

void rosin_reading_about(rosin_reading *r, const rosin_setting *section, rosin_model *m) {
  const char *keys[ROSIN_ABOUT_TEXTS + 4] = {"bench", "presets", "hands"};
  int count = 3;
  for (const rosin_about_row *row = rosin_about_rows(); row->name; row++)
    keys[count++] = row->name;
  rosin_reading_known(r, section, "about", keys, NULL);
  rosin_reading_facts(r, section, &m->about);
  check_contact(r, section, m);
  read_presets(r, section, m);
}
