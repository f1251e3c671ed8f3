/* SPDX-License-Identifier: BSD-3-Clause */
#include "voices/voice.h"

#include "maths/maths.h"
#include "pi.h"
#include "rosin/voices.h"
#include "scene/scene.h"

#include <math.h>
#include <string.h>

static const double fades = 0.005;    /* s, of a voice that is stolen */
static const double inaudible = 1e-5; /* full scale 1: -100 dBFS */
static const double patience = 0.05;  /* s of that before it sleeps */
static const double longest = 20;     /* s that somebody's who has gone may ring */
static const double strongest = 9e6;  /* N, of all blows at once: a push takes 1e7 */

static const double at_rest[VOICE_PUSH] = {0, 0, 0.3, 1};
static const double there[VOICE_PUSH] = {1e-6, 1e-8, 1e-6, 1e-6};

static void start_mix(rosin_voice_sound *v) {
  for (int s = 0; s < 2; s++)
    rosin_ease_jump(&v->side[s], v->wish.gain, 1e-7);
}

static void wish_nothing(rosin_voice_wish *w) {
  memcpy(w->value, at_rest, sizeof at_rest);
  w->gain = 1;
  w->pan = 0;
}

void rosin_voice_reset(rosin_voice_sound *v) {
  rosin_scene_rewind(v->scene);
  rosin_scene_stay(v->scene, 0); /* what else moves it stays as it begins */
  wish_nothing(&v->wish);
  for (int k = 0; k < VOICE_PUSH; k++) {
    rosin_ease_jump(&v->ease[k], at_rest[k], there[k]);
    rosin_network_jump(v->network, v->control[k], at_rest[k]);
  }
  for (int r = 0; r < v->rubs; r++)
    for (int k = VOICE_FORCE; k <= VOICE_SPEED; k++)
      rosin_network_jump(v->network, v->rub[r][k], at_rest[k]);
  rosin_network_jump(v->network, v->control[VOICE_PUSH], 0);
  v->blows.waits = v->blows.first = v->blows.second = 0;
  v->blows.goes_on = 0;
  v->waiting_blow = 0;
  start_mix(v);
  v->quiet = v->rings = v->loud = 0;
  v->again = v->fade = 0;
  v->asleep = 1;
}

/* Sides of a factor at a place: of one channel by equal power, of two as a balance; the middle
 * is 1. */
static void aim_sides(rosin_voice_sound *v) {
  const double pan = v->wish.pan, turn = (pan + 1) * pi / 4;
  const double left = v->channels == 1 ? sqrt(2) * rosin_cos(turn) : fmin(1, 1 - pan);
  const double right = v->channels == 1 ? sqrt(2) * rosin_sin(turn) : fmin(1, 1 + pan);
  rosin_ease_to(&v->side[0], v->wish.gain * left);
  rosin_ease_to(&v->side[1], v->wish.gain * right);
}

static void wake(rosin_voice_sound *v) {
  v->asleep = 0;
  v->quiet = 0;
}

static void follow(rosin_voice_sound *v) {
  for (int k = 0; k < VOICE_PUSH; k++)
    rosin_ease_to(&v->ease[k], v->wish.value[k]);
  aim_sides(v);
}

/* Where it is, and how loud, is not on its way from somebody else's. */
static void begin_now(rosin_voice_sound *v) {
  const rosin_voice_wish wish = v->wish;
  const double impulse = v->waiting_blow;
  const unsigned owner = v->next;
  rosin_voice_reset(v);
  v->owner = owner;
  v->next = 0;
  v->state = VOICE_OWNED;
  v->wish = wish;
  follow(v);
  for (int s = 0; s < 2; s++)
    rosin_ease_jump(&v->side[s], v->side[s].aim, 1e-7);
  if (wish.value[VOICE_FORCE] != 0)
    wake(v);
  if (impulse > 0)
    rosin_voice_strike(v, impulse);
}

void rosin_voice_begin(rosin_voice_sound *v, unsigned owner) {
  v->next = owner;
  wish_nothing(&v->wish);
  v->waiting_blow = 0;
  if (v->state == VOICE_IDLE || v->asleep) {
    begin_now(v);
    return;
  }
  if (v->state != VOICE_FADES)
    v->fade = (int)(fades * v->rate);
  v->state = VOICE_FADES;
  v->again = 1;
}

void rosin_voice_tell(rosin_voice_sound *v, int control, double value) {
  const int rubs = v->wish.value[VOICE_FORCE] != 0;
  v->wish.value[control] = value;
  if (v->state != VOICE_OWNED)
    return;
  rosin_ease_to(&v->ease[control], value);
  if (control == VOICE_FORCE ? value != 0 : control == VOICE_SPEED && value != 0 && rubs)
    wake(v);
}

void rosin_voice_mix(rosin_voice_sound *v, double gain, double pan) {
  v->wish.gain = gain;
  v->wish.pan = pan;
  if (v->state == VOICE_OWNED)
    aim_sides(v);
  if (v->asleep) /* nobody hears the way there */
    for (int s = 0; s < 2; s++)
      rosin_ease_jump(&v->side[s], v->side[s].aim, 1e-7);
}

void rosin_voice_strike(rosin_voice_sound *v, double impulse) {
  rosin_voice_blows *b = &v->blows;
  if (v->state != VOICE_OWNED) {
    if ((v->waiting_blow + impulse) * b->pace > strongest)
      v->refused++;
    else
      v->waiting_blow += impulse;
    return;
  }
  if ((b->waits + impulse) * b->pace + b->first + b->second > strongest) {
    v->refused++;
    return;
  }
  wake(v);
  b->waits += impulse;
  b->goes_on = 1;
}

static void lift(rosin_voice_sound *v) {
  v->wish.value[VOICE_FORCE] = v->wish.value[VOICE_SPEED] = 0;
  rosin_ease_to(&v->ease[VOICE_FORCE], 0);
  rosin_ease_to(&v->ease[VOICE_SPEED], 0);
}

/* Whoever waited for the fade has gone meanwhile: its end is this one's. */
static void never_begins(rosin_voice_sound *v) {
  if (v->again)
    v->owner = v->next;
  v->again = 0;
}

void rosin_voice_let_go(rosin_voice_sound *v) {
  if (v->state == VOICE_FADES) {
    never_begins(v);
    return;
  }
  v->state = VOICE_RELEASED;
  lift(v);
}

void rosin_voice_fade(rosin_voice_sound *v) {
  if (v->state == VOICE_FADES) {
    never_begins(v);
    return;
  }
  v->state = VOICE_FADES;
  v->fade = v->asleep ? 0 : (int)(fades * v->rate);
  v->again = 0;
}

static int moves(const rosin_voice_sound *v) {
  for (int k = 0; k < VOICE_PUSH; k++)
    if (v->ease[k].moves && v->control[k] >= 0)
      return 1;
  return v->blows.goes_on || (v->wish.value[VOICE_FORCE] != 0 && v->wish.value[VOICE_SPEED] != 0);
}

static unsigned end(rosin_voice_sound *v) {
  const unsigned ended = v->owner;
  v->state = VOICE_IDLE;
  v->owner = 0;
  v->asleep = 1;
  v->loud = 0;
  return ended;
}

double rosin_voice_mix_in(rosin_voice_sound *v, float *out, int frames, const float *made,
                          double *peak) {
  const int length = (int)(fades * v->rate);
  double sum = 0;
  for (int i = 0; i < frames; i++) {
    const double fade = v->state != VOICE_FADES ? 1 : v->fade > 0 ? (double)v->fade-- / length : 0;
    for (int s = 0; s < 2; s++) {
      const double side =
          v->side[s].moves ? rosin_ease_step(&v->side[s], v->share_out) : v->side[s].aim;
      const float *here = made + i * v->made;
      double x = v->level * (double)here[v->channels > 1 ? s : 0];
      if (v->struck)
        x += v->knock * (double)here[1];
      x *= side * fade;
      *peak = fabs(x) > *peak ? fabs(x) : *peak;
      out[2 * i + s] += (float)x;
      sum += x * x;
    }
  }
  return sum / (2 * frames);
}

static void rest(rosin_voice_sound *v, double peak, double seconds) {
  v->quiet = peak < inaudible && !moves(v) ? v->quiet + seconds : 0;
  v->rings = v->state == VOICE_RELEASED ? v->rings + seconds : 0;
  v->asleep = v->quiet >= patience && v->state != VOICE_FADES;
}

unsigned rosin_voice_add(rosin_voice_sound *v, float *out, int frames, float *made) {
  if (v->state == VOICE_IDLE)
    return 0;
  double peak = 0;
  if (!v->asleep) {
    rosin_scene_process(v->scene, frames, made);
    v->loud = sqrt(rosin_voice_mix_in(v, out, frames, made, &peak));
    rest(v, peak, frames / v->rate);
  } else
    v->loud = 0;
  if (v->state == VOICE_RELEASED && v->rings > longest)
    rosin_voice_fade(v);
  if (v->state == VOICE_FADES && v->fade <= 0) {
    const unsigned gone = end(v);
    if (v->again)
      begin_now(v);
    return gone;
  }
  return v->state == VOICE_RELEASED && v->asleep ? end(v) : 0;
}
