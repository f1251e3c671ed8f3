/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin render: a scene to a sound file, with probes and a report. Nothing stands
 * under a final name before it is whole. */
#include "host/render/render.h"
#include "error.h"
#include "host/commands.h"
#include "host/outputs.h"
#include "host/progress.h"
#include "host/render/level.h"
#include "host/render/output_name.h"
#include "host/render/piped.h"
#include "host/render/probe_file.h"
#include "host/render/seam.h"
#include "host/render/stems.h"
#include "host/render/variations.h"
#include "host/shield.h"
#include "host/stop.h"
#include "host/warn.h"
#include "live/record/replay.h"
#include "player/midi/controls.h"
#include "player/performance.h"
#include "player/settings.h"
#include "scene/sound/sound_notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1000, PROBES = 64 };

static const double quiet = 1e-2; /* -40 dBFS */
static const double faint = 5e-3; /* -46 dBFS: silence to whoever waits for a sound */

typedef struct {
  const char *output, *rate, *duration, *oversample, *seed, *format, *probe, *probe_file, *report,
      *block, *midi, *scale, *controls, *gesture, *stems, *plain, *any_files, *loudness, *normalize,
      *loop, *variations, *distinct;
  rosin_list set, spread;
} arguments;

/* Numbers of the command line, checked; text of -o, --format checked too. */
typedef struct {
  double rate, duration, oversample, block;
  rosin_sample_format format;
  rosin_level_wish level;
  int loop;
  char *output;         /* owned */
  const char *name;     /* what the user calls it */
  rosin_replay *replay; /* or NULL */
} choices;

/* What is rendered: its recipe, and that in the words of the files' notes. */
typedef struct {
  rosin_recipe recipe;
  rosin_list set, player; /* the recipe's settings, of the scene and of a player */
  char *title, *text;     /* text: NULL with --plain */
} work;

/* The name of the sound file. 0, or an exit status after an error. */
static int choose_output(const arguments *a, const rosin_recipe *recipe, choices *c) {
  if (a->output && rosin_piped(a->output)) {
    rosin_error error;
    if (!(c->output = rosin_piped_begin(a->output, &error)))
      return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  } else if (a->output && strchr(a->output, '{') && !a->variations) {
    rosin_error error;
    if (!(c->output = rosin_output_name(a->output, recipe, &error)))
      return rosin_complain(ROSIN_USAGE, "%s", error.text);
  } else if (a->output) {
    c->output = strdup(a->output);
  } else if (recipe->from) {
    return rosin_complain(ROSIN_USAGE, "%s: to make it again, say where with -o", recipe->from);
  } else {
    const char *slash = strrchr(recipe->scene, '/'), *base = slash ? slash + 1 : recipe->scene;
    const char *dot = strrchr(base, '.');
    const size_t length = dot ? (size_t)(dot - base) : strlen(base);
    if ((c->output = malloc(length + 5)))
      snprintf(c->output, length + 5, "%.*s.wav", (int)length, base);
  }
  if (!c->output)
    return rosin_complain(ROSIN_FAILURE, "out of memory");
  c->name = a->output && rosin_piped(a->output) ? "standard output" : c->output;
  return 0;
}

/* The level it is brought to: as it was, or as is asked for. 0, or -1 after an error. */
static int choose_level(const arguments *a, const rosin_recipe *recipe, rosin_level_wish *wish) {
  *wish = (rosin_level_wish){recipe->loudness, recipe->normalize};
  if (a->loudness && a->normalize)
    return rosin_complain(ROSIN_USAGE, "--loudness and --normalize do not go together"), -1;
  if (a->loudness || a->normalize)
    *wish = (rosin_level_wish){.normalize = a->normalize != NULL};
  return a->loudness
             ? rosin_options_number("--loudness", a->loudness, "LUFS", -70, -1, &wish->loudness)
             : 0;
}

static int choose(const arguments *a, const rosin_recipe *recipe, choices *c) {
  rosin_error error;
  c->block = 256;
  if (c->duration <= 0)
    c->duration = recipe->duration;
  c->format = recipe->format;
  if ((recipe->midi || recipe->gesture) && !a->midi && !a->gesture)
    return rosin_complain(ROSIN_USAGE, "%s was played from %s: give that with %s", recipe->from,
                          recipe->midi ? recipe->midi : recipe->gesture,
                          recipe->midi ? "--midi, or with --gesture" : "--gesture");
  if (recipe->scale && a->midi && !a->scale)
    return rosin_complain(ROSIN_USAGE, "%s was played with the scale %s: give that with --scale",
                          recipe->from, recipe->scale);
  if (recipe->controls && a->midi && !a->controls)
    return rosin_complain(ROSIN_USAGE,
                          "%s was played with the controls %s: give these with --controls",
                          recipe->from, recipe->controls);
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
  c->loop = a->loop || recipe->loop;
  if (c->loop && (a->midi || a->gesture || a->stems || a->probe))
    return rosin_complain(ROSIN_USAGE,
                          "--loop does not go with --midi, --gesture, --stems or --probe");
  if (choose_level(a, recipe, &c->level))
    return ROSIN_USAGE;
  if (a->report && strcmp(a->report, "-") == 0 && a->output && rosin_piped(a->output))
    return rosin_complain(ROSIN_USAGE, "-o %s and --report - cannot both go to standard output",
                          a->output);
  if (a->format && rosin_sample_format_named(a->format, &c->format))
    return rosin_complain(ROSIN_USAGE, "--format %s: must be 16, 24, 32 or float", a->format);
  if (!a->probe != !a->probe_file)
    return rosin_complain(ROSIN_USAGE, "--probe and --probe-file go together");
  const int status = choose_output(a, recipe, c);
  if (status)
    return status;
  if (rosin_sound_file_supported(c->output, c->format, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  const char *dot = a->probe_file ? strrchr(a->probe_file, '.') : NULL;
  if (dot && strcmp(dot, ".wav") == 0 &&
      rosin_sound_file_supported(a->probe_file, ROSIN_SAMPLE_FLOAT, &error))
    return rosin_complain(ROSIN_USAGE, "--probe-file %s", error.text);
  const size_t length = a->stems ? strlen(a->stems) : 0;
  if (length && a->stems[length - 1] != '/' &&
      rosin_sound_file_supported(a->stems, ROSIN_SAMPLE_FLOAT, &error))
    return rosin_complain(ROSIN_USAGE, "--stems %s (a folder ends in '/')", error.text);
  return -1;
}

/* Once all that is read is known. -1 to go on, or an exit status after an error. */
static int check_outputs(const arguments *a, const choices *c) {
  const char *const file[] = {c->output, a->probe_file, a->report, a->stems};
  rosin_outputs_reads(a->midi);
  rosin_outputs_reads(a->scale);
  if (!rosin_controls_is_ready(a->controls))
    rosin_outputs_reads(a->controls);
  rosin_outputs_reads(a->gesture);
  return rosin_outputs_check(file, sizeof file / sizeof *file);
}

static void measure(rosin_result *r, const float *out, int values) {
  for (int i = 0; i < values; i++) {
    const double x = (double)out[i];
    if (fabs(x) > faint)
      r->silent_from = (double)(r->samples + i / r->channels) / r->sample_rate;
    r->peak = fmax(r->peak, fabs(x));
    r->squares += x * x;
    r->sum += x;
  }
}

/* Where frames go. */
typedef int sink(void *to, const float *frames, int count, rosin_error *error);

static int to_stems(void *to, const float *frames, int count, rosin_error *error) {
  return rosin_stems_write(to, frames, count, error);
}

/* The loop itself. 0, or -1 and an error. */
static int render_all(rosin_scene *scene, sink *write, void *to, const rosin_probe_file *signals,
                      const choices *c, rosin_result *r, rosin_error *error) {
  const int block = (int)c->block;
  const long long length = llround(rosin_scene_duration(scene) * r->sample_rate);
  const long long lead = llround(rosin_scene_model(scene)->period * r->sample_rate);
  const long long total = lead + length + (c->loop ? rosin_seam_frames(length, r->sample_rate) : 0);
  float *out = malloc((size_t)block * (size_t)r->channels * sizeof *out);
  rosin_progress progress;
  int status = out ? 0 : rosin_fail(error, "out of memory");
  const double start = rosin_now();
  rosin_progress_start(&progress);
  while (out && status == 0 && r->samples < total &&
         !(signals && rosin_probe_file_failed(signals))) {
    const long long left = total - r->samples;
    const int frames = left < block ? (int)left : block;
    if (c->replay)
      rosin_replay_run(c->replay, frames, out);
    else
      rosin_scene_process(scene, frames, out);
    if (r->samples >= lead)
      measure(r, out, frames * r->channels);
    rosin_shield_raise(1);
    status = write(to, out, frames, error);
    rosin_shield_raise(0);
    r->samples += frames;
    rosin_progress_draw(&progress, (double)r->samples / (double)total);
    if (status == 0 && rosin_stopped(NULL))
      status = rosin_fail(error, "interrupted");
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
  const int leveled = c->level.loudness < 0 || c->level.normalize;
  char peak[64] = "silent";
  if (r->peak > 0)
    snprintf(peak, sizeof peak, "peak %.1f dBFS", 20 * log10(r->peak));
  if (r->peak > 0 && leveled)
    snprintf(peak + strlen(peak), sizeof peak - strlen(peak), ", %.1f LUFS", r->loudness);
  rosin_tell("%s: %.2f s, %d Hz, %s, %.0f times real time", c->name, audio, r->sample_rate, peak,
             audio / (r->seconds_wall + 1e-9));
  if (clips && r->peak > 1)
    rosin_tell("rosin: warning: %s was clipped; peak %.1f dBFS; %s, or --format float", c->name,
               20 * log10(r->peak),
               c->level.loudness < 0 ? "ask for less loudness" : "lower gain, --normalize");
  if (r->peak > 0 && r->peak < quiet && !leveled && (c->duration <= 0 || audio >= 1))
    rosin_tell("rosin: warning: %s is quiet; --normalize or --loudness -23 bring it up", c->name);
  rosin_warn_rescued(&r->solver);
}

/* Whoever plays the scene, if not it itself: notes, or a gesture, from its begin. */
static int start_playing(rosin_scene *scene, const arguments *a, const choices *c,
                         const rosin_list *player, rosin_performance **performance,
                         rosin_error *error) {
  if (c->replay)
    return rosin_replay_begin(c->replay, scene, player->count, player->text, error);
  if (!a->midi)
    return 0;
  rosin_error warning;
  const rosin_performance_spec spec = {.midi = a->midi,
                                       .scale = a->scale,
                                       .controls = a->controls,
                                       .settings = player->count,
                                       .setting = player->text,
                                       .whole = c->duration <= 0};
  *performance = rosin_performance_new(scene, &spec, &warning, error);
  if (*warning.text)
    rosin_complain(ROSIN_DONE, "warning: %s", warning.text);
  return *performance ? 0 : -1;
}

static int close_stems(rosin_stems *stems, rosin_error *error) {
  rosin_shield_raise(1);
  const int status = rosin_stems_close(stems, error);
  rosin_shield_raise(0);
  return status;
}

/* The scene once more, with its stems for channels. */
static int write_stems(const arguments *a, choices *c, const work *w) {
  rosin_error error = {"out of memory"};
  int status = ROSIN_FAILURE;
  rosin_scene *scene = rosin_load_scene(&w->recipe, &w->set, &status);
  if (!scene)
    return status;
  if (c->duration > 0)
    rosin_scene_set_duration(scene, c->duration);
  status =
      rosin_scene_stems(scene, &error) || rosin_scene_prepare(scene, (int)c->rate, BLOCK, &error);
  rosin_result r = {.sample_rate = c->rate > 0 ? (int)c->rate : rosin_scene_rate(scene),
                    .channels = rosin_scene_channels(scene)};
  rosin_shield_raise(1);
  rosin_stems *stems =
      status ? NULL : rosin_stems_create(a->stems, scene, r.sample_rate, w->title, w->text, &error);
  rosin_shield_raise(0);
  rosin_performance *performance = NULL;
  if (stems && a->gesture)
    c->replay = rosin_replay_read(a->gesture, &error);
  status = !stems || (a->gesture && !c->replay) ||
           start_playing(scene, a, c, &w->player, &performance, &error) ||
           render_all(scene, to_stems, stems, NULL, c, &r, &error);
  if (status)
    rosin_stems_discard(stems);
  else
    status = close_stems(stems, &error);
  rosin_performance_free(performance);
  rosin_replay_free(c->replay);
  c->replay = NULL;
  if (status && rosin_stopped(NULL))
    rosin_stop_complain();
  else if (status)
    rosin_complain(ROSIN_FAILURE, "%s", error.text);
  else
    rosin_tell("%s: %d stems", a->stems, r.channels);
  rosin_scene_free(scene);
  return status ? ROSIN_FAILURE : ROSIN_DONE;
}

/* Gestures come round in equal turns, of about the scene's own length, once before it begins: so
 * that it begins in what rings as it ends. */
static int render_loop(rosin_scene *scene, rosin_level *level, const choices *c, rosin_result *r,
                       rosin_error *error) {
  const double seconds = rosin_scene_duration(scene);
  const long long length = llround(seconds * r->sample_rate);
  const double turns = fmax(1, round(seconds / rosin_scene_model(scene)->duration));
  rosin_scene_loop(scene, seconds / turns);
  rosin_seam *seam = rosin_seam_new(llround(seconds / turns * r->sample_rate), length,
                                    r->sample_rate, r->channels, rosin_level_write, level, error);
  const int status = seam ? render_all(scene, rosin_seam_write, seam, NULL, c, r, error) : -1;
  rosin_seam_free(seam);
  r->samples = length;
  return status;
}

static int end_level(rosin_level *level, rosin_result *r, rosin_error *error) {
  rosin_loudness measured;
  double gain;
  rosin_shield_raise(1);
  const int status = rosin_level_end(level, &gain, &measured, error);
  rosin_shield_raise(0);
  if (status)
    return -1;
  r->loudness = measured.integrated;
  r->peak *= gain;
  r->sum *= gain;
  r->squares *= gain * gain;
  return 0;
}

/* What goes on after its last gesture, in silence. */
static void say_ended(const rosin_scene *scene, const choices *c, const rosin_result *r) {
  const rosin_model *m = rosin_scene_model(scene);
  const double end = rosin_model_end(m), audio = (double)r->samples / r->sample_rate;
  if (c->duration > m->duration && end < audio && audio - r->silent_from > 1)
    rosin_tell("rosin: warning: from %.1f s on %s is silent: the scene's gestures end at %g s "
               "(`rosin show` them, and give them more points)",
               r->silent_from, c->name, end);
}

/* Notes that were not played, a line for each reason. */
static void say_left_out(rosin_performance *performance) {
  const rosin_left_out *left = performance ? rosin_performance_left(performance) : NULL;
  for (int reason = 0; left && reason < ROSIN_LEFT_REASONS; reason++) {
    const int count = rosin_left_out_count(left, (rosin_left)reason);
    if (count)
      fprintf(stderr, "rosin: warning: %d note%s left out: %s\n", count,
              count == 1 ? " was" : "s were", rosin_left_reason(reason));
  }
}

static int write_files(rosin_scene *scene, const arguments *a, const choices *c, const work *w,
                       int probes, const char *const *probe) {
  rosin_error error = {"out of memory"};
  rosin_result r = {.sample_rate = c->rate > 0 ? (int)c->rate : rosin_scene_rate(scene),
                    .channels = rosin_scene_channels(scene)};
  rosin_shield_file(c->output);
  rosin_shield_raise(1);
  rosin_sound_file *file =
      rosin_sound_file_create(c->output, r.sample_rate, r.channels, c->format, &error);
  rosin_shield_raise(0);
  if (!file)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  const rosin_sound_notes notes = {w->title, "", w->text};
  const int noted = w->text ? rosin_sound_notes_write(file, &notes, &error) : 0;
  if (noted < 0) {
    rosin_sound_file_discard(file);
    return rosin_complain(ROSIN_FAILURE, "%s: %s", c->output, error.text);
  }
  if (noted)
    rosin_tell("rosin: warning: the scene is too long to be kept in %s, which cannot be made "
               "again from itself",
               c->output);
  const int clips = rosin_sound_file_clips(file);
  /* first the player: how long it plays is how long the signals are */
  rosin_performance *performance = NULL;
  rosin_probe_file *signals = NULL;
  rosin_level *level = rosin_level_new(file, r.sample_rate, r.channels, &c->level, &error);
  int status = level ? start_playing(scene, a, c, &w->player, &performance, &error) : -1;
  if (a->probe_file)
    rosin_shield_file(a->probe_file);
  if (status == 0 && a->probe_file &&
      !(signals = rosin_probe_file_create(a->probe_file, scene, probes, probe, &error)))
    status = -1;
  if (status == 0)
    status = c->loop ? render_loop(scene, level, c, &r, &error)
                     : render_all(scene, rosin_level_write, level, signals, c, &r, &error);
  if (status == 0)
    status = end_level(level, &r, &error);
  rosin_level_free(level);
  if (status == 0 && signals) {
    status = rosin_probe_file_close(signals, &error);
    signals = NULL;
    if (status == 0)
      rosin_stop_wrote(a->probe_file);
  }
  if (status) {
    rosin_probe_file_discard(signals);
    rosin_sound_file_discard(file);
  } else {
    rosin_shield_raise(1);
    status = rosin_sound_file_close(file, &error);
    rosin_shield_raise(0);
  }
  if (status == 0)
    rosin_stop_wrote(c->name);
  if (status == 0 && c->name != c->output)
    status = rosin_piped_copy(c->output, &error);
  if (status == 0 && a->report)
    status =
        rosin_report_write(a->report, w->recipe.scene,
                           performance ? rosin_performance_left(performance) : NULL, &r, &error);
  if (status == 0) {
    say(c, &r, clips);
    if (!a->midi && !c->replay && !c->loop)
      say_ended(scene, c, &r);
    rosin_warn_missed(rosin_scene_network(scene));
    rosin_warn_driving(rosin_scene_network(scene));
    say_left_out(performance);
  }
  rosin_performance_free(performance);
  if (status && rosin_stopped(NULL))
    return rosin_stop_complain();
  return status ? rosin_complain(ROSIN_FAILURE, "%s", error.text) : ROSIN_DONE;
}

/* Options that are numbers of the scene go the way of -s, to the same checks. */
static int set_too(rosin_list *set, char (*text)[64], const arguments *a) {
  const char *const key[] = {"seed", "rate", "oversample"};
  const char *const value[] = {a->variations ? NULL : a->seed, a->rate, a->oversample};
  *set = a->set;
  for (int i = 0; i < 3; i++)
    if (value[i]) {
      if (set->count == ROSIN_LIST)
        return rosin_complain(ROSIN_USAGE, "--set: given more than %d times", ROSIN_LIST - 3);
      snprintf(text[i], sizeof text[i], "%s=%.40s", key[i], value[i]);
      set->text[set->count++] = text[i];
    }
  return 0;
}

static int prepare_and_write(rosin_scene *scene, const arguments *a, const choices *c,
                             const work *w) {
  const char *probe[PROBES];
  rosin_error error = {"out of memory"};
  int status, probes = 0;
  char *list = a->probe ? strdup(a->probe) : NULL;
  if (list)
    probes = rosin_probe_names(list, probe, PROBES);
  if (a->probe && !list)
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  else if (probes < 0 || (a->probe && probes == 0))
    status =
        rosin_complain(ROSIN_USAGE, "--probe %.80s: must be 1 to %d signals", a->probe, PROBES);
  else if (rosin_scene_probe(scene, probes, probe) ||
           rosin_scene_prepare(scene, (int)c->rate, BLOCK, &error))
    status = rosin_stopped(NULL) ? rosin_stop_complain()
                                 : rosin_complain(ROSIN_FAILURE, "%s", error.text);
  else
    status = write_files(scene, a, c, w, probes, probe);
  free(list);
  return status;
}

/* What was recorded beside the events: settings before those given here, the rate, the
 * length. -1 to go on, or an exit status. */
static int read_gesture(const arguments *a, const rosin_list *set, choices *c, rosin_list *all) {
  rosin_error error;
  *all = *set;
  if (!a->gesture)
    return -1;
  if (a->midi)
    return rosin_complain(ROSIN_USAGE, "--gesture and --midi do not go together");
  if (!(c->replay = rosin_replay_read(a->gesture, &error)))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  const rosin_gesture_file *f = rosin_replay_file(c->replay);
  if (a->rate && atof(a->rate) != f->rate)
    return rosin_complain(ROSIN_USAGE, "-r %s: %s was played at %d Hz", a->rate, a->gesture,
                          f->rate);
  c->rate = f->rate;
  if (f->frames < 0)
    rosin_tell("rosin: warning: %s was cut off; it is played to its last event", a->gesture);
  if (c->duration <= 0)
    c->duration = rosin_replay_duration(c->replay);
  if (f->sets + set->count > ROSIN_LIST)
    return rosin_complain(ROSIN_USAGE, "--set: given more than %d times", ROSIN_LIST);
  all->count = 0;
  for (int i = 0; i < f->sets; i++)
    all->text[all->count++] = f->set[i];
  for (int i = 0; i < set->count; i++)
    all->text[all->count++] = set->text[i];
  return -1;
}

/* What the files will say of themselves. 0, or -1 without memory. */
static int describe(work *w, const arguments *a, const choices *c, const rosin_scene *scene) {
  rosin_recipe r = w->recipe;
  r.duration = c->duration;
  r.format = c->format;
  r.loudness = c->level.loudness;
  r.normalize = c->level.normalize;
  r.loop = c->loop;
  r.midi = a->midi;
  r.scale = a->scale;
  r.controls = a->controls;
  r.gesture = a->gesture;
  r.files_anywhere = r.files == ROSIN_FILES_ANY;
  char *command = rosin_recipe_command(&r);
  const char *title = rosin_scene_model(scene)->title;
  const size_t size = command ? strlen(command) + strlen(title) + 8 : 0;
  if (command && (w->title = malloc(size)))
    snprintf(w->title, size, "%s%s%s", title, *title ? ": " : "", command);
  free(command);
  w->text = a->plain ? NULL : rosin_recipe_write(&r);
  return w->title && (w->text || a->plain) ? 0 : -1;
}

/* Many of it: only what each file is rendered with by itself goes with that. */
static int run_variations(const arguments *a, const choices *c, const work *w) {
  const struct {
    const char *name, *given;
  } other[] = {
      {"--midi", a->midi},           {"--gesture", a->gesture},   {"--probe", a->probe},
      {"--stems", a->stems},         {"--report", a->report},     {"--scale", a->scale},
      {"--block", a->block},         {"--controls", a->controls}, {"--loudness", a->loudness},
      {"--normalize", a->normalize}, {"--loop", a->loop}};
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    if (other[i].given)
      return rosin_complain(ROSIN_USAGE, "%s: does not go with --variations", other[i].name);
  const rosin_variations wish = {.variations = a->variations,
                                 .distinct = a->distinct,
                                 .seed = a->seed,
                                 .output = a->output,
                                 .spread = a->spread,
                                 .duration = c->duration,
                                 .format = c->format,
                                 .plain = a->plain != NULL};
  return rosin_variations_run(&wish, &w->recipe);
}

/* Without a scene the notes say by their programs which instrument it is. */
static int choose_instrument(const arguments *a, rosin_list *words) {
  rosin_error error;
  const char *scene = rosin_performance_scene(a->midi, &error);
  if (!scene)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_tell("%s: for %s", a->midi, scene);
  words->text[words->count++] = scene;
  return ROSIN_DONE;
}

static int run_work(const arguments *a, const rosin_list *rest, const rosin_list *set, choices *c,
                    work *w) {
  if (rest->count == 2 && rosin_sound_file_named(rest->text[1]))
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s; the sound file is given with -o",
                          rosin_command_render.usage);
  rosin_list words = *rest;
  int status = ROSIN_DONE;
  if (words.count == 0 && a->midi && (status = choose_instrument(a, &words)))
    return status;
  status = rosin_load_recipe(&rosin_command_render, &words, set, a->any_files, &w->recipe);
  if (status >= 0 || (status = choose(a, &w->recipe, c)) >= 0)
    return status;
  if (a->variations)
    return run_variations(a, c, w);
  rosin_load_split(&w->recipe.set, &w->set, &w->player);
  if (w->player.count && !a->midi && !a->gesture)
    return rosin_complain(ROSIN_USAGE, "-s %s: there is a player only with --midi or --gesture",
                          w->player.text[0]);
  rosin_error error;
  if (rosin_player_settings_check(w->player.count, w->player.text, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  if (a->scale && !a->midi)
    return rosin_complain(ROSIN_USAGE, "--scale %s: there is a player only with --midi", a->scale);
  if (a->controls && !a->midi)
    return rosin_complain(ROSIN_USAGE, "--controls %s: there is a player only with --midi",
                          a->controls);
  rosin_scene *scene = rosin_load_scene(&w->recipe, &w->set, &status);
  if (!scene)
    return status;
  rosin_warn_asked(rosin_scene_model(scene));
  if (c->duration > 0)
    rosin_scene_set_duration(scene, c->duration);
  if (a->stems && rosin_scene_model(scene)->layers)
    status = rosin_complain(ROSIN_USAGE, "--stems: the scene has layers; render each by itself");
  else if ((status = check_outputs(a, c)) < 0)
    status = describe(w, a, c, scene) ? rosin_complain(ROSIN_FAILURE, "out of memory")
                                      : prepare_and_write(scene, a, c, w);
  rosin_replay_free(c->replay); /* before the scene that it plays */
  c->replay = NULL;
  rosin_scene_free(scene);
  return status == ROSIN_DONE && a->stems ? write_stems(a, c, w) : status;
}

static int run(const arguments *a, const rosin_list *rest) {
  char text[3][64];
  rosin_list all, set;
  choices c = {0};
  work w = {0};
  int status = ROSIN_USAGE;
  if (set_too(&set, text, a))
    return status;
  if (!a->variations && (a->distinct || a->spread.count))
    return rosin_complain(ROSIN_USAGE, "--%s: needs --variations",
                          a->distinct ? "distinct" : "spread");
  if ((status = read_gesture(a, &set, &c, &all)) < 0)
    status = run_work(a, rest, &all, &c, &w);
  rosin_replay_free(c.replay);
  rosin_recipe_free(&w.recipe);
  if (c.output && c.name != c.output)
    rosin_piped_end(c.output);
  free(c.output);
  free(w.title);
  free(w.text);
  return status;
}

static int render(int count, char **words) {
  arguments a = {0};
  rosin_list rest;
  const rosin_option table[] = {
      {"output", 'o', "FILE",
       "sound file: .wav .flac .ogg .aiff .caf .w64 .raw; -, -.flac: standard output (SCENE.wav)",
       &a.output, NULL},
      {"rate", 'r', "HZ", "sample rate, 8000 to 768000 (the scene's)", &a.rate, NULL},
      {"duration", 'd', "SECONDS", "length (the scene's)", &a.duration, NULL},
      ROSIN_OPTION_SET(&a.set),
      {"oversample", 0, "N", "engine samples per output sample, 1 to 16", &a.oversample, NULL},
      {"midi", 0, "FILE", "notes for the scene's instrument (-s player.KEY=VALUE: its player)",
       &a.midi, NULL},
      {"gesture", 0, "FILE", "what was played: from `rosin play --record-gesture`", &a.gesture,
       NULL},
      {"scale", 0, "FILE", "intonation of the notes, in Scala's .scl format", &a.scale, NULL},
      {"controls", 0, "TABLE", "what MIDI controllers move: keyboard, swam, mpe, wind or a file",
       &a.controls, NULL},
      {"seed", 0, "N", "seed of everything random", &a.seed, NULL},
      {"format", 0, "F", "16, 24, 32 or float (24)", &a.format, NULL},
      {"loudness", 0, "LUFS", "bring it to that loudness (EBU R 128), -70 to -1", &a.loudness,
       NULL},
      {"loop", 0, NULL, "a sound that can be repeated without a seam", &a.loop, NULL},
      {"normalize", 0, NULL, "bring its true peak to -1 dBTP", &a.normalize, NULL},
      {"probe", 0, "NAME[,NAME...]", "also write signals (see `rosin probes`)", &a.probe, NULL},
      {"probe-file", 0, "FILE", "where: .csv, or .wav with float channels", &a.probe_file, NULL},
      {"stems", 0, "FILE", "also each pickup and contact: channels of FILE, or files in FOLDER/",
       &a.stems, NULL},
      {"variations", 0, "N", "render N variations to -o door-%02d.wav (--seed: theirs)",
       &a.variations, NULL},
      {"spread", 0, "KEY=SHARE", "how far a macro, key or kind varies; 0: not (repeatable)", NULL,
       &a.spread},
      {"distinct", 0, "D", "draw again what is nearer to another than this (0.5)", &a.distinct,
       NULL},
      {"plain", 0, NULL, "no notes in the files on how they were made", &a.plain, NULL},
      {"report", 0, "FILE", "what happened, as JSON; - for standard output", &a.report, NULL},
      ROSIN_OPTION_FILES(&a.any_files),
      {"block", 0, "N", "frames a call; changes no bit of the result", &a.block, NULL},
      {0}};
  const int status = rosin_options_parse(&rosin_command_render, table, count, words, &rest);
  if (status >= 0)
    return status;
  rosin_stop_catch();
  return run(&a, &rest);
}

const rosin_command rosin_command_render = {"render", "render SCENE [-o FILE] [OPTION]...",
                                            "render a scene, or a sound file of rosin again",
                                            render};
