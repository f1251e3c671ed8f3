/* SPDX-License-Identifier: BSD-3-Clause */
/* A fuzz target without libFuzzer: TARGET FILE... plays files, each within SECONDS. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LARGEST = 1 << 20, SECONDS = 20 };

int main(int count, char **paths) {
  static uint8_t data[LARGEST];
  for (int i = 1; i < count; i++) {
    FILE *file = fopen(paths[i], "rb");
    if (!file) {
      perror(paths[i]);
      return EXIT_FAILURE;
    }
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    fprintf(stderr, "playing %s, %zu bytes\n", paths[i], size);
    alarm(SECONDS);
    LLVMFuzzerTestOneInput(data, size);
    alarm(0);
  }
  fprintf(stderr, "played %d files\n", count - 1);
  return EXIT_SUCCESS;
}
