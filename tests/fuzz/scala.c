/* SPDX-License-Identifier: BSD-3-Clause */
/* A scale of Scala's: every key of a keyboard, bent, has a pitch. */
#include "fuzz.h"
#include "rosin/tuning.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  rosin_tuning t;
  rosin_error error = {""};
  rosin_tuning_equal(&t);
  if (rosin_tuning_scala(&t, fuzz_file("input", data, size), &error)) {
    fuzz_want_line(&error);
    fuzz_want(t.steps == 12 && t.cents[11] == 1200, "a scale that is refused changes nothing");
    return 0;
  }
  for (double key = -96; key <= 223; key += 0.5) {
    const double hertz = rosin_tuning_hertz(&t, key);
    fuzz_want(isfinite(hertz) && hertz > 0, "key %g has a pitch: %g Hz", key, hertz);
  }
  return 0;
}
