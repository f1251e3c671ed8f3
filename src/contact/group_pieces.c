/* SPDX-License-Identifier: BSD-3-Clause */
/* Descent on what is known of the forces: where to ask, and what to make of the answers; see
 * group.h. */
#include "contact/pieces.h"

#include <math.h>
#include <string.h>

enum { BACKS = 3, REACH = 3, IDLE = 8, ROUNDS = 80 };

/* Where E falls least, or no more, on the way come since the last iterate that was kept, as a
 * share of it; 1 if it falls all the way. */
static double turning_point(const rosin_pieces *p) {
  double begin = 0, end = 0;
  for (int i = 0; i < p->n; i++) {
    const double way = p->now.v[i] - p->kept.v[i];
    begin += way * (p->kept_f[i] - p->kept.force[i]);
    end += way * (p->f[i] - p->now.force[i]);
  }
  return begin < 0 && end <= -0.5 * begin ? 1 : begin < 0 ? begin / (begin - end) : 0;
}

static void copy(rosin_group_iterate *to, const rosin_group_iterate *from, int n) {
  memcpy(to->v, from->v, (size_t)n * sizeof *to->v);
  memcpy(to->force, from->force, (size_t)n * sizeof *to->force);
  memcpy(to->second, from->second, (size_t)n * sizeof *to->second);
}

static void keep(rosin_pieces *p, double missing) {
  copy(&p->kept, &p->now, p->n);
  memcpy(p->kept_f, p->f, (size_t)p->n * sizeof *p->f);
  p->missed = missing;
  p->backs = 0;
}

static void go_back(rosin_pieces *p, double share) {
  for (int i = 0; i < p->n; i++) {
    p->now.v[i] = p->kept.v[i] + share * (p->now.v[i] - p->kept.v[i]);
    p->now.force[i] = p->kept.force[i] + share * (p->now.force[i] - p->kept.force[i]);
  }
}

/* How much of the way from what is kept second axes may go: what is known of their forces
 * lasts as far as speeds do. */
static double reach(const rosin_pieces *p) {
  double share = 1;
  for (int i = 0; i < p->n; i++) {
    const double way = fabs(p->now.v[i] - p->kept.v[i]);
    const double speed = fabs(p->kept.v[i]) + fabs(p->kept.second[i].across);
    const double far = REACH * speed + 1e-3 * fabs(p->v_free[i]);
    if (p->contact[i].load.across && way > far)
      share = fmin(share, far / way);
  }
  return share;
}

/* No farther than that; where Newton has lost itself, not at all. */
static void stay_near(rosin_pieces *p) {
  const double share = reach(p);
  go_back(p, share);
  if (share > 1e-9)
    return;
  copy(&p->now, &p->kept, p->n);
  p->wait = ++p->failed;
}

/* Newton in second axes may lead anywhere, since their forces fall and push across. It is kept
 * where it halves what is missing or E still falls; else the next iterate is one on the way
 * there, and where none is found, they turn for some rounds. 1 if that iterate is to be
 * evaluated as it is. */
static int choose(rosin_pieces *p) {
  const double missing = rosin_pieces_measure(p);
  double share = p->tried ? turning_point(p) : 1;
  p->idle = missing < 0.9 * p->least ? 0 : p->idle + p->tried;
  p->least = fmin(p->least, missing);
  if (p->idle > IDLE) { /* it goes round in a circle */
    p->idle = 0;
    share = 0;
    p->least = missing;
  }
  if (share == 1 || missing <= 0.5 * p->missed) {
    keep(p, missing);
    p->wait--;
  } else if (share > 0 && p->backs++ < BACKS) {
    go_back(p, fmin(fmax(share, 0.2), 0.7));
    return 1;
  } else {
    copy(&p->now, &p->kept, p->n);
    p->backs = 0;
    p->wait = ++p->failed;
  }
  p->tried = p->wait <= 0;
  p->turns = !p->tried;
  return 0;
}

static rosin_pieces set_up(const rosin_group_pieces_room *room, rosin_group_contact *contact, int n,
                           const double *b, const double *v_free, const double *v, const double *f,
                           const int *pressed) {
  rosin_pieces p = {.contact = contact,
                    .n = n,
                    .b = b,
                    .v_free = v_free,
                    .turns = 1,
                    .curve = room->curve,
                    .now = room->now,
                    .kept = room->kept,
                    .kept_f = room->kept_f,
                    .f = room->f,
                    .slope = room->slope,
                    .step = room->step,
                    .push = room->push,
                    .a = room->a,
                    .tolerance = room->tolerance,
                    .gap = room->gap,
                    .steep = room->steep,
                    .skipped = room->skipped,
                    .bend = room->bend,
                    .least = (double)INFINITY};
  for (int i = 0; i < n; i++) {
    const rosin_law *law = contact[i].law;
    p.skipped[i] = 0;
    if (!pressed || pressed[i]) {
      p.curve[i].count = 0;
      p.bend[i] = (double)INFINITY;
    }
    p.curve[i].scale = law->ops->scale(law, &contact[i].load);
    p.tolerance[i] = b[i * n + i] * 1e-9 * p.curve[i].scale;
    p.curve[i].corner[0] = 0;
    p.curve[i].corner[1] = 0.5 * contact[i].load.begin;
    p.curve[i].corner[2] = contact[i].load.rolling;
    p.now.v[i] = v[i];
    p.now.force[i] = 0;
    p.f[i] = f[i]; /* that of who is never asked, where hardly any evaluations are left */
    p.crosses |= contact[i].load.across;
  }
  return p;
}

/* Whether what is missing is within its tolerance with all laws asked. */
static int is_sure(rosin_pieces *p, int budget, int *evaluations) {
  int all = 1;
  for (int i = 0; i < p->n; i++)
    all &= !p->skipped[i];
  if (all)
    return 1;
  if (!rosin_pieces_ask_skipped(p, budget, evaluations))
    return 0;
  rosin_pieces_settle(p);
  return rosin_pieces_measure(p) <= 1;
}

/* From the forces of the solve before. */
static void begin_again(rosin_pieces *p, const double *f) {
  p->late = 1;
  for (int i = 0; i < p->n; i++) {
    p->now.force[i] = f[i];
    p->now.v[i] = p->v_free[i];
    for (int j = 0; j < p->n; j++)
      p->now.v[i] -= p->b[i * p->n + j] * f[j];
  }
}

static int descend(rosin_pieces *p, double *v, double *f, int again, int budget, int *held,
                   int *evaluations) {
  const size_t n = (size_t)p->n;
  if (!rosin_pieces_outline(p, budget, evaluations))
    return 0;
  for (int round = 0; round < ROUNDS && rosin_pieces_evaluate(p, budget, evaluations); round++) {
    *held = p->held;
    rosin_pieces_settle(p);
    if ((round > 0 || again) && rosin_pieces_measure(p) <= 1 && is_sure(p, budget, evaluations)) {
      memcpy(v, p->now.v, n * sizeof *v);
      memcpy(f, p->f, n * sizeof *f);
      return 1;
    }
    p->late = again || 2 * *evaluations > budget;
    if (round == 0 && !again) /* the bodies as they are without friction */
      memcpy(p->now.v, p->v_free, n * sizeof *v);
    else if (p->crosses && choose(p))
      continue;
    rosin_pieces_descend(p);
    if (p->tried)
      stay_near(p);
  }
  memcpy(v, p->now.v, n * sizeof *v);
  memcpy(f, p->f, n * sizeof *f);
  return 0;
}

int rosin_group_pieces(rosin_group_pieces_room *room, rosin_group_contact *contact, int n,
                       const double *b, const double *v_free, double *v, double *f, int budget,
                       int *held, int *evaluations) {
  rosin_pieces p = set_up(room, contact, n, b, v_free, v, f, NULL);
  return descend(&p, v, f, 0, budget, held, evaluations);
}

int rosin_group_pieces_again(rosin_group_pieces_room *room, rosin_group_contact *contact, int n,
                             const double *b, const double *v_free, double *v, double *f,
                             const int *pressed, int budget, int *held, int *evaluations) {
  rosin_pieces p = set_up(room, contact, n, b, v_free, v, f, pressed);
  begin_again(&p, f);
  return descend(&p, v, f, 1, budget, held, evaluations);
}
