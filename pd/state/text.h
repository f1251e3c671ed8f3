/* SPDX-License-Identifier: BSD-3-Clause */
/** State files beside a patch: read and written whole. Outside the audio path. */
#ifndef ROSIN_PD_TEXT_H
#define ROSIN_PD_TEXT_H

#include <m_pd.h>
#include <stdio.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** The one file that a message `key` names, or NULL after an error in Pd's window. */
t_symbol *rosin_pd_file(const void *owner, const char *class_name, const char *key, int count,
                        const t_atom *atoms);
/** A file beside the patch or on Pd's path, as text (malloc'ed), or NULL after an error. */
char *rosin_pd_read_text(const void *owner, const char *class_name, t_canvas *canvas,
                         t_symbol *file);
/** A file beside the patch, which gets its name once it is whole: 0, or -1 after an error. */
int rosin_pd_write_text(const void *owner, const char *class_name, t_canvas *canvas, t_symbol *file,
                        const char *text);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
