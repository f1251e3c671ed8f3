/* SPDX-License-Identifier: BSD-3-Clause */
/* To each group what belongs to it. */
#include "network/network.h"

typedef enum { MEMBERS, PUSHES, SIGNALS, INPUTS } kind;

static int count_of(const rosin_network *n, kind k) {
  const int count[] = {n->members, n->pushes, n->signals, n->inputs};
  return count[k];
}

/* The i-th of a kind: bodies and pushes in name order. */
static int nth(const rosin_network *n, kind k, int i) {
  return k == MEMBERS ? n->order_body[i] : k == PUSHES ? n->order_push[i] : i;
}

static int group_of(const rosin_network *n, kind k, int i) {
  if (k == MEMBERS)
    return n->member[i].group;
  if (k == PUSHES)
    return n->member[n->push[i].body].group;
  if (k == INPUTS)
    return n->input[i].group;
  const rosin_signal *s = &n->signal[i];
  return s->kind == ROSIN_SIGNAL_PORT ? n->member[s->body].group : n->row[s->row].group;
}

static rosin_indices *list_of(rosin_group *g, kind k) {
  rosin_indices *const list[] = {&g->body, &g->push, &g->signal, &g->busy};
  return list[k];
}

/* Lists side by side in `memory`, each as long as it can become. Returns what is left. */
static int *deal(rosin_network *n, kind k, int *memory) {
  for (int i = 0; i < count_of(n, k); i++)
    list_of(&n->group[group_of(n, k, i)], k)->count++;
  for (int g = 0; g < n->groups; g++) {
    rosin_indices *list = list_of(&n->group[g], k);
    list->at = memory;
    memory += list->count;
    list->count = 0;
  }
  for (int i = 0; i < count_of(n, k); i++) {
    const int index = nth(n, k, i);
    rosin_indices *list = list_of(&n->group[group_of(n, k, index)], k);
    list->at[list->count++] = index;
  }
  return memory;
}

static void own_inputs(rosin_network *n) {
  for (int i = 0; i < n->members; i++)
    for (int k = 0; k < n->member[i].inputs; k++)
      n->input[n->member[i].input + k].group = n->member[i].group;
  for (int i = 0; i < n->rows; i++) {
    const int last = n->row[i].kind == ROSIN_ROW_CONTACT ? ROSIN_INS - 1 : 0;
    for (int k = 0; k <= last; k++)
      n->input[n->row[i].input + k].group = n->row[i].group;
  }
  for (int i = 0; i < n->pushes; i++)
    n->input[n->push[i].input].group = n->member[n->push[i].body].group;
}

void rosin_groups_deal(rosin_network *n, int *memory) {
  own_inputs(n);
  for (kind k = MEMBERS; k <= INPUTS; k++)
    memory = deal(n, k, memory);
}
