/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that a player reads leave nothing open, whatever is in them; what is said of one that is
 * wrong is of that file alone. */
#include "memory.h"
#include "player/course/course.h"
#include "player/file/bytes.h"
#include "player/file/midi_file.h"
#include "rosin/tuning.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The least number that is not open. */
static int next_open(void) {
  const int file = open("/dev/null", O_RDONLY);
  close(file);
  return file;
}

static void write_file(char *path, const char *text, long size) {
  strcpy(path, "/tmp/rosin-test-XXXXXX");
  const int file = mkstemp(path);
  assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
  assert_true(size < 0 || ftruncate(file, size) == 0);
  close(file);
}

static void nothing_stays_open(void **state) {
  (void)state;
  static const char *const texts[] = {"! a.scl\n!\nname\n 2\n!\n 3/2\n 2/1\n",
                                      "! a.scl\nname\n 2\n 3/2\n",
                                      "name\n x\n",
                                      "",
                                      "name\n 1\n -5.0\n",
                                      "MThd",
                                      "\n\n\n"};
  const int first = next_open();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char path[40];
    rosin_error error;
    rosin_tuning tuning;
    int count;
    long size;
    write_file(path, texts[i], -1);
    assert_int_equal(rosin_tuning_scala(&tuning, path, &error), i == 0 ? 0 : -1);
    assert_null(rosin_midi_file_read(path, &count, NULL, &error));
    unsigned char *bytes = rosin_bytes_read(path, &size, &error);
    assert_true(bytes && size == (long)strlen(texts[i]));
    assert_memory_equal(bytes, texts[i], (size_t)size);
    rosin_free(bytes);
    unlink(path);
    assert_null(rosin_bytes_read(path, &size, &error));
    assert_non_null(strstr(error.text, strerror(ENOENT)));
    assert_int_equal(next_open(), first);
  }
}

/* What failed before says nothing of it. */
static void what_is_too_large_is_said(void **state) {
  (void)state;
  enum { LARGEST = 1 << 26 };
  char path[40], says[80];
  rosin_error error;
  long size;
  write_file(path, "", LARGEST - 1);
  unsigned char *bytes = rosin_bytes_read(path, &size, &error);
  assert_true(bytes && size == LARGEST - 1);
  rosin_free(bytes);
  assert_int_equal(truncate(path, LARGEST), 0);
  errno = EACCES;
  assert_null(rosin_bytes_read(path, &size, &error));
  snprintf(says, sizeof says, "%s: is larger than 64 MB", path);
  assert_string_equal(error.text, says);
  unlink(path);
}

/* What one has been told of its channels, the other knows, of all of them. */
static void who_listens_knows_all_channels(void **state) {
  (void)state;
  rosin_player *told = calloc(1, sizeof *told), *listens = calloc(1, sizeof *listens);
  assert_true(told && listens);
  for (int i = 0; i < ROSIN_CHANNELS; i++) {
    rosin_channel_start(&told->channel[i]);
    rosin_channel_control(&told->channel[i], 7, (i + 1) / 32.0);
    rosin_channel_tell(&told->channel[i], ROSIN_SETTING(vibrato), i);
  }
  rosin_player_listen(listens, told);
  for (int i = 0; i < ROSIN_CHANNELS; i++) {
    assert_true(listens->channel[i].volume == told->channel[i].volume);
    assert_true(ROSIN_CHANNELS == 16 && listens->channel[i].told.vibrato == i);
  }
  free(told);
  free(listens);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_stays_open),
      cmocka_unit_test(what_is_too_large_is_said),
      cmocka_unit_test(who_listens_knows_all_channels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
