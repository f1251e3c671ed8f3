/* SPDX-License-Identifier: BSD-3-Clause */
/* The only user of PortAudio. What ALSA and JACK print while they are probed is
 * kept off the terminal. */
#include "host/play/audio.h"
#include "error.h"
#include "format.h"
#include "letters.h"
#include "live/devices/hush.h"

#include <portaudio.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct rosin_audio {
  PaStream *stream;
  rosin_audio_fill fill;
  void *context;
  double rate;
  int measure;
  atomic_int abandoned;
  rosin_audio_report report;
};

static int quiet_initialize(void) {
  const int kept = rosin_hush();
  const PaError status = Pa_Initialize();
  rosin_hush_end(kept);
  return status;
}

static rosin_audio_device describe(int index, const PaDeviceInfo *info) {
  rosin_audio_device d = {.channels = info->maxOutputChannels,
                          .rate = info->defaultSampleRate,
                          .is_default = index == Pa_GetDefaultOutputDevice()};
  snprintf(d.name, sizeof d.name, "%s", info->name);
  snprintf(d.host, sizeof d.host, "%s", Pa_GetHostApiInfo(info->hostApi)->name);
  return d;
}

int rosin_audio_devices(void (*each)(int index, const rosin_audio_device *device)) {
  int found = 0;
  if (quiet_initialize() != paNoError)
    return 0;
  for (int i = 0; i < Pa_GetDeviceCount(); i++) {
    const PaDeviceInfo *info = Pa_GetDeviceInfo(i);
    if (!info || info->maxOutputChannels < 1)
      continue;
    const rosin_audio_device d = describe(i, info);
    each(i, &d);
    found++;
  }
  Pa_Terminate();
  return found;
}

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int callback(const void *in, void *out, unsigned long frames,
                    const PaStreamCallbackTimeInfo *time, PaStreamCallbackFlags flags,
                    void *context) {
  rosin_audio *a = context;
  const double start = seconds(CLOCK_MONOTONIC), period = (double)frames / a->rate;
  const double used = a->measure ? seconds(CLOCK_THREAD_CPUTIME_ID) : 0;
  (void)in;
  (void)time;
  if (a->abandoned)
    return paAbort;
  a->fill(a->context, start, (int)frames, out);
  if (a->measure)
    rosin_timing_add(&a->report.processor, (seconds(CLOCK_THREAD_CPUTIME_ID) - used) / period);
  rosin_timing_add(&a->report.wall, (seconds(CLOCK_MONOTONIC) - start) / period);
  if (flags & paOutputUnderflow)
    a->report.xruns++;
  return paContinue;
}

static rosin_audio *give_up(rosin_audio *a, const char *what, rosin_error *error) {
  rosin_fail(error, "%s", what);
  Pa_Terminate();
  free(a);
  return NULL;
}

static int find_device(const char *name) {
  char *end;
  const long number = name ? strtol(name, &end, 10) : 0;
  if (!name)
    return Pa_GetDefaultOutputDevice();
  if (*name && !*end)
    return number >= 0 && number < Pa_GetDeviceCount() ? (int)number : -1;
  for (int i = 0; i < Pa_GetDeviceCount(); i++) {
    const PaDeviceInfo *info = Pa_GetDeviceInfo(i);
    if (info && info->maxOutputChannels > 0 &&
        (rosin_contains(info->name, name) ||
         rosin_contains(Pa_GetHostApiInfo(info->hostApi)->name, name)))
      return i;
  }
  return -1;
}

rosin_audio *rosin_audio_open(const char *name, double *rate, int *channels, int frames,
                              int measure, rosin_audio_fill fill, void *context,
                              rosin_error *error) {
  rosin_audio *a = calloc(1, sizeof *a);
  char what[256];
  const int status = quiet_initialize();
  if (!a || status != paNoError) {
    free(a);
    rosin_fail(error, "no audio: %s", Pa_GetErrorText(status));
    return NULL;
  }
  const int device = find_device(name);
  const PaDeviceInfo *info = device >= 0 ? Pa_GetDeviceInfo(device) : NULL;
  if (!info) {
    if (name)
      snprintf(what, sizeof what,
               "--device %.100s: there is none of this number or name; see `rosin devices`", name);
    return give_up(a, name ? what : "no audio device; see `rosin devices`", error);
  }
  if (info->maxOutputChannels < *channels) {
    snprintf(what, sizeof what, "%s: has %d output channels, the scene needs %d", info->name,
             info->maxOutputChannels, *channels);
    return give_up(a, what, error);
  }
  if (*channels == 1 && info->maxOutputChannels > 1)
    *channels = 2;
  if (*rate <= 0)
    *rate = info->defaultSampleRate;
  const PaStreamParameters parameters = {.device = device,
                                         .channelCount = *channels,
                                         .sampleFormat = paFloat32,
                                         .suggestedLatency = info->defaultLowOutputLatency};
  a->fill = fill;
  a->context = context;
  a->rate = *rate;
  a->measure = measure;
  const PaError opened = Pa_OpenStream(
      &a->stream, NULL, &parameters, *rate,
      frames > 0 ? (unsigned long)frames : paFramesPerBufferUnspecified, paNoFlag, callback, a);
  if (opened == paNoError)
    return a;
  rosin_format(what, sizeof what, "%s at %g Hz: %s", info->name, *rate, Pa_GetErrorText(opened));
  return give_up(a, what, error);
}

int rosin_audio_start(rosin_audio *a, rosin_error *error) {
  const PaError status = Pa_StartStream(a->stream);
  if (status != paNoError && error)
    snprintf(error->text, sizeof error->text, "audio cannot start: %s", Pa_GetErrorText(status));
  return status == paNoError ? 0 : -1;
}

int rosin_audio_active(const rosin_audio *a) {
  return Pa_IsStreamActive(a->stream) == 1;
}

double rosin_audio_latency(const rosin_audio *a) {
  const PaStreamInfo *info = Pa_GetStreamInfo(a->stream);
  return info ? info->outputLatency : 0;
}

const rosin_audio_report *rosin_audio_reported(const rosin_audio *a) {
  return &a->report;
}

void rosin_audio_stop(rosin_audio *a) {
  if (Pa_IsStreamActive(a->stream) == 1)
    Pa_StopStream(a->stream);
}

void rosin_audio_close(rosin_audio *a) {
  if (!a)
    return;
  rosin_audio_stop(a);
  Pa_CloseStream(a->stream);
  Pa_Terminate();
  free(a);
}

void rosin_audio_abandon(rosin_audio *a) {
  const struct timespec moment = {0, 50000000};
  a->abandoned = 1;
  nanosleep(&moment, NULL); /* a callback that runs now ends */
}
