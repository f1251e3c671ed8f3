/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/midi_file.h"

#include <glib.h>
#include <smf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEND_RANGE = 2 /* semitones, as General MIDI has it */, HEARD = 160 };

int rosin_midi_event(const unsigned char *m, int length, rosin_player_event_t *e) {
  if (length < 2 || m[0] < 0x80 || m[0] >= 0xf0)
    return 0;
  const int two = m[0] >> 4 != 0xd && m[0] >> 4 != 0xc;
  if (two && length < 3)
    return 0;
  *e = (rosin_player_event_t){.channel = m[0] & 15, .key = m[1] & 127};
  const double value = two ? (m[2] & 127) / 127.0 : (m[1] & 127) / 127.0;
  e->value = value;
  switch (m[0] >> 4) {
  case 0x8:
    e->kind = ROSIN_PLAYER_NOTE_OFF;
    return 1;
  case 0x9:
    e->kind = m[2] ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF;
    return 1;
  case 0xb:
    e->kind = m[1] == 120 || m[1] == 123 ? ROSIN_PLAYER_QUIET : ROSIN_PLAYER_CONTROL;
    e->controller = m[1] & 127;
    return 1;
  case 0xd:
    e->kind = ROSIN_PLAYER_PRESSURE;
    return 1;
  case 0xe:
    e->kind = ROSIN_PLAYER_BEND;
    e->value = BEND_RANGE * (((m[2] & 127) << 7 | (m[1] & 127)) - 8192) / 8192.0;
    return 1;
  default:
    return 0;
  }
}

/* libsmf speaks through glib, to the terminal; its first words are kept for ours. */
static void listen(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {
  char *first = data;
  (void)domain, (void)level;
  if (*first)
    return;
  static const char *const titles[] = {"SMF error: ", "SMF warning: ", ""};
  int i = 0;
  while (strncmp(text, titles[i], strlen(titles[i])) != 0)
    i++;
  snprintf(first, HEARD, "%s", text + strlen(titles[i]));
  if (*first && first[strlen(first) - 1] == '.')
    first[strlen(first) - 1] = 0;
}

rosin_player_score_t *rosin_midi_file_read(const char *path, int *count, rosin_error *error) {
  smf_event_t *event;
  char heard[HEARD] = "";
  int room = 1024;
  *count = 0;
  FILE *file = fopen(path, "rb");
  if (!file) {
    snprintf(error->text, sizeof error->text, "%.400s: cannot be read", path);
    return NULL;
  }
  fclose(file);
  const GLogFunc before = g_log_set_default_handler(listen, heard);
  smf_t *smf = smf_load(path);
  g_log_set_default_handler(before, NULL);
  rosin_player_score_t *score = malloc((size_t)room * sizeof *score);
  if (!smf || !score) {
    if (smf)
      snprintf(error->text, sizeof error->text, "%.300s: out of memory", path);
    else
      snprintf(error->text, sizeof error->text, "%.300s: is no Standard MIDI File that can be read%s%s", path, *heard ? ": " : "", heard);
    free(score);
    if (smf)
      smf_delete(smf);
    return NULL;
  }
  while ((event = smf_get_next_event(smf))) {
    rosin_player_score_t *next = &score[*count];
    if (smf_event_is_metadata(event) ||
        !rosin_midi_event(event->midi_buffer, (int)event->midi_buffer_length, &next->event))
      continue;
    next->time = event->time_seconds;
    if (++*count == room) {
      rosin_player_score_t *grown = realloc(score, 2 * (size_t)room * sizeof *score);
      if (!grown)
        break;
      score = grown;
      room *= 2;
    }
  }
  smf_delete(smf);
  if (*count == 0) {
    snprintf(error->text, sizeof error->text, "%.300s: there is nothing to play%s%s", path,
             *heard ? "; the file is damaged: " : "", heard);
    free(score);
    return NULL;
  }
  if (*heard)
    fprintf(stderr, "rosin: warning: %s is damaged: %s; what can be read is played\n", path, heard);
  return score;
}
