/* SPDX-License-Identifier: BSD-3-Clause */
/* Gestures in a scene file: a number, ( (time, value), ... ), or a group with
 * points, to (a slope), file, follow, sine, value, or a rule: gusts, random-walk, strokes,
 * accelerando. */
#include "format.h"
#include "memory.h"
#include "scene/read/reading.h"
#include "scene/sound/follow.h"
#include "scene/sound/sounds.h"
#include "scene/sound/wav.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  double scale, offset;
} shift;

static const rosin_parameter shift_rows[] = {
    {"scale", "", -1e12, 1e12, 1, "", offsetof(shift, scale)},
    {"offset", "", -1e12, 1e12, 0, "", offsetof(shift, offset)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};
static const rosin_parameter wander_rows[] = {
    {"wander", "", 0, 2, 0, "", offsetof(rosin_gesture, wander)},
    {"pace", "s", 0.01, 1000, 0.5, "", offsetof(rosin_gesture, pace)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};
static const rosin_parameter slope_rows[] = {
    {"from", "", -1e12, 1e12, 0, "", offsetof(rosin_gesture, from)},
    {"to", "", -1e12, 1e12, 0, "", offsetof(rosin_gesture, to)},
    {"after", "s", 0, ROSIN_MODEL_LONGEST, 0, "", offsetof(rosin_gesture, after)},
    {"over", "s", 0, ROSIN_MODEL_LONGEST, 0, "", offsetof(rosin_gesture, over)},
    {"slope", "1/s", 1e-9, 1e12, 1e12, "", offsetof(rosin_gesture, slope)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};
static const rosin_parameter channel_row = {"channel", "", 1, ROSIN_SOUND_CHANNELS, 1, "", 0};

static void read_points(rosin_reading *r, const rosin_setting *s, const char *what,
                        rosin_gesture *g) {
  const int count = rosin_reading_length(s);
  if (count < 1) {
    rosin_reading_error(r, s, "%s: must be a list of (time, value), at least one", what);
    return;
  }
  g->kind = ROSIN_GESTURE_POINTS;
  g->time = rosin_reading_room(r, count, sizeof *g->time);
  g->value = rosin_reading_room(r, count, sizeof *g->value);
  if (!g->time || !g->value)
    return;
  for (int i = 0; i < count; i++) {
    const rosin_setting *p = rosin_setting_element(s, i);
    if (!rosin_reading_is_list(p) || p->count != 2) {
      rosin_reading_error(r, p ? p : s, "%s: point %d must be (time, value)", what, i + 1);
      return;
    }
    if (rosin_reading_value(r, rosin_setting_element(p, 0), what, &g->time[i]) ||
        rosin_reading_value(r, rosin_setting_element(p, 1), what, &g->value[i]))
      return;
    if (i && g->time[i] < g->time[i - 1]) {
      rosin_reading_error(r, p, "%s: point %d: time %g falls back below %g", what, i + 1,
                          g->time[i], g->time[i - 1]);
      return;
    }
    g->count = i + 1;
  }
}

static void read_curve(rosin_reading *r, const rosin_setting *s, const char *what,
                       rosin_gesture *g) {
  static const char *const names[] = {"linear", "cosine", "step", NULL};
  g->curve = (rosin_curve)rosin_reading_choice(r, s, what, "curve", names, 16, (int)g->curve);
}

static void read_sine(rosin_reading *r, const rosin_setting *s, const char *what,
                      rosin_gesture *g) {
  const rosin_setting *sine = rosin_setting_member(s, "sine");
  if (!rosin_reading_is_list(sine) || sine->count != 2) {
    rosin_reading_error(r, sine, "%s.sine: must be (amplitude, frequency)", what);
    return;
  }
  g->kind = ROSIN_GESTURE_SINE;
  rosin_reading_value(r, rosin_setting_element(sine, 0), what, &g->amplitude);
  rosin_reading_value(r, rosin_setting_element(sine, 1), what, &g->frequency);
  rosin_reading_number(r, s, what, rosin_parameter_find(shift_rows, "offset"), &g->constant);
}

/* From a value to another, in a time or at so much a second, then held. */
static void read_slope(rosin_reading *r, const rosin_setting *s, const char *what,
                       rosin_gesture *g) {
  g->kind = ROSIN_GESTURE_SLOPE;
  rosin_parameters_default(slope_rows, g); /* with neither over nor slope: at once */
  rosin_reading_table(r, s, what, slope_rows, g);
  read_curve(r, s, what, g);
}

/* A column: its name, or its number. */
static void read_column(rosin_reading *r, const rosin_setting *s, const char *what, const char *key,
                        char *text, size_t size) {
  const rosin_setting *c = rosin_setting_member(s, key);
  double number;
  if (c && rosin_setting_is(c, ROSIN_SETTING_NUMBER)) {
    if (!rosin_reading_value(r, c, what, &number))
      rosin_format(text, size, "%g", number);
  } else {
    rosin_reading_text(r, s, what, key, 0, text, size);
  }
}

static void read_shift(rosin_reading *r, const rosin_setting *s, const char *what,
                       rosin_gesture *g) {
  shift to;
  rosin_parameters_default(shift_rows, &to);
  rosin_reading_table(r, s, what, shift_rows, &to);
  rosin_gesture_scale(g, to.scale, to.offset);
}

/* Whether it swings as sounds do, not as hands: more than 40 times a second through its mean. */
static int is_waveform(const rosin_gesture *g) {
  double mean = 0;
  long long crossings = 0;
  for (int i = 0; i < g->count; i++)
    mean += g->value[i] / g->count;
  for (int i = 1; i < g->count; i++)
    crossings += (g->value[i] > mean) != (g->value[i - 1] > mean);
  return (double)crossings * g->rate > 80.0 * g->count;
}

/* What a file holds: a channel of a sound, or two columns of a table, unless `column` is NULL. 0,
 * or -1 after an error at `at`. */
static int take_file(rosin_reading *r, const rosin_setting *s, const rosin_setting *at,
                     const char *what, const char *column, const char *time, rosin_gesture *g) {
  const char *name = at->text, *dot = strrchr(name, '.');
  double channel = 1;
  rosin_error error = {""};
  int failed = -1;
  rosin_reading_number(r, s, what, &channel_row, &channel);
  char *path = rosin_files_path(r->folder, name);
  if (!path) {
    rosin_reading_no_memory(r);
    return -1;
  }
  if (column && dot && strcmp(dot, ".csv") == 0) {
    FILE *file = rosin_files_stream(r->folder, name, r->terms.files, &error);
    failed = file ? rosin_gesture_csv(g, file, path, column, time, &error) : -1;
    if (file)
      fclose(file);
  } else {
    const int file = rosin_files_open(r->folder, name, r->terms.files, &error);
    failed = file < 0 ? -1 : rosin_gesture_sound(g, file, path, (int)channel, &error);
  }
  if (failed)
    rosin_reading_error(r, at, "%s: %s", what, error.text);
  else
    rosin_reading_opened(r, path);
  rosin_free(path);
  return failed;
}

static void read_file(rosin_reading *r, const rosin_setting *s, const char *what,
                      rosin_gesture *g) {
  char column[64] = "2", time[64] = "1";
  const char *name = rosin_reading_file(r, s, what);
  const rosin_setting *at = rosin_setting_member(s, "file");
  if (!name)
    return;
  read_column(r, s, what, "column", column, sizeof column);
  read_column(r, s, what, "time", time, sizeof time);
  if (take_file(r, s, at, what, column, time, g))
    return;
  read_shift(r, s, what, g);
  if (g->kind == ROSIN_GESTURE_SERIES && is_waveform(g))
    rosin_reading_remark(r, at,
                         "%s: is moved by the waveform of %s; follow = \"%s\" moves it by how loud "
                         "that is, what = \"pitch\" by how high",
                         what, name, name);
}

/* How loud or how high a sound file is. */
static void read_follow(rosin_reading *r, const rosin_setting *s, const char *what,
                        rosin_gesture *g) {
  const rosin_setting *name = rosin_setting_member(s, "follow");
  const int failed = r->failed;
  if (!rosin_setting_is(name, ROSIN_SETTING_TEXT) || !*name->text) {
    rosin_reading_error(r, name, "%s.follow: must be the name of a sound file", what);
    return;
  }
  const int pitch = rosin_reading_choice(r, s, what, "what", ROSIN_NAMES("level", "pitch"), 16, 0);
  if (r->failed > failed || take_file(r, s, name, what, NULL, NULL, g))
    return;
  if (rosin_follow_sound(g, pitch ? ROSIN_FOLLOW_PITCH : ROSIN_FOLLOW_LEVEL))
    rosin_reading_no_memory(r);
  else
    read_shift(r, s, what, g);
}

static void read_group_points(rosin_reading *r, const rosin_setting *s, const char *what,
                              rosin_gesture *g) {
  read_points(r, rosin_setting_member(s, "points"), what, g);
  read_curve(r, s, what, g);
  read_shift(r, s, what, g);
}

/* Made by a rule: how often a second, and what else the rule takes. */
static void read_rule(rosin_reading *r, const rosin_setting *s, const char *what, const char *key,
                      rosin_gesture_kind kind, rosin_gesture *g) {
  static const rosin_parameter rows[] = {
      {"until", "1/s", 0.01, 100, 0, "", offsetof(rosin_rule, until)},
      {"over", "s", 0.01, 3600, 5, "", offsetof(rosin_rule, over)},
      {"spread", "", 0, 1, 0.4, "", offsetof(rosin_rule, spread)},
      {"rest", "", 0, 0.9, 0.1, "", offsetof(rosin_rule, rest)},
      {"back", "", -1, 1, -1, "", offsetof(rosin_rule, back)},
      {"calm", "", 0, 1, 0.1, "", offsetof(rosin_rule, calm)},
      {NULL, NULL, 0, 0, 0, NULL, 0},
  };
  const rosin_parameter rate_row = {key, "1/s", 0.01, 100, 1, "", 0};
  g->kind = kind;
  g->rule = rosin_rule_usual;
  rosin_reading_number(r, s, what, &rate_row, &g->rule.rate);
  rosin_reading_table(r, s, what, rows, &g->rule);
  read_shift(r, s, what, g);
  if (strcmp(key, "accelerando") == 0 && !rosin_setting_member(s, "until"))
    rosin_reading_error(r, s, "%s: accelerando needs until, the strokes a second in the end", what);
}

static void read_constant(rosin_reading *r, const rosin_setting *s, const char *what,
                          rosin_gesture *g) {
  rosin_reading_value(r, rosin_setting_member(s, "value"), what, &g->constant);
}

/* The kinds of gesture that a group can be, each with the keys it may have besides those of a
 * hand's straying. */
static const struct {
  const char *key;
  void (*read)(rosin_reading *r, const rosin_setting *s, const char *what, rosin_gesture *g);
  int rules, shifts; /* takes the place of any other; may be scaled */
  const char *keys[8];
  rosin_gesture_kind rule; /* that makes it, where `read` is NULL */
} kinds[] = {
    {"points", read_group_points, 0, 1, {"points", "curve"}},
    {"to", read_slope, 0, 0, {"from", "to", "after", "over", "slope", "curve"}},
    {"sine", read_sine, 0, 0, {"sine", "offset"}},
    {"file", read_file, 0, 1, {"file", "column", "time", "channel"}},
    {"follow", read_follow, 1, 1, {"follow", "what", "channel"}},
    {"gusts", NULL, 1, 1, {"gusts", "calm", "spread"}, ROSIN_GESTURE_GUSTS},
    {"random-walk", NULL, 1, 1, {"random-walk"}, ROSIN_GESTURE_WALK},
    {"strokes", NULL, 1, 1, {"strokes", "spread", "rest", "back"}, ROSIN_GESTURE_STROKES},
    {"accelerando",
     NULL,
     1,
     1,
     {"accelerando", "until", "over", "spread", "rest", "back"},
     ROSIN_GESTURE_STROKES},
    {"value", read_constant, 0, 0, {"value"}},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

int rosin_reading_gesture_rules(const char *key) {
  for (int i = 0; i < KINDS; i++)
    if (kinds[i].rules && strcmp(kinds[i].key, key) == 0)
      return 1;
  return 0;
}

void rosin_reading_gesture_near(rosin_near *near) {
  for (int i = 0; i < KINDS; i++)
    rosin_near_consider(near, kinds[i].key);
}

int rosin_reading_gesture_opens(const char *key) {
  return rosin_parameter_find(slope_rows, key) || rosin_reading_gesture_rules(key);
}

int rosin_reading_gesture_owns(const char *key) {
  for (int i = 0; i < KINDS; i++)
    for (const char *const *k = kinds[i].keys; *k; k++)
      if (strcmp(*k, key) == 0)
        return !rosin_parameter_find(shift_rows, key);
  return 0;
}

/* Two kinds in one group: 1, and the error. */
static int are_two(rosin_reading *r, const rosin_setting *s, const char *what, int first) {
  for (int i = first + 1; i < KINDS; i++)
    if (rosin_setting_member(s, kinds[i].key)) {
      rosin_reading_error(r, rosin_setting_member(s, kinds[i].key),
                          "%s: %s and %s do not go together; a gesture is one of them", what,
                          kinds[first].key, kinds[i].key);
      return 1;
    }
  return 0;
}

static void read_group(rosin_reading *r, const rosin_setting *s, const char *what,
                       rosin_gesture *g) {
  for (int i = 0; i < KINDS; i++)
    if (rosin_setting_member(s, kinds[i].key)) {
      if (are_two(r, s, what, i))
        return;
      r->gesture = 1;
      rosin_reading_known(r, s, what, kinds[i].keys,
                          ROSIN_TABLES(wander_rows, kinds[i].shifts ? shift_rows : NULL));
      r->gesture = 0;
      if (kinds[i].read)
        kinds[i].read(r, s, what, g);
      else
        read_rule(r, s, what, kinds[i].key, kinds[i].rule, g);
      rosin_parameters_default(wander_rows, g);
      rosin_reading_table(r, s, what, wander_rows, g);
      return;
    }
  rosin_reading_error(r, s,
                      "%s: a gesture needs points, to, sine, file, follow, gusts, random-walk, "
                      "strokes, accelerando or value",
                      what);
}

int rosin_reading_gesture(rosin_reading *r, const rosin_setting *group, const char *owner,
                          const rosin_parameter *row, rosin_gesture *g) {
  const rosin_setting *s = rosin_setting_member(group, row->name);
  char what[192];
  double low, high;
  rosin_error error;
  const int failed = r->failed;
  if (!s)
    return 0;
  snprintf(what, sizeof what, "%s.%s", owner, row->name);
  rosin_gesture_constant(g, row->initial);
  if (rosin_reading_is_list(s))
    read_points(r, s, what, g);
  else if (rosin_setting_is(s, ROSIN_SETTING_GROUP))
    read_group(r, s, what, g);
  else
    rosin_reading_value(r, s, what, &g->constant);
  if (r->failed > failed) {
    rosin_gesture_free(g);
    return 0;
  }
  rosin_gesture_range(g, &low, &high);
  if (rosin_parameter_check(row, owner, low, &error) ||
      rosin_parameter_check(row, owner, high, &error))
    rosin_reading_error(r, s, "%s", error.text);
  return 1;
}
