/* SPDX-License-Identifier: BSD-3-Clause */
/** What [rosin.friction~] and [rosin.impact~] share: a contact of two named bodies, or of a hand
 *  and one, its law and its messages. */
#ifndef ROSIN_PD_CONTACT_H
#define ROSIN_PD_CONTACT_H

#include "contact/form.h"
#include "pd/member/talk.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

enum { ROSIN_PD_LAW_SETTINGS = 48 };

typedef struct {
  double of_open;
} rosin_pd_contact_options;

typedef struct {
  rosin_pd_member m;
  t_symbol *law;
  t_symbol *guess; /* a word where the law stands that is none: a message, or a law misspelt */
  rosin_contact_form form;
  rosin_pd_contact_options option;
  int settings; /* parameters that were set; others are the law's defaults */
  struct {
    const char *key; /* from a law's table */
    double value;
  } setting[ROSIN_PD_LAW_SETTINGS];
} rosin_pd_contact;

/** A new object's fields: sides from its first two words, `law`, inlets for the `count` controls of
 *  `inlet`, outlets; joins the registry. */
void rosin_pd_contact_begin(rosin_pd_contact *x, const rosin_pd_class *kind, int count,
                            const t_atom *atoms, const char *law, int inlets,
                            const char *const *inlet);
/** Any message: law, parameters, sides, places, controls, load, name. */
void rosin_pd_contact_set(rosin_pd_member *m, const char *key, int count, const t_atom *atoms);
/** Another law, or a surface. */
void rosin_pd_contact_law(rosin_pd_contact *x, t_symbol *law);
/* of rosin_pd_class */
int rosin_pd_contact_ready(rosin_pd_member *m, double rate, rosin_error *error);
void rosin_pd_contact_state(rosin_pd_member *m);
int rosin_pd_contact_explain(const char *word);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
