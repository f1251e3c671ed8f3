/* SPDX-License-Identifier: BSD-3-Clause */
/* An external merge sort. Records are gathered in memory; whenever that is full, they are sorted
 * and appended to a file as a run. FAN runs of one level become one of the next, so that there are
 * never many; at the end all that are left are merged as they are read. Of one key, a later run
 * goes before an earlier one. */
#include "host/manifest/sorter.h"
#include "error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { FAN = 64, RUNS = 8 * FAN, READ = 16 << 10, MOST = 128 << 10 };

typedef struct {
  long long key;
  size_t size; /* of the record, which follows */
} head;

/* A stretch of the file, sorted. */
typedef struct {
  off_t at, end;
  int level;
  /* as it is read: */
  char *room; /* [filled], owned */
  size_t filled, taken, length;
  head now;
  int there;
} run;

struct rosin_sorter {
  int file;
  off_t end;
  char *room; /* [size], records with their heads */
  size_t size, used;
  size_t *place; /* [places], where they begin */
  size_t count, places;
  run run[RUNS];
  int runs;
  char *record; /* [sizeof(head) + MOST], what was merged last */
};

static int fail(rosin_error *error) {
  return rosin_fail(error, "rows cannot be put in order: %s", strerror(errno));
}

rosin_sorter *rosin_sorter_new(const char *folder, size_t room, rosin_error *error) {
  static const char name[] = "/sort-XXXXXX";
  rosin_sorter *s = calloc(1, sizeof *s);
  const size_t size = strlen(folder) + sizeof name;
  char *path = malloc(size);
  if (s) {
    s->file = -1;
    s->size = room;
    s->room = malloc(room);
    s->record = malloc(sizeof(head) + MOST);
  }
  if (s && s->room && s->record && path) {
    snprintf(path, size, "%s%s", folder, name);
    s->file = mkstemp(path);
    if (s->file >= 0)
      unlink(path);
    else
      rosin_fail(error, "%.300s: cannot be written to: %s", folder, strerror(errno));
  } else {
    rosin_fail(error, "out of memory");
  }
  free(path);
  if (s && s->file >= 0)
    return s;
  rosin_sorter_free(s);
  return NULL;
}

static void end_run(run *r) {
  free(r->room);
  r->room = NULL;
}

void rosin_sorter_free(rosin_sorter *s) {
  if (!s)
    return;
  for (int i = 0; i < s->runs; i++)
    end_run(&s->run[i]);
  if (s->file >= 0)
    close(s->file);
  free(s->room);
  free(s->record);
  free(s->place);
  free(s);
}

/* ---- writing ---------------------------------------------------------------------- */

static int append(rosin_sorter *s, const char *bytes, size_t size, rosin_error *error) {
  while (size) {
    const ssize_t got = pwrite(s->file, bytes, size, s->end);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0) {
      errno = got ? errno : ENOSPC;
      return fail(error);
    }
    bytes += got;
    size -= (size_t)got;
    s->end += got;
  }
  return 0;
}

static head head_at(const rosin_sorter *s, size_t place) {
  head h;
  memcpy(&h, s->room + place, sizeof h);
  return h;
}

/* Neighbours `from`, to `middle` and from there to `end`, each in order, to `to`; earlier records
 * of one key stay before later ones. */
static void join_two(const rosin_sorter *s, const size_t *from, size_t at, size_t middle,
                     size_t end, size_t *to) {
  for (size_t i = at, j = middle, k = at; k < end; k++)
    to[k] = i < middle && (j >= end || head_at(s, from[i]).key <= head_at(s, from[j]).key)
                ? from[i++]
                : from[j++];
}

/* Sorts places from below, twice as long stretches each time: where they stand then, in one or the
 * other. */
static const size_t *sort(const rosin_sorter *s, size_t *place, size_t *spare) {
  const size_t n = s->count;
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t at = 0; at < n; at += 2 * width) {
      const size_t middle = at + width < n ? at + width : n;
      join_two(s, place, at, middle, middle + width < n ? middle + width : n, spare);
    }
    size_t *other = place;
    place = spare;
    spare = other;
  }
  return place;
}

/* What is in memory becomes a run. */
static int write_run(rosin_sorter *s, rosin_error *error) {
  size_t *spare = calloc(s->count, sizeof *spare);
  char *out = malloc(READ + MOST + sizeof(head));
  size_t held = 0;
  run r = {.at = s->end};
  if (!spare || !out) {
    free(spare);
    free(out);
    return rosin_fail(error, "out of memory");
  }
  const size_t *place = sort(s, s->place, spare);
  int status = 0;
  for (size_t i = 0; status == 0 && i < s->count; i++) {
    const head h = head_at(s, place[i]);
    if (i + 1 < s->count && head_at(s, place[i + 1]).key == h.key)
      continue;
    memcpy(out + held, s->room + place[i], sizeof h + h.size);
    held += sizeof h + h.size;
    if (held >= READ) {
      status = append(s, out, held, error);
      held = 0;
    }
  }
  if (status == 0)
    status = append(s, out, held, error);
  r.end = s->end;
  s->run[s->runs++] = r;
  s->used = s->count = 0;
  free(spare);
  free(out);
  return status;
}

/* ---- reading and merging ------------------------------------------------------------ */

/* The next `size` bytes of a run, in its room: where, or NULL and an error. */
static const char *take(const rosin_sorter *s, run *r, size_t size, rosin_error *error) {
  if (r->taken + size > r->filled) {
    memmove(r->room, r->room + r->taken, r->filled - r->taken);
    r->filled -= r->taken;
    r->taken = 0;
  }
  while (r->filled < r->taken + size) {
    const size_t left = (size_t)(r->end - r->at), space = r->length - r->filled;
    const ssize_t got = pread(s->file, r->room + r->filled, left < space ? left : space, r->at);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0) {
      errno = got ? errno : EIO;
      fail(error);
      return NULL;
    }
    r->at += got;
    r->filled += (size_t)got;
  }
  const char *at = r->room + r->taken;
  r->taken += size;
  return at;
}

/* The head of a run's next record: 0, or -1 and an error. */
static int look(const rosin_sorter *s, run *r, rosin_error *error) {
  r->there = r->at < r->end || r->taken < r->filled;
  if (!r->there)
    return 0;
  const char *at = take(s, r, sizeof r->now, error);
  if (!at)
    return -1;
  memcpy(&r->now, at, sizeof r->now);
  return 0;
}

static int begin(rosin_sorter *s, int from, rosin_error *error) {
  for (int i = from; i < s->runs; i++) {
    run *r = &s->run[i];
    r->filled = r->taken = 0;
    r->length = READ;
    if (!(r->room = malloc(r->length)))
      return rosin_fail(error, "out of memory");
    if (look(s, r, error))
      return -1;
  }
  return 0;
}

/* The least key's record of runs `from` and later, and its head before it, into `record`: 1, 0 at
 * the end, -1 and an error. */
static int merge(rosin_sorter *s, int from, head *h, rosin_error *error) {
  run *least = NULL;
  for (int i = from; i < s->runs; i++) {
    run *r = &s->run[i];
    if (r->there && (!least || r->now.key <= least->now.key))
      least = r; /* of one key the latest */
  }
  if (!least)
    return 0;
  *h = least->now;
  memcpy(s->record, h, sizeof *h);
  for (int i = from; i < s->runs; i++) {
    run *r = &s->run[i];
    if (!r->there || r->now.key != h->key)
      continue;
    if (r->now.size > r->length) {
      char *grown = realloc(r->room, MOST);
      if (!grown)
        return rosin_fail(error, "out of memory");
      r->room = grown;
      r->length = MOST;
    }
    const char *bytes = take(s, r, r->now.size, error);
    if (!bytes)
      return -1;
    if (r == least)
      memcpy(s->record + sizeof *h, bytes, h->size);
    if (look(s, r, error))
      return -1;
  }
  return 1;
}

/* Runs `from` and later become one. */
static int join(rosin_sorter *s, int from, rosin_error *error) {
  run r = {.at = s->end, .level = s->run[from].level + 1};
  head h;
  int status = begin(s, from, error) ? -1 : 1;
  while (status > 0 && (status = merge(s, from, &h, error)) > 0)
    if (append(s, s->record, sizeof h + h.size, error))
      status = -1;
  if (status)
    return -1;
  r.end = s->end;
  for (int i = from; i < s->runs; i++)
    end_run(&s->run[i]);
  s->runs = from;
  s->run[s->runs++] = r;
  return 0;
}

/* A run of what is in memory; as long as the last FAN are of one level, one of them. */
static int flush(rosin_sorter *s, rosin_error *error) {
  if (write_run(s, error))
    return -1;
  while (s->runs >= FAN && s->run[s->runs - FAN].level == s->run[s->runs - 1].level)
    if (join(s, s->runs - FAN, error))
      return -1;
  return s->runs < RUNS ? 0 : rosin_fail(error, "too many rows to be put in order");
}

int rosin_sorter_add(rosin_sorter *s, long long key, const void *record, size_t size,
                     rosin_error *error) {
  const head h = {key, size};
  if (size > MOST || sizeof h + size > s->size)
    return rosin_fail(error, "a row is too long");
  if (s->used + sizeof h + size > s->size && flush(s, error))
    return -1;
  if (s->count == s->places) {
    const size_t places = s->places ? 2 * s->places : 1024;
    size_t *grown = realloc(s->place, places * sizeof *grown);
    if (!grown)
      return rosin_fail(error, "out of memory");
    s->place = grown;
    s->places = places;
  }
  s->place[s->count++] = s->used;
  memcpy(s->room + s->used, &h, sizeof h);
  memcpy(s->room + s->used + sizeof h, record, size);
  s->used += sizeof h + size;
  return 0;
}

int rosin_sorter_end(rosin_sorter *s, rosin_error *error) {
  if (s->count && flush(s, error))
    return -1;
  free(s->room);
  s->room = NULL;
  return begin(s, 0, error);
}

int rosin_sorter_next(rosin_sorter *s, char **record, size_t *size, rosin_error *error) {
  head h;
  const int status = merge(s, 0, &h, error);
  *record = s->record + sizeof h;
  *size = status > 0 ? h.size : 0;
  return status;
}
