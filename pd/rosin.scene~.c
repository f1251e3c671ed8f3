/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.scene~ SCENE KEY VALUE ...]: a scene with its own gestures, an outlet a channel.
 * Silent until started; every macro can be turned and every control taken over by a
 * message of its name. A thin face: all work is the scene's. */
#include "pd/net/scene.h"

#include <m_pd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static t_class *scene_class;

typedef struct {
  t_object object;
  rosin_scene *scene;
  t_symbol *name;
  t_canvas *canvas;
  rosin_pd_watch watch;
  int channels, playing, rate, block;
  long long left; /* frames to the end of the scene */
  float *frames;  /* [block * channels], interleaved */
} t_scene;

enum { SETTINGS = 32 };

/* "KEY VALUE KEY VALUE ..." as "KEY=VALUE"; returns how many. */
static int settings(t_scene *x, int count, t_atom *atoms, char (*text)[256], const char **list) {
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
  return used;
}

static rosin_scene *load(t_scene *x, const t_symbol *name, int count, t_atom *atoms) {
  char text[SETTINGS][256];
  const char *list[SETTINGS];
  const int used = settings(x, count, atoms, text, list);
  return rosin_pd_scene(x, "rosin.scene~", x->canvas, name->s_name, used, list);
}

static void scene_stop(t_scene *x) {
  x->playing = 0;
}

static void scene_start(t_scene *x) {
  if (!x->scene)
    pd_error(x, "rosin.scene~: no scene to start");
  if (!x->scene || !x->rate)
    return;
  rosin_scene_rewind(x->scene);
  x->left = (long long)(rosin_scene_duration(x->scene) * x->rate);
  x->playing = 1;
}

/* Make it ready for a rate and a block size; outside perform. */
static void make_ready(t_scene *x, int rate, int block) {
  rosin_error error;
  float *frames = realloc(x->frames, (size_t)block * (size_t)x->channels * sizeof *frames);
  x->rate = 0;
  if (!frames)
    return;
  x->frames = frames;
  if (!x->scene)
    return;
  if (rosin_scene_prepare(x->scene, rate, block, &error)) {
    pd_error(x, "rosin.scene~: %s", error.text);
    x->playing = 0;
    return;
  }
  x->rate = rate;
  x->block = block;
}

static t_int *scene_perform(t_int *w) {
  t_scene *x = (t_scene *)w[1];
  const int n = (int)w[2], plays = x->playing && x->block == n;
  rosin_pd_scene_run(plays ? x->scene : NULL, &x->watch, x->frames, n, x->channels, w + 3);
  if (plays) {
    x->left -= n;
    x->playing = x->left > 0;
  }
  return w + 3 + x->channels;
}

static void scene_dsp(t_scene *x, t_signal **signals) {
  const int rate = (int)signals[0]->s_sr, n = signals[0]->s_n;
  t_int words[2 + 64];
  if (x->rate != rate || x->block != n) {
    const int playing = x->playing;
    make_ready(x, rate, n);
    if (playing && x->rate) /* the rate changed while it sounded: from the start, in tune */
      scene_start(x);
  }
  words[0] = (t_int)x;
  words[1] = n;
  for (int c = 0; c < x->channels; c++)
    words[2 + c] = (t_int)signals[c]->s_vec;
  dsp_addv(scene_perform, 2 + x->channels, words);
}

/* 1 if the scene has a macro of that name: it may be turned before anything runs. */
static int is_macro(const rosin_scene *scene, const char *name) {
  for (int i = 0; i < rosin_scene_macros(scene); i++)
    if (strcmp(rosin_scene_macro(scene, i)->name, name) == 0)
      return 1;
  return 0;
}

/* "speed 0.2", "bow.force 2": any macro or control of the scene. */
static void scene_anything(t_scene *x, t_symbol *name, int count, t_atom *atoms) {
  rosin_error error;
  if (count != 1 || atoms[0].a_type != A_FLOAT) {
    pd_error(x, "rosin.scene~: %s: must be followed by one number", name->s_name);
    return;
  }
  if (!x->scene || (!x->rate && !is_macro(x->scene, name->s_name)))
    pd_error(x, "rosin.scene~: %s: there is no scene running; turn on DSP", name->s_name);
  else if (rosin_scene_control(x->scene, name->s_name, (double)atom_getfloat(atoms), &error))
    pd_error(x, "rosin.scene~: %s", error.text);
}

static void scene_print(t_scene *x) {
  post("rosin.scene~: %s, %g s, %d channels; rosin %s", x->name->s_name,
       x->scene ? rosin_scene_duration(x->scene) : 0, x->channels, rosin_version());
  for (int i = 0; x->scene && i < rosin_scene_macros(x->scene); i++) {
    const rosin_parameter *m = rosin_scene_macro(x->scene, i);
    post("  %s %g: %s (%g to %g%s%s%s)", m->name, rosin_scene_macro_value(x->scene, i), m->meaning,
         m->low, m->high, *m->unit ? " " : "", m->unit,
         rosin_scene_macro_live(x->scene, i) ? "" : "; an argument, as the object is made");
  }
}

static void *scene_new(t_symbol *selector, int count, t_atom *atoms) {
  (void)selector;
  t_scene *x = (t_scene *)pd_new(scene_class);
  char name[MAXPDSTRING] = "cello-d";
  if (count)
    atom_string(atoms, name, sizeof name);
  x->canvas = canvas_getcurrent();
  rosin_pd_watch_begin(&x->watch, x, "rosin.scene~");
  x->name = gensym(name);
  x->scene = load(x, x->name, count - !!count, atoms + !!count);
  x->channels = x->scene ? rosin_scene_channels(x->scene) : 1;
  x->frames = NULL;
  x->playing = x->rate = x->block = 0;
  for (int c = 0; c < x->channels; c++)
    outlet_new(&x->object, &s_signal);
  return x;
}

static void scene_free(t_scene *x) {
  rosin_pd_watch_end(&x->watch);
  rosin_scene_free(x->scene);
  free(x->frames);
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
