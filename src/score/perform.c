/* SPDX-License-Identifier: BSD-3-Clause */
/* Notes under a slur overlap by a little, which a player takes for legato; the others are parted.
 * Grace notes take their time from the note they stand before. */
#include "score/perform.h"
#include "player/midi/channel.h"
#include "player/stroke.h"

#include <math.h>
#include <stdlib.h>

static const double overlap = 0.012, gap = 0.015; /* s */
static const double grace_length = 0.08;          /* s, and at most a third of the note */
static const double grain = 0.05;                 /* s between steps of a hairpin */
static const double plain = 0.6, accented = 0.85; /* velocities */
#define loud_at_first 0.58                        /* mezzoforte */
static const double reach = 0.16;                 /* by which a hairpin without an end goes */

/* A note with its times. */
typedef struct {
  const rosin_score_note *note;
  double from, to;   /* quarter notes */
  double on, off;    /* s */
  int upbeat, first; /* in its bar */
} sounding;

typedef struct {
  double at; /* quarter notes */
  const rosin_score_sign *sign;
  int order;
} placed;

typedef struct {
  rosin_score_events *events;
  const rosin_score_clock *clock;
  int channel;
  sounding *note;
  placed *sign;
  int notes, signs, note_room, sign_room;
  int manner, articulation; /* of the part; as it was told last */
  double trill;
} performing;

static int say(performing *p, double time, rosin_player_event_t e) {
  rosin_score_events *to = p->events;
  rosin_player_score_t *grown = rosin_score_room(to->event, to->count, &to->room, sizeof *grown);
  if (!grown)
    return -1;
  to->event = grown;
  e.channel = p->channel;
  to->event[to->count++] = (rosin_player_score_t){time, e};
  return 0;
}

static int set(performing *p, double time, size_t setting, double value) {
  const rosin_parameter *all = rosin_player_parameters();
  int row = 0;
  while (all[row].name && all[row].offset != setting)
    row++;
  return say(p, time,
             (rosin_player_event_t){.kind = ROSIN_PLAYER_TELL, .controller = row, .value = value});
}

static int is_upbeat(const rosin_score_bar *bar, double at) {
  const double in = at + fmax(bar->whole - bar->length, 0) * (bar->length < bar->whole);
  const int last = floor(in / bar->beat) == floor(bar->whole / bar->beat + 0.5) - 1;
  return fmod(in, bar->beat) > 1e-3 * bar->beat || (last && bar->whole > bar->beat);
}

static int earlier(const void *a, const void *b) {
  const sounding *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->note < y->note ? -1 : x->note > y->note;
}

static int before(const void *a, const void *b) {
  const placed *x = a, *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->order - y->order;
}

static int place_note(performing *p, const rosin_score_part *part, const rosin_score_note *n,
                      double begin) {
  sounding *grown = rosin_score_room(p->note, p->notes, &p->note_room, sizeof *grown);
  if (!grown)
    return -1;
  p->note = grown;
  p->note[p->notes++] = (sounding){.note = n,
                                   .from = begin + n->at,
                                   .to = begin + n->at + n->length,
                                   .upbeat = is_upbeat(&part->bar[n->bar], n->at)};
  return 0;
}

static int place_sign(performing *p, const rosin_score_sign *sign, double at) {
  placed *grown = rosin_score_room(p->sign, p->signs, &p->sign_room, sizeof *grown);
  if (!grown)
    return -1;
  p->sign = grown;
  p->sign[p->signs] = (placed){at, sign, p->signs};
  p->signs++;
  return 0;
}

/* Where it does not go on with the next bar, what is in force at the place it goes to. */
static int place_jump(performing *p, const rosin_score_part *part, int bar, double begin) {
  static const rosin_score_sign usual[] = {{.kind = ROSIN_SIGN_DYNAMICS, .value = loud_at_first},
                                           {.kind = ROSIN_SIGN_MANNER, .value = -1},
                                           {.kind = ROSIN_SIGN_PRESSURE, .value = 0.5}};
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    const rosin_score_sign *s = rosin_score_in_force(part, bar, usual[i].kind);
    if (place_sign(p, s ? s : &usual[i], begin))
      return -1;
  }
  return 0;
}

/* Where each bar's things begin in the part, which has them in order of bars: first[bars + 1]. */
#define FIRST_OF(things, count, first)                                                             \
  for (int i = 0; i < (count); i++)                                                                \
    (first)[(things)[i].bar + 1] = i + 1;                                                          \
  for (int b = 0; b < part->bars; b++)                                                             \
  (first)[b + 1] = (first)[b + 1] > (first)[b] ? (first)[b + 1] : (first)[b]

static int lay_out(performing *p, const rosin_score_part *part) {
  int *note_at = calloc(2 * ((size_t)part->bars + 1), sizeof *note_at);
  int status = 0;
  if (!note_at)
    return -1;
  int *sign_at = note_at + part->bars + 1;
  FIRST_OF(part->note, part->notes, note_at);
  FIRST_OF(part->sign, part->signs, sign_at);
  for (int k = 0; !status && k < p->clock->bars; k++) {
    const int bar = p->clock->order[k];
    const double begin = p->clock->begin[k];
    if (bar >= part->bars)
      continue;
    if (k && bar != p->clock->order[k - 1] + 1)
      status = place_jump(p, part, bar, begin);
    for (int i = note_at[bar]; !status && i < note_at[bar + 1]; i++)
      status = place_note(p, part, &part->note[i], begin);
    for (int i = sign_at[bar]; !status && i < sign_at[bar + 1]; i++)
      status = place_sign(p, &part->sign[i], begin + part->sign[i].at);
  }
  free(note_at);
  if (p->notes)
    qsort(p->note, (size_t)p->notes, sizeof *p->note, earlier);
  if (p->signs)
    qsort(p->sign, (size_t)p->signs, sizeof *p->sign, before);
  return status;
}

/* A tied note lengthens the one before, and goes. */
static void join_ties(performing *p) {
  enum { BACK = 64 };
  int kept = 0;
  for (int i = 0; i < p->notes; i++) {
    sounding *from = NULL;
    for (int k = kept - 1;
         k >= 0 && k > kept - BACK && p->note[i].note->flags & ROSIN_NOTE_TIED && !from; k--)
      if (p->note[k].note->key == p->note[i].note->key &&
          fabs(p->note[k].to - p->note[i].from) < 1e-6)
        from = &p->note[k];
    if (from) {
      from->to = p->note[i].to;
      from->first |= p->note[i].note->flags & ROSIN_NOTE_JOINED;
      if (!(p->note[i].note->flags & ROSIN_NOTE_JOINED))
        from->first = -1;
    } else {
      p->note[kept++] = p->note[i];
    }
  }
  p->notes = kept;
}

/* Whether the slur goes on after this note: as the last of what is tied to it says. */
static int joined(const sounding *s) {
  return s->first ? s->first > 0 : (s->note->flags & ROSIN_NOTE_JOINED) != 0;
}

/* Of a grace note: how many come after it before the main note, and which that is. */
static int main_note(const performing *p, int i, int *after) {
  *after = 0;
  for (int k = i + 1; k < p->notes && p->note[k].from == p->note[i].from; k++) {
    if (p->note[k].note->length > 0)
      return k;
    (*after)++;
  }
  return -1;
}

static double sustained(const sounding *s, double length) {
  const int flags = s->note->flags;
  if (flags & (ROSIN_NOTE_STACCATO | ROSIN_NOTE_SPICCATO))
    return 0.5 * length;
  if (flags & ROSIN_NOTE_WEDGE)
    return 0.6 * length;
  if (flags & ROSIN_NOTE_PORTATO)
    return 0.85 * length;
  if (flags & ROSIN_NOTE_BREATH)
    return fmax(length - 0.25, 0.6 * length);
  return fmax(length - gap, 0.8 * length);
}

static void set_times(performing *p) {
  for (int i = 0; i < p->notes; i++) {
    sounding *s = &p->note[i];
    s->on = rosin_score_seconds(p->clock, s->from);
    s->off = rosin_score_seconds(p->clock, s->to);
  }
  for (int i = p->notes - 1; i >= 0; i--) {
    sounding *s = &p->note[i];
    int after;
    if (s->note->length > 0)
      continue;
    const int main = main_note(p, i, &after);
    const double all =
        main < 0 ? grace_length : fmin((after + 1) * grace_length, (p->note[main].off - s->on) / 3);
    const double begin = s->on;
    s->on = begin + 0; /* the first of them on the beat */
    s->off = begin + all;
    if (main >= 0 &&
        (i == 0 || p->note[i - 1].from != s->from || p->note[i - 1].note->length > 0)) {
      for (int k = 0; k <= after; k++) { /* shares of one time */
        p->note[i + k].on = begin + all * k / (after + 1);
        p->note[i + k].off = begin + all * (k + 1) / (after + 1);
      }
      for (int k = main; k < p->notes && p->note[k].from == s->from; k++)
        p->note[k].on = begin + all; /* a chord together */
    }
  }
}

static int articulation_of(const performing *p, const sounding *s) {
  const int flags = s->note->flags;
  const double length = s->off - s->on;
  if (flags & ROSIN_NOTE_LEFT_HAND)
    return ROSIN_LEFT_HAND;
  if (flags & ROSIN_NOTE_PLUCKED)
    return ROSIN_PIZZICATO;
  if (p->manner == ROSIN_PIZZICATO || p->manner == ROSIN_COL_LEGNO)
    return p->manner;
  if (flags & ROSIN_NOTE_TREMOLO)
    return ROSIN_TREMOLO;
  if (flags & ROSIN_NOTE_HARMONIC)
    return ROSIN_HARMONIC;
  if (flags & ROSIN_NOTE_SPICCATO || (flags & ROSIN_NOTE_STACCATO && length < 0.22))
    return ROSIN_SPICCATO;
  if (flags & ROSIN_NOTE_WEDGE)
    return ROSIN_MARTELE;
  return p->manner >= 0 ? p->manner : ROSIN_DETACHE;
}

/* Signs of the manner up to a note count for it. */
static void follow_manner(performing *p, double until, int *next) {
  for (; *next < p->signs && p->sign[*next].at <= until + 1e-9; ++*next)
    if (p->sign[*next].sign->kind == ROSIN_SIGN_MANNER)
      p->manner = (int)p->sign[*next].sign->value;
}

static int is_accented(const performing *p, const sounding *s) {
  if (s->note->flags & ROSIN_NOTE_ACCENT)
    return 1;
  for (int k = 0; k < p->signs && p->sign[k].at <= s->from + 1e-6; k++)
    if (p->sign[k].sign->kind == ROSIN_SIGN_ACCENT && fabs(p->sign[k].at - s->from) < 1e-6)
      return 1;
  return 0;
}

static int play_notes(performing *p) {
  int next = 0, status = 0;
  for (int i = 0; i < p->notes && !status; i++) {
    const sounding *s = &p->note[i];
    follow_manner(p, s->from, &next);
    const int articulation = articulation_of(p, s);
    const int bowed = articulation == ROSIN_DETACHE || articulation == ROSIN_FLAUTANDO;
    const int slurred = joined(s) && bowed && !(s->note->flags & ROSIN_NOTE_PORTATO);
    const double off = slurred ? s->off + overlap : s->on + sustained(s, s->off - s->on);
    if (articulation != p->articulation)
      status = set(p, s->on, ROSIN_SETTING(articulation), articulation);
    p->articulation = articulation;
    if (s->note->trill != p->trill)
      status = status || set(p, s->on, ROSIN_SETTING(trill), s->note->trill);
    p->trill = s->note->trill;
    status =
        status ||
        say(p, s->on,
            (rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON,
                                   .controller =
                                       s->note->marks | (s->upbeat ? ROSIN_MARK_UPBEAT : 0),
                                   .key = s->note->key,
                                   .value = is_accented(p, s) ? accented : plain}) ||
        say(p, off, (rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_OFF, .key = s->note->key});
  }
  return status ? -1 : 0;
}

/* A hairpin from `k` on: it ends with its end, or the next mark, or the next hairpin. */
static int play_hairpin(performing *p, int k, double from, double *loud) {
  const double way = p->sign[k].sign->value, begin = p->sign[k].at;
  double end = begin + 4, to = fmin(fmax(from + reach * way, 0.03), 1);
  for (int i = k + 1; i < p->signs; i++) {
    const rosin_score_sign *sign = p->sign[i].sign;
    if (sign->kind == ROSIN_SIGN_HAIRPIN) {
      end = p->sign[i].at;
      const placed *mark = i + 1 < p->signs ? &p->sign[i + 1] : NULL;
      if (sign->value == 0 && mark && mark->sign->kind == ROSIN_SIGN_DYNAMICS &&
          mark->at - end <= 1 && way * (mark->sign->value - from) > 0)
        to = mark->sign->value;
      break;
    }
    if (sign->kind == ROSIN_SIGN_DYNAMICS && p->sign[i].at > begin) {
      end = p->sign[i].at;
      if (way * (sign->value - from) > 0)
        to = sign->value;
      break;
    }
  }
  const double start = rosin_score_seconds(p->clock, begin);
  const double length = rosin_score_seconds(p->clock, end) - start;
  const int steps = (int)fmin(fmax(ceil(length / grain), 1), 2000);
  int status = 0;
  for (int i = 1; i <= steps && !status; i++)
    status =
        set(p, start + length * i / steps, ROSIN_SETTING(dynamics), from + (to - from) * i / steps);
  *loud = to;
  return status;
}

static int play_signs(performing *p) {
  double loud = loud_at_first;
  int status = 0;
  for (int k = 0; k < p->signs && !status; k++) {
    const rosin_score_sign *sign = p->sign[k].sign;
    const double time = rosin_score_seconds(p->clock, p->sign[k].at);
    if (sign->kind == ROSIN_SIGN_DYNAMICS) {
      loud = sign->value;
      status = set(p, time, ROSIN_SETTING(dynamics), loud);
    } else if (sign->kind == ROSIN_SIGN_PRESSURE) {
      status = set(p, time, ROSIN_SETTING(pressure), sign->value);
    } else if (sign->kind == ROSIN_SIGN_HAIRPIN && sign->value != 0) {
      status = play_hairpin(p, k, loud, &loud);
    }
  }
  return status;
}

int rosin_score_perform(rosin_score_events *events, const rosin_score_part *part,
                        const rosin_score_clock *clock, int channel) {
  performing p = {.events = events,
                  .clock = clock,
                  .channel = channel,
                  .manner = -1,
                  .articulation = ROSIN_DETACHE};
  int status = lay_out(&p, part);
  if (!status && part->program >= 0)
    status = say(&p, 0,
                 (rosin_player_event_t){.kind = ROSIN_PLAYER_PROGRAM, .controller = part->program});
  if (!status) {
    join_ties(&p);
    set_times(&p);
    status = play_signs(&p) || play_notes(&p) ? -1 : 0;
  }
  free(p.note);
  free(p.sign);
  return status;
}
