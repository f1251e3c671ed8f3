/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the arrays of a prepared network stand in its one piece of memory. */
#include "arena.h"
#include "contact/nothing.h"
#include "network/network.h"

static rosin_pressed lay_pressed(rosin_arena *a, size_t c) {
  return (rosin_pressed){.by = rosin_arena_take(a, c, sizeof(int)),
                         .guess = rosin_arena_take(a, c, sizeof(double)),
                         .miss = rosin_arena_take(a, c, sizeof(double)),
                         .guess_before = rosin_arena_take(a, c, sizeof(double)),
                         .miss_before = rosin_arena_take(a, c, sizeof(double)),
                         .share = rosin_arena_take(a, c, sizeof(double)),
                         .pressed = rosin_arena_take(a, c, sizeof(int)),
                         .contact = rosin_arena_take(a, c, sizeof(rosin_group_contact)),
                         .nothing = {.ops = &rosin_law_nothing},
                         .v = rosin_arena_take(a, c, sizeof(double)),
                         .f = rosin_arena_take(a, c, sizeof(double)),
                         .solved_v = rosin_arena_take(a, c, sizeof(double)),
                         .solved_f = rosin_arena_take(a, c, sizeof(double)),
                         .solved_guess = rosin_arena_take(a, c, sizeof(double)),
                         .low_v = rosin_arena_take(a, c, sizeof(double)),
                         .high_v = rosin_arena_take(a, c, sizeof(double)),
                         .before_v = rosin_arena_take(a, c, sizeof(double))};
}

static void lay_group(rosin_arena *a, rosin_group *g, int contacts, int joints) {
  const int rows = contacts + joints;
  const size_t c = (size_t)contacts, j = (size_t)joints, all = (size_t)rows;
  const size_t wide = (size_t)rosin_joints_wide(joints);
  const rosin_group made = {
      .contacts = contacts,
      .joints = joints,
      .row = rosin_arena_take(a, all, sizeof(int)),
      .moved = 1,
      .changed = 1,
      .active = rosin_arena_take(a, c, sizeof(int)),
      .away = rosin_arena_take(a, c, sizeof(int)),
      .pair = rosin_arena_take(a, all * (all + 1) / 2, sizeof(rosin_pair)),
      .joined = rosin_arena_take(a, c, sizeof(int)),
      .b = rosin_arena_take(a, all * all, sizeof(double)),
      .reduced = rosin_arena_take(a, c * c, sizeof(double)),
      .chol = rosin_arena_take(a, j * j, sizeof(double)),
      .lower = rosin_arena_take(a, j * wide, sizeof(double)),
      .upper = rosin_arena_take(a, j * wide, sizeof(double)),
      .between = rosin_arena_take(a, wide, sizeof(double)),
      .held = rosin_arena_take(a, wide, sizeof(double)),
      .joint_force = rosin_arena_take(a, j, sizeof(double)),
      .via = rosin_arena_take(a, j * c, sizeof(double)),
      .free = rosin_arena_take(a, all, sizeof(double)),
      .v = rosin_arena_take(a, all, sizeof(double)),
      .f = rosin_arena_take(a, all, sizeof(double)),
      .active_b = rosin_arena_take(a, c * c, sizeof(double)),
      .active_free = rosin_arena_take(a, c, sizeof(double)),
      .part = rosin_arena_take(a, c, sizeof(int)),
      .parted = rosin_arena_take(a, c, sizeof(int)),
      .member = rosin_arena_take(a, c, sizeof(int)),
      .late = rosin_arena_take(a, c, sizeof(int)),
      .pressed = lay_pressed(a, c),
      .contact = rosin_arena_take(a, c, sizeof(rosin_group_contact)),
      .abreast = rosin_arena_take(a, contacts > 1, sizeof(rosin_abreast)),
  };
  rosin_group_scratch scratch;
  void *room = rosin_arena_take(a, rosin_group_scratch_set(&scratch, contacts, NULL), 1);
  if (!a->memory)
    return;
  *g = made;
  rosin_group_scratch_set(&g->scratch, contacts, room);
}

int rosin_network_count(const rosin_network *n, int group, enum rosin_row_kind kind) {
  int count = 0;
  for (int i = 0; i < n->rows; i++)
    count += n->row[i].group == group && n->row[i].kind == kind;
  return count;
}

static void lay_out(rosin_network *n, rosin_arena *a, int groups) {
  rosin_group *group = rosin_arena_take(a, (size_t)groups, sizeof *group);
  for (int g = 0; g < groups; g++)
    lay_group(a, a->memory ? &group[g] : NULL, rosin_network_count(n, g, ROSIN_ROW_CONTACT),
              rosin_network_count(n, g, ROSIN_ROW_JOINT));
  rosin_march *march = rosin_arena_take(a, (size_t)groups / 2, sizeof *march);
  int *marching = rosin_arena_take(a, (size_t)groups, sizeof *marching);
  for (int i = 0; i < n->members; i++) {
    rosin_member *m = &n->member[i];
    const size_t ports = (size_t)m->ports;
    double *f = rosin_arena_take(a, ports, sizeof(double)),
           *v = rosin_arena_take(a, ports, sizeof(double));
    double *b = rosin_arena_take(a, ports * ports, sizeof(double));
    int *heard = rosin_arena_take(a, ports, sizeof(int)),
        *read = rosin_arena_take(a, ports, sizeof(int));
    if (a->memory) {
      m->heard = heard;
      m->read = read;
      m->force = f;
      m->free = v;
      m->mobility = b;
      m->moved = 1;
    }
  }
  for (int i = 0; i < n->signals; i++) {
    double *buffer = rosin_arena_take(a, (size_t)n->block, sizeof *buffer);
    if (a->memory)
      n->signal[i].buffer = buffer;
  }
  const size_t lists = (size_t)n->members + (size_t)n->pushes + (size_t)n->signals;
  int *list = rosin_arena_take(a, lists + (size_t)n->inputs, sizeof *list);
  if (a->memory) {
    n->group = group;
    n->groups = groups;
    n->march = march;
    n->marching = marching;
    rosin_groups_deal(n, list);
  }
}

size_t rosin_network_lay(rosin_network *n, int groups, size_t first, char *memory) {
  rosin_arena a = {memory, 0};
  rosin_arena_take(&a, first + 1, 1);
  lay_out(n, &a, groups);
  return a.used;
}
