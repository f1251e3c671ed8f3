/* SPDX-License-Identifier: BSD-3-Clause */
/* What a score comes to: its notes, a line each: channel, key, begin and end in s, marks.
 *   notes_of FILE */
#include "score/score.h"

#include <stdio.h>
#include <stdlib.h>

static double end_of(const rosin_player_score_t *e, int count, int i) {
  for (int k = i + 1; k < count; k++)
    if (e[k].event.kind == ROSIN_PLAYER_NOTE_OFF && e[k].event.key == e[i].event.key &&
        e[k].event.channel == e[i].event.channel && e[k].time > e[i].time)
      return e[k].time;
  return -1;
}

int main(int count, char **words) {
  rosin_error error;
  int events;
  if (count != 2)
    return 2;
  rosin_player_score_t *e = rosin_score_read(words[1], &events, NULL, &error);
  if (!e) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  for (int i = 0; i < events; i++)
    if (e[i].event.kind == ROSIN_PLAYER_NOTE_ON)
      printf("%d %g %.6f %.6f %d\n", e[i].event.channel, e[i].event.key, e[i].time,
             end_of(e, events, i), e[i].event.controller);
  free(e);
  return 0;
}
