/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin: one command, its subcommands in a table. */
#include "host/common/commands.h"
#include "host/common/shield.h"
#include "host/show/completion.h"
#include "rosin.h"
#include "scene/text/near.h"
#include "sound/sound_gesture.h"

#include <stdio.h>
#include <string.h>

static const rosin_command *const commands[] = {
    &rosin_command_scenes,     &rosin_command_show,      &rosin_command_check,
    &rosin_command_render,     &rosin_command_play,      &rosin_command_probes,
    &rosin_command_laws,       &rosin_command_surfaces,  &rosin_command_curve,
    &rosin_command_fit,        &rosin_command_map,       &rosin_command_modes,
    &rosin_command_shapes,     &rosin_command_materials, &rosin_command_pairs,
    &rosin_command_bench,      &rosin_command_devices,   &rosin_command_batch,
    &rosin_command_gesture,    &rosin_command_follow,    &rosin_command_match,
    &rosin_command_completion,
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void overview(void) {
  printf(
      "rosin %s: friction sounds from physics. Try: rosin render cello-d; rosin COMMAND --help\n",
      rosin_version());
  for (int i = 0; i < COMMANDS;
       i++) /* on one screen: what a shell alone asks for is not among them */
    if (commands[i] != &rosin_command_completion)
      printf("  rosin %-10s %s\n", commands[i]->name, commands[i]->summary);
}

int main(int count, char **words) {
  rosin_shield_up();
  rosin_sounds_also_by(rosin_sound_gesture);
  rosin_completion_of(commands, COMMANDS);
  if (count < 2 || strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0 ||
      strcmp(words[1], "help") == 0) {
    overview();
    return ROSIN_DONE;
  }
  if (strcmp(words[1], "--version") == 0) {
    printf("rosin %s\n", rosin_version());
    return ROSIN_DONE;
  }
  for (int i = 0; i < COMMANDS; i++)
    if (strcmp(words[1], commands[i]->name) == 0) {
      const int status = commands[i]->run(count - 2, words + 2);
      if ((fflush(stdout) || ferror(stdout)) && status == ROSIN_DONE) /* else one error is said */
        return rosin_complain(ROSIN_FAILURE, "standard output cannot be written");
      return status;
    }
  rosin_near near = rosin_near_to(words[1]);
  for (int i = 0; i < COMMANDS; i++)
    rosin_near_consider(&near, commands[i]->name);
  const char *meant = rosin_near_meant(&near);
  if (meant)
    return rosin_complain(ROSIN_USAGE, "unknown command '%s'; did you mean '%s'?", words[1], meant);
  return rosin_complain(ROSIN_USAGE, "unknown command '%s'; `rosin` alone lists them", words[1]);
}
