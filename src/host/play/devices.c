/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin devices: what there is to play through. */
#include "format.h"
#include "host/common/commands.h"
#include "host/play/audio.h"
#include "live/devices/midi_ports.h"
#include "scene/text/json.h"

#include <stdio.h>

/* Whether what comes next is the first of its list. */
static int first;

static void device_json(int index, const rosin_audio_device *d) {
  fputs(first ? "{" : ",\n{", stdout);
  rosin_json_number(stdout, 1, "index", index);
  rosin_json_member(stdout, 0, "name", d->name);
  rosin_json_member(stdout, 0, "host", d->host);
  rosin_json_number(stdout, 0, "channels", d->channels);
  rosin_json_number(stdout, 0, "rate", d->rate);
  printf(", \"default\": %s}", d->is_default ? "true" : "false");
  first = 0;
}

static void input_json(int index, const char *name, const char *host) {
  fputs(first ? "{" : ",\n{", stdout);
  rosin_json_number(stdout, 1, "index", index);
  rosin_json_member(stdout, 0, "name", name);
  rosin_json_member(stdout, 0, "host", host);
  putchar('}');
  first = 0;
}

static void list_json(void) {
  first = 1;
  fputs("{\"outputs\": [", stdout);
  rosin_audio_devices(device_json);
  first = 1;
  fputs("],\n\"midi_inputs\": [", stdout);
  rosin_midi_ports_list(input_json);
  puts("]}");
}

static void print_device(int index, const rosin_audio_device *d) {
  rosin_print(stdout, "%3d%c %-40s %-8s %d channels, %g Hz\n", index, d->is_default ? '*' : ' ',
              d->name, d->host, d->channels, d->rate);
}

static void print_input(int index, const char *name, const char *host) {
  printf("%3d  %-40s %-8s MIDI input\n", index, name, host);
}

static int devices(int count, char **words) {
  const char *json = NULL;
  const rosin_option table[] = {{"json", 0, NULL, "as JSON", &json, NULL}, {0}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_devices, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_devices.usage);
  if (json) {
    list_json();
    return ROSIN_DONE;
  }
  const int outputs = rosin_audio_devices(print_device);
  rosin_midi_ports_list(print_input);
  return outputs ? ROSIN_DONE : rosin_complain(ROSIN_FAILURE, "no audio device");
}

const rosin_command rosin_command_devices = {"devices", "devices",
                                             "list the audio devices and MIDI inputs", devices};
