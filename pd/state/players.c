/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/state/players.h"
#include "core/presets.h"
#include "pd/files/text.h"
#include "scene/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rosin_pd_player_say(rosin_pd_player *p, int i) {
  t_atom atom;
  SETFLOAT(&atom, (t_float)rosin_core_moved(p->core, i));
  outlet_anything(p->info, gensym(rosin_core_parameter(p->core, i)->name), 1, &atom);
}

void rosin_pd_player_say_scenes(rosin_pd_player *p) {
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++) {
    t_atom atom;
    SETSYMBOL(&atom, gensym(e->name));
    outlet_anything(p->info, gensym("scene"), 1, &atom);
  }
}

/* ---- states ---------------------------------------------------------------------------- */

static int take(rosin_pd_player *p, const char *key, const char *text) {
  rosin_error error;
  if (rosin_core_load(p->core, text, &error)) {
    pd_error(p->owner, "%s: %s: %s", p->class_name, key, error.text);
    return -1;
  }
  rosin_pd_engine_renew(p);
  return 0;
}

static void read_state(rosin_pd_player *p, t_symbol *file) {
  char *text = rosin_pd_read_text(p->owner, p->class_name, p->canvas, file);
  const int holds = text && p->hold && strstr(text, "\nend\nhold 1\n");
  if (text && take(p, "read", text) == 0 && holds)
    p->hold(p, 1);
  free(text);
}

static void write_state(rosin_pd_player *p, t_symbol *file) {
  rosin_pd_writing writing;
  char *text = rosin_core_save(p->core);
  if (!text) {
    pd_error(p->owner, "%s: out of memory", p->class_name);
    return;
  }
  rosin_pd_write_begin(&writing, p->canvas, file);
  if (writing.file)
    fputs(text, writing.file);
  if (writing.file && p->holds && p->holds(p))
    fputs("hold 1\n", writing.file);
  rosin_pd_write_end(&writing, p->owner, p->class_name);
  free(text);
}

/* ---- presets ----------------------------------------------------------------------------- */

/* A name of several words. */
static void join(int count, const t_atom *atoms, char *name, size_t size) {
  size_t used = 0;
  *name = 0;
  for (int i = 0; i < count && used < size; i++) {
    char word[64];
    if (atoms[i].a_type != A_SYMBOL)
      atom_string(&atoms[i], word, sizeof word);
    used += (size_t)snprintf(name + used, size - used, "%s%s", i ? " " : "",
                             atoms[i].a_type == A_SYMBOL ? atoms[i].a_w.w_symbol->s_name : word);
  }
}

static void no_preset(rosin_pd_player *p, const char *name) {
  char names[512] = "";
  const rosin_preset *preset;
  for (int i = 0; (preset = rosin_core_preset(p->core, i)); i++)
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "",
             preset->name);
  pd_error(p->owner, "%s: preset: '%s' is none of its presets: %s", p->class_name, name,
           *names ? names : "it has none");
}

static void take_preset(rosin_pd_player *p, int count, const t_atom *atoms) {
  char name[128], *text;
  const rosin_preset *preset;
  int i = 0;
  join(count, atoms, name, sizeof name);
  while ((preset = rosin_core_preset(p->core, i)) && strcmp(preset->name, name) != 0)
    i++;
  if (!preset) {
    no_preset(p, name);
  } else if ((text = rosin_preset_state(p->core, preset))) {
    take(p, "preset", text);
    free(text);
  }
}

static void say_presets(rosin_pd_player *p) {
  const rosin_preset *preset;
  for (int i = 0; (preset = rosin_core_preset(p->core, i)); i++) {
    t_atom atom;
    SETSYMBOL(&atom, gensym(preset->name));
    outlet_anything(p->info, gensym("preset"), 1, &atom);
  }
}

int rosin_pd_player_message(rosin_pd_player *p, const char *key, int count, const t_atom *atoms) {
  const int reads = strcmp(key, "read") == 0, writes = strcmp(key, "write") == 0;
  t_symbol *file = NULL;
  if (!reads && !writes && strcmp(key, "preset") != 0 && strcmp(key, "presets") != 0)
    return 0;
  if (!p->core)
    pd_error(p->owner, "%s: %s: there is no scene", p->class_name, key);
  else if (strcmp(key, "preset") == 0)
    take_preset(p, count, atoms);
  else if (strcmp(key, "presets") == 0)
    say_presets(p);
  else if ((file = rosin_pd_file(p->owner, p->class_name, key, count, atoms)) && reads)
    read_state(p, file);
  else if (file)
    write_state(p, file);
  return 1;
}
