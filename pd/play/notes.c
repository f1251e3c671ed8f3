/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/play/notes.h"

#include <math.h>
#include <string.h>

int rosin_pd_notes_ready(const rosin_pd_player *p, const char *what) {
  const int ready = p->rate || rosin_pd_engine_is_coming(p);
  if (!ready)
    pd_error(p->owner, "%s: %s: nothing plays; turn on DSP", p->class_name, what);
  return ready;
}

int rosin_pd_notes_numbers(const rosin_pd_player *p, const char *key, int count,
                           const t_atom *atoms, int least, int most, double *value) {
  if (count < least || count > most) {
    if (least < most)
      pd_error(p->owner, "%s: %s: takes %d to %d numbers, not %d", p->class_name, key, least, most,
               count);
    else
      pd_error(p->owner, "%s: %s: takes %d numbers, not %d", p->class_name, key, least, count);
    return -1;
  }
  for (int i = 0; i < most; i++)
    value[i] = 0;
  for (int i = 0; i < count; i++) {
    value[i] = atoms[i].a_type == A_FLOAT ? (double)atoms[i].a_w.w_float : (double)NAN;
    if (!isfinite(value[i])) {
      pd_error(p->owner, "%s: %s: number %d is none, or not finite", p->class_name, key, i + 1);
      return -1;
    }
  }
  return 0;
}

int rosin_pd_notes_within(const rosin_pd_player *p, const char *key, const char *what, double value,
                          double low, double high) {
  if (value >= low && value <= high)
    return 1;
  pd_error(p->owner, "%s: %s: %s %g: out of range: %g to %g", p->class_name, key, what, value, low,
           high);
  return 0;
}

/* What messages of two or three numbers mean: a value, and from 1 on a channel that may be left
 * out. */
typedef struct {
  const char *key;
  int numbers;         /* with the value, without the channel */
  const char *what[2]; /* that they are */
  double low, high;    /* of the value */
  double over;         /* that it is divided by */
  rosin_player_kind kind;
} meaning;

static const meaning meanings[] = {
    {"note", 2, {"key", "velocity"}, 0, 127, 127, ROSIN_PLAYER_NOTE_ON},
    {"control", 2, {"controller", "value"}, 0, 127, 127, ROSIN_PLAYER_CONTROL},
    {"bend", 1, {"value", NULL}, -96, 96, 1, ROSIN_PLAYER_BEND},
    {"aftertouch", 1, {"value", NULL}, 0, 1, 1, ROSIN_PLAYER_PRESSURE},
};

static void play(rosin_pd_player *p, const meaning *m, int count, const t_atom *atoms) {
  double v[3];
  const int n = m->numbers;
  if (rosin_pd_notes_numbers(p, m->key, count, atoms, n, n + 1, v) ||
      (n == 2 && !rosin_pd_notes_within(p, m->key, m->what[0], v[0], 0, 127)) ||
      !rosin_pd_notes_within(p, m->key, m->what[n - 1], v[n - 1], m->low, m->high) ||
      !rosin_pd_notes_within(p, m->key, "channel", v[n], 0, 16) || !rosin_pd_notes_ready(p, m->key))
    return;
  rosin_player_event_t e = {
      .kind = m->kind, .channel = v[n] > 0 ? (int)v[n] - 1 : 0, .value = v[n - 1] / m->over};
  if (m->kind == ROSIN_PLAYER_NOTE_ON) {
    e.key = v[0];
    e.kind = v[1] > 0 ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF;
  } else if (m->kind == ROSIN_PLAYER_CONTROL) {
    e.controller = (int)v[0];
  }
  rosin_pd_engine_play(p, &e);
}

/* Raw bytes: MPE, bends with their range, all controllers. */
static void play_bytes(rosin_pd_player *p, rosin_midi_line *line, int count, const t_atom *atoms) {
  if (!rosin_pd_notes_ready(p, "midi"))
    return;
  for (int i = 0; i < count; i++) {
    const double byte = atoms[i].a_type == A_FLOAT ? (double)atoms[i].a_w.w_float : -1;
    if (!rosin_pd_notes_within(p, "midi", "byte", byte, 0, 255))
      return;
    const int length = rosin_midi_byte(line, (unsigned char)byte);
    rosin_pd_engine_midi(p, line->message, length);
  }
}

void rosin_pd_notes_take(rosin_pd_player *p, rosin_midi_line *line, const char *key, int count,
                         const t_atom *atoms) {
  if (strcmp(key, "midi") == 0)
    play_bytes(p, line, count, atoms);
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
    if (strcmp(key, meanings[i].key) == 0)
      play(p, &meanings[i], count, atoms);
}
