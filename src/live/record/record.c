/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/record/record.h"
#include "error.h"
#include "live/clock.h"
#include "live/record/gesture_file.h"
#include "live/say.h"
#include "sound/temporary.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS = 8, EVENTS = 1 << 15, CHUNK = 4096 };

static const double behind = 0.5; /* s, what is on the disk, at most */

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
  double updated; /* when headers were last brought up to date, s */
  long long told; /* frame of the last event in the journal */
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

/* The sound stops here, with `why`: what there is gets its name. */
static void end_sound(rosin_recorder *r, const char *why) {
  const long long frames = rosin_sound_file_frames(r->file);
  rosin_error error;
  rosin_sound_file_rescue(r->file, &error);
  r->file = NULL;
  r->failed = 1;
  if (frames)
    rosin_say("%s; its first %.1f s are kept", why, (double)frames / r->setup.rate);
  else
    rosin_say("%s; nothing could be kept", why);
}

/* The journal stops here, cut off; it is replayed to its last whole line. */
static void end_journal(rosin_recorder *r) {
  const int why = errno;
  fclose(r->journal);
  r->journal = NULL;
  r->failed = 1;
  if (rosin_temporary_keep(r->temporary, r->setup.gesture))
    rosin_say("%.300s: cannot be given its name: %s; it is called %.300s", r->setup.gesture,
              strerror(errno), r->temporary ? r->temporary : r->setup.gesture);
  else
    rosin_say("%.300s: cannot be written: %s; it is kept up to some time before %.1f s",
              r->setup.gesture, why ? strerror(why) : "the disk took less than was given",
              (double)r->told / r->setup.rate);
}

/* What there is can be read from now on, whatever ends this program. */
static void update(rosin_recorder *r) {
  if (rosin_now() - r->updated < behind)
    return;
  r->updated = rosin_now();
  if (r->file)
    rosin_sound_file_update(r->file);
  errno = 0;
  if (r->journal && (fflush(r->journal) || ferror(r->journal)))
    end_journal(r);
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
    if (r->file && rosin_sound_file_write(r->file, r->chunk, (int)(got / channels), &error))
      end_sound(r, error.text);
  }
  while (r->setup.gesture && rosin_queue_take(&r->events, &n, 1)) {
    some = 1;
    r->told = n.frame;
    if (r->journal)
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
    update(r);
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
  if (!(r->journal = rosin_temporary_stream(s->gesture, &r->temporary)))
    return rosin_fail(error, "%.400s: cannot be written: %s", s->gesture, strerror(errno));
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
    rosin_temporary_drop(r->temporary);
  }
  destroy(r);
  return NULL;
}

static void close_journal(rosin_recorder *r, long long frames) {
  rosin_gesture_file_end(r->journal, frames);
  errno = 0;
  if (fflush(r->journal) || ferror(r->journal)) {
    end_journal(r);
    return;
  }
  if (fclose(r->journal) == 0 && rosin_temporary_keep(r->temporary, r->setup.gesture) == 0)
    return;
  r->failed = 1;
  rosin_say("%.300s: cannot be written: %s; it is called %.300s", r->setup.gesture, strerror(errno),
            r->temporary ? r->temporary : r->setup.gesture);
}

int rosin_recorder_close(rosin_recorder *r, long long frames) {
  rosin_error error;
  if (!r)
    return 0;
  r->stop = 1;
  pthread_join(r->writer, NULL);
  const long long kept = r->file ? rosin_sound_file_frames(r->file) : 0;
  if (r->file && rosin_sound_file_rescue(r->file, &error)) {
    rosin_say("%s; %lld frames are kept as far as they were written", error.text, kept);
    r->failed = 1;
  }
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
