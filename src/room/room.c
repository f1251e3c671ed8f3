/* SPDX-License-Identifier: BSD-3-Clause */
#include "room/room.h"
#include "error.h"
#include "pi.h"
#include "room/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 64 };

static const rosin_room_kind table[] = {
    {"small", "a furnished room of 32 m^3, half a metre away: 0.4 s", 4.2, 3.1, 2.5, 0.4, 0.7, 0.5},
    {"hall", "a hall of 4800 m^3, three metres away: 1.9 s", 24, 18, 11, 1.9, 0.45, 3},
    {NULL, NULL, 0, 0, 0, 0, 0, 0},
};

struct rosin_room {
  int channels;
  double tail;  /* s, of the box; or frames of the response */
  double level; /* of the box: what sounds in it is as loud as before, on average */
  rosin_room_images *images;
  rosin_room_late *late;
  rosin_room_convolver *convolver[CHANNELS]; /* or all NULL */
};

const rosin_room_kind *rosin_room_kinds(void) {
  return table;
}

const rosin_room_kind *rosin_room_find(const char *name) {
  for (const rosin_room_kind *k = table; k->name; k++)
    if (name && strcmp(name, k->name) == 0)
      return k;
  return NULL;
}

static rosin_room *fail(rosin_room *room, rosin_error *error) {
  rosin_room_free(room);
  rosin_fail(error, "out of memory for the room");
  return NULL;
}

static int known_channels(int channels, rosin_error *error) {
  if (channels >= 1 && channels <= CHANNELS)
    return 1;
  rosin_fail(error, "a room is for 1 to %d channels, not %d", CHANNELS, channels);
  return 0;
}

/* A diffuse field has 16 pi r^2 / A of the direct sound's energy; the first reflections are part
 * of it. */
rosin_room *rosin_room_new(const rosin_room_kind *kind, int rate, int channels,
                           rosin_error *error) {
  if (!known_channels(channels, error))
    return NULL;
  rosin_room *room = calloc(1, sizeof *room);
  if (!room)
    return fail(room, error);
  room->channels = channels;
  room->tail = kind->decay;
  const double field = 16 * pi * kind->distance * kind->distance / rosin_room_absorption(kind);
  if (!(room->images = rosin_room_images_new(kind, rate, channels)))
    return fail(room, error);
  room->level = 1 / sqrt(1 + field);
  const double late = fmax(field - rosin_room_images_energy(room->images), 0.1 * field);
  if (!(room->late = rosin_room_late_new(kind, rate, channels, late)))
    return fail(room, error);
  return room;
}

/* The gain that makes the squares of a channel of a response add up to 1; 0 if none does. */
static double normal(const float *response, long long frames, int stride) {
  double sum = 0;
  for (long long i = 0; i < frames; i++)
    sum += (double)response[i * stride] * (double)response[i * stride];
  return sum > 0 && isfinite(sum) ? 1 / sqrt(sum) : 0;
}

rosin_room *rosin_room_response(const float *response, long long frames, int of, int channels,
                                rosin_error *error) {
  if (!known_channels(channels, error))
    return NULL;
  if (frames < 1 || of < 1) {
    rosin_fail(error, "the response is empty");
    return NULL;
  }
  rosin_room *room = calloc(1, sizeof *room);
  if (!room)
    return fail(room, error);
  room->channels = channels;
  room->tail = (double)frames;
  for (int c = 0; c < channels; c++) {
    const int from = c < of ? c : of - 1;
    const double gain = normal(response + from, frames, of);
    if (gain == 0) {
      rosin_room_free(room);
      rosin_fail(error, of > 1 ? "channel %d of the response is silent" : "the response is silent",
                 from + 1);
      return NULL;
    }
    if (!(room->convolver[c] = rosin_room_convolver_new(response + from, frames, of, gain)))
      return fail(room, error);
  }
  return room;
}

double rosin_room_tail(const rosin_room *room, int rate) {
  return room->convolver[0] ? room->tail / rate : room->tail;
}

static void reflect(rosin_room *room, float *frame) {
  double in[CHANNELS], out[CHANNELS];
  for (int c = 0; c < room->channels; c++)
    in[c] = out[c] = (double)frame[c];
  rosin_room_images_add(room->images, in, out);
  rosin_room_late_add(room->late, in, out);
  for (int c = 0; c < room->channels; c++)
    frame[c] = (float)(room->level * out[c]);
}

static void convolve(rosin_room *room, float *frame) {
  for (int c = 0; c < room->channels; c++)
    frame[c] = rosin_room_convolver_next(room->convolver[c], frame[c]);
}

void rosin_room_process(rosin_room *room, float *frames, int count) {
  for (int i = 0; i < count; i++)
    if (room->convolver[0])
      convolve(room, frames + (ptrdiff_t)i * room->channels);
    else
      reflect(room, frames + (ptrdiff_t)i * room->channels);
}

void rosin_room_free(rosin_room *room) {
  if (!room)
    return;
  rosin_room_images_free(room->images);
  rosin_room_late_free(room->late);
  for (int c = 0; c < room->channels; c++)
    rosin_room_convolver_free(room->convolver[c]);
  free(room);
}
