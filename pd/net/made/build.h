/* SPDX-License-Identifier: BSD-3-Clause */
/** From names to components and their networks. Pd's thread, outside perform. */
#ifndef ROSIN_PD_BUILD_H
#define ROSIN_PD_BUILD_H

#include "pd/member/registry.h"

/** Of sorted members that are joined; NULL, an error, and whose it is. */
rosin_network *rosin_pd_network(rosin_pd_member **m, int count, rosin_error *error, int *guilty);
/** Names, components, networks anew where something changed. */
void rosin_pd_build(rosin_pd_registry *r);
void rosin_pd_component_free(rosin_pd_component *c);

#endif
