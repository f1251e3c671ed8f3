/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/ensemble/told.h"
#include "format.h"
#include "host/common/outputs.h"
#include "host/common/warn.h"
#include "scene/text/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void say_left_out(const rosin_ensemble *e) {
  const rosin_left_out *left[ROSIN_ENSEMBLE_PARTS + 1] = {&e->left};
  for (int i = 0; i < e->parts; i++)
    left[i + 1] = &e->part[i].left;
  rosin_warn_left_out(left, e->parts + 1);
}

void rosin_ensemble_tell(const rosin_ensemble *e, const rosin_render_choices *c, int rate,
                         const rosin_ensemble_told *t) {
  char who[1024] = "", peak[64] = "silent";
  for (int i = 0; i < e->parts; i++) {
    const rosin_ensemble_part *p = &e->part[i];
    const size_t used = strlen(who);
    snprintf(who + used, sizeof who - used, "%s%.60s", i ? ", " : "", rosin_core_scene(p->core));
    if (p->players > 1)
      snprintf(who + strlen(who), sizeof who - strlen(who), " (%d)", p->players);
  }
  if (t->peak > 0)
    rosin_format(peak, sizeof peak, "peak %.1f dBFS", 20 * log10(t->peak));
  if (t->peak > 0 && (c->level.loudness < 0 || c->level.normalize))
    rosin_format(peak + strlen(peak), sizeof peak - strlen(peak), ", %.1f LUFS", t->loudness);
  rosin_tell("%s: %s", c->name, who);
  rosin_tell("%s: %.2f s, %d Hz, %s, %.1f times real time", c->name, t->seconds, rate, peak,
             t->seconds / (t->wall + 1e-9));
  if (c->duration > 0)
    rosin_warn_cut(c->name, t->seconds, e->end, 1);
  if (t->limited > ROSIN_LEVEL_TOLD)
    rosin_tell("rosin: warning: %s is %.1f dB softer than it came: its true peak would pass its "
               "ceiling; see --ceiling, or --format float",
               c->name, t->limited);
  if (t->clips && t->peak > 1)
    rosin_tell("rosin: warning: %s was clipped; peak %.1f dBFS; --normalize, or --format float",
               c->name, 20 * log10(t->peak));
  say_left_out(e);
}

typedef struct {
  const rosin_ensemble *ensemble;
  const rosin_ensemble_told *told;
  int rate;
} report;

static void put(FILE *file, const void *what) {
  const report *r = what;
  const rosin_ensemble *e = r->ensemble;
  rosin_print(file,
              "{\n  \"version\": \"%s\",\n  \"sample_rate\": %d,\n  \"channels\": 2,\n"
              "  \"seconds_audio\": %.9g,\n  \"seconds_wall\": %.6g,\n  \"peak\": %.9g,\n"
              "  \"limited\": %.6g,\n  \"others\": %d,\n  \"parts\": [",
              rosin_version(), r->rate, r->told->seconds, r->told->wall, r->told->peak,
              r->told->limited, e->others);
  for (int i = 0; i < e->parts; i++) {
    const rosin_ensemble_part *p = &e->part[i];
    fprintf(file, "%s\n    {\n      \"scene\": ", i ? "," : "");
    rosin_json_text(file, rosin_core_scene(p->core));
    fprintf(file, ",\n      \"players\": %d,\n      \"notes\": ", p->players);
    rosin_left_out_print(&p->left, "      ", file);
    fputs("\n    }", file);
  }
  fputs("\n  ],\n  \"notes\": ", file);
  rosin_left_out_print(&e->left, "  ", file);
  fputs("\n}\n", file);
}

int rosin_ensemble_report(const char *path, const rosin_ensemble *ensemble, int rate,
                          const rosin_ensemble_told *told) {
  const report r = {ensemble, told, rate};
  return rosin_outputs_write(path, put, &r);
}
