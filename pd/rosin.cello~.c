/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.cello~ INSTRUMENT KEY VALUE ...]: a scene with an instrument, played by notes, by MIDI, or
 * by hand on a pad, as the plugins are. A thin face: all work is the core's. */
#include "pd/files/text.h"
#include "pd/play/notes.h"
#include "pd/state/players.h"

#include <math.h>

static t_class *cello_class;

typedef struct {
  t_object object;
  rosin_pd_player player;
  rosin_midi_line line;
} t_cello;

static void cello_dsp(t_cello *x, t_signal **signals) {
  rosin_pd_player_dsp(&x->player, signals);
}

/* At its frame in the block to come. */
static void play(t_cello *x, rosin_player_event_t event) {
  rosin_pd_engine_play(&x->player, &event);
}

/* ---- messages ------------------------------------------------------------------------- */

/* note, bend, aftertouch, control, midi. */
static void cello_played(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  rosin_pd_notes_take(&x->player, &x->line, s->s_name, count, atoms);
}

/* KEY VELOCITY [CHANNEL], as [notein] gives them. */
static void cello_list(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  (void)s;
  rosin_pd_notes_take(&x->player, &x->line, "note", count, atoms);
}

/* DOWN SPEED PRESSURE: the bow in a hand. */
static void cello_bow(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  double v[3];
  if (rosin_pd_notes_numbers(&x->player, s->s_name, count, atoms, 1, 3, v) ||
      !rosin_pd_notes_within(&x->player, s->s_name, "speed", v[1], -2, 2) ||
      !rosin_pd_notes_within(&x->player, s->s_name, "pressure", v[2], 0, 1) ||
      !rosin_pd_notes_ready(&x->player, s->s_name))
    return;
  rosin_core_bow(x->player.core, v[0] != 0, v[1], v[2]);
}

/* X Y HELD of a [rosin.pad]: its middle is a bow at rest, right and left its two ways. */
static void cello_pad(t_cello *x, t_symbol *s, int count, t_atom *atoms) {
  double v[3];
  if (rosin_pd_notes_numbers(&x->player, s->s_name, count, atoms, 3, 3, v) ||
      !rosin_pd_notes_within(&x->player, s->s_name, "x", v[0], 0, 1) ||
      !rosin_pd_notes_within(&x->player, s->s_name, "y", v[1], 0, 1) ||
      !rosin_pd_notes_ready(&x->player, s->s_name))
    return;
  rosin_core_pad(x->player.core, v[2] != 0, 2 * v[0] - 1, v[1]);
}

static void cello_quiet(t_cello *x) {
  rosin_core *core = x->player.core;
  if (!x->player.rate)
    return;
  play(x, (rosin_player_event_t){.kind = ROSIN_PLAYER_QUIET});
  if (rosin_core_moved(core, rosin_core_find(core, "by_hand")) > 0)
    rosin_core_bow(core, 0, 0, 0);
}

static void cello_scale(t_cello *x, t_symbol *file) {
  char path[2 * MAXPDSTRING];
  rosin_error error;
  rosin_tuning read;
  rosin_tuning_equal(&read);
  rosin_pd_find(x->player.canvas, file->s_name, path, sizeof path);
  if (file != &s_ && rosin_tuning_scala(&read, path, &error))
    pd_error(x, "rosin.cello~: scale: %s", error.text);
  else if (x->player.core)
    rosin_pd_engine_tune(&x->player, &read);
}

/* KEY NUMBER, or a word: a parameter. */
static void cello_anything(t_cello *x, t_symbol *key, int count, t_atom *atoms) {
  double value;
  rosin_core *core = x->player.core;
  if (rosin_pd_player_message(&x->player, key->s_name, count, atoms))
    return;
  const int i = core ? rosin_core_find(core, key->s_name) : -1;
  if (i < 0) {
    pd_error(x, "rosin.cello~: %s: there is no such message; print lists them", key->s_name);
    return;
  }
  const rosin_parameter *row = rosin_core_parameter(core, i);
  const int worded = count == 1 && atoms[0].a_type == A_SYMBOL &&
                     rosin_parameter_worded(row, atom_getsymbol(atoms)->s_name, &value) == 0;
  if ((!worded && rosin_pd_notes_numbers(&x->player, key->s_name, count, atoms, 1, 1, &value)) ||
      !rosin_pd_notes_within(&x->player, key->s_name, "value", value, row->low, row->high))
    return;
  rosin_core_set(core, rosin_pd_player_frame(&x->player), i, value);
}

static void cello_get(t_cello *x, t_symbol *key) {
  const int i = x->player.core ? rosin_core_find(x->player.core, key->s_name) : -1;
  if (i >= 0)
    rosin_pd_player_say(&x->player, i);
  else
    pd_error(x, "rosin.cello~: get: there is no '%s'", key->s_name);
}

static void cello_dump(t_cello *x) {
  for (int i = 0; x->player.core && i < rosin_core_parameters(x->player.core); i++)
    rosin_pd_player_say(&x->player, i);
}

/* STRING HZ MEANT: what the player hears under its bows. */
static void cello_hear(t_cello *x) {
  for (int i = 0; x->player.core && i < rosin_core_strings(x->player.core); i++) {
    double wanted = 0;
    const double heard = rosin_core_hears(x->player.core, i, &wanted);
    t_atom atoms[3];
    SETFLOAT(&atoms[0], (t_float)(i + 1));
    SETFLOAT(&atoms[1], (t_float)heard);
    SETFLOAT(&atoms[2], (t_float)wanted);
    if (heard > 0)
      outlet_anything(x->player.info, gensym("hear"), 3, atoms);
  }
}

static void cello_reset(t_cello *x) {
  rosin_core *core = x->player.core;
  x->line = (rosin_midi_line){0};
  for (int i = 0; core && i < rosin_core_parameters(core); i++)
    rosin_core_put(core, i, rosin_core_parameter(core, i)->initial);
  if (core)
    rosin_core_reset(core);
}

static void cello_print(t_cello *x) {
  const rosin_core *core = x->player.core;
  post("rosin.cello~: %s, %d strings, %d channels; rosin %s", x->player.name->s_name,
       core ? rosin_core_strings(core) : 0, x->player.channels, rosin_version());
  if (core && rosin_core_lost(core))
    post("  %lld messages found no room", rosin_core_lost(core));
  for (int i = 0; core && i < rosin_core_parameters(core); i++) {
    const rosin_parameter *row = rosin_core_parameter(core, i);
    post("  %s %g %s(%g to %g): %s", row->name, rosin_core_moved(core, i),
         *row->unit ? row->unit : "", row->low, row->high, row->meaning);
  }
}

/* That may stand among the arguments: what its player can be told. */
static int is_message(const char *key) {
  return rosin_parameter_find(rosin_player_parameters(), key) != NULL;
}

static void *cello_new(t_symbol *selector, int count, t_atom *atoms) {
  char name[MAXPDSTRING] = "cello";
  (void)selector;
  if (count)
    atom_string(atoms, name, sizeof name);
  t_cello *x = (t_cello *)pd_new(cello_class);
  rosin_pd_player *p = &x->player;
  rosin_pd_player_begin(p, &x->object, "rosin.cello~", gensym(name));
  p->is_message = is_message;
  if (rosin_pd_player_load(p, count - !!count, atoms + !!count, 0) == 0 &&
      !rosin_core_is_instrument(p->core)) {
    pd_error(x, "rosin.cello~: %s: has no instrument to be played by notes; try [rosin.scene~]",
             p->name->s_name);
    rosin_pd_engine_drop(p);
  }
  rosin_pd_player_outlets(p, 2);
  x->line = (rosin_midi_line){0};
  p->info = outlet_new(&x->object, &s_anything);
  rosin_pd_player_tell(p, count - !!count, atoms + !!count);
  return x;
}

static void cello_free(t_cello *x) {
  rosin_pd_player_end(&x->player);
}

__attribute__((visibility("default"))) void setup_rosin0x2ecello_tilde(void) {
  t_class *c = cello_class =
      class_new(gensym("rosin.cello~"), (t_newmethod)(void (*)(void))cello_new,
                (t_method)cello_free, sizeof(t_cello), CLASS_DEFAULT, A_GIMME, 0);
  class_addmethod(c, (t_method)cello_dsp, gensym("dsp"), A_CANT, 0);
  class_addmethod(c, (t_method)cello_played, gensym("note"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_played, gensym("bend"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_played, gensym("aftertouch"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_played, gensym("control"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_played, gensym("midi"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_bow, gensym("bow"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_pad, gensym("pad"), A_GIMME, 0);
  class_addmethod(c, (t_method)cello_quiet, gensym("quiet"), 0);
  class_addmethod(c, (t_method)cello_scale, gensym("scale"), A_DEFSYM, 0);
  class_addmethod(c, (t_method)cello_get, gensym("get"), A_SYMBOL, 0);
  class_addmethod(c, (t_method)cello_dump, gensym("dump"), 0);
  class_addmethod(c, (t_method)cello_hear, gensym("hear"), 0);
  class_addmethod(c, (t_method)cello_reset, gensym("reset"), 0);
  class_addmethod(c, (t_method)cello_print, gensym("print"), 0);
  class_addlist(c, cello_list);
  class_addanything(c, cello_anything);
}
