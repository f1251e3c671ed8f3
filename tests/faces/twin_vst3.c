/* SPDX-License-Identifier: BSD-3-Clause */
/* twin_vst3 FILE: whatever a host tells a plugin (notes by id and pitch with tunings, expressions,
 * pressures, queues of values and of MIDI's controllers at random frames, states) sounds as the
 * same told to a core does, to the bit; and what the controller shows is what the core has
 * (tests/faces/twin.h). */
#include "tests/faces/twin.h"
#include "tests/faces/vst3_host.h"

#include <math.h>

enum { CALLS = 240, SHARES = 8, POINTS = 64, REMEMBERED = 64, LIVED = 4096 };

typedef struct {
  const char *scene;
  host *host;
  twin twin;
  struct { /* notes that ever began, the latest last */
    int id, channel, pitch;
    double key;
  } note[LIVED];
  int notes, offline;
} pair;

/* At one frame: parameters, then what MIDI says of which one a value is, the value, all others. */
static const int ranked[] = {98, 99, 101, 100, 6,  1,   2,   5,   11,
                             68, 74, 76,  77,  78, 120, 123, 128, 129};
enum { RANKED = sizeof ranked / sizeof *ranked };

static void fail(const pair *p, const char *why) {
  twin_die(p->scene, why);
}

static v3_param_id id_of(const pair *p, int index) {
  struct v3_param_info info;
  if ((*p->host->controller)->get_parameter_info(p->host->controller, index, &info) != V3_OK)
    fail(p, "a parameter is missing");
  return info.param_id;
}

static v3_param_id id_of_controller(const pair *p, int channel, int number) {
  v3_param_id id = 0;
  if ((*p->host->mapping)
          ->get_midi_controller_assignment(p->host->mapping, 0, (int16_t)channel, (int16_t)number,
                                           &id) != V3_OK)
    fail(p, "a controller is heard by nobody");
  return id;
}

/* ---- values ------------------------------------------------------------------------------------
 */

static void add_values(pair *p, int frames) {
  const int instrument = rosin_core_is_instrument(p->twin.core);
  for (unsigned n = twin_chance(6); n; n--) {
    const int offset = (int)twin_chance((unsigned)frames + 20) - 10;
    double share = twin_chance(15) ? (double)twin_chance(SHARES + 1) / SHARES : twin_within(0, 1);
    if (twin_chance(30) == 0)
      share = NAN;
    if (twin_chance(2) && instrument)
      add_value(p->host, offset,
                id_of_controller(p, 15 * (int)twin_chance(2), ranked[twin_chance(RANKED)]), share);
    else
      add_value(p->host, offset, twin_chance(10) ? id_of(p, twin_parameter(&p->twin)) : 7, share);
  }
}

/* A point of a queue: a parameter's index, or -1 and a controller's rank and channel. */
typedef struct {
  int frame, index, rank, channel;
  double share;
} point;

static point named(const pair *p, v3_param_id id) {
  point one = {.index = -1, .rank = -1};
  for (int i = 0; i < rosin_core_parameters(p->twin.core); i++)
    if (id_of(p, i) == id)
      one.index = i;
  for (int k = 0; k < 2 * RANKED && one.index < 0 && rosin_core_is_instrument(p->twin.core); k++)
    if (id_of_controller(p, k / RANKED * 15, ranked[k % RANKED]) == id) {
      one.rank = k % RANKED;
      one.channel = k / RANKED * 15;
    }
  return one;
}

static void tell_controller(pair *p, const point *at) {
  const int number = ranked[at->rank], seven = (int)lround(127 * at->share),
            bend = at->share == 0.5 ? 8192 : (int)lround(16383 * at->share);
  unsigned char message[3] = {(unsigned char)(0xb0 | at->channel), (unsigned char)number,
                              (unsigned char)seven};
  if (number == 128) {
    message[0] = (unsigned char)(0xd0 | at->channel);
    message[1] = (unsigned char)seven;
  } else if (number == 129) {
    message[0] = (unsigned char)(0xe0 | at->channel);
    message[1] = (unsigned char)(bend & 127);
    message[2] = (unsigned char)(bend >> 7);
  }
  rosin_core_midi(p->twin.core, at->frame, message, number == 128 ? 2 : 3);
}

static void tell_parameter(pair *p, const point *at) {
  const rosin_parameter *row = rosin_core_parameter(p->twin.core, at->index);
  const double now = rosin_core_get(p->twin.core, at->index), width = row->high - row->low;
  const double plain = row->low + fmin(fmax(at->share, 0), 1) * width;
  /* offline a value that builds may wait for its frame: what comes back to what is, counts too */
  const int waits = p->offline && !rosin_core_parameter_live(p->twin.core, at->index);
  if (waits || (now - row->low) / width != at->share)
    rosin_core_set(p->twin.core, at->frame, at->index,
                   rosin_core_parameter_stepped(p->twin.core, at->index) ? round(plain) : plain);
}

/* All of the host's queues, by frame, at one frame by rank, else as they came. */
static void tell_values(pair *p, int last) {
  point list[QUEUES * POINTS];
  int points = 0;
  for (int q = 0; q < p->host->values.count; q++) {
    const queue *from = &p->host->values.queue[q];
    for (int i = 0; i < from->count; i++) {
      point one = named(p, from->id);
      one.share = from->point[i].value;
      one.frame = from->point[i].offset;
      one.frame = one.frame < 0 ? 0 : one.frame > last ? last : one.frame;
      if (!isfinite(one.share) || (one.index < 0 && one.rank < 0))
        continue;
      int at = points++;
      for (; at && (list[at - 1].frame > one.frame ||
                    (list[at - 1].frame == one.frame && list[at - 1].rank > one.rank));
           at--)
        list[at] = list[at - 1];
      list[at] = one;
    }
  }
  for (int i = 0; i < points; i++) {
    list[i].share = list[i].index < 0 ? fmin(fmax(list[i].share, 0), 1) : list[i].share;
    if (list[i].index < 0)
      tell_controller(p, &list[i]);
    else
      tell_parameter(p, &list[i]);
  }
}

/* ---- notes
 * --------------------------------------------------------------------------------------- */

static int find(const pair *p, int id, int channel, int pitch) {
  for (int i = p->notes - 1; i >= 0 && i >= p->notes - REMEMBERED; i--)
    if (id == -1 ? p->note[i].channel == channel && p->note[i].pitch == pitch : p->note[i].id == id)
      return i;
  return -1;
}

/* Of a note that began, with the channel and key that it had; else of those it is said to have. */
static void tell_note(pair *p, int frame, rosin_player_kind kind, int id, int channel, int pitch,
                      double value) {
  channel = channel < 0 ? 0 : channel > 15 ? 15 : channel;
  const int i = find(p, id, channel, pitch);
  const rosin_player_event_t told = {.kind = kind,
                                     .channel = i < 0 ? channel : p->note[i].channel,
                                     .key = i < 0 ? pitch : p->note[i].key,
                                     .value = value,
                                     .single = 1,
                                     .note = id};
  rosin_core_play(p->twin.core, frame, &told);
}

static void begin_note(pair *p, int offset, int frame, int id, int channel, int pitch) {
  const int step = (int)twin_chance(128);
  const float between = twin_chance(4) ? 0 : 0.3F, velocity = ((float)step + between) / 127;
  const float tuning = twin_chance(2) ? 0 : (float)twin_within(-150, 150);
  add_event(p->host, offset, V3_EVENT_NOTE_ON)->note_on =
      (struct v3_event_note_on){.channel = (int16_t)channel,
                                .pitch = (int16_t)pitch,
                                .tuning = tuning,
                                .velocity = velocity,
                                .note_id = id};
  if (!(velocity > 0)) {
    tell_note(p, frame, ROSIN_PLAYER_NOTE_OFF, id, channel, pitch, 0);
    return;
  }
  p->note[p->notes].id = id;
  p->note[p->notes].channel = channel < 0 ? 0 : channel > 15 ? 15 : channel;
  p->note[p->notes].pitch = pitch;
  p->note[p->notes].key = pitch + (double)tuning / 100;
  const rosin_player_event_t told = {
      .kind = ROSIN_PLAYER_NOTE_ON,
      .channel = p->note[p->notes].channel,
      .key = p->note[p->notes].key,
      .value = fmin(between > 0 ? 127 * (double)velocity / 127 : step / 127.0, 1),
      .single = id >= 0,
      .note = id};
  rosin_core_play(p->twin.core, frame, &told);
  p->notes++;
}

static void express(pair *p, int offset, int frame, int id) {
  static const int controller[] = {[V3_VIBRATO] = 77, [V3_EXPRESSION] = 11, [V3_BRIGHTNESS] = 74};
  const uint32_t what = twin_chance(7);
  const double share = twin_within(0, 1), within = fmin(fmax(share, 0), 1);
  add_event(p->host, offset, V3_EVENT_NOTE_EXP_VALUE)->note_exp_value =
      (struct v3_event_note_expression_value){what, id, share};
  rosin_player_event_t told = {.kind = ROSIN_PLAYER_BEND,
                               .channel = -1,
                               .key = -1,
                               .value = 240 * (within - 0.5),
                               .single = 1,
                               .note = id};
  const int i = find(p, id, -1, -1);
  if (what < V3_TUNING || what > V3_BRIGHTNESS || i < 0)
    return; /* volume, pan, notes that never were */
  if (what != V3_TUNING) {
    told.kind = ROSIN_PLAYER_CONTROL;
    told.controller = controller[what];
    told.value = what == V3_BRIGHTNESS ? 1 - within : within;
  }
  rosin_core_play(p->twin.core, frame, &told);
}

static void add_events(pair *p, int frames, int last) {
  for (unsigned n = twin_chance(4); n; n--) {
    const int offset = (int)twin_chance((unsigned)frames + 20) - 10;
    const int frame = offset < 0 ? 0 : offset > last ? last : offset;
    const int id = (int)twin_chance(6) - 1, pitch = 36 + (int)twin_chance(40),
              channel = (int[]){-1, 0, 0, 3, 16}[twin_chance(5)];
    const unsigned kind = twin_chance(6);
    if (kind < 2) {
      begin_note(p, offset, frame, id, channel, pitch);
    } else if (kind == 2) {
      add_event(p->host, offset, V3_EVENT_NOTE_OFF)->note_off =
          (struct v3_event_note_off){(int16_t)channel, (int16_t)pitch, 0.5F, id, 0};
      tell_note(p, frame, ROSIN_PLAYER_NOTE_OFF, id, channel, pitch, 0);
    } else if (kind == 3) {
      const float press = (float)twin_within(0, 1);
      add_event(p->host, offset, V3_EVENT_POLY_PRESSURE)->poly_pressure =
          (struct v3_event_poly_pressure){(int16_t)channel, (int16_t)pitch, press, id};
      tell_note(p, frame, ROSIN_PLAYER_PRESSURE, id, channel, pitch,
                fmin(fmax((double)press, 0), 1));
    } else if (kind == 4) {
      express(p, offset, frame, id < 0 ? 99 : id);
    } else {
      add_event(p->host, offset, V3_EVENT_CHORD); /* nothing that is listened to */
    }
  }
}

/* ---- a life
 * --------------------------------------------------------------------------------------- */

/* The controller has its own values until it is told the component's. */
static void compare(pair *p) {
  static memory m;
  host *h = p->host;
  char *text = rosin_core_save(p->twin.core);
  m = (memory){.table = &stream_table, .piece = 11};
  if ((*h->component)->get_state(h->component, (void *)&m) != V3_OK ||
      m.size != (int)strlen(text) || memcmp(m.data, text, strlen(text)))
    fail(p, "saves another state than its core");
  if ((*h->controller)->set_component_state(h->controller, (void *)&m) != V3_OK)
    fail(p, "a controller does not take its component's state");
  for (int i = 0; i < rosin_core_parameters(p->twin.core); i++) {
    const rosin_parameter *row = rosin_core_parameter(p->twin.core, i);
    const double shown = (*h->controller)->get_parameter_normalised(h->controller, id_of(p, i));
    const double share = (rosin_core_get(p->twin.core, i) - row->low) / (row->high - row->low);
    char words[80];
    snprintf(words, sizeof words, "\nset %s ", row->name);
    if (strstr(text, words) && fabs(shown - share) > 1e-9)
      fail(p, "a controller shows another value than its core has");
  }
  free(text);
}

static void begin(pair *p, double rate) {
  rosin_error error;
  host *h = p->host;
  start(h, rate);
  p->notes = 0;
  rosin_core_set_offline(p->twin.core, p->offline);
  if (rosin_core_prepare(p->twin.core, rate, &error))
    fail(p, error.text);
  if ((*h->processor)->get_latency_samples(h->processor) !=
          (uint32_t)(rosin_core_latency(p->twin.core) + rosin_core_input_delay(p->twin.core)) ||
      (*h->processor)->get_tail_samples(h->processor) !=
          (uint32_t)(rosin_core_tail(p->twin.core) * rate))
    fail(p, "tells another latency or tail than its core");
}

static int call(pair *p) {
  const int frames = (int)twin_chance(300), last = frames ? frames - 1 : 0;
  float *out[] = {p->host->audio[0], p->host->audio[1]};
  add_values(p, frames);
  tell_values(p, last);
  add_events(p, frames, last);
  twin_listen(&p->twin, frames);
  for (int k = 0; k < TWIN_HEARD; k++)
    memcpy(p->host->heard[k], p->twin.heard[k], (size_t)frames * sizeof(float));
  p->host->hears = 1;
  run(p->host, frames);
  if (frames)
    twin_process(&p->twin, frames);
  return twin_same(&p->twin, p->scene, out, p->host->channels, frames);
}

static void live(const char *scene, int offline) {
  static pair p;
  int heard = 0;
  p = (pair){.scene = scene, .twin = twin_open(scene), .offline = offline};
  p.host = open_known(scene);
  p.host->offline = offline;
  begin(&p, 44100);
  for (int n = 0; n < CALLS; n++) {
    if (n == 60) { /* what starts again rests */
      (*p.host->processor)->set_processing(p.host->processor, 0);
      (*p.host->processor)->set_processing(p.host->processor, 1);
      rosin_core_reset(p.twin.core);
    }
    if (n == 150) {
      stop(p.host);
      begin(&p, 32000);
    }
    if (n % 50 == 20)
      compare(&p);
    heard += call(&p);
  }
  if (heard < CALLS / 8)
    fail(&p, "hardly sounds: nothing was compared");
  stop(p.host);
  close_host(p.host);
  twin_close(&p.twin);
  printf("%s: %d of %d calls heard\n", scene, heard, CALLS);
}

int main(int argc, char **argv) {
  if (argc != 2)
    twin_die("usage", "twin_vst3 FILE");
  enter_library(argv[1]);
  live("cello", 0);
  live("cello", 1);
  live("wine-glass", 1); /* whose engines are built at their frames */
  leave_library();
  return 0;
}
