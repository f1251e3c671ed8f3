/* SPDX-License-Identifier: BSD-3-Clause */
/* What was found, in words and in JSON. */
#include "format.h"
#include "host/match/match.h"
#include "scene/text/json.h"

#include <math.h>
#include <string.h>

static const double far = 2;        /* steps from which on a feature is said to be off */
static const double far_octave = 6; /* dB */

/* ---- words ------------------------------------------------------------------------------ */

static void put_bands(FILE *out, const rosin_match_target *t, const rosin_match_found *f, int sign,
                      const char *words) {
  int said = 0;
  for (int b = 0; b < t->profile.bands; b++) {
    const double off = rosin_profile_band_off(&f->after.profile, &t->profile, b);
    if (sign * off > far_octave) {
      rosin_print(out, "%s %.0f Hz (%.0f dB)", said ? "," : words, rosin_profile_band(b), off);
      said = 1;
    }
  }
  if (said)
    fputs("\n", out);
}

static void put_not_reached(FILE *out, const rosin_match_target *t, const rosin_match_found *f) {
  int said = 0;
  for (int i = 0; i < ROSIN_PROFILE_FEATURES; i++) {
    const rosin_profile_row *row = &rosin_profile_rows()[i];
    const int has = isfinite(f->after.profile.feature[i]), had = isfinite(t->profile.feature[i]);
    const double steps = rosin_profile_steps(&f->after.profile, &t->profile, i);
    if (has && had && fabs(steps) > far) {
      rosin_print(out, "%s %s (%s, %.1f steps)", said ? "," : "not reached: the match is",
                  steps > 0 ? row->more : row->less, row->name, fabs(steps));
      said = 1;
    } else if (has != had && i == ROSIN_PROFILE_PITCH) {
      fprintf(out, "%s %s", said ? "," : "not reached: the match is",
              has ? "pitched, which the recording is not" : "not pitched, as the recording is");
      said = 1;
    }
  }
  if (said)
    fputs("\n", out);
  put_bands(out, t, f, 1, "not reached: too much at");
  put_bands(out, t, f, -1, "not reached: too little at");
  if (!f->body.resonances && !f->body.modes && f->after.octaves > 5)
    fputs("not reached: no body of listed modes is rubbed in this scene that could take the "
          "recording's\n",
          out);
}

void rosin_match_tell(FILE *out, const rosin_match_target *t, const rosin_match_found *f) {
  rosin_print(out, "scene: %s, the nearest of %d%s\n", f->scene.name, f->scenes,
              f->stopped == 1 ? " (interrupted: the best so far)" : "");
  rosin_print(out, "distance: %.2f, as shipped %.2f; third octaves: %.1f dB, as shipped %.1f dB\n",
              f->after.distance, f->before.distance, f->after.octaves, f->before.octaves);
  if (isfinite(f->floor_distance))
    rosin_print(out, "floor: %.2f and %.1f dB, between seeds of the match itself\n",
                f->floor_distance, f->floor_octaves);
  if (*f->other)
    rosin_print(out, "nearest other scene: %s, %.2f and %.1f dB by its macros\n", f->other,
                f->other_distance, f->other_octaves);
  if (f->body.resonances || f->body.modes)
    fprintf(out, "body: %d modes of the recording, %d light resonances, heard as corrected\n",
            f->body.modes, f->body.resonances);
  put_not_reached(out, t, f);
  rosin_print(out, "tries: %d, %.0f s, %.0f s of the processor\n", f->evaluations, f->seconds,
              f->processor);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void put_value(FILE *out, const char *name, double value, const char *after) {
  fprintf(out, "\"%s\": ", name);
  if (isfinite(value))
    rosin_print(out, "%.6g%s", value, after);
  else
    fprintf(out, "null%s", after);
}

static void put_try(FILE *out, const char *name, const rosin_match_try *made, const char *after) {
  fprintf(out, "  \"%s\": {", name);
  put_value(out, "distance", made->distance, ", ");
  put_value(out, "third_octaves_db", made->octaves, "}");
  fputs(after, out);
}

static void put_features(FILE *out, const rosin_match_target *t, const rosin_match_found *f) {
  fputs("  \"features\": [\n", out);
  for (int i = 0; i < ROSIN_PROFILE_FEATURES; i++) {
    const rosin_profile_row *row = &rosin_profile_rows()[i];
    fprintf(out, "    {\"name\": \"%s\", \"unit\": \"%s\", ", row->name, row->unit);
    put_value(out, "recording", t->profile.feature[i], ", ");
    put_value(out, "match", f->after.profile.feature[i], ", ");
    put_value(out, "steps", rosin_profile_steps(&f->after.profile, &t->profile, i), "}");
    fputs(i + 1 < ROSIN_PROFILE_FEATURES ? ",\n" : "\n  ],\n", out);
  }
  fputs("  \"third_octaves\": [\n", out);
  for (int b = 0; b < t->profile.bands; b++) {
    fputs("    {", out);
    put_value(out, "hz", round(rosin_profile_band(b)), ", ");
    put_value(out, "recording_db", t->profile.band[b], ", ");
    put_value(out, "off_db", rosin_profile_band_off(&f->after.profile, &t->profile, b), "}");
    fputs(b + 1 < t->profile.bands ? ",\n" : "\n  ],\n", out);
  }
}

void rosin_match_json(FILE *out, const rosin_match_wish *w, const rosin_match_target *t,
                      const rosin_match_found *f) {
  const rosin_excerpt *e = &t->excerpt;
  fputs("{\n  \"recording\": ", out);
  rosin_json_text(out, w->recording);
  fputs(",\n  ", out);
  put_value(out, "at", e->at, ", ");
  put_value(out, "seconds", (double)e->n / e->rate, ", ");
  fprintf(out, "\"rate\": %d, \"channels\": %d, \"sounds\": %d, \"clipped\": %d,\n", e->rate,
          e->channels, e->sounds, e->clipped);
  fputs("  \"scene\": ", out);
  rosin_json_text(out, f->scene.name);
  fprintf(out, ", \"scenes\": %d, \"evaluations\": %d, \"stopped\": \"%s\",\n", f->scenes,
          f->evaluations,
          f->stopped == 1 ? "signal"
          : f->stopped    ? "budget"
                          : "");
  fputs("  ", out);
  put_value(out, "seconds_wall", f->seconds, ", ");
  put_value(out, "seconds_processor", f->processor, ",\n");
  put_try(out, "before", &f->before, ",\n");
  put_try(out, "after", &f->after, ",\n");
  fputs("  \"floor\": {", out);
  put_value(out, "distance", f->floor_distance, ", ");
  put_value(out, "third_octaves_db", f->floor_octaves, "},\n");
  if (*f->other) {
    fputs("  \"other\": {\"scene\": ", out);
    rosin_json_text(out, f->other);
    fputs(", ", out);
    put_value(out, "distance", f->other_distance, ", ");
    put_value(out, "third_octaves_db", f->other_octaves, "},\n");
  }
  fprintf(out, "  \"body\": {\"modes\": %d, \"resonances\": %d, \"corrections\": %d},\n",
          f->body.modes, f->body.resonances, f->body.steps);
  put_features(out, t, f);
  fputs("  \"set\": [", out);
  for (int i = 0; i < f->set.count; i++) {
    fputs(i ? ",\n    " : "\n    ", out);
    rosin_json_text(out, f->set.text[i]);
  }
  fputs("\n  ]\n}\n", out);
}
