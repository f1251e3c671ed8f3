/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/modal/suit.h"
#include "pd/net/sound/level.h"
#include "pd/net/sound/stroke.h"

#include <math.h>
#include <stdio.h>

/* parts of 50 ms: of half a second, of two seconds, of 400 ms */
enum { BLOCK = 64, STROKE = 10, NOISE = 40, LONG = 8 };

static const double wanted = 0.126, part = 0.05; /* -18 dBFS, s */
static const double strongest = 100;             /* strike, m/s */

typedef struct {
  rosin_network *network;
  int force, heard;
  rosin_pd_output outlet;
  double rate;
} trial;

/* A stroke, or 1 N in one sample. */
static double force_at(const rosin_pd_stroke_t *stroke, int at) {
  if (!stroke)
    return at == 0;
  return at < stroke->length ? rosin_pd_stroke_at(stroke, at) : 0;
}

/* How loud it is by a stroke; without one by evenly spread noise within -6 dBFS: as loud as is to
 * be expected, as the squares of what a sample's push leaves behind add up, after two seconds. */
static double play(trial *t, const rosin_pd_stroke_t *stroke) {
  const int parts = stroke ? STROKE : NOISE;
  double squares[NOISE] = {0}, peak = 0, force[BLOCK];
  t_sample heard[BLOCK];
  const int frames = (int)(part * t->rate);
  rosin_network_reset(t->network);
  t->outlet.last = t->outlet.passed = 0;
  for (int at = 0; at + BLOCK <= parts * frames; at += BLOCK) {
    for (int i = 0; i < BLOCK; i++)
      force[i] = force_at(stroke, at + i);
    rosin_network_feed(t->network, t->force, force);
    rosin_network_process(t->network, BLOCK);
    rosin_pd_level(&t->outlet, rosin_network_read(t->network, t->heard), heard, BLOCK, t->rate, 0);
    for (int i = 0; i < BLOCK; i++) {
      peak = fmax(peak, fabs((double)heard[i]));
      squares[(at + i) / frames] += (double)heard[i] * (double)heard[i];
    }
  }
  double loudest = 0, all = 0;
  for (int k = 0; k < NOISE - LONG / 2; k++)
    all += squares[k];
  if (!stroke)
    return 1.12 * 0.5 / sqrt(3) * sqrt(all); /* the loudest of some 400 ms is a dB above */
  for (int first = 0; first + LONG <= parts; first++) {
    double sum = 0;
    for (int k = 0; k < LONG; k++)
      sum += squares[first + k];
    loudest = fmax(loudest, sum);
  }
  const int dies = squares[STROKE - 2] < 0.01 * squares[0];
  return dies ? peak : sqrt(loudest / (LONG * frames));
}

static int begin(trial *t, rosin_body *body, double touched) {
  t->network = rosin_network_new(t->rate, BLOCK, NULL);
  if (!t->network || rosin_network_body(t->network, "it", body, NULL) ||
      rosin_network_push(t->network, "push", "it", touched, NULL))
    return -1;
  char signal[ROSIN_PD_SIGNAL + 3];
  snprintf(signal, sizeof signal, "it.%s", t->outlet.key);
  t->heard = rosin_network_signal(t->network, signal, NULL);
  if (t->heard < 0 || rosin_network_prepare(t->network, NULL))
    return -1;
  t->force = rosin_network_control(t->network, "push.force");
  return 0;
}

int rosin_pd_suit_find(rosin_pd_suit *suit, const rosin_modal_spec *spec, double touched,
                       const rosin_pd_output *outlet, double rate) {
  trial t = {.outlet = *outlet, .rate = rate};
  rosin_body *body = rosin_modal_new(spec, rate, NULL);
  int failed = !body || begin(&t, body, touched);
  if (!failed) {
    const rosin_pd_stroke_t struck = rosin_pd_usual_strike(rate), plucked = rosin_pd_pluck(rate, 1);
    const rosin_pd_suit old = *suit;
    *suit =
        (rosin_pd_suit){.strike = wanted / play(&t, &struck), .pluck = wanted / play(&t, &plucked)};
    suit->louder = fmax(suit->strike / strongest, 1);
    suit->strike /= suit->louder;
    suit->pluck /= suit->louder;
    suit->drive = old.drive > 0 ? old.drive * (suit->strike / old.strike)
                                : wanted / (play(&t, NULL) * suit->louder);
    failed = !(isfinite(suit->strike) && isfinite(suit->pluck) && isfinite(suit->drive));
  }
  rosin_network_free(t.network);
  rosin_body_free(body);
  return failed ? -1 : 0;
}
