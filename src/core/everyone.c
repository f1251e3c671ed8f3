/* SPDX-License-Identifier: BSD-3-Clause */
/* What happens to an engine happens to all who play: to the first, and to those with him. */
#include "core/engine.h"
#include "player/apart.h"
#include "scene/scene.h"

void rosin_engine_post(rosin_engine *e, int frame, const rosin_event *event) {
  const long long at = rosin_sequencer_frame(e->sequencer) + frame;
  rosin_sequencer_post(e->sequencer, at, event);
  if (e->section)
    rosin_section_post(e->section, at, event);
}

void rosin_engine_take_over(rosin_engine *e, rosin_engine *from) {
  const rosin_player *told = rosin_sequencer_player(from->sequencer);
  rosin_event event;
  long long frame;
  if (told)
    rosin_player_listen(rosin_sequencer_player(e->sequencer), told);
  for (int i = 0; told && e->section && i < rosin_section_others(e->section); i++)
    rosin_player_listen(rosin_sequencer_player(rosin_section_other(e->section, i)), told);
  const long long on = rosin_sequencer_frame(e->sequencer) - rosin_sequencer_frame(from->sequencer);
  while (e->section && rosin_sequencer_give(from->sequencer, &frame, &event)) {
    rosin_sequencer_admit(e->sequencer, frame + on, &event, ROSIN_SEQUENCER_PENDING);
    rosin_section_admit(e->section, frame + on, &event, ROSIN_SEQUENCER_PENDING);
  }
  rosin_sequencer_take_over(e->sequencer, from->sequencer);
}

void rosin_engine_put(rosin_engine *e, int target, double value) {
  rosin_sequencer_put(e->sequencer, target, value);
  if (e->section)
    rosin_section_put(e->section, target, value);
}

void rosin_engine_tune(rosin_engine *e, const rosin_tuning *tuning) {
  if (rosin_sequencer_player(e->sequencer))
    rosin_player_tune(rosin_sequencer_player(e->sequencer), tuning);
  if (e->section)
    rosin_section_tune(e->section, tuning);
}

void rosin_engine_seed(rosin_engine *e, double seed) {
  rosin_sequencer_seed(e->sequencer, seed);
  if (e->section)
    rosin_section_seeded(e->section, seed);
}

void rosin_engine_reset(rosin_engine *e) {
  rosin_sequencer_reset(e->sequencer);
  if (e->section)
    rosin_section_reset(e->section);
}

void rosin_engine_bow(rosin_engine *e, int down, double speed, double press) {
  rosin_sequencer_bow_by_hand(e->sequencer, down, speed, press);
  if (e->section)
    rosin_section_bow(e->section, down, speed, press);
}

void rosin_engine_together(rosin_engine *e, const rosin_parameter *row, double value) {
  if (e->section)
    rosin_section_set(e->section, row, value);
}

long long rosin_engine_rescued(const rosin_engine *e) {
  long long sum = rosin_network_statistics(rosin_scene_network(e->scene)).rescued;
  for (int i = 0; e->section && i < rosin_section_others(e->section); i++)
    sum +=
        rosin_network_statistics(rosin_scene_network(rosin_section_scene(e->section, i))).rescued;
  return sum;
}

int rosin_engine_is_silent(const rosin_engine *e) {
  return rosin_sequencer_is_silent(e->sequencer);
}

int rosin_engine_is_at_rest(const rosin_engine *e) {
  return rosin_sequencer_is_at_rest(e->sequencer) &&
         (!e->section || rosin_section_is_at_rest(e->section));
}

int rosin_engine_rests(const rosin_engine *e) {
  return rosin_sequencer_rests(e->sequencer) && (!e->section || rosin_section_rests(e->section));
}

/* All of them hear what comes in at once. */
static void hear(rosin_engine *e, int frames, const float *in) {
  rosin_scene_hear(e->scene, in, frames);
  for (int i = 0; e->section && i < rosin_section_others(e->section); i++)
    rosin_scene_hear(rosin_section_scene(e->section, i), in, frames);
}

void rosin_engine_run(rosin_engine *e, int frames, const float *in, float *out) {
  hear(e, frames, in);
  rosin_sequencer_run(e->sequencer, frames, out);
  if (e->section)
    rosin_section_run(e->section, frames, out);
}
