/* SPDX-License-Identifier: BSD-3-Clause */
/* Standard MIDI Files: what stands in them at which time, and damaged ones. */
#include "golden.h"
#include "memory.h"
#include "player/file/midi_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* "4d 54" and texts in quotes, as bytes; how many. */
static int bytes_of(const char *text, unsigned char *out) {
  int count = 0;
  for (; *text; text++) {
    if (*text == '"') {
      while (*++text != '"')
        out[count++] = (unsigned char)*text;
    } else if (*text != ' ') {
      unsigned value;
      assert_int_equal(sscanf(text, "%2x", &value), 1);
      out[count++] = (unsigned char)value;
      text++;
    }
  }
  return count;
}

static rosin_player_score_t *read_bytes(const unsigned char *bytes, int size, int *count,
                                        rosin_error *error) {
  char path[] = "/tmp/rosin-test-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0 && write(file, bytes, (size_t)size) == size);
  close(file);
  rosin_player_score_t *score = rosin_midi_file_read(path, count, NULL, error);
  unlink(path);
  return score;
}

static rosin_player_score_t *read_text(const char *text, int *count, rosin_error *error) {
  unsigned char bytes[512];
  return read_bytes(bytes, bytes_of(text, bytes), count, error);
}

static int is(const rosin_player_score_t *s, double time, rosin_player_kind kind, double key) {
  return fabs(s->time - time) < 1e-9 && s->event.kind == kind && s->event.key == key;
}

/* 96 ticks a quarter; a tempo of 1 s a quarter after one quarter. */
static void times_follow_the_tempo(void **state) {
  (void)state;
  rosin_error error;
  int count;
  rosin_player_score_t *s = read_text("\"MThd\" 00000006 0000 0001 0060 \"MTrk\" 00000024"
                                      " 00 90 3c 40"          /* on */
                                      " 60 3e 40"             /* running status, a quarter later */
                                      " 00 ff 51 03 0f 42 40" /* 1 s a quarter */
                                      " 00 f0 03 01 02 f7"    /* a system message */
                                      " 81 40 80 3c 00"       /* two quarters later: off */
                                      " 60 90 3e 00"          /* on with velocity 0 is off */
                                      " 00 c0 05 00 ff 2f 00",
                                      &count, &error);
  assert_non_null(s);
  assert_string_equal(error.text, "");
  assert_int_equal(count, 5);
  assert_true(is(&s[4], 3.5, ROSIN_PLAYER_PROGRAM, 5));
  assert_true(is(&s[0], 0, ROSIN_PLAYER_NOTE_ON, 60));
  assert_true(is(&s[1], 0.5, ROSIN_PLAYER_NOTE_ON, 62));
  assert_true(is(&s[2], 2.5, ROSIN_PLAYER_NOTE_OFF, 60));
  assert_true(is(&s[3], 3.5, ROSIN_PLAYER_NOTE_OFF, 62));
  assert_true(fabs(s[0].event.value - 64 / 127.0) < 1e-12);
  free(s);
}

/* Upbeats: what stands on no beat, and the last beat of a bar; 4/4, then 3/8. */
static void upbeats_are_marked(void **state) {
  (void)state;
  rosin_error error;
  int count;
  rosin_player_score_t *s = read_text("\"MThd\" 00000006 0000 0001 0060 \"MTrk\" 00000033"
                                      " 00 90 3c 40"             /* the first beat */
                                      " 30 90 3c 40"             /* between */
                                      " 32 90 3c 40"             /* the second, a bit late */
                                      " 5e 90 3c 40 60 90 3c 40" /* the third, the last */
                                      " 60 ff 58 04 03 03 18 08"
                                      " 00 90 3c 40 30 90 3c 40 30 90 3c 40" /* three eighths */
                                      " 00 ff 2f 00",
                                      &count, &error);
  assert_non_null(s);
  assert_int_equal(count, 8);
  const int want[] = {0, 1, 0, 0, 1, 0, 0, 1};
  for (int i = 0; i < count; i++)
    assert_int_equal(s[i].event.controller, want[i]);
  free(s);
}

/* The tempo of the first track counts for all; an unknown chunk is passed over. */
static void tracks_are_merged(void **state) {
  (void)state;
  rosin_error error;
  int count;
  rosin_player_score_t *s = read_text("\"MThd\" 00000006 0001 0003 0060"
                                      " \"MTrk\" 0000000b 00 ff 51 03 0f 42 40 00 ff 2f 00"
                                      " \"what\" 00000003 010203"
                                      " \"MTrk\" 0000000c 60 90 40 40 60 80 40 00 00 ff 2f 00"
                                      " \"MTrk\" 0000000c 30 91 43 40 30 81 43 00 00 ff 2f 00",
                                      &count, &error);
  assert_non_null(s);
  assert_string_equal(error.text, "");
  assert_int_equal(count, 4);
  assert_true(is(&s[0], 0.5, ROSIN_PLAYER_NOTE_ON, 67) && s[0].event.channel == 1);
  assert_true(is(&s[1], 1, ROSIN_PLAYER_NOTE_ON, 64));
  assert_true(is(&s[2], 1, ROSIN_PLAYER_NOTE_OFF, 67)); /* at once: as in the file */
  assert_true(is(&s[3], 2, ROSIN_PLAYER_NOTE_OFF, 64));
  free(s);
}

/* 25 frames of 40 ticks a second: a tick is a millisecond, whatever the tempo. */
static void times_in_frames(void **state) {
  (void)state;
  rosin_error error;
  int count;
  rosin_player_score_t *s = read_text("\"MThd\" 00000006 0000 0001 e728 \"MTrk\" 00000010"
                                      " 00 ff 51 03 0f 42 40 83 74 90 40 40 00 ff 2f 00",
                                      &count, &error);
  assert_non_null(s);
  assert_int_equal(count, 1);
  assert_true(is(&s[0], 0.5, ROSIN_PLAYER_NOTE_ON, 64));
  free(s);
  /* 29 says 30000 / 1001: 500 ticks are 12.5 frames of 40 */
  s = read_text("\"MThd\" 00000006 0000 0001 e328 \"MTrk\" 00000009 83 74 90 40 40 00 ff 2f 00",
                &count, &error);
  assert_non_null(s);
  assert_true(is(&s[0], 12.5 * 1001 / 30000, ROSIN_PLAYER_NOTE_ON, 64));
  assert_int_equal(s[0].event.controller, 0); /* frames know of no bars */
  free(s);
}

static void what_is_damaged_is_said(void **state) {
  (void)state;
#define HEAD "\"MThd\" 00000006 0000 0001 0060 "
#define NOTE "\"MTrk\" 00000020 00 90 3c 40 "
  static const struct {
    const char *text;
    int plays;
    const char *says;
  } bad[] = {
      {"", 0, "no Standard MIDI File"},
      {"\"RIFF and more than that\"", 0, "no Standard MIDI File"},
      {"\"MThd\" 00000006 0000 0001", 0, "no Standard MIDI File"},
      {"\"MThd\" 00000006 0000 0001 0000", 0, "no Standard MIDI File"},
      {"\"MThd\" 00000006 0000 0001 e700", 0, "no Standard MIDI File"},
      {"\"MThd\" ffffffff 0000 0001 0060", 0, "no Standard MIDI File"},
      {HEAD, 0, "nothing to play"},
      {HEAD "\"MTrk\" 00000004 00 ff 2f 00", 0, "nothing to play"},
      {HEAD "\"MTrk\" 00000004 00 3c 40 00", 0, "nothing to play; it is damaged at byte 23"},
      {HEAD NOTE, 1, "ends too soon"},
      {HEAD "\"MTrk\" 0000000b 00 90 3c 40 ff ff ff ff 7f 00 00", 1, "damaged at byte 30"},
      {HEAD "\"MTrk\" 0000000a 00 90 3c 40 00 90 3c 80 00 00", 1, "damaged at byte 28"},
      {HEAD "\"MTrk\" 00000009 00 90 3c 40 00 ff 51 40 00", 1, "damaged at byte 30"},
      {HEAD "\"MTrk\" 00000008 00 90 3c 40 00 f0 20 00", 1, "damaged at byte 29"},
      {HEAD "\"MTrk\" 00000008 00 90 3c 40 00 f4 20 00", 1, "damaged at byte 28"},
      {HEAD "\"MTrk\" ffffffff 00 90 3c 40 00 ff 2f 00", 1, "ends too soon"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    rosin_error error;
    int count;
    rosin_player_score_t *s = read_text(bad[i].text, &count, &error);
    if (!s != !bad[i].plays || !strstr(error.text, bad[i].says))
      fail_msg("%s: '%s' lacks '%s'", bad[i].text, error.text, bad[i].says);
    assert_int_equal(count, bad[i].plays);
    free(s);
  }
}

static long owned, grown, fails_at = -1;

void *__real_rosin_malloc(size_t size);
void *__real_rosin_realloc(void *old, size_t size);
void __real_rosin_free(void *block);
void *__wrap_rosin_malloc(size_t size);
void *__wrap_rosin_realloc(void *old, size_t size);
void __wrap_rosin_free(void *block);

void *__wrap_rosin_malloc(size_t size) {
  void *block = __real_rosin_malloc(size);
  owned += block != NULL;
  return block;
}

void *__wrap_rosin_realloc(void *old, size_t size) {
  if (grown++ == fails_at)
    return NULL;
  void *block = __real_rosin_realloc(old, size);
  owned += block && !old;
  return block;
}

void __wrap_rosin_free(void *block) {
  owned -= block != NULL;
  __real_rosin_free(block);
}

/* A manager's bend is one of each of its members': far more events than messages. However often
 * room has to grow, all are read; where it cannot, none, and nothing is left behind. */
static void events_outgrow_messages(void **state) {
  (void)state;
  enum { BENDS = 60, MEMBERS = 15, EACH = 4 };
  unsigned char bytes[512];
  int size = bytes_of("\"MThd\" 00000006 0000 0001 0060 \"MTrk\" 00000000 00 b0 65 00 00 b0 64 06 "
                      "00 b0 06 0f",
                      bytes);
  const int track = 22;
  for (int i = 0; i < BENDS; i++)
    size += bytes_of("01 e0 00 20", bytes + size);
  size += bytes_of("00 ff 2f 00", bytes + size);
  bytes[track - 2] = (unsigned char)((size - track) >> 8);
  bytes[track - 1] = (unsigned char)(size - track);
  rosin_error error;
  int count;
  const long before = owned;
  grown = 0;
  rosin_player_score_t *s = read_bytes(bytes, size, &count, &error);
  assert_non_null(s);
  assert_true(count >= BENDS * (MEMBERS + 1) && owned == before + 1);
  int bends = 0;
  for (int i = 0; i < count; i++) {
    assert_true(i == 0 || s[i].time >= s[i - 1].time);
    bends += s[i].event.kind == ROSIN_PLAYER_BEND && s[i].event.value < 0;
  }
  assert_int_equal(bends, BENDS * (MEMBERS + 1));
  rosin_free(s);
  const long growths = grown;
  assert_true(growths > 1);
  for (fails_at = 0; fails_at < growths; fails_at++) {
    grown = 0;
    assert_null(read_bytes(bytes, size, &count, &error));
    assert_true(owned == before && count == 0);
    assert_non_null(strstr(error.text, "memory"));
  }
  fails_at = -1;
}

/* Damage of every kind to a file: it is read or refused, and times never fall. */
static void any_damage_is_borne(void **state) {
  (void)state;
  unsigned char good[256], bytes[256];
  const int size = bytes_of(HEAD "\"MTrk\" 00000041"
                                 " 00 90 3c 40 60 3e 40 00 ff 51 03 0f 42 40 00 f0 03 01 02 f7"
                                 " 81 40 80 3c 00 60 90 3e 00 00 c0 05 00 e0 00 40 20 b0 65 00"
                                 " 00 64 06 00 06 0f 10 e0 00 7f 00 d3 11 00 a2 22 33 00 ff 2f 00",
                            good);
  unsigned long long seed = 11;
  int played = 0;
  for (int i = 0; i < 4000; i++) {
    memcpy(bytes, good, sizeof good);
    int pick[6], length = size;
    for (int k = 0; k < 6; k++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      pick[k] = (int)(seed >> 40);
    }
    for (int k = 0; k < 1 + i % 3; k++)
      bytes[14 + pick[k] % (size - 14)] =
          (unsigned char)(pick[k + 1] % 3 ? 0xff >> pick[k + 2] % 8 : pick[k + 2]);
    if (i % 4 == 0)
      length = pick[5] % size;
    rosin_error error;
    int count;
    rosin_player_score_t *s = read_bytes(bytes, length, &count, &error);
    assert_true(s || *error.text);
    for (int k = 1; s && k < count; k++)
      assert_true(isfinite(s[k].time) && s[k].time >= s[k - 1].time);
    played += s != NULL;
    free(s);
  }
  assert_in_range(played, 1000, 3900);
}

/* The same of a file of two tracks, with meters and all kinds of messages: all that is read of it,
 * however it is damaged, in sums, against tests/unit/player/midi_damage.txt. */
static void damaged_files_are_read_as_ever(void **state) {
  (void)state;
  unsigned char good[256], bytes[256];
  const int size = bytes_of(
      "\"MThd\" 00000006 0001 0002 0060 \"MTrk\" 00000032"
      " 00 ff 58 04 03 03 18 08 00 ff 03 02 61 62 00 90 3c 40 30 3e 40 00 ff 51 03 0f 42 40"
      " 00 f7 01 02 60 c1 28 10 80 3c 00 20 90 3e 00 00 ff 2f 00"
      " \"MTrk\" 0000002e"
      " 00 ff 58 04 04 02 18 08 30 b1 65 00 00 64 00 00 06 0c 10 e1 00 7f 81 00 91 45 50"
      " 30 d1 11 00 a1 45 33 00 81 45 40 00 ff 2f 00",
      good);
  golden g = golden_open("tests/unit/player/midi_damage.txt");
  double row[9] = {0};
  unsigned seed = 5;
  for (int i = 0; i < 1500; i++) {
    memcpy(bytes, good, sizeof good);
    int length = size;
    for (int k = 0; k < i % 4; k++) {
      seed = seed * 1664525u + 1013904223u;
      const int at = i % 3 ? 14 + (int)(seed >> 8) % (size - 14) : (int)(seed >> 8) % size;
      seed = seed * 1664525u + 1013904223u;
      bytes[at] = (unsigned char)(seed >> 12 & 3 ? bytes[at] ^ 1u << (seed >> 16) % 8 : seed >> 20);
    }
    if (i % 5 == 4)
      length = (int)(seed >> 7) % size;
    rosin_error error;
    int count = 0;
    rosin_player_score_t *s = read_bytes(bytes, length, &count, &error);
    for (const char *at = strrchr(error.text, ':'); at && *at; at++) /* behind the file's name */
      row[0] += (double)((unsigned char)*at * (1 + i % 7));
    for (int k = 0; s && k < count; k++) {
      const rosin_player_event_t *e = &s[k].event;
      const double values[] = {
          1, fmin(s[k].time, 1e3), e->kind, e->channel, e->controller, e->key, e->value};
      for (int j = 0; j < 7; j++)
        row[1 + j] += values[j] * (1 + k);
    }
    row[8] += s != NULL;
    free(s);
    if (i % 60 == 59) {
      char name[20];
      snprintf(name, sizeof name, "up-to:%d", i + 1);
      golden_columns(&g, name, "said events time kind channel controller key value read", row, 1e-7,
                     1e-4);
      memset(row, 0, sizeof row);
    }
  }
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(times_follow_the_tempo),  cmocka_unit_test(upbeats_are_marked),
      cmocka_unit_test(tracks_are_merged),       cmocka_unit_test(times_in_frames),
      cmocka_unit_test(events_outgrow_messages), cmocka_unit_test(what_is_damaged_is_said),
      cmocka_unit_test(any_damage_is_borne),     cmocka_unit_test(damaged_files_are_read_as_ever),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
