/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene that runs: gestures into the network, signals mixed to channels. Time
 * is cut into stretches of STRETCH engine samples on the scene's own grid when
 * oversampled, so that the caller's block size changes nothing. */
#include "scene/scene.h"
#include "error.h"
#include "scene/decimate.h"
#include "scene/embedded.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRETCH = 64 };

static const double EASE = 0.01; /* s, in which a macro gets most of its way */

static const double pi = 3.14159265358979323846;

/** A control whose value moves. */
typedef struct {
  int control;
  int taken;             /* held from outside instead */
  rosin_gesture gesture; /* borrows the model's arrays */
  double *values;        /* [STRETCH] */
  const void *source;    /* the model's control */
  /* what macros do to it: where it is going, where it is */
  rosin_macro_effect to;
  double scale, offset, rate;
  double at, before; /* rate: the gesture run through, its value one sample ago */
} moving;

/** A control that somebody moves from stretch to stretch. */
typedef struct {
  int control;
  double now, target;
  double values[STRETCH];
} ramp;

/** First-order highpass of an output, -3 dB at its corner; what a steady force on a
 *  bridge does not do to a microphone. */
typedef struct {
  double pole, gain, in, out;
} highpass;

struct rosin_scene {
  rosin_model *model;
  rosin_built built;
  int rate, channels, oversample, movings;
  moving *moving;
  double *values;
  double (*mix)[ROSIN_MODEL_CHANNELS]; /* [outputs] gain to each channel */
  highpass *highpass;                  /* [outputs] */
  double *signal;                      /* [STRETCH] */
  double *mixed;                       /* [STRETCH * channels] */
  float *stretch, *fifo;
  int waiting; /* frames in fifo */
  rosin_decimator *decimator;
  long long done; /* engine samples */
  double ease;    /* share of the way that macros go in a sample */
  double level;   /* macros' factor on the gain, on its way to level_to */
  double level_to;
  ramp *ramp;
  int ramps;
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
  s->model->duration = seconds;
}
double rosin_scene_duration(const rosin_scene *s) {
  return s->model->duration;
}
int rosin_scene_rate(const rosin_scene *s) {
  return (int)s->model->rate;
}
int rosin_scene_channels(const rosin_scene *s) {
  return (int)s->model->channels;
}
rosin_network *rosin_scene_network(rosin_scene *s) {
  return s->built.network;
}

static char *read_file(const char *path, rosin_error *error) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t used = 0, room = 0;
  while (file && used < (1u << 24)) {
    if (used + 4096 > room) {
      room = 2 * room + 8192;
      char *grown = realloc(text, room);
      if (!grown)
        break;
      text = grown;
    }
    const size_t got = fread(text + used, 1, 4095, file);
    used += got;
    if (got == 0)
      break;
  }
  const int failed = !file || ferror(file) || !text;
  if (failed && error)
    snprintf(error->text, sizeof error->text, "%.400s: %s", path,
             errno ? strerror(errno) : "cannot be read");
  if (file)
    fclose(file);
  if (!failed) {
    text[used] = 0;
    return text;
  }
  free(text);
  return NULL;
}

char *rosin_scene_text(const char *name, rosin_error *error) {
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    if (strcmp(e->name, name) == 0)
      return strdup(e->text);
  errno = 0;
  char *text = read_file(name, error);
  if (!text && error && errno == ENOENT && !strchr(name, '/') && !strchr(name, '.'))
    snprintf(error->text, sizeof error->text,
             "%.400s: no embedded scene of this name (see `rosin scenes`), and no such file", name);
  return text;
}

static void folder_of(const char *path, char *folder, size_t size) {
  const char *slash = strrchr(path, '/');
  snprintf(folder, size, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
  if (slash == path)
    snprintf(folder, size, "/");
}

rosin_scene *rosin_scene_read(const char *text, const char *name, int count,
                              const char *const *overrides, char **errors) {
  char folder[1024];
  folder_of(name, folder, sizeof folder);
  rosin_scene *s = calloc(1, sizeof *s);
  if (s)
    s->model = rosin_model_read(text, name, folder, count, overrides, errors);
  if (s && s->model)
    return s;
  free(s);
  return NULL;
}

rosin_scene *rosin_scene_load(const char *name, int count, const char *const *overrides,
                              char **errors) {
  rosin_error error;
  char *text = rosin_scene_text(name, &error);
  if (!text) {
    if (errors && (*errors = malloc(sizeof error.text + 1)))
      snprintf(*errors, sizeof error.text + 1, "%s\n", error.text);
    return NULL;
  }
  rosin_scene *s = rosin_scene_read(text, name, count, overrides, errors);
  free(text);
  return s;
}

int rosin_scene_stems(rosin_scene *s, rosin_error *error) {
  return rosin_model_stems(s->model, error);
}

int rosin_scene_probe(rosin_scene *s, int count, const char *const *names) {
  s->probe = calloc((size_t)count + 1, sizeof *s->probe);
  for (int i = 0; s->probe && i < count; i++)
    if (!(s->probe[s->probes++] = strdup(names[i])))
      return -1;
  return s->probe ? 0 : -1;
}

int rosin_scene_bow_signal(const rosin_scene *s, int index) {
  return s->built.signal[s->model->outputs + s->probes + index];
}

int rosin_scene_probe_signal(const rosin_scene *s, int index) {
  return s->built.signal[s->model->outputs + index];
}

static void unprepare(rosin_scene *s) {
  rosin_built_free(&s->built);
  rosin_decimator_free(s->decimator);
  free(s->moving);
  free(s->ramp);
  s->ramp = NULL;
  s->ramps = 0;
  s->driver = NULL;
  free(s->values);
  free(s->mix);
  free(s->highpass);
  free(s->signal);
  free(s->mixed);
  free(s->stretch);
  free(s->fifo);
  s->decimator = NULL;
  s->moving = NULL;
  s->values = NULL;
  s->mix = NULL;
  s->highpass = NULL;
  s->signal = s->mixed = NULL;
  s->stretch = s->fifo = NULL;
  s->movings = s->waiting = 0;
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

static void note_moving(rosin_scene *s, const rosin_model_control *control, int count,
                        const char *name) {
  char key[2 * ROSIN_MODEL_NAME];
  for (int i = 0; i < count; i++) {
    const rosin_model *m = s->model;
    const rosin_macro_effect to = rosin_macros_on_control(m->macro, m->macros, &control[i]);
    if (control[i].gesture.kind == ROSIN_GESTURE_CONSTANT && !to.touched)
      continue;
    snprintf(key, sizeof key, "%s.%s", name, control[i].row->name);
    if (s->moving)
      s->moving[s->movings] = (moving){.control = rosin_network_control(s->built.network, key),
                                       .gesture = control[i].gesture,
                                       .values = s->values + STRETCH * s->movings,
                                       .source = &control[i]};
    s->movings++;
  }
}

static void note_all(rosin_scene *s) {
  const rosin_model *m = s->model;
  s->movings = 0;
  for (int i = 0; i < m->bodies; i++)
    note_moving(s, m->body[i].control, m->body[i].controls, m->body[i].name);
  for (int i = 0; i < m->contacts; i++)
    note_moving(s, m->contact[i].control, m->contact[i].controls, m->contact[i].name);
  for (int i = 0; i < m->links; i++)
    note_moving(s, m->link[i].control, m->link[i].controls, m->link[i].name);
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

/* Where a gesture and the macros on it are now. */
static double moved(const moving *m, double own) {
  return own * m->scale + m->offset;
}

/* Where macros send a control: at once, or on its way. */
static void aim(rosin_scene *s, moving *m, int at_once) {
  m->to = rosin_macros_on_control(s->model->macro, s->model->macros, m->source);
  m->to.scale *= m->to.value;
  if (!at_once)
    return;
  m->scale = m->to.scale;
  m->offset = m->to.offset;
  m->rate = m->to.rate;
}

static void aim_laws(rosin_scene *s) {
  const rosin_model *m = s->model;
  for (int i = 0; i < m->macros; i++)
    for (int k = 0; k < m->macro[i].targets; k++) {
      const rosin_macro_target *t = &m->macro[i].target[k];
      if (t->kind == ROSIN_TARGET_LAW)
        rosin_contact_set(
            s->built.contact[t->contact], m->contact[t->contact].row[t->parameter]->name,
            rosin_macros_on_law(m->macro, m->macros, t->contact, t->parameter, t->base), NULL);
    }
}

static void aim_all(rosin_scene *s, int at_once) {
  for (int k = 0; k < s->movings; k++)
    aim(s, &s->moving[k], at_once);
  s->level_to = rosin_macros_on_gain(s->model->macro, s->model->macros);
  if (at_once)
    s->level = s->level_to;
  aim_laws(s);
}

/* Macros as they stand, at time 0. */
static void start_macros(rosin_scene *s) {
  if (!s->model->macros) {
    s->level = s->level_to = 1;
    aim_all(s, 1);
    return;
  }
  aim_all(s, 1);
  for (int k = 0; k < s->movings; k++) {
    moving *m = &s->moving[k];
    m->at = m->before = rosin_gesture_at(&m->gesture, 0);
    if (m->to.touched)
      rosin_network_hold(s->built.network, m->control, moved(m, m->to.set ? 1 : m->at));
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

int rosin_scene_prepare(rosin_scene *s, int rate, int block, rosin_error *error) {
  const rosin_model *m = s->model;
  unprepare(s);
  s->rate = rate > 0 ? rate : (int)m->rate;
  s->channels = (int)m->channels;
  s->oversample = (int)m->oversample;
  if (block < 1 || block > 1 << 20) {
    rosin_fail(error, "block: %d is out of range: 1 to %d frames", block, 1 << 20);
    return -1;
  }
  if (build_network(s, error))
    return -1;
  note_all(s);
  const size_t channels = (size_t)s->channels;
  s->values = calloc((size_t)s->movings * STRETCH + 1, sizeof *s->values);
  s->moving = calloc((size_t)s->movings + 1, sizeof *s->moving);
  s->mix = calloc((size_t)m->outputs + 1, sizeof *s->mix);
  s->highpass = calloc((size_t)m->outputs + 1, sizeof *s->highpass);
  s->signal = calloc(STRETCH, sizeof *s->signal);
  s->mixed = calloc(STRETCH * channels, sizeof *s->mixed);
  s->stretch = calloc(STRETCH * channels, sizeof *s->stretch);
  s->fifo = calloc(((size_t)block + 2 * STRETCH) * channels, sizeof *s->fifo);
  if (s->oversample > 1)
    s->decimator = rosin_decimator_new(s->channels, s->oversample, STRETCH);
  if (!s->values || !s->moving || !s->mix || !s->highpass || !s->signal || !s->mixed ||
      !s->stretch || !s->fifo || (s->oversample > 1 && !s->decimator)) {
    unprepare(s);
    rosin_fail(error, "out of memory for the scene");
    return -1;
  }
  note_all(s);
  set_mix(s);
  s->ease = 1 - exp(-1 / (EASE * rosin_scene_engine_rate(s)));
  start_macros(s);
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
  for (int i = 0; i < frames; i++)
    level[i] = s->level += s->ease * (s->level_to - s->level);
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

/* A sample of a control that macros move. */
static double step_moved(moving *m, double own, double ease) {
  m->scale += ease * (m->to.scale - m->scale);
  m->offset += ease * (m->to.offset - m->offset);
  m->rate += ease * (m->to.rate - m->rate);
  m->at += m->rate * (own - m->before);
  m->before = own;
  return moved(m, m->to.set ? 1 : m->at);
}

/* The values of the next samples. */
static void fill(const rosin_scene *s, moving *m, int frames) {
  const double rate = rosin_scene_engine_rate(s);
  for (int i = 0; i < frames; i++)
    m->values[i] = rosin_gesture_at(&m->gesture, (double)(s->done + i + 1) / rate);
  for (int i = 0; m->to.touched && i < frames; i++)
    m->values[i] = step_moved(m, m->values[i], s->ease);
}

static void move_ramp(rosin_network *n, ramp *r, int frames) {
  if (r->now == r->target) {
    rosin_network_hold(n, r->control, r->target);
    return;
  }
  for (int i = 0; i < frames; i++)
    r->values[i] = r->now + (r->target - r->now) * (i + 1) / frames;
  r->now = r->target;
  rosin_network_feed(n, r->control, r->values);
}

/* Run `frames` (up to STRETCH) engine samples and mix them. */
static void run(rosin_scene *s, int frames, float *out) {
  for (int k = 0; k < s->movings; k++)
    if (!s->moving[k].taken) {
      fill(s, &s->moving[k], frames);
      rosin_network_feed(s->built.network, s->moving[k].control, s->moving[k].values);
    }
  if (s->driver)
    s->driver(s->driver_context, s->done, frames);
  for (int k = 0; k < s->ramps; k++)
    move_ramp(s->built.network, &s->ramp[k], frames);
  rosin_network_process(s->built.network, frames);
  mix_outputs(s, frames, out);
  if (s->tap)
    s->tap(s->tap_context, s->built.network, s->done, frames);
  s->done += frames;
}

void rosin_scene_rewind(rosin_scene *s) {
  if (!s->built.network)
    return;
  rosin_model_start(s->model, s->built.network);
  rosin_network_reset(s->built.network);
  for (int k = 0; k < s->movings; k++) {
    s->moving[k].taken = 0;
    s->moving[k].gesture.next = 0;
  }
  start_macros(s);
  for (int i = 0; i < s->model->outputs; i++)
    s->highpass[i].in = s->highpass[i].out = 0;
  if (s->decimator)
    rosin_decimator_reset(s->decimator);
  s->waiting = 0;
  s->done = 0;
}

int rosin_scene_macros(const rosin_scene *s) {
  return s->model->macros;
}

const rosin_parameter *rosin_scene_macro(const rosin_scene *s, int index) {
  return index >= 0 && index < s->model->macros ? &s->model->macro[index].row : NULL;
}

double rosin_scene_macro_value(const rosin_scene *s, int index) {
  return index >= 0 && index < s->model->macros ? s->model->macro[index].value : NAN;
}

int rosin_scene_macro_live(const rosin_scene *s, int index) {
  return index >= 0 && index < s->model->macros && rosin_macro_live(&s->model->macro[index]);
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
  if (s->built.network)
    aim_all(s, 0);
  return 0;
}

int rosin_scene_ramp_add(rosin_scene *s, const char *name, rosin_error *error) {
  const int control = s->built.network ? rosin_network_control(s->built.network, name) : -1;
  if (control < 0)
    return rosin_fail(error, "there is no control '%.100s'", name);
  ramp *grown = realloc(s->ramp, ((size_t)s->ramps + 1) * sizeof *grown);
  if (!grown)
    return rosin_fail(error, "out of memory for the scene");
  s->ramp = grown;
  const double now = rosin_network_held(s->built.network, control);
  s->ramp[s->ramps] = (ramp){.control = control, .now = now, .target = now};
  for (int k = 0; k < s->movings; k++)
    s->moving[k].taken |= s->moving[k].control == control;
  return s->ramps++;
}

void rosin_scene_ramp(rosin_scene *s, int index, double target) {
  if (index >= 0 && index < s->ramps && isfinite(target))
    s->ramp[index].target = target;
}

void rosin_scene_ramp_jump(rosin_scene *s, int index, double value) {
  if (index < 0 || index >= s->ramps || !isfinite(value))
    return;
  s->ramp[index].now = s->ramp[index].target = value;
  rosin_network_jump(s->built.network, s->ramp[index].control, value);
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

int rosin_scene_control(rosin_scene *s, const char *name, double value, rosin_error *error) {
  const int macro = rosin_macro_find(s->model->macro, s->model->macros, name);
  if (macro >= 0)
    return turn_macro(s, &s->model->macro[macro], value, error);
  const int control = s->built.network ? rosin_network_control(s->built.network, name) : -1;
  if (control < 0)
    return rosin_fail(error, "there is no control '%.100s'", name);
  if (!isfinite(value))
    return rosin_fail(error, "%.100s: must be a finite number", name);
  for (int k = 0; k < s->movings; k++)
    if (s->moving[k].control == control)
      s->moving[k].taken = 1;
  rosin_network_hold(s->built.network, control, value);
  return 0;
}

void rosin_scene_process(rosin_scene *s, int frames, float *out) {
  const size_t channels = (size_t)s->channels;
  if (s->oversample == 1) {
    for (int at = 0; at < frames; at += STRETCH)
      run(s, frames - at < STRETCH ? frames - at : STRETCH, out + (size_t)at * channels);
    return;
  }
  while (s->waiting < frames) {
    run(s, STRETCH, s->stretch);
    s->waiting +=
        rosin_decimator_push(s->decimator, s->stretch, s->fifo + (size_t)s->waiting * channels);
  }
  memcpy(out, s->fifo, (size_t)frames * channels * sizeof *out);
  s->waiting -= frames;
  memmove(s->fifo, s->fifo + (size_t)frames * channels,
          (size_t)s->waiting * channels * sizeof *s->fifo);
}
