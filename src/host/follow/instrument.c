/* SPDX-License-Identifier: BSD-3-Clause */
/* What a melody is played on, and how loud that is at each of its dynamics. */
#include "error.h"
#include "host/follow/follow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A player who does what he is told, and nothing of his own: no vibrato, no ear that would correct
 * what is corrected here, no wander; the finger goes at once, the bow turns quickly and stays on
 * its string, where it ends the note. */
static const char *const obedient[] = {
    "player.ear=0",       "player.vibrato=0", "player.humanity=0", "player.portamento=0",
    "player.change=0.03", "player.accent=0",  "player.lift=0",     "player.idle_loss=200",
};
enum { OBEDIENT = sizeof obedient / sizeof *obedient };

static void take_strings(rosin_follow_instrument *in) {
  const rosin_model *m = rosin_scene_model(in->scene);
  in->strings = m->instrument.courses;
  for (int i = 0; i < in->strings && i < ROSIN_FOLLOW_STRINGS; i++)
    in->open[i] = rosin_pitch_key(
        rosin_model_body_named(m, m->instrument.course[i].string)->string.frequency);
  in->lowest = in->strings ? in->open[0] : m->keys.low;
  in->highest = in->strings ? m->instrument.highest : m->keys.high;
}

int rosin_follow_open(rosin_follow_instrument *in, rosin_scene *scene, const rosin_list *set,
                      const rosin_list *player, rosin_error *error) {
  *in = (rosin_follow_instrument){.scene = scene};
  if (rosin_player_strings(scene) > ROSIN_FOLLOW_STRINGS)
    return rosin_fail(error, "an instrument of more than %d strings cannot follow",
                      ROSIN_FOLLOW_STRINGS);
  if (!rosin_player_strings(scene) && !rosin_keyboard_is(scene))
    return rosin_fail(error, "this scene has no instrument to be played by notes");
  for (int i = 0; i < OBEDIENT; i++)
    in->player.text[in->player.count++] = obedient[i];
  for (int i = 0; i < player->count && in->player.count < ROSIN_LIST; i++)
    in->player.text[in->player.count++] = player->text[i];
  in->all = in->player;
  for (int i = 0; i < set->count && in->all.count < ROSIN_LIST; i++)
    in->all.text[in->all.count++] = set->text[i];
  take_strings(in);
  in->rate = rosin_scene_rate(scene);
  in->channels = rosin_scene_channels(scene);
  in->core = rosin_core_over(scene, 1, 0, error);
  return !in->core || rosin_core_settings(in->core, in->player.count, in->player.text, error) ||
                 rosin_core_prepare(in->core, in->rate, error)
             ? -1
             : 0;
}

void rosin_follow_close(rosin_follow_instrument *in) {
  rosin_core_free(in->core);
  in->core = NULL;
}

double rosin_follow_dynamics(const rosin_follow_instrument *in, double level) {
  enum { LAST = ROSIN_FOLLOW_LEVELS - 1 };
  if (level <= in->heard[0])
    return 0;
  for (int i = 1; i <= LAST; i++)
    if (level <= in->heard[i])
      return (i - 1 + (level - in->heard[i - 1]) / (in->heard[i] - in->heard[i - 1])) / LAST;
  return 1;
}

double rosin_follow_loudness(const rosin_follow_instrument *in, double dynamics) {
  enum { LAST = ROSIN_FOLLOW_LEVELS - 1 };
  const double at = fmin(fmax(dynamics, 0), 1) * LAST;
  const int i = at >= LAST ? LAST - 1 : (int)at;
  return in->heard[i] + (at - i) * (in->heard[i + 1] - in->heard[i]);
}
