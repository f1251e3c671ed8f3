/* SPDX-License-Identifier: BSD-3-Clause */
/* A cello's closed hand holds a minor third and stretches to a major one; where the neck ends three
 * fingers play, and from the octave on, or a little before, the thumb lies on the string, a fourth
 * below the third finger. A violin's or viola's hand holds a fourth and stretches further, a double
 * bass's a tone. */
#include "player/left/grip.h"

#include <math.h>
#include <string.h>

static const rosin_grip violin[] = {{"122334", 1, 26, 0}, {"12233344", 1, 26, 0.6}};
static const rosin_grip cello[] = {{"1234", 1, 8, 0},
                                   {"1-234", 1, 7, 0.4},
                                   {"12233", 8, 18, 0.2},
                                   {"T11223", 7, 40, 0.6},
                                   {"T112233", 7, 40, 1.3}};
static const rosin_grip bass[] = {{"124", 1, 9, 0}, {"1233", 9, 14, 0.3}, {"T11223", 10, 40, 0.7}};
#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

const rosin_grip *rosin_grips(int program, int *count) {
  const rosin_grip *found = program == 40 || program == 41 ? violin : program == 43 ? bass : cello;
  *count = found == violin ? COUNT(violin) : found == bass ? COUNT(bass) : COUNT(cello);
  return found;
}

int rosin_grip_finger(const rosin_grip *s, int place, double semitones) {
  const int at = (int)floor(semitones - place + 0.5);
  if (place < s->from || place > s->to || at < 0 || at >= (int)strlen(s->fingers))
    return 0;
  const char finger = s->fingers[at];
  return finger == 'T' ? ROSIN_FINGER_THUMB : finger == '-' ? 0 : finger - '0';
}

int rosin_grip_has_thumb(const rosin_grip *s) {
  return s->fingers[0] == 'T';
}

/* Where the first finger is. */
static int first(const rosin_grip *s, int place) {
  return place + (rosin_grip_has_thumb(s) ? 2 : 0);
}

double rosin_grip_way(const rosin_grip *from, int there, const rosin_grip *to, int here) {
  const int wide = to->strain > from->strain, same = to == from;
  if (!same && !rosin_grip_has_thumb(from) && !rosin_grip_has_thumb(to)) {
    const int closed = wide ? there : here, stretched = wide ? here : there;
    if (closed == stretched || closed == stretched + 1)
      return 0;
  }
  return fabs((double)(first(to, here) - first(from, there)));
}
