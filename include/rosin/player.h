/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Between a player's intent and the physics: notes, bends and controllers in,
 * controls of a scene out (bow force, velocity, position, fingers). The same player
 * renders a MIDI file and plays live.
 *
 * A scene says in its section `instrument` which strings and contacts a player has.
 * The player is the scene's driver: events take effect with the next stretch of 64
 * engine samples, and the scene calls the player by itself. All but new and free are
 * real-time safe, in the thread that processes the scene; free alone takes NULL for a player.
 */
#ifndef ROSIN_PUBLIC_PLAYER_H
#define ROSIN_PUBLIC_PLAYER_H

#include "scene.h" /* beside this one, here and where both are installed */
#include "tuning.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct rosin_player rosin_player;

typedef enum {
  ROSIN_PLAYER_NOTE_ON,  /* key, value = velocity 0 ... 1 */
  ROSIN_PLAYER_NOTE_OFF, /* key */
  ROSIN_PLAYER_BEND,     /* value = semitones; on a channel of its own with MPE */
  ROSIN_PLAYER_PRESSURE, /* value 0 ... 1 */
  ROSIN_PLAYER_CONTROL,  /* controller 0 ... 127, value 0 ... 1 */
  ROSIN_PLAYER_QUIET,    /* all notes off, bow lifted */
  ROSIN_PLAYER_PROGRAM,  /* controller: General MIDI's program, from 0; 44 tremolo, 45 pizzicato */
  ROSIN_PLAYER_TUNE,     /* value = semitones by which a channel is tuned up */
  ROSIN_PLAYER_TELL      /* controller: row of rosin_player_parameters, from 0; of the channel */
} rosin_player_kind;

/** Its name, "note_on" and its like; NULL: there is none. Real-time safe. */
const char *rosin_player_kind_name(int kind) ROSIN_NONBLOCKING;

/** What a score says of a note, as its `controller`: a sum of these. A note played by hand has
 * none. */
typedef enum {
  ROSIN_MARK_UPBEAT = 1,  /* on no beat, or the last of its bar: after a rest it wants an up-bow */
  ROSIN_MARK_DOWN = 2,    /* a down-bow is asked for */
  ROSIN_MARK_UP = 4,      /* an up-bow */
  ROSIN_MARK_STRING = 8,  /* times a string, 1 the highest, to 7: to be played on it */
  ROSIN_MARK_FINGER = 64, /* times a finger, 1 to 4, 5 the thumb, 6 none: an open string */
  ROSIN_MARK_PLACE = 512  /* times the semitones above the nut where the hand lies, its first
                             finger or thumb: as a player who reads has planned it */
} rosin_player_mark;

typedef struct {
  rosin_player_kind kind;
  int channel;    /* 0 ... 15 */
  int controller; /* CONTROL, PROGRAM; NOTE_ON: marks */
  double key;     /* MIDI key, 69 = A4; fractions allowed */
  double value;
  int single; /* 1: of single notes: NOTE_ON is called `note`; NOTE_OFF, BEND, PRESSURE and CONTROL
                 mean the notes that sound of this channel, key and `note`, -1 being any */
  int note;   /* what a host calls it; of single ones alone */
} rosin_player_event_t;

/** An event at a time (s). */
typedef struct {
  double time;
  rosin_player_event_t event;
} rosin_player_score_t;

/** How many strings a player has, from low to high, or 0 if the scene has no instrument. */
int rosin_player_strings(const rosin_scene *scene);
/** A player for the instrument of a scene that was prepared; NULL and an error if the
 *  scene has none. It becomes the scene's driver: free it before the scene is freed or
 *  prepared again. `seed` drives the small human randomness. */
rosin_player *rosin_player_new(rosin_scene *scene, unsigned long long seed, rosin_error *error);
void rosin_player_free(rosin_player *player); /**< NULL is allowed */
/** Back to time 0 and to rest, with its scene: notes, bends, pressures and what controllers
 *  changed are forgotten, parameters stay as they were set, and the same events give the same
 *  samples again. */
void rosin_player_reset(rosin_player *player);
/** Another `seed`, whose randomness begins here. */
void rosin_player_reseed(rosin_player *player, unsigned long long seed);
/** Controllers, pedals, programs and bends are of their channel. With the parameter key_switches
 *  the eleven keys from an octave below the lowest string choose articulations. */
void rosin_player_event(rosin_player *player, const rosin_player_event_t *event);
/** Whether a player, or a core, takes an event as it is: 0; or -1 and an error that names what, the
 *  value and the range. What is passed on unchecked is put within its range, or does nothing. Any
 *  thread; real-time safe. */
int rosin_player_event_check(const rosin_player_event_t *event,
                             rosin_error *error) ROSIN_NONBLOCKING;
/** Move the bow by hand: on the string (`down`) or lifted, at `speed` (m/s, -2 to 2, the sign
 *  being its direction), pressed from airy (0) to dense (1). With the parameter assist, 1 by
 *  default, force and acceleration are kept to what plays; at 0 they are the hand's own. Notes
 *  then only finger, until the parameter by_hand is set to 0. */
void rosin_player_bow(rosin_player *player, int down, double speed, double press);
/** The same by a point of a pad: `across` -1 to 1, 0 being a bow at rest; `up` 0 to 1, denser and
 *  louder. At its upper corners the bow has the speed of rosin_player_reach. */
void rosin_player_pad(rosin_player *player, int down, double across, double up);
/** The fastest (m/s) that a hand draws the string that is bowed now: as a player who plays as loud
 *  as can be, or until what plays wants more force than a hand has (`hand_force` of the scene's
 *  instrument). */
double rosin_player_reach(const rosin_player *player);
/** Play these events as their times come, in order; borrowed until free. The result does
 *  not depend on how time is cut into calls. */
void rosin_player_score(rosin_player *player, const rosin_player_score_t *score, int count);
/** Intonation: the scale; its A4 is the parameter "a4". */
void rosin_player_tune(rosin_player *player, const rosin_tuning *tuning);
/** Slip rate (Hz) that the player hears under the bow of a string, 0 if none, and the
 *  pitch (Hz) it means to play. */
double rosin_player_hears(const rosin_player *player, int string, double *wanted);

/** Why a note was not played. */
typedef enum {
  ROSIN_LEFT_LOW,     /* below the lowest string */
  ROSIN_LEFT_HIGH,    /* too far up the highest */
  ROSIN_LEFT_REACH,   /* too far from the other fingers of its chord */
  ROSIN_LEFT_STRINGS, /* another note of its chord took its string */
  ROSIN_LEFT_DRUMS,   /* of channel 10 */
  ROSIN_LEFT_PART,    /* another instrument's */
  ROSIN_LEFT_REASONS
} rosin_left;

/** The reason in words that follow "left out:", NULL if there is none such. */
const char *rosin_left_reason(int reason);
/** Notes so far that no string reaches, or none was free for. */
int rosin_player_missed(const rosin_player *player);
/** Called as a note is left out; `time` (s) is that of its start. Real-time safe. */
typedef void (*rosin_player_witness)(void *context, double time, double key, int channel,
                                     rosin_left reason);
void rosin_player_set_witness(rosin_player *player, rosin_player_witness witness, void *context);
/** Whether a controller does anything. */
int rosin_player_heeds(const rosin_player *player, int controller);

/** The player's own parameters (articulation, assist, vibrato, ...): a table; one of them by its
 *  row, where a value within its range is put; and by name, which checks both. */
const rosin_parameter *rosin_player_parameters(void);
void rosin_player_put(rosin_player *player, const rosin_parameter *row, double value);
double rosin_player_at(const rosin_player *player, const rosin_parameter *row);
/** 0, or -1 and an error, if there is none of that name or the value is out of its range: it stays
 *  then. */
int rosin_player_set(rosin_player *player, const char *name, double value, rosin_error *error);
/** NaN if there is none of that name. */
double rosin_player_get(const rosin_player *player, const char *name);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
