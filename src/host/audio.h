/* SPDX-License-Identifier: BSD-3-Clause */
/** Sound out of a device. One back end: PortAudio (audio_portaudio.c). */
#ifndef ROSIN_AUDIO_H
#define ROSIN_AUDIO_H

#include "rosin.h"

typedef struct rosin_audio rosin_audio;

/** Fill `frames` frames, channels interleaved; called from the audio thread. */
typedef void (*rosin_audio_fill)(void *context, int frames, float *out);

/** What the callback did so far. */
typedef struct {
  double load_mean, load_worst; /* share of the period */
  long long dropouts;           /* underflows the device reported */
  long long calls;
} rosin_audio_report;

typedef struct {
  char name[128], host[64];
  int channels;
  double rate;
  int is_default;
} rosin_audio_device;

/** Call `each` for every output device; how many there are. */
int rosin_audio_devices(void (*each)(int index, const rosin_audio_device *device));
/** Open device `index` (-1: the default). `rate` 0: the device's own; on return
 *  what it is. `channels` 1 becomes 2 where the device has two, for both ears.
 *  `frames` 0: the device's choice. */
rosin_audio *rosin_audio_open(int index, double *rate, int *channels, int frames,
                              rosin_audio_fill fill, void *context, rosin_error *error);
int rosin_audio_start(rosin_audio *audio, rosin_error *error);
/** 1 while it plays. */
int rosin_audio_active(const rosin_audio *audio);
double rosin_audio_latency(const rosin_audio *audio); /* s */
rosin_audio_report rosin_audio_reported(const rosin_audio *audio);
/** Lets what was filled sound to its end. */
void rosin_audio_close(rosin_audio *audio);

#endif
