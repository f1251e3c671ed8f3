/* SPDX-License-Identifier: BSD-3-Clause */
#include "batch/name.h"
#include "error.h"
#include "letters.h"
#include "scene/text/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 200, WHOLE = 1000, DIGITS = 15 };

const char *const rosin_name_ucs = "{category}_{title} {row:02}-{n:03}_{creator}_{source}";
const char *const rosin_name_usual = "{scene}-{row:03}-{n:03}";

/* What is filled in. */
typedef struct {
  const rosin_jobs_row *row;
  long long job, n;
  int strict; /* no '_' but the template's own: UCS */
  int group;  /* without what tells those of a row apart */
  char *to;
  size_t size, used;
  rosin_error *error;
} filling;

static int put(filling *f, char c) {
  if (f->used + 1 >= f->size)
    return rosin_fail(f->error, "the name is longer than %d bytes", (int)f->size - 1);
  f->to[f->used++] = c;
  f->to[f->used] = 0;
  return 0;
}

/* A value: what would be a folder in it is none. */
static int put_value(filling *f, const char *text) {
  int status = 0;
  for (; *text && !status; text++)
    status = put(f, *text == '/' || *text == '\\' || *text == ':' ? '-'
                    : f->strict && *text == '_'                   ? '-'
                                                                  : *text);
  return status;
}

static int put_number(filling *f, long long number, int digits) {
  char text[40];
  snprintf(text, sizeof text, "%0*lld", digits, number);
  return put_value(f, text);
}

/* A scene's name without folder and ending. */
static void base_of(const char *path, char *base, size_t size) {
  const char *slash = strrchr(path, '/');
  snprintf(base, size, "%s", slash ? slash + 1 : path);
  char *dot = strrchr(base, '.');
  if (dot && dot > base)
    *dot = 0;
}

/* The name of the scene that it is of, whoever holds it. */
static void scene_of(const rosin_jobs_row *row, char *base, size_t size) {
  base_of(*row->origin ? row->origin : row->scene, base, size);
}

void rosin_name_category(const rosin_jobs_row *row, char *category) {
  char base[ROSIN_JOBS_NAME];
  scene_of(row, base, sizeof base);
  if (*row->category)
    snprintf(category, ROSIN_ABOUT_TEXT, "%s", row->category);
  else
    rosin_ucs_category(base, category);
}

static int put_text(filling *f, const char *text, const char *what) {
  return *text ? put_value(f, text)
               : rosin_fail(f->error, "name: there is no %s for %.80s; give one", what,
                            f->row->scene);
}

static int put_category(filling *f) {
  char category[ROSIN_ABOUT_TEXT];
  rosin_name_category(f->row, category);
  return put_text(f, category, "category");
}

/* The value of the setting `key`, the last of that name. */
static const char *setting_of(const rosin_jobs_row *row, const char *key) {
  const size_t length = strlen(key);
  for (int i = row->sets - 1; i >= 0; i--) {
    const char *text = row->text + row->set[i];
    if (strncmp(text, key, length) == 0 && text[length] == '=')
      return text + length + 1;
  }
  return NULL;
}

static int put_title(filling *f) {
  char title[ROSIN_JOBS_NAME];
  if (*f->row->title)
    snprintf(title, sizeof title, "%s", f->row->title);
  else
    scene_of(f->row, title, sizeof title);
  for (char *c = title; *c && !*f->row->title; c++)
    *c = (char)(*c == '-' || *c == '_' ? ' ' : *c);
  return put_value(f, title);
}

static int fail_unknown(const filling *f, const char *word) {
  static const char *const words[] = {"n",        "row",     "job",    "seed", "scene", "title",
                                      "category", "creator", "source", "part", "step",  NULL};
  char key[ROSIN_NEAR_NAME], nearest[ROSIN_NEAR_NAME] = "";
  rosin_near near = rosin_near_to(word);
  for (const char *const *w = words; *w; w++)
    rosin_near_consider(&near, *w);
  for (int i = 0; i < f->row->sets; i++) {
    rosin_near one = rosin_near_to(word);
    const char *text = f->row->text + f->row->set[i];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(text, "="), text);
    rosin_near_consider(&one, key);
    if (one.least >= near.least)
      continue;
    memcpy(nearest, key, sizeof nearest);
    rosin_near_consider(&near, nearest);
  }
  const char *meant = rosin_near_meant(&near);
  return rosin_fail(f->error, "name: there is no {%.80s}, and no setting of that name%s%s%s", word,
                    meant ? "; did you mean {" : "", meant ? meant : "", meant ? "}?" : "");
}

/* Whether a word has another value in each variation, step or part of a row. */
static int tells_apart(const char *word, size_t length, const rosin_jobs_row *row) {
  static const char *const words[] = {"n", "job", "step", "part"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == length && memcmp(word, words[i], length) == 0)
      return 1;
  return row->step && strcspn(row->steps, "=") == length && memcmp(word, row->steps, length) == 0;
}

/* What is known of every row, under these names; 1: nothing. */
static int put_known(filling *f, const char *word, int digits) {
  const rosin_jobs_row *row = f->row;
  char base[ROSIN_JOBS_NAME];
  const struct {
    const char *word;
    long long number;
  } numbers[] = {{"n", f->n},
                 {"row", row->listed},
                 {"job", f->job + 1},
                 {"seed", (long long)row->seed},
                 {"step", row->step}};
  const struct {
    const char *word, *text;
  } texts[] = {
      {"part", row->part}, {"creator", row->creator}, {"source", row->source}, {"step", ""}};
  const int count = row->step ? 5 : 4; /* there may be no step */
  for (int i = 0; i < count; i++)
    if (strcmp(word, numbers[i].word) == 0)
      return put_number(f, numbers[i].number, digits);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(word, texts[i].word) == 0)
      return put_text(f, texts[i].text, word);
  if (strcmp(word, "title") == 0)
    return put_title(f);
  if (strcmp(word, "category") == 0)
    return put_category(f);
  if (strcmp(word, "scene") != 0)
    return 1;
  base_of(row->scene, base, sizeof base);
  return put_value(f, base);
}

/* What stands between braces. */
static int put_word(filling *f, char *word) {
  char *colon = strchr(word, ':'), *end;
  long digits = 0;
  if (f->group && tells_apart(word, strcspn(word, ":"), f->row))
    return 0;
  if (colon) {
    *colon = 0;
    digits = strtol(colon + 1, &end, 10);
    if (!rosin_is_digit(colon[1]) || *end || digits > DIGITS)
      return rosin_fail(f->error, "name: {%.40s:%.40s}: digits must be 0 to %d", word, colon + 1,
                        DIGITS);
  }
  const int status = put_known(f, word, (int)digits);
  if (status <= 0)
    return status;
  const char *value = setting_of(f->row, word);
  return value ? put_value(f, value) : fail_unknown(f, word);
}

static int fill(filling *f, const char *template) {
  char word[128];
  int status = 0;
  for (const char *c = template; *c && !status; c++) {
    const char *close = *c == '{' ? strchr(c, '}') : NULL;
    if (*c == '{' && (!close || close - c > (long)sizeof word - 1))
      return rosin_fail(f->error, "name: a '{' is not closed in %.120s", template);
    if (!close) {
      status = put(f, *c);
      continue;
    }
    snprintf(word, sizeof word, "%.*s", (int)(close - c - 1), c + 1);
    status = put_word(f, word);
    c = close;
  }
  return status;
}

static const char *template_of(const rosin_jobs_row *row) {
  return strcmp(row->name, "ucs") == 0 ? rosin_name_ucs : *row->name ? row->name : rosin_name_usual;
}

/* Whether a template says which step it is: by number, or by value. */
static int says_step(const char *template, const rosin_jobs_row *row) {
  char word[80];
  snprintf(word, sizeof word, "{%.*s}", (int)strcspn(row->steps, "="), row->steps);
  return strstr(template, "{step}") || strstr(template, "{step:") || strstr(template, word);
}

/* The step and the part, where the template says neither; of UCS in the FXName, behind its numbers.
 */
static int fill_asset(filling *f, const char *template) {
  char whole[ROSIN_JOBS_NAME + 40];
  const rosin_jobs_row *row = f->row;
  const int step = row->step && !says_step(template, row);
  const int part = *row->part && !strstr(template, "{part}") && !strstr(template, "{part:");
  const char *tail = f->strict ? strstr(template, "_{creator}") : NULL;
  const size_t head = tail ? (size_t)(tail - template) : strlen(template);
  snprintf(whole, sizeof whole, "%.*s%s%s%s", (int)head, template,
           !step       ? ""
           : f->strict ? " {step:02}"
                       : "-{step:02}",
           !part       ? ""
           : f->strict ? " {part}"
                       : "-{part}",
           tail ? tail : "");
  return fill(f, whole);
}

int rosin_name_make(const rosin_jobs_row *row, long long job, long long n, char *name, size_t size,
                    rosin_error *error) {
  filling f = {.row = row,
               .job = job,
               .n = n,
               .strict = template_of(row) == rosin_name_ucs,
               .to = name,
               .size = size,
               .error = error};
  *name = 0;
  if (fill_asset(&f, template_of(row)) || put(&f, '.') || put_value(&f, row->container))
    return -1;
  return rosin_name_check(name, error);
}

/* Signs between words, the further the stronger: those that may be in a value, and what parts one
 * value from the next. */
static int is_between(char c) {
  return c == ' ' ? 1 : c == '-' ? 2 : c == '_' ? 3 : 0;
}

/* Where something was left out, one sign between what is left, the strongest that was there, and
 * none at either end of a part. */
static void tidy(char *name) {
  char *to = name;
  for (const char *c = name; *c; c++) {
    const int begins = to == name || to[-1] == '/';
    if (is_between(*c) && (begins || is_between(to[-1]))) {
      if (!begins && is_between(*c) > is_between(to[-1]))
        to[-1] = *c;
      continue;
    }
    while (*c == '/' && to > name && is_between(to[-1]))
      to--;
    *to++ = *c;
  }
  while (to > name && (is_between(to[-1]) || to[-1] == '/'))
    to--;
  *to = 0;
}

int rosin_name_group(const rosin_jobs_row *row, char *name, size_t size, rosin_error *error) {
  filling f = {.row = row,
               .strict = template_of(row) == rosin_name_ucs,
               .group = 1,
               .to = name,
               .size = size,
               .error = error};
  *name = 0;
  if (fill(&f, template_of(row)))
    return -1;
  tidy(name);
  if (!*name) {
    char base[ROSIN_JOBS_NAME];
    base_of(row->scene, base, sizeof base);
    return put_value(&f, base);
  }
  return 0;
}

/* What a run writes beside the sounds, which no folder may stand in the way of; nor may one that
 * differs by capitals alone, where a disk takes them for the same. */
static int is_taken(const char *name) {
  static const char *const own[] = {"manifest.csv", "manifest.jsonl", "SHA256SUMS", "index.html",
                                    "wwise.txt"};
  const size_t length = strcspn(name, "/");
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (length == strlen(own[i]) && rosin_alike_to(name, own[i], length))
      return 1;
  size_t at = rosin_alike_to(name, "index-", 6) ? 6 : 0;
  const size_t number = strspn(name + at, "0123456789");
  at += at ? number : 0;
  return number && at && length == at + 5 && rosin_alike_to(name + at, ".html", 5);
}

int rosin_name_check(const char *name, rosin_error *error) {
  if (is_taken(name))
    return rosin_fail(error, "name %.120s: the folder has a file %.*s of its own", name,
                      (int)strcspn(name, "/"), name);
  if (*name == '/')
    return rosin_fail(error, "name %.120s: must not begin with '/'", name);
  if (strlen(name) > WHOLE)
    return rosin_fail(error, "name %.40s...: longer than %d bytes", name, WHOLE);
  for (const char *c = name; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127 || *c == '\\' || *c == ':')
      return rosin_fail(error, "name %.120s: must have no control characters, '\\' or ':'", name);
  for (const char *part = name;; part++) {
    const size_t length = strcspn(part, "/");
    if (!length || *part == '.')
      return rosin_fail(error, "name %.120s: no part of it may be empty or begin with '.'", name);
    if (length > PART)
      return rosin_fail(error, "name %.40s...: a part of it is longer than %d bytes", name, PART);
    part += length;
    if (!*part)
      return 0;
  }
}
