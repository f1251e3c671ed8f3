/* SPDX-License-Identifier: BSD-3-Clause */
/* Standard MIDI Files made up at random, read, and compared event by event with a plain list that
 * knows no file: tracks in any number, running status, tempi, meters, frames, texts and messages of
 * the system between; cut off anywhere, what stands before is read, and where it ends is said. */
#include "chance.h"
#include "player/file/bytes.h"
#include "player/file/midi_file.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 400, BYTES = 1 << 14, TRACKS = 4 };

typedef struct {
  long long tick;
  int kind; /* a status, or what follows */
  int first, second, order;
} entry;

enum { TEMPO = -1, METER = -2 }; /* first: us a quarter; beats of 1 / 2^second */

static unsigned char bytes[BYTES];
static int used;
static entry list[MOST];
static int entries;
static const char path[] = "tracks.mid";
static rosin_error error;

static void put(int byte) {
  assert_in_range(used, 0, BYTES - 1);
  bytes[used++] = (unsigned char)byte;
}

static void put_number(unsigned value, int count) {
  for (int i = count - 1; i >= 0; i--)
    put((int)(value >> 8 * i & 255));
}

static void put_text(const char *text) {
  while (*text)
    put(*text++);
}

/* Seven bits a byte, the last without the eighth. */
static void put_length(unsigned value) {
  for (int i = 3; i > 0; i--)
    if (value >> 7 * i)
      put((int)(128 | (value >> 7 * i & 127)));
  put((int)(value & 127));
}

static void put_texts(int type) {
  const int length = one_of(3) ? one_of(9) : 130 + one_of(40);
  put(type == 0xff ? 0xff : type);
  if (type == 0xff)
    put(one_of(2) ? 1 + one_of(7) : 0x7f);
  put_length((unsigned)length);
  for (int i = 0; i < length; i++)
    put(one_of(256));
}

/* One thing of a track at random, after its ticks. */
static void put_any(long long tick, int *status) {
  const int what = one_of(12);
  entry e = {.tick = tick, .order = entries};
  if (what == 0) {
    e.kind = TEMPO;
    e.first = one_of(5) ? 100000 + one_of(900000) : 0; /* none at all is none */
    put(0xff), put(0x51), put(3), put_number((unsigned)e.first, 3);
    if (e.first)
      list[entries++] = e;
    return;
  }
  if (what == 1) {
    e.kind = METER;
    e.first = one_of(8) ? 1 + one_of(12) : 0;
    e.second = one_of(8) ? one_of(5) : 6 + one_of(3);
    put(0xff), put(0x58), put(4), put(e.first), put(e.second), put(24), put(8);
    if (e.first && e.second < 7)
      list[entries++] = e;
    return;
  }
  if (what < 4) {
    put_texts(what == 2 ? 0xff : one_of(2) ? 0xf0 : 0xf7);
    return;
  }
  static const int kinds[] = {0x80, 0x90, 0x90, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0};
  e.kind = kinds[one_of(9)] | one_of(16);
  e.first = (e.kind & 0xf0) == 0xb0 ? (one_of(2) ? 1 : 64) : one_of(128);
  e.second = one_of(5) ? one_of(128) : 0;
  if (e.kind != *status || one_of(2))
    put(e.kind);
  *status = e.kind;
  put(e.first);
  if ((e.kind & 0xf0) != 0xc0 && (e.kind & 0xf0) != 0xd0)
    put(e.second);
  list[entries++] = e;
}

static void put_track(int step) {
  const int length_at = used + 4;
  long long tick = 0;
  int status = 0;
  put_text("MTrk"), put_number(0, 4);
  for (int n = one_of(30); n > 0; n--) {
    const unsigned delta = one_of(3) ? (unsigned)(step * one_of(9)) : (unsigned)one_of(70000);
    put_length(delta);
    tick += delta;
    put_any(tick, &status);
  }
  put_length(0), put(0xff), put(0x2f), put(0);
  const int end = used;
  used = length_at;
  put_number((unsigned)(end - length_at - 4), 4);
  used = end;
}

static int division, frames, chunk_end[3 * TRACKS], chunks;

static void end_chunk(void) {
  chunk_end[chunks++] = used;
}

static void make(void) {
  const int tracks = 1 + one_of(TRACKS), longer = one_of(3) ? 0 : one_of(9);
  static const int rates[] = {24, 25, 29, 30};
  entries = used = 0;
  frames = one_of(4) ? 0 : rates[one_of(4)];
  division = frames ? (256 - frames) << 8 | (4 + one_of(100)) : 24 * (1 + one_of(40));
  put_text("MThd"), put_number(6 + (unsigned)longer, 4), put_number(1, 2);
  put_number((unsigned)tracks, 2), put_number((unsigned)division, 2);
  for (int i = 0; i < longer; i++)
    put(one_of(256));
  chunks = 0;
  end_chunk();
  for (int k = 0; k < tracks; k++) {
    if (!one_of(4)) { /* what nobody knows */
      const int length = one_of(20);
      put_text("What"), put_number((unsigned)length, 4);
      for (int i = 0; i < length; i++)
        put(one_of(256));
      end_chunk();
    }
    put_track(frames ? 7 : division / 12);
    end_chunk();
  }
}

static rosin_player_score_t *read_it(int size, int *count, rosin_left_out *left) {
  FILE *f = fopen(path, "wb");
  assert_true(fwrite(bytes, 1, (size_t)size, f) == (size_t)size);
  fclose(f);
  return rosin_midi_file_read(path, count, left, &error);
}

/* ---- the list ----------------------------------------------------------------------------- */

static int earlier(const void *a, const void *b) {
  const entry *x = a, *y = b;
  return x->tick != y->tick ? (x->tick < y->tick ? -1 : 1) : x->order - y->order;
}

/* Whether a note stands beside the beat, or on the last of several: on a beat is a tenth of it
 * before to a tenth behind. */
static int is_upbeat(long long since, double beat, int beats) {
  const double at = (double)since / beat, nearest = floor(at + 0.5);
  if (at - nearest < -0.1 - 1e-9 || at - nearest > 0.1 + 1e-9)
    return 1;
  return beats > 1 && (long long)nearest % beats == beats - 1;
}

/* Near the edge of a beat's width rounding decides. */
static int is_near_the_edge(long long since, double beat) {
  const double at = (double)since / beat, off = fabs(at - floor(at + 0.5));
  return fabs(off - 0.1) < 1e-6;
}

static void compare(const rosin_player_score_t *s, int count, const rosin_left_out *left) {
  double now = 0, tick_lasts = frames
                                   ? 1 / ((frames == 29 ? 30 / 1.001 : frames) * (division & 255))
                                   : 0.5 / division;
  long long tick = 0, bar_from = 0;
  int beats = 4, k = 0, drums = 0;
  double beat = frames ? 0 : division;
  qsort(list, (size_t)entries, sizeof *list, earlier);
  for (int i = 0; i < entries; i++) {
    const entry *e = &list[i];
    const int kind = e->kind >> 4, channel = e->kind & 15;
    now += tick_lasts * (double)(e->tick - tick);
    tick = e->tick;
    if (e->kind == TEMPO && !frames)
      tick_lasts = 1e-6 * e->first / division;
    if (e->kind == METER && !frames) {
      beats = e->first;
      beat = 4.0 * division / (1 << e->second);
      bar_from = tick;
    }
    if (e->kind < 0)
      continue;
    if ((kind == 8 || kind == 9) && channel == 9) { /* percussion */
      if (kind == 9 && e->second) {
        assert_true(drums < left->count && left->note[drums].key == e->first &&
                    fabs(left->note[drums].time - now) < 1e-9 * (1 + now) &&
                    left->note[drums].channel == 9);
        drums++;
      }
      continue;
    }
    assert_true(k < count);
    const rosin_player_event_t *got = &s[k].event;
    const int on = kind == 9 && e->second;
    if (fabs(s[k].time - now) > 1e-9 * (1 + now) || got->channel != channel ||
        (on != (got->kind == ROSIN_PLAYER_NOTE_ON)))
      fail_msg("event %d: at %.12g, not %.12g", k, s[k].time, now);
    if (kind != 14 && kind != 12 && kind != 13)
      assert_true(got->key == e->first && got->value == e->second / 127.0);
    if (on && (frames || !is_near_the_edge(tick - bar_from, beat)))
      assert_int_equal(got->controller, !frames && is_upbeat(tick - bar_from, beat, beats));
    k++;
  }
  assert_int_equal(k, count);
  assert_int_equal(drums, left->count);
}

static void files_are_lists(void **state) {
  (void)state;
  int played = 0;
  seed = 90;
  for (int turn = 0; turn < 250; turn++) {
    rosin_left_out left = {.note = NULL};
    int count;
    make();
    rosin_player_score_t *s = read_it(used, &count, &left);
    if (s) {
      assert_string_equal(error.text, "");
      compare(s, count, &left);
    } else {
      assert_non_null(strstr(error.text, ": there is nothing to play"));
    }
    played += s != NULL;
    free(s);
    rosin_left_out_free(&left);
  }
  assert_true(played > 200);
}

/* Cut off anywhere it is read up to there, no event otherwise than in the whole. */
static void what_is_cut_off_is_read_so_far(void **state) {
  (void)state;
  seed = 91;
  for (int turn = 0; turn < 12; turn++) {
    do
      make();
    while (memcmp(bytes + 14, "MTrk", 4) != 0 || used < 100);
    int all;
    rosin_player_score_t *whole = read_it(used, &all, NULL);
    for (int size = used - 1; size > 0; size -= 1 + one_of(40)) {
      int count = 0;
      rosin_player_score_t *s = read_it(size, &count, NULL);
      assert_true(size >= 14 || !s);
      assert_true(count <= all);
      int ends = 0; /* with one of its parts */
      for (int i = 0; i < chunks; i++)
        ends |= size == chunk_end[i];
      if (size < chunk_end[0])
        assert_non_null(strstr(error.text, ": is no Standard MIDI File"));
      else
        assert_true(ends || strstr(error.text, "it ends too soon") ||
                    strstr(error.text, "it is damaged at"));
      free(s);
    }
    free(whole);
  }
}

static void headers_have_limits(void **state) {
  (void)state;
  static const struct {
    int length, division, right;
  } rows[] = {{6, 96, 1},     {5, 96, 0},     {7, 96, 1},     {6, 0, 0},    {6, 1, 1},
              {6, 0x7fff, 1}, {6, 0xe728, 1}, {6, 0xe700, 0}, {1000, 96, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int count;
    used = 0;
    put_text("MThd"), put_number((unsigned)rows[i].length, 4), put_number(0, 2), put_number(1, 2);
    put_number((unsigned)rows[i].division, 2);
    for (int k = 6; k < rows[i].length && k < 50; k++)
      put(0);
    put_text("MTrk"), put_number(8, 4), put_number(0x00903c40, 4), put_number(0x00ff2f00, 4);
    rosin_player_score_t *s = read_it(used, &count, NULL);
    assert_int_equal(s != NULL, rows[i].right);
    assert_true(!s || (count == 1 && s->event.key == 60));
    free(s);
  }
}

/* All of it, whatever its size. */
static void bytes_are_read(void **state) {
  (void)state;
  static const long sizes[] = {0, 1, 16383, 16384, 16385, 32768, 100000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    FILE *f = fopen(path, "wb");
    for (long k = 0; k < sizes[i]; k++)
      fputc((int)(k * 7 % 251), f);
    fclose(f);
    long size = -1;
    unsigned char *got = rosin_bytes_read(path, &size, &error);
    assert_non_null(got);
    assert_true(size == sizes[i]);
    for (long k = 0; k < size; k++)
      assert_int_equal(got[k], k * 7 % 251);
    free(got);
  }
  long size;
  assert_null(rosin_bytes_read("/nowhere/at all", &size, &error));
  assert_string_equal(error.text, "/nowhere/at all: cannot be read: No such file or directory");
  assert_null(rosin_bytes_read("/tmp", &size, &error));
  assert_string_equal(error.text, "/tmp: cannot be read: Is a directory");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_are_lists),
      cmocka_unit_test(what_is_cut_off_is_read_so_far),
      cmocka_unit_test(headers_have_limits),
      cmocka_unit_test(bytes_are_read),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
