/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The page's side of rosin: one core in an instance of its own, called from JavaScript. Strings
 * go through one buffer: UTF-8, ended by a 0. What fails returns -1 and leaves an error there.
 */
#include "core/core.h"
#include "core/limit.h"
#include "error.h"
#include "format.h"
#include "maths/maths.h"
#include "plugin/list.h"
#include "scene/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __wasm__
#define FACE(name) __attribute__((export_name(#name))) name
#else /* for tests */
#define FACE(name) name
#endif

enum { TEXT = 16384, FRAMES = 128, CHANNELS = 16, PLACES = 64, LOOP = 1024, SEEN = 6 };

static char text[TEXT];
static rosin_core *core;
static float sound[CHANNELS][FRAMES];
static double sample_rate = 48000, volume, goal, step; /* the volume is on its way by steps */
/* regime, force (N), bow (m/s), slips (1/s), pitch (Hz), samples of the loop; then the string,
 * and the loop's velocities and forces */
static float seen[SEEN + PLACES + 2 * LOOP];

static int fail(const rosin_error *error) {
  snprintf(text, TEXT, "%s", error->text);
  return -1;
}

char *FACE(page_text)(void) {
  return text;
}
float *FACE(page_sound)(int channel) {
  return channel >= 0 && channel < CHANNELS ? sound[channel] : NULL;
}

/* Name of scene `index` into the buffer: what plays as a plugin, then the laws; 0, -1 past them. */
int FACE(page_scene)(int index) {
  int plugins = 0;
  if (index < 0)
    return -1;
  while (rosin_plugin_at(plugins))
    plugins++;
  const char *name = rosin_plugin_at(index);
  for (const rosin_embedded *e = rosin_embedded_scenes; !name && e->name; e++)
    if (strncmp(e->name, "law-", 4) == 0 && index-- == plugins)
      name = e->name;
  if (!name)
    return -1;
  snprintf(text, TEXT, "%s", name);
  return 0;
}

/* The scene whose name is in the buffer, at the scene's own oversampling where `oversample` is 0.
 */
int FACE(page_open)(double rate, int oversample) {
  rosin_error error = {{0}};
  text[TEXT - 1] = 0;
  rosin_core *made = rosin_core_new(text, &error);
  if (!made)
    return fail(&error);
  rosin_core_add_section(made);
  rosin_core_add_seed(made);
  rosin_core_set_oversample(made, oversample);
  rosin_core_set_watched(made, 1);
  if (rosin_core_channels(made) > CHANNELS || rosin_core_prepare(made, rate, &error)) {
    rosin_core_free(made);
    return fail(&error);
  }
  rosin_core_free(core);
  core = made;
  sample_rate = rate;
  return 0;
}

/* Text within JSON. */
static void put_text(FILE *to, const char *from) {
  fputc('"', to);
  for (; *from; from++)
    if (*from == '"' || *from == '\\')
      fprintf(to, "\\%c", *from);
    else
      fputc((unsigned char)*from < ' ' ? ' ' : *from, to);
  fputc('"', to);
}

/* Names of what a parameter chooses from, if it does. */
static void put_choices(FILE *to, int index) {
  const rosin_parameter *row = rosin_core_parameter(core, index);
  const char *word;
  if (!rosin_parameter_word(row, 0))
    return;
  fputs(",\"choices\":[", to);
  for (int i = 0; (word = rosin_parameter_word(row, i)); i++) {
    fputs(i ? "," : "", to);
    put_text(to, word);
  }
  fputc(']', to);
}

/* What it is, as JSON, into the buffer. */
int FACE(page_describe)(void) {
  FILE *to = core ? fmemopen(text, TEXT, "w") : NULL;
  if (!to)
    return fail(&(rosin_error){"no scene is open"});
  int low = 0, high = 0;
  if (!rosin_core_key_range(core, &low, &high))
    low = high = 0;
  fputs("{\"scene\":", to);
  put_text(to, rosin_core_scene(core));
  fputs(",\"title\":", to);
  put_text(to, rosin_core_title(core));
  rosin_print(to,
              ",\"instrument\":%d,\"keys\":[%d,%d],\"channels\":%d,\"tail\":%g,\"latency\":%d,"
              "\"parameters\":[",
              rosin_core_is_instrument(core), low, high, rosin_core_channels(core),
              rosin_core_tail(core), rosin_core_latency(core));
  for (int i = 0; i < rosin_core_parameters(core); i++) {
    const rosin_parameter *row = rosin_core_parameter(core, i);
    fprintf(to, "%s{\"name\":", i ? "," : "");
    put_text(to, row->name);
    fputs(",\"unit\":", to);
    put_text(to, row->unit ? row->unit : "");
    fputs(",\"meaning\":", to);
    put_text(to, row->meaning ? row->meaning : "");
    if (row->group) {
      fputs(",\"group\":", to);
      put_text(to, row->group);
    }
    put_choices(to, i);
    rosin_print(
        to,
        ",\"low\":%.9g,\"high\":%.9g,\"initial\":%.9g,\"value\":%.9g,\"stepped\":%d,\"live\":%d}",
        row->low, row->high, row->initial, rosin_core_get(core, i),
        rosin_core_parameter_stepped(core, i), rosin_core_parameter_live(core, i));
  }
  fputs("]}", to);
  const int whole = ftell(to) < TEXT - 1;
  return fclose(to) || !whole ? fail(&(rosin_error){"the scene says too much of itself"}) : 0;
}

void FACE(page_set)(int index, double value) {
  if (core)
    rosin_core_set(core, 0, index, value);
}
void FACE(page_midi)(int status, int first, int second) {
  const unsigned char message[3] = {(unsigned char)status, (unsigned char)first,
                                    (unsigned char)second};
  if (core)
    rosin_core_midi(core, 0, message, (status & 0xe0) == 0xc0 ? 2 : 3);
}
void FACE(page_bow)(int down, double speed, double press) {
  if (core)
    rosin_core_bow(core, down, speed, press);
}
/* A point of the pad: across -1 to 1, up 0 to 1. */
void FACE(page_pad)(int down, double across, double up) {
  if (core)
    rosin_core_pad(core, down, across, up);
}
/* Events that found no room, since the scene was opened. */
int FACE(page_lost)(void) {
  const long long lost = core ? rosin_core_lost(core) : 0;
  return lost < 1000000000 ? (int)lost : 1000000000;
}
void FACE(page_reset)(void) {
  if (core)
    rosin_core_reset(core);
}

/* Up to 128 frames into the buffers of page_sound. */
void FACE(page_process)(int frames) {
  float *out[CHANNELS];
  for (int k = 0; k < CHANNELS; k++)
    out[k] = sound[k];
  if (core && frames > 0)
    rosin_core_process(core, out, frames < FRAMES ? frames : FRAMES);
}

/* The volume (0 to 1) goes there, all but 1/e of the way in so many seconds. */
void FACE(page_volume)(double gain, double seconds) {
  if (!(gain >= 0 && gain <= 1) || !(seconds >= 0))
    return;
  goal = gain;
  step = 1 - rosin_exp(-1 / (seconds * sample_rate + 1e-9));
}

/* The same as page_process, at the volume and limited: what is for ears. */
void FACE(page_play)(int frames) {
  const int count = frames < FRAMES ? frames : FRAMES;
  const int channels = core ? rosin_core_channels(core) : 0;
  page_process(frames);
  for (int i = 0; i < count; i++) {
    volume += step * (goal - volume);
    for (int k = 0; k < channels; k++)
      sound[k][i] = rosin_limit((float)volume * sound[k][i]);
  }
}

/* A body that cannot change while it sounds is built anew, if one is wanted: 1; 0 if none is, 2 if
 * the one before still fades and there is more to do, -1. There is one thread: sound waits
 * meanwhile. */
int FACE(page_rebuild)(void) {
  rosin_error error = {{0}};
  if (!core)
    return 0;
  rosin_engine_free(rosin_core_retired(core));
  if (!rosin_core_settled(core))
    return 2;
  if (!rosin_core_stale(core))
    return 0;
  rosin_engine *engine = rosin_core_build(core, &error);
  if (!engine)
    return fail(&error);
  rosin_core_swap(core, engine);
  return 1;
}

int FACE(page_save)(void) {
  char *state = core ? rosin_core_save(core) : NULL;
  if (!state)
    return fail(&(rosin_error){"there is nothing to save, or no memory"});
  const int whole = snprintf(text, TEXT, "%s", state) < TEXT;
  free(state);
  return whole ? 0 : fail(&(rosin_error){"the state is too long"});
}
int FACE(page_load)(void) {
  rosin_error error = {"no scene is open"};
  text[TEXT - 1] = 0;
  return core && rosin_core_load(core, text, &error) == 0 ? 0 : fail(&error);
}

/* What moves, for drawing; see `seen`. The string where `phase` of a period after a slip began. */
float *FACE(page_look)(double phase) {
  const rosin_observer *observer = core ? rosin_core_observer(core) : NULL;
  memset(seen, 0, sizeof seen);
  if (!observer)
    return seen;
  const rosin_observed o = rosin_observer_look(observer);
  double string[PLACES];
  seen[0] = (float)o.regime;
  seen[1] = (float)o.force;
  seen[2] = (float)o.velocity;
  seen[3] = (float)o.slips;
  seen[4] = (float)o.pitch;
  float *const loop = seen + SEEN + PLACES;
  seen[5] = (float)rosin_observer_loop(observer, LOOP, loop, loop + LOOP);
  if (rosin_observer_picture(observer, phase, PLACES, string) == 0)
    for (int i = 0; i < PLACES; i++)
      seen[SEEN + i] = (float)string[i];
  return seen;
}
