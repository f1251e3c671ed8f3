/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene that is played into its files. */
#ifndef ROSIN_RENDER_SOUND_H
#define ROSIN_RENDER_SOUND_H

#include "core/core.h"
#include "host/ask/choices.h"
#include "host/load/played.h"
#include "scene/scene.h"

/** What is rendered: its recipe, and that in the words of the files' notes. */
typedef struct {
  rosin_recipe recipe;
  rosin_list set, player;  /* the recipe's settings, of the scene and of a player */
  char *title, *text;      /* text: NULL with --plain */
  char *command, *named;   /* command and title of `words`, owned */
  rosin_sound_words words; /* channels apart */
  rosin_played *played;    /* what hands did on the page, or NULL: the scene itself plays */
} rosin_render_work;

/** What plays a scene: its own gestures, a recorded one, or its player, with that one's settings;
 *  prepared. NULL and an error; freed before the scene. */
rosin_core *rosin_render_core(rosin_scene *scene, const rosin_render_arguments *arguments,
                              const rosin_render_choices *choices, const rosin_render_work *work,
                              rosin_error *error);
/** A scene and what plays it to its sound file, with signals and a report. An exit status. */
int rosin_render_file(rosin_scene *scene, rosin_core *core, const rosin_render_arguments *arguments,
                      const rosin_render_choices *choices, const rosin_render_work *work,
                      int probes, const char *const *probe);
/** Whether the file tells of moments of the scene's own gestures. */
int rosin_render_watches(const rosin_render_arguments *arguments,
                         const rosin_render_choices *choices, const rosin_render_work *work);
/** The scene once more, with its stems for channels. An exit status. */
int rosin_render_stems(const rosin_render_arguments *arguments, rosin_render_choices *choices,
                       const rosin_render_work *work);

#endif
