/* SPDX-License-Identifier: BSD-3-Clause */
/* Linked into what is built for the sanitizers: as a host does that speaks its user's language, it
 * sets the locale of the process, to the one that ROSIN_TEST_LOCALE names, a folder. Not to
 * LC_ALL's: the tools that tests are written with would follow that too. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((constructor)) static void speak(void) {
  const char *folder = getenv("ROSIN_TEST_LOCALE"), *before = getenv("LOCPATH");
  char path[4096], *name;
  if (!folder)
    return;
  snprintf(path, sizeof path, "%s", folder);
  if (!(name = strrchr(path, '/')))
    abort();
  *name++ = 0;
  setenv("LOCPATH", path, 1); /* in which the C library looks, and nowhere else */
  if (!setlocale(LC_ALL, name)) {
    fprintf(stderr, "ROSIN_TEST_LOCALE %s: there is no such locale\n", folder);
    abort();
  }
  if (before)
    setenv("LOCPATH", before, 1);
  else
    unsetenv("LOCPATH");
  setlocale(LC_MESSAGES, "C"); /* what the system says of a file is compared to the letter */
}
