/* SPDX-License-Identifier: BSD-3-Clause */
/** What refused calls say, against a golden file: call after call of what golden_in() names. After
 *  cmocka.h. */
#ifndef ROSIN_TEST_REFUSALS_H
#define ROSIN_TEST_REFUSALS_H

#include "golden.h"
#include "rosin.h"

static golden refusals;
static rosin_error e;

/* The text of a refusal, or "ok". */
static inline void told(int failed) {
  golden_words(&refusals, "call", failed ? e.text : "ok");
  snprintf(e.text, sizeof e.text, "nothing was said");
}

#endif
