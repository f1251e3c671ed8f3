/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.scene~ SCENE KEY VALUE ...]: a scene with its own gestures, an outlet a channel.
 * Silent until started or held; every macro can be turned and every control taken over by a
 * message of its name. A thin face: all work is the core's. */
#include "pd/play/notes.h"
#include "pd/scene/turns.h"
#include "pd/state/players.h"

#include <stdio.h>
#include <string.h>

static t_class *scene_class;

typedef struct {
  t_object object;
  rosin_pd_player player;
  rosin_pd_turns turns;
  rosin_midi_line line;
} t_scene;

static void scene_dsp(t_scene *x, t_signal **signals) {
  if (rosin_pd_player_dsp(&x->player, signals))
    rosin_pd_turns_renewed(&x->turns);
  if (x->player.rate)
    rosin_pd_turns_ready(&x->turns);
}

static void scene_start(t_scene *x) {
  rosin_pd_turns_start(&x->turns, ROSIN_PD_START);
}

static void scene_stop(t_scene *x) {
  rosin_pd_turns_stop(&x->turns);
}

/* Words of Pd: the core's "continuous", and gestures that stay. */
static const rosin_parameter loop_row = {"loop", "", 0, 1, 0, "1: it begins again whenever it ends",
                                         0,      0};
static const rosin_parameter hold_row = {
    "hold", "", 0, 1, 0, "1: its gestures stay, and what they hold sounds on", 0, 0};

/* trigger 1: the gestures begin again, and what sounds rings on; 0: what moves stops. */
static void trigger(t_scene *x, double value) {
  if (value < 0.5 && x->player.plays)
    rosin_core_let_go(x->player.core, rosin_pd_player_frame(&x->player));
  if (value < 0.5)
    return;
  if (x->player.plays && !x->player.gone)
    rosin_core_trigger(x->player.core, rosin_pd_player_frame(&x->player));
  else
    scene_start(x);
}

/* 1 if it is one of these words, in its range or not. */
static int set_word(t_scene *x, const char *key, double value) {
  const rosin_parameter *row = strcmp(key, "hold") == 0   ? &hold_row
                               : strcmp(key, "loop") == 0 ? &loop_row
                                                          : NULL;
  rosin_error error;
  if (!row)
    return 0;
  if (rosin_parameter_check(row, NULL, value, &error))
    pd_error(x, "rosin.scene~: %s", error.text);
  else if (row == &hold_row)
    rosin_pd_turns_hold(&x->turns, value >= 0.5);
  else
    rosin_pd_turns_set(&x->turns, gensym("continuous"), value);
  return 1;
}

static void set(t_scene *x, t_symbol *name, double value) {
  const rosin_core *core = x->player.core;
  const int row = rosin_core_find(core, name->s_name);
  if (set_word(x, name->s_name, value))
    return;
  if (name == gensym("trigger"))
    trigger(x, value);
  else if (row >= 0 && !rosin_core_parameter_live(core, row))
    pd_error(x, "rosin.scene~: %s: builds bodies; it is an argument, as the object is made",
             name->s_name);
  else if (!x->player.rate && row < 0 && !x->turns.waits)
    pd_error(x,
             strchr(name->s_name, '.') /* of a part, which is made with the engine */
                 ? "rosin.scene~: %s: there is no scene running; turn on DSP"
                 : "rosin.scene~: there is no control '%s'; [print( lists what there is",
             name->s_name);
  else
    rosin_pd_turns_set(&x->turns, name, value);
}

static int is_known(const t_scene *x, const t_symbol *key) {
  return key == gensym("loop") || key == gensym("hold") || key == gensym("trigger") ||
         rosin_core_knows(x->player.core, key->s_name);
}

/* "speed 0.2", "bow.force 2": any macro or control of the scene. */
static void scene_anything(t_scene *x, t_symbol *key, int count, t_atom *atoms) {
  if (rosin_pd_player_message(&x->player, key->s_name, count, atoms))
    return;
  if (key == &s_float || key == &s_list)
    pd_error(x, "rosin.scene~: a number needs the name of what it sets before it; [print( lists "
                "what there is, [start( plays");
  else if (!x->player.core)
    pd_error(x, "rosin.scene~: %s: there is no scene", key->s_name);
  else if (x->player.rate && !is_known(x, key))
    pd_error(x, "rosin.scene~: there is no control '%s'; [print( lists what there is", key->s_name);
  else if (count != 1 || atoms[0].a_type != A_FLOAT)
    pd_error(x, "rosin.scene~: %s: must be followed by one number", key->s_name);
  else
    set(x, key, (double)atom_getfloat(atoms));
}

/* note, bend, aftertouch, control, midi, quiet: of a scene that keys play, a body each or a take; a
 * macro of that name is still the macro, as the saw's bend was in 0.2. */
static void scene_played(t_scene *x, t_symbol *key, int count, t_atom *atoms) {
  rosin_pd_player *p = &x->player;
  if (!p->core || !rosin_core_takes_notes(p->core) || rosin_core_find(p->core, key->s_name) >= 0) {
    scene_anything(x, key, count, atoms);
    return;
  }
  rosin_pd_turns_play(&x->turns);
  if (key == gensym("quiet"))
    rosin_pd_engine_play(p, &(rosin_player_event_t){.kind = ROSIN_PLAYER_QUIET});
  else
    rosin_pd_notes_take(p, &x->line, key->s_name, count, atoms);
}

/* ---- what it says ------------------------------------------------------------------------ */

static void say(t_scene *x, const char *key, double value) {
  t_atom atom;
  SETFLOAT(&atom, (t_float)value);
  outlet_anything(x->player.info, gensym(key), 1, &atom);
}

/* What a message can set. */
static int is_said(const rosin_core *core, int row) {
  const char *name = rosin_core_parameter(core, row)->name;
  return rosin_core_parameter_live(core, row) && strcmp(name, "trigger") != 0 &&
         strcmp(name, "continuous") != 0;
}

static void scene_dump(t_scene *x) {
  const rosin_core *core = x->player.core;
  for (int i = 0; core && i < rosin_core_parameters(core); i++)
    if (is_said(core, i))
      rosin_pd_player_say(&x->player, i);
  say(x, "loop", rosin_pd_turns_loops(&x->turns));
  say(x, "hold", x->turns.holds);
}

static void scene_get(t_scene *x, t_symbol *key) {
  const int row = x->player.core ? rosin_core_find(x->player.core, key->s_name) : -1;
  if (key == gensym("loop"))
    say(x, key->s_name, rosin_pd_turns_loops(&x->turns));
  else if (key == gensym("hold"))
    say(x, key->s_name, x->turns.holds);
  else if (row >= 0)
    rosin_pd_player_say(&x->player, row);
  else
    pd_error(x, "rosin.scene~: get: there is no '%s'; [print( lists what there is", key->s_name);
}

static void scene_scenes(t_scene *x) {
  rosin_pd_player_say_scenes(&x->player);
}

static const char *state_of(const t_scene *x) {
  return !x->player.core     ? "silent: there is no such scene"
         : !pd_getdspstate() ? "silent: DSP is off"
         : x->turns.holds    ? "holds"
         : x->player.plays   ? "plays"
         : x->turns.ended    ? "has ended: try [start(, [loop 1( or [hold 1("
                             : "silent: try [start( or [hold 1(";
}

static void print_row(const rosin_parameter *row, double value, int live) {
  post("  %s %g: %s (%g to %g%s%s%s)", row->name, value, row->meaning, row->low, row->high,
       *row->unit ? " " : "", row->unit, live ? "" : "; an argument, as the object is made");
}

/* What a message may take from the gestures. */
static void print_parts(const rosin_core *core) {
  const char *name;
  const rosin_parameter *row = rosin_core_part(core, 0, &name);
  post(row ? "  its parts, which a message takes from the gestures until the next start:"
           : "  its parts have controls, which are listed when DSP is on");
  for (int i = 1; row; row = rosin_core_part(core, i++, &name))
    post("  %s: %s (%g to %g%s%s)", name, row->meaning, row->low, row->high, *row->unit ? " " : "",
         row->unit);
}

static void scene_print(t_scene *x) {
  const rosin_core *core = x->player.core;
  post("rosin.scene~: %s, %g s, %d channels; rosin %s", x->player.name->s_name,
       core ? rosin_core_duration(core) : 0, x->player.channels, rosin_version());
  post("  %s", state_of(x));
  if (core && rosin_core_lost(core))
    post("  %lld messages found no room", rosin_core_lost(core));
  for (int i = 0; core && i < rosin_core_parameters(core); i++)
    if (is_said(core, i) || !rosin_core_parameter_live(core, i))
      print_row(rosin_core_parameter(core, i), rosin_core_get(core, i),
                rosin_core_parameter_live(core, i));
  print_row(&loop_row, rosin_pd_turns_loops(&x->turns), 1);
  print_row(&hold_row, x->turns.holds, 1);
  if (x->player.hears)
    post("  what comes in at its right inlet is heard %d frames later",
         rosin_core_latency(core) + rosin_core_input_delay(core));
  if (core)
    print_parts(core);
}

/* ---- the class ----------------------------------------------------------------------------- */

static void turn(rosin_pd_player *p) {
  rosin_pd_turns_step(&((t_scene *)p->owner)->turns);
}

static void ready(rosin_pd_player *p) {
  rosin_pd_turns_ready(&((t_scene *)p->owner)->turns);
}

static void swapped(rosin_pd_player *p) {
  rosin_pd_turns_swapped(&((t_scene *)p->owner)->turns);
}

static int holds(const rosin_pd_player *p) {
  return ((const t_scene *)p->owner)->turns.holds;
}

static void hold(rosin_pd_player *p, int value) {
  rosin_pd_turns_hold(&((t_scene *)p->owner)->turns, value);
}

/* That may stand among the arguments: what a scene says of itself has other names. */
static int is_message(const char *key) {
  return strcmp(key, "hold") == 0 || strcmp(key, "loop") == 0 ||
         strncmp(key, "key_", 4) == 0; /* of takes */
}

static void *scene_new(t_symbol *selector, int count, t_atom *atoms) {
  (void)selector;
  t_scene *x = (t_scene *)pd_new(scene_class);
  char name[MAXPDSTRING] = "cello-d";
  if (count)
    atom_string(atoms, name, sizeof name);
  rosin_pd_player_begin(&x->player, &x->object, "rosin.scene~", gensym(name));
  x->player.engine.ready = ready;
  x->player.is_message = is_message;
  rosin_pd_player_load(&x->player, count - !!count, atoms + !!count, 1);
  rosin_pd_player_outlets(&x->player, 1);
  x->player.info = outlet_new(&x->object, &s_anything);
  x->player.turn = turn;
  x->player.swapped = swapped;
  x->player.holds = holds;
  x->player.hold = hold;
  rosin_pd_turns_begin(&x->turns, &x->player);
  x->line = (rosin_midi_line){0};
  rosin_pd_player_tell(&x->player, count - !!count, atoms + !!count);
  return x;
}

static void scene_free(t_scene *x) {
  rosin_pd_player_end(&x->player);
}

__attribute__((visibility("default"))) void setup_rosin0x2escene_tilde(void) {
  static const char *const played[] = {"note", "bend", "aftertouch", "control", "midi", "quiet"};
  scene_class = class_new(gensym("rosin.scene~"), (t_newmethod)(void (*)(void))scene_new,
                          (t_method)scene_free, sizeof(t_scene), CLASS_DEFAULT, A_GIMME, 0);
  class_addmethod(scene_class, (t_method)scene_dsp, gensym("dsp"), A_CANT, 0);
  class_addmethod(scene_class, (t_method)scene_start, gensym("start"), 0);
  class_addmethod(scene_class, (t_method)scene_stop, gensym("stop"), 0);
  class_addmethod(scene_class, (t_method)scene_print, gensym("print"), 0);
  class_addmethod(scene_class, (t_method)scene_dump, gensym("dump"), 0);
  class_addmethod(scene_class, (t_method)scene_get, gensym("get"), A_DEFSYM, 0);
  class_addmethod(scene_class, (t_method)scene_scenes, gensym("scenes"), 0);
  for (size_t i = 0; i < sizeof played / sizeof *played; i++)
    class_addmethod(scene_class, (t_method)scene_played, gensym(played[i]), A_GIMME, 0);
  class_addbang(scene_class, scene_start);
  class_addanything(scene_class, scene_anything);
}
