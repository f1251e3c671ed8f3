/* SPDX-License-Identifier: BSD-3-Clause */
/** Names that the library and its descriptions share. */
#ifndef ROSIN_PLUGIN_LV2_H
#define ROSIN_PLUGIN_LV2_H

#define ROSIN_LV2_URI "urn:rosin:"
#define ROSIN_LV2_STATE "urn:rosin:state"
#define ROSIN_LV2_UI "urn:rosin:ui"

enum { ROSIN_LV2_HEARD = 2 }; /* channels that come in */

#endif
