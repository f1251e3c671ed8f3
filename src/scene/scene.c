/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene that runs: gestures into the network, signals mixed to channels. Time
 * is cut into stretches of STRETCH engine samples on the scene's own grid when
 * oversampled, so that the caller's block size changes nothing. */
#include "scene/scene.h"
#include "error.h"
#include "network/heed.h"
#include "scene/embedded.h"
#include "scene/moving.h"
#include "scene/sound/decimate.h"
#include "scene/text/setting.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRETCH = 64 };

static const double pi = 3.14159265358979323846;

/** First-order highpass of an output, -3 dB at its corner; what a steady force on a
 *  bridge does not do to a microphone. */
typedef struct {
  double pole, gain, in, out;
} highpass;

struct rosin_scene {
  double length; /* s, if it is not the scene's own */
  rosin_model *model;
  rosin_built built;
  int rate, channels, oversample, block;
  rosin_moving *moving;
  double (*mix)[ROSIN_MODEL_CHANNELS]; /* [outputs] gain to each channel */
  highpass *highpass;                  /* [outputs] */
  double *signal;                      /* [STRETCH] */
  double *mixed;                       /* [STRETCH * channels] */
  float *stretch, *fifo;
  int waiting; /* frames in fifo */
  int latency; /* frames */
  rosin_decimator *decimator;
  long long done; /* engine samples */
  rosin_scene_driver driver;
  void *driver_context;
  char **probe;
  int probes;
  rosin_scene_tap tap;
  void *tap_context;
};

const rosin_model *rosin_scene_model(const rosin_scene *s) {
  return s->model;
}
void rosin_scene_set_tap(rosin_scene *s, rosin_scene_tap tap, void *context) {
  s->tap = tap;
  s->tap_context = context;
}
double rosin_scene_engine_rate(const rosin_scene *s) {
  return (double)s->rate * s->oversample;
}
void rosin_scene_set_duration(rosin_scene *s, double seconds) {
  s->length = seconds;
}
double rosin_scene_duration(const rosin_scene *s) {
  if (!s)
    return 0;
  return s->length > 0 ? s->length : s->model->duration;
}
int rosin_scene_rate(const rosin_scene *s) {
  return s ? (int)s->model->rate : 0;
}
int rosin_scene_channels(const rosin_scene *s) {
  return s ? (int)s->model->channels : 0;
}
rosin_network *rosin_scene_network(rosin_scene *s) {
  return s ? s->built.network : NULL;
}

static char *read_file(const char *path, rosin_error *error) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    rosin_fail(error, "%.400s: %s", path, strerror(errno));
    return NULL;
  }
  size_t size = 0;
  const char *why = NULL;
  char *text = rosin_files_text(file, ROSIN_SETTING_BYTES, &size, &why);
  fclose(file);
  if (!text)
    rosin_fail(error, "%.400s: %s", path, why);
  return text;
}

int rosin_scene_embedded(const char *name) {
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    if (strcmp(e->name, name) == 0)
      return 1;
  return 0;
}

char *rosin_scene_text(const char *name, rosin_error *error) {
  char *text = NULL;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    if (strcmp(e->name, name) == 0) {
      if (!(text = strdup(e->text)))
        rosin_fail(error, "%.400s: out of memory", name);
      return text;
    }
  errno = 0;
  text = read_file(name, error);
  if (!text && errno == ENOENT && !strchr(name, '/') && !strchr(name, '.'))
    rosin_fail(error,
               "%.400s: no embedded scene of this name (see `rosin scenes`), and no such file",
               name);
  return text;
}

/* The folder that `path` stands in (malloc'ed), or NULL without memory. */
static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder = strdup(slash ? path : ".");
  if (folder && slash)
    folder[slash == path ? 1 : slash - path] = 0;
  return folder;
}

rosin_scene *rosin_scene_read(const char *text, const char *name, const rosin_terms *terms,
                              int count, const char *const *overrides, char **errors) {
  char *folder = folder_of(name);
  rosin_scene *s = folder ? calloc(1, sizeof *s) : NULL;
  if (errors)
    *errors = NULL;
  if (s)
    s->model = rosin_model_read(text, name, folder, terms, count, overrides, errors);
  free(folder);
  if (s && s->model)
    return s;
  free(s);
  return NULL;
}

/* What a caller of the library may get wrong. */
static int check_call(const char *name, int count, const char *const *overrides,
                      rosin_error *error) {
  if (!name)
    return rosin_fail(error, "there is no name of a scene");
  if (count < 0 || (count && !overrides))
    return rosin_fail(error, "overrides: %d of them, but there is no list", count);
  for (int i = 0; i < count; i++)
    if (!overrides[i])
      return rosin_fail(error, "overrides: number %d is missing", i + 1);
  return 0;
}

rosin_scene *rosin_scene_open(const char *name, const rosin_terms *terms, int count,
                              const char *const *overrides, char **errors) {
  rosin_error error;
  if (errors)
    *errors = NULL;
  char *text = check_call(name, count, overrides, &error) ? NULL : rosin_scene_text(name, &error);
  if (!text) {
    if (errors && (*errors = malloc(sizeof error.text + 1)))
      snprintf(*errors, sizeof error.text + 1, "%s\n", error.text);
    return NULL;
  }
  rosin_scene *s = rosin_scene_read(text, name, terms, count, overrides, errors);
  free(text);
  return s;
}

rosin_scene *rosin_scene_load(const char *name, int count, const char *const *overrides,
                              char **errors) {
  return rosin_scene_open(name, NULL, count, overrides, errors);
}

int rosin_scene_stems(rosin_scene *s, rosin_error *error) {
  return rosin_model_stems(s->model, error);
}

int rosin_scene_probe(rosin_scene *s, int count, const char *const *names) {
  if (s->probe)
    return -1; /* once */
  s->probe = calloc((size_t)count + 1, sizeof *s->probe);
  for (int i = 0; s->probe && i < count; i++)
    if (!(s->probe[s->probes++] = strdup(names[i])))
      return -1;
  return s->probe ? 0 : -1;
}

static int is_heard(const rosin_scene *s, int signal) {
  int heard = 0;
  for (int i = 0; i < s->model->outputs + s->probes; i++)
    heard |= s->built.signal[i] == signal;
  return heard;
}

/* Bows are listened to by players alone. */
static void heed_bows(rosin_scene *s) {
  const int first = s->model->outputs + s->probes;
  for (int i = 0; i < s->model->instrument.courses; i++)
    rosin_network_heed(s->built.network, s->built.signal[first + i],
                       is_heard(s, s->built.signal[first + i]));
}

int rosin_scene_bow_signal(rosin_scene *s, int index) {
  const int signal = s->built.signal[s->model->outputs + s->probes + index];
  rosin_network_heed(s->built.network, signal, 1);
  return signal;
}

int rosin_scene_probe_signal(const rosin_scene *s, int index) {
  return s->built.signal[s->model->outputs + index];
}

static void unprepare(rosin_scene *s) {
  rosin_built_free(&s->built);
  rosin_decimator_free(s->decimator);
  rosin_moving_free(s->moving);
  s->driver = NULL;
  free(s->mix);
  free(s->highpass);
  free(s->signal);
  free(s->mixed);
  free(s->stretch);
  free(s->fifo);
  s->decimator = NULL;
  s->moving = NULL;
  s->mix = NULL;
  s->highpass = NULL;
  s->signal = s->mixed = NULL;
  s->stretch = s->fifo = NULL;
  s->waiting = 0;
  s->done = 0;
}

void rosin_scene_free(rosin_scene *s) {
  if (!s)
    return;
  unprepare(s);
  rosin_model_free(s->model);
  for (int i = 0; i < s->probes; i++)
    free(s->probe[i]);
  free(s->probe);
  free(s);
}

/* Equal-power pan over the first two channels, or one channel. */
static void set_mix(rosin_scene *s) {
  const rosin_model *m = s->model;
  for (int i = 0; i < m->outputs; i++) {
    const rosin_model_output *o = &m->output[i];
    const double c = tan(pi * fmin(o->highpass / rosin_scene_engine_rate(s), 0.4));
    s->highpass[i] = (highpass){.pole = (1 - c) / (1 + c), .gain = 1 / (1 + c)};
    const double gain = o->raw ? 1 : o->gain * m->gain, angle = 0.25 * pi * (1 + o->pan);
    if (o->channel) {
      s->mix[i][o->channel - 1] = gain;
    } else {
      s->mix[i][0] = gain * cos(angle);
      s->mix[i][1] = gain * sin(angle);
    }
  }
}

/* The network, with signals of probes and of an instrument's bows. */
static int build_network(rosin_scene *s, rosin_error *error) {
  const rosin_model *m = s->model;
  const int courses = m->instrument.courses;
  const char **extra = calloc((size_t)(s->probes + courses) + 1, sizeof *extra);
  char(*bow)[2 * ROSIN_MODEL_NAME] = calloc((size_t)courses + 1, sizeof *bow);
  int failed = !extra || !bow;
  for (int i = 0; !failed && i < s->probes; i++)
    extra[i] = s->probe[i];
  for (int i = 0; !failed && i < courses; i++) {
    snprintf(bow[i], sizeof bow[i], "%s.velocity", m->instrument.course[i].bow);
    extra[s->probes + i] = bow[i];
  }
  failed = failed ? rosin_fail(error, "out of memory for the scene")
                  : rosin_model_build(m, rosin_scene_engine_rate(s), STRETCH, s->probes + courses,
                                      extra, &s->built, error);
  free(extra);
  free(bow);
  return failed;
}

/* By asking the decimator when it gives what, which is the same whatever it is given. */
static void find_latency(rosin_scene *s) {
  long long made = 0;
  s->latency = 0;
  memset(s->stretch, 0, STRETCH * (size_t)s->channels * sizeof *s->stretch);
  for (int k = 1; s->decimator && k <= 64; k++) {
    made += rosin_decimator_push(s->decimator, s->stretch, s->fifo);
    const long long wanted = (STRETCH * k + s->oversample - 1) / s->oversample;
    if (wanted - made > s->latency)
      s->latency = (int)(wanted - made);
  }
  if (s->decimator)
    rosin_decimator_reset(s->decimator);
}

int rosin_scene_prepare(rosin_scene *s, int rate, int block, rosin_error *error) {
  if (!s)
    return rosin_fail(error, "there is no scene");
  const rosin_model *m = s->model;
  const rosin_parameter *row = rosin_parameter_find(rosin_model_parameters(), "rate");
  unprepare(s);
  if (rate && rosin_parameter_check(row, NULL, rate, error))
    return -1;
  if (block < 1 || block > 1 << 20)
    return rosin_fail(error, "block: %d is out of range: 1 to %d frames", block, 1 << 20);
  s->rate = rate ? rate : (int)m->rate;
  s->channels = (int)m->channels;
  s->oversample = (int)m->oversample;
  s->block = block;
  if (build_network(s, error))
    return -1;
  const size_t channels = (size_t)s->channels;
  s->moving = rosin_moving_new(m, &s->built, rosin_scene_engine_rate(s), STRETCH);
  s->mix = calloc((size_t)m->outputs + 1, sizeof *s->mix);
  s->highpass = calloc((size_t)m->outputs + 1, sizeof *s->highpass);
  s->signal = calloc(STRETCH, sizeof *s->signal);
  s->mixed = calloc(STRETCH * channels, sizeof *s->mixed);
  s->stretch = calloc(STRETCH * channels, sizeof *s->stretch);
  s->fifo = calloc(((size_t)block + 2 * STRETCH) * channels, sizeof *s->fifo);
  if (s->oversample > 1)
    s->decimator = rosin_decimator_new(s->channels, s->oversample, STRETCH);
  if (!s->moving || !s->mix || !s->highpass || !s->signal || !s->mixed || !s->stretch || !s->fifo ||
      (s->oversample > 1 && !s->decimator)) {
    unprepare(s);
    rosin_fail(error, "out of memory for the scene");
    return -1;
  }
  set_mix(s);
  find_latency(s);
  heed_bows(s);
  rosin_network_reset(s->built.network); /* as a rewind begins */
  return 0;
}

static void filter(highpass *h, const double *in, double *out, int frames) {
  if (h->pole == 1) {
    memcpy(out, in, (size_t)frames * sizeof *out);
    return;
  }
  for (int i = 0; i < frames; i++) {
    h->out = h->pole * h->out + h->gain * (in[i] - h->in);
    h->in = in[i];
    out[i] = h->out;
  }
}

static void mix_outputs(rosin_scene *s, int frames, float *out) {
  const int channels = s->channels;
  double level[STRETCH];
  memset(s->mixed, 0, (size_t)(frames * channels) * sizeof *s->mixed);
  rosin_moving_level(s->moving, level, frames);
  for (int o = 0; o < s->model->outputs; o++) {
    filter(&s->highpass[o], rosin_network_read(s->built.network, s->built.signal[o]), s->signal,
           frames);
    for (int i = 0; !s->model->output[o].raw && i < frames; i++)
      s->signal[i] *= level[i];
    for (int c = 0; c < channels; c++)
      if (s->mix[o][c] != 0)
        for (int i = 0; i < frames; i++)
          s->mixed[i * channels + c] += s->mix[o][c] * s->signal[i];
  }
  for (int i = 0; i < frames * channels; i++)
    out[i] = (float)s->mixed[i];
}

/* Run `frames` (up to STRETCH) engine samples and mix them. */
static void run(rosin_scene *s, int frames, float *out) {
  rosin_moving_gestures(s->moving, s->done, frames);
  if (s->driver)
    s->driver(s->driver_context, s->done, frames);
  rosin_moving_ramps(s->moving, frames);
  rosin_network_process(s->built.network, frames);
  mix_outputs(s, frames, out);
  if (s->tap)
    s->tap(s->tap_context, s->built.network, s->done, frames);
  s->done += frames;
}

int rosin_scene_stretch(const rosin_scene *s) {
  return s->oversample == 1 && !s->driver ? STRETCH / 2 : STRETCH;
}

long long rosin_scene_made(const rosin_scene *s) {
  return s->done;
}

int rosin_scene_latency(const rosin_scene *s) {
  return s->latency;
}

int rosin_scene_step(rosin_scene *s, float *out) {
  const int samples = rosin_scene_stretch(s);
  run(s, samples, s->decimator ? s->stretch : out);
  return s->decimator ? rosin_decimator_push(s->decimator, s->stretch, out) : samples;
}

/* Number `key` of the controls of one thing, or NULL. */
static double *find_number(rosin_model_control *control, int count, const char *key) {
  for (int i = 0; i < count; i++) {
    const size_t length = strlen(control[i].row->name);
    if (strncmp(key, control[i].row->name, length) == 0 && (!key[length] || key[length] == '.'))
      return rosin_gesture_number(&control[i].gesture, key + length + !!key[length]);
  }
  return NULL;
}

static int set_law(rosin_scene *s, int contact, const char *key, double value) {
  rosin_model_contact *c = &s->model->contact[contact];
  for (int k = 0; k < c->parameters; k++)
    if (strcmp(c->row[k]->name, key) == 0) {
      c->value[k] = value;
      return rosin_contact_set(s->built.contact[contact], key, value, NULL);
    }
  return -1;
}

int rosin_scene_set_number(rosin_scene *s, const char *key, double value) {
  rosin_model *m = s->model;
  const size_t owner = strcspn(key, ".");
  const char *rest = key + owner + (key[owner] == '.');
  double *number = NULL;
  if (!s->built.network || owner >= ROSIN_MODEL_NAME)
    return -1;
#define IS(name) (strlen(name) == owner && memcmp(name, key, owner) == 0)
  for (int i = 0; i < m->bodies && !number; i++)
    if (IS(m->body[i].name))
      number = find_number(m->body[i].control, m->body[i].controls, rest);
  for (int i = 0; i < m->contacts && !number; i++)
    if (IS(m->contact[i].name)) {
      if (strncmp(rest, "law.", 4) == 0)
        return set_law(s, i, rest + 4, value);
      number = find_number(m->contact[i].control, m->contact[i].controls, rest);
    }
  for (int i = 0; i < m->links && !number; i++)
    if (IS(m->link[i].name))
      number = find_number(m->link[i].control, m->link[i].controls, rest);
#undef IS
  if (!number)
    return -1;
  *number = value;
  rosin_moving_renew(s->moving);
  rosin_scene_rewind(s);
  return 0;
}

void rosin_scene_rewind(rosin_scene *s) {
  if (!s || !s->built.network)
    return;
  rosin_model_start(s->model, s->built.network);
  rosin_network_reset(s->built.network);
  rosin_moving_start(s->moving);
  for (int i = 0; i < s->model->outputs; i++)
    s->highpass[i].in = s->highpass[i].out = 0;
  if (s->decimator)
    rosin_decimator_reset(s->decimator);
  s->waiting = 0;
  s->done = 0;
}

void rosin_scene_again(rosin_scene *s) {
  if (!s->built.network)
    return;
  rosin_moving_start(s->moving);
  s->done = 0;
}

int rosin_scene_macros(const rosin_scene *s) {
  return s ? s->model->macros : 0;
}

static int has_macro(const rosin_scene *s, int index) {
  return index >= 0 && index < rosin_scene_macros(s);
}

const rosin_parameter *rosin_scene_macro(const rosin_scene *s, int index) {
  return has_macro(s, index) ? &s->model->macro[index].row : NULL;
}

double rosin_scene_macro_value(const rosin_scene *s, int index) {
  return has_macro(s, index) ? s->model->macro[index].value : (double)NAN;
}

int rosin_scene_macro_live(const rosin_scene *s, int index) {
  return has_macro(s, index) && rosin_macro_live(&s->model->macro[index]);
}

static int turn_macro(rosin_scene *s, rosin_macro *m, double value, rosin_error *error) {
  if (!isfinite(value))
    return rosin_fail(error, "%.100s: must be a finite number", m->name);
  if (!rosin_macro_live(m))
    return rosin_fail(error,
                      "%.60s: what it sets is fixed while the scene sounds; set it as the scene is "
                      "loaded (-s %.60s=%g)",
                      m->name, m->name, value);
  m->value = fmin(fmax(value, m->row.low), m->row.high);
  if (s->moving)
    rosin_moving_aim(s->moving);
  return 0;
}

int rosin_scene_ramp_add(rosin_scene *s, const char *name, rosin_error *error) {
  const int control = s->built.network ? rosin_network_control(s->built.network, name) : -1;
  if (control < 0)
    return rosin_fail(error, "there is no control '%.100s'", name);
  const int ramp = rosin_moving_ramp_add(s->moving, control);
  return ramp < 0 ? rosin_fail(error, "out of memory for the scene") : ramp;
}

void rosin_scene_ramp(rosin_scene *s, int index, double target) {
  if (s->moving)
    rosin_moving_ramp(s->moving, index, target);
}

void rosin_scene_ramp_jump(rosin_scene *s, int index, double value) {
  if (s->moving)
    rosin_moving_ramp_jump(s->moving, index, value);
}

void rosin_scene_ramps_begin(rosin_scene *s) {
  if (s->moving)
    rosin_moving_ramps_begin(s->moving);
}

void rosin_scene_set_driver(rosin_scene *s, rosin_scene_driver driver, void *context) {
  s->driver = driver;
  s->driver_context = context;
}

rosin_contact *rosin_scene_contact(rosin_scene *s, const char *name) {
  for (int i = 0; i < s->model->contacts && i < s->built.contacts; i++)
    if (strcmp(s->model->contact[i].name, name) == 0)
      return s->built.contact[i];
  return NULL;
}

void rosin_scene_hold(rosin_scene *s, int control, double value) {
  if (!s->moving)
    return;
  rosin_moving_take(s->moving, control);
  rosin_network_hold(s->built.network, control, value);
}

void rosin_scene_give_back(rosin_scene *s, int control) {
  if (s->moving)
    rosin_moving_give_back(s->moving, control);
}

int rosin_scene_control(rosin_scene *s, const char *name, double value, rosin_error *error) {
  if (!s || !name)
    return rosin_fail(error, "a control needs a scene and a name");
  const int macro = rosin_macro_find(s->model->macro, s->model->macros, name);
  if (macro >= 0)
    return turn_macro(s, &s->model->macro[macro], value, error);
  const int control = s->built.network ? rosin_network_control(s->built.network, name) : -1;
  if (control < 0)
    return rosin_fail(error, "there is no control '%.100s'", name);
  if (!isfinite(value))
    return rosin_fail(error, "%.100s: must be a finite number", name);
  rosin_scene_hold(s, control, value);
  return 0;
}

/* Silence, and time stands still. */
static int refuse(const rosin_scene *s, int frames, float *out) {
  if (s && out && frames > 0)
    memset(out, 0, (size_t)frames * (size_t)rosin_scene_channels(s) * sizeof *out);
  return -1;
}

int rosin_scene_process(rosin_scene *s, int frames, float *out) {
  if (!s || !out || !s->built.network || frames < 1 || frames > s->block)
    return refuse(s, frames, out);
  const size_t channels = (size_t)s->channels;
  /* a driver moves once a stretch: these may not follow the caller's blocks */
  if (s->oversample == 1 && !s->driver && !s->waiting) {
    for (int at = 0; at < frames; at += STRETCH)
      run(s, frames - at < STRETCH ? frames - at : STRETCH, out + (size_t)at * channels);
    return 0;
  }
  while (s->waiting < frames) {
    float *next = s->fifo + (size_t)s->waiting * channels;
    run(s, STRETCH, s->decimator ? s->stretch : next);
    s->waiting += s->decimator ? rosin_decimator_push(s->decimator, s->stretch, next) : STRETCH;
  }
  memcpy(out, s->fifo, (size_t)frames * channels * sizeof *out);
  s->waiting -= frames;
  memmove(s->fifo, s->fifo + (size_t)frames * channels,
          (size_t)s->waiting * channels * sizeof *s->fifo);
  return 0;
}
