/* SPDX-License-Identifier: BSD-3-Clause */
/** What keys have inside, for the files of this room: made and run in keys.c, played in notes.c,
 *  set in settings.c, rubbed in hand.c. */
#ifndef ROSIN_KEYBOARD_INSIDE_H
#define ROSIN_KEYBOARD_INSIDE_H

#include "keys/keys.h"
#include "player/chance.h"

/** A body under its key, and the hand that rubs it. */
typedef struct {
  rosin_keyboard *keys;
  rosin_scene *scene; /* owned */
  rosin_contact *contact;
  int force, velocity, position, pitch, damper; /* ramps; damper -1: none */
  int signal;                                   /* the contact's relative velocity */
  double hertz;                                 /* as it was made */
  double mass, decay;                           /* kg and 1/s of the mode that sings, at the hand */

  int sounds;  /* it is run */
  int held;    /* by its key or a pedal */
  int keyed;   /* its key is down */
  int kept;    /* by the sostenuto pedal */
  int channel; /* of its last note */
  int note;    /* what a host calls it, -1: nothing */
  double key, loudness;
  rosin_channel own;  /* what was told of this note alone */
  double age;         /* s since it began */
  double speed;       /* m/s, of the hand as it is */
  double before;      /* and before the last stretch */
  double press;       /* N */
  double round;       /* how far round it has gone */
  double swing;       /* m/s, of the body at the hand, */
  double heard[2];    /* and with its phase, against */
  double phase;       /* one that turns at the pitch */
  double slide;       /* log2 of the pitch over what the body was made for */
  double waves;       /* of vibrato */
  double lid;         /* what the lids let pass */
  double gain, fades; /* fades: how much of it is left as it goes, 1: it does not */
  int back;           /* it was struck again as it went, and comes back */
  double side[2];
} rosin_key;

/** Whether it sounds and is not on its way out. */
static inline int rosin_key_stays(const rosin_key *k) {
  return k->sounds && (k->fades >= 1 || k->back);
}

struct rosin_keyboard {
  const rosin_model_keys *model;
  rosin_tuning tuning;
  rosin_player_settings s, given; /* given: without what controllers did */
  rosin_channel channel[ROSIN_CHANNELS];
  const rosin_controls *controls;
  rosin_chance chance;
  double rate;
  int oversample, channels;
  long long frame;
  int waits; /* frames */
  int keys;
  rosin_key *key; /* owned; [keys] from low to high */
  int sounding;   /* how many of them */
  double motor;   /* turns of the lids */
  int last;       /* of the last note, -1: none yet */
  float *made;    /* [ROSIN_KEYBOARD_CELL * channels] */
  const rosin_player_score_t *score;
  int scored, next, missed;
  rosin_player_witness witness;
  void *witness_context;
};

/** A setting as a key's note has it, or its channel. */
#define ROSIN_KEY_TOLD(keys, k, name)                                                              \
  rosin_channel_of_note(&(k)->own, &(keys)->channel[(k)->channel & 15], &(keys)->s,                \
                        ROSIN_SETTING(name))

/** settings.c: of a key, where that of all is `seed`. */
double rosin_key_seed(double seed, int index);
/** keys.c: it stands in the scene as nobody plays it. */
void rosin_key_lay(rosin_key *key);
/** hand.c: a rosin_scene_driver, its context the key. */
void rosin_key_rub(void *key, long long first, int frames);
/** hand.c: Hz that a key of that note means, with bend and tuning. */
double rosin_key_wanted(const rosin_keyboard *keys, const rosin_key *key);
/** hand.c: the same as octaves from what its body was made for. */
double rosin_key_way(const rosin_keyboard *keys, const rosin_key *key);
/** notes.c */
const rosin_controls *rosin_keyboard_controls(const rosin_keyboard *keys);

#endif
