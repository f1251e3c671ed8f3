/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/clap_notes.h"
#include "plugin/shared.h"

enum { CHANNELS = 16 };

/* Which notes are meant: those of an id or a key, or a whole channel; -1 is any. */
static void address(rosin_player_event_t *event, int id, int channel, int key) {
  event->single = id >= 0 || key >= 0;
  event->note = id;
  event->channel = channel;
  event->key = key;
}

void rosin_clap_express(rosin_core *core, const clap_event_note_expression_t *e, int frame) {
  static const struct {
    clap_note_expression id;
    rosin_plugin_expression what;
  } known[] = {{CLAP_NOTE_EXPRESSION_TUNING, ROSIN_EXPRESSION_TUNING},
               {CLAP_NOTE_EXPRESSION_PRESSURE, ROSIN_EXPRESSION_PRESSURE},
               {CLAP_NOTE_EXPRESSION_EXPRESSION, ROSIN_EXPRESSION_DYNAMICS},
               {CLAP_NOTE_EXPRESSION_BRIGHTNESS, ROSIN_EXPRESSION_BRIGHTNESS},
               {CLAP_NOTE_EXPRESSION_VIBRATO, ROSIN_EXPRESSION_VIBRATO}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].id == e->expression_id) {
      rosin_player_event_t event = rosin_plugin_express(known[i].what, e->value);
      address(&event, e->note_id, e->channel, e->key);
      if (event.single || e->channel >= 0)
        rosin_core_play(core, frame, &event);
      for (event.channel = 0; !event.single && e->channel < 0 && event.channel < CHANNELS;
           event.channel++) /* of all there is */
        rosin_core_play(core, frame, &event);
    }
}

void rosin_clap_note(rosin_core *core, const clap_event_note_t *e, int frame) {
  rosin_player_event_t event = {
      .kind = e->header.type == CLAP_EVENT_NOTE_ON ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF,
      .value = e->velocity};
  address(&event, e->note_id, e->channel, e->key);
  if (event.kind == ROSIN_PLAYER_NOTE_ON && e->channel < 0)
    event.channel = 0;
  if (event.kind == ROSIN_PLAYER_NOTE_OFF && !event.single && e->channel < 0)
    event.kind = ROSIN_PLAYER_QUIET; /* a wildcard for all */
  else if (event.kind == ROSIN_PLAYER_NOTE_OFF)
    event.single = 1;
  rosin_core_play(core, frame, &event);
}
