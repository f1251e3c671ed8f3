/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.scene~ SCENE KEY VALUE ...]: a scene with its own gestures, an outlet a channel.
 * Silent until started; every macro can be turned and every control taken over by a
 * message of its name. A thin face: all work is the core's. */
#include "pd/net/scene.h"

#include <stdio.h>

static t_class *scene_class;

typedef struct {
  t_object object;
  rosin_pd_player player;
} t_scene;

enum { SETTINGS = 32 };

/* "KEY VALUE KEY VALUE ..." as "KEY=VALUE". */
static void load(t_scene *x, int count, t_atom *atoms) {
  char text[SETTINGS][256];
  const char *list[SETTINGS];
  int used = 0;
  if (count % 2)
    pd_error(x, "rosin.scene~: after the scene's name: KEY VALUE, any number of times");
  for (int i = 0; i + 1 < count && used < SETTINGS; i += 2, used++) {
    char key[120], value[120];
    atom_string(&atoms[i], key, sizeof key);
    atom_string(&atoms[i + 1], value, sizeof value);
    snprintf(text[used], sizeof text[used], "%s=%s", key, value);
    list[used] = text[used];
  }
  rosin_pd_player_load(&x->player, used, list, 1);
}

static int is_on(const rosin_core *core, const char *name) {
  return rosin_core_get(core, rosin_core_find(core, name)) >= 0.5;
}

/* It plays from now on until its gestures end, if they do. */
static void go_on(t_scene *x) {
  rosin_pd_player *p = &x->player;
  p->left = is_on(p->core, "continuous") ? -1 : (long long)(rosin_core_duration(p->core) * p->rate);
}

static void scene_stop(t_scene *x) {
  x->player.engine.starts = 0;
  x->player.left = 0;
}

/* From the first sample on, with the next block; what a decimator keeps back has passed then. */
static void scene_start(t_scene *x) {
  rosin_pd_player *p = &x->player;
  if (!p->core)
    pd_error(x, "rosin.scene~: no scene to start");
  p->engine.starts = rosin_pd_engine_is_coming(p); /* as soon as it is there */
  if (!p->rate)
    return;
  rosin_core_reset(p->core);
  rosin_core_trigger(p->core, 0);
  rosin_pd_player_skip(p, rosin_core_latency(p->core));
  go_on(x);
}

static void scene_ready(rosin_pd_player *player) {
  if (player->engine.starts)
    scene_start((t_scene *)player->owner);
}

static void scene_dsp(t_scene *x, t_signal **signals) {
  /* the rate changed while it sounded: from the start, in tune */
  if (rosin_pd_player_dsp(&x->player, signals) && x->player.left)
    scene_start(x);
}

/* "speed 0.2", "bow.force 2": any macro or control of the scene. */
static void scene_anything(t_scene *x, t_symbol *name, int count, t_atom *atoms) {
  const rosin_pd_player *p = &x->player;
  rosin_error error;
  if (count != 1 || atoms[0].a_type != A_FLOAT) {
    pd_error(x, "rosin.scene~: %s: must be followed by one number", name->s_name);
    return;
  }
  const int row = p->core ? rosin_core_find(p->core, name->s_name) : -1;
  if (!p->core || (!p->rate && row < 0))
    pd_error(x, "rosin.scene~: %s: there is no scene running; turn on DSP", name->s_name);
  else if (row >= 0 && !rosin_core_parameter_live(p->core, row))
    pd_error(x, "rosin.scene~: %s: builds bodies; it is an argument, as the object is made",
             name->s_name);
  else if (rosin_core_control(p->core, rosin_pd_player_frame(p), name->s_name,
                              (double)atom_getfloat(atoms), &error))
    pd_error(x, "rosin.scene~: %s", error.text);
  else if (p->rate && row >= 0 && is_on(p->core, name->s_name) &&
           (name == gensym("trigger") || name == gensym("continuous")))
    go_on(x);
}

static void scene_print(t_scene *x) {
  const rosin_core *core = x->player.core;
  post("rosin.scene~: %s, %g s, %d channels; rosin %s", x->player.name->s_name,
       core ? rosin_core_duration(core) : 0, x->player.channels, rosin_version());
  for (int i = 0; core && i < rosin_core_parameters(core); i++) {
    const rosin_parameter *m = rosin_core_parameter(core, i);
    post("  %s %g: %s (%g to %g%s%s%s)", m->name, rosin_core_get(core, i), m->meaning, m->low,
         m->high, *m->unit ? " " : "", m->unit,
         rosin_core_parameter_live(core, i) ? "" : "; an argument, as the object is made");
  }
}

static void *scene_new(t_symbol *selector, int count, t_atom *atoms) {
  (void)selector;
  t_scene *x = (t_scene *)pd_new(scene_class);
  char name[MAXPDSTRING] = "cello-d";
  if (count)
    atom_string(atoms, name, sizeof name);
  rosin_pd_player_begin(&x->player, &x->object, "rosin.scene~", gensym(name));
  x->player.engine.ready = scene_ready;
  load(x, count - !!count, atoms + !!count);
  rosin_pd_player_outlets(&x->player, 1);
  scene_stop(x);
  return x;
}

static void scene_free(t_scene *x) {
  rosin_pd_player_end(&x->player);
}

__attribute__((visibility("default"))) void setup_rosin0x2escene_tilde(void) {
  scene_class = class_new(gensym("rosin.scene~"), (t_newmethod)(void (*)(void))scene_new,
                          (t_method)scene_free, sizeof(t_scene), CLASS_DEFAULT, A_GIMME, 0);
  class_addmethod(scene_class, (t_method)scene_dsp, gensym("dsp"), A_CANT, 0);
  class_addmethod(scene_class, (t_method)scene_start, gensym("start"), 0);
  class_addmethod(scene_class, (t_method)scene_stop, gensym("stop"), 0);
  class_addmethod(scene_class, (t_method)scene_print, gensym("print"), 0);
  class_addbang(scene_class, scene_start);
  class_addanything(scene_class, scene_anything);
}
