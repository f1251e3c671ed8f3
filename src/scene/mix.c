/* SPDX-License-Identifier: BSD-3-Clause */
/* What a scene's outputs give, high-passed, panned or placed, as channels. */
#include "maths/maths.h"
#include "network/rest.h"
#include "pi.h"
#include "scene/model/macros.h"
#include "scene/running.h"

#include <math.h>
#include <string.h>

/* Equal-power pan over the first two channels, or one channel. */
static void set_gains(rosin_scene *s, double engine_rate) {
  const rosin_model *m = s->model;
  for (int i = 0; i < m->outputs; i++) {
    const rosin_model_output *o = &m->output[i];
    const double c = rosin_tan(pi * fmin(o->highpass / engine_rate, 0.4));
    s->highpass[i] = (rosin_highpass){.pole = (1 - c) / (1 + c), .gain = 1 / (1 + c)};
    const double gain = o->raw ? 1 : o->gain * m->gain, angle = 0.25 * pi * (1 + o->pan);
    if (o->placed)
      continue;
    if (o->channel) {
      s->mix[i][o->channel - 1] = gain;
    } else {
      s->mix[i][0] = gain * rosin_cos(angle);
      s->mix[i][1] = gain * rosin_sin(angle);
    }
  }
}

/* What of the outputs is 100 dB below full scale, all together and as loud as the macros and a
 * plugin's level can make it: silence. As loud as it may become, since what stands still cannot
 * come back. */
static void set_silence(const rosin_scene *s) {
  static const double silent = 1e-5, level = 4; /* 12 dB */
  const rosin_model *m = s->model;
  const double most = level * rosin_macros_most_gain(m->macro, m->macros) * fmax(s->heard, 1);
  double gain = 0;
  for (int i = 0; i < m->outputs; i++)
    gain += m->output[i].raw ? 0 : fabs(m->output[i].gain * m->gain);
  for (int i = 0; i < m->outputs; i++)
    if (!m->output[i].raw)
      rosin_network_set_silence(s->built.network, s->built.signal[i],
                                silent / fmax(most * gain, 1e-12));
}

void rosin_mix_set(rosin_scene *s, double engine_rate) {
  set_gains(s, engine_rate);
  set_silence(s);
}

void rosin_scene_sides(rosin_scene *s, const double side[2]) {
  memcpy(s->side_to, side, sizeof s->side_to);
}

void rosin_mix_start(rosin_scene *s) {
  for (int i = 0; i < s->model->outputs; i++)
    s->highpass[i].in = s->highpass[i].out = 0;
  s->side[0] = s->side[1] = s->side_to[0] = s->side_to[1] = 1;
}

static void filter(rosin_highpass *h, const double *in, double *out, int frames) {
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

static void mix_sides(rosin_scene *s, int frames) {
  for (int c = 0; c < 2 && c < s->channels; c++) {
    const double from = s->side[c], step = (s->side_to[c] - from) / frames;
    for (int i = 0; (from != 1 || step != 0) && i < frames; i++)
      s->mixed[i * s->channels + c] *= from + step * (i + 1);
    s->side[c] = s->side_to[c];
  }
}

/* An output that has a place, by both microphones. */
static void hear_place(rosin_scene *s, int output, int frames) {
  const double gain = s->model->output[output].gain * s->model->gain;
  for (int i = 0; i < frames; i++)
    s->signal[i] *= gain;
  rosin_space_hear(s->space, output, s->signal, frames, s->mixed, s->channels);
}

void rosin_mix_outputs(rosin_scene *s, int frames, float *out) {
  const int channels = s->channels;
  double level[ROSIN_STRETCH];
  memset(s->mixed, 0, (size_t)(frames * channels) * sizeof *s->mixed);
  rosin_moving_level(s->moving, level, frames);
  rosin_moving_fade(s->moving, s->hushed, level, frames);
  const int changes = level[0] != 1 || level[frames - 1] != 1;
  for (int o = 0; o < s->model->outputs; o++) {
    filter(&s->highpass[o], rosin_network_read(s->built.network, s->built.signal[o]), s->signal,
           frames);
    for (int i = 0; changes && !s->model->output[o].raw && i < frames; i++)
      s->signal[i] *= level[i];
    if (s->model->output[o].placed)
      hear_place(s, o, frames);
    for (int c = 0; c < channels; c++)
      if (s->mix[o][c] != 0)
        for (int i = 0; i < frames; i++)
          s->mixed[i * channels + c] += s->mix[o][c] * s->signal[i];
  }
  if (s->model->outputs && !s->model->output[0].raw)
    mix_sides(s, frames);
  for (int i = 0; i < frames * channels; i++)
    out[i] = (float)s->mixed[i];
}
