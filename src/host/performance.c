/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/performance.h"
#include "host/midi_file.h"
#include "player/player.h"
#include "scene/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rosin_performance {
  rosin_player *player;
  rosin_player_score_t *score;
};

static const char prefix[] = "player.";
static const double last_tone = 4, longest = 36000; /* s */

void rosin_performance_split(const rosin_list *all, rosin_list *scene, rosin_list *player) {
  scene->count = player->count = 0;
  for (int i = 0; i < all->count; i++) {
    rosin_list *to = strncmp(all->text[i], prefix, sizeof prefix - 1) ? scene : player;
    to->text[to->count++] = all->text[i];
  }
}

/* "player.KEY=VALUE" apart: 0, or -1 and an error. */
static int read_setting(const char *text, char key[64], double *value, rosin_error *error) {
  char *end;
  const char *equals = strchr(text, '=');
  if (!equals) {
    snprintf(error->text, sizeof error->text, "-s %.200s: must be player.KEY=VALUE", text);
    return -1;
  }
  snprintf(key, 64, "%.*s", (int)(equals - text), text);
  *value = strtod(equals + 1, &end);
  if (end == equals + 1 || *end) {
    snprintf(error->text, sizeof error->text, "-s %.200s: '%.60s' is not a number", text,
             equals + 1);
    return -1;
  }
  return 0;
}

int rosin_performance_check(const rosin_list *player, rosin_error *error) {
  for (int i = 0; i < player->count; i++) {
    char key[64];
    double value;
    rosin_error why;
    if (read_setting(player->text[i], key, &value, error))
      return -1;
    const rosin_parameter *row =
        rosin_parameter_find(rosin_player_parameters(), key + sizeof prefix - 1);
    if (!row) {
      snprintf(error->text, sizeof error->text,
               "-s %.200s: the player has no '%.60s' (see rosin show --player)", player->text[i],
               key + sizeof prefix - 1);
      return -1;
    }
    if (rosin_parameter_check(row, "player", value, &why)) {
      snprintf(error->text, sizeof error->text, "-s %.300s", why.text);
      return -1;
    }
  }
  return 0;
}

static int set_player(rosin_player *player, const char *text, rosin_error *error) {
  char key[64];
  double value;
  return read_setting(text, key, &value, error)
             ? -1
             : rosin_player_set(player, key + sizeof prefix - 1, value, error);
}

int rosin_performance_set_live(rosin_live *live, const rosin_list *player, rosin_error *error) {
  for (int i = 0; i < player->count; i++) {
    char key[64];
    double value;
    if (!rosin_live_has_player(live)) {
      snprintf(error->text, sizeof error->text, "-s %.200s: this scene has no player",
               player->text[i]);
      return -1;
    }
    if (read_setting(player->text[i], key, &value, error) ||
        rosin_live_set(live, key, value, error))
      return -1;
  }
  return 0;
}

static int tune(rosin_player *player, const char *scale, rosin_error *error) {
  rosin_tuning tuning;
  rosin_tuning_equal(&tuning);
  if (rosin_tuning_scala(&tuning, scale, error))
    return -1;
  rosin_player_tune(player, &tuning);
  return 0;
}

rosin_performance *rosin_performance_new(rosin_scene *scene, const char *midi, const char *scale,
                                         const rosin_list *player, int whole, rosin_error *error) {
  int count;
  rosin_performance *p = calloc(1, sizeof *p);
  if (!p) {
    snprintf(error->text, sizeof error->text, "out of memory for a performance");
    return NULL;
  }
  p->score = rosin_midi_file_read(midi, &count, error);
  if (p->score && *error->text)
    rosin_complain(ROSIN_DONE, "warning: %s", error->text);
  if (p->score)
    p->player = rosin_player_new(scene, (unsigned long long)rosin_scene_model(scene)->seed, error);
  int failed = !p->player || (scale && tune(p->player, scale, error));
  for (int i = 0; !failed && i < player->count; i++)
    failed = set_player(p->player, player->text[i], error);
  if (failed) {
    rosin_performance_free(p);
    return NULL;
  }
  rosin_player_score(p->player, p->score, count);
  const double end = p->score[count - 1].time + last_tone;
  if (whole && !(end <= longest)) {
    snprintf(error->text, sizeof error->text,
             "%.300s: lasts %.0f s; at most %.0f, or the part that -d SECONDS says", midi, end,
             longest);
    rosin_performance_free(p);
    return NULL;
  }
  if (whole)
    rosin_scene_set_duration(scene, end);
  return p;
}

int rosin_performance_missed(const rosin_performance *p) {
  return rosin_player_missed(p->player);
}

void rosin_performance_free(rosin_performance *p) {
  if (!p)
    return;
  rosin_player_free(p->player);
  free(p->score);
  free(p);
}
