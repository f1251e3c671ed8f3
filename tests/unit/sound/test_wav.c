/* SPDX-License-Identifier: BSD-3-Clause */
/* The reader of WAV files that stands in for libsndfile in packages: what libsndfile writes it
 * reads to the bit as libsndfile does; files that are cut or damaged are told, or read as far as
 * they go. */
#include "error.h"
#include "scene/sound/sound_file.h"

#include <fcntl.h>
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

/* packaging/wav.c's rosin_gesture_sound, under another name. */
int rosin_gesture_wav(rosin_gesture *gesture, int file, const char *path, int channel,
                      rosin_error *error);

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
    value[i] = i % 7 == 0 ? -1 : 0.9 * (i % 101 - 50) / 51.0 + 1e-7 * i;
  assert_int_equal(sf_writef_double(file, value, frames), frames);
  sf_close(file);
}

static int read_wav(rosin_gesture *g, int channel) {
  return rosin_gesture_wav(g, open(path, O_RDONLY), "some.wav", channel, &error);
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
      assert_int_equal(rosin_gesture_sound(&theirs, open(path, O_RDONLY), path, channel, &error),
                       0);
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
  rosin_gesture g = {0};
  (void)state;
  record(SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 1, FRAMES);
  assert_int_equal(read_wav(&g, 1), -1);
  assert_non_null(strstr(error.text, "some.wav: is no WAV file"));
  record(SF_FORMAT_WAV | SF_FORMAT_ALAW, 1, FRAMES);
  assert_int_equal(read_wav(&g, 1), -1);
  assert_non_null(strstr(error.text, "of a kind that is not read here"));
  record(SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1, 0);
  assert_int_equal(read_wav(&g, 1), -1);
  assert_non_null(strstr(error.text, "there is no sound in it"));
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

static void bears_damage(void **state) {
  static unsigned char whole[MOST], bytes[MOST];
  uint32_t seed = 1;
  int read = 0;
  (void)state;
  record(SF_FORMAT_WAVEX | SF_FORMAT_FLOAT, 2, 20);
  const size_t size = get(whole);
  for (int i = 0; i < DAMAGED; i++) {
    memcpy(bytes, whole, size);
    for (int k = 0; k < 1 + i % 4; k++) {
      seed = seed * 1664525 + 1013904223;
      bytes[(seed >> 8) % (k % 2 ? size : 90)] = (unsigned char)(seed >> 24);
    }
    put(bytes, size);
    rosin_gesture g = {0};
    const int failed = read_wav(&g, 1);
    assert_true(failed ? !g.value && error.text[0] : g.count > 0 && g.rate >= 1);
    rosin_gesture_free(&g);
    read += !failed;
  }
  assert_in_range(read, DAMAGED / 10, DAMAGED - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_as_libsndfile_does),
      cmocka_unit_test(tells_what_it_does_not_read),
      cmocka_unit_test(reads_what_is_there),
      cmocka_unit_test(bears_damage),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
