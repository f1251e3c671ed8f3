/* SPDX-License-Identifier: BSD-3-Clause */
/* One axis of induction friction in two (Martinez 2025, eq. 14-21): the resultant of
 * both speeds sets the stiffness they share,
 *   f_x = K v_x,  K = 2 F_max v_m / (|v|^2 + v_m^2),  v_m = v_0 + zeta |v|/2 + ...,
 * with v_y = load->sideways: prescribed, or the other axis' where two contacts are
 * paired. Parameters by direction: each is the root of the squares along and across,
 * weighted by the squares of the direction's cosines. K >= 0, so each axis is passive. */
#include "friction/induction/induction.h"
#include "friction/scalar.h"

enum { ACROSS_MU = INDUCTION_ZETA2 + 1, ACROSS_V0, ACROSS_ZETA };

static const rosin_parameter table[] = {
    ROSIN_INDUCTION_CORE,
    {"mu_across", "", 1e-3, 1000, 1, "mu across, in shares of mu", ROSIN_ROW(ACROSS_MU)},
    {"v0_across", "", 1e-3, 1000, 1, "v0 across, in shares of v0", ROSIN_ROW(ACROSS_V0)},
    {"zeta_across", "", 1e-3, 1000, 1, "zeta across, in shares of zeta", ROSIN_ROW(ACROSS_ZETA)},
    ROSIN_ROW_END,
};

/* A parameter in the direction of cosine^2 q, in shares of its value along; slope by q. */
static double by_direction(double across, double q, double *slope) {
  const double share = sqrt(q + across * across * (1 - q));
  *slope = 0.5 * (1 - across * across) / share;
  return share;
}

static rosin_aslant curve(const rosin_law *law, const rosin_load *load, double v) {
  const double *p = law->value;
  const double y = load->sideways, square = v * v + y * y, speed = sqrt(square);
  const double per = square > 1e-280 ? 1 / square : 0, q = per > 0 ? v * v * per : 1;
  const double dq = 2 * v * (y * y * per) * per, dq_across = -2 * y * (v * v * per) * per;
  const double du = speed > 0 ? v / speed : 0, du_across = speed > 0 ? y / speed : 0;
  double mu_q, v0_q, zeta_q, vm_u;
  const double mu = p[INDUCTION_MU] * by_direction(p[ACROSS_MU], q, &mu_q);
  const double v0 = p[INDUCTION_V0] * by_direction(p[ACROSS_V0], q, &v0_q);
  const double half_zeta = 0.5 * p[INDUCTION_ZETA] * by_direction(p[ACROSS_ZETA], q, &zeta_q);
  const double vm = rosin_induction_peak(v0, half_zeta, 0.5 * p[INDUCTION_ZETA2], speed, &vm_u);
  const double vm_q = p[INDUCTION_V0] * v0_q + 0.5 * p[INDUCTION_ZETA] * zeta_q * speed;
  const double sum = square + vm * vm, size = 2 * load->normal;
  const double stiffness = size * mu * vm / sum, by_vm = (size * mu - 2 * stiffness * vm) / sum;
  const double by_q = size * p[INDUCTION_MU] * mu_q * vm / sum + by_vm * vm_q;
  const double by_u = by_vm * vm_u;
  return (rosin_aslant){.f = stiffness * v,
                        .slope = stiffness + v * (by_q * dq + by_u * du - 2 * stiffness * v / sum),
                        .cross =
                            v * (by_q * dq_across + by_u * du_across - 2 * stiffness * y / sum),
                        .turning = stiffness};
}

static int law_aslant(const rosin_law *law, const double *state, const rosin_load *load, double v,
                      rosin_aslant *out) {
  (void)state;
  *out = curve(law, load, v);
  return 1;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  (void)state;
  const rosin_aslant at = curve(law, load, *v);
  *f = at.f;
  *slope = at.slope;
  return 1;
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  return law->value[INDUCTION_MU] * load->normal;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  return curve(law, load, v).f;
}

const rosin_law_ops rosin_law_induction_2d = {
    .name = "induction-2d",
    .summary = "induction in two axes that share a stiffness (Martinez 2025, eq. 14-21)",
    .parameters = table,
    .axes = 1,
    .states = ROSIN_LAST + 1,
    .sideways = 1,
    .force = law_force,
    .aslant = law_aslant,
    .fall = rosin_scalar_fall,
    .scale = law_scale,
    .steady = law_steady,
};
