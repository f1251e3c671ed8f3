/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.cello~ INSTRUMENT]: a scene with an instrument, played by notes, by MIDI, or by
 * hand on a pad. Between messages and the scene stands the player of `rosin play` and
 * `rosin render --midi`. A thin face: all work is the player's and the scene's. */
#include "pd/net/scene.h"
#include "player/midi.h"
#include "player/player.h"

#include <m_pd.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static t_class *cello_class;

enum { KEPT = 32 };

static const double FASTEST = 0.8; /* m/s, at the edges of a pad */

typedef struct {
  t_object object;
  rosin_scene *scene;
  rosin_player *player;
  rosin_tuning tuning;
  rosin_midi midi;
  rosin_midi_line line;
  t_symbol *name;
  t_canvas *canvas;
  rosin_pd_watch watch;
  t_outlet *info;
  int channels, rate, block;
  double kept[KEPT]; /* the player's parameters, through changes of the rate */
  float *frames;     /* [block * channels], interleaved */
} t_cello;

static void load(t_cello *x) {
  x->scene = rosin_pd_scene(x, "rosin.cello~", x->canvas, x->name->s_name, 0, NULL);
  if (x->scene && rosin_player_strings(x->scene) == 0) {
    pd_error(x, "rosin.cello~: %s: has no instrument to be played by notes; try [rosin.scene~]",
             x->name->s_name);
    rosin_scene_free(x->scene);
    x->scene = NULL;
  }
}

/* ---- the player --------------------------------------------------------------------- */

static void restore(t_cello *x) {
  const rosin_parameter *row = rosin_player_parameters();
  for (int i = 0; row[i].name; i++)
    rosin_player_set(x->player, row[i].name, x->kept[i], NULL);
  rosin_player_tune(x->player, &x->tuning);
}

/* Ready for a rate and a block size; outside perform. What sounded, ends. */
static void make_ready(t_cello *x, int rate, int block) {
  rosin_error error;
  float *frames = realloc(x->frames, (size_t)block * (size_t)x->channels * sizeof *frames);
  x->rate = 0;
  rosin_player_free(x->player);
  x->player = NULL;
  if (!frames)
    return;
  x->frames = frames;
  if (!x->scene)
    return;
  if (rosin_scene_prepare(x->scene, rate, block, &error) ||
      !(x->player = rosin_player_new(x->scene, 1, &error))) {
    pd_error(x, "rosin.cello~: %s", error.text);
    return;
  }
  restore(x);
  x->rate = rate;
  x->block = block;
}

static int is_ready(t_cello *x, const char *what) {
  if (!x->player)
    pd_error(x, "rosin.cello~: %s: nothing plays; turn on DSP", what);
  return x->player != NULL;
}

/* ---- sound ---------------------------------------------------------------------------- */

static t_int *cello_perform(t_int *w) {
  t_cello *x = (t_cello *)w[1];
  const int n = (int)w[2], plays = x->player && x->block == n;
  rosin_pd_scene_run(plays ? x->scene : NULL, &x->watch, x->frames, n, x->channels, w + 3);
  return w + 3 + x->channels;
}

static void cello_dsp(t_cello *x, t_signal **signals) {
  const int rate = (int)signals[0]->s_sr, n = signals[0]->s_n;
  t_int words[2 + 64];
  if (x->rate != rate || x->block != n)
    make_ready(x, rate, n);
  words[0] = (t_int)x;
  words[1] = n;
  for (int c = 0; c < x->channels; c++)
    words[2 + c] = (t_int)signals[c]->s_vec;
  dsp_addv(cello_perform, 2 + x->channels, words);
}

/* ---- messages ------------------------------------------------------------------------- */

/* Between `least` and `most` numbers after a word, the rest 0. */
static int numbers(t_cello *x, const char *key, int count, const t_atom *atoms, int least, int most,
                   double *value) {
  if (count < least || count > most) {
    if (least < most)
      pd_error(x, "rosin.cello~: %s: takes %d to %d numbers, not %d", key, least, most, count);
    else
      pd_error(x, "rosin.cello~: %s: takes %d numbers, not %d", key, least, count);
    return -1;
  }
  for (int i = 0; i < most; i++)
    value[i] = 0;
  for (int i = 0; i < count; i++) {
    value[i] = atoms[i].a_type == A_FLOAT ? (double)atoms[i].a_w.w_float : (double)NAN;
    if (!isfinite(value[i])) {
      pd_error(x, "rosin.cello~: %s: number %d is none, or not finite", key, i + 1);
      return -1;
    }
  }
  return 0;
}

static int within(t_cello *x, const char *key, const char *what, double value, double low,
                  double high) {
  if (value >= low && value <= high)
    return 1;
  pd_error(x, "rosin.cello~: %s: %s %g: out of range: %g to %g", key, what, value, low, high);
  return 0;
}

/* KEY VELOCITY [CHANNEL], as [notein] gives them. */
static void cello_note(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  double v[3];
  (void)s;
  if (numbers(x, "note", count, atoms, 2, 3, v) || !within(x, "note", "key", v[0], 0, 127) ||
      !within(x, "note", "velocity", v[1], 0, 127) || !within(x, "note", "channel", v[2], 0, 16) ||
      !is_ready(x, "note"))
    return;
  rosin_player_event(x->player, &(rosin_player_event_t){.kind = v[1] > 0 ? ROSIN_PLAYER_NOTE_ON
                                                                         : ROSIN_PLAYER_NOTE_OFF,
                                                        .channel = v[2] > 0 ? (int)v[2] - 1 : 0,
                                                        .key = v[0],
                                                        .value = v[1] / 127});
}

static void one_value(t_cello *x, const char *key, int count, t_atom *atoms, rosin_player_kind kind,
                      double low, double high) {
  double v[2];
  if (numbers(x, key, count, atoms, 1, 2, v) || !within(x, key, "value", v[0], low, high) ||
      !within(x, key, "channel", v[1], 0, 16) || !is_ready(x, key))
    return;
  rosin_player_event(x->player, &(rosin_player_event_t){.kind = kind,
                                                        .channel = v[1] > 0 ? (int)v[1] - 1 : 0,
                                                        .value = v[0]});
}

static void cello_bend(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  one_value(x, s->s_name, count, atoms, ROSIN_PLAYER_BEND, -96, 96);
}

static void cello_aftertouch(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  one_value(x, s->s_name, count, atoms, ROSIN_PLAYER_PRESSURE, 0, 1);
}

/* Raw bytes, as [midiin] gives them: MPE, bends with their range, all controllers. */
static void cello_midi(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  if (!is_ready(x, s->s_name))
    return;
  for (int i = 0; i < count; i++) {
    const double byte = atoms[i].a_type == A_FLOAT ? (double)atoms[i].a_w.w_float : -1;
    if (!within(x, s->s_name, "byte", byte, 0, 255))
      return;
    rosin_player_event_t events[ROSIN_MIDI_CHANNELS];
    const int length = rosin_midi_byte(&x->line, (unsigned char)byte);
    const int found = length ? rosin_midi_events(&x->midi, x->line.message, length, events) : 0;
    for (int k = 0; k < found; k++)
      rosin_player_event(x->player, &events[k]);
  }
}

static void cello_control(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  double v[3];
  if (numbers(x, s->s_name, count, atoms, 2, 3, v) ||
      !within(x, s->s_name, "controller", v[0], 0, 127) ||
      !within(x, s->s_name, "value", v[1], 0, 127) ||
      !within(x, s->s_name, "channel", v[2], 0, 16) || !is_ready(x, s->s_name))
    return;
  rosin_player_event(x->player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_CONTROL,
                                                        .channel = v[2] > 0 ? (int)v[2] - 1 : 0,
                                                        .controller = (int)v[0],
                                                        .value = v[1] / 127});
}

/* DOWN SPEED PRESSURE: the bow in a hand. */
static void cello_bow(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  double v[3];
  if (numbers(x, s->s_name, count, atoms, 1, 3, v) || !within(x, s->s_name, "speed", v[1], -2, 2) ||
      !within(x, s->s_name, "pressure", v[2], 0, 1) || !is_ready(x, s->s_name))
    return;
  rosin_player_bow(x->player, v[0] != 0, v[1], v[2]);
}

/* X Y HELD of a [rosin.pad]: its middle is a bow at rest, right and left its two ways. */
static void cello_pad(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  double v[3];
  if (numbers(x, s->s_name, count, atoms, 3, 3, v) || !within(x, s->s_name, "x", v[0], 0, 1) ||
      !within(x, s->s_name, "y", v[1], 0, 1) || !is_ready(x, s->s_name))
    return;
  rosin_player_bow(x->player, v[2] != 0, FASTEST * (2 * v[0] - 1), v[1]);
}

static void cello_quiet(t_cello *x) {
  if (!x->player)
    return;
  rosin_player_event(x->player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_QUIET});
  if (rosin_player_get(x->player, "by_hand") > 0)
    rosin_player_bow(x->player, 0, 0, 0);
}

static void cello_scale(t_cello *x, t_symbol *file) {
  char path[2 * MAXPDSTRING];
  rosin_error error;
  rosin_tuning read;
  rosin_tuning_equal(&read);
  rosin_pd_find(x->canvas, file->s_name, path, sizeof path);
  if (file != &s_ && rosin_tuning_scala(&read, path, &error)) {
    pd_error(x, "rosin.cello~: scale: %s", error.text);
    return;
  }
  x->tuning = read;
  if (x->player)
    rosin_player_tune(x->player, &x->tuning);
}

static int row_of(const char *name) {
  const rosin_parameter *row = rosin_player_parameters();
  for (int i = 0; row[i].name; i++)
    if (strcmp(row[i].name, name) == 0)
      return i;
  return -1;
}

static double value_of(const t_cello *x, int i) {
  return x->player ? rosin_player_get(x->player, rosin_player_parameters()[i].name) : x->kept[i];
}

/* KEY NUMBER: a parameter of the player. */
static void cello_anything(t_cello *x, t_symbol *key, int count, t_atom *atoms) {
  double value;
  rosin_error error;
  const int i = row_of(key->s_name);
  if (i < 0) {
    pd_error(x, "rosin.cello~: %s: there is no such message; print lists them", key->s_name);
    return;
  }
  if (numbers(x, key->s_name, count, atoms, 1, 1, &value))
    return;
  const rosin_parameter *row = &rosin_player_parameters()[i];
  if (!within(x, key->s_name, "value", value, row->low, row->high))
    return;
  x->kept[i] = value;
  if (x->player && rosin_player_set(x->player, row->name, value, &error))
    pd_error(x, "rosin.cello~: %s", error.text);
}

static void say(t_cello *x, int i) {
  t_atom atom;
  SETFLOAT(&atom, (t_float)value_of(x, i));
  outlet_anything(x->info, gensym(rosin_player_parameters()[i].name), 1, &atom);
}

static void cello_get(t_cello *x, t_symbol *key) {
  const int i = row_of(key->s_name);
  if (i >= 0)
    say(x, i);
  else
    pd_error(x, "rosin.cello~: get: there is no '%s'", key->s_name);
}

static void cello_dump(t_cello *x) {
  for (int i = 0; rosin_player_parameters()[i].name; i++)
    say(x, i);
}

/* STRING HZ MEANT: what the player hears under its bows. */
static void cello_hear(t_cello *x) {
  for (int i = 0; x->player && i < rosin_player_strings(x->scene); i++) {
    double wanted = 0;
    const double heard = rosin_player_hears(x->player, i, &wanted);
    t_atom atoms[3];
    SETFLOAT(&atoms[0], (t_float)(i + 1));
    SETFLOAT(&atoms[1], (t_float)heard);
    SETFLOAT(&atoms[2], (t_float)wanted);
    if (heard > 0)
      outlet_anything(x->info, gensym("hear"), 3, atoms);
  }
}

static void cello_reset(t_cello *x) {
  const rosin_parameter *row = rosin_player_parameters();
  for (int i = 0; row[i].name; i++)
    x->kept[i] = row[i].initial;
  rosin_midi_start(&x->midi);
  x->line = (rosin_midi_line){0};
  if (x->rate)
    make_ready(x, x->rate, x->block);
}

static void cello_print(t_cello *x) {
  post("rosin.cello~: %s, %d strings, %d channels; rosin %s", x->name->s_name,
       x->scene ? rosin_player_strings(x->scene) : 0, x->channels, rosin_version());
  for (int i = 0; rosin_player_parameters()[i].name; i++) {
    const rosin_parameter *row = &rosin_player_parameters()[i];
    post("  %s %g %s(%g to %g): %s", row->name, value_of(x, i), *row->unit ? row->unit : "",
         row->low, row->high, row->meaning);
  }
}

static void *cello_new(t_symbol *name) {
  t_cello *x = (t_cello *)pd_new(cello_class);
  x->canvas = canvas_getcurrent();
  rosin_pd_watch_begin(&x->watch, x, "rosin.cello~");
  x->name = name == &s_ ? gensym("cello") : name;
  x->player = NULL;
  x->frames = NULL;
  x->rate = x->block = 0;
  load(x);
  x->channels = x->scene ? rosin_scene_channels(x->scene) : 2;
  rosin_tuning_equal(&x->tuning);
  cello_reset(x);
  for (int c = 0; c < x->channels; c++)
    outlet_new(&x->object, &s_signal);
  x->info = outlet_new(&x->object, &s_anything);
  return x;
}

static void cello_free(t_cello *x) {
  rosin_player_free(x->player);
  rosin_pd_watch_end(&x->watch);
  rosin_scene_free(x->scene);
  free(x->frames);
}

__attribute__((visibility("default"))) void setup_rosin0x2ecello_tilde(void) {
  t_class *c = cello_class =
      class_new(gensym("rosin.cello~"), (t_newmethod)(void (*)(void))cello_new,
                (t_method)cello_free, sizeof(t_cello), CLASS_DEFAULT, A_DEFSYM, 0);
  class_addmethod(c, (t_method)cello_dsp, gensym("dsp"), A_CANT, 0);
  class_addmethod(c, (t_method)cello_note, gensym("note"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_bend, gensym("bend"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_aftertouch, gensym("aftertouch"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_control, gensym("control"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_midi, gensym("midi"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_bow, gensym("bow"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_pad, gensym("pad"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_quiet, gensym("quiet"), 0);
  class_addmethod(c, (t_method)cello_scale, gensym("scale"), A_DEFSYM, 0);
  class_addmethod(c, (t_method)cello_get, gensym("get"), A_SYMBOL, 0);
  class_addmethod(c, (t_method)cello_dump, gensym("dump"), 0);
  class_addmethod(c, (t_method)cello_hear, gensym("hear"), 0);
  class_addmethod(c, (t_method)cello_reset, gensym("reset"), 0);
  class_addmethod(c, (t_method)cello_print, gensym("print"), 0);
  class_addlist(c, cello_note);
  class_addanything(c, cello_anything);
}
