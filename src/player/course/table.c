/* SPDX-License-Identifier: BSD-3-Clause */
/* What of a player can be set, and what it says of itself. */
#include "error.h"
#include "player/bow/stroke.h"
#include "player/course/course.h"
#include "player/midi/controls.h"

#include <math.h>
#include <string.h>

static const char *const rosin_open_words[] = {"chosen", "avoided", "wanted", NULL};

static const rosin_parameter table[] = {
    {"articulation", "", 0, ROSIN_ARTICULATIONS - 1, 0,
     "0 detache, 1 legato, 2 martele, 3 spiccato, 4 tremolo, 5 flautando, 6 scratch, 7 pizzicato, "
     "8 col legno, 9 harmonic, 10 left-hand pizzicato",
     offsetof(rosin_player_settings, articulation), .group = "Articulation", .kind = ROSIN_CHOICE,
     .words = rosin_articulation_words},
    {"dynamics", "", 0, 1, 0.55, "from pianissimo to fortissimo: bow speed",
     offsetof(rosin_player_settings, dynamics), .group = "Bow"},
    {"pressure", "", 0, 1, 0.5,
     "from flautando (light, far from the bridge) to scratch (dense, near it)",
     offsetof(rosin_player_settings, pressure), .group = "Bow"},
    {"position", "", 0.3, 3, 1, "where the bow is, times its usual place",
     offsetof(rosin_player_settings, position), .group = "Bow"},
    {"assist", "", 0, 1, 1, "1: force follows speed, position and string; 0: force is the hand's",
     offsetof(rosin_player_settings, assist), .group = "Bow"},
    {"change", "s", 0.01, 0.5, 0.08, "time a bow takes to turn",
     offsetof(rosin_player_settings, change), .group = "Bow"},
    {"portamento", "s", 0, 2, 0.05, "time a finger takes to slide in legato",
     offsetof(rosin_player_settings, portamento), .group = "Left hand"},
    {"vibrato", "cents", 0, 100, 12, "depth of vibrato, up and down",
     offsetof(rosin_player_settings, vibrato), .group = "Vibrato"},
    {"vibrato_rate", "Hz", 1, 12, 5.2, "rate of vibrato",
     offsetof(rosin_player_settings, vibrato_rate), .group = "Vibrato"},
    {"vibrato_delay", "s", 0, 3, 0.25, "time to its onset; it then grows as long again",
     offsetof(rosin_player_settings, vibrato_delay), .group = "Vibrato"},
    {"humanity", "", 0, 1, 0.4, "wander of force, speed, place, pitch and timing",
     offsetof(rosin_player_settings, humanity), .group = "Player"},
    {"ear", "", 0, 1, 1, "1: the player hears the slips and corrects the finger",
     offsetof(rosin_player_settings, ear), .group = "Tuning", .kind = ROSIN_SWITCH},
    {"finger_loss", "1/s", 0, 100, 4.3, "what a finger takes from a stopped string",
     offsetof(rosin_player_settings, finger_loss), .group = "Left hand"},
    {"release", "s", 0, 30, 4, "how long fingers stay down after a note",
     offsetof(rosin_player_settings, release), .group = "Left hand"},
    {"touch", "", 0, 1, 0, "0: fingers stop the string; to 1: they lie on it and damp it",
     offsetof(rosin_player_settings, touch), .group = "Left hand"},
    {"double_stops", "", 0, 1, 0, "1: a note keeps sounding while another string takes the next",
     offsetof(rosin_player_settings, double_stops), .group = "Left hand", .kind = ROSIN_SWITCH},
    {"by_hand", "", 0, 1, 0, "1: a hand moves the bow (a pad, a mouse), notes only finger",
     offsetof(rosin_player_settings, by_hand), .group = "Bow", .kind = ROSIN_SWITCH},
    {"a4", "Hz", 300, 600, 440, "pitch of key 69", offsetof(rosin_player_settings, a4),
     .group = "Tuning"},
    {"key_switches", "", 0, 1, 0,
     "1: the eleven keys from an octave below the lowest string choose the articulation",
     offsetof(rosin_player_settings, key_switches), .group = "Articulation", .kind = ROSIN_SWITCH},
    {"lift", "", 0, 1, 1, "1: the bow leaves the string after a note; 0: it stops on it",
     offsetof(rosin_player_settings, lift), .group = "Bow", .kind = ROSIN_SWITCH},
    {"tremolo_rate", "1/s", 2, 20, 10, "strokes of a tremolo a second",
     offsetof(rosin_player_settings, tremolo_rate), .group = "Articulation"},
    {"trill", "", 0, 12, 0, "semitones of a trill upwards; 0: none",
     offsetof(rosin_player_settings, trill), .group = "Left hand"},
    {"trill_rate", "Hz", 1, 12, 6, "how often a second a trill goes up and down",
     offsetof(rosin_player_settings, trill_rate), .group = "Left hand"},
    {"measured", "", 0, 1, 0, "1: tremolos and trills keep their rate; 0: they live",
     offsetof(rosin_player_settings, measured), .group = "Articulation", .kind = ROSIN_SWITCH},
    {"attack", "s", 0, 1, 0,
     "time to 3 dB below the tone; 0: by velocity, 0.3 (softest) to 0.03 (hardest)",
     offsetof(rosin_player_settings, attack), .group = "Bow"},
    {"accent", "", 0, 1, 0.5, "how much notes of high velocity start above their tone",
     offsetof(rosin_player_settings, accent), .group = "Bow"},
    {"controls", "", 0, 3, 0, "what controllers move: 0 keyboard, 1 swam, 2 mpe, 3 wind",
     offsetof(rosin_player_settings, controls), .group = "Player", .kind = ROSIN_CHOICE,
     .words = rosin_controls_words},
    {"string", "", 0, 6, 0,
     "string to play on where it reaches, 1 the highest; 0: the hand's choice",
     offsetof(rosin_player_settings, string), .group = "Left hand", .kind = ROSIN_WHOLE},
    {"chord", "s", 0, 0.5, 0.12,
     "from the lower to the upper strings of a chord that no bow takes at once; 0: all at once",
     offsetof(rosin_player_settings, chord), .group = "Articulation"},
    {"reads", "", 0, 1, 0,
     "1: with a file the player reads ahead: lengths, beats, fingerings; 0: as if live",
     offsetof(rosin_player_settings, reads), .group = "Player", .kind = ROSIN_SWITCH},
    {"idle_loss", "1/s", 0, 200, 80,
     "what a hand takes from strings that the bow has left or not come to; 0: they are free",
     offsetof(rosin_player_settings, idle_loss), .group = "Left hand"},
    {"technique", "", 0, ROSIN_STROKES - ROSIN_ARTICULATIONS, 0,
     "0 what the articulation says, 1 Bartok's pizzicato, 2 col legno tratto",
     offsetof(rosin_player_settings, technique), .group = "Articulation", .kind = ROSIN_CHOICE,
     .words = rosin_technique_words},
    {"sordino", "", 0, 1, 0, "a mute on the bridge: 1 con sordino",
     offsetof(rosin_player_settings, sordino), .group = "Articulation"},
    {"ponticello", "", -1, 1, 0, "-1 sul tasto, 0 as usual, 1 sul ponticello",
     offsetof(rosin_player_settings, ponticello), .group = "Articulation"},
    {"open_strings", "", 0, 2, 0, "0 as the hand chooses, 1 avoided, 2 wanted",
     offsetof(rosin_player_settings, open_strings), .group = "Left hand", .kind = ROSIN_CHOICE,
     .words = rosin_open_words},
    {"partial", "", 0, 6, 0,
     "of harmonics, 2 to 6: touched there; 0 or 1: a natural one, else two octaves above the "
     "finger",
     offsetof(rosin_player_settings, partial), .group = "Left hand", .kind = ROSIN_WHOLE},
    {"velocity", "", 0, 1, 0.35,
     "how much key velocity adds to the dynamics; 0: it is the attack's",
     offsetof(rosin_player_settings, velocity), .group = "Player"},
    {"volume", "", 0, 1, 1, "of the sound, not of the bow", offsetof(rosin_player_settings, volume),
     .group = "Player"},
    {"library", "", 0, 1, 0,
     "1: keys and controllers as sampled libraries have them, whatever controls says",
     offsetof(rosin_player_settings, library), .group = "Player", .kind = ROSIN_SWITCH},
    {"scoop", "semitones", 0, 12, 0, "how far below its pitch a note begins",
     offsetof(rosin_player_settings, scoop), .group = "Left hand"},
    {"fall", "semitones", 0, 24, 0, "how far a note falls as its key goes up",
     offsetof(rosin_player_settings, fall), .group = "Left hand"},
    {"accent_time", "s", 0.02, 10, 0.12, "how long an accent stays",
     offsetof(rosin_player_settings, accent_time), .group = "Bow"},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_player_parameters(void) {
  return table;
}

/* What only another table of controllers moves is as it is set. */
static void leave_controls(rosin_player *p, const rosin_controls *was) {
  const rosin_controls *now = rosin_player_controls(p);
  if (now == was)
    return;
  for (int k = 0; k < ROSIN_CHANNELS; k++)
    rosin_controls_leave(was, now, &p->channel[k]);
  for (int k = 0; k < p->courses; k++)
    rosin_controls_leave(was, now, &p->course[k].own);
}

void rosin_player_put(rosin_player *p, const rosin_parameter *row, double value) {
  const rosin_controls *was = rosin_player_controls(p);
  memcpy((char *)&p->s + row->offset, &value, sizeof value);
  memcpy((char *)&p->given + row->offset, &value, sizeof value);
  for (int k = 0; k < ROSIN_CHANNELS; k++)
    rosin_channel_forget(&p->channel[k], row->offset);
  for (int k = 0; k < p->courses; k++)
    rosin_channel_forget(&p->course[k].own, row->offset);
  leave_controls(p, was);
}

int rosin_player_set(rosin_player *p, const char *name, double value, rosin_error *error) {
  const rosin_parameter *row = rosin_parameter_find(table, name);
  if (!row)
    return rosin_fail(error, "the player has no parameter '%.64s'", name);
  if (rosin_parameter_check(row, "player", value, error))
    return -1;
  rosin_player_put(p, row, value);
  return 0;
}

double rosin_player_at(const rosin_player *p, const rosin_parameter *row) {
  return rosin_channel_get(&p->channel[p->spoke], &p->s, row->offset);
}

double rosin_player_get(const rosin_player *p, const char *name) {
  const rosin_parameter *row = rosin_parameter_find(table, name);
  return row ? rosin_player_at(p, row) : (double)NAN;
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
  const int ready = p->s.library >= 0.5 ? ROSIN_CONTROLS_LIBRARY : (int)(p->s.controls + 0.5);
  return p->controls ? p->controls : rosin_controls_ready(ready);
}
