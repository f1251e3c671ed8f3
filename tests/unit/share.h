/* SPDX-License-Identifier: BSD-3-Clause */
/* What the plain build does with every effect or string, one that is built for the sanitizers does
 * with each SHAREth: it looks at memory and at what is undefined, which those have in common, and
 * takes five times as long. */
#ifndef TEST_SHARE_H
#define TEST_SHARE_H

#if defined(__SANITIZE_ADDRESS__)
enum { SHARE = 4 };
#else
enum { SHARE = 1 };
#endif

#endif
