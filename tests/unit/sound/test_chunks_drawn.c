/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands behind the sound of a WAV file, by chance, read byte by byte: titles, loops, cues,
 * levels, the number that follows from samples and notes. */
#include "error.h"
#include "sound/sound_chunks.h"
#include "sound/sound_file.h"
#include "sound/sound_notes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "scratch.h"

static rosin_error error;

static uint32_t word(const unsigned char *at) {
  return at[0] + 256u * at[1] + 65536u * at[2] + 16777216u * at[3];
}

static const char *any_words(char *to, int most) {
  const int length = one_of(3) ? one_of(most) : one_of(3);
  for (int i = 0; i < length; i++)
    to[i] = (char)('a' + one_of(26));
  to[length] = 0;
  return to;
}

/* A text within a list: name, size, bytes, 0, and one more where that is odd; nothing of "". */
static const unsigned char *has_text(const unsigned char *at, const char *name, const char *text) {
  const size_t size = strlen(text) + 1;
  if (size == 1)
    return at;
  if (memcmp(at, name, 4) || word(at + 4) != size || memcmp(at + 8, text, size))
    fail_msg("%s: %.20s for %s", name, at + 8, text);
  if (size % 2)
    assert_int_equal(at[8 + size], 0);
  return at + 8 + size + size % 2;
}

static void titles_are_said(void **state) {
  (void)state;
  for (int round = 0; round < 300; round++) {
    char title[40], about[40], command[40], creator[40], source[40], take[20], genre[130] = "",
                                                                               software[40];
    rosin_sound_words w = {.title = any_words(title, 30),
                           .description = any_words(about, 30),
                           .command = any_words(command, 30),
                           .creator = any_words(creator, 30),
                           .source = any_words(source, 30),
                           .take = one_of(2) ? any_words(take, 9) : NULL,
                           .date = one_of(2) ? "2020-01-02" : NULL};
    any_words(w.category, 20);
    any_words(w.group, 20);
    any_words(w.kind, 20);
    strcpy(w.scene, "a scene");
    if (*w.group)
      snprintf(genre, sizeof genre, "%s - %s", w.group, w.kind);
    else
      strcpy(genre, w.category);
    snprintf(software, sizeof software, "rosin %s", rosin_version());
    rosin_sound_chunks chunks = {NULL, 0};
    assert_int_equal(rosin_sound_chunks_info(&chunks, &w), 0);
    const unsigned char *at = chunks.byte;
    assert_memory_equal(at, "LIST", 4);
    assert_int_equal(word(at + 4), chunks.size - 8);
    assert_memory_equal(at + 8, "INFO", 4);
    at = has_text(at + 12, "INAM", *title ? title : "a scene");
    at = has_text(at, "ISBJ", about);
    at = has_text(at, "IART", creator);
    at = has_text(at, "ICMT", command);
    at = has_text(at, "ICRD", w.date ? w.date : "");
    at = has_text(at, "IGNR", genre);
    at = has_text(at, "IKEY", w.category);
    at = has_text(at, "ISRC", source);
    at = has_text(at, "ITRK", w.take ? w.take : "");
    at = has_text(at, "ISFT", software);
    assert_ptr_equal(at, chunks.byte + chunks.size);
    rosin_sound_chunks_free(&chunks);
    assert_true(!chunks.byte && !chunks.size);
  }
}

enum { SMPL = 68, CUES = 5 };

/* The loop of a sampler: sixteen words, of which five say something. */
static void has_loop(const unsigned char *at, const rosin_sound_loop *l) {
  const double cents = isnan(l->pitch) ? 6000 : 6900 + 1200 * log2(l->pitch / 440);
  const double held = fmin(fmax(floor(cents + 0.5), 0), 12700);
  const uint32_t wanted[16] = {[0] = 60,
                               [3] = (uint32_t)floor(1e9 / l->rate + 0.5),
                               [4] = (uint32_t)held / 100,
                               [5] = (uint32_t)(fmod(held, 100) / 100 * 4294967296.0),
                               [8] = 1,
                               [13] = (uint32_t)l->frames - 1};
  assert_memory_equal(at, "smpl", 4);
  for (int i = 0; i < 16; i++)
    if (word(at + 4 + 4 * (ptrdiff_t)i) != wanted[i])
      fail_msg("word %d: %u for %u", i, word(at + 4 + 4 * (ptrdiff_t)i), wanted[i]);
}

/* Cues, and behind them their labels. Returns what follows. */
static const unsigned char *has_cues(const unsigned char *at, const rosin_sound_cue *cue,
                                     int cues) {
  assert_memory_equal(at, "cue ", 4);
  assert_int_equal(word(at + 4), 4 + 24 * cues);
  assert_int_equal(word(at + 8), cues);
  at += 12;
  for (int i = 0; i < cues; i++, at += 24) {
    const uint32_t frame = cue[i].frame > 0xffffffffLL ? 0xffffffffu : (uint32_t)cue[i].frame;
    assert_true(word(at) == (uint32_t)i + 1 && word(at + 4) == frame && !word(at + 12) &&
                !word(at + 16) && word(at + 20) == frame);
    assert_memory_equal(at + 8, "data", 4);
  }
  const unsigned char *list = at;
  assert_memory_equal(at, "LIST", 4);
  assert_memory_equal(at + 8, "adtl", 4);
  at += 12;
  for (int i = 0; i < cues; i++) {
    const uint32_t size = (uint32_t)strlen(cue[i].label) + 5;
    assert_memory_equal(at, "labl", 4);
    assert_true(word(at + 4) == size && word(at + 8) == (uint32_t)i + 1);
    assert_memory_equal(at + 12, cue[i].label, size - 4);
    assert_true(size % 2 == 0 || at[8 + size] == 0);
    at += 8 + size + size % 2;
  }
  assert_ptr_equal(list + 8 + word(list + 4), at);
  return at;
}

static void loops_and_cues_are_said(void **state) {
  (void)state;
  for (int round = 0; round < 300; round++) {
    rosin_sound_chunks chunks = {NULL, 0}, more = {NULL, 0};
    const rosin_sound_loop l = {.frames = round < 3 ? round - 1 : 1 + one_of(1 << 30),
                                .rate = 8000 + one_of(90000),
                                .pitch = one_of(5) ? log_between(1, 30000) : (double)NAN};
    const size_t said = l.frames >= 1 ? SMPL : 0;
    const int cues = one_of(CUES);
    char label[CUES][20];
    rosin_sound_cue cue[CUES];
    for (int i = 0; i < cues; i++)
      cue[i] = (rosin_sound_cue){any_words(label[i], 18),
                                 one_of(9) ? one_of(1 << 30) : 0xffffffffLL + one_of(3) - 1};
    assert_int_equal(rosin_sound_chunks_loop(&chunks, &l), 0);
    assert_int_equal(chunks.size, said);
    if (said)
      has_loop(chunks.byte, &l);
    assert_int_equal(rosin_sound_chunks_cues(&more, cue, cues), 0);
    assert_int_equal(rosin_sound_chunks_join(&chunks, &more), 0);
    assert_int_equal(chunks.size, said + more.size);
    const unsigned char *at = chunks.byte + said;
    assert_ptr_equal(cues ? has_cues(at, cue, cues) : at, chunks.byte + chunks.size);
    rosin_sound_chunks_free(&chunks);
    rosin_sound_chunks_free(&more);
  }
}

/* ---- whole files --------------------------------------------------------------------- */

enum { MOST = 1 << 18 };

static unsigned char whole[MOST];

static size_t read_whole(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  const size_t size = fread(whole, 1, MOST, file);
  fclose(file);
  assert_in_range(size, 44, MOST - 1);
  return size;
}

/* The chunk of that name, or NULL; all sizes must add up. */
static unsigned char *chunk_named(size_t size, const char *name, const char *kind) {
  unsigned char *found = NULL;
  size_t at = 12;
  assert_memory_equal(whole, "RIFF", 4);
  assert_int_equal(word(whole + 4), size - 8);
  for (; at < size; at += 8 + word(whole + at + 4) + word(whole + at + 4) % 2)
    if (memcmp(whole + at, name, 4) == 0 && (!kind || memcmp(whole + at + 8, kind, 4) == 0))
      found = found ? found : whole + at;
  assert_int_equal(at, size);
  return found;
}

/* FNV-1a of 128 bits, by a product of bytes in base 256. */
static void fnv(unsigned char hash[16], const unsigned char *byte, size_t count) {
  static const struct {
    int place;
    unsigned times;
  } prime[] = {{0, 0x3b}, {1, 1}, {11, 1}}; /* 2^88 + 0x13b */
  for (size_t i = 0; i < count; i++) {
    unsigned sum[16] = {0};
    hash[0] ^= byte[i];
    for (int p = 0; p < 3; p++)
      for (int k = 0; k + prime[p].place < 16; k++)
        sum[k + prime[p].place] += prime[p].times * hash[k];
    for (int k = 0, carry = 0; k < 16; k++) {
      const unsigned now = sum[k] + (unsigned)carry;
      hash[k] = (unsigned char)(now & 255);
      carry = (int)(now >> 8);
    }
  }
}

static void has_number(const unsigned char *bext, const unsigned char *data,
                       const unsigned char *ixml, int channels) {
  static const unsigned char start[16] = {0x8d, 0xc5, 0x95, 0x62, 0x75, 0x21, 0xb8, 0x62,
                                          0x42, 0x01, 0xbb, 0x07, 0x2e, 0x27, 0x62, 0x6c};
  unsigned char hash[16], umid[64] = {6, 10, 43, 52, 1, 1, 1, 5, 1, 1, 8, 32, 19};
  char digits[33];
  memcpy(hash, start, 16);
  fnv(hash, data + 8, word(data + 4));
  fnv(hash, ixml + 8, word(ixml + 4));
  for (int i = 0; i < 16; i++)
    umid[16 + i] = hash[15 - i];
  umid[10] = channels == 1 ? 8 : 9;
  umid[22] = (unsigned char)(umid[22] % 16 + 128);
  umid[24] = (unsigned char)(umid[24] % 64 + 128);
  for (int i = 0; i < 16; i++)
    snprintf(digits + 2 * (ptrdiff_t)i, 3, "%02x", umid[16 + i]);
  assert_memory_equal(bext + 8 + 348, umid, 64);
  assert_memory_equal(bext + 8 + 288, digits, 32);
}

static int hundredths_at(const unsigned char *at) {
  return (int16_t)(at[0] + 256 * at[1]);
}

static int hundredths_of(double value) {
  return value >= -99.99 && value <= 99.99
             ? (int)floor(100 * fabs(value) + 0.5) * (value < 0 ? -1 : 1)
             : 32767;
}

/* A file, and what was put into it. */
typedef struct {
  int channels, rate, format, frames, noted, leveled;
  char title[300], text[600];
  rosin_sound_levels level;
} put;

static const int bits[] = {24, 16, 24, 32, 32};
static float x[3 * 4000];

static put draw_file(int round) {
  put p = {.channels = 1 + one_of(3),
           .rate = 8000 + one_of(40000),
           .format = one_of(5),
           .frames = 1 + one_of(4000),
           .noted = one_of(4) > 0,
           .leveled = one_of(2),
           .level = {one_of(2) ? between(-101, -99.5) : between(-120, 10), between(0, 30),
                     one_of(2) ? between(99.5, 101) : between(-130, 130),
                     one_of(2) ? (double)NAN : between(-60, 0), between(-60, 0)}};
  any_words(p.title, 290);
  snprintf(p.text, sizeof p.text, "rosin %s\n<&>\"' %s", p.title, round % 2 ? "x" : "");
  for (int i = 0; i < p.frames * p.channels; i++)
    x[i] = (float)between(-1.2, 1.2);
  return p;
}

static void write_file(const put *p) {
  const rosin_sound_notes notes = {.title = p->title,
                                   .tracks = "left,right",
                                   .text = p->text,
                                   .words = {.title = p->title, .channels = p->channels}};
  const rosin_sound_cue cue[] = {{"one", 1}, {"seven", 70}};
  const rosin_sound_loop loop = {p->frames, p->rate, 440};
  rosin_sound_file *f = rosin_sound_file_create("a.wav", p->rate, p->channels,
                                                (rosin_sample_format)p->format, &error);
  assert_non_null(f);
  if (p->noted)
    assert_int_equal(rosin_sound_notes_write(f, &notes, &error), 0);
  assert_int_equal(rosin_sound_file_write(f, x, p->frames, &error), 0);
  assert_int_equal(rosin_sound_file_frames(f), p->frames);
  if (p->leveled)
    rosin_sound_file_levels(f, &p->level);
  assert_int_equal(rosin_sound_notes_mark(f, cue, 2, &loop, &error), 0);
  assert_int_equal(rosin_sound_file_close(f, &error), 0);
}

/* Little-endian, scaled, held at full scale; or floats as they are. */
static void has_samples(const put *p, const unsigned char *at) {
  const int bytes = bits[p->format] / 8;
  for (int i = 0; i < p->frames * p->channels; i++, at += bytes) {
    if (p->format == ROSIN_SAMPLE_FLOAT) {
      assert_memory_equal(at, &x[i], 4);
      continue;
    }
    uint32_t raw = 0;
    for (int b = 0; b < bytes; b++)
      raw |= (uint32_t)at[b] << (8 * (b + 4 - bytes));
    const double is = (double)(int32_t)raw / 2147483648.0;
    const double wanted = fmin(fmax((double)x[i], -1), 1);
    if (!(fabs(is - wanted) < 1.01 * ldexp(1, 1 - 8 * bytes) + 2e-7))
      fail_msg("%d: %.9g for %.9g", i, is, wanted);
  }
}

static void has_notes(const put *p, const unsigned char *bext) {
  const double level[] = {p->level.integrated, p->level.range, p->level.true_peak,
                          p->level.momentary, p->level.short_term};
  assert_memory_equal(bext + 8, p->title, strlen(p->title) < 255 ? strlen(p->title) : 255);
  for (int i = 0; i < 5; i++)
    assert_int_equal(hundredths_at(bext + 8 + 412 + 2 * (ptrdiff_t)i),
                     p->leveled ? hundredths_of(level[i]) : 32767);
  char *back = rosin_sound_notes_read("a.wav", &error);
  assert_non_null(back);
  assert_string_equal(back, p->text);
  free(back);
}

static void files_hold_what_was_put_into_them(void **state) {
  (void)state;
  for (int round = 0; round < 60; round++) {
    const put p = draw_file(round);
    write_file(&p);
    const size_t size = read_whole("a.wav");
    const unsigned char *fmt = chunk_named(size, "fmt ", NULL);
    const unsigned char *data = chunk_named(size, "data", NULL);
    const unsigned char *bext = chunk_named(size, "bext", NULL);
    const unsigned char *ixml = chunk_named(size, "iXML", NULL);
    assert_int_equal(fmt[10] + 256 * fmt[11], p.channels);
    assert_int_equal(word(fmt + 12), p.rate);
    assert_int_equal(fmt[22], bits[p.format]);
    assert_int_equal(word(data + 4), p.frames * p.channels * bits[p.format] / 8);
    assert_true((bext != NULL) == p.noted && (ixml != NULL) == p.noted);
    assert_non_null(chunk_named(size, "smpl", NULL));
    assert_non_null(chunk_named(size, "cue ", NULL));
    assert_non_null(chunk_named(size, "LIST", "adtl"));
    has_samples(&p, data + 8);
    if (p.noted) {
      has_number(bext, data, ixml, p.channels);
      has_notes(&p, bext);
    }
  }
}

static void dates_are_dates(void **state) {
  static const char *const good[] = {"2020-01-02", "1999-12-31T23:59:59", "2024-02-29"};
  static const char *const bad[] = {"2020-1-02",
                                    "2020-13-01",
                                    "2020-00-10",
                                    "2020-01-32",
                                    "2020-01-00",
                                    "2020/01/02",
                                    "2020-01-02T24:00:00",
                                    "2020-01-02T00:60:00",
                                    "2020-01-02T00:00:61x",
                                    "20-01-02",
                                    "2020-01-02 00:00:00",
                                    "2020-01-02T00:00",
                                    "x020-01-02",
                                    ""};
  (void)state;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    assert_int_equal(rosin_sound_date_check(good[i]), 0);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (rosin_sound_date_check(bad[i]) != -1)
      fail_msg("%s is no date", bad[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(titles_are_said),
      cmocka_unit_test(loops_and_cues_are_said),
      cmocka_unit_test(files_hold_what_was_put_into_them),
      cmocka_unit_test(dates_are_dates),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
