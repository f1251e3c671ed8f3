/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch/jobs_config.h"
#include "error.h"
#include "format.h"
#include "scene/text/setting.h"

#include <stdlib.h>
#include <string.h>

struct rosin_jobs_config {
  rosin_settings tree;
  char *path;
  const rosin_setting *jobs;
  int job, scene, settings; /* what comes next */
};

static rosin_jobs_at place_of(const rosin_setting *s) {
  return (rosin_jobs_at){s->line, s->column};
}

static int fail(const rosin_jobs_config *c, const rosin_setting *at, const char *what,
                rosin_error *error) {
  return rosin_jobs_fail(c->path, at ? place_of(at) : (rosin_jobs_at){1, 1}, what, error);
}

rosin_jobs_config *rosin_jobs_config_read(FILE *file, const char *path, rosin_error *error) {
  rosin_jobs_config *c = calloc(1, sizeof *c);
  const char *why = "out of memory";
  size_t size;
  char *text = c ? rosin_files_text(file, ROSIN_SETTING_BYTES, &size, &why) : NULL;
  if (!text || !(c->path = strdup(path))) {
    rosin_fail(error, "%.300s: %s", path, text ? "out of memory" : why);
    free(text);
    free(c);
    return NULL;
  }
  const int failed = rosin_settings_read(&c->tree, text, path, ".", ROSIN_FILES_BESIDE, error);
  free(text);
  if (!failed) {
    c->jobs = rosin_setting_member(c->tree.root, "jobs");
    if (rosin_setting_is(c->jobs, ROSIN_SETTING_LIST))
      return c;
    rosin_fail(error, "%.300s: must have a list, jobs = ( { scene = ...; }, ... );", path);
  }
  rosin_jobs_config_free(c);
  return NULL;
}

void rosin_jobs_config_free(rosin_jobs_config *c) {
  if (!c)
    return;
  rosin_settings_free(&c->tree);
  free(c->path);
  free(c);
}

static int is_text(const rosin_setting *s) {
  return rosin_setting_is(s, ROSIN_SETTING_TEXT);
}

/* A text, or a list of texts: element `i`, or NULL. */
static const rosin_setting *one_of(const rosin_setting *s, int i) {
  if (rosin_setting_is(s, ROSIN_SETTING_LIST))
    return rosin_setting_element(s, i);
  return i == 0 ? s : NULL;
}

/* All texts of a text or list. */
static int add_all(const rosin_jobs_config *c, const rosin_setting *s, int spread,
                   rosin_jobs_row *row, rosin_error *error) {
  rosin_error what;
  for (int i = 0; s && one_of(s, i); i++) {
    const rosin_setting *text = one_of(s, i);
    if (!is_text(text))
      return fail(c, text, "must be texts, \"KEY=VALUE\"", error);
    row->at = place_of(text);
    if (rosin_jobs_add(row, spread, text->text, &what))
      return fail(c, text, what.text, error);
  }
  return 0;
}

/* A key of a row; what would be taken for a setting of the scene has another place. */
static int take_key(const rosin_jobs_config *c, const rosin_setting *m, rosin_jobs_row *row,
                    rosin_error *error) {
  rosin_error what;
  char number[40];
  const int sets = row->sets;
  if (!is_text(m) && !rosin_setting_is(m, ROSIN_SETTING_NUMBER))
    return fail(c, m, "must be a number or a text", error);
  rosin_format(number, sizeof number, "%.17g", m->number);
  row->at = place_of(m);
  if (rosin_jobs_put(row, m->name, is_text(m) ? m->text : number, &what))
    return fail(c, m, what.text, error);
  if (row->sets == sets)
    return 0;
  const char *meant = rosin_jobs_meant(m->name, NULL);
  rosin_fail(&what, "%s: unknown key; settings of the scene stand in set = ( \"KEY=VALUE\" )%s%s%s",
             m->name, meant ? "; or did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
  return fail(c, m, what.text, error);
}

/* What a group says, but for scene and settings. */
static int take_group(const rosin_jobs_config *c, const rosin_setting *group, rosin_jobs_row *row,
                      rosin_error *error) {
  int status = 0;
  for (int i = 0; i < group->count; i++) {
    const rosin_setting *m = group->element[i];
    const int is_spread = strcmp(m->name, "spread") == 0;
    if (is_spread || strcmp(m->name, "set") == 0)
      status = add_all(c, m, is_spread, row, error);
    else if (strcmp(m->name, "jobs") != 0 && strcmp(m->name, "scene") != 0 &&
             strcmp(m->name, "settings") != 0)
      status = take_key(c, m, row, error);
    if (status)
      return -1;
  }
  return 0;
}

static void step(rosin_jobs_config *c, const rosin_setting *scene, const rosin_setting *settings) {
  if (settings && one_of(settings, ++c->settings))
    return;
  c->settings = 0;
  if (one_of(scene, ++c->scene))
    return;
  c->scene = 0;
  c->job++;
}

/* The scene and the settings that are next in a group. */
static int take_scene(rosin_jobs_config *c, const rosin_setting *group, rosin_jobs_row *row,
                      rosin_error *error) {
  rosin_error what;
  const rosin_setting *scenes = rosin_setting_member(group, "scene");
  scenes = scenes ? scenes : rosin_setting_member(c->tree.root, "scene");
  const rosin_setting *settings = rosin_setting_member(group, "settings");
  const rosin_setting *scene = scenes ? one_of(scenes, c->scene) : NULL;
  if (!scene || !is_text(scene))
    return fail(c, group, "scene: must be a text, or a list of them", error);
  row->at = place_of(scene);
  if (rosin_jobs_put(row, "scene", scene->text, &what))
    return fail(c, scene, what.text, error);
  if (settings && !rosin_setting_is(settings, ROSIN_SETTING_LIST))
    return fail(c, settings, "settings: must be a list of alternatives", error);
  if (settings && add_all(c, one_of(settings, c->settings), 0, row, error))
    return -1;
  step(c, scenes, settings);
  return 0;
}

int rosin_jobs_config_next(rosin_jobs_config *c, rosin_jobs_row *row, rosin_error *error) {
  const rosin_setting *group = rosin_setting_element(c->jobs, c->job);
  if (!group)
    return 0;
  rosin_jobs_plain(row);
  row->line = group->line;
  if (!rosin_setting_is(group, ROSIN_SETTING_GROUP))
    return fail(c, group, "a job must be a group { scene = ...; }", error);
  if (take_group(c, c->tree.root, row, error) || take_group(c, group, row, error))
    return -1;
  const rosin_setting *spread = rosin_setting_member(group, "spread");
  const rosin_setting *apart = spread ? spread : rosin_setting_member(group, "distinct");
  if (apart && row->variations < 1)
    return fail(c, apart, spread ? "spread: needs variations" : "distinct: needs variations",
                error);
  return take_scene(c, group, row, error) ? -1 : 1;
}
