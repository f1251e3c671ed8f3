/* SPDX-License-Identifier: BSD-3-Clause */
/* What of a player can be set, and what it says of itself. */
#include "error.h"
#include "player/bow/stroke.h"
#include "player/course/course.h"
#include "player/midi/controls.h"

#include <math.h>
#include <string.h>

static const rosin_parameter table[] = {
    {"articulation", "", 0, ROSIN_ARTICULATIONS - 1, 0,
     "0 detache, 1 legato, 2 martele, 3 spiccato, 4 tremolo, 5 flautando, 6 scratch, 7 pizzicato, "
     "8 col legno, 9 harmonic, 10 left-hand pizzicato",
     offsetof(rosin_player_settings, articulation), .kind = ROSIN_CHOICE,
     .words = rosin_articulation_words},
    {"dynamics", "", 0, 1, 0.55, "from pianissimo to fortissimo: bow speed",
     offsetof(rosin_player_settings, dynamics)},
    {"pressure", "", 0, 1, 0.5,
     "from flautando (light, far from the bridge) to scratch (dense, near it)",
     offsetof(rosin_player_settings, pressure)},
    {"position", "", 0.3, 3, 1, "where the bow is, times its usual place",
     offsetof(rosin_player_settings, position)},
    {"assist", "", 0, 1, 1, "1: force follows speed, position and string; 0: force is the hand's",
     offsetof(rosin_player_settings, assist)},
    {"change", "s", 0.01, 0.5, 0.08, "time a bow takes to turn",
     offsetof(rosin_player_settings, change)},
    {"portamento", "s", 0, 2, 0.05, "time a finger takes to slide in legato",
     offsetof(rosin_player_settings, portamento)},
    {"vibrato", "cents", 0, 100, 12, "depth of vibrato, up and down",
     offsetof(rosin_player_settings, vibrato)},
    {"vibrato_rate", "Hz", 1, 12, 5.2, "rate of vibrato",
     offsetof(rosin_player_settings, vibrato_rate)},
    {"vibrato_delay", "s", 0, 3, 0.25, "time to its onset; it then grows as long again",
     offsetof(rosin_player_settings, vibrato_delay)},
    {"humanity", "", 0, 1, 0.4, "wander of force, speed, place, pitch and timing",
     offsetof(rosin_player_settings, humanity)},
    {"ear", "", 0, 1, 1, "1: the player hears the slips and corrects the finger",
     offsetof(rosin_player_settings, ear), .kind = ROSIN_SWITCH},
    {"finger_loss", "1/s", 0, 100, 4.3, "what a finger takes from a stopped string",
     offsetof(rosin_player_settings, finger_loss)},
    {"release", "s", 0, 30, 4, "how long fingers stay down after a note",
     offsetof(rosin_player_settings, release)},
    {"touch", "", 0, 1, 0, "0: fingers stop the string; to 1: they lie on it and damp it",
     offsetof(rosin_player_settings, touch)},
    {"double_stops", "", 0, 1, 0, "1: a note keeps sounding while another string takes the next",
     offsetof(rosin_player_settings, double_stops), .kind = ROSIN_SWITCH},
    {"by_hand", "", 0, 1, 0, "1: a hand moves the bow (a pad, a mouse), notes only finger",
     offsetof(rosin_player_settings, by_hand), .kind = ROSIN_SWITCH},
    {"a4", "Hz", 300, 600, 440, "pitch of key 69", offsetof(rosin_player_settings, a4)},
    {"key_switches", "", 0, 1, 0,
     "1: the eleven keys from an octave below the lowest string choose the articulation",
     offsetof(rosin_player_settings, key_switches), .kind = ROSIN_SWITCH},
    {"lift", "", 0, 1, 1, "1: the bow leaves the string after a note; 0: it stops on it",
     offsetof(rosin_player_settings, lift), .kind = ROSIN_SWITCH},
    {"tremolo_rate", "1/s", 2, 20, 10, "strokes of a tremolo a second",
     offsetof(rosin_player_settings, tremolo_rate)},
    {"trill", "", 0, 12, 0, "semitones of a trill upwards; 0: none",
     offsetof(rosin_player_settings, trill)},
    {"trill_rate", "Hz", 1, 12, 6, "how often a second a trill goes up and down",
     offsetof(rosin_player_settings, trill_rate)},
    {"measured", "", 0, 1, 0, "1: tremolos and trills keep their rate; 0: they live",
     offsetof(rosin_player_settings, measured), .kind = ROSIN_SWITCH},
    {"attack", "s", 0, 1, 0,
     "time to 3 dB below the tone; 0: by velocity, 0.3 (softest) to 0.03 (hardest)",
     offsetof(rosin_player_settings, attack)},
    {"accent", "", 0, 1, 0.5, "how much notes of high velocity start above their tone",
     offsetof(rosin_player_settings, accent)},
    {"controls", "", 0, 3, 0, "what controllers move: 0 keyboard, 1 swam, 2 mpe, 3 wind",
     offsetof(rosin_player_settings, controls), .kind = ROSIN_CHOICE,
     .words = rosin_controls_words},
    {"string", "", 0, 6, 0,
     "string to play on where it reaches, 1 the highest; 0: the hand's choice",
     offsetof(rosin_player_settings, string), .kind = ROSIN_WHOLE},
    {"chord", "s", 0, 0.5, 0.12,
     "from the lower to the upper strings of a chord that no bow takes at once; 0: all at once",
     offsetof(rosin_player_settings, chord)},
    {"reads", "", 0, 1, 0,
     "1: with a file the player reads ahead: lengths, beats, fingerings; 0: as if live",
     offsetof(rosin_player_settings, reads), .kind = ROSIN_SWITCH},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_player_parameters(void) {
  return table;
}

int rosin_player_set(rosin_player *p, const char *name, double value, rosin_error *error) {
  const rosin_parameter *row = rosin_parameter_find(table, name);
  if (!row)
    return rosin_fail(error, "the player has no parameter '%.64s'", name);
  if (rosin_parameter_check(row, "player", value, error))
    return -1;
  memcpy((char *)&p->s + row->offset, &value, sizeof value);
  memcpy((char *)&p->given + row->offset, &value, sizeof value);
  for (int k = 0; k < ROSIN_CHANNELS; k++)
    rosin_channel_forget(&p->channel[k], row->offset);
  for (int k = 0; k < p->courses; k++)
    rosin_channel_forget(&p->course[k].own, row->offset);
  return 0;
}

double rosin_player_get(const rosin_player *p, const char *name) {
  const rosin_parameter *row = rosin_parameter_find(table, name);
  return row ? rosin_channel_get(&p->channel[p->spoke], &p->s, row->offset) : (double)NAN;
}

int rosin_player_missed(const rosin_player *p) {
  int missed = 0;
  for (int i = 0; i < ROSIN_LEFT_REASONS; i++)
    missed += p->left[i];
  return missed;
}

void rosin_player_set_witness(rosin_player *p, rosin_player_witness witness, void *context) {
  p->witness = witness;
  p->witness_context = context;
}

int rosin_player_heeds(const rosin_player *p, int number) {
  rosin_channel any;
  rosin_channel_start(&any);
  return number == 120 || number == 123 || rosin_channel_control(&any, number, 0) ||
         rosin_controls_move(rosin_player_controls(p), number, 0, &any);
}

const rosin_controls *rosin_player_controls(const rosin_player *p) {
  return p->controls ? p->controls : rosin_controls_ready((int)(p->s.controls + 0.5));
}
