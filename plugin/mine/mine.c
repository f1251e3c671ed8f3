/* SPDX-License-Identifier: BSD-3-Clause */
/* See mine.h. */
#include "plugin/mine/mine.h"
#include "core/presets.h"
#include "error.h"
#include "letters.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <direct.h>
#include <windows.h>
#define make_folder(path) _mkdir(path)
#define take_place(from, to) (!MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING))
#else
#define make_folder(path) mkdir(path, 0777)
#define take_place(from, to) rename(from, to)
#endif

static const char ending[] = ".rosin", favourites[] = "favourites.txt";

/* ---- places -------------------------------------------------------------------------------- */

#ifdef _WIN32
static const char *const homes[][2] = {{"APPDATA", "/rosin/presets"}};
#elif defined __APPLE__
static const char *const homes[][2] = {{"HOME", "/Library/Audio/Presets/rosin"}};
#else
static const char *const homes[][2] = {{"XDG_DATA_HOME", "/rosin/presets"},
                                       {"HOME", "/.local/share/rosin/presets"}};
#endif

int rosin_mine_folder(const char *scene, char path[ROSIN_MINE_PATH]) {
  for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
    const char *home = getenv(homes[i][0]);
    if (!home || !*home)
      continue;
    const int length = snprintf(path, ROSIN_MINE_PATH, "%s%s%s%s", home, homes[i][1],
                                scene ? "/" : "", scene ? scene : "");
    return length < ROSIN_MINE_PATH ? 0 : -1;
  }
  return -1;
}

/* All folders down to the last; what is there stays. */
static int make_folders(char *path) {
  for (char *at = path + 1; *at; at++)
    if (*at == '/') {
      *at = 0;
      const int failed = make_folder(path) && errno != EEXIST;
      *at = '/';
      if (failed && errno != EACCES && errno != EROFS && errno != EPERM) /* as roots are */
        return -1;
    }
  return make_folder(path) && errno != EEXIST ? -1 : 0;
}

static int path_of(const char *scene, const char *name, const char *end,
                   char path[ROSIN_MINE_PATH]) {
  char folder[ROSIN_MINE_PATH];
  if (rosin_mine_folder(scene, folder))
    return -1;
  return snprintf(path, ROSIN_MINE_PATH, "%s/%s%s", folder, name, end) < ROSIN_MINE_PATH ? 0 : -1;
}

/* ---- names --------------------------------------------------------------------------------- */

/* Windows's devices have these names, whatever is behind a full stop. */
static int is_device(const char *name) {
  static const char *const devices[] = {"con", "prn", "aux", "nul", "com", "lpt"};
  const size_t length = strcspn(name, ".");
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
    if (rosin_alike_to(name, devices[i], 3) &&
        (length == 3 || (i > 3 && length == 4 && rosin_is_digit(name[3]))))
      return 1;
  return 0;
}

/* What no file may be called on one of the systems that it may be carried to. */
static const char *wrong_with(const char *name) {
  const size_t length = strlen(name);
  if (!length || length >= ROSIN_MINE_NAME)
    return "it must have 1 to 39 letters";
  if (*name == '.' || *name == ' ' || name[length - 1] == ' ' || name[length - 1] == '.')
    return "it must neither begin nor end with a space or a full stop";
  if (is_device(name))
    return "Windows has a device of that name";
  for (const char *at = name; *at; at++)
    if (*at < ' ' || *at > '~' || strchr("/\\:*?\"<>|", *at))
      return "letters, digits and signs other than / \\ : * ? \" < > |";
  return NULL;
}

static int check_name(const char *name, rosin_error *error) {
  const char *wrong = wrong_with(name);
  return wrong ? rosin_fail(error, "preset '%.60s': %s", name, wrong) : 0;
}

/* To its place; of too many the last goes. */
static void add_name(rosin_mine *mine, const char *name) {
  int at = mine->count < ROSIN_MINE_MOST ? mine->count++ : ROSIN_MINE_MOST;
  for (; at > 0 && strcmp(mine->name[at - 1], name) > 0; at--)
    if (at < ROSIN_MINE_MOST)
      memcpy(mine->name[at], mine->name[at - 1], sizeof *mine->name);
  if (at < ROSIN_MINE_MOST)
    snprintf(mine->name[at], sizeof *mine->name, "%s", name);
}

static void add_file(rosin_mine *mine, const char *file) {
  const size_t length = strlen(file), tail = sizeof ending - 1;
  char name[ROSIN_MINE_NAME];
  if (length <= tail || length - tail >= sizeof name || strcmp(file + length - tail, ending) != 0)
    return;
  memcpy(name, file, length - tail);
  name[length - tail] = 0;
  if (!wrong_with(name))
    add_name(mine, name);
}

/* ---- files --------------------------------------------------------------------------------- */

/* Beside its place first. */
static int write_whole(const char *path, const char *text, rosin_error *error) {
  char part[ROSIN_MINE_PATH + 8];
  snprintf(part, sizeof part, "%s.part", path);
  FILE *file = fopen(part, "wb");
  int failed = !file || fputs(text, file) < 0;
  failed |= file && fclose(file) != 0;
  if (!failed && take_place(part, path) == 0)
    return 0;
  rosin_fail(error, "%.200s: it cannot be written: %s", path, strerror(errno));
  remove(part);
  return -1;
}

static void list_favourites(const char *scene, rosin_mine *mine) {
  char path[ROSIN_MINE_PATH];
  char *text = path_of(scene, favourites, "", path) ? NULL : rosin_preset_text(path);
  for (char *at = text; at && *at && mine->favourites < ROSIN_MINE_MOST;) {
    const size_t length = strcspn(at, "\r\n");
    if (length && length < ROSIN_MINE_NAME) {
      char *name = mine->favourite[mine->favourites++];
      memcpy(name, at, length);
      name[length] = 0;
    }
    at += length;
    at += strspn(at, "\r\n");
  }
  free(text);
}

void rosin_mine_list(const char *scene, rosin_mine *mine) {
  char path[ROSIN_MINE_PATH];
  mine->count = mine->favourites = 0;
  DIR *folder = rosin_mine_folder(scene, path) ? NULL : opendir(path);
  const struct dirent *entry;
  while (folder && (entry = readdir(folder)))
    add_file(mine, entry->d_name);
  if (folder)
    closedir(folder);
  list_favourites(scene, mine);
}

/* The folder, and in it a file's path. */
static int prepare(const char *scene, const char *name, const char *end, char *path,
                   rosin_error *error) {
  char folder[ROSIN_MINE_PATH];
  if (rosin_mine_folder(scene, folder) || path_of(scene, name, end, path))
    return rosin_fail(error, "presets: there is no folder for data of yours (%s is not set)",
                      homes[sizeof homes / sizeof *homes - 1][0]);
  return make_folders(folder)
             ? rosin_fail(error, "%.200s: it cannot be made: %s", folder, strerror(errno))
             : 0;
}

int rosin_mine_save(const char *scene, const char *name, const char *state, rosin_error *error) {
  char path[ROSIN_MINE_PATH];
  struct stat there;
  if (check_name(name, error) || prepare(scene, name, ending, path, error))
    return -1;
  if (stat(path, &there) == 0)
    return rosin_fail(error, "preset '%s': there is one of this name: remove it first", name);
  return write_whole(path, state, error);
}

char *rosin_mine_read(const char *scene, const char *name) {
  char path[ROSIN_MINE_PATH];
  return wrong_with(name) || path_of(scene, name, ending, path) ? NULL : rosin_preset_text(path);
}

int rosin_mine_remove(const char *scene, const char *name, rosin_error *error) {
  char path[ROSIN_MINE_PATH];
  if (check_name(name, error))
    return -1;
  if (path_of(scene, name, ending, path) || remove(path))
    return rosin_fail(error, "preset '%s': it cannot be removed", name);
  return 0;
}

int rosin_mine_favour(const char *scene, const char *name, int favours, rosin_error *error) {
  char path[ROSIN_MINE_PATH];
  rosin_mine *mine = malloc(sizeof *mine);
  char *text = calloc(ROSIN_MINE_MOST + 1, ROSIN_MINE_NAME);
  size_t used = 0;
  int status = -1;
  if (!mine || !text) {
    rosin_fail(error, "out of memory");
  } else if (strlen(name) >= ROSIN_MINE_NAME) {
    rosin_fail(error, "preset '%.60s': its name is too long for a favourite", name);
  } else if (prepare(scene, favourites, "", path, error) == 0) {
    mine->favourites = 0;
    list_favourites(scene, mine);
    for (int i = favours && mine->favourites == ROSIN_MINE_MOST; i < mine->favourites; i++)
      if (strcmp(mine->favourite[i], name) != 0)
        used += (size_t)snprintf(text + used, ROSIN_MINE_NAME + 1, "%s\n", mine->favourite[i]);
    if (favours)
      snprintf(text + used, ROSIN_MINE_NAME + 1, "%s\n", name);
    status = write_whole(path, text, error);
  }
  free(mine);
  free(text);
  return status;
}
