/* SPDX-License-Identifier: BSD-3-Clause */
/* The format (MIDI 1.0 Detailed Specification, Standard MIDI Files 1.0): a header chunk,
 * then tracks of messages, each after the ticks since the one before. All tracks are
 * merged; tempo is in microseconds a quarter note, 500 000 until told.
 *
 * Read here since what reads it elsewhere does not bear damage: libsmf 1.3 ends the
 * program by an assertion on one damaged file in four. */
#include "player/file/midi_file.h"
#include "memory.h"
#include "player/file/bytes.h"
#include "player/midi/midi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUARTER = 500000 };

/* A message, or a tempo. */
typedef struct {
  long long tick;
  int order;       /* in the file: what is at the same tick stays so */
  int tempo;       /* us a quarter note, 0: a message */
  int beats, unit; /* a bar of so many notes of a 1/unit, 0: no such */
  int length;
  unsigned char message[3];
} entry;

typedef struct {
  const unsigned char *at, *end;
  long long tick;
  int status;     /* byte of the last message, 0: none yet */
  entry *entries; /* of all tracks so far */
  int count;
} track;

static unsigned number(const unsigned char *p, int bytes) {
  unsigned value = 0;
  for (int i = 0; i < bytes; i++)
    value = value << 8 | p[i];
  return value;
}

/* 7 bits a byte, at most four: -1 if it is none. */
static long variable(track *t) {
  long value = 0;
  for (int i = 0; i < 4 && t->at < t->end; i++) {
    value = value << 7 | (*t->at & 127);
    if (!(*t->at++ & 128))
      return value;
  }
  return -1;
}

/* What is longer than a message and says how long: its bytes, or NULL if it is cut off. */
static const unsigned char *skip(track *t, long *length) {
  *length = variable(t);
  const unsigned char *data = t->at;
  if (*length < 0 || *length > t->end - t->at)
    return NULL;
  t->at += *length;
  return data;
}

/* These three read what stands at t->at: 0, 1 at the end of the track, -1 where it is damaged. Of
 * what is not sent, tempo and meter count. */
static int read_meta(track *t) {
  long length;
  t->at++;
  const int type = t->at < t->end ? *t->at++ : -1;
  const unsigned char *data = type < 0 ? NULL : skip(t, &length);
  if (!data)
    return -1;
  if (type == 0x51 && length == 3 && number(data, 3))
    t->entries[t->count++] = (entry){.tick = t->tick, .tempo = (int)number(data, 3)};
  if (type == 0x58 && length >= 2 && data[0] && data[1] < 7)
    t->entries[t->count++] = (entry){.tick = t->tick, .beats = data[0], .unit = 1 << data[1]};
  return type == 0x2f;
}

static int read_exclusive(track *t) {
  long length;
  t->at++;
  return skip(t, &length) ? 0 : -1;
}

static int read_message(track *t) {
  if (*t->at & 128) /* else as the last one */
    t->status = *t->at++;
  if (t->status < 0x80 || t->status >= 0xf0)
    return -1;
  const int bytes = t->status >> 4 == 0xc || t->status >> 4 == 0xd ? 1 : 2;
  if (t->end - t->at < bytes || (t->at[0] | t->at[bytes - 1]) & 128)
    return -1;
  entry *e = &t->entries[t->count++];
  *e = (entry){.tick = t->tick, .length = 1 + bytes};
  e->message[0] = (unsigned char)t->status;
  memcpy(e->message + 1, t->at, (size_t)bytes);
  t->at += bytes;
  return 0;
}

/* 0, or -1 where the track is damaged (t->at tells). */
static int read_track(track *t) {
  int over = 0;
  t->tick = 0;
  t->status = 0;
  while (!over && t->at < t->end) {
    const long delta = variable(t);
    if (delta < 0 || t->at == t->end)
      return -1;
    t->tick += delta;
    over = *t->at == 0xff                     ? read_meta(t)
           : *t->at == 0xf0 || *t->at == 0xf7 ? read_exclusive(t)
                                              : read_message(t);
  }
  return over < 0 ? -1 : 0;
}

static int earlier(const void *a, const void *b) {
  const entry *x = a, *y = b;
  if (x->tick != y->tick)
    return x->tick < y->tick ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Entries of all tracks, in order of time. `damage` is where the first damaged track is, or
 * -1. */
static entry *read_tracks(const unsigned char *bytes, long size, int *count, long *damage) {
  track t = {.entries = rosin_malloc(((size_t)size / 2 + 1) * sizeof(entry))};
  *damage = -1;
  *count = 0;
  if (!t.entries)
    return NULL;
  for (long at = 8 + (long)number(bytes + 4, 4); at < size;) {
    if (size - at < 8 || number(bytes + at + 4, 4) > (unsigned long)(size - at - 8)) {
      *damage = *damage < 0 ? size : *damage; /* the file ends too soon */
      if (size - at < 8)
        break;
    }
    const long told = (long)number(bytes + at + 4, 4), left = size - at - 8;
    t.at = bytes + at + 8;
    t.end = t.at + (told < left ? told : left);
    const unsigned char *end = t.end;
    if (memcmp(bytes + at, "MTrk", 4) == 0 && read_track(&t) && (*damage < 0 || *damage == size))
      *damage = (long)(t.at - bytes);
    at = (long)(end - bytes);
  }
  for (int i = 0; i < t.count; i++)
    t.entries[i].order = i;
  qsort(t.entries, (size_t)t.count, sizeof *t.entries, earlier);
  *count = t.count;
  return t.entries;
}

/* Where bars begin: from `from`, all `bar` ticks, of beats of `beat`. */
typedef struct {
  long long from;
  double bar, beat; /* ticks; 0: nobody knows */
} meter;

/* Marks of a note at this tick: a note a bit before or behind a beat is on it. */
static int marks_at(const meter *m, long long tick) {
  if (m->bar <= 0)
    return 0;
  const double in = fmod((double)(tick - m->from) + 0.1 * m->beat, m->bar);
  const int last = (int)floor(in / m->beat) == (int)floor(m->bar / m->beat + 0.5) - 1;
  return fmod(in, m->beat) > 0.2 * m->beat || (last && m->bar > m->beat) ? ROSIN_MARK_UPBEAT : 0;
}

/* How far the entries have come. */
typedef struct {
  double division; /* ticks a quarter note */
  int frames;      /* a second; 0: time goes by quarter notes, with tempo and meter */
  double per_tick; /* s */
  long long tick;
  double now; /* s, at that tick */
  meter meter;
} timeline;

/* `division` is of the header. */
static timeline begin_time(unsigned division) {
  const int frames = division & 0x8000 ? 256 - (int)(division >> 8) : 0;
  const double rate = frames == 29 ? 30 / 1.001 : frames;
  return (timeline){.division = division,
                    .frames = frames,
                    .per_tick = frames ? 1 / (rate * (division & 255)) : 1e-6 * QUARTER / division,
                    .meter = {.bar = frames ? 0 : 4.0 * division, .beat = division}};
}

static void go_to(timeline *t, const entry *e) {
  t->now += t->per_tick * (double)(e->tick - t->tick);
  t->tick = e->tick;
  if (e->tempo && !t->frames)
    t->per_tick = 1e-6 * e->tempo / t->division;
  if (e->beats && !t->frames)
    t->meter =
        (meter){e->tick, 4.0 * t->division * e->beats / e->unit, 4.0 * t->division / e->unit};
}

/* Events with their times. */
typedef struct {
  rosin_player_score_t *event;
  int count, room;
} growing;

/* 0, or -1 without memory. */
static int append(growing *g, double time, const rosin_player_event_t *said, int events) {
  if (g->count + events > g->room) {
    rosin_player_score_t *grown = rosin_realloc(g->event, 2 * (size_t)g->room * sizeof *grown);
    if (!grown)
      return -1;
    g->event = grown;
    g->room *= 2;
  }
  for (int i = 0; i < events; i++)
    g->event[g->count++] = (rosin_player_score_t){time, said[i]};
  return 0;
}

/* Entries as a player's events. */
static rosin_player_score_t *translate(const entry *entries, int entries_count, unsigned division,
                                       rosin_left_out *left, int *count) {
  rosin_midi midi;
  rosin_player_event_t said[ROSIN_MIDI_CHANNELS];
  timeline time = begin_time(division);
  growing score = {.room = entries_count + ROSIN_MIDI_CHANNELS};
  score.event = rosin_malloc((size_t)score.room * sizeof *score.event);
  rosin_midi_start(&midi);
  for (int k = 0; score.event && k < entries_count; k++) {
    const entry *e = &entries[k];
    go_to(&time, e);
    if (!e->length) /* a tempo, a meter */
      continue;
    if (left && rosin_midi_is_drum(&midi, e->message, e->length) && e->message[0] >> 4 == 9 &&
        e->message[2])
      rosin_left_out_note(left, time.now, e->message[1], e->message[0] & 15, ROSIN_LEFT_DRUMS);
    const int events = rosin_midi_events(&midi, e->message, e->length, said);
    if (events && said->kind == ROSIN_PLAYER_NOTE_ON)
      said->controller = marks_at(&time.meter, e->tick);
    if (append(&score, time.now, said, events)) {
      rosin_free(score.event);
      return NULL;
    }
  }
  *count = score.count;
  return score.event;
}

/* What the header says of time: ticks a quarter note, or frames and ticks a frame; 0 if there
 * is no such header. */
static unsigned read_division(const unsigned char *bytes, long size) {
  if (size < 14 || memcmp(bytes, "MThd", 4) != 0 || number(bytes + 4, 4) < 6 ||
      number(bytes + 4, 4) > (unsigned long)(size - 8))
    return 0;
  const unsigned division = number(bytes + 12, 2);
  return division & 0x8000 && !(division & 255) ? 0 : division;
}

/* There is nothing to play, perhaps since all are drums; `where` the file is damaged, or "". */
static void say_empty(const char *path, const rosin_left_out *left, const char *where,
                      rosin_error *error) {
  const int drums = left ? rosin_left_out_count(left, ROSIN_LEFT_DRUMS) : 0;
  char why[80] = "";
  if (drums)
    snprintf(why, sizeof why, ": its %d note%s %s %s", drums, drums == 1 ? "" : "s",
             drums == 1 ? "is" : "are", rosin_left_reason(ROSIN_LEFT_DRUMS));
  snprintf(error->text, sizeof error->text, "%.300s: there is nothing to play%s%s%s", path, why,
           *where ? "; " : "", where);
}

rosin_player_score_t *rosin_midi_file_read(const char *path, int *count, rosin_left_out *left,
                                           rosin_error *error) {
  long size, damage = -1;
  int entries_count = 0;
  *count = 0;
  unsigned char *bytes = rosin_bytes_read(path, &size, error);
  if (!bytes)
    return NULL;
  const unsigned division = read_division(bytes, size);
  if (!division) {
    snprintf(error->text, sizeof error->text, "%.300s: is no Standard MIDI File", path);
    rosin_free(bytes);
    return NULL;
  }
  entry *entries = read_tracks(bytes, size, &entries_count, &damage);
  const int room = entries && (!left || rosin_left_out_start(left, entries_count) == 0);
  rosin_player_score_t *score =
      room ? translate(entries, entries_count, division, left, count) : NULL;
  rosin_free(entries);
  rosin_free(bytes);
  char where[64] = "";
  if (damage >= 0)
    snprintf(where, sizeof where, damage == size ? "it ends too soon" : "it is damaged at byte %ld",
             damage);
  if (!score) {
    snprintf(error->text, sizeof error->text, "%.300s: out of memory", path);
  } else if (*count == 0) {
    say_empty(path, left, where, error);
    rosin_free(score);
    score = NULL;
  } else if (*where) {
    snprintf(error->text, sizeof error->text, "%.300s: %s; what can be read is played", path,
             where);
  } else {
    *error->text = 0;
  }
  return score;
}
