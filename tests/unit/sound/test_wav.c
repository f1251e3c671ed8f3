/* SPDX-License-Identifier: BSD-3-Clause */
/* Sounds as gestures. WAV files of plain numbers are read without a library, to the bit as
 * libsndfile reads what it wrote; files that are cut or damaged are told, or read as far as they
 * go; others are refused, or are for whoever reads more. */
#include "chance.h"
#include "error.h"
#include "sound/sound_gesture.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <sndfile.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { FRAMES = 300, MOST = 1 << 15, DAMAGED = 20000 };

static char path[64];
static rosin_error error;

static int enter(void **state) {
  (void)state;
  /* in memory where there is such a folder: it is written thousands of times */
  snprintf(path, sizeof path, "%s/rosin-wav-XXXXXX",
           access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
  const int file = mkstemp(path);
  return file < 0 || close(file);
}

static int leave(void **state) {
  (void)state;
  return unlink(path);
}

static void put(const void *bytes, size_t size) {
  const int file = open(path, O_WRONLY | O_TRUNC);
  assert_int_equal(write(file, bytes, size), size);
  close(file);
}

static size_t get(unsigned char *bytes) {
  const int file = open(path, O_RDONLY);
  const ssize_t size = read(file, bytes, MOST);
  close(file);
  assert_in_range(size, 44, MOST - 1);
  return (size_t)size;
}

static void record(int format, int channels, int frames) {
  SF_INFO info = {.samplerate = 44100, .channels = channels, .format = format};
  SNDFILE *file = sf_open(path, SFM_WRITE, &info);
  assert_non_null(file);
  double value[3 * FRAMES];
  for (int i = 0; i < frames * channels; i++)
    value[i] = i % 7 == 0 ? -1 : i % 11 == 0 ? 1 - 1e-9 : between(-1, 1);
  assert_int_equal(sf_writef_double(file, value, frames), frames);
  sf_close(file);
}

/* 0 or -1, and the file is closed. */
static int read_wav(rosin_gesture *g, int channel) {
  const int file = open(path, O_RDONLY);
  const int status = rosin_gesture_sound(g, file, "some.wav", channel, &error);
  assert_true(close(file) == -1 && errno == EBADF);
  return status;
}

static int read_theirs(rosin_gesture *g, int channel) {
  const int file = open(path, O_RDONLY);
  const int status = rosin_sound_gesture(g, file, "some.wav", channel, &error);
  assert_int_equal(close(file), 0);
  return status;
}

static void reads_as_libsndfile_does(void **state) {
  static const int formats[] = {SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24,
                                SF_FORMAT_PCM_32, SF_FORMAT_FLOAT,  SF_FORMAT_DOUBLE};
  static const int containers[] = {SF_FORMAT_WAV, SF_FORMAT_WAVEX};
  (void)state;
  for (int i = 0; i < 36; i++) {
    const int channels = 1 + i / 12;
    record(containers[i / 6 % 2] | formats[i % 6], channels, FRAMES);
    for (int channel = 1; channel <= channels; channel++) {
      rosin_gesture ours = {0}, theirs = {0};
      if (read_wav(&ours, channel))
        fail_msg("%d: %s", i, error.text);
      assert_int_equal(read_theirs(&theirs, channel), 0);
      assert_int_equal(ours.count, FRAMES);
      assert_int_equal(theirs.count, FRAMES);
      assert_true(ours.rate == theirs.rate && ours.kind == theirs.kind);
      assert_memory_equal(ours.value, theirs.value, FRAMES * sizeof *ours.value);
      rosin_gesture_free(&ours);
      rosin_gesture_free(&theirs);
    }
    rosin_gesture none = {0};
    assert_int_equal(read_wav(&none, channels + 1), -1);
    assert_non_null(strstr(error.text, "is out of range: 1 to"));
  }
}

static void tells_what_it_does_not_read(void **state) {
  static const struct {
    int format, frames;
    const char *said;
  } other[] = {
      {SF_FORMAT_AIFF | SF_FORMAT_PCM_16, FRAMES,
       "some.wav: is no WAV file, and no other sound is read here; save it as WAV, in PCM or "
       "floats"},
      {SF_FORMAT_WAV | SF_FORMAT_ALAW, FRAMES,
       "some.wav: is a WAV file of a kind that is not read here (format 6, 8 bits); save it in PCM "
       "or floats"},
      {SF_FORMAT_WAV | SF_FORMAT_PCM_16, 0, "some.wav: there is no sound in it"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
    rosin_gesture g = {0};
    record(other[i].format, 1, other[i].frames);
    assert_int_equal(read_wav(&g, 1), -1);
    assert_string_equal(error.text, other[i].said);
    rosin_sounds_also_by(rosin_sound_gesture);
    assert_int_equal(read_wav(&g, 1), other[i].frames ? 0 : -1);
    assert_int_equal(g.count, other[i].frames);
    rosin_gesture_free(&g);
    rosin_sounds_also_by(NULL);
  }
}

/* `count` bytes of a file at `from`, and what is said then. */
static const struct {
  int from, count;
  unsigned char byte[16];
  const char *said;
} damage[] = {
    {0, 4, "RIFX", "some.wav: is no WAV file, and no other"},
    {8, 4, "AVI ", "some.wav: is no WAV file, and no other"},
    {16, 4, {15}, "some.wav: has a format of 15 bytes; 16 to 4096 are read"},
    {16, 4, {0, 0, 0, 128}, "some.wav: has a format of 2147483648 bytes; 16 to 4096 are read"},
    {22, 2, {0}, "some.wav: has 0 channels; 1 to 1024 are read"},
    {22, 2, {1, 4}, "some.wav: has 1025 channels; 1 to 1024 are read"},
    {24, 4, {0}, "some.wav: has a rate of 0 Hz; 1 to 1000000000 are read"},
    {24, 4, {1, 202, 154, 59}, "some.wav: has a rate of 1000000001 Hz; 1 to 1000000000 are read"},
    {32, 2, {4}, "some.wav: is a WAV file of a kind that is not read here (format 1, 16 bits)"},
    {34, 2, {12}, "some.wav: is a WAV file of a kind that is not read here (format 1, 12 bits)"},
    {20, 2, {254, 255}, "some.wav: is a WAV file of a kind that is not read here (format 65534"},
    {36, 8, "JUNK\377\377\377\177", "some.wav: has a chunk of 2147483647 bytes; less than"},
    {36, 8, "JUNK\377\377\377\376", "some.wav: has a chunk of 4278190079 bytes; less than"},
    {36, 4, "JUNK", "some.wav: there is no sound in it"},
    {12, 4, "JUNK", "some.wav: there is no sound in it"},
};

static void tells_what_is_damaged(void **state) {
  static unsigned char whole[MOST], bytes[MOST];
  (void)state;
  record(SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, FRAMES);
  const size_t size = get(whole);
  for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
    rosin_gesture g = {0};
    memcpy(bytes, whole, size);
    memcpy(bytes + damage[i].from, damage[i].byte, (size_t)damage[i].count);
    put(bytes, size);
    assert_int_equal(read_wav(&g, 1), -1);
    if (strncmp(error.text, damage[i].said, strlen(damage[i].said)))
      fail_msg("%zu: %s", i, error.text);
  }
  put(whole, size);
  rosin_gesture g = {0};
  assert_int_equal(read_wav(&g, 0), -1);
  assert_string_equal(error.text, "some.wav: channel 0 is out of range: 1 to 1");
}

/* Chunks of odd sizes are evened, before the format and behind it. */
static void passes_other_chunks_over(void **state) {
  static unsigned char whole[MOST], bytes[MOST];
  (void)state;
  record(SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, FRAMES);
  const size_t size = get(whole);
  for (size_t at = 12; at <= 36; at += 24) {
    rosin_gesture g = {0};
    memcpy(bytes, whole, at);
    memcpy(bytes + at, "junk\3\0\0\0fmt", 12);
    memcpy(bytes + at + 12, whole + at, size - at);
    put(bytes, size + 12);
    assert_int_equal(read_wav(&g, 1), 0);
    assert_int_equal(g.count, FRAMES);
    rosin_gesture_free(&g);
  }
  memcpy(bytes, whole, 36); /* a format of 17 bytes */
  bytes[16] = 17;
  memset(bytes + 36, 'd', 2);
  memcpy(bytes + 38, whole + 36, size - 36);
  put(bytes, size + 2);
  rosin_gesture g = {0};
  assert_int_equal(read_wav(&g, 1), 0);
  assert_int_equal(g.count, FRAMES);
  rosin_gesture_free(&g);
}

static void lets_no_other_numbers_through(void **state) {
  static const double no[] = {NAN, INFINITY, -INFINITY};
  (void)state;
  for (int i = 0; i < 6; i++) {
    SF_INFO info = {.samplerate = 8000,
                    .channels = 1,
                    .format = SF_FORMAT_WAV | (i % 2 ? SF_FORMAT_FLOAT : SF_FORMAT_DOUBLE)};
    SNDFILE *file = sf_open(path, SFM_WRITE, &info);
    sf_writef_double(file, (const double[]){0.5, no[i / 2], 0.5}, 3);
    sf_close(file);
    rosin_gesture g = {0};
    assert_int_equal(read_wav(&g, 1), -1);
    assert_string_equal(error.text, "some.wav: sample 2 is not a finite number");
    assert_null(g.value);
  }
}

static void reads_what_is_there(void **state) {
  static unsigned char bytes[MOST];
  (void)state;
  record(SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, FRAMES);
  const size_t size = get(bytes);
  for (size_t cut = 0; cut < size; cut++) {
    rosin_gesture g = {0};
    put(bytes, cut);
    const int frames = cut < 46 ? 0 : (int)(cut - 44) / 2;
    assert_int_equal(read_wav(&g, 1), frames ? 0 : -1);
    assert_int_equal(g.count, frames);
    rosin_gesture_free(&g);
  }
  memset(bytes + 40, 0xff, 4); /* as a recording has it that was cut off */
  put(bytes, size);
  rosin_gesture g = {0};
  assert_int_equal(read_wav(&g, 1), 0);
  assert_int_equal(g.count, FRAMES);
  rosin_gesture_free(&g);
}

/* What both read of a damaged file is the same, as far as both read. */
static void is_theirs(const rosin_gesture *ours, int channel) {
  rosin_gesture theirs = {0};
  if (read_theirs(&theirs, channel))
    return;
  const int count = ours->count < theirs.count ? ours->count : theirs.count;
  assert_true(ours->rate == theirs.rate);
  assert_memory_equal(ours->value, theirs.value, (size_t)count * sizeof *ours->value);
  rosin_gesture_free(&theirs);
}

static void bears_damage(void **state) {
  static unsigned char whole[MOST], bytes[MOST];
  int read = 0;
  (void)state;
  seed = 1;
  record(SF_FORMAT_WAVEX | SF_FORMAT_FLOAT, 2, 20);
  const size_t size = get(whole);
  for (int i = 0; i < DAMAGED; i++) {
    memcpy(bytes, whole, size);
    for (int k = 0; k < 1 + i % 4; k++) {
      const int at = one_of(k % 2 ? (int)size : 90);
      bytes[at] = (unsigned char)one_of(256);
    }
    put(bytes, size);
    rosin_gesture g = {0};
    const int failed = read_wav(&g, 1);
    assert_true(failed ? !g.value && error.text[0] : g.count > 0 && g.rate >= 1);
    if (!failed)
      is_theirs(&g, 1);
    rosin_gesture_free(&g);
    read += !failed;
  }
  assert_in_range(read, DAMAGED / 10, DAMAGED - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_as_libsndfile_does),
      cmocka_unit_test(tells_what_it_does_not_read),
      cmocka_unit_test(tells_what_is_damaged),
      cmocka_unit_test(passes_other_chunks_over),
      cmocka_unit_test(lets_no_other_numbers_through),
      cmocka_unit_test(reads_what_is_there),
      cmocka_unit_test(bears_damage),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
