/* SPDX-License-Identifier: BSD-3-Clause */
/* The pad under a hand, swept over all strings of all four instruments, and drawn over at random:
 * what the hand presses, and what is heard. Lines: name, value, samples, seed. */
#include "tests/unit/pad.h"
#include "tests/verify/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { DRAGS = 40 };

typedef struct {
  double force, beside, peak, height; /* N, times the wedge's edge, of full scale, dB: the worst */
  int held, single;                   /* how many were held; of these, with one slip a period, */
  int unread;                         /* and where no wedge was read */
  long samples;
} figures;

static void take(figures *f, const pad_heard *h, double seconds) {
  f->force = fmax(f->force, h->most);
  f->peak = fmax(f->peak, h->peak);
  f->samples += (long)(seconds * PAD_RATE);
}

static pad_heard hold(figures *f, rosin_core *core, int string, int stop, double x, double y) {
  const pad_heard h = pad_hold(core, string, stop, x, y);
  double wanted;
  const double slips = rosin_core_hears(core, string, &wanted);
  take(f, &h, 0.6);
  f->beside = fmax(f->beside, fmax(h.under, h.above));
  f->held++;
  f->unread += !(h.under > 0 && h.above > 0);
  f->single += fabs(slips / wanted - 1) < 0.05;
  return h;
}

static void sweep(figures *f, rosin_core *core, int string) {
  static const int stops[] = {0, 5, 12, 19};
  static const double across[] = {-1, -0.5, 0.25, 1};
  for (int s = 0; s < 4; s++)
    for (int x = 0; x < 4; x++) {
      const pad_heard low = hold(f, core, string, stops[s], across[x], 0);
      hold(f, core, string, stops[s], across[x], 0.5);
      const pad_heard high = hold(f, core, string, stops[s], across[x], 1);
      f->height = fmin(f->height, 20 * log10(high.level / low.level));
    }
}

/* To and fro over the pad at random, the fingers as well. */
static void drag(figures *f, rosin_core *core, uint64_t seed) {
  double from[2] = {0, 0.5};
  rosin_core_reset(core);
  for (int i = 0; i < DRAGS; i++) {
    const double to[2] = {uniform(&seed, -1, 1), uniform(&seed, 0, 1)};
    const double seconds = uniform(&seed, 0.05, 1);
    const int string = (int)uniform(&seed, 0, rosin_core_strings(core));
    if (uniform(&seed, 0, 1) < 0.4)
      pad_finger(core, string, (int)uniform(&seed, 0, 24));
    const pad_heard h = pad_draw(core, string, seconds, from, to);
    take(f, &h, seconds);
    memcpy(from, to, sizeof from);
  }
}

static void say(const char *what, const char *scene, double value, const figures *f, int seed) {
  printf("pad_%s_%s %.4g %ld %d\n", what, strcmp(scene, "double-bass") == 0 ? "bass" : scene, value,
         f->samples, seed);
}

int main(void) {
  static const struct {
    const char *scene;
    double hand; /* N */
  } all[] = {{"cello", 6}, {"violin", 3}, {"viola", 4}, {"double-bass", 15}};
  for (int n = 0; n < 4; n++) {
    rosin_error error;
    figures f = {.height = INFINITY};
    const int seed = 2500 + n;
    rosin_core *core = rosin_core_new(all[n].scene, &error);
    if (!core || rosin_core_prepare(core, PAD_RATE, &error)) {
      fprintf(stderr, "pad: %s\n", error.text);
      return 1;
    }
    for (int s = 0; s < rosin_core_strings(core); s++)
      sweep(&f, core, s);
    drag(&f, core, (uint64_t)seed);
    say("force_share", all[n].scene, f.force / all[n].hand, &f, seed);
    say("beside_wedge", all[n].scene, f.beside, &f, seed);
    say("unread", all[n].scene, f.unread, &f, seed);
    say("peak_dbfs", all[n].scene, 20 * log10(f.peak), &f, seed);
    say("height_db", all[n].scene, f.height, &f, seed);
    say("one_slip_percent", all[n].scene, 100.0 * f.single / f.held, &f, seed);
    rosin_core_free(core);
  }
  return 0;
}
