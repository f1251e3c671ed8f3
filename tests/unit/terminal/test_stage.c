/* SPDX-License-Identifier: BSD-3-Clause */
/* What a stage makes of any sound: level, fade, the safety for ears, what is counted; against a
 * second computation. The scene's sound is the test's own (wrapped by the linker). */
#include "live/devices/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 8000, MOST = 12000 };

static unsigned seed;
static int asked, most_asked;
static float given[3 * MOST]; /* of the call */

static double chance(void) {
  seed = seed * 1664525u + 1013904223u;
  return (double)(seed >> 8) / 16777216.0;
}

static int channels;

void __wrap_rosin_core_process_frames(rosin_core *core, float *out, int frames);
void __wrap_rosin_core_process_frames(rosin_core *core, float *out, int frames) {
  (void)core;
  most_asked = frames > most_asked ? frames : most_asked;
  memcpy(out, given + (size_t)asked * (size_t)channels,
         (size_t)frames * (size_t)channels * sizeof *out);
  asked += frames;
}
void __wrap_rosin_sources_gather(rosin_sources *sources, double now);
void __wrap_rosin_sources_gather(rosin_sources *sources, double now) {
  assert_null(sources->core);
  assert_true(now == 3.5);
}

static float any(void) {
  const double x = chance();
  return x < 0.02   ? NAN
         : x < 0.04 ? INFINITY
                    : (float)((chance() - 0.5) * (x < 0.3   ? 9
                                                  : x < 0.6 ? 2.2
                                                            : 0.1));
}

/* Below the knee as it is; above, nearer and nearer to full scale. */
static float safe(float x) {
  const double size = fabs((double)x), knee = (double)0.89f;
  const double over = (size - knee) / (1 - knee);
  return size <= knee ? x
                      : (float)copysign(knee + 0.999 * (1 - knee) * over / (1 + over), (double)x);
}

typedef struct {
  double highest, peak;
  long long held, not_finite, frames;
  int fade;
} sums;

static void is_played(const rosin_stage *s, sums *w, const float *out, int frames, int stopping) {
  for (int i = 0; i < frames; i++) {
    const float gain = s->level * (float)w->fade / (float)(RATE / 40);
    w->fade -= stopping && w->fade > 0;
    for (int c = 0; c < s->wide; c++) {
      float x = gain * given[i * channels + (c < channels ? c : channels - 1)];
      w->not_finite += !isfinite(x);
      x = isfinite(x) ? x : 0;
      w->highest = fmax(w->highest, fabs((double)x));
      w->peak = fmax(w->peak, fabs((double)x));
      w->held += fabsf(x) > 0.89f;
      assert_true(fabs((double)out[i * s->wide + c] - (double)safe(x)) < 1e-6);
    }
  }
  w->frames += frames;
  assert_true(s->highest == (float)w->highest && s->peak == (float)w->peak);
  assert_true(s->held == w->held && s->not_finite == w->not_finite && s->frames == w->frames);
  assert_int_equal(s->fade, w->fade);
}

static void any_sound_is_made_safe(void **state) {
  (void)state;
  static rosin_stage s;
  static rosin_sources sources;
  static float out[4 * MOST];
  seed = 1;
  for (int round = 0; round < 40; round++) {
    const double level = -40 + 50 * chance();
    channels = 1 + round % 3;
    rosin_stage_open(&s, &sources, channels, RATE, level, 0);
    assert_true(fabs((double)s.level - pow(10, level / 20)) < 1e-6 && s.left == -1);
    s.wide = 1 + (int)(4 * chance());
    sums w = {.fade = RATE / 40};
    assert_int_equal(s.fade, w.fade);
    for (int call = 0; call < 6; call++) {
      const int frames = 1 + (int)(chance() * (round % 10 == 9 ? MOST : 300));
      for (int i = 0; i < frames * channels; i++)
        given[i] = round % 4 == 3 ? 0.3f * any() : any();
      if (call == 3) { /* somebody has looked */
        atomic_store(&s.peak, 0.0f);
        w.peak = 0;
      }
      s.stopping = round % 2 && call > 3;
      const int done = s.done;
      asked = most_asked = 0;
      rosin_stage_fill(&s, 3.5, frames, out);
      assert_int_equal(asked, done ? 0 : frames);
      assert_true(most_asked <= ROSIN_STAGE_LARGEST * 2 / channels);
      if (done)
        for (int i = 0; i < frames * s.wide; i++)
          assert_true(out[i] == 0);
      else
        is_played(&s, &w, out, frames, s.stopping);
      assert_int_equal(s.done, w.fade == 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(any_sound_is_made_safe)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
