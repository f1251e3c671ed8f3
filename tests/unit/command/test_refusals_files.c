/* SPDX-License-Identifier: BSD-3-Clause */
/* What is said to every call about networks, scales and recorded gestures that is refused,
 * against tests/unit/command/refusals_files.txt, and that what lies just inside the range is not.
 */
#include "format.h"
#include "live/record/gesture_file.h"
#include "rosin/tuning.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "refusals.h"
#include "scratch.h"

static void networks(void) {
  golden_in(&refusals, "network");
  static const double rates[] = {999, 1000, 1e7, 1.1e7, NAN};
  for (int i = 0; i < 5; i++) {
    rosin_network *n = rosin_network_new(rates[i], 1, &e);
    told(!n);
    rosin_network_free(n);
  }
  static const int blocks[] = {0, 1, 1 << 20, (1 << 20) + 1};
  for (int i = 0; i < 4; i++) {
    rosin_network *n = rosin_network_new(48000, blocks[i], &e);
    told(!n);
    rosin_network_free(n);
  }
  rosin_network *n = rosin_network_new(48000, 64, &e);
  rosin_mode mode = {.frequency = 100, .q = 10, .mass = 1};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .shape = ROSIN_SHAPE_SINE};
  rosin_body *a = rosin_modal_new(&spec, 48000, NULL), *b = rosin_modal_new(&spec, 48000, NULL),
             *slow = rosin_modal_new(&spec, 44100, NULL);
  rosin_contact *c[4];
  for (int i = 0; i < 4; i++)
    c[i] = rosin_contact_new("induction-2d", i == 3 ? 44100 : 48000, NULL);
  char long_name[100];
  static const char *const names[] = {"", "-", "a.b", "a b", "a_b-~1", NULL};
  for (int i = 0; i < 6; i++)
    told(rosin_network_body(n, names[i], a, &e));
  memset(long_name, 'x', sizeof long_name);
  long_name[64] = 0;
  told(rosin_network_body(n, long_name, b, &e));
  long_name[63] = 0;
  told(rosin_network_body(n, long_name, b, &e));
  told(rosin_network_body(NULL, "a", a, &e));
  told(rosin_network_body(n, "a", NULL, &e));
  told(rosin_network_body(n, "a", a, &e));
  told(rosin_network_body(n, "slow", slow, &e));
  told(rosin_network_contact(n, "c", NULL, "-", "a_b-~1", &e));
  told(rosin_network_contact(n, "c", c[3], "-", "a_b-~1", &e));
  told(rosin_network_contact(n, "c", c[0], "-", "a_b-~1", &e));
  told(rosin_network_contact(n, "d", c[0], "-", "a_b-~1", &e));
  told(rosin_network_contact(n, "d", c[1], NULL, "a_b-~1", &e));
  long_name[63] = 'x';
  told(rosin_network_contact(n, "d", c[1], "-", long_name, &e));
  told(rosin_network_contact(n, "c", c[1], "-", "a_b-~1", &e));
  told(rosin_network_contact(n, "d", c[1], "-", "a_b-~1", &e));
  told(rosin_network_contact(n, "f", c[2], "-", "a_b-~1", &e));
  told(rosin_network_across(NULL, "c", "d", &e));
  told(rosin_network_across(n, NULL, "d", &e));
  told(rosin_network_across(n, "c", "a_b-~1", &e));
  told(rosin_network_across(n, "nobody", "c", &e));
  told(rosin_network_across(n, "c", "c", &e));
  told(rosin_network_across(n, "c", "d", &e));
  told(rosin_network_across(n, "d", "c", &e));
  told(rosin_network_across(n, "c", "f", &e));
  told(rosin_network_across(n, "f", "d", &e));
  told(rosin_network_joint(n, "j", "a_b-~1", NAN, "-", 0, &e));
  told(rosin_network_joint(n, "j", "a_b-~1", 0, "-", INFINITY, &e));
  told(rosin_network_joint(n, "c", "a_b-~1", 0, "-", 0, &e));
  told(rosin_network_joint(n, "j", "a_b-~1", 0, "-", 0, &e));
  told(rosin_network_push(n, "p", "a_b-~1", NAN, &e));
  told(rosin_network_push(n, "p", NULL, 0, &e));
  told(rosin_network_push(n, "p", long_name, 0, &e));
  told(rosin_network_push(n, "j", "a_b-~1", 0, &e));
  told(rosin_network_push(n, "p", "a_b-~1", 0.5, &e));
  static const char *const signals[] = {NULL,
                                        "c",
                                        "c.colour",
                                        "j.normal",
                                        "j.force",
                                        "c.velocity",
                                        "c.force",
                                        "c.bristle",
                                        "c.normal",
                                        "c.dissipation",
                                        "nobody.force",
                                        "p.force",
                                        "a_b-~1.colour@0",
                                        "a_b-~1.bridge_force",
                                        "a_b-~1.velocity",
                                        "a_b-~1.velocity@",
                                        "a_b-~1.velocity@nan",
                                        "a_b-~1.velocity@0.5x",
                                        "a_b-~1.velocity@0.5",
                                        "a_b-~1.displacement@-1",
                                        "a_b-~1.acceleration@2"};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    told(rosin_network_signal(n, signals[i], &e) < 0);
  assert_int_equal(rosin_network_signal(n, "c.velocity", &e), 1);
  char longer[400] = "c.";
  memset(longer + 2, 'y', 390);
  told(rosin_network_signal(n, longer, &e) < 0);
  told(rosin_network_signal(NULL, "c.force", &e) < 0);
  told(rosin_network_prepare(NULL, &e));
  told(rosin_network_prepare(n, &e));
  rosin_network_free(n);
  static const char *const sides[][2] = {{"-", "-"},      {"nobody", "-"}, {"-", "nobody"},
                                         {"b", "nobody"}, {"-", "b"},      {"b", "-"}};
  for (int i = 0; i < 18; i++) {
    const char *x = sides[i % 6][0], *y = sides[i % 6][1];
    n = rosin_network_new(48000, 64, &e);
    rosin_network_body(n, "b", a, &e);
    if (i < 6)
      rosin_network_contact(n, "c", c[0], x, y, &e);
    else if (i < 12)
      rosin_network_joint(n, "j", x, 0, y, 0, &e);
    else
      rosin_network_push(n, "p", y, 0, &e);
    told(rosin_network_prepare(n, &e));
    rosin_network_free(n);
  }
  for (int i = 0; i < 4; i++)
    rosin_contact_free(c[i]);
  rosin_body_free(a);
  rosin_body_free(b);
  rosin_body_free(slow);
}

static const char *const path = "test_refusals.tmp";

static void write_text(const char *text) {
  FILE *out = fopen(path, "w");
  fputs(text, out);
  fclose(out);
}

static void scales(void) {
  static const char *const texts[] = {"",
                                      "! only a remark\n",
                                      "a\n",
                                      "a\n0\n",
                                      "a\n-1\n",
                                      "a\n129\n",
                                      "a\nx\n",
                                      "a\n2\n100.0\n",
                                      "a\n1\nhello\n",
                                      "a\n1\n13000.0\n",
                                      "a\n1\n12000.0\n",
                                      "a\n2\n-12000.0\n12.\n",
                                      "a\n1\n-12001.\n",
                                      "a\n1\n0.0\n",
                                      "a\n1\n-3/2\n",
                                      "a\n1\n3/0\n",
                                      "a\n1\n3/\n",
                                      "a\n1\n3/2\n",
                                      "a\n1\n 2\n",
                                      "a\n1\n3 /2 a fifth\n",
                                      "! x\na\n! x\n2\n! x\n100.0 cents\n! x\n2/1\n",
                                      "a\n1\n1/2\n",
                                      "a\n1\n.\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    rosin_tuning t = {.a4 = 440};
    golden_in(&refusals, "scale:%d", (int)i);
    write_text(texts[i]);
    told(rosin_tuning_scala(&t, path, &e));
    rosin_format(e.text, sizeof e.text, "%d steps, the last %.6g", t.steps,
                 t.cents[t.steps ? t.steps - 1 : 0]);
    told(1);
  }
  golden_in(&refusals, "scale:none");
  told(rosin_tuning_scala(&(rosin_tuning){0}, "no/such/place", &e));
}

static void wrong_gestures(void) {
  static const char *const bodies[] = {
      "",
      "rate 7999\n",
      "rate 8000\n",
      "rate 768000\n",
      "rate 768001\n",
      "rate 48000\nhello\n",
      "rate 48000\n-1 end\n",
      "rate 48000\n0 end\n",
      "rate 48000\n0 end\n0 end\n",
      "rate 48000\n5 end\n6 quiet 0 0 0 0\n",
      "rate 48000\n0 end\n0 quiet 0 0 0 0\n",
      "rate 48000\n5 quiet 0 0 0 0\n4 quiet 0 0 0 0\n",
      "rate 48000\n5 quiet 0 0 0 0\n5 end\n",
      "rate 48000\n1125899906842624 end\n",
      "rate 48000\n1125899906842625 end\n",
      "rate 48000\n0 move bow.force\n",
      "rate 48000\n0 move bow.force inf\n",
      "rate 48000\n0 dance 0 0 0 0\n",
      "rate 48000\n0 bend 0 0 0\n",
      "rate 48000\n0 bend 0 0 nan 0\n",
      "rate 48000\n0 bend 0 0 0 inf\n",
      "rate 48000\n0 bend -1 0 0 0\n",
      "rate 48000\n0 bend 15 0 0 0\n",
      "rate 48000\n0 bend 16 0 0 0\n",
      "rate 48000\n0 control 0 -1 0 0\n",
      "rate 48000\n0 control 0 127 0 0\n",
      "rate 48000\n0 control 0 128 0 0\n",
      "rest 1\n",
      "rate 48000\nrest 1\nset a=b\n# a remark\n\n0 note-on 0 0 60 1\n1 note-off 0 0 60 0\n"
      "2 pressure 0 0 0 1\n3 move a.b 1\n4 move a.c 1\n5 move a.b 0\n",
      "rate 48000\n7 quiet 0 0 0 0"};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    char text[2000];
    golden_in(&refusals, "gesture:%d", (int)i);
    rosin_gesture_file f;
    snprintf(text, sizeof text, "rosin-gesture 1\n%s", bodies[i]);
    write_text(text);
    told(rosin_gesture_file_read(&f, path, &e));
    snprintf(e.text, sizeof e.text, "%d Hz, rest %d, %d sets, %d events, %d names, to %lld", f.rate,
             f.rest, f.sets, f.events, f.names, f.frames);
    told(1);
    rosin_gesture_file_free(&f);
  }
  rosin_gesture_file f;
  golden_in(&refusals, "gesture");
  write_text("");
  told(rosin_gesture_file_read(&f, path, &e));
  write_text("rosin-gesture 2\n");
  told(rosin_gesture_file_read(&f, path, &e));
  char text[1200] = "rosin-gesture 1\nset ";
  for (int length = 1018; length < 1021; length++) { /* a line of 1022 to 1024 bytes and its end */
    memset(text + 20, 'x', (size_t)length);
    snprintf(text + 20 + length, 60, "\nrate 48000\n");
    write_text(text);
    told(rosin_gesture_file_read(&f, path, &e));
    rosin_gesture_file_free(&f);
  }
  told(rosin_gesture_file_read(&f, "no/such/place", &e));
  remove(path);
}

static void refusals_are_worded(void **state) {
  (void)state;
  refusals = golden_open("tests/unit/command/refusals_files.txt");
  networks();
  scales();
  wrong_gestures();
  assert_int_equal(golden_close(&refusals), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(refusals_are_worded)};
  return cmocka_run_group_tests(tests, scratch_enter_with_tests, scratch_leave);
}
