/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/record/replay.h"
#include "error.h"
#include "live/record/gesture_table.h"

#include <stdlib.h>

struct rosin_replay {
  rosin_gesture_file file;
  rosin_live *live;
  int next; /* event */
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
  rosin_live_free(r->live);
  rosin_gesture_file_free(&r->file);
  free(r);
}

const rosin_gesture_file *rosin_replay_file(const rosin_replay *r) {
  return &r->file;
}

double rosin_replay_duration(const rosin_replay *r) {
  const rosin_gesture_file *f = &r->file;
  const long long last = f->events ? f->frame[f->events - 1] : 0;
  return (double)(f->frames >= 0 ? f->frames : last + ROSIN_LIVE_GRID) / f->rate;
}

int rosin_replay_begin(rosin_replay *r, rosin_scene *scene, int settings,
                       const char *const *setting, rosin_error *error) {
  r->live = rosin_live_new(scene, r->file.rate, r->file.rest, error);
  return r->live && rosin_gesture_file_bind(&r->file, rosin_live_targets(r->live), error) == 0 &&
                 rosin_live_set_player(r->live, settings, setting, error) == 0
             ? 0
             : -1;
}

void rosin_replay_run(rosin_replay *r, int frames, float *out) {
  const rosin_gesture_file *f = &r->file;
  rosin_live_no_denormals(); /* as where it was played */
  const int channels = rosin_live_channels(r->live);
  for (int at = 0; at < frames;) { /* no more at once than has room to wait */
    const int now = frames - at < ROSIN_LIVE_GRID ? frames - at : ROSIN_LIVE_GRID;
    const long long end = rosin_live_frame(r->live) + now;
    for (; r->next < f->events && f->frame[r->next] < end; r->next++)
      rosin_live_post(r->live, f->frame[r->next], &f->event[r->next]);
    rosin_live_run(r->live, now, out + (size_t)at * (size_t)channels);
    at += now;
  }
}
