/* SPDX-License-Identifier: BSD-3-Clause */
/** What is written to a descriptor of the process while something acts. */
#ifndef ROSIN_TEST_LISTEN_H
#define ROSIN_TEST_LISTEN_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char said[8000];

/** What `act` writes to descriptor `on`, STDERR_FILENO or another, is in `said`. */
static inline void listen_to(void (*act)(void), int on) {
  FILE *file = tmpfile();
  if (!file)
    abort();
  fflush(NULL);
  const int kept = dup(on);
  dup2(fileno(file), on);
  act();
  fflush(NULL);
  dup2(kept, on);
  close(kept);
  rewind(file);
  said[fread(said, 1, sizeof said - 1, file)] = 0;
  fclose(file);
}

#endif
