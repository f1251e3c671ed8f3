/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin laws: the friction laws; one law's parameters. */
#include "format.h"
#include "host/common/commands.h"
#include "rosin.h"
#include "scene/text/json.h"

#include <stdio.h>
#include <string.h>

static void show_law(const char *name) {
  printf("%-18s %-6s %-16s %-10s %s\n", "parameter", "unit", "range", "default", "meaning");
  for (const rosin_parameter *p = rosin_law_parameters(name); p->name; p++) {
    char range[32];
    rosin_format(range, sizeof range, "%g to %g", p->low, p->high);
    rosin_print(stdout, "%-18s %-6s %-16s %-10g %s\n", p->name, *p->unit ? p->unit : "-", range,
                p->initial, p->meaning);
  }
}

/* All laws, or one, with parameters. */
static int list_json(const char *only) {
  int first = 1;
  putchar('[');
  for (int i = 0; i < rosin_laws(); i++) {
    if (only && strcmp(only, rosin_law_name(i)) != 0)
      continue;
    fputs(first ? "{" : ",\n{", stdout);
    rosin_json_member(stdout, 1, "name", rosin_law_name(i));
    rosin_json_member(stdout, 0, "summary", rosin_law_summary(i));
    fputs(", \"parameters\": ", stdout);
    rosin_json_parameters(stdout, rosin_law_parameters(rosin_law_name(i)));
    putchar('}');
    first = 0;
  }
  puts("]");
  return ROSIN_DONE;
}

static int laws(int count, char **words) {
  const char *json = NULL;
  const rosin_option table[] = {{"json", 0, NULL, "as JSON", &json, NULL}, {0}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_laws, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count > 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_laws.usage);
  rosin_error error;
  if (rest.count && rosin_surface_find(rest.text[0])) {
    return rosin_command_surfaces.run(count, words);
  }
  if (rest.count) {
    rosin_contact *known = rosin_contact_new(rest.text[0], 44100, &error);
    if (!known)
      return rosin_complain(ROSIN_FAILURE, "%s", error.text);
    rosin_contact_free(known);
    if (json)
      return list_json(rest.text[0]);
    show_law(rest.text[0]);
    return ROSIN_DONE;
  }
  if (json)
    return list_json(NULL);
  for (int i = 0; i < rosin_laws(); i++)
    printf("%-18s %s\n", rosin_law_name(i), rosin_law_summary(i));
  return ROSIN_DONE;
}

const rosin_command rosin_command_laws = {"laws", "laws [NAME]",
                                          "list the friction laws, or one's parameters", laws};
