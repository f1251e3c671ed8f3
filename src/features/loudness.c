/* SPDX-License-Identifier: BSD-3-Clause */
/* See loudness.h; the only user of libebur128. */
#include "features/loudness.h"
#include "error.h"

#include <ebur128.h>
#include <math.h>
#include <stdlib.h>

struct rosin_loudness_meter {
  ebur128_state *state;
  int rate, channels;
  int waiting, looks; /* frames since the last look; looks since the start */
  long long frames;
  double momentary, short_term; /* LUFS, highest so far */
};

rosin_loudness_meter *rosin_loudness_new(int rate, int channels, rosin_error *error) {
  rosin_loudness_meter *m = calloc(1, sizeof *m);
  const int modes = EBUR128_MODE_I | EBUR128_MODE_S | EBUR128_MODE_LRA | EBUR128_MODE_TRUE_PEAK;
  if (m)
    m->state = ebur128_init((unsigned)channels, (unsigned long)rate, modes);
  if (!m || !m->state) {
    rosin_loudness_free(m);
    rosin_fail(error, "out of memory for the loudness");
    return NULL;
  }
  m->rate = rate;
  m->channels = channels;
  m->momentary = m->short_term = -HUGE_VAL;
  return m;
}

/* Louder than all so far? A knock is by up to 2 LU, if it is looked at ten times a second alone, as
 * EBU Tech 3341 has it at least: so 0.4 s are looked at every hundredth, 3 s every tenth. */
static void look(rosin_loudness_meter *m, int at_three) {
  double now;
  if (ebur128_loudness_momentary(m->state, &now) == EBUR128_SUCCESS)
    m->momentary = fmax(m->momentary, now);
  if (at_three && ebur128_loudness_shortterm(m->state, &now) == EBUR128_SUCCESS)
    m->short_term = fmax(m->short_term, now);
}

int rosin_loudness_add(rosin_loudness_meter *m, const float *frames, int count) {
  const int every = m->rate / 100;
  m->frames += count;
  while (count > 0) {
    const int part = count < every - m->waiting ? count : every - m->waiting;
    if (ebur128_add_frames_float(m->state, frames, (size_t)part) != EBUR128_SUCCESS)
      return -1;
    frames += (size_t)part * (size_t)m->channels;
    count -= part;
    m->waiting = (m->waiting + part) % every;
    if (!m->waiting)
      look(m, ++m->looks % 10 == 0);
  }
  return 0;
}

/* Silence after the end. 0, or -1 without memory. */
static int lengthen(rosin_loudness_meter *m, long long frames) {
  if (frames <= 0)
    return 0;
  float *nothing = calloc((size_t)frames * (size_t)m->channels, sizeof *nothing);
  const int status = !nothing || rosin_loudness_add(m, nothing, (int)frames) ? -1 : 0;
  free(nothing);
  return status;
}

/* NaN for what is none: silence is -infinity there. */
static double finite(double x) {
  return isfinite(x) ? x : (double)NAN;
}

int rosin_loudness_end(rosin_loudness_meter *m, rosin_loudness *loudness) {
  double global = -HUGE_VAL, range = 0, peak = 0;
  /* what is shorter than a block is measured all the same */
  if (lengthen(m, (long long)(0.41 * m->rate) - m->frames))
    return -1;
  look(m, 1);
  ebur128_loudness_global(m->state, &global);
  ebur128_loudness_range(m->state, &range);
  /* A sound that is cut off goes on in a meter's filters, and the loudest moment may be there
   * (0.8 LU in a slam): a meter beside a player shows it, and true peaks come late too. */
  if (lengthen(m, m->rate * 4 / 10))
    return -1;
  for (int c = 0; c < m->channels; c++) {
    double one = 0;
    if (ebur128_true_peak(m->state, (unsigned)c, &one) == EBUR128_SUCCESS)
      peak = fmax(peak, one);
  }
  *loudness = (rosin_loudness){.integrated = finite(global),
                               .range = finite(global) == global ? range : (double)NAN,
                               .momentary = finite(m->momentary),
                               .short_term = finite(m->short_term),
                               .true_peak = finite(20 * log10(peak))};
  return 0;
}

void rosin_loudness_free(rosin_loudness_meter *m) {
  if (m && m->state)
    ebur128_destroy(&m->state);
  free(m);
}
