/* SPDX-License-Identifier: BSD-3-Clause */
/* Bars and notes of a part, in the order of the file: <backup> and <forward> move the place. */
#include "score/part.h"
#include "error.h"
#include "letters.h"
#include "number.h"
#include "player/midi/channel.h"
#include "score/document.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  rosin_score_part *part;
  double divisions; /* of a quarter note */
  double transpose; /* semitones */
  double whole, beat;
  int fifths;
  unsigned slurs, ending;
  double at, last; /* quarter notes: here, and where the last note began */
  rosin_error *error;
} reading;

void rosin_score_part_free(rosin_score_part *part) {
  free(part->bar);
  free(part->note);
  free(part->sign);
  *part = (rosin_score_part){.program = -1, .manner = -1};
}

/* "3" or "3+2". */
static double sum_in(const xmlNode *of) {
  char said[64];
  double sum = 0;
  for (const char *c = rosin_score_text(of, said, sizeof said); *c;) {
    char *end;
    sum += rosin_number_read(c, &end);
    c = end + (*end == '+');
    if (end == c)
      break;
  }
  return sum > 0 && sum < 1000 ? sum : 0;
}

static int read_divisions(reading *r, const xmlNode *of) {
  char said[40];
  const double divisions = rosin_score_number(of, 0);
  if (!of)
    return 0;
  if (!(divisions >= ROSIN_SCORE_DIVISIONS_LOW && divisions <= ROSIN_SCORE_DIVISIONS_HIGH))
    return rosin_fail(r->error, "bar %d: divisions: %s is out of range: %g to %g", r->part->bars,
                      rosin_score_text(of, said, sizeof said), ROSIN_SCORE_DIVISIONS_LOW,
                      ROSIN_SCORE_DIVISIONS_HIGH);
  r->divisions = divisions;
  return 0;
}

static int read_attributes(reading *r, const xmlNode *of) {
  const xmlNode *time = rosin_score_child(of, "time"), *shift = rosin_score_child(of, "transpose");
  const xmlNode *style = rosin_score_child(of, "measure-style");
  if (read_divisions(r, rosin_score_child(of, "divisions")))
    return -1;
  for (const xmlNode *n = rosin_score_child(style, NULL); n; n = rosin_score_next(n, NULL))
    if (!rosin_score_named(n, "multiple-rest") && !rosin_score_says(n, "type", "stop"))
      rosin_unread_add(r->part->unread, (const char *)n->name, 0);
  const double beats = sum_in(rosin_score_child(time, "beats"));
  const double unit = rosin_score_number(rosin_score_child(time, "beat-type"), 0);
  if (beats > 0 && unit >= 1 && unit <= 128) {
    const int compound = unit >= 8 && beats > 3 && fmod(beats, 3) == 0;
    r->whole = 4 * beats / unit;
    r->beat = 4 / unit * (compound ? 3 : 1);
  }
  const double fifths =
      rosin_score_number(rosin_score_child(rosin_score_child(of, "key"), "fifths"), r->fifths);
  r->fifths = (int)fmin(fmax(fifths, -7), 7);
  if (shift)
    r->transpose = rosin_score_number(rosin_score_child(shift, "chromatic"), 0) +
                   12 * rosin_score_number(rosin_score_child(shift, "octave-change"), 0);
  return 0;
}

/* MIDI's key of a <pitch>, or -1. */
static double key_of(const reading *r, const xmlNode *pitch) {
  static const char letters[] = "CDEFGAB";
  char step[8];
  const char *letter =
      strchr(letters, *rosin_score_text(rosin_score_child(pitch, "step"), step, sizeof step));
  if (!pitch || !letter || !*letter)
    return -1;
  const double octave = rosin_score_number(rosin_score_child(pitch, "octave"), NAN);
  return 12 * (octave + 1) + rosin_score_step((int)(letter - letters), 0) +
         rosin_score_number(rosin_score_child(pitch, "alter"), 0) + r->transpose;
}

static double quarters(const reading *r, const xmlNode *of) {
  const double length = rosin_score_number(rosin_score_child(of, "duration"), 0) / r->divisions;
  if (length > ROSIN_SCORE_LENGTH)
    rosin_unread_add(r->part->unread, "length beyond 1000 quarter notes", 0);
  return fmin(fmax(length, 0), ROSIN_SCORE_LENGTH);
}

/* Where a direction stands. */
static double place_of(const reading *r, const xmlNode *of) {
  const double offset = rosin_score_number(rosin_score_child(of, "offset"), 0) / r->divisions;
  return fmax(r->at + fmin(fmax(offset, -ROSIN_SCORE_LENGTH), ROSIN_SCORE_LENGTH), 0);
}

static int goes_on(const xmlNode *of) {
  for (const xmlNode *tie = rosin_score_child(of, "tie"); tie; tie = rosin_score_next(tie, "tie"))
    if (rosin_score_says(tie, "type", "stop"))
      return ROSIN_NOTE_TIED;
  return 0;
}

static int read_note(reading *r, const xmlNode *of) {
  rosin_score_part *p = r->part;
  const int chord = rosin_score_child(of, "chord") != NULL;
  const int grace = rosin_score_child(of, "grace") != NULL;
  const double length = grace ? 0 : quarters(r, of), at = chord ? r->last : r->at;
  if (!chord) {
    r->last = r->at;
    r->at += length;
  }
  rosin_score_note note = {
      .bar = p->bars - 1,
      .at = at,
      .length = length,
      .key = key_of(r, rosin_score_child(of, "pitch")),
      .voice = (int)fmin(fmax(rosin_score_number(rosin_score_child(of, "voice"), 1), 0), 1000),
      .flags = goes_on(of)};
  rosin_score_notations(p, of, r->fifths, &r->slurs, &note);
  if (rosin_score_child(of, "unpitched"))
    rosin_unread_add(p->unread, "unpitched note", 0);
  if (rosin_score_child(of, "cue") || rosin_score_child(of, "rest") ||
      rosin_score_child(of, "unpitched"))
    return 0;
  if (!(note.key >= 0 && note.key <= 127) || (!grace && length == 0)) {
    p->lost_in = p->lost++ ? p->lost_in : p->bars;
    return 0;
  }
  rosin_score_note *grown = rosin_score_room(p->note, p->notes, &p->note_room, sizeof *grown);
  if (!grown)
    return -1;
  p->note = grown;
  p->note[p->notes++] = note;
  return 0;
}

/* "1", "1,2", "1 2": the times of an ending. */
static unsigned times_of(const xmlNode *ending) {
  xmlChar *said = xmlGetProp(ending, (const xmlChar *)"number");
  unsigned times = 0;
  for (const char *c = said ? (const char *)said : ""; *c; c++)
    if (rosin_is_digit(*c))
      times |= 1u << (*c - '0');
  xmlFree(said);
  return times;
}

/* 1 if an ending ends with this bar. */
static int read_barline(reading *r, const xmlNode *of) {
  rosin_score_bar *bar = &r->part->bar[r->part->bars - 1];
  const xmlNode *repeat = rosin_score_child(of, "repeat"),
                *ending = rosin_score_child(of, "ending");
  if (rosin_score_says(repeat, "direction", "forward"))
    bar->forward = 1;
  if (rosin_score_attribute(repeat, "times", 2) > 20)
    rosin_unread_add(r->part->unread, "repeat beyond 20 times", 0);
  if (rosin_score_says(repeat, "direction", "backward"))
    bar->backward = (int)fmin(fmax(rosin_score_attribute(repeat, "times", 2), 1), 20);
  bar->segno |= rosin_score_child(of, "segno") != NULL;
  bar->coda |= rosin_score_child(of, "coda") != NULL;
  if (rosin_score_says(ending, "type", "start"))
    bar->ending = r->ending = times_of(ending);
  return ending && !rosin_score_says(ending, "type", "start");
}

/* What a bar has, now that all of it is read. */
static void end_bar(rosin_score_part *p, rosin_score_bar *bar) {
  bar->notes = p->notes - bar->note;
  bar->signs = p->signs - bar->sign;
  for (int kind = 0; kind < ROSIN_SIGN_KINDS; kind++)
    bar->standing[kind] = p->bars > 1 ? bar[-1].standing[kind] : -1;
  for (int i = bar->sign; i < p->signs; i++) {
    int *standing = &bar->standing[p->sign[i].kind];
    if (*standing < bar->sign || p->sign[i].at >= p->sign[*standing].at)
      *standing = i;
  }
}

/* What stands in a bar and says nothing that could be played. */
static int is_silent(const xmlNode *n) {
  static const char *const silent[] = {"print", "bookmark", "link", "grouping", "listening"};
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
    if (rosin_score_named(n, silent[i]))
      return 1;
  return 0;
}

/* What stands in a bar; an ending may end with it. 0, or -1. */
static int read_element(reading *r, const xmlNode *n, int *ends) {
  rosin_score_part *p = r->part;
  if (rosin_score_named(n, "note"))
    return read_note(r, n);
  if (rosin_score_named(n, "attributes"))
    return read_attributes(r, n);
  if (rosin_score_named(n, "direction"))
    return rosin_score_direction(p, n, place_of(r, n));
  if (rosin_score_named(n, "sound"))
    return rosin_score_sound(p, n, r->at);
  if (rosin_score_named(n, "backup"))
    r->at = fmax(r->at - quarters(r, n), 0);
  else if (rosin_score_named(n, "forward"))
    r->at += quarters(r, n);
  else if (rosin_score_named(n, "barline"))
    *ends |= read_barline(r, n);
  else if (!is_silent(n))
    rosin_unread_add(p->unread, (const char *)n->name, 0);
  return 0;
}

static int read_bar(reading *r, const xmlNode *of) {
  rosin_score_part *p = r->part;
  rosin_score_bar *grown = rosin_score_room(p->bar, p->bars, &p->bar_room, sizeof *grown);
  if (!grown || p->bars >= ROSIN_SCORE_BARS)
    return -1;
  p->bar = grown;
  p->bar[p->bars++] = (rosin_score_bar){.ending = r->ending, .note = p->notes, .sign = p->signs};
  double most = 0;
  int status = 0, ends = 0;
  r->at = r->last = 0;
  for (const xmlNode *n = rosin_score_child(of, NULL); n && !status;
       n = rosin_score_next(n, NULL)) {
    status = read_element(r, n, &ends);
    most = fmax(most, r->at);
  }
  rosin_score_bar *bar = &p->bar[p->bars - 1];
  bar->whole = r->whole;
  bar->beat = r->beat;
  bar->length = most > 0 ? most : r->whole;
  end_bar(p, bar);
  if (ends)
    r->ending = 0;
  return status;
}

/* General MIDI's program that a part asks for, from 0; else -1. */
static int program_asked(const xmlNode *about) {
  const xmlNode *midi = rosin_score_child(about, "midi-instrument");
  const double program = rosin_score_number(rosin_score_child(midi, "midi-program"), 0);
  return program >= 1 && program <= 128 ? (int)program - 1 : -1;
}

/* General MIDI's programs of the four, by what a part is called. */
static int program_of(const xmlNode *about) {
  static const struct {
    const char *word;
    int program;
  } names[] = {{"cello", 42},    {"vc", 42},    {"viola", 41}, {"vla", 41},
               {"bratsche", 41}, {"basso", 43}, {"bass", 43},  {"cb.", 43},
               {"violin", 40},   {"geige", 40}, {"vln", 40},   {"vl", 40}};
  const int asked = program_asked(about);
  char name[64];
  if (asked >= 0 && rosin_channel_manner(asked) < 0)
    return asked;
  rosin_score_text(rosin_score_child(about, "part-name"), name, sizeof name);
  for (char *c = name; *c; c++)
    *c = rosin_lower(*c);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strstr(name, names[i].word))
      return names[i].program;
  return -1;
}

int rosin_score_part_read(rosin_score_part *part, const xmlNode *about, const xmlNode *of,
                          rosin_unread *unread, rosin_error *error) {
  reading r = {.part = part, .divisions = 1, .whole = 4, .beat = 1, .error = error};
  *part = (rosin_score_part){.program = program_of(about),
                             .manner = rosin_channel_manner(program_asked(about)),
                             .unread = unread};
  const xmlNode *bar = rosin_score_child(of, "measure");
  *error->text = 0;
  for (; bar; bar = rosin_score_next(bar, "measure"))
    if (read_bar(&r, bar))
      return *error->text ? -1
                          : rosin_fail(error, "bar %d: out of memory, or more than %d notes",
                                       part->bars, ROSIN_SCORE_NOTES);
  return 0;
}
