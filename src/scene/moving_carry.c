/* SPDX-License-Identifier: BSD-3-Clause */
/* Gestures that go on in a scene of other bodies. They are functions of time, so are rules and what
 * wanders: to be somewhere in them needs nothing of what was before. */
#include "scene/moving_inside.h"

typedef rosin_moving_course course;

/* Whether the same controls are moved, each by a gesture of the same kind. */
static int is_alike(const rosin_moving *s, const rosin_moving *from) {
  int alike = s->courses == from->courses && s->drives == from->drives && !s->ramps &&
              !from->ramps && s->sample_rate == from->sample_rate;
  for (int k = 0; alike && k < s->courses; k++) {
    const rosin_model_control *a = s->course[k].source, *b = from->course[k].source;
    alike = a->row == b->row && s->course[k].gesture.kind == from->course[k].gesture.kind;
  }
  for (int k = 0; alike && k < s->drives; k++)
    alike =
        s->drive[k].moves == from->drive[k].moves && s->drive[k].course == from->drive[k].course;
  return alike;
}

/* A control whose gesture is at `own`; on its way it has come further since the gestures stay. A
 * macro's rate has run through another way than that. */
static void carry(const rosin_moving *s, course *m, const rosin_moving *from, const course *f,
                  double own) {
  rosin_network *n = s->built->network;
  double value = rosin_network_held(from->built->network, f->control);
  m->travelled = f->travelled;
  m->before = own + m->travelled;
  m->at = m->before + f->at - f->before;
  m->taken = f->taken;
  if (!m->taken)
    value = m->to.touched ? rosin_moving_moved(m, m->to.set ? 1 : m->at) : m->before;
  rosin_network_hold(n, m->control, value);
}

/* Where the gestures are, and the straying time. Those that stand, stand there. */
static double find_time(rosin_moving *s, const rosin_moving *from, long long first, long long ahead,
                        double *strayed) {
  const int stands = from->stayed > 0 && first + ahead - from->stayed >= from->stay;
  s->stay = from->stay;
  s->stayed = !stands ? from->stayed : from->stayed > ahead ? from->stayed - ahead : 0;
  s->behind = from->behind;
  *strayed = rosin_model_strayed(s->model, &s->sway, (double)first / s->sample_rate);
  s->stood = stands ? from->stood : *strayed - s->behind;
  return rosin_model_clock(s->model, s->stayed ? s->stood : *strayed);
}

int rosin_moving_carry(rosin_moving *s, const rosin_moving *from, long long first,
                       long long ahead) {
  double strayed;
  if (!is_alike(s, from))
    return -1;
  rosin_moving_start(s);
  const double clock = find_time(s, from, first, ahead, &strayed);
  for (int k = 0; k < s->courses; k++) {
    course *m = &s->course[k];
    const int goes_round = s->stayed && m->gesture.kind == ROSIN_GESTURE_SINE;
    carry(s, m, from, &from->course[k],
          rosin_gesture_turned(&m->gesture, goes_round ? strayed : clock, strayed));
  }
  rosin_moving_carry_drives(s, from, ahead);
  return 0;
}
