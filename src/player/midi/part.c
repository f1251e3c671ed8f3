/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/midi/part.h"
#include "player/midi/channel.h"

enum { CHANNELS = 16, VIOLIN = 40, CONTRABASS = 43, UNTOLD = -1 };

static void start(int program[CHANNELS]) {
  for (int c = 0; c < CHANNELS; c++)
    program[c] = UNTOLD;
}

/* Tremolo and pizzicato are a manner of whoever plays the channel. */
static void follow(int program[CHANNELS], const rosin_player_event_t *e) {
  if (e->kind == ROSIN_PLAYER_PROGRAM && rosin_channel_manner(e->controller) < 0)
    program[e->channel & 15] = e->controller;
}

const char *rosin_part_scene(const rosin_player_score_t *score, int count) {
  static const char *const scenes[] = {"violin", "viola", "cello", "double-bass"};
  int program[CHANNELS];
  start(program);
  for (int i = 0; i < count; i++) {
    const rosin_player_event_t *e = &score[i].event;
    const int now = program[e->channel & 15];
    follow(program, e);
    if (e->kind == ROSIN_PLAYER_NOTE_ON && now >= VIOLIN && now <= CONTRABASS)
      return scenes[now - VIOLIN];
  }
  return scenes[2];
}

static int is_named(const rosin_player_score_t *score, int count, int wanted) {
  int program[CHANNELS];
  start(program);
  for (int i = 0; i < count; i++) {
    follow(program, &score[i].event);
    if (score[i].event.kind == ROSIN_PLAYER_NOTE_ON &&
        program[score[i].event.channel & 15] == wanted)
      return 1;
  }
  return 0;
}

int rosin_part_choose(rosin_player_score_t *score, int count, int wanted, rosin_left_out *left) {
  int program[CHANNELS], kept = 0;
  if (wanted < 0 || !is_named(score, count, wanted))
    return count;
  start(program);
  for (int i = 0; i < count; i++) {
    const rosin_player_event_t *e = &score[i].event;
    follow(program, e);
    const int whose = program[e->channel & 15];
    if (whose == UNTOLD || whose == wanted || e->kind == ROSIN_PLAYER_NOTE_OFF)
      score[kept++] = score[i]; /* a note may end after its channel has gone to another */
    else if (e->kind == ROSIN_PLAYER_NOTE_ON)
      rosin_left_out_note(left, score[i].time, e->key, e->channel, ROSIN_LEFT_PART);
  }
  return kept;
}
