/* SPDX-License-Identifier: BSD-3-Clause */
/* A contact as people say it: by the name of a law or of a surface, numbers and words as text. */
#include "contact/contact.h"
#include "error.h"
#include "number.h"

#include <math.h>
#include <string.h>

rosin_contact *rosin_contact_of(const char *what, double rate, rosin_error *error) {
  const rosin_surface *surface = what ? rosin_surface_find(what) : NULL;
  rosin_contact *c = rosin_contact_new(surface ? surface->law : what, rate, error);
  for (const rosin_surface_value *v = surface ? surface->set : NULL; c && v && v->key; v++)
    rosin_contact_set(c, v->key, v->value, NULL);
  return c;
}

const char *rosin_contact_law(const rosin_contact *c) {
  return c ? c->law.ops->name : NULL;
}

/* What it is made with. */
static int set_option(rosin_contact *c, const rosin_parameter *row, double value,
                      rosin_error *error) {
  const rosin_parameter *all = rosin_contact_options();
  if (row == all && value != floor(value))
    return rosin_fail(error, "%s: %g is no whole number", row->name, value);
  if (rosin_parameter_check(row, NULL, value, error))
    return -1;
  return row == all ? rosin_contact_divide(c, (int)value, error)
                    : rosin_contact_spots(c, row == all + 1 ? value : c->roughness.spots,
                                          row == all + 2 ? value : c->roughness.spot, error);
}

int rosin_contact_say(rosin_contact *c, const char *name, const char *text, rosin_error *error) {
  const char *words = NULL;
  char *end;
  if (!c || !name || !text)
    return rosin_fail(error, "there is no %s", !c ? "contact" : !name ? "name" : "value");
  double value = rosin_number_read(text, &end);
  if (end == text || *end)
    value = rosin_law_word(name, text, &words);
  if ((end == text || *end) && value < 0)
    return rosin_fail(error, "%.60s: '%.60s' is %s%s", name, text,
                      words ? "none of its words: " : "no number", words ? words : "");
  const rosin_parameter *option = rosin_parameter_find(rosin_contact_options(), name);
  return option ? set_option(c, option, value, error) : rosin_contact_set(c, name, value, error);
}
