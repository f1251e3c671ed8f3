/* SPDX-License-Identifier: BSD-3-Clause */
/* What the game's thread asks: who sounds, who makes room, what is told. */
#include "voices/inside.h"

#include <math.h>
#include <stddef.h>

const char *rosin_voices_word(rosin_voices_answer answer) {
  switch (answer) {
  case ROSIN_VOICES_DONE:
    return "done";
  case ROSIN_VOICES_CLAMPED:
    return "done, at an end of the range (rosin_voices_parameters)";
  case ROSIN_VOICES_REFUSED:
    return "refused: not a finite number, or this kind has no such thing; nothing has changed";
  case ROSIN_VOICES_STOLEN:
    return "the voice was stolen by one that is as important or more";
  case ROSIN_VOICES_GONE:
    return "there is no such voice: it was stopped, or never started";
  case ROSIN_VOICES_FULL:
    return "there is no room for what is told: nobody renders";
  }
  return "no answer of voices";
}

/* Seats whose voices have ended are free again. */
static void look(pool_seat *s) {
  if ((s->state == SEAT_RELEASED || s->state == SEAT_FADES) &&
      atomic_load_explicit(&s->ended, memory_order_acquire) == s->voice)
    s->state = SEAT_FREE;
}

static int is_used(const pool_seat *s) {
  return s->state == SEAT_OWNED || s->state == SEAT_RELEASED;
}

/* Whether `a` is to go rather than `b`: whoever nobody owns, the less important, the quieter. */
static int goes_before(const pool_seat *a, const pool_seat *b) {
  const int mine = a->state == SEAT_OWNED, its = b->state == SEAT_OWNED;
  if (mine != its)
    return !mine;
  if (mine && a->priority != b->priority)
    return a->priority < b->priority;
  return atomic_load_explicit(&a->loud, memory_order_relaxed) <
         atomic_load_explicit(&b->loud, memory_order_relaxed);
}

/* Of the seats from `first` on, that which is to make room for somebody as important; NULL: none.
 */
static pool_seat *victim(rosin_voices *p, int first, int seats, int priority) {
  pool_seat *worst = NULL;
  for (int i = first; i < first + seats; i++) {
    pool_seat *s = &p->seat[i];
    if (!is_used(s) || (s->state == SEAT_OWNED && s->priority > priority))
      continue;
    if (!worst || goes_before(s, worst))
      worst = s;
  }
  return worst;
}

static void steal(rosin_voices *p, pool_seat *s) {
  if (s->state == SEAT_OWNED) {
    s->stolen = s->voice;
    p->counts.stolen++;
  }
}

static int index_of(const rosin_voices *p, const pool_seat *s) {
  return (int)(s - p->seat);
}

/* A seat for the kind: a free one, one that fades, or whoever has to go. */
static pool_seat *seat_for(rosin_voices *p, int kind, int priority) {
  const pool_kind *k = &p->kind[kind];
  int used = 0;
  pool_seat *fades = NULL;
  for (int i = 0; i < p->seats; i++) {
    look(&p->seat[i]);
    used += is_used(&p->seat[i]);
  }
  pool_seat *free = NULL;
  for (int i = k->first; i < k->first + k->seats && !free; i++) {
    free = p->seat[i].state == SEAT_FREE ? &p->seat[i] : NULL;
    fades = p->seat[i].state == SEAT_FADES ? &p->seat[i] : fades;
  }
  free = free ? free : fades;
  if (free && used < p->voices)
    return free;
  pool_seat *out =
      free ? victim(p, 0, p->seats, priority) : victim(p, k->first, k->seats, priority);
  if (!out)
    return NULL;
  steal(p, out);
  if (!free || out->kind == kind)
    return out;
  const pool_message fade = {.what = POOL_FADE, .seat = index_of(p, out), .voice = out->voice};
  out->state = SEAT_FADES;
  return rosin_pool_send(p, &fade) ? NULL : free;
}

rosin_voice rosin_voices_start(rosin_voices *p, int kind, int priority) {
  if (!p || kind < 0 || kind >= p->kinds) {
    if (p)
      p->counts.refused++;
    return 0;
  }
  /* two messages at most, or nothing has happened */
  if (atomic_load_explicit(&p->put, memory_order_relaxed) -
          atomic_load_explicit(&p->taken, memory_order_acquire) + 2 >
      p->room) {
    p->counts.full++;
    return 0;
  }
  pool_seat *s = seat_for(p, kind, priority);
  if (!s) {
    p->counts.crowded++;
    return 0;
  }
  s->generation = s->generation % 0xFFFFF + 1;
  s->voice = s->generation << POOL_SEAT_BITS | (unsigned)index_of(p, s);
  s->state = SEAT_OWNED;
  s->priority = priority;
  atomic_store_explicit(&s->loud, 0, memory_order_relaxed);
  rosin_pool_send(p,
                  &(pool_message){.what = POOL_BEGIN, .seat = index_of(p, s), .voice = s->voice});
  p->counts.started++;
  return s->voice;
}

/* The seat of a voice; else NULL, and why there is none. */
static pool_seat *seat_of(rosin_voices *p, rosin_voice voice, rosin_voices_answer *why) {
  const int index = (int)(voice & ((1u << POOL_SEAT_BITS) - 1));
  *why = ROSIN_VOICES_GONE;
  if (!p)
    return NULL;
  pool_seat *s = voice && index < p->seats ? &p->seat[index] : NULL;
  if (s && s->state == SEAT_OWNED && s->voice == voice)
    return s;
  if (s && s->stolen == voice)
    *why = ROSIN_VOICES_STOLEN;
  p->counts.late++;
  return NULL;
}

/* A number in its range; 1: it was not; -1: it is none. */
static int fit(const char *name, double *value) {
  const rosin_parameter *row = rosin_parameter_find(rosin_voices_parameters(), name);
  if (!isfinite(*value))
    return -1;
  const double given = *value;
  *value = fmin(fmax(given, row->low), row->high);
  return *value != given;
}

static rosin_voices_answer say(rosin_voices *p, rosin_voice voice, pool_what what,
                               const char *first, double a, const char *second, double b) {
  rosin_voices_answer why;
  pool_seat *s = seat_of(p, voice, &why);
  if (!s)
    return why;
  const pool_kind *k = &p->kind[s->kind];
  const int one = fit(first, &a), two = second ? fit(second, &b) : 0;
  const int has = what == POOL_PLACE ? k->places : what == POOL_STRIKE ? k->blows : 1;
  p->counts.told++;
  if (one < 0 || two < 0 || !has) {
    p->counts.refused++;
    return ROSIN_VOICES_REFUSED;
  }
  if (rosin_pool_send(p, &(pool_message){what, index_of(p, s), voice, a, b}))
    return ROSIN_VOICES_FULL;
  p->counts.clamped += one || two;
  return one || two ? ROSIN_VOICES_CLAMPED : ROSIN_VOICES_DONE;
}

rosin_voices_answer rosin_voices_contact(rosin_voices *p, rosin_voice voice, double force,
                                         double speed) {
  return say(p, voice, POOL_TELL, "force", force, "speed", speed);
}

rosin_voices_answer rosin_voices_place(rosin_voices *p, rosin_voice voice, double position,
                                       double size) {
  return say(p, voice, POOL_PLACE, "position", position, "size", size);
}

rosin_voices_answer rosin_voices_impact(rosin_voices *p, rosin_voice voice, double newton_seconds) {
  return say(p, voice, POOL_STRIKE, "impulse", newton_seconds, NULL, 0);
}

rosin_voices_answer rosin_voices_mix(rosin_voices *p, rosin_voice voice, double gain, double pan) {
  return say(p, voice, POOL_MIX, "gain", gain, "pan", pan);
}

rosin_voices_answer rosin_voices_stop(rosin_voices *p, rosin_voice voice) {
  rosin_voices_answer why;
  pool_seat *s = seat_of(p, voice, &why);
  if (!s)
    return why;
  if (rosin_pool_send(p,
                      &(pool_message){.what = POOL_LET_GO, .seat = index_of(p, s), .voice = voice}))
    return ROSIN_VOICES_FULL;
  s->state = SEAT_RELEASED;
  p->counts.stopped++;
  return ROSIN_VOICES_DONE;
}

double rosin_voices_level(const rosin_voices *p, rosin_voice voice) {
  const int index = (int)(voice & ((1u << POOL_SEAT_BITS) - 1));
  if (!p || !voice || index >= p->seats || p->seat[index].voice != voice)
    return 0;
  return atomic_load_explicit(&p->seat[index].loud, memory_order_relaxed);
}

rosin_voices_counts_t rosin_voices_counts(const rosin_voices *p) {
  if (!p)
    return (rosin_voices_counts_t){0};
  rosin_voices_counts_t c = p->counts;
  for (int i = 0; i < p->seats; i++)
    c.owned += p->seat[i].state == SEAT_OWNED;
  c.refused += atomic_load_explicit(&p->refused, memory_order_relaxed);
  c.sounding = atomic_load_explicit(&p->sounding, memory_order_relaxed);
  c.asleep = atomic_load_explicit(&p->asleep, memory_order_relaxed);
  return c;
}
