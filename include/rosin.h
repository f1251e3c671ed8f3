/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * rosin: friction synthesis from physics. Networks and scenes; rosin/player.h has players of
 * instruments, rosin/core.h scenes as hosts play them.
 */
#ifndef ROSIN_H
#define ROSIN_H

#include "rosin/network.h"
#include "rosin/scene.h"

#endif
