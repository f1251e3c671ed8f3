/* SPDX-License-Identifier: BSD-3-Clause */
/* What was found, as a scene. */
#include "format.h"
#include "host/modes/modes.h"
#include "modal/modal.h"

#include <math.h>
#include <string.h>

double rosin_modes_at_knock(const rosin_modes_finding *f, const rosin_knock_mode *m) {
  return m->amplitude * fmin(pow(1000, f->late / m->t60), 10);
}

static double loudest(const rosin_modes_finding *f) {
  double most = 0;
  for (int i = 0; i < f->modes; i++)
    if (!f->mode[i].noise)
      most = fmax(most, rosin_modes_at_knock(f, &f->mode[i]));
  return most;
}

double rosin_modes_mass(const rosin_modes_finding *f, const rosin_modes_choices *c,
                        const rosin_knock_mode *m) {
  return fmin(c->mass * loudest(f) / rosin_modes_at_knock(f, m), 1e6);
}

double rosin_modes_rate(const rosin_modes_finding *f) {
  double rate = fmin(fmax(f->knock.rate, ROSIN_RATE_LOWEST), ROSIN_RATE_HIGHEST);
  for (int i = 0; i < f->modes; i++)
    if (f->mode[i].frequency > ROSIN_MODE_HIGHEST * rate)
      return fmin(2 * rate, ROSIN_RATE_HIGHEST);
  return rate;
}

static void write_modes(FILE *out, const rosin_modes_finding *f, const rosin_modes_choices *c) {
  const double most = loudest(f);
  for (int i = 0; i < f->modes; i++) {
    const rosin_knock_mode *m = &f->mode[i];
    rosin_print(
        out,
        "      { frequency = %.8g; t60 = %.6g; mass = %.6g; at = (1.0, %s1.0); }%s # %.1f dB%s\n",
        m->frequency, m->t60, rosin_modes_mass(f, c, m), cos(m->phase) < 0 ? "-" : "",
        i + 1 < f->modes ? "," : "", 20 * log10(rosin_modes_at_knock(f, m) / most),
        m->noise ? ", noise" : "");
  }
}

/* A whole number in a scene file must look like one with a fraction. */
void rosin_modes_write_number(FILE *out, const char *before, double value, const char *after) {
  char text[40];
  rosin_format(text, sizeof text, "%.9g", value);
  fprintf(out, "%s%s%s%s", before, text, strpbrk(text, ".en") ? "" : ".0", after);
}

void rosin_modes_write_head(FILE *out, const rosin_modes_finding *f, const rosin_modes_choices *c) {
  char from[200]; /* without what would end the comment */
  snprintf(from, sizeof from, "%s", c->recording);
  for (char *s = from; *s; s++)
    if ((unsigned char)*s < ' ')
      *s = '?';
  rosin_print(out,
              "# %d modes, estimated by `rosin modes` from %s (channel %d, knock at %.3f s).\n",
              f->modes - f->noises, from, f->knock.channel, f->knock.at);
  if (f->noises)
    fprintf(out,
            "# %d more, marked noise, stand for what falls with the knock and is no mode one\n"
            "# could tell: as loud and as long in each third octave.\n",
            f->noises);
  rosin_print(
      out,
      "# The fit leaves %.1f dB of the sound; third octaves differ by %.1f dB. Masses are those\n"
      "# of a body knocked and heard at one place, the loudest mode's set to %g kg; what the\n"
      "# hammer and the microphone add is in them too.\n",
      f->left, f->difference, c->mass);
}

/* A push of 0.01 N s in one sample makes each mode move as fast as it was heard, up to
 * one gain for all. */
static void write_hammer(FILE *out, const rosin_modes_finding *f, const rosin_modes_choices *c) {
  const double impulse = 0.01, rate = rosin_modes_rate(f);
  fprintf(out, "pushes = {\n  hammer = {\n    body = \"%s\"; position = \"knock\";\n", c->name);
  rosin_modes_write_number(out, "    force = { points = ( (0.0, ", impulse * rate, "), ");
  rosin_modes_write_number(out, "(", 1 / rate, ", 0.0) ); curve = \"step\"; };\n  };\n};\n\n");
  fprintf(out, "outputs = ( { signal = \"%s.velocity@mic\"; ", c->name);
  rosin_modes_write_number(out, "gain = ", f->headroom * loudest(f) * c->mass / impulse,
                           "; } );\n");
}

/* Rubbed for 4 s: begun, held, and let ring. What slides moves about as fast as it is rubbed. */
void rosin_modes_write_rub(FILE *out, const rosin_modes_choices *c, const rosin_modes_rubbed *r,
                           const char *place, double gain) {
  fprintf(out,
          "contacts = {\n  rub = {\n    a = \"-\"; b = \"%s\"; position = \"%s\"; law = \"%s\";\n",
          c->name, place, r->surface->name);
  rosin_modes_write_number(
      out, "    velocity = { points = ( (0.0, 0.0), (0.1, 1.0), (3.0, 1.0), (3.2, 0.0) ); scale = ",
      r->speed, "; };\n");
  rosin_modes_write_number(
      out, "    force = { points = ( (0.0, 1.0), (3.0, 1.0), (3.2, 0.0) ); scale = ", r->force,
      "; };\n  };\n};\n\n");
  fprintf(out, "outputs = ( { signal = \"%s.velocity@mic\"; highpass = 20.0; ", c->name);
  rosin_modes_write_number(out, "gain = ", gain, "; } );\n");
}

void rosin_modes_write(FILE *out, const rosin_modes_finding *f, const rosin_modes_choices *c,
                       const rosin_modes_rubbed *rubbed) {
  rosin_modes_write_head(out, f, c);
  fprintf(out, "title = \"%s, %s\";\n", c->name, rubbed ? "rubbed" : "from a knock");
  rosin_modes_write_number(
      out, "duration = ", rubbed ? 4 : fmax(0.1, (double)f->knock.n / f->knock.rate), ";\n");
  rosin_print(out, "rate = %.0f;\n\nmodals = {\n  %s = {\n", rosin_modes_rate(f), c->name);
  fputs("    points = { knock = 0.0; mic = 1.0; };\n    modes = (\n", out);
  write_modes(out, f, c);
  fputs("    );\n  };\n};\n\n", out);
  if (rubbed)
    rosin_modes_write_rub(out, c, rubbed, "knock", 0.2 / rubbed->speed);
  else
    write_hammer(out, f, c);
}
