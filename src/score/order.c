/* SPDX-License-Identifier: BSD-3-Clause */
/* Repeats, endings, da capo. After a jump back repeats are not played again, and of endings the
 * last. */
#include "score/part.h"

#include <stdlib.h>

typedef struct {
  const rosin_score_part *part;
  int at, begin, pass, jumped;
} place;

static int find(const rosin_score_part *part, int segno) {
  for (int i = 0; i < part->bars; i++)
    if (segno ? part->bar[i].segno : part->bar[i].coda)
      return i;
  return segno ? 0 : part->bars;
}

/* Whether this bar is passed over this time. */
static int skipped(const place *p, const rosin_score_bar *bar) {
  if (!bar->ending)
    return 0;
  return p->jumped ? bar->ending & 2 && !(bar->ending & ~2u) : !(bar->ending & 1u << p->pass);
}

/* Where it goes on after a bar that was played. */
static void step(place *p) {
  const rosin_score_bar *bar = &p->part->bar[p->at];
  if (p->jumped && bar->fine) {
    p->at = p->part->bars;
  } else if (p->jumped && bar->to_coda) {
    p->at = find(p->part, 0);
  } else if (!p->jumped && bar->backward > p->pass) {
    p->pass++;
    p->at = p->begin;
  } else if (!p->jumped && (bar->da_capo || bar->dal_segno)) {
    p->jumped = 1;
    p->at = bar->da_capo ? 0 : find(p->part, 1);
  } else {
    if (bar->backward) {
      p->begin = p->at + 1;
      p->pass = 1;
    }
    p->at++;
  }
}

int *rosin_score_order(const rosin_score_part *part, int *count) {
  int *order = malloc(ROSIN_SCORE_BARS * sizeof *order);
  place p = {.part = part, .pass = 1};
  *count = 0;
  while (order && p.at < part->bars) {
    const rosin_score_bar *bar = &part->bar[p.at];
    if (bar->forward && p.begin != p.at) {
      p.begin = p.at;
      p.pass = 1;
    }
    if (skipped(&p, bar)) {
      p.at++;
      continue;
    }
    if (*count == ROSIN_SCORE_BARS) {
      free(order);
      return NULL;
    }
    order[(*count)++] = p.at;
    step(&p);
  }
  return order;
}

const rosin_score_sign *rosin_score_in_force(const rosin_score_part *part, int bar,
                                             rosin_score_sign_kind kind) {
  const int before = (bar < part->bars ? bar : part->bars) - 1;
  const int standing = before < 0 ? -1 : part->bar[before].standing[kind];
  return standing < 0 ? NULL : &part->sign[standing];
}
