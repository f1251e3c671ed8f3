/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.impact~ A B KEY VALUE ...]: two named bodies that knock, along the normal; or what
 * approaches as it is told ("-") and one. Its force may press a [rosin.friction~]: load NAME. */
#include "pd/contact/contact.h"
#include "pd/net/net.h"

static t_class *impact_class;

static const rosin_pd_class impact_kind = {.name = "rosin.impact~",
                                           .kind = ROSIN_PD_CONTACT,
                                           .ready = rosin_pd_contact_ready,
                                           .state = rosin_pd_contact_state,
                                           .explain = rosin_pd_contact_explain};

static void impact_anything(rosin_pd_contact *x, t_symbol *key, int count, t_atom *atoms) {
  if (key == gensym("law") || key == gensym("preset") || key == gensym("presets"))
    pd_error(x, "rosin.impact~: %s: it has one law; [rosin.friction~] takes others", key->s_name);
  else
    rosin_pd_contact_set(&x->m, key->s_name, count, atoms);
}

static void *impact_new(t_symbol *selector, int count, t_atom *atoms) {
  static const char *const inlets[] = {"velocity", "position"};
  rosin_pd_contact *x = (rosin_pd_contact *)pd_new(impact_class);
  (void)selector;
  rosin_pd_contact_begin(x, &impact_kind, count, atoms, "impact", 2, inlets);
  if (count > 2)
    rosin_pd_arguments(&x->m, count - 2, atoms + 2, rosin_pd_contact_set);
  return x;
}

static void impact_free(rosin_pd_contact *x) {
  rosin_pd_leave(&x->m);
}

__attribute__((visibility("default"))) void setup_rosin0x2eimpact_tilde(void) {
  impact_class =
      class_new(gensym("rosin.impact~"), (t_newmethod)(void (*)(void))impact_new,
                (t_method)impact_free, sizeof(rosin_pd_contact), rosin_pd_flags(), A_GIMME, 0);
  CLASS_MAINSIGNALIN(impact_class, rosin_pd_contact, m.input[0].value);
  rosin_pd_methods(impact_class);
  class_addanything(impact_class, impact_anything);
}
