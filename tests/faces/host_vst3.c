/* SPDX-License-Identifier: BSD-3-Clause */
/* A host for VST3 plugins that does to them what hosts do, and more of it:
 *
 *   host_vst3 FILE NAME play BLOCK RATE SECONDS EVENTS > floats    (see host_lv2.c;
 *                                  and FRAME wait MILLISECONDS, before the block with it)
 *   host_vst3 FILE NAME render ... the same offline: nobody waits for the sound
 *   host_vst3 FILE NAME state      a state saved is the same when it was read; junk is refused;
 *                                  with a FILE.txt after it: that is read first and printed
 *   host_vst3 FILE NAME abuse      odd calls in odd orders; everything stays finite
 *   host_vst3 FILE NAME threads    a main thread turns, saves and loads while another processes
 *   host_vst3 FILE NAME repeat     after a stop the same events give the same samples
 *   host_vst3 FILE all             every plugin of the file: created, played for a moment,
 * destroyed
 */
#include "event_line.h"

#include "tests/faces/vst3_host.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- what it can do ------------------------------------------------------------------------ */

/* A parameter by name: its id, and a value as the format has it. */
static v3_param_id normal_of(host *h, const char *symbol, double *value) {
  struct v3_param_info info;
  for (int i = 0; (*h->controller)->get_parameter_info(h->controller, i, &info) == V3_OK; i++) {
    int k = 0;
    while (symbol[k] && info.title[k] == (symbol[k] == '_' ? ' ' : symbol[k]))
      k++;
    if (!symbol[k] && !info.title[k]) {
      *value =
          (*h->controller)->plain_parameter_to_normalised(h->controller, info.param_id, *value);
      return info.param_id;
    }
  }
  die(symbol);
  return 0;
}

/* Lines before frame 0 are values that the controller is told before it is active: whether another
 * line follows. */
static int set_before(host *h, FILE *file, char line[256]) {
  char symbol[64];
  double value;
  int more;
  while ((more = fgets(line, 256, file) != NULL) && *line == '-')
    if (read_set(line, symbol, &value)) {
      const v3_param_id id = normal_of(h, symbol, &value);
      (*h->controller)->set_parameter_normalised(h->controller, id, value);
    }
  return more;
}

static int play(host *h, int offline, int block, double rate, double seconds, const char *path) {
  FILE *file = fopen(path, "r");
  char line[256];
  if (!file)
    die(path);
  h->offline = offline;
  FILE *sound = getenv("SOUND") ? fopen(getenv("SOUND"), "rb") : NULL;
  h->hears = sound != NULL;
  int more = set_before(h, file, line);
  start(h, rate);
  const long long skip = (*h->processor)->get_latency_samples(h->processor);
  const long long total = llround(seconds * rate) + skip;
  for (long long at = 0; at < total;) {
    long long now = block ? block : 1 + (int)chance(MOST);
    now = now < total - at ? now : total - at;
    for (; more && atoll(line) < at + now; more = fgets(line, sizeof line, file) != NULL) {
      unsigned a, b, c;
      char symbol[64];
      double value;
      const int32_t offset = (int32_t)(atoll(line) - at);
      if (sscanf(line, "%*d midi %u %u %u", &a, &b, &c) == 3)
        add_midi(h, offset, a, b, c);
      else if (read_set(line, symbol, &value)) {
        const v3_param_id id = normal_of(h, symbol, &value);
        add_value(h, offset, id, value);
      } else if (sscanf(line, "%*d wait %u", &a) == 1) {
        nanosleep(&(struct timespec){a / 1000, a % 1000 * 1000000L}, NULL);
      }
    }
    for (long long i = 0; sound && i < now; i++) {
      if (fread(&h->heard[0][i], sizeof(float), 1, sound) != 1)
        h->heard[0][i] = 0;
      h->heard[1][i] = h->heard[0][i];
    }
    run(h, (int)now);
    for (long long i = 0; i < now; i++)
      for (int k = 0; k < h->channels && at + i >= skip; k++)
        fwrite(&h->audio[k][i], sizeof(float), 1, stdout);
    at += now;
  }
  stop(h);
  close_host(h);
  fclose(file);
  return 0;
}

static int save(host *h, memory *m) {
  m->table = &stream_table;
  m->size = m->at = 0;
  return (*h->component)->get_state(h->component, (void *)m) == V3_OK;
}

static int load(host *h, memory *m) {
  m->table = &stream_table;
  m->at = 0;
  const int taken_in = (*h->component)->set_state(h->component, (void *)m) == V3_OK;
  m->at = 0;
  const int shown = (*h->controller)->set_component_state(h->controller, (void *)m) == V3_OK;
  if (taken_in != shown)
    die("component and controller do not agree");
  return taken_in;
}

/* Visible parameters, from any thread but the audio one. */
static int get_visible(host *h, int i, struct v3_param_info *info) {
  return (*h->controller)->get_parameter_info(h->controller, i, info) == V3_OK &&
         !(info->flags & V3_PARAM_IS_HIDDEN);
}

static int is_titled(const struct v3_param_info *info, const char *title) {
  int k = 0;
  while (title[k] && info->title[k] == title[k])
    k++;
  return !title[k] && !info->title[k];
}

static void turn_all(host *h, int but_level) {
  struct v3_param_info info;
  for (int i = but_level; get_visible(h, i, &info); i++)
    add_value(h, 0, info.param_id, chance(1000) / 1000.0);
}

/* All values as the controller shows them, to the processor. */
static void send_back(host *h) {
  struct v3_param_info info;
  for (int i = 0; get_visible(h, i, &info); i++)
    add_value(h, 0, info.param_id,
              (*h->controller)->get_parameter_normalised(h->controller, info.param_id));
}

static int states(const char *name, const char *given) {
  static memory a = {.piece = 7}, b = {.piece = 1000}, bad;
  host *first = open_host(name), *second = open_host(name);
  struct v3_param_info info;
  if (given) {
    FILE *file = fopen(given, "rb");
    if (!file)
      die(given);
    b.size = (int)fread(b.data, 1, sizeof b.data, file);
    fclose(file);
    const int ok = load(first, &b);
    send_back(first); /* which changes nothing, whatever rounding says */
    start(first, 44100);
    run(first, 64);
    save(first, &a);
    stop(first);
    fwrite(a.data, 1, (size_t)a.size, stdout);
    return !ok;
  }
  start(first, 44100);
  turn_all(first, 0);
  run(first, 0); /* no frames: only values */
  if (!save(first, &a) || !load(second, &a) || !save(second, &b) || a.size != b.size ||
      memcmp(a.data, b.data, (size_t)a.size))
    die("a state is not the same again");
  stop(first);
  send_back(second);
  start(second, 44100);
  run(second, 64);
  if (!save(second, &b) || a.size != b.size || memcmp(a.data, b.data, (size_t)a.size))
    die("sending back what was shown has changed something");
  for (int i = 0; get_visible(second, i, &info); i++)
    if (!is_titled(&info, "input")) /* which says at once how late the plugin will be */
      (*second->controller)->set_parameter_normalised(second->controller, info.param_id, 0.25);
  run(second, 64);
  if (!save(second, &b) || a.size != b.size || memcmp(a.data, b.data, (size_t)a.size))
    die("what the controller only shows has changed the sound");
  stop(second);
  for (int k = 0; k < 300; k++) { /* damaged: refused, or taken for what it says */
    bad = a;
    bad.piece = 1 + (int)chance(50);
    if (k % 3 == 0)
      bad.size = (int)chance((unsigned)a.size);
    else
      bad.data[chance((unsigned)a.size)] = (char)chance(256);
    load(second, &bad);
    for (int i = 0; get_visible(second, i, &info); i++) {
      const double value =
          (*second->controller)->get_parameter_normalised(second->controller, info.param_id);
      if (!(value >= 0 && value <= 1))
        die("a damaged state left a value outside its range");
    }
  }
  printf("%d bytes of state, the same again\n", a.size);
  close_host(first);
  close_host(second);
  return 0;
}

static void any_note(host *h, int32_t offset) {
  const int type = (int)chance(6);
  struct v3_event *e = add_event(h, offset, chance(20) ? type : (int)chance(70000));
  const int16_t channel = (int16_t)((int)chance(20) - 2), pitch = (int16_t)((int)chance(140) - 5);
  const int32_t id = (int32_t)chance(8) - 1;
  switch (type) {
  case V3_EVENT_NOTE_ON:
    e->note_on = (struct v3_event_note_on){channel,
                                           pitch,
                                           chance(9) ? (float)chance(200) - 100 : NAN,
                                           chance(9) ? (float)chance(140) / 127 : NAN,
                                           0,
                                           id};
    break;
  case V3_EVENT_NOTE_OFF:
    e->note_off = (struct v3_event_note_off){channel, pitch, 0, id, 0};
    break;
  case V3_EVENT_POLY_PRESSURE:
    e->poly_pressure = (struct v3_event_poly_pressure){
        channel, pitch, chance(9) ? (float)chance(300) / 100 - 1 : INFINITY, id};
    break;
  case V3_EVENT_NOTE_EXP_VALUE:
    e->note_exp_value = (struct v3_event_note_expression_value){
        chance(8), id, chance(9) ? chance(300) / 100.0 - 1 : NAN};
    break;
  default:
    break;
  }
}

static void any_events(host *h, int frames) {
  struct v3_param_info info;
  const unsigned count = (unsigned)(*h->controller)->get_parameter_count(h->controller);
  for (unsigned n = chance(8); n; n--) {
    /* in no order, also before and after the block */
    const int32_t offset =
        chance(4) ? (int32_t)chance((unsigned)frames + 1) : (int32_t)chance(100000) - 50000;
    if (chance(3) == 0) {
      (*h->controller)->get_parameter_info(h->controller, 1 + (int)chance(count - 1), &info);
      add_value(h, offset, chance(10) ? info.param_id : chance(1u << 31),
                chance(9) ? chance(3000) / 1000.0 - 1 : (double)NAN);
    } else {
      any_note(h, offset);
    }
  }
}

static void check_finite(const host *h, int frames) {
  for (int k = 0; k < h->channels; k++)
    for (int i = 0; i < frames; i++)
      if (!(fabsf(h->audio[k][i]) < 100))
        die("not finite, or absurd");
}

/* Calls that should not come, or not now. */
static void wrong_calls(host *h) {
  struct v3_process_setup setup = {.symbolic_sample_size = V3_SAMPLE_64, .sample_rate = 48000};
  struct v3_process_data data = {0};
  struct v3_param_info info;
  struct v3_bus_info bus;
  v3_speaker_arrangement speakers = 1 << 5;
  v3_str_128 text;
  v3_param_id id;
  double value;
  if ((*h->processor)->setup_processing(h->processor, &setup) == V3_OK ||
      (*h->processor)->process(h->processor, &data) == V3_OK || try_to_start(h, -1) ||
      try_to_start(h, NAN) ||
      (*h->processor)->set_bus_arrangements(h->processor, NULL, 0, &speakers, 1) == V3_OK ||
      (*h->processor)->can_process_sample_size(h->processor, V3_SAMPLE_64) == V3_OK ||
      (*h->component)->get_bus_info(h->component, V3_AUDIO, V3_INPUT, 1, &bus) == V3_OK ||
      (*h->component)->set_state(h->component, NULL) == V3_OK ||
      (*h->controller)->get_parameter_info(h->controller, -1, &info) == V3_OK ||
      (*h->controller)->get_parameter_info(h->controller, 1 << 20, &info) == V3_OK ||
      (*h->controller)->set_parameter_normalised(h->controller, 77, 0.5) == V3_OK ||
      (*h->controller)->get_parameter_string_for_value(h->controller, 77, 0.5, text) == V3_OK ||
      (*h->controller)->get_parameter_value_for_string(h->controller, 77, text, &value) == V3_OK ||
      (*h->mapping)->get_midi_controller_assignment(h->mapping, 0, 16, 1, &id) == V3_OK ||
      (*h->mapping)->get_midi_controller_assignment(h->mapping, 0, 0, 9999, &id) == V3_OK)
    die("what is wrong was taken");
  (*h->component)->set_active(h->component, 0);
  (*h->processor)->set_processing(h->processor, 1);
  (*h->processor)->set_processing(h->processor, 0);
}

static int abuse(const char *name) {
  host *h[10];
  for (int k = 0; k < 10; k++)
    h[k] = open_host(name);
  for (int round = 0; round < 2; round++) {
    static const double rates[] = {44100, 48000, 96000, 22050};
    for (int k = 0; k < 10; k++)
      start(h[k], rates[(round + k) % 4]);
    for (int n = 0; n < 40; n++)
      for (int k = 0; k < 10; k++) {
        const int frames = chance(10) ? 1 + (int)chance(700) : 0;
        any_events(h[k], frames);
        run(h[k], frames);
        check_finite(h[k], frames);
        if (chance(50) == 0) {
          (*h[k]->processor)->set_processing(h[k]->processor, 0);
          (*h[k]->processor)->set_processing(h[k]->processor, 1);
        }
      }
    struct v3_process_data empty = {.nframes = 64};
    (*h[0]->processor)->process(h[0]->processor, &empty); /* no buffers, no events */
    (*h[2]->component)->set_active(h[2]->component, 1);   /* again */
    for (int k = 9; k >= 0; k--)
      stop(h[k]);
    wrong_calls(h[1]);
  }
  for (int k = 0; k < 10; k++)
    close_host(h[k]);
  printf("10 instances stay finite\n");
  return 0;
}

static atomic_int done;

static void *audio_thread(void *context) {
  host *h = context;
  for (int n = 0; n < 120; n++) {
    const int frames = 1 + n * 37 % 300;
    struct v3_param_info info;
    if (n % 5 == 0)
      add_midi(h, 0, 0x90, 48 + (unsigned)(n % 20), 100);
    if (n % 3 == 0 && get_visible(h, 1 + n % 17, &info))
      add_value(h, n % frames, info.param_id, (n % 100) / 100.0);
    run(h, frames);
    check_finite(h, frames);
  }
  atomic_store(&done, 1);
  return NULL;
}

static int threads(const char *name) {
  static memory m = {.piece = 100}, other = {.piece = 100};
  host *h = open_host(name), *second = open_host(name);
  struct v3_param_info info;
  pthread_t thread;
  v3_str_128 text;
  start(h, 48000);
  start(second, 48000);
  turn_all(second, 1);
  run(second, 0);
  save(second, &other);
  save(h, &m);
  if (pthread_create(&thread, NULL, audio_thread, h))
    die("no thread");
  for (int rounds = 0; !atomic_load(&done); rounds++) {
    load(h, rounds % 2 ? &m : &other);
    save(h, &m);
    for (int i = 0; get_visible(h, i, &info); i++) {
      struct v3_edit_controller *c = *h->controller;
      c->set_parameter_normalised(h->controller, info.param_id, (rounds * 7 + i) % 100 / 100.0);
      const double value = c->get_parameter_normalised(h->controller, info.param_id);
      c->get_parameter_string_for_value(h->controller, info.param_id, value, text);
    }
    (*h->processor)->get_latency_samples(h->processor);
    (*h->processor)->get_tail_samples(h->processor);
    nanosleep(&(struct timespec){0, 2000000}, NULL);
  }
  pthread_join(thread, NULL);
  stop(h);
  stop(second);
  close_host(h);
  close_host(second);
  printf("two threads\n");
  return 0;
}

static int repeat(const char *name) {
  enum { CALLS = 60, FRAMES = 200 };
  static float take[4][CALLS * FRAMES];
  host *h = open_host(name);
  start(h, 44100);
  for (int k = 0; k < 4; k++) {
    if (k == 3) { /* put to sleep and woken */
      stop(h);
      start(h, 44100);
    } else if (k) { /* only stopped */
      (*h->processor)->set_processing(h->processor, 0);
      (*h->processor)->set_processing(h->processor, 1);
    }
    for (int n = 0; n < CALLS; n++) {
      if (n % 10 == 0)
        add_midi(h, 33, 0x90, 45 + (unsigned)n % 17, 90);
      if (n % 10 == 5)
        add_midi(h, 77, 0xb0, 11, (unsigned)n);
      run(h, FRAMES);
      memcpy(take[k] + n * FRAMES, h->audio[0], FRAMES * sizeof(float));
    }
  }
  stop(h);
  close_host(h);
  int same = 1;
  for (int k = 1; k < 4; k++)
    same &= memcmp(take[0], take[k], sizeof take[0]) == 0;
  printf("%s after a stop\n", same ? "the same" : "something else");
  return !same;
}

static int all(void) {
  struct v3_class_info_2 info;
  const int count = (*factory)->num_classes(factory);
  for (int i = 0; i < count; i++) {
    if ((*factory)->get_class_info_2(factory, i, &info) != V3_OK)
      die("a class without words");
    host *h = open_class(info.class_id);
    double peak = 0;
    start(h, 44100);
    add_midi(h, 0, 0x90, 60, 100);
    for (int n = 0; n < 20 || (n < 100 && !(peak > 1e-4)); n++) { /* until it is heard */
      run(h, 441);
      check_finite(h, 441);
      for (int k = 0; k < 441; k++)
        peak = fmax(peak, (double)fabsf(h->audio[0][k]));
    }
    stop(h);
    close_host(h);
    if (!(peak > 1e-4))
      die(info.name);
  }
  printf("%d plugins sound\n", count);
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 3)
    die("usage: host_vst3 FILE NAME WHAT ..., or FILE all");
  enter_library(argv[1]);
  int status = 2;
  if (strcmp(argv[2], "all") == 0)
    status = all();
  else if (argc == 8 && (strcmp(argv[3], "play") == 0 || strcmp(argv[3], "render") == 0))
    status = play(getenv("FRESH") ? open_host(argv[2]) : open_known(argv[2]), argv[3][0] == 'r',
                  atoi(argv[4]), rosin_number_read(argv[5], NULL), rosin_number_read(argv[6], NULL),
                  argv[7]);
  else if (argc >= 4 && strcmp(argv[3], "state") == 0)
    status = states(argv[2], argc > 4 ? argv[4] : NULL);
  else if (argc == 4 && strcmp(argv[3], "abuse") == 0)
    status = abuse(argv[2]);
  else if (argc == 4 && strcmp(argv[3], "threads") == 0)
    status = threads(argv[2]);
  else if (argc == 4 && strcmp(argv[3], "repeat") == 0)
    status = repeat(argv[2]);
  leave_library();
  return status;
}
