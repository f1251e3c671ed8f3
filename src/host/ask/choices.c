/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/ask/choices.h"
#include "host/ask/output_name.h"
#include "host/common/crew.h"
#include "host/common/outputs.h"
#include "host/write/piped.h"
#include "host/write/place.h"
#include "number.h"
#include "player/midi/controls.h"
#include "scene/model/model.h"
#include "score/score.h"
#include "sound/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

rosin_performance_reader rosin_render_reader(const rosin_render_arguments *a) {
  return a->score || rosin_score_is(a->midi) ? rosin_score_read : NULL;
}

/* The seed of what is random in a scene. 0, or -1 after an error. */
static int check_seed(const char *text) {
  const rosin_parameter *row = rosin_parameter_find(rosin_model_parameters(), "seed");
  double seed;
  if (rosin_options_number("--seed", text, "", row->low, row->high, &seed))
    return -1;
  return seed == floor(seed)
             ? 0
             : -rosin_complain(ROSIN_FAILURE, "--seed %s: must be a whole number", text);
}

/* They go the way of -s, to the same checks. */
int rosin_render_settings(const rosin_render_arguments *a, char (*text)[64], rosin_list *set) {
  const char *const key[] = {"seed", "rate", "oversample"};
  const char *const value[] = {a->variations ? NULL : a->seed, a->rate, a->oversample};
  *set = a->set;
  if (value[0] && check_seed(value[0]))
    return ROSIN_USAGE;
  for (int i = 0; i < 3; i++)
    if (value[i]) {
      if (set->count == ROSIN_LIST)
        return rosin_complain(ROSIN_USAGE, "--set: given more than %d times", ROSIN_LIST - 3);
      snprintf(text[i], sizeof text[i], "%s=%.40s", key[i], value[i]);
      set->text[set->count++] = text[i];
    }
  return 0;
}

int rosin_render_gesture(const rosin_render_arguments *a, const rosin_list *set,
                         rosin_render_choices *c, rosin_list *all) {
  rosin_error error;
  *all = *set;
  if (!a->gesture)
    return -1;
  if (a->midi)
    return rosin_complain(ROSIN_USAGE, "--gesture and %s do not go together",
                          a->score ? "--score" : "--midi");
  if (!(c->replay = rosin_replay_read(a->gesture, &error)))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  const rosin_gesture_file *f = rosin_replay_file(c->replay);
  if (a->rate && rosin_number_read(a->rate, NULL) != f->rate)
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

/* SCENE.wav, in this folder (malloc'ed). */
static char *name_after(const char *scene) {
  const char *slash = strrchr(scene, '/'), *base = slash ? slash + 1 : scene;
  const char *dot = strrchr(base, '.');
  const size_t length = dot ? (size_t)(dot - base) : strlen(base);
  char *name = malloc(length + 5);
  if (name)
    snprintf(name, length + 5, "%.*s.wav", (int)length, base);
  return name;
}

/* The name of the sound file. -1 to go on, or an exit status after an error. */
static int choose_output(const rosin_render_arguments *a, const rosin_recipe *recipe,
                         rosin_render_choices *c) {
  rosin_error error = {"out of memory"};
  enum rosin_exit status = ROSIN_FAILURE;
  const int is_piped = a->output && rosin_piped(a->output);
  if (is_piped) {
    c->output = rosin_piped_begin(a->output, &error);
  } else if (a->output && strchr(a->output, '{') && !a->variations) {
    c->output = rosin_output_name(a->output, recipe, &error);
    status = ROSIN_USAGE;
  } else if (!a->output && recipe->from) {
    return rosin_complain(ROSIN_USAGE, "%s: to make it again, say where with -o", recipe->from);
  } else {
    c->output = a->output ? strdup(a->output) : name_after(recipe->scene);
  }
  if (!c->output)
    return rosin_complain(status, "%s", error.text);
  c->name = is_piped ? "standard output" : c->output;
  return -1;
}

/* The level it is brought to: as it was, or as is asked for; the format known. -1 to go on, or an
 * exit status. */
static int choose_level(const rosin_render_arguments *a, const rosin_recipe *recipe,
                        rosin_sample_format format, rosin_level_wish *wish) {
  const int is_new = a->loudness || a->normalize;
  *wish = recipe->level;
  if (is_new)
    *wish = (rosin_level_wish){.normalize = a->normalize != NULL, .of = ROSIN_LOUDNESS_AUTO};
  if (a->loudness &&
      rosin_options_number("--loudness", a->loudness, "LUFS", -70, -1, &wish->loudness))
    return ROSIN_USAGE;
  if (a->loudness_of && !(wish->loudness < 0))
    return rosin_complain(ROSIN_USAGE, "--loudness-of: needs --loudness");
  if (a->loudness_of && rosin_loudness_of_named(a->loudness_of, &wish->of))
    return rosin_complain(ROSIN_USAGE, "--loudness-of %s: must be " ROSIN_LOUDNESS_WORDS,
                          a->loudness_of);
  if (!recipe->from || is_new)
    wish->ceiling = rosin_level_ceiling(wish, format);
  return a->ceiling && rosin_options_number("--ceiling", a->ceiling, "dBTP", ROSIN_LEVEL_LOWEST, 0,
                                            &wish->ceiling)
             ? ROSIN_USAGE
             : -1;
}

/* The room: what is asked for, or what the file was made in. -1 to go on, or an exit status. */
static int choose_place(const rosin_render_arguments *a, const rosin_recipe *recipe,
                        rosin_render_choices *c) {
  rosin_error error;
  c->place = a->room ? a->room : recipe->room;
  if (recipe->room && !a->room && rosin_place_is_file(recipe->room))
    return rosin_complain(ROSIN_USAGE, "%s was made in the room %s: give that with --room",
                          recipe->from, recipe->room);
  return rosin_place_check(c->place, &error) ? rosin_complain(ROSIN_USAGE, "%s", error.text) : -1;
}

/* What of the sound the file has: as it had, or as is asked for. -1 to go on, or an exit status. */
static int choose_part(const rosin_render_arguments *a, const rosin_recipe *recipe,
                       rosin_render_choices *c) {
  const rosin_option_given other[] = {{"--score", a->score},
                                      {"--midi", a->midi},
                                      {"--gesture", a->gesture},
                                      {"--stems", a->stems},
                                      {"--probe", a->probe},
                                      {"--input", a->input},
                                      {0}};
  c->part = a->loop ? ROSIN_PART_ROUND : recipe->part;
  if (a->loop && a->part)
    return rosin_complain(ROSIN_USAGE, "--loop and --part do not go together");
  if (a->part && rosin_part_named(a->part, &c->part))
    return rosin_complain(ROSIN_USAGE, "--part %s: must be " ROSIN_PART_WORDS, a->part);
  if (c->part != ROSIN_PART_WHOLE && rosin_options_given(other))
    return rosin_complain(ROSIN_USAGE, "%s does not go with %s",
                          c->part == ROSIN_PART_ROUND ? "--loop" : "--part",
                          rosin_options_given(other));
  return -1;
}

/* What a sound file was played from is not in it: it must be given again. -1 to go on, or an exit
 * status. */
static int check_played(const rosin_render_arguments *a, const rosin_recipe *recipe) {
  const char *from = recipe->midi ? recipe->midi : recipe->gesture;
  if (from && !a->midi && !a->gesture)
    return rosin_complain(ROSIN_USAGE, "%s was played from %s: give that with %s", recipe->from,
                          from,
                          recipe->score  ? "--score, or with --gesture"
                          : recipe->midi ? "--midi, or with --gesture"
                                         : "--gesture");
  if (recipe->input && !a->input)
    return rosin_complain(ROSIN_USAGE, "%s was driven by %s: give that with --input", recipe->from,
                          recipe->input);
  if (recipe->scale && a->midi && !a->scale)
    return rosin_complain(ROSIN_USAGE, "%s was played with the scale %s: give that with --scale",
                          recipe->from, recipe->scale);
  if (recipe->controls && a->midi && !a->controls)
    return rosin_complain(ROSIN_USAGE,
                          "%s was played with the controls %s: give these with --controls",
                          recipe->from, recipe->controls);
  return -1;
}

static int choose_numbers(const rosin_render_arguments *a, rosin_render_choices *c) {
  const rosin_option_number table[] = {
      {"-r", a->rate, "Hz", ROSIN_RATE_LOWEST, ROSIN_RATE_HIGHEST, &c->rate, 1},
      {"-d", a->duration, "s", ROSIN_MODEL_SHORTEST, ROSIN_MODEL_LONGEST, &c->duration, 0},
      {"--oversample", a->oversample, "", 1, 16, &c->oversample, 1},
      {"--block", a->block, "frames", 1, ROSIN_RENDER_BLOCK, &c->block, 1},
      {0}};
  return rosin_options_numbers(table) || rosin_crew_choose(a->threads, &c->threads) ? ROSIN_USAGE
                                                                                    : -1;
}

/* How the sound is kept: which part of it, in which format, how loud and in which room. */
static int choose_form(const rosin_render_arguments *a, const rosin_recipe *recipe,
                       rosin_render_choices *c) {
  c->format = recipe->format;
  int status = choose_part(a, recipe, c);
  if (status < 0 && a->format && rosin_sample_format_named(a->format, &c->format))
    status = rosin_complain(ROSIN_USAGE, "--format %s: must be 16, 24, 32 or float", a->format);
  if (status < 0)
    status = choose_level(a, recipe, c->format, &c->level);
  return status < 0 ? choose_place(a, recipe, c) : status;
}

/* What goes beside the sound. */
static int check_beside(const rosin_render_arguments *a) {
  if (a->report && strcmp(a->report, "-") == 0 && a->output && rosin_piped(a->output))
    return rosin_complain(ROSIN_USAGE, "-o %s and --report - cannot both go to standard output",
                          a->output);
  if (!a->probe != !a->probe_file)
    return rosin_complain(ROSIN_USAGE, "--probe and --probe-file go together");
  return -1;
}

/* Whether the sound files can be of the formats that their names ask for. */
static int check_formats(const rosin_render_arguments *a, const rosin_render_choices *c) {
  rosin_error error;
  const char *dot = a->probe_file ? strrchr(a->probe_file, '.') : NULL;
  if (rosin_sound_file_supported(c->output, c->format, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  if (dot && strcmp(dot, ".wav") == 0 &&
      rosin_sound_file_supported(a->probe_file, ROSIN_SAMPLE_FLOAT, &error))
    return rosin_complain(ROSIN_USAGE, "--probe-file %s", error.text);
  if (a->stems && *a->stems && !rosin_outputs_is_folder(a->stems) &&
      rosin_sound_file_supported(a->stems, ROSIN_SAMPLE_FLOAT, &error))
    return rosin_complain(ROSIN_USAGE, "--stems %s (a folder ends in '/')", error.text);
  return -1;
}

int rosin_render_choose(const rosin_render_arguments *a, const rosin_recipe *recipe,
                        rosin_render_choices *c) {
  c->block = 256;
  if (c->duration <= 0 || recipe->gesture) /* the take may go on for longer than its file */
    c->duration = recipe->duration;
  int status = check_played(a, recipe);
  if (status < 0)
    status = choose_numbers(a, c);
  if (status < 0)
    status = choose_form(a, recipe, c);
  if (status < 0)
    status = check_beside(a);
  if (status < 0)
    status = choose_output(a, recipe, c);
  return status < 0 ? check_formats(a, c) : status;
}

/* Whether a folder is there, or can be made; -1 to go on, or an exit status after an error. */
static int try_folder(const char *path) {
  if (mkdir(path, 0777) == 0) {
    rmdir(path); /* it is made when there is something to be put into it */
    return -1;
  }
  if (errno != EEXIST)
    return rosin_complain(ROSIN_FAILURE, "%s: cannot be made: %s", path, strerror(errno));
  if (access(path, W_OK | X_OK))
    return rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", path, strerror(errno));
  return -1;
}

/* Whether a file can be begun there; what is no plain file (a pipe, a device) is not touched. -1 to
 * go on, or an exit status after an error. */
static int try_output(const char *path, int may_be_folder) {
  struct stat found;
  char *name;
  const int is_there = stat(path, &found) == 0;
  if (rosin_outputs_is_folder(path) && may_be_folder)
    return try_folder(path);
  if (!*path || rosin_outputs_is_folder(path))
    return rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", path,
                          strerror(*path ? EISDIR : ENOENT));
  if (strcmp(path, "-") == 0 || (is_there && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode)))
    return -1;
  errno = EISDIR;
  const int file = is_there && S_ISDIR(found.st_mode) ? -1 : rosin_temporary_open(path, &name);
  if (file < 0)
    return rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", path, strerror(errno));
  close(file);
  rosin_temporary_drop(name);
  free(name);
  return -1;
}

int rosin_render_outputs(const rosin_render_arguments *a, const rosin_render_choices *c) {
  const char *const file[] = {c->output, a->probe_file, a->report, a->stems};
  rosin_outputs_reads(a->midi);
  rosin_outputs_reads(a->scale);
  if (!rosin_controls_is_ready(a->controls))
    rosin_outputs_reads(a->controls);
  rosin_outputs_reads(a->gesture);
  rosin_outputs_reads(a->input);
  if (rosin_place_is_file(c->place))
    rosin_outputs_reads(c->place);
  int status = rosin_outputs_check(file, sizeof file / sizeof *file);
  for (int i = 1; status < 0 && i < 4; i++) /* those that are begun when the sound is there */
    status = file[i] ? try_output(file[i], i == 3) : -1;
  return status;
}
