/* SPDX-License-Identifier: BSD-3-Clause */
/* From a scene's text to the keys that vary, at the spreads that were asked for. */
#include "error.h"
#include "number.h"
#include "scene/read/reading.h"
#include "scene/text/near.h"
#include "variation/keys.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kind that `name` (of `length`) stands for, or -1. */
static int kind_named(const char *name, size_t length) {
  const rosin_parameter *kind = rosin_vary_kinds();
  for (int i = 0; i < ROSIN_VARY_KINDS; i++)
    if (strlen(kind[i].name) == length && memcmp(kind[i].name, name, length) == 0)
      return i;
  return -1;
}

/* Whether `name` is the key, or a beginning of it that ends where a word does. */
static int begins(const rosin_vary_key *k, const char *name, size_t length) {
  return strncmp(k->key, name, length) == 0 && (!k->key[length] || k->key[length] == '.');
}

/* As many words of `key` as `wanted` has, since a beginning of a key names all below it. */
static void cut(char *to, size_t size, const char *key, const char *wanted) {
  const char *end = key;
  for (int dots = 0; *end; end++) {
    if (*end != '.')
      continue;
    const char *at = wanted;
    for (int i = 0; at && i <= dots; i++)
      at = strchr(at + (i > 0), '.');
    if (!at)
      break;
    dots++;
  }
  snprintf(to, size, "%.*s", (int)(end - key), key);
}

static int complain_unknown(const rosin_vary *vary, const char *text, size_t length,
                            rosin_error *error) {
  char wanted[ROSIN_NEAR_NAME], nearest[ROSIN_VARY_KEY] = "";
  snprintf(wanted, sizeof wanted, "%.*s", (int)length, text);
  rosin_near near = rosin_near_to(wanted);
  for (int i = 0; i < ROSIN_VARY_KINDS; i++)
    rosin_near_consider(&near, rosin_vary_kinds()[i].name);
  for (int i = 0; i < vary->count; i++) {
    char beginning[ROSIN_VARY_KEY];
    rosin_near one = rosin_near_to(wanted);
    cut(beginning, sizeof beginning, vary->key[i].key, wanted);
    rosin_near_consider(&one, beginning);
    if (one.least >= near.least)
      continue;
    snprintf(nearest, sizeof nearest, "%s", beginning);
    rosin_near_consider(&near, nearest);
  }
  const char *meant = rosin_near_meant(&near);
  return rosin_fail(error, "spread %.160s: this scene has nothing of that name that varies%s%s%s",
                    text, meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
}

static int set_one(rosin_vary *vary, const char *text, rosin_error *error) {
  const char *equals = strchr(text, '=');
  const size_t length = equals ? (size_t)(equals - text) : 0;
  char *end;
  if (!length)
    return rosin_fail(error, "spread %.200s: must be KEY=SHARE", text);
  const double share = rosin_number_read(equals + 1, &end);
  const int kind = kind_named(text, length);
  int found = kind >= 0;
  double most = kind >= 0 ? rosin_vary_kinds()[kind].high : 0;
  for (int i = 0; i < vary->count; i++) {
    rosin_vary_key *k = &vary->key[i];
    if (kind >= 0 ? (int)k->kind != kind : !begins(k, text, length))
      continue;
    found = 1;
    most = rosin_vary_kinds()[k->kind].high;
    k->spread = share;
    k->named = 1;
  }
  if (!found)
    return complain_unknown(vary, text, length, error);
  if (!equals[1] || *end || !(share >= 0 && share <= most))
    return rosin_fail(error, "spread %.200s: out of range: 0 to %g", text, most);
  return 0;
}

/* ---- what was fixed stays fixed ------------------------------------------------------- */

/* Length of the name that a setting sets: of a macro, without ".value". */
static size_t name_of(const char *setting) {
  static const char value[] = ".value";
  const size_t length = strcspn(setting, "="), tail = sizeof value - 1;
  return length > tail && memcmp(setting + length - tail, value, tail) == 0 ? length - tail
                                                                            : length;
}

/* Whether a setting has fixed the key, and no spread names it. */
static int is_held(const rosin_vary_order *o, const rosin_vary_key *k) {
  int held = 0;
  for (int i = o->settings - o->fixed; i < o->settings && !held; i++)
    held = begins(k, o->setting[i], name_of(o->setting[i]));
  for (int i = 0; i < o->spreads && held; i++) {
    const size_t length = strcspn(o->spread[i], "=");
    held = kind_named(o->spread[i], length) >= 0 || !begins(k, o->spread[i], length);
  }
  return held;
}

/* Leave out key `i`. Times before it would run into it, so that they stay too; those after it go
 * by it. */
static void hold(rosin_vary *vary, int i) {
  if (i + 1 < vary->count)
    vary->key[i + 1].follows = 0;
  for (int k = i; k >= 0; k--) {
    vary->key[k].before = (double)NAN;
    if (!vary->key[k].follows)
      break;
  }
}

/* Whether a spread names the key, or a beginning of it. */
static int is_named(const rosin_vary_order *o, const rosin_vary_key *k) {
  for (int i = 0; i < o->spreads; i++) {
    const size_t length = strcspn(o->spread[i], "=");
    if (kind_named(o->spread[i], length) < 0 && begins(k, o->spread[i], length))
      return 1;
  }
  return 0;
}

/* Of the scenes within, what is heard least stays where all together would be too much: losses,
 * then bodies, then surfaces, of all layers, unless a spread names them. */
static void spare_layers(rosin_vary *vary, const rosin_vary_order *o) {
  static const rosin_vary_kind spared[] = {ROSIN_VARY_LOSS, ROSIN_VARY_BODY, ROSIN_VARY_SURFACE};
  for (size_t n = 0; n < sizeof spared / sizeof *spared; n++) {
    int moving = 0;
    for (int i = 0; i < vary->count; i++)
      moving += !isnan(vary->key[i].before);
    if (moving <= ROSIN_VARY_MOST)
      return;
    for (int i = vary->own; i < vary->count; i++)
      if (vary->key[i].kind == spared[n] && !is_named(o, &vary->key[i]))
        vary->key[i].before = (double)NAN;
  }
}

static int is_of_seed(const rosin_vary_order *o) {
  for (int i = o->settings - o->fixed; i < o->settings; i++)
    if (strncmp(o->setting[i], "seed=", 5) == 0)
      return 1;
  return 0;
}

/* Whether key `i`, a time, or one in the chain of points that it is in, moves. */
static int chain_moves(const rosin_vary *vary, int i) {
  int first = i, last = i;
  while (first > 0 && vary->key[first].follows)
    first--;
  while (last + 1 < vary->count && vary->key[last + 1].follows)
    last++;
  for (int k = first; k <= last; k++)
    if (vary->key[k].spread > 0)
      return 1;
  return 0;
}

/* Set spreads as they were given; keep what varies then. 0, or -1 and an error. */
static int set_spreads(rosin_vary *vary, const rosin_vary_order *o, rosin_error *error) {
  const char *const *spread = o->spread;
  const int count = o->spreads;
  int kept = 0;
  vary->seeded = is_of_seed(o);
  for (int pass = 0; pass < 2; pass++) /* kinds first: what is named by itself counts more */
    for (int i = 0; i < count; i++)
      if ((kind_named(spread[i], strcspn(spread[i], "=")) >= 0) == (pass == 0) &&
          set_one(vary, spread[i], error))
        return -1;
  for (int i = 0; i < vary->count; i++) {
    rosin_vary_key *k = &vary->key[i];
    const int moves = k->kind == ROSIN_VARY_TIME ? chain_moves(vary, i) : k->spread > 0;
    k->before = moves ? k->before : (double)NAN;
  }
  for (int i = 0; i < vary->count; i++)
    if (is_held(o, &vary->key[i]))
      hold(vary, i);
  spare_layers(vary, o);
  for (int i = 0; i < vary->count; i++)
    if (!isnan(vary->key[i].before))
      vary->key[kept++] = vary->key[i];
  vary->count = kept;
  if (kept > ROSIN_VARY_MOST)
    return rosin_fail(error,
                      "%d numbers of this scene would vary, at most %d can; hold some, as by "
                      "--spread bodies=0",
                      kept, ROSIN_VARY_MOST);
  return 0;
}

int rosin_vary_read(rosin_vary *vary, const rosin_vary_order *o, rosin_error *error) {
  rosin_settings tree;
  char folder[4096];
  const char *slash = strrchr(o->name, '/');
  snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - o->name) : 1,
           slash ? o->name : ".");
  *vary = (rosin_vary){0};
  if (rosin_settings_read(&tree, o->text, o->name, folder, o->files, error))
    return -1;
  rosin_reading reading = {.file = o->name, .folder = folder};
  for (int i = 0; i < o->settings; i++)
    rosin_reading_override(&reading, tree.root, o->setting[i]);
  int status = reading.failed || reading.no_memory
                   ? rosin_fail(error, "%.400s", reading.errors ? reading.errors : "out of memory")
                   : rosin_vary_collect(vary, tree.root, error);
  vary->own = vary->count;
  if (status == 0)
    status = rosin_vary_layers(vary, tree.root, folder, o->files, error);
  if (status == 0)
    status = set_spreads(vary, o, error);
  free(reading.errors);
  rosin_settings_free(&tree);
  if (status)
    rosin_vary_free(vary);
  return status;
}
