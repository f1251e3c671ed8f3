/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of pass.c for one width: VECTOR is the type, WIDE how many doubles it holds, NAME(x)
 * names a function, TARGET says for which processor; JOIN(to, a, b) puts two pairs into vectors.
 * Included once a width, hence no guard.
 *
 * Samples leave the contacts' part and are damped four at once, and read and injected four at once,
 * as a rule one sample later: set_geometry leaves three between those that must have left and those
 * that are read. What is read for the three samples to come is there as soon as it is damped, and
 * no contact reaches the places at the nut where they are put; only another pitch makes them wrong.
 * What was stored a moment ago is not loaded: a vector that spans two stores waits for both to
 * reach the cache. */

enum { NAME(parts) = ROSIN_BATCH / WIDE };

#define EACH for (int k = 0; k < (int)NAME(parts); k++)
#define INLINE TARGET static inline __attribute__((always_inline))

INLINE VECTOR NAME(at)(const double *from, int k) {
  VECTOR v;
  memcpy(&v, from + WIDE * k, sizeof v);
  return v;
}

/* BATCH samples move on from the line to the tail; the newest of both running sums, from the one
 * before them on. */
INLINE void NAME(take)(rosin_loop *l, newest *n) {
  if (l->tail + ROSIN_BATCH >= 2 * l->size)
    rosin_loop_slide_tail(l);
  const double *u = l->line + l->head + l->frontier - 1;
  double *raw = l->raw + l->tail, *sum = l->sum + l->tail, *sum2 = l->sum2 + l->tail;
  n->sum[0] = sum[0];
  n->sum2[0] = sum2[0];
  for (int i = 1; i <= ROSIN_BATCH; i++) {
    raw[i] = u[1 - i];
    sum[i] = n->sum[i] = n->sum[i - 1] + u[1 - i];
    sum2[i] = n->sum2[i] = n->sum2[i - 1] + n->sum[i];
  }
  l->tail += ROSIN_BATCH;
  l->frontier -= ROSIN_BATCH;
}

/* What the means make of the samples about a centre: second differences of a twofold running sum,
 * which is centred one later. The widest mean ends at the second of the samples that have just
 * left. */
INLINE void NAME(mean)(const rosin_loop *l, int centre, const newest *n, VECTOR *out) {
  const double *s2 = l->sum2 + centre - 1;
  const int widest = l->used && l->use[0].whole == l->lag - 2;
  EACH out[k] = (VECTOR){0};
  for (int i = 0; i < l->used; i++) {
    const int m = l->use[i].whole;
    const double gain = l->use[i].gain, fraction = l->use[i].fraction;
    VECTOR near[ROSIN_BATCH / 2], far[ROSIN_BATCH / 2];
    if (widest && i == 0) {
      JOIN(near, rosin_two_at(s2 + m), ((rosin_two){n->sum2[0], n->sum2[1]}));
      JOIN(far, rosin_two_at(s2 + m + 1), ((rosin_two){n->sum2[1], n->sum2[2]}));
    } else
      EACH {
        near[k] = NAME(at)(s2 + m, k);
        far[k] = NAME(at)(s2 + m + 1, k);
      }
    EACH {
      near[k] += NAME(at)(s2 - m, k);
      far[k] += NAME(at)(s2 - m - 1, k);
      out[k] += gain * (near[k] + fraction * (far[k] - near[k]) - 2 * NAME(at)(s2, k));
    }
  }
}

/* BATCH samples leave the contacts' part; those `lag` before them are damped. */
TARGET static void NAME(release)(rosin_loop *l) {
  newest n;
  VECTOR means[ROSIN_BATCH / 2], sum[ROSIN_BATCH / 2];
  NAME(take)(l, &n);
  const int centre = l->smoothed + 1;
  NAME(mean)(l, centre, &n, means);
  JOIN(sum, ((rosin_two){n.sum[1], n.sum[2]}), ((rosin_two){n.sum[3], n.sum[4]}));
  const double *past = l->sum + l->tail - ROSIN_BATCH + 1 - l->steady_whole;
  EACH {
    const VECTOR was = NAME(at)(past, k);
    const VECTOR steady =
        (sum[k] - was + l->steady_part * (was - NAME(at)(past - 1, k))) * l->inverse_period;
    const VECTOR damped = l->keep * (means[k] + l->rest * NAME(at)(l->raw + centre, k) +
                                     ROSIN_SPARED * l->loss.broad * steady);
    memcpy(l->smooth + centre + WIDE * k, &damped, sizeof damped);
    l->steady = steady[WIDE - 1];
  }
  l->smoothed += ROSIN_BATCH;
}

/* What is read at the nut for this sample and those that follow it, each as rosin_eight() adds. */
INLINE void NAME(read)(const rosin_loop *l, VECTOR *x) {
  const double *w = l->nut.weight;
  const double *s = l->smooth + l->tail + l->frontier - (ROSIN_TAPS - 1) - l->nut.first;
  EACH {
    const VECTOR even = (w[0] * NAME(at)(s, k) + w[4] * NAME(at)(s + 4, k)) +
                        (w[2] * NAME(at)(s + 2, k) + w[6] * NAME(at)(s + 6, k));
    const VECTOR odd = (w[1] * NAME(at)(s + 1, k) + w[5] * NAME(at)(s + 5, k)) +
                       (w[3] * NAME(at)(s + 3, k) + w[7] * NAME(at)(s + 7, k));
    x[k] = even + odd;
  }
}

/* rosin_nut_leaves() of all of them. */
INLINE double NAME(leaves)(const rosin_loop *l, const double *read) {
  const double *gone = l->raw + l->tail + l->frontier - l->window, part = l->window_part;
  double sum[ROSIN_BATCH];
  EACH {
    const VECTOR last = NAME(at)(gone, k), next = NAME(at)(gone - 1, k), x = NAME(at)(read, k);
    const VECTOR left = (1 - part) * last * last + part * next * next - x * x;
    memcpy(sum + WIDE * k, &left, sizeof left);
  }
  return sum[0] + sum[1] + (sum[2] + sum[3]);
}

/* This sample and those that follow it. */
TARGET static void NAME(inject)(rosin_loop *l) {
  double x[ROSIN_BATCH];
  if (l->head > l->ramp_end) /* the finger glides */
    for (int j = 0; j < ROSIN_BATCH; j++)
      x[j] = rosin_nut_read(l, j);
  else {
    VECTOR read[ROSIN_BATCH / 2];
    NAME(read)(l, read);
    memcpy(x, read, sizeof x);
  }
  l->lost += NAME(leaves)(l, x);
  memcpy(l->came, x, sizeof x);
  memcpy(l->before, l->state, sizeof l->state);
  rosin_nut_pass(l, l->state, x, l->head, ROSIN_BATCH);
  for (int j = 0; j < ROSIN_BATCH; j += 2) {
    const rosin_two pair = {x[j + 1], x[j]};
    memcpy(l->line + l->head - j - 1, &pair, sizeof pair);
  }
  l->made = l->head - (ROSIN_BATCH - 1);
}

TARGET static void NAME(work)(rosin_loop *l) {
  if (l->head == 0) {
    rosin_loop_slide(l);
    rosin_loop_doze_off(l);
    if (l->asleep)
      return;
  }
  l->head--;
  l->frontier++;
  const int even = l->smoothed == l->tail - l->lag;
  if (l->frontier == l->release + ROSIN_BATCH && even)
    NAME(release)(l);
  else if (l->frontier >= l->release + ROSIN_BATCH || !even)
    rosin_loop_release(l);
  if (l->head < l->made) {
    if (l->frontier == l->release + l->late && l->smoothed == l->tail - l->lag && !l->tuned)
      NAME(inject)(l);
    else
      rosin_loop_inject(l);
  }
  l->tuned = 0;
  const int leave = l->head - (l->release + ROSIN_BATCH - 1 - l->frontier); /* ... is full then */
  l->due = l->made > leave ? l->made : leave;
  l->due = l->due > 0 ? l->due : 0;
}

INLINE void NAME(advance)(rosin_loop *l) {
  if (l->head > l->due) {
    l->head--;
    l->frontier++;
  } else if (!l->asleep) {
    NAME(work)(l);
  }
}

/* rosin_loop_velocity() and rosin_loop_push() */
INLINE double NAME(velocity)(const rosin_loop *l, const rosin_taps *taps) {
  const double *u = l->line + l->head;
  if (l->asleep)
    return 0;
  return EIGHT(taps->toward.weight, u + taps->toward.first) -
         EIGHT(taps->back.weight, u + taps->back.first);
}

INLINE void NAME(add)(double *to, double factor, const double *w) {
  for (int i = 0; i < ROSIN_TAPS; i += WIDE) {
    const VECTOR sum = NAME(at)(to + i, 0) + factor * NAME(at)(w + i, 0);
    memcpy(to + i, &sum, sizeof sum);
  }
}

INLINE void NAME(push)(rosin_loop *l, const rosin_taps *taps, double force) {
  const double wave = 0.5 * force * l->admittance;
  rosin_loop_wake(l);
  NAME(add)(l->line + l->head + taps->toward.first, wave, taps->toward.weight);
  NAME(add)(l->line + l->head + taps->back.first, -wave, taps->back.weight);
}

TARGET void NAME(rosin_string_predict)(rosin_body *body, double *free_velocity) {
  rosin_string *s = (rosin_string *)body;
  ROSIN_HOLDS(string_holds(s));
  NAME(advance)(&s->transverse);
  if (s->torsional)
    NAME(advance)(&s->torsion);
  double end = 0;
  if (s->fastened) {
    s->arrives = rosin_loop_at_bridge(&s->transverse);
    end = 2 * s->arrives * s->transverse.bridge_inverse;
  }
  for (int k = 0; k < s->hears; k++) {
    const rosin_string_port *p = &s->port[s->heard[k]];
    if (p->end) {
      free_velocity[s->heard[k]] = end;
      continue;
    }
    double v = p->near ? p->share * end - p->along * s->arrives : 0;
    v += NAME(velocity)(&s->transverse, &p->transverse);
    if (s->torsional)
      v += NAME(velocity)(&s->torsion, &p->torsional);
    free_velocity[s->heard[k]] = v;
  }
}

TARGET void NAME(rosin_string_commit)(rosin_body *body, const double *force) {
  rosin_string *s = (rosin_string *)body;
  if (s->fastened)
    push_end(s, force);
  for (int k = 0; k < s->opens; k++) {
    const rosin_string_port *p = &s->port[s->open[k]];
    const double f = force[s->open[k]];
    if (f == 0)
      continue;
    NAME(push)(&s->transverse, &p->transverse, f);
    if (s->torsional)
      NAME(push)(&s->torsion, &p->torsional, f);
  }
}

#undef EACH
#undef INLINE
#undef VECTOR
#undef WIDE
#undef NAME
#undef TARGET
#undef JOIN
#undef EIGHT
