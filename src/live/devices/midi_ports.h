/* SPDX-License-Identifier: BSD-3-Clause */
/** MIDI devices. One back end: PortMidi (midi_ports.c), its only user. One thread. */
#ifndef ROSIN_MIDI_PORTS_H
#define ROSIN_MIDI_PORTS_H

#include "rosin.h"

typedef struct rosin_midi_ports rosin_midi_ports;

/** Call `each` for every input; how many there are. */
int rosin_midi_ports_list(void (*each)(int index, const char *name, const char *host));
/** Open inputs `name`: a number, a part of a name, or "all". NULL and an error if there
 *  is none. */
rosin_midi_ports *rosin_midi_ports_open(const char *name, rosin_error *error);
void rosin_midi_ports_close(rosin_midi_ports *ports); /**< NULL is allowed */
/** Take what came, at least once in some milliseconds: `take` gets each message. Says so when an
 *  input is gone, and when it is back. 1 if one was lost just now. */
int rosin_midi_ports_poll(rosin_midi_ports *ports,
                          void (*take)(void *context, const unsigned char *message, int length),
                          void *context);
/** 1 if ALSA's list of sequencer clients (the text of /proc/asound/seq/clients) has
 *  a port of this name. */
int rosin_midi_ports_listed(const char *clients, const char *name);

#endif
