/* SPDX-License-Identifier: BSD-3-Clause */
/* MIDI 1.0 (running status, RPN) and MPE (M1-100-UM, 2018). */
#include "player/midi/midi.h"

enum {
  GENERAL_BEND = 2, /* semitones, as General MIDI has it */
  MPE_BEND = 48,    /* of a member channel */
  RPN_BEND = 0,
  RPN_FINE = 1,
  RPN_COARSE = 2,
  RPN_MPE = 6,
  IN_TUNE = 8192, /* of 14 bits, which are two semitones */
  DRUMS = 9       /* channel 10 */
};

void rosin_midi_start(rosin_midi *m) {
  for (int c = 0; c < ROSIN_MIDI_CHANNELS; c++) {
    m->parameter[c] = -1;
    m->high[c] = 0;
    m->range[c] = GENERAL_BEND;
    m->fine[c] = IN_TUNE;
    m->coarse[c] = 0;
    m->bend[c] = 0;
    m->manager[c] = -1;
  }
}

/* `step` 1: the lower zone, upwards from 0; -1: the upper one, downwards from 15. */
static void set_zone(rosin_midi *m, int manager, int step, int members) {
  for (int c = 0; c < ROSIN_MIDI_CHANNELS; c++) {
    const int place = (c - manager) * step;
    const int is_in = place > 0 && place <= members;
    if (is_in && m->manager[c] != manager)
      m->range[c] = MPE_BEND;
    if (!is_in && m->manager[c] == manager)
      m->range[c] = GENERAL_BEND;
    m->manager[c] = is_in ? manager : m->manager[c] == manager ? -1 : m->manager[c];
  }
}

void rosin_midi_mpe(rosin_midi *m, int members) {
  set_zone(m, 0, 1, members);
}

/* The channel itself and, of a manager, its members: an event for each. */
static int to_members(const rosin_midi *m, int channel, rosin_player_event_t *e) {
  int count = 1;
  for (int c = 0; c < ROSIN_MIDI_CHANNELS; c++)
    if (m->manager[c] == channel && c != channel) {
      e[count] = *e;
      e[count++].channel = c;
    }
  return count;
}

static int tune(const rosin_midi *m, int channel, rosin_player_event_t *e) {
  *e = (rosin_player_event_t){.kind = ROSIN_PLAYER_TUNE,
                              .channel = channel,
                              .value = m->coarse[channel] +
                                       (m->fine[channel] - IN_TUNE) / (double)IN_TUNE};
  return to_members(m, channel, e);
}

/* Members of a zone share their range of bends. */
static void set_range(rosin_midi *m, int channel, double range) {
  for (int c = 0; c < ROSIN_MIDI_CHANNELS; c++)
    if (c == channel || (m->manager[c] >= 0 && m->manager[c] == m->manager[channel]))
      m->range[c] = range;
}

/* The upper seven bits of a parameter's value; how many events. */
static int data_entry(rosin_midi *m, int channel, int value, rosin_player_event_t *e) {
  switch (m->parameter[channel]) {
  case RPN_BEND:
    if (value <= 96)
      set_range(m, channel, value);
    return 0;
  case RPN_FINE:
    m->fine[channel] = value << 7 | (m->fine[channel] & 127);
    return tune(m, channel, e);
  case RPN_COARSE:
    m->coarse[channel] = value - 64;
    return tune(m, channel, e);
  case RPN_MPE:
    if (channel == 0 || channel == 15)
      set_zone(m, channel, channel ? -1 : 1, value > 15 ? 15 : value);
    return 0;
  default:
    return 0;
  }
}

/* The lower seven: cents of a bend's range. */
static int data_entry_low(rosin_midi *m, int channel, int value, rosin_player_event_t *e) {
  if (m->parameter[channel] == RPN_BEND && value < 100)
    set_range(m, channel, (int)m->range[channel] + value / 100.0);
  if (m->parameter[channel] != RPN_FINE)
    return 0;
  m->fine[channel] = (m->fine[channel] & ~127) | value;
  return tune(m, channel, e);
}

/* Controllers that choose a parameter (98-101) or give it a value (6, 38): how many events they
 * are, or -1 if it is no such controller. */
static int parameter(rosin_midi *m, int channel, int number, int value, rosin_player_event_t *e) {
  switch (number) {
  case 6:
    return data_entry(m, channel, value, e);
  case 38:
    return data_entry_low(m, channel, value, e);
  case 98:
  case 99: /* parameters that are not registered are nobody's here */
    m->parameter[channel] = -1;
    return 0;
  case 100:
    m->parameter[channel] = value == 127 || m->high[channel] ? -1 : value;
    return 0;
  case 101:
    m->high[channel] = value;
    m->parameter[channel] = value ? -1 : m->parameter[channel];
    return 0;
  default:
    return -1;
  }
}

/* A channel's bend, and a manager's on all of its members. */
static int bend(rosin_midi *m, int channel, int value, rosin_player_event_t *e) {
  int count = 0;
  m->bend[channel] = m->range[channel] * (value - 8192) / 8192.0;
  for (int c = 0; c < ROSIN_MIDI_CHANNELS; c++)
    if (c == channel || m->manager[c] == channel)
      e[count++] = (rosin_player_event_t){
          .kind = ROSIN_PLAYER_BEND,
          .channel = c,
          .value = m->bend[c] + (m->manager[c] >= 0 ? m->bend[m->manager[c]] : 0)};
  return count;
}

/* 120 and 123 end all; 121 also means that no bend and no parameter is left. */
static int control(rosin_midi *m, int channel, int number, rosin_player_event_t *e) {
  e->controller = number;
  if (number == 120 || number == 123) {
    e->kind = ROSIN_PLAYER_QUIET;
    return 1;
  }
  e->kind = ROSIN_PLAYER_CONTROL;
  if (number == 121) {
    m->bend[channel] = 0;
    m->parameter[channel] = -1;
  }
  return to_members(m, channel, e);
}

int rosin_midi_is_drum(const rosin_midi *m, const unsigned char *b, int length) {
  return length == 3 && (b[0] == (0x80 | DRUMS) || b[0] == (0x90 | DRUMS)) && m->manager[DRUMS] < 0;
}

int rosin_midi_events(rosin_midi *m, const unsigned char *b, int length, rosin_player_event_t *e) {
  if (length < 2 || b[0] < 0x80 || b[0] >= 0xf0)
    return 0;
  const int kind = b[0] >> 4, channel = b[0] & 15, two = kind != 0xd && kind != 0xc;
  if ((two && length < 3) || rosin_midi_is_drum(m, b, length))
    return 0;
  const int first = b[1] & 127, second = two ? b[2] & 127 : 0;
  *e = (rosin_player_event_t){.channel = channel, .key = first, .value = second / 127.0};
  switch (kind) {
  case 0x8:
    e->kind = ROSIN_PLAYER_NOTE_OFF;
    return 1;
  case 0x9:
    e->kind = second ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF;
    return 1;
  case 0xa: /* of a key: as of its channel */
    e->kind = ROSIN_PLAYER_PRESSURE;
    return 1;
  case 0xb: {
    const int said = parameter(m, channel, first, second, e);
    return said >= 0 ? said : control(m, channel, first, e);
  }
  case 0xc:
    e->kind = ROSIN_PLAYER_PROGRAM;
    e->controller = first;
    return to_members(m, channel, e);
  case 0xd:
    e->kind = ROSIN_PLAYER_PRESSURE;
    e->value = first / 127.0;
    return 1;
  case 0xe:
    return bend(m, channel, second << 7 | first, e);
  default:
    return 0;
  }
}

int rosin_midi_byte(rosin_midi_line *l, unsigned char byte) {
  if (byte >= 0xf8) /* real time: it may stand anywhere */
    return 0;
  if (byte >= 0x80) {
    l->message[0] = byte;
    l->length = byte < 0xf0; /* data of system messages is nobody's */
    return 0;
  }
  if (l->length == 0)
    return 0;
  l->message[l->length++] = byte;
  const int kind = l->message[0] >> 4, whole = kind == 0xc || kind == 0xd ? 2 : 3;
  if (l->length < whole)
    return 0;
  l->length = 1; /* the status goes on */
  return whole;
}
