/* SPDX-License-Identifier: BSD-3-Clause */
/** MIDI controllers, which VST3 hands over as hidden parameters. */
#ifndef ROSIN_VST3_MIDI_H
#define ROSIN_VST3_MIDI_H

#include <stdint.h>

enum { ROSIN_VST3_AFTERTOUCH = 128, ROSIN_VST3_BEND = 129 };

/** How many there are, on all channels; number `index` of them. */
int rosin_vst3_controllers(void);
uint32_t rosin_vst3_controller_id(int index);
/** Index of an id, or of a controller of a channel; -1: nobody listens to that. */
int rosin_vst3_controller_find(uint32_t id);
int rosin_vst3_controller_of(int channel, int number);
/** Which of those at the same frame is first: RPN are chosen before they are set. */
int rosin_vst3_controller_rank(int index);
/** As a MIDI message; its length. */
int rosin_vst3_controller_message(int index, double value, unsigned char message[3]);
void rosin_vst3_controller_name(int index, char *text, int size);

#endif
