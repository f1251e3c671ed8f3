/* SPDX-License-Identifier: BSD-3-Clause */
/* [rosin.bridge~ A B POSITION_A POSITION_B]: a rigid joint between two named bodies,
 * or a body and a prescribed velocity ("-"). */
#include "pd/member/talk.h"
#include "pd/net/net.h"
#include "pd/net/sound/inputs.h"
#include "pd/net/sound/level.h"
#include "pd/state/members.h"

#include <string.h>

static t_class *bridge_class;

typedef struct {
  rosin_pd_member m;
} t_bridge;

static int bridge_ready(rosin_pd_member *m, double rate, rosin_error *error) {
  (void)error;
  m->made = rate;
  return 0;
}

static void bridge_set(rosin_pd_member *m, const char *key, int count, const t_atom *atoms) {
  m->still = 0; /* what it is fed, and gives, may be another now */
  if (rosin_pd_state_message(m, key, count, atoms, bridge_set, NULL))
    return;
  if (strcmp(key, "a") == 0 || strcmp(key, "b") == 0) {
    if (count != 1)
      pd_error(m, "rosin.bridge~: %s: needs the name of a body, or '-'", key);
    else
      m->side[*key == 'b'] = rosin_pd_word(count, atoms, 0, "-");
    rosin_pd_change(m);
  } else if (strcmp(key, "position_a") == 0 || strcmp(key, "position_b") == 0) {
    const int side = key[9] == 'b';
    if (rosin_pd_place_message(m, key, side, count, atoms, &m->place[side]) == 0) {
      m->own_place[side] = 1;
      rosin_pd_change(m);
    }
  } else if (!rosin_pd_common_message(m, key, count, atoms)) {
    pd_error(m, "rosin.bridge~: no message '%s'; [dump( lists what there is", key);
  }
}

static void bridge_anything(t_bridge *x, t_symbol *key, int count, t_atom *atoms) {
  bridge_set(&x->m, key->s_name, count, atoms);
}

static double place_now(const rosin_pd_member *m, int side) {
  return m->own_place[side] ? m->place[side] : rosin_pd_touched(m, side);
}

static void bridge_state(rosin_pd_member *m) {
  t_atom atom;
  SETSYMBOL(&atom, m->side[0]);
  rosin_pd_say(m, "a", 1, &atom);
  SETSYMBOL(&atom, m->side[1]);
  rosin_pd_say(m, "b", 1, &atom);
  rosin_pd_say_place(m, "position_a", 0, place_now(m, 0));
  rosin_pd_say_place(m, "position_b", 1, place_now(m, 1));
  rosin_pd_level_say(m);
  rosin_pd_say_inputs(m);
}

static const rosin_pd_class bridge_kind = {"rosin.bridge~", ROSIN_PD_JOINT, bridge_ready,
                                           bridge_state, 0};

static void *bridge_new(t_symbol *selector, int count, t_atom *atoms) {
  t_bridge *x = (t_bridge *)pd_new(bridge_class);
  static const char *const keys[] = {"position_a", "position_b"};
  (void)selector;
  x->m.class = &bridge_kind;
  x->m.name = &s_;
  x->m.bare = !count;
  x->m.side[0] = rosin_pd_word(count, atoms, 0, "-");
  x->m.side[1] = rosin_pd_word(count, atoms, 1, "");
  rosin_pd_input_add(&x->m, rosin_joint_parameters(), 0, 1);
  rosin_pd_output_add(&x->m, "force");
  rosin_pd_outlets(&x->m);
  rosin_pd_join(&x->m, &bridge_kind);
  for (int i = 2; i < count && i < 4; i++)
    bridge_set(&x->m, keys[i - 2], 1, &atoms[i]);
  return x;
}

static void bridge_free(t_bridge *x) {
  rosin_pd_leave(&x->m);
}

__attribute__((visibility("default"))) void setup_rosin0x2ebridge_tilde(void) {
  bridge_class = class_new(gensym("rosin.bridge~"), (t_newmethod)(void (*)(void))bridge_new,
                           (t_method)bridge_free, sizeof(t_bridge), rosin_pd_flags(), A_GIMME, 0);
  CLASS_MAINSIGNALIN(bridge_class, t_bridge, m.input[0].value);
  rosin_pd_methods(bridge_class);
  class_addanything(bridge_class, bridge_anything);
}
