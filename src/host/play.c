/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin play, rosin devices: a scene with its own gestures out of the sound card. */
#include "host/audio.h"
#include "host/commands.h"
#include "host/load.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST = 8192, FADE = 1024 };

static volatile sig_atomic_t stop;

static void on_signal(int number) {
  (void)number;
  stop = 1;
}

/* Everything the audio thread touches. */
typedef struct {
  rosin_scene *scene;
  int channels, wide; /* of the scene, of the device */
  long long left;     /* frames */
  int fade;           /* frames left of a fade-out; FADE: none */
  float mono[LARGEST];
  _Atomic float peak;
  atomic_int stopping, done;
} player;

/* The scene's next frames; one channel goes to both ears. */
static void produce(player *p, int frames, float *out) {
  if (p->wide == p->channels) {
    rosin_scene_process(p->scene, frames, out);
    return;
  }
  rosin_scene_process(p->scene, frames, p->mono);
  for (int i = 0; i < frames; i++)
    out[2 * i] = out[2 * i + 1] = p->mono[i];
}

/* Level meter, a hand's fade-out, and full scale, beyond which it is clipped. */
static void finish(player *p, int frames, float *out) {
  float peak = 0;
  for (int i = 0; i < frames; i++) {
    const float gain = (float)p->fade / FADE;
    p->fade -= p->stopping && p->fade > 0;
    for (float *x = out + i * p->wide; x < out + (i + 1) * p->wide; x++) {
      peak = fabsf(*x) > peak ? fabsf(*x) : peak;
      *x = gain * (*x > 1 ? 1 : *x < -1 ? -1 : *x);
    }
  }
  if (peak > p->peak)
    p->peak = peak;
}

/* Audio thread: no allocation, lock or print. */
static void fill(void *context, int frames, float *out) {
  player *p = context;
  const int playing = p->left < frames ? (int)p->left : frames;
  for (int at = 0; at < playing; at += LARGEST)
    produce(p, playing - at < LARGEST ? playing - at : LARGEST, out + (size_t)at * (size_t)p->wide);
  finish(p, playing, out);
  memset(out + playing * p->wide, 0, (size_t)((frames - playing) * p->wide) * sizeof *out);
  p->left -= playing;
  if (p->left == 0 || p->fade == 0)
    p->done = 1;
}

static void pause_briefly(void) {
  const struct timespec tenth = {0, 100000000};
  nanosleep(&tenth, NULL);
}

static void meter(player *p, const rosin_audio *audio) {
  const float peak = atomic_exchange(&p->peak, 0.0f);
  const rosin_audio_report r = rosin_audio_reported(audio);
  const int bars = (int)fmax(0, fmin(30, 30 + 20 * log10(peak + 1e-9) / 2));
  fprintf(stderr, "\r[%-30.*s] %6.1f dBFS  load %4.1f%%  dropouts %lld \033[K", bars,
          "##############################", 20 * log10(peak + 1e-9), 100 * r.load_mean, r.dropouts);
}

static int listen(player *p, rosin_audio *audio) {
  const int terminal = isatty(STDERR_FILENO);
  rosin_error error;
  int lost = 0;
  if (rosin_audio_start(audio, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  for (int patience = 10; patience && !p->done && !lost; patience -= stop) {
    pause_briefly();
    p->stopping = stop;
    lost = !rosin_audio_active(audio);
    if (terminal)
      meter(p, audio);
  }
  const rosin_audio_report r = rosin_audio_reported(audio);
  if (terminal)
    fputs("\r\033[K", stderr);
  printf("played: %lld calls, load %.1f%% mean, %.1f%% worst, %lld dropouts\n", r.calls,
         100 * r.load_mean, 100 * r.load_worst, r.dropouts);
  return lost ? rosin_complain(ROSIN_FAILURE, "the audio device went away") : ROSIN_DONE;
}

static int start(rosin_scene *scene, int device, double rate, int frames) {
  const int channels = rosin_scene_channels(scene);
  player p = {.scene = scene, .channels = channels, .wide = channels, .fade = FADE};
  rosin_error error;
  rosin_audio *audio = rosin_audio_open(device, &rate, &p.wide, frames, fill, &p, &error);
  if (!audio)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  int status;
  if (rosin_scene_prepare(scene, (int)rate, LARGEST, &error)) {
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  } else {
    p.left = llround(rosin_scene_duration(scene) * (int)rate);
    fprintf(stderr, "%g Hz, latency %.1f ms; Ctrl-C stops\n", rate,
            1000 * rosin_audio_latency(audio));
    status = listen(&p, audio);
  }
  rosin_audio_close(audio);
  return status;
}

static int play(int count, char **words) {
  const char *device_text = NULL, *rate_text = NULL, *frames_text = NULL, *duration_text = NULL;
  rosin_list rest, set = {0};
  const rosin_option table[] = {
      {"device", 0, "N", "number of the device, see `rosin devices` (the default one)",
       &device_text, NULL},
      {"rate", 'r', "HZ", "sample rate (the device's)", &rate_text, NULL},
      {"frames", 0, "N", "frames a buffer (the device's choice)", &frames_text, NULL},
      {"duration", 'd', "SECONDS", "length (the scene's)", &duration_text, NULL},
      ROSIN_OPTION_SET(&set),
      {0}};
  double device = -1, rate = 0, frames = 0, duration = 0;
  int status = rosin_options_parse(&rosin_command_play, table, count, words, &rest);
  if (status >= 0)
    return status;
  if ((device_text && rosin_options_number("--device", device_text, "", 0, 1000, &device)) ||
      (rate_text && rosin_options_number("-r", rate_text, "Hz", 8000, 768000, &rate)) ||
      (frames_text && rosin_options_number("--frames", frames_text, "", 8, LARGEST, &frames)) ||
      (duration_text && rosin_options_number("-d", duration_text, "s", 0.001, 36000, &duration)))
    return ROSIN_USAGE;
  rosin_scene *scene = rosin_load(&rosin_command_play, &rest, &set, &status);
  if (!scene)
    return status;
  if (duration > 0)
    rosin_scene_set_duration(scene, duration);
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  status = start(scene, (int)device, rate, (int)frames);
  rosin_scene_free(scene);
  return status;
}

static void print_device(int index, const rosin_audio_device *d) {
  printf("%3d%c %-40s %-8s %d channels, %g Hz\n", index, d->is_default ? '*' : ' ', d->name,
         d->host, d->channels, d->rate);
}

static int devices(int count, char **words) {
  static const rosin_option none[] = {{0}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_devices, none, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_devices.usage);
  return rosin_audio_devices(print_device) ? ROSIN_DONE
                                           : rosin_complain(ROSIN_FAILURE, "no audio device");
}

const rosin_command rosin_command_play = {"play", "play SCENE [OPTION]...",
                                          "play a scene through the sound card", play};
const rosin_command rosin_command_devices = {"devices", "devices", "list the audio devices",
                                             devices};
