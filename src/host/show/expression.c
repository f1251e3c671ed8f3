/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/show/expression.h"

#include <string.h>

enum { STROKE, MUTE, PLACE, TRILL, ACTS = -1 };

/* What programs call the switches; Dorico's names as its own libraries have them. */
static const struct {
  const char *name, *title, *technique;
  int group;
} told[] = {
    {"detache", "Detache", "pt.natural", STROKE},
    {"legato", "Legato", "pt.legato", STROKE},
    {"martele", "Martele", "pt.marcato", STROKE},
    {"spiccato", "Spiccato", "pt.spiccato", STROKE},
    {"tremolo", "Tremolo", "pt.tremolo", STROKE},
    {"flautando", "Flautando", "pt.flautando", STROKE},
    {"scratch", "Scratch", "pt.user.rosin_scratch", STROKE},
    {"pizzicato", "Pizzicato", "pt.pizzicato", STROKE},
    {"col-legno", "Col legno battuto", "pt.colLegnoBattuto", STROKE},
    {"harmonic", "Harmonic", "pt.naturalHarmonic1", STROKE},
    {"left-hand-pizzicato", "Left-hand pizzicato", "pt.leftHandPizzicato", STROKE},
    {"bartok", "Bartok pizzicato", "pt.bartokSnapPizzicato", STROKE},
    {"col-legno-tratto", "Col legno tratto", "pt.colLegnoTratto", STROKE},
    {"senza-sordino", "Senza sordino", "pt.open", MUTE},
    {"con-sordino", "Con sordino", "pt.muted", MUTE},
    {"ordinario", "Ordinario", "pt.ordinary", PLACE},
    {"sul-tasto", "Sul tasto", "pt.sulTasto", PLACE},
    {"sul-ponticello", "Sul ponticello", "pt.sulPonticello", PLACE},
    {"no-trill", "No trill", "pt.user.rosin_no_trill", TRILL},
    {"trill-of-a-semitone", "Trill of a semitone", "pt.trill.half", TRILL},
    {"trill-of-a-tone", "Trill of a tone", "pt.trill.whole", TRILL},
    {"turn-the-bow", "Turn the bow", "", ACTS},
    {"repeat", "Repeat the note", "", ACTS},
};

int rosin_expression_at(int index, rosin_expression *e) {
  const rosin_switch *key = rosin_switches_at(index);
  for (size_t i = 0; key && i < sizeof told / sizeof *told; i++)
    if (strcmp(told[i].name, key->name) == 0) {
      *e = (rosin_expression){key, told[i].title, told[i].technique, told[i].group};
      return 1;
    }
  return 0;
}
