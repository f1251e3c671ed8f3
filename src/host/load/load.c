/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/load/load.h"
#include "host/common/outputs.h"
#include "host/common/stop.h"
#include "host/common/text.h"
#include "keys/keys.h"
#include "player/play/settings.h"
#include "rosin/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rosin_load_recipe(const rosin_command *command, const rosin_list *words, const rosin_list *set,
                      const char *any_files, rosin_recipe *recipe) {
  rosin_error error;
  *recipe = (rosin_recipe){0};
  if (words->count != 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", command->usage);
  const int failed = rosin_recipe_open(recipe, words->text[0], &error);
  if (failed)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  if (!rosin_scene_embedded(words->text[0]))
    rosin_outputs_reads(words->text[0]);
  if (any_files && !recipe->from)
    recipe->files = ROSIN_FILES_ANY;
  for (int i = 0; i < set->count; i++) {
    if (rosin_text_controls(set->text[i]))
      return rosin_complain(ROSIN_USAGE, "-s %s: must have no control characters", set->text[i]);
    if (recipe->set.count == ROSIN_LIST)
      return rosin_complain(ROSIN_USAGE, "--set: given more than %d times", ROSIN_LIST);
    recipe->set.text[recipe->set.count++] = set->text[i];
  }
  return -1;
}

static int is_option(const char *line) {
  return strncmp(line, "-s ", 3) == 0 || strncmp(line, "--x ", 4) == 0 ||
         strncmp(line, "--y ", 4) == 0;
}

int rosin_complain_all(char *errors) {
  int only_options = 1;
  char *save = NULL;
  if (!errors || rosin_stopped(NULL)) {
    free(errors);
    if (rosin_stopped(NULL))
      rosin_stop_complain();
    else
      rosin_complain(ROSIN_FAILURE, "out of memory");
    return 0;
  }
  for (char *line = strtok_r(errors, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    only_options = only_options && is_option(line);
    rosin_complain(ROSIN_FAILURE, "%s", line);
  }
  free(errors);
  return only_options;
}

static rosin_scene *read_scene(const rosin_recipe *recipe, const rosin_list *set, int transposes,
                               int *status) {
  char *errors = NULL;
  const char *name = recipe->from ? recipe->from : recipe->scene;
  const rosin_terms terms = {.files = recipe->files,
                             .stop = rosin_stopped,
                             .opened = rosin_outputs_reads,
                             .transposes = transposes};
  rosin_scene *scene = rosin_scene_read(recipe->text, name, &terms, set->count, set->text, &errors);
  if (scene)
    free(errors);
  else
    *status = rosin_complain_all(errors) && set->count ? ROSIN_USAGE : ROSIN_FAILURE;
  return scene;
}

rosin_scene *rosin_load_scene(const rosin_recipe *recipe, const rosin_list *set, int *status) {
  return read_scene(recipe, set, 0, status);
}

rosin_scene *rosin_load_played(const rosin_recipe *recipe, const rosin_list *set, int *status) {
  rosin_scene *scene = read_scene(recipe, set, 0, status);
  if (!scene || rosin_player_strings(scene) || rosin_keyboard_is(scene))
    return scene;
  rosin_scene_free(scene);
  return read_scene(recipe, set, 1, status);
}

void rosin_load_split(const rosin_list *all, rosin_list *scene, rosin_list *player) {
  scene->count = player->count = 0;
  for (int i = 0; i < all->count; i++) {
    rosin_list *to = rosin_player_setting_is(all->text[i]) ? player : scene;
    to->text[to->count++] = all->text[i];
  }
}

int rosin_load_unplayed(const rosin_command *command, const rosin_list *words,
                        const rosin_list *set, const char *any_files, rosin_recipe *recipe) {
  const int status = rosin_load_recipe(command, words, set, any_files, recipe);
  rosin_list *all = &recipe->set, own = {0}, scene, player;
  if (status >= 0)
    return status;
  for (int i = 0; i < all->count - set->count; i++)
    own.text[own.count++] = all->text[i];
  rosin_load_split(&own, &scene, &player);
  for (int i = 0; i < set->count; i++)
    scene.text[scene.count++] = set->text[i];
  *all = scene;
  return status;
}

rosin_scene *rosin_load(const rosin_command *command, const rosin_list *words,
                        const rosin_list *set, const char *any_files, int *status) {
  rosin_recipe recipe;
  rosin_scene *scene = NULL;
  *status = rosin_load_unplayed(command, words, set, any_files, &recipe);
  if (*status < 0)
    scene = rosin_load_scene(&recipe, &recipe.set, status);
  rosin_recipe_free(&recipe);
  return scene;
}
