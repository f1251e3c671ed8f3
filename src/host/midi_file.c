/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/midi_file.h"
#include "player/midi.h"

#include <glib.h>
#include <smf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEARD = 160 };

/* libsmf speaks through glib, to the terminal; its first words are kept for ours. */
static void listen(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {
  static const char *const titles[] = {"SMF error: ", "SMF warning: ", ""};
  char *first = data;
  int i = 0;
  (void)domain, (void)level;
  if (*first)
    return;
  while (strncmp(text, titles[i], strlen(titles[i])) != 0)
    i++;
  snprintf(first, HEARD, "%s", text + strlen(titles[i]));
  if (*first && first[strlen(first) - 1] == '.')
    first[strlen(first) - 1] = 0;
}

rosin_player_score_t *rosin_midi_file_read(const char *path, int *count, rosin_error *error) {
  smf_event_t *event;
  rosin_midi midi;
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
      snprintf(error->text, sizeof error->text,
               "%.300s: is no Standard MIDI File that can be read%s%s", path, *heard ? ": " : "",
               heard);
    free(score);
    if (smf)
      smf_delete(smf);
    return NULL;
  }
  rosin_midi_start(&midi);
  while ((event = smf_get_next_event(smf))) {
    rosin_player_event_t said[ROSIN_MIDI_CHANNELS];
    const int events =
        smf_event_is_metadata(event)
            ? 0
            : rosin_midi_events(&midi, event->midi_buffer, (int)event->midi_buffer_length, said);
    if (*count + events > room) {
      rosin_player_score_t *grown = realloc(score, 2 * (size_t)room * sizeof *score);
      if (!grown)
        break;
      score = grown;
      room *= 2;
    }
    for (int i = 0; i < events; i++)
      score[(*count)++] = (rosin_player_score_t){event->time_seconds, said[i]};
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
