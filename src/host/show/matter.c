/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin materials, rosin shapes: what bodies can be computed from. */
#include "format.h"
#include "host/common/commands.h"
#include "rosin.h"
#include "scene/text/json.h"

#include <stdio.h>

static int materials_json(void) {
  putchar('[');
  for (const rosin_material *m = rosin_materials(); m->name; m++) {
    fputs(m == rosin_materials() ? "{" : ",\n{", stdout);
    rosin_json_member(stdout, 1, "name", m->name);
    rosin_json_number(stdout, 0, "young", m->young);
    rosin_json_number(stdout, 0, "density", m->density);
    rosin_json_number(stdout, 0, "poisson", m->poisson);
    rosin_json_number(stdout, 0, "loss", m->loss);
    rosin_json_number(stdout, 0, "loss_power", m->loss_power);
    rosin_json_number(stdout, 0, "across", m->across);
    rosin_json_member(stdout, 0, "source", m->source);
    putchar('}');
  }
  puts("]");
  return ROSIN_DONE;
}

static int materials(int count, char **words) {
  const char *json = NULL;
  const rosin_option table[] = {{"json", 0, NULL, "as JSON", &json, NULL}, {0}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_materials, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_materials.usage);
  if (json)
    return materials_json();
  printf("%-12s %9s %9s %8s %8s %6s %7s  %s\n", "material", "E (GPa)", "kg/m3", "Poisson", "loss",
         "power", "across", "source");
  for (const rosin_material *m = rosin_materials(); m->name; m++)
    rosin_print(stdout, "%-12s %9g %9g %8g %8g %6g %7g  %s\n", m->name, m->young / 1e9, m->density,
                m->poisson, m->loss, m->loss_power, m->across, m->source);
  return ROSIN_DONE;
}

static int pairs_json(void) {
  putchar('[');
  for (const rosin_friction_pair *p = rosin_friction_pairs(); p->name; p++) {
    fputs(p == rosin_friction_pairs() ? "{" : ",\n{", stdout);
    rosin_json_member(stdout, 1, "name", p->name);
    rosin_json_number(stdout, 0, "mu_static", p->mu_static);
    rosin_json_number(stdout, 0, "mu_kinetic", p->mu_kinetic);
    rosin_json_number(stdout, 0, "stribeck_velocity", p->stribeck_velocity);
    rosin_json_member(stdout, 0, "source", p->source);
    putchar('}');
  }
  puts("]");
  return ROSIN_DONE;
}

static int pairs(int count, char **words) {
  const char *json = NULL;
  const rosin_option table[] = {{"json", 0, NULL, "as JSON", &json, NULL}, {0}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_pairs, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_pairs.usage);
  if (json)
    return pairs_json();
  printf("%-22s %8s %8s %8s  %s\n", "pair", "static", "kinetic", "m/s", "source");
  for (const rosin_friction_pair *p = rosin_friction_pairs(); p->name; p++)
    rosin_print(stdout, "%-22s %8g %8g %8g  %s\n", p->name, p->mu_static, p->mu_kinetic,
                p->stribeck_velocity, p->source);
  return ROSIN_DONE;
}

static void show_shape(const rosin_form *f) {
  printf("%s: %s\n", f->name, f->summary);
  printf("usual material: %s\n", f->material);
  printf("position: %s\n", f->position);
  if (f->coordinates)
    printf("a point may also be a pair: %s\n", f->coordinates);
  printf("%-10s %-6s %-16s %-8s %s\n", "parameter", "unit", "range", "default", "meaning");
  for (const rosin_parameter *p = f->parameter; p->name; p++) {
    char range[32];
    rosin_format(range, sizeof range, "%g to %g", p->low, p->high);
    rosin_print(stdout, "%-10s %-6s %-16s %-8g %s\n", p->name, *p->unit ? p->unit : "-", range,
                p->initial, p->meaning);
  }
}

/* Its modes and named points at defaults. */
static int show_modes(const rosin_form *f) {
  double value[ROSIN_FORM_PARAMETERS];
  rosin_error error;
  rosin_parameters_default(f->parameter, value);
  rosin_modal_spec *spec =
      rosin_form_modes(f, rosin_material_find(f->material), value, 12, 20000, 0, NULL, &error);
  if (!spec)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  printf("points:");
  for (int i = 0; i < spec->points; i++)
    if (*spec->name[i])
      rosin_print(stdout, " %s = %g", spec->name[i], spec->position[i]);
  printf("\nat the defaults:");
  for (int l = 0; l < spec->modes; l++)
    rosin_print(stdout, " %.4g", spec->mode[l].frequency);
  printf(" Hz\n");
  rosin_modal_spec_free(spec);
  return ROSIN_DONE;
}

/* All shapes, or one, with parameters. */
static int shapes_json(const rosin_form *only) {
  int first = 1;
  putchar('[');
  for (int i = 0; i < rosin_forms(); i++) {
    const rosin_form *f = rosin_form_at(i);
    if (only && f != only)
      continue;
    fputs(first ? "{" : ",\n{", stdout);
    rosin_json_member(stdout, 1, "name", f->name);
    rosin_json_member(stdout, 0, "summary", f->summary);
    rosin_json_member(stdout, 0, "material", f->material);
    rosin_json_member(stdout, 0, "position", f->position);
    fputs(", \"parameters\": ", stdout);
    rosin_json_parameters(stdout, f->parameter);
    putchar('}');
    first = 0;
  }
  puts("]");
  return ROSIN_DONE;
}

static int shapes(int count, char **words) {
  const char *json = NULL;
  const rosin_option table[] = {{"json", 0, NULL, "as JSON", &json, NULL}, {0}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_shapes, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count > 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_shapes.usage);
  if (!rest.count && json)
    return shapes_json(NULL);
  if (!rest.count) {
    for (int i = 0; i < rosin_forms(); i++)
      printf("%-20s %s\n", rosin_form_at(i)->name, rosin_form_at(i)->summary);
    return ROSIN_DONE;
  }
  const rosin_form *form = rosin_form_find(rest.text[0]);
  if (!form)
    return rosin_complain(ROSIN_FAILURE, "no shape '%s'; `rosin shapes` lists them", rest.text[0]);
  if (json)
    return shapes_json(form);
  show_shape(form);
  return show_modes(form);
}

const rosin_command rosin_command_materials = {"materials", "materials",
                                               "list what bodies can be made of", materials};
const rosin_command rosin_command_pairs = {"pairs", "pairs", "list the friction of pairs of matter",
                                           pairs};
const rosin_command rosin_command_shapes = {
    "shapes", "shapes [NAME]", "list the shapes whose modes are computed, or one's parameters",
    shapes};
