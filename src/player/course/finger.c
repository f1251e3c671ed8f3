/* SPDX-License-Identifier: BSD-3-Clause */
/* The left hand: stopping, sliding, vibrato, intonation by ear, harmonics, plucking. */
#include "maths/maths.h"
#include "pi.h"
#include "player/course/course.h"

#include <math.h>

/* s that a finger takes to its place. */
static double slide_of(const rosin_player *p, const rosin_course *c) {
  const double told = ROSIN_TOLD(p, c, portamento);
  if (c->scoops > 0)
    return c->scoops;
  return c->slide > 0 ? fmin(told, c->slide) : told;
}

double rosin_player_gliding(const rosin_player *p, const rosin_course *c) {
  const double slide = slide_of(p, c);
  const double u = slide > 0 ? (p->now - c->glide_began) / slide : 1;
  const double end = rosin_log2(c->wanted);
  if (u >= 1)
    return end;
  return c->glide_from + (end - c->glide_from) * (0.5 - 0.5 * rosin_cos(pi * fmax(u, 0)));
}

/* No finger can mend what it does not stop. */
static int is_open(const rosin_course *c, double basic) {
  return basic < 1.01 * c->open;
}

/* Hear the slips, and move the finger towards the pitch that is meant: once all that is heard is of
 * a finger that has arrived, and of strokes that are long enough to have a pitch. */
void rosin_player_correct(rosin_player *p, rosin_course *c) {
  /* slips a period above which there is no pitch yet to be corrected */
  static const double crowded = 1.25;
  const double turn = ROSIN_TOLD(p, c, vibrato) > 0 ? 1 / ROSIN_TOLD(p, c, vibrato_rate) : 0.08;
  const double window = fmax(turn, 8 / c->wanted);
  const double arrived = fmax(c->glide_began + slide_of(p, c), c->began);
  if (is_open(c, c->wanted / c->partial)) {
    c->corrected = 0;
    return;
  }
  if (p->s.ear < 0.5 || ROSIN_TOLD(p, c, trill) > 0 || c->articulation == ROSIN_TREMOLO ||
      p->now - arrived < window || p->now - c->heard < 0.03)
    return;
  const double rate = rosin_ear_rate(&c->ear, window, 6);
  c->heard = p->now;
  if (rate <= 0 || rosin_ear_crowd(&c->ear) > crowded)
    return;
  const double cents = 1200 * rosin_log2(rate / c->wanted);
  if (fabs(cents) < 90)
    c->corrected = fmin(fmax(c->corrected - 0.25 * cents, -80), 80);
}

/* Octaves above the note where a trill's finger is. */
static double trilling(const rosin_player *p, const rosin_course *c) {
  const int up = c->turns - floor(c->turns) >= 0.5;
  return c->articulation != ROSIN_TREMOLO && up ? ROSIN_TOLD(p, c, trill) / 12 : 0;
}

static double vibrato_cents(const rosin_player *p, const rosin_course *c) {
  const double delay = ROSIN_TOLD(p, c, vibrato_delay), t = p->now - c->began - delay;
  const double grown = delay > 0 ? fmin(fmax(t / delay, 0), 1) : t > 0;
  const double depth = ROSIN_TOLD(p, c, vibrato) * (1 + 0.2 * p->s.humanity * p->wander_pitch);
  const double rate = p->apart.rate * ROSIN_TOLD(p, c, vibrato_rate);
  return p->apart.depth * depth * grown * rosin_sin(2 * pi * rate * t);
}

/* s for which a note that falls goes on as its key is up: its bow goes on, its finger slides. */
static const double falls_in = 0.4;

double rosin_player_falls(const rosin_player *p, const rosin_course *c) {
  const int bowed = !rosin_player_rings(c->articulation) && c->articulation != ROSIN_SPICCATO &&
                    c->articulation != ROSIN_MARTELE;
  return bowed && !c->held && !c->crossed && !c->hushed && ROSIN_TOLD(p, c, fall) > 0 ? falls_in
                                                                                      : 0;
}

/* Octaves by which it has fallen, ever faster. */
static double fallen(const rosin_player *p, const rosin_course *c) {
  const double in = rosin_player_falls(p, c);
  const double u = in > 0 ? fmin((p->now - c->ended) / in, 1) : 0;
  return -ROSIN_TOLD(p, c, fall) / 12 * u * u;
}

int rosin_player_rings(rosin_articulation a) {
  return a == ROSIN_PIZZICATO || a == ROSIN_COL_LEGNO || a == ROSIN_HARMONIC ||
         a == ROSIN_LEFT_HAND || a == ROSIN_BARTOK;
}

/* What hands take from the string (1/s) that do not stop it. Free strings in tune with a note
 * answer louder than it is, and one that the bow has left goes on under the next: who bows lies on
 * both, not at once on the latter, or there would be a hole between two slurred notes. */
static double resting(const rosin_player *p, rosin_course *c) {
  static const double lays = 0.04; /* s */
  const int idle = !c->sounding || (c->left && !rosin_player_rings(c->articulation));
  c->lies = p->bows && idle && p->s.idle_loss > 0;
  const double share = c->sounding ? fmin((p->now - c->ended) / lays, 1) : 1;
  return 60 * p->s.touch * p->s.touch + (c->lies ? share * p->s.idle_loss : 0);
}

void rosin_player_move_idle(rosin_player *p, rosin_course *c) {
  const int lay = c->lies;
  const double loss = resting(p, c);
  if (c->lies || lay)
    rosin_scene_ramp(p->scene, c->mute, loss);
}

void rosin_player_move_finger(rosin_player *p, rosin_course *c) {
  rosin_scene *scene = p->scene;
  const double falls_for = rosin_player_falls(p, c);
  const int gone = !c->held && p->now - c->ended > fmax(p->s.release, falls_for);
  const double falls = falls_for > 0 ? fallen(p, c) : 0;
  const double basic = rosin_exp2(rosin_player_gliding(p, c) + trilling(p, c) + falls) / c->partial;
  const int bare = is_open(c, basic);
  const double loss = c->partial > 1 ? 0.5 : bare || gone ? 0 : p->s.finger_loss;
  rosin_scene_ramp(scene, c->mute, loss + resting(p, c));
  if (gone || bare) {
    rosin_scene_ramp(scene, c->finger, 0);
  } else if (c->held || falls < 0) { /* it rests when the note is over */
    const double cents =
        vibrato_cents(p, c) + c->corrected + c->offset + 2 * p->s.humanity * p->wander_pitch;
    rosin_scene_ramp(scene, c->finger, basic * rosin_exp2(cents / 1200));
  }
}

/* Semitones from the stopping finger to the one that plucks in its stead. */
static const double plucking = 4;

/* Bartok's pizzicato: as the string comes back, half a period after it was let go and each period
 * again, it lies on the fingerboard for a while, as long as it swings so far. The board is the
 * hand's contact, closed so hard that the string stands there: known approximation, since a contact
 * of its own would be stepped in each sample of each note. */
static double strikes(const rosin_player *p, const rosin_course *c) {
  static const double press = 40; /* N for each kg/s */
  static const double swings = 0.012,
                      least = 1.5e-3; /* s: so long it does; on the board, at least */
  const double t = p->now - c->began - ROSIN_SNAP_PULLED, period = c->partial / c->wanted;
  const double into = t / period - floor(t / period);
  const int back = into >= 0.4 && (into < 0.6 || (into - 0.4) * period < least);
  return t > 0 && t < fmax(swings, 1.5 * period) && back ? press * c->impedance : 0;
}

void rosin_player_move_hand(rosin_player *p, rosin_course *c, const rosin_stroke *stroke) {
  if (!c->has_hand)
    return;
  const double sounding = fmax(c->wanted / c->partial / c->open, 1);
  double force = 0, place = 0.22 / rosin_pow(sounding, 0.6);
  if (c->partial > 1) { /* a node: the finger touches while the note speaks, then lets it ring */
    place = 1 / (c->partial * sounding);
    if (c->articulation == ROSIN_HARMONIC && c->held)
      force = stroke->pinch * c->impedance;
  } else if (c->articulation == ROSIN_BARTOK && stroke->pinch == 0) {
    force = strikes(p, c);
  } else if (c->articulation == ROSIN_PIZZICATO || c->articulation == ROSIN_LEFT_HAND ||
             c->articulation == ROSIN_BARTOK) {
    if (c->articulation == ROSIN_LEFT_HAND)
      place = rosin_exp2(-plucking / 12) / sounding;
    force = stroke->pinch * c->impedance * (0.5 + rosin_player_loudness(p, c));
  }
  if (force > 0)
    rosin_scene_ramp(p->scene, c->hand_position, place);
  const double gives = force / rosin_player_stiffness(c, place * sounding);
  rosin_scene_ramp(p->scene, c->hand_velocity, c->direction * stroke->pull * gives);
  rosin_scene_ramp(p->scene, c->hand_force, force);
}
