/* SPDX-License-Identifier: BSD-3-Clause */
/* What the page calls, with whatever a page may give: nothing crashes, hangs or becomes NaN. */

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* as web/page.c has them for JavaScript */
char *page_text(void);
float *page_sound(int channel);
int page_scene(int index);
int page_open(double rate, int oversample);
int page_describe(void);
void page_set(int index, double value);
void page_midi(int status, int first, int second);
void page_bow(int down, double speed, double press);
void page_pad(int down, double across, double up);
void page_volume(double gain, double seconds);
void page_reset(void);
void page_process(int frames);
void page_play(int frames);
int page_rebuild(void);
int page_save(void);
int page_load(void);
float *page_look(double phase);

static const int whole[] = {INT_MIN, INT_MIN + 1, -129, -1,    0,           1,      2,
                            127,     128,         129,  65536, INT_MAX - 1, INT_MAX};
static const double real[] = {
    -INFINITY, -1e300, -1,  -1e-300, 0,     1e-300,           0.35,
    1,         2,      1e9, 1e18,    1e300, (double)INFINITY, (double)NAN};
enum { WHOLE = sizeof whole / sizeof *whole, REAL = sizeof real / sizeof *real, SEEN = 6 + 64 };

static unsigned long long seed = 25;

static unsigned draw(unsigned below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((seed >> 33) % below);
}
static int any_whole(void) {
  return draw(2) ? whole[draw(WHOLE)] : (int)draw(140);
}
static double any_real(void) {
  return draw(2) ? real[draw(REAL)] : draw(1000) / 1000.0;
}

/* All that is asked of the one scene. */
static void every_call(void) {
  for (int i = 0; i < WHOLE; i++) {
    const float *of = page_sound(whole[i]);
    assert_true(!of || (whole[i] >= 0 && whole[i] < 16));
    page_process(whole[i]);
    page_play(whole[i]);
    for (int k = 0; k < REAL; k++) {
      page_set(whole[i], real[k]);
      page_pad(whole[i], real[k], real[(k + i) % REAL]);
      page_bow(whole[i], real[k], real[(k + i) % REAL]);
      page_volume(real[k], real[(k + i) % REAL]);
    }
    for (int k = 0; k < WHOLE; k++)
      page_midi(whole[i], whole[k], whole[(i + k) % WHOLE]);
  }
}

static void sounds(void) {
  for (int i = 0; i < 20; i++)
    page_play(128);
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 128; i++)
      assert_true(fabsf(page_sound(k)[i]) <= 0.99f); /* and no NaN */
}

static void looks(void) {
  for (int k = 0; k < REAL; k++) {
    const float *seen = page_look(real[k]);
    for (int i = 0; i < SEEN; i++)
      assert_true(isfinite(seen[i]));
  }
}

static void open_scene(const char *name) {
  strcpy(page_text(), name);
  assert_int_equal(page_open(44100, 1), 0);
}

static void before_anything_is_open(void **state) {
  (void)state;
  every_call();
  looks();
  assert_int_equal(page_rebuild(), 0);
  page_reset();
  assert_true(page_describe() < 0 && *page_text()); /* and says why */
  assert_true(page_save() < 0 && *page_text());
  strcpy(page_text(), "rosin-state 1\nscene cello\nend\n");
  assert_true(page_load() < 0 && *page_text());
}

static void names_have_an_end_and_a_beginning(void **state) {
  (void)state;
  int count = 0;
  while (page_scene(count) == 0)
    count++;
  assert_true(count > 40 && count < 200);
  for (int i = 0; i < WHOLE; i++)
    assert_int_equal(page_scene(whole[i]), whole[i] >= 0 && whole[i] < count ? 0 : -1);
}

static void rates_and_texts_are_refused(void **state) {
  (void)state;
  for (int i = 0; i < REAL; i++) {
    strcpy(page_text(), "wine-glass");
    assert_true(page_open(real[i], 0) < 0 && *page_text());
  }
  strcpy(page_text(), "wine-glass");
  assert_true(page_open(44100, INT_MAX) < 0 && *page_text());
  memset(page_text(), 'x', 16384); /* without an end */
  assert_true(page_open(44100, 0) < 0);
  memset(page_text(), 'x', 16384);
  assert_true(page_load() < 0);
}

static void an_instrument_takes_everything(void **state) {
  (void)state;
  open_scene("cello");
  page_volume(1, 0);
  every_call();
  page_volume(1, 0);
  page_reset();
  page_pad(1, 1, 1);
  sounds();
  looks();
  assert_int_equal(page_describe(), 0);
  for (int n = 0; n < 600; n++) { /* in any order */
    page_set(any_whole(), any_real());
    page_midi(any_whole(), any_whole(), any_whole());
    page_pad(any_whole(), any_real(), any_real());
    page_volume(any_real(), any_real());
    if (n % 10 == 0) {
      page_play(any_whole());
      page_look(any_real());
    }
  }
  page_volume(1, 0);
  sounds();
  assert_int_equal(page_save(), 0);
  assert_int_equal(page_load(), 0);
}

static void an_effect_takes_everything(void **state) {
  (void)state;
  open_scene("wine-glass");
  every_call();
  assert_true(page_rebuild() >= 0);
  page_volume(1, 0);
  sounds();
  looks();
}

/* A word for each of what can be chosen. */
static void articulations_have_names(void **state) {
  (void)state;
  open_scene("violin");
  assert_int_equal(page_describe(), 0);
  const char *at = strstr(page_text(), "\"choices\":[");
  assert_non_null(at);
  int words = 1;
  for (; *at != ']'; at++)
    words += *at == ',';
  const char *high = strstr(at, "\"high\":");
  assert_non_null(high);
  assert_int_equal(words, atoi(high + 7) + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(before_anything_is_open),
      cmocka_unit_test(names_have_an_end_and_a_beginning),
      cmocka_unit_test(rates_and_texts_are_refused),
      cmocka_unit_test(an_instrument_takes_everything),
      cmocka_unit_test(an_effect_takes_everything),
      cmocka_unit_test(articulations_have_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
