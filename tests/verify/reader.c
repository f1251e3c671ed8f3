/* SPDX-License-Identifier: BSD-3-Clause */
/* The reader of scenes against another implementation of its syntax, libconfig (which only
 * this program links): random texts, whole and damaged, and all shipped scenes. Both must
 * accept or refuse, and what both accept must be the same tree, number by number.
 * Prints lines: name value samples seed. */
#include "random.h"
#include "scene/embedded.h"
#include "scene/text/setting.h"

#include <libconfig.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTS = 20000, ROOM = 16384, DEEPEST = 4 };

static uint64_t seed;

static int pick(int n) {
  return (int)(uniform(&seed, 0, 1) * n) % n;
}

/* ---- random texts ---------------------------------------------------------------- */

typedef struct {
  char text[ROOM];
  size_t length;
} paper;

static void put(paper *p, const char *s) {
  const size_t n = strlen(s);
  if (p->length + n + 1 < ROOM) {
    memcpy(p->text + p->length, s, n + 1);
    p->length += n;
  }
}

static void blank(paper *p) {
  static const char *const kinds[] = {"",  " ",        "\n",          "\t ",           "  ",
                                      " ", "# note\n", "// x = 1;\n", "/* a\n * b */", "\r\n"};
  put(p, kinds[pick(10)]);
}

static void number(paper *p) {
  char s[64];
  const char *const sign = pick(4) ? "" : pick(2) ? "-" : "+";
  switch (pick(7)) {
  case 0:
    snprintf(s, sizeof s, "%s%d", sign, pick(2000000000));
    break;
  case 1:
    snprintf(s, sizeof s, "0x%X", (unsigned)pick(2000000000));
    break;
  case 2:
    snprintf(s, sizeof s, "%s%d.%d", sign, pick(1000), pick(100000));
    break;
  case 3:
    snprintf(s, sizeof s, "%s%d.%de%d", sign, pick(10), pick(1000), pick(40) - 20);
    break;
  case 4:
    snprintf(s, sizeof s, "%s.%d", sign, pick(1000));
    break;
  case 5:
    snprintf(s, sizeof s, "%s%d.", sign, pick(1000));
    break;
  default:
    snprintf(s, sizeof s, "%s%dE-%d", sign, pick(1000), pick(9));
    break;
  }
  put(p, s);
}

static void quoted(paper *p) {
  static const char *const parts[] = {"abc", " ",   "\\n", "\\\"", "\\\\", "\\x41", "# no",
                                      "//",  "\\t", "/*",  "1.5",  "{",    ";",     "ä"};
  const int count = pick(5);
  put(p, "\"");
  for (int i = 0; i < count; i++)
    put(p, parts[pick(14)]);
  put(p, "\"");
  if (pick(6) == 0) { /* texts side by side are one */
    blank(p);
    put(p, "\"more\"");
  }
}

static void truth(paper *p) {
  static const char *const words[] = {"true", "false", "True", "FALSE"};
  put(p, words[pick(4)]);
}

static void group(paper *p, int depth);

static void value(paper *p, int depth) {
  const int kind = pick(depth >= DEEPEST ? 4 : 8);
  if (kind < 2)
    number(p);
  else if (kind == 2)
    quoted(p);
  else if (kind == 3)
    truth(p);
  else if (kind < 6) { /* a list, of anything; an array, of numbers */
    const int array = kind == 5, count = pick(4);
    const int texts = pick(2);
    put(p, array ? "[" : "(");
    for (int i = 0; i < count; i++) {
      blank(p);
      if (i)
        put(p, ",");
      blank(p);
      if (!array)
        value(p, depth + 1);
      else if (texts)
        quoted(p);
      else
        put(p, "1.5");
    }
    blank(p);
    put(p, array ? "]" : ")");
  } else {
    put(p, "{");
    group(p, depth + 1);
    put(p, "}");
  }
}

static void group(paper *p, int depth) {
  const int count = pick(depth ? 4 : 7);
  for (int i = 0; i < count; i++) {
    static const char *const ends[] = {";", ";", ";", ",", "", "\n"};
    char name[32];
    blank(p);
    snprintf(name, sizeof name, "%s%d", pick(2) ? "key-" : "b_*", i);
    put(p, name);
    blank(p);
    put(p, pick(4) ? "=" : ":");
    blank(p);
    value(p, depth);
    blank(p);
    put(p, ends[pick(6)]);
    put(p, "\n");
  }
}

/* A byte lost, doubled, or another one. */
static void damage(paper *p) {
  static const char bytes[] = "{}()[];=,\"#/*\\ \n.e-+0x1aL:";
  if (p->length < 2)
    return;
  const size_t at = (size_t)pick((int)p->length - 1);
  if (pick(2))
    p->text[at] = bytes[pick((int)sizeof bytes - 1)];
  else
    memmove(p->text + at, p->text + at + 1, p->length-- - at);
}

/* ---- trees ------------------------------------------------------------------------- */

static int same(const rosin_setting *a, const config_setting_t *b) {
  const char *name = config_setting_name(b);
  if ((a->name == NULL) != (name == NULL) || (name && strcmp(a->name, name) != 0))
    return 0;
  switch (config_setting_type(b)) {
  case CONFIG_TYPE_INT: /* libconfig wraps what 32 bits do not hold, and says nothing */
    return a->type == ROSIN_SETTING_NUMBER &&
           (a->number == config_setting_get_int(b) || fabs(a->number) > 2147483647.0);
  case CONFIG_TYPE_INT64:
    return a->type == ROSIN_SETTING_NUMBER && a->number == (double)config_setting_get_int64(b);
  case CONFIG_TYPE_FLOAT:
    return a->type == ROSIN_SETTING_NUMBER && a->number == config_setting_get_float(b);
  case CONFIG_TYPE_BOOL:
    return a->type == ROSIN_SETTING_TRUTH && (a->number != 0) == config_setting_get_bool(b);
  case CONFIG_TYPE_STRING:
    return a->type == ROSIN_SETTING_TEXT && strcmp(a->text, config_setting_get_string(b)) == 0;
  case CONFIG_TYPE_GROUP:
    if (a->type != ROSIN_SETTING_GROUP)
      return 0;
    break;
  default:
    if (a->type != ROSIN_SETTING_LIST)
      return 0;
  }
  if (a->count != config_setting_length(b))
    return 0;
  for (int i = 0; i < a->count; i++)
    if (!same(a->element[i], config_setting_get_elem(b, (unsigned)i)))
      return 0;
  return 1;
}

typedef struct {
  int both, neither, ours, theirs, different;
} tally;

static void compare(const char *text, tally *t, int show) {
  rosin_settings tree;
  rosin_error error = {""};
  config_t config;
  config_init(&config);
  const int ours = rosin_settings_read(&tree, text, "text", NULL, 0, &error) == 0;
  const int theirs = config_read_string(&config, text) == CONFIG_TRUE;
  const int differ = ours && theirs && !same(tree.root, config_root_setting(&config));
  t->both += ours && theirs;
  t->neither += !ours && !theirs;
  t->ours += ours && !theirs;
  t->theirs += !ours && theirs;
  t->different += differ;
  if (show && (differ || ours != theirs))
    fprintf(stderr, "---- %s\nours: %s\ntheirs: %s\n%s\n", differ ? "differ" : "one of two",
            ours ? "ok" : error.text, theirs ? "ok" : config_error_text(&config), text);
  rosin_settings_free(&tree);
  config_destroy(&config);
}

int main(int count, char **words) {
  seed = count > 1 ? strtoull(words[1], NULL, 0) : 20261122;
  const unsigned long long first = seed;
  const int show = count > 2;
  static paper p;
  tally whole = {0}, damaged = {0}, scenes = {0};
  int shipped = 0;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++, shipped++)
    compare(e->text, &scenes, show);
  for (int i = 0; i < TEXTS; i++) {
    p.length = 0;
    p.text[0] = 0;
    group(&p, 0);
    compare(p.text, &whole, show);
    damage(&p);
    compare(p.text, &damaged, show);
  }
  printf("reader_scenes_different %d %d 0\n", shipped - scenes.both + scenes.different, shipped);
  printf("reader_different %d %d %llu\n", whole.different, whole.both, first);
  printf("reader_refused %d %d %llu\n", whole.theirs + whole.ours, TEXTS, first);
  printf("reader_damaged_different %d %d %llu\n", damaged.different, damaged.both, first);
  printf("reader_damaged_refused_alone %d %d %llu\n", damaged.theirs, TEXTS, first);
  printf("reader_damaged_accepted_alone %d %d %llu\n", damaged.ours, TEXTS, first);
  return 0;
}
