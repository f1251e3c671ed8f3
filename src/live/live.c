/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/live.h"
#include "error.h"
#include "live/agenda.h"
#include "live/hand.h"
#include "player/settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

enum { TAKE = 512, ROOM = 2048, FAR = ROSIN_LIVE_PENDING / 2 };

static const double glide_seconds = 0.004;

/* A control on its way. */
typedef struct {
  double value, goal;
  int moving, taken; /* taken: from the player, by a hand */
  _Atomic double shown;
} glide;

struct rosin_live {
  rosin_queue source[ROSIN_LIVE_SOURCES];
  rosin_scene *scene;
  rosin_player *player;
  rosin_hand hand;
  rosin_targets targets;
  double rate, before, step; /* before: when the last callback began */
  int begun, rest;
  int waits, idle; /* before gestures are asked for: whether it does, and now */
  long long frame;
  /* engine samples after which gestures begin again (0: never), and when they last did */
  long long turn, since;
  int sources;
  rosin_agenda agenda;
  glide *glide; /* of each target */
  int *moving, movings;
  int *force, forces; /* targets that press contacts */
  float *fifo;        /* frames that have not been asked for yet: `waiting`, from `first` on */
  int first, waiting;
  int stretch, oversample; /* engine samples of a cell of the grid, of a frame */
  long long made;          /* engine samples so far */
  atomic_llong lost, happened;
  rosin_live_witness witness;
  void *witness_context;
};

static void apply(rosin_live *l, int target, double value) {
  const rosin_target *t = &l->targets.target[target];
  if (t->player)
    rosin_player_set(l->player, t->player, value, NULL);
  else if (t->macro >= 0)
    rosin_scene_control(l->scene, t->name, value, NULL);
  else
    rosin_scene_hold(l->scene, t->control, value);
}

/* From the scene's first values, but what is set stays; hands at rest if that is asked for. */
static void start(rosin_live *l, int rest) {
  for (int i = 0; i < l->targets.count; i++) {
    const rosin_target *t = &l->targets.target[i];
    glide *g = &l->glide[i];
    g->value = t->player       ? rosin_player_get(l->player, t->player)
               : t->macro >= 0 ? rosin_scene_macro_value(l->scene, t->macro)
                               : t->rest;
    g->goal = g->value;
    g->shown = g->value;
    g->moving = g->taken = 0;
    if (t->contact >= 0 && strcmp(t->row->name, "force") == 0)
      l->force[l->forces++] = i;
    if (rest && t->contact >= 0)
      apply(l, i, t->rest);
  }
}

/* Engine samples of the scene's gestures, in whole cells. */
static long long whole_turn(const rosin_live *l) {
  const double samples = rosin_scene_model(l->scene)->duration * l->rate * l->oversample;
  return llround(samples / l->stretch) * l->stretch;
}

/* Floats: what a decimator keeps back, and two cells. */
static size_t room_of_fifo(const rosin_live *l) {
  const int frames = rosin_scene_latency(l->scene) + 2 * (l->stretch + 1);
  return (size_t)frames * (size_t)rosin_scene_channels(l->scene);
}

rosin_live *rosin_live_new(rosin_scene *scene, int rate, int rest, rosin_error *error) {
  rosin_live *l = calloc(1, sizeof *l);
  if (!l) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  l->scene = scene;
  l->rate = rate;
  if (rest)
    l->player = rosin_player_new(scene, (unsigned long long)rosin_scene_model(scene)->seed, NULL);
  l->stretch = rosin_scene_stretch(scene);
  l->oversample = (int)rosin_scene_model(scene)->oversample;
  l->waiting = rosin_scene_latency(scene);
  l->step = 1 - exp(-l->stretch / (glide_seconds * rate * l->oversample));
  if (rosin_targets_open(&l->targets, scene, l->player) ||
      rosin_agenda_open(&l->agenda, ROSIN_LIVE_PENDING) ||
      !(l->glide = calloc((size_t)l->targets.count + 1, sizeof *l->glide)) ||
      !(l->moving = calloc((size_t)l->targets.count + 1, sizeof *l->moving)) ||
      !(l->force = calloc((size_t)l->targets.count + 1, sizeof *l->force)) ||
      !(l->fifo = calloc(room_of_fifo(l), sizeof *l->fifo))) {
    rosin_fail(error, "out of memory");
    rosin_live_free(l);
    return NULL;
  }
  rosin_hand_open(&l->hand, rosin_scene_model(scene), &l->targets);
  l->rest = rest;
  start(l, rest && !l->player);
  if (!rest && !l->player && rosin_scene_macros(scene))
    l->turn = whole_turn(l);
  return l;
}

void rosin_live_reset(rosin_live *l) {
  if (l->player)
    rosin_player_reset(l->player);
  else
    rosin_scene_rewind(l->scene);
  rosin_agenda_clear(&l->agenda);
  l->movings = l->forces = l->begun = 0;
  l->frame = l->made = l->since = 0;
  l->idle = l->waits;
  l->first = 0;
  l->waiting = rosin_scene_latency(l->scene);
  memset(l->fifo, 0, (size_t)l->waiting * (size_t)rosin_scene_channels(l->scene) * sizeof *l->fifo);
  rosin_hand_open(&l->hand, rosin_scene_model(l->scene), &l->targets);
  start(l, l->rest && !l->player);
}

void rosin_live_set_waiting(rosin_live *l, int waits) {
  l->waits = waits;
  l->idle = waits && !l->made;
}

void rosin_live_set_turning(rosin_live *l, int turns) {
  l->turn = turns ? whole_turn(l) : 0;
}

void rosin_live_free(rosin_live *l) {
  if (!l)
    return;
  for (int i = 0; i < l->sources; i++)
    rosin_queue_close(&l->source[i]);
  rosin_targets_close(&l->targets);
  rosin_agenda_close(&l->agenda);
  free(l->glide);
  free(l->moving);
  free(l->force);
  free(l->fifo);
  rosin_player_free(l->player);
  free(l);
}

const rosin_targets *rosin_live_targets(const rosin_live *l) {
  return &l->targets;
}
int rosin_live_has_player(const rosin_live *l) {
  return l->player != NULL;
}
rosin_player *rosin_live_player(const rosin_live *l) {
  return l->player;
}
const char *rosin_live_bow(const rosin_live *l) {
  const rosin_model *m = rosin_scene_model(l->scene);
  if (m->instrument.courses)
    return m->instrument.course[m->instrument.courses / 2].bow;
  return m->contacts ? m->contact[0].name : "";
}
int rosin_live_channels(const rosin_live *l) {
  return rosin_scene_channels(l->scene);
}
long long rosin_live_frame(const rosin_live *l) {
  return l->frame;
}
double rosin_live_value(const rosin_live *l, int target) {
  return target >= 0 && target < l->targets.count ? l->glide[target].shown : 0;
}
long long rosin_live_lost(const rosin_live *l) {
  return l->lost;
}
long long rosin_live_happened(const rosin_live *l) {
  return l->happened;
}
void rosin_live_set_witness(rosin_live *l, rosin_live_witness witness, void *context) {
  l->witness = witness;
  l->witness_context = context;
}

int rosin_live_set(rosin_live *l, const char *name, double value, rosin_error *error) {
  const int target = rosin_targets_find(&l->targets, name);
  if (target < 0)
    return rosin_fail(error, "the scene has no '%.100s'", name);
  if (rosin_target_check(&l->targets.target[target], value, error))
    return -1;
  apply(l, target, value);
  l->glide[target].value = l->glide[target].goal = value;
  l->glide[target].shown = value;
  return 0;
}

int rosin_live_set_player(rosin_live *live, int settings, const char *const *setting,
                          rosin_error *error) {
  for (int i = 0; i < settings; i++) {
    char name[ROSIN_PLAYER_SETTING];
    double value;
    if (!rosin_live_has_player(live)) {
      snprintf(error->text, sizeof error->text, "-s %.200s: this scene has no player", setting[i]);
      return -1;
    }
    if (rosin_player_setting_read(setting[i], name, &value, error) ||
        rosin_live_set(live, name, value, error))
      return -1;
  }
  return 0;
}

rosin_queue *rosin_live_source(rosin_live *l) {
  if (l->sources == ROSIN_LIVE_SOURCES ||
      rosin_queue_open(&l->source[l->sources], sizeof(rosin_event), ROOM))
    return NULL;
  return &l->source[l->sources++];
}

/* ---- what waits ------------------------------------------------------------ */

void rosin_live_post(rosin_live *l, long long frame, const rosin_event *event) {
  /* what is meant for later leaves room for what happens now */
  const int is_far = (double)(frame - l->frame) > l->rate;
  if (rosin_agenda_add(&l->agenda, frame, event, is_far ? FAR : ROSIN_LIVE_PENDING))
    l->lost++;
}

void rosin_live_gather(rosin_live *l, double now) {
  rosin_event e;
  const double before = l->begun ? l->before : now;
  l->begun = 1;
  l->before = now;
  for (int s = 0; s < l->sources; s++)
    for (int i = 0; i < TAKE && rosin_queue_take(&l->source[s], &e, 1); i++) {
      const double after = (e.time - before) * l->rate;
      rosin_live_post(l, l->frame + (after > 0 ? (long long)fmin(after, 1e12) : 0), &e);
    }
}

/* ---- what happens ----------------------------------------------------------- */

static void aim(void *context, int target, double value) {
  rosin_live *l = context;
  const rosin_target *t = &l->targets.target[target];
  glide *g = &l->glide[target];
  if (!isfinite(value))
    return;
  g->goal = fmin(fmax(value, t->row->low), t->row->high);
  g->shown = g->goal;
  if (t->player) {
    apply(l, target, g->value = g->goal);
    return;
  }
  if (!g->moving) {
    l->moving[l->movings++] = target;
    if (!g->taken) /* from where a player or a gesture has it */
      g->value = t->macro >= 0 ? rosin_scene_macro_value(l->scene, t->macro)
                               : rosin_network_value(rosin_scene_network(l->scene), t->control);
  }
  g->moving = g->taken = 1;
}

/* The player gets a control back. */
static void give_back(rosin_live *l, int target) {
  glide *g = &l->glide[target];
  if (!g->taken)
    return;
  rosin_scene_give_back(l->scene, l->targets.target[target].control);
  g->taken = 0;
  g->shown = l->targets.target[target].rest;
}

/* 1 if a hand presses the contact of this target, or one on its string. */
static int pressed(const rosin_live *l, const rosin_target *t) {
  const rosin_model *m = rosin_scene_model(l->scene);
  for (int i = 0; i < l->forces; i++) {
    const int contact = l->targets.target[l->force[i]].contact;
    const glide *g = &l->glide[l->force[i]];
    if (!g->taken || g->goal <= 0)
      continue;
    const char *string = m->contact[contact].b;
    const size_t length = strlen(string);
    if (contact == t->contact || (strncmp(t->name, string, length) == 0 && t->name[length] == '.'))
      return 1;
  }
  return 0;
}

/* A note has the player take everything that no hand presses; quiet takes all. */
static void free_hands(rosin_live *l, int all) {
  for (int i = 0; i < l->targets.count; i++)
    if (l->glide[i].taken && (all || !pressed(l, &l->targets.target[i])))
      give_back(l, i);
}

static void have_played(rosin_live *l, const rosin_player_event_t *e) {
  if (e->kind == ROSIN_PLAYER_NOTE_ON || e->kind == ROSIN_PLAYER_QUIET)
    free_hands(l, e->kind == ROSIN_PLAYER_QUIET);
  rosin_player_event(l->player, e);
  if (e->kind != ROSIN_PLAYER_NOTE_ON && e->kind != ROSIN_PLAYER_CONTROL)
    return;
  for (int i = 0; i < l->targets.count; i++) /* controllers and key-switches move what is shown */
    if (l->targets.target[i].player)
      l->glide[i].shown = rosin_player_get(l->player, l->targets.target[i].player);
}

/* The scene's gestures begin again; what hands hold, they go on holding. */
static void begin_again(rosin_live *l) {
  rosin_scene_again(l->scene);
  l->since = l->made;
  l->idle = 0;
  for (int i = 0; i < l->targets.count; i++)
    if (l->glide[i].taken && l->targets.target[i].control >= 0)
      apply(l, i, l->glide[i].value);
}

static void happen(rosin_live *l, const rosin_event *e) {
  l->happened++;
  if (l->witness)
    l->witness(l->witness_context, l->frame, e);
  if (e->target >= 0 && e->target < l->targets.count)
    aim(l, e->target, e->value);
  else if (e->target == ROSIN_EVENT_AGAIN)
    begin_again(l);
  else if (e->target == ROSIN_EVENT_STAY)
    rosin_scene_stay(l->scene, e->value);
  else if (e->target == ROSIN_EVENT_BOW && l->player)
    rosin_player_bow(l->player, e->player.controller, e->value, e->player.value);
  else if (e->target == ROSIN_EVENT_PLAYER && l->player)
    have_played(l, &e->player);
  else if (e->target == ROSIN_EVENT_PLAYER)
    rosin_hand_event(&l->hand, &e->player, aim, l);
}

static void glide_on(rosin_live *l) {
  int still = 0;
  for (int i = 0; i < l->movings; i++) {
    glide *g = &l->glide[l->moving[i]];
    const rosin_target *t = &l->targets.target[l->moving[i]];
    if (!g->taken) { /* given back on the way */
      g->moving = 0;
      continue;
    }
    g->value += l->step * (g->goal - g->value);
    if (fabs(g->goal - g->value) <= 1e-5 * (t->high - t->low)) {
      g->value = g->goal;
      g->moving = 0;
    } else {
      l->moving[still++] = l->moving[i];
    }
    apply(l, (int)(t - l->targets.target), g->value);
  }
  l->movings = still;
}

void rosin_live_bow_by_hand(rosin_live *l, int down, double speed, double press) {
  if (l->player)
    rosin_player_bow(l->player, down, speed, press);
}

/* The frame at which the cell begins that comes next. */
static long long next_cell(const rosin_live *l) {
  return (l->made + l->oversample - 1) / l->oversample;
}

/* Whole cells, whatever the caller asks for: a player moves once a stretch of the scene. */
static void run_cell(rosin_live *l) {
  if (l->turn && l->made - l->since - rosin_scene_stayed(l->scene) >= l->turn)
    begin_again(l);
  rosin_event e;
  while (rosin_agenda_take(&l->agenda, l->frame, &e))
    happen(l, &e);
  glide_on(l);
  const size_t channels = (size_t)rosin_scene_channels(l->scene);
  memmove(l->fifo, l->fifo + (size_t)l->first * channels,
          (size_t)l->waiting * channels * sizeof *l->fifo);
  l->first = 0;
  float *next = l->fifo + (size_t)l->waiting * channels;
  l->made += l->stretch;
  if (!l->idle) {
    l->waiting += rosin_scene_step(l->scene, next);
    return;
  }
  const int silent = (int)(next_cell(l) - l->frame);
  memset(next, 0, (size_t)silent * channels * sizeof *next);
  l->waiting += silent;
}

void rosin_live_run(rosin_live *l, int frames, float *out) {
  const size_t channels = (size_t)rosin_scene_channels(l->scene);
  for (int at = 0; at < frames;) {
    if (l->frame == next_cell(l))
      run_cell(l);
    const long long left = next_cell(l) - l->frame;
    const int now = left < frames - at ? (int)left : frames - at;
    memcpy(out + (size_t)at * channels, l->fifo + (size_t)l->first * channels,
           (size_t)now * channels * sizeof *out);
    l->first += now;
    l->waiting -= now;
    l->frame += now;
    at += now;
  }
}

int rosin_live_latency(const rosin_live *l) {
  return rosin_scene_latency(l->scene);
}

double rosin_live_at(const rosin_live *l) {
  if (l->idle)
    return -1;
  const double heard = (double)(l->frame - rosin_live_latency(l));
  const double before = (double)(l->since + rosin_scene_stayed(l->scene)) / l->oversample;
  return (heard - before) / l->rate;
}

unsigned long rosin_live_no_denormals(void) {
#if defined(__SSE2__)
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040); /* flush to zero, denormals are zero */
  return before;
#elif defined(__aarch64__)
  unsigned long before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" ::"r"(before | (1ul << 24)));
  return before;
#else
  return 0;
#endif
}

void rosin_live_restore_denormals(unsigned long before) {
#if defined(__SSE2__)
  _mm_setcsr((unsigned)before);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" ::"r"(before));
#else
  (void)before;
#endif
}
