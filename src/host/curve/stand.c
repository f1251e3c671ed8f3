/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/curve/stand.h"
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a contact without bodies takes; another control's name may be a parameter of the law. */
static int stands_alone(const rosin_stand *s, const rosin_parameter *p) {
  return strcmp(p->name, "force") == 0 ||
         rosin_contact_input(s->contact, p->name, p->initial, NULL) == 0;
}

int rosin_stand_open(rosin_stand *s, const char *law, double rate) {
  rosin_error error = {""};
  *s = (rosin_stand){.law = law, .rate = rate, .contact = rosin_contact_new(law, rate, &error)};
  if (!s->contact)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  for (const rosin_parameter *p = rosin_contact_parameters(); p->name; p++)
    if (stands_alone(s, p) && s->inputs < ROSIN_INPUTS) {
      s->value[s->inputs] = s->handed[s->inputs] = p->initial;
      s->input[s->inputs++] = p;
    }
  return -1;
}

void rosin_stand_close(rosin_stand *s) {
  rosin_contact_free(s->contact);
  s->contact = NULL;
}

int rosin_stand_input(const rosin_stand *s, const char *name) {
  for (int i = 0; i < s->inputs; i++)
    if (strcmp(s->input[i]->name, name) == 0)
      return i;
  return -1;
}

int rosin_stand_set(rosin_stand *s, const char *option, const char *text) {
  char key[64], what[96];
  const char *equals = strchr(text, '=');
  const size_t length = equals ? (size_t)(equals - text) : 0;
  rosin_error error = {""};
  double value;
  if (!equals || length < 1 || length >= sizeof key)
    return rosin_complain(ROSIN_USAGE, "%s %s: must be KEY=VALUE", option, text);
  memcpy(key, text, length);
  key[length] = 0;
  snprintf(what, sizeof what, "%s %s", option, key);
  const int input = rosin_stand_input(s, key);
  if (input >= 0) {
    const rosin_parameter *row = s->input[input];
    if (rosin_options_number(what, equals + 1, row->unit, row->low, row->high, &s->value[input]))
      return ROSIN_USAGE;
    s->given[input] = 1;
    return -1;
  }
  const rosin_parameter *row = rosin_parameter_find(rosin_law_parameters(s->law), key);
  if (!row)
    return rosin_complain(ROSIN_USAGE, "%s %s: the law has no parameter '%s'", option, text, key);
  char *end;
  const int word = rosin_law_word(key, equals + 1, NULL);
  value = word >= 0 ? word : rosin_number_read(equals + 1, &end);
  if (word < 0 && (!equals[1] || *end)) /* says that it is none */
    return rosin_options_number(what, equals + 1, row->unit, row->low, row->high, &value)
               ? ROSIN_USAGE
               : -1;
  return rosin_contact_set(s->contact, key, value, &error)
             ? rosin_complain(ROSIN_USAGE, "%s %s", option, error.text)
             : -1;
}

int rosin_stand_set_all(rosin_stand *s, const char *option, const rosin_list *list) {
  int status = -1;
  for (int i = 0; i < list->count && status < 0; i++)
    status = rosin_stand_set(s, option, list->text[i]);
  return status;
}

/* The force stands in the calls, the contact keeps the others. */
static double hand_over(rosin_stand *s) {
  double force = 0;
  for (int i = 0; i < s->inputs; i++)
    if (strcmp(s->input[i]->name, "force") == 0)
      force = s->value[i];
    else if (s->value[i] != s->handed[i] &&
             rosin_contact_input(s->contact, s->input[i]->name, s->value[i], NULL) == 0)
      s->handed[i] = s->value[i];
  return force;
}

int rosin_stand_is_slip(const rosin_stand *s) {
  const int rolling = rosin_stand_input(s, "rolling");
  const double chosen = rosin_contact_get(s->contact, "slip"); /* a law of either */
  return rolling >= 0 && !s->given[rolling] && !isnan(rosin_contact_get(s->contact, "low_speed")) &&
         (isnan(chosen) || chosen >= 0.5);
}

double rosin_stand_steady(rosin_stand *s, double v) {
  return rosin_contact_steady(s->contact, v, hand_over(s));
}

double rosin_stand_slip(rosin_stand *s, double slip, double speed) {
  const int rolling = rosin_stand_input(s, "rolling");
  if (rolling >= 0 && !s->given[rolling])
    s->value[rolling] = slip < 0 ? speed * (1 + slip) : speed;
  return rosin_stand_steady(s, slip * speed);
}

double rosin_stand_drive(rosin_stand *s, double v, double *bristle) {
  return rosin_contact_drive(s->contact, v, hand_over(s), bristle);
}
