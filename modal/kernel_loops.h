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

TARGET static void NAME(push)(rosin_modes *m, const double *gain, double force) {
  double *mean = m->mean;
  const int size = m->size;
  for (int i = 0; i < size; i += ROSIN_LANES)
    EACH OUT(mean)[k] += IN(gain)[k] * force;
}

TARGET static void NAME(advance)(rosin_modes *m, const double *gain, double force) {
  double *x = m->x, *v = m->v;
  const double *mean = m->mean, t = m->period;
  const int size = m->size;
  for (int i = 0; i < size; i += ROSIN_LANES)
    EACH {
      const VECTOR w = IN(mean)[k] + IN(gain)[k] * force;
      OUT(x)[k] += t * w;
      OUT(v)[k] = w + w - IN(v)[k];
    }
}

static const rosin_modal_kernel NAME(kernel) = {NAME(predict), NAME(dot), NAME(push),
                                                NAME(advance)};

#undef EACH
#undef IN
#undef OUT
#undef VECTOR
#undef NAME
#undef TARGET
