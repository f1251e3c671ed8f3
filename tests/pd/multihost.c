/* SPDX-License-Identifier: BSD-3-Clause */
/* Stands in for a Pd of 0.54 or later (LD_PRELOAD): gives an older one the two calls
 * by which a class makes multichannel signals, and says how they are used. */
#include <m_pd.h>
#include <stdio.h>
#include <stdlib.h>

void class_setdspflags(t_class *class, int flags);
void signal_setmultiout(t_signal **signal, int channels);

void class_setdspflags(t_class *class, int flags) {
  fprintf(stderr, "multihost: %s flags %d\n", class_getname(class), flags);
}

void signal_setmultiout(t_signal **signal, int channels) {
  fprintf(stderr, "multihost: %d channels\n", channels);
  if (channels > 1)
    (*signal)->s_vec = calloc((size_t)channels * (size_t)(*signal)->s_n, sizeof(t_sample));
}
