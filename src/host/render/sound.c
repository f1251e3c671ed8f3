/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/render/sound.h"
#include "error.h"
#include "format.h"
#include "host/progress.h"
#include "host/render/report.h"
#include "host/shield.h"
#include "host/stop.h"
#include "host/warn.h"
#include "host/write/outlet.h"
#include "host/write/piped.h"
#include "host/write/probe_file.h"
#include "host/write/stems.h"
#include "player/performance.h"
#include "room/room.h"
#include "scene/sound/sound_notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double quiet = 1e-2; /* -40 dBFS */
static const double faint = 5e-3; /* -46 dBFS: silence to whoever waits for a sound */

/* Frame `at` of the file and more. */
static void measure(rosin_result *r, long long at, const float *out, int values) {
  for (int i = 0; i < values; i++) {
    const double x = (double)out[i];
    if (fabs(x) > faint)
      r->silent_from = (double)(at + i / r->channels) / r->sample_rate;
    r->peak = fmax(r->peak, fabs(x));
    r->squares += x * x;
    r->sum += x;
  }
}

/* Where frames go, that may be changed on their way: into a file through an outlet, or into stems.
 */
typedef struct {
  rosin_outlet *outlet;
  rosin_stems *stems; /* without an outlet */
  long long total;
} target;

/* How many frames come next; 0: none; -1 and an error. */
static int ahead(const target *t, long long done, int block, rosin_error *error) {
  const long long left = t->total - done;
  if (t->outlet)
    return rosin_outlet_ahead(t->outlet, block, error);
  return left < block ? (int)left : block;
}

static int put(const target *t, float *frames, int count, rosin_error *error) {
  return t->outlet ? rosin_outlet_write(t->outlet, frames, count, error)
                   : rosin_stems_write(t->stems, frames, count, error);
}

/* The loop itself. 0, or -1 and an error. */
static int render_all(rosin_scene *scene, const target *t, const rosin_probe_file *signals,
                      const rosin_render_choices *c, rosin_result *r, rosin_error *error) {
  const int block = (int)c->block;
  float *out = malloc((size_t)block * (size_t)r->channels * sizeof *out);
  rosin_progress progress;
  int frames, status = out ? 0 : rosin_fail(error, "out of memory");
  const double start = rosin_now();
  rosin_progress_start(&progress);
  while (status == 0 && !(signals && rosin_probe_file_failed(signals)) &&
         (frames = ahead(t, r->samples, block, error)) != 0) {
    if (frames > 0 && c->replay)
      rosin_replay_run(c->replay, frames, out);
    else if (frames > 0)
      rosin_scene_process(scene, frames, out);
    status = frames < 0 ? -1 : put(t, out, frames, error);
    r->samples += frames;
    rosin_progress_draw(&progress, (double)r->samples / (double)t->total);
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
  return status || !t->outlet ? status : rosin_outlet_finish(t->outlet, error);
}

/* The sound gave way to its ceiling. */
static void say_limited(const rosin_render_choices *c, const rosin_result *r) {
  const rosin_level_wish *w = &c->level;
  if (w->loudness < 0)
    rosin_tell("rosin: warning: %s is %.1f dB softer than %g LUFS: its true peak would pass %.1f "
               "dBTP; see --ceiling",
               c->name, r->limited, w->loudness, w->ceiling < 0 ? w->ceiling : ROSIN_LEVEL_PEAK);
  else
    rosin_tell("rosin: warning: %s is %.1f dB softer than it came: its true peak would pass %.1f "
               "dBTP; see --ceiling, or --format float",
               c->name, r->limited, w->ceiling);
}

static void say(const rosin_render_choices *c, const rosin_result *r, int clips) {
  const double audio = (double)r->samples / r->sample_rate;
  const int leveled = c->level.loudness < 0 || c->level.normalize;
  char peak[64] = "silent";
  if (r->peak > 0)
    rosin_format(peak, sizeof peak, "peak %.1f dBFS", 20 * log10(r->peak));
  if (r->peak > 0 && leveled)
    rosin_format(peak + strlen(peak), sizeof peak - strlen(peak), ", %.1f LUFS", r->loudness);
  rosin_tell("%s: %.2f s, %d Hz, %s, %.0f times real time", c->name, audio, r->sample_rate, peak,
             audio / (r->seconds_wall + 1e-9));
  if (r->limited > ROSIN_LEVEL_TOLD)
    say_limited(c, r);
  if (clips && r->peak > 1)
    rosin_tell("rosin: warning: %s was clipped; peak %.1f dBFS; %s, or --format float", c->name,
               20 * log10(r->peak),
               c->level.loudness < 0 ? "ask for less loudness" : "lower gain, --normalize");
  if (!(r->peak > 0) && leveled)
    rosin_tell("rosin: warning: %s is silent: nothing can be brought to a level", c->name);
  if (r->peak > 0 && r->peak < quiet && !leveled && (c->duration <= 0 || audio >= 1))
    rosin_tell("rosin: warning: %s is quiet; --normalize or --loudness -23 bring it up", c->name);
  rosin_warn_rescued(&r->solver);
}

/* Whoever plays the scene, if not it itself: notes, or a gesture, from its begin. */
static int start_playing(rosin_scene *scene, const rosin_render_arguments *a,
                         const rosin_render_choices *c, const rosin_list *player,
                         rosin_performance **performance, rosin_left_out *refused,
                         rosin_error *error) {
  if (c->replay)
    return rosin_replay_begin(c->replay, scene, player->count, player->text, error);
  if (!a->midi)
    return 0;
  rosin_error warning;
  const rosin_performance_spec spec = {.midi = a->midi,
                                       .reader = rosin_render_reader(a),
                                       .scale = a->scale,
                                       .controls = a->controls,
                                       .settings = player->count,
                                       .setting = player->text,
                                       .whole = c->duration <= 0,
                                       .refused = refused};
  *performance = rosin_performance_new(scene, &spec, &warning, error);
  if (*warning.text)
    rosin_complain(ROSIN_DONE, "warning: %s", warning.text);
  return *performance ? 0 : -1;
}

int rosin_render_watches(const rosin_render_arguments *a, const rosin_render_choices *c) {
  return !a->plain && !a->midi && !c->replay;
}

int rosin_render_stems(const rosin_render_arguments *a, rosin_render_choices *c,
                       const rosin_render_work *w) {
  rosin_error error = {"out of memory"};
  int status = ROSIN_FAILURE;
  rosin_scene *scene = rosin_load_scene(&w->recipe, &w->set, &status);
  if (!scene)
    return status;
  if (c->duration > 0)
    rosin_scene_set_duration(scene, c->duration);
  status = rosin_scene_stems(scene, &error) ||
           rosin_scene_prepare(scene, (int)c->rate, ROSIN_RENDER_BLOCK, &error);
  rosin_result r = {.sample_rate = c->rate > 0 ? (int)c->rate : rosin_scene_rate(scene),
                    .channels = rosin_scene_channels(scene)};
  const rosin_sound_notes notes = {w->title, "", w->text, w->words};
  rosin_stems *stems =
      status ? NULL : rosin_stems_create(a->stems, scene, r.sample_rate, &notes, &error);
  rosin_performance *performance = NULL;
  if (stems && a->gesture)
    c->replay = rosin_replay_read(a->gesture, &error);
  status = !stems || (a->gesture && !c->replay) ||
           start_playing(scene, a, c, &w->player, &performance, NULL, &error) ||
           render_all(scene,
                      &(target){NULL, stems, llround(rosin_scene_duration(scene) * r.sample_rate)},
                      NULL, c, &r, &error);
  if (status)
    rosin_stems_discard(stems);
  else
    status = rosin_stems_close(stems, &error);
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

/* What is written, after a room and a seam. */
typedef struct {
  rosin_level *level;
  rosin_result *result;
  long long frames;
} meter;

static int to_measured(void *to, const float *frames, int count, rosin_error *error) {
  meter *m = to;
  measure(m->result, m->frames, frames, count * m->result->channels);
  m->frames += count;
  return rosin_level_write(m->level, frames, count, error);
}

static int end_level(rosin_level *level, rosin_result *r, rosin_error *error) {
  rosin_leveled done;
  if (rosin_level_end(level, &done, error))
    return -1;
  r->loudness = done.loudness;
  r->gain = done.gain;
  r->limited = done.limited;
  r->peak *= done.gain;
  r->sum *= done.gain;
  r->squares *= done.gain * done.gain;
  return 0;
}

/* What goes on after its last gesture, in silence. */
static void say_ended(const rosin_scene *scene, const rosin_render_choices *c,
                      const rosin_result *r) {
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

int rosin_render_file(rosin_scene *scene, const rosin_render_arguments *a,
                      const rosin_render_choices *c, const rosin_render_work *w, int probes,
                      const char *const *probe) {
  rosin_error error = {"out of memory"};
  rosin_result r = {.sample_rate = c->rate > 0 ? (int)c->rate : rosin_scene_rate(scene),
                    .channels = rosin_scene_channels(scene),
                    .gain = 1};
  rosin_shield_file(c->output);
  rosin_sound_file *file =
      rosin_sound_file_create(c->output, r.sample_rate, r.channels, c->format, &error);
  if (!file)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_sound_notes notes = {w->title, "", w->text, w->words};
  notes.words.channels = r.channels;
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
  rosin_left_out refused = {.note = NULL};
  rosin_probe_file *signals = NULL;
  rosin_level_wish wish = c->level;
  wish.as_before = rosin_room_find(c->place) != NULL;
  rosin_level *level = rosin_level_new(file, r.sample_rate, r.channels, &wish, &error);
  int status = level ? start_playing(scene, a, c, &w->player, &performance, &refused, &error) : -1;
  meter to = {level, &r, 0};
  const rosin_outlet_wish out = {.place = c->place,
                                 .part = c->part,
                                 .plain = !rosin_render_watches(a, c),
                                 .whole = c->duration <= 0,
                                 .rate = r.sample_rate,
                                 .channels = r.channels,
                                 .level = level,
                                 .sink = to_measured,
                                 .to = &to};
  rosin_outlet *outlet = status ? NULL : rosin_outlet_new(scene, &out, &error);
  status = outlet ? 0 : -1;
  if (a->probe_file)
    rosin_shield_file(a->probe_file);
  if (status == 0 && a->probe_file &&
      !(signals = rosin_probe_file_create(a->probe_file, scene, probes, probe, &error)))
    status = -1;
  if (status == 0)
    status = render_all(scene, &(target){outlet, NULL, rosin_outlet_total(outlet)}, signals, c, &r,
                        &error);
  if (status == 0) {
    r.samples = rosin_outlet_length(outlet);
    status = end_level(level, &r, &error);
  }
  if (status == 0)
    status = rosin_outlet_end(outlet, file, &error);
  if (status == 0) /* before anything has its name */
    status = rosin_sound_file_finish(file, &error);
  rosin_outlet_free(outlet);
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
    status = rosin_sound_file_close(file, &error);
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
    if (!a->midi && !c->replay && c->part == ROSIN_PART_WHOLE)
      say_ended(scene, c, &r);
    rosin_warn_missed(rosin_scene_network(scene));
    rosin_warn_driving(rosin_scene_network(scene));
    say_left_out(performance);
  }
  rosin_error other; /* whoever asks why can read it there */
  if (refused.count && a->report)
    rosin_report_write(a->report, w->recipe.scene, &refused, &r, &other);
  rosin_left_out_free(&refused);
  rosin_performance_free(performance);
  if (status && rosin_stopped(NULL))
    return rosin_stop_complain();
  return status ? rosin_complain(ROSIN_FAILURE, "%s", error.text) : ROSIN_DONE;
}
