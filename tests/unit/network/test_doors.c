/* SPDX-License-Identifier: BSD-3-Clause */
/* Checked builds (those of the sanitizers) meet a state that broke at the next door of its room:
 * each is broken in a process of its own, which ends there and says where. */
#include "core/inside.h"
#include "modal/bank.h"
#include "network/network.h"
#include "player/course/course.h"
#include "scene/scene.h"
#include "waveguide/string.h"

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

enum { RATE = 44100, FRAMES = 256, SAID = 4096 };

static rosin_scene *scene;
static rosin_core *core;
static rosin_network *network;

static void run(void) {
  static float out[2 * FRAMES];
  rosin_core_process_frames(core, out, FRAMES);
}

static rosin_body *body_of_kind(const char *kind) {
  for (int i = 0; i < network->members; i++)
    if (strcmp(network->member[i].body->ops->kind, kind) == 0)
      return network->member[i].body;
  fail_msg("no body is a %s", kind);
  return NULL;
}

static void break_network(void) {
  network->group[0].tally.given = -1;
}

static void break_group(void) {
  for (int i = 0; i < network->groups; i++)
    if (network->group[i].presses)
      network->group[i].active[0] = -1;
}

static void break_string(void) {
  ((rosin_string *)body_of_kind("string"))->transverse.keep = 1.5;
}

static void break_bank(void) {
  rosin_bank *bank = (rosin_bank *)body_of_kind("modal");
  bank->hears = bank->base.ports + 1;
}

static void break_player(void) {
  rosin_core_player(core)->direction = 0;
}

static void break_core(void) {
  core->faded = -1;
}

static void begin(void) {
  rosin_error error;
  scene = rosin_scene_load("cello", 0, NULL, NULL);
  core = rosin_core_over(scene, 1, 0, &error);
  assert_int_equal(rosin_core_prepare(core, RATE, &error), 0);
  network = rosin_scene_network(scene);
  rosin_core_play(core, 0,
                  &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON, .key = 50, .value = 0.8});
  for (int i = 0; i < 40; i++)
    run();
}

/* What such a process says, into `said`; its status. */
static int broken(void (*breaks)(void), char *said) {
  int pipes[2], status = 0;
  assert_int_equal(pipe(pipes), 0);
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(SIGABRT, SIG_DFL);
    dup2(pipes[1], STDERR_FILENO);
    breaks();
    run();
    _exit(0);
  }
  close(pipes[1]);
  size_t length = 0;
  for (ssize_t more;
       length < SAID - 1 && (more = read(pipes[0], said + length, SAID - 1 - length)) > 0;)
    length += (size_t)more;
  said[length] = '\0';
  close(pipes[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  return status;
}

static void nothing(void) {}

static void a_broken_state_is_met_at_the_next_door(void **state) {
  (void)state;
#ifndef ROSIN_CHECKED
  skip();
#endif
  static const struct {
    const char *file;
    void (*breaks)(void);
  } rooms[] = {{"src/network/step.c", break_network},      {"src/network/group.c", break_group},
               {"waveguide/pass_text.h", break_string},    {"modal/bank.c", break_bank},
               {"src/player/play/player.c", break_player}, {"src/core/play.c", break_core}};
  char said[SAID];
  begin();
  assert_int_equal(broken(nothing, said), 0);
  for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
    const int status = broken(rooms[i].breaks, said);
    if (status == 0 || !strstr(said, rooms[i].file) || !strstr(said, "holds("))
      fail_msg("%s: status %d: %s", rooms[i].file, status, said);
  }
  rosin_core_free(core);
  rosin_scene_free(scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_broken_state_is_met_at_the_next_door)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
