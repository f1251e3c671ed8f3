/* SPDX-License-Identifier: BSD-3-Clause */
/** The sections of a scene: one table that the reader, -s and macros go by. */
#ifndef ROSIN_SECTIONS_H
#define ROSIN_SECTIONS_H

#include "scene/read/reading.h"

/** A section, and who reads it: as a whole, or each of its members. */
typedef struct {
  const char *name;
  const char *holds; /* said of what is no group: "{ distance = ...; }"; NULL: its reader looks */
  const char *part;  /* the same of its members, which -s and macros know by name; NULL: they are
                        not such */
  const rosin_parameter *(*controls)(void); /* of members that sound; or NULL */
  /* whether macros can move that control of a member while it sounds; NULL: any */
  int (*moves)(const rosin_setting *part, const char *control);
  void (*whole)(rosin_reading *r, const rosin_setting *section, rosin_model *model);
  void (*each)(rosin_reading *r, const rosin_setting *part, rosin_model *model);
} rosin_section;

/** In the order in which they are read; ends with a name NULL. The first is that of macros, which
 *  nobody reads here: they make what the others read. */
extern const rosin_section rosin_sections[];

/** Read it: the section, or NULL if it is not there or no group. */
const rosin_setting *rosin_section_read(const rosin_section *section, rosin_reading *r,
                                        const rosin_setting *root, rosin_model *model);
/** The part that `key` begins with, up to its first dot, and its section; NULL if there is none. */
rosin_setting *rosin_section_part(const rosin_setting *root, const char *key,
                                  const rosin_section **section);
/** The pickup that `key` names up to its first dot (an output with that `name`), or NULL. */
rosin_setting *rosin_section_pickup(const rosin_setting *root, const char *key);
/** The part or pickup of that name which is nearest to what `near` looks for. */
void rosin_section_near(const rosin_setting *root, rosin_near *near);
/** The names of what a scene is made of, macros aside, as "; it has a, b, c"; "" if there is
 * nothing. Those that find no room are told as "...". */
void rosin_section_names(const rosin_setting *root, char *text, size_t size);
/** Whether a key that is none of its group is one of what the group holds: 1, and how it is then
 *  reached, as "velocity.wander" of a contact, or "step.velocity.strokes" of the whole scene. */
int rosin_section_deeper(const rosin_setting *group, const char *key, char *full, size_t size);

#endif
