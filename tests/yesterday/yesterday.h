/* SPDX-License-Identifier: BSD-3-Clause */
/* What the three hosts share that write and open sessions of other versions. */
#ifndef ROSIN_TESTS_YESTERDAY_H
#define ROSIN_TESTS_YESTERDAY_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char data[1 << 16];
  size_t size, at;
} yesterday_text;

static inline void yesterday_die(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(2);
}

/* Within each range, at no end and at no default; of a switch or a choice a whole number. */
static inline double yesterday_value(double low, double high, int stepped) {
  const double value = low + 0.375 * (high - low);
  return stepped ? ceil(value) : value;
}

static inline long yesterday_append(yesterday_text *t, const void *data, size_t count) {
  if (t->size + count > sizeof t->data)
    return -1;
  memcpy(t->data + t->size, data, count);
  t->size += count;
  return (long)count;
}

static inline size_t yesterday_take(yesterday_text *t, void *data, size_t count) {
  const size_t now = count < t->size - t->at ? count : t->size - t->at;
  memcpy(data, t->data + t->at, now);
  t->at += now;
  return now;
}

static inline FILE *yesterday_open(const char *folder, const char *name, const char *how) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.state", folder, name);
  return fopen(path, how);
}

static inline void yesterday_write(const yesterday_text *t, const char *folder, const char *name) {
  FILE *file = yesterday_open(folder, name, "wb");
  if (!file || fwrite(t->data, 1, t->size, file) != t->size || fclose(file))
    yesterday_die(name, "cannot be written");
}

/* 0: there is none of that name. */
static inline int yesterday_read(yesterday_text *t, const char *folder, const char *name) {
  FILE *file = yesterday_open(folder, name, "rb");
  t->size = t->at = 0;
  if (!file)
    return 0;
  t->size = fread(t->data, 1, sizeof t->data, file);
  fclose(file);
  return 1;
}

/* Each line, behind the plugin's name. */
static inline void yesterday_print(const yesterday_text *t, const char *name) {
  for (size_t at = 0; at < t->size;) {
    const char *line = t->data + at, *end = memchr(line, '\n', t->size - at);
    const size_t length = end ? (size_t)(end - line) : t->size - at;
    printf("saved\t%s\t%.*s\n", name, (int)length, line);
    at += length + 1;
  }
}

#endif
