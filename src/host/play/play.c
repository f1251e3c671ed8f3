/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin play: a scene out of the sound card, with its own gestures or played live. */
#include "error.h"
#include "format.h"
#include "host/common/commands.h"
#include "host/common/outputs.h"
#include "host/common/stop.h"
#include "host/common/warn.h"
#include "host/load/load.h"
#include "host/play/audio.h"
#include "host/play/beside.h"
#include "host/play/guard.h"
#include "host/play/terminal.h"
#include "live/clock.h"
#include "live/devices/osc.h"
#include "live/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 64 };

static const double patience = 3; /* s, for a device that asks for no sound */

typedef struct {
  const char *scene, *first, *device, *rate_text, *block_text, *duration_text, *level_text,
      *osc_port_text, *osc_bind, *midi, *midi_in, *midi_map, *learn, *mpe, *record, *record_gesture,
      *format_text, *measure, *gestures, *plain, *any_files;
  rosin_list set;
  double rate, block, duration, level, osc_port;
  rosin_sample_format format;
} choices;

/* All that plays. */
typedef struct {
  const choices *c;
  rosin_list player; /* its settings */
  rosin_scene *scene;
  int own; /* it is one of rosin's */
  rosin_audio *audio;
  rosin_core *core;
  rosin_sources sources;
  rosin_recorder *recorder;
  rosin_osc *osc;
  rosin_live_midi *midi;
  rosin_terminal *terminal;
  rosin_stage stage;
  double rate;
  int lost;                 /* the device is */
  int drawn;                /* on the terminal */
  int is_live;              /* hands play, and go on until they stop */
  char *learn, *learn_next; /* learn: owned */
} session;

static double decibels(double x) {
  return 20 * log10(x + 1e-9);
}

static void meter(session *s) {
  const float peak = atomic_exchange(&s->stage.peak, 0.0f);
  const rosin_audio_report *r = rosin_audio_reported(s->audio);
  const int bars = (int)fmax(0, fmin(30, 30 + decibels((double)peak) / 2));
  rosin_print(stderr, "\r[%-30.*s] %6.1f dBFS  load %4.1f%%  late %lld  xruns %lld \033[K", bars,
              "##############################", decibels((double)peak),
              100 * rosin_timing_quantile(&r->wall, 0.5), r->wall.over, r->xruns);
}

static void print_timing(const char *name, const rosin_timing *t) {
  rosin_print(
      stdout,
      "%s: %lld calls, p50 %.1f%%, p99.9 %.1f%%, worst %.1f%% of the period, %lld over it\n", name,
      t->calls, 100 * rosin_timing_quantile(t, 0.5), 100 * rosin_timing_quantile(t, 0.999),
      100 * t->worst, t->over);
}

static void print_report(session *s) {
  const rosin_audio_report *r = rosin_audio_reported(s->audio);
  print_timing("played", &r->wall);
  if (s->c->measure)
    print_timing("processor", &r->processor);
  printf("server: %lld xruns reported\n", r->xruns);
  rosin_print(stdout,
              "level: peak %.1f dBFS, %lld samples held below full scale, %lld not finite\n",
              decibels(s->stage.highest), s->stage.held, s->stage.not_finite);
  if (s->is_live)
    printf("events: %lld played, %lld lost\n", rosin_core_happened(s->core),
           rosin_core_lost(s->core));
  const rosin_statistics solver = rosin_network_statistics(rosin_scene_network(s->scene));
  rosin_warn_rescued(&solver);
  rosin_warn_missed(rosin_scene_network(s->scene));
  rosin_warn_several(rosin_scene_network(s->scene), s->own ? &s->c->set : NULL);
}

/* Targets of --learn, one after the other. */
static void go_on_learning(session *s) {
  if (!s->learn_next || rosin_live_midi_learning(s->midi) >= 0)
    return;
  const char *name = strtok_r(NULL, ",", &s->learn_next);
  if (name)
    rosin_live_midi_learn(s->midi, rosin_targets_find(rosin_core_targets(s->core), name));
  else
    s->learn_next = NULL;
}

/* Some 30 to 50 ms of whoever looks and listens; 1: it is to end. */
static int turn(session *s, int shown) {
  if (s->midi)
    go_on_learning(s);
  if (s->terminal)
    return rosin_terminal_turn(s->terminal);
  nanosleep(&(struct timespec){0, 50000000}, NULL);
  if (shown)
    meter(s);
  return 0;
}

/* All that is in memory stays there: a page that has to be fetched again costs more than
 * a period. Where that is not allowed, it is played without. */
static void stay_in_memory(void) {
#if defined(MCL_CURRENT)
  mlockall(MCL_CURRENT);
#endif
}

/* Until it ends, is stopped, or the device is gone. */
static int listen(session *s) {
  const int shown = !s->terminal && isatty(STDERR_FILENO);
  rosin_error error;
  stay_in_memory();
  rosin_stop_hold(1);
  const int failed = rosin_audio_start(s->audio, &error);
  rosin_stop_hold(0);
  if (failed)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  long long frames = 0;
  double asked = rosin_now(), stopped = 0;
  int stop = 0;
  while (!s->stage.done && !s->lost && !(stopped > 0 && rosin_now() - stopped > 1)) {
    if (turn(s, shown))
      stop = 1;
    stop = stop || rosin_stopped(NULL);
    if (stop && stopped <= 0)
      stopped = rosin_now();
    s->stage.stopping = stop;
    if (s->stage.frames != frames) {
      frames = s->stage.frames;
      asked = rosin_now();
    }
    s->lost = !s->stage.done && (!rosin_audio_active(s->audio) || rosin_now() - asked > patience);
  }
  if (shown)
    fputs("\r\033[K", stderr);
  rosin_terminal_close(s->terminal);
  s->terminal = NULL;
  return s->lost ? rosin_complain(ROSIN_FAILURE, "the audio device went away") : ROSIN_DONE;
}

/* ---- before the sound ------------------------------------------------------------ */

/* A scene with macros plays by itself, again and again, while they are turned; else hands play. */
static int rests(const session *s) {
  return s->is_live && !s->c->gestures && !rosin_scene_macros(s->scene);
}

static int start_recording(session *s, rosin_error *error) {
  const choices *c = s->c;
  const rosin_record_setup setup = {.sound = c->record,
                                    .gesture = c->record_gesture,
                                    .format = c->format,
                                    .rate = (int)s->rate,
                                    .channels = s->stage.channels,
                                    .rest = rests(s),
                                    .sets = c->set.count,
                                    .set = c->set.text,
                                    .targets = rosin_core_targets(s->core)};
  if (!c->record && !c->record_gesture)
    return 0;
  if (!(s->recorder = rosin_recorder_open(&setup, error)))
    return -1;
  s->stage.recorder = s->recorder;
  if (c->record_gesture)
    rosin_core_set_witness(s->core, rosin_recorder_event, s->recorder);
  return 0;
}

static int read_learn(session *s, rosin_error *error) {
  char *save = NULL;
  if (!s->c->learn)
    return 0;
  char *check = strdup(s->c->learn);
  int status = check && (s->learn = strdup(s->c->learn)) ? 0 : rosin_fail(error, "out of memory");
  for (const char *name = status ? NULL : strtok_r(check, ",", &save); name && !status;
       name = strtok_r(NULL, ",", &save))
    if (rosin_targets_find(rosin_core_targets(s->core), name) < 0)
      status = rosin_fail(error, "--learn %.100s: the scene has nothing of this name", name);
  free(check);
  if (status)
    return -1;
  const char *first = strtok_r(s->learn, ",", &s->learn_next);
  if (first)
    rosin_live_midi_learn(s->midi, rosin_targets_find(rosin_core_targets(s->core), first));
  return 0;
}

static int start_midi(session *s, rosin_error *error) {
  const choices *c = s->c;
  if (!c->midi && !c->midi_in)
    return 0;
  const rosin_live_midi_setup setup = {
      .device = c->midi, .path = c->midi_in, .map = c->midi_map, .mpe = c->mpe ? 15 : 0};
  if (!(s->midi = rosin_live_midi_open(&s->sources, &setup, error)) || read_learn(s, error))
    return -1;
  return rosin_live_midi_start(s->midi, error);
}

static int start_osc(session *s, rosin_error *error) {
  const choices *c = s->c;
  if (!c->osc_port_text)
    return 0;
  if (!(s->osc = rosin_osc_open(&s->sources, c->osc_bind, (int)c->osc_port, error)))
    return -1;
  if (s->midi)
    rosin_osc_on_learn(s->osc, rosin_live_midi_learn, s->midi);
  if (rosin_osc_start(s->osc, error))
    return -1;
  rosin_say("OSC on port %d of %s", rosin_osc_port(s->osc),
            c->osc_bind ? c->osc_bind : "127.0.0.1");
  return 0;
}

static int start_terminal(session *s, rosin_error *error) {
  const rosin_terminal_setup setup = {.title = s->c->scene,
                                      .rate = s->rate,
                                      .sources = &s->sources,
                                      .model = rosin_scene_model(s->scene),
                                      .observer = rosin_core_observer(s->core),
                                      .audio = s->audio,
                                      .stage = &s->stage,
                                      .midi = s->midi};
  if (!s->drawn)
    return 0;
  return (s->terminal = rosin_terminal_open(&setup, error)) ? 0 : -1;
}

/* What must be there before the device asks for sound; `wide` is the device's. */
static int make_ready(session *s, int wide, rosin_error *error) {
  const choices *c = s->c;
  const int rest = rests(s);
  if (!(s->core = rosin_core_over(s->scene, rest, 0, error)))
    return -1;
  rosin_core_set_watched(s->core, s->drawn);
  if (rosin_core_settings(s->core, s->player.count, s->player.text, error) ||
      rosin_core_prepare(s->core, s->rate, error))
    return -1;
  rosin_sources_open(&s->sources, s->core, s->rate);
  const double seconds = c->duration > 0 ? c->duration
                         : s->is_live    ? 0
                                         : rosin_scene_duration(s->scene);
  rosin_stage_open(&s->stage, &s->sources, rosin_scene_channels(s->scene), (int)s->rate, c->level,
                   seconds);
  s->stage.wide = wide;
  return start_midi(s, error) || start_osc(s, error) || start_recording(s, error) ||
                 start_terminal(s, error)
             ? -1
             : 0;
}

static void say_how(const session *s) {
  const double latency = 1000 * rosin_audio_latency(s->audio);
  if (s->drawn || !s->is_live)
    rosin_say("%s at %g Hz, %.1f ms to the device; %s", s->c->scene, s->rate, latency,
              s->drawn ? "q quits" : "Ctrl-C stops");
  else
    rosin_say("%s at %g Hz, %.1f ms to the device: play by %s%s%s; Ctrl-C stops", s->c->scene,
              s->rate, latency, s->midi ? "MIDI" : "", s->midi && s->osc ? " and " : "",
              s->osc ? "OSC (/list lists what can be moved)" : "");
}

static void close_controls(session *s) {
  rosin_terminal_close(s->terminal);
  rosin_osc_close(s->osc);
  rosin_live_midi_close(s->midi);
  s->terminal = NULL;
  s->osc = NULL;
  s->midi = NULL;
}

/* No device: what can be done without one. */
static int go_without(const session *s, const char *why) {
  const char *scene = s->c->first;
  rosin_complain(ROSIN_FAILURE, "%s", why);
  if (s->c->device) /* it was asked for, and is another matter */
    return ROSIN_FAILURE;
  rosin_tell("rosin: to hear it otherwise: `rosin render %s -o FILE.wav` writes a file", scene);
  rosin_tell(
      "rosin: to play without a sound card: `jackd -d dummy &`, then `rosin play %s --device "
      "jack --record FILE.wav`",
      scene);
  return ROSIN_FAILURE;
}

static int run(session *s) {
  rosin_error error;
  int wide = rosin_scene_channels(s->scene), status;
  s->rate = s->c->rate;
  rosin_stop_hold(1); /* PortAudio's JACK ends the program where a signal comes between */
  s->audio = rosin_audio_open(s->c->device, &s->rate, &wide, (int)s->c->block,
                              s->c->measure != NULL, rosin_stage_fill, &s->stage, &error);
  rosin_stop_hold(0);
  if (!s->audio)
    return go_without(s, error.text);
  if (make_ready(s, wide, &error)) {
    rosin_stop_hold(1);
    close_controls(s);
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  } else {
    say_how(s);
    status = listen(s);
    rosin_stop_hold(1); /* it ends now anyway */
    close_controls(s);
    if (s->lost)
      rosin_audio_abandon(s->audio);
    else
      rosin_audio_stop(s->audio);
    if (rosin_recorder_close(s->recorder, s->stage.frames) && status == ROSIN_DONE)
      status = ROSIN_FAILURE;
    print_report(s);
  }
  if (!s->lost)
    rosin_audio_close(s->audio);
  rosin_sources_close(&s->sources);
  rosin_core_free(s->core);
  return status;
}

/* ---- the command line --------------------------------------------------------------- */

static int read_numbers(choices *c) {
  const rosin_option_number table[] = {
      {"-r", c->rate_text, "Hz", ROSIN_RATE_LOWEST, ROSIN_RATE_HIGHEST, &c->rate, 1},
      {"--block", c->block_text, "frames", 8, 8192, &c->block, 0},
      {"-d", c->duration_text, "s", ROSIN_MODEL_SHORTEST, ROSIN_MODEL_LONGEST, &c->duration, 0},
      {"--level", c->level_text, "dB", -60, 0, &c->level, 0},
      {"--osc-port", c->osc_port_text, "", 0, 65535, &c->osc_port, 0},
      {0}};
  c->level = -12;
  return rosin_options_numbers(table) ? ROSIN_USAGE : -1;
}

/* What goes together, and what can be opened. */
static int check_choices(choices *c) {
  rosin_error error;
  const rosin_option_given midi_alone[] = {
      {"--learn", c->learn}, {"--midi-map", c->midi_map}, {"--mpe", c->mpe}, {0}};
  if (c->format_text && rosin_sample_format_named(c->format_text, &c->format))
    return rosin_complain(ROSIN_USAGE, "--format %s: must be 16, 24, 32 or float", c->format_text);
  if (rosin_live_midi_check(c->midi_in, &error) ||
      (c->record && rosin_sound_file_supported(c->record, c->format, &error)))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  if (c->osc_bind && !c->osc_port_text)
    return rosin_complain(ROSIN_USAGE, "--osc-bind: needs --osc-port");
  if (rosin_options_given(midi_alone) && !c->midi && !c->midi_in)
    return rosin_complain(ROSIN_USAGE, "%s: needs --midi or --midi-in",
                          rosin_options_given(midi_alone));
  return -1;
}

static int parse(int count, char **words, choices *c, rosin_list *rest) {
  const rosin_option table[] = {
      {"device", 0, "NAME", "number or part of the name, see `rosin devices` (the default one)",
       &c->device, NULL},
      {"rate", 'r', "HZ", "sample rate (the device's)", &c->rate_text, NULL},
      {"block", 0, "N", "frames the device asks for at once (its choice)", &c->block_text, NULL},
      {"level", 0, "DB", "level at the device, -60 to 0 dB (-12)", &c->level_text, NULL},
      {"duration", 'd', "SECONDS", "length (the scene's; live: until stopped)", &c->duration_text,
       NULL},
      ROSIN_OPTION_SET(&c->set),
      ROSIN_OPTION_FILES(&c->any_files),
      {"midi", 0, "NAME", "play by MIDI: number or part of a name, or all", &c->midi, NULL},
      {"midi-in", 0, "PATH", "plain MIDI bytes from a pipe, file or raw device", &c->midi_in, NULL},
      {"mpe", 0, NULL, "a note a channel from the start, 48 semitones of bend", &c->mpe, NULL},
      {"midi-map", 0, "FILE", "what controllers move; written when they learn", &c->midi_map, NULL},
      {"learn", 0, "KEY[,KEY...]", "the controllers moved next move these", &c->learn, NULL},
      {"osc-port", 0, "PORT", "play by OSC over UDP; 0: any port", &c->osc_port_text, NULL},
      {"osc-bind", 0, "ADDRESS", "listen there (127.0.0.1: this machine alone)", &c->osc_bind,
       NULL},
      {"gestures", 0, NULL, "the scene's own gestures play until a control is moved", &c->gestures,
       NULL},
      {"plain", 0, NULL, "do not draw and play on the terminal", &c->plain, NULL},
      {"record", 0, "FILE", "the sound, before the level", &c->record, NULL},
      {"format", 0, "F", "of the record: 16, 24, 32 or float (24)", &c->format_text, NULL},
      {"record-gesture", 0, "FILE", "all that was played; see `rosin render --gesture`",
       &c->record_gesture, NULL},
      {"measure", 0, NULL, "processor time of the callback too (two system calls a period)",
       &c->measure, NULL},
      {0}};
  return rosin_options_parse(&rosin_command_play, table, count, words, rest);
}

static int are_own(const rosin_list *scenes) {
  for (int i = 0; i < scenes->count; i++)
    if (!rosin_scene_embedded(scenes->text[i]))
      return 0;
  return 1;
}

static int play(int count, char **words) {
  static choices c; /* with the session: as long as the program */
  rosin_list rest, set;
  int status = parse(count, words, &c, &rest);
  if (status < 0)
    status = read_numbers(&c);
  if (status < 0)
    status = check_choices(&c);
  if (status >= 0)
    return status;
  static session s; /* it holds the audio thread's buffers */
  s.c = &c;
  c.scene = rest.count ? rest.text[0] : "";
  s.drawn = !c.plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  s.is_live = c.osc_port_text || c.midi || c.midi_in || s.drawn;
  rosin_load_split(&c.set, &set, &s.player);
  c.first = c.scene;
  if (rest.count > 1)
    c.scene = "side by side";
  s.scene = rest.count > 1 ? rosin_play_beside(&rest, &set, c.any_files, &status)
                           : rosin_load(&rosin_command_play, &rest, &set, c.any_files, &status);
  if (!s.scene)
    return status;
  s.own = are_own(&rest);
  const char *const outputs[] = {c.record, c.record_gesture, c.midi_map};
  rosin_outputs_reads(c.midi_in);
  if ((status = rosin_outputs_check(outputs, 3)) >= 0) {
    rosin_scene_free(s.scene);
    return status;
  }
  rosin_warn_asked(rosin_scene_model(s.scene));
  if (s.drawn)
    rosin_guard_start();
  rosin_stop_catch();
  status = run(&s);
  free(s.learn);
  rosin_scene_free(s.scene);
  return status;
}

const rosin_command rosin_command_play = {"play", "play SCENE... [OPTION]...",
                                          "play a scene through the sound card", play};
