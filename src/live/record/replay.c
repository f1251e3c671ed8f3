/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/record/replay.h"
#include "error.h"
#include "live/record/gesture_table.h"

#include <stdlib.h>

struct rosin_replay {
  rosin_gesture_file file;
  rosin_core *core; /* that plays it; not ours */
  int next;         /* event */
};

rosin_replay *rosin_replay_read(const char *path, rosin_error *error) {
  rosin_replay *r = calloc(1, sizeof *r);
  if (!r) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  if (rosin_gesture_read(&r->file, path, error) == 0)
    return r;
  free(r);
  return NULL;
}

void rosin_replay_free(rosin_replay *r) {
  if (!r)
    return;
  rosin_gesture_file_free(&r->file);
  free(r);
}

const rosin_gesture_file *rosin_replay_file(const rosin_replay *r) {
  return &r->file;
}

double rosin_replay_duration(const rosin_replay *r) {
  const rosin_gesture_file *f = &r->file;
  const long long last = f->events ? f->frame[f->events - 1] : 0;
  return (double)(f->frames >= 0 ? f->frames : last + ROSIN_SEQUENCER_GRID) / f->rate;
}

int rosin_replay_begin(rosin_replay *r, rosin_core *core, rosin_error *error) {
  r->core = core;
  return rosin_gesture_file_bind(&r->file, rosin_core_targets(core), error);
}

void rosin_replay_run(rosin_replay *r, int frames, float *out) {
  const rosin_gesture_file *f = &r->file;
  const int channels = rosin_core_channels(r->core);
  for (int at = 0; at < frames;) { /* no more at once than has room to wait */
    const int now = frames - at < ROSIN_SEQUENCER_GRID ? frames - at : ROSIN_SEQUENCER_GRID;
    const long long from = rosin_core_frame(r->core);
    for (; r->next < f->events && f->frame[r->next] < from + now; r->next++)
      rosin_core_post(r->core, (int)(f->frame[r->next] - from), &f->event[r->next]);
    rosin_core_process_frames(r->core, out + (size_t)at * (size_t)channels, now);
    at += now;
  }
}
