/* SPDX-License-Identifier: BSD-3-Clause */
/* Small parts of the command against plain models, on what chance gives them: the seam of a loop,
 * pictures of sounds, texts on a terminal and in a shell, tables, places of rows, axes and lines
 * of maps. */
#include "draw.h"
#include "format.h"
#include "host/batch/places.h"
#include "host/common/table.h"
#include "host/common/text.h"
#include "host/map/line.h"
#include "host/map/map.h"
#include "host/match/match.h"
#include "host/write/seam.h"
#include "match/frames.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double half_turn = 3.14159265358979323846;

/* ---- a loop's seam ----------------------------------------------------------------------- */

enum { SEAM_ROOM = 6000 };

typedef struct {
  float value[SEAM_ROOM];
  int count, channels, refuses;
} kept_frames;

static int keep_frames(void *to, const float *frames, int count, rosin_error *error) {
  kept_frames *k = to;
  (void)error;
  if (k->refuses)
    return -1;
  assert_true(count > 0 && k->count + count * k->channels <= SEAM_ROOM);
  memcpy(k->value + k->count, frames, (size_t)(count * k->channels) * sizeof *frames);
  k->count += count * k->channels;
  return 0;
}

/* What comes out of all frames at once: the middle, then the end going over into the beginning. */
static void a_loop_leads_to_its_beginning(void **state) {
  static float in[SEAM_ROOM];
  static kept_frames out;
  (void)state;
  for (int r = 0; r < 60; r++) {
    const int channels = r % 9 ? 1 + one_of(3) : 64, rate = 40 + one_of(400);
    const int most = SEAM_ROOM / channels / 2;
    const int length = 4 + one_of(most - 4), lead = r % 3 ? one_of(20) : 0;
    const int seam = length / 4 < rate / 2 ? length / 4 : rate / 2;
    const int all = lead + length + seam + one_of(9);
    assert_int_equal(rosin_seam_frames(length, rate), seam);
    for (int i = 0; i < all * channels && i < SEAM_ROOM; i++)
      in[i] = (float)between(-1, 1);
    if (all * channels > SEAM_ROOM)
      continue;
    memset(&out, 0, sizeof out);
    out.channels = channels;
    rosin_seam *s = rosin_seam_new(lead, length, rate, channels, keep_frames, &out, NULL);
    assert_non_null(s);
    for (int at = 0, part; at < all; at += part) {
      part = one_of(r & 1 ? all - at : all - at < 50 ? all - at : 50) + 1;
      assert_int_equal(rosin_seam_write(s, in + (ptrdiff_t)at * channels, part, NULL), 0);
    }
    rosin_seam_free(s);
    assert_int_equal(out.count, length * channels);
    for (int t = 0; t < length; t++)
      for (int c = 0; c < channels; c++) {
        const float *whole = in + (ptrdiff_t)(lead + seam + t) * channels + c;
        double wanted = (double)*whole;
        const int under = t - (length - seam); /* frame of the beginning that comes in */
        if (under >= 0) {
          const double angle = half_turn / 2 * (under + 0.5) / seam;
          wanted = cos(angle) * wanted + sin(angle) * (double)in[(lead + under) * channels + c];
        }
        assert_float_equal(out.value[t * channels + c], wanted, 1e-6);
      }
  }
}

static void a_seam_tells_what_its_sink_tells(void **state) {
  static kept_frames out = {.channels = 1, .refuses = 1};
  static const float in[200];
  rosin_seam *s = rosin_seam_new(0, 100, 1000, 1, keep_frames, &out, NULL);
  (void)state;
  assert_int_equal(rosin_seam_write(s, in, 25, NULL), 0); /* kept back */
  assert_int_equal(rosin_seam_write(s, in, 1, NULL), -1);
  rosin_seam_free(s);
  rosin_seam_free(NULL);
}

/* ---- pictures ------------------------------------------------------------------------------ */

enum { WIDTH = 720, HEIGHT = 320, FILE_ROOM = 300000 };

static uint32_t word(const unsigned char *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* By the remainder of a division, highest power first, of bits turned round. */
static uint32_t remainder_of(const unsigned char *data, size_t count) {
  uint32_t table[256], sum = 0xffffffffu;
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int k = 0; k < 8; k++)
      table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
  }
  for (size_t i = 0; i < count; i++)
    sum = table[(sum ^ data[i]) & 255] ^ sum >> 8;
  return ~sum;
}

/* The data of the next chunk, which must be of that kind and size. */
static const unsigned char *chunk(const unsigned char **at, const char *kind, size_t size) {
  const unsigned char *data = *at + 8;
  assert_int_equal(word(*at), size);
  assert_memory_equal(*at + 4, kind, 4);
  assert_int_equal(word(data + size), remainder_of(*at + 4, size + 4));
  *at = data + size + 4;
  return data;
}

static void colours_are_told(const unsigned char *palette) {
  for (int i = 0; i < 256; i++) {
    const double red = fmin(2 * i, 255), green = i > 223 ? 255 : fmax(2 * (i - 96), 0);
    const double blue = i < 64 ? i : i < 128 ? 128 - i : fmax(4 * (i - 192), 0);
    const double wanted[3] = {red, green, blue};
    for (int c = 0; c < 3; c++)
      assert_int_equal(palette[3 * i + c], (int)wanted[c]);
  }
}

/* Rows of pixels out of stored blocks. */
static void unpack(const unsigned char *at, unsigned char (*pixel)[WIDTH]) {
  uint32_t a = 1, b = 0;
  assert_int_equal((at[0] << 8 | at[1]) % 31, 0);
  assert_int_equal(at[0], 0x78);
  at += 2;
  for (int y = 0; y < HEIGHT; y++, at += 5 + WIDTH + 1) {
    assert_int_equal(at[0], y == HEIGHT - 1);
    assert_int_equal(at[1] | at[2] << 8, WIDTH + 1);
    assert_int_equal((at[1] | at[2] << 8) ^ (at[3] | at[4] << 8), 0xffff);
    assert_int_equal(at[5], 0);
    memcpy(pixel[y], at + 6, WIDTH);
    for (int i = 0; i < WIDTH + 1; i++) {
      a = (a + at[5 + i]) % 65521;
      b = (b + a) % 65521;
    }
  }
  assert_int_equal(word(at), b << 16 | a);
}

static double power_of(const rosin_frames *f, int x, int y, double top) {
  const int from =
      (int)lround(floor(40 * pow(top / 40, (HEIGHT - 1.0 - y) / HEIGHT) / f->width + 0.5));
  int to = (int)floor(40 * pow(top / 40, (double)(HEIGHT - y) / HEIGHT) / f->width + 0.5);
  const int first = x * f->frames / WIDTH;
  int last = (x + 1) * f->frames / WIDTH;
  double most = 0;
  to = to > from ? to : from + 1;
  last = last > first ? last : first + 1;
  for (int k = first; k < last && k < f->frames; k++)
    for (int i = from; i < to && i < f->bins; i++)
      most = fmax(most, (double)f->power[k * f->bins + i]);
  return 10 * log10(most + 1e-30);
}

static void is_picture(const double *x, int n, double rate, double top) {
  static unsigned char file[FILE_ROOM], pixel[HEIGHT][WIDTH];
  static double db[HEIGHT][WIDTH];
  static const unsigned char begin[] = "\x89PNG\r\n\x1a\n";
  static const unsigned char head[] = {0, 0, 2, 0xd0, 0, 0, 1, 0x40, 8, 3, 0, 0, 0};
  rosin_error error;
  rosin_frames f;
  double most = -1000;
  assert_int_equal(rosin_match_picture("a.png", x, n, rate, top, &error), 0);
  FILE *from = fopen("a.png", "rb");
  const size_t size = fread(file, 1, sizeof file, from);
  fclose(from);
  const unsigned char *at = file + 8;
  assert_memory_equal(file, begin, 8);
  assert_memory_equal(chunk(&at, "IHDR", 13), head, 13);
  colours_are_told(chunk(&at, "PLTE", 768));
  unpack(chunk(&at, "IDAT", (WIDTH + 6) * HEIGHT + 6), pixel);
  chunk(&at, "IEND", 0);
  assert_int_equal(at - file, size);
  assert_int_equal(rosin_frames_make(x, n, rate, 0.045, 8, &f), 0);
  for (int y = 0; y < HEIGHT; y++)
    for (int c = 0; c < WIDTH; c++)
      most = fmax(most, db[y][c] = power_of(&f, c, y, fmin(top, rate / 2)));
  for (int y = 0; y < HEIGHT; y++)
    for (int c = 0; c < WIDTH; c++)
      assert_float_equal(pixel[y][c], 255 * fmin(fmax(1 + (db[y][c] - most) / 70, 0), 1), 0.51);
  rosin_frames_free(&f);
}

static void a_picture_is_what_bytes_say(void **state) {
  static double x[30000];
  rosin_error error;
  (void)state;
  for (int r = 0; r < 3; r++) {
    const int n = r ? 2000 + one_of(28000) : 300;
    const double rate = between(8000, 16000), step = between(0.02, 0.9);
    for (int i = 0; i < n; i++)
      x[i] = sin(step * i) * pow(1000, -(double)i / n) + 1e-3 * between(-1, 1);
    is_picture(x, n, rate, r == 1 ? 3000 : 20000);
  }
  memset(x, 0, sizeof x);
  is_picture(x, 900, 8000, 4000); /* silence is all as loud as the loudest */
  assert_int_equal(rosin_match_picture("none/a.png", x, 300, 8000, 4000, &error), -1);
  assert_string_equal(error.text, "none/a.png: cannot be written: No such file or directory");
}

/* ---- texts --------------------------------------------------------------------------------- */

/* Bytes of the character at s by the table of RFC 3629 as far as it is kept to; 0: none. */
static int character(const unsigned char *s) {
  const int more = s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 1 : s[0] < 0xf0 ? 2 : s[0] < 0xf5 ? 3 : 0;
  if (s[0] < 0x80)
    return s[0] > 31 && s[0] < 127;
  for (int i = 1; i <= more; i++)
    if (s[i] < 0x80 || s[i] > 0xbf)
      return 0;
  return !more || (s[0] == 0xc2 && s[1] < 0xa0) ? 0 : more + 1;
}

static void put_plain(char *to, const char *text, int lines) {
  const unsigned char *s = (const unsigned char *)text;
  for (int bytes; *s; s += bytes) {
    bytes = character(s) + (lines && (*s == 9 || *s == 10));
    if (bytes) {
      memcpy(to, s, (size_t)bytes);
      to += bytes;
      continue;
    }
    bytes = 1;
    if (!lines || *s != 13 || s[1] != 10)
      to += sprintf(to, "\\x%02x", (unsigned)*s);
  }
  *to = 0;
}

static void any_text(char *text, int most) {
  static const char *const part[] = {"a",
                                     "Z9",
                                     "'",
                                     "\"",
                                     "\\",
                                     " ",
                                     "\t",
                                     "\n",
                                     "\r\n",
                                     "\r",
                                     "\xc3\xa4",
                                     "\x7f",
                                     "\xc2\x85",
                                     "\xc2\xa0",
                                     "$x",
                                     "\xe2\x82\xac",
                                     "\xf0\x9f\x8e\xbb",
                                     "\x1f"};
  const int count = one_of(most);
  *text = 0;
  for (int i = 0; i < count; i++)
    if (one_of(5))
      strcat(text, part[one_of((int)(sizeof part / sizeof *part))]);
    else {
      const char one[2] = {(char)(1 + one_of(255)), 0};
      strcat(text, one);
    }
}

static void texts_are_put_as_told(void **state) {
  char text[128], wanted[600], made[600];
  (void)state;
  for (int r = 0; r < 4000; r++) {
    int controls = 0;
    any_text(text, 20);
    for (const char *c = text; *c; c++)
      controls |= (*c > 0 && *c < ' ') || *c == 127;
    assert_int_equal(rosin_text_controls(text), controls);
    memset(made, 0, sizeof made);
    FILE *to = fmemopen(made, sizeof made, "w");
    rosin_text_put(to, text, r & 1);
    fclose(to);
    put_plain(wanted, text, r & 1);
    assert_string_equal(made, wanted);
  }
  for (int i = -2; i < 12; i++)
    assert_string_equal(rosin_text_plural(i), i == 1 ? "" : "s");
}

/* A shell's reading: within '...' all is itself, outside them \x is x. */
static void words_are_one_word_to_a_shell(void **state) {
  char text[128], wanted[600], made[600], read[600];
  (void)state;
  for (int r = 0; r < 4000; r++) {
    int quoted = 0, bare = 1;
    char *to = wanted, *out = read;
    any_text(text, 1 + one_of(12));
    for (const char *c = text; *c; c++)
      to += sprintf(to, (*c > 0 && *c < ' ') || *c == 127 ? "\\x%02x" : "%c", (unsigned char)*c);
    *to = 0;
    memset(made, 0, sizeof made);
    FILE *file = fmemopen(made, sizeof made, "w");
    rosin_text_put_word(file, text);
    fclose(file);
    for (const char *c = made; *c; c++)
      if (*c == '\'')
        quoted = !quoted, bare = 0;
      else if (*c == '\\' && !quoted)
        *out++ = *++c;
      else {
        assert_true(quoted || strchr("_-+=.,:/@%", *c) || (*c >= '0' && *c <= '9') ||
                    (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z'));
        *out++ = *c;
      }
    *out = 0;
    assert_string_equal(read, wanted);
    assert_false(quoted);
    assert_true(!bare || *text);
    if (*text && !text[strspn(text, "aZ9")])
      assert_true(bare);
  }
}

/* ---- tables and places ----------------------------------------------------------------------- */

static void a_table_is_what_was_written(void **state) {
  static double value[40 * 16];
  static int line[40];
  char expected[200];
  rosin_error error;
  rosin_table t;
  (void)state;
  for (int r = 0; r < 300; r++) {
    const int columns = 1 + one_of(16), rows = r % 9 ? 1 + one_of(40) : 1, named = one_of(2);
    const int wrong = r % 3 ? -1 : one_of(rows), how = one_of(4);
    int at = 1;
    FILE *to = fopen("t.csv", "w");
    if (!one_of(3))
      at++, fputs("# what it is\n", to);
    for (int c = 0; named && c < columns; c++)
      fprintf(to, "n%d%s", c, c + 1 < columns ? " , " : "\n");
    at += named;
    for (int i = 0; i < rows; i++, at++) {
      for (; !one_of(4); at++)
        fputs(one_of(2) ? "\n" : "#, 1\n", to);
      line[i] = at;
      for (int c = 0; c < columns; c++) {
        value[i * columns + c] = (double)one_of(2000000) / 1024 - 900;
        if (i == wrong && c == columns - 1 && how < 3)
          fputs(how == 0 ? "inf" : how == 1 ? "x" : "1,2", to);
        else
          rosin_print(to, "%.17g", value[i * columns + c]);
        fputs(c + 1 < columns ? ", " : "\n", to);
      }
    }
    fclose(to);
    const int bad = wrong >= 0 && how < 3;
    /* the first row without names may be one of names, or have any number of columns */
    if (bad && !named && wrong == 0)
      continue;
    assert_int_equal(rosin_table_read(&t, "t.csv", &error), bad ? -1 : 0);
    if (bad) {
      const char *what = how == 0        ? "not a finite number: inf"
                         : how == 1      ? "not a finite number: x"
                         : columns == 16 ? "too many columns"
                                         : "another number of columns than above";
      rosin_format(expected, sizeof expected, "t.csv:%d: %s", line[wrong], what);
      assert_string_equal(error.text, expected);
      assert_null(t.value);
      assert_null(t.line);
      assert_int_equal(t.rows + t.columns, 0);
      continue;
    }
    assert_int_equal(t.rows, rows);
    assert_int_equal(t.columns, columns);
    assert_int_equal(t.named, named);
    for (int i = 0; i < rows; i++) {
      assert_int_equal(t.line[i], line[i]);
      for (int c = 0; c < columns; c++)
        assert_true(rosin_table_at(&t, i, c) == value[i * columns + c]);
    }
    for (int c = 0; c < 17; c++) {
      rosin_format(expected, sizeof expected, "n%d", c);
      assert_int_equal(rosin_table_column(&t, expected), named && c < columns ? c : -1);
    }
    rosin_table_free(&t);
    assert_null(t.value);
    assert_int_equal(t.named, 0);
  }
  assert_int_equal(rosin_table_read(&t, "none.csv", &error), -1);
  assert_string_equal(error.text, "none.csv: No such file or directory");
}

static void the_last_row_of_a_job_is_found(void **state) {
  (void)state;
  for (int r = 0; r < 60; r++) {
    const int jobs = 1 + one_of(300), count = r ? one_of(900) : 0;
    long long last[300];
    int different = 0;
    rosin_places p = {0};
    for (int i = 0; i < jobs; i++)
      last[i] = -1;
    for (int i = 0; i < count; i++) {
      const int job = one_of(jobs);
      const long long at = one_of(2000000) * 5000LL;
      assert_int_equal(rosin_places_add(&p, job, at), 0);
      different += last[job] < 0;
      last[job] = at > last[job] ? at : last[job];
    }
    rosin_places_sort(&p);
    assert_int_equal(p.count, different);
    for (int i = -1; i <= jobs; i++)
      assert_true(rosin_places_find(&p, i) == (i < 0 || i == jobs ? -1 : last[i]));
    for (size_t i = 1; i < p.count; i++)
      assert_true(p.place[i].job > p.place[i - 1].job);
    rosin_places_free(&p);
    assert_true(!p.place && !p.count && !p.room);
  }
}

/* ---- maps ------------------------------------------------------------------------------------ */

static void an_axis_goes_from_low_to_high(void **state) {
  (void)state;
  for (int r = 0; r < 500; r++) {
    const int keys = 1 + one_of(8), steps = 1 + one_of(1000), logarithmic = r & 1;
    const double sign = one_of(2) ? 1 : -1;
    const double low = logarithmic ? sign * log_between(1e-3, 10) : between(-9, 9);
    const double high = logarithmic ? sign * log_between(1e-3, 10) : between(-9, 9);
    double factor[8];
    char text[900], *to = text;
    rosin_map_axis axis;
    for (int k = 0; k < keys; k++) {
      factor[k] = one_of(2) ? 1 : between(-3, 3);
      to += sprintf(to, "%sc.k%d", k ? "," : "", k);
      if (factor[k] != 1)
        to += rosin_format(to, 32, "*%.17g", factor[k]);
    }
    rosin_format(to, 128, "=%.17g:%.17g:%d%s", low, high, steps, logarithmic ? ":log" : "");
    assert_int_equal(rosin_map_axis_parse("--x", text, &axis), -1);
    assert_int_equal(axis.keys, keys);
    assert_int_equal(axis.steps, steps);
    assert_int_equal(axis.logarithmic, logarithmic);
    for (int k = 0; k < keys; k++) {
      char key[16];
      rosin_format(key, sizeof key, "c.k%d", k);
      assert_string_equal(axis.key[k], key);
      assert_true(axis.factor[k] == factor[k]);
    }
    for (int i = 0; i < steps; i += 1 + one_of(20)) {
      const double u = steps > 1 ? i / (steps - 1.0) : 0;
      const double wanted = logarithmic ? sign * exp((1 - u) * log(fabs(low)) + u * log(fabs(high)))
                                        : (1 - u) * low + u * high;
      assert_float_equal(rosin_map_axis_at(&axis, i), wanted, 1e-11 * (1 + fabs(wanted)));
    }
  }
}

static void a_line_is_the_least_of_squares(void **state) {
  (void)state;
  for (int r = 0; r < 200; r++) {
    const int count = r % 20 ? 3 + one_of(20) : 1;
    double x[23], y[23], offset = 0, slope = 0, mean_x = 0, mean_y = 0, up = 0, down = 0;
    rosin_line line = {0};
    for (int i = 0; i < count; i++) {
      rosin_line_add(&line, x[i] = between(-3, 3), y[i] = between(-3, 3));
      mean_x += x[i] / count;
      mean_y += y[i] / count;
    }
    for (int i = 0; i < count; i++) {
      up += (x[i] - mean_x) * (y[i] - mean_y);
      down += (x[i] - mean_x) * (x[i] - mean_x);
    }
    assert_int_equal(rosin_line_fit(&line, &offset, &slope), count > 1 ? count : 0);
    const rosin_limit limit = rosin_limit_fit(&line);
    assert_int_equal(limit.columns, count > 1 ? count : 0);
    if (count == 1) {
      assert_true(limit.at_tenth == 0 && limit.power == 0);
      continue;
    }
    assert_float_equal(slope, up / down, 1e-6 * (1 + fabs(slope)));
    assert_float_equal(offset, mean_y - up / down * mean_x, 1e-6 * (1 + fabs(offset)));
    assert_float_equal(limit.power, slope, 1e-12);
    assert_float_equal(limit.at_tenth, exp(offset), 1e-9 * exp(offset));
  }
}

/* The first of the longest runs, by looking at every stretch. */
static void limits_are_the_ends_of_the_longest_run(void **state) {
  (void)state;
  for (int r = 0; r < 2000; r++) {
    const int count = 1 + one_of(14), falling = one_of(2);
    char good[14];
    double force[14];
    int longest = 0, from = 0, at = -1;
    rosin_line lower = {0}, upper = {0};
    for (int i = 0; i < count; i++) {
      good[i] = (char)(one_of(4) > 0);
      force[falling ? count - 1 - i : i] = one_of(6) ? pow(2, i) : i ? pow(2, i) : 0;
    }
    for (int a = 0; a < count; a++)
      for (int b = a; b < count && good[b]; b++)
        if (b - a + 1 > longest)
          longest = b - a + 1, from = a;
    assert_int_equal(rosin_longest_run(good, count, &at), longest);
    assert_int_equal(at, from);
    const double place = between(0.02, 0.3);
    rosin_limit_add(&lower, &upper, place, force, good, count);
    const int last = from + longest - 1, told = longest >= 3;
    const int before = told && from > 0 && force[from] > 0;
    const int after = told && last < count - 1 && force[last] > 0;
    const rosin_line *first = falling && count > 1 ? &upper : &lower;
    const rosin_line *second = falling && count > 1 ? &lower : &upper;
    assert_true(first->n == before && second->n == after);
    if (before) {
      assert_float_equal(first->x, log(10 * place), 1e-9);
      assert_float_equal(first->y, log(force[from]), 1e-9);
    }
    if (after)
      assert_float_equal(second->y, log(force[last]), 1e-9);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loop_leads_to_its_beginning),
      cmocka_unit_test(a_seam_tells_what_its_sink_tells),
      cmocka_unit_test(a_picture_is_what_bytes_say),
      cmocka_unit_test(texts_are_put_as_told),
      cmocka_unit_test(words_are_one_word_to_a_shell),
      cmocka_unit_test(a_table_is_what_was_written),
      cmocka_unit_test(the_last_row_of_a_job_is_found),
      cmocka_unit_test(an_axis_goes_from_low_to_high),
      cmocka_unit_test(a_line_is_the_least_of_squares),
      cmocka_unit_test(limits_are_the_ends_of_the_longest_run),
  };
  return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
