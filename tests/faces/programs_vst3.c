/* SPDX-License-Identifier: BSD-3-Clause */
/* programs_vst3 FILE NAME: presets as a VST3 host sees them: a list of programs, a parameter that
 * chooses, whose words are their names; controller and processor come to the same values; other
 * values at its frame are on top; what was restored is not chosen again. */
#include "tests/faces/vst3_host.h"

#include "number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 128 };

/* ---- a host that is told -------------------------------------------------------------------- */

static int restarts;
static v3_result V3_API edit(void *self, v3_param_id id) {
  (void)self;
  (void)id;
  return V3_OK;
}
static v3_result V3_API edited(void *self, v3_param_id id, double value) {
  (void)value;
  return edit(self, id);
}
static v3_result V3_API restart(void *self, int32_t flags) {
  (void)self;
  restarts += flags == V3_RESTART_PARAM_VALUES_CHANGED;
  return V3_OK;
}
static const struct v3_component_handler handler_table = {.query_interface = no_query,
                                                          .ref = one,
                                                          .unref = one,
                                                          .begin_edit = edit,
                                                          .perform_edit = edited,
                                                          .end_edit = edit,
                                                          .restart_component = restart};
static const struct v3_component_handler *handler = &handler_table;

/* ---- what there is -------------------------------------------------------------------------- */

static const char *narrow(const int16_t *from) {
  static char text[LETTERS];
  for (int i = 0; i < LETTERS; i++)
    text[i] = (char)from[i];
  return text;
}

static struct v3_param_info program_of(host *h) {
  struct v3_param_info info, found = {.step_count = -1};
  for (int i = 0; (*h->controller)->get_parameter_info(h->controller, i, &info) == V3_OK; i++)
    if (info.flags & V3_PARAM_PROGRAM_CHANGE) {
      if (found.step_count >= 0)
        die("two parameters choose programs");
      found = info;
    }
  if (found.step_count < 1 || found.unit_id != 0)
    die("no parameter of the root chooses programs");
  return found;
}

/* Names of the list, as units, parameter and words have them. */
static int list(host *h) {
  struct v3_unit_information **u = ask(h->component, v3_unit_information_iid);
  const struct v3_param_info program = program_of(h);
  v3_unit_info unit;
  v3_program_list_info info;
  v3_str_128 wide;
  for (int i = 0; (*u)->get_unit_info(u, i, &unit) == V3_OK; i++)
    if (unit.program_list_id != (i ? -1 : 0))
      die("another unit than the root has programs");
  if ((*u)->get_program_list_count(u) != 1 || (*u)->get_program_list_info(u, 0, &info) != V3_OK ||
      info.id != 0 || info.programCount != program.step_count + 1)
    die("the list does not agree with its parameter");
  for (int i = -1; i <= info.programCount; i++) {
    const int is = i >= 0 && i < info.programCount;
    char name[LETTERS];
    double value = (double)i / program.step_count, back = -1;
    if (((*u)->get_program_name(u, 0, i, wide) == V3_OK) != is ||
        (*u)->get_program_name(u, 1, i, wide) == V3_OK)
      die("a program that is not there has a name, or one that is there has none");
    if (!is)
      continue;
    snprintf(name, sizeof name, "%s", narrow(wide));
    printf("%s\n", name);
    if ((*h->controller)
                ->get_parameter_value_for_string(h->controller, program.param_id, wide, &back) !=
            V3_OK ||
        back != value ||
        (*h->controller)
                ->get_parameter_string_for_value(h->controller, program.param_id, value, wide) !=
            V3_OK ||
        strcmp(name, narrow(wide)) != 0 ||
        (*h->controller)->normalised_parameter_to_plain(h->controller, program.param_id, value) !=
            i ||
        (*h->controller)->plain_parameter_to_normalised(h->controller, program.param_id, i) !=
            value)
      die("a program's number, share and name do not agree");
  }
  (*u)->unref(u);
  return info.programCount;
}

/* ---- what it does --------------------------------------------------------------------------- */

static const char *state_of(host *h) {
  static memory m;
  m = (memory){.table = &stream_table, .piece = 1000};
  if ((*h->component)->get_state(h->component, (void *)&m) != V3_OK)
    die("no state");
  m.data[m.size] = 0;
  return m.data;
}

static void choose(host *h, int at) {
  const struct v3_param_info program = program_of(h);
  const double share = (double)at / program.step_count;
  const int before = restarts;
  const double was = (*h->controller)->get_parameter_normalised(h->controller, program.param_id);
  for (int k = 0; k < 2; k++)
    (*h->controller)->set_parameter_normalised(h->controller, program.param_id, share);
  if (restarts - before != (was != share) ||
      (*h->controller)->get_parameter_normalised(h->controller, program.param_id) != share)
    die("the host is not told once that values have changed");
  add_value(h, 3, program.param_id, share);
  run(h, 64);
}

/* What the controller shows stands in the state. */
static void agree(host *h) {
  const char *state = state_of(h);
  struct v3_param_info info;
  int found = 0;
  for (const char *line = strstr(state, "\nset "); line; line = strstr(line + 1, "\nset ")) {
    char name[LETTERS], title[LETTERS];
    if (sscanf(line, "\nset %100s", name) != 1)
      die("a line of a state");
    const double value = rosin_number_read(line + 5 + strlen(name) + 1, NULL);
    for (int i = 0; (*h->controller)->get_parameter_info(h->controller, i, &info) == V3_OK; i++) {
      snprintf(title, sizeof title, "%s", narrow(info.title));
      for (char *at = title; *at; at++)
        *at = *at == ' ' ? '_' : *at;
      if (strcmp(title, name) != 0)
        continue;
      const double share = (*h->controller)->get_parameter_normalised(h->controller, info.param_id);
      const double shown =
          (*h->controller)->normalised_parameter_to_plain(h->controller, info.param_id, share);
      if (!(fabs(shown - value) <= 1e-9 * (1 + fabs(value)))) {
        fprintf(stderr, "%s: %g is shown, and %g is kept\n", name, shown, value);
        die("controller and processor do not agree");
      }
      found++;
    }
  }
  if (found < 2)
    die("a state without values");
}

static void hand_over(host *from, host *to, int with_controller) {
  static memory m, c;
  m = (memory){.table = &stream_table, .piece = 100};
  c = (memory){.table = &stream_table, .piece = 3};
  if ((*from->component)->get_state(from->component, (void *)&m) != V3_OK ||
      (*to->component)->set_state(to->component, (void *)&m) != V3_OK)
    die("a state does not load");
  m.at = 0;
  (*to->controller)->set_component_state(to->controller, (void *)&m);
  if (with_controller && ((*from->controller)->get_state(from->controller, (void *)&c) != V3_OK ||
                          (*to->controller)->set_state(to->controller, (void *)&c) != V3_OK))
    die("a controller's state does not load");
}

static double program_shown(host *h) {
  return (*h->controller)->get_parameter_normalised(h->controller, program_of(h).param_id);
}

/* By its name; what is no name of a program, or no such state, moves nothing. */
static void is_shown(host *h, int last) {
  static const char *const wrong[] = {"",
                                      "rosin-program",
                                      "rosin-program \n",
                                      "rosin-program Nobody\n",
                                      "rosin-program Defaul\n",
                                      "rosin-program Default2\n",
                                      "Rosin-program Default\n",
                                      "Default\n"};
  static memory m;
  const double share = (double)last / program_of(h).step_count;
  if (program_shown(h) != share)
    die("the program that was restored is not shown");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    m = (memory){.table = &stream_table, .piece = 5, .size = (int)strlen(wrong[i])};
    memcpy(m.data, wrong[i], (size_t)m.size);
    if ((*h->controller)->set_state(h->controller, (void *)&m) == V3_OK ||
        program_shown(h) != share)
      die("a state of no program is taken");
  }
}

/* A value that was moved behind a program is kept by a host that restores all it knows, and by one
 * that does not know of the controller's state. */
static void restored(host *h, const char *name, int last, int with_controller) {
  host *other = open_host(name);
  struct v3_param_info info;
  (*h->controller)->get_parameter_info(h->controller, 1, &info);
  start(other, 44100);
  choose(h, last);
  add_value(h, 0, info.param_id, 0.4375);
  run(h, 64);
  (*h->controller)->set_parameter_normalised(h->controller, info.param_id, 0.4375);
  agree(h);
  hand_over(h, other, with_controller);
  if (with_controller)
    is_shown(other, last);
  for (int i = 0; (*h->controller)->get_parameter_info(h->controller, i, &info) == V3_OK; i++)
    if (!(info.flags & V3_PARAM_IS_HIDDEN)) {
      const double share =
          (*other->controller)->get_parameter_normalised(other->controller, info.param_id);
      (*other->controller)->set_parameter_normalised(other->controller, info.param_id, share);
      if (info.flags & V3_PARAM_PROGRAM_CHANGE)
        add_value(other, 0, info.param_id, share);
    }
  run(other, 64);
  agree(other);
  char *kept = strdup(state_of(h));
  if (strcmp(kept, state_of(other)) != 0)
    die("what was restored was chosen again");
  free(kept);
  stop(other);
  close_host(other);
}

/* Whatever the order of the queues. */
static void on_top(host *h, int last) {
  const struct v3_param_info program = program_of(h);
  struct v3_param_info info;
  (*h->controller)->get_parameter_info(h->controller, 1, &info);
  for (int k = 0; k < 2; k++) {
    choose(h, 0);
    (*h->controller)
        ->set_parameter_normalised(h->controller, program.param_id,
                                   (double)last / program.step_count);
    (*h->controller)->set_parameter_normalised(h->controller, info.param_id, 0.21875);
    if (k)
      add_value(h, 9, info.param_id, 0.21875);
    add_value(h, 9, program.param_id, (double)last / program.step_count);
    if (!k)
      add_value(h, 9, info.param_id, 0.21875);
    run(h, 64);
    agree(h);
  }
}

int main(int argc, char **argv) {
  if (argc != 3)
    die("usage: programs_vst3 FILE NAME");
  enter_library(argv[1]);
  host *h = open_host(argv[2]);
  (*h->controller)->set_component_handler(h->controller, (void *)&handler);
  const int count = list(h);
  char *fresh = strdup(state_of(h));
  start(h, 44100);
  for (int i = count - 1; i >= 0; i--) {
    choose(h, i);
    agree(h);
    if ((strcmp(fresh, state_of(h)) == 0) != (i == 0))
      die("a program changes nothing, or the first does not take all back");
  }
  on_top(h, count - 1);
  restored(h, argv[2], count - 1, 1);
  restored(h, argv[2], count - 1, 0);
  printf("%d programs\n", count);
  free(fresh);
  stop(h);
  close_host(h);
  leave_library();
  return 0;
}
