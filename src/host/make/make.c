/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/make/make.h"
#include "core/core.h"
#include "error.h"
#include "host/common/stop.h"
#include "host/write/level.h"
#include "host/write/outlet.h"
#include "room/room.h"
#include "scene/scene.h"
#include "sound/sound_notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1000 };

/* ---- what it is made of ----------------------------------------------------------- */

rosin_recipe rosin_make_noted(const rosin_make *m, const rosin_make_draw *draw,
                              const rosin_list *set, char take[ROSIN_MAKE_TAKE]) {
  rosin_recipe r = *m->recipe;
  const char *slash = strrchr(r.scene, '/');
  r.scene = slash ? r.scene + (slash + 1 - r.scene) : r.scene;
  r.set = *set;
  r.duration = m->duration > 0 ? m->duration : r.duration;
  r.format = m->format;
  r.level = m->level;
  r.part = m->part;
  r.room = m->room && strcmp(m->room, "none") ? m->room : NULL;
  if (draw) {
    snprintf(take, ROSIN_MAKE_TAKE, "%lld", draw->number);
    r.words.given[ROSIN_WORD_TAKE] = take;
  }
  r.words = rosin_words_over(&r.words, &m->words);
  r.files_anywhere = r.files == ROSIN_FILES_ANY;
  return r;
}

/* Whether one of the settings drawn sets what `text` does. */
static int is_drawn(const char *text, int drawn, char (*draw)[ROSIN_VARY_TEXT]) {
  const size_t length = strcspn(text, "=") + 1;
  for (int i = 0; i < drawn; i++)
    if (strncmp(text, draw[i], length) == 0)
      return 1;
  return 0;
}

static int add(rosin_list *set, const char *text, rosin_error *error) {
  if (set->count == ROSIN_LIST)
    return rosin_fail(error, "more than %d settings", ROSIN_LIST);
  set->text[set->count++] = text;
  return 0;
}

int rosin_make_settings(const rosin_make *m, const rosin_make_draw *draw, int attempt,
                        char (*text)[ROSIN_VARY_TEXT], rosin_list *set, rosin_error *error) {
  const rosin_list *own = &m->recipe->set;
  const int drawn = draw ? rosin_vary_draw(draw->vary, draw->seed, draw->number, attempt, text) : 0;
  set->count = 0;
  for (int i = 0; i < own->count + m->settings; i++) {
    const char *one = i < own->count ? own->text[i] : m->setting[i - own->count];
    if (!is_drawn(one, drawn, text) && add(set, one, error))
      return -1;
  }
  for (int i = 0; text && i < drawn; i++)
    if (add(set, text[i], error))
      return -1;
  return 0;
}

/* The settings with semicolons between (malloc'ed), or NULL. */
static char *join(const rosin_list *set) {
  size_t size = 1, at = 0;
  for (int i = 0; i < set->count; i++)
    size += strlen(set->text[i]) + 1;
  char *text = malloc(size);
  for (int i = 0; text && i < set->count; i++)
    at += (size_t)snprintf(text + at, size - at, "%s%s", i ? ";" : "", set->text[i]);
  if (text)
    text[at] = 0;
  return text;
}

/* ---- rendering -------------------------------------------------------------------- */

/* Notes of a file that is begun: 0, or -1 and an error. */
static int write_notes(const rosin_make *m, const rosin_make_draw *draw, const rosin_list *set,
                       const rosin_scene *scene, rosin_made *made, rosin_error *error) {
  char take[ROSIN_MAKE_TAKE];
  const rosin_recipe r = rosin_make_noted(m, draw, set, take);
  const char *title = rosin_scene_model(scene)->title;
  char *text = m->plain ? NULL : rosin_recipe_write(&r);
  made->command = rosin_recipe_command(&r);
  made->part = r.part;
  snprintf(made->room, sizeof made->room, "%s", r.room ? r.room : "");
  made->title = strdup(title);
  made->parameters = join(set);
  const size_t size = made->command ? strlen(made->command) + strlen(title) + 3 : 0;
  char *line = size ? malloc(size) : NULL;
  int status = -1;
  if (line && made->title && made->parameters && (text || m->plain)) {
    snprintf(line, size, "%s%s%s", title, *title ? ": " : "", made->command);
    rosin_sound_notes notes = {
        line, "", text,
        rosin_words_said(&r.words, r.scene, title, &rosin_scene_model(scene)->about)};
    notes.words.command = made->command;
    notes.words.channels = made->channels;
    notes.words.loops = rosin_part_loops(r.part);
    status = text && made->file ? rosin_sound_notes_write(made->file, &notes, error) : 0;
    if (status > 0)
      status = rosin_fail(error, "the scene is too long to be kept in its file");
  } else {
    rosin_fail(error, "out of memory");
  }
  free(line);
  free(text);
  return status;
}

/* Where the frames of a file go. */
typedef struct {
  rosin_made *made;
  rosin_meter *meter;
  rosin_level *level; /* NULL: the file as it comes */
  float *held;        /* [BLOCK * channels] as a format of integers holds them */
} target;

/* Its peak; what a format of integers cannot hold is cut off then, and measured so. */
static const float *look(const target *t, const float *frames, int values) {
  rosin_made *made = t->made;
  for (int i = 0; i < values; i++) {
    const float x = frames[i];
    made->peak = fmax(made->peak, fabs((double)x));
    if (t->held)
      t->held[i] = x > 1 ? 1 : x < -1 ? -1 : x;
  }
  return t->held ? t->held : frames;
}

static int to_file(void *to, const float *frames, int count, rosin_error *error) {
  const target *t = to;
  frames = look(t, frames, count * t->made->channels);
  if (rosin_meter_add(t->meter, frames, count))
    return rosin_fail(error, "out of memory");
  if (t->level)
    return rosin_level_write(t->level, frames, count, error);
  return t->made->file ? rosin_sound_file_write(t->made->file, frames, count, error) : 0;
}

/* All that the scene makes. */
static int run(rosin_core *core, rosin_outlet *outlet, int channels, rosin_error *error) {
  float *out = malloc(BLOCK * (size_t)channels * sizeof *out);
  int frames, status = out ? 0 : rosin_fail(error, "out of memory");
  while (status == 0 && (frames = rosin_outlet_ahead(outlet, BLOCK, error)) != 0) {
    if (frames > 0)
      rosin_core_process_frames(core, out, frames);
    status = frames < 0 ? -1 : rosin_outlet_write(outlet, out, frames, error);
    if (status == 0 && rosin_stopped(NULL))
      status = rosin_fail(error, "interrupted");
  }
  free(out);
  return status ? -1 : rosin_outlet_finish(outlet, error);
}

/* What was measured, of the file as it came. */
static int end_plain(const target *t, rosin_error *error) {
  rosin_made *made = t->made;
  rosin_loudness loudness;
  if (rosin_meter_end(t->meter, &made->features, &loudness))
    return rosin_fail(error, "out of memory");
  if (made->file && !t->level)
    rosin_level_note(made->file, &loudness);
  made->clipped = t->held && made->peak > 1;
  made->momentary = loudness.momentary;
  return 0;
}

/* Bring it to the level that is wished for. */
static int end_level(const target *t, rosin_error *error) {
  rosin_made *made = t->made;
  rosin_leveled done;
  if (rosin_level_end(t->level, &done, error))
    return -1;
  made->clipped = rosin_sound_file_clips(made->file) && done.gain * made->peak > 1;
  made->gain = 20 * log10(done.gain);
  made->limited = done.limited;
  made->momentary = done.measured.momentary;
  rosin_features_level(&made->features, &done.measured);
  return 0;
}

static int play_to(const rosin_make *m, rosin_scene *scene, rosin_core *core, target *t,
                   rosin_error *error) {
  rosin_made *made = t->made;
  const rosin_outlet_wish wish = {.place = m->room,
                                  .part = m->part,
                                  .plain = m->plain,
                                  .whole = !(m->duration > 0 || m->recipe->duration > 0),
                                  .rate = made->rate,
                                  .channels = made->channels,
                                  .level = t->level,
                                  .sink = to_file,
                                  .to = t};
  rosin_outlet *outlet = rosin_outlet_new(scene, &wish, error);
  int status = outlet ? run(core, outlet, made->channels, error) : -1;
  if (status == 0)
    status = end_plain(t, error);
  if (status == 0 && t->level)
    status = end_level(t, error);
  if (status == 0 && made->file)
    status = rosin_outlet_end(outlet, made->file, error);
  rosin_outlet_free(outlet);
  return status;
}

static int play(const rosin_make *m, rosin_scene *scene, rosin_core *core, rosin_meter *meter,
                rosin_made *made, rosin_error *error) {
  rosin_level_wish wish = m->level;
  target t = {.made = made, .meter = meter};
  wish.as_before = rosin_room_find(m->room) != NULL;
  if (made->file && (rosin_level_wanted(&wish) || wish.as_before)) {
    if (!(t.level = rosin_level_new(made->file, made->rate, made->channels, &wish, error)))
      return -1;
  } else if (made->file && rosin_sound_file_clips(made->file)) {
    if (!(t.held = malloc(BLOCK * (size_t)made->channels * sizeof *t.held)))
      return rosin_fail(error, "out of memory");
  }
  const int status = play_to(m, scene, core, &t, error);
  rosin_level_free(t.level);
  free(t.held);
  return status;
}

/* Build a scene that is read, and what plays it. 0; -1, or ROSIN_MAKE_BEYOND where it cannot be
 * built. */
static int build(const rosin_make *m, rosin_scene *scene, rosin_slips *slips, rosin_core **core,
                 rosin_error *error) {
  const double duration = m->duration > 0 ? m->duration : m->recipe->duration;
  if (duration > 0)
    rosin_scene_set_duration(scene, duration);
  if (rosin_slips_ask(slips, scene))
    return rosin_fail(error, "out of memory");
  if (!m->plain)
    rosin_scene_watch(scene);
  if (!(*core = rosin_core_over(scene, 0, 1, error)))
    return -1;
  if (rosin_core_prepare(*core, rosin_scene_rate(scene), error) == 0)
    return 0;
  return strstr(error->text, "out of memory") ? -1 /* it might be built another time */
                                              : ROSIN_MAKE_BEYOND;
}

/* Begin to measure it, and its file. 0, or -1 and an error. */
static int begin(const rosin_make *m, const rosin_scene *scene, rosin_meter **meter,
                 rosin_made *made, rosin_error *error) {
  made->rate = rosin_scene_rate(scene);
  made->channels = rosin_scene_channels(scene);
  if (!(*meter = rosin_meter_new(made->rate, made->channels, error)))
    return -1;
  if (m->path)
    made->file = rosin_sound_file_create(m->path, made->rate, made->channels, m->format, error);
  return made->file || !m->path ? 0 : -1;
}

/* A scene that is read, to a file without a name. 0; -1, or ROSIN_MAKE_BEYOND where it cannot be
 * built. */
static int render(const rosin_make *m, const rosin_make_draw *draw, const rosin_list *set,
                  rosin_scene *scene, rosin_made *made, rosin_error *error) {
  rosin_slips slips = {.signal = -1};
  rosin_meter *meter = NULL;
  rosin_core *core = NULL;
  int status = build(m, scene, &slips, &core, error);
  if (status == 0 && rosin_slips_begin(&slips, scene))
    status = rosin_fail(error, "out of memory");
  if (status == 0)
    status = begin(m, scene, &meter, made, error);
  if (status == 0)
    status = write_notes(m, draw, set, scene, made, error);
  if (status == 0)
    status = play(m, scene, core, meter, made, error);
  if (status == 0 && rosin_slips_end(&slips, rosin_scene_engine_rate(scene), &made->slips))
    status = rosin_fail(error, "out of memory");
  if (status == 0)
    snprintf(made->contact, sizeof made->contact, "%s", slips.contact);
  rosin_meter_free(meter);
  rosin_core_free(core);
  rosin_slips_free(&slips);
  return status;
}

static int make_with(const rosin_make *m, const rosin_make_draw *draw, const rosin_list *set,
                     rosin_made *made, rosin_error *error) {
  char *errors = NULL;
  const rosin_terms terms = {.files = m->recipe->files, .stop = rosin_stopped};
  const char *name = m->recipe->from ? m->recipe->from : m->recipe->scene;
  *made = (rosin_made){.nearest = -1, .distance = (double)NAN};
  rosin_scene *scene =
      rosin_scene_read(m->recipe->text, name, &terms, set->count, set->text, &errors);
  if (!scene) {
    rosin_fail_first(error, errors);
    const int short_of = !errors || rosin_stopped(NULL) || strstr(errors, "out of memory");
    free(errors);
    return short_of ? -1 : ROSIN_MAKE_BEYOND;
  }
  free(errors);
  const int status = render(m, draw, set, scene, made, error);
  rosin_scene_free(scene);
  if (status)
    rosin_make_drop(made);
  return status;
}

int rosin_make_one(const rosin_make *m, rosin_made *made, rosin_error *error) {
  rosin_list set;
  return rosin_make_settings(m, NULL, 0, NULL, &set, error) || make_with(m, NULL, &set, made, error)
             ? -1
             : 0;
}

int rosin_make_attempt(const rosin_make *m, const rosin_make_draw *draw, int attempt,
                       rosin_made *made, rosin_error *error) {
  char(*text)[ROSIN_VARY_TEXT] = malloc((ROSIN_VARY_MOST + 1) * sizeof *text);
  rosin_list set;
  set.count = 0;
  int status = text ? rosin_make_settings(m, draw, attempt, text, &set, error)
                    : rosin_fail(error, "out of memory");
  if (status == 0)
    status = make_with(m, draw, &set, made, error);
  free(text);
  made->attempt = attempt;
  return status;
}

int rosin_make_keep(rosin_made *made, rosin_error *error) {
  rosin_sound_file *file = made->file;
  made->file = NULL;
  return rosin_sound_file_close(file, error);
}

void rosin_make_drop(rosin_made *made) {
  if (made->file)
    rosin_sound_file_discard(made->file);
  free(made->title);
  free(made->command);
  free(made->parameters);
  made->file = NULL;
  made->title = made->command = made->parameters = NULL;
  made->nearest = -1;
}
