/* SPDX-License-Identifier: BSD-3-Clause */
/* The audio path. A round is known by logical time and by its number within that
 * tick (blocks under 64 run several times a tick). No allocation, no lock, no
 * print; only a [switch~] that is banged in the same message that changed the
 * network finds it dirty here. */
#include "network/rest.h"
#include "pd/member/bow.h"
#include "pd/member/registry.h"
#include "pd/net/made/build.h"
#include "pd/net/net.h"
#include "pd/net/sound/bow.h"
#include "pd/net/sound/ease.h"
#include "pd/net/sound/fading.h"
#include "pd/net/sound/hand.h"
#include "pd/net/sound/inputs.h"
#include "pd/net/sound/level.h"
#include "pd/net/sound/places.h"
#include "pd/net/sound/stroke.h"

#include <math.h>
#include <string.h>

/* Blocks alike after which what was fed, and what was given, is what would be. */
enum { STILL = 3 };

/* Values nobody can mean (not finite, or beyond this) count as missing. */
static const double absurd = 1e9;

static int makes_sense(double value) {
  return value > -absurd && value < absurd;
}

static void take(rosin_pd_input *in, double value) {
  if (!makes_sense(value))
    return;
  in->held = value;
  in->given = 1;
}

/* Most inlets stand still most of the time: each sample is the one before. */
static int stands_still(const t_sample *from, int n) {
  return memcmp(from, from + 1, (size_t)(n - 1) * sizeof *from) == 0;
}

/* With a factor that goes from what it was to what it is. */
static void latch_input(rosin_pd_input *in, const t_sample *from, int n, double begin, double end) {
  const double step = (end - begin) / n;
  in->before = in->held;
  in->constant = begin == end && stands_still(from, n);
  if (in->constant) {
    take(in, end * (double)from[0]);
    return;
  }
  for (int i = 0; i < n; i++) {
    take(in, (i + 1 < n ? begin + step * (i + 1) : end) * (double)from[i]);
    in->latch[i] = in->held;
  }
}

/* A control that is a message: 1 if it is what it was. */
static int latch_message(rosin_pd_input *in) {
  const double value = (double)in->value;
  if (in->constant && in->before == in->held &&
      (makes_sense(value) ? in->given && value == in->held : 1))
    return 1;
  in->before = in->held;
  take(in, value);
  in->constant = 1;
  return 0;
}

/* A body on its way keeps its strokes for when it is there. */
static int latch_signal(rosin_pd_member *m, rosin_pd_input *in, const t_sample *from) {
  const double begin = in->push ? m->driven : 1, end = in->push ? m->drive : 1;
  latch_input(in, from, m->n, begin, end);
  m->driven = m->drive;
  if (in->push && (m->body || !m->making))
    rosin_pd_stroke(m, in);
  return in->constant && in->before == in->held;
}

static void latch(rosin_pd_member *m, int runs) {
  double was[ROSIN_PD_INPUTS];
  int same = m->live || m->lived, eases = m->lift.way != ROSIN_PD_DOWN;
  for (int k = 0, inlet = 0; k < m->inputs; k++) {
    rosin_pd_input *in = &m->input[k];
    was[k] = in->held;
    same &= in->signal ? latch_signal(m, in, m->in[inlet++]) : latch_message(in);
    eases |= in->glide.at < in->glide.length;
  }
  if (runs && m->bow && m->bow->on) {
    rosin_pd_bow_draw(m);
    same = 0;
  }
  for (int k = 0; k < m->inputs && (eases || !same); k++)
    rosin_pd_ease(m, &m->input[k], was[k]);
  m->still = same && !eases ? m->still + (m->still < STILL) : 0;
  m->live = 1;
}

/* Nothing but zeros comes of it as long as it rests and is told nothing. */
static int gives_nothing(const rosin_pd_member *m) {
  for (int k = 0; k < m->outputs; k++) {
    const rosin_pd_output *out = &m->output[k];
    const double *from = rosin_network_read(m->component->network, out->signal);
    if (out->lift > 0 || out->reached != out->gain || out->passed != 0 ||
        (from && (out->hip > 0 ? from[0] != out->last : from[0] != 0)))
      return 0;
  }
  return 1;
}

static void silence(rosin_pd_member *m) {
  for (int k = 0; k < m->outputs; k++)
    memset(m->out[k], 0, (size_t)m->n * sizeof *m->out[k]);
}

static void deliver(rosin_pd_member *m) {
  const int rests = m->component->rests >= STILL && m->still >= STILL && !m->fading;
  if (rests && m->silent) {
    silence(m);
    return;
  }
  m->silent = rests && gives_nothing(m);
  if (m->fading)
    rosin_pd_fading_run(m);
  for (int k = 0; k < m->outputs; k++) {
    const double *from = rosin_network_read(m->component->network, m->output[k].signal);
    t_sample *to = m->out[k];
    if (m->fading)
      from = rosin_pd_fading_mix(m, k, from);
    if (!from)
      memset(to, 0, (size_t)m->n * sizeof *to);
    else
      rosin_pd_level(&m->output[k], from, to, m->n, m->rate, m->component->rests >= STILL);
    if (m->output[k].lift > 0)
      rosin_pd_level_glide(m, &m->output[k]);
  }
  if (m->fading)
    rosin_pd_fading_step(m);
}

static void jump(rosin_network *n, const rosin_pd_member *m, const rosin_pd_input *in,
                 double value) {
  const rosin_pd_member *string = in->place && !m->of_open ? m->on[in->place - 1] : NULL;
  const rosin_pd_input *finger = string ? &string->input[string->finger] : NULL;
  if (string)
    value = rosin_pd_place(string, value, finger->constant ? finger->held : finger->latch[0]);
  rosin_network_jump(n, in->control, value);
}

/* It has been fed all of this, and where it touches stands still as well. */
static int is_fed(const rosin_pd_member *m) {
  return m->live && m->lived && m->still >= STILL && (!m->on[0] || m->on[0]->still >= STILL) &&
         (!m->on[1] || m->on[1]->still >= STILL);
}

static void feed(rosin_network *n, rosin_pd_member *m) {
  for (int k = 0; k < m->inputs; k++) {
    rosin_pd_input *in = &m->input[k];
    if (!m->live) {
      if (rosin_pd_is_force(m, in))
        rosin_network_hold(n, in->control, 0);
      continue;
    }
    if (!m->lived && strcmp(in->row->name, "velocity")) /* a hand gathers speed, places are */
      jump(n, m, in, in->constant ? in->held : in->latch[0]);
    if (in->place)
      rosin_pd_feed_place(n, m, in);
    else if (in->constant)
      rosin_network_hold(n, in->control, in->held);
    else
      rosin_network_feed(n, in->control, in->latch);
  }
  m->lived = m->live;
  m->live = 0;
}

/* What is 100 dB below full scale at its outlet is silence: such bodies may sleep. */
static void set_silence(rosin_network *n, rosin_pd_member *m) {
  static const double silent = 1e-5;
  for (int k = 0; k < m->outputs; k++)
    if (m->output[k].silenced != m->output[k].gain) { /* or it is NaN: a new network */
      rosin_network_set_silence(n, m->output[k].signal,
                                silent / fmax(fabs(m->output[k].gain), 1e-12));
      m->output[k].silenced = m->output[k].gain;
    }
}

static void solve(rosin_pd_component *c) {
  for (int i = 0; i < c->count; i++) {
    rosin_pd_member *m = c->member[i];
    if (is_fed(m))
      m->live = 0;
    else
      feed(c->network, m);
    set_silence(c->network, m);
  }
  rosin_network_process(c->network, c->n);
  c->rests = rosin_network_sleeps(c->network) ? c->rests + (c->rests < STILL) : 0;
  if (!c->rescued && rosin_network_statistics(c->network).rescued) {
    c->rescued = c->member[0]->registry->rescued = 1;
    clock_delay(c->member[0]->registry->clock, 0);
  }
}

static void is_stranger(rosin_pd_member *m) {
  m->component->stranger = 1;
  m->registry->strangers = 1;
  clock_delay(m->registry->clock, 0);
}

/* 1: a new round begins with this member; 0: it takes part in the one that runs. */
static int begins(rosin_pd_member *m) {
  rosin_pd_component *c = m->component;
  const double now = clock_getlogicaltime();
  if (now != c->time) {
    /* sooner than a block after the last round, by one who was not part of that: another
     * [block~] with a phase of its own, if it happens again */
    const int early =
        c->time >= 0 && m->time != c->time && clock_gettimesince(c->time) < 990.0 * c->n / m->rate;
    c->odd = early ? c->odd + 1 : 0;
    if (c->odd > 2)
      is_stranger(m);
    c->time = m->time = now;
    c->turn = m->turn = 1;
    return 1;
  }
  if (m->time != now) {
    m->time = now;
    m->turn = 0;
  }
  if (m->turn == c->turn) {
    m->turn = ++c->turn;
    return 1;
  }
  if (m->turn < c->turn - 1)
    is_stranger(m);
  m->turn = c->turn;
  return 0;
}

t_int *rosin_pd_perform(t_int *w) {
  rosin_pd_member *m = (rosin_pd_member *)w[1];
  if (m->registry->dirty)
    rosin_pd_build(m->registry);
  rosin_pd_component *c = m->component;
  if (!c || !c->network || c->stranger || c->n != m->n) {
    latch(m, 0);
    m->live = 0;
    rosin_pd_look_idle(m);
    silence(m);
    return w + 2;
  }
  if (begins(m))
    solve(c);
  if (m->bow && (m->bow->on || m->bow->watched > 0))
    rosin_pd_bow_hear(m);
  if (m->bow)
    rosin_pd_slides_look(m);
  latch(m, 1);
  rosin_pd_look(m);
  deliver(m);
  return w + 2;
}
