/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands between hands and a scene: rings, recorded gestures, targets, times,
 * MIDI and OSC, good and bad. */
#include "core/inside.h"
#include "denormals.h"
#include "live/clock.h"
#include "live/devices/midi.h"
#include "live/devices/midi_map.h"
#include "live/devices/midi_ports.h"
#include "live/devices/osc.h"
#include "live/devices/stage.h"
#include "live/queue.h"
#include "live/record/gesture_file.h"
#include "live/say.h"
#include "live/sources.h"
#include "player/midi/midi.h"
#include "scene/scene.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "scratch.h"

enum { RATE = 44100 };

/* ---- rings ---------------------------------------------------------------- */

enum { ITEMS = 200000 };

static void *put_all(void *context) {
  for (int i = 0; i < ITEMS;)
    i += (int)rosin_queue_put(context, &i, 1);
  return NULL;
}

static void a_ring_keeps_order_between_threads(void **state) {
  (void)state;
  rosin_queue q;
  pthread_t thread;
  assert_int_equal(rosin_queue_open(&q, sizeof(int), 100), 0);
  assert_int_equal(rosin_queue_room(&q), 128);
  assert_int_equal(pthread_create(&thread, NULL, put_all, &q), 0);
  int got[50];
  for (int next = 0; next < ITEMS;) {
    const size_t count = rosin_queue_take(&q, got, 50);
    for (size_t i = 0; i < count; i++)
      assert_int_equal(got[i], next++);
  }
  pthread_join(thread, NULL);
  rosin_queue_close(&q);
}

static void a_full_ring_takes_no_more(void **state) {
  (void)state;
  rosin_queue q;
  int items[40], out[40];
  for (int i = 0; i < 40; i++)
    items[i] = i;
  assert_int_equal(rosin_queue_open(&q, sizeof(int), 16), 0);
  assert_int_equal(rosin_queue_put(&q, items, 40), 16);
  assert_int_equal(rosin_queue_put(&q, items, 1), 0);
  assert_int_equal(rosin_queue_take(&q, out, 10), 10);
  assert_int_equal(rosin_queue_put(&q, items + 16, 24), 10); /* round the end */
  assert_int_equal(rosin_queue_take(&q, out, 40), 16);
  for (int i = 0; i < 16; i++)
    assert_int_equal(out[i], 10 + i);
  rosin_queue_close(&q);
}

/* ---- a live scene ----------------------------------------------------------- */

typedef struct {
  rosin_scene *scene;
  rosin_core *core;
  rosin_sequencer *live; /* of the core */
  rosin_sources *sources;
} played;

static played open_live(const char *name, int rest) {
  played p = {.scene = rosin_scene_load(name, 0, NULL, NULL), .sources = malloc(sizeof *p.sources)};
  rosin_error error = {""};
  assert_non_null(p.scene);
  p.core = rosin_core_over(p.scene, rest, 0, &error);
  assert_non_null(p.core);
  assert_int_equal(rosin_core_prepare(p.core, RATE, &error), 0);
  p.live = p.core->engine->sequencer;
  rosin_sources_open(p.sources, p.core, RATE);
  return p;
}

static void close_live(played *p) {
  rosin_sources_close(p->sources);
  free(p->sources);
  rosin_core_free(p->core);
  rosin_scene_free(p->scene);
}

static int target(const played *p, const char *name) {
  const int t = rosin_targets_find(rosin_sequencer_targets(p->live), name);
  assert_true(t >= 0);
  return t;
}

static void move(played *p, long long frame, const char *name, double value) {
  rosin_sequencer_post(p->live, frame, &(rosin_event){.target = target(p, name), .value = value});
}

static double loudest(played *p, int frames) {
  float out[2 * 100];
  double peak = 0;
  const int channels = rosin_scene_channels(p->scene);
  for (int at = 0; at < frames; at += 100) {
    rosin_sequencer_run(p->live, 100, out);
    for (int i = 0; i < 100 * channels; i++)
      peak = fmax(peak, fabsf(out[i]));
  }
  return peak;
}

static void targets_have_the_ranges_of_hands(void **state) {
  (void)state;
  played p = open_live("cello-d", 1);
  const rosin_targets *all = rosin_sequencer_targets(p.live);
  const rosin_target *force = &all->target[target(&p, "bow.force")];
  const rosin_target *finger = &all->target[target(&p, "d.finger")];
  assert_true(force->low == 0 && force->high > 1 && force->high < 20);
  assert_float_equal(finger->low, 147, 1);
  assert_float_equal(finger->high, 588, 4);
  const rosin_target *velocity = &all->target[target(&p, "bow.velocity")];
  assert_true(velocity->low == -velocity->high && velocity->high < 2);
  assert_int_equal(rosin_targets_find(all, "bow.colour"), -1);
  for (int i = 0; i < all->count; i++)
    assert_true(all->target[i].low >= all->target[i].row->low &&
                all->target[i].high <= all->target[i].row->high);
  close_live(&p);
}

static void hands_at_rest_are_silent_and_a_bow_sounds(void **state) {
  (void)state;
  played p = open_live("cello-d", 1);
  assert_true(loudest(&p, 4000) == 0);
  move(&p, 4100, "bow.force", 1);
  move(&p, 4100, "bow.velocity", 0.1);
  assert_true(loudest(&p, 20000) > 0.05);
  close_live(&p);
}

/* The same events, asked for in other pieces: the same samples. */
static void cuts_change_no_sample(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello-d", "cello", "glass"};
  static const int cuts[] = {64, 256, 37};
  enum { FRAMES = 4736 };
  static float first[2 * FRAMES], out[2 * FRAMES];
  for (size_t s = 0; s < 3; s++)
    for (size_t k = 0; k < 3; k++) {
      played p = open_live(scenes[s], 1);
      rosin_no_denormals();
      const size_t channels = (size_t)rosin_scene_channels(p.scene);
      for (int i = 0; i < 40; i++) {
        const rosin_event note = {
            .target = ROSIN_EVENT_PLAYER,
            .player = {.kind = i % 3 ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_CONTROL,
                       .controller = 1,
                       .key = 50 + i % 9,
                       .value = 0.5 + 0.01 * i}};
        rosin_sequencer_post(p.live, 115 * i, &note);
        rosin_sequencer_post(p.live, 115 * i, &(rosin_event){.target = i % 5, .value = 0.02 * i});
      }
      for (int at = 0; at < FRAMES;) {
        const int now = FRAMES - at < cuts[k] ? FRAMES - at : cuts[k];
        rosin_sequencer_run(p.live, now, out + (size_t)at * channels);
        at += now;
      }
      if (k == 0)
        memcpy(first, out, sizeof out);
      assert_memory_equal(first, out, FRAMES * channels * sizeof *out);
      double sum = 0;
      for (size_t i = 0; i < FRAMES * channels; i++)
        sum += fabsf(out[i]);
      assert_true(isfinite(sum) && sum > 0);
      close_live(&p);
    }
}

static long long seen_frame[8];
static double seen_value[8];
static int seen;

static void see(void *context, long long frame, const rosin_event *event) {
  (void)context;
  if (seen < 8) {
    seen_frame[seen] = frame;
    seen_value[seen++] = event->value;
  }
}

static void events_take_effect_in_order_on_their_frames(void **state) {
  (void)state;
  played p = open_live("cello-d", 1);
  seen = 0;
  rosin_sequencer_set_witness(p.live, see, NULL);
  move(&p, 1000, "bow.force", 3);
  move(&p, 70, "bow.force", 1);
  move(&p, 70, "bow.force", 2);
  move(&p, 0, "bow.force", 0.5);
  loudest(&p, 2000);
  assert_int_equal(seen, 4);
  static const long long frames[] = {0, 96, 96, 1024}; /* the grid's next */
  static const double values[] = {0.5, 1, 2, 3};
  for (int i = 0; i < 4; i++) {
    assert_int_equal(seen_frame[i], frames[i]);
    assert_true(seen_value[i] == values[i]);
  }
  close_live(&p);
}

/* What came between two callbacks keeps its distances; late is now, early waits. */
static void times_become_frames(void **state) {
  (void)state;
  played p = open_live("cello-d", 1);
  rosin_queue *q = rosin_sources_add(p.sources);
  seen = 0;
  rosin_sequencer_set_witness(p.live, see, NULL);
  rosin_sources_gather(p.sources, 100);
  const double times[] = {100.001, 100.004, 100.2, 50};
  for (int i = 0; i < 4; i++)
    assert_int_equal(
        rosin_queue_put(q, &(rosin_event){.time = times[i], .target = 0, .value = i}, 1), 1);
  rosin_sources_gather(p.sources, 100.01);
  loudest(&p, 12000);
  assert_int_equal(seen, 4);
  static const int order[] = {3, 0, 1, 2};
  for (int i = 0; i < 4; i++)
    assert_int_equal((int)seen_value[i], order[i]);
  assert_int_equal(seen_frame[0], 0);
  assert_true(llabs(seen_frame[1] - 44) <= ROSIN_SEQUENCER_GRID);
  assert_true(llabs(seen_frame[2] - 176) <= ROSIN_SEQUENCER_GRID);
  assert_true(llabs(seen_frame[3] - 8820) <= ROSIN_SEQUENCER_GRID);
  close_live(&p);
}

static void what_is_far_ahead_cannot_stop_what_is_now(void **state) {
  (void)state;
  played p = open_live("cello-d", 1);
  for (int i = 0; i < 10000; i++)
    move(&p, 50 * RATE, "bow.force", 1);
  assert_true(rosin_sequencer_lost(p.live) > 5000);
  const long long lost = rosin_sequencer_lost(p.live);
  move(&p, 0, "bow.force", 1);
  move(&p, 0, "bow.velocity", 0.1);
  assert_int_equal(rosin_sequencer_lost(p.live), lost);
  assert_true(loudest(&p, 20000) > 0.05);
  close_live(&p);
}

/* A hand takes a bow from the player; the next note gives it back. */
static void a_hand_takes_over_and_gives_back(void **state) {
  (void)state;
  played p = open_live("cello", 1);
  rosin_network *n = rosin_scene_network(p.scene);
  const int force = rosin_network_control(n, "bow-d.force");
  assert_true(rosin_sequencer_player(p.live) != NULL);
  move(&p, 0, "bow-d.force", 1.5);
  loudest(&p, 4000);
  assert_float_equal(rosin_network_value(n, force), 1.5, 0.01);
  move(&p, 4000, "bow-d.force", 0);
  loudest(&p, 4000);
  assert_float_equal(rosin_network_value(n, force), 0, 0.01);
  rosin_sequencer_post(
      p.live, 8000,
      &(rosin_event){.target = ROSIN_EVENT_PLAYER,
                     .player = {.kind = ROSIN_PLAYER_NOTE_ON, .key = 52, .value = 0.8}});
  loudest(&p, 20000);
  assert_true(rosin_network_value(n, force) > 0.05);
  /* what a controller moves is shown */
  rosin_sequencer_post(
      p.live, 28000,
      &(rosin_event){.target = ROSIN_EVENT_PLAYER,
                     .player = {.kind = ROSIN_PLAYER_CONTROL, .controller = 11, .value = 0.3}});
  loudest(&p, 1000);
  assert_float_equal(rosin_sequencer_value(p.live, target(&p, "player.dynamics")), 0.3, 0.01);
  close_live(&p);
}

/* ---- recorded gestures -------------------------------------------------------- */

static const char *const path = "test_live.tmp";

static int read_text(const char *text, rosin_gesture_file *f, rosin_error *error) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  const int status = rosin_gesture_file_read(f, path, error);
  remove(path);
  return status;
}

static void a_gesture_survives_its_file(void **state) {
  (void)state;
  played p = open_live("cello-d", 1);
  const char *const set[] = {"d.frequency=146.8"};
  const rosin_event events[] = {
      {.target = target(&p, "bow.force"), .value = 0.1 + 0.2},
      {.target = ROSIN_EVENT_PLAYER,
       .player = {.kind = ROSIN_PLAYER_CONTROL, .channel = 3, .controller = 11, .value = 1.0 / 3}},
      {.target = ROSIN_EVENT_PLAYER,
       .player = {.kind = ROSIN_PLAYER_NOTE_ON, .channel = 15, .key = 50.25, .value = 0.7}}};
  FILE *out = fopen(path, "w");
  rosin_gesture_file_begin(out, RATE, 1, 1, set);
  for (int i = 0; i < 3; i++)
    rosin_gesture_file_event(out, rosin_sequencer_targets(p.live), 32 * i, &events[i]);
  rosin_gesture_file_end(out, 4410);
  fclose(out);
  rosin_gesture_file f;
  rosin_error error;
  assert_int_equal(rosin_gesture_file_read(&f, path, &error), 0);
  assert_int_equal(rosin_gesture_file_bind(&f, rosin_sequencer_targets(p.live), &error), 0);
  assert_true(f.rate == RATE && f.rest == 1 && f.sets == 1 && f.frames == 4410 && f.events == 3);
  assert_string_equal(f.set[0], set[0]);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(f.frame[i], 32 * i);
    assert_int_equal(f.event[i].target, events[i].target);
    assert_true(f.event[i].value == events[i].value);
    assert_true(f.event[i].player.key == events[i].player.key &&
                f.event[i].player.value == events[i].player.value &&
                f.event[i].player.channel == events[i].player.channel);
  }
  rosin_gesture_file_free(&f);
  remove(path);
  close_live(&p);
}

static void bad_gestures_name_their_line(void **state) {
  (void)state;
  static const char *const bad[] = {
      "",
      "hello\n",
      "rosin-gesture 1\n",
      "rosin-gesture 1\nrate 5\n",
      "rosin-gesture 1\nrate 48000\n0 move bow.force nan\n",
      "rosin-gesture 1\nrate 48000\n0 move bow.force\n",
      "rosin-gesture 1\nrate 48000\n0 dance 1\n",
      "rosin-gesture 1\nrate 48000\n0 note-on 16 0 50 0.5\n",
      "rosin-gesture 1\nrate 48000\n0 control 0 200 0 0.5\n",
      "rosin-gesture 1\nrate 48000\n50 note-on 0 0 50 1\n40 note-on 0 0 50 1\n",
      "rosin-gesture 1\nrate 48000\n50 end\n60 note-on 0 0 50 1\n",
      "rosin-gesture 1\nrate 48000\n-5 end\n"};
  rosin_gesture_file f;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    rosin_error error = {""};
    assert_int_equal(read_text(bad[i], &f, &error), -1);
    assert_non_null(strstr(error.text, "test_live.tmp:"));
  }
  rosin_error error;
  assert_int_equal(
      read_text("rosin-gesture 1\nrate 48000\n0 move bow.force 1\n32 move bow.fo", &f, &error),
      0); /* a cut-off line is left out */
  assert_true(f.events == 1 && f.frames == -1);
  rosin_gesture_file_free(&f);
}

/* ---- MIDI ------------------------------------------------------------------------- */

static int say_bytes(rosin_midi *m, rosin_midi_line *l, const unsigned char *bytes, int count,
                     rosin_player_event_t *e) {
  int events = 0;
  for (int i = 0; i < count; i++) {
    const int length = rosin_midi_byte(l, bytes[i]);
    if (length)
      events += rosin_midi_events(m, l->message, length, e + events);
  }
  return events;
}

static void midi_running_status_and_bytes_in_between(void **state) {
  (void)state;
  rosin_midi m;
  rosin_midi_line l = {0};
  rosin_player_event_t e[64];
  rosin_midi_start(&m);
  const unsigned char bytes[] = {55, 0x92, 60,   0xf8, 100,  62, 0xfe, 0,    0xf0, 1,
                                 2,  3,    0xf7, 4,    0xb2, 11, 127,  0xd2, 64,   32};
  const int count = say_bytes(&m, &l, bytes, sizeof bytes, e);
  assert_int_equal(count, 5);
  assert_true(e[0].kind == ROSIN_PLAYER_NOTE_ON && e[0].channel == 2 && e[0].key == 60);
  assert_true(e[1].kind == ROSIN_PLAYER_NOTE_OFF && e[1].key == 62);
  assert_true(e[2].kind == ROSIN_PLAYER_CONTROL && e[2].controller == 11 && e[2].value == 1);
  assert_true(e[3].kind == ROSIN_PLAYER_PRESSURE && e[4].kind == ROSIN_PLAYER_PRESSURE);
}

static void bends_have_their_range(void **state) {
  (void)state;
  rosin_midi m;
  rosin_midi_line l = {0};
  rosin_player_event_t e[64];
  rosin_midi_start(&m);
  const unsigned char up[] = {0xe1, 0, 0x60}; /* half of the way up */
  assert_int_equal(say_bytes(&m, &l, up, 3, e), 1);
  assert_true(e[0].value == 1 && e[0].channel == 1);
  const unsigned char range[] = {0xb1, 101, 0, 100, 0, 6, 12};
  assert_int_equal(say_bytes(&m, &l, range, sizeof range, e), 0);
  say_bytes(&m, &l, up, 3, e);
  assert_true(e[0].value == 6);
  const unsigned char zone[] = {0xb0, 101, 0, 100, 6, 6, 3}; /* MPE: channels 1 to 3 */
  assert_int_equal(say_bytes(&m, &l, zone, sizeof zone, e), 0);
  say_bytes(&m, &l, up, 3, e);
  assert_true(e[0].value == 24);
  const unsigned char all[] = {0xe0, 0, 0x60};
  assert_int_equal(say_bytes(&m, &l, all, 3, e), 4); /* the manager's own, and three */
  assert_true(e[1].channel == 1 && e[1].value == 25 && e[2].value == 1 && e[3].channel == 3);
  const unsigned char off[] = {0xb0, 101, 0, 100, 6, 6, 0};
  say_bytes(&m, &l, off, sizeof off, e);
  assert_int_equal(say_bytes(&m, &l, all, 3, e), 1);
}

static void controllers_learn(void **state) {
  (void)state;
  played p = open_live("cello-d", 1);
  rosin_error error;
  const rosin_live_midi_setup setup = {.map = path};
  remove(path);
  rosin_live_midi *midi = rosin_live_midi_open(p.sources, &setup, &error);
  assert_non_null(midi);
  seen = 0;
  rosin_sequencer_set_witness(p.live, see, NULL);
  rosin_say_keep(1);
  const unsigned char turn[] = {0xb5, 21, 127};
  rosin_live_midi_learn(midi, target(&p, "bow.force"));
  rosin_live_midi_bytes(midi, turn, 3);
  assert_int_equal(rosin_live_midi_learning(midi), -1);
  rosin_sources_gather(p.sources, 1e12);
  loudest(&p, 100);
  assert_int_equal(seen, 1);
  const rosin_targets *all = rosin_sequencer_targets(p.live);
  const double high = all->target[target(&p, "bow.force")].high;
  assert_true(seen_value[0] == high);
  rosin_live_midi_close(midi);
  rosin_midi_map map;
  int missing;
  assert_int_equal(rosin_midi_map_read(&map, all, path, &missing, &error), 0);
  assert_int_equal(map.of[21].target, target(&p, "bow.force"));
  assert_true(map.of[21].high == high && missing == 0);
  static const char *const bad[] = {
      "x\n", "rosin-midi 1\ncc 200 bow.force 0 1\n", "rosin-midi 1\ncc 1 bow.force 0\n",
      "rosin-midi 1\ncc 1 bow.force 0 nan\n", "rosin-midi 1\ncc 1 bow.force -1 1\n"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    FILE *out = fopen(path, "w");
    fputs(bad[i], out);
    fclose(out);
    assert_int_equal(rosin_midi_map_read(&map, all, path, &missing, &error), -1);
    assert_non_null(strstr(error.text, "test_live.tmp:"));
  }
  remove(path);
  close_live(&p);
}

static void a_device_is_found_in_alsas_list(void **state) {
  (void)state;
  const char *list = "Client info\n  cur  clients : 3\nClient  20 : \"Keys 25\" [Kernel]\n"
                     "  Port   0 : \"Keys 25 MIDI 1\" (RWeX)\n";
  assert_true(rosin_midi_ports_listed(list, "Keys 25 MIDI 1"));
  assert_false(rosin_midi_ports_listed(list, "Keys 25 MIDI"));
  assert_false(rosin_midi_ports_listed("", "Keys"));
}

/* ---- garbage ------------------------------------------------------------------------ */

static unsigned long long chance = 88172645463325252ull;
static unsigned random_number(void) {
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return (unsigned)(chance >> 20);
}

static void garbage_leaves_the_sound_finite(void **state) {
  (void)state;
  static const char *const scenes[] = {"cello-d", "cello"};
  static unsigned char bytes[512];
  static const char good[] = "/bow/force\0\0,f\0\0?\200\0\0"; /* 20 bytes */
  for (int s = 0; s < 2; s++) {
    played p = open_live(scenes[s], 1);
    rosin_error error;
    rosin_osc *osc = rosin_osc_open(p.sources, NULL, 0, &error);
    rosin_live_midi *midi = rosin_live_midi_open(p.sources, &(rosin_live_midi_setup){0}, &error);
    assert_non_null(osc);
    assert_non_null(midi);
    rosin_say_keep(1);
    for (int i = 0; i < 1500; i++) {
      int size = (int)(random_number() % sizeof bytes);
      for (int k = 0; k < size; k++)
        bytes[k] = (unsigned char)random_number();
      if (i % 3 == 1) /* nearly good */
        memcpy(bytes, good, size = 20);
      if (i % 3 == 1)
        bytes[random_number() % 20] = (unsigned char)random_number();
      if (i % 3 == 2 && size >= 24) { /* a bundle round something */
        memcpy(bytes, "#bundle", 8);
        memset(bytes + 16, 0, 3);
        size &= ~3;
      }
      rosin_osc_packet(osc, bytes, size);
      rosin_live_midi_bytes(midi, bytes, size / 8);
      if (i % 40 == 0) {
        rosin_sources_gather(p.sources, 1e12);
        const double peak = loudest(&p, 100);
        assert_true(isfinite(peak));
      }
    }
    rosin_osc_close(osc);
    rosin_live_midi_close(midi);
    close_live(&p);
  }
}

static void the_safety_stays_below_full_scale(void **state) {
  (void)state;
  static rosin_stage stage;
  static float out[2 * 256];
  played p = open_live("cello-d", 1);
  rosin_stage_open(&stage, p.sources, 1, RATE, 0, 0);
  move(&p, 0, "bow.force", 500);
  move(&p, 0, "bow.velocity", 50);
  for (int i = 0; i < 200; i++) {
    rosin_stage_fill(&stage, i * 0.005, 256, out);
    for (int k = 0; k < 256; k++)
      assert_true(fabsf(out[k]) < 1);
  }
  assert_true(stage.highest > 1 && stage.held > 0 && stage.not_finite == 0);
  stage.stopping = 1;
  for (int i = 0; i < 20 && !stage.done; i++)
    rosin_stage_fill(&stage, 2 + i * 0.005, 256, out);
  assert_true(stage.done);
  close_live(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ring_keeps_order_between_threads),
      cmocka_unit_test(a_full_ring_takes_no_more),
      cmocka_unit_test(targets_have_the_ranges_of_hands),
      cmocka_unit_test(hands_at_rest_are_silent_and_a_bow_sounds),
      cmocka_unit_test(cuts_change_no_sample),
      cmocka_unit_test(events_take_effect_in_order_on_their_frames),
      cmocka_unit_test(times_become_frames),
      cmocka_unit_test(what_is_far_ahead_cannot_stop_what_is_now),
      cmocka_unit_test(a_hand_takes_over_and_gives_back),
      cmocka_unit_test(a_gesture_survives_its_file),
      cmocka_unit_test(bad_gestures_name_their_line),
      cmocka_unit_test(midi_running_status_and_bytes_in_between),
      cmocka_unit_test(bends_have_their_range),
      cmocka_unit_test(controllers_learn),
      cmocka_unit_test(a_device_is_found_in_alsas_list),
      cmocka_unit_test(garbage_leaves_the_sound_finite),
      cmocka_unit_test(the_safety_stays_below_full_scale),
  };
  return cmocka_run_group_tests(tests, scratch_enter_with_tests, scratch_leave);
}
