/* SPDX-License-Identifier: BSD-3-Clause */
/* Stands in for a Pd of 0.54 or later (LD_PRELOAD): gives an older one the call by which a class
 * makes multichannel signals, and says how it is used. A real one: tests/verify/dek.py. */
#include <m_pd.h>
#include <stdio.h>
#include <stdlib.h>

void signal_setmultiout(t_signal **signal, int channels);

void signal_setmultiout(t_signal **signal, int channels) {
  fprintf(stderr, "multihost: %d channels\n", channels);
  if (channels > 1)
    (*signal)->s_vec = calloc((size_t)channels * (size_t)(*signal)->s_n, sizeof(t_sample));
}
