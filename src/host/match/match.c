/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin match: a scene that sounds as a recording does. */
#include "host/match/match.h"
#include "error.h"
#include "host/common/commands.h"
#include "host/common/crew.h"
#include "host/common/outputs.h"
#include "host/common/stop.h"
#include "host/make/variations.h"
#include "live/clock.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATH = 4096 };

/* s of the processor, of all threads. */
static double used(void) {
  struct timespec now;
  return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
             ? 0
             : (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- the recording -------------------------------------------------------------------------- */

/* What was taken of it, where that is not all. */
static void tell_excerpt(const char *path, const rosin_excerpt *e) {
  const double seconds = (double)e->n / e->rate;
  if (e->sounds > 1)
    rosin_tell("%s: %d sounds; the one at %.2f s is matched, %.2f s of it (--at chooses another)",
               path, e->sounds, e->at, seconds);
  else if (seconds < 0.9 * e->length)
    rosin_tell("%s: %.2f s from %.2f s on are matched", path, seconds, e->at);
  if (e->one)
    rosin_tell("%s: its channels cancel each other; channel %d is matched", path, e->one);
  if (e->clipped)
    rosin_tell("rosin: warning: %s: %d sample%s clipped; crests are not compared", path, e->clipped,
               e->clipped == 1 ? " is" : "s are");
  if (e->rate < 32000)
    rosin_tell("%s: of %d Hz; above %.0f Hz nothing is compared", path, e->rate, 0.45 * e->rate);
}

static int read_target(const rosin_match_wish *w, rosin_match_target *t) {
  rosin_error error;
  *t = (rosin_match_target){0};
  if (rosin_excerpt_read(w->recording, w->at, w->longest, &t->excerpt, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  t->top = fmin(0.45 * t->excerpt.rate, 17800);
  t->no_crest = t->excerpt.clipped > 0 || t->excerpt.rate < 32000;
  if (rosin_profile_make(t->excerpt.x, t->excerpt.n, t->excerpt.rate, t->top, &t->profile))
    return rosin_complain(ROSIN_FAILURE, "out of memory");
  if (!isfinite(t->profile.feature[ROSIN_PROFILE_CENTROID]))
    return rosin_complain(ROSIN_FAILURE, "%s: is silent where it can be heard, above 45 Hz",
                          w->recording);
  if (t->no_crest)
    t->profile.feature[ROSIN_PROFILE_CREST] = (double)NAN;
  tell_excerpt(w->recording, &t->excerpt);
  return -1;
}

/* ---- variations ------------------------------------------------------------------------------ */

/* Variations of the scene that was written, NAME-01.wav, .... An exit status. */
static int make_variations(const rosin_match_wish *w) {
  char pattern[PATH], count[32];
  rosin_recipe recipe;
  rosin_error error;
  const char *slash = strrchr(w->output, '/'), *dot = strrchr(slash ? slash : w->output, '.');
  const int length = dot ? (int)(dot - w->output) : (int)strlen(w->output);
  snprintf(pattern, sizeof pattern, "%.*s-%%02d.wav", length, w->output);
  snprintf(count, sizeof count, "%d", w->variations);
  if (rosin_recipe_open(&recipe, w->output, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  const rosin_variations wish = {.variations = count, .output = pattern, .threads = w->threads};
  const int status = rosin_variations_run(&wish, &recipe);
  rosin_recipe_free(&recipe);
  return status;
}

/* ---- the command ------------------------------------------------------------------------------
 */

static int write_all(const rosin_match_wish *w, const rosin_match_target *t,
                     const rosin_match_found *f) {
  int status = rosin_match_write(w, t, f);
  if (status == ROSIN_DONE) {
    rosin_match_tell(stdout, t, f);
    fflush(stdout);
  }
  if (status == ROSIN_DONE && w->report)
    status = rosin_match_folder(w, t, f);
  if (status == ROSIN_DONE && f->stopped == 1)
    return rosin_complain(ROSIN_DONE, "interrupted; the best so far is in %s", w->output);
  return status == ROSIN_DONE && w->variations ? make_variations(w) : status;
}

static int search(const rosin_match_wish *w, const rosin_match_target *t) {
  static rosin_match_found found; /* its settings make it large */
  rosin_error error = {"out of memory"};
  const double start = rosin_now(), before = used();
  rosin_stop_catch();
  if (rosin_match_search(w, t, &found, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  found.seconds = rosin_now() - start;
  found.processor = used() - before;
  const int status = write_all(w, t, &found);
  rosin_match_scene_free(&found.scene);
  return status;
}

static int has_extension(const char *path) {
  const char *slash = strrchr(path, '/');
  return strrchr(slash ? slash : path, '.') != NULL;
}

/* Where the scene goes: as it is asked for, or beside nothing by the recording's name. -1 to go on,
 * or an exit status. */
static int name_output(const char *recording, const char *output, char *name) {
  const char *slash = strrchr(recording, '/'), *base = output  ? output
                                                       : slash ? slash + 1
                                                               : recording;
  const int length =
      output || !has_extension(base) ? (int)strlen(base) : (int)(strrchr(base, '.') - base);
  if (length + 8 > PATH)
    return rosin_complain(ROSIN_USAGE, "-o: a name of %d bytes, must be below %d", length,
                          PATH - 8);
  snprintf(name, PATH, "%.*s%s", length, base, output && has_extension(output) ? "" : ".cfg");
  return -1;
}

/* What was asked for, checked. -1 to go on, or an exit status. */
static int parse(int count, char **words, rosin_match_wish *w, char *name) {
  const char *output = NULL, *time = NULL, *jobs = NULL, *seed = NULL, *variations = NULL,
             *evaluations = NULL, *at = NULL, *longest = NULL;
  double threads = 1, many = 0;
  rosin_list rest;
  *w = (rosin_match_wish){.time = 300, .at = -1, .longest = 10, .seed = 1};
  const rosin_option table[] = {
      {"output", 'o', "FILE", "where the scene goes (RECORDING.cfg)", &output, NULL},
      {"time", 0, "SECONDS", "when to end at the latest, 1 to 86400 (300)", &time, NULL},
      {"evaluations", 0, "N",
       "end after N tries, not by the clock: the same however busy the machine is", &evaluations,
       NULL},
      {"from", 0, "SCENE[,SCENE...]", "start from these alone (all that are shipped)", &w->from,
       NULL},
      {"seed", 0, "N", "seed of the search (1)", &seed, NULL},
      {"at", 0, "SECONDS", "match the sound that is there (the loudest)", &at, NULL},
      {"longest", 0, "SECONDS", "match so much of it at most, 0.2 to 60 (10)", &longest, NULL},
      {"report", 0, "FOLDER", "also both sounds, both spectrograms, a page to compare by ear",
       &w->report, NULL},
      {"variations", 0, "N", "also render N variations of the match, to NAME-01.wav, ...",
       &variations, NULL},
      {"jobs", 'j', "N", "cores to use (all)", &jobs, NULL},
      {0}};
  const int status = rosin_options_parse(&rosin_command_match, table, count, words, &rest);
  const rosin_option_number numbers[] = {
      {"--time", time, "s", 1, 86400, &w->time, 0},
      {"--evaluations", evaluations, "", 1, 1e7, &w->evaluations, 1},
      {"--seed", seed, "", 0, 4294967295.0, &w->seed, 1},
      {"--at", at, "s", 0, 86400, &w->at, 0},
      {"--longest", longest, "s", 0.2, 60, &w->longest, 0},
      {"--variations", variations, "", 1, 99, &many, 1},
      {0}};
  if (status >= 0)
    return status;
  if (rest.count != 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_match.usage);
  if (rosin_options_numbers(numbers) || rosin_crew_choose(jobs, &threads))
    return ROSIN_USAGE;
  w->recording = rest.text[0];
  w->threads = (int)threads;
  w->variations = (int)many;
  w->output = name;
  return name_output(w->recording, output, name);
}

/* All files that it is to write: none may be the recording, or another. -1 to go on, or an exit
 * status. */
static int check_outputs(const rosin_match_wish *w) {
  enum { FILES = 7, MOST = FILES + 99 };
  static const char *const files[FILES - 1] = {"recording.wav", "match.wav",   "recording.png",
                                               "match.png",     "report.json", "index.html"};
  static char name[MOST][PATH];
  const char *outputs[MOST] = {w->output};
  int count = 1;
  for (int i = 0; w->report && i < FILES - 1; i++) {
    snprintf(name[count], PATH, "%.4000s/%s", w->report, files[i]);
    outputs[count] = name[count], count++;
  }
  const char *slash = strrchr(w->output, '/'), *dot = strrchr(slash ? slash : w->output, '.');
  const int length = dot ? (int)(dot - w->output) : (int)strlen(w->output);
  for (int i = 1; i <= w->variations; i++) {
    snprintf(name[count], PATH, "%.*s-%02d.wav", length, w->output, i);
    outputs[count] = name[count], count++;
  }
  if (w->variations && strchr(w->output, '%'))
    return rosin_complain(ROSIN_USAGE, "-o %s: with --variations a name cannot have a %%",
                          w->output);
  return rosin_outputs_check(outputs, count);
}

static int match(int count, char **words) {
  char name[PATH];
  rosin_match_wish w;
  rosin_match_target t;
  int status = parse(count, words, &w, name);
  if (status >= 0)
    return status;
  rosin_outputs_reads(w.recording);
  if ((status = check_outputs(&w)) >= 0)
    return status;
  if ((status = read_target(&w, &t)) < 0)
    status = search(&w, &t);
  rosin_excerpt_free(&t.excerpt);
  return status;
}

const rosin_command rosin_command_match = {
    "match", "match RECORDING [-o FILE] [--time SECONDS] [--report FOLDER] [OPTION]...",
    "a scene that sounds as a recording does", match};
