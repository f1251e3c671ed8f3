/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin curve: a law on its own. Steady force over velocity, or the loop it draws
 * when a motion drives it. */
#include "host/commands.h"
#include "scene/gesture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "KEY=VALUE" of a law, or force. */
static int set_one(rosin_contact *c, const char *text, double *normal) {
  char key[64], what[80];
  const char *equals = strchr(text, '=');
  const size_t length = equals ? (size_t)(equals - text) : 0;
  const rosin_parameter *row = NULL;
  double value;
  rosin_error error;
  if (!equals || length < 1 || length >= sizeof key)
    return rosin_complain(ROSIN_USAGE, "-s %s: must be KEY=VALUE", text);
  memcpy(key, text, length);
  key[length] = 0;
  snprintf(what, sizeof what, "-s %s", key);
  if (strcmp(key, "force") == 0) {
    row = rosin_contact_parameters();
    if (rosin_options_number(what, equals + 1, row->unit, row->low, row->high, &value))
      return ROSIN_USAGE;
    *normal = value;
    return -1;
  }
  if (isnan(rosin_contact_get(c, key)))
    return rosin_complain(ROSIN_USAGE, "-s %s: the law has no parameter '%s'", text, key);
  if (rosin_options_number(what, equals + 1, "", -INFINITY, INFINITY, &value))
    return ROSIN_USAGE;
  return rosin_contact_set(c, key, value, &error) ? rosin_complain(ROSIN_USAGE, "-s %s", error.text)
                                                  : -1;
}

static void steady_head(void) {
  printf("velocity,force\n");
}

static void steady_line(const rosin_contact *c, double v, double normal) {
  printf("%.10g,%.10g\n", v, rosin_contact_steady(c, v, normal));
}

/* LO:HI:N[:log] */
static int steady_range(const rosin_contact *c, const char *text, double normal) {
  double low, high, steps;
  char tail[8] = "", extra;
  const int got = sscanf(text, "%lf:%lf:%lf:%7[a-z]%c", &low, &high, &steps, tail, &extra);
  const int logarithmic = strcmp(tail, "log") == 0;
  if (got < 3 || got > 4 || (got == 4 && !logarithmic) || !isfinite(low) || !isfinite(high))
    return rosin_complain(ROSIN_USAGE, "--velocity %s: must be a list V,V,... or LO:HI:N[:log]",
                          text);
  if (!(steps >= 2 && steps <= 1e6 && steps == floor(steps)))
    return rosin_complain(ROSIN_USAGE, "--velocity %s: N must be a whole number, 2 to 1e6", text);
  if (logarithmic && !(low * high > 0))
    return rosin_complain(ROSIN_USAGE, "--velocity %s: a log range cannot include 0", text);
  steady_head();
  for (int i = 0; i < (int)steps; i++) {
    const double u = i / (steps - 1);
    steady_line(c, logarithmic ? low * pow(high / low, u) : low + u * (high - low), normal);
  }
  return ROSIN_DONE;
}

static int steady_list(const rosin_contact *c, const char *text, double normal) {
  const char *at = text;
  for (int check = 1; check >= 0; check--) { /* the whole list is checked first */
    if (!check)
      steady_head();
    for (at = text;;) {
      char *end;
      const double v = strtod(at, &end);
      if (end == at || (*end && *end != ',') || !isfinite(v))
        return rosin_complain(ROSIN_USAGE, "--velocity %s: must be a list V,V,... or LO:HI:N[:log]",
                              text);
      if (!check)
        steady_line(c, v, normal);
      if (!*end)
        break;
      at = end + 1;
    }
  }
  return ROSIN_DONE;
}

/* A drive as a gesture of velocity. */
static int make_drive(const char *text, rosin_gesture *g, double *duration) {
  double a, f;
  char extra;
  rosin_error error = {""};
  if (strncmp(text, "file:", 5) == 0) {
    if (rosin_gesture_csv(g, text + 5, "2", "1", &error))
      return rosin_complain(ROSIN_FAILURE, "%s", error.text);
    *duration = g->time[g->count - 1];
    return -1;
  }
  if (sscanf(text, "constant:%lf%c", &a, &extra) == 1 && isfinite(a)) {
    rosin_gesture_constant(g, a);
    return -1;
  }
  if (sscanf(text, "sine:%lf:%lf%c", &a, &f, &extra) == 2 && isfinite(a) && f > 0 && isfinite(f)) {
    /* displacement METRES sin(2 pi HZ t): velocity is its derivative, a cosine, drawn as points */
    *g = (rosin_gesture){.kind = ROSIN_GESTURE_SINE,
                         .amplitude = a * 2 * 3.14159265358979323846 * f,
                         .frequency = f};
    *duration = 4 / f;
    return -1;
  }
  return rosin_complain(ROSIN_USAGE, "--drive %s: must be constant:V, sine:METRES:HZ or file:CSV",
                        text);
}

static int driven(rosin_contact *c, rosin_gesture *g, double rate, double duration, double normal) {
  double x = 0, bristle;
  const long samples = lround(rate * duration);
  rosin_contact_drive(c, 0, normal, NULL); /* the load is on before the motion begins */
  printf("time,velocity,displacement,force,bristle\n");
  for (long i = 0; i < samples; i++) {
    const double t = (double)(i + 0.5) / rate;
    const double quarter = g->kind == ROSIN_GESTURE_SINE ? 0.25 / g->frequency : 0;
    const double v = rosin_gesture_at(g, t + quarter);
    const double f = rosin_contact_drive(c, v, normal, &bristle);
    printf("%.10g,%.10g,%.10g,%.10g,%.10g\n", t, v, x + 0.5 * v / rate, f, bristle);
    x += v / rate;
  }
  return ROSIN_DONE;
}

static int curve(int count, char **words) {
  const char *velocity = NULL, *drive = NULL, *rate_text = NULL, *seconds = NULL;
  rosin_list rest, set = {0};
  const rosin_option table[] = {
      {"set", 's', "KEY=VALUE", "a parameter of the law, or force (N) (repeatable)", NULL, &set},
      {"velocity", 'v', "LIST", "steady force at V,V,... or LO:HI:N[:log] (m/s)", &velocity, NULL},
      {"drive", 0, "MOTION", "constant:V | sine:METRES:HZ | file:CSV (time,velocity)", &drive,
       NULL},
      {"rate", 'r', "HZ", "sample rate of a drive (44100)", &rate_text, NULL},
      {"duration", 'd', "SECONDS", "length of a drive (1, four periods, or the file's)", &seconds,
       NULL},
      {0}};
  double rate = 44100, duration = 1, normal = 1;
  int status = rosin_options_parse(&rosin_command_curve, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count != 1 || !velocity == !drive)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_curve.usage);
  if (rate_text && rosin_options_number("-r", rate_text, "Hz", 1000, 1e7, &rate))
    return ROSIN_USAGE;
  rosin_error error;
  rosin_contact *c = rosin_contact_new(rest.text[0], rate, &error);
  if (!c)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_gesture g = {0};
  for (int i = 0; i < set.count && status < 0; i++)
    status = set_one(c, set.text[i], &normal);
  if (status < 0 && drive)
    status = make_drive(drive, &g, &duration);
  if (status < 0 && seconds && rosin_options_number("-d", seconds, "s", 1e-6, 36000, &duration))
    status = ROSIN_USAGE;
  if (status < 0 && drive) {
    status = driven(c, &g, rate, duration, normal);
  } else if (status < 0) {
    status = strchr(velocity, ':') ? steady_range(c, velocity, normal)
                                   : steady_list(c, velocity, normal);
  }
  rosin_gesture_free(&g);
  rosin_contact_free(c);
  return status;
}

const rosin_command rosin_command_curve = {
    "curve", "curve LAW [-s KEY=VALUE]... (--velocity LIST | --drive MOTION)",
    "a friction law on its own, as CSV", curve};
