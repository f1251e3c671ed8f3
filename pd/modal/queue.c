/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages that need to know the modes, while these are still being computed or read: they are
 * kept in their order. Where nothing sounds, or Pd renders offline, nobody has to wait. */
#include "pd/modal/modal.h"

#include <stdlib.h>
#include <string.h>

struct rosin_pd_later_message {
  struct rosin_pd_later_message *next;
  t_symbol *key;
  int count;
  t_atom atom[];
};

static int is_list(const char *key) {
  static const char *const words[] = {"note",   "t60", "frequencies", "t60s",  "qs",
                                      "masses", "at",  "weight",      "points"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(key, words[i]) == 0)
      return 1;
  return strncmp(key, "modes.", 6) == 0;
}

static int is_stroke(const char *key) {
  return strcmp(key, "pluck") == 0 || strcmp(key, "strike") == 0;
}

/* 1 if it is about modes that are not there yet; how hard a stroke is follows from the body. */
static int must_wait(const rosin_pd_modal *x, const char *key, int count, const t_atom *atoms) {
  if (is_stroke(key))
    return !count && !x->m.body && !x->m.trouble[0];
  if (x->reading)
    return 1;
  if (!x->matter.form || !x->matter.stale)
    return 0;
  return is_list(key) || (strcmp(key, "shape") == 0 &&
                          !rosin_form_find(rosin_pd_word(count, atoms, 0, "")->s_name));
}

int rosin_pd_modal_keep(rosin_pd_modal *x, const char *key, int count, const t_atom *atoms) {
  const int must = must_wait(x, key, count, atoms);
  if (!pd_getdspstate() || (is_stroke(key) ? !must : rosin_pd_waits() || (!x->kept && !must)))
    return 0;
  struct rosin_pd_later_message **last = &x->kept,
                                *kept = malloc(sizeof *kept + (size_t)count * sizeof *atoms);
  if (!kept)
    return 0;
  while (*last)
    last = &(*last)->next;
  *last = kept;
  *kept = (struct rosin_pd_later_message){.key = gensym(key), .count = count};
  for (int i = 0; i < count; i++)
    kept->atom[i] = atoms[i];
  return 1;
}

void rosin_pd_modal_catch_up(rosin_pd_modal *x) {
  struct rosin_pd_later_message *first;
  while ((first = x->kept) && !must_wait(x, first->key->s_name, first->count, first->atom)) {
    x->kept = NULL; /* what it says is done, not kept */
    struct rosin_pd_later_message *rest = first->next;
    x->set(&x->m, first->key->s_name, first->count, first->atom);
    x->kept = rest;
    free(first);
  }
}

void rosin_pd_modal_forget(rosin_pd_modal *x) {
  while (x->kept) {
    struct rosin_pd_later_message *next = x->kept->next;
    free(x->kept);
    x->kept = next;
  }
}
