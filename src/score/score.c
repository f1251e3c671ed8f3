/* SPDX-License-Identifier: BSD-3-Clause */
#include "score/score.h"
#include "score/document.h"
#include "score/perform.h"

#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 256, CHANNELS = 15, DRUMS = 9 };

/* A score as it is read. */
typedef struct {
  rosin_score_part *part; /* [parts], owned */
  int parts;
  int played[CHANNELS], channels; /* which of them have a channel */
  rosin_unread unread;
} reading;

int rosin_score_is(const char *path) {
  unsigned char begin[80] = {0};
  FILE *file = fopen(path, "rb");
  const size_t got = file ? fread(begin, 1, sizeof begin, file) : 0;
  if (file)
    fclose(file);
  return rosin_score_marked_up(begin, got) || (got >= 4 && memcmp(begin, "PK\3\4", 4) == 0);
}

static const xmlNode *about(const xmlNode *root, const xmlNode *part) {
  xmlChar *id = xmlGetProp(part, (const xmlChar *)"id");
  const xmlNode *n = rosin_score_child(rosin_score_child(root, "part-list"), "score-part");
  while (id && n && !rosin_score_says(n, "id", (const char *)id))
    n = rosin_score_next(n, "score-part");
  xmlFree(id);
  return n;
}

/* General MIDI's violin, viola, cello, contrabass. */
static int is_bowed(const rosin_score_part *part) {
  return part->program >= 40 && part->program <= 43;
}

/* There are as many channels as MIDI has for tones; where there are more parts, what is bowed comes
 * first. All parts have a say in the tempo. */
static void give_channels(reading *r) {
  int taken[PARTS] = {0};
  for (int bowed = r->parts > CHANNELS; bowed >= 0; bowed--)
    for (int i = 0, room = CHANNELS - r->channels; i < r->parts && room > 0; i++)
      if (!taken[i] && (!bowed || is_bowed(&r->part[i]))) {
        taken[i] = 1;
        r->channels++;
        room--;
      }
  for (int i = 0, k = 0; i < r->parts; i++)
    if (taken[i])
      r->played[k++] = i;
}

static int read_parts(reading *r, const xmlNode *root, rosin_error *error) {
  int parts = 0;
  for (const xmlNode *n = rosin_score_child(root, "part"); n; n = rosin_score_next(n, "part"))
    parts++;
  if (parts > PARTS)
    return rosin_fail(error, "has %d parts: at most %d", parts, PARTS);
  if (!(r->part = calloc((size_t)parts + 1, sizeof *r->part)))
    return rosin_fail(error, "out of memory");
  for (const xmlNode *n = rosin_score_child(root, "part"); n; n = rosin_score_next(n, "part")) {
    rosin_score_part *part = &r->part[r->parts++];
    if (rosin_score_part_read(part, about(root, n), n, &r->unread, error))
      return -1;
  }
  give_channels(r);
  return 0;
}

static int rank(const rosin_player_event_t *e) {
  return e->kind == ROSIN_PLAYER_PROGRAM    ? 0
         : e->kind == ROSIN_PLAYER_NOTE_OFF ? 1
         : e->kind == ROSIN_PLAYER_TELL     ? 2
                                            : 3;
}

static int earlier(const void *a, const void *b) {
  const rosin_player_score_t *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  if (rank(&x->event) != rank(&y->event))
    return rank(&x->event) - rank(&y->event);
  if (x->event.channel != y->event.channel)
    return x->event.channel - y->event.channel;
  return (x->event.key > y->event.key) - (x->event.key < y->event.key);
}

/* All parts by one clock. */
static int perform(rosin_score_events *events, const reading *r) {
  int bars, status = -1;
  int *order = rosin_score_order(r->part, &bars);
  rosin_score_clock clock = {0};
  if (order && rosin_score_clock_set(&clock, r->part, r->parts, order, bars) == 0) {
    status = 0;
    for (int i = 0; i < r->channels && !status; i++)
      status = rosin_score_perform(events, &r->part[r->played[i]], &clock, i < DRUMS ? i : i + 1);
  }
  rosin_score_clock_free(&clock);
  free(order);
  if (events->count)
    qsort(events->event, (size_t)events->count, sizeof *events->event, earlier);
  return status;
}

static int has_notes(const rosin_score_events *events) {
  for (int i = 0; i < events->count; i++)
    if (events->event[i].event.kind == ROSIN_PLAYER_NOTE_ON)
      return 1;
  return 0;
}

static void say_left(const char *path, const reading *r, rosin_error *error) {
  char notes[100] = "", rest[100] = "", words[300] = "";
  int lost = 0, bar = 0;
  for (int i = 0; i < r->parts; i++) {
    const rosin_score_part *part = &r->part[i];
    lost += part->lost;
    bar = part->lost && (!bar || part->lost_in < bar) ? part->lost_in : bar;
  }
  *error->text = '\0';
  rosin_unread_say(&r->unread, words, sizeof words);
  if (lost)
    snprintf(notes, sizeof notes, "; %d note%s left out, without a pitch or a length%s bar %d",
             lost, lost == 1 ? " is" : "s are", lost == 1 ? ", in" : ": the first in", bar);
  if (r->parts > r->channels)
    snprintf(rest, sizeof rest,
             "; has %d parts, of which %d are read, those of bowed strings first", r->parts,
             r->channels);
  if (*words || *notes || *rest) {
    char all[sizeof notes + sizeof words + sizeof rest];
    snprintf(all, sizeof all, "%s%s%s%s", notes, rest, *words ? "; " : "", words);
    rosin_fail(error, "%.200s: %s", path, all + 2);
  }
}

/* Why there is nothing to play, in `error`; 0 if there is. */
static int read_all(const char *path, const xmlNode *root, reading *r, rosin_score_events *events,
                    rosin_error *error) {
  rosin_error why = {""};
  if (rosin_score_named(root, "score-timewise"))
    return rosin_fail(error, "%.300s: is written by bars (score-timewise); save it by parts", path);
  if (!rosin_score_named(root, "score-partwise"))
    return rosin_fail(error, "%.300s: is no MusicXML: it begins with <%.60s>", path,
                      root ? (const char *)root->name : "");
  if (read_parts(r, root, &why))
    return rosin_fail(error, "%.300s: %.150s", path, why.text);
  if (r->parts && perform(events, r))
    return rosin_fail(error, "%.300s: out of memory, or longer than %d bars or %d notes", path,
                      ROSIN_SCORE_BARS, ROSIN_SCORE_NOTES);
  return has_notes(events) ? 0 : rosin_fail(error, "%.300s: there is nothing to play", path);
}

rosin_player_score_t *rosin_score_read(const char *path, int *count, rosin_left_out *left,
                                       rosin_error *error) {
  rosin_score_events events = {0};
  reading r = {.part = NULL};
  *count = 0;
  xmlDoc *doc = rosin_score_document(path, error);
  if (!doc)
    return NULL;
  int status = read_all(path, xmlDocGetRootElement(doc), &r, &events, error);
  if (status == 0 && left && rosin_left_out_start(left, events.count))
    status = rosin_fail(error, "%.300s: out of memory", path);
  if (status == 0) {
    say_left(path, &r, error);
    if (left)
      left->unread = r.unread;
    *count = events.count;
  } else {
    free(events.event);
    events.event = NULL;
  }
  for (int i = 0; i < r.parts; i++)
    rosin_score_part_free(&r.part[i]);
  free(r.part);
  xmlFreeDoc(doc);
  return events.event;
}
