/* SPDX-License-Identifier: BSD-3-Clause */
/* What is said of a sound, of sounds that are made so that it is known: decay, pitch, shape, how a
 * contact slips, and how it looks at a glance. */
#include "features/features.h"
#include "features/slips.h"
#include "features/thumbnail.h"
#include "regime/regime.h"
#include "scene_text.h"
#include "scratch.h"
#include "sound/sound_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 32000 };

static const double pi = 3.14159265358979323846;
static unsigned noise;

static double hiss(void) {
  noise = noise * 1664525u + 1013904223u;
  return (double)(noise >> 8) / 8388608.0 - 1;
}

typedef double sound(double t);

static rosin_features measured(sound *left, sound *right, double seconds) {
  rosin_error error;
  rosin_features found;
  rosin_loudness loudness;
  rosin_meter *meter = rosin_meter_new(RATE, right ? 2 : 1, &error);
  assert_non_null(meter);
  noise = 1;
  for (int i = 0; i < (int)lround(seconds * RATE); i++) {
    const double t = (double)i / RATE;
    const float frame[2] = {(float)left(t), right ? (float)right(t) : 0};
    assert_int_equal(rosin_meter_add(meter, frame, 1), 0);
  }
  assert_int_equal(rosin_meter_end(meter, &found, &loudness), 0);
  rosin_meter_free(meter);
  return found;
}

static double tone(double hertz, double t) {
  return sin(2 * pi * hertz * t);
}
static double none(double t) {
  (void)t;
  return 0;
}

/* ---- decay -------------------------------------------------------------------------------- */

/* To fall by 60 dB in `t60` s. */
static double falls(double t, double t60) {
  return t < 0 ? 0 : pow(10, -3 * t / t60);
}
static double held(double t) { /* a second, then it rings */
  return 0.3 * tone(500, t) * (t < 1 ? 1 : falls(t - 1, 0.5));
}
static double struck_again(double t) { /* 6 dB softer: still within 10 dB of the loudest */
  return 0.3 * tone(500, t) * (falls(t, 0.6) + 0.5 * falls(t - 0.8, 1.2));
}
static double on_a_floor(double t) { /* of noise, which does not fall: 70 dB below */
  return 0.5 * tone(500, t) * falls(t, 0.5) + 1e-4 * hiss();
}
static double slow(double t) {
  return 0.3 * tone(500, t) * falls(t, 4);
}

static void a_decay_begins_where_it_was_last_loud(void **state) {
  (void)state;
  const double wanted[] = {0.5, 1.2, 0.5, 4};
  sound *const all[] = {held, struck_again, on_a_floor, slow};
  const double seconds[] = {1.6, 2, 2, 1.6};
  for (int i = 0; i < 4; i++) {
    const double found = measured(all[i], NULL, seconds[i]).decay;
    if (!(fabs(found / wanted[i] - 1) < 0.04))
      fail_msg("%d: %g s for %g s", i, found, wanted[i]);
  }
  assert_true(isnan(measured(slow, NULL, 1.2).decay));            /* not by 10 dB from there on */
  assert_float_equal(measured(held, none, 1.6).decay, 0.5, 0.02); /* of whichever channel */
  assert_float_equal(measured(none, held, 1.6).decay, 0.5, 0.02);
}

/* ---- shape -------------------------------------------------------------------------------- */

static double steps(double t) { /* of 6.02 dB; the last eighth is silent */
  const int eighth = (int)(t / 0.1 + 1e-9);
  return eighth > 6 ? 0 : ldexp(0.5, -eighth) * (tone(4000, t + 0.5 / RATE) > 0 ? 1 : -1);
}
static double thirds(double t) { /* three hundredths of a second, the second twice as loud */
  return t >= 0.01 && t < 0.02 ? 0.5 : 0.25;
}

static void its_shape_is_that_of_its_eighths(void **state) {
  (void)state;
  rosin_features f = measured(steps, NULL, 0.8);
  double mean = 0;
  for (int k = 0; k < 7; k++)
    mean += pow(4, -k) / 8;
  for (int k = 0; k < 7; k++)
    assert_float_equal(f.shape[k], -10 * log10(pow(4, k) * mean), 0.0501);
  assert_true(f.shape[7] == -60);
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++) /* a tenth of a dB */
    assert_true(f.shape[k] == round(10 * f.shape[k]) / 10);
  f = measured(thirds, NULL, 0.03);
  /* 3 k / 8: 0, 0, 0, 1, 1, 1, 2, 2, and 3 at the end */
  const double wanted[] = {-60, -60, -3, -60, -60, 3, -60, -3};
  for (int k = 0; k < ROSIN_FEATURES_SHAPE; k++)
    assert_float_equal(f.shape[k], wanted[k], 0.0501);
  assert_float_equal(f.duration, 0.03, 1e-12);
  f = measured(steps, none, 0.8);
  assert_float_equal(f.shape[0], -10 * log10(mean), 0.0501);
}

/* ---- pitch -------------------------------------------------------------------------------- */

static double low(double t) {
  return 0.3 * tone(45, t);
}
static double high(double t) {
  return 0.3 * tone(3500, t);
}
static double too_low(double t) {
  return 0.3 * tone(30, t);
}
static double mostly(double t) { /* the middle one of three; noise for less than half of it */
  return t < 1 ? 0.5 * hiss() : 0.3 * tone(t < 1.8 ? 200 : t < 2.4 ? 310 : 500, t);
}
static double seldom(double t) {
  return t < 1.2 ? 0.3 * hiss() : 0.3 * tone(310, t);
}
static double over_silence(double t) { /* noise 30 dB below has no say */
  return t < 0.5 ? 0.3 * tone(310, t) : 0.006 * hiss();
}
static double over_noise(double t) { /* 10 dB below it has */
  return t < 0.5 ? 0.3 * tone(310, t) : 0.12 * hiss();
}
static double against(double t) {
  return -0.3 * tone(310, t);
}
static double with(double t) {
  return 0.3 * tone(310, t);
}

static void a_pitch_is_what_most_of_it_has(void **state) {
  (void)state;
  assert_float_equal(measured(low, NULL, 0.5).pitch, 45, 0.3);
  assert_float_equal(measured(high, NULL, 0.5).pitch, 3500, 20);
  assert_true(isnan(measured(too_low, NULL, 0.5).pitch));
  assert_float_equal(measured(mostly, NULL, 3.2).pitch, 310, 1);
  assert_true(isnan(measured(seldom, NULL, 2).pitch));
  assert_float_equal(measured(over_silence, NULL, 2).pitch, 310, 1);
  assert_true(isnan(measured(over_noise, NULL, 2).pitch));
  assert_float_equal(measured(with, with, 0.5).pitch, 310, 1); /* of the sum of channels */
  assert_true(isnan(measured(with, against, 0.5).pitch));
  assert_float_equal(measured(with, NULL, 0.05).pitch, 310, 3); /* shorter than a frame */
}

/* ---- slips -------------------------------------------------------------------------------- */

enum { PERIOD = 100, PERIODS = 61 };

static float velocity[PERIOD * PERIODS];

/* A contact that sticks but for the slips that are put into it; a period of 100 samples at RATE. */
static rosin_slips still(int periods) {
  for (int i = 0; i < PERIOD * PERIODS; i++)
    velocity[i] = 0;
  return (rosin_slips){.contact = "bow",
                       .period = (double)PERIOD / RATE,
                       .count = PERIOD * periods,
                       .velocity = velocity};
}

static void slips_are_counted(void **state) {
  (void)state;
  rosin_slips s = still(10);
  rosin_slip_statistics found;
  velocity[100] = -1;                            /* the fastest of all, whichever way: a slip */
  velocity[200] = 0.26F, velocity[201] = 0.11F;  /* it goes on above a tenth of that, */
  velocity[300] = 0.3F, velocity[301] = 0.09F;   /* and is over below; */
  velocity[302] = 0.24F, velocity[303] = -0.24F; /* what never passes a quarter is none */
  velocity[400] = 0.26F, velocity[401] = -0.2F;
  s.period = 0;
  assert_int_equal(rosin_slips_end(&s, RATE, &found), 0);
  assert_float_equal(found.rate, 4.0 * RATE / 1000, 1e-9);
  assert_float_equal(found.share, 6e-3, 1e-12);
  assert_string_equal(found.regime, ""); /* it rubs no string */
  s = still(10);
  assert_int_equal(rosin_slips_end(&s, RATE, &found), 0);
  assert_true(isnan(found.rate) && isnan(found.share)); /* it never moves */
  assert_string_equal(found.regime, "");
  s.count = 0;
  assert_int_equal(rosin_slips_end(&s, RATE, &found), 0);
  assert_true(isnan(found.rate) && isnan(found.share));
}

/* A slip a period in the middle twenty of them, two elsewhere. */
static void the_middle_tells_the_regime(void **state) {
  (void)state;
  rosin_slip_statistics found;
  for (int turn = 0; turn < 3; turn++) {
    const int periods = turn ? 61 : 60;
    rosin_slips s = still(periods);
    for (int p = 0; p < periods; p++) {
      const int middle = p >= 20 && p < 40 + (turn > 0);
      for (int i = 0; i < 12; i++) {
        velocity[PERIOD * p + 30 + i] = -1;
        if (turn == 2 ? middle : !middle)
          velocity[PERIOD * p + 75 + i] = -1;
      }
    }
    assert_int_equal(rosin_slips_end(&s, RATE, &found), 0);
    assert_string_equal(found.regime, turn == 2 ? "several" : "Helmholtz");
  }
  rosin_slips s = still(20);
  for (int p = 0; p < 20; p++)
    velocity[PERIOD * p + 50] = 1;
  s.count = PERIOD * 20 - 1; /* shorter than that */
  assert_int_equal(rosin_slips_end(&s, RATE, &found), 0);
  assert_string_equal(found.regime, "");
}

/* Which contact is heard, of what period; and that its velocity is what the network says. */
static const char rubbed[] =
    "duration = 0.02; rate = 16000; oversample = 1;\n"
    "strings = { d = { frequency = 125.0; impedance = 0.6; q = 200.0; }; };\n"
    "modals = { m = { modes = ( { frequency = 300.0; q = 30.0; mass = 0.01; } ); }; };\n"
    "contacts = { %s = { a = \"-\"; b = \"%s\"; position = %s; force = 1.0; velocity = 0.25;\n"
    "    law = { type = \"elastoplastic\"; mu_static = 0.8; mu_kinetic = 0.3; }; };\n"
    "  z = { a = \"-\"; b = \"d\"; position = 0.3; force = 1.0; velocity = -0.1; }; };\n"
    "outputs = ( { signal = \"d.bridge_force\"; } );\n";

static void the_first_contact_is_heard(void **state) {
  (void)state;
  static const char *const rows[][3] = {{"bow", "d", "0.1"}, {"rub", "m", "0.0"}};
  for (int i = 0; i < 2; i++) {
    char text[2000], *errors = NULL;
    float out[320];
    rosin_slips s;
    snprintf(text, sizeof text, rubbed, rows[i][0], rows[i][1], rows[i][2]);
    rosin_scene *scene = scene_read(text, 0, NULL, &errors);
    if (!scene)
      fail_msg("%s", errors);
    assert_int_equal(rosin_slips_ask(&s, scene), 0);
    assert_string_equal(s.contact, rows[i][0]);
    assert_float_equal(s.period, i ? 0 : 1 / 125.0, 1e-15);
    assert_int_equal(rosin_scene_prepare(scene, 0, 64, NULL), 0);
    assert_int_equal(rosin_slips_begin(&s, scene), 0);
    for (int at = 0; at < 320; at += 64)
      rosin_scene_process(scene, 64, out + at);
    assert_int_equal(s.count, 320);
    assert_true(s.velocity[0] > 0.15F && s.velocity[0] < 0.26F); /* what is rubbed gives way */
    rosin_slips_free(&s);
    assert_null(s.velocity);
    rosin_scene_free(scene);
  }
}

static void without_a_contact_nothing_is_asked(void **state) {
  (void)state;
  char *errors = NULL;
  rosin_slips s;
  rosin_slip_statistics found;
  rosin_scene *scene = scene_read(
      "duration = 0.02;\nmodals = { m = { modes = ( { frequency = 300.0; q = 30.0; mass = "
      "0.01; } ); }; };\noutputs = ( { signal = \"m.velocity@0.0\"; } );\n",
      0, NULL, &errors);
  if (!scene)
    fail_msg("%s", errors);
  assert_int_equal(rosin_slips_ask(&s, scene), 0);
  assert_string_equal(s.contact, "");
  assert_int_equal(rosin_scene_prepare(scene, 0, 64, NULL), 0);
  assert_int_equal(rosin_slips_begin(&s, scene), 0);
  assert_int_equal(rosin_slips_end(&s, RATE, &found), 0);
  assert_true(isnan(found.rate) && isnan(found.share));
  rosin_slips_free(&s);
  rosin_scene_free(scene);
}

/* ---- at a glance -------------------------------------------------------------------------- */

enum { WIDTH = ROSIN_THUMBNAIL_WIDTH, BANDS = ROSIN_THUMBNAIL_BANDS, COLUMN = 1024, LOUD = 44100 };

/* 72 columns of 1024 frames, three a band, with a tone in its middle; every other band 36 dB
 * softer. In two channels, which are 1.5 and 0.5 of it. */
static void make_bands(const char *path, double silence) {
  rosin_error error;
  static float x[2 * COLUMN];
  rosin_sound_file *file = rosin_sound_file_create(path, LOUD, 2, ROSIN_SAMPLE_FLOAT, &error);
  if (!file)
    fail_msg("%s", error.text);
  for (int c = 0; c < WIDTH; c++) {
    const int band = c / 3;
    const double hertz = 50 * pow(320, (band + 0.5) / BANDS);
    const double level = (band % 2 ? pow(10, -36 / 20.0) : 1) * (c < silence * WIDTH ? 0 : 0.5);
    for (int i = 0; i < COLUMN; i++) {
      const double now = level * sin(2 * pi * hertz * (c * COLUMN + i) / LOUD);
      x[2 * i] = (float)(1.5 * now);
      x[2 * i + 1] = (float)(0.5 * now);
    }
    assert_int_equal(rosin_sound_file_write(file, x, COLUMN, &error), 0);
  }
  assert_int_equal(rosin_sound_file_close(file, &error), 0);
}

static void a_sound_is_seen_where_and_as_loud_as_it_is(void **state) {
  (void)state;
  rosin_thumbnail t;
  rosin_error error;
  make_bands("bands.wav", 0);
  assert_int_equal(rosin_thumbnail_make("bands.wav", &t, &error), 0);
  for (int band = 10; band < BANDS; band++) { /* those below are narrower than a tone's window */
    const unsigned char *power = t.power[3 * band + 1];
    const int wanted = band % 2 ? 8 : 15; /* 36 of 72 dB: half, rounded */
    for (int b = 0; b < BANDS; b++)
      assert_true(b == band ? abs(power[b] - wanted) <= (band % 2) : power[b] < power[band]);
    assert_true(power[band < 12 ? BANDS - 1 : 1] <= 3); /* and nothing far from it */
  }
  for (int c = 0; c < WIDTH; c++)
    assert_true(c / 3 % 2 ? abs(t.peak[c] - 4) <= 1 : t.peak[c] >= 250);
  make_bands("half.wav", 0.5);
  assert_int_equal(rosin_thumbnail_make("half.wav", &t, &error), 0);
  for (int c = 0; c < WIDTH; c++)
    for (int b = 0; b < BANDS; b++)
      assert_true(c < WIDTH / 2 ? t.peak[c] == 0 : t.peak[c] > 0),
          assert_true(c >= WIDTH / 2 - 1 || t.power[c][b] == 0);
  assert_int_equal(rosin_thumbnail_make("no.wav", &t, &error), -1);
}

/* The highest of a column may be its first frame or its last, the highest column the last or, with
 * time turned round, the first. */
static void no_frame_is_overlooked(void **state) {
  (void)state;
  rosin_thumbnail t;
  rosin_error error;
  static float x[WIDTH * 50];
  for (int turned = 0; turned < 2; turned++) {
    for (int i = 0; i < WIDTH * 50; i++)
      x[i] = 0;
    for (int c = 0; c < WIDTH; c++) {
      const int at = 50 * c + (c % 2 ? 49 : 0);
      x[turned ? WIDTH * 50 - 1 - at : at] = (float)(c % 3 ? -1 : 1) * (float)(c + 1) / 100;
    }
    rosin_sound_file *file = rosin_sound_file_create("c.wav", LOUD, 1, ROSIN_SAMPLE_FLOAT, &error);
    assert_non_null(file);
    assert_int_equal(rosin_sound_file_write(file, x, WIDTH * 50, &error), 0);
    assert_int_equal(rosin_sound_file_close(file, &error), 0);
    assert_int_equal(rosin_thumbnail_make("c.wav", &t, &error), 0);
    for (int c = 0; c < WIDTH; c++)
      assert_true(fabs(t.peak[turned ? WIDTH - 1 - c : c] - 255.0 * (c + 1) / WIDTH) < 0.51);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_decay_begins_where_it_was_last_loud),
      cmocka_unit_test(its_shape_is_that_of_its_eighths),
      cmocka_unit_test(a_pitch_is_what_most_of_it_has),
      cmocka_unit_test(slips_are_counted),
      cmocka_unit_test(the_middle_tells_the_regime),
      cmocka_unit_test(the_first_contact_is_heard),
      cmocka_unit_test(without_a_contact_nothing_is_asked),
      cmocka_unit_test(a_sound_is_seen_where_and_as_loud_as_it_is),
      cmocka_unit_test(no_frame_is_overlooked),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
