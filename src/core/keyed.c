/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/keyed.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

/* Under names of their own, since macros of scenes have such as these. */
const rosin_parameter rosin_keyed_rows[] = {
    {"key_dynamics", "", 0, 1, 0.55, "how loud all notes are: speed of the hand", .group = "Keys"},
    {"key_pressure", "", 0, 1, 0.5, "from light to dense: force of the hand", .group = "Keys"},
    {"key_position", "", 0.3, 3, 1, "where the hand is, times its usual place", .group = "Keys"},
    {"key_assist", "", 0, 1, 1, "1: force follows the note, so that it speaks; 0: it is the hand's",
     .group = "Keys"},
    {"key_attack", "s", 0, 1, 0, "time in which a note stands; 0: by velocity", .group = "Keys"},
    {"key_vibrato", "cents", 0, 100, 12, "depth of vibrato, or of the motor's", .group = "Keys"},
    {"key_vibrato_rate", "Hz", 1, 12, 5.2, "rate of vibrato, or of the motor", .group = "Keys"},
    {"key_portamento", "s", 0, 2, 0.05, "time in which one body slides to a key", .group = "Keys"},
    {"key_a4", "Hz", 300, 600, 440, "pitch of key 69", .group = "Keys"},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

enum { PREFIX = sizeof "key_" - 1 };

rosin_player_event_t rosin_keyed_told(const rosin_parameter *row, double value) {
  const rosin_parameter *all = rosin_player_parameters();
  const rosin_parameter *own = rosin_parameter_find(all, row->name + PREFIX);
  return (rosin_player_event_t){.kind = ROSIN_PLAYER_TELL,
                                .channel = -1,
                                .controller = (int)(own - all),
                                .value = value,
                                .single = 1};
}

static void put_settings(rosin_keyed *k) {
  for (int i = 0; i < ROSIN_KEYED_SETTINGS; i++)
    if (k->set[i])
      rosin_keyboard_put(k->keys, &rosin_player_parameters()[i], k->value[i]);
}

int rosin_keyed_open(rosin_keyed *k, const rosin_scene *scene, rosin_error *error) {
  rosin_keyed_close(k);
  if (!scene)
    return 0;
  k->channels = rosin_scene_channels(scene);
  k->cell = calloc(ROSIN_KEYBOARD_CELL * (size_t)k->channels, sizeof *k->cell);
  return k->cell && !rosin_agenda_open(&k->agenda, ROSIN_KEYED_EVENTS)
             ? 0
             : rosin_fail(error, "out of memory for keys");
}

void rosin_keyed_take(rosin_keyed *k, rosin_keyboard *keys, const rosin_tuning *tuning) {
  k->keys = keys;
  if (!keys)
    return;
  put_settings(k);
  rosin_keyboard_tune(keys, tuning);
  rosin_keyed_reset(k);
}

void rosin_keyed_close(rosin_keyed *k) {
  rosin_keyboard_free(k->keys);
  rosin_agenda_close(&k->agenda);
  free(k->cell);
  k->keys = NULL;
  k->cell = NULL;
}

void rosin_keyed_reset(rosin_keyed *k) {
  if (!k->keys)
    return;
  rosin_agenda_clear(&k->agenda);
  rosin_keyboard_reset(k->keys);
  k->made = k->ahead = k->left = 0;
}

void rosin_keyed_put(rosin_keyed *k, int row, double value) {
  if (row < 0 || row >= ROSIN_KEYED_SETTINGS)
    return;
  k->set[row] = 1;
  k->value[row] = value;
  if (k->keys)
    rosin_keyboard_put(k->keys, &rosin_player_parameters()[row], value);
}

void rosin_keyed_follow(rosin_keyed *k, long long frame, int latency) {
  k->ahead = k->made - k->left - frame + latency;
  if (k->keys)
    rosin_keyboard_wait(k->keys, latency);
}

void rosin_keyed_hear(void *context, long long frame, const rosin_player_event_t *event) {
  rosin_keyed *k = context;
  const rosin_event e = {.target = ROSIN_EVENT_PLAYER, .player = *event};
  const rosin_player_event_t quiet = {.kind = ROSIN_PLAYER_QUIET};
  if (rosin_agenda_add(&k->agenda, frame + k->ahead, &e, ROSIN_KEYED_EVENTS) &&
      rosin_event_ends(&e)) /* so many that all shall end */
    rosin_keyboard_event(k->keys, &quiet);
}

static void run_cell(rosin_keyed *k) {
  rosin_event e;
  while (rosin_agenda_take(&k->agenda, k->made, &e))
    rosin_keyboard_event(k->keys, &e.player);
  memset(k->cell, 0, ROSIN_KEYBOARD_CELL * (size_t)k->channels * sizeof *k->cell);
  rosin_keyboard_run(k->keys, ROSIN_KEYBOARD_CELL, k->cell);
  k->made += ROSIN_KEYBOARD_CELL;
  k->left = ROSIN_KEYBOARD_CELL;
}

void rosin_keyed_add(rosin_keyed *k, int frames, float *out) {
  for (int at = 0; k->keys && at < frames;) {
    if (!k->left)
      run_cell(k);
    const int now = k->left < frames - at ? k->left : frames - at;
    const float *from = k->cell + (ROSIN_KEYBOARD_CELL - k->left) * k->channels;
    for (int i = 0; i < now * k->channels; i++)
      out[at * k->channels + i] += from[i];
    at += now;
    k->left -= now;
  }
}

int rosin_keyed_rests(const rosin_keyed *k) {
  return !k->keys || (rosin_keyboard_rest(k->keys) && rosin_agenda_first(&k->agenda) < 0);
}
