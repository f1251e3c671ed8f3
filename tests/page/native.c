/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What play.mjs plays, without WebAssembly: native SCENE RATE SECONDS OVERSAMPLE EVENTS > raw
 * floats. Built with the mathematical library that the page has (musl), it tells what WebAssembly
 * changes from what another library's last bits do.
 */
#include "core/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 128, CHANNELS = 16 };

/* An event of the list: "FRAME set NAME VALUE" or "FRAME midi A B C". */
typedef struct {
  long frame;
  char name[64];
  double value;
  int byte[3];
} event;

static int next_event(FILE *list, event *e) {
  char line[200];
  if (!fgets(line, sizeof line, list))
    return 0;
  *e = (event){0};
  if (sscanf(line, "%ld set %63s %lf", &e->frame, e->name, &e->value) != 3 &&
      sscanf(line, "%ld midi %d %d %d", &e->frame, &e->byte[0], &e->byte[1], &e->byte[2]) != 4)
    exit(2);
  return 1;
}

static void play(rosin_core *core, const event *e) {
  const unsigned char message[3] = {(unsigned char)e->byte[0], (unsigned char)e->byte[1],
                                    (unsigned char)e->byte[2]};
  if (*e->name)
    rosin_core_set(core, 0, rosin_core_find(core, e->name), e->value);
  else
    rosin_core_midi(core, 0, message, 3);
}

/* Frames on, those before `skip` not written. */
static void write_frames(float (*sound)[CHUNK], int channels, long at, long skip, int frames) {
  for (int i = 0; i < frames; i++)
    for (int k = 0; k < channels && at + i >= skip; k++)
      fwrite(&sound[k][i], sizeof(float), 1, stdout);
}

int main(int argc, char **argv) {
  rosin_error error;
  static float sound[CHANNELS][CHUNK];
  float *out[CHANNELS];
  rosin_core *core = argc == 6 ? rosin_core_new(argv[1], &error) : NULL;
  FILE *list = argc == 6 ? fopen(argv[5], "r") : NULL;
  if (!core || !list || rosin_core_channels(core) > CHANNELS)
    return 2;
  const double rate = atof(argv[2]);
  rosin_core_set_oversample(core, atoi(argv[4]));
  if (rosin_core_prepare(core, rate, &error))
    return 2;
  const long late = rosin_core_latency(core), frames = (long)(rate * atof(argv[3]) + 0.5) + late;
  for (int k = 0; k < CHANNELS; k++)
    out[k] = sound[k];
  event e;
  int more = next_event(list, &e);
  for (long at = 0; at < frames;) {
    for (; more && e.frame <= at; more = next_event(list, &e))
      play(core, &e);
    const long until = more && e.frame < frames ? e.frame : frames;
    const int now = (int)(until - at < CHUNK ? until - at : CHUNK);
    rosin_core_process(core, out, now);
    write_frames(sound, rosin_core_channels(core), at, late, now);
    at += now;
  }
  fclose(list);
  rosin_core_free(core);
  return 0;
}
