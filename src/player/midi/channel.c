/* SPDX-License-Identifier: BSD-3-Clause */
/* Controllers as the MIDI standard has them (its addenda RP-015 and RP-036). */
#include "player/midi/channel.h"
#include "player/bow/stroke.h"

#include <math.h>
#include <string.h>

enum {
  FIRST_STRINGS = 40, /* violin, viola, cello, contrabass */
  LAST_STRINGS = 43,
  TREMOLO = 44,
  PIZZICATO = 45
};

static const double middle = 64 / 127.0;

void rosin_channel_start(rosin_channel *c) {
  *c = (rosin_channel){.volume = 1, .pan = middle};
}

/* Controller 121: all but volume, pan, tuning and articulation (MIDI's RP-015). */
static void reset(rosin_channel *c) {
  const rosin_channel was = *c;
  rosin_channel_start(c);
  c->moved = was.moved & 1ULL << ROSIN_SETTING(articulation) / sizeof(double);
  c->told.articulation = was.told.articulation;
  c->volume = was.volume;
  c->pan = was.pan;
  c->tune = was.tune;
}

_Static_assert(sizeof(rosin_player_settings) / sizeof(double) <= 64,
               "a channel keeps a bit for each setting: rosin_channel.moved has room for 64");

static unsigned long long bit_of(size_t setting) {
  return 1ULL << setting / sizeof(double);
}

void rosin_channel_tell(rosin_channel *c, size_t setting, double value) {
  c->moved |= bit_of(setting);
  memcpy((char *)&c->told + setting, &value, sizeof value);
}

void rosin_channel_forget(rosin_channel *c, size_t setting) {
  c->moved &= ~bit_of(setting);
}

double rosin_channel_get(const rosin_channel *c, const rosin_player_settings *own, size_t setting) {
  double value;
  const char *from = (const char *)(c->moved & bit_of(setting) ? &c->told : own);
  memcpy(&value, from + setting, sizeof value);
  return value;
}

double rosin_channel_of_note(const rosin_channel *note, const rosin_channel *channel,
                             const rosin_player_settings *own, size_t setting) {
  return rosin_channel_get(note->moved & bit_of(setting) ? note : channel, own, setting);
}

int rosin_channel_control(rosin_channel *c, int number, double value) {
  switch (number) {
  case 7:
    c->volume = value;
    return 1;
  case 10:
    c->pan = value;
    return 1;
  case 64:
    c->sustain = value >= 0.5;
    return 1;
  case 66:
    c->sostenuto = value >= 0.5;
    return 1;
  case 121:
    reset(c);
    return 1;
  default:
    return 0;
  }
}

int rosin_channel_manner(int program) {
  return program == TREMOLO ? ROSIN_TREMOLO : program == PIZZICATO ? ROSIN_PIZZICATO : -1;
}

void rosin_channel_program(rosin_channel *c, int program) {
  const int manner = rosin_channel_manner(program);
  if (manner >= 0)
    rosin_channel_tell(c, ROSIN_SETTING(articulation), manner);
  else if (program >= FIRST_STRINGS && program <= LAST_STRINGS)
    rosin_channel_forget(c, ROSIN_SETTING(articulation));
}

/* 40 log10 of the volume is its dB (RP-036's curve); 127 leaves the sound as it is. Pan is a
 * balance: the middle leaves both sides as they are, MIDI's 64 being that. */
void rosin_channel_sides(const rosin_channel *c, double side[2]) {
  const double loud = c->volume * c->volume, to_right = fmin(c->pan / middle, 2);
  side[0] = loud * fmin(2 - to_right, 1);
  side[1] = loud * fmin(to_right, 1);
}
