/* SPDX-License-Identifier: BSD-3-Clause */
/** The parts of `rosin modes`: what was found, how it is written, how it may be rubbed. */
#ifndef ROSIN_HOST_MODES_H
#define ROSIN_HOST_MODES_H

#include "modes/estimate.h"
#include "modes/knock.h"
#include "modes/rub.h"

#include <stdio.h>

/** What was asked for. */
typedef struct {
  const char *recording, *output, *name, *plot, *rub, *keys;
  int most, channel, each; /* each: modes for the noise of a third octave */
  double mass;
} rosin_modes_choices;

/** What was found. */
typedef struct {
  rosin_knock knock;
  rosin_knock_mode mode[ROSIN_KNOCK_MODES + ROSIN_KNOCK_NOISE];
  int modes, noises, steady; /* modes: all of them, noises among them */
  double steady_tone;        /* Hz */
  double left, difference;   /* dB */
  double headroom;           /* factor on the scene's gain */
  double late;               /* s, from when all modes began to the first sample measured */
} rosin_modes_finding;

/** How it sings best, of what was tried. */
typedef struct {
  const rosin_surface *surface; /* NULL: it does not */
  double force, speed, pitch;   /* N, m/s, Hz */
} rosin_modes_rubbed;

/** Amplitude at the knock, from that at the first sample measured; at most 20 dB more. */
double rosin_modes_at_knock(const rosin_modes_finding *found, const rosin_knock_mode *mode);
/** Rate (Hz) of its scene: the recording's, or twice that where a mode stands too near its end. */
double rosin_modes_rate(const rosin_modes_finding *found);
/** Modal mass (kg) of one, at most 1e6. */
double rosin_modes_mass(const rosin_modes_finding *found, const rosin_modes_choices *choices,
                        const rosin_knock_mode *mode);
/** The scene that plays the knock, or, if `rubbed` is not NULL, that rubs it so. */
void rosin_modes_write(FILE *out, const rosin_modes_finding *found,
                       const rosin_modes_choices *choices, const rosin_modes_rubbed *rubbed);
/** Parts of it: where it comes from; whoever rubs at a place, and what is heard of that; a number
 *  that looks like one with a fraction. */
void rosin_modes_write_head(FILE *out, const rosin_modes_finding *found,
                            const rosin_modes_choices *choices);
void rosin_modes_write_rub(FILE *out, const rosin_modes_choices *choices,
                           const rosin_modes_rubbed *rubbed, const char *place, double gain);
void rosin_modes_write_number(FILE *out, const char *before, double value, const char *after);
/** The same as an instrument: a body for each key, of modes from that which sings upwards. */
void rosin_modes_write_keys(FILE *out, const rosin_modes_finding *found,
                            const rosin_modes_choices *choices, const rosin_modes_rubbed *rubbed);
/** Try it with all surfaces; say what it does, with a map of each on which it sings. 0, or an exit
 *  status after an error. */
int rosin_modes_rub(const rosin_modes_finding *found, const rosin_modes_choices *choices,
                    rosin_modes_rubbed *rubbed);

#endif
