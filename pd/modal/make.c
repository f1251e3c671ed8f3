/* SPDX-License-Identifier: BSD-3-Clause */
/* Modal bodies in Pd: made out of a copy of what they are, large ones beside it. */
#include "modal/modal.h"
#include "pd/modal/modal.h"
#include "pd/modal/suit.h"
#include "pd/net/sound/level.h"
#include "pi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  rosin_pd_making making;
  rosin_pd_settings s;
  rosin_pd_matter matter; /* its form is NULL, or the settings are to be made of it */
  int of_matter;          /* modes that are too high for the rate are left out */
  int solved;             /* the settings have been made of it */
  double highest;         /* Hz, for modes of it */
  double touched;         /* of matter: where it is pushed, */
  rosin_pd_output heard;  /* and how it is heard */
  rosin_pd_suit suit;
} modal_making;

/* A strike and a pluck that say nothing else set it moving at 8 cm/s, whatever it weighs; what is
 * of matter is tried out. */
static void suit_strokes(modal_making *x, const rosin_modal_spec *spec) {
  const rosin_mode *mode = spec->mode;
  if (x->solved && rosin_pd_suit_find(&x->suit, spec, x->touched, &x->heard, x->making.rate) == 0)
    return;
  double struck = 0, plucked = 0;
  for (int i = 0; i < x->s.modes; i++) {
    struck += 1 / mode[i].mass;
    plucked += 1 / (mode[i].mass * 2 * pi * fmax(mode[i].frequency, 20));
  }
  x->suit = (rosin_pd_suit){0.08 / (2 * 0.001 * struck), 0.08 / plucked, 1, 1};
}

/* Modes above `highest` Hz, unless all are. */
static void leave_out(rosin_pd_settings *s, double highest) {
  const int modes = s->modes;
  int kept = 0, at = 0;
  for (int i = 0; i < modes; i++)
    kept += s->mode[i].frequency <= highest;
  if (!kept || kept == modes)
    return;
  for (int p = 0; p < s->points; p++)
    for (int i = 0; i < modes; i++)
      if (s->mode[i].frequency <= highest)
        s->weight[at++] = s->weight[p * modes + i];
  at = 0;
  for (int i = 0; i < modes; i++)
    if (s->mode[i].frequency <= highest) {
      if (s->order)
        s->order[at] = s->order[i];
      s->mode[at++] = s->mode[i];
    }
  s->modes = kept;
}

static void modal_work(rosin_pd_job *job) {
  modal_making *x = (modal_making *)job;
  rosin_pd_settings *s = &x->s;
  rosin_error *error = &x->making.error;
  x->solved = x->matter.form && rosin_pd_matter_make(&x->matter, s, x->highest, error) == 0;
  if (x->matter.form && !x->solved)
    return;
  if (x->of_matter)
    leave_out(s, x->highest);
  rosin_mode *mode = malloc((size_t)s->modes * sizeof *mode);
  const char **name = malloc((size_t)s->points * sizeof *name);
  if (mode && name) {
    for (int i = 0; i < s->modes; i++) {
      mode[i] = s->mode[i];
      mode[i].frequency *= s->factor.pitch;
      mode[i].mass *= s->factor.mass;
      mode[i].t60 *= s->factor.decay;
      mode[i].q *= s->factor.decay;
    }
    for (int p = 0; p < s->points; p++)
      name[p] = *s->name[p] ? s->name[p] : NULL;
    const rosin_modal_spec spec = {.modes = s->modes,
                                   .mode = mode,
                                   .shape = s->shape,
                                   .points = s->points,
                                   .name = name,
                                   .position = s->position,
                                   .weight = s->weight,
                                   .order = s->order};
    x->making.body = rosin_modal_new(&spec, x->making.rate, error);
    suit_strokes(x, &spec);
  } else {
    snprintf(error->text, sizeof error->text, "out of memory");
  }
  free(mode);
  free(name);
}

static void modal_making_free(rosin_pd_job *job) {
  modal_making *x = (modal_making *)job;
  rosin_body_free(x->making.body);
  rosin_pd_settings_free(&x->s);
  free(x);
}

rosin_pd_making *rosin_pd_modal_make(rosin_pd_member *m, double rate) {
  const rosin_pd_modal *x = (const rosin_pd_modal *)m;
  modal_making *made = calloc(1, sizeof *made);
  const int stale = x->matter.form && x->matter.stale;
  if (!made ||
      (stale ? rosin_pd_settings_size(&made->s, 1, 1) : rosin_pd_settings_copy(&made->s, &x->s))) {
    free(made);
    return NULL;
  }
  made->s.factor = x->s.factor;
  made->of_matter = x->matter.form != NULL;
  made->suit = x->suit;
  made->touched = m->touched;
  snprintf(made->heard.key, sizeof made->heard.key, "velocity@%s", ROSIN_PD_HEARD);
  rosin_pd_level_default(m, &made->heard);
  made->heard.gain /= m->louder > 0 ? m->louder : 1; /* which is what is looked for */
  made->heard.reached = made->heard.gain;
  made->matter = x->matter;
  if (!stale)
    made->matter.form = NULL;
  made->highest = ROSIN_MODE_HIGHEST * rate / x->s.factor.pitch;
  /* a copy of each weight and four numbers a mode; shapes of plates solve for their modes */
  made->making.at_once = !made->matter.form &&
                         rosin_pd_afford(m->registry, 0.05 + 1e-5 * x->s.modes * (x->s.points + 8));
  made->making.job.work = modal_work;
  made->making.job.free = modal_making_free;
  return &made->making;
}

void rosin_pd_modal_made(rosin_pd_member *m, rosin_pd_making *making, int is_there) {
  rosin_pd_modal *x = (rosin_pd_modal *)m;
  modal_making *made = (modal_making *)making;
  if (is_there && making->body_is_new && (made->solved || !made->of_matter)) {
    rosin_pd_louder(m, made->suit.louder, !(x->suit.louder > 0));
    x->suit = made->suit;
    m->strike = fmin(made->suit.strike, 100);
    m->pluck = fmin(made->suit.pluck, 1000);
    if (!m->own_drive)
      m->drive = fmin(made->suit.drive, 1e6);
  }
  if (made->matter.form && m->version == making->version) {
    const rosin_pd_settings old = x->s;
    x->matter.stale = 0; /* also if it cannot be had */
    if (made->solved) {
      x->s = made->s;
      made->s = old;
    }
  }
  rosin_pd_modal_catch_up(x);
}

void rosin_pd_modal_carry(rosin_body *body, rosin_body *before) {
  rosin_modal_carry(body, before);
}
