/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/stop.h"
#include "host/options.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stopped; /* a signal is the process's */
static const char *wrote;             /* the last file that got its name */

static void on_signal(int number) {
  (void)number;
  stopped = 1;
}

void rosin_stop_catch(void) {
  static const int asking[] = {SIGINT, SIGTERM, SIGHUP};
  const struct sigaction act = {.sa_handler = on_signal};
  struct sigaction was;
  for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
    if (sigaction(asking[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN)
      sigaction(asking[i], &act, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

void rosin_stop_wrote(const char *path) {
  wrote = path;
}

int rosin_stop_complain(void) {
  return wrote ? rosin_complain(ROSIN_FAILURE, "interrupted; %s was written, the rest was not", wrote)
               : rosin_complain(ROSIN_FAILURE, "interrupted; nothing was written");
}

int rosin_stopped(void *nothing) {
  (void)nothing;
  return stopped;
}
