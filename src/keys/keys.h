/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A scene that keys play: of its section `keys` each key has a body of its own, of the size that is
 * in tune, and a hand that rubs it; what sounds, rings on. Beside the player of bowed strings,
 * whose events, channels, tables of controllers and settings it takes.
 *
 * The scene itself is not touched: each key is the scene once more. All but new and free are
 * real-time safe, in one thread.
 */
#ifndef ROSIN_KEYS_H
#define ROSIN_KEYS_H

#include "player/midi/controls.h"
#include "rosin/player.h"
#include "scene/scene.h"

typedef struct rosin_keys rosin_keys;

/** Whether a scene has keys. */
int rosin_keys_are(const rosin_scene *scene);
/** Of such a scene, prepared or not, at `rate` Hz and with so many engine samples a frame. NULL and
 *  an error. */
rosin_keys *rosin_keys_new(const rosin_scene *scene, int rate, int oversample, rosin_error *error);
void rosin_keys_free(rosin_keys *keys); /**< NULL is allowed */
/** Back to rest and to frame 0; settings stay. */
void rosin_keys_reset(rosin_keys *keys);
/** How much later (frames) it sounds than its score says. */
void rosin_keys_wait(rosin_keys *keys, int frames);
/** It takes effect with the next frame. */
void rosin_keys_event(rosin_keys *keys, const rosin_player_event_t *event);
/** Add the next frames, at most ROSIN_KEYS_CELL, to `out`. */
void rosin_keys_run(rosin_keys *keys, int frames, float *out);
enum { ROSIN_KEYS_CELL = 32 };
/** Whether it is silent, and stays so until an event. */
int rosin_keys_rest(const rosin_keys *keys);
/** How many bodies sound. */
int rosin_keys_sounding(const rosin_keys *keys);
/** s, in which what rings falls by 90 dB. */
double rosin_keys_tail(const rosin_keys *keys);
/** A setting, by its row of rosin_player_parameters. */
void rosin_keys_put(rosin_keys *keys, const rosin_parameter *row, double value);
/** What chance does, of that seed from now on. */
void rosin_keys_seed(rosin_keys *keys, double seed);
void rosin_keys_tune(rosin_keys *keys, const rosin_tuning *tuning);
/** A table of controllers instead of the ready one, borrowed; NULL: none. */
void rosin_keys_set_controls(rosin_keys *keys, const rosin_controls *controls);
/** Whether a controller does anything. */
int rosin_keys_heed(const rosin_keys *keys, int controller);
/** Play these events as their times come; borrowed until the next call of this. */
void rosin_keys_score(rosin_keys *keys, const rosin_player_score_t *score, int count);
void rosin_keys_set_witness(rosin_keys *keys, rosin_player_witness witness, void *context);
/** Notes so far that no key has. */
int rosin_keys_missed(const rosin_keys *keys);

#endif
