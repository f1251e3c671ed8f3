/* SPDX-License-Identifier: BSD-3-Clause */
/* The section `keys`: which body keys play, and how. */
#include "scene/read/reading.h"

#include <stdio.h>

#define ROW(key) offsetof(rosin_model_keys, key)

static const rosin_parameter table[] = {
    {"low", "", 0, 127, 48, "the lowest key", ROW(low)},
    {"high", "", 0, 127, 84, "the highest", ROW(high)},
    {"base", "", 0, 127, 69, "the key of the body as it is written", ROW(base)},
    {"slides", "", 0, 1, 0, "1: one body, whose pitch goes to the last key; 0: one for each key",
     ROW(slides), .kind = ROSIN_SWITCH},
    {"voices", "", 1, 64, 12, "bodies that sound at once, at most", ROW(voices)},
    {"softest", "m/s", 1e-3, 10, 0.05, "speed of the hand in the softest note", ROW(softest)},
    {"loudest", "m/s", 1e-3, 10, 0.5, "and in the loudest", ROW(loudest)},
    {"light", "N", 1e-3, 100, 0.05, "the least with which the hand presses", ROW(light)},
    {"strong", "N", 1e-3, 100, 5, "and the most", ROW(strong)},
    {"hold", "", 1, 100, 2, "force over the least that sings, of a note that stands", ROW(hold)},
    {"quick", "s", 0.005, 10, 0.1, "until a note stands, at the greatest velocity", ROW(quick)},
    {"slow", "s", 0.005, 10, 0.3, "and at the least", ROW(slow)},
    {"place", "", -1e6, 1e6, 0, "where on the body the hand is", ROW(place)},
    {"reach", "", -1e6, 1e6, 0, "how far from there position 3 is; as far the other way 0.3",
     ROW(reach)},
    {"turns", "1/m", -100, 100, 0, "how far round the body the hand goes as it rubs along",
     ROW(turns)},
    {"damping", "N", 0, 100, 1, "with which the damper lies on what nobody plays", ROW(damping)},
    {"gain", "", 0, 1e6, 1, "factor on the sound", ROW(gain)},
    {"tilt", "", -4, 4, 0, "power of the pitch by which higher keys are louder", ROW(tilt)},
    {"motor", "", 0, 1, 0,
     "share of the sound that lids take as a motor turns them; as far as there is vibrato",
     ROW(motor)},
    {"vibrato", "", 0, 4, 0, "share of the player's vibrato that the body follows", ROW(vibrato)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const rosin_parameter number_rows[] = {
    {"at", "", -1e9, 1e9, 1, "the number at the base", offsetof(rosin_model_key_number, at)},
    {"power", "", -10, 10, -1, "it goes with this power of the pitch",
     offsetof(rosin_model_key_number, power)},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_model_keys_parameters(void) {
  return table;
}

static void read_number(rosin_reading *r, const rosin_setting *s, rosin_model_keys *k) {
  rosin_model_key_number *n = &k->number[k->numbers];
  if (!rosin_reading_group(r, s, "keys.numbers", "{ key = ...; at = ...; power = ...; }"))
    return;
  rosin_reading_known(r, s, "keys.numbers", ROSIN_NAMES("key"), ROSIN_TABLES(number_rows));
  rosin_parameters_default(number_rows, n);
  rosin_reading_text(r, s, "keys.numbers", "key", 1, n->key, sizeof n->key);
  rosin_reading_table(r, s, "keys.numbers", number_rows, n);
  k->numbers++;
}

static void read_numbers(rosin_reading *r, const rosin_setting *s, rosin_model_keys *k) {
  const rosin_setting *list = rosin_setting_member(s, "numbers");
  const int count = rosin_reading_length(list);
  if (list && (!rosin_reading_is_list(list) || count > ROSIN_MODEL_KEYS_NUMBERS))
    rosin_reading_error(r, list, "keys.numbers: must list at most %d numbers",
                        ROSIN_MODEL_KEYS_NUMBERS);
  for (int i = 0; i < count && i < ROSIN_MODEL_KEYS_NUMBERS; i++)
    read_number(r, rosin_setting_element(list, i), k);
}

static void check_order(rosin_reading *r, const rosin_setting *s, const char *low, double least,
                        const char *high, double most) {
  const rosin_setting *at = rosin_setting_member(s, high);
  if (!(least <= most))
    rosin_reading_error(r, at ? at : s, "keys.%s: %g is below %s, %g", high, most, low, least);
}

static void check(rosin_reading *r, const rosin_setting *s, const rosin_model *m) {
  const rosin_model_keys *k = &m->keys;
  const rosin_model_body *body = rosin_model_body_named(m, k->body);
  const rosin_model_contact *contact = rosin_model_contact_named(m, k->contact);
  if (*k->body && !(body && body->modal))
    rosin_reading_error(r, rosin_setting_member(s, "body"), "keys.body: there is no body '%s'",
                        k->body);
  if (*k->contact && !contact)
    rosin_reading_error(r, rosin_setting_member(s, "contact"),
                        "keys.contact: there is no contact '%s'", k->contact);
  if (*k->damper && !rosin_model_contact_named(m, k->damper))
    rosin_reading_error(r, rosin_setting_member(s, "damper"),
                        "keys.damper: there is no contact '%s'", k->damper);
  check_order(r, s, "low", k->low, "high", k->high);
  check_order(r, s, "softest", k->softest, "loudest", k->loudest);
  check_order(r, s, "light", k->light, "strong", k->strong);
}

void rosin_reading_keys(rosin_reading *r, const rosin_setting *s, rosin_model *m) {
  rosin_reading_known(r, s, "keys", ROSIN_NAMES("body", "contact", "damper", "numbers"),
                      ROSIN_TABLES(table));
  rosin_parameters_default(table, &m->keys);
  rosin_reading_table(r, s, "keys", table, &m->keys);
  rosin_reading_text(r, s, "keys", "body", 1, m->keys.body, sizeof m->keys.body);
  rosin_reading_text(r, s, "keys", "contact", 1, m->keys.contact, sizeof m->keys.contact);
  rosin_reading_text(r, s, "keys", "damper", 0, m->keys.damper, sizeof m->keys.damper);
  read_numbers(r, s, &m->keys);
  check(r, s, m);
}
