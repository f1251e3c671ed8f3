/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/common/shield.h"
#include "sound/temporary.h"
#include "sound/within.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 80 };

#if defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* A fault is the process's, and so are these. */
static char *temporary[FILES];
static volatile sig_atomic_t files;

static void on_fault(int number) {
  static const char said[] = "rosin: out of memory for a sound file\n";
  if (!rosin_sound_within()) { // NOLINT(bugprone-signal-handler): it reads a flag, no more
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  for (int i = 0; i < files; i++)
    unlink(temporary[i]);
  const ssize_t told = write(STDERR_FILENO, said, sizeof said - 1);
  (void)told;
  _exit(1);
}

void rosin_shield_file(const char *path) {
  if (files < FILES && (temporary[files] = rosin_temporary_name(path, 0)))
    files = files + 1;
}

void rosin_shield_up(void) {
#if !SANITIZED /* that has a better word to say */
  signal(SIGSEGV, on_fault);
  signal(SIGBUS, on_fault);
#else
  (void)on_fault;
#endif
}
