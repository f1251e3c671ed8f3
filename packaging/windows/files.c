/* SPDX-License-Identifier: BSD-3-Clause */
/* files_open.c for Windows, where Pd's users open scenes and modes of their own. A name is taken as
 * it is there: below its folder, through no junction or link, unless all are allowed. Between the
 * look at a path and its opening somebody may change it, which POSIX's openat() rules out. */
#include "scene/text/files.h"
#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

enum { PATH = 1024 };

/* Whether `name` could lead out of its folder: rooted, of a drive or stream, or upwards. */
static int leads_out(const char *name) {
  if (*name == '/' || *name == '\\' || strchr(name, ':'))
    return 1;
  for (const char *at = name; *at;) {
    const size_t length = strcspn(at, "/\\");
    if (length == 2 && at[0] == '.' && at[1] == '.')
      return 1;
    at += length + strspn(at + length, "/\\");
  }
  return 0;
}

/* UTF-8, as Pd and scenes have it, for Windows: 0, or -1 if it is none or too long. */
static int widen(const char *text, wchar_t wide[PATH]) {
  return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, PATH) ? 0 : -1;
}

FILE *rosin_windows_fopen(const char *path, const char *mode) {
  wchar_t wide[PATH], how[8];
  if (!widen(path, wide) && MultiByteToWideChar(CP_UTF8, 0, mode, -1, how, 8))
    return _wfopen(wide, how);
  errno = ENOENT;
  return NULL;
}

/* Whether a step of `path` behind its first `from` letters is a link. */
static int is_linked(const wchar_t *path, size_t from) {
  wchar_t part[PATH];
  for (size_t i = from;; i++) {
    part[i] = 0;
    if (path[i] && path[i] != L'/' && path[i] != L'\\')
      continue;
    memcpy(part, path, i * sizeof *part);
    const DWORD kind = i > from ? GetFileAttributesW(part) : 0;
    if (kind != INVALID_FILE_ATTRIBUTES && kind & FILE_ATTRIBUTE_REPARSE_POINT)
      return 1;
    if (!path[i])
      return 0;
  }
}

int rosin_files_open_path(const char *folder, const char *name, const char *path, rosin_files rule,
                          rosin_error *error) {
  wchar_t wide[PATH], root[PATH];
  struct stat found;
  if (rule != ROSIN_FILES_ANY && leads_out(name))
    return rosin_fail(error, "%.300s: lies outside its scene's folder", path);
  if (widen(path, wide) || widen(*folder ? folder : ".", root))
    return rosin_fail(error, "%.300s: %s", path, strerror(ENAMETOOLONG));
  if (rule != ROSIN_FILES_ANY && is_linked(wide, *folder ? wcslen(root) : 0))
    return rosin_fail(error, "%.300s: is a link", path);
  const int file = _wopen(wide, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
  if (file < 0)
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode))
    return file;
  _close(file);
  return rosin_fail(error, "%.300s: is no plain file", path);
}
