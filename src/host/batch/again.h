/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Variations kept apart over the whole list. Shards make first draws, knowing nothing of each
 * other; whoever comes to its end last draws again, for all of them, what is too near (tried.h
 * says which). FOLDER/.rosin/apart is there as long as that is to be done; its lock is shared by
 * shards at work and had alone by who draws again.
 */
#ifndef ROSIN_AGAIN_H
#define ROSIN_AGAIN_H

#include "host/batch/batch.h"

/** A shard begins that has variations to be kept apart: a descriptor to be kept, or -1 after an
 *  error was said. */
int rosin_again_enter(const rosin_batch *batch);
/** The shard has come to its end. If all have, draw again until all is settled. An exit status. */
int rosin_again_run(const rosin_batch *batch, int entered);

#endif
