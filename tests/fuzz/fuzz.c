/* SPDX-License-Identifier: BSD-3-Clause */
/* What targets want, told in words, and what they make of bytes: see fuzz.h. */
#include "fuzz.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fuzz_want(int holds, const char *promise, ...) {
  if (holds)
    return;
  va_list list;
  va_start(list, promise);
  fputs("fuzz: broken promise: ", stderr);
  vfprintf(stderr, promise, list);
  fputc('\n', stderr);
  va_end(list);
  abort();
}

void fuzz_want_sound(const float *sample, int count, double most) {
  for (int i = 0; i < count; i++)
    fuzz_want(isfinite(sample[i]) && fabs((double)sample[i]) <= most, "sample %d is %g: within %g",
              i, (double)sample[i], most);
}

void fuzz_want_line(const rosin_error *error) {
  const size_t length = strnlen(error->text, sizeof error->text);
  fuzz_want(length > 0 && length < sizeof error->text, "an error says something");
  for (size_t i = 0; i < length; i++)
    fuzz_want(error->text[i] != '\n', "an error is one line: %s", error->text);
}

/* ---- files ------------------------------------------------------------------- */

static char folder[128], path[256];

static void leave(void) {
  static const char *const names[] = {"scene.cfg",  "input",      "input.wav",       "output.wav",
                                      "output.cfg", "beta_1.csv", "timestamp_1.csv", "whole_1.csv"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  rmdir(folder);
}

static void name_path(const char *name) {
  if (!*folder) {
    const char *at = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.100s/rosin-fuzz-XXXXXX", at ? at : "/tmp");
    fuzz_want(mkdtemp(folder) != NULL, "there is a folder for files");
    atexit(leave);
  }
  snprintf(path, sizeof path, "%s/%s", folder, name);
}

const char *fuzz_file(const char *name, const void *data, size_t size) {
  name_path(name);
  FILE *file = fopen(path, "wb");
  fuzz_want(file != NULL, "there is room for files");
  const size_t written = fwrite(data, 1, size, file);
  fuzz_want(fclose(file) == 0 && written == size, "there is room for files");
  return path;
}

const char *fuzz_output(const char *name) {
  name_path(name);
  unlink(path);
  return path;
}

/* ---- bytes ------------------------------------------------------------------- */

unsigned fuzz_byte(fuzz_bytes *b) {
  if (!b->left)
    return 0;
  b->left--;
  return *b->data++;
}

double fuzz_between(fuzz_bytes *b, double low, double high) {
  return low + (high - low) * fuzz_byte(b) / 255;
}

double fuzz_scaled(fuzz_bytes *b, double low, double high) {
  return low * pow(high / low, fuzz_byte(b) / 255.0);
}

/* ---- a scene ------------------------------------------------------------------- */

static const char text[] =
    "rate = 8000; duration = 1.0; channels = 2;\n"
    "strings = {\n"
    "  g = { frequency = 196.0; length = 0.3; impedance = 0.4; q = 500.0;\n    torsion_frequency = "
    "0.0; };\n"
    "  d = { frequency = 294.0; length = 0.3; impedance = 0.3; q = 500.0;\n    torsion_frequency = "
    "0.0; };\n"
    "};\n"
    "modals = { bar = { points = { end = 0.0; };\n"
    "  modes = ( { frequency = 440.0; t60 = 0.5; mass = 0.01; } ); }; };\n"
    "contacts = {\n"
    "  bow-g = { a = \"-\"; b = \"g\"; position = 0.1; velocity = 0.0; force = 0.0;\n"
    "    law = \"elastoplastic\"; };\n"
    "  bow-d = { a = \"-\"; b = \"d\"; position = 0.1; velocity = 0.0; force = 0.0;\n"
    "    law = \"elastoplastic\"; };\n"
    "  rub = { a = \"-\"; b = \"bar\"; position = \"end\"; velocity = 0.1; force = 1.0;\n"
    "    law = \"elastoplastic\"; };\n"
    "};\n"
    "macros = { speed = { default = 0.5; low = 0.0; high = 1.0; unit = \"\"; meaning = \"of "
    "all\";\n"
    "  to = ( { key = \"rub.velocity\"; at = ( (0.0, 0.0), (1.0, 0.5) ); } ); }; };\n"
    "instrument = { strings = ( { string = \"g\"; bow = \"bow-g\"; },\n"
    "  { string = \"d\"; bow = \"bow-d\"; } ); };\n"
    "outputs = ( { signal = \"g.bridge_force\"; }, { signal = \"d.bridge_force\"; },\n"
    "  { signal = \"bar.velocity@end\"; } );\n";

rosin_scene *fuzz_scene(void) {
  static rosin_scene *scene;
  if (!scene) {
    char *errors = NULL;
    rosin_error error = {""};
    scene = rosin_scene_read(text, "fuzz", NULL, 0, NULL, &errors);
    fuzz_want(scene != NULL, "the scene of the targets can be read: %s", errors);
    fuzz_want(rosin_scene_prepare(scene, FUZZ_RATE, FUZZ_BLOCK, &error) == 0, "%s", error.text);
  }
  for (int i = 0; i < rosin_scene_macros(scene); i++) {
    const rosin_parameter *row = rosin_scene_macro(scene, i);
    rosin_scene_control(scene, row->name, row->initial, NULL);
  }
  rosin_scene_rewind(scene);
  return scene;
}

static void look(const rosin_player_score_t *score, int count) {
  double last = 0;
  for (int i = 0; i < count; i++) {
    const rosin_player_event_t *e = &score[i].event;
    fuzz_want(isfinite(score[i].time) && score[i].time >= last, "event %d comes at %g s, after %g",
              i, score[i].time, last);
    last = score[i].time;
    fuzz_want(e->channel >= 0 && e->channel <= 15 && e->controller >= 0 && e->controller <= 127 &&
                  e->key >= 0 && e->key <= 127 && fabs(e->value) <= 200,
              "event %d is in range: channel %d, controller %d, key %g, value %g", i, e->channel,
              e->controller, e->key, e->value);
  }
}

/* The first events, closer together so that they come in a few blocks. */
static void play(rosin_player_score_t *score, int count) {
  rosin_scene *scene = fuzz_scene();
  float out[2 * FUZZ_BLOCK];
  rosin_player *player = rosin_player_new(scene, 1, NULL);
  fuzz_want(player != NULL, "there is a player");
  for (int i = 0; i < count; i++)
    score[i].time = i * 0.002;
  rosin_player_score(player, score, count);
  for (int i = 0; i < 8; i++) {
    rosin_scene_process(scene, FUZZ_BLOCK, out);
    fuzz_want_sound(out, 2 * FUZZ_BLOCK, 1e6);
  }
  rosin_player_free(player);
}

void fuzz_notes(fuzz_reader *read, const uint8_t *data, size_t size) {
  rosin_error error = {""};
  int count = 0;
  rosin_player_score_t *score = read(fuzz_file("input", data, size), &count, NULL, &error);
  if (!score) {
    fuzz_want_line(&error);
    return;
  }
  look(score, count);
  play(score, count);
  free(score);
}
