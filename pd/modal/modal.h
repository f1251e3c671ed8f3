/* SPDX-License-Identifier: BSD-3-Clause */
/** [rosin.modal~] and its parts. */
#ifndef ROSIN_PD_MODAL_H
#define ROSIN_PD_MODAL_H

#include "pd/modal/settings.h"
#include "pd/net/body.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct {
  rosin_pd_member m;
  rosin_pd_settings s;
  rosin_pd_matter matter;
  t_canvas *canvas;
  double body_rate; /* of m.body */
} rosin_pd_modal;

/** The body must be made anew. */
void rosin_pd_modal_stale(rosin_pd_modal *x);
/** What matter and size say, made when it is needed. */
void rosin_pd_modal_freshen(rosin_pd_modal *x);
/** From now on as the lists say, wherever they came from. */
void rosin_pd_modal_own(rosin_pd_modal *x);
/** frequencies, t60s, qs, masses, modes, modes.I.KEY, at, weight, points: 1 if handled. */
int rosin_pd_modal_lists(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms);
/** material, the shape's and the material's numbers, modes, of a body from matter; read: 1 if
 *  handled. */
int rosin_pd_modal_matter(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
