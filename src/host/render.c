/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin render: a scene to a sound file, with probes and a report. Nothing stands
 * under a final name before it is whole. */
#include "host/render.h"
#include "host/commands.h"
#include "host/performance.h"
#include "host/probe_file.h"
#include "host/progress.h"
#include "scene/sound_file.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1000, PROBES = 64 };

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
  (void)number;
  interrupted = 1;
}

typedef struct {
  const char *output, *rate, *duration, *oversample, *seed, *format, *probe, *probe_file, *report,
      *block, *midi, *scale;
  rosin_list set;
} arguments;

/* Numbers of the command line, checked; text of -o, --format checked too. */
typedef struct {
  double rate, duration, oversample, block;
  rosin_sample_format format;
  char output[1024];
} choices;

static int choose(const arguments *a, const char *scene, choices *c) {
  rosin_error error;
  c->block = 256;
  if (a->rate && rosin_options_number("-r", a->rate, "Hz", 8000, 768000, &c->rate))
    return ROSIN_USAGE;
  if (a->duration && rosin_options_number("-d", a->duration, "s", 0.001, 36000, &c->duration))
    return ROSIN_USAGE;
  if (a->oversample &&
      rosin_options_number("--oversample", a->oversample, "", 1, 16, &c->oversample))
    return ROSIN_USAGE;
  if (a->block && rosin_options_number("--block", a->block, "frames", 1, BLOCK, &c->block))
    return ROSIN_USAGE;
  if (c->rate != floor(c->rate))
    return rosin_complain(ROSIN_USAGE, "-r %s: must be a whole number", a->rate);
  if (c->oversample != floor(c->oversample))
    return rosin_complain(ROSIN_USAGE, "--oversample %s: must be a whole number", a->oversample);
  if (c->block != floor(c->block))
    return rosin_complain(ROSIN_USAGE, "--block %s: must be a whole number", a->block);
  if (a->format && rosin_sample_format_named(a->format, &c->format))
    return rosin_complain(ROSIN_USAGE, "--format %s: must be 16, 24, 32 or float", a->format);
  if (!a->probe != !a->probe_file)
    return rosin_complain(ROSIN_USAGE, "--probe and --probe-file go together");
  if (a->output) {
    snprintf(c->output, sizeof c->output, "%s", a->output);
  } else {
    const char *slash = strrchr(scene, '/'), *base = slash ? slash + 1 : scene;
    const char *dot = strrchr(base, '.');
    snprintf(c->output, sizeof c->output, "%.*s.wav", dot ? (int)(dot - base) : 1000, base);
  }
  if (rosin_sound_file_supported(c->output, c->format, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  const char *const file[] = {c->output, a->probe_file, a->report};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++)
      if (file[i] && file[j] && strcmp(file[i], file[j]) == 0)
        return rosin_complain(ROSIN_USAGE, "%s: two outputs cannot go to one file", file[i]);
  return -1;
}

static void measure(rosin_result *r, const float *out, int values) {
  for (int i = 0; i < values; i++) {
    const double x = out[i];
    r->peak = fmax(r->peak, fabs(x));
    r->squares += x * x;
    r->sum += x;
  }
}

/* The loop itself. 0, or -1 and an error. */
static int render_all(rosin_scene *scene, rosin_sound_file *file, const rosin_probe_file *signals,
                      int block, rosin_result *r, rosin_error *error) {
  const long long total = llround(rosin_scene_duration(scene) * r->sample_rate);
  float *out = malloc((size_t)block * (size_t)r->channels * sizeof *out);
  rosin_progress progress;
  int status = out ? 0 : -1;
  const double start = rosin_now();
  rosin_progress_start(&progress);
  while (status == 0 && r->samples < total && !(signals && rosin_probe_file_failed(signals))) {
    const long long left = total - r->samples;
    const int frames = left < block ? (int)left : block;
    rosin_scene_process(scene, frames, out);
    measure(r, out, frames * r->channels);
    status = rosin_sound_file_write(file, out, frames, error);
    r->samples += frames;
    rosin_progress_draw(&progress, (double)r->samples / (double)total);
    if (interrupted) {
      snprintf(error->text, sizeof error->text, "interrupted; nothing was written");
      status = -1;
    }
  }
  rosin_progress_end(&progress);
  free(out);
  r->seconds_wall = rosin_now() - start;
  r->engine_samples =
      (long long)((double)r->samples * rosin_scene_engine_rate(scene) / r->sample_rate);
  r->solver = rosin_network_statistics(rosin_scene_network(scene));
  r->energy = rosin_network_energy(rosin_scene_network(scene));
  return status;
}

static void say(const choices *c, const rosin_result *r, int clips) {
  const double audio = (double)r->samples / r->sample_rate;
  char peak[48] = "silent";
  if (r->peak > 0)
    snprintf(peak, sizeof peak, "peak %.1f dBFS", 20 * log10(r->peak));
  fprintf(stderr, "%s: %.2f s, %d Hz, %s, %.0f times real time\n", c->output, audio, r->sample_rate,
          peak, audio / (r->seconds_wall + 1e-9));
  if (clips && r->peak > 1)
    fprintf(stderr,
            "rosin: warning: %s was clipped; peak %.1f dBFS; lower gain, or --format float\n",
            c->output, 20 * log10(r->peak));
  if (r->solver.unconverged)
    fprintf(stderr, "rosin: warning: %lld contact solves missed their tolerance\n",
            r->solver.unconverged);
  if (r->solver.passivity)
    fprintf(stderr,
            "rosin: warning: %lld of %lld contact samples were outside the law's passivity bound "
            "(sigma1 too large for this speed and force; law.damping_limit=1 mends it)\n",
            r->solver.passivity, r->solver.solves);
}

static int write_files(rosin_scene *scene, const arguments *a, const choices *c, const char *name,
                       const rosin_list *player, int probes, const char *const *probe) {
  rosin_error error = {"out of memory"};
  rosin_result r = {.sample_rate = c->rate > 0 ? (int)c->rate : rosin_scene_rate(scene),
                    .channels = rosin_scene_channels(scene)};
  rosin_sound_file *file =
      rosin_sound_file_create(c->output, r.sample_rate, r.channels, c->format, &error);
  if (!file)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  const int clips = rosin_sound_file_clips(file);
  /* first the player: how long it plays is how long the signals are */
  rosin_performance *performance = NULL;
  rosin_probe_file *signals = NULL;
  int status = 0;
  if (a->midi && !(performance = rosin_performance_new(scene, a->midi, a->scale, player,
                                                       c->duration <= 0, &error)))
    status = -1;
  if (status == 0 && a->probe_file &&
      !(signals = rosin_probe_file_create(a->probe_file, scene, probes, probe, &error)))
    status = -1;
  if (status == 0)
    status = render_all(scene, file, signals, (int)c->block, &r, &error);
  const int missed = status == 0 && performance ? rosin_performance_missed(performance) : 0;
  rosin_performance_free(performance);
  if (status == 0 && signals) {
    status = rosin_probe_file_close(signals, &error);
    signals = NULL;
  }
  if (status) {
    rosin_probe_file_discard(signals);
    rosin_sound_file_discard(file);
  } else {
    status = rosin_sound_file_close(file, &error);
  }
  if (status == 0 && a->report)
    status = rosin_report_write(a->report, name, &r, &error);
  if (status)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  say(c, &r, clips);
  if (missed)
    fprintf(stderr, "rosin: warning: %d note%s left out: no string reaches %s\n", missed,
            missed == 1 ? " was" : "s were", missed == 1 ? "it" : "them");
  return ROSIN_DONE;
}

/* An option that is a number of the scene goes the way of -s, to the same checks. */
static int set_too(rosin_list *set, char *text, size_t size, const char *key, const char *value) {
  if (!value)
    return 0;
  if (set->count == ROSIN_LIST)
    return -1;
  snprintf(text, size, "%s=%.40s", key, value);
  set->text[set->count++] = text;
  return 0;
}

static int prepare_and_write(rosin_scene *scene, const arguments *a, const choices *c,
                             const char *name, const rosin_list *player) {
  const char *probe[PROBES];
  rosin_error error = {"out of memory"};
  int status, probes = 0;
  char *list = a->probe ? strdup(a->probe) : NULL;
  if (list)
    probes = rosin_probe_names(list, probe, PROBES);
  if (probes < 0 || (a->probe && probes == 0))
    status =
        rosin_complain(ROSIN_USAGE, "--probe %.80s: must be 1 to %d signals", a->probe, PROBES);
  else if (rosin_scene_probe(scene, probes, probe) ||
           rosin_scene_prepare(scene, (int)c->rate, BLOCK, &error))
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  else
    status = write_files(scene, a, c, name, player, probes, probe);
  free(list);
  return status;
}

static int run(const arguments *a, const rosin_list *rest) {
  choices c = {0};
  int status = ROSIN_DONE;
  rosin_list set, player;
  rosin_performance_split(&a->set, &set, &player);
  if (player.count && !a->midi)
    return rosin_complain(ROSIN_USAGE, "-s %s: there is a player only with --midi", player.text[0]);
  rosin_error error;
  if (rosin_performance_check(&player, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  if (a->scale && !a->midi)
    return rosin_complain(ROSIN_USAGE, "--scale %s: there is a player only with --midi", a->scale);
  char seed[64], rate[64], oversample[64];
  if (rest->count == 1 && (status = choose(a, rest->text[0], &c)) >= 0)
    return status;
  if (set_too(&set, seed, sizeof seed, "seed", a->seed) ||
      set_too(&set, rate, sizeof rate, "rate", a->rate) ||
      set_too(&set, oversample, sizeof oversample, "oversample", a->oversample))
    return rosin_complain(ROSIN_USAGE, "--set: given more than %d times", ROSIN_LIST - 3);
  rosin_scene *scene = rosin_load(&rosin_command_render, rest, &set, &status);
  if (!scene)
    return status;
  if (c.duration > 0)
    rosin_scene_set_duration(scene, c.duration);
  status = prepare_and_write(scene, a, &c, rest->text[0], &player);
  rosin_scene_free(scene);
  return status;
}

static int render(int count, char **words) {
  arguments a = {0};
  rosin_list rest;
  const rosin_option table[] = {
      {"output", 'o', "FILE", "sound file: .wav .flac .ogg .aiff .caf .w64 (SCENE.wav)", &a.output,
       NULL},
      {"rate", 'r', "HZ", "sample rate, 8000 to 768000 (the scene's)", &a.rate, NULL},
      {"duration", 'd', "SECONDS", "length (the scene's)", &a.duration, NULL},
      ROSIN_OPTION_SET(&a.set),
      {"oversample", 0, "N", "engine samples per output sample, 1 to 16", &a.oversample, NULL},
      {"midi", 0, "FILE", "notes for the scene's instrument (-s player.KEY=VALUE: its player)",
       &a.midi, NULL},
      {"scale", 0, "FILE", "intonation of the notes, in Scala's .scl format", &a.scale, NULL},
      {"seed", 0, "N", "seed of everything random", &a.seed, NULL},
      {"format", 0, "F", "16, 24, 32 or float (24)", &a.format, NULL},
      {"probe", 0, "NAME[,NAME...]", "also write signals (see `rosin probes`)", &a.probe, NULL},
      {"probe-file", 0, "FILE", "where: .csv, or .wav with float channels", &a.probe_file, NULL},
      {"report", 0, "FILE", "what happened, as JSON; - for standard output", &a.report, NULL},
      {"block", 0, "N", "frames a call; changes no bit of the result", &a.block, NULL},
      {0}};
  const int status = rosin_options_parse(&rosin_command_render, table, count, words, &rest);
  if (status >= 0)
    return status;
  signal(SIGINT, on_interrupt);
  signal(SIGTERM, on_interrupt);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  return run(&a, &rest);
}

const rosin_command rosin_command_render = {"render", "render SCENE [-o FILE] [OPTION]...",
                                            "render a scene to a sound file", render};
