/* SPDX-License-Identifier: BSD-3-Clause */
/* What a sequencer does to its scene and its player, call by call, by a plain model: which cell an
 * event falls into, how controls glide, what a hand takes and a player gets back, when gestures
 * turn and end, what goes over to another scene. What it does is kept (wrapped by the linker) and
 * done. And however its frames are asked for, they are the same. */
#include "chance.h"
#include "core/sequencer/inside.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 44100, MOST = 400, TARGETS = 256, EVENTS = 9000, PIECE = 300 };

/* What is done, or seen. */
typedef enum {
  HOLD,
  TURN,
  BACK,
  AGAIN,
  END,
  STAY,
  PITCH,
  SEED,
  PUT,
  BOW,
  PLAYED,
  RESEED,
  SEEN,
  HEARD
} act;

typedef struct {
  act what;
  long long at; /* a control, a macro; a frame, of what is seen */
  double value;
} done;

static done got[MOST], want[MOST];
static int gots, wants, keeps;

static void note(act what, long long at, double value) {
  if (!keeps)
    return;
  assert_in_range(gots, 0, MOST - 1);
  got[gots++] = (done){what, at, value};
}

static void expect(act what, long long at, double value) {
  assert_in_range(wants, 0, MOST - 1);
  want[wants++] = (done){what, at, value};
}

#define WRAP(name, arguments, noted, passed)                                                       \
  void __real_##name arguments;                                                                    \
  void __wrap_##name arguments;                                                                    \
  void __wrap_##name arguments {                                                                   \
    noted;                                                                                         \
    __real_##name passed;                                                                          \
  }

WRAP(rosin_scene_hold, (rosin_scene * s, int control, double x), note(HOLD, control, x),
     (s, control, x))
WRAP(rosin_scene_turn, (rosin_scene * s, int macro, double x), note(TURN, macro, x), (s, macro, x))
WRAP(rosin_scene_give_back, (rosin_scene * s, int control), note(BACK, control, 0), (s, control))
WRAP(rosin_scene_again, (rosin_scene * s), note(AGAIN, 0, 0), (s))
WRAP(rosin_scene_end, (rosin_scene * s), note(END, 0, 0), (s))
WRAP(rosin_scene_stay, (rosin_scene * s, double x), note(STAY, 0, x), (s, x))
WRAP(rosin_scene_transpose, (rosin_scene * s, double x), note(PITCH, 0, x), (s, x))
WRAP(rosin_scene_reseed, (rosin_scene * s, double x), note(SEED, 0, x), (s, x))
WRAP(rosin_player_put, (rosin_player * p, const rosin_parameter *r, double x),
     note(PUT, r - rosin_player_parameters(), x), (p, r, x))
WRAP(rosin_player_bow, (rosin_player * p, int down, double x, double y),
     note(BOW, down, x + 100 * y), (p, down, x, y))
WRAP(rosin_player_event, (rosin_player * p, const rosin_player_event_t *e),
     note(PLAYED, (long long)e->kind, e->key), (p, e))
WRAP(rosin_player_reseed, (rosin_player * p, unsigned long long x), note(RESEED, 0, (double)x),
     (p, x))

static void see(void *context, long long frame, const rosin_event *e) {
  (void)context;
  note(SEEN, frame, e->target + (isfinite(e->value) ? 1e-6 * e->value : 0));
}

static void hear(void *context, long long frame, const rosin_player_event_t *e) {
  (void)context;
  note(HEARD, frame, (double)e->kind + 1e-3 * e->key);
}

/* ---- the model ---------------------------------------------------------------------------- */

typedef struct {
  double value, goal, shown;
  int taken;
} way;

typedef struct {
  long long frame;
  rosin_event event;
} meant;

static struct {
  rosin_scene *scene;
  rosin_sequencer *live;
  int turns, waits, idle, ended; /* turns: gestures begin again by themselves */
  long long frame, cells, since, hush, lost, happened;
  double seed, factor;
  int shows;
  way way[TARGETS];
  int moving[TARGETS], movings;
  meant list[EVENTS];
  int events;
} m;

static const rosin_targets *all(void) {
  return rosin_sequencer_targets(m.live);
}

static int stretch(void) {
  return rosin_scene_stretch(m.scene);
}

static int times(void) {
  return (int)rosin_scene_model(m.scene)->oversample;
}

static long long made(void) {
  return m.cells * stretch();
}

/* In whole cells. */
static long long whole(void) {
  const double cells = rosin_scene_model(m.scene)->duration * RATE * times() / stretch();
  return llround(cells) * stretch();
}

static void moves_to(int i, double value) {
  const rosin_target *t = &all()->target[i];
  const ptrdiff_t row = t->row - rosin_player_parameters();
  expect(t->player       ? PUT
         : t->macro >= 0 ? TURN
                         : HOLD,
         t->player       ? row
         : t->macro >= 0 ? t->macro
                         : t->control,
         value);
}

static void aims(int i, double value) {
  const rosin_target *t = &all()->target[i];
  way *w = &m.way[i];
  if (!isfinite(value))
    return;
  w->goal = w->shown = fmin(fmax(value, t->row->low), t->row->high);
  if (t->player) {
    moves_to(i, w->goal);
    return;
  }
  int k = 0;
  while (k < m.movings && m.moving[k] != i)
    k++;
  if (k == m.movings) {
    m.moving[m.movings++] = i;
    if (!w->taken)
      w->value = t->macro >= 0 ? rosin_scene_macro_value(m.scene, t->macro)
                               : rosin_network_value(rosin_scene_network(m.scene), t->control);
  }
  w->taken = 1;
}

static void take_seed(void) {
  if (m.seed >= 0)
    expect(SEED, 0, m.seed);
  m.seed = -1;
}

static void begins_again(void) {
  take_seed();
  expect(AGAIN, 0, 0);
  m.since = made();
  m.idle = m.ended = 0;
  for (int i = 0; i < all()->count; i++)
    if (m.way[i].taken && all()->target[i].control >= 0)
      expect(HOLD, all()->target[i].control, m.way[i].value);
}

static void ends(void) {
  expect(END, 0, 0);
  m.ended = 1;
}

/* Whether a hand presses a contact, of this control or of a string that this is of. */
static int is_pressed(const rosin_target *t) {
  for (int i = 0; i < all()->count; i++) {
    const rosin_target *f = &all()->target[i];
    if (f->contact < 0 || strcmp(f->row->name, "force") != 0 || !m.way[i].taken ||
        !(m.way[i].goal > 0))
      continue;
    char string[2 * ROSIN_MODEL_NAME];
    snprintf(string, sizeof string, "%s.", rosin_scene_model(m.scene)->contact[f->contact].b);
    if (f->contact == t->contact || strncmp(string, t->name, strlen(string)) == 0)
      return 1;
  }
  return 0;
}

static void player_hears(const rosin_player_event_t *e) {
  const int on = e->kind == ROSIN_PLAYER_NOTE_ON, quiet = e->kind == ROSIN_PLAYER_QUIET;
  for (int i = 0; i < all()->count && (on || quiet); i++)
    if (m.way[i].taken && (quiet || !is_pressed(&all()->target[i]))) {
      expect(BACK, all()->target[i].control, 0);
      m.way[i].taken = 0;
      m.way[i].shown = all()->target[i].rest;
    }
  expect(PLAYED, (long long)e->kind, e->key);
  m.shows |= on || e->kind == ROSIN_PLAYER_CONTROL;
}

/* As the player has them after notes and controllers, which move what is shown; of anything else
 * nobody asks. */
static void show_settings(void) {
  for (int i = 0; i < all()->count; i++)
    if (all()->target[i].player && m.shows)
      m.way[i].shown = rosin_player_at(rosin_sequencer_player(m.live), all()->target[i].row);
  m.shows = 0;
}

static void happens(const rosin_event *e) {
  const rosin_player *player = rosin_sequencer_player(m.live);
  m.happened++;
  expect(SEEN, m.frame, e->target + (isfinite(e->value) ? 1e-6 * e->value : 0));
  if (e->target >= 0 && e->target < all()->count)
    aims(e->target, e->value);
  else if (e->target == ROSIN_EVENT_AGAIN)
    begins_again();
  else if (e->target == ROSIN_EVENT_SEED && isfinite(e->value)) {
    m.seed = e->value;
    if (player)
      take_seed();
    if (player)
      expect(RESEED, 0, floor(e->value));
  } else if (e->target == ROSIN_EVENT_TRANSPOSE)
    expect(PITCH, 0, m.factor = e->value);
  else if (e->target == ROSIN_EVENT_STAY)
    expect(STAY, 0, e->value);
  else if (e->target == ROSIN_EVENT_END && (e->value != 0 || !m.turns))
    ends();
  else if (e->target == ROSIN_EVENT_BOW && player)
    expect(BOW, e->player.controller, e->value + 100 * e->player.value);
  else if (e->target == ROSIN_EVENT_PLAYER && player)
    player_hears(&e->player);
  else if (e->target == ROSIN_EVENT_PLAYER)
    expect(HEARD, m.frame, (double)e->player.kind + 1e-3 * e->player.key);
}

static void turn(void) {
  const long long over = made() - m.since - rosin_scene_stayed(m.scene);
  if (m.ended)
    return;
  if (m.turns && over >= whole())
    begins_again();
  else if (!m.turns && m.waits && !m.idle && over >= whole() && isinf(rosin_scene_ends(m.scene)))
    ends();
}

static int first_due(void) {
  int first = -1;
  for (int i = 0; i < m.events; i++)
    if (m.list[i].frame <= m.frame && (first < 0 || m.list[i].frame < m.list[first].frame))
      first = i;
  return first;
}

static meant drop(int i) {
  const meant gone = m.list[i];
  memmove(m.list + i, m.list + i + 1, (size_t)(--m.events - i) * sizeof *m.list);
  return gone;
}

static void glide_on(void) {
  const double share = 1 - exp(-stretch() / (0.004 * RATE * times()));
  int still = 0;
  for (int k = 0; k < m.movings; k++) {
    const int i = m.moving[k];
    const rosin_target *t = &all()->target[i];
    way *w = &m.way[i];
    if (!w->taken)
      continue;
    w->value += share * (w->goal - w->value);
    if (fabs(w->goal - w->value) <= 1e-5 * (t->high - t->low))
      w->value = w->goal;
    else
      m.moving[still++] = i;
    moves_to(i, w->value);
  }
  m.movings = still;
}

static void cell(void) {
  turn();
  for (int i; (i = first_due()) >= 0;) {
    const rosin_event e = drop(i).event;
    happens(&e);
  }
  if (m.hush >= 0 && m.hush <= m.frame) {
    m.hush = -1;
    if (m.waits)
      ends();
    else
      happens(&(rosin_event){.target = ROSIN_EVENT_PLAYER, .player = {.kind = ROSIN_PLAYER_QUIET}});
  }
  glide_on();
  m.cells++;
}

static void goes(int frames) {
  for (int end = (int)m.frame + frames; m.frame < end; m.frame++)
    if (m.frame == (made() + times() - 1) / times())
      cell();
}

/* ---- against it --------------------------------------------------------------------------- */

static void compare(const char *what) {
  int i = 0;
  for (; i < gots && i < wants; i++)
    if (got[i].what != want[i].what || got[i].at != want[i].at ||
        !(got[i].value == want[i].value ||
          fabs(got[i].value - want[i].value) <= 1e-9 * (1 + fabs(want[i].value))))
      break;
  if (i < gots || i < wants)
    fail_msg("%s, frame %lld, %d of %d and %d: done %d %lld %.12g, meant %d %lld %.12g", what,
             m.frame, i, gots, wants, i < gots ? (int)got[i].what : -1, got[i].at, got[i].value,
             i < wants ? (int)want[i].what : -1, want[i].at, want[i].value);
  gots = wants = 0;
  for (i = 0; i < all()->count; i++)
    assert_true(fabs(rosin_sequencer_value(m.live, i) - m.way[i].shown) < 1e-12);
  assert_true(rosin_sequencer_value(m.live, -1) == 0 &&
              rosin_sequencer_value(m.live, all()->count) == 0);
  assert_true(rosin_sequencer_frame(m.live) == m.frame);
  assert_int_equal(rosin_sequencer_has_ended(m.live), m.ended);
  assert_true(rosin_sequencer_lost(m.live) == m.lost);
  assert_true(rosin_sequencer_happened(m.live) == m.happened);
  const double heard = (double)(m.frame - rosin_scene_latency(m.scene)),
               begun = (double)(m.since + rosin_scene_stayed(m.scene)) / times();
  assert_true(fabs(rosin_sequencer_at(m.live) - (m.idle ? -1 : (heard - begun) / RATE)) < 1e-9);
  const int silent = (m.idle && !rosin_scene_listens(m.scene)) || !m.cells;
  assert_int_equal(rosin_sequencer_is_silent(m.live), silent);
  assert_int_equal(rosin_sequencer_is_at_rest(m.live), silent || rosin_scene_rests(m.scene));
  assert_int_equal(rosin_sequencer_rests(m.live), !m.events && !m.movings && !m.turns &&
                                                      m.hush < 0 &&
                                                      (silent || rosin_scene_rests(m.scene)));
}

static rosin_event any_event(void) {
  static const int kinds[] = {ROSIN_EVENT_AGAIN, ROSIN_EVENT_STAY, ROSIN_EVENT_END,
                              ROSIN_EVENT_END,   ROSIN_EVENT_SEED, ROSIN_EVENT_TRANSPOSE,
                              ROSIN_EVENT_BOW};
  static const rosin_player_kind events[] = {ROSIN_PLAYER_NOTE_ON,  ROSIN_PLAYER_NOTE_ON,
                                             ROSIN_PLAYER_NOTE_OFF, ROSIN_PLAYER_QUIET,
                                             ROSIN_PLAYER_BEND,     ROSIN_PLAYER_CONTROL};
  rosin_event e = {.target = one_of(all()->count + 2)};
  const int kind = one_of(3);
  if (kind == 0) {
    if (e.target < all()->count) {
      const rosin_target *t = &all()->target[e.target];
      e.value = one_of(8)   ? between(t->low, t->high)
                : one_of(2) ? t->row->high * 2 + 1
                            : (double)NAN;
      if (t->contact >= 0 && strcmp(t->row->name, "force") == 0 && one_of(2))
        e.value = 0;
    }
  } else if (kind == 1) {
    e.target = kinds[one_of(7)];
    e.value = e.target == ROSIN_EVENT_STAY   ? (one_of(2) ? between(0, 0.3) : (double)INFINITY)
              : e.target == ROSIN_EVENT_END  ? one_of(2)
              : e.target == ROSIN_EVENT_SEED ? (one_of(9) ? one_of(1000) : (double)NAN)
              : e.target == ROSIN_EVENT_BOW  ? between(-0.5, 0.5)
                                             : between(0.5, 2);
    e.player.controller = one_of(2);
    e.player.value = 0.5;
  } else {
    e.target = ROSIN_EVENT_PLAYER;
    e.player = (rosin_player_event_t){.kind = events[one_of(6)],
                                      .key = 40 + one_of(30),
                                      .controller = one_of(128),
                                      .value = between(0, 1)};
  }
  return e;
}

static void post(long long frame, const rosin_event *e) {
  const int end = rosin_event_ends(e);
  int waiting = 0;
  for (int i = 0; i < m.events; i++)
    waiting += rosin_event_ends(&m.list[i].event) == end;
  rosin_sequencer_post(m.live, frame, e);
  const int far = frame - m.frame > RATE && !end;
  if (waiting < (far ? ROSIN_SEQUENCER_PENDING / 2 : ROSIN_SEQUENCER_PENDING))
    m.list[m.events++] = (meant){frame, *e};
  else if (end)
    m.hush = frame > m.hush ? frame : m.hush;
  else
    m.lost++;
}

static void post_some(void) {
  for (int k = one_of(4); k > 0; k--) {
    const rosin_event e = any_event();
    post(m.frame + one_of(one_of(3) ? 40 : 700), &e);
  }
}

static void watch(void) {
  rosin_sequencer_set_witness(m.live, see, NULL);
  rosin_sequencer_set_listener(m.live, hear, NULL);
}

static void open_live(const char *name, int rest, int waits, int turns) {
  rosin_error error = {""};
  const char *const set[] = {turns ? "duration=0.03" : waits ? "duration=0.1" : "duration=0.3"};
  m.scene = rosin_scene_load(name, 1, set, NULL);
  assert_non_null(m.scene);
  if (rosin_scene_prepare(m.scene, RATE, 64, &error) ||
      !(m.live = rosin_sequencer_new(m.scene, RATE, rest, &error)))
    fail_msg("%s", error.text);
  rosin_sequencer_set_waiting(m.live, waits);
  rosin_sequencer_set_turning(m.live, turns);
  watch();
}

static void starts(int waits, int turns) {
  m.turns = turns;
  m.waits = m.idle = waits;
  m.ended = m.movings = m.events = 0;
  m.frame = m.cells = m.since = 0;
  m.hush = m.seed = -1;
  m.factor = 1;
  for (int i = 0; i < all()->count; i++) {
    const rosin_target *t = &all()->target[i];
    const rosin_player *p = rosin_sequencer_player(m.live);
    const double x = t->player       ? rosin_player_at(p, t->row)
                     : t->macro >= 0 ? rosin_scene_macro_value(m.scene, t->macro)
                                     : t->rest;
    m.way[i] = (way){x, x, x, 0};
  }
}

/* Another scene goes on here, with all that waited and was on its way. */
static void goes_over(const char *name, int rest) {
  rosin_scene *before = m.scene;
  rosin_sequencer *from = m.live;
  keeps = 0;
  open_live(name, rest, m.waits, m.turns);
  keeps = 1;
  rosin_sequencer_take_over(m.live, from);
  for (int i = 0; i < m.events; i++)
    m.list[i].frame -= m.frame;
  m.since -= m.frame * times();
  m.hush = m.hush < 0 ? -1 : m.hush - m.frame;
  m.frame = m.cells = m.lost = m.happened = 0;
  if (m.factor != 1)
    expect(PITCH, 0, m.factor);
  for (int i = 0; i < all()->count; i++)
    if (m.way[i].taken)
      moves_to(i, m.way[i].value);
  int kept = 0; /* what chance does is the scene's to carry */
  for (int i = 0; i < gots; i++)
    if (got[i].what != SEED)
      got[kept++] = got[i];
  gots = kept;
  rosin_sequencer_free(from);
  rosin_scene_free(before);
  compare("going over");
}

static void resets(void) {
  rosin_sequencer_reset(m.live);
  take_seed();
  gots = wants = 0; /* players and rests have calls of their own */
  starts(m.waits, m.turns);
}

static void a_session(const char *name, int rest, int waits, int turns, int over) {
  static float out[PIECE * 8];
  memset(&m, 0, sizeof m);
  gots = wants = keeps = 0;
  open_live(name, rest, waits, turns);
  assert_in_range(all()->count, 1, TARGETS - 1);
  starts(waits, turns);
  keeps = 1;
  for (int i = 0; i < 160; i++) {
    post_some();
    for (int left = 1 + one_of(one_of(5) ? 90 : PIECE); left > 0;) { /* a cell at most */
      const int most = stretch() / times(), now = 1 + one_of(left < most ? left : most);
      goes(now);
      rosin_sequencer_run(m.live, now, out);
      show_settings();
      left -= now;
    }
    compare(name);
    if (!one_of(60))
      resets();
    if (over && !one_of(20))
      goes_over(name, rest);
  }
  rosin_sequencer_free(m.live);
  rosin_scene_free(m.scene);
}

static void scenes_are_moved_as_meant(void **state) {
  (void)state;
  static const char *const names[] = {"cello-d", "cuica", "rope", "wine-glass", "gate"};
  seed = 30;
  for (int i = 0; i < 5; i++)
    for (int how = 0; how < 4; how++)
      a_session(names[i], how == 3, how == 1, how == 2, 0);
}

/* A player gets back what no hand presses. */
static void players_get_back_what_is_let_go(void **state) {
  (void)state;
  seed = 31;
  a_session("cello", 1, 0, 0, 0);
  a_session("violin", 1, 0, 0, 0);
}

static void what_was_on_its_way_goes_over(void **state) {
  (void)state;
  seed = 32;
  for (int how = 0; how < 3; how++)
    a_session("wine-glass", 0, how == 1, how == 2, 1);
}

static void go_on(int calls, const char *what) {
  static float out[PIECE * 8];
  for (int i = 0; i < calls; i++) {
    goes(stretch() / times());
    rosin_sequencer_run(m.live, stretch() / times(), out);
    compare(what);
  }
}

/* So many ends that there is no room for all: all ends at the last of them, also where another
 * scene goes on meanwhile. Of values, what is of later finds room for half. */
static void too_many_ends_end_all(void **state) {
  (void)state;
  const rosin_event off = {.target = ROSIN_EVENT_PLAYER, .player = {.kind = ROSIN_PLAYER_NOTE_OFF}};
  seed = 33;
  for (int how = 0; how < 4; how++) {
    memset(&m, 0, sizeof m);
    keeps = gots = wants = 0;
    open_live("wine-glass", 0, how % 2, 0);
    starts(how % 2, 0);
    keeps = 1;
    go_on(3, "before a flood");
    for (int i = 0; i < ROSIN_SEQUENCER_PENDING; i++)
      post(100000, &off);
    post(700, &off);
    post(833, &off);
    post(750, &off);
    for (int i = 0; i < ROSIN_SEQUENCER_PENDING / 2 + 3; i++)
      post(m.frame + RATE + 1, &(rosin_event){.target = 0, .value = 1});
    post(m.frame + RATE, &(rosin_event){.target = 0, .value = 1});
    assert_true(m.lost == 3);
    compare("a flood");
    if (how < 2)
      goes_over("wine-glass", 0);
    go_on(30, "after a flood");
    rosin_sequencer_free(m.live);
    rosin_scene_free(m.scene);
  }
}

/* What can be moved, and how far, is what is written, wherever gestures are. */
static void targets_are_what_is_written(void **state) {
  (void)state;
  static const char *const names[] = {"rope", "cello-d", "cuica", "gate"};
  static float out[64 * 8];
  keeps = 0;
  for (int i = 0; i < 4; i++) {
    rosin_targets before, after;
    rosin_scene *s = rosin_scene_load(names[i], 0, NULL, NULL);
    assert_int_equal(rosin_scene_prepare(s, RATE, 64, NULL), 0);
    assert_int_equal(rosin_targets_open(&before, s, NULL), 0);
    for (int k = 0; k < 1400; k++)
      rosin_scene_process(s, 64, out);
    assert_int_equal(rosin_targets_open(&after, s, NULL), 0);
    assert_int_equal(before.count, after.count);
    for (int k = 0; k < after.count; k++) {
      const rosin_target *x = &before.target[k], *y = &after.target[k];
      assert_string_equal(x->name, y->name);
      assert_true(x->rest == y->rest && x->low == y->low && x->high == y->high &&
                  x->control == y->control && x->macro == y->macro && x->contact == y->contact);
      assert_true(x->low >= x->row->low && x->high <= x->row->high && x->low <= x->high);
      assert_int_equal(rosin_targets_find(&after, x->name), k);
    }
    assert_int_equal(rosin_targets_find(&after, "nobody"), -1);
    rosin_targets_close(&before);
    rosin_targets_close(&after);
    rosin_scene_free(s);
  }
}

/* ---- frames ------------------------------------------------------------------------------- */

static void pieces_change_nothing(void **state) {
  (void)state;
  enum { FRAMES = 3000 };
  static float one[FRAMES * 8], two[FRAMES * 8];
  static const char *const names[] = {"cello-d", "rope", "wine-glass"};
  seed = 34;
  keeps = 0;
  for (int i = 0; i < 6; i++) {
    const int rate = i % 2 ? 48000 : 44100;
    rosin_scene *s[2];
    rosin_sequencer *q[2];
    for (int k = 0; k < 2; k++) {
      assert_non_null(s[k] = rosin_scene_load(names[i / 2], 0, NULL, NULL));
      assert_int_equal(rosin_scene_prepare(s[k], rate, 64, NULL), 0);
      assert_non_null(q[k] = rosin_sequencer_new(s[k], rate, 0, NULL));
    }
    const int channels = rosin_scene_channels(s[0]),
              last = rosin_sequencer_targets(q[0])->count - 1;
    for (int n = 0; n < 20; n++) {
      const rosin_target *t = &rosin_sequencer_targets(q[0])->target[n % (last + 1)];
      const rosin_event e = {.target = n % (last + 1), .value = between(t->low, t->high)};
      const int frame = one_of(FRAMES);
      rosin_sequencer_post(q[0], frame, &e);
      rosin_sequencer_post(q[1], frame, &e);
    }
    rosin_sequencer_run(q[0], FRAMES, one);
    for (int at = 0; at < FRAMES;) {
      const int now = 1 + one_of(FRAMES - at < 200 ? FRAMES - at : 200);
      rosin_sequencer_run(q[1], now, two + at * channels);
      at += now;
    }
    assert_memory_equal(one, two, (size_t)(FRAMES * channels) * sizeof *one);
    rosin_sequencer_free(q[0]);
    rosin_sequencer_leave_alone(q[1]);
    rosin_sequencer_reset(q[1]);
    rosin_scene_rewind(s[0]);
    for (int at = 0; at < FRAMES; at += 60) { /* left alone it is the scene */
      rosin_scene_process(s[0], 60, one);
      rosin_sequencer_run(q[1], 60, two);
      assert_memory_equal(one, two, (size_t)(60 * channels) * sizeof *one);
      assert_true(rosin_sequencer_frame(q[1]) == at + 60 && rosin_sequencer_latency(q[1]) == 0);
      assert_true(fabs(rosin_sequencer_at(q[1]) - (at + 60.0) / rate) < 1e-9);
    }
    rosin_sequencer_free(q[1]);
    rosin_scene_free(s[0]);
    rosin_scene_free(s[1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scenes_are_moved_as_meant),
      cmocka_unit_test(players_get_back_what_is_let_go),
      cmocka_unit_test(what_was_on_its_way_goes_over),
      cmocka_unit_test(too_many_ends_end_all),
      cmocka_unit_test(targets_are_what_is_written),
      cmocka_unit_test(pieces_change_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
