/* SPDX-License-Identifier: BSD-3-Clause */
/** Published frequencies and compliances of shapes, and how far ours are from them;
 *  for the unit test and for make verify. */
#ifndef ROSIN_TEST_SHAPES_H
#define ROSIN_TEST_SHAPES_H

#include "rosin.h"

#include <math.h>
#include <string.h>

enum { SHAPE_MODES = 9 };

/** Frequencies of a shape by their ratio to the lowest of the list. */
typedef struct {
  const char *name; /* of the figure */
  const char *form;
  const char *set[4]; /* parameters, or "poisson" */
  double value[4];
  int count;
  double ratio[SHAPE_MODES];
  const char *source;
} shape_table;

static const shape_table shape_tables[] = {
    {"bar_free",
     "bar-free",
     {"length"},
     {0.3},
     6,
     {1, 2.7565, 5.4039, 8.9330, 13.3443, 18.6379},
     "Rayleigh; Fletcher and Rossing"},
    {"bar_clamped",
     "bar-clamped",
     {"length"},
     {0.2},
     5,
     {3.51602, 22.0345, 61.6972, 120.902, 199.860},
     "Blevins"},
    {"bar_fixed",
     "bar-fixed",
     {"length"},
     {0.4},
     5,
     {22.3733, 61.6728, 120.903, 199.859, 298.556},
     "Blevins"},
    {"bar_hinged", "bar-hinged", {"length"}, {0.4}, 5, {1, 4, 9, 16, 25}, "exact"},
    {"tube", "tube", {"length"}, {1.2}, 4, {1, 2.7565, 5.4039, 8.9330}, "exact"},
    {"chalk", "chalk", {"length"}, {0.08}, 3, {1, 6.2669, 17.5475}, "exact"},
    {"plate_hinged",
     "plate-hinged",
     {"length", "width"},
     {0.3, 0.3},
     6,
     {2, 5, 5, 8, 10, 10},
     "exact"},
    {"plate_hinged_long",
     "plate-hinged",
     {"length", "width"},
     {0.4, 0.2},
     6,
     {5, 8, 13, 17, 20, 20},
     "exact"},
    {"plate_clamped",
     "plate-clamped",
     {"length", "width", "poisson"},
     {0.3, 0.3, 0.3},
     6,
     {35.992, 73.413, 73.413, 108.27, 131.64, 132.24},
     "Leissa 1973, CCCC, a/b 1"},
    {"plate_clamped_long",
     "plate-clamped",
     {"length", "width", "poisson"},
     {0.2, 0.3, 0.3},
     6,
     {27.010, 41.716, 66.143, 66.552, 79.850, 100.85},
     "Leissa 1973, CCCC, a/b 2/3"},
    {"plate_free",
     "plate-free",
     {"length", "width", "poisson"},
     {0.3, 0.3, 0.3},
     6,
     {13.489, 19.789, 24.432, 35.024, 35.024, 61.526},
     "Leissa 1973, FFFF, a/b 1"},
    {"plate_free_long",
     "plate-free",
     {"length", "width", "poisson"},
     {0.2, 0.5, 0.3},
     6,
     {3.4629, 5.2881, 9.6220, 11.437, 18.793, 19.100},
     "Leissa 1973, FFFF, a/b 0.4"},
    {"disc_free",
     "disc-free",
     {"poisson"},
     {0.33},
     7,
     {5.253, 9.084, 12.23, 20.52, 21.6, 33.1, 35.25},
     "Leissa 1969, nu 0.33"},
    {"disc_clamped",
     "disc-clamped",
     {"radius"},
     {0.2},
     6,
     {10.2158, 21.26, 34.88, 39.771, 51.04, 60.82},
     "Leissa 1969"},
    {"membrane",
     "membrane",
     {"radius"},
     {0.2},
     8,
     {1, 1.5933, 2.1355, 2.2954, 2.6531, 2.9173, 3.1555, 3.5001},
     "zeros of Bessel functions"},
    {"membrane_rectangular",
     "membrane-rectangular",
     {"length", "width"},
     {0.3, 0.3},
     6,
     {1, 1.5811, 1.5811, 2, 2.2361, 2.2361},
     "exact"},
};
enum { SHAPE_TABLES = sizeof shape_tables / sizeof *shape_tables };

/** A shape at its defaults but for `set`; free it. `material` may be NULL. */
static rosin_modal_spec *shape_make(const char *name, const char *material, int count,
                                    const char *const *set, const double *number, int modes,
                                    double *value, rosin_material *matter) {
  const rosin_form *form = rosin_form_find(name);
  rosin_error error;
  *matter = *rosin_material_find(material ? material : form->material);
  rosin_parameters_default(form->parameter, value);
  for (int i = 0; i < count && set[i]; i++) {
    const rosin_parameter *row = rosin_parameter_find(form->parameter, set[i]);
    if (row)
      value[row->offset / sizeof *value] = number[i];
    else if (strcmp(set[i], "poisson") == 0)
      matter->poisson = number[i];
  }
  return rosin_form_modes(form, matter, value, modes, 1e6, 0, NULL, &error);
}

/** Worst relative deviation of the ratios to the first, and of the first from its own
 *  closed formula where `first` is known (else 0). */
static double shape_ratio_error(const shape_table *t) {
  double value[ROSIN_FORM_PARAMETERS], worst = 0;
  rosin_material matter;
  rosin_modal_spec *spec = shape_make(t->form, NULL, 4, t->set, t->value, t->count, value, &matter);
  if (!spec || spec->modes < t->count)
    return 1;
  for (int i = 0; i < t->count; i++)
    worst = fmax(
        worst,
        fabs(spec->mode[i].frequency / spec->mode[0].frequency / (t->ratio[i] / t->ratio[0]) - 1));
  rosin_modal_spec_free(spec);
  return worst;
}

static const double shape_pi = 3.14159265358979323846;

/** Frequencies in Hz by closed formulas, written out here once more. */
static double shape_hertz_error(void) {
  double v[ROSIN_FORM_PARAMETERS], worst = 0;
  rosin_material m;
  rosin_modal_spec *s;
#define SHAPE_HERTZ(form, expected)                                                                \
  s = shape_make(form, NULL, 0, NULL, NULL, 1, v, &m);                                             \
  worst = fmax(worst, fabs(s->mode[0].frequency / (expected)-1));                                  \
  rosin_modal_spec_free(s)
  SHAPE_HERTZ("string", 1 / (2 * v[0]) * sqrt(v[2] / (m.density * shape_pi * v[1] * v[1] / 4)));
  SHAPE_HERTZ("bar-free", 1.02772 * v[2] / (v[0] * v[0]) * sqrt(m.young / m.density));
  SHAPE_HERTZ("bar-clamped", 0.161495 * v[2] / (v[0] * v[0]) * sqrt(m.young / m.density));
  SHAPE_HERTZ("bar-fixed", 1.02772 * v[2] / (v[0] * v[0]) * sqrt(m.young / m.density));
  SHAPE_HERTZ("bar-hinged", 0.453450 * v[2] / (v[0] * v[0]) * sqrt(m.young / m.density));
  SHAPE_HERTZ("chalk", 0.559597 * v[1] / 4 / (v[0] * v[0]) * sqrt(m.young / m.density));
#define SHAPE_D(h) (m.young * pow(h, 3) / (12 * (1 - m.poisson * m.poisson)))
  SHAPE_HERTZ("plate-hinged", shape_pi / 2 * sqrt(SHAPE_D(v[2]) / (m.density * v[2])) *
                                  (1 / (v[0] * v[0]) + 1 / (v[1] * v[1])));
  SHAPE_HERTZ("disc-clamped",
              10.2158 / (2 * shape_pi * v[0] * v[0]) * sqrt(SHAPE_D(v[1]) / (m.density * v[1])));
  SHAPE_HERTZ("membrane", 2.40483 / (2 * shape_pi * v[0]) * sqrt(v[4] / (m.density * v[1])));
  return worst;
}

/** Pitch of a wine glass against its fill, French 1983, worst relative deviation. */
static double shape_glass_error(void) {
  const char *const set[] = {"fill", "split", "radius", "height"};
  double v[ROSIN_FORM_PARAMETERS], worst = 0;
  rosin_material m;
  for (int i = 0; i <= 20; i++) {
    const double number[] = {i / 20.0, 0, 0.03 + 0.001 * (i % 5), 0.07 + 0.002 * (i % 7)};
    rosin_modal_spec *s = shape_make("wine-glass", "glass", 4, set, number, 2, v, &m);
    const double r = number[2], h = number[3], a = v[2];
    const double empty = sqrt(3 * m.young / (5 * m.density)) * a / (r * r) / (2 * shape_pi) *
                         sqrt(1 + 4.0 / 3 * pow(r / h, 4));
    const double full = empty / sqrt(1 + 1.25 / 5 * 1000 * r / (m.density * a) * pow(number[0], 4));
    worst = fmax(worst, fabs(s->mode[0].frequency / full - 1));
    rosin_modal_spec_free(s);
  }
  return worst;
}

/** How far a steady newton bends a shape where it acts: sum of weight^2/(m omega^2). */
static double shape_compliance(const rosin_modal_spec *s, const char *point) {
  double sum = 0;
  for (int i = 0; i < s->points; i++)
    if (strcmp(s->name[i], point) == 0)
      for (int l = 0; l < s->modes; l++) {
        const double w = 2 * shape_pi * s->mode[l].frequency;
        const double weight =
            s->weight ? s->weight[i * s->modes + l] : sin((l + 1) * shape_pi * s->position[i]);
        sum += weight * weight / (s->mode[l].mass * w * w);
      }
  return sum;
}

/** Modal masses, shapes and frequencies together give the static bending that
 *  textbooks know: worst relative deviation. */
static double shape_static_error(void) {
  double v[ROSIN_FORM_PARAMETERS], worst = 0;
  rosin_material m;
  rosin_modal_spec *s;
#define SHAPE_STATIC(form, count, point, expected)                                                 \
  s = shape_make(form, "steel", 0, NULL, NULL, count, v, &m);                                      \
  worst = fmax(worst, fabs(shape_compliance(s, point) / (expected)-1));                            \
  rosin_modal_spec_free(s)
#define SHAPE_EI (m.young * v[1] * pow(v[2], 3) / 12)
  SHAPE_STATIC("bar-clamped", 60, "tip", pow(v[0], 3) / (3 * SHAPE_EI));
  SHAPE_STATIC("bar-fixed", 60, "middle", pow(v[0], 3) / (192 * SHAPE_EI));
  SHAPE_STATIC("bar-hinged", 60, "middle", pow(v[0], 3) / (48 * SHAPE_EI));
  return worst;
}

/** The same for plates, with a point of one's own at the middle. */
static double shape_plate_static_error(void) {
  const rosin_form_point middle = {"centre", 1, 0, 0.5, 0.5}, hub = {"centre", 0, 0, 0, 0};
  const rosin_material *m = rosin_material_find("steel");
  double v[ROSIN_FORM_PARAMETERS], worst = 0;
  const struct {
    const char *form;
    double factor; /* of a^2/D (Timoshenko and Woinowsky-Krieger), R^2/D */
    const rosin_form_point *point;
  } cases[] = {{"plate-hinged", 0.01160, &middle},
               {"plate-clamped", 0.00560, &middle},
               {"disc-clamped", 1 / (16 * shape_pi), &hub}};
  for (int i = 0; i < 3; i++) {
    const rosin_form *form = rosin_form_find(cases[i].form);
    rosin_parameters_default(form->parameter, v);
    v[1] = i < 2 ? v[0] : v[1]; /* a square plate */
    const double h = i < 2 ? v[2] : v[1];
    const double d = m->young * h * h * h / (12 * (1 - m->poisson * m->poisson));
    rosin_modal_spec *s = rosin_form_modes(form, m, v, 300, 1e9, 1, cases[i].point, NULL);
    const double expected = cases[i].factor * v[0] * v[0] / d;
    worst = fmax(worst, fabs(shape_compliance(s, "centre") / expected - 1));
    rosin_modal_spec_free(s);
  }
  return worst;
}

#endif
