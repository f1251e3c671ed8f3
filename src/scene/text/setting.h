/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The tree that a scene's text becomes: groups of named settings, lists, texts, numbers,
 * truths. The syntax is that of libconfig files (name = value; { groups }, ( lists ),
 * [ arrays ], "texts" with \n \t \r \f \a \b \v \" \\ \xNN, # // and C comments,
 * @include "FILE"); it is read here since libconfig itself does not bear a failed
 * allocation, has no limits, and opens whatever file an @include names.
 */
#ifndef ROSIN_SETTING_H
#define ROSIN_SETTING_H

#include "scene/text/files.h"
#include "scene/text/pool.h"

typedef enum {
  ROSIN_SETTING_GROUP,
  ROSIN_SETTING_LIST,
  ROSIN_SETTING_TEXT,
  ROSIN_SETTING_NUMBER,
  ROSIN_SETTING_TRUTH
} rosin_setting_type;

/** Limits of a text, its includes among it. */
enum {
  ROSIN_SETTING_BYTES = 4 << 20,
  ROSIN_SETTINGS = 400000,
  ROSIN_SETTING_MEMBERS = 2048, /* of one group */
  ROSIN_SETTING_NAME = 63,      /* bytes */
  ROSIN_SETTING_DEPTH = 32,
  ROSIN_SETTING_INCLUDES = 64
};

typedef struct rosin_setting rosin_setting;
struct rosin_setting {
  rosin_pool *pool;      /* the tree's, whose all of it is */
  rosin_setting *parent; /* NULL: the root */
  char *name;            /* of a group's member, else NULL */
  rosin_setting_type type;
  int line, column; /* where its value was read, 0: nowhere */
  const char *file; /* the included file, NULL: the scene itself */
  double number;
  char *text;
  char *origin; /* what put it there after reading (-s, a macro), or NULL */
  int count, room;
  rosin_setting **element; /* of a group or a list */
};

/** A whole tree. */
typedef struct {
  rosin_pool *pool;
  rosin_setting *root;
  int includes, settings;
  size_t bytes;
  char *included[ROSIN_SETTING_INCLUDES]; /* paths */
} rosin_settings;

/** An empty tree: 0, or -1 without memory; to be freed in both cases. */
int rosin_settings_begin(rosin_settings *tree);
/** Read a text; `file` names it in errors, `folder` and `rule` say what it may include.
 *  0, or -1 and one line; an empty tree then. */
int rosin_settings_read(rosin_settings *tree, const char *text, const char *file,
                        const char *folder, rosin_files rule, rosin_error *error);
void rosin_settings_free(rosin_settings *tree);

/** The member of that name; NULL if there is none or `group` (which may be NULL) is none. */
rosin_setting *rosin_setting_member(const rosin_setting *group, const char *name);
/** Element of a group or list, or NULL. */
rosin_setting *rosin_setting_element(const rosin_setting *owner, int index);
int rosin_setting_is(const rosin_setting *setting, rosin_setting_type type); /**< NULL is none */
/** A new element at the end, a member if it has a name: NULL without memory, or if the name is
 *  taken. */
rosin_setting *rosin_setting_add(rosin_setting *owner, const char *name, rosin_setting_type type);
/** 0, or -1 if there is no such member. */
int rosin_setting_remove(rosin_setting *group, const char *name);
/** Give it a text, or an origin: 0, or -1 without memory. */
int rosin_setting_set_text(rosin_setting *setting, const char *text);
int rosin_setting_set_origin(rosin_setting *setting, const char *origin);

#endif
