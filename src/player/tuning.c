/* SPDX-License-Identifier: BSD-3-Clause */
#include "rosin/tuning.h"
#include "error.h"
#include "letters.h"
#include "maths/maths.h"
#include "number.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double most_cents = 12000; /* of a note above the first */

void rosin_tuning_equal(rosin_tuning *t) {
  t->a4 = 440;
  t->steps = 12;
  for (int i = 0; i < 12; i++)
    t->cents[i] = 100.0 * (i + 1);
}

/* A pitch of the format: cents with a point, or a ratio, or a whole number. */
static int parse_pitch(const char *text, double *cents) {
  char *end;
  while (rosin_is_space(*text))
    text++;
  const double first = rosin_number_read(text, &end);
  if (end == text)
    return -1;
  if (memchr(text, '.', (size_t)(end - text))) {
    *cents = first;
    return 0;
  }
  double below = 1;
  while (*end == ' ')
    end++;
  if (*end == '/')
    below = rosin_number_read(end + 1, &end);
  if (!(first > 0) || !(below > 0))
    return -1;
  *cents = 1200 * rosin_log2(first / below);
  return 0;
}

/* The next line that is no comment, as far as it fits: what is longer is a remark after the
 * pitch. 0 at the end. */
static int next_line(FILE *file, char *line, int size, int *number) {
  while (fgets(line, size, file)) {
    if (!strchr(line, '\n')) {
      int c = 0;
      while (c != '\n' && c != EOF)
        c = fgetc(file);
    }
    ++*number;
    if (line[0] != '!') {
      line[strcspn(line, "\r\n")] = 0;
      return 1;
    }
  }
  return 0;
}

int rosin_tuning_scala(rosin_tuning *t, const char *path, rosin_error *error) {
  char line[512];
  int number = 0, status = 0;
  FILE *file = fopen(path, "r");
  if (!file)
    return rosin_fail(error, "%.300s: cannot be read: %s", path, strerror(errno));
  rosin_tuning made = {.a4 = t->a4};
  const int titled = next_line(file, line, sizeof line, &number);
  if (!titled || !next_line(file, line, sizeof line, &number))
    status = rosin_fail(error, "%.300s: ends before the number of notes", path);
  if (!status) {
    const long steps = strtol(line, NULL, 10);
    made.steps = steps < 0 || steps > ROSIN_TUNING_STEPS ? 0 : (int)steps;
    if (made.steps < 1)
      status = rosin_fail(error, "%.300s:%d: number of notes '%.40s' is out of range: 1 to %d",
                          path, number, line, ROSIN_TUNING_STEPS);
  }
  for (int i = 0; !status && i < made.steps; i++) {
    if (!next_line(file, line, sizeof line, &number))
      status = rosin_fail(error, "%.300s: has %d of %d notes", path, i, made.steps);
    else if (parse_pitch(line, &made.cents[i]))
      status =
          rosin_fail(error, "%.300s:%d: '%.40s' is neither cents nor a ratio", path, number, line);
    else if (!(fabs(made.cents[i]) <= most_cents))
      status = rosin_fail(error, "%.300s:%d: '%.40s' is out of range: -12000 to 12000 cents", path,
                          number, line);
  }
  if (!status && made.cents[made.steps - 1] <= 0)
    status = rosin_fail(error, "%.300s: the last note must be above the first", path);
  fclose(file);
  if (!status)
    *t = made;
  return status;
}

static double whole_key(const rosin_tuning *t, int key) {
  const int from = key - 60;
  const int octave = from >= 0 ? from / t->steps : -((-from + t->steps - 1) / t->steps);
  const int step = from - octave * t->steps;
  return octave * t->cents[t->steps - 1] + (step ? t->cents[step - 1] : 0);
}

double rosin_tuning_hertz(const rosin_tuning *t, double key) {
  const double low = floor(key), u = key - low;
  const double a = whole_key(t, (int)low), b = whole_key(t, (int)low + 1);
  /* key 60 of the equal scale stands 900 cents below A4; 30 octaves off, nobody hears it, and
   * any scale's pitch is a number */
  return t->a4 * rosin_exp2(fmin(fmax((a + u * (b - a) - 900) / 1200, -30), 30));
}

void rosin_tuning_name(double hertz, double a4, char name[ROSIN_TUNING_NAME], double *cents) {
  static const char *const names[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                      "F#", "G",  "G#", "A",  "A#", "B"};
  const double key = 69 + 12 * rosin_log2(hertz / a4), nearest = floor(key + 0.5);
  *name = 0;
  *cents = 0;
  if (!(nearest >= 0) || !(nearest <= 127))
    return;
  *cents = 100 * (key - nearest);
  snprintf(name, ROSIN_TUNING_NAME, "%s%d", names[(int)nearest % 12], (int)nearest / 12 - 1);
}
