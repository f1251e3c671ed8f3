/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/batch/batch.h"

int rosin_batch_page(const char *folder, int threads) {
  (void)threads;
  return rosin_complain(ROSIN_FAILURE, "%s: no page yet", folder);
}
