/* SPDX-License-Identifier: BSD-3-Clause */
/* The loops of kernel.c for one width: VECTOR is the type, NAME(x) names a function,
 * TARGET says for which processor. Included once a width, hence no guard. */

enum { NAME(parts) = ROSIN_LANES * sizeof(double) / sizeof(VECTOR) };

#define EACH for (int k = 0; k < (int)NAME(parts); k++)
#define IN(array) ((const VECTOR *)(const void *)((array) + i))
#define OUT(array) ((VECTOR *)(void *)((array) + i))

TARGET static double NAME(total)(const VECTOR *sum) {
  two s[ROSIN_LANES / 2];
  memcpy(s, sum, sizeof s);
  const two half = (s[0] + s[2]) + (s[1] + s[3]);
  return half[0] + half[1];
}

TARGET static double NAME(predict)(rosin_modes *m, const double *shape) {
  const double *keep = m->keep, *pull = m->pull, *x = m->x, *v = m->v;
  double *mean = m->mean;
  const int size = m->size;
  VECTOR sum[NAME(parts)] = {0};
  for (int i = 0; i < size; i += ROSIN_LANES)
    EACH {
      const VECTOR w = IN(keep)[k] * IN(v)[k] - IN(pull)[k] * IN(x)[k];
      OUT(mean)[k] = w;
      sum[k] += IN(shape)[k] * w;
    }
  return NAME(total)(sum);
}

TARGET static double NAME(dot)(const double *a, const double *b, int size) {
  VECTOR sum[NAME(parts)] = {0};
  for (int i = 0; i < size; i += ROSIN_LANES)
    EACH sum[k] += IN(a)[k] * IN(b)[k];
  return NAME(total)(sum);
}

TARGET static void NAME(push)(rosin_modes *m, const double *shape, double force) {
  double *mean = m->mean;
  const int size = m->size;
  for (int i = 0; i < size; i += ROSIN_LANES)
    EACH OUT(mean)[k] += IN(shape)[k] * force;
}

TARGET static void NAME(advance)(rosin_modes *m, const double *shape, double force) {
  double *x = m->x, *v = m->v;
  const double *mean = m->mean;
  const int size = m->size;
  for (int i = 0; i < size; i += ROSIN_LANES)
    EACH {
      const VECTOR w = IN(mean)[k] + IN(shape)[k] * force;
      OUT(x)[k] += w;
      OUT(v)[k] = w - IN(v)[k];
    }
}

/* advance, and what is then heard at so many places. */
TARGET static inline __attribute__((always_inline)) void
NAME(move)(rosin_modes *m, const double *shape, double force, const double *const *places,
           int count, double *heard) {
  double *x = m->x, *v = m->v;
  const double *mean = m->mean;
  const int size = m->size;
  const double *const at[ROSIN_EARS] = {places[0], places[count > 1], places[count > 2 ? 2 : 0],
                                        places[count > 3 ? 3 : 0]};
  VECTOR sum[ROSIN_EARS][NAME(parts)] = {0};
  for (int i = 0; i < size; i += ROSIN_LANES)
    EACH {
      const VECTOR w = IN(mean)[k] + IN(shape)[k] * force, end = w - IN(v)[k];
      OUT(x)[k] += w;
      OUT(v)[k] = end;
      for (int p = 0; p < count; p++)
        sum[p][k] += IN(at[p])[k] * end;
    }
  for (int p = 0; p < count; p++)
    heard[p] = NAME(total)(sum[p]);
}

TARGET static void NAME(advance_heard)(rosin_modes *m, const double *shape, double force,
                                       const double *const *at, int places, double *heard) {
  if (places == 1)
    NAME(move)(m, shape, force, at, 1, heard);
  else if (places == 2)
    NAME(move)(m, shape, force, at, 2, heard);
  else if (places == 3)
    NAME(move)(m, shape, force, at, 3, heard);
  else
    NAME(move)(m, shape, force, at, 4, heard);
}

/* Both of the next; `also` and `mean` are left alone if not `wide`. */
TARGET static inline __attribute__((always_inline)) double
NAME(look)(rosin_modes *m, const double *pushed, double force, const double *also, double more,
           const double *shape, int wide) {
  const double *keep = m->keep, *pull = m->pull;
  double *x = m->x, *v = m->v, *mean = m->mean;
  const int size = m->size;
  VECTOR sum[NAME(parts)] = {0};
  for (int i = 0; i < size; i += ROSIN_LANES)
    EACH {
      VECTOR given = IN(pushed)[k] * force;
      const VECTOR a = IN(keep)[k], b = IN(pull)[k];
      if (wide)
        given += IN(also)[k] * more;
      const VECTOR x1 = IN(x)[k] + given, v1 = IN(v)[k] + given;
      const VECTOR w1 = a * v1 - b * x1, x2 = x1 + w1, v2 = w1 - v1;
      const VECTOR w2 = a * v2 - b * x2;
      sum[k] += IN(shape)[k] * w2;
      OUT(x)[k] = x2;
      OUT(v)[k] = v2;
      if (wide)
        OUT(mean)[k] = w2;
    }
  return NAME(total)(sum);
}

TARGET static double NAME(ahead)(rosin_modes *m, const double *pushed, double force,
                                 const double *shape) {
  return NAME(look)(m, pushed, force, pushed, 0, shape, 0);
}

TARGET static double NAME(ahead_wide)(rosin_modes *m, const double *pushed, double force,
                                      const double *also, double more, const double *shape) {
  return NAME(look)(m, pushed, force, also, more, shape, 1);
}

static const rosin_modal_kernel NAME(kernel) = {NAME(predict),   NAME(dot),           NAME(push),
                                                NAME(advance),   NAME(advance_heard), NAME(ahead),
                                                NAME(ahead_wide)};

#undef EACH
#undef IN
#undef OUT
#undef VECTOR
#undef NAME
#undef TARGET
