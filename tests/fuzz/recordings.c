/* SPDX-License-Identifier: BSD-3-Clause */
/* A recorded stroke: its place, its steady part and its samples, parted by lines "=". */
#include "host/map/recordings.h"
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes up to the next such line, or to the end; `data` and `size` are what is left then. */
static size_t piece(const uint8_t **data, size_t *size, const uint8_t **from) {
  *from = *data;
  for (size_t i = 0; i + 1 < *size; i++)
    if ((i == 0 || (*data)[i - 1] == '\n') && (*data)[i] == '=' && (*data)[i + 1] == '\n') {
      *data += i + 2;
      *size -= i + 2;
      return i;
    }
  const size_t all = *size;
  *data += all;
  *size = 0;
  return all;
}

static void look(const rosin_recording *s) {
  fuzz_want(s->steps > 0 && s->count > 1 && s->step > 0, "a stroke has a length");
  for (int i = 0; i < s->count; i++)
    fuzz_want(isfinite(s->bridge[i]), "what the bridge felt is finite");
  for (int i = -27; i < 81; i++) {
    const double t = 0.037 * i;
    fuzz_want(isfinite(rosin_recording_at(s, s->force, t)) &&
                  isfinite(rosin_recording_at(s, s->velocity, t)),
              "at %g s it has a force and a velocity", t);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const kind[] = {"beta_1.csv", "timestamp_1.csv", "whole_1.csv"};
  char folder[256];
  rosin_recordings r;
  rosin_recording s;
  rosin_error error = {""};
  for (int k = 0; k < 3; k++) {
    const uint8_t *from;
    const size_t length = piece(&data, &size, &from);
    snprintf(folder, sizeof folder, "%s", fuzz_file(kind[k], from, length));
  }
  *strrchr(folder, '/') = 0;
  fuzz_want(rosin_recordings_open(&r, folder, 1000, &error) == 0, "a folder with a stroke opens");
  fuzz_want(r.sets == 1 && r.strokes == 1 && r.missing[0] == 0, "it has one stroke");
  if (r.stroke[0].fault) {
    snprintf(error.text, sizeof error.text, "%s", r.stroke[0].fault);
    fuzz_want_line(&error);
  } else if (rosin_recording_read(&s, &r, 0, 0.002, &error)) {
    fuzz_want_line(&error);
  } else {
    look(&s);
    rosin_recording_free(&s);
  }
  rosin_recordings_free(&r);
  return 0;
}
