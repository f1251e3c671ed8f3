/* SPDX-License-Identifier: BSD-3-Clause */
/** The whole state of a body, a contact or a joint as text: what `dump` says of it, but for the
 * names that join it to others. */
#ifndef ROSIN_PD_MEMBERS_H
#define ROSIN_PD_MEMBERS_H

#include "pd/member/member.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** write FILE, and read FILE where the file holds a state (else, for classes that read others,
 *  `otherwise` is asked, if it is not NULL); `set` takes each message of it. 1 if handled. */
int rosin_pd_state_message(rosin_pd_member *m, const char *key, int count, const t_atom *atoms,
                           void (*set)(rosin_pd_member *, const char *, int, const t_atom *),
                           int (*otherwise)(rosin_pd_member *, int, const t_atom *));

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
