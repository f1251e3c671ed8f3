/* SPDX-License-Identifier: BSD-3-Clause */
/* What an event may say: one table, so that every binding refuses the same in the same words. */
#include "error.h"
#include "rosin/player.h"

#include <math.h>

static const rosin_parameter note = {"note", "", -1, 2147483647, -1, "as a host calls it"};
static const rosin_parameter channel = {"channel", "", 0, 15, 0, "of MIDI"};
static const rosin_parameter any_channel = {"channel", "", -1, 15, 0, "of MIDI; -1: any"};
static const rosin_parameter key = {"key", "", 0, 127, 69, "of MIDI"};
static const rosin_parameter any_key = {"key", "", -1, 127, 69, "of MIDI; -1: any"};
static const rosin_parameter marks = {"controller", "", 0, 65535, 0, "marks of a score"};
static const rosin_parameter none = {"controller", "", -2147483647, 2147483647, 0, "unused"};
static const rosin_parameter controller = {"controller", "", 0, 127, 0, "of MIDI"};
static const rosin_parameter share = {"value", "", 0, 1, 0, "of the most"};
static const rosin_parameter semitones = {"value", "semitones", -96, 96, 0, "of a bend"};
static const rosin_parameter anything = {"value", "", -1e300, 1e300, 0, "unused"};

/* Of each kind: its name in an error, what its controller and its value are, whether it has a key.
 */
static const struct {
  const char *name;
  const rosin_parameter *controller, *value;
  int keyed;
} kinds[] = {
    [ROSIN_PLAYER_NOTE_ON] = {"note_on", &marks, &share, 1},
    [ROSIN_PLAYER_NOTE_OFF] = {"note_off", &none, &anything, 1},
    [ROSIN_PLAYER_BEND] = {"bend", &none, &semitones, 0},
    [ROSIN_PLAYER_PRESSURE] = {"pressure", &none, &share, 0},
    [ROSIN_PLAYER_CONTROL] = {"control", &controller, &share, 0},
    [ROSIN_PLAYER_QUIET] = {"quiet", &none, &anything, 0},
    [ROSIN_PLAYER_PROGRAM] = {"program", &controller, &anything, 0},
    [ROSIN_PLAYER_TUNE] = {"tune", &none, &semitones, 0},
    [ROSIN_PLAYER_TELL] = {"tell", NULL, NULL, 0},
};

/* A row of the player's own, and a value of its range. */
static int check_told(const rosin_player_event_t *e, rosin_error *error) {
  const rosin_parameter *all = rosin_player_parameters();
  int rows = 0;
  while (all[rows].name)
    rows++;
  if (e->controller < 0 || e->controller >= rows)
    return rosin_fail(error, "tell.controller: %d is out of range: 0 to %d", e->controller,
                      rows - 1);
  return rosin_parameter_check(&all[e->controller], "tell", e->value, error);
}

const char *rosin_player_kind_name(int kind) {
  const int count = (int)(sizeof kinds / sizeof *kinds);
  return kind >= 0 && kind < count ? kinds[kind].name : NULL;
}

/* Which note is meant. `any`: by its number alone, whatever its channel and key. */
static int check_note(const rosin_player_event_t *e, const char *name, rosin_error *error) {
  const int any = e->single && e->kind != ROSIN_PLAYER_NOTE_ON;
  if (rosin_parameter_check(any ? &any_channel : &channel, name, e->channel, error) ||
      ((kinds[e->kind].keyed || any) &&
       rosin_parameter_check(any ? &any_key : &key, name, e->key, error)) ||
      (e->single && rosin_parameter_check(&note, name, e->note, error)))
    return -1;
  return 0;
}

int rosin_player_event_check(const rosin_player_event_t *e, rosin_error *error) {
  const int last = (int)(sizeof kinds / sizeof *kinds) - 1;
  if (!e)
    return rosin_fail(error, "there is no event");
  if ((int)e->kind < 0 || (int)e->kind > last)
    return rosin_fail(error, "kind: %d is out of range: 0 to %d", (int)e->kind, last);
  const char *name = kinds[e->kind].name;
  if (check_note(e, name, error))
    return -1;
  if (!isfinite(e->key)) /* where it is not looked at, it makes nothing of the event all the same */
    return rosin_fail(error, "%s.key: must be a finite number", name);
  if (e->kind == ROSIN_PLAYER_TELL)
    return check_told(e, error);
  return rosin_parameter_check(kinds[e->kind].controller, name, e->controller, error) ||
                 rosin_parameter_check(kinds[e->kind].value, name, e->value, error)
             ? -1
             : 0;
}
