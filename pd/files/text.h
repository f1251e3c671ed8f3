/* SPDX-License-Identifier: BSD-3-Clause */
/** State files beside a patch: read and written whole. Outside the audio path. */
#ifndef ROSIN_PD_TEXT_H
#define ROSIN_PD_TEXT_H

#include <m_pd.h>
#include <stdio.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** A file beside the patch or on Pd's path; else the name itself. */
void rosin_pd_find(t_canvas *canvas, const char *name, char *path, size_t size);
/** The one file that a message `key` names, or NULL after an error in Pd's window. */
t_symbol *rosin_pd_file(const void *owner, const char *class_name, const char *key, int count,
                        const t_atom *atoms);
/** Whether a file begins with these bytes, fewer than 64; -1 if it cannot be opened. */
int rosin_pd_begins(t_canvas *canvas, const t_symbol *name, const char *head);
/** A file beside the patch or on Pd's path, as text (malloc'ed), or NULL after an error. */
char *rosin_pd_read_text(const void *owner, const char *class_name, t_canvas *canvas,
                         t_symbol *file);
/** A file beside the patch that is being written, as PATH.part until it is whole. */
typedef struct {
  FILE *file; /* NULL: it could not be opened */
  char path[MAXPDSTRING], part[MAXPDSTRING + 8];
} rosin_pd_writing;

void rosin_pd_write_begin(rosin_pd_writing *writing, t_canvas *canvas, t_symbol *file);
/** It is whole and gets its name: 0, or -1 after an error in Pd's window, and nothing is left. */
int rosin_pd_write_end(rosin_pd_writing *writing, const void *owner, const char *class_name);

/** 1: the whole of a word is a number. */
int rosin_pd_is_number(const char *word);
/** A setting as a line of the text that is being written: set KEY VALUE ..., but for the names
 *  that join objects. */
void rosin_pd_write_line(FILE *to, const char *key, int count, const t_atom *atoms);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
