/* SPDX-License-Identifier: BSD-3-Clause */
/* Networks that must not depend on how they were made or called: two bows on one
 * string, one bow on two strings, a finger at three points of one modal body. Lines
 * count the samples that differ, over all orders of creation and over block sizes. */
#include "rosin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 5, SAMPLES = 3000, SIGNALS = 2, ORDERS = 120 };

static const double rate = 44100;

/** A part is a call that adds something; each world has PARTS of them. */
typedef struct {
  rosin_network *network;
  rosin_body *body[3];
  rosin_contact *contact[3];
} world;

static rosin_body *string_body(double frequency) {
  rosin_string_spec spec = {0};
  rosin_parameters_default(rosin_string_parameters(), &spec);
  spec.frequency = frequency;
  return rosin_string_new(&spec, rate, NULL);
}

static rosin_body *modal_body(int modes, double f, double mass) {
  rosin_mode mode[16];
  for (int i = 0; i < modes; i++)
    mode[i] = (rosin_mode){.frequency = f * (1 + 1.3 * i), .q = 90, .mass = mass};
  const rosin_modal_spec spec = {.modes = modes, .mode = mode, .shape = ROSIN_SHAPE_SINE};
  return rosin_modal_new(&spec, rate, NULL);
}

static rosin_body *mass(double kg) {
  const rosin_mode mode = {.mass = kg};
  const rosin_modal_spec spec = {.modes = 1, .mode = &mode, .points = 1};
  return rosin_modal_new(&spec, rate, NULL);
}

static void add(world *w, int kind, int part) {
  static const char *const contacts[] = {"first", "second", "third"};
  static const char *const targets[3][3] = {
      {"s", "s", ""}, {"s", "t", ""}, {"plate", "plate", "plate"}};
  rosin_network *n = w->network;
  if (part == 0) {
    rosin_network_body(n, kind == 2 ? "plate" : "s", w->body[0], NULL);
  } else if (part == 1) {
    if (kind == 1)
      rosin_network_body(n, "t", w->body[1], NULL);
    if (kind == 2)
      rosin_network_body(n, "finger", w->body[2], NULL);
  } else if (!(kind < 2 && part == 4)) {
    const int i = part - 2;
    const char *hand = kind == 2 ? "finger" : kind == 1 ? "bow" : "-";
    rosin_network_contact(n, contacts[i], w->contact[i], hand, targets[kind][i], NULL);
  } else if (kind == 1) {
    rosin_network_body(n, "bow", w->body[2], NULL);
  }
}

static world make(int kind, const int *order) {
  world w = {.network = rosin_network_new(rate, 1000, NULL)};
  w.body[0] = kind == 2 ? modal_body(12, 210, 0.01) : string_body(147);
  w.body[1] = string_body(220);
  w.body[2] = mass(0.05);
  for (int i = 0; i < 3; i++)
    w.contact[i] = rosin_contact_new(i == 1 ? "lugre" : "elastoplastic", rate, NULL);
  for (int i = 0; i < PARTS; i++)
    add(&w, kind, order[i]);
  return w;
}

static void hold(rosin_network *n, const char *name, double value) {
  rosin_network_hold(n, rosin_network_control(n, name), value);
}

static void run(int kind, const int *order, int block, double *out) {
  static const char *const signals[3][SIGNALS] = {{"s.bridge_force", "second.force"},
                                                  {"s.bridge_force", "t.bridge_force"},
                                                  {"plate.velocity@0.3", "third.force"}};
  int signal[SIGNALS];
  world w = make(kind, order);
  for (int i = 0; i < SIGNALS; i++)
    signal[i] = rosin_network_signal(w.network, signals[kind][i], NULL);
  hold(w.network, "first.position", 0.12);
  hold(w.network, "second.position", 0.145); /* taps overlap: solved together */
  hold(w.network, "third.position", 0.37);
  if (rosin_network_prepare(w.network, NULL))
    exit(1);
  hold(w.network, "first.velocity", 0.1);
  hold(w.network, "second.velocity", kind ? 0.1 : -0.05);
  hold(w.network, "third.velocity", 0.12);
  for (int at = 0; at < SAMPLES;) {
    const int frames = SAMPLES - at < block ? SAMPLES - at : block;
    rosin_network_process(w.network, frames);
    for (int i = 0; i < SIGNALS; i++)
      memcpy(out + i * SAMPLES + at, rosin_network_read(w.network, signal[i]),
             (size_t)frames * sizeof *out);
    at += frames;
  }
  rosin_network_free(w.network);
  for (int i = 0; i < 3; i++) {
    rosin_body_free(w.body[i]);
    rosin_contact_free(w.contact[i]);
  }
}

static long differences(const double *a, const double *b) {
  long count = 0;
  for (int i = 0; i < SIGNALS * SAMPLES; i++)
    count += memcmp(&a[i], &b[i], sizeof *a) != 0;
  return count;
}

/* The k-th permutation of 0 ... 4. */
static void permutation(int k, int *order) {
  int left[PARTS] = {0, 1, 2, 3, 4};
  for (int i = 0, size = 24; i < PARTS; i++) { /* factorials 4!, 3!, 2!, 1!, 1 */
    const int pick = k / size;
    order[i] = left[pick];
    memmove(left + pick, left + pick + 1, (size_t)(PARTS - pick - 1) * sizeof *left);
    k %= size;
    size = i < PARTS - 1 && PARTS - 1 - i > 0 ? size / (PARTS - 1 - i) : 1;
  }
}

int main(void) {
  static double first[SIGNALS * SAMPLES], other[SIGNALS * SAMPLES];
  const int blocks[] = {1, 7, 64, 1000};
  long order_differs = 0, block_differs = 0;
  double heard = 0;
  int order[PARTS], natural[PARTS] = {0, 1, 2, 3, 4};
  for (int kind = 0; kind < 3; kind++) {
    run(kind, natural, 64, first);
    for (int i = 0; i < SIGNALS * SAMPLES; i++)
      heard += first[i] * first[i];
    for (int k = 0; k < ORDERS; k++) {
      permutation(k, order);
      run(kind, order, 64, other);
      order_differs += differences(first, other);
    }
    for (int k = 0; k < 4; k++) {
      run(kind, natural, blocks[k], other);
      block_differs += differences(first, other);
    }
  }
  if (!(heard > 0))
    order_differs = block_differs = -1; /* silence proves nothing */
  printf("creation_order_differences %ld %ld 0\n", order_differs, 3L * ORDERS * SIGNALS * SAMPLES);
  printf("block_size_differences %ld %ld 0\n", block_differs, 3L * 4 * SIGNALS * SAMPLES);
  return 0;
}
