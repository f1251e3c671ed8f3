/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_DEFAULT */
#endif
#include "pd/net/sound/multichannel.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif
#include <string.h>

/* From Pd 0.54's header (there CLASS_MULTICHANNEL); older ones do not have them. */
enum { FLAG_MULTICHANNEL = 0x10 };
typedef void (*set_multiout)(t_signal **signal, int channels);

#ifdef _WIN32
static void *named(const char *name) {
  FARPROC found = GetProcAddress(GetModuleHandleA("pd.dll"), name);
  void *p;
  memcpy(&p, &found, sizeof p);
  return p;
}
#else
static void *named(const char *name) {
  return dlsym(RTLD_DEFAULT, name);
}
#endif

/* A function pointer from a data pointer, without a cast ISO C forbids. */
static int find(const char *name, void *function) {
  void *p = named(name);
  memcpy(function, &p, sizeof p);
  return p != NULL;
}

int rosin_pd_has_multichannel(void) {
  set_multiout multiout;
  return find("signal_setmultiout", &multiout);
}

int rosin_pd_flags(void) {
  return CLASS_DEFAULT | (rosin_pd_has_multichannel() ? FLAG_MULTICHANNEL : 0);
}

void rosin_pd_set_channels(t_signal **signal, int channels) {
  set_multiout multiout;
  if (find("signal_setmultiout", &multiout))
    multiout(signal, channels);
}
