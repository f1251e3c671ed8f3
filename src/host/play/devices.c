/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin devices: what there is to play through. */
#include "host/commands.h"
#include "host/play/audio.h"
#include "live/devices/midi_ports.h"

#include <stdio.h>

static void print_device(int index, const rosin_audio_device *d) {
  printf("%3d%c %-40s %-8s %d channels, %g Hz\n", index, d->is_default ? '*' : ' ', d->name,
         d->host, d->channels, d->rate);
}

static void print_input(int index, const char *name, const char *host) {
  printf("%3d  %-40s %-8s MIDI input\n", index, name, host);
}

static int devices(int count, char **words) {
  static const rosin_option none[] = {{0}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_devices, none, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_devices.usage);
  const int outputs = rosin_audio_devices(print_device);
  rosin_midi_ports_list(print_input);
  return outputs ? ROSIN_DONE : rosin_complain(ROSIN_FAILURE, "no audio device");
}

const rosin_command rosin_command_devices = {"devices", "devices",
                                             "list the audio devices and MIDI inputs", devices};
