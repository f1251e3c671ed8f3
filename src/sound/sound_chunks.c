/* SPDX-License-Identifier: BSD-3-Clause */
/* RIFF: a name of four letters, the size in 32 bits, little-endian, the bytes, and one more of 0
 * where their number is odd (Multimedia Programming Interface and Data Specifications 1.0, 1991;
 * smpl, cue and adtl: New Multimedia Data Types and Data Techniques, 1994). */
#include "sound/sound_chunks.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A chunk under way, in memory. */
typedef struct {
  FILE *to;
  char *bytes;
  size_t size;
} chunk;

static int begin(chunk *c) {
  *c = (chunk){NULL, NULL, 0};
  return (c->to = open_memstream(&c->bytes, &c->size)) ? 0 : -1;
}

static void put_word(FILE *to, uint32_t value) {
  for (int i = 0; i < 4; i++)
    fputc((int)(value >> (8 * i) & 255), to);
}

/* Into the chunks, with its name before it. */
static int end(chunk *c, const char *name, rosin_sound_chunks *chunks) {
  int status = ferror(c->to);
  status = fclose(c->to) || status || c->size > UINT32_MAX / 2 ? -1 : 0;
  const size_t odd = c->size & 1;
  unsigned char *grown = status ? NULL : realloc(chunks->byte, chunks->size + 8 + c->size + odd);
  if (grown) {
    unsigned char *at = grown + chunks->size;
    memcpy(at, name, 4);
    for (int i = 0; i < 4; i++)
      at[4 + i] = (unsigned char)(c->size >> (8 * i) & 255);
    memcpy(at + 8, c->bytes, c->size);
    if (odd)
      at[8 + c->size] = 0;
    chunks->byte = grown;
    chunks->size += 8 + c->size + odd;
  }
  free(c->bytes);
  return grown ? 0 : -1;
}

/* A chunk within a list: a text and its 0. */
static void put_text(FILE *to, const char *name, const char *text) {
  const size_t size = text ? strlen(text) + 1 : 0;
  if (size < 2)
    return;
  fputs(name, to);
  put_word(to, (uint32_t)size);
  fwrite(text, 1, size, to);
  if (size & 1)
    fputc(0, to);
}

int rosin_sound_chunks_info(rosin_sound_chunks *chunks, const rosin_sound_words *w) {
  char software[64], genre[128] = "";
  chunk c;
  if (begin(&c))
    return -1;
  snprintf(software, sizeof software, "rosin %s", rosin_version());
  if (*w->group)
    snprintf(genre, sizeof genre, "%.60s - %.60s", w->group, w->kind);
  else if (*w->category)
    snprintf(genre, sizeof genre, "%.60s", w->category);
  fputs("INFO", c.to);
  put_text(c.to, "INAM", rosin_sound_title(w));
  put_text(c.to, "ISBJ", w->description);
  put_text(c.to, "IART", w->creator);
  put_text(c.to, "ICMT", w->command);
  put_text(c.to, "ICRD", w->date);
  put_text(c.to, "IGNR", genre);
  put_text(c.to, "IKEY", w->category);
  put_text(c.to, "ISRC", w->source);
  put_text(c.to, "ITRK", w->take);
  put_text(c.to, "ISFT", software);
  return end(&c, "LIST", chunks);
}

/* The MIDI note at a pitch, and what it is above that, of a semitone in 2^32; to a cent. */
static void put_note(FILE *to, double pitch) {
  const double exact = isfinite(pitch) && pitch > 0 ? 69 + 12 * log2(pitch / 440) : 60;
  const double cents = fmin(fmax(round(100 * exact), 0), 12700), note = floor(cents / 100);
  put_word(to, (uint32_t)note);
  put_word(to, (uint32_t)((cents - 100 * note) / 100 * 4294967296.0));
}

int rosin_sound_chunks_loop(rosin_sound_chunks *chunks, const rosin_sound_loop *l) {
  chunk c;
  if (l->frames < 1 || l->frames > UINT32_MAX)
    return 0;
  if (begin(&c))
    return -1;
  put_word(c.to, 0); /* of no manufacturer's, no product */
  put_word(c.to, 0);
  put_word(c.to, (uint32_t)lround(1e9 / l->rate));
  put_note(c.to, l->pitch);
  put_word(c.to, 0); /* no SMPTE offset */
  put_word(c.to, 0);
  put_word(c.to, 1); /* loops */
  put_word(c.to, 0);
  put_word(c.to, 0); /* its name, that is no cue's */
  put_word(c.to, 0); /* forwards */
  put_word(c.to, 0);
  put_word(c.to, (uint32_t)(l->frames - 1)); /* the last that is played */
  put_word(c.to, 0);
  put_word(c.to, 0); /* for ever */
  return end(&c, "smpl", chunks);
}

static int put_labels(rosin_sound_chunks *chunks, const rosin_sound_cue *cue, int cues) {
  chunk c;
  if (begin(&c))
    return -1;
  fputs("adtl", c.to);
  for (int i = 0; i < cues; i++) {
    const uint32_t size = (uint32_t)strlen(cue[i].label) + 5;
    fputs("labl", c.to);
    put_word(c.to, size);
    put_word(c.to, (uint32_t)i + 1);
    fwrite(cue[i].label, 1, size - 4, c.to);
    if (size & 1)
      fputc(0, c.to);
  }
  return end(&c, "LIST", chunks);
}

int rosin_sound_chunks_cues(rosin_sound_chunks *chunks, const rosin_sound_cue *cue, int cues) {
  chunk c;
  if (!cues)
    return 0;
  if (begin(&c))
    return -1;
  put_word(c.to, (uint32_t)cues);
  for (int i = 0; i < cues; i++) {
    const uint32_t frame = (uint32_t)(cue[i].frame < UINT32_MAX ? cue[i].frame : UINT32_MAX);
    put_word(c.to, (uint32_t)i + 1);
    put_word(c.to, frame); /* in the order of play: there is no list of that */
    fputs("data", c.to);
    put_word(c.to, 0);
    put_word(c.to, 0);
    put_word(c.to, frame);
  }
  return end(&c, "cue ", chunks) || put_labels(chunks, cue, cues) ? -1 : 0;
}

int rosin_sound_chunks_join(rosin_sound_chunks *chunks, const rosin_sound_chunks *more) {
  unsigned char *grown = realloc(chunks->byte, chunks->size + more->size + 1);
  if (!grown)
    return -1;
  if (more->size)
    memcpy(grown + chunks->size, more->byte, more->size);
  chunks->byte = grown;
  chunks->size += more->size;
  return 0;
}

void rosin_sound_chunks_free(rosin_sound_chunks *chunks) {
  free(chunks->byte);
  *chunks = (rosin_sound_chunks){NULL, 0};
}
