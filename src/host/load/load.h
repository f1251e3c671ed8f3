/* SPDX-License-Identifier: BSD-3-Clause */
/** Loading a scene for a command: errors to standard error, each with "rosin: ". A scene is
 *  an embedded one's name, a scene file, or a sound file that rosin made. */
#ifndef ROSIN_LOAD_H
#define ROSIN_LOAD_H

#include "host/common/options.h"
#include "host/load/recipe.h"
#include "scene/scene.h"

/** Rows for options that every command with a scene has. */
#define ROSIN_OPTION_SET(list)                                                                     \
  {                                                                                                \
    "set", 's', "KEY=VALUE", "set a number of the scene, as in bow.force=2 (repeatable)", NULL,    \
        list                                                                                       \
  }

/** And for those files that the scene names. */
#define ROSIN_OPTION_FILES(text)                                                                   \
  {                                                                                                \
    "allow-files", 0, NULL, "let the scene read files outside its own folder, and links", text,    \
        NULL                                                                                       \
  }

/** Say every line of a scene's errors, and free them; NULL: memory was short. If a signal
 *  ended it, that alone. 1 if all are of a kind that only -s or an axis of a map can have made. */
int rosin_complain_all(char *errors);
/** The recipe named by the only word, with `set` after its own settings: -1, or an exit
 *  status after an error. Free it in either case. `any_files`, not NULL: a scene that the user
 *  has as a file may name files anywhere. */
int rosin_load_recipe(const rosin_command *command, const rosin_list *words, const rosin_list *set,
                      const char *any_files, rosin_recipe *recipe);
/** The same for whoever does not play it as it was played: a sound file's own settings of its
 *  player are left out. */
int rosin_load_unplayed(const rosin_command *command, const rosin_list *words,
                        const rosin_list *set, const char *any_files, rosin_recipe *recipe);
/** Settings of the player ("player.NAME=VALUE") apart from those of the scene. */
void rosin_load_split(const rosin_list *all, rosin_list *scene, rosin_list *player);
/** Its scene with the settings in `set`, or NULL after an error; *status is set then. */
rosin_scene *rosin_load_scene(const rosin_recipe *recipe, const rosin_list *set, int *status);
/** The same to be played by notes: an effect's bodies then have a pitch that keys move. */
rosin_scene *rosin_load_played(const rosin_recipe *recipe, const rosin_list *set, int *status);
/** Both at once: the scene named by the only word. */
rosin_scene *rosin_load(const rosin_command *command, const rosin_list *words,
                        const rosin_list *set, const char *any_files, int *status);

#endif
