/* SPDX-License-Identifier: BSD-3-Clause */
/* What keeps a contact silent though all is well, and signals that are clipped: said once, where
 * Pd's window shows it. */
#include "pd/member/registry.h"

#include <string.h>

enum {
  AT_THE_END = 1,
  NEVER_PRESSED = 2,
  SILENT = AT_THE_END | NEVER_PRESSED,
  BEYOND = 4,
  BARE = 8
};

static const double patience = 1; /* s: who moves a hand presses it by then */
static const double late = 20;    /* ms without a block */

static void wonder(rosin_pd_member *m, int hint) {
  if ((m->hint | m->hinted) & hint)
    return;
  m->hint |= hint;
  m->registry->hints = 1;
  clock_delay(m->registry->clock, 0);
}

static const rosin_pd_input *find(const rosin_pd_member *m, const char *key) {
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
  const double speed = find(m, "velocity")->held;
  return speed < 0 || speed > 0;
}

void rosin_pd_look_idle(rosin_pd_member *m) {
  if (m->problem[0] && m->idle == ROSIN_PD_BARE &&
      (moves(m) || (m->class->kind == ROSIN_PD_CONTACT && find(m, "force")->held > 0)))
    wonder(m, BARE);
}

void rosin_pd_look(rosin_pd_member *m) {
  if (!((m->hint | m->hinted) & BEYOND) && (m->clipped = beyond(m)))
    wonder(m, BEYOND);
  if (m->class->kind != ROSIN_PD_CONTACT || (m->hinted & SILENT) == SILENT)
    return;
  const int pressed = !m->presses || find(m, "force")->held > 0;
  if (pressed) {
    m->hinted |= NEVER_PRESSED; /* no need to say */
    if (rests_on_an_end(m))
      wonder(m, AT_THE_END);
  } else if (moves(m)) {
    m->waited += m->n / m->rate;
    if (m->waited > patience)
      wonder(m, NEVER_PRESSED);
  }
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
      logpost(m, 2, "%s: moves, but nothing presses: silent; try [force 1(", called);
  }
}

static const char *contact_lacks(const rosin_pd_member *m) {
  const rosin_pd_input *speed = find(m, "velocity");
  const int hand = strcmp(m->side[0]->s_name, "-") == 0 || strcmp(m->side[1]->s_name, "-") == 0;
  if (m->presses && find(m, "force")->held <= 0)
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
