/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch/asset.h"
#include "error.h"
#include "format.h"
#include "number.h"

#include <math.h>
#include <string.h>

const char *const rosin_asset_part[ROSIN_ASSET_PARTS] = {"start", "loop", "end"};

/* A number that ends at `end`, which may be what a number could go on with. */
static int number_to(const char *text, const char *end, double *number) {
  char copy[64], *stop;
  const size_t length = (size_t)(end - text);
  if (!length || length >= sizeof copy)
    return -1;
  memcpy(copy, text, length);
  copy[length] = 0;
  *number = rosin_number_read(copy, &stop);
  return *stop || !isfinite(*number) ? -1 : 0;
}

int rosin_asset_steps_read(const char *text, rosin_asset_steps *s, rosin_error *error) {
  const size_t key = strcspn(text, "=");
  double count;
  *s = (rosin_asset_steps){.count = 0};
  if (!*text)
    return 0;
  const char *from = text + key + (text[key] == '='), *dots = strstr(from, "..");
  const char *to = dots ? dots + 2 : from, *slash = strchr(to, '/');
  if (!key || key >= sizeof s->key || text[key] != '=' || !dots || !slash ||
      number_to(from, dots, &s->from) || number_to(to, slash, &s->to) ||
      number_to(slash + 1, slash + strlen(slash), &count))
    return rosin_fail(error, "steps %.80s: must be KEY=FROM..TO/N, as in speed=2..8/5", text);
  if (!(count >= 2 && count <= ROSIN_ASSET_STEPS) || count != floor(count))
    return rosin_fail(error, "steps %.80s: must be 2 to %d steps", text, ROSIN_ASSET_STEPS);
  if (!(fabs(s->to - s->from) > 1e-5 * s->count * fmax(fabs(s->to), fabs(s->from))))
    return rosin_fail(error, "steps %.80s: would all be the same, or nearly", text);
  memcpy(s->key, text, key);
  s->count = (int)count;
  return 0;
}

void rosin_asset_step(const rosin_asset_steps *s, int step, char *text, int size) {
  const double share = (double)(step - 1) / (s->count - 1);
  rosin_format(text, (size_t)size, "%s=%.6g", s->key, s->from + share * (s->to - s->from));
}

static int one_of(const char *word, size_t length) {
  for (int i = 0; i < ROSIN_ASSET_PARTS; i++)
    if (strlen(rosin_asset_part[i]) == length && memcmp(word, rosin_asset_part[i], length) == 0)
      return i;
  return -1;
}

int rosin_asset_parts_read(const char *text, int part[ROSIN_ASSET_PARTS], rosin_error *error) {
  int count = 0, given[ROSIN_ASSET_PARTS] = {0};
  for (const char *word = text; *(word += strspn(word, " "));) {
    const size_t length = strcspn(word, " ");
    const int all = length == 3 && memcmp(word, "all", 3) == 0, one = one_of(word, length);
    if (!all && one < 0)
      return rosin_fail(error, "part %.*s: must be start, loop or end, or all", (int)length, word);
    for (int i = 0; i < ROSIN_ASSET_PARTS; i++)
      given[i] |= all || i == one;
    word += length;
  }
  for (int i = 0; i < ROSIN_ASSET_PARTS; i++)
    if (given[i])
      part[count++] = i;
  return count;
}
