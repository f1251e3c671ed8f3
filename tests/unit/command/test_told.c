/* SPDX-License-Identifier: BSD-3-Clause */
/* What a render tells of itself, word by word: its report, and its warnings. What contacts did is
 * the test's own (wrapped by the linker). */
#include "host/common/text.h"
#include "host/common/warn.h"
#include "host/render/report.h"
#include "listen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static rosin_contact_account account[8];
static int accounts;

int __wrap_rosin_network_account(const rosin_network *n, int index, rosin_contact_account *a);
int __wrap_rosin_network_account(const rosin_network *n, int index, rosin_contact_account *a) {
  (void)n;
  if (index >= accounts)
    return -1;
  *a = account[index];
  return 0;
}

static void warn(void) {
  rosin_warn_driving(NULL);
}

static void who_drives_is_warned_of(void **state) {
  (void)state;
  account[0] = (rosin_contact_account){
      .name = "a", .law = "lugre", .solves = 1000, .outside = 125, .gave = 0.25, .took = 20};
  account[1] = (rosin_contact_account){
      .name = "b", .law = "lugre-joint", .solves = 200, .outside = 200, .gave = 3e-3, .took = 1};
  account[2] = (rosin_contact_account){
      .name = "c", .law = "dahl", .solves = 3, .outside = 1, .gave = 1, .took = 0};
  account[3] = (rosin_contact_account){
      .name = "d", .law = "lugre", .solves = 1000, .outside = 900, .gave = 1e-3, .took = 1};
  account[4] = (rosin_contact_account){.name = "e", .law = "lugre"};
  accounts = 5;
  listen_to(warn, STDERR_FILENO);
  assert_string_equal(
      said,
      "rosin: warning: a: friction drives: outside the passivity bound of 'lugre' in 12.5% of "
      "its samples, it gave 0.25 J and took 20 J; set a.law.damping_limit=1, or a smaller "
      "a.law.sigma1\n"
      "rosin: warning: b: friction drives: outside the passivity bound of 'lugre-joint' in "
      "100% of its samples, it gave 0.003 J and took 1 J; set a smaller b.law.sigma1 (0 never "
      "drives)\n"
      "rosin: warning: c: friction drives: outside the passivity bound of 'dahl' in 33.3% of "
      "its samples, it gave 1 J and took 0 J; this law may: set c.law.type=elastoplastic, "
      "say\n");
  accounts = 0;
  listen_to(warn, STDERR_FILENO);
  assert_string_equal(said, "");
}

static rosin_statistics statistics;

static void rescued(void) {
  rosin_warn_rescued(&statistics);
}

static void who_ran_away_is_told(void **state) {
  (void)state;
  listen_to(rescued, STDERR_FILENO);
  assert_string_equal(said, "");
  statistics.rescued = 7;
  listen_to(rescued, STDERR_FILENO);
  assert_string_equal(
      said, "rosin: warning: 7 times a body ran away and was put to rest, which is heard; "
            "a force or a joint of this scene is beyond all measure\n");
}

static void miss(void) {
  rosin_warn_missed(NULL);
}

static void who_missed_is_named(void **state) {
  (void)state;
  account[0] = (rosin_contact_account){.name = "bow-d", .solves = 900, .missed = 12};
  account[1] = (rosin_contact_account){.name = "bow-a", .solves = 900};
  account[2] = (rosin_contact_account){.name = "hand", .solves = 1, .missed = 1};
  accounts = 3;
  listen_to(miss, STDERR_FILENO);
  assert_string_equal(said,
                      "rosin: warning: bow-d: 12 of 900 contact solves missed their tolerance\n"
                      "rosin: warning: hand: 1 of 1 contact solves missed their tolerance\n");
}

static const rosin_list *given;

static void doubt(void) {
  rosin_warn_several(NULL, given);
}

static void who_is_too_stiff_is_named(void **state) {
  (void)state;
  account[0] = (rosin_contact_account){
      .name = "upper", .law = "elastoplastic", .solves = 900, .several = 450};
  account[1] = (rosin_contact_account){.name = "few", .law = "lugre", .solves = 900, .several = 9};
  account[2] =
      (rosin_contact_account){.name = "no-bristle", .law = "coulomb", .solves = 9, .several = 9};
  account[3] = (rosin_contact_account){.name = "idle", .law = "lugre"};
  accounts = 4;
  listen_to(doubt, STDERR_FILENO);
  assert_string_equal(
      said, "rosin: warning: upper: its bristle is so stiff that several forces may agree with its "
            "bodies, in 50% of its samples; the nearest to the last is taken. Set a smaller "
            "upper.law.sigma0, or --oversample\n");
  static const rosin_list none = {0},
                          others = {3,
                                    {"upper.force=2", "uppe.law.sigma0=1", "few.law.type=lugre"}},
                          law = {1, {"upper.law.sigma0=3"}}, steps = {1, {"oversample=1"}};
  const struct {
    const rosin_list *set;
    int said;
  } own[] = {{&none, 0}, {&others, 0}, {&law, 1}, {&steps, 1}};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    given = own[i].set;
    listen_to(doubt, STDERR_FILENO);
    assert_int_equal(strstr(said, "warning: upper: its bristle") != NULL, own[i].said);
  }
}

static const rosin_result result = {.samples = 96000,
                                    .engine_samples = 192000,
                                    .sample_rate = 48000,
                                    .channels = 2,
                                    .seconds_wall = 0.125,
                                    .gain = 0.5,
                                    .limited = 1.25,
                                    .peak = 0.75,
                                    .squares = 48000,
                                    .sum = 19200,
                                    .energy = 0.5,
                                    .solver = {.solves = 1000,
                                               .elastic = 200,
                                               .iterations = 1600,
                                               .iterations_max = 9,
                                               .unconverged = 1,
                                               .not_unique = 2,
                                               .passivity = 3,
                                               .rescued = 4,
                                               .dissipated = 5,
                                               .given = 6,
                                               .worst = -7,
                                               .supplied = 8,
                                               .handled = 9}};

static char *report(char *text, size_t size) {
  snprintf(text, size,
           "{\n  \"scene\": \"a \\\"b\\\" \\\\ \\u000a\\u001f c\",\n  \"version\": \"%s\",\n"
           "  \"samples\": 96000,\n  \"sample_rate\": 48000,\n  \"channels\": 2,\n"
           "  \"engine_samples\": 192000,\n  \"seconds_audio\": 2,\n  \"seconds_wall\": 0.125,\n"
           "  \"realtime_factor\": 16,\n  \"peak\": 0.75,\n  \"rms\": 0.5,\n  \"mean\": 0.1,\n"
           "  \"gain\": 0.5,\n  \"limited\": 1.25,\n"
           "  \"solver\": {\n    \"solves\": 1000,\n    \"elastic\": 200,\n"
           "    \"iterations_mean\": 2,\n    \"iterations_max\": 9,\n    \"unconverged\": 1,\n"
           "    \"not_unique\": 2,\n    \"not_passive\": 3,\n    \"rescued\": 4\n  },\n"
           "  \"energy\": {\n    \"supplied\": 8,\n    \"dissipated_in_contacts\": 5,\n"
           "    \"given_by_friction\": 6,\n    \"stored_at_end\": 0.5,\n    \"handled\": 9,\n"
           "    \"worst_dissipation\": -7\n  }\n}\n",
           rosin_version());
  return text;
}

static const char scene[] = "a \"b\" \\ \n\037 c";

static void print(void) {
  assert_int_equal(rosin_report_write("-", scene, NULL, &result, NULL), 0);
}

static void a_report_is_json(void **state) {
  char wanted[2000], folder[] = "/tmp/rosin-told-XXXXXX", path[60], text[2000] = "";
  rosin_error error;
  (void)state;
  listen_to(print, STDOUT_FILENO);
  assert_string_equal(said, report(wanted, sizeof wanted));
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/r.json", folder);
  assert_int_equal(rosin_report_write(path, scene, NULL, &result, &error), 0);
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  text[fread(text, 1, sizeof text - 1, in)] = 0;
  fclose(in);
  assert_string_equal(text, wanted);
  unlink(path);
  assert_int_equal(mkdir(path, 0700), 0); /* a folder of this name */
  assert_int_equal(rosin_report_write(path, scene, NULL, &result, &error), -1);
  assert_non_null(strstr(error.text, "r.json: cannot be written: Is a directory"));
  rmdir(path);
  snprintf(path, sizeof path, "%s/no/r.json", folder);
  assert_int_equal(rosin_report_write(path, scene, NULL, &result, &error), -1);
  assert_non_null(strstr(error.text, "r.json: cannot be written: No such file or directory"));
  assert_int_equal(rmdir(folder), 0); /* nothing is left */
}

/* ---- text of others ------------------------------------------------------------------- */

static const unsigned char *shown_text;
static int shown_lines;

static void show(void) {
  rosin_text_put(stdout, (const char *)shown_text, shown_lines);
}

/* Bytes of a well-formed UTF-8 character that prints, by the table of the standard (3-7, but for
 * what only decoders of code points refuse); else 0. */
static size_t character(const unsigned char *s) {
  static const struct {
    unsigned char low, high;
    size_t more;
  } lead[] = {{0x20, 0x7e, 0}, {0xc2, 0xdf, 1}, {0xe0, 0xef, 2}, {0xf0, 0xf4, 3}};
  for (int k = 0; k < 4; k++)
    if (*s >= lead[k].low && *s <= lead[k].high) {
      for (size_t i = 1; i <= lead[k].more; i++)
        if (s[i] < 0x80 || s[i] > 0xbf)
          return 0;
      return *s == 0xc2 && s[1] < 0xa0 ? 0 : 1 + lead[k].more; /* those control a terminal */
    }
  return 0;
}

static void what_is_no_text_is_escaped(void **state) {
  (void)state;
  unsigned seed = 1;
  for (int round = 0; round < 3000; round++) {
    static const char some[] =
        "a\n\r\n\t\033~\x7f\xc2\x85\xc2\xa0\xc3\xa9\xe2\x82\xac\xf0\x9f\x8e\xbb\xc1"
        "\x80\xf5\x80\x80\x80\xe0\xbf\xff\xdf\xbf\xf4";
    unsigned char text[40] = "";
    char wanted[200] = "";
    for (int i = 0; i < 24; i++) {
      seed = seed * 1664525u + 1013904223u;
      text[i] = seed >> 30 ? (unsigned char)some[(seed >> 8) % (sizeof some - 1)]
                           : (unsigned char)(seed >> 8);
    }
    shown_text = text;
    shown_lines = round % 2;
    for (const unsigned char *s = text; *s;) {
      const size_t length = character(s), at = strlen(wanted);
      if (length)
        memcpy(wanted + at, s, length);
      else if (shown_lines && (*s == '\n' || *s == '\t'))
        wanted[at] = (char)*s;
      else if (!(shown_lines && s[0] == '\r' && s[1] == '\n'))
        snprintf(wanted + at, sizeof wanted - at, "\\x%02x", *s);
      s += length ? length : 1;
    }
    listen_to(show, STDOUT_FILENO);
    assert_string_equal(said, wanted);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_no_text_is_escaped), cmocka_unit_test(who_drives_is_warned_of),
      cmocka_unit_test(who_ran_away_is_told),       cmocka_unit_test(who_missed_is_named),
      cmocka_unit_test(who_is_too_stiff_is_named),  cmocka_unit_test(a_report_is_json),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
