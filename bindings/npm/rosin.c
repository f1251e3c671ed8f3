/* SPDX-License-Identifier: BSD-3-Clause */
/* What JavaScript cannot have of the library by itself: structs, and what names are read from.
 * engine.js calls all else of rosin/core.h directly. What fails leaves a line at npm_error. */
#include "rosin/core.h"

#include <stdio.h>
#include <string.h>

#ifdef __wasm__
#define NPM(name) __attribute__((export_name(#name))) name
#else
#define NPM(name) name
#endif

static rosin_error error;

rosin_error *NPM(npm_error)(void) {
  return &error;
}

static void fail(char *errors) {
  snprintf(error.text, sizeof error.text, "%s", errors ? errors : "out of memory");
  rosin_text_free(errors);
}

/* There are no files. */
static int is_known(const char *scene) {
  const char *name;
  for (int i = 0; (name = rosin_scene_name(i)); i++)
    if (strcmp(name, scene) == 0)
      return 1;
  snprintf(error.text, sizeof error.text, "%.100s: no embedded scene of this name", scene);
  return 0;
}

/* A scene, with what the command's -s says of it; NULL and an error. */
rosin_core *NPM(npm_open)(const char *scene, int overrides, const char *const *override,
                          int gestures) {
  char *errors = NULL;
  if (!is_known(scene))
    return NULL;
  const rosin_core_source source = {.size = sizeof source,
                                    .scene = scene,
                                    .overrides = overrides,
                                    .override = override,
                                    .gestures = gestures,
                                    .untried = 1}; /* prepare tells it */
  rosin_core *core = rosin_core_open(&source, &errors);
  if (!core)
    fail(errors);
  return core;
}

/* Of a table's row: its texts (NULL: it has none), its numbers. */
enum { NAME, UNIT, MEANING, GROUP };
const char *NPM(npm_row_text)(const rosin_parameter *row, int which) {
  return which == NAME      ? row->name
         : which == UNIT    ? row->unit
         : which == MEANING ? row->meaning
         : which == GROUP   ? row->group
                            : NULL;
}
enum { LOW, HIGH, INITIAL };
double NPM(npm_row_number)(const rosin_parameter *row, int which) {
  return which == LOW ? row->low : which == HIGH ? row->high : row->initial;
}

/* Names of a player's events and of what a contact does, by their numbers; NULL behind the last. */
const char *NPM(npm_kind)(int kind) {
  static const char *const names[] = {
      [ROSIN_PLAYER_NOTE_ON] = "note_on", [ROSIN_PLAYER_NOTE_OFF] = "note_off",
      [ROSIN_PLAYER_BEND] = "bend",       [ROSIN_PLAYER_PRESSURE] = "pressure",
      [ROSIN_PLAYER_CONTROL] = "control", [ROSIN_PLAYER_QUIET] = "quiet",
      [ROSIN_PLAYER_PROGRAM] = "program", [ROSIN_PLAYER_TUNE] = "tune",
      [ROSIN_PLAYER_TELL] = "tell"};
  return kind >= 0 && kind < (int)(sizeof names / sizeof *names) ? names[kind] : NULL;
}
const char *NPM(npm_regime)(int regime) {
  static const char *const names[] = {
      [ROSIN_LIFTED] = "lifted",   [ROSIN_STICKING] = "sticking", [ROSIN_HELMHOLTZ] = "helmholtz",
      [ROSIN_SEVERAL] = "several", [ROSIN_RAUCOUS] = "raucous",   [ROSIN_SLIDING] = "sliding"};
  return regime >= 0 && regime < (int)(sizeof names / sizeof *names) ? names[regime] : NULL;
}

/* An event of a player, now; without a core it is only looked at. 0, or -1 and an error. */
int NPM(npm_play)(rosin_core *core, int kind, int channel, int controller, double key, double value,
                  int single, int note) {
  const rosin_player_event_t event = {
      (rosin_player_kind)kind, channel, controller, key, value, single, note};
  if (rosin_player_event_check(&event, &error))
    return -1;
  if (core)
    rosin_core_play(core, 0, &event);
  return 0;
}

/* What moves: 0, or -1, there is no picture yet; its parts by their numbers then, and its shape. */
static rosin_core_picture picture;
int NPM(npm_look)(rosin_core *core) {
  return rosin_core_look(core, &picture);
}
const char *NPM(npm_look_contact)(void) {
  return picture.contact;
}
const float *NPM(npm_look_shape)(void) {
  return picture.moves ? picture.shape : NULL;
}
enum { REGIME, FORCE, VELOCITY, SLIPS, PITCH };
double NPM(npm_look_number)(int which) {
  return which == REGIME     ? picture.regime
         : which == FORCE    ? picture.force
         : which == VELOCITY ? picture.velocity
         : which == SLIPS    ? picture.slips
                             : picture.pitch;
}
