/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/play/performance.h"
#include "error.h"
#include "format.h"
#include "memory.h"
#include "player/course/course.h"
#include "player/course/pencil.h"
#include "player/file/midi_file.h"
#include "player/midi/part.h"
#include "scene/scene.h"

#include <stdio.h>

struct rosin_performance {
  rosin_player *player;
  rosin_keyboard *keys; /* or NULL, as the player is then not */
  rosin_player_score_t *score;
  int count, notes; /* events of the score; of these notes */
  rosin_left_out left;
  rosin_controls controls;
};

enum { WHEEL = 1, PEDAL = 64 };
static const double last_tone = 4, longest = ROSIN_MODEL_LONGEST; /* s */

/* Keys of an effect move its size, and its hands have their macros. */
static int takes_refuse(const rosin_performance_spec *spec, rosin_error *error) {
  if (!spec->scale && !spec->controls)
    return 0;
  return rosin_fail(error, "--%s %.200s: keys that play an effect move its size; they have none",
                    spec->scale ? "scale" : "controls", spec->scale ? spec->scale : spec->controls);
}

static int tune(const rosin_performance *p, const char *scale, rosin_error *error) {
  rosin_tuning tuning;
  rosin_tuning_equal(&tuning);
  if (rosin_tuning_scala(&tuning, scale, error))
    return -1;
  if (p->keys)
    rosin_keyboard_tune(p->keys, &tuning);
  else
    rosin_player_tune(p->player, &tuning);
  return 0;
}

static int heeds(const rosin_performance *p, int controller) {
  return !p->keys && !p->player ? controller == WHEEL || controller == PEDAL
         : p->keys              ? rosin_keyboard_heed(p->keys, controller)
                                : rosin_player_heeds(p->player, controller);
}

/* What of the file a player heeds. */
static void look_through(rosin_performance *p, int count) {
  for (int i = 0; i < count; i++) {
    const rosin_player_event_t *e = &p->score[i].event;
    p->notes += e->kind == ROSIN_PLAYER_NOTE_ON;
    if (e->kind == ROSIN_PLAYER_CONTROL && !heeds(p, e->controller))
      p->left.ignored[e->controller & 127]++;
  }
}

static rosin_performance_reader reader_or_midi(rosin_performance_reader reader) {
  return reader ? reader : rosin_midi_file_read;
}

const char *rosin_performance_scene(const char *midi, rosin_performance_reader reader,
                                    rosin_error *error) {
  int count;
  rosin_left_out left = {.note = NULL};
  rosin_player_score_t *score = reader_or_midi(reader)(midi, &count, &left, error);
  const char *scene = score ? rosin_part_scene(score, count) : NULL;
  rosin_free(score);
  rosin_left_out_free(&left);
  return scene;
}

static int control(rosin_performance *p, const char *controls, rosin_error *error) {
  if (rosin_controls_read(&p->controls, rosin_player_parameters(), controls, error))
    return -1;
  if (p->keys)
    rosin_keyboard_set_controls(p->keys, &p->controls);
  else
    rosin_player_set_controls(p->player, &p->controls);
  return 0;
}

/* Whoever plays has the score. 0, or -1 and an error. */
static int hand_over(rosin_performance *p, int count, rosin_error *error) {
  p->count = count;
  if (p->player && rosin_player_pencil(p->player, p->score, count)) {
    return rosin_fail(error, "out of memory for a performance");
  }
  look_through(p, count);
  if (p->keys) {
    rosin_keyboard_score(p->keys, p->score, count);
    rosin_keyboard_set_witness(p->keys, rosin_left_out_note, &p->left);
  } else if (p->player) {
    rosin_player_score(p->player, p->score, count);
    rosin_player_set_witness(p->player, rosin_left_out_note, &p->left);
  }
  return 0;
}

/* The notes of its file: 0 and how many, or -1 and what is in the way. */
static int read_notes(rosin_performance *p, const rosin_performance_spec *spec, int *count,
                      rosin_error *error) {
  p->score = reader_or_midi(spec->reader)(spec->midi, count, &p->left, error);
  if (!p->score && spec->refused) {
    *spec->refused = p->left;
    p->left = (rosin_left_out){.note = NULL};
  }
  return p->score ? 0 : -1;
}

/* Who plays has controls, a scale and the notes. `takes`: keys of an effect. 0, or -1 and an error.
 */
static int seat(rosin_performance *p, const rosin_performance_spec *spec, int takes, int count,
                rosin_error *error) {
  if (!p->player && !p->keys && !takes)
    return rosin_fail(error, "this scene has no instrument to be played by notes");
  return (takes && takes_refuse(spec, error)) ||
                 (spec->controls && control(p, spec->controls, error)) ||
                 (spec->scale && tune(p, spec->scale, error)) || hand_over(p, count, error)
             ? -1
             : 0;
}

/* The scene lasts as long as the whole file, whose last tone rings for `ring` s. 0, or -1 and an
 * error. */
static int last(const rosin_performance *p, rosin_scene *scene, const rosin_performance_spec *spec,
                double ring, rosin_error *error) {
  const double end = p->score[p->count - 1].time + ring;
  if (!(end <= longest))
    return rosin_fail(error, "%.300s: lasts %.0f s; at most %.0f, or the part that -d SECONDS says",
                      spec->midi, end, longest);
  rosin_scene_set_duration(scene, end);
  return 0;
}

rosin_performance *rosin_performance_new(rosin_scene *scene, rosin_player *player,
                                         const rosin_performance_spec *spec, rosin_error *warning,
                                         rosin_error *error) {
  int count;
  rosin_performance *p = rosin_calloc(1, sizeof *p);
  *warning->text = '\0';
  if (!p) {
    rosin_fail(error, "out of memory for a performance");
    return NULL;
  }
  if (read_notes(p, spec, &count, error)) {
    rosin_performance_free(p);
    return NULL;
  }
  *warning = *error;
  const int takes = spec->takes && !player && !spec->keys; /* effects have no part of a score */
  if (!takes)
    count = rosin_part_choose(p->score, count, (int)rosin_scene_model(scene)->instrument.program,
                              &p->left);
  p->player = player;
  p->keys = player ? NULL : spec->keys;
  if (seat(p, spec, takes, count, error) == 0 &&
      !(spec->whole && last(p, scene, spec, takes ? spec->ring : last_tone, error)))
    return p;
  rosin_performance_free(p);
  return NULL;
}

const rosin_player_score_t *rosin_performance_score(const rosin_performance *p, int *count) {
  *count = p->count;
  return p->score;
}

double rosin_performance_end(const rosin_performance *p) {
  return p->count ? p->score[p->count - 1].time : 0;
}

const rosin_left_out *rosin_performance_left(rosin_performance *p) {
  p->left.played = p->notes - (p->keys     ? rosin_keyboard_missed(p->keys)
                               : p->player ? rosin_player_missed(p->player)
                                           : 0);
  return &p->left;
}

void rosin_performance_free(rosin_performance *p) {
  if (!p)
    return;
  if (p->keys) {
    rosin_keyboard_score(p->keys, NULL, 0);
    rosin_keyboard_set_controls(p->keys, NULL);
    rosin_keyboard_set_witness(p->keys, NULL, NULL);
  } else if (p->player) {
    rosin_player_score(p->player, NULL, 0);
    rosin_player_set_controls(p->player, NULL);
    rosin_player_set_witness(p->player, NULL, NULL);
  }
  rosin_free(p->score);
  rosin_left_out_free(&p->left);
  rosin_free(p);
}
