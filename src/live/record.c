/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/record.h"
#include "error.h"
#include "live/gesture_file.h"
#include "live/say.h"
#include "scene/temporary.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS = 8, EVENTS = 1 << 15, CHUNK = 4096 };

/* An event and where it took effect. */
typedef struct {
  long long frame;
  rosin_event event;
} noted;

struct rosin_recorder {
  rosin_record_setup setup;
  rosin_queue sound, events; /* floats; noted */
  rosin_sound_file *file;
  char *temporary;
  FILE *journal;
  pthread_t writer;
  atomic_int stop;
  atomic_llong lost_frames, lost_events;
  int failed;
  float chunk[CHUNK];
};

void rosin_recorder_sound(rosin_recorder *r, const float *frames, int count) {
  const size_t values = (size_t)count * (size_t)r->setup.channels;
  if (!r->setup.sound)
    return;
  if (rosin_queue_room(&r->sound) < values)
    r->lost_frames += count;
  else
    rosin_queue_put(&r->sound, frames, values);
}

void rosin_recorder_event(void *recorder, long long frame, const rosin_event *event) {
  rosin_recorder *r = recorder;
  const noted n = {frame, *event};
  if (r->setup.gesture && !rosin_queue_put(&r->events, &n, 1))
    r->lost_events++;
}

static void fail(rosin_recorder *r, const char *text) {
  if (!r->failed)
    rosin_say("%s", text);
  r->failed = 1;
}

/* What the rings have; 0 if they were empty. */
static int drain(rosin_recorder *r) {
  const size_t channels = (size_t)r->setup.channels;
  rosin_error error;
  noted n;
  int some = 0;
  size_t got;
  while (r->setup.sound &&
         (got = rosin_queue_take(&r->sound, r->chunk, CHUNK / channels * channels))) {
    some = 1;
    if (r->file && rosin_sound_file_write(r->file, r->chunk, (int)(got / channels), &error)) {
      fail(r, error.text);
      rosin_sound_file_close(r->file, NULL); /* what could be written stays if it can */
      r->file = NULL;
    }
  }
  while (r->setup.gesture && rosin_queue_take(&r->events, &n, 1)) {
    some = 1;
    rosin_gesture_file_event(r->journal, r->setup.targets, n.frame, &n.event);
  }
  return some;
}

static void *write_on(void *context) {
  rosin_recorder *r = context;
  const struct timespec tick = {0, 30000000};
  while (!r->stop) {
    if (!drain(r))
      nanosleep(&tick, NULL);
  }
  while (drain(r))
    ;
  return NULL;
}

static void destroy(rosin_recorder *r) {
  rosin_queue_close(&r->sound);
  rosin_queue_close(&r->events);
  free(r->temporary);
  free(r);
}

static int open_journal(rosin_recorder *r, rosin_error *error) {
  const rosin_record_setup *s = &r->setup;
  errno = ENOMEM;
  if (!(r->temporary = rosin_temporary_name(s->gesture)) ||
      !(r->journal = fopen(r->temporary, "w")))
    return rosin_fail(error, "%s: cannot be written: %s", s->gesture, strerror(errno));
  rosin_gesture_file_begin(r->journal, s->rate, s->rest, s->sets, s->set);
  return 0;
}

static int open_all(rosin_recorder *r, rosin_error *error) {
  const rosin_record_setup *s = &r->setup;
  rosin_fail(error, "out of memory");
  if (rosin_queue_open(&r->sound, sizeof(float),
                       s->sound ? (size_t)(SECONDS * s->rate) * (size_t)s->channels : 1) ||
      rosin_queue_open(&r->events, sizeof(noted), s->gesture ? EVENTS : 1))
    return -1;
  if (s->sound &&
      !(r->file = rosin_sound_file_create(s->sound, s->rate, s->channels, s->format, error)))
    return -1;
  if (s->gesture && open_journal(r, error))
    return -1;
  if (pthread_create(&r->writer, NULL, write_on, r))
    return rosin_fail(error, "no thread for recording");
  return 0;
}

rosin_recorder *rosin_recorder_open(const rosin_record_setup *setup, rosin_error *error) {
  rosin_recorder *r = calloc(1, sizeof *r);
  if (!r) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  r->setup = *setup;
  if (open_all(r, error) == 0)
    return r;
  rosin_sound_file_discard(r->file);
  if (r->journal) {
    fclose(r->journal);
    rosin_temporary_drop(r->temporary, setup->gesture);
  }
  destroy(r);
  return NULL;
}

static void close_journal(rosin_recorder *r, long long frames) {
  rosin_error error;
  rosin_gesture_file_end(r->journal, frames);
  const int bad = ferror(r->journal);
  errno = 0;
  if (fclose(r->journal) || bad || rosin_temporary_keep(r->temporary, r->setup.gesture)) {
    rosin_fail(&error, "%s: cannot be written: %s", r->setup.gesture,
               errno ? strerror(errno) : "the disk took less than was given");
    fail(r, error.text);
    rosin_temporary_drop(r->temporary, r->setup.gesture);
  }
}

int rosin_recorder_close(rosin_recorder *r, long long frames) {
  rosin_error error;
  if (!r)
    return 0;
  r->stop = 1;
  pthread_join(r->writer, NULL);
  if (r->file && rosin_sound_file_close(r->file, &error))
    fail(r, error.text);
  if (r->journal)
    close_journal(r, frames);
  if (r->lost_frames)
    rosin_say("%s: %lld frames were lost: the disk was too slow", r->setup.sound, r->lost_frames);
  if (r->lost_events)
    rosin_say("%s: %lld events were lost: the disk was too slow", r->setup.gesture, r->lost_events);
  const int bad = r->failed || r->lost_frames || r->lost_events;
  destroy(r);
  return bad ? -1 : 0;
}
