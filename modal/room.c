/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory of a modal bank, and what is cut into strands. */
#include "memory.h"
#include "modal/bank.h"

#include <math.h>
#include <string.h>

double *rosin_bank_doubles(size_t count) {
  const size_t bytes = (count * sizeof(double) + 63) / 64 * 64;
  double *p = rosin_aligned(bytes ? bytes : 64);
  if (p)
    memset(p, 0, bytes ? bytes : 64);
  return p;
}

void rosin_bank_pieces(rosin_body *body, rosin_kept *kept) {
  rosin_bank *b = (rosin_bank *)body;
  const size_t modes = (size_t)b->shapes.modes, ports = (size_t)body->ports;
  rosin_kept_add(kept, b, sizeof *b);
  rosin_kept_add(kept, b->memory, 9 * (size_t)b->m.size * sizeof *b->memory);
  rosin_kept_add(kept, b->port_memory,
                 ports * (2 * (size_t)b->m.size + 6 + 2 * ports) * sizeof *b->port_memory);
  rosin_kept_add(kept, b->same, 5 * ports * sizeof *b->same);
  rosin_kept_add(kept, b->mode, modes * sizeof *b->mode);
  rosin_kept_add(kept, b->load, modes * sizeof *b->load);
  rosin_kept_add(kept, b->pitched, modes * sizeof *b->pitched);
}

void rosin_bank_free_parts(rosin_bank *b) {
  rosin_free(b->memory);
  rosin_free(b->port_memory);
  rosin_free(b->same);
  rosin_free(b->table);
  rosin_free(b->point_name);
  rosin_free(b->order);
  rosin_free(b->mode);
  rosin_free(b->load);
  rosin_free(b->pitched);
}

void rosin_bank_free(rosin_bank *b) {
  rosin_bank_free_parts(b);
  rosin_free(b);
}

int rosin_bank_room(rosin_bank *b, int modes) {
  const int size = (modes + ROSIN_LANES - 1) / ROSIN_LANES * ROSIN_LANES;
  double *p = b->memory = rosin_bank_doubles(9 * (size_t)size);
  if (!p)
    return -1;
  b->m = (rosin_modes){.size = size,
                       .keep = p,
                       .pull = p + size,
                       .x = p + 2 * size,
                       .v = p + 3 * size,
                       .mean = p + 4 * size};
  b->sum = p + 5 * size;
  b->root = p + 6 * size;
  b->kinetic = p + 7 * size;
  b->potential = p + 8 * size;
  return 0;
}

double rosin_bank_whole(const rosin_bank *b, const double *state, int mode) {
  double sum = 0;
  for (int k = 0; k < b->strands; k++) {
    const int l = k * b->shapes.modes + mode;
    sum += state[l] * b->root[l];
  }
  return sum / b->strands;
}

void rosin_bank_settle(rosin_bank *b) {
  for (int i = 0; i < b->acts; i++) {
    const double *shape = b->shape + (size_t)b->actor[i] * (size_t)b->m.size, force = b->acted[i];
    for (int l = 0; l < b->m.size; l++) {
      b->m.x[l] += shape[l] * force;
      b->m.v[l] += shape[l] * force;
    }
  }
  b->acts = b->ahead = 0;
}

int rosin_bank_cut(rosin_body *body, int strands) {
  rosin_bank *b = (rosin_bank *)body, made = *b;
  const int modes = b->shapes.modes;
  if (strands == b->strands)
    return 0;
  rosin_bank_settle(b);
  if (rosin_bank_room(&made, strands * modes))
    return -1;
  /* a strand of a mode is as much lighter as there are more of them, so that it is moved by the
   * root of that more; its energies over v^2 and x^2 in its own scale are the same */
  const double lighter = sqrt((double)strands / b->strands);
  for (int k = 0; k < strands; k++)
    for (int l = 0; l < modes; l++) {
      const int to = k * modes + l;
      made.m.keep[to] = b->m.keep[l];
      made.m.pull[to] = b->m.pull[l];
      made.root[to] = lighter * b->root[l];
      made.kinetic[to] = b->kinetic[l];
      made.potential[to] = b->potential[l];
      made.m.x[to] = rosin_bank_whole(b, b->m.x, l) / made.root[to];
      made.m.v[to] = rosin_bank_whole(b, b->m.v, l) / made.root[to];
    }
  rosin_free(b->memory);
  made.strands = strands;
  made.acts = made.ahead = made.coupled = made.asleep = made.still = 0;
  made.stirred = 1;
  made.base.bound++; /* what was placed has no shape any more */
  *b = made;
  return 0;
}
