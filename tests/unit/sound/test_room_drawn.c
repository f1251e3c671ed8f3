/* SPDX-License-Identifier: BSD-3-Clause */
/* Rooms of random sizes: what comes out is, sample by sample, what formulas say of reflections, of
 * the network behind them and of how loud both are, worked out anew from the room's six numbers,
 * with whole histories in place of rings and the root of a square in place of a search. */
#include "room/parts.h"
#include "room/room.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"

enum { ROOMS = 48, MOST = 3, FRAMES = 4000, LINES = 16, LONGEST = 36000 };

static const double pi = 3.14159265358979323846, sound = 343;

/* A room by formulas: `image` is what a frame becomes after a number of frames, as a sum. */
typedef struct {
  rosin_room_kind kind;
  int rate, channels;
  int delay[MOST][24];
  double gain[MOST][24];
  int size[LINES];
  double loss[LINES], pole[LINES], level, whole;
} plain;

static double surface(const rosin_room_kind *k) {
  return 2 * (k->length * k->width + k->width * k->height + k->length * k->height);
}

static double volume(const rosin_room_kind *k) {
  return k->length * k->width * k->height;
}

/* Where the thing is seen in mirrors, |n| of them in that direction. */
static double mirrored(double x, double length, int n) {
  const double turned = n & 1 ? length - x : x;
  return turned + n * length;
}

static void place_images(plain *p) {
  const rosin_room_kind *k = &p->kind;
  const double side[3] = {k->length, k->width, k->height};
  const double at[3] = {0.42 * side[0], 0.37 * side[1], 0.45 * side[2]};
  const double kept = 1 - 0.161 * volume(k) / k->decay / surface(k);
  for (int c = 0; c < p->channels; c++) {
    const double ear[3] = {at[0] + k->distance, at[1] + 0.3 * c - 0.15 * (p->channels - 1),
                           1.1 * at[2]};
    int count = 0;
    for (int code = 0; code < 125; code++) {
      const int n[3] = {code / 25 - 2, code / 5 % 5 - 2, code % 5 - 2};
      const int walls = abs(n[0]) + abs(n[1]) + abs(n[2]);
      if (walls != 1 && walls != 2)
        continue;
      double square = 0;
      for (int i = 0; i < 3; i++)
        square += pow(mirrored(at[i], side[i], n[i]) - ear[i], 2);
      const double later = (sqrt(square) - k->distance) / sound;
      p->delay[c][count] = later > 0 ? (int)floor(later * p->rate + 0.5) : 0;
      p->gain[c][count++] = pow(kept > 0 ? kept : 0, 0.5 * walls) * k->distance / sqrt(square);
    }
    assert_int_equal(count, 24);
  }
}

static int divided(int n) {
  for (int i = 2; i < n; i++)
    if (n % i == 0)
      return 1;
  return 0;
}

/* Sixteen lengths about the mean way; of the lowpass, (1 - p)^2 = g^2 (1 - 2 p cos w + p^2). */
static void make_lines(plain *p) {
  static const double spread[LINES] = {0.534, 0.602, 0.661, 0.713, 0.768, 0.829, 0.887, 0.941,
                                       1.006, 1.063, 1.121, 1.183, 1.246, 1.317, 1.389, 1.471};
  const rosin_room_kind *k = &p->kind;
  const double hertz = 0.4 * p->rate < 5000 ? 0.4 * p->rate : 5000;
  for (int i = 0; i < LINES; i++) {
    p->size[i] = (int)floor(spread[i] * 8 * volume(k) / surface(k) / sound * p->rate + 0.5);
    while (divided(p->size[i]))
      p->size[i]++;
    const double decays = (double)p->size[i] / p->rate / k->decay;
    const double there = pow(1000, -decays / k->bright) / pow(1000, -decays);
    const double g = there * there;
    const double b = (1 - g * cos(2 * pi * hertz / p->rate)) / (1 - g);
    p->loss[i] = pow(1000, -decays);
    p->pole[i] = b - sqrt(b * b - 1);
  }
}

static int odd(int bits) {
  return __builtin_popcount((unsigned)bits) & 1;
}

/* The network alone, at level 1. in and out: [frames * channels]; out is added to. */
static void reverberate(const plain *p, int frames, const double *in, double level, double *out) {
  static double went[LINES][LONGEST];
  double low[LINES] = {0};
  assert_in_range(frames, 1, LONGEST);
  for (int t = 0; t < frames; t++) {
    double sum = 0;
    for (int i = 0; i < LINES; i++) {
      const double came = t < p->size[i] ? 0 : p->loss[i] * went[i][t - p->size[i]];
      low[i] = p->pole[i] * low[i] + (1 - p->pole[i]) * came;
      sum += low[i] / 8;
    }
    for (int i = 0; i < LINES; i++) {
      went[i][t] = low[i] - sum;
      for (int c = 0; c < p->channels; c++) {
        out[t * p->channels + c] += (odd((c + 1) & i) ? -1 : 1) * level * low[i] / 4;
        went[i][t] += (odd((c + 6) & i) ? -1 : 1) * in[t * p->channels + c];
      }
    }
  }
}

static void set_levels(plain *p) {
  const rosin_room_kind *k = &p->kind;
  const double field = 16 * pi * k->distance * k->distance * k->decay / (0.161 * volume(k));
  const int frames = (int)(k->decay * p->rate);
  double *in = calloc((size_t)(frames * p->channels), sizeof *in);
  double *out = calloc((size_t)(frames * p->channels), sizeof *out), near = 0, late = 0;
  for (int c = 0; c < p->channels; c++)
    for (int i = 0; i < 24; i++)
      near += pow(p->gain[c][i], 2) / p->channels;
  in[0] = 1;
  reverberate(p, frames, in, 1, out);
  for (int t = 0; t < frames; t++)
    late += pow(out[t * p->channels], 2);
  p->level = sqrt((field - near > 0.1 * field ? field - near : 0.1 * field) / late);
  p->whole = sqrt(1 / (1 + field));
  free(in);
  free(out);
}

static void sounds_in(const plain *p, const double *in, double *out) {
  memcpy(out, in, (size_t)(FRAMES * p->channels) * sizeof *out);
  reverberate(p, FRAMES, in, p->level, out);
  for (int t = 0; t < FRAMES; t++)
    for (int c = 0; c < p->channels; c++) {
      for (int i = 0; i < 24; i++)
        if (t >= p->delay[c][i])
          out[t * p->channels + c] += p->gain[c][i] * in[(t - p->delay[c][i]) * p->channels + c];
    }
  for (int i = 0; i < FRAMES * p->channels; i++)
    out[i] *= p->whole;
}

/* One of four at a rate at which the lines' lengths tell all digits of their spread; half of them
 * with walls that take much, where the first reflections may be all there is. */
static plain any_room(int index) {
  plain p = {.rate = index % 4 ? (int)between(6000, 9000) : (int)between(60000, 96000),
             .channels = 1 + index % MOST};
  p.kind = (rosin_room_kind){.name = "any",
                             .length = between(3, 9),
                             .width = between(2.5, 8),
                             .height = between(2, 4),
                             .decay = log_between(0.05, 0.25),
                             .bright = between(0.3, 0.9),
                             .distance = between(0.2, 1.5)};
  if (index % 2)
    p.kind.decay = 0.161 * volume(&p.kind) / (surface(&p.kind) * between(0.5, 1.1));
  place_images(&p);
  make_lines(&p);
  set_levels(&p);
  return p;
}

static void is_what_formulas_say(void **state) {
  static double in[MOST * FRAMES], wanted[MOST * FRAMES];
  static float made[MOST * FRAMES];
  (void)state;
  for (int r = 0; r < ROOMS; r++) {
    const plain p = any_room(r);
    rosin_room *room = rosin_room_new(&p.kind, p.rate, p.channels, NULL);
    assert_non_null(room);
    assert_float_equal(rosin_room_tail(room, p.rate), p.kind.decay, 1e-12);
    for (int i = 0; i < FRAMES * p.channels; i++) {
      made[i] = i < 40 || i % 97 == 0 ? (float)between(-1, 1) : 0;
      in[i] = (double)made[i];
    }
    sounds_in(&p, in, wanted);
    for (int at = 0, part; at < FRAMES; at += part) {
      part = one_of(FRAMES - at < 300 ? FRAMES - at : 300) + 1;
      rosin_room_process(room, made + (ptrdiff_t)at * p.channels, part);
    }
    for (int i = 0; i < FRAMES * p.channels; i++)
      if (!(fabs((double)made[i] - wanted[i]) < 1e-6))
        fail_msg("room %d, frame %d: %.9g for %.9g", r, i / p.channels, (double)made[i], wanted[i]);
    rosin_room_free(room);
  }
}

/* Of a response: the plain sum, of one to three channels by one to three responses. */
static void a_response_is_a_sum(void **state) {
  static float response[MOST * 900], made[MOST * 1500], in[MOST * 1500];
  (void)state;
  for (int r = 0; r < 12; r++) {
    const int of = 1 + one_of(MOST), channels = 1 + one_of(MOST), rate = 8000 + one_of(100);
    const int frames = r < 4 ? 255 + r : 1 + one_of(900), length = 1200;
    double square[MOST] = {0}, worst = 0;
    for (int i = 0; i < frames * of; i++) {
      response[i] = (float)between(-3, 3);
      square[i % of] += (double)response[i] * (double)response[i];
    }
    for (int i = 0; i < length * channels; i++)
      made[i] = in[i] = (float)between(-1, 1);
    rosin_room *room = rosin_room_response(response, frames, of, channels, NULL);
    assert_non_null(room);
    assert_float_equal(rosin_room_tail(room, rate), (double)frames / rate, 1e-12);
    for (int at = 0, part; at < length; at += part) {
      part = one_of(length - at) + 1;
      rosin_room_process(room, made + (ptrdiff_t)at * channels, part);
    }
    for (int t = 0; t < length; t += 3)
      for (int c = 0; c < channels; c++) {
        const int from = c < of ? c : of - 1;
        double sum = 0;
        for (int j = 0; j < frames && j <= t; j++)
          sum += (double)response[j * of + from] * (double)in[(t - j) * channels + c];
        worst = fmax(worst, fabs(sum / sqrt(square[from]) - (double)made[t * channels + c]));
      }
    if (!(worst < 1e-5))
      fail_msg("response %d: off by %g", r, worst);
    rosin_room_free(room);
  }
}

/* The rooms that there are, and how many channels. */
static void the_table_is_as_it_is_told(void **state) {
  static const rosin_room_kind wanted[] = {{"small", NULL, 4.2, 3.1, 2.5, 0.4, 0.7, 0.5},
                                           {"hall", NULL, 24, 18, 11, 1.9, 0.45, 3}};
  const rosin_room_kind *all = rosin_room_kinds();
  rosin_error error;
  (void)state;
  for (int i = 0; i < 2; i++) {
    assert_string_equal(all[i].name, wanted[i].name);
    assert_memory_equal(&all[i].length, &wanted[i].length, 6 * sizeof(double));
    assert_ptr_equal(rosin_room_find(wanted[i].name), &all[i]);
  }
  assert_null(all[2].name);
  for (int channels = 0; channels <= 65; channels += channels == 1 ? 63 : 1) {
    const float one = 1;
    rosin_room *room = rosin_room_new(&all[0], 8000, channels, &error);
    rosin_room *other = rosin_room_response(&one, 1, 1, channels, &error);
    assert_true((room != NULL) == (channels == 1 || channels == 64));
    assert_true((other != NULL) == (channels == 1 || channels == 64));
    rosin_room_free(room);
    rosin_room_free(other);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_what_formulas_say),
      cmocka_unit_test(a_response_is_a_sum),
      cmocka_unit_test(the_table_is_as_it_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
