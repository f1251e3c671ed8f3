/* SPDX-License-Identifier: BSD-3-Clause */
#include "modal/form_again.h"
#include "memory.h"
#include "modal/form.h"

#include <math.h>
#include <string.h>

enum { VALUES = ROSIN_FORM_PARAMETERS };

struct rosin_form_plan {
  const rosin_form_entry *entry;
  rosin_material material;
  double value[VALUES];
  int tension, fill; /* which of them, -1: none */
  int modes;
  rosin_form_job job; /* with its modes as they were listed, and sorted */
};

static int place_of(const rosin_form_entry *e, const char *name) {
  const rosin_parameter *row = rosin_parameter_find(e->face.parameter, name);
  return row ? (int)(row->offset / sizeof(double)) : -1;
}

rosin_form_plan *rosin_form_plan_new(const rosin_form *form, const rosin_material *material,
                                     const double *value, int modes) {
  const rosin_form_entry *e = rosin_form_entry_of(form->name);
  rosin_form_plan *p = e && e->again ? rosin_calloc(1, sizeof *p) : NULL;
  if (!p)
    return NULL;
  *p = (rosin_form_plan){.entry = e, .material = *material, .modes = modes};
  memcpy(p->value, value, sizeof p->value);
  p->tension = place_of(e, "tension");
  p->fill = place_of(e, "fill");
  p->job = (rosin_form_job){.material = &p->material,
                            .value = p->value,
                            .wanted = modes,
                            .highest = (double)INFINITY,
                            .bare = 1};
  e->list(&p->job);
  if (p->job.failed || p->job.modes < modes) {
    rosin_form_plan_free(p);
    return NULL;
  }
  rosin_form_sort(&p->job);
  return p;
}

void rosin_form_plan_free(rosin_form_plan *p) {
  if (!p)
    return;
  rosin_free(p->job.mode);
  rosin_free(p->job.scratch);
  rosin_free(p);
}

int rosin_form_again(rosin_form_plan *p, double tension, double fill, rosin_mode *mode,
                     double *load) {
  if (p->tension >= 0)
    p->value[p->tension] = tension;
  if (p->fill >= 0)
    p->value[p->fill] = fill;
  for (int l = 0; l < p->job.modes; l++)
    p->entry->again(&p->job, &p->job.mode[l]);
  for (int l = 1; l < p->job.modes; l++)
    if (p->job.mode[l].frequency < p->job.mode[l - 1].frequency)
      return -1;
  for (int l = 0; l < p->modes; l++) {
    mode[l] = rosin_form_mode_of(p->entry, &p->job, &p->job.mode[l]);
    if (load)
      load[l] = rosin_form_load_of(&p->job.mode[l]);
  }
  return 0;
}
