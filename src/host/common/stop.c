/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/common/stop.h"
#include "host/common/options.h"

#include <signal.h>
#include <stddef.h>

static const int asking[] = {SIGINT, SIGTERM, SIGHUP};
enum { ASKING = sizeof asking / sizeof *asking };

static volatile sig_atomic_t stopped; /* a signal is the process's */
static const char *wrote;             /* the last file that got its name */

static void on_signal(int number) {
  (void)number;
  stopped = 1;
}

void rosin_stop_catch(void) {
  const struct sigaction act = {.sa_handler = on_signal};
  struct sigaction was;
  for (int i = 0; i < ASKING; i++)
    if (sigaction(asking[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN)
      sigaction(asking[i], &act, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

void rosin_stop_hold(int held) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < ASKING; i++)
    sigaddset(&set, asking[i]);
  sigprocmask(held ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void rosin_stop_wrote(const char *path) {
  wrote = path;
}

int rosin_stop_complain(void) {
  return wrote
             ? rosin_complain(ROSIN_FAILURE, "interrupted; %s was written, the rest was not", wrote)
             : rosin_complain(ROSIN_FAILURE, "interrupted; nothing was written");
}

int rosin_stopped(void *nothing) {
  (void)nothing;
  return stopped;
}
