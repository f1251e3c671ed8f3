/* SPDX-License-Identifier: BSD-3-Clause */
/* Things that ring round a rim: wine glass, bowl, bell. Modes come in pairs, cos and
 * sin of n waves round the rim, a little apart since nothing is quite round.
 *
 * Glass and bowl follow A. P. French, "In vino veritas: a study of wineglass acoustics",
 * Am. J. Phys. 51 (1983) 688: a wall that bends without stretching and moves as the
 * square of the height. For n = 2 his
 *   f = (1/2 pi) sqrt(3E/5rho) (a/R^2) sqrt(1 + 4/3 (R/H)^4),
 *   (f/f_filled)^2 = 1 + (alpha/5) (rho_l R/(rho_g a)) (h/H)^4, alpha = 1.25,
 * is kept. Other orders: the bending of a ring, (n^2 - 1)^2/(1 + 1/n^2), French's bending
 * along the height, which does not know n, and the liquid's inertia over the glass's,
 * which falls as 1/(n + 1/n). A singing bowl's foot gives way, so that its partials are
 * those of a ring (1 : 2.83 : 5.42, measured 2.8 and 5.2): no bending along the height.
 *
 * A finger strokes along the rim, where the motion is 1/n of that across it: `direction`
 * says which of the two contacts and pickups see. */
#include "maths/maths.h"
#include "modal/form.h"
#include "pi.h"

#include <math.h>
#include <stdlib.h>

#define ROW(i) ((i) * sizeof(double))

enum { RADIUS, HEIGHT, THICKNESS, FILL, LIQUID, SPLIT, DIRECTION, DAMPING };

static const rosin_parameter glass_rows[] = {
    {"radius", "m", 0.001, 10, 0.035, "of the rim", ROW(RADIUS)},
    {"height", "m", 0.001, 10, 0.08, "of the bowl, without the stem", ROW(HEIGHT)},
    {"thickness", "m", 1e-5, 1, 0.0015, "of the wall", ROW(THICKNESS)},
    {"fill", "", 0, 1, 0, "height of the liquid, a share", ROW(FILL)},
    {"liquid", "kg/m3", 0, 2e4, 1000, "density of the liquid", ROW(LIQUID)},
    {"split", "", 0, 0.5, 0.0015, "share by which pairs of modes differ", ROW(SPLIT)},
    {"direction", "", 0, 1, 0, "0: motion along the rim (finger); 1: across (bow, knock)",
     ROW(DIRECTION)},
    {"damping", "", 0, 10, 2e-4, "loss factor of air and foot", ROW(DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const rosin_parameter bowl_rows[] = {
    {"radius", "m", 0.001, 10, 0.09, "of the rim", ROW(RADIUS)},
    {"height", "m", 0.001, 10, 0.09, "of the bowl", ROW(HEIGHT)},
    {"thickness", "m", 1e-5, 1, 0.004, "of the wall", ROW(THICKNESS)},
    {"fill", "", 0, 1, 0, "height of a liquid in it, a share", ROW(FILL)},
    {"liquid", "kg/m3", 0, 2e4, 1000, "density of the liquid", ROW(LIQUID)},
    {"split", "", 0, 0.5, 0.004, "share by which pairs of modes differ", ROW(SPLIT)},
    {"direction", "", 0, 1, 0, "0: motion along the rim (puja); 1: across (bow, knock)",
     ROW(DIRECTION)},
    {"damping", "", 0, 10, 5e-4, "loss factor of air and cushion", ROW(DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* The lower (k = -1) or the upper of the pair of order n; `mass` for motion across the rim. */
static rosin_form_mode one_of_pair(int k, int n, double f, double mass, double load, double split,
                                   double across) {
  if (across < 0.5)
    mass *= n * n;
  return (rosin_form_mode){.frequency = f * (1 + k * split / 2),
                           .loss = -1,
                           .mass = mass,
                           .n = k < 0 ? n : -n,
                           .load = load};
}

static void add_pair(rosin_form_job *job, int n, double f, double mass, double load, double split,
                     double across) {
  for (int k = -1; k <= 1; k += 2)
    rosin_form_add(job, one_of_pair(k, n, f, mass, load, split, across));
}

/* The walls' pair of order n, filled as they are: frequency, mass, what the rest of the liquid
 * would add. */
static void wall(const rosin_form_job *job, int n, double along, double *f, double *mass,
                 double *rest) {
  const double r = job->value[RADIUS], h = job->value[HEIGHT], a = job->value[THICKNESS];
  const double rho = job->material->density, slender = along * rosin_pow(r / h, 4);
  const double full = rosin_pow(job->value[FILL], 4);
  const double inertia = 1 + 1.0 / (n * n), round = (double)(n * n - 1) * (n * n - 1);
  const double empty =
      a / (2 * pi * r * r) * sqrt(job->material->young / (12 * rho) * (round + slender) / inertia);
  const double liquid = 1.25 / 5 * 2.5 / (n + 1.0 / n) * job->value[LIQUID] * r / (rho * a);
  const double load = liquid * full;
  *f = empty / sqrt(1 + load);
  *mass = rho * a * pi * r * h / 5 * inertia * (1 + load);
  *rest = liquid / (1 + load);
}

static void list_walls(rosin_form_job *job, double along) {
  double f, mass, rest;
  job->vessel = 1;
  job->fill = job->value[FILL];
  for (int n = 2; n < 2 + (job->wanted + 1) / 2; n++) {
    wall(job, n, along, &f, &mass, &rest);
    add_pair(job, n, f, mass, rest, job->value[SPLIT], job->value[DIRECTION]);
  }
}

static void wall_again(const rosin_form_job *job, double along, rosin_form_mode *m) {
  double f, mass, rest;
  wall(job, abs(m->n), along, &f, &mass, &rest);
  *m = one_of_pair(m->n > 0 ? -1 : 1, abs(m->n), f, mass, rest, job->value[SPLIT],
                   job->value[DIRECTION]);
}

enum { GLASS = 12, BOWL = 0 }; /* how much bending along the wall weighs */

static void list_glass(rosin_form_job *job) {
  list_walls(job, GLASS);
}
static void glass_again(const rosin_form_job *job, rosin_form_mode *m) {
  wall_again(job, GLASS, m);
}

static void list_bowl(rosin_form_job *job) {
  list_walls(job, BOWL);
}
static void bowl_again(const rosin_form_job *job, rosin_form_mode *m) {
  wall_again(job, BOWL, m);
}

/* ---- bell ---------------------------------------------------------------------- */

enum { BELL_DIAMETER, BELL_SPLIT, BELL_DIRECTION, BELL_DAMPING };

static const rosin_parameter bell_rows[] = {
    {"diameter", "m", 0.02, 10, 0.5, "at the mouth", ROW(BELL_DIAMETER)},
    {"split", "", 0, 0.5, 0.003, "share by which pairs of modes differ", ROW(BELL_SPLIT)},
    {"direction", "", 0, 1, 1, "0: motion along the rim; 1: across (bow, clapper)",
     ROW(BELL_DIRECTION)},
    {"damping", "", 0, 10, 5e-4, "loss factor of air and headstock", ROW(BELL_DAMPING)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* A tuned church bell with a minor third; orders after Perrin and Charnley (1983). */
static const struct {
  double ratio; /* to the strike note */
  int n;
  double mass; /* share of the bell's; estimated: the higher, the nearer to the rim */
} partials[] = {
    {0.5, 2, 0.12}, {1.0, 2, 0.12},  {1.2, 3, 0.06}, {1.5, 3, 0.08},  {2.0, 4, 0.035},
    {2.5, 4, 0.06}, {3.0, 5, 0.025}, {4.0, 6, 0.02}, {5.1, 7, 0.016}, {6.3, 8, 0.014},
};

/* Bells of one profile: strike note times diameter is 455 Hz m, mass over its cube
 * 660 kg/m3 (Big Ben and Great Paul agree within 3%); other metals by sqrt(E/rho). */
static void list_bell(rosin_form_job *job) {
  const double d = job->value[BELL_DIAMETER];
  const double speed = sqrt(job->material->young / job->material->density) / sqrt(105e9 / 8700);
  const double mass = 660 * d * d * d * job->material->density / 8700;
  for (int i = 0; i < 10; i++)
    add_pair(job, partials[i].n, 455 / d * speed * partials[i].ratio, mass * partials[i].mass, 0,
             job->value[BELL_SPLIT], job->value[BELL_DIRECTION]);
}

const rosin_form_entry rosin_form_rings[] = {
    {.face = {"wine-glass", "French 1983, with fill level; empty, n 2, 3, 4: 1 : 2.8 : 5.4",
              "turns round the rim", NULL, "crystal", glass_rows},
     .kind = ROSIN_SHAPE_RING,
     .damping = DAMPING,
     .list = list_glass,
     .again = glass_again,
     .point = {{.name = "touch", .position = 0}, {.name = "mic", .position = 0.13}}},
    {.face = {"bowl", "singing bowl, a ring's modes: 1 : 2.83 : 5.42", "turns round the rim", NULL,
              "bronze", bowl_rows},
     .kind = ROSIN_SHAPE_RING,
     .damping = DAMPING,
     .list = list_bowl,
     .again = bowl_again,
     .point = {{.name = "touch", .position = 0}, {.name = "mic", .position = 0.13}}},
    {.face = {"bell",
              "tuned church bell: hum 0.5, prime 1, tierce 1.2, quint 1.5, nominal 2 of "
              "the strike note 455/diameter",
              "turns round the rim", NULL, "bronze", bell_rows},
     .kind = ROSIN_SHAPE_RING,
     .damping = BELL_DAMPING,
     .list = list_bell,
     .point = {{.name = "touch", .position = 0}, {.name = "mic", .position = 0.13}}},
    {.face = {NULL, NULL, NULL, NULL, NULL, NULL}},
};
