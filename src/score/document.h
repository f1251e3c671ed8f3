/* SPDX-License-Identifier: BSD-3-Clause */
/** The XML of a score, out of the file or the archive that has it. */
#ifndef ROSIN_SCORE_DOCUMENT_H
#define ROSIN_SCORE_DOCUMENT_H

#include "error.h"

#include <libxml/tree.h>

enum {
  ROSIN_SCORE_BYTES = 64 << 20, /* of text, unpacked */
  ROSIN_SCORE_NODES = 2000000,  /* elements, attributes and texts: some 130 bytes of memory each */
  ROSIN_SCORE_TAG = 64 << 10,   /* bytes of a tag, a declaration, blanks on end: or 5 kB more */
  ROSIN_SCORE_ATTRIBUTES = 256, /* of an element */
  ROSIN_SCORE_SPACES = 64       /* namespaces in scope */
};

/** Whether bytes begin as a text with marks does, in UTF-8, UTF-16 or UTF-32. */
int rosin_score_marked_up(const unsigned char *bytes, size_t size);
/** The document; NULL and an error on failure. Nothing but that file is read: no entity, no other
 *  address. At most ROSIN_SCORE_BYTES, ROSIN_SCORE_NODES and so on. */
xmlDoc *rosin_score_document(const char *path, rosin_error *error);

/** The first child element of that name, or NULL; of no element there is none. */
const xmlNode *rosin_score_child(const xmlNode *of, const char *name);
/** The next element after this one that has that name (NULL: any), or NULL. */
const xmlNode *rosin_score_next(const xmlNode *after, const char *name);
/** Whether it is an element of that name. */
int rosin_score_named(const xmlNode *node, const char *name);
/** Text of an element, without blanks at its ends, cut to fit; "" without. */
const char *rosin_score_text(const xmlNode *of, char *text, size_t size);
/** Number in an element; `otherwise` if there is none, or no finite number. */
double rosin_score_number(const xmlNode *of, double otherwise);
/** The same of an attribute. */
double rosin_score_attribute(const xmlNode *of, const char *name, double otherwise);
/** Whether an attribute has that value. */
int rosin_score_says(const xmlNode *of, const char *name, const char *value);

#endif
