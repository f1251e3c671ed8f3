/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * What the fuzz targets share. A target is a file with one function,
 * LLVMFuzzerTestOneInput: it gives its bytes to a part of rosin as a stranger would, and
 * aborts, in words, where a promise is broken. libFuzzer calls it (`make fuzz`), or
 * play.c, with the inputs kept in tests/fuzz/corpus and tests/corpus (`make check`).
 */
#ifndef ROSIN_FUZZ_H
#define ROSIN_FUZZ_H

#include "player/midi/left_out.h"
#include "rosin/player.h"
#include "scene/scene.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Abort unless `holds`; the rest says what was promised, as for printf. */
void fuzz_want(int holds, const char *promise, ...) __attribute__((format(printf, 2, 3)));
/** All of `count` samples are finite and not beyond `most`. */
void fuzz_want_sound(const float *sample, int count, double most);
/** An error is one line of text. */
void fuzz_want_line(const rosin_error *error);

/** Path of a file `name` with these bytes, in a folder of this process; until the next. */
const char *fuzz_file(const char *name, const void *data, size_t size);
/** Path of a file of that name there, which is removed if it is there. */
const char *fuzz_output(const char *name);

/** Input that is read piece by piece; zeros after its end. */
typedef struct {
  const uint8_t *data;
  size_t left;
} fuzz_bytes;
unsigned fuzz_byte(fuzz_bytes *bytes);
/** `low` ... `high`, evenly; of a byte. */
double fuzz_between(fuzz_bytes *bytes, double low, double high);
/** The same, evenly in the logarithm; both > 0. */
double fuzz_scaled(fuzz_bytes *bytes, double low, double high);

/** A scene that is cheap to play, prepared at FUZZ_RATE and at rest: an instrument of two
 *  strings, a rubbed bar, a macro. Made once. */
enum { FUZZ_RATE = 8000, FUZZ_BLOCK = 64 };
rosin_scene *fuzz_scene(void);

/** Who reads a file of notes: rosin_midi_file_read and its like. */
typedef rosin_player_score_t *fuzz_reader(const char *path, int *count, rosin_left_out *left,
                                          rosin_error *error);
/** A file of these bytes is refused with a line, or its events are in order and in range, and a
 *  player plays the first of them. */
void fuzz_notes(fuzz_reader *read, const uint8_t *data, size_t size);

#endif
