/* SPDX-License-Identifier: BSD-3-Clause */
/* What keeps a contact silent though all is well, and signals that are clipped: said once, where
 * Pd's window shows it. */
#include "format.h"
#include "pd/member/bow.h"
#include "pd/member/registry.h"

#include <math.h>
#include <string.h>

enum {
  AT_THE_END = 1,
  NEVER_PRESSED = 2,
  SILENT = AT_THE_END | NEVER_PRESSED,
  BEYOND = 4,
  BARE = 8,
  EVENLY = 16,
  TOO_FAST = 32, /* the same, where friction does not fall */
  MANNER = 64    /* and twice that, ...: of rosin_pd_manner */
};

static const double patience = 1; /* s: who moves a hand presses it by then */
static const double lasting = 2;  /* s: a hand that hears no song has tried by then */
static const double late = 20;    /* ms without a block */

static void wonder(rosin_pd_member *m, int hint) {
  if ((m->hint | m->hinted) & hint)
    return;
  m->hint |= hint;
  m->registry->hints = 1;
  clock_delay(m->registry->clock, 0);
}

const rosin_pd_input *rosin_pd_input_named(const rosin_pd_member *m, const char *key) {
  for (int k = 0; k < m->inputs; k++)
    if (strcmp(m->input[k].row->name, key) == 0)
      return &m->input[k];
  return NULL;
}

static int rests_on_an_end(const rosin_pd_member *m) {
  for (int k = 0; k < m->inputs; k++) {
    const rosin_pd_input *in = &m->input[k];
    if (in->place && m->on[in->place - 1] && in->given && (in->held <= 0 || in->held >= 1))
      return 1;
  }
  return 0;
}

/* An inlet that is beyond its range as a block ends. */
static const rosin_pd_input *beyond(const rosin_pd_member *m) {
  for (int k = 0; k < m->inputs; k++) {
    const rosin_pd_input *in = &m->input[k];
    if (in->signal && (in->held < in->row->low || in->held > in->row->high))
      return in;
  }
  return NULL;
}

static int moves(const rosin_pd_member *m) {
  const double speed = rosin_pd_input_named(m, "velocity")->held;
  return speed < 0 || speed > 0;
}

void rosin_pd_look_idle(rosin_pd_member *m) {
  if (m->problem[0] && m->idle == ROSIN_PD_BARE &&
      (moves(m) ||
       (m->class->kind == ROSIN_PD_CONTACT && rosin_pd_input_named(m, "force")->held > 0)))
    wonder(m, BARE);
}

static int falls(const rosin_pd_bow *w) {
  return w->fall >= ROSIN_PD_FALL && !(w->better > 0);
}

static int slides_evenly(const rosin_pd_member *m) {
  return m->bow && !m->bow->on && m->bow->slides.lasts > ROSIN_PD_SLIDES_LONG;
}

/* What a hand that seeks what sings hears in place of that. */
static void listen(rosin_pd_member *m) {
  if (slides_evenly(m))
    wonder(m, falls(m->bow) ? EVENLY : TOO_FAST);
  if (m->bow && m->bow->on && m->bow->bad > lasting && m->bow->manner >= ROSIN_PD_SLIDES)
    wonder(m, MANNER << (m->bow->manner - ROSIN_PD_SLIDES));
}

void rosin_pd_look(rosin_pd_member *m) {
  listen(m);
  if (m->still > 1 && !m->waits) /* it has been looked at like this */
    return;
  m->waits = 0;
  if (!((m->hint | m->hinted) & BEYOND) && (m->clipped = beyond(m)))
    wonder(m, BEYOND);
  if (m->class->kind != ROSIN_PD_CONTACT || (m->hinted & SILENT) == SILENT)
    return;
  const int pressed = !m->presses || rosin_pd_input_named(m, "force")->held > 0;
  if (pressed) {
    m->hinted |= NEVER_PRESSED; /* no need to say */
    if (rests_on_an_end(m))
      wonder(m, AT_THE_END);
  } else if (moves(m)) {
    m->waits = 1;
    m->waited += m->n / m->rate;
    if (m->waited > patience)
      wonder(m, NEVER_PRESSED);
  }
}

static void say_sliding(const rosin_pd_bow *w, char *text, size_t size) {
  const int falls = w->fall >= ROSIN_PD_FALL, other = w->better > 0 || w->better < 0;
  if (other)
    rosin_format(text, size,
                 "slides steadily: friction does not fall%s at %.2g m/s; try [bow %.2g(",
                 falls ? " any more" : "", w->full, w->better);
  else if (!falls)
    rosin_format(text, size,
                 "slides steadily: friction does not fall at %.2g m/s; a faster stribeck_velocity, "
                 "another law or preset",
                 w->full);
  else
    rosin_format(text, size,
                 "slides steadily at %.2g m/s, and nothing swings: try [pressure 0.8(, stiffer "
                 "bristles ([sigma0 100000(), or a faster bow",
                 w->full);
}

/* The same of a hand of one's own, which `bow` would take over. */
static void say_evenly(const rosin_pd_member *m, const char *called) {
  const rosin_pd_bow *w = m->bow;
  char text[MAXPDSTRING];
  if (falls(w))
    rosin_format(
        text, sizeof text,
        "slides steadily at %.2g m/s, and nothing swings: silent; try [bow %.2g(, which looks "
        "for the force, or a surface ([preset hinge(; [presets( lists them)",
        w->full, w->full);
  else
    say_sliding(w, text, sizeof text);
  logpost(m, 2, "%s: %s", called, text);
}

/* The body to which a bridge joins the string that it rubs: a light one takes the string's end
 * along. NULL: there is none. */
static const char *end_of(const rosin_pd_member *m) {
  for (const rosin_pd_member *j = m->registry->members; j; j = j->next)
    for (int side = 0; side < 2; side++)
      for (int k = 0; k < 2; k++)
        if (j->class->kind == ROSIN_PD_JOINT && m->on[k] && j->side[side] == m->on[k]->name &&
            strcmp(j->side[!side]->s_name, "-") != 0)
          return j->side[!side]->s_name;
  return NULL;
}

static void say_manner(const rosin_pd_member *m, int manner, const char *called) {
  const rosin_pd_bow *w = m->bow;
  const char *end = end_of(m);
  char text[MAXPDSTRING];
  if (manner == ROSIN_PD_SLIDES)
    say_sliding(w, text, sizeof text);
  else if (manner == ROSIN_PD_TWICE)
    rosin_format(text, sizeof text,
                 "slips %.1f times a period: try [pressure %.1f( or a slower bow",
                 rosin_ear_crowd(&w->ear), fmin(w->pressure + 0.3, 1));
  else if (manner == ROSIN_PD_SELDOM)
    rosin_format(text, sizeof text, "slips in few periods, and creaks: try [pressure %.1f(",
                 fmax(w->pressure - 0.3, 0));
  else
    rosin_format(text, sizeof text, "sticks: try [pressure %.1f( or a faster bow",
                 fmax(w->pressure - 0.3, 0));
  if (end && (manner == ROSIN_PD_TWICE || manner == ROSIN_PD_SELDOM))
    logpost(m, 2, "%s: %s; or '%s', on which its bridge stands, is too light: [mass 3( to that",
            called, text, end);
  else
    logpost(m, 2, "%s: %s", called, text);
}

const char *rosin_pd_singer(const rosin_pd_member *m) {
  return m->bow && m->rubs[0] && m->rubs[1] && m->bow->rubbed.hertz > 0
             ? m->rubs[m->bow->singer]->name->s_name
             : NULL;
}

const char *rosin_pd_bow_manner(const rosin_pd_member *m) {
  static const char *const words[] = {[ROSIN_PD_RESTS] = "running, with a bow that is up or begins",
                                      [ROSIN_PD_SINGS] = "bowed, and sings: one slip a period",
                                      [ROSIN_PD_SLIDES] = "bowed, and slides steadily",
                                      [ROSIN_PD_TWICE] = "bowed, and slips several times a period",
                                      [ROSIN_PD_SELDOM] =
                                          "bowed, and slips in few periods: it creaks",
                                      [ROSIN_PD_STICKS] = "bowed, and sticks"};
  return m->bow && m->bow->on ? words[m->bow->manner]
         : slides_evenly(m)   ? "running, slides steadily, and nothing swings: try [bow 0.1("
                              : NULL;
}

void rosin_pd_say_hints(rosin_pd_registry *r) {
  char called[ROSIN_PD_CALLED];
  r->hints = 0;
  for (rosin_pd_member *m = r->members; m; m = m->next) {
    const int hint = m->hint & ~m->hinted;
    m->hinted |= m->hint;
    m->hint = 0;
    if (!hint)
      continue;
    rosin_pd_called(m, called);
    for (int k = ROSIN_PD_SLIDES; k <= ROSIN_PD_STICKS; k++)
      if (hint & MANNER << (k - ROSIN_PD_SLIDES))
        say_manner(m, k, called);
    if (hint & (EVENLY | TOO_FAST))
      say_evenly(m, called);
    if (hint & AT_THE_END)
      logpost(m, 2, "%s: rubs an end of a string, where nothing moves: silent; try [position 0.13(",
              called);
    if (hint & BEYOND) {
      const rosin_parameter *row = m->clipped->row;
      logpost(m, 2, "%s: %s: what comes in is beyond its range, and clipped: %g to %g%s%s", called,
              row->name, row->low, row->high, *row->unit ? " " : "", row->unit);
    }
    if (hint & BARE && m->problem[0])
      logpost(m, 2, "%s: %s", called, m->problem);
    if (hint & NEVER_PRESSED)
      logpost(m, 2,
              "%s: moves, but nothing presses: silent; try [bow 0(, which presses by itself, or "
              "[force 1(",
              called);
  }
}

static const char *contact_lacks(const rosin_pd_member *m) {
  const rosin_pd_input *speed = rosin_pd_input_named(m, "velocity");
  const int hand = strcmp(m->side[0]->s_name, "-") == 0 || strcmp(m->side[1]->s_name, "-") == 0;
  if (m->presses && rosin_pd_input_named(m, "force")->held <= 0 && !(m->bow && m->bow->on))
    return "silent: nothing presses; try [force 1(";
  if (rests_on_an_end(m))
    return "silent: it rubs an end of a string, where nothing moves; try [position 0.13(";
  if (hand && speed->constant && !(speed->held < 0) && !(speed->held > 0))
    return "silent: the hand does not move; try [velocity 0.1(";
  return NULL;
}

/* DSP is on, and yet it has not run lately. */
static int stands_still(const rosin_pd_member *m) {
  if (m->n == 0 || m->rate <= 0)
    return 1;
  return m->component && m->component->network && m->time >= 0 &&
         clock_gettimesince(m->time) > late + 4e3 * m->n / m->rate;
}

const char *rosin_pd_unreached(const rosin_pd_member *m) {
  return !pd_getdspstate() ? "silent: DSP is off"
         : stands_still(m)
             ? "silent: DSP does not reach it: its cords are a loop, which [s~ NAME] and [r~ NAME] "
               "open, or a [switch~] is off"
             : NULL;
}

const char *rosin_pd_lacks(const rosin_pd_member *m) {
  const char *unreached = rosin_pd_unreached(m);
  if (unreached)
    return unreached;
  if (m->problem[0] || !m->component)
    return NULL;
  if (m->class->kind == ROSIN_PD_CONTACT)
    return contact_lacks(m);
  if (m->class->kind == ROSIN_PD_BODY && m->component->count == 1 && m->input[0].constant)
    return "nothing touches it: make a [rosin.friction~ - NAME] of its name, or send bang";
  return NULL;
}
