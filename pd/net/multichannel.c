/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_DEFAULT */
#endif
#include "pd/net/multichannel.h"

#include <dlfcn.h>
#include <string.h>

/* From Pd 0.54's header; older ones do not have them. */
enum { FLAG_MULTICHANNEL = 8 };
typedef void (*set_flags)(t_class *class, int flags);
typedef void (*set_multiout)(t_signal **signal, int channels);

/* A function pointer from dlsym's data pointer, without a cast ISO C forbids. */
static int find(const char *name, void *function) {
  void *p = dlsym(RTLD_DEFAULT, name);
  memcpy(function, &p, sizeof p);
  return p != NULL;
}

int rosin_pd_has_multichannel(void) {
  set_flags flags;
  set_multiout multiout;
  return find("class_setdspflags", &flags) && find("signal_setmultiout", &multiout);
}

void rosin_pd_multichannel(t_class *class) {
  set_flags flags;
  if (rosin_pd_has_multichannel() && find("class_setdspflags", &flags))
    flags(class, FLAG_MULTICHANNEL);
}

void rosin_pd_set_channels(t_signal **signal, int channels) {
  set_multiout multiout;
  if (rosin_pd_has_multichannel() && find("signal_setmultiout", &multiout))
    multiout(signal, channels);
}
