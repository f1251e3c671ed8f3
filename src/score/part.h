/* SPDX-License-Identifier: BSD-3-Clause */
/** A part as it is written: bars, notes, signs. Times are quarter notes from a bar's begin. */
#ifndef ROSIN_SCORE_PART_H
#define ROSIN_SCORE_PART_H

#include "player/midi/unread.h"
#include "rosin.h"

#include <libxml/tree.h>

enum {
  ROSIN_SCORE_BARS = 100000,  /* of a piece, repeats among them */
  ROSIN_SCORE_NOTES = 1000000 /* of it, and signs */
};
#define ROSIN_SCORE_LENGTH 1000.       /* quarter notes of a note, a rest, a way back, at most */
#define ROSIN_SCORE_DIVISIONS_LOW 1e-3 /* of a quarter note */
#define ROSIN_SCORE_DIVISIONS_HIGH 1e6

/** What is written at a note; its bits. */
typedef enum {
  ROSIN_NOTE_TIED = 1,   /* goes on from the one before of its pitch */
  ROSIN_NOTE_JOINED = 2, /* under a slur that goes on */
  ROSIN_NOTE_STACCATO = 4,
  ROSIN_NOTE_WEDGE = 8, /* staccatissimo, or a strong accent: martele */
  ROSIN_NOTE_SPICCATO = 16,
  ROSIN_NOTE_TENUTO = 32,
  ROSIN_NOTE_ACCENT = 64,
  ROSIN_NOTE_PORTATO = 128, /* within a slur, parted */
  ROSIN_NOTE_HARMONIC = 256,
  ROSIN_NOTE_SNAP = 512, /* Bartok's pizzicato, whatever the part plays */
  ROSIN_NOTE_TREMOLO = 1024,
  ROSIN_NOTE_FERMATA = 2048,
  ROSIN_NOTE_BREATH = 4096,
  ROSIN_NOTE_LEFT_HAND = 8192, /* a cross above the note: plucked by the left hand */
  ROSIN_NOTE_SCOOP = 16384,    /* from below */
  ROSIN_NOTE_FALL = 32768      /* it falls at its end */
} rosin_score_note_flag;

typedef struct {
  int bar;
  double at, length; /* length 0: a grace note */
  double key;        /* MIDI's, as it sounds */
  int voice;
  int marks;    /* rosin_player_mark */
  int flags;    /* rosin_score_note_flag */
  double trill; /* semitones up to its upper note; 0: none */
} rosin_score_note;

typedef enum {
  ROSIN_SIGN_TEMPO,    /* quarter notes a minute */
  ROSIN_SIGN_DYNAMICS, /* 0 ... 1 */
  ROSIN_SIGN_ACCENT,   /* sf and the like at this place: 1 */
  ROSIN_SIGN_HAIRPIN,  /* 1 louder, -1 softer, 0 its end */
  ROSIN_SIGN_MANNER,   /* a stroke from here on, of stroke.h; -1: bowed as usual */
  ROSIN_SIGN_PLACE,    /* -1 ... 1, from the fingerboard to the bridge */
  ROSIN_SIGN_SORDINO,  /* 1: the mute is on */
  ROSIN_SIGN_OPEN,     /* 1: open strings are avoided, 2: wanted, 0: as the hand chooses */
  ROSIN_SIGN_KINDS
} rosin_score_sign_kind;

#define ROSIN_SCORE_MEZZOFORTE 0.58 /* the dynamics, until told */

typedef struct {
  int bar;
  double at;
  rosin_score_sign_kind kind;
  double value;
} rosin_score_sign;

typedef struct {
  double length;   /* quarter notes that are written in it */
  double whole;    /* and that its time signature says */
  double beat;     /* quarter notes */
  int forward;     /* a repeat begins */
  int backward;    /* ends, played so often; 0: none */
  unsigned ending; /* bit k: of the k-th time, 0: always */
  int segno, coda, fine, to_coda, da_capo, dal_segno;
  int note, notes; /* the first of its notes, and how many */
  int sign, signs;
  int standing[ROSIN_SIGN_KINDS]; /* the sign of each kind in force at its end; -1: none */
} rosin_score_bar;

typedef struct {
  rosin_score_bar *bar; /* owned, as the next two */
  rosin_score_note *note;
  rosin_score_sign *sign;
  int bars, notes, signs;
  int bar_room, note_room, sign_room;
  int program;          /* of General MIDI from 0; -1: unknown */
  int manner;           /* in which it begins: tremolo or pizzicato by its program; -1: none */
  rosin_unread *unread; /* borrowed: what is written and not played */
  int lost;             /* notes without a pitch or length that is one */
  int lost_in;          /* bar of the first of them, from 1 */
} rosin_score_part;

/** Read <part>, of which <score-part> `about` says who plays it (or NULL); what is not understood
 *  is counted in `unread`. 0, or -1 and an error that names the bar; free it in either case. */
int rosin_score_part_read(rosin_score_part *part, const xmlNode *about, const xmlNode *of,
                          rosin_unread *unread, rosin_error *error);
void rosin_score_part_free(rosin_score_part *part);

/** Room for one more of `count` things of `size` bytes: the array, moved perhaps, or NULL (and it
 *  stays as it was). */
void *rosin_score_room(void *array, int count, int *room, size_t size);
/** Signs of a <direction> or <sound> at `at` quarter notes. 0, or -1 as above. */
int rosin_score_direction(rosin_score_part *part, const xmlNode *direction, double at);
int rosin_score_sound(rosin_score_part *part, const xmlNode *sound, double at);
/** What a <note> has beside pitch and length: flags, marks and trill of `note`. `fifths` is the
 * key; `slurs` has a bit for each that is open. Ornaments that are left out are counted in the
 * part. */
void rosin_score_notations(rosin_score_part *part, const xmlNode *written, int fifths,
                           unsigned *slurs, rosin_score_note *note);
/** Semitones from the C below of step 0 (C) ... 6 (B) in that key. */
int rosin_score_step(int step, int fifths);

/** The sign of a kind that is in force where a bar begins, as the part is written; NULL: none. What
 *  is in force is so each time the bar is played. */
const rosin_score_sign *rosin_score_in_force(const rosin_score_part *part, int bar,
                                             rosin_score_sign_kind kind);

/** Bars in the order in which they are played, repeats and jumps done (malloc'ed), or NULL without
 *  memory or with more than ROSIN_SCORE_BARS. */
int *rosin_score_order(const rosin_score_part *part, int *count);

#endif
