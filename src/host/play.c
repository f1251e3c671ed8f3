/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin play: a scene out of the sound card, with its own gestures or played live. */
#include "host/audio.h"
#include "host/commands.h"
#include "host/load.h"
#include "live/clock.h"
#include "live/observe.h"
#include "live/osc.h"
#include "live/say.h"
#include "live/stage.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 64 };

static volatile sig_atomic_t stop;

static void on_signal(int number) {
  (void)number;
  stop = 1;
}

typedef struct {
  const char *device, *rate_text, *frames_text, *duration_text, *level_text, *osc_port_text,
      *osc_bind, *record, *record_gesture, *format_text, *measure, *gestures;
  rosin_list set;
  double rate, frames, duration, level, osc_port;
  rosin_sample_format format;
} choices;

/* All that plays. */
typedef struct {
  const choices *c;
  rosin_scene *scene;
  rosin_audio *audio;
  rosin_observer *observer;
  rosin_live *live;
  rosin_recorder *recorder;
  rosin_osc *osc;
  rosin_stage stage;
  double rate;
  int is_live; /* hands play, and go on until they stop */
} session;

static void wait_a_little(void) {
  const struct timespec moment = {0, 50000000};
  nanosleep(&moment, NULL);
}

static double decibels(double x) {
  return 20 * log10(x + 1e-9);
}

static void meter(session *s) {
  const float peak = atomic_exchange(&s->stage.peak, 0.0f);
  const rosin_audio_report *r = rosin_audio_reported(s->audio);
  const int bars = (int)fmax(0, fmin(30, 30 + decibels(peak) / 2));
  fprintf(stderr, "\r[%-30.*s] %6.1f dBFS  load %4.1f%%  late %lld  xruns %lld \033[K", bars,
          "##############################", decibels(peak),
          100 * rosin_timing_quantile(&r->wall, 0.5), r->wall.over, r->xruns);
}

static void print_timing(const char *name, const rosin_timing *t) {
  printf("%s: %lld calls, p50 %.1f%%, p99.9 %.1f%%, worst %.1f%% of the period, %lld over it\n",
         name, t->calls, 100 * rosin_timing_quantile(t, 0.5), 100 * rosin_timing_quantile(t, 0.999),
         100 * t->worst, t->over);
}

static void print_report(session *s) {
  const rosin_audio_report *r = rosin_audio_reported(s->audio);
  print_timing("played", &r->wall);
  if (s->c->measure)
    print_timing("processor", &r->processor);
  printf("server: %lld xruns reported\n", r->xruns);
  printf("level: peak %.1f dBFS, %lld samples clipped, %lld not finite\n",
         decibels(s->stage.highest), s->stage.clipped, s->stage.not_finite);
  if (s->is_live)
    printf("events: %lld lost\n", rosin_live_lost(s->live));
}

/* Until it ends, is stopped, or the device is gone. */
static int listen(session *s) {
  const int shown = isatty(STDERR_FILENO);
  rosin_error error;
  int lost = 0;
  if (rosin_audio_start(s->audio, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  for (int patience = 20; patience && !s->stage.done && !lost; patience -= stop) {
    wait_a_little();
    s->stage.stopping = stop;
    lost = !rosin_audio_active(s->audio);
    if (shown)
      meter(s);
  }
  if (shown)
    fputs("\r\033[K", stderr);
  return lost ? rosin_complain(ROSIN_FAILURE, "the audio device went away") : ROSIN_DONE;
}

static int start_recording(session *s, rosin_error *error) {
  const choices *c = s->c;
  const rosin_record_setup setup = {.sound = c->record,
                                    .gesture = c->record_gesture,
                                    .format = c->format,
                                    .rate = (int)s->rate,
                                    .channels = s->stage.channels,
                                    .rest = s->is_live && !c->gestures,
                                    .sets = c->set.count,
                                    .set = c->set.text,
                                    .targets = rosin_live_targets(s->live)};
  if (!c->record && !c->record_gesture)
    return 0;
  if (!(s->recorder = rosin_recorder_open(&setup, error)))
    return -1;
  s->stage.recorder = s->recorder;
  if (c->record_gesture)
    rosin_live_set_witness(s->live, rosin_recorder_event, s->recorder);
  return 0;
}

static int start_controls(session *s, rosin_error *error) {
  const choices *c = s->c;
  if (!c->osc_port_text)
    return 0;
  if (!(s->osc = rosin_osc_open(s->live, c->osc_bind, (int)c->osc_port, error)) ||
      rosin_osc_start(s->osc, error))
    return -1;
  fprintf(stderr, "OSC on port %d\n", rosin_osc_port(s->osc));
  return 0;
}

/* What must be there before the device asks for sound; `wide` is the device's. */
static int make_ready(session *s, int wide, rosin_error *error) {
  const choices *c = s->c;
  if (rosin_scene_prepare(s->scene, (int)s->rate, BLOCK, error) ||
      !(s->live = rosin_live_new(s->scene, (int)s->rate, s->is_live && !c->gestures, error)))
    return -1;
  const double seconds = c->duration > 0 ? c->duration
                         : s->is_live    ? 0
                                         : rosin_scene_duration(s->scene);
  rosin_stage_open(&s->stage, s->live, rosin_scene_channels(s->scene), (int)s->rate, c->level,
                   seconds);
  s->stage.wide = wide;
  return start_controls(s, error) || start_recording(s, error) ? -1 : 0;
}

static int run(session *s) {
  rosin_error error;
  int wide = rosin_scene_channels(s->scene), status;
  s->rate = s->c->rate;
  s->audio = rosin_audio_open(s->c->device, &s->rate, &wide, (int)s->c->frames,
                              s->c->measure != NULL, rosin_stage_fill, &s->stage, &error);
  if (!s->audio)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  if (make_ready(s, wide, &error)) {
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  } else {
    fprintf(stderr, "%g Hz, latency %.1f ms; Ctrl-C stops\n", s->rate,
            1000 * rosin_audio_latency(s->audio));
    status = listen(s);
    rosin_osc_close(s->osc);
    s->osc = NULL;
    rosin_audio_stop(s->audio);
    if (rosin_recorder_close(s->recorder, s->stage.frames) && status == ROSIN_DONE)
      status = ROSIN_FAILURE;
    s->recorder = NULL;
    print_report(s);
  }
  rosin_osc_close(s->osc);
  rosin_audio_close(s->audio);
  rosin_live_free(s->live);
  return status;
}

static int read_numbers(choices *c) {
  c->level = -12;
  if ((c->rate_text && rosin_options_number("-r", c->rate_text, "Hz", 8000, 768000, &c->rate)) ||
      (c->frames_text &&
       rosin_options_number("--frames", c->frames_text, "", 8, 8192, &c->frames)) ||
      (c->duration_text &&
       rosin_options_number("-d", c->duration_text, "s", 0.001, 36000, &c->duration)) ||
      (c->level_text && rosin_options_number("--level", c->level_text, "dB", -60, 0, &c->level)) ||
      (c->osc_port_text &&
       rosin_options_number("--osc-port", c->osc_port_text, "", 0, 65535, &c->osc_port)))
    return ROSIN_USAGE;
  if (c->format_text && rosin_sample_format_named(c->format_text, &c->format))
    return rosin_complain(ROSIN_USAGE, "--format %s: must be 16, 24, 32 or float", c->format_text);
  rosin_error error;
  if (c->record && rosin_sound_file_supported(c->record, c->format, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  if (c->record && c->record_gesture && strcmp(c->record, c->record_gesture) == 0)
    return rosin_complain(ROSIN_USAGE, "%s: two outputs cannot go to one file", c->record);
  if (c->osc_bind && !c->osc_port_text)
    return rosin_complain(ROSIN_USAGE, "--osc-bind: needs --osc-port");
  return -1;
}

static int play(int count, char **words) {
  choices c = {0};
  rosin_list rest;
  const rosin_option table[] = {
      {"device", 0, "NAME", "number or part of the name, see `rosin devices` (the default one)",
       &c.device, NULL},
      {"rate", 'r', "HZ", "sample rate (the device's)", &c.rate_text, NULL},
      {"frames", 0, "N", "frames a buffer (the device's choice)", &c.frames_text, NULL},
      {"level", 0, "DB", "level at the device, -60 to 0 dB (-12)", &c.level_text, NULL},
      {"duration", 'd', "SECONDS", "length (the scene's; live: until stopped)", &c.duration_text,
       NULL},
      ROSIN_OPTION_SET(&c.set),
      {"osc-port", 0, "PORT", "play by OSC over UDP; 0: any port", &c.osc_port_text, NULL},
      {"osc-bind", 0, "ADDRESS", "listen there (127.0.0.1: this machine alone)", &c.osc_bind, NULL},
      {"gestures", 0, NULL, "the scene's own gestures play until a control is moved", &c.gestures,
       NULL},
      {"record", 0, "FILE", "the sound, before the level", &c.record, NULL},
      {"format", 0, "F", "of the record: 16, 24, 32 or float (24)", &c.format_text, NULL},
      {"record-gesture", 0, "FILE", "all that was played; see `rosin render --gesture`",
       &c.record_gesture, NULL},
      {"measure", 0, NULL, "processor time of the callback too (two system calls a period)",
       &c.measure, NULL},
      {0}};
  int status = rosin_options_parse(&rosin_command_play, table, count, words, &rest);
  if (status >= 0 || (status = read_numbers(&c)) >= 0)
    return status;
  static session s; /* it holds the audio thread's buffers */
  s.c = &c;
  s.is_live = c.osc_port_text != NULL;
  if (!(s.scene = rosin_load(&rosin_command_play, &rest, &c.set, &status)))
    return status;
  signal(SIGINT, on_signal);
  signal(SIGTERM, on_signal);
  signal(SIGHUP, on_signal);
  signal(SIGPIPE, SIG_IGN);
  status = run(&s);
  rosin_scene_free(s.scene);
  return status;
}

const rosin_command rosin_command_play = {"play", "play SCENE [OPTION]...",
                                          "play a scene through the sound card", play};
