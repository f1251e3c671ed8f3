/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/play/player.h"
#include "pd/files/text.h"
#include "pd/member/member.h"
#ifdef ROSIN_SNDFILE
#include "sound/sound_gesture.h"
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 32, SETTING_BYTES = 256 };

static void say_rescued(rosin_pd_player *p) {
  pd_error(p->owner, "%s: " ROSIN_PD_RESCUED, p->class_name);
}

static void renew(rosin_pd_player *p) {
  rosin_pd_engine_renew(p);
}

void rosin_pd_player_begin(rosin_pd_player *p, t_object *owner, const char *class_name,
                           t_symbol *name) {
  *p = (rosin_pd_player){.owner = owner,
                         .class_name = class_name,
                         .canvas = canvas_getcurrent(),
                         .name = name,
                         .plays = 1,
                         .clock = clock_new(p, (t_method)(void (*)(void))say_rescued),
                         .renewal = clock_new(p, (t_method)(void (*)(void))renew)};
}

/* A reader's line in Pd's words: "-s size=9: ..." was "size 9" in the box, and scenes are listed by
 * a message. */
static void say_line(const rosin_pd_player *p, char *line) {
  static const char option[] = "-s ", list[] = "(see `rosin scenes`)";
  char *at = strstr(line, list), *equals = strchr(line, '=');
  const int set = strncmp(line, option, strlen(option)) == 0;
  if (set && equals)
    *equals = ' ';
  pd_error(p->owner, "%s: %.*s%s%s", p->class_name, at ? (int)(at - line) : 1000,
           set ? line + strlen(option) : line, at ? "([scenes( lists them)" : "",
           at ? at + strlen(list) : "");
}

/* As the command's options have them. */
static int settings_of(rosin_pd_player *p, int count, const t_atom *atoms,
                       char (*text)[SETTING_BYTES]) {
  int used = 0;
  if (count % 2)
    pd_error(p->owner, "%s: after the scene's name: KEY VALUE, any number of times", p->class_name);
  if (count / 2 > SETTINGS)
    pd_error(p->owner, "%s: more than %d settings: the others are left out", p->class_name,
             SETTINGS);
  for (int i = 0; i + 1 < count && used < SETTINGS; i += 2, used++) {
    char key[120], value[120];
    atom_string(&atoms[i], key, sizeof key);
    atom_string(&atoms[i + 1], value, sizeof value);
    snprintf(text[used], SETTING_BYTES, "%s=%s", key, value);
  }
  return used;
}

/* How many play, and how together. */
static void take_section(rosin_pd_player *p, int settings, char (*text)[SETTING_BYTES],
                         const t_atom *atoms) {
  rosin_error error;
  rosin_core_add_section(p->core);
  for (int i = 0; i < settings; i++) {
    const rosin_parameter *row = rosin_core_section_row(text[i]);
    const t_atom *said = &atoms[2 * i + 1];
    const double value = said->a_type == A_FLOAT ? (double)said->a_w.w_float : (double)NAN;
    if (!row)
      continue;
    if (!rosin_core_is_instrument(p->core) && rosin_core_find(p->core, row->name) >= 0)
      rosin_core_put(p->core, rosin_core_find(p->core, row->name), value); /* a macro's name */
    else if (!rosin_core_is_instrument(p->core))
      pd_error(p->owner, "%s: %s: is for instruments, which notes play", p->class_name, row->name);
    else if (rosin_parameter_check(row, NULL, value, &error))
      pd_error(p->owner, "%s: %s", p->class_name, error.text);
    else
      rosin_core_put(p->core, rosin_core_find(p->core, row->name), value);
  }
}

/* What says how a sound drives it is no setting of the scene. */
static int drives(const char *text) {
  return strncmp(text, "input=", 6) == 0 || strncmp(text, "input_gain=", 11) == 0;
}

/* A word or a number. */
static void take_input_row(rosin_pd_player *p, const char *text) {
  char name[32];
  rosin_error error;
  double value;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
  const int index = rosin_core_find(p->core, name);
  if (rosin_core_value_said(p->core, index, text + strlen(name) + 1, &value, &error))
    pd_error(p->owner, "%s: %s", p->class_name, error.text);
  else
    rosin_core_put(p->core, index, value);
}

/* An object that nobody says it of has neither an inlet nor parameters of it, as it always was. */
static void take_input(rosin_pd_player *p, int settings, char (*text)[SETTING_BYTES]) {
  for (int i = 0; i < settings; i++)
    if (drives(text[i])) {
      rosin_core_add_input(p->core);
      take_input_row(p, text[i]);
    }
  p->hears = rosin_core_get(p->core, rosin_core_find(p->core, "input")) >= 0.5;
  if (p->hears)
    inlet_new(p->owner, &p->owner->ob_pd, &s_signal, &s_signal);
}

/* Of KEY=VALUE, or of KEY. */
static int is_message(const rosin_pd_player *p, const char *text) {
  char key[120];
  snprintf(key, sizeof key, "%.*s", (int)strcspn(text, "="), text);
  return strcmp(key, "level") == 0 || strcmp(key, "preset") == 0 ||
         (p->is_message && p->is_message(key));
}

/* A preset moves all; what else the arguments say is said after it. */
void rosin_pd_player_tell(rosin_pd_player *p, int count, t_atom *atoms) {
  int has_preset = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; p->core && i + 1 < count; i += 2) {
      char key[120];
      atom_string(&atoms[i], key, sizeof key);
      const int is_preset = strcmp(key, "preset") == 0, row = rosin_core_find(p->core, key);
      if (is_preset != (pass == 0))
        continue;
      has_preset |= is_preset;
      if (is_message(p, key))
        pd_typedmess(&p->owner->ob_pd, gensym(key), 1, &atoms[i + 1]);
      else if (has_preset && row >= 0 && atoms[i + 1].a_type == A_FLOAT)
        rosin_core_put(p->core, row, (double)atoms[i + 1].a_w.w_float);
    }
}

int rosin_pd_player_load(rosin_pd_player *p, int count, const t_atom *atoms, int gestures) {
  char path[2 * MAXPDSTRING], text[SETTINGS][SETTING_BYTES], *errors, *save = NULL;
  const char *list[SETTINGS];
  int overrides = 0;
  const int settings = settings_of(p, count, atoms, text);
  for (int i = 0; i < settings; i++)
    if (!rosin_core_section_row(text[i]) && !drives(text[i]) && !is_message(p, text[i]))
      list[overrides++] = text[i];
  rosin_pd_find(p->canvas, p->name->s_name, path, sizeof path);
#ifdef ROSIN_SNDFILE
  rosin_sounds_also_by(rosin_sound_gesture);
#endif
  p->core = rosin_core_open(&(rosin_core_source){.scene = path,
                                                 .overrides = overrides,
                                                 .override = list,
                                                 .gestures = gestures,
                                                 .untried = 1},
                            &errors);
  if (!p->core && !errors)
    pd_error(p->owner, "%s: out of memory", p->class_name);
  for (char *line = errors ? strtok_r(errors, "\n", &save) : NULL; line;
       line = strtok_r(NULL, "\n", &save))
    say_line(p, line);
  free(errors);
  if (p->core) {
    take_section(p, settings, text, atoms);
    rosin_core_add_takes(p->core);
    take_input(p, settings, text);
    rosin_pd_engine_build(p, (int)sys_getsr());
  }
  return p->core ? 0 : -1;
}

void rosin_pd_player_outlets(rosin_pd_player *p, int otherwise) {
  p->channels = p->core ? rosin_core_channels(p->core) : otherwise;
  for (int c = 0; c < p->channels; c++)
    outlet_new(p->owner, &s_signal);
}

void rosin_pd_player_end(rosin_pd_player *p) {
  clock_free(p->clock);
  clock_free(p->renewal);
  rosin_pd_engine_drop(p);
  free(p->frames);
  free(p->heard);
}

/* ---- sound ---------------------------------------------------------------------------- */

static void make(rosin_pd_player *p, int frames) {
  float *out[ROSIN_PD_CHANNELS];
  for (int c = 0; c < p->channels; c++)
    out[c] = p->frames + (size_t)c * (size_t)p->block;
  rosin_core_process(p->core, out, frames);
  if (!p->said && rosin_core_rescued(p->core)) {
    p->said = 1;
    clock_delay(p->clock, 0);
  }
}

void rosin_pd_player_skip(rosin_pd_player *p, int frames) {
  for (int now; p->rate && frames > 0; frames -= now)
    make(p, now = frames < p->block ? frames : p->block);
}

void rosin_pd_player_fade(rosin_pd_player *p) {
  p->gone += p->gone == 0;
}

/* A straight line has the smallest steps. */
static void fade(rosin_pd_player *p, int n) {
  for (int c = 0; c < p->channels; c++)
    for (int i = 0; i < n; i++) {
      const int left = ROSIN_PD_FADE - p->gone - i;
      p->signal[c][i] *= left > 0 ? (t_sample)left / ROSIN_PD_FADE : 0;
    }
  p->gone = p->gone + n < ROSIN_PD_FADE ? p->gone + n : ROSIN_PD_FADE;
}

/* Of Pd's kind of number; its memory may be that of an outlet. */
static void hear(rosin_pd_player *p, int n) {
  for (int i = 0; i < n; i++)
    p->heard[i] = (float)p->inlet[i];
  p->hearing[0] = p->heard;
  rosin_core_hear(p->core, p->hearing, 1, n);
}

static void hand_out(const rosin_pd_player *p, int n) {
  for (int c = 0; c < p->channels; c++)
    for (int i = 0; i < n; i++)
      p->signal[c][i] = p->frames[c * n + i];
}

static void be_silent(const rosin_pd_player *p, int n) {
  for (int c = 0; c < p->channels; c++)
    memset(p->signal[c], 0, (size_t)n * sizeof *p->signal[c]);
}

static t_int *perform(t_int *w) {
  rosin_pd_player *p = (rosin_pd_player *)w[1];
  const int n = p->block;
  p->since = clock_getlogicaltime();
  if (p->turn && p->rate && p->frames)
    p->turn(p);
  if (!p->frames || !p->rate || !p->plays) {
    be_silent(p, n);
    return w + 2;
  }
  if (p->hears && p->heard)
    hear(p, n);
  make(p, n);
  hand_out(p, n);
  if (p->gone)
    fade(p, n);
  return w + 2;
}

/* For a rate; outside perform. 1 if what sounded has ended. */
static int make_ready(rosin_pd_player *p, int rate) {
  const int was = p->rate;
  if (rate == was || !p->core)
    return 0;
  p->rate = 0;
  rosin_pd_engine_want(p, rate);
  return was > 0;
}

int rosin_pd_player_dsp(rosin_pd_player *p, t_signal **signals) {
  p->block = signals[0]->s_n;
  p->since = clock_getlogicaltime();
  free(p->frames);
  p->frames = calloc((size_t)p->block * (size_t)p->channels, sizeof *p->frames);
  free(p->heard);
  p->heard = p->hears ? calloc((size_t)p->block, sizeof *p->heard) : NULL;
  p->inlet = signals[0]->s_vec; /* inlets come first */
  for (int c = 0; c < p->channels; c++)
    p->signal[c] = signals[c + p->hears]->s_vec;
  dsp_add(perform, 1, (t_int)p);
  return make_ready(p, (int)signals[0]->s_sr);
}
