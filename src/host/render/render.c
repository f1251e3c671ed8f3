/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin render: a scene to a sound file, with probes and a report. Nothing stands
 * under a final name before it is whole. */
#include "core/takes.h"
#include "error.h"
#include "host/common/commands.h"
#include "host/common/stop.h"
#include "host/common/warn.h"
#include "host/ensemble/ensemble.h"
#include "host/load/load.h"
#include "host/make/variations.h"
#include "host/render/input.h"
#include "host/render/preset.h"
#include "host/render/sound.h"
#include "host/write/piped.h"
#include "host/write/probe_file.h"
#include "player/play/performance.h"
#include "player/play/settings.h"
#include "sound/sound_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBES = 64 };

static int prepare_and_write(rosin_scene *scene, const rosin_render_arguments *a,
                             const rosin_render_choices *c, const rosin_render_work *w) {
  const char *probe[PROBES];
  rosin_error error = {"out of memory"};
  rosin_core *core = NULL;
  int status, probes = 0;
  char *list = a->probe ? strdup(a->probe) : NULL;
  if (list)
    probes = rosin_probe_names(list, probe, PROBES);
  if (rosin_render_watches(a, c, w))
    rosin_scene_watch(scene);
  if (a->probe && !list)
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  else if (probes < 0 || (a->probe && probes == 0))
    status =
        rosin_complain(ROSIN_USAGE, "--probe %.80s: must be 1 to %d signals", a->probe, PROBES);
  else if (rosin_scene_probe(scene, probes, probe) ||
           !(core = rosin_render_core(scene, a, c, w, &error)))
    status = rosin_stopped(NULL) ? rosin_stop_complain()
                                 : rosin_complain(ROSIN_FAILURE, "%s", error.text);
  else
    status = rosin_render_file(scene, core, a, c, w, probes, probe);
  rosin_core_free(core);
  free(list);
  return status;
}

/* What the files will say of themselves. 0, or -1 without memory. */
static int describe(rosin_render_work *w, const rosin_render_arguments *a,
                    const rosin_render_choices *c, const rosin_scene *scene) {
  rosin_recipe r = w->recipe;
  r.duration = c->duration;
  r.format = c->format;
  r.level = c->level;
  r.part = c->part;
  r.room = c->place && strcmp(c->place, "none") ? c->place : NULL;
  r.midi = a->midi;
  r.score = a->midi && rosin_render_reader(a) != NULL;
  r.scale = a->scale;
  r.controls = a->controls;
  r.gesture = a->gesture;
  r.input = a->input;
  r.files_anywhere = r.files == ROSIN_FILES_ANY;
  char *command = rosin_recipe_command(&r);
  const char *title = w->named =
      strdup(rosin_scene_model(scene)->title); /* the scene's goes with it */
  const size_t size = command && title ? strlen(command) + strlen(title) + 8 : 0;
  if (size && (w->title = malloc(size)))
    snprintf(w->title, size, "%s%s%s", title, *title ? ": " : "", command);
  w->command = command;
  if (title)
    w->words = rosin_words_said(&w->recipe.words, r.scene, title, &rosin_scene_model(scene)->about);
  w->words.command = command;
  w->words.loops = rosin_part_loops(r.part);
  w->text = a->plain ? NULL : rosin_recipe_write(&r);
  return w->title && (w->text || a->plain) ? 0 : -1;
}

/* Many of it: only what each file is rendered with by itself goes with that. */
static int run_variations(const rosin_render_arguments *a, const rosin_render_choices *c,
                          const rosin_render_work *w, int fixed) {
  const rosin_option_given other[] = {{"--score", a->score},
                                      {"--midi", a->midi},
                                      {"--gesture", a->gesture},
                                      {"--probe", a->probe},
                                      {"--stems", a->stems},
                                      {"--report", a->report},
                                      {"--scale", a->scale},
                                      {"--block", a->block},
                                      {"--controls", a->controls},
                                      {"--input", a->input},
                                      {0}};
  if (rosin_options_given(other))
    return rosin_complain(ROSIN_USAGE, "%s: does not go with --variations",
                          rosin_options_given(other));
  const rosin_variations wish = {.variations = a->variations,
                                 .distinct = a->distinct,
                                 .seed = a->seed,
                                 .output = a->output,
                                 .spread = a->spread,
                                 .duration = c->duration,
                                 .level = c->level,
                                 .format = c->format,
                                 .room = c->place,
                                 .part = c->part,
                                 .plain = a->plain != NULL,
                                 .threads = (int)c->threads,
                                 .fixed = fixed};
  return rosin_variations_run(&wish, &w->recipe);
}

/* Without a scene the notes say by their programs which instrument it is. */
static int choose_instrument(const rosin_render_arguments *a, rosin_list *words) {
  rosin_error error;
  const char *scene = rosin_performance_scene(a->midi, rosin_render_reader(a), &error);
  if (!scene)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_tell("%s: for %s", a->midi, scene);
  words->text[words->count++] = scene;
  return -1;
}

/* What is rendered. -1 to go on, or an exit status. */
static int open_recipe(const rosin_render_arguments *a, const rosin_list *rest,
                       const rosin_list *set, rosin_recipe *recipe) {
  if (rest->count == 2 && rosin_sound_file_named(rest->text[1]))
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s; the sound file is given with -o",
                          rosin_command_render.usage);
  rosin_list words = *rest;
  const int status = words.count == 0 && a->midi ? choose_instrument(a, &words) : -1;
  return status < 0 ? rosin_load_recipe(&rosin_command_render, &words, set, a->any_files, recipe)
                    : status;
}

/* What hands played is all there is to it: nothing else is set, and nobody else plays. -1 to go on,
 * or an exit status. */
static int take_played(const rosin_render_arguments *a, const rosin_list *set,
                       rosin_render_work *w) {
  const rosin_option_given other[] = {{"--variations", a->variations},
                                      {"--score", a->score},
                                      {"--midi", a->midi},
                                      {"--gesture", a->gesture},
                                      {"--input", a->input},
                                      {"--stems", a->stems},
                                      {"--probe", a->probe},
                                      {"--report", a->report},
                                      {"--loop", a->loop},
                                      {"--part", a->part},
                                      {"-r", a->rate},
                                      {"--oversample", a->oversample},
                                      {"--seed", a->seed},
                                      {0}};
  rosin_error error;
  const char *given = rosin_options_given(other);
  if (!w->recipe.played)
    return -1;
  if (given || set->count)
    return rosin_complain(ROSIN_USAGE, "%s: does not go with %s, which hands played",
                          given ? given : "-s", w->recipe.from);
  w->played = rosin_played_new(&w->recipe, &error);
  return w->played ? -1 : rosin_complain(ROSIN_FAILURE, "%s", error.text);
}

/* Words that are said of it. */
static int take_tags(const rosin_list *tag, rosin_words *words) {
  rosin_error error;
  for (int i = 0; i < tag->count; i++)
    if (rosin_words_put(words, tag->text[i], &error))
      return rosin_complain(ROSIN_USAGE, "--tag %s", error.text);
  return -1;
}

/* A setting of keys that play an effect: 0, or -1 and an error. */
static int check_take(int row, double value, rosin_error *error) {
  rosin_parameter own = rosin_takes_rows[row];
  rosin_error why;
  own.name = strchr(own.name, '_') + 1;
  return rosin_parameter_check(&own, "player", value, &why) ? rosin_fail(error, "-s %s", why.text)
                                                            : 0;
}

/* Settings of whoever plays. 0, or -1 and an error. */
static int check_settings(const rosin_list *player, rosin_error *error) {
  for (int i = 0; i < player->count; i++) {
    char name[ROSIN_PLAYER_SETTING];
    double value;
    if (rosin_player_setting_read(player->text[i], name, &value, error))
      return -1;
    const int take = rosin_takes_row(strchr(name, '.') + 1);
    if (take < 0 ? rosin_player_settings_check(1, &player->text[i], error)
                 : check_take(take, value, error))
      return -1;
  }
  return 0;
}

/* What is only for a player. */
static int check_player(const rosin_render_arguments *a, const rosin_list *player) {
  rosin_error error;
  if (player->count && !a->midi && !a->gesture)
    return rosin_complain(ROSIN_USAGE, "-s %s: there is a player only with --midi or --gesture",
                          player->text[0]);
  if (check_settings(player, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  if (a->scale && !a->midi)
    return rosin_complain(ROSIN_USAGE, "--scale %s: there is a player only with --midi", a->scale);
  if (a->controls && !a->midi)
    return rosin_complain(ROSIN_USAGE, "--controls %s: there is a player only with --midi",
                          a->controls);
  return -1;
}

/* One of it, then its stems. An exit status. */
static int run_one(const rosin_render_arguments *a, rosin_render_choices *c, rosin_render_work *w) {
  rosin_load_split(&w->recipe.set, &w->set, &w->player);
  int status = check_player(a, &w->player);
  if (status >= 0)
    return status;
  rosin_scene *scene = a->midi ? rosin_load_played(&w->recipe, &w->set, &status)
                               : rosin_load_scene(&w->recipe, &w->set, &status);
  if (!scene)
    return status;
  rosin_warn_asked(rosin_scene_model(scene));
  c->given = rosin_scene_embedded(w->recipe.scene) ? &w->set : NULL;
  if (c->duration > 0)
    rosin_scene_set_duration(scene, c->duration);
  if (a->stems && rosin_scene_model(scene)->layers)
    status = rosin_complain(ROSIN_USAGE, "--stems: the scene has layers; render each by itself");
  else if ((status = rosin_render_outputs(a, c)) < 0)
    status = describe(w, a, c, scene) ? rosin_complain(ROSIN_FAILURE, "out of memory")
                                      : prepare_and_write(scene, a, c, w);
  rosin_replay_free(c->replay); /* before the scene that it plays */
  c->replay = NULL;
  rosin_scene_free(scene);
  return status == ROSIN_DONE && a->stems ? rosin_render_stems(a, c, w) : status;
}

/* The sound that drives it, at whose rate it is rendered, unless another is asked for. -1 to go on,
 * or an exit status. */
static int take_input(const rosin_render_arguments *a, rosin_render_choices *c) {
  rosin_error error;
  if (!a->input)
    return -1;
  if (!(c->input = rosin_render_input_read(a->input, &error)))
    return rosin_complain(ROSIN_FAILURE, "--input %s", error.text);
  const int rate = rosin_render_input_rate(c->input);
  if (c->rate > 0 && c->rate != rate)
    return rosin_complain(ROSIN_USAGE, "--input %s: is at %d Hz, and it is rendered at %g",
                          a->input, rate, c->rate);
  if (rate < ROSIN_RATE_LOWEST || rate > ROSIN_RATE_HIGHEST)
    return rosin_complain(ROSIN_USAGE, "--input %s: its rate, %d, is out of range: %d to %d Hz",
                          a->input, rate, ROSIN_RATE_LOWEST, ROSIN_RATE_HIGHEST);
  c->rate = rate;
  return -1;
}

static int run_work(const rosin_render_arguments *a, const rosin_list *rest, const rosin_list *set,
                    rosin_render_choices *c, rosin_render_work *w) {
  int status = open_recipe(a, rest, set, &w->recipe);
  if (status < 0)
    status = rosin_render_choose(a, &w->recipe, c);
  if (status < 0)
    status = take_tags(&a->tag, &w->recipe.words);
  if (status < 0 && !a->variations)
    status = take_input(a, c);
  if (status < 0)
    status = take_played(a, set, w);
  if (status >= 0)
    return status;
  if (rosin_recipe_foreign(&w->recipe))
    rosin_tell("rosin: warning: %s was made by rosin %s; this is %s, which may make other samples",
               w->recipe.from, w->recipe.version, rosin_version());
  return a->variations ? run_variations(a, c, w, set->count) : run_one(a, c, w);
}

static int take_preset(const rosin_render_arguments *a, const rosin_list *rest,
                       rosin_preset_settings *settings, rosin_list *set) {
  if (!a->preset)
    return -1;
  if (rest->count != 1 || rosin_sound_file_named(rest->text[0]))
    return rosin_complain(ROSIN_USAGE, "--preset %s: scenes have presets: name the scene",
                          a->preset);
  return rosin_preset_take(rest->text[0], a->preset, settings, set);
}

static int run(const rosin_render_arguments *a, const rosin_list *rest) {
  char text[3][64];
  rosin_list all, set;
  rosin_render_choices c = {0};
  rosin_render_work w = {0};
  rosin_preset_settings settings;
  int status = ROSIN_USAGE;
  if (rosin_render_settings(a, text, &set))
    return status;
  if (!a->variations && (a->distinct || a->spread.count || a->threads))
    return rosin_complain(ROSIN_USAGE, "%s: needs --variations",
                          a->distinct  ? "--distinct"
                          : a->threads ? "-j"
                                       : "--spread");
  if ((status = take_preset(a, rest, &settings, &set)) < 0 &&
      (status = rosin_render_gesture(a, &set, &c, &all)) < 0)
    status = run_work(a, rest, &all, &c, &w);
  rosin_replay_free(c.replay);
  rosin_render_input_free(c.input);
  rosin_played_free(w.played);
  rosin_recipe_free(&w.recipe);
  if (c.output && c.name != c.output)
    rosin_piped_end(c.output);
  free(c.output);
  free(w.title);
  free(w.command);
  free(w.named);
  free(w.text);
  return status;
}

static int parse(int count, char **words, rosin_render_arguments *a, rosin_list *rest) {
  const rosin_option table[] = {
      {"output", 'o', "FILE",
       "sound file: .wav .flac .ogg .aiff .caf .w64 .raw; -, -.flac: standard output (SCENE.wav)",
       &a->output, NULL},
      {"rate", 'r', "HZ", "sample rate, 8000 to 768000 (the scene's)", &a->rate, NULL},
      {"duration", 'd', "SECONDS", "length (the scene's)", &a->duration, NULL},
      ROSIN_OPTION_SET(&a->set),
      {"preset", 0, "NAME|FILE", "what a preset of the scene sets, or one that a plugin has saved",
       &a->preset, NULL},
      {"oversample", 0, "N", "engine samples per output sample, 1 to 16", &a->oversample, NULL},
      {"midi", 0, "FILE", "notes for the scene (-s player.KEY=VALUE: who plays)", &a->midi, NULL},
      {"score", 0, "FILE", "a score for it: MusicXML, .musicxml or .mxl", &a->score, NULL},
      {"players", 0, "N", "how many play each part, 1 to 16, or as in violin=8,cello=4 (1)",
       &a->players, NULL},
      {"gesture", 0, "FILE", "what was played: from `rosin play --record-gesture`", &a->gesture,
       NULL},
      {"input", 0, "FILE", "a sound that drives it, as its section input says (a push on its body)",
       &a->input, NULL},
      {"scale", 0, "FILE", "intonation of the notes, in Scala's .scl format", &a->scale, NULL},
      {"controls", 0, "TABLE",
       "what controllers move: keyboard, swam, mpe, wind, library or a file", &a->controls, NULL},
      {"seed", 0, "N", "seed of everything random", &a->seed, NULL},
      {"format", 0, "F", "16, 24, 32 or float (24)", &a->format, NULL},
      {"loudness", 0, "LUFS", "bring it to so many LUFS (R 128), -70 to -1", &a->loudness, NULL},
      {"loudness-of", 0, "OF", "integrated, momentary, or auto: momentary below 3 s (auto)",
       &a->loudness_of, NULL},
      {"ceiling", 0, "DBTP",
       "true peak that it stays below, -60 to 0; 0: none (-1; of --format float as it comes: 0)",
       &a->ceiling, NULL},
      {"loop", 0, NULL, "a sound that can be repeated without a seam", &a->loop, NULL},
      {"part", 0, "PART",
       "start, loop or end of what it holds, to be joined; -d: the loop's length", &a->part, NULL},
      {"room", 0, "ROOM", "around it: none, small, hall, or a sound file with a response (none)",
       &a->room, NULL},
      {"normalize", 0, NULL, "bring its true peak to the ceiling; with --loudness: at most",
       &a->normalize, NULL},
      {"probe", 0, "NAME[,NAME...]", "also write signals (see `rosin probes`)", &a->probe, NULL},
      {"probe-file", 0, "FILE", "where: .csv, or .wav with float channels", &a->probe_file, NULL},
      {"stems", 0, "FILE", "also each pickup and contact: channels of FILE, or files in FOLDER/",
       &a->stems, NULL},
      ROSIN_OPTIONS_VARIATIONS(a),
      {"tag", 0, "KEY=VALUE", ROSIN_WORDS_HELP, NULL, &a->tag},
      {"plain", 0, NULL, "no notes in the files on how they were made", &a->plain, NULL},
      {"report", 0, "FILE", "what happened, as JSON; - for standard output", &a->report, NULL},
      ROSIN_OPTION_FILES(&a->any_files),
      {"block", 0, "N", "frames a call; changes no bit of the result", &a->block, NULL},
      {0}};
  return rosin_options_parse(&rosin_command_render, table, count, words, rest);
}

static int render(int count, char **words) {
  rosin_render_arguments a = {0};
  rosin_list rest;
  const int status = parse(count, words, &a, &rest);
  if (status >= 0)
    return status;
  if (a.score && a.midi)
    return rosin_complain(ROSIN_USAGE, "--midi and --score do not go together");
  if (a.score)
    a.midi = a.score;
  rosin_stop_catch();
  return rosin_ensemble_wanted(&a, &rest) ? rosin_ensemble_render(&a, &rest) : run(&a, &rest);
}

const rosin_command rosin_command_render = {"render", "render SCENE [-o FILE] [OPTION]...",
                                            "render a scene, or a sound file of rosin again",
                                            render};
