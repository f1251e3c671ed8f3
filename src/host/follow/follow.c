/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin follow: what is asked, pass by pass, and what came of it. */
#include "host/follow/follow.h"
#include "error.h"
#include "format.h"
#include "host/common/commands.h"
#include "host/common/outputs.h"
#include "host/common/progress.h"
#include "host/common/shield.h"
#include "host/common/stop.h"
#include "sound/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 48 }; /* semitones that it is transposed */

static const double tail = 1; /* s after the recording, that rings */

typedef struct {
  const char *input, *scene, *output, *midi, *gesture, *any_files;
  double transpose, passes;
  rosin_sample_format format;
  rosin_list set;
} choices;

typedef struct {
  const choices *c;
  rosin_follow_sound sound;
  rosin_pitch_track wanted;
  rosin_follow_plan plan;
  rosin_follow_instrument in;
  rosin_follow_score score, best; /* of this pass; of the best */
  rosin_follow_heard heard;       /* of the best */
  int pass;                       /* which that is, from 1 */
  long long frames;
  float *out, *kept, *mono; /* of this pass; of the best */
  rosin_error error;
} following;

/* ---- before anything is played ------------------------------------------------------- */

static void key_name(double key, char text[8]) {
  static const char *const name[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                     "F#", "G",  "G#", "A",  "A#", "B"};
  const int k = (int)fmin(fmax(floor(key + 0.5), 0), 127);
  snprintf(text, 8, "%.2s%d", name[k % 12], k / 12 % 11 - 1);
}

/* What the instrument has not, and what would help. 0, or -1 and an error if it has nothing of it.
 */
static int say_reach(following *f, int left) {
  char low[8], high[8], own[8], help[80] = "";
  int lowest = 127, highest = 0;
  for (int k = 0; k < f->plan.notes; k++) {
    lowest = f->plan.note[k].key < lowest ? f->plan.note[k].key : lowest;
    highest = f->plan.note[k].key > highest ? f->plan.note[k].key : highest;
  }
  key_name(lowest, low);
  key_name(highest, high);
  key_name(f->in.lowest, own);
  const int by = rosin_follow_proposal(&f->in, &f->plan);
  if (by && fabs(f->c->transpose + by) <= MOST)
    snprintf(help, sizeof help, "; --transpose %d reaches more", (int)f->c->transpose + by);
  if (left < f->plan.notes) {
    rosin_tell(
        "rosin: warning: %d of %d notes are left out: the melody goes from %s to %s, %s from "
        "%s%s",
        left, f->plan.notes, low, high, f->c->scene, own, help);
    return 0;
  }
  snprintf(f->error.text, sizeof f->error.text,
           "%.200s: nothing of it is within reach: it goes from %s to %s, %.80s from %s%s",
           f->c->input, low, high, f->c->scene, own, help);
  return -1;
}

static int say_notes(following *f) {
  static const double usual = 0.2; /* share of notes that may be hasty */
  const int left = rosin_follow_strings(&f->in, &f->plan), hasty = rosin_follow_hasty(&f->plan);
  char help[80] = "";
  if (f->c->transpose + 12 <= MOST)
    snprintf(help, sizeof help, "; --transpose %d has shorter periods", (int)f->c->transpose + 12);
  if (left < 0)
    return rosin_fail(&f->error, "out of memory");
  if (!f->plan.notes)
    return rosin_fail(&f->error, "%.300s: no note of it lasts 0.04 s", f->c->input);
  if (left && say_reach(f, left))
    return -1;
  if (hasty > usual * f->plan.notes && !left)
    rosin_tell("rosin: warning: %d of %d notes are shorter than their string takes to begin, as "
               "syllables of speech are%s",
               hasty, f->plan.notes, help);
  return 0;
}

static int middle_key(const rosin_follow_plan *p) {
  double sum = 0;
  int count = 0;
  for (int k = 0; k < p->notes; k++)
    if (p->note[k].string) {
      sum += p->note[k].key;
      count++;
    }
  return (int)floor(sum / (count ? count : 1) + 0.5);
}

static int make_ready(following *f) {
  f->frames = (long long)(((double)f->sound.n / f->sound.rate + tail) * f->in.rate);
  const size_t n = (size_t)f->frames * (size_t)f->in.channels;
  f->out = malloc(n * sizeof *f->out);
  f->kept = malloc(n * sizeof *f->kept);
  f->mono = malloc((size_t)f->frames * sizeof *f->mono);
  return f->out && f->kept && f->mono ? 0 : rosin_fail(&f->error, "out of memory for its sound");
}

/* The recording as notes on strings, and the instrument as loud as it is. */
static int prepare(following *f) {
  return rosin_follow_phrase(&f->plan, &f->wanted, f->c->transpose) || say_notes(f) ||
                 make_ready(f) || rosin_follow_measure(&f->in, middle_key(&f->plan), &f->error) ||
                 rosin_follow_level(&f->plan, &f->in)
             ? -1
             : 0;
}

/* ---- passes ------------------------------------------------------------------------------ */

static void swap(following *f) {
  const rosin_follow_score score = f->best;
  float *out = f->kept;
  f->best = f->score;
  f->score = score;
  f->kept = f->out;
  f->out = out;
}

/* Play it, listen, and mend what comes next. */
static int pass(following *f, int number) {
  rosin_pitch_track got = {.frame = NULL};
  rosin_follow_heard heard;
  if (rosin_follow_write(&f->plan, &f->in, &f->score))
    return rosin_fail(&f->error, "out of memory for what is played");
  if (rosin_follow_play(&f->in, &f->score, f->frames, f->out, NULL, &f->error))
    return -1;
  rosin_follow_mono(&f->in, f->out, f->frames, f->mono);
  if (rosin_pitch_find(&got, f->mono, f->frames, f->in.rate, &f->error))
    return -1;
  if (rosin_follow_compare(&f->plan, &f->wanted, &got, f->c->transpose, &heard)) {
    rosin_pitch_free(&got);
    return rosin_fail(&f->error, "out of memory");
  }
  if (number == 1 || rosin_follow_badness(&heard) < rosin_follow_badness(&f->heard)) {
    swap(f);
    f->heard = heard;
    f->pass = number;
  }
  const int status = rosin_follow_mend(&f->plan, &f->in, &f->wanted, &got, f->c->transpose,
                                       number >= (int)f->c->passes - 1);
  rosin_pitch_free(&got);
  return status ? rosin_fail(&f->error, "out of memory") : 0;
}

static int pass_all(following *f) {
  rosin_progress progress;
  const int passes = (int)f->c->passes;
  int status = 0;
  rosin_progress_start(&progress);
  for (int i = 1; i <= passes && !status; i++) {
    status = pass(f, i);
    rosin_progress_draw(&progress, (double)i / passes);
  }
  rosin_progress_end(&progress);
  if (!status && f->heard.missing >= 1)
    return rosin_fail(&f->error,
                      "%.200s: %.100s never sounds at its pitch; another instrument, or "
                      "--transpose, may",
                      f->c->input, f->c->scene);
  return status;
}

/* ---- files --------------------------------------------------------------------------------- */

static int write_sound(following *f) {
  rosin_shield_file(f->c->output);
  rosin_sound_file *file =
      rosin_sound_file_create(f->c->output, f->in.rate, f->in.channels, f->c->format, &f->error);
  if (!file)
    return -1;
  for (long long at = 0; at < f->frames; at += 4096)
    if (rosin_sound_file_write(file, f->kept + at * f->in.channels,
                               (int)(f->frames - at < 4096 ? f->frames - at : 4096), &f->error)) {
      rosin_sound_file_discard(file);
      return -1;
    }
  if (rosin_sound_file_close(file, &f->error))
    return -1;
  rosin_stop_wrote(f->c->output);
  return 0;
}

/* The best pass once more, with each event as it takes effect. */
static int write_gesture(following *f) {
  char *name;
  const char *path = f->c->gesture;
  FILE *out = rosin_temporary_stream(path, &name);
  if (!out) {
    snprintf(f->error.text, sizeof f->error.text, "%.300s: cannot be written: %s", path,
             strerror(errno));
    return -1;
  }
  if (rosin_follow_play(&f->in, &f->best, f->frames, f->out, out, &f->error)) {
    fclose(out);
    rosin_temporary_drop(name);
    free(name);
    return -1;
  }
  if (rosin_temporary_close(out, name, path) == 0)
    return 0;
  snprintf(f->error.text, sizeof f->error.text, "%.300s: cannot be written: %s", path,
           strerror(errno));
  return -1;
}

static void tell(const following *f) {
  double peak = 0;
  const rosin_follow_heard *h = &f->heard;
  for (long long i = 0; i < f->frames * f->in.channels; i++)
    peak = fmax(peak, fabs((double)f->kept[i]));
  char text[400];
  rosin_format(text, sizeof text,
               "%d notes, pass %d of %d: pitch within %.1f cents in the median and %.0f in nine of "
               "ten, onsets within %.0f ms, levels r %.2f; peak %.1f dBFS",
               h->notes, f->pass, (int)f->c->passes, h->cents, h->most, 1000 * h->onset,
               h->agreement, 20 * log10(fmax(peak, 1e-9)));
  rosin_tell("%s: %s", f->c->output, text);
  if (h->missing + h->slips > 0.1)
    rosin_print(stderr,
                "rosin: warning: in %.0f%% of its time the instrument does not sound as it should; "
                "another --transpose or instrument may\n",
                100 * (h->missing + h->slips));
}

/* ---- the command ----------------------------------------------------------------------------- */

/* A recording that can be followed: 0, or -1 and an error. */
static int listen(following *f) {
  return rosin_follow_read(&f->sound, f->c->input, &f->error) ||
                 rosin_pitch_find(&f->wanted, f->sound.x, f->sound.n, f->sound.rate, &f->error) ||
                 rosin_follow_judge(&f->wanted, f->c->input, &f->error)
             ? -1
             : 0;
}

static int run(following *f, rosin_scene *scene, const rosin_list *set, const rosin_list *player) {
  int failed = rosin_follow_open(&f->in, scene, set, player, &f->error) || prepare(f) ||
               pass_all(f) || write_sound(f);
  if (!failed && f->c->midi) {
    const int status = rosin_outputs_write(f->c->midi, rosin_follow_midi, &f->best);
    if (status >= 0)
      return status;
  }
  failed = failed || (f->c->gesture && write_gesture(f));
  if (failed && rosin_stopped(NULL))
    return rosin_stop_complain();
  if (failed)
    return rosin_complain(ROSIN_FAILURE, "%s", f->error.text);
  tell(f);
  return ROSIN_DONE;
}

static int follow_on(const choices *c) {
  following f = {.c = c, .error = {"out of memory"}};
  const rosin_list name = {1, {c->scene}};
  rosin_list set, player;
  rosin_recipe recipe = {0};
  rosin_scene *scene = NULL;
  int status = -1;
  if (listen(&f))
    status = rosin_complain(ROSIN_FAILURE, "%s", f.error.text);
  if (status < 0) {
    status = rosin_load_recipe(&rosin_command_follow, &name, &c->set, c->any_files, &recipe);
    if (status < 0) {
      rosin_load_split(&recipe.set, &set, &player);
      scene = rosin_load_scene(&recipe, &set, &status);
      status = scene ? run(&f, scene, &set, &player) : status;
    }
    rosin_recipe_free(&recipe);
  }
  rosin_follow_close(&f.in);
  rosin_scene_free(scene);
  rosin_follow_plan_free(&f.plan);
  rosin_pitch_free(&f.wanted);
  free(f.sound.x);
  free(f.score.message);
  free(f.best.message);
  free(f.out);
  free(f.kept);
  free(f.mono);
  return status;
}

/* What was asked for, checked. -1 to go on, or an exit status. */
static int parse(int count, char **words, choices *c) {
  const char *transpose = NULL, *passes = NULL, *format = NULL;
  rosin_list rest;
  rosin_error error;
  *c = (choices){.passes = ROSIN_FOLLOW_USUAL};
  const rosin_option table[] = {
      {"on", 0, "INSTRUMENT", "a scene with an instrument or keys, by name or file", &c->scene,
       NULL},
      {"output", 'o', "FILE", "the sound file", &c->output, NULL},
      {"transpose", 0, "N", "semitones up, -48 to 48; default 0", &transpose, NULL},
      {"passes", 0, "N", "how often it is played and mended, 1 to 8; default 4", &passes, NULL},
      {"midi", 0, "FILE", "also write what is played as MIDI", &c->midi, NULL},
      {"gesture", 0, "FILE", "also write it as a gesture for rosin render --gesture", &c->gesture,
       NULL},
      {"format", 0, "F", "16, 24, 32 or float; default as the container has it", &format, NULL},
      ROSIN_OPTION_SET(&c->set),
      ROSIN_OPTION_FILES(&c->any_files),
      {0}};
  const int status = rosin_options_parse(&rosin_command_follow, table, count, words, &rest);
  const rosin_option_number numbers[] = {
      {"--transpose", transpose, "semitones", -MOST, MOST, &c->transpose, 1},
      {"--passes", passes, "", 1, ROSIN_FOLLOW_PASSES, &c->passes, 1},
      {0}};
  if (status >= 0)
    return status;
  if (rest.count != 1 || !c->scene || !c->output)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_follow.usage);
  if (rosin_options_numbers(numbers))
    return ROSIN_USAGE;
  if (format && rosin_sample_format_named(format, &c->format))
    return rosin_complain(ROSIN_USAGE, "--format %s: must be 16, 24, 32 or float", format);
  if (rosin_sound_file_supported(c->output, c->format, &error))
    return rosin_complain(ROSIN_USAGE, "%s", error.text);
  c->input = rest.text[0];
  return -1;
}

static int follow(int count, char **words) {
  choices c;
  int status = parse(count, words, &c);
  if (status >= 0)
    return status;
  const char *const outputs[] = {c.output, c.midi, c.gesture};
  rosin_outputs_reads(c.input);
  if ((status = rosin_outputs_check(outputs, 3)) >= 0)
    return status;
  rosin_stop_catch();
  return follow_on(&c);
}

const rosin_command rosin_command_follow = {
    "follow",
    "follow INPUT --on INSTRUMENT [--transpose N] [--passes N] [--midi OUT.mid] -o OUT.wav",
    "a melody that is sung, whistled or played, as an instrument plays it", follow};
