/* SPDX-License-Identifier: BSD-3-Clause */
/* Rectangular things: plates (thin, after Kirchhoff), a door, a membrane. Wood is
 * stiffer along the grain, which runs along the length; twist follows Huber's mean,
 * H = sqrt(Dx Dy). Shapes have mean square 1, so that a modal mass is the mass. */
#include "maths/maths.h"
#include "memory.h"
#include "modal/form.h"
#include "modal/ritz.h"
#include "pi.h"

#include <math.h>

#define ROW(i) ((i) * sizeof(double))

enum { LENGTH, WIDTH, THICKNESS, LINE, DAMPING, PIN, TURNING };

static const rosin_parameter plate_rows[] = {
    {"length", "m", 0.001, 100, 0.4, "along the grain", ROW(LENGTH)},
    {"width", "m", 0.001, 100, 0.25, "across", ROW(WIDTH)},
    {"thickness", "m", 1e-5, 1, 0.002, "of the plate", ROW(THICKNESS)},
    {"line", "", 0, 1, 0.4, "where the line of positions runs, a share of the width", ROW(LINE)},
    {"damping", "", 0, 10, 0.002, "loss factor of air and what holds it", ROW(DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const rosin_parameter door_rows[] = {
    {"height", "m", 0.1, 20, 2, "along the grain", ROW(LENGTH)},
    {"width", "m", 0.1, 20, 0.8, "from the hinges to the latch", ROW(WIDTH)},
    {"thickness", "m", 1e-3, 1, 0.03, "of the panel", ROW(THICKNESS)},
    {"line", "", 0, 1, 0.02, "where the line of positions runs, a share of the width", ROW(LINE)},
    {"damping", "", 0, 10, 0.03, "loss factor of air, frame and joints", ROW(DAMPING)},
    {"pin", "m", 0, 0.2, 0.005, "radius of the hinges' pin, at which the line is rubbed", ROW(PIN)},
    {"turning", "s", 0, 1000, 0.3, "in which grease and air stop the door; 0: it does not turn",
     ROW(TURNING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void on_line(const rosin_form_job *job, double position, double *x, double *y) {
  *x = position;
  *y = job->value[LINE];
}

static rosin_ritz_stiffness stiffness(const rosin_form_job *job) {
  const rosin_material *m = job->material;
  const double h = job->value[THICKNESS], nu = m->poisson * sqrt(m->across);
  const double d = m->young * h * h * h / (12 * (1 - nu * nu)), mean = d * sqrt(m->across);
  return (rosin_ritz_stiffness){d, d * m->across, nu * mean, 2 * (1 - nu) * mean};
}

static double mass_of(const rosin_form_job *job) {
  return job->material->density * job->value[LENGTH] * job->value[WIDTH] * job->value[THICKNESS];
}

/* Lowest come first: a mode (m, n) has at least m n - 1 below it. */
static void list_hinged(rosin_form_job *job) {
  const double a = job->value[LENGTH], b = job->value[WIDTH];
  const double rho = job->material->density * job->value[THICKNESS];
  const rosin_ritz_stiffness d = stiffness(job);
  for (int m = 1; m <= job->wanted; m++)
    for (int n = 1; m * n <= job->wanted; n++)
      rosin_form_add(job, (rosin_form_mode){.frequency = pi / 2 / sqrt(rho) *
                                                         (sqrt(d.x) * m * m / (a * a) +
                                                          sqrt(d.y) * n * n / (b * b)),
                                            .loss = -1,
                                            .mass = mass_of(job) / 4,
                                            .n = m,
                                            .s = n});
}

static double at_sines(const rosin_form_job *job, const rosin_form_mode *m, double x, double y) {
  (void)job;
  return rosin_sin(m->n * pi * x) * rosin_sin(m->s * pi * y);
}

/* In job->scratch: both sides, and what their functions are where they were last looked at (all
 * modes are looked at in one place, and most places are on a line); then the coefficients of each
 * mode. */
typedef struct {
  rosin_ritz_side x, y;
  double at_x, at_y; /* as clipped; NAN: not yet */
  double p[ROSIN_RITZ_MOST], q[ROSIN_RITZ_MOST];
} sides;

enum { SIDES = sizeof(sides) / sizeof(double) + 1, FUNCTIONS = 200 };

/* Of a mode, 2 if it is odd along x, and 1 if along y: all others of its coefficients are 0. */
static int parity(const double *coefficients, int ny) {
  int k = 0;
  while (coefficients[k] == 0)
    k++;
  return 2 * (k / ny % 2) + k % ny % 2;
}

static void list_ritz(rosin_form_job *job, int clamped) {
  const double a = job->value[LENGTH], b = job->value[WIDTH];
  const double rho = job->material->density * job->value[THICKNESS];
  const rosin_ritz_stiffness d = stiffness(job);
  /* more functions along the side that has more waves */
  const double share = sqrt(a / b * rosin_pow(d.y / d.x, 0.25));
  const int nx = (int)fmin(fmax(round(sqrt(FUNCTIONS) * share), 7), ROSIN_RITZ_MOST - 2);
  const int ny = (int)fmin(fmax(round(sqrt(FUNCTIONS) / share), 7), ROSIN_RITZ_MOST - 2);
  const int size = nx * ny, room = job->wanted < size ? job->wanted : size;
  job->scratch = rosin_calloc(SIDES + (size_t)room * ((size_t)size + 1), sizeof *job->scratch);
  if (!job->scratch) {
    job->failed = 1;
    return;
  }
  sides *both = (sides *)(void *)job->scratch;
  double *value = job->scratch + SIDES, *coefficients = value + room;
  both->at_x = both->at_y = NAN;
  rosin_ritz_side_make(&both->x, nx, clamped);
  rosin_ritz_side_make(&both->y, ny, clamped);
  const int count = rosin_ritz_plate(&both->x, &both->y, a, b, &d, room, value, coefficients);
  job->failed = count < 0;
  for (int i = 0; i < count; i++)
    rosin_form_add(job, (rosin_form_mode){.frequency = sqrt(fmax(value[i], 0) / rho) / (2 * pi),
                                          .loss = -1,
                                          .mass = mass_of(job),
                                          .n = i,
                                          .s = parity(coefficients + (size_t)i * (size_t)size, ny),
                                          .coefficients = coefficients + (size_t)i * (size_t)size});
}

static void list_free(rosin_form_job *job) {
  list_ritz(job, 0);
}

static void list_clamped(rosin_form_job *job) {
  list_ritz(job, 1);
}

static double clip(double x) {
  return fmin(fmax(2 * x - 1, -1), 1);
}

static void look_at(const rosin_ritz_side *side, double x, double *at, double *values) {
  const double clipped = clip(x);
  if (*at == clipped)
    return;
  *at = clipped;
  rosin_ritz_side_at(side, clipped, values, NULL, NULL);
}

static double at_ritz(const rosin_form_job *job, const rosin_form_mode *m, double x, double y) {
  sides *both = (sides *)(void *)job->scratch;
  const int ny = both->y.count;
  double sum = 0;
  look_at(&both->x, x, &both->at_x, both->p);
  look_at(&both->y, y, &both->at_y, both->q);
  for (int i = m->s / 2; i < both->x.count; i += 2)
    for (int j = m->s % 2; j < ny; j += 2)
      sum += m->coefficients[i * ny + j] * both->p[i] * both->q[j];
  return 2 * sum;
}

/* ---- door ------------------------------------------------------------------- */

static const double standing = 0.02; /* Hz: as good as free to turn, and yet at rest somewhere */

static const double root3 = 1.7320508075688772;

/* A free plate that turns about its hinges: the shape is the distance from the axis, its mean
 * square 1 as that of the others. */
static void list_door(rosin_form_job *job) {
  if (job->value[TURNING] > 0)
    rosin_form_add(job, (rosin_form_mode){.frequency = standing,
                                          .loss = 1 / (2 * pi * standing * job->value[TURNING]),
                                          .mass = mass_of(job),
                                          .n = -1});
  list_free(job);
}

/* What stands on the line at the hinges is as far from the axis as the pin is thick. */
static double at_door(const rosin_form_job *job, const rosin_form_mode *m, double x, double y) {
  if (m->n >= 0)
    return at_ritz(job, m, x, y);
  return root3 * (y == job->value[LINE] ? job->value[PIN] / job->value[WIDTH] : y);
}

/* ---- membrane --------------------------------------------------------------- */

enum { M_LENGTH, M_WIDTH, M_THICKNESS, M_LINE, M_DAMPING, M_TENSION };

static const rosin_parameter membrane_rows[] = {
    {"length", "m", 0.001, 100, 0.4, "one side", ROW(M_LENGTH)},
    {"width", "m", 0.001, 100, 0.3, "the other", ROW(M_WIDTH)},
    {"thickness", "m", 1e-6, 0.1, 2.5e-4, "of the skin", ROW(M_THICKNESS)},
    {"line", "", 0, 1, 0.4, "where the line of positions runs, a share of the width", ROW(M_LINE)},
    {"damping", "", 0, 10, 0.01, "loss factor of air and frame", ROW(M_DAMPING)},
    {"tension", "N/m", 0.1, 1e6, 2000, "pull on each metre of the edge", ROW(M_TENSION)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static double skin_frequency(const rosin_form_job *job, int m, int n) {
  const double a = job->value[M_LENGTH], b = job->value[M_WIDTH];
  const double c = sqrt(job->value[M_TENSION] / (job->material->density * job->value[M_THICKNESS]));
  return c / 2 * rosin_hypot(m / a, n / b);
}

static void skin_again(const rosin_form_job *job, rosin_form_mode *m) {
  m->frequency = skin_frequency(job, m->n, m->s);
}

static void list_membrane(rosin_form_job *job) {
  job->tension = job->value[M_TENSION];
  for (int m = 1; m <= job->wanted; m++)
    for (int n = 1; m * n <= job->wanted; n++)
      rosin_form_add(job, (rosin_form_mode){.frequency = skin_frequency(job, m, n),
                                            .loss = -1,
                                            .mass = mass_of(job) / 4,
                                            .n = m,
                                            .s = n});
}

/* ---- table ---------------------------------------------------------------------- */

#define ON_PLATE                                                                                   \
  .high = 1, .damping = DAMPING, .line = on_line,                                                  \
  .point = {{.name = "touch", .position = 0.3},                                                    \
            {.name = "mic", .coordinates = 1, .x = 0.37, .y = 0.71}}

const rosin_form_entry rosin_form_plates[] = {
    {.face = {"plate-hinged",
              "rectangular plate hinged at its edges; exact: (pi/2) sqrt(D/(rho h)) "
              "(m^2/a^2 + n^2/b^2)",
              "share of the length, on the line", "shares of length and width", "steel",
              plate_rows},
     .list = list_hinged,
     .at = at_sines,
     ON_PLATE},
    {.face = {"plate-clamped", "rectangular plate clamped at its edges; Ritz",
              "share of the length, on the line", "shares of length and width", "steel",
              plate_rows},
     .list = list_clamped,
     .at = at_ritz,
     ON_PLATE},
    {.face = {"plate-free", "rectangular plate, free; Ritz; up to some 100 modes",
              "share of the length, on the line", "shares of length and width", "steel",
              plate_rows},
     .list = list_free,
     .at = at_ritz,
     ON_PLATE},
    {.face = {"door", "door that turns on its hinges: a free plate (Ritz), and its turning",
              "share of the height, from the floor, on the line at the hinges",
              "shares of height and width, from floor and hinges", "oak", door_rows},
     .high = 1,
     .damping = DAMPING,
     .list = list_door,
     .at = at_door,
     .line = on_line,
     .point = {{.name = "hinge", .position = 0.12},
               {.name = "high-hinge", .position = 0.88},
               {.name = "latch", .coordinates = 1, .x = 0.52, .y = 0.97},
               {.name = "mic", .coordinates = 1, .x = 0.63, .y = 0.41}}},
    {.face = {"membrane-rectangular",
              "rectangular membrane, in vacuum: (c/2) sqrt(m^2/a^2 + n^2/b^2)",
              "share of the length, on the line", "shares of length and width", "polyester",
              membrane_rows},
     .list = list_membrane,
     .again = skin_again,
     .at = at_sines,
     ON_PLATE},
    {.face = {NULL, NULL, NULL, NULL, NULL, NULL}},
};
