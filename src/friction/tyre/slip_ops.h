/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The rosin_law_ops of a static slip map, made from one function of its file:
 *   static double map(const double *p, double s, double speed, double *by_s,
 *                     double *by_speed);
 * friction over load at slip 0 <= s <= 1 and speed of the body, with its partial
 * derivatives; p are the parameters. `LOW_SPEED` is the row of low_speed. Include
 * it at the end of a law's file, with ROSIN_SLIP_LAW, _NAME and _SUMMARY defined.
 *
 * f = sgn(s) theta N map(|s|), without memory: passive where the map is positive.
 */
static double curve(const rosin_law *law, const rosin_load *load, double v, double *slope) {
  const double size = rosin_load_road(load) * load->normal;
  const double body = load->rolling - v;
  double ds, by_s, by_speed;
  const double s = rosin_slip(load, v, law->value[LOW_SPEED], &ds);
  const double f = size * map(law->value, fabs(s), fabs(body), &by_s, &by_speed);
  const double speed_slope = body > 0 ? -by_speed : by_speed;
  *slope = size * (by_s * ds + (s < 0 ? -speed_slope : speed_slope));
  return s < 0 ? -f : s > 0 ? f : 0;
}

static int law_force(const rosin_law *law, const double *state, const rosin_load *load,
                     const double *v, double *f, double *slope) {
  (void)state;
  *f = curve(law, load, *v, slope);
  return 1;
}

static double law_scale(const rosin_law *law, const rosin_load *load) {
  (void)law;
  return rosin_load_road(load) * load->normal;
}

static double law_steady(const rosin_law *law, const rosin_load *load, double v) {
  double slope;
  return curve(law, load, v, &slope);
}

const rosin_law_ops ROSIN_SLIP_LAW = {
    .name = ROSIN_SLIP_NAME,
    .summary = ROSIN_SLIP_SUMMARY,
    .parameters = table,
    .axes = 1,
    .states = ROSIN_LAST + 1,
    .force = law_force,
    .fall = rosin_scalar_fall,
    .scale = law_scale,
    .steady = law_steady,
};
