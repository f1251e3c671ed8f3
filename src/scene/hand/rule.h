/* SPDX-License-Identifier: BSD-3-Clause */
/** Gestures made by a rule and a seed: gusts of wind, a random walk, strokes of a hand. Each is
 * known at every time, so that it goes on for ever and is the same however time is cut. */
#ifndef ROSIN_RULE_H
#define ROSIN_RULE_H

#include "course.h"

#include <stdint.h>

enum { ROSIN_RULE_OCTAVES = 6 }; /* of a walk */

/** What makes one; each rule takes what it needs. Defaults stand in rosin_rule_usual. */
typedef struct {
  double rate;   /* 1/s, > 0: gusts, turns of a walk, strokes at the beginning */
  double until;  /* 1/s, strokes in the end; 0: as at the beginning */
  double over;   /* s, in which they come to that */
  double spread; /* 0 ... 1, how far strokes and gusts differ in strength, strokes in length */
  double rest;   /* 0 ... 0.9, share of a stroke in which it pauses */
  double back;   /* -1 ... 1, strength of every second stroke: -1 is to and fro */
  double calm;   /* 0 ... 1, between gusts */
  double scale, offset;
} rosin_rule;

extern const rosin_rule rosin_rule_usual;

/** At `time` (s, from 0): calm ... 1 for gusts, 0 ... 1 for a walk, -1 ... 1 (0 ... 1 if `back` is
 * not below 0) for strokes; then times scale, plus offset. `leg`: what was last looked up, all 0 at
 * first. Real-time safe. */
double rosin_rule_gusts(const rosin_rule *rule, rosin_course_leg *leg, uint64_t seed, double time);
double rosin_rule_walk(const rosin_rule *rule, rosin_course_leg leg[ROSIN_RULE_OCTAVES],
                       uint64_t seed, double time);
double rosin_rule_strokes(const rosin_rule *rule, uint64_t seed, double time);

#endif
