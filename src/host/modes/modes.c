/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin modes: a modal body out of a recorded knock, as a scene that plays it. */
#include "host/modes/modes.h"
#include "error.h"
#include "host/common/commands.h"
#include "host/common/outputs.h"
#include "host/common/plot.h"
#include "host/common/progress.h"
#include "host/common/stop.h"
#include "letters.h"
#include "modal/modal.h"
#include "modes/spectrum.h"
#include "pi.h"
#include "sound/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef rosin_modes_choices choices;
typedef rosin_modes_finding finding;

/* How well modes agree to have begun `late` before the first sample, all at the height of
 * their velocity, up or down. */
static double agreement(const finding *f, double late) {
  double sum = 0;
  for (int i = 0; i < f->modes; i++) {
    const rosin_knock_mode *m = &f->mode[i];
    const double w0 = 2 * pi * m->frequency, decay = log(1000) / m->t60;
    const double w = sqrt(fmax(w0 * w0 - decay * decay, 0));
    const double c = cos(m->phase - w * late - atan2(decay, w));
    sum += m->amplitude * m->amplitude * c * c;
  }
  return sum;
}

/* When they began: between the rise and just after the crest; turn phases back to it. */
static void find_origin(finding *f) {
  const double step = 2e-5;
  double best = -1;
  for (int i = 0; i * step <= f->knock.rise + 2e-3; i++) {
    const double late = f->knock.late + f->knock.rise - i * step, now = agreement(f, late);
    if (late >= 0 && now > best) {
      best = now;
      f->late = late;
    }
  }
  for (int i = 0; i < f->modes; i++)
    f->mode[i].phase -= 2 * pi * f->mode[i].frequency * f->late;
}

static int by_frequency(const void *a, const void *b) {
  const rosin_knock_mode *x = a, *y = b;
  return x->frequency < y->frequency ? -1 : x->frequency > y->frequency;
}

/* What the body of the scene does from `late` s after it was knocked: velocities that
 * all began at once. */
static double *resynthesise(const finding *f, double late) {
  double *y = calloc((size_t)f->knock.n, sizeof *y);
  for (int i = 0; y && i < f->modes; i++) {
    rosin_knock_mode m = f->mode[i];
    const double decay = log(1000) / m.t60, w = 2 * pi * m.frequency * late;
    m.phase = (cos(m.phase) < 0 ? pi : 0) + w + atan2(decay, 2 * pi * m.frequency);
    m.amplitude = rosin_modes_at_knock(f, &m) * exp(-decay * late);
    rosin_modes_synthesise(&m, 1, f->knock.rate, f->knock.n, 1, y);
  }
  return y;
}

/* Factor that keeps what the scene plays below 0.9: all modes begin at once there. 0, or -1
 * without memory. */
static int find_headroom(finding *f) {
  double *y = resynthesise(f, 0), peak = 0;
  for (int i = 0; y && i < f->knock.n; i++)
    peak = fmax(peak, fabs(y[i]));
  f->headroom = fmin(1, 0.9 / fmax(peak, 1e-9));
  const int status = y ? 0 : -1;
  free(y);
  return status;
}

/* 0, or an exit status after an error. */
typedef void writer(FILE *out, const finding *f, const choices *c, const rosin_modes_rubbed *r);

static int save_scene(const finding *f, const choices *c, const char *path, writer *write,
                      const rosin_modes_rubbed *rubbed) {
  char *temporary;
  rosin_stop_catch(); /* while there is a temporary file */
  FILE *out = rosin_temporary_stream(path, &temporary);
  if (out)
    write(out, f, c, rubbed);
  if (out && rosin_temporary_close(out, temporary, path) == 0)
    return 0;
  return rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", path, strerror(errno));
}

static int draw(const rosin_spectrum *a, const rosin_spectrum *b, const choices *c,
                rosin_error *error) {
  static rosin_plot plot; /* its texts make it large */
  plot = (rosin_plot){
      .x_label = "frequency (Hz)", .y_label = "level (dB)", .x.logarithmic = 1, .traces = 2};
  plot.trace[0].name = "recording";
  plot.trace[1].name = "its modes";
  snprintf(plot.title, sizeof plot.title, "%.140s", c->recording);
  const double top = 0.98 * a->width * a->bins, step = pow(2, 1 / 48.0);
  const double most = rosin_spectrum_peak(a, 20, top);
  const int points = (int)(log(top / 20) / log(step));
  int status = 0;
  for (int i = 0; i < points && status == 0; i++) {
    const double f = 20 * pow(step, i), next = f * step;
    status = rosin_plot_point(&plot, 0, f, fmax(rosin_spectrum_peak(a, f, next) - most, -110)) ||
             rosin_plot_point(&plot, 1, f, fmax(rosin_spectrum_peak(b, f, next) - most, -110));
  }
  status = status ? rosin_fail(error, "out of memory for a plot")
                  : rosin_plot_draw(&plot, c->plot, error);
  rosin_plot_free(&plot);
  return status;
}

/* Compare spectra, and draw them. */
static int compare(finding *f, const choices *c, rosin_error *error) {
  double *y = resynthesise(f, f->late);
  rosin_spectrum a = {0}, b = {0};
  int status = -1;
  if (!y || rosin_spectrum_make(f->knock.x, f->knock.n, f->knock.rate, &a) ||
      rosin_spectrum_make(y, f->knock.n, f->knock.rate, &b)) {
    rosin_fail(error, "out of memory for spectra");
  } else {
    f->difference = rosin_spectrum_difference(&a, &b);
    status = c->plot ? draw(&a, &b, c, error) : 0;
  }
  rosin_spectrum_free(&a);
  rosin_spectrum_free(&b);
  free(y);
  return status;
}

static void tell(const finding *f, const choices *c) {
  const rosin_knock *k = &f->knock;
  char which[64] = "";
  if (k->channels > 1)
    snprintf(which, sizeof which, " of channel %d (of %d)", k->channel, k->channels);
  rosin_tell("%s: knock%s at %.3f s, peak %.1f dBFS, %.2f s measured", c->recording, which, k->at,
             20 * log10(k->peak), (double)k->n / k->rate);
  if (k->clipped)
    rosin_tell("%s: %d samples are clipped; measured from %.0f ms after the knock on", c->recording,
               k->clipped, 1e3 * k->late);
  if (f->steady)
    rosin_tell("%s: %d steady tone%s left out, the loudest at %.1f Hz", c->recording, f->steady,
               f->steady > 1 ? "s" : "", f->steady_tone);
  const int modes = f->modes - f->noises;
  char noise[64] = "";
  if (f->noises)
    snprintf(noise, sizeof noise, " and %d for what is noise", f->noises);
  rosin_tell("%d mode%s%s; the fit leaves %.1f dB of the sound; third octaves differ by %.1f dB",
             modes, modes > 1 ? "s" : "", noise, f->left, f->difference);
  if (f->left > -6)
    rosin_complain(ROSIN_DONE, "warning: %s: most of it is noise, or does not ring in modes",
                   c->recording);
}

/* What does not fall by 1 dB in the time measured is a hum, not a mode. */
static void drop_steady(finding *f) {
  const double longest = 60.0 * f->knock.n / f->knock.rate;
  int kept = 0;
  for (int i = 0; i < f->modes; i++) { /* the loudest come first */
    if (f->mode[i].frequency > ROSIN_MODE_HIGHEST * ROSIN_RATE_HIGHEST)
      continue; /* no scene can play it */
    if (f->mode[i].t60 < longest)
      f->mode[kept++] = f->mode[i];
    else if (f->steady++ == 0)
      f->steady_tone = f->mode[i].frequency;
  }
  f->modes = kept;
}

/* What the modes leave, and falls with them, as modes too; before that the knock's origin, which
 * only modes tell. 0, or -1 without memory. */
static int find_noise(finding *f, const choices *c) {
  double *rest = c->each ? malloc((size_t)f->knock.n * sizeof *rest + 8) : NULL;
  if (rest) {
    memcpy(rest, f->knock.x, (size_t)f->knock.n * sizeof *rest);
    rosin_modes_synthesise(f->mode, f->modes, f->knock.rate, f->knock.n, -1, rest);
    f->noises =
        rosin_modes_rest(f->knock.x, rest, f->knock.n, f->knock.rate, c->each, f->mode + f->modes);
  }
  free(rest);
  find_origin(f);
  if ((c->each && !rest) || f->noises < 0)
    return -1;
  f->modes += f->noises;
  return 0;
}

static void draw_progress(void *progress, double share) {
  rosin_progress_draw(progress, share);
}

static int estimate_modes(finding *f, const choices *c) {
  rosin_progress progress;
  const rosin_modes_watch watch = {draw_progress, &progress};
  rosin_progress_start(&progress);
  f->modes = rosin_modes_estimate(f->knock.x, f->knock.n, f->knock.rate, c->most, f->mode, &f->left,
                                  &watch);
  rosin_progress_end(&progress);
  return f->modes < 0 ? rosin_complain(ROSIN_FAILURE, "%s: out of memory", c->recording) : 0;
}

/* Say how it may be rubbed, and write that, or an instrument of it. 0, or an exit status. */
static int rub(const finding *f, const choices *c) {
  rosin_modes_rubbed rubbed;
  const int status = rosin_modes_rub(f, c, &rubbed);
  if (status || !rubbed.surface)
    return status;
  if (c->keys && f->noises == f->modes)
    return rosin_complain(ROSIN_FAILURE, "%s: nothing of it is a tone; %s is not written",
                          c->recording, c->keys);
  if (c->rub && save_scene(f, c, c->rub, rosin_modes_write, &rubbed))
    return ROSIN_FAILURE;
  return c->keys ? save_scene(f, c, c->keys, rosin_modes_write_keys, &rubbed) : 0;
}

static int estimate(finding *f, const choices *c) {
  rosin_error error;
  const int failed = rosin_knock_read(c->recording, c->channel, &f->knock, &error);
  if (failed)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  if (estimate_modes(f, c))
    return ROSIN_FAILURE;
  if (f->modes > 0)
    drop_steady(f);
  if (f->modes == 0)
    return rosin_complain(ROSIN_FAILURE,
                          "%s: no mode that decays stands out of the noise after %.3f s",
                          c->recording, f->knock.at);
  qsort(f->mode, (size_t)f->modes, sizeof *f->mode, by_frequency);
  if (find_noise(f, c))
    return rosin_complain(ROSIN_FAILURE, "%s: out of memory", c->recording);
  if (find_headroom(f))
    return rosin_complain(ROSIN_FAILURE, "%s: out of memory", c->recording);
  if (compare(f, c, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  if (c->output && save_scene(f, c, c->output, rosin_modes_write, NULL))
    return ROSIN_FAILURE;
  if (!c->output)
    rosin_modes_write(stdout, f, c, NULL);
  tell(f, c);
  return c->rub || c->keys ? rub(f, c) : ROSIN_DONE;
}

static int good_name(const char *name) {
  if (!rosin_is_letter(*name) || strlen(name) > 60)
    return 0;
  for (; *name; name++)
    if (!rosin_is_letter_or_digit(*name) && *name != '_' && *name != '-')
      return 0;
  return 1;
}

/* What was asked for, checked. -1 to go on, or an exit status. */
static int parse(int count, char **words, choices *c) {
  const char *most_text = NULL, *channel_text = NULL, *mass = NULL, *each_text = NULL;
  double most = 32, each = 8, channel = 0;
  rosin_list rest;
  rosin_error error;
  *c = (choices){.name = "body", .mass = 0.05};
  const rosin_option table[] = {
      {"output", 'o', "FILE", "where the scene goes; default standard output", &c->output, NULL},
      {"modes", 0, "N", "how many, at most: 1 to 128; default 32", &most_text, NULL},
      {"channel", 0, "N", "of the recording; default the loudest", &channel_text, NULL},
      {"mass", 0, "KG", "of the loudest mode; default 0.05", &mass, NULL},
      {"name", 0, "NAME", "of the body; default body", &c->name, NULL},
      {"noise", 0, "N", "modes for the noise of a third octave: 0 to 16; default 8", &each_text,
       NULL},
      {"rub", 0, "FILE", "search how it sings when it is rubbed; the scene that does", &c->rub,
       NULL},
      {"keys", 0, "FILE", "the same as an instrument: a scene whose keys have each a body",
       &c->keys, NULL},
      {"plot", 0, "FILE", "draw both spectra: .png or .svg (by gnuplot)", &c->plot, NULL},
      {0}};
  const int status = rosin_options_parse(&rosin_command_modes, table, count, words, &rest);
  const rosin_option_number numbers[] = {{"--modes", most_text, "", 1, ROSIN_KNOCK_MODES, &most, 0},
                                         {"--noise", each_text, "", 0, 16, &each, 0},
                                         {"--channel", channel_text, "", 1, 256, &channel, 0},
                                         {"--mass", mass, "kg", 1e-6, 1000, &c->mass, 0},
                                         {0}};
  if (status >= 0)
    return status;
  if (rest.count != 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_modes.usage);
  if (rosin_options_numbers(numbers))
    return ROSIN_USAGE;
  c->recording = rest.text[0];
  c->most = (int)most;
  c->each = (int)each;
  c->channel = (int)channel;
  if (!good_name(c->name))
    return rosin_complain(ROSIN_USAGE, "--name %s: must be letters, digits, '_' and '-'", c->name);
  return c->plot && rosin_plot_supported(c->plot, &error)
             ? rosin_complain(ROSIN_USAGE, "%s", error.text)
             : -1;
}

static int modes(int count, char **words) {
  choices c;
  int status = parse(count, words, &c);
  if (status >= 0)
    return status;
  const char *const outputs[] = {c.output, c.plot, c.rub, c.keys};
  rosin_outputs_reads(c.recording);
  if ((status = rosin_outputs_check(outputs, 4)) >= 0)
    return status;
  finding f = {0};
  status = estimate(&f, &c);
  rosin_knock_free(&f.knock);
  return status;
}

const rosin_command rosin_command_modes = {
    "modes", "modes RECORDING [-o FILE] [--modes N] [--rub FILE] [--keys FILE] [--plot FILE]",
    "a modal body out of a recorded knock, as a scene", modes};
