/* SPDX-License-Identifier: BSD-3-Clause */
/* How a command ends when it is asked to, or when a library falls: each in a process of its
 * own. */
#include "host/common/options.h"
#include "host/common/shield.h"
#include "host/common/stop.h"
#include "sound/temporary.h"
#include "sound/within.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char said[2000];

/* How a process ends that does this: exit status, or minus the signal; what it says on standard
 * error is in `said`. */
static int ends(int (*act)(int), int with) {
  int ends[2], status;
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    for (int i = 1; i < 32; i++) /* cmocka catches some */
      signal(i, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    exit(act(with));
  }
  assert_true(child > 0);
  close(ends[1]);
  size_t length = 0;
  ssize_t got;
  while ((got = read(ends[0], said + length, sizeof said - 1 - length)) > 0)
    length += (size_t)got;
  said[length] = 0;
  close(ends[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* Exit status 70 + step where something is not as promised. */
#define MUST(step, what)                                                                           \
  do {                                                                                             \
    if (!(what))                                                                                   \
      return 70 + (step);                                                                          \
  } while (0)

static int stopped_by(int number) {
  MUST(0, !rosin_stopped(NULL));
  rosin_stop_catch();
  MUST(1, !rosin_stopped(NULL));
  raise(number);
  MUST(2, rosin_stopped(NULL) == 1);
  raise(number); /* again: it is not impatient */
  return 7;
}

static int held_back(int number) {
  rosin_stop_catch();
  rosin_stop_hold(1);
  raise(number);
  MUST(0, !rosin_stopped(NULL));
  rosin_stop_hold(0);
  MUST(1, rosin_stopped(NULL));
  return 7;
}

static int ignored_before(int number) {
  signal(number, SIG_IGN);
  rosin_stop_catch();
  raise(number);
  MUST(0, !rosin_stopped(NULL));
  return 7;
}

static int not_asked(int number) {
  rosin_stop_catch();
  raise(number);
  MUST(0, !rosin_stopped(NULL));
  return 7;
}

static int complains(int wrote) {
  MUST(0, rosin_stop_complain() == ROSIN_FAILURE);
  if (wrote)
    rosin_stop_wrote("b.wav");
  return rosin_stop_complain();
}

static void signals_are_questions(void **state) {
  static const int asking[] = {SIGINT, SIGTERM, SIGHUP};
  (void)state;
  for (int i = 0; i < 3; i++) {
    assert_int_equal(ends(stopped_by, asking[i]), 7);
    assert_int_equal(ends(held_back, asking[i]), 7);
    assert_int_equal(ends(ignored_before, asking[i]), 7);
  }
  assert_int_equal(ends(not_asked, SIGPIPE), 7);
  assert_int_equal(ends(not_asked, SIGXFSZ), 7);
  assert_int_equal(ends(not_asked, SIGUSR1), -SIGUSR1);
  assert_string_equal(said, "");
}

static void what_was_written_is_told(void **state) {
  (void)state;
  assert_int_equal(ends(complains, 0), ROSIN_FAILURE);
  assert_string_equal(said, "rosin: interrupted; nothing was written\n"
                            "rosin: interrupted; nothing was written\n");
  assert_int_equal(ends(complains, 1), ROSIN_FAILURE);
  assert_string_equal(said, "rosin: interrupted; nothing was written\n"
                            "rosin: interrupted; b.wav was written, the rest was not\n");
}

#if !defined(__SANITIZE_ADDRESS__) /* that has a word of its own */
enum { FILES = 100, KNOWN = 80 };

static char folder[] = "/tmp/rosin-process-XXXXXX";

/* Files that are being written, as many as it knows and some more; then it falls. */
static int falls(int how) {
  char path[80];
  for (int i = 0; i < FILES; i++) {
    snprintf(path, sizeof path, "%s/%d.wav", folder, i);
    rosin_shield_file(path);
    char *name = rosin_temporary_name(path, 0);
    const int file = name ? open(name, O_CREAT | O_WRONLY, 0600) : -1;
    MUST(0, file >= 0);
    close(file);
    free(name);
  }
  rosin_shield_up();
  rosin_sound_enter(how > 0); /* or it is a fault of our own */
  raise(abs(how));
  return 7;
}

static int left_behind(void) {
  char command[120];
  int count = -1;
  snprintf(command, sizeof command, "ls %s | wc -l; rm -f %s/*", folder, folder);
  FILE *out = popen(command, "r");
  assert_int_equal(fscanf(out, "%d", &count), 1);
  pclose(out);
  return count;
}

static void a_library_that_falls_takes_its_files(void **state) {
  static const int faults[] = {SIGSEGV, SIGBUS};
  (void)state;
  assert_non_null(mkdtemp(folder));
  for (int i = 0; i < 2; i++) {
    assert_int_equal(ends(falls, faults[i]), 1);
    assert_string_equal(said, "rosin: out of memory for a sound file\n");
    assert_int_equal(left_behind(), FILES - KNOWN);
    assert_int_equal(ends(falls, -faults[i]), -faults[i]); /* a fault of our own is one */
    assert_string_equal(said, "");
    assert_int_equal(left_behind(), FILES);
  }
  rmdir(folder);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(signals_are_questions),
    cmocka_unit_test(what_was_written_is_told),
#if !defined(__SANITIZE_ADDRESS__)
    cmocka_unit_test(a_library_that_falls_takes_its_files),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
