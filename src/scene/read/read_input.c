/* SPDX-License-Identifier: BSD-3-Clause */
/* The section `input`: where a sound that comes in drives the scene, and how hard. */
#include "scene/read/reading.h"

static void check_names(rosin_reading *r, const rosin_setting *s, const rosin_model *m) {
  const rosin_model_input *in = &m->input;
  if (*in->body && !rosin_model_body_named(m, in->body))
    rosin_reading_error(r, rosin_setting_member(s, "body"),
                        "input.body: there is no string or modal named '%s'", in->body);
  if (*in->contact && !rosin_model_contact_named(m, in->contact))
    rosin_reading_error(r, rosin_setting_member(s, "contact"),
                        "input.contact: there is no contact '%s'", in->contact);
}

void rosin_reading_input(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  rosin_model_input *in = &m->input;
  const rosin_setting *position = rosin_setting_member(s, "position");
  rosin_parameters_default(rosin_model_input_parameters(), in);
  if (!s || !rosin_reading_group(r, s, "input", "{ body = ...; push = ...; }"))
    return;
  rosin_reading_known(r, s, "input", ROSIN_NAMES("body", "contact", "position"),
                      ROSIN_TABLES(rosin_model_input_parameters()));
  rosin_reading_table(r, s, "input", rosin_model_input_parameters(), in);
  rosin_reading_text(r, s, "input", "body", 0, in->body, sizeof in->body);
  rosin_reading_text(r, s, "input", "contact", 0, in->contact, sizeof in->contact);
  check_names(r, s, m);
  in->placed = position != NULL;
  if (position && !*in->body)
    rosin_reading_error(r, position, "input.position: of which body?");
  else if (position)
    rosin_reading_position(r, s, "input", "position", rosin_model_body_named(m, in->body),
                           &in->position);
}
