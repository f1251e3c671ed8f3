/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/settings.h"
#include "letters.h"
#include "number.h"
#include "player/bow/stroke.h"
#include "player/midi/controls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "player.";
enum { PREFIX = sizeof prefix - 1 };

int rosin_player_setting_is(const char *text) {
  return strncmp(text, prefix, PREFIX) == 0;
}

/* The two numbers that stand for things which have names: a name's number, or -1. */
static const char *(*names_of(const char *setting))(int) {
  return strcmp(setting, "player.articulation") == 0 ? rosin_articulation_name
         : strcmp(setting, "player.controls") == 0   ? rosin_controls_name
                                                     : NULL;
}

/* Whether it is that name, whatever its capitals, with blanks for hyphens or without. */
static int is_name(const char *name, const char *said) {
  for (; *name; name++, said++)
    if (rosin_lower(*said) != *name && !(*name == '-' && *said == ' '))
      return 0;
  return !*said;
}

static int number_of(const char *setting, const char *said) {
  const char *(*const names)(int) = names_of(setting);
  for (int i = 0; names && names(i); i++)
    if (is_name(names(i), said))
      return i;
  return -1;
}

static int refuse(const char *text, const char *setting, const char *said, rosin_error *error) {
  const char *(*const names)(int) = names_of(setting);
  char all[200] = "";
  for (int i = 0; names && names(i); i++)
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : ", nor one of ",
             names(i));
  snprintf(error->text, sizeof error->text, "-s %.200s: '%.60s' is not a number%s", text, said,
           all);
  return -1;
}

int rosin_player_setting_read(const char *text, char name[ROSIN_PLAYER_SETTING], double *value,
                              rosin_error *error) {
  char *end;
  const char *equals = strchr(text, '=');
  if (!equals) {
    snprintf(error->text, sizeof error->text, "-s %.200s: must be player.KEY=VALUE", text);
    return -1;
  }
  snprintf(name, ROSIN_PLAYER_SETTING, "%.*s", (int)(equals - text), text);
  const int named = number_of(name, equals + 1);
  if (named >= 0) {
    *value = named;
    return 0;
  }
  *value = rosin_number_read(equals + 1, &end);
  return end == equals + 1 || *end ? refuse(text, name, equals + 1, error) : 0;
}

static int check(const char *text, rosin_error *error) {
  char name[ROSIN_PLAYER_SETTING];
  double value;
  if (rosin_player_setting_read(text, name, &value, error))
    return -1;
  const rosin_parameter *row = rosin_parameter_find(rosin_player_parameters(), name + PREFIX);
  if (!row) {
    snprintf(error->text, sizeof error->text,
             "-s %.200s: the player has no '%.60s' (see rosin show SCENE --player)", text,
             name + PREFIX);
    return -1;
  }
  rosin_error why;
  if (rosin_parameter_check(row, "player", value, &why) == 0)
    return 0;
  snprintf(error->text, sizeof error->text, "-s %.300s", why.text);
  return -1;
}

int rosin_player_settings_check(int count, const char *const *texts, rosin_error *error) {
  for (int i = 0; i < count; i++)
    if (check(texts[i], error))
      return -1;
  return 0;
}

int rosin_player_settings_give(rosin_player *player, int count, const char *const *texts,
                               rosin_error *error) {
  for (int i = 0; i < count; i++) {
    char name[ROSIN_PLAYER_SETTING];
    double value;
    if (rosin_player_setting_read(texts[i], name, &value, error) ||
        rosin_player_set(player, name + PREFIX, value, error))
      return -1;
  }
  return 0;
}
