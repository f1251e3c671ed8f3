/* SPDX-License-Identifier: BSD-3-Clause */
/* Grace notes take their time from the note they stand before. */
#include "score/laid.h"

#include <math.h>
#include <stdlib.h>

static const double grace_length = 0.08; /* s, and at most a third of the note */

static int is_upbeat(const rosin_score_bar *bar, double at) {
  const double in = at + fmax(bar->whole - bar->length, 0) * (bar->length < bar->whole);
  const int last = floor(in / bar->beat) == floor(bar->whole / bar->beat + 0.5) - 1;
  return fmod(in, bar->beat) > 1e-3 * bar->beat || (last && bar->whole > bar->beat);
}

static int earlier(const void *a, const void *b) {
  const rosin_score_sounding *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->note < y->note ? -1 : x->note > y->note;
}

static int before(const void *a, const void *b) {
  const rosin_score_placed *x = a, *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->order - y->order;
}

static int place_note(rosin_score_laid *to, const rosin_score_bar *bar, const rosin_score_note *n,
                      double begin) {
  rosin_score_sounding *grown =
      rosin_score_room(to->note, to->notes, &to->note_room, sizeof *grown);
  if (!grown)
    return -1;
  to->note = grown;
  to->note[to->notes++] = (rosin_score_sounding){.note = n,
                                                 .from = begin + n->at,
                                                 .to = begin + n->at + n->length,
                                                 .upbeat = is_upbeat(bar, n->at),
                                                 .joined = (n->flags & ROSIN_NOTE_JOINED) != 0};
  return 0;
}

static int place_sign(rosin_score_laid *to, const rosin_score_sign *sign, double at) {
  rosin_score_placed *grown = rosin_score_room(to->sign, to->signs, &to->sign_room, sizeof *grown);
  if (!grown)
    return -1;
  to->sign = grown;
  to->sign[to->signs] = (rosin_score_placed){at, *sign, to->signs};
  to->signs++;
  return 0;
}

/* Where it does not go on with the next bar, what is in force at the place it goes to. */
static int place_jump(rosin_score_laid *to, const rosin_score_part *part, int bar, double begin) {
  static const rosin_score_sign usual[] = {
      {.kind = ROSIN_SIGN_DYNAMICS, .value = ROSIN_SCORE_MEZZOFORTE},
      {.kind = ROSIN_SIGN_MANNER, .value = -1},
      {.kind = ROSIN_SIGN_PLACE, .value = 0},
      {.kind = ROSIN_SIGN_SORDINO, .value = 0},
      {.kind = ROSIN_SIGN_OPEN, .value = 0}};
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    const rosin_score_sign *s = rosin_score_in_force(part, bar, usual[i].kind);
    if (place_sign(to, s ? s : &usual[i], begin))
      return -1;
  }
  return 0;
}

static int place_bar(rosin_score_laid *to, const rosin_score_part *part, int index, double begin) {
  const rosin_score_bar *bar = &part->bar[index];
  for (int i = bar->note; i < bar->note + bar->notes; i++)
    if (place_note(to, bar, &part->note[i], begin))
      return -1;
  for (int i = bar->sign; i < bar->sign + bar->signs; i++)
    if (place_sign(to, &part->sign[i], begin + part->sign[i].at))
      return -1;
  return 0;
}

static int place_all(rosin_score_laid *to, const rosin_score_part *part,
                     const rosin_score_clock *clock) {
  for (int k = 0; k < clock->bars; k++) {
    const int bar = clock->order[k];
    if (bar >= part->bars)
      continue;
    if (k && bar != clock->order[k - 1] + 1 && place_jump(to, part, bar, clock->begin[k]))
      return -1;
    if (place_bar(to, part, bar, clock->begin[k]))
      return -1;
  }
  return 0;
}

/* A tied note lengthens the one before, and goes. */
static void join_ties(rosin_score_laid *to) {
  enum { BACK = 64 };
  int kept = 0;
  for (int i = 0; i < to->notes; i++) {
    const rosin_score_sounding *tied = &to->note[i];
    rosin_score_sounding *from = NULL;
    for (int k = kept - 1;
         k >= 0 && k > kept - BACK && tied->note->flags & ROSIN_NOTE_TIED && !from; k--)
      if (to->note[k].note->key == tied->note->key && fabs(to->note[k].to - tied->from) < 1e-6)
        from = &to->note[k];
    if (from) {
      from->to = tied->to;
      from->joined = tied->joined;
    } else {
      to->note[kept++] = *tied;
    }
  }
  to->notes = kept;
}

/* How many grace notes there are from `first` on, before one place. */
static int count_graces(const rosin_score_laid *laid, int first) {
  int i = first;
  while (i < laid->notes && laid->note[i].note->length == 0 &&
         laid->note[i].from == laid->note[first].from)
    i++;
  return i - first;
}

/* Graces begin on the beat and share their time; the chord after them comes together, later, and
 * what in it is short loses no more than a third. */
static void set_graces(rosin_score_laid *laid, int first, int count) {
  rosin_score_sounding *grace = &laid->note[first];
  const int main = first + count;
  const int has_main = main < laid->notes && laid->note[main].from == grace->from;
  const double begin = grace->on;
  double all = count * grace_length;
  if (has_main)
    all = fmin(all, (laid->note[main].off - begin) / 3);
  for (int k = 0; k < count; k++) {
    grace[k].on = begin + all * k / count;
    grace[k].off = begin + all * (k + 1) / count;
  }
  for (int k = main;
       k < laid->notes && laid->note[k].from == grace->from && laid->note[k].note->length > 0; k++)
    laid->note[k].on = begin + fmin(all, (laid->note[k].off - begin) / 3);
}

static void set_times(rosin_score_laid *laid, const rosin_score_clock *clock) {
  for (int i = 0; i < laid->notes; i++) {
    rosin_score_sounding *s = &laid->note[i];
    s->on = rosin_score_seconds(clock, s->from);
    s->off = rosin_score_seconds(clock, s->to);
  }
  for (int i = 0; i < laid->notes; i++) {
    const int graces = count_graces(laid, i);
    if (graces) {
      set_graces(laid, i, graces);
      i += graces - 1;
    }
  }
}

int rosin_score_lay_out(rosin_score_laid *laid, const rosin_score_part *part,
                        const rosin_score_clock *clock) {
  *laid = (rosin_score_laid){0};
  if (place_all(laid, part, clock))
    return -1;
  if (laid->notes)
    qsort(laid->note, (size_t)laid->notes, sizeof *laid->note, earlier);
  if (laid->signs)
    qsort(laid->sign, (size_t)laid->signs, sizeof *laid->sign, before);
  join_ties(laid);
  set_times(laid, clock);
  return 0;
}

void rosin_score_laid_free(rosin_score_laid *laid) {
  free(laid->note);
  free(laid->sign);
  *laid = (rosin_score_laid){0};
}
