/* SPDX-License-Identifier: BSD-3-Clause */
/* What was found, as an instrument: the thing once more for each key, smaller or larger. */
#include "format.h"
#include "host/modes/modes.h"

#include <math.h>

enum { REACH = 12, KEYS = 127 }; /* semitones either way of the thing itself */

static const double beside = 0.985;         /* of the pitch that sings: lower modes are others */
static const double faster = 8, fast = 0.5; /* than what sings best; m/s at most */
static const double softest = 1 / 13.0;     /* of the loudest note's speed: 22 dB */
/* A hand finds the place at which the mode that it wants moves most, and others less. */
static const double others = 0.5;
static const double lighter = 1 / 50.0, harder = 10; /* than the force that sings best */

/* Hz of the mode that asks least force of who rubs it: a note stands where friction gives what mass
 * and decay take. What was found by rubbing may be slower than any mode. */
static double willing(const rosin_modes_finding *f, const rosin_modes_choices *c) {
  double hertz = 0, least = INFINITY;
  for (int i = 0; i < f->modes; i++) {
    const double asks = rosin_modes_mass(f, c, &f->mode[i]) / f->mode[i].t60;
    if (!f->mode[i].noise && asks < least) {
      least = asks;
      hertz = f->mode[i].frequency;
    }
  }
  return hertz;
}

static int sings(const rosin_knock_mode *m, double pitch) {
  return !m->noise && m->frequency > beside * pitch;
}

/* A mode as it moves at the hand and at the microphone. */
static void write_mode(FILE *out, const rosin_modes_finding *f, const rosin_modes_choices *c,
                       const rosin_knock_mode *m, double pitch) {
  rosin_print(out, "{ frequency = %.8g; t60 = %.6g; mass = %.6g; at = (%.1f, %s1.0); }",
              m->frequency, m->t60, rosin_modes_mass(f, c, m),
              m->frequency * beside < pitch ? 1 : others, cos(m->phase) < 0 ? "-" : "");
}

static void write_body(FILE *out, const rosin_modes_finding *f, const rosin_modes_choices *c,
                       double pitch) {
  fprintf(out,
          "modals = {\n  %s = {\n    pitch = 1.0; points = { hand = 0.0; mic = 1.0; };\n"
          "    modes = (",
          c->name);
  for (int i = 0, written = 0; i < f->modes; i++)
    if (sings(&f->mode[i], pitch)) {
      fputs(written++ ? ",\n      " : "\n      ", out);
      write_mode(out, f, c, &f->mode[i], pitch);
    }
  fputs(" );\n  };\n};\n\n", out);
}

void rosin_modes_write_keys(FILE *out, const rosin_modes_finding *f, const rosin_modes_choices *c,
                            const rosin_modes_rubbed *r) {
  const double pitch = willing(f, c);
  const int base = (int)fmin(fmax(round(69 + 12 * log2(pitch / 440)), 0), KEYS);
  const double loudest = fmin(faster * r->speed, fast);
  rosin_modes_write_head(out, f, c);
  rosin_print(
      out,
      "# As an instrument: each key has a body of its own size. A key's pitch is its body's\n"
      "# lowest mode, so that those below %.1f Hz, which asks least of who rubs it, and all\n"
      "# noise are left out. The others move half as much at the hand, which looks for such a "
      "place.\n",
      pitch);
  fprintf(out, "title = \"%s, under keys\";\n", c->name);
  rosin_print(out, "duration = 4.0;\nrate = %.0f;\n\n", rosin_modes_rate(f));
  write_body(out, f, c, pitch);
  rosin_modes_write_rub(out, c, r, "hand", 0.2 / loudest);
  rosin_print(
      out, "\nkeys = {\n  body = \"%s\"; contact = \"rub\"; low = %d; high = %d; base = %d;\n",
      c->name, base > REACH ? base - REACH : 0, base + REACH < KEYS ? base + REACH : KEYS, base);
  rosin_modes_write_number(out, "  softest = ", softest * loudest, "; ");
  rosin_modes_write_number(out, "loudest = ", loudest, "; ");
  rosin_modes_write_number(out, "light = ", lighter * r->force, "; ");
  rosin_modes_write_number(out, "strong = ", fmin(harder * r->force, 100), ";\n};\n");
}
