/* SPDX-License-Identifier: BSD-3-Clause */
/* delay PIPE COUNT: a JACK client that hears what rosin plays. Writes a MIDI note to the
 * pipe at times that have nothing to do with JACK's cycles, and prints how long (ms) until
 * the first sample at rosin's output port differs from silence, a line a note. */
#include <fcntl.h>
#include <jack/jack.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const float silence = 1e-6F; /* -120 dBFS */

static jack_client_t *client;
static jack_port_t *port;
static atomic_int waiting;   /* for a sound */
static _Atomic double heard; /* s, when it came */
static atomic_int quiet;     /* frames of silence */

static int process(jack_nframes_t frames, void *context) {
  const float *in = jack_port_get_buffer(port, frames);
  const double now = 1e-6 * (double)jack_get_time(); /* rosin is done with this cycle */
  (void)context;
  for (jack_nframes_t i = 0; i < frames; i++) {
    if (!(fabsf(in[i]) > silence)) {
      quiet++;
      continue;
    }
    quiet = 0;
    if (waiting) {
      heard = now + i / (double)jack_get_sample_rate(client);
      waiting = 0;
    }
  }
  return 0;
}

static void wait_ms(double ms) {
  const struct timespec t = {(time_t)(ms / 1000), (long)(fmod(ms, 1000) * 1e6)};
  nanosleep(&t, NULL);
}

/* The first output port that is not a sound card's. */
static int connect_to_rosin(void) {
  const char **ports = jack_get_ports(client, NULL, JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput);
  int done = 0;
  for (int i = 0; ports && ports[i] && !done; i++)
    if (strncmp(ports[i], "system:", 7) != 0)
      done = jack_connect(client, ports[i], jack_port_name(port)) == 0;
  jack_free(ports);
  return done;
}

/* Silence for 50 ms; 0 if it does not come. */
static int wait_for_silence(double rate) {
  for (int i = 0; i < 1000; i++) {
    if (quiet > 0.05 * rate)
      return 1;
    wait_ms(10);
  }
  return 0;
}

static int one(int pipe, double rate, int number) {
  static const unsigned char on[] = {0x90, 52, 100}, off[] = {0x80, 52, 0};
  if (!wait_for_silence(rate))
    return 0;
  wait_ms(20 + fmod(7.3137 * number, 11)); /* any phase of the period */
  waiting = 1;
  const double start = 1e-6 * (double)jack_get_time();
  if (write(pipe, on, sizeof on) != sizeof on)
    return 0;
  for (int i = 0; waiting && i < 1000; i++)
    wait_ms(1);
  if (waiting)
    return 0;
  printf("%.3f\n", 1000 * (heard - start));
  wait_ms(30);
  return write(pipe, off, sizeof off) == sizeof off;
}

int main(int count, char **words) {
  if (count != 3)
    return 2;
  const int pipe = open(words[1], O_WRONLY);
  client = jack_client_open("delay", JackNoStartServer, NULL);
  if (pipe < 0 || !client)
    return 1;
  port = jack_port_register(client, "in", JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput, 0);
  jack_set_process_callback(client, process, NULL);
  if (jack_activate(client) || !connect_to_rosin())
    return 1;
  int done = 0;
  const int wanted = atoi(words[2]);
  while (done < wanted && one(pipe, jack_get_sample_rate(client), done))
    done++;
  jack_client_close(client);
  return done < wanted;
}
