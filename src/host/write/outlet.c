/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/write/outlet.h"
#include "error.h"
#include "features/features.h"
#include "host/write/place.h"
#include "sound/sound_notes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOMENTS = 512 };

struct rosin_outlet {
  const rosin_scene *scene;
  rosin_outlet_wish wish;
  rosin_room *room;
  rosin_seam *seam;   /* of a loop of all that it does */
  rosin_parts *parts; /* of one of three */
  rosin_meter *meter; /* of a loop, for its pitch */
  long long heard;    /* frames that go into the room: then it only rings on */
  long long lead, length, total, done;
  int again; /* the scene has begun again: what was heard before is not heard twice */
};

/* A frame of a loop, on its way out of the seam. */
static int to_metered(void *outlet, const float *frames, int count, rosin_error *error) {
  rosin_outlet *o = outlet;
  if (rosin_meter_add(o->meter, frames, count))
    return rosin_fail(error, "out of memory");
  return o->wish.sink(o->wish.to, frames, count, error);
}

/* Gestures come round in equal turns, of about the scene's own length, once before it begins: so
 * that it begins in what rings as it ends. */
static int begin_loop(rosin_outlet *o, rosin_scene *scene, rosin_error *error) {
  const int rate = o->wish.rate, channels = o->wish.channels;
  const double seconds = rosin_scene_duration(scene);
  const double turns = fmax(1, round(seconds / rosin_scene_model(scene)->duration));
  rosin_scene_loop(scene, seconds / turns);
  o->lead = llround(seconds / turns * rate);
  o->total = o->lead + o->length + rosin_seam_frames(o->length, rate);
  return (o->meter = rosin_meter_new(rate, channels, error)) &&
                 (o->seam =
                      rosin_seam_new(o->lead, o->length, rate, channels, to_metered, o, error))
             ? 0
             : -1;
}

/* Start, loop and end have their room's ringing each where it belongs. */
static int begin_parts(rosin_outlet *o, rosin_scene *scene, rosin_error *error) {
  const int rate = o->wish.rate, channels = o->wish.channels;
  const double rings = o->room ? rosin_room_tail(o->room, rate) : 0;
  if (rosin_scene_model(scene)->layers)
    return rosin_fail(error, ROSIN_PARTS_LAYERS);
  if (!(o->parts = rosin_parts_new(scene, rosin_scene_duration(scene), rings, channels, error)))
    return -1;
  o->total = o->heard = rosin_parts_total(o->parts);
  return o->wish.part != ROSIN_PART_HELD || (o->meter = rosin_meter_new(rate, channels, error))
             ? 0
             : -1;
}

rosin_outlet *rosin_outlet_new(rosin_scene *scene, const rosin_outlet_wish *wish,
                               rosin_error *error) {
  rosin_outlet *o = calloc(1, sizeof *o);
  if (!o) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  o->scene = scene;
  o->wish = *wish;
  int status = rosin_place_new(wish->place, wish->rate, wish->channels, &o->room, error);
  o->heard = llround(rosin_scene_duration(scene) * wish->rate);
  if (status == 0 && o->room && wish->whole && wish->part == ROSIN_PART_WHOLE) /* it rings on */
    rosin_scene_set_duration(scene,
                             rosin_scene_duration(scene) + rosin_room_tail(o->room, wish->rate));
  o->length = o->total = llround(rosin_scene_duration(scene) * wish->rate);
  if (status == 0 && wish->part == ROSIN_PART_ROUND)
    status = begin_loop(o, scene, error);
  if (status == 0 && rosin_part_of_three(wish->part))
    status = begin_parts(o, scene, error);
  if (status == 0)
    return o;
  rosin_outlet_free(o);
  return NULL;
}

void rosin_outlet_free(rosin_outlet *o) {
  if (!o)
    return;
  rosin_room_free(o->room);
  rosin_seam_free(o->seam);
  rosin_parts_free(o->parts);
  rosin_meter_free(o->meter);
  free(o);
}

long long rosin_outlet_total(const rosin_outlet *o) {
  return o->total;
}

long long rosin_outlet_length(const rosin_outlet *o) {
  return o->length;
}

/* The room is as it was before the first frame. */
static int renew_room(rosin_outlet *o, rosin_error *error) {
  rosin_room_free(o->room);
  o->room = NULL;
  o->again = 1;
  return rosin_place_new(o->wish.place, o->wish.rate, o->wish.channels, &o->room, error);
}

int rosin_outlet_ahead(rosin_outlet *o, int most, rosin_error *error) {
  int again = 0;
  const long long left = o->total - o->done;
  const int ahead = o->parts      ? rosin_parts_ahead(o->parts, most, &again)
                    : left < most ? (int)left
                                  : most;
  return again && renew_room(o, error) ? -1 : ahead;
}

/* Into the room: only what is part of the sound counts, wherever blocks begin. */
static int surround(const rosin_outlet *o, float *frames, int count, rosin_error *error) {
  const long long at = o->done - o->lead, left = o->heard - at;
  const long long from = at < 0 ? -at : 0, to = left < count ? left : count;
  if (o->wish.level && !o->again && from < to &&
      rosin_level_before(o->wish.level, frames + from * o->wish.channels, (int)(to - from), error))
    return -1;
  rosin_room_process(o->room, frames, count);
  return 0;
}

int rosin_outlet_write(void *outlet, float *frames, int count, rosin_error *error) {
  rosin_outlet *o = outlet;
  if (o->room && surround(o, frames, count, error))
    return -1;
  o->done += count;
  if (o->parts) {
    rosin_parts_take(o->parts, frames, count);
    return 0;
  }
  return o->seam ? rosin_seam_write(o->seam, frames, count, error)
                 : o->wish.sink(o->wish.to, frames, count, error);
}

int rosin_outlet_finish(rosin_outlet *o, rosin_error *error) {
  enum { BLOCK = 1000 };
  if (!o->parts)
    return 0;
  if (rosin_parts_join(o->parts, error))
    return -1;
  for (rosin_part part = ROSIN_PART_START; part < ROSIN_PARTS; part++) {
    long long count;
    const float *frames = rosin_parts_frames(o->parts, part, &count);
    const int own = part == o->wish.part;
    o->length = own ? count : o->length;
    for (long long at = 0; at < count && (own || o->wish.level); at += BLOCK) {
      const float *next = frames + (size_t)at * (size_t)o->wish.channels;
      const int n = count - at < BLOCK ? (int)(count - at) : BLOCK;
      if (own && o->meter ? to_metered(o, next, n, error)
          : own           ? o->wish.sink(o->wish.to, next, n, error)
                          : rosin_level_beside(o->wish.level, next, n, error))
        return -1;
    }
  }
  return 0;
}

/* Where in the file a frame of the scene is, or -1. What a loop fades in under its end is there
 * where that was kept from its beginning. */
static long long place_of(const rosin_outlet *o, long long frame) {
  const long long at = frame - o->lead;
  if (at < 0 || at >= o->length)
    return -1;
  const long long seam = o->seam ? rosin_seam_frames(o->length, o->wish.rate) : 0;
  return at >= seam ? at - seam : at + o->length - seam;
}

static int in_order(const void *a, const void *b) {
  const rosin_sound_cue *x = a, *y = b;
  return x->frame < y->frame ? -1 : x->frame > y->frame ? 1 : strcmp(x->label, y->label);
}

static int put_marks(const rosin_outlet *o, const rosin_sound_loop *loop,
                     rosin_scene_moment *moment, rosin_sound_cue *cue, rosin_sound_file *file,
                     rosin_error *error) {
  const double end = (double)(o->lead + o->length) / o->wish.rate;
  const int count = o->parts ? 0 : rosin_scene_moments(o->scene, end, moment, MOMENTS);
  int cues = 0;
  for (int i = 0; i < count; i++) {
    cue[cues] =
        (rosin_sound_cue){moment[i].name, place_of(o, llround(moment[i].time * o->wish.rate))};
    cues += cue[cues].frame >= 0;
  }
  qsort(cue, (size_t)cues, sizeof *cue, in_order);
  return rosin_sound_notes_mark(file, cue, cues, loop, error);
}

int rosin_outlet_end(rosin_outlet *o, rosin_sound_file *file, rosin_error *error) {
  rosin_features features = {.pitch = (double)NAN};
  rosin_loudness loudness;
  if (o->wish.plain)
    return 0;
  if (o->meter && rosin_meter_end(o->meter, &features, &loudness))
    return rosin_fail(error, "out of memory");
  const rosin_sound_loop loop = {o->length, o->wish.rate, features.pitch};
  rosin_scene_moment *moment = calloc(MOMENTS, sizeof *moment);
  rosin_sound_cue *cue = calloc(MOMENTS, sizeof *cue);
  const int status = moment && cue ? put_marks(o, rosin_part_loops(o->wish.part) ? &loop : NULL,
                                               moment, cue, file, error)
                                   : rosin_fail(error, "out of memory");
  free(moment);
  free(cue);
  return status;
}
