/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * rosin follow: a melody out of a recording, played by an instrument.
 *
 * The recording is read and judged (input.c) and becomes notes (phrase.c), which find their strings
 * (reach.c), and the instrument is measured (measure.c). A plan says for each moment which pitch
 * and level are to be sent; it is written as events (score.c), played (play.c), tracked as the
 * recording was, and mended by what is heard (mend.c), pass by pass.
 */
#ifndef ROSIN_FOLLOW_H
#define ROSIN_FOLLOW_H

#include "core/core.h"
#include "features/pitch.h"
#include "host/load/load.h"
#include "sound/sound_file.h"

enum {
  ROSIN_FOLLOW_LONGEST = 300, /* s */
  ROSIN_FOLLOW_PASSES = 8,    /* at most; by default: */
  ROSIN_FOLLOW_USUAL = 4,
  ROSIN_FOLLOW_STRINGS = 8,
  ROSIN_FOLLOW_LEVELS = 9, /* of dynamics, at which an instrument is measured */
  ROSIN_FOLLOW_BEND = 24   /* semitones of a full bend */
};

/* ---- a recording -------------------------------------------------------------------- */

typedef struct {
  float *x; /* one channel, owned */
  long long n;
  int rate;
} rosin_follow_sound;

/** Read a sound file, its channels together: 0, or -1 and an error, which refuses what is too
 *  short, too long or silent. */
int rosin_follow_read(rosin_follow_sound *sound, const char *path, rosin_error *error);
/** Whether a track is one melody: 0, or -1 and an error that says why not (noise, several voices,
 * no tone). */
int rosin_follow_judge(const rosin_pitch_track *track, const char *path, rosin_error *error);

/* ---- notes ---------------------------------------------------------------------------- */

enum { ROSIN_FOLLOW_PITCH, ROSIN_FOLLOW_LEVEL, ROSIN_FOLLOW_ONSET, ROSIN_FOLLOW_PARTS };

/** A stretch of one key, of frames first ... last - 1 of the recording. */
typedef struct {
  int first, last;
  int key;                /* MIDI's, transposed */
  double lowest, highest; /* keys that its contour goes to */
  int slurred;            /* it goes on from the one before without a stroke of its own */
  int string;             /* that it is played on, 1 the highest; 0: none reaches it */
  double early;           /* s, by which it is told to the player ahead */
  /* The best so far of its pitch, its level and its onset: how bad that is, what of its errors is
   * mended at once from there, and, of the onset, what was sent and how late it came (s). */
  double bad[ROSIN_FOLLOW_PARTS], gain[ROSIN_FOLLOW_PARTS], best_early, late;
} rosin_follow_note;

typedef struct {
  int frames;
  double *key, *level; /* [frames], owned: what is wanted, NaN where nothing sounds; level in dB */
  double *bend, *loud; /* the same as sent: corrected; loud in dB of the instrument */
  double *best_bend, *best_loud;   /* as sent when a note was heard at its best, */
  double *wrong_bend, *wrong_loud; /* and what was missing then; NaN: nobody knows */
  int notes;
  rosin_follow_note *note; /* owned */
  double ahead, swell;     /* s, by which pitch and level are sent ahead */
  double base, heard;      /* dB from `level` to the instrument's, as sent and as heard */
} rosin_follow_plan;

/** Notes of a track, `transpose` semitones up: 0, or -1 without memory. */
int rosin_follow_phrase(rosin_follow_plan *plan, const rosin_pitch_track *track, double transpose);
void rosin_follow_plan_free(rosin_follow_plan *plan);
/** Frame, a fraction, at which a note of `plan` begins in a track; NaN: it is not there. */
double rosin_follow_onset(const rosin_follow_plan *plan, int note, const rosin_pitch_track *track,
                          double transpose);

/* ---- an instrument -------------------------------------------------------------------- */

typedef struct {
  rosin_scene *scene;
  rosin_core *core;
  int rate, channels;
  int strings;                       /* 0: it has keys */
  double open[ROSIN_FOLLOW_STRINGS]; /* keys of the open strings, from the lowest on */
  double highest;                    /* semitones above an open string; of keys: the highest */
  double lowest;                     /* key */
  double heard[ROSIN_FOLLOW_LEVELS]; /* dB of its tone, by dynamics from 0 to 1; rising */
  rosin_list player, all;            /* settings of whoever plays it; those and the scene's */
} rosin_follow_instrument;

/** Of a scene, with settings of the scene and of its player, which come after those that a follower
 * has. 0, or -1 and an error. */
int rosin_follow_open(rosin_follow_instrument *instrument, rosin_scene *scene,
                      const rosin_list *set, const rosin_list *player, rosin_error *error);
void rosin_follow_close(rosin_follow_instrument *instrument);
/** What its loudness is at each of its dynamics, about a key: 0, or -1 and an error. */
int rosin_follow_measure(rosin_follow_instrument *instrument, int key, rosin_error *error);
/** Dynamics (0...1) at which a level (dB) is heard, and the other way round. */
double rosin_follow_dynamics(const rosin_follow_instrument *instrument, double level);
double rosin_follow_loudness(const rosin_follow_instrument *instrument, double dynamics);

/** Strings for all notes; how many none reaches. */
int rosin_follow_strings(const rosin_follow_instrument *instrument, rosin_follow_plan *plan);
/** Semitones by which more of the notes would be reached; 0: none. */
int rosin_follow_proposal(const rosin_follow_instrument *instrument, const rosin_follow_plan *plan);
/** Notes so short that their string will hardly have begun. */
int rosin_follow_hasty(const rosin_follow_plan *plan);

/* ---- playing -------------------------------------------------------------------------- */

typedef struct {
  double time; /* s, whole ms */
  unsigned char byte[3];
} rosin_follow_message;

/** What is told to a player: MIDI, as it is written to a file. */
typedef struct {
  int count, room;
  rosin_follow_message *message; /* owned */
} rosin_follow_score;

/** 0, or -1 without memory; `score` is written anew. */
int rosin_follow_write(const rosin_follow_plan *plan, const rosin_follow_instrument *instrument,
                       rosin_follow_score *score);
/** More, as they come; sorted by rosin_follow_sort(). */
int rosin_follow_tell(rosin_follow_score *score, double time, int status, int data, int value);
void rosin_follow_sort(rosin_follow_score *score);

/** Play a score from rest into out[frames * channels]. `gesture`, not NULL: every event is written
 * to it. 0, or -1 and an error. */
int rosin_follow_play(rosin_follow_instrument *instrument, const rosin_follow_score *score,
                      long long frames, float *out, FILE *gesture, rosin_error *error);

/** Its channels together. */
void rosin_follow_mono(const rosin_follow_instrument *instrument, const float *out,
                       long long frames, float *mono);
/** A score as a Standard MIDI File, a tick being 1 ms. */
void rosin_follow_midi(FILE *out, const void *score);

/* ---- what is heard --------------------------------------------------------------------- */

/** How far what was played is from what was wanted. */
typedef struct {
  double cents, most; /* the median, and what nine of ten frames are within */
  double slips;       /* frames that are 5 semitones off or more, a share */
  double missing;     /* frames that have no pitch, a share */
  double level;       /* dB, the deviation of levels, their common offset apart */
  double agreement;   /* correlation of levels */
  double onset;       /* s, that nine of ten notes begin within */
  int notes;          /* that begin */
} rosin_follow_heard;

/** 0, or -1 without memory. */
int rosin_follow_compare(const rosin_follow_plan *plan, const rosin_pitch_track *wanted,
                         const rosin_pitch_track *got, double transpose, rosin_follow_heard *heard);
/** What a pass is worth, less being better. */
double rosin_follow_badness(const rosin_follow_heard *heard);
/** Bring the levels of a plan to what an instrument has. 0, or -1 without memory. */
int rosin_follow_level(rosin_follow_plan *plan, const rosin_follow_instrument *instrument);
/** Mend a plan by what was heard of it: each note from where it was at its best. `last`: as it was
 *  there, for a last pass. 0, or -1 without memory. */
int rosin_follow_mend(rosin_follow_plan *plan, const rosin_follow_instrument *instrument,
                      const rosin_pitch_track *wanted, const rosin_pitch_track *got,
                      double transpose, int last);

#endif
