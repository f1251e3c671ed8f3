/* SPDX-License-Identifier: BSD-3-Clause */
/* told_vst3 FILE SCENE...: all that a host can ask, printed: classes, buses, parameters with their
 * words at both ends and between, expressions, controllers; and that nothing is lost on the way
 * (tests/faces/told_vst3.txt). */
#include "format.h"
#include "tests/faces/vst3_host.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTERS = 128 };

static const char *letters(const int16_t *wide) {
  static char text[4][LETTERS + 1];
  static int turn;
  char *to = text[turn = (turn + 1) % 4];
  int at = 0;
  for (; at < LETTERS && wide[at]; at++)
    to[at] = wide[at] > 0 && wide[at] < 256 ? (char)wide[at] : '?';
  to[at] = 0;
  return to;
}

static void show_id(const uint8_t *id) {
  for (int i = 0; i < 16; i++)
    rosin_print(stdout, "%02x", id[i]);
}

/* What comes after a word's end is not looked at by those who read it. */
static void widely(int16_t *to, const char *from) {
  int at = 0;
  for (; from[at]; at++)
    to[at] = (unsigned char)from[at];
  to[at] = 0;
}

static void classes(void) {
  struct v3_plugin_factory_3 **third = ask(factory, v3_plugin_factory_3_iid);
  struct v3_factory_info info;
  void *none = &info;
  memset(&info, 1, sizeof info);
  if ((*factory)->get_factory_info(factory, &info) != V3_OK)
    die("no factory's info");
  const int count = (*factory)->num_classes(factory);
  rosin_print(stdout, "factory '%s' '%s' '%s' %d\n", info.vendor, info.url, info.email, info.flags);
  for (int i = -1; i <= count; i++) {
    struct v3_class_info a;
    struct v3_class_info_2 b;
    struct v3_class_info_3 c;
    memset(&a, 1, sizeof a);
    memset(&b, 1, sizeof b);
    memset(&c, 1, sizeof c);
    if ((*factory)->get_class_info(factory, i, &a) != V3_OK ||
        (*factory)->get_class_info_2(factory, i, &b) != V3_OK ||
        (*third)->get_class_info_utf16(third, i, &c) != V3_OK) {
      rosin_print(stdout, "no class %s\n", i < 0 ? "before the first" : "more");
      continue;
    }
    if (memcmp(a.class_id, b.class_id, 16) != 0 || memcmp(a.class_id, c.class_id, 16) != 0 ||
        strcmp(a.name, b.name) != 0 || strcmp(a.name, letters(c.name)) != 0 ||
        strcmp(a.category, b.category) != 0 || strcmp(a.category, c.category) != 0 ||
        strcmp(b.sub_categories, c.sub_categories) != 0 ||
        strcmp(b.version, letters(c.version)) != 0 || strcmp(b.vendor, letters(c.vendor)) != 0 ||
        strcmp(b.sdk_version, letters(c.sdk_version)) != 0 || a.cardinality != b.cardinality ||
        a.cardinality != c.cardinality || b.class_flags != c.class_flags)
      die("three ways to ask for a class, and three answers");
    show_id(a.class_id);
    rosin_print(stdout, " %x '%s' '%s' '%s' %u '%s' '%s'%s\n", (unsigned)a.cardinality, a.category,
                a.name, b.sub_categories, b.class_flags, b.vendor, b.sdk_version,
                *b.version ? "" : ", no version");
  }
  const v3_tuid nobody = {1};
  if ((*factory)->create_instance(factory, nobody, v3_component_iid, &none) == V3_OK || none)
    die("a class that nobody has");
}

static void buses(host *h) {
  for (int media = V3_AUDIO; media <= V3_EVENT; media++)
    for (int way = V3_INPUT; way <= V3_OUTPUT; way++) {
      struct v3_bus_info info;
      const int count = (*h->component)->get_bus_count(h->component, media, way);
      rosin_print(stdout, "bus %d %d: %d\n", media, way, count);
      for (int i = 0; i <= count; i++) {
        const int opens = (*h->component)->activate_bus(h->component, media, way, i, 1);
        memset(&info, 1, sizeof info);
        if ((*h->component)->get_bus_info(h->component, media, way, i, &info) == V3_OK)
          rosin_print(stdout, "  %d %d, %d channels, '%s' %d %u, %d\n", info.media_type,
                      info.direction, info.channel_count, letters(info.bus_name), info.bus_type,
                      info.flags, opens);
        else
          rosin_print(stdout, "  none, %d\n", opens);
      }
    }
  v3_speaker_arrangement speakers = 0, others = 64;
  v3_tuid id;
  const int status = (*h->processor)->get_bus_arrangement(h->processor, V3_OUTPUT, 0, &speakers);
  rosin_print(stdout, "speakers %d %llx; taken %d, others %d, with an inlet %d\n", status,
              (unsigned long long)speakers,
              (*h->processor)->set_bus_arrangements(h->processor, NULL, 0, &speakers, 1),
              (*h->processor)->set_bus_arrangements(h->processor, NULL, 0, &others, 1),
              (*h->processor)->set_bus_arrangements(h->processor, &speakers, 1, &speakers, 1));
  rosin_print(
      stdout,
      "arrangement of an inlet %d, of a second outlet %d; 32 bits %d, 64 bits %d; class %d, "
      "mode %d\n",
      (*h->processor)->get_bus_arrangement(h->processor, V3_INPUT, 0, &others),
      (*h->processor)->get_bus_arrangement(h->processor, V3_OUTPUT, 1, &others),
      (*h->processor)->can_process_sample_size(h->processor, V3_SAMPLE_32),
      (*h->processor)->can_process_sample_size(h->processor, V3_SAMPLE_64),
      (*h->component)->get_controller_class_id(h->component, id),
      (*h->component)->set_io_mode(h->component, 0));
}

/* One with its words, there and back; what is wrong is refused. */
static void parameter(host *h, const struct v3_param_info *info) {
  static const double shares[] = {0, 0.25, 0.5, 0.77, 1, -0.5, 1.5};
  struct v3_edit_controller **c = h->controller;
  const v3_param_id id = info->param_id;
  int16_t wide[LETTERS];
  double back = -1;
  rosin_print(stdout, "  now %.6g;", (*c)->get_parameter_normalised(c, id));
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
    const double plain = (*c)->normalised_parameter_to_plain(c, id, shares[i]);
    memset(wide, 1, sizeof wide);
    if ((*c)->get_parameter_string_for_value(c, id, shares[i], wide) != V3_OK)
      rosin_print(stdout, " no words");
    else
      rosin_print(stdout, " %.6g '%s'", plain, letters(wide));
    if ((*c)->get_parameter_value_for_string(c, id, wide, &back) != V3_OK)
      rosin_print(stdout, " -");
    else
      rosin_print(stdout, " %.4g %.4g", back, (*c)->plain_parameter_to_normalised(c, id, plain));
    const double before = (*c)->get_parameter_normalised(c, id);
    if ((*c)->set_parameter_normalised(c, id, shares[i]) != V3_OK)
      die("a value is refused");
    rosin_print(stdout, " %.4g;", (*c)->get_parameter_normalised(c, id));
    (*c)->set_parameter_normalised(c, id, before);
  }
  widely(wide, "no such word");
  rosin_print(stdout, " %d %d\n", (*c)->get_parameter_value_for_string(c, id, wide, &back),
              (*c)->set_parameter_normalised(c, id, (double)NAN));
}

static void parameters(host *h) {
  struct v3_edit_controller **c = h->controller;
  const int count = (*c)->get_parameter_count(c);
  struct v3_param_info info;
  int16_t wide[LETTERS];
  for (int i = -1; i <= count; i++) {
    memset(&info, 1, sizeof info);
    if ((*c)->get_parameter_info(c, i, &info) != V3_OK) {
      rosin_print(stdout, "no parameter %s\n", i < 0 ? "before the first" : "more");
      continue;
    }
    const int channel = (int)(info.param_id >> 8 & 255);
    const int prints = !(info.flags & V3_PARAM_IS_HIDDEN) || channel % 15 == 0; /* the outermost */
    if (prints)
      rosin_print(stdout, "parameter %08x '%s' '%s' '%s' steps %d, %.6g, unit %d, %x\n",
                  info.param_id, letters(info.title), letters(info.short_title),
                  letters(info.units), info.step_count, info.default_normalised_value, info.unit_id,
                  (unsigned)info.flags);
    if (info.flags & V3_PARAM_IS_HIDDEN) {
      if ((*c)->set_parameter_normalised(c, info.param_id, 0.5) != V3_OK)
        die("a controller is refused");
    } else {
      parameter(h, &info);
    }
  }
  const v3_param_id nobody = 0x12345;
  rosin_print(stdout, "nobody: %d %d %.6g %.6g %.6g\n",
              (*c)->get_parameter_string_for_value(c, nobody, 0.5, wide),
              (*c)->set_parameter_normalised(c, nobody, 0.5),
              (*c)->get_parameter_normalised(c, nobody),
              (*c)->normalised_parameter_to_plain(c, nobody, 0.3),
              (*c)->plain_parameter_to_normalised(c, nobody, 0.4));
}

static void units(host *h) {
  struct v3_unit_information **u = ask(h->component, v3_unit_information_iid);
  const int count = (*u)->get_unit_count(u);
  int32_t of = -1;
  int16_t wide[LETTERS];
  for (int i = -1; i <= count; i++) {
    v3_unit_info info;
    memset(&info, 1, sizeof info);
    if ((*u)->get_unit_info(u, i, &info) != V3_OK)
      rosin_print(stdout, "no unit %s\n", i < 0 ? "before the first" : "more");
    else
      rosin_print(stdout, "unit %d '%s' under %d, programs %d\n", info.id, letters(info.name),
                  info.parent_unit_id, info.program_list_id);
  }
  const int chosen = (*u)->select_unit(u, 0), other = (*u)->select_unit(u, 1);
  (*u)->get_unit_by_bus(u, 0, 0, 0, 0, &of);
  rosin_print(stdout, "units: lists %d, a program's name %d, selected %d (%d %d), of a bus %d\n",
              (*u)->get_program_list_count(u), (*u)->get_program_name(u, 0, 0, wide),
              (*u)->get_selected_unit(u), chosen, other, of);
  (*u)->unref(u);
}

static void controllers(host *h) {
  for (int bus = 0; bus < 2; bus++)
    for (int channel = -1; channel <= 16; channel++)
      for (int number = -1; number <= 131; number++) {
        v3_param_id id = 0;
        if ((*h->mapping)
                    ->get_midi_controller_assignment(h->mapping, bus, (int16_t)channel,
                                                     (int16_t)number, &id) == V3_OK &&
            channel % 15 == 0)
          rosin_print(stdout, "controller %d %d %d: %08x\n", bus, channel, number, id);
      }
}

static void expressions(host *h) {
  struct v3_expressions **e = ask(h->component, v3_expressions_iid);
  static const char *const words[] = {"0.25", "-1", "7.5", "121", "x"};
  rosin_print(stdout, "expressions: %d, of another bus %d, of channels %d %d\n",
              (*e)->get_count(e, 0, 0), (*e)->get_count(e, 1, 0), (*e)->get_count(e, 0, 16),
              (*e)->get_count(e, 0, -1));
  for (int i = -1; i <= (*e)->get_count(e, 0, 0); i++) {
    struct v3_expression_info info;
    int16_t wide[LETTERS];
    memset(&info, 1, sizeof info);
    if ((*e)->get_info(e, 0, 0, i, &info) != V3_OK) {
      rosin_print(stdout, "expression %d: none\n", i);
      continue;
    }
    rosin_print(stdout, "expression %d: %u '%s' '%s' '%s' %d, %g %g %g %d, %x %d;", i, info.type,
                letters(info.title), letters(info.short_title), letters(info.units), info.unit,
                info.value.initial, info.value.least, info.value.most, info.value.steps,
                info.parameter, info.flags);
    for (double share = 0; share <= 1; share += 0.25) {
      const int status = (*e)->get_string(e, 0, 0, info.type, share, wide);
      rosin_print(stdout, " %d '%s'", status, letters(wide));
    }
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
      double value = -1;
      widely(wide, words[k]);
      const int status = (*e)->get_value(e, 0, 0, info.type, wide, &value);
      rosin_print(stdout, " %d %.6g", status, value);
    }
    rosin_print(stdout, "\n");
  }
  int16_t wide[LETTERS];
  rosin_print(stdout, "no expression: %d\n", (*e)->get_string(e, 0, 0, 77, 0.5, wide));
  (*(struct v3_funknown **)e)->unref(e);
}

static void feed_state(host *h, const char *text) {
  static memory m;
  for (int who = 0; who < 2; who++) {
    m.table = &stream_table;
    m.size = snprintf(m.data, sizeof m.data, "%s", text);
    m.at = 0;
    m.piece = 7;
    const int status = who ? (*h->controller)->set_component_state(h->controller, (void *)&m)
                           : (*h->component)->set_state(h->component, (void *)&m);
    rosin_print(stdout, "state: %d\n", status);
  }
}

static void tell(const char *scene) {
  host *h = open_known(scene);
  static memory m;
  rosin_print(stdout, "---- %s\n", scene);
  buses(h);
  parameters(h);
  units(h);
  if (strcmp(scene, "cello") == 0)
    controllers(h);
  expressions(h);
  rosin_print(stdout, "rate %d %d %d\n", try_to_start(h, 7999), try_to_start(h, 768001),
              try_to_start(h, (double)NAN));
  start(h, 44100);
  rosin_print(stdout, "late %u, tail %u, needs %s\n",
              (*h->processor)->get_latency_samples(h->processor),
              (*h->processor)->get_tail_samples(h->processor),
              (*h->component)->set_active(h->component, 1) == V3_OK ? "nothing" : "?");
  run(h, 64);
  stop(h);
  feed_state(h, "rosin-state 1\nset level -7.25\nend\n");
  feed_state(h, "rosin-state 1\nset level 1000\nend\n");
  feed_state(h, "rosin-state 7\n");
  m.table = &stream_table;
  m.piece = 5;
  m.size = m.at = 0;
  rosin_print(stdout, "saved %d\n", (*h->component)->get_state(h->component, (void *)&m));
  rosin_print(stdout, "%.*s", m.size, m.data);
  rosin_print(stdout, "no stream: %d %d\n", (*h->component)->set_state(h->component, NULL),
              (*h->component)->get_state(h->component, NULL));
  close_host(h);
}

/* What an instance took it gives back: states that load and that do not, a life with sound. */
static void loses_nothing(const char *scene, long *left) {
  host *h = open_known(scene);
  feed_state(h, "rosin-state 1\nset level -7.25\nend\n");
  feed_state(h, "rosin-state 7\n");
  expressions(h);
  start(h, 44100);
  run(h, 64);
  stop(h);
  close_host(h);
  *left = live_allocations();
}

int main(int argc, char **argv) {
  long left[4] = {0};
  if (argc < 3)
    die("usage: told_vst3 FILE SCENE...");
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  enter_library(argv[1]);
  classes();
  for (int i = 2; i < argc; i++)
    tell(argv[i]);
  for (int i = 0; i < 4; i++)
    loses_nothing(argv[2], &left[i]);
  if (left[3] != left[1])
    die("an instance does not give back all that it took");
  leave_library();
  return 0;
}
