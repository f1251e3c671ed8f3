/* SPDX-License-Identifier: BSD-3-Clause */
/** rosin completion: what a shell offers while one types, from the tables of options. */
#ifndef ROSIN_COMPLETION_H
#define ROSIN_COMPLETION_H

#include "host/common/options.h"

/** The commands that it is to know; kept by the caller. */
void rosin_completion_of(const rosin_command *const *commands, int count);

#endif
