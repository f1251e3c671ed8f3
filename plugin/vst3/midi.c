/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/vst3/midi.h"
#include "player/midi/midi.h"

#include <math.h>
#include <stdio.h>

enum { NUMBERS = ROSIN_VST3_BEND + 1, FIRST = 0x40000000 };

int rosin_vst3_controllers(void) {
  return ROSIN_MIDI_CHANNELS * NUMBERS;
}

uint32_t rosin_vst3_controller_id(int index) {
  return FIRST | (uint32_t)(index / NUMBERS) << 8 | (uint32_t)(index % NUMBERS);
}

int rosin_vst3_controller_of(int channel, int number) {
  return channel >= 0 && channel < ROSIN_MIDI_CHANNELS && number >= 0 && number < NUMBERS
             ? channel * NUMBERS + number
             : -1;
}

int rosin_vst3_controller_find(uint32_t id) {
  return id < FIRST || id >= FIRST + (ROSIN_MIDI_CHANNELS << 8)
             ? -1
             : rosin_vst3_controller_of((int)(id >> 8 & 15), (int)(id & 255));
}

/* Numbers of parameters come before their values, and what ends notes after all controllers. */
int rosin_vst3_controller_rank(int index) {
  static const unsigned char early[] = {98, 99, 101, 100, 6, 38};
  enum { EARLY = sizeof early };
  const int number = index % NUMBERS;
  for (int i = 0; i < EARLY; i++)
    if (early[i] == number)
      return i;
  return EARLY + number;
}

int rosin_vst3_controller_message(int index, double value, unsigned char message[3]) {
  const int channel = index / NUMBERS, number = index % NUMBERS;
  const double share = fmin(fmax(value, 0), 1);
  const int seven = (int)lround(127 * share);
  if (number == ROSIN_VST3_BEND) { /* 0.5 is the middle, whatever a host takes for the end */
    const int bend = share == 0.5 ? 8192 : (int)lround(16383 * share);
    message[0] = (unsigned char)(0xe0 | channel);
    message[1] = (unsigned char)(bend & 127);
    message[2] = (unsigned char)(bend >> 7);
    return 3;
  }
  if (number == ROSIN_VST3_AFTERTOUCH) {
    message[0] = (unsigned char)(0xd0 | channel);
    message[1] = (unsigned char)seven;
    return 2;
  }
  message[0] = (unsigned char)(0xb0 | channel);
  message[1] = (unsigned char)number;
  message[2] = (unsigned char)seven;
  return 3;
}

void rosin_vst3_controller_name(int index, char *text, int size) {
  const int channel = index / NUMBERS + 1, number = index % NUMBERS;
  if (number == ROSIN_VST3_BEND)
    snprintf(text, (size_t)size, "MIDI %d bend", channel);
  else if (number == ROSIN_VST3_AFTERTOUCH)
    snprintf(text, (size_t)size, "MIDI %d pressure", channel);
  else
    snprintf(text, (size_t)size, "MIDI %d controller %d", channel, number);
}
