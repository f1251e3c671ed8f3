/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/record/gesture_file.h"
#include "error.h"
#include "format.h"
#include "number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, MOST_EVENTS = 20000000 };

/* in the order of rosin_player_kind */
static const char *const kinds[] = {"note-on", "note-off", "bend",    "pressure",
                                    "control", "quiet",    "program", "tune"};
enum { KINDS = sizeof kinds / sizeof *kinds };

void rosin_gesture_file_begin(FILE *out, int rate, int rest, int sets, const char *const *set) {
  fprintf(out, "rosin-gesture 1\nrate %d\nrest %d\n", rate, rest);
  for (int i = 0; i < sets; i++)
    fprintf(out, "set %s\n", set[i]);
}

void rosin_gesture_file_event(FILE *out, const rosin_targets *targets, long long frame,
                              const rosin_event *e) {
  const rosin_player_event_t *p = &e->player;
  if (e->target >= 0)
    rosin_print(out, "%lld move %s %.17g\n", frame, targets->target[e->target].name, e->value);
  else
    rosin_print(out, "%lld %s %d %d %.17g %.17g\n", frame, kinds[p->kind], p->channel,
                p->controller, p->key, p->value);
}

void rosin_gesture_file_move(FILE *out, const rosin_gesture_file *f, int index) {
  const rosin_event *e = &f->event[index];
  if (e->target >= 0)
    rosin_print(out, "%lld move %s %.17g\n", f->frame[index], f->name[e->target], e->value);
  else
    rosin_gesture_file_event(out, NULL, f->frame[index], e);
}

void rosin_gesture_file_end(FILE *out, long long frame) {
  fprintf(out, "%lld end\n", frame);
}

/* ---- reading ---------------------------------------------------------------- */

static void *grow(void *array, int count, size_t size) {
  if (count & (count - 1)) /* grows at powers of two, and from nothing */
    return array;
  return realloc(array, (size_t)(count ? 2 * count : 1) * size);
}

static int add_text(char ***list, int *count, const char *text) {
  char **grown = grow(*list, *count, sizeof *grown);
  if (!grown)
    return -1;
  *list = grown;
  if (!(grown[*count] = strdup(text)))
    return -1;
  return (*count)++;
}

static int name_index(rosin_gesture_file *f, const char *name) {
  for (int i = 0; i < f->names; i++)
    if (strcmp(f->name[i], name) == 0)
      return i;
  return add_text(&f->name, &f->names, name);
}

static int kind_named(const char *word) {
  for (int i = 0; i < KINDS; i++)
    if (strcmp(kinds[i], word) == 0)
      return i;
  return -1;
}

/* What stands after the frame. NULL, or what is wrong. */
static const char *read_event(rosin_gesture_file *f, const char *word, const char *rest,
                              rosin_event *e) {
  char name[LINE];
  int used = 0;
  double said[2]; /* key and value */
  *e = (rosin_event){.target = ROSIN_EVENT_PLAYER};
  if (strcmp(word, "move") == 0) {
    if (sscanf(rest, "%1023s%n", name, &used) != 1 ||
        !rosin_number_list(rest + used, 1, &e->value) || !isfinite(e->value))
      return "must be FRAME move TARGET VALUE";
    e->target = name_index(f, name);
    return e->target < 0 ? "out of memory" : NULL;
  }
  rosin_player_event_t *p = &e->player;
  const int kind = kind_named(word);
  if (kind < 0)
    return "unknown kind of event";
  p->kind = (rosin_player_kind)kind;
  if (sscanf(rest, "%d %d%n", &p->channel, &p->controller, &used) != 2 ||
      !rosin_number_list(rest + used, 2, said) || !isfinite(said[0]) || !isfinite(said[1]) ||
      p->channel < 0 || p->channel > 15 || p->controller < 0 || p->controller > 127)
    return "must be FRAME KIND CHANNEL CONTROLLER KEY VALUE";
  p->key = said[0];
  p->value = said[1];
  return NULL;
}

/* 1 if it is a line of the head, set, rate or rest; what is wrong with that, else NULL, in
 * `wrong`. */
static int read_head(rosin_gesture_file *f, const char *line, const char **wrong) {
  *wrong = NULL;
  if (strncmp(line, "set ", 4) == 0) {
    *wrong = add_text(&f->set, &f->sets, line + 4) < 0 ? "out of memory" : NULL;
    return 1;
  }
  if (sscanf(line, "rate %d", &f->rate) == 1) {
    *wrong = f->rate < ROSIN_RATE_LOWEST || f->rate > ROSIN_RATE_HIGHEST
                 ? "rate must be 8000 to 768000 Hz"
                 : NULL;
    return 1;
  }
  return sscanf(line, "rest %d", &f->rest) == 1;
}

/* For one event more: 0, or -1 without memory. */
static int make_room(rosin_gesture_file *f) {
  long long *frames = grow(f->frame, f->events, sizeof *frames);
  f->frame = frames ? frames : f->frame;
  rosin_event *events = grow(f->event, f->events, sizeof *events);
  f->event = events ? events : f->event;
  return frames && events ? 0 : -1;
}

const char *rosin_gesture_file_line(rosin_gesture_file *f, const char *line) {
  char word[32];
  int used = 0;
  long long frame;
  const char *wrong;
  if (read_head(f, line, &wrong))
    return wrong;
  if (sscanf(line, "%lld %31s%n", &frame, word, &used) != 2 || frame < 0 || frame > 1LL << 50)
    return "must be FRAME EVENT, or set, rate, rest";
  if (f->frames >= 0)
    return "stands after the end";
  if (f->events && frame < f->frame[f->events - 1])
    return "its frame is before the last one's";
  if (strcmp(word, "end") == 0) {
    f->frames = frame;
    return NULL;
  }
  if (f->events == MOST_EVENTS)
    return "is one event more than 2e7";
  if (make_room(f))
    return "out of memory";
  f->frame[f->events] = frame;
  wrong = read_event(f, word, line + used, &f->event[f->events]);
  f->events += !wrong;
  return wrong;
}

/* The lines of a text. */
static int read_lines(rosin_gesture_file *f, FILE *in, const char *path, rosin_error *error) {
  char line[LINE];
  const char *wrong = NULL;
  int number = 0;
  while (!wrong && fgets(line, sizeof line, in)) {
    const size_t length = strcspn(line, "\n");
    const int whole = line[length] == '\n';
    line[length] = 0;
    if (++number == 1)
      wrong = strcmp(line, "rosin-gesture 1") ? "no recorded gesture (rosin-gesture 1)" : NULL;
    else if (whole && line[0] && line[0] != '#') /* a cut-off last line is left out */
      wrong = rosin_gesture_file_line(f, line);
    else if (length == LINE - 1)
      wrong = "too long";
  }
  if (!wrong && !number)
    wrong = "empty";
  if (!wrong && f->rate == 0)
    wrong = "has no rate";
  return wrong ? rosin_fail(error, "%.400s:%d: %s", path, number, wrong) : 0;
}

int rosin_gesture_file_open(rosin_gesture_file *f, const char *path, rosin_gesture_lines *read,
                            rosin_error *error) {
  *f = (rosin_gesture_file){.frames = -1};
  FILE *in = fopen(path, "r");
  if (!in)
    return rosin_fail(error, "%.400s: %s", path, strerror(errno));
  const int status = read(f, in, path, error);
  fclose(in);
  if (status)
    rosin_gesture_file_free(f);
  return status;
}

int rosin_gesture_file_read(rosin_gesture_file *f, const char *path, rosin_error *error) {
  return rosin_gesture_file_open(f, path, read_lines, error);
}

void rosin_gesture_file_free(rosin_gesture_file *f) {
  for (int i = 0; i < f->sets; i++)
    free(f->set[i]);
  for (int i = 0; i < f->names; i++)
    free(f->name[i]);
  free(f->set);
  free(f->name);
  free(f->frame);
  free(f->event);
  *f = (rosin_gesture_file){.frames = -1};
}

int rosin_gesture_file_bind(rosin_gesture_file *f, const rosin_targets *targets,
                            rosin_error *error) {
  for (int i = 0; i < f->events; i++) {
    rosin_event *e = &f->event[i];
    if (e->target < 0)
      continue;
    const char *name = f->name[e->target];
    if ((e->target = rosin_targets_find(targets, name)) < 0)
      return rosin_fail(error, "the gesture moves '%.100s', which the scene does not have", name);
  }
  return 0;
}
