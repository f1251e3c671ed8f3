/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/ensemble/parts.h"
#include "core/section/section.h"
#include "error.h"
#include "number.h"
#include "player/file/midi_file.h"
#include "player/midi/channel.h"
#include "player/midi/part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 16 };

/* Violins left, cellos right, as most orchestras sit; what is low stands behind. Scenes tune their
 * strings as these ring; bowed they are 2 to 19 cents sharp, where no finger mends it. Who plays
 * with others tunes with the bow: below by the middle of what tests/verify/regimes hears of open
 * strings from pp to ff (seed 1). */
const rosin_ensemble_kind rosin_ensemble_kinds[ROSIN_ENSEMBLE_KINDS] = {
    {"violin",
     40,
     {{-2.6, 0}, {-1.0, 1.0}},
     4.3,
     {"g.frequency=195.625", "d.frequency=293.501", "a.frequency=440.238", "e.frequency=659.982"}},
    {"viola",
     41,
     {{1.0, 1.0}, {1.0, 2.2}},
     -1.2,
     {"c.frequency=130.298", "g.frequency=195.605", "d.frequency=293.284", "a.frequency=440.204"}},
    {"cello",
     42,
     {{2.6, 0}, {2.6, 1.2}},
     -2.8,
     {"c.frequency=65.32", "g.frequency=97.873", "d.frequency=146.802", "a.frequency=219.993"}},
    {"double-bass",
     43,
     {{3.6, 2.0}, {3.6, 3.2}},
     0.2,
     {"e.frequency=41.133", "a.frequency=54.864", "d.frequency=73.192", "g.frequency=97.839"}},
};

static const rosin_ensemble_kind *kind_of(int program) {
  for (int i = 0; i < ROSIN_ENSEMBLE_KINDS; i++)
    if (rosin_ensemble_kinds[i].program == program)
      return &rosin_ensemble_kinds[i];
  return NULL;
}

static int is_note(const rosin_player_score_t *e) {
  return e->event.kind == ROSIN_PLAYER_NOTE_ON && e->event.value > 0;
}

/* The instrument of each channel is the one that its first note is for: tremolo and pizzicato are a
 * manner of it. */
static void find_kinds(const rosin_player_score_t *score, int count,
                       const rosin_ensemble_kind *kind[CHANNELS], int notes[CHANNELS]) {
  int program[CHANNELS];
  for (int c = 0; c < CHANNELS; c++) {
    program[c] = -1;
    kind[c] = NULL;
    notes[c] = 0;
  }
  for (int i = 0; i < count; i++) {
    const rosin_player_event_t *e = &score[i].event;
    const int c = e->channel & 15;
    if (e->kind == ROSIN_PLAYER_PROGRAM && rosin_channel_manner(e->controller) < 0)
      program[c] = e->controller;
    if (is_note(&score[i]) && !notes[c]++)
      kind[c] = kind_of(program[c]);
  }
}

static rosin_player_score_t *read_file(const char *path, rosin_performance_reader reader,
                                       int *count, rosin_left_out *left, rosin_error *error) {
  return (reader ? reader : rosin_midi_file_read)(path, count, left, error);
}

int rosin_ensemble_count(const char *path, rosin_performance_reader reader) {
  const rosin_ensemble_kind *kind[CHANNELS];
  int notes[CHANNELS], count, parts = 0, bowed = 0;
  rosin_error error;
  rosin_left_out left = {.note = NULL};
  rosin_player_score_t *score = read_file(path, reader, &count, &left, &error);
  if (score) {
    find_kinds(score, count, kind, notes);
    for (int c = 0; c < CHANNELS; c++) {
      parts += notes[c] > 0;
      bowed += kind[c] != NULL;
    }
  }
  free(score);
  rosin_left_out_free(&left);
  return bowed ? parts : 0;
}

/* A channel's events, in their order. 0, or -1 without memory. */
static int add_part(rosin_ensemble *e, const rosin_player_score_t *score, int count, int channel,
                    const rosin_ensemble_kind *kind) {
  rosin_ensemble_part *p = &e->part[e->parts];
  *p = (rosin_ensemble_part){.kind = kind, .channel = channel, .players = 1};
  for (int i = 0; i < e->parts; i++)
    p->order += e->part[i].kind == kind;
  if (!(p->score = malloc((size_t)count * sizeof *p->score)))
    return -1;
  e->parts++;
  for (int i = 0; i < count; i++)
    if ((score[i].event.channel & 15) == channel) {
      p->notes += is_note(&score[i]);
      p->score[p->count++] = score[i];
    }
  return rosin_left_out_start(&p->left, p->count);
}

static void count_others(rosin_ensemble *e, const rosin_player_score_t *score, int count,
                         const rosin_ensemble_kind *const kind[CHANNELS]) {
  for (int i = 0; i < count; i++)
    if (is_note(&score[i]) && !kind[score[i].event.channel & 15]) {
      e->others++;
      rosin_left_out_note(&e->left, score[i].time, score[i].event.key, score[i].event.channel,
                          ROSIN_LEFT_PART);
    }
}

/* All events of the file; NULL and an error. */
static rosin_player_score_t *begin(rosin_ensemble *e, const char *path,
                                   rosin_performance_reader reader, int *count,
                                   rosin_error *warning, rosin_error *error) {
  memset(e, 0, sizeof *e);
  *warning->text = '\0';
  rosin_player_score_t *score = read_file(path, reader, count, &e->left, error);
  if (score) {
    *warning = *error;
    e->end = score[*count - 1].time;
  }
  return score;
}

int rosin_ensemble_read(rosin_ensemble *e, const char *path, rosin_performance_reader reader,
                        rosin_error *warning, rosin_error *error) {
  const rosin_ensemble_kind *kind[CHANNELS];
  int count, notes[CHANNELS], status = 0;
  rosin_player_score_t *score = begin(e, path, reader, &count, warning, error);
  if (!score)
    return -1;
  find_kinds(score, count, kind, notes);
  for (int k = 0; k < ROSIN_ENSEMBLE_KINDS; k++)
    for (int c = 0; c < CHANNELS && !status; c++)
      if (kind[c] == &rosin_ensemble_kinds[k])
        status = add_part(e, score, count, c, kind[c]);
  count_others(e, score, count, kind);
  free(score);
  if (status)
    return rosin_fail(error, "out of memory for the parts of %.300s", path);
  return e->parts ? 0 : rosin_fail(error, "%.300s: no part of it is a bowed string's", path);
}

int rosin_ensemble_read_one(rosin_ensemble *e, const char *path, rosin_performance_reader reader,
                            const char *scene, rosin_error *warning, rosin_error *error) {
  int count;
  rosin_ensemble_part *p = &e->part[0];
  rosin_player_score_t *score = begin(e, path, reader, &count, warning, error);
  if (!score)
    return -1;
  *p = (rosin_ensemble_part){.players = 1, .score = score};
  e->parts = 1;
  for (int k = 0; k < ROSIN_ENSEMBLE_KINDS; k++)
    if (strcmp(rosin_ensemble_kinds[k].scene, scene) == 0)
      p->kind = &rosin_ensemble_kinds[k];
  if (rosin_left_out_start(&p->left, count))
    return rosin_fail(error, "out of memory for the notes of %.300s", path);
  p->count = rosin_part_choose(score, count, p->kind ? p->kind->program : -1, &p->left);
  for (int i = 0; i < p->count; i++)
    p->notes += is_note(&score[i]);
  return p->count ? 0 : rosin_fail(error, "%.300s: there is nothing to play", path);
}

/* ---- who plays ------------------------------------------------------------------------- */

static int read_number(const char *text, const char *whole, int *players, rosin_error *error) {
  char *end;
  const double value = rosin_number_read(text, &end);
  if (end == text || (*end && *end != ',') || value != floor(value) || !(value >= 1) ||
      !(value <= ROSIN_SECTION_MOST))
    return rosin_fail(error, "--players %.200s: '%.*s' must be a whole number, 1 to %d", whole,
                      (int)strcspn(text, ","), text, ROSIN_SECTION_MOST);
  *players = (int)value;
  return 0;
}

/* "violin=8", up to its end or a comma. */
static int take_kind(rosin_ensemble *e, const char *text, const char *whole, rosin_error *error) {
  const size_t length = strcspn(text, "=,");
  int players = 1, known = 0, found = 0;
  for (int k = 0; k < ROSIN_ENSEMBLE_KINDS; k++)
    known |= strlen(rosin_ensemble_kinds[k].scene) == length &&
             strncmp(rosin_ensemble_kinds[k].scene, text, length) == 0;
  if (!known || text[length] != '=')
    return rosin_fail(error,
                      "--players %.200s: '%.*s' must be a number, or as in violin=8: violin, "
                      "viola, cello or double-bass",
                      whole, (int)strcspn(text, ","), text);
  if (read_number(text + length + 1, whole, &players, error))
    return -1;
  for (int i = 0; i < e->parts; i++)
    if (e->part[i].kind && strlen(e->part[i].kind->scene) == length &&
        strncmp(e->part[i].kind->scene, text, length) == 0) {
      e->part[i].players = players;
      found = 1;
    }
  return found
             ? 0
             : rosin_fail(error, "--players %.200s: no part is a %.*s's", whole, (int)length, text);
}

int rosin_ensemble_take_players(rosin_ensemble *e, const char *text, rosin_error *error) {
  int players = 1;
  if (!strchr(text, '=')) {
    if (read_number(text, text, &players, error))
      return -1;
    if (strchr(text, ','))
      return rosin_fail(error, "--players %.200s: must be one number, or as in violin=8,cello=4",
                        text);
    for (int i = 0; i < e->parts; i++)
      e->part[i].players = players;
    return 0;
  }
  for (const char *at = text; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
    if (take_kind(e, at, text, error))
      return -1;
  return 0;
}

void rosin_ensemble_free(rosin_ensemble *e) {
  for (int i = 0; i < e->parts; i++) {
    rosin_core_free(e->part[i].core); /* before its score */
    free(e->part[i].score);
    free(e->part[i].sound);
    rosin_left_out_free(&e->part[i].left);
  }
  rosin_left_out_free(&e->left);
  memset(e, 0, sizeof *e);
}
