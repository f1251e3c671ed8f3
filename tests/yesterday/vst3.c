/* SPDX-License-Identifier: BSD-3-Clause */
/* What sessions of VST3 hosts rest on, for all plugins of a file: see clap.c. Values are shares of
 * ranges, so a range that moved would move what was automated. */
#include "format.h"
#include "tests/faces/vst3_host.h"
#include "tests/yesterday/yesterday.h"

static const char *narrow(const int16_t *from) {
  static char to[2][128];
  static int turn;
  char *now = to[turn ^= 1];
  int i = 0;
  for (; from[i] && i < 127; i++)
    now[i] = (char)from[i];
  now[i] = 0;
  return now;
}

static void tabulate(host *h, const struct v3_class_info_2 *class) {
  struct v3_param_info info;
  printf("plugin\t");
  for (int i = 0; i < 16; i++)
    printf("%02x", (unsigned)(unsigned char)class->class_id[i]);
  printf("\t%s\t%d\n", class->name, h->channels);
  for (int i = 0; (*h->controller)->get_parameter_info(h->controller, i, &info) == V3_OK; i++) {
    if (info.flags & V3_PARAM_IS_HIDDEN && strcmp(class->name, "Rosin cello") != 0)
      continue; /* MIDI controllers are the same for all instruments */
    rosin_print(stdout, "parameter\t%s\t%d\t%u\t%s\t%.9g\t%.9g\t%.9g\t%d\n", class->name, i,
                info.param_id, narrow(info.title),
                (*h->controller)->normalised_parameter_to_plain(h->controller, info.param_id, 0),
                (*h->controller)->normalised_parameter_to_plain(h->controller, info.param_id, 1),
                info.default_normalised_value, info.step_count);
  }
}

static void begin(memory *m) {
  m->table = &stream_table;
  m->at = 0;
  m->piece = 4096;
}

static void save(host *h, const char *name, yesterday_text *text) {
  static memory m;
  begin(&m);
  m.size = 0;
  if ((*h->component)->get_state(h->component, (void *)&m) != V3_OK)
    yesterday_die(name, "saves nothing");
  text->size = 0;
  yesterday_append(text, m.data, (size_t)m.size);
}

static void write_state(host *h, const char *name, const char *folder) {
  static yesterday_text text;
  struct v3_param_info info;
  start(h, 44100);
  for (int i = 0; (*h->controller)->get_parameter_info(h->controller, i, &info) == V3_OK; i++)
    if (!(info.flags & V3_PARAM_IS_HIDDEN)) {
      const double plain = yesterday_value(
          (*h->controller)->normalised_parameter_to_plain(h->controller, info.param_id, 0),
          (*h->controller)->normalised_parameter_to_plain(h->controller, info.param_id, 1),
          info.step_count > 0);
      add_value(
          h, 0, info.param_id,
          (*h->controller)->plain_parameter_to_normalised(h->controller, info.param_id, plain));
    }
  run(h, 0);
  save(h, name, &text);
  stop(h);
  yesterday_write(&text, folder, name);
}

static void read_state(host *h, const char *name, const char *folder) {
  static memory m;
  static yesterday_text text;
  struct v3_param_info info;
  if (!yesterday_read(&text, folder, name))
    return; /* one that yesterday had not */
  memcpy(m.data, text.data, text.size);
  m.size = (int)text.size;
  begin(&m);
  const int heard = (*h->component)->set_state(h->component, (void *)&m) == V3_OK;
  begin(&m);
  if (!heard || (*h->controller)->set_component_state(h->controller, (void *)&m) != V3_OK)
    yesterday_die(name, "its state is refused");
  for (int i = 0; (*h->controller)->get_parameter_info(h->controller, i, &info) == V3_OK; i++)
    if (!(info.flags & V3_PARAM_IS_HIDDEN))
      rosin_print(
          stdout, "value\tRosin %s\t%u\t%.9g\n", name, info.param_id,
          (*h->controller)
              ->normalised_parameter_to_plain(
                  h->controller, info.param_id,
                  (*h->controller)->get_parameter_normalised(h->controller, info.param_id)));
  start(h, 44100);
  run(h, 64);
  save(h, name, &text);
  stop(h);
  char whole[128];
  snprintf(whole, sizeof whole, "Rosin %s", name);
  yesterday_print(&text, whole);
}

int main(int argc, char **argv) {
  struct v3_class_info_2 info;
  if (argc < 3)
    yesterday_die("usage", "vst3 FILE table|write FOLDER|read FOLDER");
  enter_library(argv[1]);
  for (int i = 0; (*factory)->get_class_info_2(factory, i, &info) == V3_OK; i++) {
    host *h = open_class(info.class_id);
    const char *name = info.name + strlen("Rosin ");
    if (strcmp(argv[2], "table") == 0)
      tabulate(h, &info);
    else if (argc > 3 && strcmp(argv[2], "write") == 0)
      write_state(h, name, argv[3]);
    else if (argc > 3 && strcmp(argv[2], "read") == 0)
      read_state(h, name, argv[3]);
    close_host(h);
  }
  leave_library();
  return 0;
}
