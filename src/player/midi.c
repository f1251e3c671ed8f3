/* SPDX-License-Identifier: BSD-3-Clause */
/* MIDI 1.0 (running status, RPN) and MPE (M1-100-UM, 2018). */
#include "player/midi.h"

enum {
  GENERAL_BEND = 2, /* semitones, as General MIDI has it */
  MPE_BEND = 48,    /* of a member channel */
  RPN_BEND = 0,
  RPN_MPE = 6
};

void rosin_midi_start(rosin_midi *m) {
  for (int c = 0; c < ROSIN_MIDI_CHANNELS; c++) {
    m->parameter[c] = -1;
    m->high[c] = 0;
    m->range[c] = GENERAL_BEND;
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

static void data_entry(rosin_midi *m, int channel, int value) {
  if (m->parameter[channel] == RPN_MPE && (channel == 0 || channel == 15))
    set_zone(m, channel, channel ? -1 : 1, value > 15 ? 15 : value);
  if (m->parameter[channel] != RPN_BEND || value > 96)
    return;
  for (int c = 0; c < ROSIN_MIDI_CHANNELS; c++) /* members of a zone share it */
    if (c == channel || (m->manager[c] >= 0 && m->manager[c] == m->manager[channel]))
      m->range[c] = value;
}

/* Controllers that choose a parameter (98-101) or give it a value (6): 1 if it was one. */
static int parameter(rosin_midi *m, int channel, int number, int value) {
  switch (number) {
  case 6:
    data_entry(m, channel, value);
    return 1;
  case 98:
  case 99: /* parameters that are not registered are nobody's here */
    m->parameter[channel] = -1;
    return 1;
  case 100:
    m->parameter[channel] = value == 127 || m->high[channel] ? -1 : value;
    return 1;
  case 101:
    m->high[channel] = value;
    m->parameter[channel] = value ? -1 : m->parameter[channel];
    return 1;
  case 38:
    return 1;
  default:
    return 0;
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

int rosin_midi_events(rosin_midi *m, const unsigned char *b, int length, rosin_player_event_t *e) {
  if (length < 2 || b[0] < 0x80 || b[0] >= 0xf0)
    return 0;
  const int kind = b[0] >> 4, channel = b[0] & 15, two = kind != 0xd && kind != 0xc;
  if (two && length < 3)
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
  case 0xb:
    if (parameter(m, channel, first, second))
      return 0;
    e->kind = first == 120 || first == 123 ? ROSIN_PLAYER_QUIET : ROSIN_PLAYER_CONTROL;
    e->controller = first;
    return 1;
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
