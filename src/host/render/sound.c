/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/render/sound.h"
#include "error.h"
#include "host/common/progress.h"
#include "host/common/shield.h"
#include "host/common/stop.h"
#include "host/load/load.h"
#include "host/render/input.h"
#include "host/render/report.h"
#include "host/render/stems.h"
#include "host/render/takes.h"
#include "host/write/outlet.h"
#include "host/write/piped.h"
#include "host/write/probe_file.h"
#include "player/play/performance.h"
#include "room/room.h"
#include "sound/sound_notes.h"

#include <math.h>
#include <stdlib.h>

static const double longest_ring = 30;  /* s, of an effect after its last note */
static const double longest_input = 10; /* s, of what a sound drives after that */
static const double faint = 5e-3;       /* -46 dBFS: silence to whoever waits for a sound */

/* A scene on its way into a file or into stems, with all that is open for it. */
typedef struct {
  rosin_scene *scene;
  rosin_core *core; /* that plays it */
  const rosin_render_arguments *a;
  const rosin_render_choices *c;
  const rosin_render_work *w;
  rosin_performance *performance; /* of notes, or NULL */
  rosin_render_takes takes;       /* its notes, where they are takes of an effect */
  rosin_left_out refused;         /* notes of a performance that could not begin */
  rosin_stems *stems;
  rosin_outlet *outlet; /* without stems, as all that follows */
  rosin_sound_file *file;
  rosin_level *level;
  rosin_probe_file *signals; /* or NULL */
  long long total;           /* frames that are to be made, about */
  long long written;         /* frames, after a room and a seam */
  rosin_result result;
  rosin_error error;
} rendering;

static rendering begin(rosin_scene *scene, rosin_core *core, const rosin_render_arguments *a,
                       const rosin_render_choices *c, const rosin_render_work *w) {
  return (rendering){.scene = scene,
                     .core = core,
                     .a = a,
                     .c = c,
                     .w = w,
                     .result = {.sample_rate = c->rate > 0 ? (int)c->rate : rosin_scene_rate(scene),
                                .channels = rosin_scene_channels(scene),
                                .gain = 1},
                     .error = {"out of memory"}};
}

/* ---- the loop ----------------------------------------------------------------------- */

/* How many frames come next; 0: none; -1 and an error. */
static int ahead(rendering *g, int block) {
  const long long left = g->total - g->result.samples;
  if (g->outlet)
    return rosin_outlet_ahead(g->outlet, block, &g->error);
  return left < block ? (int)left : block;
}

/* The next frames, which may be changed on their way. 0, or -1 and an error. */
static int pass(rendering *g, float *out, int frames) {
  if (g->w->played) {
    if (rosin_played_run(g->w->played, frames, out, &g->error))
      return -1;
  } else if (g->c->replay) {
    rosin_replay_run(g->c->replay, frames, out);
  } else {
    rosin_render_takes_ahead(&g->takes, g->core, frames);
    rosin_core_process_frames(g->core, out, frames);
  }
  const int status = g->outlet ? rosin_outlet_write(g->outlet, out, frames, &g->error)
                               : rosin_stems_write(g->stems, out, frames, &g->error);
  g->result.samples += frames;
  return status;
}

/* The loop itself. 0, or -1 and an error. */
static int render_all(rendering *g) {
  const int block = (int)g->c->block;
  rosin_result *r = &g->result;
  float *out = malloc((size_t)block * (size_t)r->channels * sizeof *out);
  rosin_progress progress;
  int frames, status = out ? 0 : rosin_fail(&g->error, "out of memory");
  const double start = rosin_now();
  if (g->c->input)
    rosin_render_input_play(g->c->input, g->core);
  if (g->w->played) {
    status = status || rosin_played_begin(g->w->played, &g->error) ? -1 : 0;
  } else if (!g->c->replay) { /* which was played with it */
    rosin_render_takes_ahead(&g->takes, g->core, rosin_core_latency(g->core));
    rosin_core_pass_latency(g->core);
  }
  rosin_progress_start(&progress);
  while (status == 0 && !(g->signals && rosin_probe_file_failed(g->signals)) &&
         (frames = ahead(g, block)) != 0) {
    status = frames < 0 ? -1 : pass(g, out, frames);
    rosin_progress_draw(&progress, (double)r->samples / (double)g->total);
    if (status == 0 && rosin_stopped(NULL))
      status = rosin_fail(&g->error, "interrupted");
  }
  rosin_progress_end(&progress);
  free(out);
  r->seconds_wall = rosin_now() - start;
  r->engine_samples =
      (long long)((double)r->samples * rosin_scene_engine_rate(g->scene) / r->sample_rate);
  r->solver = rosin_network_statistics(rosin_scene_network(g->scene));
  r->energy = rosin_network_energy(rosin_scene_network(g->scene));
  return status || !g->outlet ? status : rosin_outlet_finish(g->outlet, &g->error);
}

/* Who plays the scene for the core: nobody but its gestures (0), a player, or keys of an effect. */
static int by_hand(const rosin_scene *scene, const rosin_render_arguments *a,
                   const rosin_render_choices *c, int takes) {
  if (a->midi)
    return takes ? ROSIN_CORE_WAITS : 1;
  return c->replay ? rosin_replay_file(c->replay)->rest
                   : c->input && rosin_player_strings(scene); /* nobody plays it */
}

rosin_core *rosin_render_core(rosin_scene *scene, const rosin_render_arguments *a,
                              const rosin_render_choices *c, const rosin_render_work *w,
                              rosin_error *error) {
  const int takes = a->midi && !rosin_player_strings(scene) && !rosin_keyboard_is(scene);
  rosin_core *core =
      rosin_core_over(scene, by_hand(scene, a, c, takes), !c->replay && !takes, error);
  if (!core)
    return NULL;
  if (takes)
    rosin_core_add_seed(core);
  if (a->midi && rosin_render_reader(a) && rosin_core_is_instrument(core)) /* whoever has a score */
    rosin_core_put(core, rosin_core_find(core, "reads"), 1);
  if ((rosin_core_takes_notes(core) || c->replay) &&
      rosin_core_settings(core, w->player.count, w->player.text, error)) {
    rosin_core_free(core);
    return NULL;
  }
  if (c->input)
    rosin_render_input_want(core, scene);
  if (rosin_core_prepare(core, c->rate > 0 ? c->rate : rosin_scene_rate(scene), error) == 0)
    return core;
  rosin_core_free(core);
  return NULL;
}

/* Whoever plays the scene, if not it itself: notes, or a gesture, from its begin. */
static int start_player(rendering *g) {
  const rosin_render_arguments *a = g->a;
  if (g->c->replay)
    return rosin_replay_begin(g->c->replay, g->core, &g->error);
  if (!a->midi)
    return 0;
  rosin_error warning;
  const rosin_performance_spec spec = {.midi = a->midi,
                                       .reader = rosin_render_reader(a),
                                       .scale = a->scale,
                                       .controls = a->controls,
                                       .keys = rosin_core_keys(g->core),
                                       .takes = rosin_core_takes_notes(g->core),
                                       .ring = fmin(rosin_core_tail(g->core), longest_ring),
                                       .whole = g->c->duration <= 0,
                                       .refused = &g->refused};
  g->performance =
      rosin_performance_new(g->scene, rosin_core_player(g->core), &spec, &warning, &g->error);
  if (*warning.text)
    rosin_complain(ROSIN_DONE, "warning: %s", warning.text);
  if (!g->performance)
    return -1;
  if (!rosin_core_player(g->core) && !rosin_core_keys(g->core)) {
    g->takes.rate = g->result.sample_rate;
    g->takes.score = rosin_performance_score(g->performance, &g->takes.count);
  }
  return 0;
}

/* What a sound drives rings on; an instrument that nobody plays is not longer than that. */
static int start_playing(rendering *g) {
  if (start_player(g))
    return -1;
  if (!g->c->input || g->c->duration > 0)
    return 0;
  const int alone = !g->performance && !g->c->replay && rosin_core_is_instrument(g->core);
  const double rings =
      rosin_render_input_duration(g->c->input) + fmin(rosin_scene_tail(g->scene), longest_input);
  rosin_scene_set_duration(g->scene, alone ? rings : fmax(rosin_scene_duration(g->scene), rings));
  return 0;
}

/* Who played is let go; an exit status. */
static int end(rendering *g, int failed) {
  rosin_left_out_free(&g->refused);
  rosin_performance_free(g->performance);
  if (failed && rosin_stopped(NULL))
    return rosin_stop_complain();
  return failed ? rosin_complain(ROSIN_FAILURE, "%s", g->error.text) : ROSIN_DONE;
}

int rosin_render_watches(const rosin_render_arguments *a, const rosin_render_choices *c,
                         const rosin_render_work *w) {
  return !a->plain && !a->midi && !c->replay && !w->played;
}

/* ---- stems -------------------------------------------------------------------------- */

/* The scene with a channel for each stem, and their files. 0, or -1 and an error. */
static int open_stems(rendering *g) {
  const rosin_sound_notes notes = {g->w->title, "", g->w->text, g->w->words};
  if (rosin_scene_stems(g->scene, &g->error) ||
      !(g->core = rosin_render_core(g->scene, g->a, g->c, g->w, &g->error)))
    return -1;
  g->result.channels = rosin_scene_channels(g->scene);
  g->stems = rosin_stems_create(g->a->stems, g->scene, g->result.sample_rate, &notes, &g->error);
  return g->stems ? 0 : -1;
}

int rosin_render_stems(const rosin_render_arguments *a, rosin_render_choices *c,
                       const rosin_render_work *w) {
  int status = ROSIN_FAILURE;
  rosin_scene *scene = a->midi ? rosin_load_played(&w->recipe, &w->set, &status)
                               : rosin_load_scene(&w->recipe, &w->set, &status);
  if (!scene)
    return status;
  if (c->duration > 0)
    rosin_scene_set_duration(scene, c->duration);
  rendering g = begin(scene, NULL, a, c, w);
  int failed = a->gesture && !(c->replay = rosin_replay_read(a->gesture, &g.error));
  failed = failed || open_stems(&g);
  failed = failed || start_playing(&g);
  g.total = llround(rosin_scene_duration(scene) * g.result.sample_rate); /* as who plays has it */
  failed = failed || render_all(&g);
  if (failed)
    rosin_stems_discard(g.stems);
  else
    failed = rosin_stems_close(g.stems, &g.error);
  rosin_replay_free(c->replay);
  c->replay = NULL;
  if (!failed)
    rosin_tell("%s: %d stems", a->stems, g.result.channels);
  status = end(&g, failed);
  rosin_core_free(g.core);
  rosin_scene_free(scene);
  return status;
}

/* ---- a file --------------------------------------------------------------------------- */

/* Begin the sound file with what it says of itself. 0, or an exit status after an error. */
static int begin_file(rendering *g) {
  const rosin_render_work *w = g->w;
  rosin_result *r = &g->result;
  rosin_shield_file(g->c->output);
  g->file =
      rosin_sound_file_create(g->c->output, r->sample_rate, r->channels, g->c->format, &g->error);
  if (!g->file)
    return rosin_complain(ROSIN_FAILURE, "%s", g->error.text);
  g->result.clips = rosin_sound_file_clips(g->file);
  rosin_sound_notes notes = {w->title, "", w->text, w->words};
  notes.words.channels = r->channels;
  const int noted = w->text ? rosin_sound_notes_write(g->file, &notes, &g->error) : 0;
  if (noted < 0) {
    rosin_sound_file_discard(g->file);
    return rosin_complain(ROSIN_FAILURE, "%s: %s", g->c->output, g->error.text);
  }
  if (noted)
    rosin_tell("rosin: warning: the scene is too long to be kept in %s, which cannot be made "
               "again from itself",
               g->c->output);
  return 0;
}

/* What is written, after a room and a seam. */
static int to_measured(void *to, const float *frames, int count, rosin_error *error) {
  rendering *g = to;
  rosin_result *r = &g->result;
  for (int i = 0; i < count * r->channels; i++) {
    const double x = (double)frames[i];
    if (fabs(x) > faint)
      r->silent_from = (double)(g->written + i / r->channels) / r->sample_rate;
    r->peak = fmax(r->peak, fabs(x));
    r->squares += x * x;
    r->sum += x;
  }
  g->written += count;
  return rosin_level_write(g->level, frames, count, error);
}

/* Who plays, and what the frames pass on their way to the file; the player first, since as long as
 * it plays the signals are. 0, or -1 and an error. */
static int open_way(rendering *g, int probes, const char *const *probe) {
  const rosin_render_choices *c = g->c;
  const rosin_result *r = &g->result;
  rosin_level_wish wish = c->level;
  wish.as_before = rosin_room_find(c->place) != NULL;
  g->level = rosin_level_new(g->file, r->sample_rate, r->channels, &wish, &g->error);
  if (!g->level || start_playing(g))
    return -1;
  const rosin_outlet_wish out = {.place = c->place,
                                 .part = c->part,
                                 .plain = !rosin_render_watches(g->a, c, g->w),
                                 .whole = c->duration <= 0,
                                 .rate = r->sample_rate,
                                 .channels = r->channels,
                                 .level = g->level,
                                 .sink = to_measured,
                                 .to = g};
  g->outlet = rosin_outlet_new(g->scene, &out, &g->error);
  if (!g->outlet)
    return -1;
  g->total = rosin_outlet_total(g->outlet);
  if (!g->a->probe_file)
    return 0;
  rosin_shield_file(g->a->probe_file);
  g->signals = rosin_probe_file_create(g->a->probe_file, g->scene, probes, probe, &g->error);
  return g->signals ? 0 : -1;
}

static int end_level(rendering *g) {
  rosin_result *r = &g->result;
  rosin_leveled done;
  if (rosin_level_end(g->level, &done, &g->error))
    return -1;
  r->loudness = done.loudness;
  r->gain = done.gain;
  r->limited = done.limited;
  r->peak *= done.gain;
  r->sum *= done.gain;
  r->squares *= done.gain * done.gain;
  return 0;
}

/* All of it, until the file is whole, before anything has its name. 0, or -1 and an error. */
static int make_whole(rendering *g) {
  if (render_all(g))
    return -1;
  g->result.samples = rosin_outlet_length(g->outlet);
  return end_level(g) || rosin_outlet_end(g->outlet, g->file, &g->error) ||
                 rosin_sound_file_finish(g->file, &g->error)
             ? -1
             : 0;
}

/* Signals and sound get their names, or are thrown away. 0, or -1 and an error. */
static int give_names(rendering *g, int failed) {
  rosin_outlet_free(g->outlet);
  rosin_level_free(g->level);
  if (!failed && g->signals) {
    failed = rosin_probe_file_close(g->signals, &g->error);
    g->signals = NULL;
    if (!failed)
      rosin_stop_wrote(g->a->probe_file);
  }
  if (failed) {
    rosin_probe_file_discard(g->signals);
    rosin_sound_file_discard(g->file);
    return -1;
  }
  if (rosin_sound_file_close(g->file, &g->error))
    return -1;
  rosin_stop_wrote(g->c->name);
  return g->c->name != g->c->output ? rosin_piped_copy(g->c->output, &g->error) : 0;
}

static int report(const rendering *g, const rosin_left_out *left, rosin_error *error) {
  return rosin_report_write(g->a->report, g->w->recipe.scene, left, &g->result, error);
}

int rosin_render_file(rosin_scene *scene, rosin_core *core, const rosin_render_arguments *a,
                      const rosin_render_choices *c, const rosin_render_work *w, int probes,
                      const char *const *probe) {
  rosin_error other; /* of a report on what failed: the failure itself is told */
  rendering g = begin(scene, core, a, c, w);
  int failed = begin_file(&g);
  if (failed)
    return failed;
  failed = give_names(&g, open_way(&g, probes, probe) || make_whole(&g));
  if (a->duration && !w->played && !c->replay) /* asked for now, not by the file that is rendered */
    g.result.whole = g.performance ? rosin_performance_end(g.performance)
                     : c->input    ? 0
                                   : rosin_scene_model(scene)->duration;
  const rosin_left_out *left = g.performance ? rosin_performance_left(g.performance) : NULL;
  if (!failed && a->report)
    failed = report(&g, left, &g.error);
  if (!failed)
    rosin_report_tell(scene, c, left, &g.result);
  if (!failed && c->input)
    rosin_render_input_warn(a->input, core);
  if (g.refused.count && a->report) /* whoever asks why can read it there */
    report(&g, &g.refused, &other);
  return end(&g, failed);
}
