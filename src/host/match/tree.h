/* SPDX-License-Identifier: BSD-3-Clause */
/** A scene's text as a tree that is changed and written again. */
#ifndef ROSIN_MATCH_TREE_H
#define ROSIN_MATCH_TREE_H

#include "scene/text/setting.h"

#include <stdio.h>

/** What a text is, with `count` settings put into it: 0, or -1 and an error; free the tree in
 *  either case. `name` and `files` as for rosin_scene_read. */
int rosin_match_tree_read(rosin_settings *tree, const char *text, const char *name,
                          rosin_files files, int count, const char *const *set, rosin_error *error);
/** As text: its members one a line, lists of numbers in one. */
void rosin_match_tree_put(FILE *out, const rosin_setting *root);
/** The same, malloc'ed; NULL without memory. */
char *rosin_match_tree_text(const rosin_setting *root);
/** Put a number, or a text, in place of what is there: 0, or -1 without memory. */
int rosin_match_tree_number(rosin_setting *group, const char *name, double value);
int rosin_match_tree_words(rosin_setting *group, const char *name, const char *text);
/** Add a number to a list: 0, or -1 without memory. */
int rosin_match_tree_append(rosin_setting *list, double value);
/** Number of a member, or `none`. */
double rosin_match_tree_at(const rosin_setting *group, const char *name, double none);

#endif
