/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin scenes, rosin show, rosin check. */
#include "host/commands.h"
#include "host/load.h"
#include "scene/embedded.h"

#include <stdio.h>
#include <stdlib.h>

static const rosin_option none[] = {{0}};

static int list_scenes(int count, char **words) {
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_scenes, none, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_scenes.usage);
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++) {
    rosin_scene *scene = rosin_scene_load(e->name, 0, NULL, NULL);
    printf("%-12s %s\n", e->name, scene ? rosin_scene_model(scene)->title : "");
    rosin_scene_free(scene);
  }
  return ROSIN_DONE;
}

static int show(int count, char **words) {
  rosin_list rest;
  rosin_error error;
  const int status = rosin_options_parse(&rosin_command_show, none, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count != 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_show.usage);
  char *text = rosin_scene_text(rest.text[0], &error);
  if (!text)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  fputs(text, stdout);
  free(text);
  return ROSIN_DONE;
}

static int check(int count, char **words) {
  rosin_list rest, set = {0};
  const rosin_option table[] = {ROSIN_OPTION_SET(&set), {0}};
  int status = rosin_options_parse(&rosin_command_check, table, count, words, &rest);
  if (status >= 0)
    return status;
  rosin_scene *scene = rosin_load(&rosin_command_check, &rest, &set, &status);
  if (!scene)
    return status;
  const rosin_model *m = rosin_scene_model(scene);
  printf("%s: valid; %d bodies, %d contacts, %g s at %g Hz, %g channel%s\n", rest.text[0],
         m->bodies, m->contacts, m->duration, m->rate, m->channels, m->channels > 1 ? "s" : "");
  rosin_scene_free(scene);
  return ROSIN_DONE;
}

const rosin_command rosin_command_scenes = {"scenes", "scenes", "list the built-in scenes",
                                            list_scenes};
const rosin_command rosin_command_show = {"show", "show SCENE", "print a scene, to copy and edit",
                                          show};
const rosin_command rosin_command_check = {"check", "check SCENE [-s KEY=VALUE]...",
                                           "say whether a scene is valid, all errors at once",
                                           check};
