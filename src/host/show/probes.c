/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin probes: the signals of a scene, a line each: name, unit, meaning. */
#include "host/commands.h"
#include "host/load.h"

#include <stdio.h>

static void line(const char *owner, const char *key, const char *unit, const char *meaning) {
  char name[192];
  snprintf(name, sizeof name, "%s.%s", owner, key);
  printf("%-32s %-6s %s\n", name, unit, meaning);
}

static void body_lines(const rosin_model_body *b) {
  char key[96];
  const char *const point = b->points ? b->point_name[0] : "0.5";
  snprintf(key, sizeof key, "velocity@%s", point);
  line(b->name, key, "m/s", "velocity at a position or named point");
  snprintf(key, sizeof key, "displacement@%s", point);
  line(b->name, key, "m", "displacement there");
  snprintf(key, sizeof key, "acceleration@%s", point);
  line(b->name, key, "m/s^2", "acceleration there");
  if (!b->modal)
    line(b->name, "bridge_force", "N", "force of the string on its bridge");
}

static int probes(int count, char **words) {
  rosin_list rest, set = {0};
  const char *any_files = NULL;
  const rosin_option table[] = {ROSIN_OPTION_SET(&set), ROSIN_OPTION_FILES(&any_files), {0}};
  int status = rosin_options_parse(&rosin_command_probes, table, count, words, &rest);
  if (status >= 0)
    return status;
  rosin_scene *scene = rosin_load(&rosin_command_probes, &rest, &set, any_files, &status);
  if (!scene)
    return status;
  const rosin_model *m = rosin_scene_model(scene);
  for (int i = 0; i < m->contacts; i++) {
    const char *name = m->contact[i].name;
    line(name, "velocity", "m/s", "relative velocity");
    line(name, "force", "N", "friction force");
    line(name, "bristle", "m", "mean bristle deflection");
    line(name, "normal", "N", "normal force");
    line(name, "dissipation", "W", "power turned into heat");
  }
  for (int i = 0; i < m->links; i++)
    if (!m->link[i].push) {
      line(m->link[i].name, "force", "N", "force in the joint");
      line(m->link[i].name, "velocity", "m/s", "prescribed velocity");
    }
  for (int i = 0; i < m->bodies; i++)
    body_lines(&m->body[i]);
  rosin_scene_free(scene);
  return ROSIN_DONE;
}

const rosin_command rosin_command_probes = {"probes", "probes SCENE",
                                            "list the signals a scene can write", probes};
