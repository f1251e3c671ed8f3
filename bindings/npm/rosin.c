/* SPDX-License-Identifier: BSD-3-Clause */
/* Where engine.js takes structs to lie; it calls the functions of rosin/core.h by itself. */
#include "rosin/core.h"

#ifdef __wasm__
#define LIES(member, byte) _Static_assert(offsetof(rosin_core_picture, member) == (byte), #member)
LIES(contact, 0);
LIES(regime, 4);
LIES(force, 8);
LIES(pitch, 32);
LIES(moves, 40);
LIES(shape, 44);
_Static_assert(sizeof(rosin_core_picture) == 304 && ROSIN_CORE_SHAPE == 64, "a picture");
_Static_assert(sizeof(rosin_error) == 512, "an error");
#endif
