/* SPDX-License-Identifier: BSD-3-Clause */
/** Presets that a user has made: a folder of files for each scene, NAME.rosin, with a state's text,
 *  and names that are favourites. Not real-time safe. */
#ifndef ROSIN_MINE_H
#define ROSIN_MINE_H

#include "rosin.h"

enum { ROSIN_MINE_MOST = 200, ROSIN_MINE_NAME = 40, ROSIN_MINE_PATH = 1024 };

/** Names, in alphabetical order; those beyond the most are left out. */
typedef struct {
  int count, favourites;
  char name[ROSIN_MINE_MOST][ROSIN_MINE_NAME];
  char favourite[ROSIN_MINE_MOST][ROSIN_MINE_NAME];
} rosin_mine;

/** Where they are: a folder of the user's data, and below it one for each scene (NULL: the folder
 *  of all). 0, or -1: the system names no such place. $XDG_DATA_HOME/rosin/presets, by default
 *  ~/.local/share/rosin/presets; ~/Library/Audio/Presets/rosin on macOS; %APPDATA%\rosin\presets on
 *  Windows. */
int rosin_mine_folder(const char *scene, char path[ROSIN_MINE_PATH]);
/** What is there; nothing, if nothing can be read. */
void rosin_mine_list(const char *scene, rosin_mine *mine);
/** A state's text as NAME. 0, or -1 and an error: a name that no file can have on some system, or
 *  one that is taken; a place that cannot be written. Whole, or not at all. */
int rosin_mine_save(const char *scene, const char *name, const char *state, rosin_error *error);
/** The text (malloc'ed), NULL: it cannot be read. */
char *rosin_mine_read(const char *scene, const char *name);
/** 0, or -1 and an error. */
int rosin_mine_remove(const char *scene, const char *name, rosin_error *error);
/** A name, a user's own or not, becomes a favourite or is one no more; of too
 *  many the first goes. 0, or -1 and an error. */
int rosin_mine_favour(const char *scene, const char *name, int favours, rosin_error *error);

#endif
