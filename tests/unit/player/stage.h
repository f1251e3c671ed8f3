/* SPDX-License-Identifier: BSD-3-Clause */
/** A player on a cello in little, quick to prepare: four strings, bows without hair, no body. */
#ifndef ROSIN_TEST_STAGE_H
#define ROSIN_TEST_STAGE_H

#include "format.h"
#include "player/course/course.h"
#include "scene_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGE_RATE = 44100, STAGE_BLOCK = 64, STAGE_STRINGS = 4 };

typedef struct {
  rosin_scene *scene;
  rosin_player *player;
  double peak;     /* of what ran last */
  double level[2]; /* of it, RMS by channel */
} stage;

/** A scene with `more` in its section `instrument`. */
static inline rosin_scene *stage_scene(const char *more) {
  static const double open[] = {65.4064, 97.9989, 146.8324, 220};
  char text[6000] = "duration = 1.0; oversample = 1; channels = 2;\nstrings = {\n", *errors = NULL;
#define ADD(...) rosin_format(text + strlen(text), sizeof text - strlen(text), __VA_ARGS__)
  for (int i = 0; i < STAGE_STRINGS; i++)
    ADD("  %c = { frequency = %.4f; length = 0.69; impedance = %g; q = 500.0; };\n", "cgda"[i],
        open[i], 100 / open[i]);
  ADD("};\ncontacts = {\n");
  for (int i = 0; i < STAGE_STRINGS; i++)
    ADD("  bow-%c = { a = \"-\"; b = \"%c\"; position = 0.11; velocity = 0.0; force = 0.0;\n"
        "    law = { type = \"elastoplastic\"; sigma0 = 4e4; sigma1 = 0.1; mu_static = 1.0;\n"
        "      mu_kinetic = 0.4; stribeck_velocity = 0.2; breakaway = 0.6; }; };\n",
        "cgda"[i], "cgda"[i]);
  ADD("};\ninstrument = { highest = 29; %s strings = (\n", more);
  for (int i = 0; i < STAGE_STRINGS; i++)
    ADD("  { string = \"%c\"; bow = \"bow-%c\"; }%s\n", "cgda"[i], "cgda"[i],
        i < STAGE_STRINGS - 1 ? "," : "");
  ADD("); };\noutputs = ( { signal = \"d.bridge_force\"; channel = 1; gain = 0.1; },\n"
      "  { signal = \"d.bridge_force\"; channel = 2; gain = 0.1; } );\n");
#undef ADD
  rosin_scene *scene = scene_read(text, 0, NULL, &errors);
  if (!scene)
    fail_msg("%s", errors);
  free(errors);
  return scene;
}

static inline stage stage_open(const char *more) {
  stage s = {.scene = stage_scene(more)};
  assert_int_equal(rosin_scene_prepare(s.scene, STAGE_RATE, STAGE_BLOCK, NULL), 0);
  assert_non_null(s.player = rosin_player_new(s.scene, 1, NULL));
  assert_int_equal(rosin_player_set(s.player, "humanity", 0, NULL), 0);
  return s;
}

static inline void stage_close(stage *s) {
  rosin_player_free(s->player);
  rosin_scene_free(s->scene);
}

static inline void stage_run(stage *s, double seconds) {
  float out[2 * STAGE_BLOCK];
  int frames = 0;
  s->peak = s->level[0] = s->level[1] = 0;
  for (; frames < seconds * STAGE_RATE; frames += STAGE_BLOCK) {
    rosin_scene_process(s->scene, STAGE_BLOCK, out);
    for (int i = 0; i < 2 * STAGE_BLOCK; i++) {
      s->peak = fmax(s->peak, fabs(out[i]));
      s->level[i % 2] += out[i] * out[i];
    }
  }
  for (int k = 0; k < 2; k++)
    s->level[k] = sqrt(s->level[k] / fmax(frames, 1));
}

static inline void stage_say(stage *s, rosin_player_kind kind, int channel, int controller,
                             double value) {
  rosin_player_event(
      s->player, &(rosin_player_event_t){
                     .kind = kind, .channel = channel, .controller = controller, .value = value});
}

static inline void stage_on(stage *s, int channel, double key) {
  rosin_player_event(
      s->player, &(rosin_player_event_t){
                     .kind = ROSIN_PLAYER_NOTE_ON, .channel = channel, .key = key, .value = 0.7});
}

static inline void stage_off(stage *s, int channel, double key) {
  rosin_player_event(s->player, &(rosin_player_event_t){
                                    .kind = ROSIN_PLAYER_NOTE_OFF, .channel = channel, .key = key});
}

#endif
