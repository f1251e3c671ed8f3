/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists by chance: records as any spreadsheet might write them against what was to be written, rows
 * of manifests there and back, manifests of which lines are damaged, lost, doubled and moved, names
 * out of templates, steps, draws, all against a plain telling of what they are. */
#include "batch/asset.h"
#include "batch/jobs.h"
#include "batch/manifest.h"
#include "batch/name.h"
#include "batch/sealed.h"
#include "format.h"
#include "number.h"
#include "variation/variation.h"

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

static rosin_error error;

/* ---- records ------------------------------------------------------------------------- */

enum { RECORDS = 12, FIELDS = 7, LONG = 24 };

static char field[RECORDS][FIELDS][LONG];

static void draw_field(char *to) {
  static const char letters[] = "ab\"',; \t#=-+@\n\r1\xc3\xa4";
  const int length = one_of(3) ? one_of(LONG - 1) : one_of(3);
  for (int i = 0; i < length; i++)
    to[i] = letters[one_of(sizeof letters - 1)];
  to[length] = 0;
}

/* What can stand without quotes, in the plainest telling of it. */
static int stands_bare(const char *text) {
  const size_t length = strlen(text);
  return !strpbrk(text, ",;\"\r\n#") &&
         (!length || (!strchr(" \t", *text) && !strchr(" \t", text[length - 1])));
}

static void put_blanks(FILE *to) {
  for (int i = one_of(4) ? 0 : 1 + one_of(2); i > 0; i--)
    fputc(one_of(2) ? ' ' : '\t', to);
}

/* As somebody else writes it: in quotes or not, with blanks around. */
static void put_theirs(FILE *to, const char *text, int must) {
  put_blanks(to);
  if (!must && stands_bare(text) && one_of(2)) {
    fputs(text, to);
  } else {
    fputc('"', to);
    for (; *text; text++)
      fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
  }
  put_blanks(to);
}

static int lines_in(const char *text) {
  int count = 0;
  for (; *text; text++)
    count += *text == '\n';
  return count;
}

/* Between records: comments and lines with nothing on them. Returns how many lines. */
static int put_between(FILE *to) {
  static const char *const between[] = {"\n", "# a, \"b\n", "#\n", "\r\n", "  \n"};
  int count = 0;
  for (; one_of(3) == 0; count++)
    fputs(between[one_of(5)], to);
  return count;
}

static void records_are_read_as_they_were_meant(void **state) {
  rosin_record *r = malloc(sizeof *r);
  (void)state;
  for (int round = 0; round < 300; round++) {
    const char separator = one_of(2) ? ';' : ',';
    const int ours = separator == ',' && one_of(2), marked = one_of(3) == 0, whole = one_of(2);
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size), *file = tmpfile();
    int line[RECORDS], next = 2;
    fprintf(to, "%sa%cb%cc\n", marked ? "\xef\xbb\xbf" : "", separator, separator);
    for (int i = 0; i < RECORDS; i++) {
      next += put_between(to);
      line[i] = next;
      for (int k = 0; k < FIELDS; k++) {
        draw_field(field[i][k]);
        next += lines_in(field[i][k]);
        if (k)
          fputc(separator, to);
        if (ours)
          rosin_record_put(to, field[i][k]);
        else
          put_theirs(to, field[i][k], *field[i][k] == '#');
      }
      if (i < RECORDS - 1 || whole)
        fputs(!ours && one_of(2) ? "\r\n" : "\n", to), next++;
    }
    fclose(to);
    fwrite(text, 1, size, file);
    rewind(file);
    rosin_record_begin(r, file, "file");
    assert_int_equal(rosin_record_read(r, &error), 1);
    assert_int_equal(r->separator, separator);
    assert_int_equal(r->fields, 3);
    assert_int_equal(r->line, 1);
    for (int i = 0; i < RECORDS; i++) {
      assert_int_equal(rosin_record_read(r, &error), 1);
      assert_int_equal(r->fields, FIELDS);
      assert_int_equal(r->line, line[i]);
      assert_int_equal(r->whole, i < RECORDS - 1 || whole);
      for (int k = 0; k < FIELDS; k++)
        if (strcmp(r->field[k], field[i][k]))
          fail_msg("%d, %d: '%s' for '%s'", i, k, r->field[k], field[i][k]);
    }
    assert_int_equal(r->end, size);
    assert_int_equal(rosin_record_read(r, &error), 0);
    fclose(file);
    free(text);
  }
  free(r);
}

/* Whichever the first line has more of; commas where it has as many. */
static void the_first_line_tells_what_parts(void **state) {
  static const char *const lines[] = {"a;b,c\n", "a;b;c,d\n", "a\n", "\"a;b\";c,d\n", "a,b,c;d\n"};
  static const char parts[] = ",;,;,";
  rosin_record *r = malloc(sizeof *r);
  (void)state;
  for (int i = 0; i < 5; i++) {
    FILE *file = tmpfile();
    fputs(lines[i], file);
    rewind(file);
    rosin_record_begin(r, file, "file");
    assert_int_equal(rosin_record_read(r, &error), 1);
    assert_int_equal(r->separator, parts[i]);
    fclose(file);
  }
  free(r);
}

static int reads(rosin_record *r, const char *text, size_t size) {
  int got;
  rosin_record_begin_bytes(r, text, size, "some", 7);
  while ((got = rosin_record_read(r, &error)) > 0)
    ;
  return got;
}

static void what_is_no_record_is_told(void **state) {
  static char many[2 * ROSIN_RECORD_TEXT];
  rosin_record *r = malloc(sizeof *r);
  (void)state;
  assert_int_equal(reads(r, "a,b\nc,\"d\n\n", 10), -1);
  assert_string_equal(error.text, "some:8: a quote is not closed");
  assert_int_equal(reads(r, "a,b\nc\0d\n", 8), -1);
  assert_string_equal(error.text, "some:8: holds a byte 0");
  assert_int_equal(reads(r, "\"a\0\"", 4), -1);
  assert_string_equal(error.text, "some:7: holds a byte 0");
  memset(many, ',', sizeof many);
  assert_int_equal(reads(r, many, ROSIN_RECORD_FIELDS - 1), 0);
  assert_int_equal(reads(r, many, ROSIN_RECORD_FIELDS), -1);
  assert_string_equal(error.text, "some:7: too many columns");
  memset(many, 'x', sizeof many);
  assert_int_equal(reads(r, many, ROSIN_RECORD_TEXT - 2), 0);
  assert_int_equal(reads(r, many, ROSIN_RECORD_TEXT - 1), -1);
  assert_string_equal(error.text, "some:7: record too long");
  many[0] = '"';
  assert_int_equal(reads(r, many, ROSIN_RECORD_TEXT), -1);
  assert_string_equal(error.text, "some:7: record too long");
  free(r);
}

/* ---- rows ---------------------------------------------------------------------------- */

/* A number as JSON has it, and things that are nearly one. */
static void draw_number(char *to, int right) {
  static const char *const wrong[] = {"01",  "1.",  ".5", "1e",  "-",    "+1", "1e+",  "nan",
                                      "inf", "0x1", "1 ", "--1", "1.e3", "00", "1.5x", "-e3"};
  static const char *const good[] = {"0",    "-0",       "0.5", "-12",  "1e3",
                                     "1E-3", "2.50e+07", "10",  "-0.01"};
  strcpy(to, right ? good[one_of(sizeof good / sizeof *good)]
                   : wrong[one_of(sizeof wrong / sizeof *wrong)]);
}

static char *line_of(long long job, rosin_manifest_row *row, size_t *size) {
  char text[LONG];
  for (int i = 0; i < ROSIN_COLUMN_CHECK; i++) {
    if (rosin_manifest_columns()[i].number)
      draw_number(text, 1);
    else
      draw_field(text);
    for (char *c = text; *c; c++)
      *c = (char)(*c == '\n' || *c == '\r' ? '_' : *c);
    if (one_of(4) == 0)
      *text = 0;
    rosin_manifest_set(row, (rosin_column)i, "%s", text);
  }
  rosin_manifest_set(row, ROSIN_COLUMN_JOB, "%lld", job);
  char *line = rosin_manifest_line(row, size);
  assert_non_null(line);
  return line;
}

/* A row as JSON, by what the columns are: a number or null as it is, a text in quotes. */
static void is_json(const rosin_manifest_row *row) {
  char *json;
  size_t length;
  FILE *to = open_memstream(&json, &length);
  rosin_manifest_put_json(to, row, ROSIN_COLUMNS);
  fclose(to);
  const char *at = json;
  for (int i = 0; i < ROSIN_COLUMNS; i++) {
    char wanted[300];
    const char *value = rosin_manifest_text(row, (rosin_column)i);
    const int bare = rosin_manifest_columns()[i].number;
    rosin_format(wanted, sizeof wanted, "%s\"%s\": %s", i ? ", " : "{",
                 rosin_manifest_columns()[i].name,
                 !bare    ? "\""
                 : *value ? value
                          : "null");
    if (strncmp(at, wanted, strlen(wanted)))
      fail_msg("%s\n%s", at, wanted);
    at += strlen(wanted);
    if (!bare)
      while (*at++ != '"')
        at += at[-1] == '\\';
  }
  assert_string_equal(at, "}\n");
  free(json);
}

/* There and back, taken and packed, and as JSON. */
static void rows_come_back(void **state) {
  rosin_record *r = malloc(sizeof *r);
  (void)state;
  for (int round = 0; round < 300; round++) {
    rosin_manifest_row row = {0}, back = {0}, packed = {0};
    size_t size, length;
    char *bytes, *line = line_of(1 + round, &row, &size), check[ROSIN_CHECK];
    assert_int_equal(line[size - 1], '\n');
    assert_int_equal(strlen(line), size);
    assert_memory_equal(line + size - ROSIN_CHECK, row.check, ROSIN_CHECK - 1);
    rosin_manifest_check(line, size - ROSIN_CHECK, check);
    assert_string_equal(check, row.check);
    for (int packs = 0; packs < 2; packs++) {
      rosin_record_begin_bytes(r, line, size, "line", 1);
      assert_int_equal(rosin_record_read(r, &error), 1);
      assert_int_equal(r->fields, ROSIN_COLUMNS);
      if (packs) {
        assert_int_equal(rosin_manifest_pack(r, ROSIN_COLUMNS, &bytes, &length, &error), 0);
        rosin_manifest_unpack(&packed, bytes);
        assert_ptr_equal(packed.field[ROSIN_COLUMN_CHECK - 1] +
                             strlen(packed.field[ROSIN_COLUMN_CHECK - 1]) + 1,
                         bytes + length);
      } else {
        assert_int_equal(rosin_manifest_take(&back, r, ROSIN_COLUMNS, &error), 0);
      }
    }
    for (int i = 0; i < ROSIN_COLUMNS; i++)
      assert_string_equal(rosin_manifest_text(&back, (rosin_column)i),
                          rosin_manifest_text(&row, (rosin_column)i));
    for (int i = 0; i < ROSIN_COLUMN_CHECK; i++)
      assert_string_equal(packed.field[i], rosin_manifest_text(&row, (rosin_column)i));
    is_json(&row);
    free(line);
    rosin_manifest_free(&row);
    rosin_manifest_free(&back);
  }
  free(r);
}

static void numbers_are_numbers(void **state) {
  rosin_record *r = malloc(sizeof *r);
  (void)state;
  for (int round = 0; round < 400; round++) {
    rosin_manifest_row row = {0}, back = {0};
    const int right = one_of(2), column = one_of(ROSIN_COLUMN_CHECK);
    char text[LONG], *json;
    size_t size, length;
    draw_number(text, right);
    free(line_of(5, &row, &size));
    rosin_manifest_set(&row, (rosin_column)column, "%s", text);
    char *line = rosin_manifest_line(&row, &size);
    rosin_record_begin_bytes(r, line, size, "line", 3);
    assert_int_equal(rosin_record_read(r, &error), 1);
    const int status = rosin_manifest_take(&back, r, ROSIN_COLUMNS, &error);
    const int number = rosin_manifest_columns()[column].number;
    const int job = column == ROSIN_COLUMN_JOB;
    assert_int_equal(status, (number && !right) || (job && strtoll(text, NULL, 10) < 1) ? -1 : 0);
    if (status && !(right && job)) {
      char wanted[200];
      rosin_format(wanted, sizeof wanted, "line:3: %s: %s is no number",
                   rosin_manifest_columns()[column].name, text);
      if (strcmp(error.text, wanted) && !(*text == '-' || *text == '+'))
        fail_msg("%s for %s", error.text, wanted);
    }
    FILE *to = open_memstream(&json, &length);
    rosin_manifest_put_value(to, &row, (rosin_column)column);
    fclose(to);
    assert_true((*json == '"') == !(number && right));
    free(json);
    free(line);
    rosin_manifest_free(&row);
    rosin_manifest_free(&back);
  }
  free(r);
}

/* ---- manifests ----------------------------------------------------------------------- */

enum { ROWS = 9 };

/* What is done to a line. */
enum { KEPT, LOST, DOUBLED, DAMAGED, RETURNED, DEEDS };

/* A manifest as it was written and as it is found, and what is to be said of it: a letter for each
 * row that is kept, one for each that is damaged. */
typedef struct {
  char *sound, *found, expected[3 * ROWS], of[32];
  size_t size, all;
  int rising, unchanged, rows, returns;
  long long last, missing;
} listed;

static void append(char **text, size_t *size, const char *line, size_t length) {
  *text = realloc(*text, *size + length + 1);
  memcpy(*text + *size, line, length);
  *size += length;
}

static void put_row(listed *m, char *line, size_t length, long long job, int deed) {
  append(&m->sound, &m->size, line, length);
  m->unchanged &= deed == KEPT;
  if (deed == DAMAGED) /* no line end is made of it */
    line[one_of((int)length - 1)] ^= (char)(1 << one_of(3) << 4);
  for (int k = deed == LOST ? 0 : deed == DOUBLED ? 2 : 1; k > 0; k--) {
    append(&m->found, &m->all, line, length - (deed == RETURNED));
    if (deed == RETURNED)
      append(&m->found, &m->all, "\r\n", 2), m->returns++;
    const int bad = deed == DAMAGED || (m->rising && job <= m->last);
    strcat(m->expected, bad ? "d" : "r");
    if (bad)
      continue;
    if (m->rising && !m->missing && job > m->last + 1)
      m->missing = m->last + 1;
    m->last = job;
    m->rows++;
  }
}

static void draw_manifest(listed *m, int round) {
  const int damages = one_of(3), gap = one_of(3) ? 0 : 2 + one_of(5);
  int deed[ROWS] = {0};
  char *names;
  size_t length;
  FILE *to = open_memstream(&names, &length);
  *m = (listed){.rising = one_of(2), .unchanged = 1};
  rosin_manifest_put_names(to, ROSIN_COLUMNS);
  fclose(to);
  append(&m->sound, &m->size, names, length);
  append(&m->found, &m->all, names, length);
  free(names);
  for (int i = 0; i < damages; i++)
    deed[one_of(ROWS)] = one_of(DEEDS);
  long long job = 0;
  for (int i = 0; i < ROWS; i++) {
    rosin_manifest_row row = {0};
    job += i == gap && gap ? 3 : 1;
    char *line = line_of(job, &row, &length);
    put_row(m, line, length, job, deed[i]);
    free(line);
    rosin_manifest_free(&row);
  }
  rosin_format(m->of, sizeof m->of, round % 2 ? "shard %d/%d" : "complete", round % 7, round);
  rosin_sha256 hash;
  rosin_sha256_begin(&hash);
  rosin_sha256_add(&hash, m->sound, m->size);
  char *closing = rosin_sealed_close(hash, ROWS, m->of, &length);
  append(&m->found, &m->all, closing, length);
  free(closing);
  if ((!strchr(m->expected, 'd') && !m->unchanged) || m->returns)
    strcat(m->expected, "d"); /* the closing row, which says another sum */
}

/* What is said of the closing row, where nothing else is wrong. */
static void closing_is_told(const listed *m, const char *told) {
  char wanted[120] = "";
  if (m->returns)
    rosin_format(wanted, sizeof wanted, "%d lines end in CR LF, as rosin does not write them",
                 m->returns);
  else if (m->rows != ROWS && strchr(m->expected, 'd') && !strstr(told, "it is"))
    rosin_format(wanted, sizeof wanted, "the closing row says 9 rows, and %d are there", m->rows);
  if (!m->returns && m->rows < ROWS && *wanted && m->missing)
    rosin_format(wanted + strlen(wanted), 70, "; the first that is missing may be job %lld",
                 m->missing);
  if (!strstr(told, wanted))
    fail_msg("%s for %s", told, wanted);
}

static void manifests_tell_their_damage(void **state) {
  static rosin_sealed s;
  (void)state;
  for (int round = 0; round < 400; round++) {
    listed m;
    char is[3 * ROWS + 2] = "";
    size_t at = 0;
    rosin_error told = {0};
    FILE *file = tmpfile();
    draw_manifest(&m, round);
    fwrite(m.found, 1, m.all, file);
    rewind(file);
    assert_int_equal(rosin_sealed_begin(&s, file, "file"), 0);
    s.rising = m.rising;
    for (rosin_sealed_found f; (f = rosin_sealed_next(&s, &error)) != ROSIN_SEALED_END;) {
      assert_true(f != ROSIN_SEALED_FAILED && at < sizeof is - 1);
      is[at++] = f == ROSIN_SEALED_ROW ? 'r' : 'd';
      if (f == ROSIN_SEALED_DAMAGE)
        told = error;
    }
    if (strcmp(is, m.expected))
      fail_msg("round %d: %s for %s (%s)", round, is, m.expected, told.text);
    assert_int_equal(s.rows, m.rows);
    assert_int_equal(s.closed, m.unchanged);
    assert_true(s.ended && !s.cut);
    assert_string_equal(s.of, m.of);
    closing_is_told(&m, told.text);
    rosin_sealed_end(&s);
    fclose(file);
    free(m.sound);
    free(m.found);
  }
}

/* ---- names --------------------------------------------------------------------------- */

/* A row of random words, with a setting that is said twice. */
static void draw_row(rosin_jobs_row *row) {
  rosin_jobs_plain(row);
  row->listed = one_of(300);
  row->row = row->listed + 5;
  row->seed = one_of(100000);
  row->step = one_of(2) ? 1 + one_of(12) : 0;
  rosin_format(row->scene, sizeof row->scene, "%sdoor-%c.x.cfg", one_of(2) ? "a/b/" : "",
               'a' + one_of(26));
  rosin_format(row->creator, sizeof row->creator, "C_r%d", one_of(9));
  rosin_format(row->source, sizeof row->source, "S/%d", one_of(9));
  rosin_format(row->category, sizeof row->category, "CAT%d", one_of(9));
  if (one_of(2))
    rosin_format(row->title, sizeof row->title, "T:%d-_\\", one_of(9));
  rosin_format(row->container, sizeof row->container, one_of(2) ? "wav" : "flac");
  if (one_of(2))
    rosin_format(row->part, sizeof row->part, "%s", rosin_asset_part[one_of(3)]);
  if (row->step)
    rosin_format(row->steps, sizeof row->steps, "push=1..2/12");
  rosin_jobs_add(row, 0, "push=6.5", &error);
  rosin_jobs_add(row, 0, "pus=9", &error);
  rosin_jobs_add(row, 0, "push=7.25", &error);
}

enum { NUMBERS = 5, STEP = 4, PART = 5, TITLE = 8, PUSH = 11, WORDS = 13 };

static const char *const words[WORDS] = {"n",     "row",     "job",    "seed",  "step",
                                         "part",  "creator", "source", "title", "category",
                                         "scene", "push",    "pus"};

/* What a word stands for: no folder is made of it, and a scene's name makes a title of words. */
static void text_of(const rosin_jobs_row *row, int word, char *to, size_t size) {
  const char *slash = strrchr(row->scene, '/'), *scene = slash ? slash + 1 : row->scene;
  const int by_scene = word == TITLE && !*row->title;
  const char *const text[WORDS - NUMBERS] = {row->part,     row->creator, row->source, row->title,
                                             row->category, "",           "7.25",      "9"};
  if (by_scene || word == 10)
    rosin_format(to, size, "%.*s", (int)strlen(scene) - 4, scene);
  else
    rosin_format(to, size, "%s", text[word - NUMBERS]);
  for (; *to; to++)
    *to = (char)(strchr("/\\:", *to) ? '-' : by_scene && *to == '-' ? ' ' : *to);
}

/* A template of known words, and what it is with them filled in. */
static void draw_name(rosin_jobs_row *row, long long job, long long n, char *wanted, size_t size) {
  const long long number[NUMBERS] = {n, row->listed, job + 1, (long long)row->seed, row->step};
  int said[WORDS] = {0};
  strcpy(row->name, "x");
  strcpy(wanted, "x");
  for (int i = 1 + one_of(6); i > 0; i--) {
    const int word = one_of(WORDS);
    const int digits = one_of(3) || word == PUSH ? 0 : 1 + one_of(8);
    char text[90], piece[100];
    if ((word == STEP && !row->step) || (word == PART && !*row->part))
      continue;
    said[word] = 1;
    rosin_format(piece, sizeof piece, digits ? "-{%s:%02d}" : "-{%s}", words[word], digits);
    strcat(row->name, piece);
    if (word < NUMBERS)
      rosin_format(text, sizeof text, "%0*lld", digits, number[word]);
    else
      text_of(row, word, text, sizeof text);
    strcat(strcat(wanted, "-"), text);
  }
  if (row->step && !said[STEP] && !said[PUSH])
    rosin_format(wanted + strlen(wanted), size - strlen(wanted), "-%02d", row->step);
  if (*row->part && !said[PART])
    rosin_format(wanted + strlen(wanted), size - strlen(wanted), "-%s", row->part);
  rosin_format(wanted + strlen(wanted), size - strlen(wanted), ".%s", row->container);
}

static void names_are_put_together(void **state) {
  (void)state;
  for (int round = 0; round < 1500; round++) {
    rosin_jobs_row row;
    char name[ROSIN_JOBS_NAME], wanted[700] = "";
    const long long job = one_of(5000), n = one_of(1200);
    draw_row(&row);
    draw_name(&row, job, n, wanted, sizeof wanted);
    const size_t size = strlen(wanted) + 1; /* just so much room, and a byte less */
    if (size > 200)
      continue;
    if (rosin_name_make(&row, job, n, name, size, &error))
      fail_msg("%s: %s", row.name, error.text);
    if (strcmp(name, wanted))
      fail_msg("%s: %s for %s", row.name, name, wanted);
    assert_int_equal(rosin_name_make(&row, job, n, name, size - 1, &error), -1);
    assert_non_null(strstr(error.text, "the name is longer than"));
  }
}

static int name_is_good(const char *name) {
  static const char *const own[] = {"manifest.csv", "manifest.jsonl", "sha256sums",   "index.html",
                                    "wwise.txt",    "index-1.html",   "index-23.html"};
  char first[300] = "";
  for (int i = 0; name[i] && name[i] != '/'; i++)
    first[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(first, own[i]) == 0)
      return 0;
  int part = 0;
  for (const char *c = name;; c++) {
    if (*c == '/' || !*c) {
      if (!part || part > 200)
        return 0;
      part = 0;
      if (!*c)
        return 1;
      continue;
    }
    if ((*c > 0 && *c < 32) || *c == 127 || *c == '\\' || *c == ':' || (*c == '.' && !part))
      return 0;
    part++;
  }
}

static void names_stay_below_their_folder(void **state) {
  static const char *const pieces[] = {
      "a",  "/",     ".",   "..",        "manifest.csv", "Manifest.JSONL", "SHA256SUMS",  "index",
      "-1", ".html", "-23", "wwise.txt", "index-1.html", "INDEX-23.HTML",  "\x7f",        "\x1f",
      " ",  ":",     "\\",  "\xc3\xa4",  "b.wav",        "SHA256SUM",      "index-.html", "~"};
  (void)state;
  for (int round = 0; round < 20000; round++) {
    char name[400] = "";
    for (int i = 1 + one_of(4); i > 0; i--)
      strcat(name, pieces[one_of(sizeof pieces / sizeof *pieces)]);
    if (rosin_name_check(name, &error) != (name_is_good(name) ? 0 : -1))
      fail_msg("'%s' is %s", name, name_is_good(name) ? "good" : "not good");
  }
  for (int length = 198; length < 203; length++) {
    char name[1100];
    memset(name, 'x', sizeof name);
    name[length] = 0;
    assert_int_equal(rosin_name_check(name, &error), length > 200 ? -1 : 0);
    for (int i = 100; i < 900; i += 100)
      name[i] = '/';
    name[length] = 'x', name[800 + length] = 0;
    name[900] = '/';
    assert_int_equal(rosin_name_check(name, &error), 800 + length > 1000 ? -1 : 0);
  }
}

/* ---- steps, shards, draws ------------------------------------------------------------ */

static void steps_go_evenly(void **state) {
  (void)state;
  for (int round = 0; round < 2000; round++) {
    const double from = floor(between(-100, 100)) / 4, to = floor(between(-100, 100)) / 4;
    const int count = 1 + one_of(ROSIN_ASSET_STEPS + 2);
    char text[100];
    rosin_asset_steps s;
    rosin_format(text, sizeof text, "k.e=%g..%g/%d", from, to, count);
    const int good = count >= 2 && count <= ROSIN_ASSET_STEPS &&
                     fabs(to - from) > 1e-5 * count * fmax(fabs(to), fabs(from));
    assert_int_equal(rosin_asset_steps_read(text, &s, &error), good ? 0 : -1);
    for (int i = 1; good && i <= count; i++) {
      rosin_asset_step(&s, i, text, sizeof text);
      assert_memory_equal(text, "k.e=", 4);
      assert_float_equal(rosin_number_read(text + 4, NULL),
                         from + (to - from) * (i - 1) / (count - 1), 1e-4);
    }
  }
  static const char *const bad[] = {
      "=1..2/3",   "a1..2/3",    "a=1.2/3",  "a=1..2",     "a=..2/3",    "a=1../3",  "a=1..2/",
      "a=1..2/3x", "a=1..2/2.5", "a=x..2/3", "a=1..nan/3", "a=1..inf/3", "a=2..2/3", "a=1..2/1"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    rosin_asset_steps s;
    assert_int_equal(rosin_asset_steps_read(bad[i], &s, &error), -1);
    assert_int_equal(s.count, 0);
  }
}

static void parts_are_in_their_order(void **state) {
  (void)state;
  for (int round = 0; round < 500; round++) {
    char text[200] = "";
    int given[3] = {0}, part[ROSIN_ASSET_PARTS], count = 0, bad = 0;
    for (int i = one_of(4); i > 0; i--) {
      static const char *const part_names[] = {"start", "loop", "end", "all", "star", "ends"};
      const int word = one_of(one_of(4) ? 4 : 6);
      strcat(strcat(text, part_names[word]), one_of(2) ? " " : "  ");
      for (int k = 0; k < 3; k++)
        given[k] |= word == 3 || word == k;
      bad |= word > 3;
    }
    const int got = rosin_asset_parts_read(text, part, &error);
    for (int k = 0; k < 3 && !bad; k++)
      if (given[k])
        assert_int_equal(part[count++], k);
    assert_int_equal(got, bad ? -1 : count);
  }
}

static uint64_t mixed(uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static uint64_t chance_of(uint64_t of, int64_t number, int attempt, const char *name) {
  uint64_t h = 14695981039346656037u;
  while (*name)
    h = (h ^ (unsigned char)*name++) * 1099511628211u;
  h = mixed(h) ^ of;
  h = mixed(h) ^ (uint64_t)number;
  return mixed(mixed(h) ^ (uint64_t)attempt);
}

static rosin_vary_key any_key(int i) {
  rosin_vary_key k = {.kind = (rosin_vary_kind)one_of(ROSIN_VARY_KINDS),
                      .value = between(-5, 9),
                      .spread = between(0, 0.6),
                      .named = one_of(2),
                      .before = between(-1, 1),
                      .follows = i && one_of(2)};
  k.low = k.value - log_between(0.1, 30);
  k.high = k.value + log_between(0.1, 30);
  rosin_format(k.key, sizeof k.key, "k%d", i);
  rosin_format(k.with, sizeof k.with, "w%d", i / 2);
  return k;
}

/* Where a key stands by a chance from -1 to 1; `first`: what the key before was given. */
static double value_of(const rosin_vary_key *k, int attempt, double chance, double first) {
  const double most = k->kind == ROSIN_VARY_MACRO ? 1 : 0.9;
  double spread = k->spread, value;
  if (!k->named && attempt >= 8)
    spread = fmin(spread * (attempt < 13 ? 1 + 0.5 * (attempt - 7) : 4), most);
  if (k->kind == ROSIN_VARY_MACRO)
    value = k->value + chance * spread * (k->high - k->low);
  else if (k->kind == ROSIN_VARY_TIME)
    value = (k->follows ? first : k->before) + (1 + chance * spread) * (k->value - k->before);
  else
    value = k->value + k->value * chance * spread;
  return fmax(fmin(value, k->high), k->low);
}

/* What a take is must never change: the numbers of seed, take and key, by the formula. */
static void takes_follow_from_their_seeds(void **state) {
  static char text[ROSIN_VARY_MOST + 1][ROSIN_VARY_TEXT];
  (void)state;
  for (int round = 0; round < 2000; round++) {
    enum { KEYS = 6 };
    rosin_vary_key key[KEYS];
    const int seeded = one_of(2), attempt = one_of(2) ? one_of(3) : one_of(24);
    const uint64_t of = (uint64_t)one_of(1 << 30);
    const int64_t number = one_of(100000);
    double value = 0;
    for (int i = 0; i < KEYS; i++)
      key[i] = any_key(i);
    const rosin_vary vary = {.count = KEYS, .key = key, .seeded = seeded};
    assert_int_equal(rosin_vary_draw(&vary, of, number, attempt, text), KEYS + !seeded);
    for (int i = 0; i < KEYS; i++) {
      const uint64_t chance = chance_of(of, number, attempt, key[i].with) >> 11;
      char *end;
      value = value_of(&key[i], attempt, (double)chance / 4503599627370496.0 - 1, value);
      assert_memory_equal(text[i], key[i].key, 2);
      assert_int_equal(text[i][2], '=');
      const double told = rosin_number_read(text[i] + 3, &end);
      if (*end || !(fabs(told - value) <= 1e-5 * fabs(value) + 1e-12))
        fail_msg("%s for %.9g", text[i], value);
    }
    if (!seeded)
      assert_int_equal(strtoll(text[KEYS] + 5, NULL, 10),
                       1 + chance_of(of, number, attempt, "seed") % 999999999);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_are_read_as_they_were_meant),
      cmocka_unit_test(the_first_line_tells_what_parts),
      cmocka_unit_test(what_is_no_record_is_told),
      cmocka_unit_test(rows_come_back),
      cmocka_unit_test(numbers_are_numbers),
      cmocka_unit_test(manifests_tell_their_damage),
      cmocka_unit_test(names_are_put_together),
      cmocka_unit_test(names_stay_below_their_folder),
      cmocka_unit_test(steps_go_evenly),
      cmocka_unit_test(parts_are_in_their_order),
      cmocka_unit_test(takes_follow_from_their_seeds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
