/* SPDX-License-Identifier: BSD-3-Clause */
/** What each MIDI channel has told a player: controllers, pedals, tuning. What a channel has not
 *  moved is as the player is set. */
#ifndef ROSIN_CHANNEL_H
#define ROSIN_CHANNEL_H

#include <stddef.h>

enum { ROSIN_CHANNELS = 16 };

/** What can be set; rows of the table in player/course/table.c. */
typedef struct {
  double articulation, dynamics, pressure, position, assist;
  double change, portamento, vibrato, vibrato_rate, vibrato_delay;
  double humanity, ear, finger_loss, release, touch, double_stops, by_hand, a4, key_switches;
  double lift, tremolo_rate, trill, trill_rate, measured;
  double attack, accent, controls, string, chord, reads;
  double idle_loss;
  double technique, sordino, ponticello, open_strings, partial;
  double velocity, volume, library, scoop, fall, accent_time;
} rosin_player_settings;

/** A row of them, as a name for its place. */
#define ROSIN_SETTING(key) offsetof(rosin_player_settings, key)

typedef struct {
  unsigned long long moved;   /* bit k: this channel moved the k-th number of `told` */
  rosin_player_settings told; /* their values */
  double bend, tune;          /* semitones */
  double pressure;            /* 0...1 */
  int pressed;                /* pressure was heard: it adds to the dynamics */
  int sustain, sostenuto;     /* pedals are down */
  double volume, pan;         /* 0...1; 64 of 127 is the middle */
} rosin_channel;

/** Nothing told yet. */
void rosin_channel_start(rosin_channel *channel);
/** A setting of this channel's own. */
void rosin_channel_tell(rosin_channel *channel, size_t setting, double value);
/** A controller that has one meaning, 0 to 1: 1 if it is such. */
int rosin_channel_control(rosin_channel *channel, int number, double value);
/** The articulation that a program of General MIDI (from 0) is, whoever plays: 44 is a tremolo, 45
 *  pizzicato; -1: it names an instrument. */
int rosin_channel_manner(int program);
/** A program of General MIDI: a manner, or by 40 to 43 the plain bow. */
void rosin_channel_program(rosin_channel *channel, int program);
/** Let a setting be the player's own again. */
void rosin_channel_forget(rosin_channel *channel, size_t setting);
/** A setting as this channel has it. */
double rosin_channel_get(const rosin_channel *channel, const rosin_player_settings *own,
                         size_t setting);
/** The same, unless it was told of a single `note`. */
double rosin_channel_of_note(const rosin_channel *note, const rosin_channel *channel,
                             const rosin_player_settings *own, size_t setting);
/** Factors on the left and right channel of the sound. */
void rosin_channel_sides(const rosin_channel *channel, double side[2]);

#endif
