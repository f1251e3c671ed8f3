/* SPDX-License-Identifier: BSD-3-Clause */
/* The life of a sample. */
#include "network/network.h"

#include <math.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
/* Flush denormals: a tail must cost no more than a tone. */
static unsigned denormals_off(void) {
  const unsigned kept = _mm_getcsr();
  _mm_setcsr(kept | 0x8040);
  return kept;
}
static void denormals_restore(unsigned kept) {
  _mm_setcsr(kept);
}
#elif defined(__aarch64__)
static unsigned long denormals_off(void) {
  unsigned long kept;
  __asm__ volatile("mrs %0, fpcr" : "=r"(kept));
  __asm__ volatile("msr fpcr, %0" ::"r"(kept | (1UL << 24)));
  return kept;
}
static void denormals_restore(unsigned long kept) {
  __asm__ volatile("msr fpcr, %0" ::"r"(kept));
}
#else
static unsigned denormals_off(void) {
  return 0;
}
static void denormals_restore(unsigned kept) {
  (void)kept;
}
#endif

static double clean(const rosin_input *in, double value) {
  if (!isfinite(value))
    return in->hold;
  return fmin(fmax(value, in->parameter->low), in->parameter->high);
}

/* Inputs that may change in this call, once a call. */
static void gather_busy(rosin_network *n) {
  n->busies = 0;
  for (int i = 0; i < n->inputs; i++)
    if (n->input[i].busy)
      n->busy[n->busies++] = i;
}

static void move_inputs(rosin_network *n, int sample) {
  for (int k = 0; k < n->busies; k++) {
    rosin_input *in = &n->input[n->busy[k]];
    if (in->feed)
      in->hold = clean(in, in->feed[sample]);
    in->mean = 0.5 * (in->last + in->hold);
    in->last = in->hold;
  }
}

/* At the end of a call: what has settled need not be walked through again. */
static void settle_inputs(rosin_network *n) {
  for (int k = 0; k < n->busies; k++) {
    rosin_input *in = &n->input[n->busy[k]];
    in->feed = NULL;
    in->busy = in->mean != in->hold || in->late;
  }
}

/* Places and pitches move at least 44 100 times a second, and not at every sample of a
 * network that is faster: taps and mobilities cost more than a sample. */
static int is_due(const rosin_network *n) {
  const int every = (int)(1 / (n->period * 44100) + 1e-9);
  return every < 2 || n->clock % every == 0;
}

/* 1 if what this input moves is to be moved now. */
static int moves(rosin_input *in, int due) {
  if (!in->busy)
    return 0;
  in->late = !due;
  return due;
}

static void place_side(rosin_network *n, const rosin_side *side, rosin_input *position, int due) {
  if (side->body < 0 || !moves(position, due))
    return;
  rosin_member *m = &n->member[side->body];
  m->body->ops->place(m->body, side->port, position->mean);
  m->moved = 1;
}

static void move_bodies(rosin_network *n) {
  const int due = is_due(n);
  for (int i = 0; i < n->members; i++) {
    rosin_member *m = &n->member[i];
    for (int k = 0; k < m->inputs; k++)
      if (moves(&n->input[m->input + k], due)) {
        m->body->ops->set_control(m->body, k, n->input[m->input + k].mean);
        m->moved = 1;
      }
  }
  for (int i = 0; i < n->rows; i++) {
    rosin_row *r = &n->row[i];
    if (r->kind != ROSIN_ROW_CONTACT)
      continue;
    rosin_row_load(n, r);
    place_side(n, &r->side[1], &n->input[r->input + 2], due);
    place_side(n, &r->side[0], &n->input[r->input + 3], due);
  }
}

/* The sum is cheap, and neither an infinity nor a NaN can hide in it. */
static double begin_forces(rosin_member *m) {
  double sum = 0;
  for (int i = 0; i < m->ports; i++) {
    sum += fabs(m->free[i]);
    m->force[i] = 0;
  }
  return sum;
}

static void predict_bodies(rosin_network *n) {
  for (int i = 0; i < n->members; i++) {
    rosin_member *m = &n->member[i];
    if (m->moved) {
      m->body->ops->mobility(m->body, m->mobility);
      if (m->group >= 0)
        n->group[m->group].moved = 1;
      m->moved = 0;
    }
    m->body->ops->predict(m->body, m->free);
    if (!(begin_forces(m) < 1e12))
      rosin_network_rescue(n, m);
  }
}

static void apply_pushes(rosin_network *n) {
  for (int k = 0; k < n->pushes; k++) {
    const rosin_push *p = &n->push[n->order_push[k]];
    rosin_member *m = &n->member[p->body];
    const double f = n->input[p->input].mean;
    if (f == 0)
      continue;
    m->force[p->port] += f;
    for (int i = 0; i < m->ports; i++)
      m->free[i] += m->mobility[i * m->ports + p->port] * f;
  }
}

/* free becomes the velocity that was: rows' forces added, in name order. */
static void apply_rows(rosin_network *n) {
  for (int k = 0; k < n->rows; k++) {
    const rosin_row *r = &n->row[n->order_row[k]];
    if (r->f == 0)
      continue;
    for (int i = 0; i < 2; i++) {
      if (r->side[i].body < 0)
        continue;
      rosin_member *m = &n->member[r->side[i].body];
      const double f = -r->side[i].sign * r->f;
      m->force[r->side[i].port] += f;
      for (int p = 0; p < m->ports; p++)
        m->free[p] += m->mobility[p * m->ports + r->side[i].port] * f;
    }
  }
}

static void account_pushes(rosin_network *n) {
  for (int k = 0; k < n->pushes; k++) {
    const rosin_push *p = &n->push[n->order_push[k]];
    const double work = n->input[p->input].mean * n->member[p->body].free[p->port] * n->period;
    n->statistics.supplied += work;
    n->given += fabs(work);
  }
}

static double observe_row(const rosin_row *r, enum rosin_signal_kind kind) {
  switch (kind) {
  case ROSIN_SIGNAL_VELOCITY:
    return r->v;
  case ROSIN_SIGNAL_FORCE:
    return r->f;
  case ROSIN_SIGNAL_BRISTLE:
    return r->contact->law.ops->bristle(&r->contact->law, r->contact->state);
  case ROSIN_SIGNAL_NORMAL:
    return r->normal;
  default:
    return r->dissipation;
  }
}

static double observe(const rosin_network *n, const rosin_signal *s) {
  if (s->kind != ROSIN_SIGNAL_PORT)
    return observe_row(&n->row[s->row], s->kind);
  const rosin_member *m = &n->member[s->body];
  return m->body->ops->observe(m->body, s->port, s->what, s->port < 0 ? 0 : m->free[s->port]);
}

static void step(rosin_network *n, int sample) {
  if (n->busies) {
    move_inputs(n, sample);
    move_bodies(n);
  }
  predict_bodies(n);
  apply_pushes(n);
  for (int g = 0; g < n->groups; g++)
    rosin_group_step(n, &n->group[g]);
  n->jerk = 0;
  apply_rows(n);
  account_pushes(n);
  for (int i = 0; i < n->members; i++)
    n->member[i].body->ops->commit(n->member[i].body, n->member[i].force);
  for (int i = 0; i < n->signals; i++)
    n->signal[i].buffer[sample] = observe(n, &n->signal[i]);
  n->clock++;
  if (n->clock % 512 == 0)
    rosin_network_watch(n);
}

void rosin_network_process(rosin_network *n, int frames) {
  if (!n->ready || frames < 1 || frames > n->block)
    return;
  const __typeof__(denormals_off()) kept = denormals_off();
  gather_busy(n);
  for (int i = 0; i < frames; i++)
    step(n, i);
  settle_inputs(n);
  denormals_restore(kept);
}

const double *rosin_network_read(const rosin_network *n, int signal) {
  return n->ready && signal >= 0 && signal < n->signals ? n->signal[signal].buffer : NULL;
}

void rosin_network_reset(rosin_network *n) {
  for (int i = 0; i < n->members; i++)
    n->member[i].body->ops->reset(n->member[i].body);
  for (int i = 0; i < n->rows; i++) {
    rosin_row *r = &n->row[i];
    if (r->kind == ROSIN_ROW_CONTACT)
      rosin_contact_reset(r->contact);
    r->v = r->f = r->dissipation = 0;
    r->lifted = 0;
  }
  for (int i = 0; i < n->inputs; i++) {
    n->input[i].last = n->input[i].mean = n->input[i].hold;
    n->input[i].busy = 1;
  }
  n->statistics = (rosin_statistics){0};
  n->given = 0;
  n->clock = 0;
  n->jerk = 1;
}

double rosin_network_energy(const rosin_network *n) {
  double sum = 0;
  for (int i = 0; i < n->members; i++)
    sum += rosin_body_energy(n->member[n->order_body ? n->order_body[i] : i].body);
  for (int i = 0; i < n->rows; i++) {
    const rosin_row *r = &n->row[n->order_row ? n->order_row[i] : i];
    if (r->kind == ROSIN_ROW_CONTACT)
      sum += r->contact->law.ops->energy(&r->contact->law, r->contact->state);
  }
  return sum;
}

rosin_statistics rosin_network_statistics(const rosin_network *n) {
  return n->statistics;
}
