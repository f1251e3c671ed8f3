/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the descriptions of all LV2 plugins from the tables: ttl FOLDER [ui]; with a window or
 * without. */
#include "core/presets.h"
#include "format.h"
#include "letters.h"
#include "plugin/list.h"
#include "plugin/lv2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefixes[] = "@prefix atom: <http://lv2plug.in/ns/ext/atom#> .\n"
                               "@prefix doap: <http://usefulinc.com/ns/doap#> .\n"
                               "@prefix lv2: <http://lv2plug.in/ns/lv2core#> .\n"
                               "@prefix midi: <http://lv2plug.in/ns/ext/midi#> .\n"
                               "@prefix opts: <http://lv2plug.in/ns/ext/options#> .\n"
                               "@prefix pg: <http://lv2plug.in/ns/ext/port-groups#> .\n"
                               "@prefix pprops: <http://lv2plug.in/ns/ext/port-props#> .\n"
                               "@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n"
                               "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
                               "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
                               "@prefix rsz: <http://lv2plug.in/ns/ext/resize-port#> .\n"
                               "@prefix state: <http://lv2plug.in/ns/ext/state#> .\n"
                               "@prefix ui: <http://lv2plug.in/ns/extensions/ui#> .\n"
                               "@prefix units: <http://lv2plug.in/ns/extensions/units#> .\n"
                               "@prefix urid: <http://lv2plug.in/ns/ext/urid#> .\n"
                               "@prefix work: <http://lv2plug.in/ns/ext/worker#> .\n\n";

static FILE *open_in(const char *folder, const char *name) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
    fprintf(stderr, "ttl: the path is too long: %.100s\n", folder);
    exit(EXIT_FAILURE);
  }
  FILE *file = fopen(path, "w");
  if (!file) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  fputs(prefixes, file);
  return file;
}

static void close_file(FILE *file) {
  if (ferror(file) | fclose(file)) {
    perror("ttl");
    exit(EXIT_FAILURE);
  }
}

/* Within quotes. */
static void put_text(FILE *to, const char *text) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      fputc('\\', to);
    fputc(*text, to);
  }
}

/* "bow_force" as "Bow force". */
static void put_name(FILE *to, const char *name) {
  for (const char *at = name; *at; at++)
    fputc(at == name && *at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at == '_' ? ' ' : *at, to);
}

/* "Left hand" as "left_hand". */
static void put_symbol(FILE *to, const char *name) {
  for (const char *at = name; *at; at++)
    fputc(rosin_is_letter_or_digit(*at) ? rosin_lower(*at) : '_', to);
}

static void put_groups(FILE *to, const rosin_core *core) {
  const char *name;
  for (int k = 0; (name = rosin_core_group_name(core, k)); k++) {
    fputs("<#", to);
    put_symbol(to, name);
    fprintf(to, ">\n  a pg:InputGroup ;\n  lv2:name \"%s\" ;\n  lv2:symbol \"in_", name);
    put_symbol(to, name);
    fputs("\" .\n\n", to);
  }
}

static void put_unit(FILE *to, const char *unit) {
  static const struct {
    const char *ours, *theirs;
  } units[] = {{"Hz", "hz"}, {"s", "s"}, {"m", "m"}, {"dB", "db"}, {"cents", "cent"}};
  if (!*unit)
    return;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(units[i].ours, unit) == 0) {
      fprintf(to, "    units:unit units:%s ;\n", units[i].theirs);
      return;
    }
  fprintf(to,
          "    units:unit [ a units:Unit ; rdfs:label \"%s\" ; units:symbol \"%s\" ; "
          "units:render \"%%f %s\" ] ;\n",
          unit, unit, unit);
}

static void put_parameter(FILE *to, const rosin_core *core, int index, int port) {
  const rosin_parameter *row = rosin_core_parameter(core, index);
  fprintf(to,
          "  ] , [\n    a lv2:InputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"%s\" ;\n    lv2:name \"",
          port, row->name);
  put_name(to, row->name);
  fputs("\" ;\n    rdfs:comment \"", to);
  put_text(to, row->meaning);
  rosin_print(to, "\" ;\n    lv2:default %.9g ;\n    lv2:minimum %.9g ;\n    lv2:maximum %.9g ;\n",
              row->initial, row->low, row->high);
  put_unit(to, row->unit);
  if (row->group) {
    fputs("    pg:group <#", to);
    put_symbol(to, row->group);
    fputs("> ;\n", to);
  }
  static const char *const property[] = {[ROSIN_SWITCH] = "lv2:toggled",
                                         [ROSIN_CHOICE] = "lv2:integer , lv2:enumeration",
                                         [ROSIN_WHOLE] = "lv2:integer"};
  if (row->kind != ROSIN_NUMBER)
    fprintf(to, "    lv2:portProperty %s ;\n", property[row->kind]);
  for (int i = 0; row->kind == ROSIN_CHOICE && row->words[i]; i++) {
    fputs("    lv2:scalePoint [ rdfs:label \"", to);
    for (const char *at = row->words[i]; *at; at++)
      fputc(*at == '-' ? ' ' : *at, to);
    fprintf(to, "\" ; rdf:value %d ] ;\n", i);
  }
  if (!rosin_core_parameter_live(core, index))
    fputs("    lv2:portProperty pprops:expensive , pprops:causesArtifacts ;\n", to);
  if (strcmp(row->name, "level") == 0)
    fputs("    lv2:designation <http://lv2plug.in/ns/ext/parameters#gain> ;\n", to);
}

/* What bypasses elsewhere enables here. */
static void put_enabled(FILE *to, int port) {
  fprintf(to,
          "  ] , [\n    a lv2:InputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"enabled\" ;\n    lv2:name \"Enabled\" ;\n"
          "    rdfs:comment \"0: bypassed\" ;\n    lv2:designation lv2:enabled ;\n"
          "    lv2:portProperty lv2:toggled ;\n"
          "    lv2:default 1 ;\n    lv2:minimum 0 ;\n    lv2:maximum 1 ;\n",
          port);
}

static void put_outputs(FILE *to, int channels) {
  static const char *const names[] = {"Left", "Right"}, *const symbols[] = {"left", "right"};
  for (int k = 0; k < channels; k++) {
    fprintf(to, "  ] , [\n    a lv2:OutputPort , lv2:AudioPort ;\n    lv2:index %d ;\n", k + 1);
    if (channels == 1)
      fputs("    lv2:symbol \"out\" ;\n    lv2:name \"Out\" ;\n", to);
    else if (channels == 2)
      fprintf(to,
              "    lv2:symbol \"%s\" ;\n    lv2:name \"%s\" ;\n    pg:group <#out> ;\n"
              "    lv2:designation pg:%s ;\n",
              symbols[k], names[k], symbols[k]);
    else
      fprintf(to, "    lv2:symbol \"out_%d\" ;\n    lv2:name \"Out %d\" ;\n", k + 1, k + 1);
  }
}

/* What drives the scene, where a host has something for it. */
static void put_inputs(FILE *to, int port) {
  static const char *const names[] = {"left", "right"};
  for (int k = 0; k < ROSIN_LV2_HEARD; k++)
    fprintf(to,
            "  ] , [\n    a lv2:InputPort , lv2:AudioPort ;\n    lv2:index %d ;\n"
            "    lv2:symbol \"in_%s\" ;\n    lv2:name \"In %s\" ;\n    pg:group <#in> ;\n"
            "    lv2:designation pg:%s ;\n"
            "    lv2:portProperty lv2:connectionOptional , lv2:isSideChain ;\n",
            port + k, names[k], names[k], names[k]);
}

static void put_free_wheels(FILE *to, int port) {
  fprintf(to,
          "  ] , [\n    a lv2:InputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"free_wheels\" ;\n    lv2:name \"Offline\" ;\n"
          "    lv2:designation lv2:freeWheeling ;\n"
          "    lv2:portProperty lv2:toggled , pprops:notOnGUI ;\n"
          "    lv2:default 0 ;\n    lv2:minimum 0 ;\n    lv2:maximum 1 ;\n",
          port);
}

static void put_plugin(FILE *to, const rosin_core *core) {
  const int channels = rosin_core_channels(core);
  int port = channels + 2;
  if (channels == 2)
    fprintf(to, "<#out>\n  a pg:StereoGroup , pg:OutputGroup ;\n  lv2:name \"Output\" ;\n"
                "  lv2:symbol \"output\" .\n\n");
  fprintf(to, "<#in>\n  a pg:StereoGroup , pg:InputGroup ;\n  lv2:name \"Driven by\" ;\n"
              "  lv2:symbol \"driven_by\" .\n\n");
  put_groups(to, core);
  fprintf(to,
          "<" ROSIN_LV2_URI "%s>\n  a lv2:InstrumentPlugin , lv2:Plugin ;\n"
          "  doap:name \"Rosin ",
          rosin_core_scene(core));
  put_name(to, rosin_core_scene(core));
  fputs("\" ;\n  rdfs:comment \"", to);
  put_text(to, rosin_core_title(core));
  fputs("\" ;\n  doap:license <https://spdx.org/licenses/BSD-3-Clause> ;\n"
        "  lv2:minorVersion 8 ;\n  lv2:microVersion 0 ;\n"
        "  lv2:requiredFeature urid:map ;\n"
        "  lv2:optionalFeature lv2:hardRTCapable , work:schedule ;\n"
        "  lv2:extensionData state:interface , work:interface ;\n",
        to);
  if (channels == 2)
    fputs("  pg:mainOutput <#out> ;\n", to);
  fputs("  lv2:port [\n    a lv2:InputPort , atom:AtomPort ;\n    lv2:index 0 ;\n"
        "    lv2:symbol \"midi\" ;\n    lv2:name \"MIDI\" ;\n    lv2:designation lv2:control ;\n"
        "    atom:bufferType atom:Sequence ;\n    atom:supports midi:MidiEvent ;\n"
        "    rsz:minimumSize 8192 ;\n",
        to);
  put_outputs(to, channels);
  fprintf(to,
          "  ] , [\n    a lv2:OutputPort , lv2:ControlPort ;\n    lv2:index %d ;\n"
          "    lv2:symbol \"latency\" ;\n    lv2:name \"Latency\" ;\n"
          "    lv2:designation lv2:latency ;\n"
          "    lv2:portProperty lv2:reportsLatency , lv2:integer , pprops:notOnGUI ;\n"
          "    lv2:default 0 ;\n    lv2:minimum 0 ;\n    lv2:maximum 8192 ;\n"
          "    units:unit units:frame ;\n",
          channels + 1);
  const int first = rosin_core_find(core, "input");
  for (int i = 0; i < first; i++)
    put_parameter(to, core, i, port++);
  put_free_wheels(to, port++);
  const int bypass = rosin_core_find(core, "bypass");
  for (int i = first; i < bypass; i++)
    put_parameter(to, core, i, port++);
  put_inputs(to, port);
  put_enabled(to, (int)rosin_lv2_port(core, bypass));
  fputs("  ] .\n\n", to);
}

/* ---- presets ------------------------------------------------------------------------------ */

/* Its address: of the plugin, and the name in small letters. */
static void put_address(FILE *to, const rosin_core *core, const rosin_preset *preset) {
  fprintf(to, "<" ROSIN_LV2_URI "%s:", rosin_core_scene(core));
  for (const char *at = preset->name; *at; at++)
    fputc(rosin_is_letter_or_digit(*at) ? rosin_lower(*at) : '-', to);
  fputc('>', to);
}

static void put_preset_head(FILE *to, const rosin_core *core, const rosin_preset *preset) {
  put_address(to, core, preset);
  fprintf(to, "\n  a pset:Preset ;\n  lv2:appliesTo <" ROSIN_LV2_URI "%s> ;\n  rdfs:label \"",
          rosin_core_scene(core));
  put_text(to, preset->name);
  fputs("\" ;\n", to);
}

/* All ports that it sets, as a core has them that has read the preset. */
static void put_preset(FILE *to, rosin_core *core, const rosin_preset *preset) {
  rosin_error error = {"out of memory"};
  char *state = rosin_preset_state(core, preset);
  if (!state || rosin_core_load(core, state, &error)) {
    fprintf(stderr, "ttl: %s: %s\n", preset->name, error.text);
    exit(EXIT_FAILURE);
  }
  free(state);
  put_preset_head(to, core, preset);
  fputs("  lv2:port ", to);
  const char *between = "";
  for (int i = 0; i < rosin_core_parameters(core); i++) {
    if (!rosin_preset_sets(core, i))
      continue;
    rosin_print(to, "%s[\n    lv2:symbol \"%s\" ;\n    pset:value %#.9g\n  ]", between,
                rosin_core_parameter(core, i)->name, rosin_core_get(core, i));
    between = " , ";
  }
  fputs(" .\n\n", to);
}

static void put_presets(FILE *manifest, FILE *to, rosin_core *core) {
  const rosin_preset *preset;
  for (int i = 0; (preset = rosin_core_preset(core, i)); i++) {
    put_preset_head(manifest, core, preset);
    fprintf(manifest, "  rdfs:seeAlso <%s.ttl> .\n\n", rosin_core_scene(core));
    put_preset(to, core, preset);
  }
}

static void put_window(FILE *manifest) {
  fputs("<" ROSIN_LV2_UI ">\n  a ui:X11UI ;\n  lv2:binary <rosin_ui.so> ;\n"
        "  lv2:requiredFeature ui:idleInterface ;\n"
        "  lv2:optionalFeature ui:parent , ui:resize , ui:touch , urid:map , opts:options ,\n"
        "    <http://lv2plug.in/ns/ext/instance-access> ;\n"
        "  opts:supportedOption ui:scaleFactor ;\n"
        "  lv2:extensionData ui:idleInterface , ui:resize .\n\n",
        manifest);
}

int main(int argc, char **argv) {
  const int shows = argc == 3 && strcmp(argv[2], "ui") == 0;
  if (argc != 2 && !shows) {
    fprintf(stderr, "usage: ttl FOLDER [ui]\n");
    return EXIT_FAILURE;
  }
  FILE *manifest = open_in(argv[1], "manifest.ttl");
  const char *name;
  if (shows)
    put_window(manifest);
  for (int i = 0; (name = rosin_plugin_at(i)); i++) {
    char file[128];
    rosin_error error;
    rosin_core *core = rosin_plugin_open(name, &error);
    if (!core) {
      fprintf(stderr, "ttl: %s\n", error.text);
      return EXIT_FAILURE;
    }
    snprintf(file, sizeof file, "%s.ttl", name);
    fprintf(manifest,
            "<" ROSIN_LV2_URI "%s>\n  a lv2:Plugin ;\n  lv2:binary <rosin.so> ;\n"
            "  rdfs:seeAlso <%s> .\n\n",
            name, file);
    FILE *to = open_in(argv[1], file);
    put_plugin(to, core);
    if (shows)
      fprintf(to, "<" ROSIN_LV2_URI "%s>\n  ui:ui <" ROSIN_LV2_UI "> .\n\n", name);
    put_presets(manifest, to, core);
    close_file(to);
    rosin_core_free(core);
  }
  close_file(manifest);
  return EXIT_SUCCESS;
}
