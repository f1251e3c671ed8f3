/* SPDX-License-Identifier: BSD-3-Clause */
/* A body from matter and size, by message, and out of a file. */
#include "modal/modal.h"
#include "pd/modal/modal.h"

#include <stdio.h>
#include <string.h>

void rosin_pd_modal_freshen(rosin_pd_modal *x) {
  rosin_error error;
  const double rate = x->m.rate > 0 ? x->m.rate : (double)sys_getsr();
  if (x->matter.form && x->matter.stale &&
      rosin_pd_matter_make(&x->matter, &x->s, ROSIN_MODE_HIGHEST * rate / x->s.factor.pitch,
                           &error))
    pd_error(x, "rosin.modal~ %s: %s", x->m.name->s_name, error.text);
}

void rosin_pd_modal_own(rosin_pd_modal *x) {
  rosin_pd_modal_freshen(x);
  x->matter.form = NULL;
}

static void set_material(rosin_pd_modal *x, int count, const t_atom *atoms) {
  const rosin_material *m = rosin_material_find(rosin_pd_word(count, atoms, 0, "")->s_name);
  char names[512] = "";
  if (m && count == 1) {
    x->matter.material = *m;
    x->matter.stale = 1;
    rosin_pd_stale(&x->m);
    return;
  }
  for (m = rosin_materials(); m->name; m++)
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "",
             m->name);
  pd_error(x, "rosin.modal~: material: '%s' is not one of %s",
           rosin_pd_word(count, atoms, 0, "")->s_name, names);
}

/* A body from matter and size: its words, as in a scene. */
static int set_matter(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms) {
  rosin_pd_matter *m = &x->matter;
  int changed = 0;
  if (!m->form)
    return 0;
  if (strcmp(key, "material") == 0) {
    set_material(x, count, atoms);
    return 1;
  }
  if (strcmp(key, "modes") == 0) {
    changed = !rosin_pd_in_range(&x->m, rosin_pd_matter_modes(), count, atoms, &m->modes);
  } else if (!rosin_pd_table_message(&x->m, m->form->parameter, m->value, key, count, atoms,
                                     &changed) &&
             !rosin_pd_table_message(&x->m, rosin_material_parameters(), &m->material, key, count,
                                     atoms, &changed)) {
    return 0;
  }
  if (changed) {
    m->stale = 1;
    rosin_pd_stale(&x->m);
  }
  return 1;
}

int rosin_pd_modal_matter(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms) {
  if (strcmp(key, "read") == 0)
    rosin_pd_modal_read(x, count, atoms);
  else if (!x->matter.form && strcmp(key, "material") == 0)
    pd_error(x, "rosin.modal~: material: needs a shape first, as in 'shape bar-free'");
  else
    return set_matter(x, key, count, atoms);
  return 1;
}
