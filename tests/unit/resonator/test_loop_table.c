/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops of strings as they are made, tuned and run for a moment, against
 * tests/unit/resonator/loops.txt: what is fitted, where it is read, its gain, taps, waves; loss
 * that rises, falls, is almost none. */
#include "golden.h"
#include "maths/maths.h"
#include "waveguide/loop.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static double decay_of(const void *context, double frequency) {
  const double *c = context;
  return c[0] + c[1] * rosin_pow(frequency / 1000, c[2]);
}

static void made(golden *g, const rosin_loop *l) {
  const double row[] = {l->size,     l->period,         l->bridge,       l->reach,
                        l->read,     l->release,        l->window,       l->window_part,
                        l->lag,      l->means,          l->taps,         l->used,
                        l->rest,     l->loss.broad,     l->nut.first,    l->bridge_first,
                        l->turn.k2,  l->turn.k1[0],     l->bridge_norm,  l->bridge_inverse,
                        l->shortest, l->bridge_share,   l->half_open,    l->allpasses,
                        l->frontier, l->sections.d1[0], l->steady_whole, l->steady_part};
  golden_columns(g, "made",
                 "size period bridge reach read release window window_part lag means taps used "
                 "rest broad read_first bridge_first k2 k1 bridge_norm bridge_inverse shortest "
                 "bridge_share half_open allpasses frontier d1 steady_whole steady_part",
                 row, 1e-5, 1e-5);
  double share[3 * ROSIN_MEANS + ROSIN_TAPS * 2] = {0};
  for (int i = 0; i < l->means; i++) {
    share[i] = l->half[i];
    share[ROSIN_MEANS + i] = l->mean[i].norm;
    share[2 * ROSIN_MEANS + i] = l->loss.share[i];
  }
  for (int i = 0; i < ROSIN_TAPS; i++) {
    share[3 * ROSIN_MEANS + i] = l->nut.weight[i];
    share[3 * ROSIN_MEANS + ROSIN_TAPS + i] = l->bridge_weight[i];
  }
  golden_row(g, "shares", share, 3 * ROSIN_MEANS + 2 * ROSIN_TAPS, 1e-7, 1e-9);
  double gain[24];
  for (int i = 0; i < 12; i++) {
    gain[i] = 1 - rosin_loop_gain(l, 0.02 * exp2(0.6 * i));
    gain[12 + i] = rosin_loop_spared(l, 0.02 * exp2(0.6 * i));
  }
  golden_row(g, "gain", gain, 24, 1e-7, 1e-9);
}

static void run(golden *g, rosin_loop *l) {
  rosin_taps a, b;
  double row[24];
  rosin_loop_place(l, 0.13 * l->period / 2, &a);
  rosin_loop_place(l, 0.4 * l->period / 2, &b);
  const double taps[] = {a.toward.first,
                         a.back.first,
                         a.toward.count,
                         b.back.count,
                         rosin_loop_mobility(l, &a, &b),
                         rosin_loop_mobility(l, &a, &a),
                         rosin_loop_mobility(l, &b, &b),
                         rosin_loop_overlap(&a.toward, &b.back)};
  golden_columns(g, "taps",
                 "toward_first back_first toward_count back_count mobility_ab mobility_aa "
                 "mobility_bb overlap",
                 taps, 1e-5, 1e-3);
  rosin_loop_reset(l);
  for (int i = 0, k = 0; i < 600; i++) {
    rosin_loop_advance(l);
    if (i < 30)
      rosin_loop_push(l, &a, rosin_sin(0.1 * i));
    if (i == 200)
      rosin_loop_tune(l, l->period * 0.97);
    if (i == 250)
      l->keep = 0.9;
    if (i % 100 == 57) {
      row[k++] = rosin_loop_velocity(l, &b);
      row[k++] = rosin_loop_at_bridge(l);
      row[k++] = rosin_loop_squares(l);
      row[k++] = rosin_loop_lost(l);
    }
  }
  golden_row(g, "run", row, 24, 1e-7, 1e-9);
  l->keep = 1;
  rosin_loop_reset(l);
  assert_true(rosin_loop_squares(l) == 0 && rosin_loop_velocity(l, &b) == 0);
}

static void loops_hold_still(void **state) {
  (void)state;
  static const struct {
    double period, inharmonicity, rate, decay[3];
  } rows[] = {{300.2, 0, 44100, {1, 0.5, 2}},    {300.2, 3e-4, 44100, {0.5, 2, 1}},
              {67.7, 1e-3, 44100, {4, 8, 1.5}},  {34.3, 0, 48000, {2, 1, 2}},
              {21.9, 1e-4, 48000, {2, 20, 0.5}}, {13.1, 0, 22050, {10, 0, 1}},
              {653.4, 5e-5, 96000, {0.3, 6, 3}}, {1470.5, 1e-5, 192000, {0.01, 0.1, 2}},
              {150.5, 2e-3, 44100, {300, 40, 1}}};
  golden g = golden_open("tests/unit/resonator/loops.txt");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rosin_loop l;
    const rosin_decay decay = {decay_of, rows[i].decay};
    golden_in(&g, "%d:period:%g", (int)i, rows[i].period);
    assert_int_equal(
        rosin_loop_init(&l, 0.5, rows[i].period, rows[i].inharmonicity, rows[i].rate, &decay), 0);
    made(&g, &l);
    run(&g, &l);
    static const double shorter[] = {1.0, 1.13, 2.6, 40};
    for (int k = 0; k < 4; k++) {
      golden_in(&g, "%d:period:%g:over:%g", (int)i, rows[i].period, shorter[k]);
      rosin_loop_tune(&l, fmax(l.open_period / shorter[k], l.shortest));
      made(&g, &l);
    }
    run(&g, &l);
    rosin_loop_free(&l);
    rosin_loop_free(&l); /* once more does no harm */
  }
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(loops_hold_still)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
