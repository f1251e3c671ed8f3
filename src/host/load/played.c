/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines are read as they come to be due: a take has as many events as a hand makes moves. */
#include "host/load/played.h"
#include "error.h"
#include "number.h"
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 1024 }; /* frames at once, at most */

struct rosin_played {
  const rosin_recipe *recipe;
  rosin_core *core;
  double rate;
  const char *line; /* the next, of `left` */
  int left;
  long long frame, due; /* that comes next; of the next line */
  long long skip;
};

static int damaged(const rosin_played *p, rosin_error *error) {
  return rosin_fail(error, "%.300s: what was played is damaged: '%.80s'", p->recipe->from, p->line);
}

static void pass_line(rosin_played *p) {
  p->line += strlen(p->line) + 1;
  p->left--;
}

/* What stands behind a word of the next line, or NULL: it is another. */
static const char *behind(const rosin_played *p, const char *word) {
  const size_t length = strlen(word);
  return p->left && strncmp(p->line, word, length) == 0 ? p->line + length : NULL;
}

/* A number of frames at `text`, and where it ends; below 0: it is none. */
static long long read_frames(const char *text, const char **end) {
  char *stop;
  const double x = rosin_number_read(text, &stop);
  *end = stop;
  return stop > text && x >= 0 && x < 1e12 && x == floor(x) ? (long long)x : -1;
}

/* ---- as it was ---------------------------------------------------------------------- */

/* A page opens scenes of rosin's own, and sets but these two of them. */
static int check(const rosin_recipe *r, rosin_error *error) {
  if (!rosin_scene_embedded(r->scene))
    return rosin_fail(error, "%.300s: '%.60s' is none of rosin's own scenes, which the page plays",
                      r->from, r->scene);
  for (int i = 0; i < r->set.count; i++)
    if (strncmp(r->set.text[i], "rate=", 5) != 0 && strncmp(r->set.text[i], "oversample=", 11) != 0)
      return rosin_fail(error, "%.300s: what was played is damaged: 'set %.60s'", r->from,
                        r->set.text[i]);
  return 0;
}

/* The lines of its state, one text. 0, or -1 and an error. */
static int take_state(rosin_played *p, rosin_error *error) {
  const char *text;
  char *state = NULL, *to;
  size_t size = 1;
  for (rosin_played at = *p; (text = behind(&at, "state ")); pass_line(&at))
    size += strlen(text) + 1;
  if (!(to = state = malloc(size)))
    return rosin_fail(error, "out of memory");
  for (*to = 0; (text = behind(p, "state ")); pass_line(p)) {
    const size_t length = strlen(text);
    memcpy(to, text, length);
    memcpy(to += length, "\n", 2);
    to++;
  }
  const int status = rosin_core_load(p->core, state, error);
  free(state);
  return status;
}

/* When the next line is due. 0, or -1 and an error. */
static int look_ahead(rosin_played *p, rosin_error *error) {
  const char *end = "", *text = behind(p, "at ");
  if (!p->left)
    return 0;
  p->due = text ? read_frames(text, &end) : -1;
  return p->due >= p->frame && *end == ' ' ? 0 : damaged(p, error);
}

static int open(rosin_played *p, rosin_error *error) {
  const rosin_recipe *r = p->recipe;
  const char *end, *skip;
  if (check(r, error) ||
      !(p->core = rosin_core_open_said(r->scene, r->played, 0, r->set.count, r->set.text, error)))
    return -1;
  p->line = r->played;
  p->left = r->acts + 1;
  pass_line(p);
  if ((skip = behind(p, "skip "))) {
    p->skip = read_frames(skip, &end);
    if (p->skip < 0 || *end)
      return damaged(p, error);
    pass_line(p);
  }
  p->rate = rosin_core_rate(p->core);
  if (take_state(p, error) || rosin_core_prepare(p->core, p->rate, error))
    return -1;
  rosin_core_set_offline(p->core,
                         1); /* bodies are built at their frames, as the page builds them */
  return look_ahead(p, error);
}

rosin_played *rosin_played_new(const rosin_recipe *recipe, rosin_error *error) {
  rosin_played *p = calloc(1, sizeof *p);
  if (!p) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  p->recipe = recipe;
  if (open(p, error) == 0)
    return p;
  rosin_played_free(p);
  return NULL;
}

void rosin_played_free(rosin_played *p) {
  if (!p)
    return;
  rosin_core_free(p->core);
  free(p);
}

rosin_core *rosin_played_core(const rosin_played *p) {
  return p->core;
}

double rosin_played_rate(const rosin_played *p) {
  return p->rate;
}

/* ---- again -------------------------------------------------------------------------- */

/* What is due happens. 0, or -1 and an error. */
static int act(rosin_played *p, rosin_error *error) {
  while (p->left && p->due <= p->frame) {
    const char *event;
    rosin_error why;
    (void)read_frames(p->line + strlen("at "), &event);
    if (rosin_core_happen(p->core, 0, event + 1, &why))
      return rosin_fail(error, "%.200s: '%.80s': %.200s", p->recipe->from, p->line, why.text);
    pass_line(p);
    if (look_ahead(p, error))
      return -1;
  }
  return 0;
}

int rosin_played_run(rosin_played *p, int frames, float *out, rosin_error *error) {
  const int channels = rosin_core_channels(p->core);
  for (int at = 0; at < frames;) {
    if (act(p, error))
      return -1;
    const long long until =
        p->left && p->due - p->frame < frames - at ? p->due - p->frame : frames - at;
    rosin_core_process_frames(p->core, out + (size_t)at * (size_t)channels, (int)until);
    at += (int)until;
    p->frame += until;
    if (rosin_core_failed(p->core, error))
      return -1;
  }
  return 0;
}

int rosin_played_begin(rosin_played *p, rosin_error *error) {
  float *nowhere = malloc(AHEAD * sizeof *nowhere * (size_t)rosin_core_channels(p->core));
  int status = nowhere ? 0 : rosin_fail(error, "out of memory");
  for (long long left = p->skip + rosin_core_latency(p->core); status == 0 && left > 0;) {
    const int now = left < AHEAD ? (int)left : AHEAD;
    status = rosin_played_run(p, now, nowhere, error);
    left -= now;
  }
  free(nowhere);
  return status;
}
