/* SPDX-License-Identifier: BSD-3-Clause */
/* One text of a string's sample, compiled for each width; see pass.h. A chosen function pointer, as
 * in modal/kernel.c. */
#include "waveguide/pass.h"
#include "checked.h"
#include "waveguide/nut.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* The newest of both running sums, from the one before a batch on. */
typedef struct {
  double sum[ROSIN_BATCH + 1], sum2[ROSIN_BATCH + 1];
} newest;

/* A loop that is as long as its pitch says, and gains nothing. */
static int loop_holds(const rosin_loop *l) {
  return l->size > 0 && l->impedance > 0 && l->period >= l->shortest && l->period < l->size &&
         l->used >= 0 && l->used <= l->means && l->means <= ROSIN_MEANS && l->keep >= 0 &&
         l->keep <= 1 && l->head >= -ROSIN_BATCH && l->head + l->frontier <= 2 * l->size &&
         isfinite(l->lost);
}

static int string_holds(const rosin_string *s) {
  return loop_holds(&s->transverse) && (!s->torsional || loop_holds(&s->torsion)) &&
         s->hears <= s->base.ports && s->opens <= s->base.ports && s->mute >= 0;
}

/* Once a sample, however many ports are the end: what the wave loses along b. */
static void push_end(rosin_string *s, const double *force) {
  rosin_loop *l = &s->transverse;
  double on_end = 0, along = 0;
  if (s->one_end) {
    const double pulled = force[s->near[0]] * l->admittance;
    rosin_loop_lose_at_bridge(l, (pulled + 2 * s->arrives) * l->bridge_inverse);
    return;
  }
  for (int k = 0; k < s->nears; k++) {
    const rosin_string_port *p = &s->port[s->near[k]];
    on_end += p->share * force[s->near[k]];
    along += p->along * force[s->near[k]];
  }
  const double e = (on_end * l->admittance + 2 * s->arrives) * l->bridge_inverse;
  rosin_loop_lose_at_bridge(l, e + 0.5 * along * l->admittance);
}

#define VECTOR rosin_two
#define WIDE 2
#define NAME(x) x##_two
#define TARGET
#define JOIN(to, a, b) ((to)[0] = (a), (to)[1] = (b))
#define EIGHT(w, u) rosin_eight(w, u)
#include "waveguide/pass_text.h"

#ifdef ROSIN_HAS_FOUR
#include <immintrin.h>

#define FOUR __attribute__((target("avx2")))
typedef double four __attribute__((vector_size(4 * sizeof(double))));

/* rosin_eight() */
FOUR static inline __attribute__((always_inline)) double eight(const double *w, const double *u) {
  const __m256d all = _mm256_add_pd(_mm256_mul_pd(_mm256_loadu_pd(w), _mm256_loadu_pd(u)),
                                    _mm256_mul_pd(_mm256_loadu_pd(w + 4), _mm256_loadu_pd(u + 4)));
  const rosin_two sum =
      (rosin_two)_mm256_castpd256_pd128(all) + (rosin_two)_mm256_extractf128_pd(all, 1);
  return sum[0] + sum[1];
}

#define VECTOR four
#define WIDE 4
#define NAME(x) x##_four
#define TARGET FOUR
#define JOIN(to, a, b) ((to)[0] = (four)_mm256_set_m128d((__m128d)(b), (__m128d)(a)))
#define EIGHT(w, u) eight(w, u)
#include "waveguide/pass_text.h"
#endif

static atomic_int asked; /* the process's, not a string's */

int rosin_string_width(void) {
  const int width = atomic_load(&asked);
  return width ? width : rosin_has_four() ? 4 : 2;
}

int rosin_string_take_width(int width) {
  if (width != 0 && width != 2 && (width != 4 || !rosin_has_four()))
    return -1;
  atomic_store(&asked, width);
  return 0;
}

void rosin_loop_work(rosin_loop *l) {
  work_two(l);
}
