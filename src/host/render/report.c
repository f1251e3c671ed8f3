/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/render/report.h"
#include "error.h"
#include "format.h"
#include "host/common/warn.h"
#include "scene/text/json.h"
#include "sound/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double quiet = 1e-2;   /* -40 dBFS */
static const double ended = 0.05;   /* s: silent for so long, it is over */
static const double nothing = 1e-5; /* -100 dBFS: brought up it is the noise of 16 bits */

static void print(FILE *file, const char *scene, const rosin_left_out *left,
                  const rosin_result *r) {
  const rosin_statistics *s = &r->solver;
  const double audio = (double)r->samples / r->sample_rate;
  const double values = fmax((double)r->samples * r->channels, 1);
  const long long iterated = s->solves - s->elastic;
  fputs("{\n  \"scene\": ", file);
  rosin_json_text(file, scene);
  rosin_print(file,
              ",\n  \"version\": \"%s\",\n  \"samples\": %lld,\n  \"sample_rate\": %d,\n"
              "  \"channels\": %d,\n  \"engine_samples\": %lld,\n  \"seconds_audio\": %.9g,\n"
              "  \"seconds_wall\": %.6g,\n  \"realtime_factor\": %.6g,\n",
              rosin_version(), r->samples, r->sample_rate, r->channels, r->engine_samples, audio,
              r->seconds_wall, r->seconds_wall > 0 ? audio / r->seconds_wall : 0);
  rosin_print(file,
              "  \"peak\": %.9g,\n  \"rms\": %.9g,\n  \"mean\": %.9g,\n  \"gain\": %.9g,\n"
              "  \"limited\": %.6g,\n",
              r->peak, sqrt(r->squares / values), r->sum / values, r->gain, r->limited);
  rosin_print(
      file,
      "  \"solver\": {\n    \"solves\": %lld,\n    \"elastic\": %lld,\n"
      "    \"iterations_mean\": %.6g,\n    \"iterations_max\": %d,\n"
      "    \"unconverged\": %lld,\n    \"not_unique\": %lld,\n    \"not_passive\": %lld,\n    "
      "\"rescued\": %lld\n  },\n",
      s->solves, s->elastic, iterated ? (double)s->iterations / (double)iterated : 0.0,
      s->iterations_max, s->unconverged, s->not_unique, s->passivity, s->rescued);
  rosin_print(file,
              "  \"energy\": {\n    \"supplied\": %.9g,\n    \"dissipated_in_contacts\": %.9g,\n"
              "    \"given_by_friction\": %.9g,\n"
              "    \"stored_at_end\": %.9g,\n    \"handled\": %.9g,\n"
              "    \"worst_dissipation\": %.9g\n  }",
              s->supplied, s->dissipated, s->given, r->energy, s->handled, s->worst);
  if (left) {
    fputs(",\n  \"notes\": ", file);
    rosin_left_out_print(left, "  ", file);
  }
  fputs("\n}\n", file);
}

int rosin_report_write(const char *path, const char *scene, const rosin_left_out *left,
                       const rosin_result *result, rosin_error *error) {
  if (strcmp(path, "-") == 0) {
    print(stdout, scene, left, result);
    return 0;
  }
  char *temporary;
  FILE *file = rosin_temporary_stream(path, &temporary);
  if (file)
    print(file, scene, left, result);
  if (file && rosin_temporary_close(file, temporary, path) == 0)
    return 0;
  return rosin_fail(error, "%.400s: cannot be written: %s", path, strerror(errno));
}

/* The sound gave way to its ceiling. */
static void say_limited(const rosin_render_choices *c, const rosin_result *r) {
  const rosin_level_wish *w = &c->level;
  if (w->loudness < 0)
    rosin_tell("rosin: warning: %s is %.1f dB softer than %g LUFS: its true peak would pass %.1f "
               "dBTP; see --ceiling",
               c->name, r->limited, w->loudness, w->ceiling < 0 ? w->ceiling : ROSIN_LEVEL_PEAK);
  else
    rosin_tell("rosin: warning: %s is %.1f dB softer than it came: its true peak would pass %.1f "
               "dBTP; see --ceiling, or --format float",
               c->name, r->limited, w->ceiling);
}

/* What is hardly heard, or not at all; `meant`: it may be as it was asked for. */
static void say_softness(const rosin_render_choices *c, const rosin_result *r, int meant) {
  const int leveled = c->level.loudness < 0 || c->level.normalize;
  if (!(r->peak > 0)) {
    if (leveled)
      rosin_tell("rosin: warning: %s is silent: nothing can be brought to a level", c->name);
  } else if (!meant && r->peak < nothing)
    rosin_tell(
        "rosin: warning: %s is too soft to hear: nothing in it slides, strikes or is pushed enough",
        c->name);
  else if (!meant && r->peak < quiet)
    rosin_tell("rosin: warning: %s is quiet; --normalize or --loudness -23 bring it up", c->name);
}

static void say_level(const rosin_render_choices *c, const rosin_result *r) {
  const double audio = (double)r->samples / r->sample_rate;
  const int leveled = c->level.loudness < 0 || c->level.normalize;
  char peak[64] = "silent";
  if (r->peak > 0)
    rosin_format(peak, sizeof peak, "peak %.1f dBFS", 20 * log10(r->peak));
  if (r->peak > 0 && leveled)
    rosin_format(peak + strlen(peak), sizeof peak - strlen(peak), ", %.1f LUFS", r->loudness);
  rosin_tell("%s: %.2f s, %d Hz, %s, %.0f times real time", c->name, audio, r->sample_rate, peak,
             audio / (r->seconds_wall + 1e-9));
  if (r->limited > ROSIN_LEVEL_TOLD)
    say_limited(c, r);
  if (r->clips && r->peak > 1)
    rosin_tell("rosin: warning: %s was clipped; peak %.1f dBFS; %s, or --format float", c->name,
               20 * log10(r->peak),
               c->level.loudness < 0 ? "ask for less loudness" : "lower gain, --normalize");
  say_softness(c, r, leveled || (c->duration > 0 && audio < 1));
  rosin_warn_rescued(&r->solver);
}

/* What goes on after its last gesture, in silence. */
static void say_ended(const rosin_scene *scene, const rosin_render_choices *c,
                      const rosin_result *r) {
  const rosin_model *m = rosin_scene_model(scene);
  const double end = rosin_model_end(m), audio = (double)r->samples / r->sample_rate;
  if (c->duration > m->duration && end < audio && audio - r->silent_from > 1)
    rosin_tell("rosin: warning: from %.1f s on %s is silent: the scene's gestures end at %g s "
               "(`rosin show` them, and give them more points)",
               r->silent_from, c->name, end);
}

/* What -d ended while it went on: of notes, before their last; else while it is heard. */
static void say_cut(const rosin_render_choices *c, const rosin_result *r, int notes) {
  const double audio = (double)r->samples / r->sample_rate;
  const int sounds = r->silent_from > 0 && audio - r->silent_from < ended;
  if (c->part == ROSIN_PART_WHOLE && c->duration > 0 && (notes || sounds))
    rosin_warn_cut(c->name, audio, r->whole, notes);
}

void rosin_report_tell(rosin_scene *scene, const rosin_render_choices *c,
                       const rosin_left_out *left, const rosin_result *r) {
  const rosin_network *network = rosin_scene_network(scene);
  say_level(c, r);
  say_cut(c, r, left != NULL);
  if (!left && !c->replay && c->part == ROSIN_PART_WHOLE)
    say_ended(scene, c, r);
  rosin_warn_missed(network);
  rosin_warn_several(network, c->given);
  rosin_warn_driving(network);
  if (left)
    rosin_warn_left_out(&left, 1);
}
