/* SPDX-License-Identifier: BSD-3-Clause */
#include "pd/net/scene.h"
#include "pd/net/member.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rosin_pd_find(t_canvas *canvas, const char *name, char *path, size_t size) {
  char folder[MAXPDSTRING], *file;
  const int found = canvas_open(canvas, name, "", folder, &file, MAXPDSTRING, 0);
  if (found >= 0) {
    sys_close(found);
    snprintf(path, size, "%s/%s", folder, file);
  } else {
    snprintf(path, size, "%s", name);
  }
}

static void say_rescued(rosin_pd_player *p) {
  pd_error(p->owner, "%s: " ROSIN_PD_RESCUED, p->class_name);
}

void rosin_pd_player_begin(rosin_pd_player *p, t_object *owner, const char *class_name,
                           t_symbol *name) {
  *p = (rosin_pd_player){.owner = owner,
                         .class_name = class_name,
                         .canvas = canvas_getcurrent(),
                         .name = name,
                         .left = -1,
                         .clock = clock_new(p, (t_method)(void (*)(void))say_rescued)};
}

int rosin_pd_player_load(rosin_pd_player *p, int settings, const char *const *setting,
                         int gestures) {
  char path[2 * MAXPDSTRING], *errors, *save = NULL;
  rosin_pd_find(p->canvas, p->name->s_name, path, sizeof path);
  p->core = rosin_core_open(&(rosin_core_source){.scene = path,
                                                 .overrides = settings,
                                                 .override = setting,
                                                 .gestures = gestures,
                                                 .untried = 1},
                            &errors);
  if (!p->core && !errors)
    pd_error(p->owner, "%s: out of memory", p->class_name);
  for (char *line = errors ? strtok_r(errors, "\n", &save) : NULL; line;
       line = strtok_r(NULL, "\n", &save))
    pd_error(p->owner, "%s: %s", p->class_name, line);
  free(errors);
  if (p->core)
    rosin_pd_engine_build(p, (int)sys_getsr());
  return p->core ? 0 : -1;
}

void rosin_pd_player_outlets(rosin_pd_player *p, int otherwise) {
  p->channels = p->core ? rosin_core_channels(p->core) : otherwise;
  for (int c = 0; c < p->channels; c++)
    outlet_new(p->owner, &s_signal);
}

void rosin_pd_player_end(rosin_pd_player *p) {
  clock_free(p->clock);
  rosin_pd_engine_drop(p);
  free(p->frames);
}

/* ---- sound ---------------------------------------------------------------------------- */

static void make(rosin_pd_player *p, int frames) {
  float *out[ROSIN_PD_CHANNELS];
  for (int c = 0; c < p->channels; c++)
    out[c] = p->frames + (size_t)c * (size_t)p->block;
  rosin_core_process(p->core, out, frames);
  if (!p->said && rosin_core_rescued(p->core)) {
    p->said = 1;
    clock_delay(p->clock, 0);
  }
}

void rosin_pd_player_skip(rosin_pd_player *p, int frames) {
  for (int now; p->rate && frames > 0; frames -= now)
    make(p, now = frames < p->block ? frames : p->block);
}

static t_int *perform(t_int *w) {
  rosin_pd_player *p = (rosin_pd_player *)w[1];
  const int n = p->block, plays = p->frames && p->rate && p->left;
  p->since = clock_getlogicaltime();
  if (plays)
    make(p, n);
  if (plays && p->left > 0)
    p->left = p->left > n ? p->left - n : 0;
  for (int c = 0; c < p->channels; c++)
    for (int i = 0; i < n; i++)
      p->signal[c][i] = plays ? p->frames[c * n + i] : 0;
  return w + 2;
}

/* For a rate; outside perform. 1 if what sounded has ended. */
static int make_ready(rosin_pd_player *p, int rate) {
  const int was = p->rate;
  if (rate == was || !p->core)
    return 0;
  p->rate = 0;
  rosin_pd_engine_want(p, rate);
  return was > 0;
}

int rosin_pd_player_dsp(rosin_pd_player *p, t_signal **signals) {
  p->block = signals[0]->s_n;
  p->since = clock_getlogicaltime();
  free(p->frames);
  p->frames = calloc((size_t)p->block * (size_t)p->channels, sizeof *p->frames);
  for (int c = 0; c < p->channels; c++)
    p->signal[c] = signals[c]->s_vec;
  dsp_add(perform, 1, (t_int)p);
  return make_ready(p, (int)signals[0]->s_sr);
}

int rosin_pd_player_frame(const rosin_pd_player *p) {
  /* the next frame, but numbers of messages are rounded */
  const double since = ceil(clock_gettimesince(p->since) * p->rate / 1000 - 0.02);
  const double tick = sys_getblksize() * p->rate / (double)sys_getsr();
  return since > 0 && since < p->block + tick ? (int)since : 0; /* later: the DSP was off */
}
