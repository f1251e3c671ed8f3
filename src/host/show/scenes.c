/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin scenes, rosin show, rosin check. */
#include "core/keyed.h"
#include "core/takes.h"
#include "format.h"
#include "host/common/commands.h"
#include "host/common/text.h"
#include "host/common/warn.h"
#include "host/load/load.h"
#include "host/show/expression.h"
#include "letters.h"
#include "maths/maths.h"
#include "player/midi/controls.h"
#include "rosin/player.h"
#include "scene/embedded.h"
#include "scene/text/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A scene's macros as a list. */
static void macros_json(const rosin_scene *scene) {
  putchar('[');
  for (int i = 0; i < rosin_scene_macros(scene); i++) {
    fputs(i ? ", {" : "{", stdout);
    rosin_json_parameter(stdout, rosin_scene_macro(scene, i));
    printf(", \"live\": %s}", rosin_scene_macro_live(scene, i) ? "true" : "false");
  }
  putchar(']');
}

/* What a scene says of itself. */
static void about_json(const rosin_about *about) {
  for (const rosin_about_row *row = rosin_about_rows(); row->name; row++)
    rosin_json_member(stdout, 0, row->name, rosin_about_text(about, row));
  fputs(", \"presets\": [", stdout);
  for (int i = 0; i < about->presets; i++) {
    fputs(i ? ", " : "", stdout);
    rosin_json_text(stdout, about->preset[i].name);
  }
  fputs("], \"bench\": {", stdout);
  if (*about->bench.contact)
    rosin_json_member(stdout, 1, "contact", about->bench.contact);
  for (const rosin_parameter *p = rosin_about_bench_parameters(); *about->bench.contact && p->name;
       p++) {
    const double value = *(const double *)(const void *)((const char *)&about->bench + p->offset);
    if (p->kind == ROSIN_CHOICE)
      rosin_json_member(stdout, 0, p->name, p->words[(int)value]);
    else
      rosin_json_number(stdout, 0, p->name, value);
  }
  putchar('}');
}

static int scenes_json(void) {
  const rosin_embedded *all = rosin_embedded_scenes;
  putchar('[');
  for (const rosin_embedded *e = all; e->name; e++) {
    rosin_scene *scene = rosin_scene_load(e->name, 0, NULL, NULL);
    fputs(e == all ? "{" : ",\n{", stdout);
    rosin_json_member(stdout, 1, "name", e->name);
    rosin_json_member(stdout, 0, "title", scene ? rosin_scene_model(scene)->title : "");
    rosin_json_number(stdout, 0, "duration", rosin_scene_duration(scene));
    rosin_json_number(stdout, 0, "channels", rosin_scene_channels(scene));
    fputs(", \"macros\": ", stdout);
    macros_json(scene);
    if (scene)
      about_json(&rosin_scene_model(scene)->about);
    putchar('}');
    rosin_scene_free(scene);
  }
  puts("]");
  return ROSIN_DONE;
}

static int list_scenes(int count, char **words) {
  const char *json = NULL;
  const rosin_option table[] = {{"json", 0, NULL, "as JSON", &json, NULL}, {0}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_scenes, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_scenes.usage);
  if (json)
    return scenes_json();
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++) {
    rosin_scene *scene = rosin_scene_load(e->name, 0, NULL, NULL);
    printf("%-20s %s", e->name, scene ? rosin_scene_model(scene)->title : "");
    for (int i = 0; scene && i < rosin_scene_macros(scene); i++) {
      const rosin_parameter *m = rosin_scene_macro(scene, i);
      rosin_print(stdout, "%s%s %g...%g%s%s", i ? ", " : "; ", m->name, m->low, m->high,
                  *m->unit ? " " : "", m->unit);
    }
    putchar('\n');
    rosin_scene_free(scene);
  }
  return ROSIN_DONE;
}

static void macro_range(const rosin_parameter *m, char *text, size_t size) {
  rosin_format(text, size, "%g to %g%s%s", m->low, m->high, *m->unit ? " " : "", m->unit);
}

/* As a table whose columns are as wide as what stands in them. */
static void macros_table(const rosin_scene *scene) {
  int name = 12, wide = 16;
  char range[64];
  for (int i = 0; i < rosin_scene_macros(scene); i++) {
    const rosin_parameter *m = rosin_scene_macro(scene, i);
    macro_range(m, range, sizeof range);
    name = (int)strlen(m->name) > name ? (int)strlen(m->name) : name;
    wide = (int)strlen(range) > wide ? (int)strlen(range) : wide;
  }
  printf("%-*s %-*s %-8s %s\n", name, "macro", wide, "range", "default", "meaning");
  for (int i = 0; i < rosin_scene_macros(scene); i++) {
    const rosin_parameter *m = rosin_scene_macro(scene, i);
    macro_range(m, range, sizeof range);
    rosin_print(stdout, "%-*s %-*s %-8g %s%s\n", name, m->name, wide, range, m->initial, m->meaning,
                rosin_scene_macro_live(scene, i) ? "" : " (as it is loaded)");
  }
}

/* A scene's macros, a line each. */
static int show_macros(const rosin_list *rest, const char *any_files, int json) {
  const rosin_list set = {0};
  int status;
  rosin_scene *scene = rosin_load(&rosin_command_show, rest, &set, any_files, &status);
  if (!scene)
    return status;
  if (json) {
    macros_json(scene);
    putchar('\n');
    rosin_scene_free(scene);
    return ROSIN_DONE;
  }
  if (!rosin_scene_macros(scene)) {
    rosin_text_put(stdout, rest->text[0], 0);
    puts(": this scene has no macros");
  } else {
    macros_table(scene);
  }
  rosin_scene_free(scene);
  return ROSIN_DONE;
}

static int show_controls(const char *name) {
  rosin_controls controls;
  rosin_error error;
  if (rosin_controls_read(&controls, rosin_player_parameters(), name, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_controls_print(&controls, rosin_player_parameters(), stdout);
  return ROSIN_DONE;
}

static int no_map(const char *format) {
  char all[64] = "";
  for (int i = 0; rosin_expression_formats[i]; i++)
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "",
             rosin_expression_formats[i]);
  return rosin_complain(ROSIN_USAGE, "--map '%s': must be one of %s", format, all);
}

/* A scene's title as a name that any program and XML takes. */
static void plain_name(const char *title, char *name, size_t size) {
  size_t at = 0;
  for (; title && *title && at + 1 < size; title++)
    name[at++] = rosin_is_letter(*title) || rosin_is_digit(*title) ? *title : '-';
  name[at] = 0;
}

/* The keys of an instrument's player, as a program reads them. */
static int show_map(const rosin_list *rest, const char *any_files, const char *format) {
  const rosin_list set = {0};
  int status;
  rosin_scene *scene = rosin_load(&rosin_command_show, rest, &set, any_files, &status);
  if (!scene)
    return status;
  const rosin_model *m = rosin_scene_model(scene);
  if (!m->instrument.courses) {
    rosin_scene_free(scene);
    return rosin_complain(ROSIN_FAILURE, "--map: this scene has no strings to be played by keys");
  }
  const double open = rosin_model_body_named(m, m->instrument.course[0].string)->string.frequency;
  char name[64];
  plain_name(m->title, name, sizeof name);
  const rosin_expression_map map = {
      .instrument = name, .lowest = (int)floor(69.5 + 12 * rosin_log2(open / 440)), .file = stdout};
  for (int i = 0; rosin_switches_at(i); i++)
    if (map.lowest + rosin_switches_at(i)->below < 0) {
      rosin_scene_free(scene);
      return rosin_complain(ROSIN_FAILURE,
                            "--map: its lowest string, key %d, is too low: there is no key for %s",
                            map.lowest, rosin_switches_at(i)->name);
    }
  status = rosin_expression_write(&map, format) ? no_map(format) : ROSIN_DONE;
  rosin_scene_free(scene);
  return status;
}

/* What -s player.KEY sets; rows of keys have names of their own, "key_hold". */
static void settings_table(const rosin_parameter *rows, int keys) {
  printf("%-20s %-6s %-12s %-8s %s\n", "parameter", "unit", "range", "default", "meaning");
  for (const rosin_parameter *p = rows; p->name; p++) {
    char name[40], range[32];
    snprintf(name, sizeof name, "player.%s", keys ? strchr(p->name, '_') + 1 : p->name);
    rosin_format(range, sizeof range, "%g to %g", p->low, p->high);
    rosin_print(stdout, "%-20s %-6s %-12s %-8g %s\n", name, *p->unit ? p->unit : "-", range,
                p->initial, p->meaning);
  }
}

/* Of who plays a scene's notes. */
static int show_player(const rosin_list *rest, const char *any_files) {
  const rosin_list set = {0};
  int status;
  rosin_scene *scene = rosin_load(&rosin_command_show, rest, &set, any_files, &status);
  if (!scene)
    return status;
  const int strings = rosin_player_strings(scene), keys = rosin_keyboard_is(scene);
  rosin_scene_free(scene);
  settings_table(strings ? rosin_player_parameters()
                 : keys  ? rosin_keyed_rows
                         : rosin_takes_rows,
                 !strings);
  return ROSIN_DONE;
}

/* Of a sound file: how it was made, as comments, so that what is shown is a scene. */
static int show_origin(const rosin_recipe *recipe) {
  char *command = rosin_recipe_command(recipe), *renewal = rosin_recipe_renewal(recipe);
  if (!command || !renewal) {
    free(command);
    free(renewal);
    return rosin_complain(ROSIN_FAILURE, "out of memory");
  }
  fputs("# ", stdout);
  rosin_text_put(stdout, recipe->from, 0);
  fputs(", made by rosin ", stdout);
  rosin_text_put(stdout, recipe->version, 0);
  if (rosin_recipe_foreign(recipe))
    printf(" (this is %s, which may make other samples)", rosin_version());
  fputs(":\n#   ", stdout);
  rosin_text_put(stdout, command, 0);
  if (recipe->files_anywhere) {
    fputs("\n# again: by that command; a scene inside a sound file reads no files elsewhere. Its "
          "scene:\n",
          stdout);
  } else {
    fputs("\n# again, sample by sample: ", stdout);
    rosin_text_put(stdout, renewal, 0);
    fputs(" -o FILE. Its scene:\n", stdout);
  }
  free(command);
  free(renewal);
  return ROSIN_DONE;
}

/* One thing of a scene at a time: -1 to go on, or an exit status. */
static int one_of(const char *macros, const char *player, const char *map, const char *json) {
  if (macros && (player || map))
    return rosin_complain(ROSIN_USAGE, "%s: does not go with --macros",
                          player ? "--player" : "--map");
  if (player && map)
    return rosin_complain(ROSIN_USAGE, "--map: does not go with --player");
  return json && !macros ? rosin_complain(ROSIN_USAGE, "--json: only with --macros") : -1;
}

static int show(int count, char **words) {
  rosin_list rest;
  rosin_error error;
  rosin_recipe recipe;
  const char *macros = NULL, *player = NULL, *controls = NULL, *any_files = NULL, *json = NULL,
             *map = NULL;
  const rosin_option table[] = {
      {"json", 0, NULL, "with --macros: as JSON", &json, NULL},
      {"macros", 0, NULL, "its macros: range, default, meaning", &macros, NULL},
      {"controls", 0, "TABLE",
       "a table of MIDI controllers: keyboard, swam, mpe, wind, library or a file", &controls,
       NULL},
      {"map", 0, "FORMAT", "its keys as an expression map: cubase, logic, reaper, dorico; or names",
       &map, NULL},
      {"player", 0, NULL, "what its player can be set to: -s player.KEY=VALUE", &player, NULL},
      ROSIN_OPTION_FILES(&any_files),
      {0}};
  int status = rosin_options_parse(&rosin_command_show, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (controls && rest.count == 0)
    return show_controls(controls);
  if (rest.count != 1 || controls)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_show.usage);
  if ((status = one_of(macros, player, map, json)) >= 0)
    return status;
  if (macros)
    return show_macros(&rest, any_files, json != NULL);
  if (map)
    return show_map(&rest, any_files, map);
  if (player)
    return show_player(&rest, any_files);
  const int failed = rosin_recipe_open(&recipe, rest.text[0], &error);
  if (failed) {
    rosin_recipe_free(&recipe);
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  }
  const int bad = recipe.from ? show_origin(&recipe) : ROSIN_DONE;
  if (!bad)
    rosin_text_put(stdout, recipe.text, 1);
  rosin_recipe_free(&recipe);
  return bad;
}

/* What is no error, a line each. */
static void say_remarks(const char *remarks) {
  for (const char *line = remarks; line && *line; line += strcspn(line, "\n") + 1)
    rosin_complain(ROSIN_DONE, "warning: %.*s", (int)strcspn(line, "\n"), line);
}

static int check(int count, char **words) {
  rosin_list rest, set = {0};
  const char *any_files = NULL;
  const rosin_option table[] = {ROSIN_OPTION_SET(&set), ROSIN_OPTION_FILES(&any_files), {0}};
  int status = rosin_options_parse(&rosin_command_check, table, count, words, &rest);
  if (status >= 0)
    return status;
  rosin_scene *scene = rosin_load(&rosin_command_check, &rest, &set, any_files, &status);
  if (!scene)
    return status;
  const rosin_model *m = rosin_scene_model(scene);
  say_remarks(m->remarks);
  rosin_text_put(stdout, rest.text[0], 0);
  rosin_warn_asked(m);
  printf(": valid; %d bodies, %d contacts, ", m->bodies, m->contacts);
  if (m->layers)
    printf("%d layer%s, ", m->layers, m->layers > 1 ? "s" : "");
  rosin_print(stdout, "%g s at %g Hz, %g channel%s\n", m->duration, m->rate, m->channels,
              m->channels > 1 ? "s" : "");
  rosin_scene_free(scene);
  return ROSIN_DONE;
}

const rosin_command rosin_command_scenes = {"scenes", "scenes", "list the built-in scenes",
                                            list_scenes};
const rosin_command rosin_command_show = {
    "show", "show SCENE [--macros|--player|--map FORMAT] | --controls TABLE",
    "print a scene, to copy and edit; its macros; a sound file's recipe", show};
const rosin_command rosin_command_check = {"check", "check SCENE [-s KEY=VALUE]...",
                                           "say whether a scene is valid, all errors at once",
                                           check};
