/* SPDX-License-Identifier: BSD-3-Clause */
/** A Pd object as a member: it joins and leaves, takes the messages and methods that all have. */
#ifndef ROSIN_PD_NET_H
#define ROSIN_PD_NET_H

#include "pd/member/talk.h"
#include "pd/net/sound/multichannel.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** Join the registry; the object's fields above must be set. */
void rosin_pd_join(rosin_pd_member *m, const rosin_pd_class *class);
/** Leave it; frees buffers, body and contact. */
void rosin_pd_leave(rosin_pd_member *m);
/** Another name: a body's, or one that a contact's load may refer to. */
void rosin_pd_rename(rosin_pd_member *m, t_symbol *name);
/** Add the methods all classes share: dsp, reset, print, dump, get, name. */
void rosin_pd_methods(t_class *class);

/** Say all controls, all pickups. */
void rosin_pd_say_inputs(rosin_pd_member *m);
void rosin_pd_say_outputs(rosin_pd_member *m);
/** KEY VALUE of a control, "pickup I KEY@PLACE": 1 if handled. */
int rosin_pd_common_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms);
void rosin_pd_level_say(rosin_pd_member *m);
/** A member's part of a block. */
t_int *rosin_pd_perform(t_int *w);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
