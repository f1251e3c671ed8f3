/* SPDX-License-Identifier: BSD-3-Clause */
/** CLAP's extension by which a host shows its own menu of a parameter (to learn a controller, to
 *  automate); of CLAP 1.2, the packaged headers (1.1.1 in part) have it not. As CLAP defines it, in
 *  our words. */
#ifndef ROSIN_CLAP_MENU_H
#define ROSIN_CLAP_MENU_H

#include <clap/host.h>
#include <clap/id.h>

#define ROSIN_CLAP_MENU "clap.context-menu/1"

enum { ROSIN_CLAP_MENU_OF_PARAMETER = 1 };

typedef struct {
  uint32_t kind;
  clap_id id;
} rosin_clap_menu_target;

/** Main thread, all; the first two are for plugins that build such a menu themselves. */
typedef struct {
  bool(CLAP_ABI *populate)(const clap_host_t *host, const rosin_clap_menu_target *target,
                           const void *builder);
  bool(CLAP_ABI *perform)(const clap_host_t *host, const rosin_clap_menu_target *target,
                          clap_id action);
  bool(CLAP_ABI *can_popup)(const clap_host_t *host);
  /** At a pixel of the window. */
  bool(CLAP_ABI *popup)(const clap_host_t *host, const rosin_clap_menu_target *target,
                        int32_t screen, int32_t x, int32_t y);
} rosin_clap_menu;

#endif
