/* SPDX-License-Identifier: BSD-3-Clause */
/* given_vst3 FILE: a controller that was given to a parameter, in a VST3 host. The host is told
 * that it is the parameter's, and moves that by itself; one that asks no more sends the controller,
 * and is told what it has moved. All controllers of all channels reach the plugin, pedals too. */
#include "tests/faces/vst3_host.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 256 };

static v3_param_id id_of(const host *h, const char *title) {
  struct v3_param_info info;
  for (int i = 0; (*h->controller)->get_parameter_info(h->controller, i, &info) == V3_OK; i++) {
    int k = 0;
    while (title[k] && info.title[k] == title[k])
      k++;
    if (!title[k] && !info.title[k])
      return info.param_id;
  }
  die(title);
  return 0;
}

static v3_param_id assigned(const host *h, int channel, int number) {
  v3_param_id id = 0;
  (*h->mapping)
      ->get_midi_controller_assignment(h->mapping, 0, (int16_t)channel, (int16_t)number, &id);
  return id;
}

static void load(host *h, const char *text) {
  static memory m;
  m = (memory){.table = &stream_table, .piece = sizeof m.data, .size = (int)strlen(text)};
  memcpy(m.data, text, (size_t)m.size);
  if ((*h->component)->set_state(h->component, (void *)&m) != V3_OK)
    die("a state is refused");
  m.at = 0;
  (*h->controller)->set_component_state(h->controller, (void *)&m);
}

static void given(void) {
  host *h = open_known("cello");
  const v3_param_id vibrato = id_of(h, "vibrato"), plain = assigned(h, 3, 21);
  if (plain == vibrato || !plain)
    die("a controller is nobody's, or somebody's whom nobody gave it");
  load(h, "rosin-state 1\ngive 21 vibrato\nend\n");
  if (assigned(h, 3, 21) != vibrato || assigned(h, 0, 21) != vibrato ||
      assigned(h, 3, 22) == vibrato)
    die("a host is not told whose a controller is");
  start(h, 44100);
  add_value(h, 5, plain, 1); /* as a host sends it that has not asked again */
  run(h, BLOCK);
  if (h->back.count != 1 || h->back.queue[0].id != vibrato || h->back.queue[0].count != 1 ||
      h->back.queue[0].point[0].value != 1)
    die("a host is not told what a controller has moved");
  if ((*h->controller)->get_parameter_normalised(h->controller, vibrato) != 1)
    die("what a controller has moved is not shown");
  add_value(h, 5, vibrato, 0.25);
  run(h, BLOCK);
  if (h->back.count)
    die("a host is told what it said itself");
  stop(h);
  close_host(h);
}

static double level(host *h, int blocks) {
  double sum = 0;
  for (int k = 0; k < blocks; k++) {
    run(h, BLOCK);
    for (int i = 0; i < BLOCK; i++)
      sum += (double)(h->audio[0][i] * h->audio[0][i]);
  }
  return sqrt(sum / (blocks * BLOCK));
}

/* A pedal holds a note that ends, on its channel; volume makes it softer. */
static void pedals(void) {
  for (int pedal = 0; pedal < 2; pedal++) {
    host *h = open_known("cello");
    start(h, 44100);
    add_midi(h, 0, 0xb2, 64, pedal ? 127 : 0);
    add_midi(h, 0, 0x92, 50, 100);
    level(h, 100);
    const double sounding = level(h, 20);
    add_midi(h, 0, 0x82, 50, 0);
    level(h, 250);
    const double held = level(h, 20);
    if (!(sounding > 1e-3) || (held > 0.2 * sounding) != pedal)
      die("a pedal is not heard");
    add_midi(h, 0, 0xb2, 7, 40);
    level(h, 20);
    const double softer = level(h, 20);
    if (pedal && !(softer < 0.5 * held))
      die("a channel's volume is not heard");
    stop(h);
    close_host(h);
  }
}

/* Each has an id of its own, which its messages come by. */
static void all(void) {
  host *h = open_known("wine-glass");
  for (int channel = 0; channel < 16; channel++)
    for (int number = 0; number < 130; number++) {
      struct v3_param_info info;
      const v3_param_id id = assigned(h, channel, number);
      int found = 0;
      for (int i = (*h->controller)->get_parameter_count(h->controller) - 16 * 130; !found; i++)
        found = (*h->controller)->get_parameter_info(h->controller, i, &info) != V3_OK
                    ? -1
                    : info.param_id == id;
      if (found < 0 || id == assigned(h, (channel + 1) % 16, number))
        die("a controller has no parameter of its own");
      if (channel % 5)
        number += 28;
    }
  close_host(h);
}

int main(int argc, char **argv) {
  if (argc != 2)
    die("usage: given_vst3 FILE");
  enter_library(argv[1]);
  given();
  pedals();
  all();
  leave_library();
  puts("given");
  return 0;
}
