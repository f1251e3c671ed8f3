/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a player's left hand goes in a file: a line for each note, as it is played: begin and end
 * in s, key, channel, string (0 the lowest), semitones above the nut, finger and place as they were
 * planned (0: nobody did); at the end a line `missed COUNT`. Nothing sounds: the player alone is
 * driven, its scene stands.
 *
 *   fingers_of SCENE FILE READS     a score or MIDI file; READS 0: the hand goes note by note */
#include "player/course/course.h"
#include "player/course/pencil.h"
#include "player/file/midi_file.h"
#include "player/left/marks.h"
#include "player/midi/part.h"
#include "score/score.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 64 };

static long long clock_now;

long long __wrap_rosin_scene_made(const rosin_scene *scene);
long long __wrap_rosin_scene_made(const rosin_scene *scene) {
  (void)scene;
  return clock_now;
}

static int event_of(const rosin_player_score_t *e, int count, double key, int channel, double now) {
  int found = -1;
  for (int i = 0; i < count && e[i].time <= now; i++)
    if (e[i].event.kind == ROSIN_PLAYER_NOTE_ON && e[i].event.key == key &&
        e[i].event.channel == channel && e[i].event.value > 0)
      found = i;
  return found;
}

static double end_of(const rosin_player_score_t *e, int count, int i) {
  for (int k = i + 1; k < count; k++)
    if (e[k].event.kind == ROSIN_PLAYER_NOTE_OFF && e[k].event.key == e[i].event.key &&
        e[k].event.channel == e[i].event.channel)
      return e[k].time;
  return e[i].time;
}

static void say(const rosin_player *p, const rosin_player_score_t *e, int count, int course) {
  const rosin_course *c = &p->course[course];
  const double up = 12 * log2(c->wanted / c->partial / c->open);
  const int i = event_of(e, count, c->key, c->channel, p->now);
  if (i >= 0)
    printf("%.4f %.4f %g %d %d %.2f %d %d\n", e[i].time, end_of(e, count, i), c->key, c->channel,
           course, up, rosin_marks_finger(e[i].event.controller),
           rosin_marks_place(e[i].event.controller));
}

static void play(rosin_player *p, const rosin_player_score_t *e, int count) {
  double struck[ROSIN_MODEL_COURSES], key[ROSIN_MODEL_COURSES] = {0};
  for (int i = 0; i < p->courses; i++)
    struck[i] = -1;
  for (; (double)clock_now < (e[count - 1].time + 0.1) * p->rate; clock_now += BLOCK) {
    rosin_player_drive(p, clock_now, BLOCK);
    for (int i = 0; i < p->courses; i++) {
      const rosin_course *c = &p->course[i];
      if (c->held && (c->struck != struck[i] || c->key != key[i]))
        say(p, e, count, i);
      struck[i] = c->held ? c->struck : -1;
      key[i] = c->key;
    }
  }
  printf("missed %d\n", rosin_player_missed(p));
}

int main(int count, char **words) {
  char *errors = NULL;
  int events = 0;
  rosin_left_out left = {.note = NULL};
  rosin_error error = {"usage: fingers_of SCENE FILE READS"};
  rosin_scene *scene = count == 4 ? rosin_scene_load(words[1], 0, NULL, &errors) : NULL;
  const int score = count == 4 && strstr(words[2], ".mid") == NULL;
  rosin_player *player = NULL;
  rosin_player_score_t *e = NULL;
  if (scene && rosin_scene_prepare(scene, RATE, BLOCK, &error) == 0 &&
      (player = rosin_player_new(scene, 1, &error)))
    e = score ? rosin_score_read(words[2], &events, NULL, &error)
              : rosin_midi_file_read(words[2], &events, NULL, &error);
  if (!e || events < 1) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  events = rosin_part_choose(e, events, (int)rosin_scene_model(scene)->instrument.program, &left);
  rosin_player_set(player, "reads", atof(words[3]), NULL);
  rosin_player_set(player, "humanity", 0, NULL);
  if (rosin_player_pencil(player, e, events))
    return 1;
  rosin_player_score(player, e, events);
  play(player, e, events);
  rosin_player_free(player);
  rosin_scene_free(scene);
  rosin_left_out_free(&left);
  free(e);
  return 0;
}
