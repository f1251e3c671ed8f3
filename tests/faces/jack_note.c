/* SPDX-License-Identifier: BSD-3-Clause */
/* jack_note CLIENT KEY SECONDS > floats: a JACK client that plays a note to another one after half
 * a second of silence, ends it after two thirds of the time, and records the first output. Says on
 * standard error how many xruns there were. */
#include <jack/jack.h>
#include <jack/midiport.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static jack_port_t *in, *out;
static float *record;
static long long total, begin, end;
static unsigned char key;
static atomic_llong at;
static atomic_int xruns, running;

static void send_at(void *midi, long long when, long long now, jack_nframes_t frames, int status) {
  if (when >= now && when < now + frames)
    jack_midi_event_write(midi, (jack_nframes_t)(when - now),
                          (unsigned char[]){(unsigned char)status, key, 90}, 3);
}

static int process(jack_nframes_t frames, void *context) {
  const float *sound = jack_port_get_buffer(in, frames);
  void *midi = jack_port_get_buffer(out, frames);
  const long long now = at;
  (void)context;
  jack_midi_clear_buffer(midi);
  if (!running || now >= total)
    return 0;
  send_at(midi, begin, now, frames, 0x90);
  send_at(midi, end, now, frames, 0x80);
  const long long count = total - now < frames ? total - now : frames;
  memcpy(record + now, sound, (size_t)count * sizeof *record);
  at = now + count;
  return 0;
}

static void rest(void) {
  nanosleep(&(struct timespec){0, 100000000}, NULL);
}

static int xrun(void *context) {
  (void)context;
  xruns += running;
  return 0;
}

/* The first port of the client of this kind. */
static const char *port_of(jack_client_t *client, const char *whose, const char *type,
                           unsigned long flags) {
  static char pattern[128];
  snprintf(pattern, sizeof pattern, "^%s:", whose);
  const char **all = jack_get_ports(client, pattern, type, flags);
  return all ? all[0] : NULL; /* a name for as long as we live */
}

int main(int argc, char **argv) {
  const double seconds = argc == 4 ? atof(argv[3]) : 0;
  jack_client_t *client =
      seconds > 0 ? jack_client_open("jack_note", JackNoStartServer, NULL) : NULL;
  if (!client)
    return 2;
  const double rate = jack_get_sample_rate(client);
  key = (unsigned char)atoi(argv[2]);
  total = (long long)(seconds * rate);
  begin = (long long)(0.5 * rate);
  end = total * 2 / 3;
  record = calloc((size_t)total, sizeof *record);
  in = jack_port_register(client, "in", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  out = jack_port_register(client, "out", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, 0);
  jack_set_process_callback(client, process, NULL);
  jack_set_xrun_callback(client, xrun, NULL);
  if (!record || !in || !out || jack_activate(client))
    return 2;
  const char *sound = NULL, *midi = NULL;
  for (int i = 0; i < 100 && !(sound && midi); i++, rest()) {
    sound = port_of(client, argv[1], JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput);
    midi = port_of(client, argv[1], JACK_DEFAULT_MIDI_TYPE, JackPortIsInput);
  }
  if (!sound || !midi || jack_connect(client, sound, jack_port_name(in)) ||
      jack_connect(client, jack_port_name(out), midi)) {
    fprintf(stderr, "jack_note: %s has no ports\n", argv[1]);
    return 1;
  }
  running = 1;
  for (int i = 0; i < 20 * (int)(seconds + 5) && at < total; i++)
    rest();
  jack_client_close(client);
  fwrite(record, sizeof *record, (size_t)at, stdout);
  fprintf(stderr, "%d xruns\n", xruns);
  return at < total;
}
