/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/ensemble/ensemble.h"
#include "error.h"
#include "host/common/outputs.h"
#include "host/common/progress.h"
#include "host/common/shield.h"
#include "host/common/stop.h"
#include "host/ensemble/play.h"
#include "host/ensemble/stems.h"
#include "host/ensemble/told.h"
#include "host/load/load.h"
#include "host/write/piped.h"
#include "host/write/place.h"
#include "number.h"
#include "player/play/settings.h"
#include "scene/scene.h"
#include "sound/sound_notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 2, RATE = 48000 };

static const double last_tone = 4; /* s, after the last event */

/* All that is open for it. */
typedef struct {
  const rosin_render_arguments *a;
  rosin_render_choices c;
  rosin_recipe recipe; /* of nothing but its words */
  rosin_ensemble ensemble;
  rosin_ensemble_terms terms;
  rosin_tuning tuning;
  rosin_controls controls;
  rosin_list set;
  char text[3][64]; /* settings that are options */
  char *scene;      /* its name for the file */
  rosin_sound_file *file;
  rosin_level *level;
  rosin_room *room;
  rosin_ensemble_stems *stems;
  float *out;
  long long total, heard; /* frames; those that the players are heard in */
  rosin_ensemble_told told;
  rosin_error error;
} rendering;

int rosin_ensemble_wanted(const rosin_render_arguments *a, const rosin_list *rest) {
  if (a->players)
    return 1;
  return !rest->count && a->score && rosin_ensemble_count(a->score, rosin_render_reader(a)) > 1;
}

/* What several players cannot have. -1 to go on, or an exit status. */
static int check(const rosin_render_arguments *a, const rosin_list *rest) {
  const rosin_option_given other[] = {{"--gesture", a->gesture},
                                      {"--probe", a->probe},
                                      {"--loop", a->loop},
                                      {"--part", a->part},
                                      {"--block", a->block},
                                      {"--variations", a->variations},
                                      {"--allow-files", a->any_files},
                                      {"--preset", a->preset},
                                      {0}};
  if (!a->midi)
    return rosin_complain(ROSIN_USAGE, "--players: needs --score or --midi");
  if (rosin_options_given(other))
    return rosin_complain(ROSIN_USAGE, "%s: does not go with several players",
                          rosin_options_given(other));
  if (a->distinct || a->spread.count || a->tag.count)
    return rosin_complain(ROSIN_USAGE, "%s: does not go with several players",
                          a->distinct       ? "--distinct"
                          : a->spread.count ? "--spread"
                                            : "--tag");
  if (rest->count > 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin render [SCENE] --score FILE --players N");
  if (a->stems && !rosin_outputs_is_folder(a->stems))
    return rosin_complain(
        ROSIN_USAGE, "--stems %s: a part each goes into a folder, which ends in '/'", a->stems);
  return -1;
}

/* The file of notes: who plays what. -1 to go on, or an exit status. */
static int read_parts(rendering *g, const rosin_list *rest) {
  rosin_error warning;
  const rosin_performance_reader reader = rosin_render_reader(g->a);
  const int failed =
      rest->count ? rosin_ensemble_read_one(&g->ensemble, g->a->midi, reader, rest->text[0],
                                            &warning, &g->error)
                  : rosin_ensemble_read(&g->ensemble, g->a->midi, reader, &warning, &g->error);
  if (failed)
    return rosin_complain(ROSIN_FAILURE, "%s", g->error.text);
  if (*warning.text)
    rosin_complain(ROSIN_DONE, "warning: %s", warning.text);
  if (g->a->players && rosin_ensemble_take_players(&g->ensemble, g->a->players, &g->error))
    return rosin_complain(ROSIN_USAGE, "%s", g->error.text);
  return -1;
}

/* "quartet" of scores/quartet.musicxml: the file is called after it. */
static char *name_of(const char *path) {
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  return strndup(base, strcspn(base, "."));
}

/* The number behind "KEY=", NaN if there is none. */
static double number_of(const char *setting) {
  const char *said = setting + strcspn(setting, "=");
  char *end;
  const double value = *said ? rosin_number_read(said + 1, &end) : (double)NAN;
  return *said && end != said + 1 && !*end ? value : (double)NAN;
}

/* What is said of how they play together, apart from what is said of the scenes. 0, or -1 and an
 * error. */
static int part_together(rosin_ensemble_terms *t, rosin_error *error) {
  const rosin_list all = t->set;
  rosin_error why;
  t->set.count = 0;
  for (int i = 0; i < all.count; i++) {
    const rosin_parameter *found = rosin_core_section_row(all.text[i]);
    const rosin_parameter *row = found && !found->builds ? found : NULL; /* players: --players */
    if (row && rosin_parameter_check(row, NULL, number_of(all.text[i]), &why))
      return rosin_fail(error, "-s %.300s", why.text);
    rosin_list *to = row ? &t->together : &t->set;
    to->text[to->count++] = all.text[i];
  }
  return 0;
}

/* Words of the command line, as rosin_render_choose has them. -1 to go on, or an exit status. */
static int choose(rendering *g, const rosin_list *rest) {
  int status = rosin_render_settings(g->a, g->text, &g->set);
  if (status)
    return status;
  if (!(g->scene = name_of(rest->count ? rest->text[0] : g->a->midi)))
    return rosin_complain(ROSIN_FAILURE, "out of memory");
  g->recipe.scene = g->scene;
  rosin_load_split(&g->set, &g->terms.set, &g->terms.player);
  if (part_together(&g->terms, &g->error))
    return rosin_complain(ROSIN_USAGE, "%s", g->error.text);
  if (rosin_player_settings_check(g->terms.player.count, g->terms.player.text, &g->error))
    return rosin_complain(ROSIN_USAGE, "%s", g->error.text);
  status = rosin_render_choose(g->a, &g->recipe, &g->c);
  return status < 0 ? rosin_render_outputs(g->a, &g->c) : status;
}

/* The seed as a setting has it; below 0: the scenes' own. */
static double seed_of(const rosin_list *set) {
  double seed = -1;
  for (int i = 0; i < set->count; i++)
    if (strncmp(set->text[i], "seed=", 5) == 0)
      seed = rosin_number_read(set->text[i] + 5, NULL);
  return seed;
}

/* 0, or -1 and an error. */
static int take_terms(rendering *g, const rosin_list *rest) {
  const rosin_render_arguments *a = g->a;
  rosin_ensemble_terms *t = &g->terms;
  t->scene = rest->count ? rest->text[0] : NULL;
  t->reads = rosin_render_reader(a) != NULL;
  t->stage = !rest->count;
  t->seed = seed_of(&g->set);
  t->rate = g->c.rate > 0 ? (int)g->c.rate : RATE;
  t->threads = (int)g->c.threads;
  if (a->scale) {
    rosin_tuning_equal(&g->tuning);
    if (rosin_tuning_scala(&g->tuning, a->scale, &g->error))
      return -1;
    t->tuning = &g->tuning;
  }
  if (a->controls) {
    if (rosin_controls_read(&g->controls, rosin_player_parameters(), a->controls, &g->error))
      return -1;
    t->controls = &g->controls;
  }
  return 0;
}

/* How long it is: with a room, as long as that rings. 0, or -1 and an error. */
static int measure(rendering *g) {
  double seconds = g->c.duration > 0 ? g->c.duration : g->ensemble.end + last_tone;
  if (!(seconds <= ROSIN_MODEL_LONGEST))
    return rosin_fail(&g->error,
                      "%.300s: lasts %.0f s; at most %.0f, or the part that -d SECONDS says",
                      g->a->midi, seconds, (double)ROSIN_MODEL_LONGEST);
  g->heard = llround(seconds * g->terms.rate);
  if (g->room && g->c.duration <= 0)
    seconds += rosin_room_tail(g->room, g->terms.rate);
  g->total = llround(seconds * g->terms.rate);
  return 0;
}

/* All that it goes through, and the file. 0, or -1 and an error. */
static int open_way(rendering *g) {
  const int rate = g->terms.rate;
  rosin_level_wish wish = g->c.level;
  wish.as_before = rosin_room_find(g->c.place) != NULL;
  rosin_shield_file(g->c.output);
  g->out = malloc((size_t)ROSIN_ENSEMBLE_CALL * CHANNELS * sizeof *g->out);
  if (!g->out)
    return rosin_fail(&g->error, "out of memory");
  if (rosin_place_new(g->c.place, rate, CHANNELS, &g->room, &g->error) || measure(g) ||
      !(g->file = rosin_sound_file_create(g->c.output, rate, CHANNELS, g->c.format, &g->error)))
    return -1;
  g->told.clips = rosin_sound_file_clips(g->file);
  if (!(g->level = rosin_level_new(g->file, rate, CHANNELS, &wish, &g->error)))
    return -1;
  if (g->a->stems &&
      !(g->stems = rosin_ensemble_stems_new(&g->ensemble, g->a->stems, rate, &g->error)))
    return -1;
  return 0;
}

/* The next frames into the room and on. 0, or -1 and an error. */
static int pass(rendering *g, long long at, int frames) {
  const long long left = g->heard - at;
  const int before = left < 0 ? 0 : left < frames ? (int)left : frames;
  if (g->stems && rosin_ensemble_stems_write(g->stems, &g->ensemble, frames, &g->error))
    return -1;
  if (g->room) {
    if (before && rosin_level_before(g->level, g->out, before, &g->error))
      return -1;
    rosin_room_process(g->room, g->out, frames);
  }
  for (int i = 0; i < frames * CHANNELS; i++)
    g->told.peak = fmax(g->told.peak, fabs((double)g->out[i]));
  return rosin_level_write(g->level, g->out, frames, &g->error);
}

/* 0, or -1 and an error. */
static int play(rendering *g) {
  rosin_progress progress;
  int status = 0;
  const double start = rosin_now();
  rosin_ensemble_pass_latency(&g->ensemble);
  rosin_progress_start(&progress);
  for (long long at = 0; at < g->total && !status;) {
    const long long left = g->total - at;
    const int frames = left < ROSIN_ENSEMBLE_CALL ? (int)left : ROSIN_ENSEMBLE_CALL;
    status = rosin_ensemble_run(&g->ensemble, frames, g->out, g->terms.threads, &g->error);
    if (!status)
      status = pass(g, at, frames);
    at += frames;
    rosin_progress_draw(&progress, (double)at / (double)g->total);
    if (!status && rosin_stopped(NULL))
      status = rosin_fail(&g->error, "interrupted");
  }
  rosin_progress_end(&progress);
  for (int i = 0; i < g->ensemble.parts; i++) {
    rosin_ensemble_part *p = &g->ensemble.part[i];
    p->left.played = p->notes - rosin_player_missed(rosin_core_player(p->core));
  }
  g->told.seconds = (double)g->total / g->terms.rate;
  g->told.wall = rosin_now() - start;
  return status;
}

/* All is made: the files get their names. 0, or -1 and an error. */
static int finish(rendering *g) {
  rosin_leveled done;
  if (rosin_level_end(g->level, &done, &g->error) || rosin_sound_file_finish(g->file, &g->error))
    return -1;
  g->told.peak *= done.gain;
  g->told.loudness = done.loudness;
  g->told.limited = done.limited;
  rosin_level_free(g->level);
  g->level = NULL;
  rosin_sound_file *file = g->file;
  g->file = NULL;
  if (rosin_sound_file_close(file, &g->error))
    return -1;
  rosin_stop_wrote(g->c.name);
  if (g->c.name != g->c.output && rosin_piped_copy(g->c.output, &g->error))
    return -1;
  rosin_ensemble_stems *stems = g->stems;
  g->stems = NULL;
  return stems ? rosin_ensemble_stems_close(stems, &g->error) : 0;
}

static void close_all(rendering *g) {
  rosin_level_free(g->level);
  rosin_sound_file_discard(g->file);
  rosin_ensemble_stems_discard(g->stems);
  rosin_room_free(g->room);
  rosin_ensemble_free(&g->ensemble);
  if (g->c.output && g->c.name != g->c.output)
    rosin_piped_end(g->c.output);
  free(g->c.output);
  free(g->scene);
  free(g->out);
}

static int make(rendering *g, const rosin_list *rest) {
  if (take_terms(g, rest) || rosin_ensemble_open(&g->ensemble, &g->terms, &g->error) ||
      open_way(g) || play(g) || finish(g))
    return rosin_stopped(NULL) ? rosin_stop_complain()
                               : rosin_complain(ROSIN_FAILURE, "%s", g->error.text);
  rosin_ensemble_tell(&g->ensemble, &g->c, g->terms.rate, &g->told);
  if (!g->a->report)
    return ROSIN_DONE;
  const int status = rosin_ensemble_report(g->a->report, &g->ensemble, g->terms.rate, &g->told);
  return status < 0 ? ROSIN_DONE : status;
}

int rosin_ensemble_render(const rosin_render_arguments *a, const rosin_list *rest) {
  rendering *g = calloc(1, sizeof *g);
  if (!g)
    return rosin_complain(ROSIN_FAILURE, "out of memory");
  g->a = a;
  int status = check(a, rest);
  if (status < 0)
    status = choose(g, rest);
  if (status < 0)
    status = read_parts(g, rest);
  if (status < 0)
    status = make(g, rest);
  close_all(g);
  free(g);
  return status;
}
