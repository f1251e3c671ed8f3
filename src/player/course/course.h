/* SPDX-License-Identifier: BSD-3-Clause */
/* What the parts of a player share; no business of others. */
#ifndef ROSIN_COURSE_H
#define ROSIN_COURSE_H

#include "player/apart.h"
#include "player/bow/bounce.h"
#include "player/bow/hair.h"
#include "player/bow/start.h"
#include "player/bow/stroke.h"
#include "player/chance.h"
#include "player/ear.h"
#include "player/midi/controls.h"
#include "rosin/player.h"
#include "scene/scene.h"

#include <math.h>

#define ROSIN_PLAYER_CHORD 0.025 /* s: notes that begin within it are one chord */

/** A string in the player's hands. */
typedef struct {
  double open, impedance, slack;  /* Hz, kg/s, mu_static - mu_kinetic */
  double heft;                    /* impedance over the mean of all strings */
  const rosin_model_wedge *wedge; /* forces that play; NULL: nobody has measured */
  int finger, mute, force, velocity, position, hand_force, hand_velocity, hand_position; /* ramps */
  int has_hand, signal;
  rosin_contact *bow;
  double wood_static, wood_kinetic, hair_static, hair_kinetic;
  double hair_stiff, stiff; /* N/m, of the law as it is, and as it was set */
  int wooden;

  int sounding; /* a note is on or dying away */
  int held;     /* by its key or a pedal */
  int keyed;    /* its key is down */
  int kept;     /* by the sostenuto pedal */
  int channel;
  int note;          /* what a host calls it, -1: nothing */
  rosin_channel own; /* what was told of this note alone */
  double key, loudness;
  rosin_articulation articulation;
  double direction;               /* of the bow, +-1 */
  double struck, began, ended;    /* times, s: key, stroke, end; ended < 0 while held */
  double waits, leaves;           /* in a broken chord: the bow comes, and goes, s */
  double glide_from, glide_began; /* log2 of Hz */
  int hushed;                     /* all was told to be quiet: it does not fall */
  double scoops;                  /* s that a note takes up to its pitch; 0: it begins there */
  double slide;                   /* s that the slide there takes at most; 0: the portamento */
  double wanted;                  /* Hz, without vibrato */
  int partial;                    /* of a harmonic, 1 else */
  double lift;                    /* 0...1, how far the bow is on the string */
  double speed;                   /* m/s, of the bow as it is, with its sign */
  double placed;                  /* where the bow was last put */
  double aside;                   /* times its place, clear of nodes; chosen as a note begins */
  double slope;                   /* m/s^2, with which it turns */
  double rise;                    /* s to full speed, of a start; 0 once it is there */
  double length;                  /* s that its note lasts, if it has been read, else 0 */
  double meets;                   /* s, when the stroke after this one begins, if it has been read
                                     and follows at once; 0 else */
  rosin_start_kind hurried;       /* a start with little time, as has been read */
  double span, thrift;            /* m that a stroke draws, and share of the usual speed */
  double turns;                   /* strokes of a tremolo, or trills, since the note began */
  int entered;                    /* the bow came to it under a slur, from another string */
  double settled;                 /* time since the bow came up to speed, s */
  double pressed;                 /* 0...1, what is done to gather several slips into one */
  double shy;                     /* the most of it, in this note: how little it dares go lighter */
  double bears;                   /* s for which that has not helped */
  double stands;                  /* s for which the bow still stands on the string, to quiet it */
  int anew;                       /* this note was taken anew */
  int crossed;                    /* the bow has gone to another string */
  int left;                       /* the same, and its note is over: a hand may lie on it */
  int lies;                       /* a hand lies on it */
  double wants;                   /* N at the height of a stroke that is thrown */
  double corrected;               /* cents, by ear */
  double heard;                   /* time of the last correction */
  double offset;                  /* cents, this note's own error */
  double aim;                     /* semitones by which its pitch is taken for another (apart.h) */
  rosin_ear ear;
} rosin_course;

struct rosin_player {
  rosin_scene *scene;
  const rosin_model_instrument *instrument;
  rosin_tuning tuning;
  rosin_player_settings s, given; /* given: as they were set, without what controllers did */
  rosin_player_apart apart;
  rosin_chance chance;
  unsigned long long seed;
  rosin_drift drift_force, drift_speed, drift_position, drift_pitch;
  double wander_force, wander_speed, wander_position, wander_pitch;
  double now, dt; /* s */
  double rate;
  rosin_channel channel[ROSIN_CHANNELS];
  const rosin_controls *controls; /* borrowed; NULL: a ready table */
  int spoke;                      /* the channel of the last event, whose settings are shown */
  int mute;                       /* ramp of what lies on the bridge, < 0: it has none */
  double mute_mass, muted;        /* kg: of the mute; as much of it as is on */
  double side[2];                 /* factors on left and right, as sent to the scene */
  const rosin_player_score_t *score;
  int scored, next;
  int left[ROSIN_LEFT_REASONS]; /* notes left out, by reason */
  rosin_player_witness witness;
  void *witness_context;
  int hand_down;                 /* a hand has the bow on the string */
  double hand_speed, hand_press; /* m/s, 0...1 */
  int courses;
  int last;           /* the course of the last note, or -1 */
  double last_began;  /* s, of the last note */
  double last_stroke; /* and of the last that is no left-hand pizzicato */
  double hand;        /* semitones above the nut where the hand has its middle, < 0: nowhere yet */
  int place;          /* the same as it was planned, a mark of the last note; 0: it was not */
  int bows;           /* the last stroke was a bow's: the hand is free to lie on strings */
  double direction;
  rosin_hair hair;
  rosin_bounce bounce;
  rosin_course course[ROSIN_MODEL_COURSES];
};

/** The table of controllers that holds; the player's own, borrowed, or NULL for a ready one. */
const rosin_controls *rosin_player_controls(const rosin_player *player);
void rosin_player_set_controls(rosin_player *player, const rosin_controls *controls);

/** A setting as a string's note has it, or its channel. */
#define ROSIN_TOLD(player, course, key)                                                            \
  rosin_channel_of_note(&(course)->own, &(player)->channel[(course)->channel & 15], &(player)->s,  \
                        ROSIN_SETTING(key))

/** The scene's driver: events whose time has come, then all hands. */
void rosin_player_drive(void *player, long long first, int frames);

/** Right hand: force, speed and place of the bow on this string, `stroke` being where its
 *  stroke is. */
void rosin_player_move_bow(rosin_player *player, rosin_course *course, const rosin_stroke *stroke);
/** 1 if the bow rubs the string, so that its slips can be heard. */
int rosin_player_rubs(const rosin_course *course);
/** The wood of the bow on the string, or its hair. */
void rosin_player_take_wood(rosin_course *course, int wooden);
/** Where the bow keeps clear of nodes in a note that begins. */
void rosin_player_take_place(rosin_player *player, rosin_course *course);
/** Share of the sounding length from the bridge to the bow. */
double rosin_player_beta(const rosin_player *player, const rosin_course *course,
                         const rosin_stroke *stroke);
#define ROSIN_PLAYER_FASTEST 2.0 /* m/s, of a bow in a hand */
/** Speed of the bow in the middle of a plain stroke, m/s. */
double rosin_player_speed(const rosin_player *player, const rosin_course *course);
/** 0...1, of dynamics, velocity and pressure. */
double rosin_player_loudness(const rosin_player *player, const rosin_course *course);

/** Left hand: the stopping finger and its vibrato, the plucking or touching one. */
void rosin_player_move_finger(rosin_player *player, rosin_course *course);
/** s for which a note that has ended falls, and its bow goes on; 0: it does not. */
double rosin_player_falls(const rosin_player *player, const rosin_course *course);
/** Whether strings of such notes ring on, whatever comes: they were plucked, struck, or touched. */
int rosin_player_rings(rosin_articulation articulation);
/** The hand on a string that is nobody's note. */
void rosin_player_move_idle(rosin_player *player, rosin_course *course);
void rosin_player_move_hand(rosin_player *player, rosin_course *course, const rosin_stroke *stroke);
/** N/m: how far a string gives way at a share of its sounding length: its tension over both parts.
 */
static inline double rosin_player_stiffness(const rosin_course *c, double share) {
  const double x = fmin(fmax(share, 0.01), 0.99);
  return 2 * c->wanted / c->partial * c->impedance / (x * (1 - x));
}
/** Pitch (log2 of Hz) on its way to where it is meant. */
double rosin_player_gliding(const rosin_player *player, const rosin_course *course);
/** Move the finger by what is heard. */
void rosin_player_correct(rosin_player *player, rosin_course *course);

#endif
