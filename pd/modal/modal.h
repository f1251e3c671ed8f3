/* SPDX-License-Identifier: BSD-3-Clause */
/** [rosin.modal~] and its parts. */
#ifndef ROSIN_PD_MODAL_H
#define ROSIN_PD_MODAL_H

#include "pd/modal/settings.h"
#include "pd/modal/suit.h"
#include "pd/net/body.h"
#include "pd/net/made/making.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

struct rosin_pd_later_message;

typedef struct {
  rosin_pd_member m;
  rosin_pd_settings s;
  rosin_pd_matter matter;
  rosin_pd_suit suit; /* of matter; its drive 0: not known */
  t_canvas *canvas;
  rosin_pd_job *reading;               /* a file on its way, or NULL */
  struct rosin_pd_later_message *kept; /* messages that wait for the modes */
  void (*set)(rosin_pd_member *m, const char *key, int count, const t_atom *atoms);
} rosin_pd_modal;

/** rosin_pd_class.make, .made and .carry */
rosin_pd_making *rosin_pd_modal_make(rosin_pd_member *m, double rate);
void rosin_pd_modal_made(rosin_pd_member *m, rosin_pd_making *made, int is_there);
void rosin_pd_modal_carry(rosin_body *body, rosin_body *before);
/** Keep a message until the modes are known, if it must wait: then 1. */
int rosin_pd_modal_keep(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms);
/** They are known: the messages that waited, by `set`. */
void rosin_pd_modal_catch_up(rosin_pd_modal *x);
void rosin_pd_modal_forget(rosin_pd_modal *x);
/** read FILE [BODY] */
void rosin_pd_modal_read(rosin_pd_modal *x, int count, const t_atom *atoms);
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
