/* SPDX-License-Identifier: BSD-3-Clause */
/* Notes under a slur overlap by a little, which a player takes for legato; the others are parted.
 */
#include "score/perform.h"
#include "player/bow/stroke.h"
#include "player/midi/channel.h"
#include "score/laid.h"

#include <math.h>

static const double overlap = 0.012, gap = 0.015; /* s */
static const double grain = 0.05;                 /* s between steps of a hairpin */
static const double plain = 0.6, accented = 0.85; /* velocities */
static const double reach = 0.16;                 /* by which a hairpin without an end goes */

typedef struct {
  rosin_score_events *events;
  const rosin_score_clock *clock;
  int channel;
  rosin_score_laid laid;
  int manner;                                         /* of the part */
  double articulation, technique, trill, scoop, fall; /* as they were told last */
  double accent; /* quarter notes: where the last sf or its like stands */
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

static double sustained(const rosin_score_sounding *s, double length) {
  const int flags = s->note->flags;
  if (flags & (ROSIN_NOTE_STACCATO | ROSIN_NOTE_SPICCATO))
    return 0.5 * length;
  if (flags & ROSIN_NOTE_WEDGE)
    return 0.6 * length;
  if (flags & ROSIN_NOTE_PORTATO)
    return 0.85 * length;
  if (flags & ROSIN_NOTE_FALL)
    return fmax(length - 0.4, 0.5 * length);
  if (flags & ROSIN_NOTE_BREATH)
    return fmax(length - 0.25, 0.6 * length);
  return fmax(length - gap, 0.8 * length);
}

static int articulation_of(const performing *p, const rosin_score_sounding *s) {
  const int flags = s->note->flags;
  const double length = s->off - s->on;
  if (flags & ROSIN_NOTE_LEFT_HAND)
    return ROSIN_LEFT_HAND;
  if (flags & ROSIN_NOTE_SNAP)
    return ROSIN_BARTOK;
  if (p->manner == ROSIN_PIZZICATO || p->manner == ROSIN_COL_LEGNO || p->manner == ROSIN_BARTOK ||
      p->manner == ROSIN_WOOD_DRAWN)
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

/* Signs up to a note count for it. */
static void follow_signs(performing *p, double until, int *next) {
  for (; *next < p->laid.signs && p->laid.sign[*next].at <= until + 1e-6; ++*next) {
    const rosin_score_placed *placed = &p->laid.sign[*next];
    if (placed->sign.kind == ROSIN_SIGN_MANNER)
      p->manner = (int)placed->sign.value;
    if (placed->sign.kind == ROSIN_SIGN_ACCENT)
      p->accent = placed->at;
  }
}

static int is_accented(const performing *p, const rosin_score_sounding *s) {
  return s->note->flags & ROSIN_NOTE_ACCENT || fabs(p->accent - s->from) < 1e-6;
}

/* A setting is told where it is another than before. */
static int change(performing *p, double time, size_t setting, double *was, double value) {
  const int status = *was == value ? 0 : set(p, time, setting, value);
  *was = value;
  return status;
}

/* How a note is played, as far as that is not how the one before it was. */
static int tell_note(performing *p, const rosin_score_sounding *s, int stroke) {
  static const double scooped = 2, fallen = 5; /* semitones */
  const int other = stroke >= ROSIN_ARTICULATIONS, flags = s->note->flags;
  const double technique = other ? stroke - ROSIN_ARTICULATIONS + 1 : 0;
  return change(p, s->on, ROSIN_SETTING(articulation), &p->articulation,
                other ? p->articulation : stroke) ||
         change(p, s->on, ROSIN_SETTING(technique), &p->technique, technique) ||
         change(p, s->on, ROSIN_SETTING(trill), &p->trill, s->note->trill) ||
         change(p, s->on, ROSIN_SETTING(scoop), &p->scoop,
                flags & ROSIN_NOTE_SCOOP ? scooped : 0) ||
         change(p, s->on, ROSIN_SETTING(fall), &p->fall, flags & ROSIN_NOTE_FALL ? fallen : 0);
}

static int play_notes(performing *p) {
  int next = 0, status = 0;
  for (int i = 0; i < p->laid.notes && !status; i++) {
    const rosin_score_sounding *s = &p->laid.note[i];
    follow_signs(p, s->from, &next);
    const int articulation = articulation_of(p, s);
    const int bowed = articulation == ROSIN_DETACHE || articulation == ROSIN_FLAUTANDO;
    const int slurred = s->joined && bowed && !(s->note->flags & ROSIN_NOTE_PORTATO);
    const double off = slurred ? s->off + overlap : s->on + sustained(s, s->off - s->on);
    status =
        tell_note(p, s, articulation) ||
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
  const double way = p->laid.sign[k].sign.value, begin = p->laid.sign[k].at;
  double end = begin + 4, to = fmin(fmax(from + reach * way, 0.03), 1);
  for (int i = k + 1; i < p->laid.signs; i++) {
    const rosin_score_sign *sign = &p->laid.sign[i].sign;
    if (sign->kind == ROSIN_SIGN_HAIRPIN) {
      end = p->laid.sign[i].at;
      const rosin_score_placed *mark = i + 1 < p->laid.signs ? &p->laid.sign[i + 1] : NULL;
      if (sign->value == 0 && mark && mark->sign.kind == ROSIN_SIGN_DYNAMICS &&
          mark->at - end <= 1 && way * (mark->sign.value - from) > 0)
        to = mark->sign.value;
      break;
    }
    if (sign->kind == ROSIN_SIGN_DYNAMICS && p->laid.sign[i].at > begin) {
      end = p->laid.sign[i].at;
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
  double loud = ROSIN_SCORE_MEZZOFORTE;
  int status = 0;
  for (int k = 0; k < p->laid.signs && !status; k++) {
    const rosin_score_sign *sign = &p->laid.sign[k].sign;
    const double time = rosin_score_seconds(p->clock, p->laid.sign[k].at);
    if (sign->kind == ROSIN_SIGN_DYNAMICS) {
      loud = sign->value;
      status = set(p, time, ROSIN_SETTING(dynamics), loud);
    } else if (sign->kind == ROSIN_SIGN_PLACE) {
      status = set(p, time, ROSIN_SETTING(ponticello), sign->value);
    } else if (sign->kind == ROSIN_SIGN_SORDINO) {
      status = set(p, time, ROSIN_SETTING(sordino), sign->value);
    } else if (sign->kind == ROSIN_SIGN_OPEN) {
      status = set(p, time, ROSIN_SETTING(open_strings), sign->value);
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
                  .manner = part->manner,
                  .articulation = ROSIN_DETACHE,
                  .accent = -INFINITY};
  int status = rosin_score_lay_out(&p.laid, part, clock);
  if (!status && part->program >= 0)
    status = say(&p, 0,
                 (rosin_player_event_t){.kind = ROSIN_PLAYER_PROGRAM, .controller = part->program});
  if (!status)
    status = play_signs(&p) || play_notes(&p) ? -1 : 0;
  rosin_score_laid_free(&p.laid);
  return status;
}
