/* SPDX-License-Identifier: BSD-3-Clause */
/* The library as one object file, for [declare -lib rosin] and `pd -lib rosin`: it sets up every
 * class that Pd does not know yet. Each class has a file of its own beside it, which Pd finds when
 * the folder is on its path. */
#include "m_pd.h"

#define CLASSES(X)                                                                                 \
  X("rosin.bridge~", setup_rosin0x2ebridge_tilde)                                                  \
  X("rosin.cello~", setup_rosin0x2ecello_tilde)                                                    \
  X("rosin.friction~", setup_rosin0x2efriction_tilde)                                              \
  X("rosin.impact~", setup_rosin0x2eimpact_tilde)                                                  \
  X("rosin.modal~", setup_rosin0x2emodal_tilde)                                                    \
  X("rosin.pad", setup_rosin0x2epad)                                                               \
  X("rosin.scene~", setup_rosin0x2escene_tilde)                                                    \
  X("rosin.string~", setup_rosin0x2estring_tilde)

#define DECLARE(name, setup) void setup(void);
CLASSES(DECLARE)

/* In a library of its own a second class of this name would be made, whose objects the first
 * one's do not know. */
static int is_known(const char *name) {
  return zgetfn(&pd_objectmaker, gensym(name)) != 0;
}

#define SET_UP(name, setup)                                                                        \
  if (!is_known(name))                                                                             \
    setup();

__attribute__((visibility("default"))) void rosin_setup(void) {
  CLASSES(SET_UP)
}
