/* SPDX-License-Identifier: BSD-3-Clause */
#include "score/score.h"
#include "score/document.h"
#include "score/perform.h"

#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 15, DRUMS = 9 };

int rosin_score_is(const char *path) {
  unsigned char begin[4] = {0};
  FILE *file = fopen(path, "rb");
  const size_t got = file ? fread(begin, 1, sizeof begin, file) : 0;
  if (file)
    fclose(file);
  const unsigned char *text = got >= 4 && memcmp(begin, "\xef\xbb\xbf", 3) == 0 ? begin + 3 : begin;
  return got >= 1 && (*text == '<' || memcmp(begin, "PK\3\4", 4) == 0);
}

static const xmlNode *about(const xmlNode *root, const xmlNode *part) {
  xmlChar *id = xmlGetProp(part, (const xmlChar *)"id");
  const xmlNode *n = rosin_score_child(rosin_score_child(root, "part-list"), "score-part");
  while (id && n && !rosin_score_says(n, "id", (const char *)id))
    n = rosin_score_next(n, "score-part");
  xmlFree(id);
  return n;
}

static int read_parts(const xmlNode *root, rosin_score_part *part, int *parts, int *more,
                      rosin_error *error) {
  const xmlNode *n = rosin_score_child(root, "part");
  for (; n; n = rosin_score_next(n, "part")) {
    if (*parts == PARTS) {
      ++*more;
      continue;
    }
    if (rosin_score_part_read(&part[(*parts)++], about(root, n), n, error))
      return -1;
  }
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
static int perform(rosin_score_events *events, const rosin_score_part *part, int parts) {
  int bars, status = -1;
  int *order = rosin_score_order(part, &bars);
  rosin_score_clock clock = {0};
  if (order && rosin_score_clock_set(&clock, part, parts, order, bars) == 0) {
    status = 0;
    for (int i = 0; i < parts && !status; i++)
      status = rosin_score_perform(events, &part[i], &clock, i < DRUMS ? i : i + 1);
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

static void say_left(const char *path, const rosin_score_part *part, int parts, int more,
                     rosin_error *error) {
  char ornaments[100] = "", notes[100] = "", rest[60] = "";
  int left = 0, lost = 0, bar = 0;
  for (int i = 0; i < parts; i++) {
    left += part[i].left;
    lost += part[i].lost;
    bar = part[i].lost && (!bar || part[i].lost_in < bar) ? part[i].lost_in : bar;
  }
  *error->text = '\0';
  if (left)
    snprintf(ornaments, sizeof ornaments,
             "; %d ornament%s or word%s for the tempo that %s written %s not played", left,
             left == 1 ? "" : "s", left == 1 ? "" : "s", left == 1 ? "is" : "are",
             left == 1 ? "is" : "are");
  if (lost)
    snprintf(notes, sizeof notes, "; %d note%s left out, without a pitch or a length%s bar %d",
             lost, lost == 1 ? " is" : "s are", lost == 1 ? ", in" : ": the first in", bar);
  if (more)
    snprintf(rest, sizeof rest, "; has %d parts, of which the first %d are read", parts + more,
             PARTS);
  if (left || lost || more) {
    char all[sizeof notes + sizeof ornaments + sizeof rest];
    snprintf(all, sizeof all, "%s%s%s", notes, ornaments, rest);
    rosin_fail(error, "%.300s: %s", path, all + 2);
  }
}

rosin_player_score_t *rosin_score_read(const char *path, int *count, rosin_left_out *left,
                                       rosin_error *error) {
  rosin_score_part part[PARTS] = {{0}};
  rosin_score_events events = {0};
  rosin_error why = {""};
  int parts = 0, more = 0, status = -1;
  *count = 0;
  xmlDoc *doc = rosin_score_document(path, error);
  if (!doc)
    return NULL;
  const xmlNode *root = xmlDocGetRootElement(doc);
  if (rosin_score_named(root, "score-timewise"))
    rosin_fail(error, "%.300s: is written by bars (score-timewise); save it by parts", path);
  else if (!rosin_score_named(root, "score-partwise"))
    rosin_fail(error, "%.300s: is no MusicXML: it begins with <%.60s>", path,
               root ? (const char *)root->name : "");
  else if (read_parts(root, part, &parts, &more, &why))
    rosin_fail(error, "%.300s: %.150s", path, why.text);
  else if (parts && perform(&events, part, parts))
    rosin_fail(error, "%.300s: out of memory, or longer than %d bars or %d notes", path,
               ROSIN_SCORE_BARS, ROSIN_SCORE_NOTES);
  else if (!has_notes(&events))
    rosin_fail(error, "%.300s: there is nothing to play", path);
  else if (left && rosin_left_out_start(left, events.count))
    rosin_fail(error, "%.300s: out of memory", path);
  else
    status = 0;
  if (status == 0) {
    say_left(path, part, parts, more, error);
    *count = events.count;
  } else {
    free(events.event);
    events.event = NULL;
  }
  for (int i = 0; i < parts; i++)
    rosin_score_part_free(&part[i]);
  xmlFreeDoc(doc);
  return events.event;
}
