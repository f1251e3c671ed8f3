/* SPDX-License-Identifier: BSD-3-Clause */
/* Sound files by themselves: what is written is read again in every container and format; what
 * goes wrong while one is written is told, and what is left of it; sound as a gesture. And what
 * makes a line of a text. */
#define _GNU_SOURCE /* memmem */
#include "error.h"
#include "sound/sound_file.h"
#include "sound/sound_gesture.h"
#include "sound/sound_notes.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "scratch.h"

enum { FRAMES = 600 };

static rosin_error error;

static int files(void) {
  int count = 0;
  FILE *list = popen("ls -A | wc -l", "r");
  assert_int_equal(fscanf(list, "%d", &count), 1);
  pclose(list);
  return count;
}

/* Beyond full scale here and there; the channels differ. */
static float value(int i, int channel) {
  return (float)(1.1 * sin(0.05 * i + channel));
}

static rosin_sound_file *begin(const char *path, int channels, rosin_sample_format format) {
  rosin_sound_file *f = rosin_sound_file_create(path, 8000, channels, format, &error);
  if (!f)
    fail_msg("%s", error.text);
  return f;
}

static int put(rosin_sound_file *f, int channels, int from, int count) {
  static float frames[FRAMES * 3];
  for (int i = 0; i < count; i++)
    for (int c = 0; c < channels; c++)
      frames[i * channels + c] = value(from + i, c);
  return rosin_sound_file_write(f, frames, count, &error);
}

static void is_written(const char *path, int channels, int bits) {
  static double frames[FRAMES * 3];
  rosin_sound_info info;
  rosin_sound_source *s = rosin_sound_open(path, &info, &error);
  assert_non_null(s);
  assert_true(info.rate == 8000 && info.channels == channels && info.frames == FRAMES);
  assert_int_equal(rosin_sound_read(s, frames, 100), 100);
  assert_int_equal(rosin_sound_read(s, frames + (size_t)100 * (size_t)channels, FRAMES),
                   FRAMES - 100);
  for (int i = 0; i < FRAMES; i++)
    for (int c = 0; c < channels; c++) {
      const double x = (double)value(i, c);
      const double wanted = bits < 32 ? fmin(fmax(x, -1), 1) : x;
      if (fabs(frames[i * channels + c] - wanted) > (bits < 32 ? ldexp(1.01, 1 - bits) : 0))
        fail_msg("%s, %d: %g instead of %g", path, i, frames[i * channels + c], wanted);
    }
  assert_int_equal(rosin_sound_seek(s, 7), 0);
  assert_int_equal(rosin_sound_read(s, frames, 1), 1);
  assert_true(fabs(frames[0] - (double)value(7, 0)) < 1e-2);
  assert_int_equal(rosin_sound_seek(s, FRAMES + 9), -1);
  rosin_sound_close(s);
}

static void what_is_written_is_read(void **state) {
  static const char *const extension[] = {"wav", "flac", "AIFF", "aif", "caf", "w64"};
  static const int bits[] = {24, 16, 24, 31, 32};
  (void)state;
  for (int e = 0; e < 6; e++)
    for (int f = 0; f < 5; f++)
      for (int channels = 1; channels < 4; channels++) {
        char path[40];
        snprintf(path, sizeof path, "%d%d%d.%s", e, f, channels, extension[e]);
        if (e == 1 && f >= ROSIN_SAMPLE_32) {
          assert_int_equal(rosin_sound_file_supported(path, (rosin_sample_format)f, &error), -1);
          assert_null(
              rosin_sound_file_create(path, 8000, channels, (rosin_sample_format)f, &error));
          assert_non_null(strstr(error.text, ".flac cannot hold --format "));
          continue;
        }
        assert_int_equal(rosin_sound_file_supported(path, (rosin_sample_format)f, &error), 0);
        rosin_sound_file *file = begin(path, channels, (rosin_sample_format)f);
        assert_int_equal(rosin_sound_file_clips(file), f != ROSIN_SAMPLE_FLOAT);
        assert_int_equal(put(file, channels, 0, 250), 0);
        assert_int_equal(access(path, F_OK), -1);
        assert_int_equal(put(file, channels, 250, FRAMES - 250), 0);
        assert_int_equal(rosin_sound_file_frames(file), FRAMES);
        assert_int_equal(rosin_sound_file_close(file, &error), 0);
        is_written(path, channels, bits[f]);
        remove(path);
        assert_int_equal(files(), 0);
      }
}

static void formats_have_names(void **state) {
  static const char *const name[] = {"", "16", "24", "32", "float"};
  rosin_sample_format f;
  (void)state;
  for (int i = 0; i < 5; i++)
    assert_string_equal(rosin_sample_format_name((rosin_sample_format)i), name[i]);
  for (int i = 1; i < 5; i++) {
    assert_int_equal(rosin_sample_format_named(name[i], &f), 0);
    assert_int_equal(f, i);
  }
  assert_int_equal(rosin_sample_format_named("", &f), -1);
  assert_int_equal(rosin_sample_format_named("8", &f), -1);
  assert_int_equal(rosin_sound_file_supported("a.mp3", ROSIN_SAMPLE_16, &error), -1);
  assert_string_equal(error.text,
                      "a.mp3: unknown extension; use .wav, .flac, .ogg, .aiff, .caf, .w64 or .raw");
  assert_int_equal(rosin_sound_file_supported("wav", ROSIN_SAMPLE_16, &error), -1);
  assert_int_equal(mkfifo("pipe.wav", 0600) || mkfifo("pipe.flac", 0600), 0);
  assert_int_equal(rosin_sound_file_supported("pipe.wav", ROSIN_SAMPLE_16, &error), -1);
  assert_string_equal(error.text, "pipe.wav: is a pipe; .flac and .ogg can be written to one");
  assert_int_equal(rosin_sound_file_supported("pipe.flac", ROSIN_SAMPLE_16, &error), 0);
  remove("pipe.wav");
  remove("pipe.flac");
}

/* Brought up to date, a file can be read as far as it is; given up, none is left. */
static void it_can_be_read_meanwhile(void **state) {
  char name[60];
  rosin_sound_info info;
  (void)state;
  rosin_sound_file *f = begin("a.wav", 1, ROSIN_SAMPLE_24);
  snprintf(name, sizeof name, "a.wav.part-%d-0", (int)getpid());
  put(f, 1, 0, 300);
  rosin_sound_file_update(f);
  rosin_sound_source *s = rosin_sound_open(name, &info, &error);
  assert_non_null(s);
  assert_int_equal(info.frames, 300);
  rosin_sound_close(s);
  rosin_sound_close(NULL);
  rosin_sound_file_discard(f);
  rosin_sound_file_discard(NULL);
  assert_int_equal(files(), 0);
}

/* A name that is taken by a folder meanwhile. */
static void a_name_that_cannot_be_had(void **state) {
  char wanted[200];
  (void)state;
  rosin_sound_file *f = begin("b.wav", 1, ROSIN_SAMPLE_24);
  put(f, 1, 0, 10);
  assert_int_equal(mkdir("b.wav", 0700), 0);
  assert_int_equal(rosin_sound_file_close(f, &error), -1);
  assert_string_equal(error.text, "b.wav: cannot be written: Is a directory");
  assert_int_equal(files(), 1);
  rmdir("b.wav");
  f = begin("b.wav", 1, ROSIN_SAMPLE_24);
  put(f, 1, 0, 10);
  assert_int_equal(mkdir("b.wav", 0700), 0);
  assert_int_equal(rosin_sound_file_rescue(f, &error), -1);
  snprintf(wanted, sizeof wanted,
           "b.wav: cannot be given its name: Is a directory; it is called b.wav.part-%d-0",
           (int)getpid());
  assert_string_equal(error.text, wanted);
  assert_int_equal(files(), 2); /* it is kept */
  snprintf(wanted, sizeof wanted, "b.wav.part-%d-0", (int)getpid());
  assert_int_equal(remove(wanted), 0);
  rmdir("b.wav");
  f = begin("b.wav", 1, ROSIN_SAMPLE_24);
  assert_int_equal(rosin_sound_file_rescue(f, &error), 0); /* nothing is in it */
  assert_int_equal(files(), 0);
  f = begin("b.wav", 1, ROSIN_SAMPLE_24);
  put(f, 1, 0, 10);
  assert_int_equal(rosin_sound_file_rescue(f, &error), 0);
  assert_int_equal(files(), 1);
  assert_int_equal(remove("b.wav"), 0);
  assert_null(rosin_sound_file_create("no/b.wav", 8000, 1, ROSIN_SAMPLE_24, &error));
  assert_string_equal(error.text, "no/b.wav: cannot be written: No such file or directory");
  assert_null(rosin_sound_file_create("b.wav", 8000, 3000, ROSIN_SAMPLE_24, &error));
  assert_non_null(strstr(error.text, "b.wav: cannot be written: "));
  assert_int_equal(files(), 0);
}

/* No more than so many bytes. */
static void a_disk_that_is_full(void **state) {
  struct rlimit was, small;
  (void)state;
  getrlimit(RLIMIT_FSIZE, &was);
  small = was;
  small.rlim_cur = 2000;
  signal(SIGXFSZ, SIG_IGN);
  for (int rescue = 0; rescue < 2; rescue++) {
    rosin_sound_file *f = begin("c.wav", 3, ROSIN_SAMPLE_FLOAT);
    setrlimit(RLIMIT_FSIZE, &small);
    const int failed = put(f, 3, 0, FRAMES);
    const long long frames = rosin_sound_file_frames(f);
    setrlimit(RLIMIT_FSIZE, &was);
    assert_int_equal(failed, -1);
    assert_string_equal(error.text, "c.wav: cannot be written: File too large");
    assert_true(frames > 100 && frames < 2000 / 12);
    setrlimit(RLIMIT_FSIZE, &small);
    const int closed =
        rescue ? rosin_sound_file_rescue(f, &error) : rosin_sound_file_close(f, &error);
    setrlimit(RLIMIT_FSIZE, &was);
    if (!rescue) {
      assert_int_equal(closed, -1);
      assert_non_null(strstr(error.text, "c.wav: cannot be written: "));
    }
    assert_int_equal(files(), rescue);
  }
  rosin_sound_info info;
  rosin_sound_source *s = rosin_sound_open("c.wav", &info, &error);
  assert_non_null(s);
  assert_true(info.frames > 100);
  rosin_sound_close(s);
  remove("c.wav");
}

/* ---- gestures ------------------------------------------------------------------------ */

static int gesture(rosin_gesture *g, const char *path, int channel) {
  const int file = open(path, O_RDONLY);
  assert_true(file >= 0);
  const int status = rosin_sound_gesture(g, file, path, channel, &error);
  assert_int_equal(close(file), 0);
  return status;
}

static void sound_is_a_gesture(void **state) {
  rosin_gesture g;
  (void)state;
  rosin_sound_file *f = begin("g.wav", 2, ROSIN_SAMPLE_FLOAT);
  put(f, 2, 0, FRAMES);
  assert_int_equal(rosin_sound_file_close(f, &error), 0);
  for (int c = 1; c < 3; c++) {
    assert_int_equal(gesture(&g, "g.wav", c), 0);
    assert_true(g.kind == ROSIN_GESTURE_SERIES && g.count == FRAMES && g.rate == 8000);
    for (int i = 0; i < FRAMES; i++)
      assert_true(g.value[i] == (double)value(i, c - 1));
    rosin_gesture_free(&g);
  }
  assert_int_equal(gesture(&g, "g.wav", 0), -1);
  assert_string_equal(error.text, "g.wav: channel 0 is out of range: 1 to 2");
  assert_int_equal(gesture(&g, "g.wav", 3), -1);
  assert_string_equal(error.text, "g.wav: channel 3 is out of range: 1 to 2");
  f = begin("n.wav", 1, ROSIN_SAMPLE_FLOAT);
  put(f, 1, 0, 8);
  rosin_sound_file_write(f, (const float[]){NAN}, 1, &error);
  assert_int_equal(rosin_sound_file_close(f, &error), 0);
  assert_int_equal(gesture(&g, "n.wav", 1), -1);
  assert_string_equal(error.text, "n.wav: sample 9 is not a finite number");
  f = begin("e.wav", 1, ROSIN_SAMPLE_FLOAT);
  assert_int_equal(rosin_sound_file_close(f, &error), 0);
  assert_int_equal(gesture(&g, "e.wav", 1), -1);
  assert_string_equal(error.text, "e.wav: there is no sound in it");
  FILE *text = fopen("t.wav", "w");
  fputs("no sound", text);
  fclose(text);
  assert_int_equal(gesture(&g, "t.wav", 1), -1);
  assert_int_equal(strncmp(error.text, "t.wav: ", 7), 0);
  rosin_sound_info info;
  assert_null(rosin_sound_open("t.wav", &info, &error));
  assert_int_equal(strncmp(error.text, "t.wav: ", 7), 0);
}

/* ---- notes --------------------------------------------------------------------------- */

static void notes_come_back(void **state) {
  static const char *const extension[] = {"wav", "flac", "ogg", "aiff", "caf", "w64"};
  static const char text[] = "rosin 9\nscene a & b\n<tag> \"quoted\" &amp; &lt;\n";
  (void)state;
  for (int e = 0; e < 6; e++) {
    char path[20];
    snprintf(path, sizeof path, "notes.%s", extension[e]);
    assert_int_equal(rosin_sound_notes_fit(path), e < 5);
    rosin_sound_file *f = begin(path, 1, ROSIN_SAMPLE_DEFAULT);
    const rosin_sound_notes n = {"title <1>", "one,two & three", text};
    assert_int_equal(rosin_sound_notes_write(f, &n, &error), 0);
    put(f, 1, 0, 100);
    assert_int_equal(rosin_sound_file_close(f, &error), 0);
    char *again = rosin_sound_notes_read(path, &error);
    if (e < 5) {
      assert_non_null(again);
      assert_string_equal(again, text);
    } else {
      assert_null(again);
      assert_string_equal(error.text, "notes.w64: rosin has not written how it was made into this "
                                      "file; .w64 has no place for it");
    }
    free(again);
  }
  char all[4000] = "";
  FILE *in = fopen("notes.wav", "rb");
  const size_t got = fread(all, 1, sizeof all, in);
  fclose(in);
  static const char *const holds[] = {
      "<NOTE>title &lt;1&gt;</NOTE>",
      "<TRACK_LIST>\n<TRACK><CHANNEL_INDEX>1</CHANNEL_INDEX><NAME>one</NAME></TRACK>\n"
      "<TRACK><CHANNEL_INDEX>2</CHANNEL_INDEX><NAME>two &amp; three</NAME></TRACK>\n"
      "</TRACK_LIST>\n",
      "scene a &amp; b\n&lt;tag&gt; \"quoted\" &amp;amp; &amp;lt;\n"};
  for (int i = 0; i < 3; i++)
    assert_non_null(memmem(all, got, holds[i], strlen(holds[i])));
  rosin_sound_file *f = begin("plain.wav", 1, ROSIN_SAMPLE_DEFAULT);
  rosin_sound_file_close(f, &error);
  assert_null(rosin_sound_notes_read("plain.wav", &error));
  assert_string_equal(error.text,
                      "plain.wav: rosin has not written how it was made into this file");
}

/* ---- lines ---------------------------------------------------------------------------- */

/* Against the plain way: escape what controls, then cut before what has no room. */
static void what_ends_a_line_is_escaped(void **state) {
  (void)state;
  unsigned seed = 1;
  for (int round = 0; round < 4000; round++) {
    char text[48], wanted[48] = "";
    const size_t room = 1 + (size_t)round % 40, length = (size_t)(round / 40) % room;
    size_t at = 0;
    int whole = 1;
    memset(text, '#', sizeof text);
    for (size_t i = 0; i < length; i++) {
      seed = seed * 1664525u + 1013904223u;
      const unsigned pick = seed >> 24;
      text[i] = (char)(pick < 60   ? 1 + pick % 31
                       : pick < 70 ? 127
                       : pick < 90 ? 0xc3
                                   : 'a' + pick % 26);
    }
    text[length] = 0;
    for (size_t i = 0; i < length && whole; i++) {
      const unsigned char c = (unsigned char)text[i];
      const int control = c < ' ' || c == 127;
      whole = at + (control ? 4 : 1) < room;
      if (whole)
        at += (size_t)sprintf(wanted + at, control ? "\\x%02x" : "%c", c);
    }
    rosin_error_line(text, room);
    if (strcmp(text, wanted))
      fail_msg("'%s' in a room of %zu instead of '%s'", text, room, wanted);
    for (size_t i = room; i < sizeof text; i++)
      assert_int_equal(text[i], '#');
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read),  cmocka_unit_test(formats_have_names),
      cmocka_unit_test(it_can_be_read_meanwhile), cmocka_unit_test(a_name_that_cannot_be_had),
      cmocka_unit_test(a_disk_that_is_full),      cmocka_unit_test(sound_is_a_gesture),
      cmocka_unit_test(notes_come_back),          cmocka_unit_test(what_ends_a_line_is_escaped),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
