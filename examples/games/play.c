/* SPDX-License-Identifier: BSD-3-Clause */
/* play TABLE.csv OUT.wav: the contacts of a rigid box (box.py) through a pool of voices, as a game
 * does it: each frame tells what presses and slides, starts a voice where a corner comes to other
 * ground, stops the one before, strikes where it falls.
 *
 *   cc play.c -o play $(pkg-config --cflags --libs rosin) -lm */
#include <rosin/voices.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, FRAMES = 256, GROUNDS = 4, CORNERS = 2, LINE = 160 };

static const char *const ground[GROUNDS] = {"wood", "stone", "ice", "gravel"};

typedef struct {
  int ground; /* that it is on; -1: none yet */
  rosin_voice voice;
} corner;

typedef struct {
  double time, force, speed, impulse;
  int ground, corner;
} contact;

/* The next line of the table: 1, or 0 at its end. A number by atof: the table is of this program's
 * own locale, which is C's. */
static int read_contact(FILE *table, contact *c) {
  char line[LINE], *word[6] = {0};
  do
    if (!fgets(line, sizeof line, table))
      return 0;
  while (line[0] < '0' || line[0] > '9');
  for (int i = 0; i < 6; i++)
    word[i] = strtok(i ? NULL : line, ",\n");
  if (!word[5])
    return 0;
  *c = (contact){.time = atof(word[0]), .force = atof(word[3]), .speed = atof(word[4])};
  c->impulse = atof(word[5]);
  c->corner = atoi(word[2]) != 0;
  while (c->ground < GROUNDS - 1 && strcmp(word[1], ground[c->ground]) != 0)
    c->ground++;
  return 1;
}

/* What a game does with a contact. */
static void tell(rosin_voices *pool, const int *kind, corner *corners, const contact *c) {
  corner *k = &corners[c->corner];
  if (k->ground != c->ground) {
    rosin_voices_stop(pool, k->voice);
    k->voice = rosin_voices_start(pool, kind[c->ground], 1);
    rosin_voices_mix(pool, k->voice, 0.03, c->corner ? 0.4 : -0.4);
    k->ground = k->voice ? c->ground : -1;
  }
  if (rosin_voices_contact(pool, k->voice, c->force, c->speed) == ROSIN_VOICES_STOLEN)
    k->ground = -1; /* another was more important: a new one in the next frame */
  if (c->impulse > 0)
    rosin_voices_impact(pool, k->voice, c->impulse);
}

static void little(FILE *to, unsigned long value, int bytes) {
  for (int i = 0; i < bytes; i++)
    fputc((int)(value >> 8 * i & 255), to);
}

/* A WAV file's head, of two channels of 16 bits. */
static void head(FILE *to, unsigned long frames) {
  fputs("RIFF", to);
  little(to, 36 + 4 * frames, 4);
  fputs("WAVEfmt ", to);
  little(to, 16, 4);
  little(to, 1, 2);
  little(to, 2, 2);
  little(to, RATE, 4);
  little(to, RATE * 4, 4);
  little(to, 4, 2);
  little(to, 16, 2);
  fputs("data", to);
  little(to, 4 * frames, 4);
}

static void render(rosin_voices *pool, FILE *to) {
  float out[2 * FRAMES];
  rosin_voices_render(pool, out, FRAMES);
  for (int i = 0; i < 2 * FRAMES; i++) {
    const float x = out[i] > 1 ? 1 : out[i] < -1 ? -1 : out[i];
    little(to, (unsigned long)(long)(32767 * x) & 0xFFFF, 2);
  }
}

/* The table, and a second in which it rings out; frames written. */
static unsigned long play(rosin_voices *pool, const int *kind, FILE *table, FILE *to) {
  corner corners[CORNERS] = {{-1, 0}, {-1, 0}};
  unsigned long frames = 0;
  contact c;
  while (read_contact(table, &c)) {
    for (; (double)frames / RATE < c.time; frames += FRAMES)
      render(pool, to);
    tell(pool, kind, corners, &c);
  }
  for (int i = 0; i < CORNERS; i++)
    rosin_voices_stop(pool, corners[i].voice);
  for (const unsigned long end = frames + RATE; frames < end; frames += FRAMES)
    render(pool, to);
  return frames;
}

int main(int arguments, char **argument) {
  rosin_error error = {{0}};
  rosin_voices_config config = {.rate = RATE, .frames = FRAMES, .voices = 4, .seats = 2 * GROUNDS};
  int kind[GROUNDS];
  FILE *table = arguments == 3 ? fopen(argument[1], "r") : NULL;
  FILE *to = table ? fopen(argument[2], "wb") : NULL;
  if (!to)
    return fputs("play TABLE.csv OUT.wav: a table of contacts as sound\n", stderr), 2;
  config.bytes = rosin_voices_bytes(&config, &error);
  for (int i = 0; i < GROUNDS; i++) /* two seats of each */
    config.bytes += 2 * rosin_voices_pair_bytes(&config, "wood", ground[i], &error);
  config.memory = malloc(config.bytes); /* nothing is taken from anywhere else */
  rosin_voices *pool = rosin_voices_create(&config, &error);
  for (int i = 0; i < GROUNDS && pool; i++)
    if ((kind[i] = rosin_voices_pair(pool, "wood", ground[i], 2, &error)) < 0)
      return fprintf(stderr, "%s\n", error.text), 1;
  if (!pool)
    return fprintf(stderr, "%s\n", error.text), 1;
  head(to, 0);
  const unsigned long frames = play(pool, kind, table, to);
  rewind(to);
  head(to, frames);
  const rosin_voices_counts_t c = rosin_voices_counts(pool);
  printf("%lu frames; %lld voices, %lld stolen, %lld refused\n", frames, c.started, c.stolen,
         c.refused);
  rosin_voices_free(pool);
  free(config.memory);
  return fclose(to) || fclose(table);
}
