/* SPDX-License-Identifier: BSD-3-Clause */
/* The list once through: so that what is wrong with it is said before anything is made, and what it
 * costs. Time is that of two trial sounds of each scene, a short and a longer one (scenes.c).
 * Memory: 16 bytes a job, for the names. */
#include "batch/name.h"
#include "error.h"
#include "format.h"
#include "host/batch/batch.h"
#include "host/batch/scenes.h"
#include "host/common/stop.h"
#include "host/common/text.h"
#include "number.h"
#include "sound/sound_notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 1024, ROW_BYTES = 4096, SAID = 10 };
static const double notes_bytes = 12000; /* a file's notes, at most as a rule */

/* Names that were given, as hashes, by open addressing. */
typedef struct {
  size_t count, room; /* room: a power of two */
  unsigned long long *hash;
} names;

typedef struct {
  const rosin_batch *batch;
  rosin_batch_plan *plan;
  rosin_batch_scenes *scenes;
  names names;
  long long wrong;  /* rows, that were said */
  rosin_error last; /* what was wrong with the last of them: parts of a row share it */
} planning;

/* ---- names ------------------------------------------------------------------------ */

static unsigned long long hash_of(const char *name) {
  unsigned long long h = 0xcbf29ce484222325ULL;
  for (; *name; name++)
    h = (h ^ (unsigned char)*name) * 0x100000001b3ULL;
  h ^= h >> 32;
  h *= 0x9e3779b97f4a7c15ULL;
  return h ? h : 1;
}

static int grow(names *n) {
  const size_t room = n->room ? 2 * n->room : 1024;
  unsigned long long *hash = calloc(room, sizeof *hash);
  if (!hash)
    return -1;
  for (size_t i = 0; i < n->room; i++)
    if (n->hash[i]) {
      size_t at = n->hash[i] & (room - 1);
      while (hash[at])
        at = (at + 1) & (room - 1);
      hash[at] = n->hash[i];
    }
  free(n->hash);
  n->hash = hash;
  n->room = room;
  return 0;
}

/* 1 if it is new, 0 if it was there (or, once in 10^8 lists of a million, seems so). */
static int add_name(names *n, const char *name) {
  const unsigned long long h = hash_of(name);
  if (2 * n->count >= n->room && grow(n))
    return -1;
  size_t at = h & (n->room - 1);
  for (; n->hash[at]; at = (at + 1) & (n->room - 1))
    if (n->hash[at] == h)
      return 0;
  n->hash[at] = h;
  n->count++;
  return 1;
}

/* ---- what a scene costs ------------------------------------------------------------- */

static void add_cost(planning *p, const rosin_jobs_row *row, const rosin_batch_cost *k,
                     long long jobs) {
  const double duration = row->duration > 0 ? row->duration : k->duration;
  const double rate = row->rate > 0 ? row->rate : k->rate;
  const double width = strcmp(row->format, "16") == 0 ? 2
                       : !*row->format                ? 3
                                                      : rosin_number_read(row->format, NULL) / 8;
  const int part = rosin_part_of_three(k->part);
  const double longest = fmax(duration, fmax(k->start, k->tail));
  const double samples = (part ? longest : duration) * rate * k->channels;
  p->plan->bytes += (double)jobs * (samples * (width > 0 ? width : 4) + notes_bytes + ROW_BYTES);
  /* a loop has a turn before it; whatever part it is, all three are heard */
  const double heard = part                          ? duration + 2 * k->start + k->tail
                       : k->part == ROSIN_PART_ROUND ? 2 * duration
                                                     : duration;
  p->plan->seconds += (double)jobs * (k->once + heard * k->a_second);
}

/* ---- the list ------------------------------------------------------------------------ */

static int check_names(planning *p, const rosin_jobs_row *row, rosin_error *error) {
  const long long count = rosin_jobs_count(row);
  char name[NAME];
  rosin_error why;
  for (long long i = 0; i < count; i++) {
    const long long n = row->variations > 0 ? i + 1 : 0;
    if (rosin_name_make(row, p->plan->jobs + i, n, name, sizeof name, &why))
      return rosin_fail(error, "%.300s:%d: %.160s", p->batch->list, row->line, why.text);
    const int is_new = add_name(&p->names, name);
    if (is_new < 0)
      return rosin_fail(error, "out of memory");
    if (!is_new)
      return rosin_fail(error, "%.300s:%d: another job has the name %.160s already; see name",
                        p->batch->list, row->line, name);
    if (i % 4096 == 0 && rosin_stopped(NULL))
      return rosin_fail(error, "interrupted; nothing was written");
  }
  return 0;
}

static int check_row(planning *p, const rosin_jobs_row *row, rosin_error *error) {
  char probe[NAME];
  rosin_sample_format format = ROSIN_SAMPLE_DEFAULT;
  rosin_error why;
  if (*row->format && rosin_sample_format_named(row->format, &format))
    return rosin_fail(error, "%.300s:%d: format %.16s: must be 16, 24, 32 or float", p->batch->list,
                      row->line, row->format);
  rosin_loudness_of of;
  if (*row->loudness_of && rosin_loudness_of_named(row->loudness_of, &of))
    return rosin_fail(error, "%.300s:%d: loudness_of %.16s: must be " ROSIN_LOUDNESS_WORDS,
                      p->batch->list, row->line, row->loudness_of);
  snprintf(probe, sizeof probe, "x.%s", row->container);
  /* an Ogg stream has a serial number drawn by chance: no two are the same bytes */
  if (rosin_sound_file_supported(probe, format, &why) || !rosin_sound_notes_fit(probe) ||
      strcmp(row->container, "ogg") == 0)
    return rosin_fail(error, "%.300s:%d: container %.16s: must be wav, flac, aiff or caf%s%.16s",
                      p->batch->list, row->line, row->container, *row->format ? ", and hold " : "",
                      row->format);
  return check_names(p, row, error);
}

static int add_row(planning *p, const rosin_jobs_row *row, rosin_error *error) {
  const long long count = rosin_jobs_count(row), together = rosin_jobs_together(row);
  const long long units = (count + together - 1) / together;
  long long own = 0, jobs = 0;
  if (check_row(p, row, error))
    return -1;
  for (long long u = 0; u < units; u++)
    if (rosin_shard_has(p->batch->shard, p->plan->units + u)) {
      own++;
      jobs += u + 1 < units ? together : count - u * together;
    }
  rosin_batch_cost cost;
  rosin_error why;
  if (jobs && rosin_batch_scenes_check(p->scenes, row, &cost, &why)) {
    /* all that is wrong, but for the same again and again */
    if ((!p->wrong || strcmp(why.text, p->last.text) != 0) && p->wrong++ < SAID)
      rosin_complain(ROSIN_FAILURE, "%s", why.text);
    p->last = why;
  } else if (jobs) {
    add_cost(p, row, &cost, jobs);
  }
  p->plan->apart |= rosin_jobs_apart(row);
  p->plan->jobs += count;
  p->plan->units += units;
  p->plan->own_jobs += jobs;
  p->plan->own_units += own;
  return 0;
}

int rosin_batch_plan_read(const rosin_batch *b, rosin_batch_plan *plan) {
  rosin_error error = {"out of memory"};
  rosin_jobs_row *row = malloc(sizeof *row);
  planning p = {.batch = b, .plan = plan, .scenes = rosin_batch_scenes_new(b)};
  int status = -1;
  *plan = (rosin_batch_plan){0};
  rosin_jobs *jobs = row && p.scenes ? rosin_jobs_open(b->list, &error) : NULL;
  while (jobs && (status = rosin_batch_next(b, jobs, row, &error)) > 0)
    if (add_row(&p, row, &error)) {
      status = -1;
      break;
    }
  if (status == 0 && plan->jobs == 0)
    status = rosin_fail(&error, "%.300s: lists no jobs", b->list);
  if (status == 0 && plan->own_units > 2000000000)
    status = rosin_fail(&error, "%.300s: more than 2e9 jobs in a shard", b->list);
  rosin_jobs_close(jobs);
  free(p.names.hash);
  rosin_batch_scenes_free(p.scenes);
  free(row);
  if (status)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  if (p.wrong > SAID)
    rosin_complain(ROSIN_FAILURE, "%s: %lld rows more have errors", b->list, p.wrong - SAID);
  return p.wrong ? ROSIN_FAILURE : -1;
}

/* ---- does it fit ------------------------------------------------------------------- */

static void put_time(char *text, size_t size, double seconds) {
  if (seconds < 120)
    rosin_format(text, size, "%.0f s", seconds);
  else if (seconds < 7200)
    rosin_format(text, size, "%.0f minutes", seconds / 60);
  else
    rosin_format(text, size, "%.1f hours", seconds / 3600);
}

int rosin_batch_plan_fits(const rosin_batch *b, const rosin_batch_plan *p, long long done) {
  char time[64], before[80] = "";
  done = done < p->own_jobs ? done : p->own_jobs;
  const double share = fmax(1 - (double)done / fmax((double)p->own_jobs, 1), 0);
  const double wall = share * p->seconds / b->threads, bytes = share * p->bytes;
  const double there = rosin_batch_free(b->folder);
  put_time(time, sizeof time, wall);
  if (done) /* what the list says now may be other sounds */
    snprintf(before, sizeof before, ", up to %lld of them there; what is not takes", done);
  rosin_tell("%lld file%s%s%s%s at most %.3g MB, some %s on %d core%s", p->own_jobs,
             rosin_text_plural(p->own_jobs), p->own_jobs < p->jobs ? " in this shard" : "", before,
             done ? "" : ",", bytes / 1e6, time, b->threads, b->threads == 1 ? "" : "s");
  if (there >= 0 && bytes > there)
    return rosin_complain(ROSIN_FAILURE, "%s: there is room for %.3g MB; it takes up to %.3g MB",
                          b->folder, there / 1e6, bytes / 1e6);
  if (b->hours > 0 && wall > 3600 * b->hours)
    return rosin_complain(ROSIN_FAILURE, "it would take some %s, more than --hours %g", time,
                          b->hours);
  return -1;
}
