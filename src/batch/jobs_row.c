/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch/jobs.h"
#include "error.h"
#include "number.h"
#include "scene/model/model.h"
#include "scene/text/near.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_parameter numbers[] = {
    {"variations", "", 0, 1e9, 0, "how many; 0: the scene as it is",
     offsetof(rosin_jobs_row, variations)},
    {"seed", "", 0, 9e15, 1, "of the variations", offsetof(rosin_jobs_row, seed)},
    {"duration", "s", ROSIN_MODEL_SHORTEST, ROSIN_MODEL_LONGEST, 0, "the scene's",
     offsetof(rosin_jobs_row, duration)},
    {"rate", "Hz", ROSIN_RATE_LOWEST, ROSIN_RATE_HIGHEST, 0, "the scene's",
     offsetof(rosin_jobs_row, rate)},
    {"oversample", "", 1, 16, 0, "the scene's", offsetof(rosin_jobs_row, oversample)},
    {"distinct", "", 0, 100, 0,
     "least distance of a variation from those before it, of the whole list",
     offsetof(rosin_jobs_row, distinct)},
    {"loudness", "LUFS", -70, -1, 0, "brought to that, EBU R 128",
     offsetof(rosin_jobs_row, loudness)},
    {"normalize", "", 0, 1, 0, "1: true peak brought to the ceiling; with loudness: at most",
     offsetof(rosin_jobs_row, normalize)},
    {"loop", "", 0, 1, 0, "1: it can be repeated without a seam", offsetof(rosin_jobs_row, loop)},
    {"ceiling", "dBTP", -60, 0, ROSIN_JOBS_NO_CEILING,
     "true peak that it stays below; 0: none (-1; of float as it comes: none)",
     offsetof(rosin_jobs_row, ceiling)},
    {"stars", "", 0, 5, 0, "of who listened; nothing comes of them",
     offsetof(rosin_jobs_row, stars)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* Texts of a row, and what they may be. */
static const struct {
  const char *name;
  size_t offset, size;
} texts[] = {
    {"scene", offsetof(rosin_jobs_row, scene), ROSIN_JOBS_NAME},
    {"name", offsetof(rosin_jobs_row, name), ROSIN_JOBS_NAME},
    {"category", offsetof(rosin_jobs_row, category), 32},
    {"title", offsetof(rosin_jobs_row, title), 64},
    {"creator", offsetof(rosin_jobs_row, creator), 32},
    {"source", offsetof(rosin_jobs_row, source), 32},
    {"format", offsetof(rosin_jobs_row, format), 16},
    {"container", offsetof(rosin_jobs_row, container), 16},
    {"loudness_of", offsetof(rosin_jobs_row, loudness_of), 16},
    {"description", offsetof(rosin_jobs_row, description), 256},
    {"date", offsetof(rosin_jobs_row, date), 32},
    {"room", offsetof(rosin_jobs_row, room), 256},
    {"verdict", offsetof(rosin_jobs_row, verdict), 16},
    {"part", offsetof(rosin_jobs_row, part), 32},
    {"steps", offsetof(rosin_jobs_row, steps), 128},
};

void rosin_jobs_plain(rosin_jobs_row *row) {
  *row = (rosin_jobs_row){.creator = "ROSIN", .source = "rosin", .container = "wav"};
  rosin_parameters_default(numbers, row);
}

int rosin_jobs_add(rosin_jobs_row *row, int spread, const char *text, rosin_error *error) {
  int *count = spread ? &row->spreads : &row->sets;
  const size_t size = strlen(text) + 1;
  for (const char *c = text; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127 || *c == ';')
      return rosin_fail(error, "%.80s: must have no control characters and no semicolon", text);
  if (!strchr(text, '=') || *text == '=')
    return rosin_fail(error, "%.80s: must be KEY=%s", text, spread ? "SHARE" : "VALUE");
  if (*count == ROSIN_JOBS_SETS || (size_t)row->used + size > sizeof row->text)
    return rosin_fail(error, "more than %d settings, or they are too long", ROSIN_JOBS_SETS);
  memcpy(row->text + row->used, text, size);
  if (!spread)
    row->set_at[*count] = row->at;
  (spread ? row->spread : row->set)[(*count)++] = row->used;
  row->used += (int)size;
  return 0;
}

/* Words of a spread, with blanks between. */
static int add_spreads(rosin_jobs_row *row, const char *value, rosin_error *error) {
  char word[256];
  while (*(value += strspn(value, " "))) {
    const size_t length = strcspn(value, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, value);
    if (rosin_jobs_add(row, 1, word, error))
      return -1;
    value += length;
  }
  return 0;
}

static int put_number(rosin_jobs_row *row, const rosin_parameter *p, const char *value,
                      rosin_error *error) {
  char *end;
  const double number = rosin_number_read(value, &end);
  if (!*value || *end)
    return rosin_fail(error, "%s: '%.80s' is not a number", p->name, value);
  if (rosin_parameter_check(p, NULL, number, error))
    return -1;
  static const char *const whole[] = {"variations", "seed", "rate", "oversample",
                                      "normalize",  "loop", "stars"};
  int is_whole = 0;
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
    is_whole |= strcmp(p->name, whole[i]) == 0;
  if (is_whole && number != floor(number))
    return rosin_fail(error, "%s: %g is not a whole number", p->name, number);
  memcpy((char *)row + p->offset, &number, sizeof number);
  return 0;
}

int rosin_jobs_put(rosin_jobs_row *row, const char *key, const char *value, rosin_error *error) {
  char setting[512];
  const rosin_parameter *p = rosin_parameter_find(numbers, key);
  if (p)
    return put_number(row, p, value, error);
  if (strcmp(key, "spread") == 0)
    return add_spreads(row, value, error);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i].name, key) == 0) {
      if (strlen(value) >= texts[i].size)
        return rosin_fail(error, "%s: longer than %d bytes", key, (int)texts[i].size - 1);
      for (const char *c = value; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
          return rosin_fail(error, "%s: must have no control characters", key);
      memcpy((char *)row + texts[i].offset, value, strlen(value) + 1);
      if (i == 0)
        row->scene_at = row->at;
      return 0;
    }
  if (snprintf(setting, sizeof setting, "%s=%s", key, value) >= (int)sizeof setting)
    return rosin_fail(error, "%.80s: setting too long", key);
  return rosin_jobs_add(row, 0, setting, error);
}

const char *rosin_jobs_meant(const char *key, const char *other) {
  rosin_near near = rosin_near_to(key), another = rosin_near_to(key);
  for (const rosin_parameter *p = numbers; p->name; p++)
    rosin_near_consider(&near, p->name);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    rosin_near_consider(&near, texts[i].name);
  rosin_near_consider(&near, "spread");
  if (other)
    rosin_near_consider(&another, other);
  return near.least < another.least ? rosin_near_meant(&near) : NULL;
}

int rosin_jobs_fail(const char *path, rosin_jobs_at at, const char *what, rosin_error *error) {
  return at.column ? rosin_fail(error, "%.240s:%d:%d: %.220s", path, at.line, at.column, what)
                   : rosin_fail(error, "%.240s:%d: %.220s", path, at.line, what);
}

int rosin_jobs_check(const rosin_jobs_row *row, rosin_error *error) {
  if (!*row->scene)
    return rosin_fail(error, "a row has no scene");
  if (*row->verdict && strcmp(row->verdict, "keep") != 0 && strcmp(row->verdict, "reject") != 0 &&
      strcmp(row->verdict, "undecided") != 0)
    return rosin_fail(error, "verdict: %.16s: must be keep, reject or undecided", row->verdict);
  if (*row->loudness_of && !(row->loudness < 0))
    return rosin_fail(error, "loudness_of: needs loudness");
  if (*row->part && (row->loop > 0 || row->distinct > 0))
    return rosin_fail(error, "part: does not go with %s", row->loop > 0 ? "loop" : "distinct");
  return 0;
}

long long rosin_jobs_count(const rosin_jobs_row *row) {
  return row->variations > 0 ? (long long)row->variations : 1;
}

int rosin_jobs_apart(const rosin_jobs_row *row) {
  return row->variations > 0 && row->distinct > 0;
}

int rosin_jobs_together(const rosin_jobs_row *row) {
  return rosin_jobs_apart(row) ? ROSIN_JOBS_BLOCK : 1;
}

int rosin_shard_parse(const char *text, rosin_shard *shard) {
  char *end;
  const long k = strtol(text, &end, 10);
  if (end == text || *end != '/')
    return -1;
  const char *second = end + 1;
  const long n = strtol(second, &end, 10);
  if (end == second || *end || k < 1 || n < k || n > 1000000)
    return -1;
  *shard = (rosin_shard){(int)k, (int)n};
  return 0;
}

int rosin_shard_has(rosin_shard shard, long long unit) {
  return shard.n <= 1 || unit % shard.n == shard.k - 1;
}
