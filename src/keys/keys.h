/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A scene that keys play: of its section `keys` each key has a body of its own, of the size that is
 * in tune, and a hand that rubs it; what sounds, rings on. Beside the player of bowed strings,
 * whose events, channels, tables of controllers and settings it takes.
 *
 * The scene itself is not touched: each key is the scene once more. All but new and free are
 * real-time safe, in one thread.
 */
#ifndef ROSIN_KEYBOARD_H
#define ROSIN_KEYBOARD_H

#include "player/midi/controls.h"
#include "rosin/player.h"
#include "scene/scene.h"

typedef struct rosin_keyboard rosin_keyboard;

/** Whether a scene has keys. */
int rosin_keyboard_is(const rosin_scene *scene);
/** Of such a scene, prepared or not, at `rate` Hz and with so many engine samples a frame. NULL and
 *  an error. */
rosin_keyboard *rosin_keyboard_new(const rosin_scene *scene, int rate, int oversample,
                                   rosin_error *error);
void rosin_keyboard_free(rosin_keyboard *keys); /**< NULL is allowed */
/** Back to rest and to frame 0; settings stay. */
void rosin_keyboard_reset(rosin_keyboard *keys);
/** How much later (frames) it sounds than its score says. */
void rosin_keyboard_wait(rosin_keyboard *keys, int frames);
/** It takes effect with the next frame. */
void rosin_keyboard_event(rosin_keyboard *keys, const rosin_player_event_t *event);
/** Add the next frames, at most ROSIN_KEYBOARD_CELL, to `out`. */
void rosin_keyboard_run(rosin_keyboard *keys, int frames, float *out);
enum { ROSIN_KEYBOARD_CELL = 32 };
/** Whether it is silent, and stays so until an event. */
int rosin_keyboard_rest(const rosin_keyboard *keys);
/** How many bodies sound. */
int rosin_keyboard_sounding(const rosin_keyboard *keys);
/** s, in which what rings falls by 90 dB. */
double rosin_keyboard_tail(const rosin_keyboard *keys);
/** A setting, by its row of rosin_player_parameters. */
void rosin_keyboard_put(rosin_keyboard *keys, const rosin_parameter *row, double value);
/** What chance does, of that seed from now on. */
void rosin_keyboard_seed(rosin_keyboard *keys, double seed);
void rosin_keyboard_tune(rosin_keyboard *keys, const rosin_tuning *tuning);
/** A table of controllers instead of the ready one, borrowed; NULL: none. */
void rosin_keyboard_set_controls(rosin_keyboard *keys, const rosin_controls *controls);
/** Whether a controller does anything. */
int rosin_keyboard_heed(const rosin_keyboard *keys, int controller);
/** Play these events as their times come; borrowed until the next call of this. */
void rosin_keyboard_score(rosin_keyboard *keys, const rosin_player_score_t *score, int count);
void rosin_keyboard_set_witness(rosin_keyboard *keys, rosin_player_witness witness, void *context);
/** Notes so far that no key has. */
int rosin_keyboard_missed(const rosin_keyboard *keys);

#endif
