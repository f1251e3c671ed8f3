/* SPDX-License-Identifier: BSD-3-Clause */
/* A CSV file as a gesture, by columns' numbers and names. */
#include "fuzz.h"
#include "scene/model/gesture.h"

#include <math.h>
#include <stdio.h>

static void look(rosin_gesture *g) {
  double low, high;
  rosin_gesture_range(g, &low, &high);
  fuzz_want(isfinite(low) && isfinite(high) && low <= high, "the range %g to %g is one", low, high);
  /* linear between points may leave them by rounding */
  const double slack = 1e-12 * fmax(fabs(low), fabs(high));
  for (int i = -40; i < 400; i++) {
    const double t = i < 0 ? -pow(10, -i - 20) : i < 200 ? 0.01 * i : pow(10, i / 2.0 - 100);
    const double x = rosin_gesture_at(g, t);
    fuzz_want(x >= low - slack && x <= high + slack, "at %g s it is %g: within %g to %g", t, x, low,
              high);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const columns[][2] = {{"2", "1"}, {"force", "time"}, {"3", "time"}};
  const char *path = fuzz_file("input", data, size);
  for (int i = 0; i < 3; i++) {
    rosin_gesture g = {0};
    rosin_error error = {""};
    FILE *file = fopen(path, "rb");
    fuzz_want(file != NULL, "there is a file");
    const int status = rosin_gesture_csv(&g, file, path, columns[i][0], columns[i][1], &error);
    fclose(file);
    if (status) {
      fuzz_want_line(&error);
      continue;
    }
    for (int curve = ROSIN_CURVE_LINEAR; curve <= ROSIN_CURVE_STEP; curve++) {
      g.curve = (rosin_curve)curve;
      look(&g);
    }
    rosin_gesture_free(&g);
  }
  return 0;
}
