/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin probes: the signals of a scene, a line each: name, unit, meaning. */
#include "host/common/commands.h"
#include "host/load/load.h"
#include "scene/text/json.h"

#include <stdio.h>

/* How lines are printed: in JSON, and is it the first? */
typedef struct {
  int json, first;
} style;

static void line(style *s, const char *owner, const char *key, const char *unit,
                 const char *meaning) {
  char name[192];
  snprintf(name, sizeof name, "%s.%s", owner, key);
  if (s->json) {
    fputs(s->first ? "{" : ",\n{", stdout);
    rosin_json_member(stdout, 1, "name", name);
    rosin_json_member(stdout, 0, "unit", unit);
    rosin_json_member(stdout, 0, "meaning", meaning);
    putchar('}');
    s->first = 0;
    return;
  }
  printf("%-32s %-6s %s\n", name, unit, meaning);
}

static void body_lines(style *s, const rosin_model_body *b) {
  char key[96];
  const char *const point = b->points ? b->point_name[0] : "0.5";
  snprintf(key, sizeof key, "velocity@%s", point);
  line(s, b->name, key, "m/s", "velocity at a position or named point");
  snprintf(key, sizeof key, "displacement@%s", point);
  line(s, b->name, key, "m", "displacement there");
  snprintf(key, sizeof key, "acceleration@%s", point);
  line(s, b->name, key, "m/s^2", "acceleration there");
  if (!b->modal)
    line(s, b->name, "bridge_force", "N", "force of the string on its bridge");
}

static int probes(int count, char **words) {
  rosin_list rest, set = {0};
  const char *any_files = NULL;
  const char *json = NULL;
  const rosin_option table[] = {ROSIN_OPTION_SET(&set),
                                ROSIN_OPTION_FILES(&any_files),
                                {"json", 0, NULL, "as JSON", &json, NULL},
                                {0}};
  int status = rosin_options_parse(&rosin_command_probes, table, count, words, &rest);
  if (status >= 0)
    return status;
  rosin_scene *scene = rosin_load(&rosin_command_probes, &rest, &set, any_files, &status);
  if (!scene)
    return status;
  const rosin_model *m = rosin_scene_model(scene);
  style s = {.json = json != NULL, .first = 1};
  fputs(json ? "[" : "", stdout);
  for (int i = 0; i < m->contacts; i++) {
    const char *name = m->contact[i].name;
    line(&s, name, "velocity", "m/s", "relative velocity");
    line(&s, name, "force", "N", "friction force");
    line(&s, name, "bristle", "m", "mean bristle deflection");
    line(&s, name, "normal", "N", "normal force");
    line(&s, name, "dissipation", "W", "power turned into heat");
  }
  for (int i = 0; i < m->links; i++)
    if (!m->link[i].push) {
      line(&s, m->link[i].name, "force", "N", "force in the joint");
      line(&s, m->link[i].name, "velocity", "m/s", "prescribed velocity");
    }
  for (int i = 0; i < m->bodies; i++)
    body_lines(&s, &m->body[i]);
  fputs(json ? "]\n" : "", stdout);
  rosin_scene_free(scene);
  return ROSIN_DONE;
}

const rosin_command rosin_command_probes = {"probes", "probes SCENE",
                                            "list the signals a scene can write", probes};
