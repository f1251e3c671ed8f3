/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/presets.h"
#include "core/inside.h"
#include "error.h"
#include "scene/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of every instrument: numbers of its player, and its level (dB) on cello, cello-measured, double
 * bass, viola and violin, so that a scale at mf is -24 LUFS loud; plucked -26, thrown -30 (the
 * hair) and -34 (the stick), where 12 dB are enough; a bass that scratches is softer, as its peaks
 * are high. Those of an effect stand in its scene. */
#define ALL(T)                                                                                     \
  T("Legato", "articulation=1 portamento=0.08", " level=-1.5", " level=-0.5", " level=-3.5",       \
    " level=1", " level=6")                                                                        \
  T("Sul tasto", "position=1.9 pressure=0.35 dynamics=0.5", " level=5", " level=7", " level=3",    \
    " level=7", " level=12")                                                                       \
  T("Sul ponticello", "position=0.4 pressure=0.7 dynamics=0.6", " level=-11", " level=-8.5",       \
    " level=-12.5", " level=-8.5", " level=-3.5")                                                  \
  T("Flautando", "articulation=5", " level=-1", "", " level=-4", " level=1", " level=6")           \
  T("Martele", "articulation=2 dynamics=0.7", " level=-4.5", " level=-4", " level=-6",             \
    " level=-2", " level=2.5")                                                                     \
  T("Spiccato", "articulation=3", " level=2.5", " level=4.5", " level=1", " level=5",              \
    " level=9.5")                                                                                  \
  T("Tremolo", "articulation=4", "", " level=1", " level=-1", " level=2", " level=7")              \
  T("Pizzicato", "articulation=7", " level=-1", " level=-1", " level=-4", " level=5", " level=12") \
  T("Col legno", "articulation=8", " level=6", " level=9", " level=2", " level=6", " level=12")    \
  T("Harmonics", "articulation=9", " level=-1.5", " level=-0.5", " level=-2", " level=1",          \
    " level=6")                                                                                    \
  T("Romantic", "articulation=1 vibrato=35 vibrato_delay=0.1 portamento=0.18", " level=-2",        \
    " level=-0.5", " level=-3.5", " level=1", " level=5")                                          \
  T("Baroque", "vibrato=0 a4=415 dynamics=0.45", " level=-0.5", " level=1", " level=-1",           \
    " level=4", " level=9")                                                                        \
  T("Drone", "double_stops=1 vibrato=0 change=0.2", " level=1", " level=1.5", " level=-3",         \
    " level=3", " level=8.5")                                                                      \
  T("Beginner", "humanity=1 ear=0 pressure=0.85 vibrato=0", " level=-3", " level=-2",              \
    " level=-5.5", " level=-0.5", " level=4")                                                      \
  T("Scratch", "articulation=6", " level=-1", " level=-0.5", " level=-4", "", " level=7")
#define CELLO(name, values, a, b, c, d, e) {name, values a},
#define MEASURED(name, values, a, b, c, d, e) {name, values b},
#define BASS(name, values, a, b, c, d, e) {name, values c},
#define VIOLA(name, values, a, b, c, d, e) {name, values d},
#define VIOLIN(name, values, a, b, c, d, e) {name, values e},
static const rosin_preset cello[] = {ALL(CELLO)}, measured[] = {ALL(MEASURED)},
                          bass[] = {ALL(BASS)}, viola[] = {ALL(VIOLA)}, violin[] = {ALL(VIOLIN)};
static const struct {
  const char *scene;
  const rosin_preset *table;
} instruments[] = {
    {"cello-measured", measured}, {"double-bass", bass}, {"viola", viola}, {"violin", violin}};
enum { PRESETS = sizeof cello / sizeof *cello };

/* Of a scene that is none of these, as of the cello, which it may be a copy of. */
static const rosin_preset *table_of(const char *scene) {
  for (size_t i = 0; i < sizeof instruments / sizeof *instruments; i++)
    if (strcmp(instruments[i].scene, scene) == 0)
      return instruments[i].table;
  return cello;
}

int rosin_core_presets(const rosin_core *core) {
  return rosin_core_is_instrument(core) ? (int)PRESETS
                                        : rosin_scene_model(core->model)->about.presets;
}

const rosin_preset *rosin_core_preset(const rosin_core *core, int index) {
  const rosin_preset *presets = rosin_core_is_instrument(core)
                                    ? table_of(rosin_core_scene(core))
                                    : rosin_scene_model(core->model)->about.preset;
  return index >= 0 && index < rosin_core_presets(core) ? &presets[index] : NULL;
}

const char *rosin_core_category(const rosin_core *core) {
  return rosin_scene_model(core->model)->about.category;
}

const char *rosin_core_preset_name(const rosin_core *core, int index) {
  const rosin_preset *preset = rosin_core_preset(core, index);
  return preset ? preset->name : NULL;
}

int rosin_core_take_preset(rosin_core *core, int index, rosin_error *error) {
  const rosin_preset *preset = rosin_core_preset(core, index);
  if (!preset)
    return rosin_fail(error, "preset: %d: %s has none of that number", index,
                      rosin_core_scene(core));
  char *state = rosin_preset_state(core, preset);
  if (!state)
    return rosin_fail(error, "out of memory");
  const int status = rosin_core_load(core, state, error);
  free(state);
  return status;
}

/* No preset's business. */
#define LIMITER "limiter"
#define TAKE "seed"
#define INPUT "input"
#define INPUT_GAIN "input_gain"
#define BYPASS "bypass"

int rosin_preset_sets(const rosin_core *core, int index) {
  const char *name = rosin_core_parameter(core, index)->name;
  const rosin_core_kind kind = core->row[index].kind;
  return kind != ROSIN_CORE_TAKES && kind != ROSIN_CORE_INPUT && kind != ROSIN_CORE_INPUT_GAIN &&
         kind != ROSIN_CORE_BYPASS && strncmp(name, "bow_", 4) != 0 &&
         strcmp(name, "trigger") != 0 && strcmp(name, LIMITER) != 0 && strcmp(name, TAKE) != 0;
}

char *rosin_preset_text(const char *path) {
  enum { LARGEST = 1 << 16 };
  FILE *file = path ? fopen(path, "rb") : NULL;
  char *text = file ? calloc(LARGEST + 1, 1) : NULL;
  const size_t size = text ? fread(text, 1, LARGEST, file) : 0;
  if (file)
    fclose(file);
  if (size)
    return text;
  free(text);
  return NULL;
}

const char *rosin_preset_setting(const rosin_core *core, int index) {
  const rosin_core_kind kind = core->row[index].kind;
  return kind == ROSIN_CORE_PLAYER                                ? "player."
         : kind == ROSIN_CORE_MACRO || kind == ROSIN_CORE_BUILDER ? ""
                                                                  : NULL;
}

int rosin_core_first(const rosin_core *core, int *index) {
  int count = 0;
  for (int i = 0; i < rosin_core_parameters(core) && count < ROSIN_CORE_FIRST; i++)
    if (rosin_core_parameter(core, i)->kind != ROSIN_SWITCH && rosin_preset_sets(core, i) &&
        core->row[i].kind != ROSIN_CORE_LEVEL)
      index[count++] = i;
  return count;
}

char *rosin_preset_state(const rosin_core *core, const rosin_preset *preset) {
  static const char head[] = "rosin-state 1\nscene ", set[] = "\nset ", keep[] = "\nkeep ",
                    chance[] = "\nkeep " LIMITER "\nkeep " TAKE "\nkeep " INPUT "\nkeep " INPUT_GAIN
                               "\nkeep " BYPASS,
                    end[] = "\nend\n";
  /* a space may become a line's beginning */
  size_t room = sizeof head + sizeof chance + sizeof end + strlen(rosin_core_scene(core)) +
                sizeof set * (strlen(preset->values) + 1);
  for (const rosin_parameter *row = rosin_takes_rows; row->name; row++)
    room += sizeof keep + strlen(row->name);
  char *text = malloc(room);
  if (!text)
    return NULL;
  size_t used = (size_t)snprintf(text, room, "%s%s%s", head, rosin_core_scene(core),
                                 *preset->values ? set : "");
  for (const char *at = preset->values; *at; at++)
    if (*at == ' ')
      used += (size_t)snprintf(text + used, room - used, "%s", set);
    else
      text[used++] = *at == '=' ? ' ' : *at;
  used += (size_t)snprintf(text + used, room - used, "%s", chance);
  for (const rosin_parameter *row = rosin_takes_rows; row->name; row++)
    used += (size_t)snprintf(text + used, room - used, "%s%s", keep, row->name);
  snprintf(text + used, room - used, "%s", end);
  return text;
}
