/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/common/outputs.h"
#include "host/common/options.h"
#include "letters.h"
#include "sound/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A command is a process, and so is what it reads. */
static struct stat *input;
static int inputs, no_memory;

static int same(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

void rosin_outputs_reads(const char *path) {
  struct stat found;
  if (!path || stat(path, &found) || !S_ISREG(found.st_mode))
    return;
  for (int i = 0; i < inputs; i++)
    if (same(&input[i], &found))
      return;
  if (!(inputs & (inputs - 1))) { /* room doubles at powers of two, and from nothing */
    struct stat *grown = realloc(input, (size_t)(inputs ? 2 * inputs : 1) * sizeof *grown);
    if (!grown) {
      no_memory = 1;
      return;
    }
    input = grown;
  }
  input[inputs++] = found;
}

static int is_input(const char *path) {
  struct stat found;
  if (stat(path, &found))
    return 0;
  for (int i = 0; i < inputs; i++)
    if (same(&input[i], &found))
      return 1;
  return 0;
}

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The folder that `path` stands in: 0, or -1 if there is none. */
static int folder_of(const char *path, struct stat *folder) {
  const size_t length = (size_t)(base_of(path) - path);
  char *name = length ? strdup(path) : strdup(".");
  if (!name) {
    no_memory = 1;
    return -1;
  }
  if (length)
    name[length] = 0;
  const int status = stat(name, folder);
  free(name);
  return status;
}

static int same_folder(const char *a, const char *b) {
  struct stat x, y;
  return folder_of(a, &x) == 0 && folder_of(b, &y) == 0 && same(&x, &y);
}

/* Devices and pipes take what they get, from whoever; only their names are compared. */
static int same_file(const char *a, const char *b) {
  struct stat x, y;
  if (strcmp(a, b) == 0)
    return 1;
  const int found = (stat(a, &x) == 0) + (stat(b, &y) == 0);
  if (found == 2)
    return S_ISREG(x.st_mode) && same(&x, &y);
  return found == 0 && strcmp(base_of(a), base_of(b)) == 0 && same_folder(a, b);
}

/* NUMBER-SIGNAL.wav, as files of a folder of stems are called. */
static int like_stem(const char *base) {
  const char *at = base;
  while (rosin_is_digit(*at))
    at++;
  const size_t length = strlen(at);
  return at > base && *at == '-' && length > 4 && strcmp(at + length - 4, ".wav") == 0;
}

int rosin_outputs_is_folder(const char *path) {
  return *path && path[strlen(path) - 1] == '/';
}

static int collide(const char *a, const char *b) {
  if (rosin_outputs_is_folder(a) || rosin_outputs_is_folder(b))
    return like_stem(base_of(rosin_outputs_is_folder(a) ? b : a)) && same_folder(a, b);
  return same_file(a, b);
}

static int complain_input(const char *path) {
  return rosin_complain(ROSIN_USAGE, "%s: cannot be written: this command reads it", path);
}

/* Stems that are there already, and read. */
static int check_folder(const char *folder) {
  int status = -1;
  DIR *at = opendir(folder);
  for (struct dirent *e; status < 0 && at && (e = readdir(at));) {
    const size_t size = strlen(folder) + strlen(e->d_name) + 1;
    char *path = like_stem(e->d_name) ? malloc(size) : NULL;
    if (!path)
      continue;
    snprintf(path, size, "%s%s", folder, e->d_name);
    if (is_input(path))
      status = complain_input(path);
    free(path);
  }
  if (at)
    closedir(at);
  return status;
}

static int is_none(const char *path) {
  return !path || strcmp(path, "-") == 0;
}

int rosin_outputs_check(const char *const *path, int count) {
  for (int i = 0; i < count; i++) {
    if (is_none(path[i]))
      continue;
    if (is_input(path[i]))
      return complain_input(path[i]);
    if (rosin_outputs_is_folder(path[i]) && check_folder(path[i]) >= 0)
      return ROSIN_USAGE;
    for (int j = 0; j < i; j++)
      if (!is_none(path[j]) && collide(path[i], path[j]))
        return rosin_complain(ROSIN_USAGE, "%s: two outputs cannot go to one file", path[i]);
  }
  return no_memory ? rosin_complain(ROSIN_FAILURE, "out of memory") : -1;
}

int rosin_outputs_write(const char *path, void (*put)(FILE *out, const void *what),
                        const void *what) {
  char *name;
  if (!path || strcmp(path, "-") == 0) {
    put(stdout, what);
    return -1;
  }
  FILE *out = rosin_temporary_stream(path, &name);
  if (out)
    put(out, what);
  if (out && rosin_temporary_close(out, name, path) == 0)
    return -1;
  return rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", path, strerror(errno));
}
