/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/render/input.h"
#include "error.h"
#include "host/common/options.h"
#include "scene/scene.h"
#include "sound/sound_file.h"

#include <stdlib.h>

enum { CALL = 1024, MOST = 1 << 28 /* samples */ };

struct rosin_render_input {
  rosin_sound_info info;
  float *samples;        /* [channels][frames] */
  const float **channel; /* [channels] into these */
};

/* What ends before it said is damaged, and no shorter sound. */
static int read_all(rosin_render_input *in, rosin_sound_source *from, const char *path,
                    rosin_error *error) {
  const int channels = in->info.channels;
  double *call = malloc((size_t)CALL * (size_t)channels * sizeof *call);
  long long at = 0;
  for (int now; call && (now = rosin_sound_read(from, call, CALL)) > 0; at += now)
    for (int i = 0; i < now && at + i < in->info.frames; i++)
      for (int k = 0; k < channels; k++)
        in->samples[k * in->info.frames + at + i] = (float)call[i * channels + k];
  free(call);
  if (!call)
    return rosin_fail(error, "%.300s: out of memory", path);
  return at >= in->info.frames
             ? 0
             : rosin_fail(error, "%.300s: only %lld of its %lld frames can be read", path, at,
                          in->info.frames);
}

static int make_room(rosin_render_input *in) {
  const size_t channels = (size_t)in->info.channels, frames = (size_t)in->info.frames;
  in->samples = calloc(channels * frames + 1, sizeof *in->samples);
  in->channel = calloc(channels, sizeof *in->channel);
  for (size_t k = 0; in->samples && in->channel && k < channels; k++)
    in->channel[k] = in->samples + k * frames;
  return in->samples && in->channel ? 0 : -1;
}

rosin_render_input *rosin_render_input_read(const char *path, rosin_error *error) {
  rosin_render_input *in = calloc(1, sizeof *in);
  rosin_sound_source *from = in ? rosin_sound_open(path, &in->info, error) : NULL;
  int failed = !from;
  if (!in)
    rosin_fail(error, "out of memory");
  else if (from && (in->info.frames > MOST / in->info.channels || in->info.frames < 1))
    failed = rosin_fail(error, "%.300s: has %lld frames of %d channels: 1 to %d samples", path,
                        in->info.frames, in->info.channels, MOST);
  if (!failed && make_room(in))
    failed = rosin_fail(error, "%.300s: out of memory", path);
  failed = failed || read_all(in, from, path, error);
  rosin_sound_close(from);
  if (!failed)
    return in;
  rosin_render_input_free(in);
  return NULL;
}

void rosin_render_input_free(rosin_render_input *in) {
  if (in) {
    free(in->samples);
    free(in->channel);
  }
  free(in);
}

int rosin_render_input_rate(const rosin_render_input *in) {
  return in->info.rate;
}

double rosin_render_input_duration(const rosin_render_input *in) {
  return (double)in->info.frames / in->info.rate;
}

void rosin_render_input_want(rosin_core *core, const rosin_scene *scene) {
  rosin_core_add_input(core);
  rosin_core_put(core, rosin_core_find(core, "input"), rosin_scene_model(scene)->input.kind);
}

void rosin_render_input_play(const rosin_render_input *in, rosin_core *core) {
  rosin_core_hear(core, in->channel, in->info.channels, (int)in->info.frames);
}

void rosin_render_input_warn(const char *path, const rosin_core *core) {
  const long long unfit = rosin_core_unfit(core);
  if (unfit)
    rosin_tell("rosin: warning: %s: %lld samples are no numbers, and were taken for silence", path,
               unfit);
}
