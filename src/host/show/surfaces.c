/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin surfaces: pairs of surfaces by name, each a law with its parameters. */
#include "format.h"
#include "host/common/commands.h"
#include "rosin.h"
#include "scene/text/json.h"
#include "scene/text/near.h"

#include <stdio.h>
#include <string.h>

static void put_json(const rosin_surface *s, const char *before) {
  fputs(before, stdout);
  rosin_json_member(stdout, 1, "name", s->name);
  rosin_json_member(stdout, 0, "summary", s->summary);
  rosin_json_member(stdout, 0, "law", s->law);
  fputs(", \"parameters\": {", stdout);
  for (const rosin_surface_value *v = s->set; v->key; v++)
    rosin_print(stdout, "%s\"%s\": %.9g", v == s->set ? "" : ", ", v->key, v->value);
  fputs("}}", stdout);
}

static int list(const rosin_surface *only, int json) {
  const char *before = "[{";
  for (const rosin_surface *s = rosin_surfaces(); s->name; s++) {
    if (only && s != only)
      continue;
    if (json)
      put_json(s, before);
    else
      printf("%-18s %s\n", s->name, s->summary);
    before = ",\n{";
  }
  if (json)
    puts("]");
  return ROSIN_DONE;
}

/* As a scene has it. */
static int show(const rosin_surface *s) {
  printf("type = \"%s\";", s->law);
  for (const rosin_surface_value *v = s->set; v->key; v++)
    rosin_print(stdout, " %s = %g;", v->key, v->value);
  printf("\n");
  return ROSIN_DONE;
}

static int complain_unknown(const char *name) {
  rosin_near near = rosin_near_to(name);
  for (const rosin_surface *s = rosin_surfaces(); s->name; s++)
    rosin_near_consider(&near, s->name);
  const char *meant = rosin_near_meant(&near);
  return rosin_complain(ROSIN_FAILURE, "there is no surface '%s'; %s%s%s", name,
                        meant ? "did you mean '" : "`rosin surfaces` lists them",
                        meant ? meant : "", meant ? "'?" : "");
}

static int surfaces(int count, char **words) {
  const char *json = NULL;
  const rosin_option table[] = {{"json", 0, NULL, "as JSON", &json, NULL}, {0}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_surfaces, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count > 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_surfaces.usage);
  const rosin_surface *only = rest.count ? rosin_surface_find(rest.text[0]) : NULL;
  if (rest.count && !only)
    return complain_unknown(rest.text[0]);
  return only && !json ? show(only) : list(only, json != NULL);
}

const rosin_command rosin_command_surfaces = {
    "surfaces", "surfaces [NAME]", "list surfaces, laws with their parameters by name, or one's",
    surfaces};
