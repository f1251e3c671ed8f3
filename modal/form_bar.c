/* SPDX-License-Identifier: BSD-3-Clause */
/* Things that are long: string, bars, tube, chalk, tread block. Slender beams after
 * Euler and Bernoulli; modes whose half wave is near the thickness come out too high.
 * A bar's shape has mean square 1, so that its modal mass is its mass. */
#include "maths/maths.h"
#include "modal/beam.h"
#include "modal/form.h"
#include "pi.h"

#include <math.h>

#define ROW(i) ((i) * sizeof(double))

/* ---- string ---------------------------------------------------------------- */

enum { STRING_LENGTH, STRING_DIAMETER, STRING_TENSION, STRING_DAMPING };

static const rosin_parameter string_rows[] = {
    {"length", "m", 0.01, 100, 0.69, "between the ends", ROW(STRING_LENGTH)},
    {"diameter", "m", 1e-5, 0.1, 0.001, "of the round string", ROW(STRING_DIAMETER)},
    {"tension", "N", 0.01, 1e6, 110, "pull", ROW(STRING_TENSION)},
    {"damping", "", 0, 10, 0.002, "loss factor of air and ends", ROW(STRING_DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void list_string(rosin_form_job *job) {
  const double l = job->value[STRING_LENGTH], d = job->value[STRING_DIAMETER];
  const double t = job->value[STRING_TENSION], e = job->material->young;
  const double mu = job->material->density * pi * d * d / 4;
  const double b = pi * pi * (e * pi * rosin_pow(d, 4) / 64) / (t * l * l);
  for (int n = 1; n <= job->wanted; n++) {
    const double stretch = 1 + b * n * n, f = n / (2 * l) * sqrt(t / mu * stretch);
    /* tension loses nothing: only bending's share of the energy meets the material */
    const double bending = b * n * n / stretch;
    const double loss =
        job->material->loss * rosin_pow(f / 1000, job->material->loss_power) * bending +
        job->value[STRING_DAMPING];
    rosin_form_add(job,
                   (rosin_form_mode){.frequency = f, .loss = loss, .mass = mu * l / 2, .n = n});
  }
}

/* ---- bars ------------------------------------------------------------------- */

enum { BAR_LENGTH, BAR_WIDTH, BAR_THICKNESS, BAR_DAMPING };

static const rosin_parameter bar_rows[] = {
    {"length", "m", 0.001, 100, 0.3, "of what vibrates", ROW(BAR_LENGTH)},
    {"width", "m", 1e-4, 10, 0.03, "across", ROW(BAR_WIDTH)},
    {"thickness", "m", 1e-5, 1, 0.005, "in the direction of the motion", ROW(BAR_THICKNESS)},
    {"damping", "", 0, 10, 0.001, "loss factor of air and what holds it", ROW(BAR_DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* Bending stiffness over mass per metre gives all bars; `ei` in N m^2, `mu` in kg/m. */
static void list_beam(rosin_form_job *job, rosin_beam beam, double l, double ei, double mu) {
  for (int n = 1; n <= job->wanted; n++) {
    const double root = rosin_beam_root(beam, n);
    rosin_form_add(job,
                   (rosin_form_mode){.frequency = root * root / (2 * pi * l * l) * sqrt(ei / mu),
                                     .loss = -1,
                                     .mass = mu * l,
                                     .n = n,
                                     .a = root});
  }
}

static void list_bar(rosin_form_job *job, rosin_beam beam) {
  const double w = job->value[BAR_WIDTH], h = job->value[BAR_THICKNESS];
  list_beam(job, beam, job->value[BAR_LENGTH], job->material->young * w * h * h * h / 12,
            job->material->density * w * h);
}

static void list_free(rosin_form_job *job) {
  list_bar(job, ROSIN_BEAM_FREE);
}

static void list_clamped_free(rosin_form_job *job) {
  list_bar(job, ROSIN_BEAM_CLAMPED_FREE);
}

static void list_clamped(rosin_form_job *job) {
  list_bar(job, ROSIN_BEAM_CLAMPED);
}

static void list_hinged(rosin_form_job *job) {
  const double l = job->value[BAR_LENGTH], h = job->value[BAR_THICKNESS];
  const double mass = job->material->density * l * job->value[BAR_WIDTH] * h;
  const double first =
      pi / (2 * l * l) * h * sqrt(job->material->young / job->material->density / 12);
  for (int n = 1; n <= job->wanted; n++)
    rosin_form_add(
        job, (rosin_form_mode){.frequency = first * n * n, .loss = -1, .mass = mass / 2, .n = n});
}

static double at_free(const rosin_form_job *job, const rosin_form_mode *m, double x, double y) {
  (void)job, (void)y;
  return rosin_beam_shape(ROSIN_BEAM_FREE, m->a, x);
}

static double at_clamped_free(const rosin_form_job *job, const rosin_form_mode *m, double x,
                              double y) {
  (void)job, (void)y;
  return rosin_beam_shape(ROSIN_BEAM_CLAMPED_FREE, m->a, x);
}

static double at_clamped(const rosin_form_job *job, const rosin_form_mode *m, double x, double y) {
  (void)job, (void)y;
  return rosin_beam_shape(ROSIN_BEAM_CLAMPED, m->a, x);
}

/* ---- tube and chalk ----------------------------------------------------------- */

enum { TUBE_LENGTH, TUBE_DIAMETER, TUBE_WALL, TUBE_DAMPING };

static const rosin_parameter tube_rows[] = {
    {"length", "m", 0.01, 100, 1, "of the tube", ROW(TUBE_LENGTH)},
    {"diameter", "m", 0.001, 10, 0.032, "outer", ROW(TUBE_DIAMETER)},
    {"wall", "m", 1e-5, 5, 0.0015, "thickness; half the diameter and more: a rod", ROW(TUBE_WALL)},
    {"damping", "", 0, 10, 0.0005, "loss factor of air and what holds it", ROW(TUBE_DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void list_tube(rosin_form_job *job) {
  const double d = job->value[TUBE_DIAMETER], inner = fmax(d - 2 * job->value[TUBE_WALL], 0);
  list_beam(job, ROSIN_BEAM_FREE, job->value[TUBE_LENGTH],
            job->material->young * pi * (rosin_pow(d, 4) - rosin_pow(inner, 4)) / 64,
            job->material->density * pi * (d * d - inner * inner) / 4);
}

enum { CHALK_LENGTH, CHALK_DIAMETER, CHALK_DAMPING };

static const rosin_parameter chalk_rows[] = {
    {"length", "m", 0.005, 1, 0.04, "that stands out of the hand", ROW(CHALK_LENGTH)},
    {"diameter", "m", 0.001, 0.1, 0.01, "of the stick", ROW(CHALK_DIAMETER)},
    {"damping", "", 0, 10, 0.02, "loss factor of the hand", ROW(CHALK_DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void list_chalk(rosin_form_job *job) {
  const double d = job->value[CHALK_DIAMETER];
  list_beam(job, ROSIN_BEAM_CLAMPED_FREE, job->value[CHALK_LENGTH],
            job->material->young * pi * rosin_pow(d, 4) / 64,
            job->material->density * pi * d * d / 4);
}

/* ---- tread block ---------------------------------------------------------------- */

enum { BLOCK_HEIGHT, BLOCK_LENGTH, BLOCK_WIDTH, BLOCK_DAMPING };

static const rosin_parameter block_rows[] = {
    {"height", "m", 5e-4, 0.2, 0.008, "from the belt (or sole) to the face", ROW(BLOCK_HEIGHT)},
    {"length", "m", 5e-4, 1, 0.02, "in the direction of sliding", ROW(BLOCK_LENGTH)},
    {"width", "m", 5e-4, 1, 0.02, "across", ROW(BLOCK_WIDTH)},
    {"damping", "", 0, 10, 0, "loss factor on top of the rubber's", ROW(BLOCK_DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* Layers slide on each other (shear) and the block bends (it is short, but not very):
 * compliances add, 1/f^2 = 1/f_shear^2 + 1/f_bending^2 (Dunkerley). */
static void list_block(rosin_form_job *job) {
  const double h = job->value[BLOCK_HEIGHT], l = job->value[BLOCK_LENGTH];
  const double e = job->material->young, rho = job->material->density;
  const double g = e / (2 * (1 + job->material->poisson));
  for (int n = 1; n <= job->wanted; n++) {
    const double shear = (2 * n - 1) / (4 * h) * sqrt(5.0 / 6 * g / rho);
    const double root = rosin_beam_root(ROSIN_BEAM_CLAMPED_FREE, n);
    const double bending = root * root / (2 * pi * h * h) * l * sqrt(e / rho / 12);
    rosin_form_add(
        job, (rosin_form_mode){.frequency = 1 / sqrt(1 / (shear * shear) + 1 / (bending * bending)),
                               .loss = -1,
                               .mass = rho * h * l * job->value[BLOCK_WIDTH] / 2,
                               .n = n});
  }
}

static double at_block(const rosin_form_job *job, const rosin_form_mode *m, double x, double y) {
  (void)job, (void)y;
  return rosin_sin((m->n - 0.5) * pi * x);
}

/* ---- table ------------------------------------------------------------------------ */

const rosin_form_entry rosin_form_bars[] = {
    {.face = {"string",
              "stretched round string with bending stiffness: n/(2L) sqrt(T/mu) "
              "sqrt(1 + B n^2)",
              "share of the length", NULL, "steel", string_rows},
     .kind = ROSIN_SHAPE_SINE,
     .damping = STRING_DAMPING,
     .list = list_string,
     .point = {{.name = "touch", .position = 0.13}, {.name = "mic", .position = 0.07}}},
    {.face = {"bar-free", "free bar (xylophone, chime): 1 : 2.757 : 5.404", "share of the length",
              NULL, "steel", bar_rows},
     .high = 1,
     .damping = BAR_DAMPING,
     .list = list_free,
     .at = at_free,
     .point = {{.name = "end", .position = 0},
               {.name = "middle", .position = 0.5},
               {.name = "mic", .position = 0.9}}},
    {.face = {"bar-clamped", "bar clamped at 0, free at 1 (reed, ruler, nail): 1 : 6.267 : 17.55",
              "share of the length, from the clamp", NULL, "steel", bar_rows},
     .high = 1,
     .damping = BAR_DAMPING,
     .list = list_clamped_free,
     .at = at_clamped_free,
     .point = {{.name = "tip", .position = 1}, {.name = "mic", .position = 0.9}}},
    {.face = {"bar-fixed", "bar clamped at both ends: 1 : 2.757 : 5.404", "share of the length",
              NULL, "steel", bar_rows},
     .high = 1,
     .damping = BAR_DAMPING,
     .list = list_clamped,
     .at = at_clamped,
     .point = {{.name = "touch", .position = 0.3},
               {.name = "middle", .position = 0.5},
               {.name = "mic", .position = 0.4}}},
    {.face = {"bar-hinged", "bar hinged at both ends (floorboard on joists): 1 : 4 : 9",
              "share of the length", NULL, "pine", bar_rows},
     .kind = ROSIN_SHAPE_SINE,
     .damping = BAR_DAMPING,
     .list = list_hinged,
     .point = {{.name = "touch", .position = 0.3},
               {.name = "middle", .position = 0.5},
               {.name = "mic", .position = 0.4}}},
    {.face = {"tube", "free tube or rod, bending (tubular bell, pipe, rail): 1 : 2.757 : 5.404",
              "share of the length", NULL, "brass", tube_rows},
     .high = 1,
     .damping = TUBE_DAMPING,
     .list = list_tube,
     .at = at_free,
     .point = {{.name = "end", .position = 0},
               {.name = "middle", .position = 0.5},
               {.name = "mic", .position = 0.9}}},
    {.face = {"chalk", "round stick held at one end, bending: 0.56 (d/4) sqrt(E/rho)/l^2",
              "share of the length, from the hand", NULL, "chalk", chalk_rows},
     .high = 1,
     .damping = CHALK_DAMPING,
     .list = list_chalk,
     .at = at_clamped_free,
     .point = {{.name = "tip", .position = 1}, {.name = "mic", .position = 0.95}}},
    {.face = {"tread-block",
              "rubber block on a tyre's belt or in a sole: shear, quarter waves "
              "sqrt(G/rho)/(4h), made lower by bending",
              "share of the height, from the belt", NULL, "rubber", block_rows},
     .high = 1,
     .damping = BLOCK_DAMPING,
     .list = list_block,
     .at = at_block,
     .point = {{.name = "face", .position = 1}, {.name = "mic", .position = 0.9}}},
    {.face = {NULL, NULL, NULL, NULL, NULL, NULL}},
};
