/* SPDX-License-Identifier: BSD-3-Clause */
/** Text within XML. */
#ifndef ROSIN_XML_H
#define ROSIN_XML_H

#include <stdio.h>

/** The element that the text of a recipe stands in. */
#define ROSIN_XML_OPENING "<ROSIN>"
#define ROSIN_XML_CLOSING "</ROSIN>"

/** The first `length` characters of a text. */
void rosin_xml_put(FILE *to, const char *text, size_t length);
/** Entities back to characters, in place. */
void rosin_xml_unescape(char *text);

#endif
