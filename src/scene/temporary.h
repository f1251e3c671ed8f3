/* SPDX-License-Identifier: BSD-3-Clause */
/** Files that get their name once they are whole. */
#ifndef ROSIN_TEMPORARY_H
#define ROSIN_TEMPORARY_H

/** The name to write under, beside `path` (malloc'ed; NULL without memory). What is
 *  there and no plain file (a pipe, a device) is written in place. */
char *rosin_temporary_name(const char *path);
/** Give the file its name: 0, or -1 with errno. */
int rosin_temporary_keep(const char *temporary, const char *path);
/** Remove it; errno stays. */
void rosin_temporary_drop(const char *temporary, const char *path);

#endif
