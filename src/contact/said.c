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

int rosin_contact_option(rosin_contact *c, const char *name, double value, rosin_error *error) {
  if (!c)
    return rosin_fail(error, "there is no contact");
  const rosin_roughness *now = &c->roughness;
  rosin_contact_form form = {c->points, now->spots, now->spot, now->ridges, now->ridge};
  return rosin_parameter_put(rosin_contact_options(), NULL, name, value, &form, error) ||
                 rosin_contact_make(c, &form, error)
             ? -1
             : 0;
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
  return rosin_parameter_find(rosin_contact_options(), name)
             ? rosin_contact_option(c, name, value, error)
             : rosin_contact_set(c, name, value, error);
}
