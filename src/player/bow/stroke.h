/* SPDX-License-Identifier: BSD-3-Clause */
/** Articulations: what the bow does from the start of a note to its end. A stroke is a
 *  pure function of time, so that each can be read, drawn and tested by itself. */
#ifndef ROSIN_STROKE_H
#define ROSIN_STROKE_H

typedef enum {
  ROSIN_DETACHE,
  ROSIN_LEGATO,
  ROSIN_MARTELE,
  ROSIN_SPICCATO,
  ROSIN_TREMOLO,
  ROSIN_FLAUTANDO,
  ROSIN_SCRATCH,
  ROSIN_PIZZICATO,
  ROSIN_COL_LEGNO,
  ROSIN_HARMONIC,
  ROSIN_LEFT_HAND,     /* pizzicato by the hand that stops; the bow goes on with what it does */
  ROSIN_ARTICULATIONS, /* of the setting `articulation`, whose range stays; the rest are techniques
                        */
  ROSIN_BARTOK = ROSIN_ARTICULATIONS, /* plucked so hard that the string strikes the fingerboard */
  ROSIN_WOOD_DRAWN,                   /* col legno tratto */
  ROSIN_STROKES
} rosin_articulation;

/** The setting `technique`: a stroke that it names, or, at 0, what the articulation says. */
static inline rosin_articulation rosin_stroke_chosen(double articulation, double technique) {
  const int other = (int)(technique + 0.5);
  return (rosin_articulation)(other > 0 ? ROSIN_ARTICULATIONS - 1 + other
                                        : (int)(articulation + 0.5));
}

#define ROSIN_SNAP_PULLED 0.03 /* s for which Bartok's pizzicato draws the string */

/** Factors on the player's speed, force and bow position; 1 is the plain note. */
typedef struct {
  double speed, force, position;
  double haste; /* factor on the player's acceleration */
  double bite;  /* share of the extra force that a prompt start needs */
  double pull;  /* 1/s of the plucking finger: times the way by which its force bends the string */
  double pinch; /* force of the plucking or touching finger, N for each kg/s of impedance */
  int thrown;   /* the bow bounces: `force` is that at its height, its course the stick's */
  int lifted;   /* the stroke is over: let ring */
} rosin_stroke;

extern const char *const rosin_articulation_words[]; /**< in their order, NULL at the end */
extern const char *const rosin_technique_words[];    /**< of `technique`, the same */
const char *rosin_articulation_name(int articulation);
/** Of any stroke, techniques too; NULL: there is none. */
const char *rosin_stroke_name(int stroke);

/** Where the stroke is `t` seconds into the note; `since` seconds after its end, or
 *  negative while it lasts. `change` is the time (s) a bow takes to turn. A speed that jumps
 *  is reached by the player's own acceleration. Real-time safe. */
rosin_stroke rosin_stroke_at(rosin_articulation articulation, double t, double since,
                             double change);

#endif
