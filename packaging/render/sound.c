/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene into its file, as `rosin render` plays it: by its gestures, a file of notes or a sound.
 */
#include "core/core.h"
#include "format.h"
#include "host/common/warn.h"
#include "player/play/performance.h"
#include "scene/model/model.h"
#include "scene/scene.h"
#include "scene/sound/wav.h"
#include "wav.h"
#include "wish.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, HEARD = 8 };
static const double longest_ring = 30, longest_input = 10; /* s, after the last note or sound */

/* All that is open for one of them. */
typedef struct {
  const wish *w;
  rosin_scene *scene;
  rosin_core *core;
  rosin_performance *performance;
  float *heard[HEARD];
  int hears, frames, rate; /* channels, frames and Hz of what is heard */
  rosin_left_out refused;
  rosin_error error;
} rendering;

static int fail(rendering *r, const char *text) {
  snprintf(r->error.text, sizeof r->error.text, "%s", text);
  return -1;
}

/* ---- a sound that drives it ----------------------------------------------------------------- */

static int hear_channel(rendering *r, FILE *file, int channel) {
  rosin_gesture in = {0};
  rewind(file);
  const int status = rosin_wav_read(&in, file, r->w->input, channel, &r->error);
  float *to = status == 0 && in.count > 0 ? malloc(sizeof *to * (size_t)in.count) : NULL;
  for (int i = 0; to && i < in.count; i++)
    to[i] = (float)in.value[i];
  if (to) {
    r->heard[r->hears++] = to;
    r->frames = in.count;
    r->rate = (int)in.rate;
  }
  rosin_gesture_free(&in);
  return to ? 0 : status ? -1 : fail(r, "out of memory");
}

/* All channels, or none: what cannot be heard of one is an error, not its end. */
static int hear_all(rendering *r) {
  FILE *file = fopen(r->w->input, "rb");
  const int channels = file ? rosin_wav_channels(file, r->w->input, &r->error) : 0;
  int status = !file ? fail(r, "cannot be read") : channels < 0 ? -1 : 0;
  if (channels > HEARD) {
    char why[64];
    snprintf(why, sizeof why, "has %d channels; 1 to %d are heard", channels, HEARD);
    status = fail(r, why);
  }
  for (int k = 1; status == 0 && k <= channels; k++)
    status = hear_channel(r, file, k);
  if (file)
    fclose(file);
  if (status)
    return -1;
  return r->w->rate > 0 && r->w->rate != r->rate ? fail(r, "is at another rate than -r") : 0;
}

/* ---- who plays ------------------------------------------------------------------------------ */

static int open_core(rendering *r) {
  const int nobody = r->w->input && rosin_player_strings(r->scene);
  if (r->w->midi && !rosin_player_strings(r->scene) && !rosin_keyboard_is(r->scene))
    return fail(r, "--midi: it has no notes here; `rosin render` plays effects by keys");
  if (r->w->seconds > 0)
    rosin_scene_set_duration(r->scene, r->w->seconds);
  r->core = rosin_core_over(r->scene, r->w->midi ? 1 : nobody, 1, &r->error);
  if (!r->core || (rosin_core_takes_notes(r->core) &&
                   rosin_core_settings(r->core, r->w->players, r->w->player, &r->error)))
    return -1;
  if (r->w->input) {
    rosin_core_add_input(r->core);
    rosin_core_put(r->core, rosin_core_find(r->core, "input"),
                   rosin_scene_model(r->scene)->input.kind);
  }
  if (!r->rate)
    r->rate = r->w->rate > 0 ? (int)r->w->rate : rosin_scene_rate(r->scene);
  return rosin_core_prepare(r->core, r->rate, &r->error);
}

static int begin_notes(rendering *r) {
  rosin_error warning;
  const rosin_performance_spec spec = {.midi = r->w->midi,
                                       .scale = r->w->scale,
                                       .controls = r->w->controls,
                                       .keys = rosin_core_keys(r->core),
                                       .takes = rosin_core_takes_notes(r->core),
                                       .ring = fmin(rosin_core_tail(r->core), longest_ring),
                                       .whole = r->w->seconds <= 0,
                                       .refused = &r->refused};
  r->performance =
      rosin_performance_new(r->scene, rosin_core_player(r->core), &spec, &warning, &r->error);
  if (*warning.text)
    complain("warning", warning.text);
  return r->performance ? 0 : -1;
}

static void begin_sound(rendering *r) {
  const double rings =
      (double)r->frames / r->rate + fmin(rosin_scene_tail(r->scene), longest_input);
  if (r->w->seconds <= 0)
    rosin_scene_set_duration(r->scene, rosin_core_is_instrument(r->core)
                                           ? rings
                                           : fmax(rosin_scene_duration(r->scene), rings));
  rosin_core_hear(r->core, (const float *const *)r->heard, r->hears, r->frames);
}

/* ---- the file ------------------------------------------------------------------------------- */

static int write_all(rendering *r, FILE *file, long long frames) {
  const int channels = rosin_core_channels(r->core);
  float *out = malloc(sizeof *out * BLOCK * (size_t)channels);
  int failed = !out || wav_begin(file, (uint32_t)r->rate, (uint32_t)channels, (uint32_t)frames);
  rosin_core_pass_latency(r->core);
  for (long long done = 0; !failed && done < frames; done += BLOCK) {
    const int now = frames - done < BLOCK ? (int)(frames - done) : BLOCK;
    rosin_core_process_frames(r->core, out, now);
    failed = wav_write(file, out, now * channels);
  }
  free(out);
  return failed;
}

/* What is whole gets its name, in place of what had it. */
static int take_name(const char *whole, const char *name) {
#ifdef _WIN32
  remove(name); /* there a name is not taken over */
#endif
  return rename(whole, name);
}

static int write_file(rendering *r) {
  char whole[4096];
  const long long frames = llround(rosin_scene_duration(r->scene) * r->rate);
  if (wav_is_too_long((double)frames, rosin_core_channels(r->core)))
    return fail(r, "more than a WAV file holds, 4 GiB: a shorter -d");
  if (snprintf(whole, sizeof whole, "%s.part", r->w->file) >= (int)sizeof whole)
    return fail(r, "-o: a name that is too long");
  FILE *file = fopen(whole, "wb");
  if (!file)
    return complain(r->w->file, "cannot be written");
  const int failed = write_all(r, file, frames);
  if ((fclose(file) != 0) | failed || take_name(whole, r->w->file)) {
    remove(whole);
    return complain(r->w->file, "cannot be written whole");
  }
  return 0;
}

/* What the command warns of, too. */
static void warn(const rendering *r) {
  const rosin_left_out *left = r->performance ? rosin_performance_left(r->performance) : NULL;
  const rosin_statistics solver = rosin_network_statistics(rosin_scene_network(r->scene));
  const long long unfit = rosin_core_unfit(r->core);
  rosin_warn_rescued(&solver);
  rosin_warn_driving(rosin_scene_network(r->scene));
  if (left)
    rosin_warn_left_out(&left, 1);
  if (unfit)
    rosin_print(stderr,
                "rosin: warning: %s: %lld samples are no numbers, and were taken for silence\n",
                r->w->input, unfit);
}

int wish_render(const wish *w) {
  rendering r = {.w = w, .error = {"out of memory"}};
  char *errors = NULL;
  if (w->input && hear_all(&r)) {
    for (int k = 0; k < r.hears; k++)
      free(r.heard[k]);
    return complain(w->input, r.error.text);
  }
  r.scene = rosin_scene_load(w->scene, w->sets, w->set, &errors);
  int status = !r.scene                     ? complain(w->scene, errors ? errors : r.error.text)
               : open_core(&r)              ? -1
               : w->midi && begin_notes(&r) ? -1
                                            : 0;
  if (status == 0 && w->input)
    begin_sound(&r);
  status = status ? status : write_file(&r);
  if (status == 0)
    warn(&r);
  if (status < 0)
    complain(w->scene, r.error.text);
  rosin_text_free(errors);
  rosin_left_out_free(&r.refused);
  rosin_performance_free(r.performance);
  rosin_core_free(r.core);
  rosin_scene_free(r.scene);
  for (int k = 0; k < r.hears; k++)
    free(r.heard[k]);
  return status != 0;
}
