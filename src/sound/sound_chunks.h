/* SPDX-License-Identifier: BSD-3-Clause */
/** Chunks of a RIFF file that libsndfile does not write as they are wanted: they are made here,
 * byte by byte, and put behind the sound once that is whole. */
#ifndef ROSIN_SOUND_CHUNKS_H
#define ROSIN_SOUND_CHUNKS_H

#include "sound/sound_notes.h"

#include <stddef.h>

/** Chunks one after the other, as bytes. */
typedef struct {
  unsigned char *byte; /* owned */
  size_t size;
} rosin_sound_chunks;

/** One more LIST INFO: titles and comments, of what words there are. 0, or -1 without memory. */
int rosin_sound_chunks_info(rosin_sound_chunks *chunks, const rosin_sound_words *words);
/** One more smpl: a loop over all, whose pitch is that of the note that plays it as it is. */
int rosin_sound_chunks_loop(rosin_sound_chunks *chunks, const rosin_sound_loop *loop);
/** One more `cue `, with its labels in LIST adtl. */
int rosin_sound_chunks_cues(rosin_sound_chunks *chunks, const rosin_sound_cue *cue, int cues);
/** All of `more` behind them. */
int rosin_sound_chunks_join(rosin_sound_chunks *chunks, const rosin_sound_chunks *more);
void rosin_sound_chunks_free(rosin_sound_chunks *chunks);

/** Put them behind all else of a whole WAV file, and into its bext chunk, if it has one, a UMID
 *  (SMPTE 330M) that follows from samples and iXML alone: the same file has the same one. 0, or -1
 *  with errno. */
int rosin_sound_chunks_close(int file, const rosin_sound_chunks *chunks, int channels);

#endif
