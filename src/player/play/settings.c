/* SPDX-License-Identifier: BSD-3-Clause */
#include "player/play/settings.h"
#include "number.h"
#include "rosin/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "player.";
enum { PREFIX = sizeof prefix - 1 };

int rosin_player_setting_is(const char *text) {
  return strncmp(text, prefix, PREFIX) == 0;
}

static const rosin_parameter *row_of(const char *setting) {
  return rosin_parameter_find(rosin_player_parameters(), setting + PREFIX);
}

static int refuse(const char *text, const char *setting, const char *said, rosin_error *error) {
  const rosin_parameter *row = row_of(setting);
  const char *word;
  char all[200] = "";
  for (int i = 0; (word = rosin_parameter_word(row, i)); i++)
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : ", nor one of ", word);
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
  if (rosin_parameter_worded(row_of(name), equals + 1, value) == 0)
    return 0;
  *value = rosin_number_read(equals + 1, &end);
  return end == equals + 1 || *end ? refuse(text, name, equals + 1, error) : 0;
}

static int check(const char *text, rosin_error *error) {
  char name[ROSIN_PLAYER_SETTING];
  double value;
  if (rosin_player_setting_read(text, name, &value, error))
    return -1;
  const rosin_parameter *row = row_of(name);
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
