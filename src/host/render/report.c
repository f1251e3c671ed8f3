/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/render/report.h"
#include "error.h"
#include "format.h"
#include "scene/sound/temporary.h"
#include "scene/text/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
