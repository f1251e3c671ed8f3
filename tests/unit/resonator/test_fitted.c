/* SPDX-License-Identifier: BSD-3-Clause */
/* Fits that are known when rosin is made: those of every string of every scene at 44.1 and 48 kHz,
 * each the same loop to the bit as one that is fitted now. Run in the root of the tree;
 * ROSIN_UPDATE=1 writes waveguide/fitted.inc anew. */
#include "rosin/scene.h"
#include "scene/running.h"
#include "waveguide/string.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KNOWN = 256, STRINGS = 16, MIX = 16, NUMBERS = 1 << 16 };
static const int rates[] = {44100, 48000};

/* What was asked for, and whether it is answered. */
static struct {
  int silent, asked, found;
  uint64_t mark[2];
} look;

int __real_rosin_fitted_find(uint64_t mark, rosin_loop *loop);
int __wrap_rosin_fitted_find(uint64_t mark, rosin_loop *loop);
int __wrap_rosin_fitted_find(uint64_t mark, rosin_loop *loop) {
  const int found = !look.silent && __real_rosin_fitted_find(mark, loop);
  look.mark[look.asked++ % 2] = mark;
  look.found += found;
  return found;
}

static rosin_string *make(const rosin_string_spec *spec, double rate, int silent) {
  look.silent = silent;
  look.asked = look.found = 0;
  return (rosin_string *)rosin_string_new(spec, rate, NULL);
}

/* Strings of a scene, apart from it: as long as it is there, others share its designs. */
static int copy_strings(const char *name, rosin_string_spec *spec, int *oversample) {
  rosin_scene *scene = rosin_scene_load(name, 0, NULL, NULL);
  assert_non_null(scene);
  const rosin_model *m = scene->model;
  int count = 0;
  *oversample = (int)m->oversample;
  for (int k = 0; k < m->bodies; k++)
    if (!m->body[k].modal && count < STRINGS) {
      spec[count] = m->body[k].string;
      const size_t bytes = (size_t)spec[count].damping_points * sizeof *spec->damping;
      rosin_damping_point *damping = malloc(bytes + 1);
      assert_non_null(damping);
      if (bytes)
        memcpy(damping, spec[count].damping, bytes);
      spec[count++].damping = damping;
    }
  rosin_scene_free(scene);
  return count;
}

static void drop_strings(rosin_string_spec *spec, int count) {
  for (int k = 0; k < count; k++) {
    void *damping;
    memcpy(&damping, &spec[k].damping, sizeof damping);
    free(damping);
  }
}

/* Each string of each scene, at the rate of its engine. */
static int for_all(void (*act)(const rosin_string_spec *spec, double rate, void *to), void *to) {
  int strings = 0;
  for (int i = 0; i < rosin_scenes(); i++) {
    rosin_string_spec spec[STRINGS];
    int oversample, count = copy_strings(rosin_scene_name(i), spec, &oversample);
    for (int k = 0; k < 2 * count; k++, strings++)
      act(&spec[k / 2], rates[k % 2] * oversample, to);
    drop_strings(spec, count);
  }
  return strings;
}

/* ---- the file ------------------------------------------------------------------------------- */

typedef struct {
  FILE *file;
  uint64_t mark[KNOWN];
  double number[NUMBERS];
  int count, numbers;
} written;

static void push(written *w, double x) {
  assert_true(w->numbers < NUMBERS);
  w->number[w->numbers++] = x;
}

static void write_loop(written *w, const rosin_loop *l, uint64_t mark) {
  for (int i = 0; i < w->count; i++)
    if (w->mark[i] == mark)
      return;
  assert_true(w->count < KNOWN);
  w->mark[w->count++] = mark;
  fprintf(w->file, "    {0x%016llx, %d, %d, {", (unsigned long long)mark, l->sections.count,
          w->numbers);
  for (int k = 0; k < l->sections.count; k++)
    push(w, l->sections.order[k]);
  for (int k = 0; k < 2 * ROSIN_POLE_STEPS && l->sections.count; k++)
    push(w, k % 2 ? l->poles[k / 2].angle : l->poles[k / 2].radius);
  for (int i = 0; i < ROSIN_LOSS_STEPS; i++) {
    double mix[MIX];
    unsigned is = 0;
    memcpy(mix, &l->table[i], sizeof mix);
    for (int k = 0; k < MIX; k++)
      if (mix[k] != 0) {
        is |= 1u << k;
        push(w, mix[k]);
      }
    fprintf(w->file, "%s%u", i ? "," : "", is);
  }
  fprintf(w->file, "}},\n");
}

static void write_string(const rosin_string_spec *spec, double rate, void *to) {
  rosin_string *s = make(spec, rate, 1);
  assert_non_null(s);
  assert_int_equal(look.asked, s->torsional ? 2 : 1);
  write_loop(to, &s->transverse, look.mark[0]);
  if (s->torsional)
    write_loop(to, &s->torsion, look.mark[1]);
  rosin_body_free(&s->base);
}

static void write_file(void) {
  written *w = calloc(1, sizeof *w);
  assert_non_null(w);
  w->file = fopen("waveguide/fitted.inc", "w");
  assert_non_null(w->file);
  fprintf(w->file, "/* SPDX-License-Identifier: BSD-3-Clause */\n"
                   "/* Written by tests/unit/resonator/test_fitted with ROSIN_UPDATE=1. */\n"
                   "static const fitted all[] = {\n");
  for_all(write_string, w);
  fprintf(w->file, "};\nstatic const double number[] = {\n");
  for (int i = 0; i < w->numbers; i++)
    fprintf(w->file, "%a,%s", w->number[i], i % 5 == 4 ? "\n" : " ");
  fprintf(w->file, "\n};\n");
  assert_int_equal(fclose(w->file), 0);
  printf("waveguide/fitted.inc: %d loops, %d numbers; build again\n", w->count, w->numbers);
  free(w);
}

/* ---- what is promised ----------------------------------------------------------------------- */

/* All of a loop but its waves, which rest, and what stands behind means and sections that are used,
 * where nobody looks. */
static rosin_loop bare(const rosin_loop *l) {
  rosin_loop b;
  memcpy(&b, l, sizeof b);
  b.line = b.raw = b.sum = b.sum2 = b.smooth = b.memory = NULL;
  memset(b.use + b.used, 0, (size_t)(ROSIN_MEANS - b.used) * sizeof *b.use);
  memset(&b.sections, 0, sizeof b.sections);
  b.sections.count = l->sections.count;
  b.sections.d2 = l->sections.d2;
  for (int k = 0; k < l->sections.count; k++) {
    b.sections.order[k] = l->sections.order[k];
    b.sections.d1[k] = l->sections.d1[k];
  }
  return b;
}

static void same_loop(const rosin_loop *known, const rosin_loop *fitted) {
  const rosin_loop a = bare(known), b = bare(fitted);
  assert_memory_equal(a.table, b.table, sizeof a.table);
  assert_memory_equal(a.poles, b.poles, sizeof a.poles);
  assert_memory_equal(&a, &b, sizeof a);
}

static void check_string(const rosin_string_spec *spec, double rate, void *to) {
  rosin_string *known = make(spec, rate, 0);
  if (look.found != 1 + (spec->torsion_frequency > 0))
    fail_msg("a string of %g Hz at %g Hz is not in waveguide/fitted.inc: "
             "ROSIN_UPDATE=1 build/tests/unit/resonator/test_fitted",
             spec->frequency, rate);
  rosin_loop of[2] = {known->transverse, known->torsion};
  of[0].memory = of[1].memory = NULL;
  const int torsional = known->torsional;
  rosin_body_free(&known->base); /* or the next one shared its design */
  rosin_string *fitted = make(spec, rate, 1);
  assert_int_equal(look.found, 0);
  same_loop(&of[0], &fitted->transverse);
  assert_int_equal(torsional, fitted->torsional);
  if (torsional)
    same_loop(&of[1], &fitted->torsion);
  rosin_body_free(&fitted->base);
  ++*(int *)to;
}

static void all_are_known_to_the_bit(void **state) {
  (void)state;
  int checked = 0;
  if (getenv("ROSIN_UPDATE")) {
    write_file();
    return;
  }
  const int strings = for_all(check_string, &checked);
  assert_int_equal(strings, checked);
  assert_true(strings > 60);
}

/* A number that is another's in its last bit is not known, nor is a rate. */
static void others_are_fitted(void **state) {
  (void)state;
  rosin_string_spec spec[STRINGS];
  int oversample, count = copy_strings("cello-d", spec, &oversample);
  assert_int_equal(count, 1);
  for (int i = 0; i < 3; i++) {
    rosin_string_spec other = *spec;
    other.bending_stiffness *= i == 1 ? 1 + 1e-15 : 1;
    rosin_string *s = make(&other, 44100 * oversample + (i == 2), 0);
    assert_int_equal(look.found, i == 0 ? 2 : 0);
    rosin_body_free(&s->base);
  }
  drop_strings(spec, count);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_are_known_to_the_bit),
                                     cmocka_unit_test(others_are_fitted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
