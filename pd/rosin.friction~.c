/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.friction~ A B LAW KEY VALUE ...]: friction between two named bodies, or a bow ("-")
 * and one. */
#include "pd/contact/contact.h"
#include "pd/net/net.h"

static t_class *friction_class;

static const rosin_pd_class friction_kind = {.name = "rosin.friction~",
                                             .kind = ROSIN_PD_CONTACT,
                                             .ready = rosin_pd_contact_ready,
                                             .state = rosin_pd_contact_state,
                                             .explain = rosin_pd_contact_explain};

static void friction_anything(rosin_pd_contact *x, t_symbol *key, int count, t_atom *atoms) {
  rosin_pd_contact_set(&x->m, key->s_name, count, atoms);
}

static void *friction_new(t_symbol *selector, int count, t_atom *atoms) {
  static const char *const inlets[] = {"velocity", "force", "position"};
  rosin_pd_contact *x = (rosin_pd_contact *)pd_new(friction_class);
  (void)selector;
  rosin_pd_contact_begin(x, &friction_kind, count, atoms, "elastoplastic", 3, inlets);
  /* LAW may be left out: a word before a number is a key */
  const char *word = rosin_pd_word(count, atoms, 2, "")->s_name;
  const int law =
      count > 2 && (count == 3 || rosin_law_parameters(word) || rosin_surface_find(word));
  if (law)
    rosin_pd_contact_law(x, rosin_pd_word(count, atoms, 2, "?"));
  x->guess = law || count < 4 ? NULL : gensym(word);
  if (count > 2 + law)
    rosin_pd_arguments(&x->m, count - 2 - law, atoms + 2 + law, rosin_pd_contact_set);
  x->guess = NULL;
  return x;
}

static void friction_free(rosin_pd_contact *x) {
  rosin_pd_leave(&x->m);
}

__attribute__((visibility("default"))) void setup_rosin0x2efriction_tilde(void) {
  friction_class =
      class_new(gensym("rosin.friction~"), (t_newmethod)(void (*)(void))friction_new,
                (t_method)friction_free, sizeof(rosin_pd_contact), rosin_pd_flags(), A_GIMME, 0);
  CLASS_MAINSIGNALIN(friction_class, rosin_pd_contact, m.input[0].value);
  rosin_pd_methods(friction_class);
  class_addanything(friction_class, friction_anything);
}
