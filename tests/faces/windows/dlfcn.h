/* SPDX-License-Identifier: BSD-3-Clause */
/* What a test host takes from POSIX, on Windows: libraries, and floats on standard output as they
 * are. */
#ifndef ROSIN_WINDOWS_DLFCN_H
#define ROSIN_WINDOWS_DLFCN_H

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <windows.h>

enum { RTLD_NOW, RTLD_LOCAL = 0 };

static inline void *dlopen(const char *path, int flags) {
  (void)flags;
  return (void *)LoadLibraryA(path);
}

static inline void *dlsym(void *library, const char *name) {
  return (void *)(intptr_t)GetProcAddress(library, name);
}

static inline const char *dlerror(void) {
  static char text[64];
  snprintf(text, sizeof text, "error %lu", GetLastError());
  return text;
}

__attribute__((constructor)) static void write_bytes(void) {
  _setmode(_fileno(stdout), _O_BINARY);
}

#endif
