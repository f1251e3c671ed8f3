/* SPDX-License-Identifier: BSD-3-Clause */
/** Sound out of a device. One back end: PortAudio (audio_portaudio.c). */
#ifndef ROSIN_AUDIO_H
#define ROSIN_AUDIO_H

#include "live/display/timing.h"
#include "rosin.h"

typedef struct rosin_audio rosin_audio;

/** Fill `frames` frames, channels interleaved; called from the audio thread. `now` is
 *  when the call began, on rosin_now's clock. */
typedef void (*rosin_audio_fill)(void *context, double now, int frames, float *out);

/** What the callback did so far, as shares of the period. */
typedef struct {
  rosin_timing wall;      /* from its begin to its end, whoever ran in between */
  rosin_timing processor; /* of its own, if that was asked for */
  atomic_llong xruns;     /* reported by the device or server */
} rosin_audio_report;

typedef struct {
  char name[128], host[64];
  int channels;
  double rate;
  int is_default;
} rosin_audio_device;

/** Call `each` for every output device; how many there are. */
int rosin_audio_devices(void (*each)(int index, const rosin_audio_device *device));
/** Open device `name`: its number, or a part of its name or of its host's ("jack");
 *  NULL: the default. `rate` 0: the device's own; on return what it is. `channels` 1
 *  becomes 2 where the device has two, for both ears. `frames` 0: the device's choice.
 *  `measure`: ask for processor time too, at two system calls a period. */
rosin_audio *rosin_audio_open(const char *name, double *rate, int *channels, int frames,
                              int measure, rosin_audio_fill fill, void *context,
                              rosin_error *error);
int rosin_audio_start(rosin_audio *audio, rosin_error *error);
/** 1 while it plays. */
int rosin_audio_active(const rosin_audio *audio);
double rosin_audio_latency(const rosin_audio *audio); /* s */
/** Valid until it is closed; grows meanwhile. */
const rosin_audio_report *rosin_audio_reported(const rosin_audio *audio);
/** Lets what was filled sound to its end; the callback is not called any more. */
void rosin_audio_stop(rosin_audio *audio);
void rosin_audio_close(rosin_audio *audio);
/** Instead, when the device is gone: its library would wait for it for minutes. The
 *  callback does nothing any more; nothing is freed. */
void rosin_audio_abandon(rosin_audio *audio);

#endif
