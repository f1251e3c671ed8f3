/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/learn.h"
#include "core/inside.h"

#include <math.h>
#include <stdatomic.h>

enum { CONTROL = 0xb, FIRST_MODE = 120 };

/* What says how others are to be read, or ends what sounds, stays what it is. */
static int is_ours(int controller) {
  return controller >= 0 && controller < FIRST_MODE && controller != 0 && controller != 6 &&
         controller != 32 && controller != 38 && !(controller >= 96 && controller <= 101);
}

void rosin_core_learn(rosin_core *c, int index) {
  atomic_store(&c->learn.wanted, rosin_core_has(c, index) ? index + 1 : 0);
}

int rosin_core_learning(const rosin_core *c) {
  return atomic_load(&c->learn.wanted) - 1;
}

void rosin_core_forget(rosin_core *c, int index) {
  for (int k = 0; index >= 0 && k < ROSIN_LEARN_CONTROLLERS; k++)
    if (rosin_core_given(c, k) == index) {
      atomic_store(&c->learn.row[k], 0); /* `any` stays: another thread may give one meanwhile */
      atomic_fetch_add(&c->learn.turn, 1);
    }
}

int rosin_core_may_give(double controller) {
  return controller >= 0 && controller < ROSIN_LEARN_CONTROLLERS && is_ours((int)controller);
}

int rosin_core_give(rosin_core *c, int controller, int index) {
  const int to = index < 0 ? -1 : index;
  if (!is_ours(controller) || (to >= 0 && !rosin_core_has(c, to)))
    return -1;
  if (rosin_core_given(c, controller) == to)
    return 0; /* nobody is told of what is so already */
  rosin_core_forget(c, to);
  atomic_store(&c->learn.row[controller], to + 1);
  atomic_fetch_or(&c->learn.any, to >= 0);
  atomic_fetch_add(&c->learn.turn, 1);
  return 0;
}

int rosin_core_given(const rosin_core *c, int controller) {
  return controller >= 0 && controller < ROSIN_LEARN_CONTROLLERS
             ? atomic_load(&c->learn.row[controller]) - 1
             : -1;
}

int rosin_core_controller(const rosin_core *c, int index) {
  for (int k = 0; index >= 0 && atomic_load(&c->learn.any) && k < ROSIN_LEARN_CONTROLLERS; k++)
    if (rosin_core_given(c, k) == index)
      return k;
  return -1;
}

unsigned rosin_core_given_turn(const rosin_core *c) {
  return atomic_load(&c->learn.turn);
}

int rosin_core_learns(rosin_core *c, const unsigned char *message, int length, double *value) {
  rosin_learn *l = &c->learn;
  if ((!atomic_load(&l->any) && !atomic_load(&l->wanted)) || length < 3 ||
      message[0] >> 4 != CONTROL || message[1] >= ROSIN_LEARN_CONTROLLERS)
    return -1;
  if (is_ours(message[1])) {
    const int wanted = atomic_exchange(&l->wanted, 0) - 1;
    if (wanted >= 0)
      rosin_core_give(c, message[1], wanted);
  }
  const int index = rosin_core_given(c, message[1]);
  if (!rosin_core_has(c, index))
    return -1;
  const rosin_parameter *row = c->row[index].row;
  const double moved = row->low + (message[2] & 127) / 127.0 * (row->high - row->low);
  *value = row->kind == ROSIN_NUMBER ? moved : round(moved);
  l->moves += !l->moved[index];
  l->moved[index] = 1;
  return index;
}

int rosin_core_next_moved(rosin_core *c) {
  for (int i = 0; c->learn.moves && i < c->rows; i++)
    if (c->learn.moved[i]) {
      c->learn.moved[i] = 0;
      c->learn.moves--;
      return i;
    }
  return -1;
}
