/* SPDX-License-Identifier: BSD-3-Clause */
/* The octave below the lowest string is that of the articulations; the one below it, for those who
 * play as they play a sampled library, that of what goes with each of them. */
#include "player/play/switches.h"
#include "maths/maths.h"
#include "player/course/course.h"
#include "player/course/plan.h"
#include "player/play/notes.h"

#include <math.h>

#define STROKE(name, index)                                                                        \
  { name, -12 + (index), 0, ROSIN_SETTING(articulation), index }
#define MORE(name, index, key, value)                                                              \
  { name, -24 + (index), 1, ROSIN_SETTING(key), value }

enum { TURNS = -1, REPEATS = -2 }; /* as a value of `technique`: what is done at once */

static const rosin_switch all[] = {
    STROKE("detache", ROSIN_DETACHE),
    STROKE("legato", ROSIN_LEGATO),
    STROKE("martele", ROSIN_MARTELE),
    STROKE("spiccato", ROSIN_SPICCATO),
    STROKE("tremolo", ROSIN_TREMOLO),
    STROKE("flautando", ROSIN_FLAUTANDO),
    STROKE("scratch", ROSIN_SCRATCH),
    STROKE("pizzicato", ROSIN_PIZZICATO),
    STROKE("col-legno", ROSIN_COL_LEGNO),
    STROKE("harmonic", ROSIN_HARMONIC),
    STROKE("left-hand-pizzicato", ROSIN_LEFT_HAND),
    MORE("bartok", 0, technique, ROSIN_BARTOK - ROSIN_ARTICULATIONS + 1),
    MORE("col-legno-tratto", 1, technique, ROSIN_WOOD_DRAWN - ROSIN_ARTICULATIONS + 1),
    MORE("senza-sordino", 2, sordino, 0),
    MORE("con-sordino", 3, sordino, 1),
    MORE("ordinario", 4, ponticello, 0),
    MORE("sul-tasto", 5, ponticello, -1),
    MORE("sul-ponticello", 6, ponticello, 1),
    MORE("no-trill", 7, trill, 0),
    MORE("trill-of-a-semitone", 8, trill, 1),
    MORE("trill-of-a-tone", 9, trill, 2),
    MORE("turn-the-bow", 10, technique, TURNS),
    MORE("repeat", 11, technique, REPEATS),
};

const rosin_switch *rosin_switches_at(int index) {
  return index >= 0 && index < (int)(sizeof all / sizeof *all) ? &all[index] : NULL;
}

static void set(rosin_player *p, size_t setting, double value) {
  *(double *)(void *)((char *)&p->s + setting) = value;
  for (int i = 0; i < ROSIN_CHANNELS; i++)
    rosin_channel_forget(&p->channel[i], setting);
}

int rosin_player_switch(rosin_player *p, const rosin_player_event_t *e) {
  /* a library's are keys, as maps of them say, whatever the tuning; 0.2's go with it */
  const double a4 = p->s.library >= 0.5 ? 440 : p->tuning.a4;
  const double lowest = 69 + 12 * rosin_log2(p->course[0].open / a4);
  const int below = (int)floor(e->key + 0.5) - (int)floor(lowest + 0.5);
  const rosin_switch *s = NULL;
  for (int i = 0; (s = rosin_switches_at(i)) && s->below != below; i++) {
  }
  if (!s || (p->s.library < 0.5 && (s->library || p->s.key_switches < 0.5)))
    return 0;
  if (s->setting == ROSIN_SETTING(technique) && s->value < 0) {
    if (s->value == REPEATS)
      rosin_player_repeat(p, e->value);
    else
      rosin_player_turn(p);
    return 1;
  }
  set(p, s->setting, s->value);
  if (s->setting == ROSIN_SETTING(articulation))
    set(p, ROSIN_SETTING(technique), 0);
  return 1;
}
