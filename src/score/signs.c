/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands above and below the staff, and at a note. */
#include "letters.h"
#include "player/bow/stroke.h"
#include "player/left/grip.h"
#include "player/left/marks.h"
#include "player/player.h"
#include "score/document.h"
#include "score/part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void *rosin_score_room(void *array, int count, int *room, size_t size) {
  if (count < *room)
    return array;
  if (count >= ROSIN_SCORE_NOTES)
    return NULL;
  const int wanted = *room ? 2 * *room : 64;
  void *grown = realloc(array, (size_t)wanted * size);
  if (grown)
    *room = wanted;
  return grown;
}

int rosin_score_sign_add(rosin_score_part *part, const rosin_score_sign *sign) {
  rosin_score_sign *grown =
      rosin_score_room(part->sign, part->signs, &part->sign_room, sizeof *grown);
  if (!grown)
    return -1;
  part->sign = grown;
  part->sign[part->signs++] = *sign;
  return 0;
}

static int add(rosin_score_part *part, double at, rosin_score_sign_kind kind, double value) {
  const rosin_score_sign sign = {part->bars - 1, at, kind, value};
  return rosin_score_sign_add(part, &sign);
}

/* Marks and where they are between pianissimo and fortissimo, which are 0.1 and 0.9. */
static const struct {
  const char *mark;
  double value;
} marks[] = {{"pppp", 0}, {"ppp", 0.03}, {"pp", 0.1},
             {"p", 0.26}, {"mp", 0.42},  {"mf", ROSIN_SCORE_MEZZOFORTE},
             {"f", 0.74}, {"ff", 0.9},   {"fff", 0.97},
             {"ffff", 1}};

static int dynamics(rosin_score_part *part, const xmlNode *of, double at) {
  for (const xmlNode *n = rosin_score_child(of, NULL); n; n = rosin_score_next(n, NULL)) {
    const char *name = (const char *)n->name;
    size_t i = 0;
    while (i < sizeof marks / sizeof *marks && strcmp(name, marks[i].mark) != 0)
      i++;
    if (i < sizeof marks / sizeof *marks) {
      if (add(part, at, ROSIN_SIGN_DYNAMICS, marks[i].value))
        return -1;
      continue;
    }
    const int is_accent =
        strcmp(name, "fp") == 0 || ((strchr(name, 's') || strchr(name, 'z')) && strchr(name, 'f'));
    if (!is_accent)
      rosin_unread_add(part->unread, name, 0);
    if (strcmp(name, "fp") == 0 &&
        (add(part, at, ROSIN_SIGN_ACCENT, 1) || add(part, at, ROSIN_SIGN_DYNAMICS, 0.26)))
      return -1;
    if ((strchr(name, 's') || strchr(name, 'z')) && strchr(name, 'f') &&
        add(part, at, ROSIN_SIGN_ACCENT, 1))
      return -1;
  }
  return 0;
}

/* Words and what they turn; the first that is found counts. */
static const struct {
  const char *word;
  rosin_score_sign_kind kind;
  double value;
} words[] = {{"pizz", ROSIN_SIGN_MANNER, ROSIN_PIZZICATO},
             {"col legno", ROSIN_SIGN_MANNER, ROSIN_COL_LEGNO},
             {"arco", ROSIN_SIGN_MANNER, -1},
             {"spicc", ROSIN_SIGN_MANNER, ROSIN_SPICCATO},
             {"martel", ROSIN_SIGN_MANNER, ROSIN_MARTELE},
             {"trem", ROSIN_SIGN_MANNER, ROSIN_TREMOLO},
             {"flaut", ROSIN_SIGN_MANNER, ROSIN_FLAUTANDO},
             {"tasto", ROSIN_SIGN_PRESSURE, 0.15},
             {"ponticello", ROSIN_SIGN_PRESSURE, 0.85},
             {"sul pont", ROSIN_SIGN_PRESSURE, 0.85},
             {"naturale", ROSIN_SIGN_PRESSURE, 0.5},
             {"ordinario", ROSIN_SIGN_PRESSURE, 0.5},
             {"cresc", ROSIN_SIGN_HAIRPIN, 1},
             {"dim", ROSIN_SIGN_HAIRPIN, -1},
             {"decresc", ROSIN_SIGN_HAIRPIN, -1}};

/* What is left of words when those that were found are taken out, with what belongs to them
 * ("pizz." of "pizz", "sul" before "tasto"), if anything of it has letters. */
static void count_rest(rosin_score_part *part, const char *said, const char *found, size_t length) {
  static const char *const little[] = {"sul", "al", "alla", "la", "il", "in", "modo", "col"};
  char rest[128] = "", word[128];
  size_t at = 0, end = found ? (size_t)(found - said) + length : 0, before = end;
  int letters = 0;
  while (said[end] && found && !rosin_is_space(said[end]))
    end++;
  for (before -= found ? length : 0; before && !rosin_is_space(said[before - 1]);)
    before--;
  for (const char *c = said; *c; c += strlen(word)) {
    const size_t from = (size_t)(c - said);
    snprintf(word, sizeof word, "%.*s", (int)(rosin_is_space(*c) ? 1 : strcspn(c, " \t\r\n")), c);
    int skip = found && from >= before && from < end;
    for (size_t i = 0; i < sizeof little / sizeof *little && found; i++)
      skip |= strcmp(word, little[i]) == 0;
    if (skip || (rosin_is_space(*c) && (!at || rest[at - 1] == ' ')))
      continue;
    at += (size_t)snprintf(rest + at, sizeof rest - at, "%s", rosin_is_space(*c) ? " " : word);
    for (const char *l = word; *l; l++)
      letters |= rosin_is_letter(*l) || (unsigned char)*l >= 0x80;
  }
  while (at && rest[at - 1] == ' ')
    rest[--at] = 0;
  if (letters)
    rosin_unread_add(part->unread, rest, 1);
}

/* `told`: what the words mean for the tempo and for the order of bars stands beside them. */
static int read_words(rosin_score_part *part, const xmlNode *of, double at, int told) {
  char said[128];
  rosin_score_text(of, said, sizeof said);
  for (char *c = said; *c; c++)
    *c = rosin_lower(*c);
  const char *decresc = strstr(said, "decresc");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char *found = strstr(said, words[i].word);
    if (found && !(decresc && strcmp(words[i].word, "cresc") == 0)) {
      count_rest(part, said, found, strlen(words[i].word));
      return add(part, at, words[i].kind, words[i].value);
    }
  }
  if (!told)
    count_rest(part, said, NULL, 0);
  return 0;
}

static double tempo_in(double quarters) {
  return fmin(fmax(quarters, 5), 2000);
}

/* <beat-unit> with its dots is so many quarter notes. */
static int metronome(rosin_score_part *part, const xmlNode *of, double at) {
  static const struct {
    const char *name;
    double quarters;
  } units[] = {{"whole", 4}, {"half", 2}, {"quarter", 1}, {"eighth", 0.5}, {"16th", 0.25}};
  char unit[32];
  const double count = rosin_score_number(rosin_score_child(of, "per-minute"), 0);
  const xmlNode *dot = rosin_score_child(of, "beat-unit-dot");
  const xmlNode *named = rosin_score_child(of, "beat-unit");
  rosin_score_text(named, unit, sizeof unit);
  for (size_t i = 0; count > 0 && i < sizeof units / sizeof *units; i++)
    if (strcmp(unit, units[i].name) == 0)
      return add(part, at, ROSIN_SIGN_TEMPO, tempo_in(count * units[i].quarters * (dot ? 1.5 : 1)));
  rosin_unread_add(part->unread, "metronome", 0);
  return 0;
}

int rosin_score_sound(rosin_score_part *part, const xmlNode *of, double at) {
  rosin_score_bar *bar = &part->bar[part->bars - 1];
  const double tempo = rosin_score_attribute(of, "tempo", 0);
  const double loud = rosin_score_attribute(of, "dynamics", -1); /* of a forte of 90, in percent */
  if (tempo > 0 && add(part, at, ROSIN_SIGN_TEMPO, tempo_in(tempo)))
    return -1;
  if (loud >= 0 && add(part, at, ROSIN_SIGN_DYNAMICS, fmin(fmax(0.74 * loud / 100, 0.03), 1)))
    return -1;
  if (rosin_score_says(of, "pizzicato", "yes") && add(part, at, ROSIN_SIGN_MANNER, ROSIN_PIZZICATO))
    return -1;
  if (rosin_score_says(of, "pizzicato", "no") && add(part, at, ROSIN_SIGN_MANNER, -1))
    return -1;
  bar->da_capo |= rosin_score_says(of, "dacapo", "yes");
  bar->fine |= xmlHasProp(of, (const xmlChar *)"fine") != NULL;
  bar->dal_segno |= xmlHasProp(of, (const xmlChar *)"dalsegno") != NULL;
  bar->to_coda |= xmlHasProp(of, (const xmlChar *)"tocoda") != NULL;
  bar->segno |= xmlHasProp(of, (const xmlChar *)"segno") != NULL;
  bar->coda |= xmlHasProp(of, (const xmlChar *)"coda") != NULL;
  return 0;
}

static int hairpin(rosin_score_part *part, const xmlNode *of, double at) {
  const double value = rosin_score_says(of, "type", "crescendo")    ? 1
                       : rosin_score_says(of, "type", "diminuendo") ? -1
                                                                    : 0;
  return rosin_score_says(of, "type", "continue") ? 0 : add(part, at, ROSIN_SIGN_HAIRPIN, value);
}

/* Whether a <sound> says what words beside it mean. */
static int tells(const xmlNode *sound) {
  static const char *const meant[] = {"tempo", "dacapo", "dalsegno", "tocoda",
                                      "coda",  "segno",  "fine",     "pizzicato"};
  for (size_t i = 0; sound && i < sizeof meant / sizeof *meant; i++)
    if (xmlHasProp(sound, (const xmlChar *)meant[i]))
      return 1;
  return 0;
}

static int has_metronome(const xmlNode *of) {
  const xmlNode *type = rosin_score_child(of, "direction-type");
  for (; type; type = rosin_score_next(type, "direction-type"))
    if (rosin_score_child(type, "metronome"))
      return 1;
  return 0;
}

/* What of a <direction-type> is for the eye. */
static int is_seen(const xmlNode *n) {
  static const char *const seen[] = {"rehearsal",  "dashes",          "bracket",
                                     "image",      "octave-shift",    "staff-divide",
                                     "eyeglasses", "principal-voice", "symbol"};
  for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
    if (rosin_score_named(n, seen[i]))
      return 1;
  return 0;
}

int rosin_score_direction(rosin_score_part *part, const xmlNode *of, double at) {
  const xmlNode *sound = rosin_score_child(of, "sound");
  const int told = sound && (xmlHasProp(sound, (const xmlChar *)"tempo") != NULL);
  const int meant = tells(sound) || has_metronome(of);
  const xmlNode *type = rosin_score_child(of, "direction-type");
  int status = 0;
  for (; type && !status; type = rosin_score_next(type, "direction-type"))
    for (const xmlNode *n = rosin_score_child(type, NULL); n && !status;
         n = rosin_score_next(n, NULL)) {
      if (rosin_score_named(n, "dynamics")) {
        if (!(sound && xmlHasProp(sound, (const xmlChar *)"dynamics")))
          status = dynamics(part, n, at);
      } else if (rosin_score_named(n, "words"))
        status = read_words(part, n, at, meant);
      else if (rosin_score_named(n, "wedge"))
        status = hairpin(part, n, at);
      else if (rosin_score_named(n, "metronome"))
        status = told ? 0 : metronome(part, n, at);
      else if (rosin_score_named(n, "segno"))
        part->bar[part->bars - 1].segno = 1;
      else if (rosin_score_named(n, "coda"))
        part->bar[part->bars - 1].coda = 1;
      else if (!is_seen(n))
        rosin_unread_add(part->unread, (const char *)n->name, 0);
    }
  return status || (sound && rosin_score_sound(part, sound, at)) ? -1 : 0;
}

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
    note->flags |= ROSIN_NOTE_PLUCKED;
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

void rosin_score_notations(rosin_score_part *part, const xmlNode *written, int fifths,
                           unsigned *slurs, rosin_score_note *note) {
  const xmlNode *all = rosin_score_child(written, "notations");
  for (; all; all = rosin_score_next(all, "notations"))
    for (const xmlNode *n = rosin_score_child(all, NULL); n; n = rosin_score_next(n, NULL)) {
      if (rosin_score_named(n, "slur")) {
        const unsigned bit = 1u << (int)fmin(fmax(rosin_score_attribute(n, "number", 1), 0), 16);
        if (rosin_score_says(n, "type", "start"))
          *slurs |= bit;
        else if (rosin_score_says(n, "type", "stop"))
          *slurs &= ~bit;
      } else if (rosin_score_named(n, "fermata")) {
        note->flags |= ROSIN_NOTE_FERMATA;
      } else if (!rosin_score_named(n, "articulations") && !rosin_score_named(n, "technical") &&
                 !rosin_score_named(n, "ornaments") && !is_shown(n)) {
        rosin_unread_add(part->unread, (const char *)n->name, 0);
      }
      for (const xmlNode *m = rosin_score_child(n, NULL); m; m = rosin_score_next(m, NULL)) {
        if (rosin_score_named(n, "articulations") && !is_known(m, note))
          rosin_unread_add(part->unread, (const char *)m->name, 0);
        else if (rosin_score_named(n, "technical"))
          technical(part, m, note);
        else if (rosin_score_named(n, "ornaments"))
          ornament(part, written, m, fifths, note);
      }
    }
  note->flags |= *slurs ? ROSIN_NOTE_JOINED : 0;
}
