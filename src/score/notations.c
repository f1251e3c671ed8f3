/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands at a note: slurs, articulations, fingerings, ornaments. */
#include "player/left/grip.h"
#include "player/left/marks.h"
#include "rosin/player.h"
#include "score/document.h"
#include "score/part.h"

#include <math.h>
#include <string.h>

int rosin_score_step(int step, int fifths) {
  static const int natural[] = {0, 2, 4, 5, 7, 9, 11};
  static const int sharps[] = {3, 0, 4, 1, 5, 2, 6}; /* F C G D A E B */
  const int octave = (step + 700) / 7 - 100, at = (step + 700) % 7;
  int semitones = natural[at];
  for (int i = 0; i < 7; i++) {
    semitones += fifths > i && sharps[i] == at;
    semitones -= -fifths > i && sharps[6 - i] == at;
  }
  return semitones + 12 * octave;
}

static const struct {
  const char *name;
  int flag;
} articulations[] = {{"staccato", ROSIN_NOTE_STACCATO},
                     {"staccatissimo", ROSIN_NOTE_WEDGE},
                     {"strong-accent", ROSIN_NOTE_WEDGE | ROSIN_NOTE_ACCENT},
                     {"accent", ROSIN_NOTE_ACCENT},
                     {"spiccato", ROSIN_NOTE_SPICCATO},
                     {"tenuto", ROSIN_NOTE_TENUTO},
                     {"detached-legato", ROSIN_NOTE_PORTATO},
                     {"scoop", ROSIN_NOTE_SCOOP},
                     {"falloff", ROSIN_NOTE_FALL},
                     {"breath-mark", ROSIN_NOTE_BREATH},
                     {"caesura", ROSIN_NOTE_BREATH}};

static int is_known(const xmlNode *n, rosin_score_note *note) {
  for (size_t i = 0; i < sizeof articulations / sizeof *articulations; i++)
    if (rosin_score_named(n, articulations[i].name)) {
      note->flags |= articulations[i].flag;
      return 1;
    }
  return 0;
}

/* A finger that is written, 0 the open string; the first of two that a note may have. */
static void finger(rosin_score_note *note, double number) {
  const int string = rosin_marks_string(note->marks);
  if (number >= 0 && number <= ROSIN_FINGER_THUMB && !rosin_marks_finger(note->marks))
    note->marks =
        rosin_marks_with(note->marks, string, number >= 1 ? (int)number : ROSIN_FINGER_OPEN, 0);
}

static void technical(rosin_score_part *part, const xmlNode *n, rosin_score_note *note) {
  if (rosin_score_named(n, "up-bow"))
    note->marks |= ROSIN_MARK_UP;
  else if (rosin_score_named(n, "down-bow"))
    note->marks |= ROSIN_MARK_DOWN;
  else if (rosin_score_named(n, "harmonic"))
    note->flags |= ROSIN_NOTE_HARMONIC;
  else if (rosin_score_named(n, "snap-pizzicato"))
    note->flags |= ROSIN_NOTE_SNAP;
  else if (rosin_score_named(n, "fingering"))
    finger(note, rosin_score_number(n, -1));
  else if (rosin_score_named(n, "thumb-position"))
    finger(note, ROSIN_FINGER_THUMB);
  else if (rosin_score_named(n, "open-string"))
    finger(note, 0);
  else if (rosin_score_named(n, "stopped"))
    note->flags |= ROSIN_NOTE_LEFT_HAND;
  else if (rosin_score_named(n, "string")) {
    const double string = rosin_score_number(n, 0);
    if (string >= 1 && string <= 6)
      note->marks = rosin_marks_with(note->marks, (int)string, rosin_marks_finger(note->marks), 0);
  } else
    rosin_unread_add(part->unread, (const char *)n->name, 0);
}

/* The upper note of a trill is the next of the scale. */
static double trill(const xmlNode *written, int fifths) {
  static const char letters[] = "CDEFGAB";
  char step[8];
  const xmlNode *pitch = rosin_score_child(written, "pitch");
  const char *letter =
      strchr(letters, *rosin_score_text(rosin_score_child(pitch, "step"), step, sizeof step));
  if (!letter || !*letter)
    return 2;
  const int at = (int)(letter - letters);
  const double alter = rosin_score_number(rosin_score_child(pitch, "alter"), 0);
  const double up = rosin_score_step(at + 1, fifths) - rosin_score_step(at, 0) - alter;
  return up >= 1 && up <= 4 ? up : 2;
}

static void ornament(rosin_score_part *part, const xmlNode *written, const xmlNode *n, int fifths,
                     rosin_score_note *note) {
  if (rosin_score_named(n, "trill-mark"))
    note->trill = trill(written, fifths);
  else if (rosin_score_named(n, "tremolo") && rosin_score_number(n, 0) >= 2)
    note->flags |= ROSIN_NOTE_TREMOLO;
  else if (!rosin_score_named(n, "accidental-mark") && !rosin_score_named(n, "wavy-line"))
    rosin_unread_add(part->unread, (const char *)n->name, 0);
}

/* What of <notations> is for the eye, or is said elsewhere too. */
static int is_shown(const xmlNode *n) {
  static const char *const shown[] = {"tied", "tuplet", "accidental-mark", "footnote", "level"};
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
    if (rosin_score_named(n, shown[i]))
      return 1;
  return 0;
}

static void slur(const xmlNode *n, unsigned *slurs) {
  const unsigned bit = 1u << (int)fmin(fmax(rosin_score_attribute(n, "number", 1), 0), 16);
  if (rosin_score_says(n, "type", "start"))
    *slurs |= bit;
  else if (rosin_score_says(n, "type", "stop"))
    *slurs &= ~bit;
}

/* One thing of <notations>. */
static void notation(rosin_score_part *part, const xmlNode *written, const xmlNode *n, int fifths,
                     rosin_score_note *note) {
  const int articulated = rosin_score_named(n, "articulations");
  const int is_technical = rosin_score_named(n, "technical");
  if (!articulated && !is_technical && !rosin_score_named(n, "ornaments")) {
    if (rosin_score_named(n, "fermata"))
      note->flags |= ROSIN_NOTE_FERMATA;
    else if (!is_shown(n))
      rosin_unread_add(part->unread, (const char *)n->name, 0);
    return;
  }
  for (const xmlNode *m = rosin_score_child(n, NULL); m; m = rosin_score_next(m, NULL)) {
    if (is_technical)
      technical(part, m, note);
    else if (!articulated)
      ornament(part, written, m, fifths, note);
    else if (!is_known(m, note))
      rosin_unread_add(part->unread, (const char *)m->name, 0);
  }
}

void rosin_score_notations(rosin_score_part *part, const xmlNode *written, int fifths,
                           unsigned *slurs, rosin_score_note *note) {
  const xmlNode *all = rosin_score_child(written, "notations");
  for (; all; all = rosin_score_next(all, "notations"))
    for (const xmlNode *n = rosin_score_child(all, NULL); n; n = rosin_score_next(n, NULL)) {
      if (rosin_score_named(n, "slur"))
        slur(n, slurs);
      else
        notation(part, written, n, fifths, note);
    }
  note->flags |= *slurs ? ROSIN_NOTE_JOINED : 0;
}
