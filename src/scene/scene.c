/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene that runs, without its layers: gestures into the network, signals mixed to channels. Time
 * is cut into stretches of ROSIN_STRETCH engine samples on the scene's own grid when
 * oversampled, so that the caller's block size changes nothing. */
#include "scene/scene.h"
#include "error.h"
#include "memory.h"
#include "modal/modal.h"
#include "network/heed.h"
#include "network/rest.h"
#include "scene/read/again.h"
#include "scene/running.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const rosin_model *rosin_scene_model(const rosin_scene *s) {
  return s->model;
}
void rosin_scene_loop(rosin_scene *s, double period) {
  s->model->period = period;
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
  return !s ? 0 : s->length > 0 ? s->length : s->model->duration;
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

int rosin_scene_stems(rosin_scene *s, rosin_error *error) {
  if (s->layers)
    return rosin_fail(error, "stems: the scene has layers; render each by itself");
  return rosin_model_stems(s->model, error);
}

int rosin_scene_probe(rosin_scene *s, int count, const char *const *names) {
  if (s->probe)
    return -1; /* once */
  s->probe = rosin_calloc((size_t)count + 1, sizeof *s->probe);
  for (int i = 0; s->probe && i < count; i++)
    if (!(s->probe[s->probes++] = rosin_strdup(names[i])))
      return -1;
  return s->probe ? 0 : -1;
}

static int is_heard(const rosin_scene *s, int signal) {
  int heard = 0;
  for (int i = 0; i < s->model->outputs + s->probes; i++)
    heard |= s->built.signal[i] == signal;
  return heard;
}

void rosin_scene_heed_probes(rosin_scene *s, int heeds) {
  const int probes = s->model->outputs, bows = probes + s->probes;
  for (int i = probes; i < bows; i++) {
    int needed = 0;
    for (int k = 0; k < bows + s->model->instrument.courses; k++)
      needed |= (k < probes || k >= bows) && s->built.signal[k] == s->built.signal[i];
    if (!needed)
      rosin_network_heed(s->built.network, s->built.signal[i], heeds);
  }
}

/* Bows are listened to by players alone. */
static void heed_bows(rosin_scene *s) {
  const int *signal = s->built.signal + s->model->outputs + s->probes;
  for (int i = 0; i < s->model->instrument.courses; i++)
    rosin_network_heed(s->built.network, signal[i], is_heard(s, signal[i]));
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
  rosin_space_free(s->space);
  s->driver = NULL;
  rosin_free(s->mix);
  rosin_free(s->highpass);
  rosin_free(s->signal);
  rosin_free(s->mixed);
  rosin_free(s->stretch);
  rosin_free(s->fifo);
  rosin_free(s->at_rest);
  rosin_listening_free(s);
  s->decimator = NULL;
  s->moving = NULL;
  s->space = NULL;
  s->mix = NULL;
  s->highpass = NULL;
  s->signal = s->mixed = NULL;
  s->stretch = s->fifo = s->at_rest = NULL;
  s->waiting = s->rested = 0;
  s->done = 0;
}

void rosin_alone_free(rosin_scene *s) {
  if (!s)
    return;
  unprepare(s);
  rosin_origin_free(s->source);
  rosin_model_free(s->model);
  for (int i = 0; i < s->probes; i++)
    rosin_free(s->probe[i]);
  rosin_free(s->probe);
  rosin_free(s->strikes);
  rosin_free(s);
}

/* The network, with signals of probes, of an instrument's bows, of what is watched. */
static int build_network(rosin_scene *s, rosin_error *error) {
  const rosin_model *m = s->model;
  const int courses = m->instrument.courses;
  const int strikes = s->strikes ? s->strikes->contacts : 0, all = s->probes + courses + strikes;
  const char **extra = rosin_calloc((size_t)all + 1, sizeof *extra);
  char(*bow)[2 * ROSIN_MODEL_NAME] = rosin_calloc((size_t)courses + 1, sizeof *bow);
  int failed = !extra || !bow;
  for (int i = 0; !failed && i < s->probes; i++)
    extra[i] = s->probe[i];
  for (int i = 0; !failed && i < courses; i++) {
    snprintf(bow[i], sizeof bow[i], "%s.velocity", m->instrument.course[i].bow);
    extra[s->probes + i] = bow[i];
  }
  for (int i = 0; !failed && i < strikes; i++)
    extra[s->probes + courses + i] = s->strikes->signal_name[i];
  failed = failed ? rosin_fail(error, "out of memory for the scene")
                  : rosin_model_build(m, rosin_scene_engine_rate(s), ROSIN_STRETCH, all, extra,
                                      &s->built, error);
  for (int i = 0; !failed && i < strikes; i++)
    s->strikes->signal[i] = s->built.signal[m->outputs + s->probes + courses + i];
  rosin_free(extra);
  rosin_free(bow);
  return failed;
}

/* By asking the decimator when it gives what, which is the same whatever it is given: from its
 * first frame on as many times as there are ways in which stretches and frames can meet. */
static void find_latency(rosin_scene *s) {
  long long made = 0;
  s->latency = 0;
  if (!s->decimator)
    return;
  memset(s->stretch, 0, ROSIN_STRETCH * (size_t)s->channels * sizeof *s->stretch);
  for (int k = 1, met = 0; met <= s->oversample; k++) {
    met += made > 0;
    made += rosin_decimator_push(s->decimator, s->stretch, s->fifo);
    const long long wanted = (ROSIN_STRETCH * k + s->oversample - 1) / s->oversample;
    if (wanted - made > s->latency)
      s->latency = (int)(wanted - made);
  }
  rosin_decimator_reset(s->decimator);
}

/* All that a stretch needs beside the network: 0, or -1 without memory. */
static int make_room(rosin_scene *s) {
  const double rate = rosin_scene_engine_rate(s);
  const size_t channels = (size_t)s->channels, outputs = (size_t)s->model->outputs + 1;
  s->moving = rosin_moving_new(s->model, &s->built, rate, ROSIN_STRETCH);
  s->space = rosin_space_new(s->model, rate, ROSIN_STRETCH);
  s->mix = rosin_calloc(outputs, sizeof *s->mix);
  s->highpass = rosin_calloc(outputs, sizeof *s->highpass);
  s->signal = rosin_calloc(ROSIN_STRETCH, sizeof *s->signal);
  s->mixed = rosin_calloc(ROSIN_STRETCH * channels, sizeof *s->mixed);
  s->stretch = rosin_calloc(ROSIN_STRETCH * channels, sizeof *s->stretch);
  s->at_rest = rosin_calloc(channels, sizeof *s->at_rest);
  s->fifo = rosin_calloc(((size_t)s->block + 2 * ROSIN_STRETCH) * channels, sizeof *s->fifo);
  if (s->oversample > 1)
    s->decimator = rosin_decimator_new(s->channels, s->oversample, ROSIN_STRETCH);
  const int whole = s->moving && s->space && s->mix && s->highpass && s->signal && s->mixed &&
                    s->stretch && s->at_rest && s->fifo;
  return whole && (s->oversample == 1 || s->decimator) ? 0 : -1;
}

void rosin_scene_sit(rosin_scene *s, double aside, double back, double deep) {
  s->model->space.aside = aside;
  s->model->space.back = back;
  s->model->space.deep = deep;
}

int rosin_alone_prepare(rosin_scene *s, int rate, int block, rosin_error *error) {
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
  const int failed = make_room(s) ? rosin_fail(error, "out of memory for the scene")
                                  : rosin_listening_prepare(s, error);
  if (failed) {
    unprepare(s);
    return -1;
  }
  rosin_mix_set(s, rosin_scene_engine_rate(s));
  rosin_mix_start(s);
  find_latency(s);
  heed_bows(s);
  rosin_network_reset(s->built.network); /* as a rewind begins */
  return 0;
}

static const double remembers = 0.5; /* s, the longest way from a source to a microphone and more */

/* For so long that no filter, no echo remembers what was before; its last frame stays. */
static int is_at_rest(const rosin_scene *s) {
  return s->rested >= remembers * rosin_scene_engine_rate(s);
}

/* The network has slept through these frames of the mix: for how long they have all been the same,
 * to the bit. */
static void note_rest(rosin_scene *s, int frames, const float *out) {
  int same = 1;
  for (int i = s->channels; i < frames * s->channels; i++)
    same &= out[i] == out[i % s->channels];
  s->rested = same ? s->rested + frames : 0;
  memcpy(s->at_rest, out + (frames - 1) * s->channels, (size_t)s->channels * sizeof *out);
}

/* The frame that stays is 0. */
static int is_silent(const rosin_scene *s) {
  int loud = 0;
  for (int c = 0; c < s->channels; c++)
    loud |= s->at_rest[c] != 0;
  return !loud;
}

int rosin_alone_rests(const rosin_scene *s) {
  return s->at_rest && is_at_rest(s) && is_silent(s) && rosin_network_sleeps(s->built.network);
}

static void stay(const rosin_scene *s, int frames, float *out) {
  if (is_silent(s)) {
    memset(out, 0, (size_t)(frames * s->channels) * sizeof *out);
    return;
  }
  for (int i = 0; i < frames; i++)
    for (int c = 0; c < s->channels; c++)
      out[i * s->channels + c] = s->at_rest[c];
}

/* After its tail nobody hears what still swings; what is in units of its own is read. */
static void say_who_hears(rosin_scene *s) {
  const int raw = s->model->outputs && s->model->output[0].raw;
  rosin_network_set_heard(s->built.network, raw || !rosin_moving_has_gone(s->moving, s->hushed));
}

/* What moves it, in its next samples. */
static void move(rosin_scene *s, int frames) {
  const int rests = is_at_rest(s);
  if (rests && !s->driver && rosin_moving_has_gone(s->moving, s->hushed)) {
    rosin_moving_pass(s->moving, frames);
    return;
  }
  if (!rests || rosin_moving_ended(s->moving) < 0) /* else nothing they move is driven */
    rosin_moving_gestures(s->moving, s->done, frames);
  if (s->driver) /* who plays it ends it */
    s->driver(s->driver_context, s->done, frames);
  else
    rosin_moving_let_go(s->moving, s->done, frames);
}

/* Run `frames` (up to ROSIN_STRETCH) engine samples and mix them. */
static void run(rosin_scene *s, int frames, float *out) {
  move(s, frames);
  rosin_moving_ramps(s->moving, frames);
  if (s->intake)
    rosin_listening_drive(s, frames);
  say_who_hears(s);
  rosin_network_process(s->built.network, frames);
  const int sleeps = rosin_network_sleeps(s->built.network);
  if (!sleeps)
    s->rested = 0;
  if (!is_at_rest(s)) {
    rosin_mix_outputs(s, frames, out);
    if (sleeps)
      note_rest(s, frames, out);
  } else {
    double level[ROSIN_STRETCH];
    rosin_moving_level(s->moving, level, frames); /* it goes on its way unheard */
    if (!s->decimator)
      stay(s, frames, out);
  }
  if (s->tap)
    s->tap(s->tap_context, s->built.network, s->done, frames);
  if (s->strikes)
    rosin_strikes_look(s->strikes, s->built.network, frames,
                       s->origin + (double)s->done / rosin_scene_engine_rate(s),
                       rosin_scene_engine_rate(s));
  s->done += frames;
}

int rosin_scene_stretch(const rosin_scene *s) {
  return s->oversample == 1 && !s->driver ? ROSIN_STRETCH / 2 : ROSIN_STRETCH;
}

long long rosin_scene_made(const rosin_scene *s) {
  return s->done;
}

int rosin_scene_latency(const rosin_scene *s) {
  return s->latency;
}

/* So many engine samples (64 where there is a decimator) as frames; how many. */
static int make(rosin_scene *s, int samples, float *out) {
  run(s, samples, s->decimator ? s->stretch : out);
  if (s->decimator && is_at_rest(s) && samples % s->oversample == 0) {
    stay(s, samples / s->oversample, out); /* what it has within is all the same, and stays */
    return samples / s->oversample;
  }
  return s->decimator ? rosin_decimator_push(s->decimator, s->stretch, out) : samples;
}

int rosin_alone_step(rosin_scene *s, float *out) {
  return make(s, rosin_scene_stretch(s), out);
}

/* Banks that macros have moved are made as if the scene were built so; or as nearly as may be. */
static void remake(rosin_scene *s) {
  s->unlike = 0;
  for (int i = 0; i < s->model->bodies; i++) {
    const int again =
        rosin_model_again(s->model, i, ROSIN_MODE_HIGHEST * rosin_scene_engine_rate(s));
    const rosin_model_body *b = &s->model->body[i];
    s->unlike |= again < 0;
    if (again > 0)
      rosin_modal_remake(s->built.body[i], b->mode, b->load, &b->made);
  }
}

void rosin_alone_rewind(rosin_scene *s) {
  if (!s || !s->built.network)
    return;
  remake(s);
  rosin_moving_untranspose(s->moving);
  rosin_model_start(s->model, s->built.network);
  rosin_moving_start(s->moving);
  rosin_network_reset(s->built.network); /* what macros hold is there from the first sample on */
  rosin_space_reset(s->space);
  if (s->decimator)
    rosin_decimator_reset(s->decimator);
  rosin_moving_stay(s->moving, (double)INFINITY);
  rosin_mix_start(s);
  rosin_listening_start(s);
  s->still = 0;
  s->waiting = 0;
  s->done = 0;
  s->rested = 0;
}

void rosin_alone_again(rosin_scene *s) {
  if (!s->built.network)
    return;
  rosin_moving_resume(s->moving);
  rosin_moving_start(s->moving);
  s->still = 0;
  s->done = 0;
}

/* Silence, and time stands still. */
static int refuse(const rosin_scene *s, int frames, float *out) {
  if (s && out && frames > 0)
    memset(out, 0, (size_t)frames * (size_t)rosin_scene_channels(s) * sizeof *out);
  return -1;
}

int rosin_alone_process(rosin_scene *s, int frames, float *out) {
  if (!s || !out || !s->built.network || frames < 1 || frames > s->block)
    return refuse(s, frames, out);
  const size_t channels = (size_t)s->channels;
  /* a driver moves once a stretch: these may not follow the caller's blocks */
  if (s->oversample == 1 && !s->driver && !s->waiting) {
    for (int at = 0; at < frames; at += ROSIN_STRETCH)
      run(s, frames - at < ROSIN_STRETCH ? frames - at : ROSIN_STRETCH,
          out + (size_t)at * channels);
    return 0;
  }
  while (s->waiting < frames)
    s->waiting += make(s, ROSIN_STRETCH, s->fifo + (size_t)s->waiting * channels);
  memcpy(out, s->fifo, (size_t)frames * channels * sizeof *out);
  s->waiting -= frames;
  memmove(s->fifo, s->fifo + (size_t)frames * channels,
          (size_t)s->waiting * channels * sizeof *s->fifo);
  return 0;
}
