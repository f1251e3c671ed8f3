/* SPDX-License-Identifier: BSD-3-Clause */
/* Measured data for `rosin fit`; a first line "# LAW" chooses the law. */
#include "fuzz.h"
#include "host/common/commands.h"

#include <stdio.h>
#include <string.h>

/* The law named in the first line, or one that is quick. */
static const char *law_of(const uint8_t *data, size_t size) {
  for (int i = 0; i < rosin_laws(); i++) {
    const char *name = rosin_law_name(i);
    const size_t length = strlen(name);
    if (!rosin_law_is_normal(name) && size > length + 2 && memcmp(data, "# ", 2) == 0 &&
        memcmp(data + 2, name, length) == 0 && data[2 + length] == '\n')
      return name;
  }
  return "coulomb";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char in[256], law[64], option[] = "--law";
  char *words[] = {in, option, law};
  snprintf(in, sizeof in, "%s", fuzz_file("input", data, size));
  snprintf(law, sizeof law, "%s", law_of(data, size));
  const int status = rosin_command_fit.run(3, words);
  fuzz_want(status == ROSIN_DONE || status == ROSIN_FAILURE, "it is done or not: %d", status);
  return 0;
}
