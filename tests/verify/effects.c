/* SPDX-License-Identifier: BSD-3-Clause */
/* Scenes with macros under random gestures; effects.py calls it, once a scene.
 *
 *   effects sweep SCENE COUNT SECONDS SEED
 *     COUNT gestures. In each, every macro that moves while the scene sounds goes from one
 *     end of its range to the other, one to three times, each on a way of its own; every
 *     macro that builds the scene stands at one of COUNT places from end to end. One line:
 *       PEAK NOT-FINITE SETTINGS GOOD SILENT SMOOTH SAMPLES
 *     A setting is a third of a gesture, after a quarter to start: SILENT counts those under
 *     -40 dBFS RMS, SMOOTH those whose contacts do not stick and slip, GOOD the others.
 *   effects one SCENE SECONDS [KEY=VALUE]...
 *     PEAK-dBFS RMS-dBFS STICKING-SHARE RELEASES-PER-SECOND PEAK-SPEED, all of the sound. */
#include "random.h"
#include "scene/scene.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512, CONTACTS = 8, OVERRIDES = 32 };

typedef struct {
  const rosin_scene *scene;
  int contacts;
  float *v[CONTACTS]; /* relative velocity; NAN where nothing presses */
  long long room, count;
} listener;

typedef struct {
  double peak, squares;
  long long bad, samples;
} loudness;

typedef struct {
  double share, releases, top;
} grip;

static int rising(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static void listen(void *context, const rosin_network *n, long long first, int frames) {
  listener *l = context;
  for (int i = 0; i < frames && first + i < l->room; i++) {
    for (int c = 0; c < l->contacts; c++) {
      const int signal = rosin_scene_probe_signal(l->scene, 2 * c);
      const int normal = rosin_scene_probe_signal(l->scene, 2 * c + 1);
      l->v[c][first + i] =
          rosin_network_read(n, normal)[i] > 0 ? (float)rosin_network_read(n, signal)[i] : NAN;
    }
    l->count = first + i + 1;
  }
}

/* Rest is below a twentieth of the speed that 1 sample in 100 exceeds; a release, a rise
 * from there to more than 0.15 of it. */
static grip grip_of(const float *v, long long count, double rate) {
  grip g = {0};
  float *sorted = malloc((size_t)count * sizeof *sorted);
  long long used = 0, rest = 0, releases = 0;
  if (!sorted)
    exit(1);
  for (long long i = 0; i < count; i++)
    if (!isnan(v[i]))
      sorted[used++] = fabsf(v[i]);
  if (used > 100) {
    qsort(sorted, (size_t)used, sizeof *sorted, rising);
    g.top = sorted[used - used / 100 - 1];
    int stuck = 1;
    for (long long i = 0; i < count; i++) {
      if (isnan(v[i]))
        continue;
      const double x = fabsf(v[i]);
      rest += x < 0.05 * g.top;
      releases += stuck && x > 0.15 * g.top;
      stuck = stuck ? x <= 0.15 * g.top : x < 0.05 * g.top;
    }
    g.share = (double)rest / (double)used;
    g.releases = (double)releases / ((double)used / rate);
  }
  free(sorted);
  return g;
}

/* Of the contact that lets go most often. */
static grip best_grip(const listener *l, double from, double to, double rate) {
  grip best = {0};
  const long long first = (long long)(from * rate);
  const long long last = fmin(to * rate, (double)l->count);
  for (int c = 0; c < l->contacts && last > first; c++) {
    const grip g = grip_of(l->v[c] + first, last - first, rate);
    if (c == 0 || g.releases > best.releases)
      best = g;
  }
  return best;
}

static rosin_scene *load(const char *name, int count, const char *const *set, listener *l,
                         double seconds) {
  char *errors = NULL;
  rosin_error error;
  rosin_scene *s = rosin_scene_load(name, count, set, &errors);
  if (!s) {
    fprintf(stderr, "%s", errors ? errors : "out of memory\n");
    exit(1);
  }
  const rosin_model *m = rosin_scene_model(s);
  char text[2 * CONTACTS][80];
  const char *probe[2 * CONTACTS];
  *l = (listener){.scene = s, .contacts = m->contacts < CONTACTS ? m->contacts : CONTACTS};
  for (int c = 0; c < l->contacts; c++) {
    snprintf(text[2 * c], sizeof text[0], "%s.velocity", m->contact[c].name);
    snprintf(text[2 * c + 1], sizeof text[0], "%s.normal", m->contact[c].name);
    probe[2 * c] = text[2 * c];
    probe[2 * c + 1] = text[2 * c + 1];
  }
  if (rosin_scene_probe(s, 2 * l->contacts, probe) || rosin_scene_prepare(s, 0, BLOCK, &error)) {
    fprintf(stderr, "%s: %s\n", name, error.text);
    exit(1);
  }
  l->room = (long long)(seconds * rosin_scene_engine_rate(s)) + 1;
  for (int c = 0; c < l->contacts; c++)
    if (!(l->v[c] = calloc((size_t)l->room, sizeof *l->v[c])))
      exit(1);
  rosin_scene_set_tap(s, listen, l);
  return s;
}

static void unload(rosin_scene *s, listener *l) {
  for (int c = 0; c < l->contacts; c++)
    free(l->v[c]);
  rosin_scene_free(s);
}

static void hear(loudness *h, const float *x, int values) {
  for (int i = 0; i < values; i++) {
    h->bad += !isfinite(x[i]);
    h->peak = fmax(h->peak, fabs(x[i]));
    h->squares += (double)x[i] * x[i];
  }
  h->samples += values;
}

static double rms_db(const loudness *h) {
  return 10 * log10(h->squares / (double)(h->samples + !h->samples) + 1e-20);
}

typedef struct {
  double peak;
  long long bad, settings, good, silent, smooth, samples;
} verdict;

/* Judge one setting: what was heard of it, between two times. */
static void judge(verdict *v, const loudness *h, const listener *l, double from, double to) {
  const grip g = best_grip(l, from, to, rosin_scene_engine_rate(l->scene));
  v->settings++;
  const int heard = rms_db(h) > -40;
  const int slips = g.share > 0.02 && g.share < 0.98 && g.releases >= 2 / (to - from);
  v->silent += !heard;
  v->smooth += !slips;
  v->good += heard && slips;
  if (getenv("EFFECTS_VERBOSE"))
    fprintf(stderr, "   %.1f..%.1f s: peak %.1f rms %.1f dB, rests %.2f, %.0f releases/s\n", from,
            to, 20 * log10(h->peak + 1e-9), rms_db(h), g.share, g.releases);
}

/* A macro's way through a gesture: from end to end and back, up or down first, bent. */
typedef struct {
  const rosin_parameter *row;
  int live, down, turns;
  double bend;
} path;

static double path_at(const path *p, double u) {
  double x = fmod(u * p->turns, 2);
  x = pow(x > 1 ? 2 - x : x, p->bend);
  return p->row->low + (p->down ? 1 - x : x) * (p->row->high - p->row->low);
}

static void play(rosin_scene *s, const listener *l, const path *way, int macros, int parts,
                 double seconds, verdict *v) {
  const int channels = rosin_scene_channels(s), rate = rosin_scene_rate(s);
  float *out = calloc((size_t)(BLOCK * channels), sizeof *out);
  const long long total = (long long)(seconds * rate);
  const double start = 0.25 * seconds;
  loudness part = {0};
  double from = start;
  for (long long at = 0; out && at < total; at += BLOCK) {
    for (int i = 0; i < macros; i++)
      if (way[i].live)
        rosin_scene_control(s, way[i].row->name, path_at(&way[i], (double)at / (double)total),
                            NULL);
    rosin_scene_process(s, BLOCK, out);
    const double now = (double)(at + BLOCK) / rate;
    if ((double)at / rate < start)
      from = now;
    hear(&part, out, BLOCK * channels);
    v->peak = fmax(v->peak, part.peak);
    if (now <= start)
      part.squares = 0, part.samples = 0;
    if (now >= from + (seconds - start) / parts || at + BLOCK >= total) {
      judge(v, &part, l, from, now);
      v->bad += part.bad;
      from = now;
      part = (loudness){0};
    }
  }
  v->samples += total;
  free(out);
}

/* Places of a macro that builds the scene: 0 ... count-1, each once, in disorder. */
static void shuffle(int *place, int count, uint64_t *seed) {
  for (int k = 0; k < count; k++) {
    const int other = (int)uniform(seed, 0, k + 1);
    place[k] = place[other];
    place[other] = k;
  }
}

static void sweep(const char *name, int count, double seconds, uint64_t seed) {
  verdict v = {0};
  rosin_scene *bare = rosin_scene_load(name, 0, NULL, NULL);
  const int macros = bare ? rosin_scene_macros(bare) : 0;
  path way[OVERRIDES];
  int *place = calloc((size_t)(count * OVERRIDES), sizeof *place);
  if (!bare || !place || macros > OVERRIDES - 1)
    exit(1);
  for (int i = 0; i < macros; i++) {
    way[i] = (path){.row = rosin_scene_macro(bare, i), .live = rosin_scene_macro_live(bare, i)};
    shuffle(place + (ptrdiff_t)i * count, count, &seed);
  }
  for (int k = 0; k < count; k++) {
    char text[OVERRIDES][128];
    const char *set[OVERRIDES];
    listener l;
    for (int i = 0; i < macros; i++) {
      path *p = &way[i];
      p->down = uniform(&seed, 0, 1) < 0.5;
      p->turns = 1 + (int)uniform(&seed, 0, 3);
      p->bend = log_uniform(&seed, 0.5, 2);
      const double u = place[i * count + k] / (count > 1 ? count - 1.0 : 1);
      snprintf(text[i], sizeof text[i], "%s=%.9g", p->row->name,
               p->live ? path_at(p, 0) : p->row->low + u * (p->row->high - p->row->low));
      set[i] = text[i];
    }
    snprintf(text[macros], sizeof text[0], "seed=%d", k + 1);
    set[macros] = text[macros];
    if (getenv("EFFECTS_VERBOSE")) {
      fprintf(stderr, "%s:", name);
      for (int i = 0; i < macros; i++)
        fprintf(stderr, " %s", set[i]);
      fputc('\n', stderr);
    }
    rosin_scene *s = load(name, macros + 1, set, &l, seconds + 0.1);
    play(s, &l, way, macros, 3, seconds, &v);
    unload(s, &l);
  }
  printf("%.4g %lld %lld %lld %lld %lld %lld\n", v.peak, v.bad, v.settings, v.good, v.silent,
         v.smooth, v.samples);
  rosin_scene_free(bare);
  free(place);
}

static void one(const char *name, double seconds, int count, const char *const *set) {
  listener l;
  rosin_scene *s = load(name, count, set, &l, seconds > 0 ? seconds : 600);
  if (seconds <= 0)
    seconds = rosin_scene_duration(s);
  const int channels = rosin_scene_channels(s), rate = rosin_scene_rate(s);
  float *out = calloc((size_t)(BLOCK * channels), sizeof *out);
  loudness h = {0};
  for (long long at = 0; out && at < (long long)(seconds * rate); at += BLOCK) {
    rosin_scene_process(s, BLOCK, out);
    hear(&h, out, BLOCK * channels);
  }
  const grip g = best_grip(&l, 0, seconds, rosin_scene_engine_rate(s));
  printf("%.2f %.2f %.4f %.1f %.4g\n", 20 * log10(h.peak + 1e-12), rms_db(&h), g.share, g.releases,
         g.top);
  free(out);
  unload(s, &l);
}

int main(int argc, char **argv) {
  if (argc >= 6 && strcmp(argv[1], "sweep") == 0) {
    sweep(argv[2], atoi(argv[3]), atof(argv[4]), strtoull(argv[5], NULL, 10));
    return 0;
  }
  if (argc >= 4 && strcmp(argv[1], "one") == 0) {
    one(argv[2], atof(argv[3]), argc - 4, (const char *const *)argv + 4);
    return 0;
  }
  fprintf(stderr,
          "usage: effects sweep SCENE COUNT SECONDS SEED | one SCENE SECONDS [KEY=VALUE]\n");
  return 2;
}
