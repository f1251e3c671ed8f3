/* SPDX-License-Identifier: BSD-3-Clause */
/* What a plugin's window costs to draw, and that what is drawn part by part is what is drawn at
 * once: an instrument and three effects at scale 1, a turn each 1/30 s, at rest and while they are
 * played on the pad. Lines `name value samples seed`. */
#include "plugin/list.h"
#include "plugin/window/pane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RATE = 48000, TURNS = 30, STRETCHES = 9, BLOCK = RATE / TURNS };

static rosin_core *core;

static void nothing(void *context, int index) {
  (void)context, (void)index;
}
static void set(void *context, int index, double value) {
  (void)context;
  rosin_core_set(core, 0, index, value);
}

/* s of this thread's processor, for `TURNS` turns of a window whose plugin sounds on. */
static double turn(rosin_pane *pane) {
  static float sound[2][BLOCK];
  double sum = 0;
  for (int i = 0; i < TURNS; i++) {
    struct timespec from, to;
    for (int at = 0; at < BLOCK; at += BLOCK / 4) { /* a view is published 40 times a second */
      float *out[] = {sound[0] + at, sound[1] + at};
      rosin_core_process(core, out, BLOCK / 4);
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    rosin_pane_turn(pane);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    sum += (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
  }
  return sum;
}

static double quickest(rosin_pane *pane) {
  double least = 1e9;
  for (int i = 0; i < STRETCHES; i++) {
    const double now = turn(pane);
    least = now < least ? now : least;
  }
  return least;
}

/* Pixels that differ once all of it is drawn anew. */
static long long differing(rosin_pane *pane) {
  const size_t pixels = (size_t)(pane->canvas.width * pane->canvas.height);
  uint32_t *parts = malloc(pixels * sizeof *parts);
  long long differ = 0;
  if (!parts)
    return -1;
  for (int i = 0; i < 200; i++) /* until the meter has fallen */
    rosin_pane_turn(pane);
  memcpy(parts, pane->canvas.pixel, pixels * sizeof *parts);
  pane->fresh = 1;
  rosin_pane_turn(pane);
  for (size_t i = 0; i < pixels; i++)
    differ += parts[i] != pane->canvas.pixel[i];
  free(parts);
  return differ;
}

static void press(rosin_pane *pane) {
  const rosin_box *b = &pane->layout.part[rosin_layout_find(&pane->layout, ROSIN_PART_PAD, -1)].box;
  rosin_mouse_press(&pane->desk,
                    &(rosin_touch_at){.x = b->x + 0.8 * b->width, .y = b->y + 0.4 * b->height});
}

static void measure(const char *scene) {
  rosin_error error;
  const rosin_window_face face = {.begin = nothing, .set = set, .end = nothing};
  core = rosin_plugin_open(scene, &error);
  if (!core || rosin_core_prepare(core, RATE, &error)) {
    fprintf(stderr, "%s: %s\n", scene, error.text);
    exit(1);
  }
  rosin_core_set_take(core, 1);
  rosin_pane *pane = rosin_pane_new(core, core, &face);
  if (!pane)
    exit(1);
  turn(pane);
  turn(pane);
  long long drawn = pane->canvas.drawn;
  const double rests = quickest(pane);
  printf("window_%s_rest_pixels %lld %d 1\n", scene, pane->canvas.drawn - drawn, STRETCHES * TURNS);
  printf("window_%s_rest_percent %.4g %d 1\n", scene, 100 * rests, STRETCHES * TURNS);
  press(pane);
  turn(pane);
  drawn = pane->canvas.drawn;
  const double sounds = quickest(pane), all = pane->layout.width * pane->layout.height;
  printf("window_%s_sounding_share %.4g %d 1\n", scene,
         (double)(pane->canvas.drawn - drawn) / (STRETCHES * TURNS) / all, STRETCHES * TURNS);
  printf("window_%s_sounding_percent %.4g %d 1\n", scene, 100 * sounds, STRETCHES * TURNS);
  rosin_mouse_release(&pane->desk);
  printf("window_%s_parts_differing %lld %d 1\n", scene, differing(pane), (int)all);
  rosin_pane_free(pane);
  rosin_core_free(core);
}

int main(void) {
  static const char *const scenes[] = {"cello", "tyre-skid", "rope", "wine-glass"};
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    measure(scenes[i]);
  return 0;
}
