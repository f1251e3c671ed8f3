/* SPDX-License-Identifier: BSD-3-Clause */
#define _DEFAULT_SOURCE
#include "host/play/guard.h"
#include "host/common/options.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

/* Off with mouse reports, keypad mode and colours, back with cursor and the first screen. */
static const char back[] = "\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1l\033>\033[0m"
                           "\033[?25h\033[?1049l\r\n";

static volatile sig_atomic_t child;

static void pass_on(int number) {
  if (child > 0)
    kill((pid_t)child, number);
}

static int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return ROSIN_FAILURE;
  return status;
}

static void put_back(const struct termios *was) {
  signal(SIGTTOU, SIG_IGN);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, was);
}

int rosin_guard_start(void) {
  struct termios was;
  struct sigaction act = {.sa_handler = pass_on};
  fflush(NULL);
  if (tcgetattr(STDIN_FILENO, &was))
    return -1;
  const pid_t parent = getpid(), pid = fork();
  if (pid < 0)
    return -1;
  if (pid == 0) {
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
      raise(SIGTERM);
#endif
    signal(SIGTSTP, SIG_IGN); /* a stopped player would stall the sound server */
    return 0;
  }
  (void)parent;
  child = pid;
  sigaction(SIGTERM, &act, NULL);
  sigaction(SIGHUP, &act, NULL);
  sigaction(SIGINT, &act, NULL);
  signal(SIGTSTP, SIG_IGN);
  const int status = wait_for(pid);
  put_back(&was);
  if (WIFEXITED(status))
    _exit(WEXITSTATUS(status));
  if (write(STDOUT_FILENO, back, sizeof back - 1) < 0)
    _exit(ROSIN_FAILURE);
  fprintf(stderr, "rosin: ended by signal %d (%s)\n", WTERMSIG(status),
          strsignal(WTERMSIG(status)));
  _exit(128 + WTERMSIG(status));
}
