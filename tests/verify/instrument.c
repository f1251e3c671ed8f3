/* SPDX-License-Identifier: BSD-3-Clause */
/* Energy of a whole cello that is played, and what nonsense does to it. Prints lines:
 * name value samples seed. */
#include "network/network.h"
#include "random.h"
#include "rosin/player.h"
#include "scene/scene.h"
#include "waveguide/string.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 64, MODES = 240 };

static const char *const strings[] = {"c", "g", "d", "a"};

typedef struct {
  rosin_scene *scene;
  rosin_player *player;
  float out[2 * BLOCK];
  double peak;
  long not_finite;
} stage;

static stage *open_stage(int count, const char *const *overrides) {
  rosin_error error = {"no scene"};
  char *errors = NULL;
  stage *s = calloc(1, sizeof *s);
  if (s && !(s->scene = rosin_scene_load("cello", count, overrides, &errors)))
    fprintf(stderr, "%s\n", errors);
  if (!s || !s->scene || rosin_scene_prepare(s->scene, RATE, BLOCK, &error) ||
      !(s->player = rosin_player_new(s->scene, 1, &error))) {
    fprintf(stderr, "%s\n", s ? error.text : "out of memory");
    exit(1);
  }
  return s;
}

static void close_stage(stage *s) {
  rosin_player_free(s->player);
  rosin_scene_free(s->scene);
  free(s);
}

static void run(stage *s, int blocks) {
  s->peak = 0;
  for (int b = 0; b < blocks; b++) {
    rosin_scene_process(s->scene, BLOCK, s->out);
    for (int i = 0; i < 2 * BLOCK; i++) {
      s->not_finite += !isfinite(s->out[i]);
      s->peak = fmax(s->peak, fabs(s->out[i]));
    }
  }
}

static void note(stage *s, int on, double key) {
  rosin_player_event(
      s->player, &(rosin_player_event_t){.kind = on ? ROSIN_PLAYER_NOTE_ON : ROSIN_PLAYER_NOTE_OFF,
                                         .key = key,
                                         .value = 0.7});
}

/* J lost by all strings. */
static double lost(const rosin_network *n) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += rosin_string_lost(
        (const rosin_string *)n->member[rosin_network_find_body(n, strings[i])].body);
  return sum;
}

/* A body without loss, so that all that is lost is counted: by hands, contacts, strings. No
 * finger moves while a string sounds: a finger that moves works on the string, unseen. */
static void balance(void) {
  static char text[MODES][48];
  const char *overrides[MODES + 3];
  int count = 0;
  rosin_scene *scene = rosin_scene_load("cello", 0, NULL, NULL);
  const rosin_model *m = rosin_scene_model(scene);
  for (int b = 0; b < m->bodies; b++)
    for (int k = 0; strcmp(m->body[b].name, "body") == 0 && k < m->body[b].modes; k++) {
      snprintf(text[count], sizeof text[count], "body.modes.%d.q=1e9", k + 1);
      overrides[count] = text[count];
      count++;
    }
  overrides[count++] = "bridge.modes.2.q=1e9";
  overrides[count++] = "hair.modes.1.q=1e9";
  overrides[count++] = "finger.modes.1.q=1e9";
  rosin_scene_free(scene);
  double worst = 0;
  const int articulation[] = {0, 2, 4, 7};
  for (int i = 0; i < 4; i++) {
    stage *s = open_stage(count, overrides);
    rosin_player_set(s->player, "articulation", articulation[i], NULL);
    rosin_player_set(s->player, "humanity", 0, NULL);
    for (int k = 0; k < 4; k++) {
      note(s, 1, 57 - 7 * k);
      run(s, RATE / BLOCK / 2);
      note(s, 0, 57 - 7 * k);
    }
    const rosin_network *n = rosin_scene_network(s->scene);
    const rosin_statistics e = rosin_network_statistics(n);
    const double left = e.supplied - e.dissipated - lost(n) - rosin_network_energy(n);
    worst = fmax(worst, fabs(left) / e.handled);
    close_stage(s);
  }
  printf("cello_energy_balance %.3g %d 0\n", worst, 4 * 2 * 2 * RATE);
}

/* After pizzicato on all strings, with bows pressed on them that do not move. */
static void still(void) {
  stage *s = open_stage(0, NULL);
  rosin_player_set(s->player, "articulation", 7, NULL);
  for (int k = 0; k < 4; k++)
    note(s, 1, 57 - 7 * k);
  run(s, RATE / BLOCK / 4);
  rosin_player_free(s->player);
  s->player = NULL;
  const char *const bows[] = {"bow-c.force", "bow-g.force", "bow-d.force", "bow-a.force"};
  for (int k = 0; k < 4; k++)
    rosin_scene_control(s->scene, bows[k], 0.5, NULL);
  run(s, 1); /* the load moves */
  const rosin_network *n = rosin_scene_network(s->scene);
  double before = rosin_network_energy(n), rise = 0;
  const double first = before;
  for (int b = 0; b < RATE / BLOCK; b++) {
    run(s, 1);
    const double now = rosin_network_energy(n);
    rise = fmax(rise, (now - before) / first);
    before = now;
  }
  printf("cello_still_energy_rise %.3g %d 0\n", rise, 2 * RATE);
  printf("cello_still_energy_left %.3g %d 0\n", before / first, 2 * RATE);
  close_stage(s);
}

static double silly(uint64_t *seed) {
  static const double odd[] = {-1,   0,     1,        1e3,       1e6, -1e6,
                               1e30, -1e30, INFINITY, -INFINITY, NAN, 1e-310};
  return uniform(seed, 0, 1) < 0.7 ? odd[(int)uniform(seed, 0, 11.99)] : uniform(seed, -10, 10);
}

/* What was taken from the player is the player's again. */
static void give_back(stage *s) {
  static const char *const keys[] = {"bow-%s.force",  "bow-%s.velocity",  "bow-%s.position",
                                     "hand-%s.force", "hand-%s.velocity", "hand-%s.position",
                                     "%s.finger",     "%s.mute"};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 8; k++) {
      char name[32];
      snprintf(name, sizeof name, keys[k], strings[i]);
      rosin_scene_give_back(s->scene, rosin_network_control(rosin_scene_network(s->scene), name));
    }
}

/* Block by block, whatever a hand and a keyboard can send. */
static void go_mad(stage *s, uint64_t *seed) {
  static const char *const keys[] = {"force", "velocity", "position"};
  for (int k = 0; k < 400; k++) {
    char name[32];
    const char *string = strings[(int)uniform(seed, 0, 3.99)];
    snprintf(name, sizeof name, "%s-%s.%s", uniform(seed, 0, 1) < 0.7 ? "bow" : "hand", string,
             keys[(int)uniform(seed, 0, 2.99)]);
    rosin_scene_control(s->scene, name, silly(seed), NULL);
    snprintf(name, sizeof name, "%s.%s", string, uniform(seed, 0, 1) < 0.7 ? "finger" : "mute");
    rosin_scene_control(s->scene, name, silly(seed), NULL);
    rosin_player_event(s->player,
                       &(rosin_player_event_t){.kind = (rosin_player_kind)uniform(seed, 0, 5.99),
                                               .channel = (int)uniform(seed, -5, 20),
                                               .controller = (int)uniform(seed, -5, 130),
                                               .key = silly(seed),
                                               .value = silly(seed)});
    run(s, 1);
  }
  rosin_player_event(s->player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_QUIET});
}

/* What a player does next: lifts everything and sets everything back. */
static void come_to_senses(stage *s) {
  give_back(s);
  for (const rosin_parameter *row = rosin_player_parameters(); row->name; row++)
    rosin_player_set(s->player, row->name, row->initial, NULL);
  rosin_player_set(s->player, "humanity", 0, NULL);
  for (int i = 0; i < 16; i++) {
    rosin_player_event(s->player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_BEND, .channel = i});
    rosin_player_event(s->player,
                       &(rosin_player_event_t){.kind = ROSIN_PLAYER_PRESSURE, .channel = i});
    static const struct {
      int controller;
      double value;
    } usual_again[] = {{121, 0}, {7, 1}, {10, 64 / 127.0}};
    for (int k = 0; k < 3; k++)
      rosin_player_event(s->player, &(rosin_player_event_t){.kind = ROSIN_PLAYER_CONTROL,
                                                            .channel = i,
                                                            .controller = usual_again[k].controller,
                                                            .value = usual_again[k].value});
  }
}

typedef struct {
  double decibels;      /* the note after it, against the same before */
  double rest, slowest; /* s until the strings were quiet; dB/s, how slowly they became it */
  long not_finite;
} recovery;

/* Nonsense in every control and event; then the same note as before, compared. Strings that
 * were pressed with 10 000 N ring on as free ones do, the lowest with a T60 of 39 s: a player waits
 * until they are quieter than the note by 40 dB, which they then change by 0.1 dB at most. */
static recovery recover(uint64_t seed) {
  enum { QUIET = 40, LONGEST = 180, SETTLED = 10, OVER = 8 };
  double level[LONGEST + 1] = {0};
  recovery r = {.slowest = 1e9};
  stage *s = open_stage(0, NULL);
  rosin_player_set(s->player, "humanity", 0, NULL);
  note(s, 1, 52);
  run(s, RATE / BLOCK);
  run(s, RATE / BLOCK / 2);
  const double usual = 20 * log10(s->peak);
  note(s, 0, 52);
  for (int round = 0; round < 20; round++)
    go_mad(s, &seed);
  come_to_senses(s);
  int t = 0;
  do {
    run(s, RATE / BLOCK);
    level[t++] = 20 * log10(s->peak);
    if (t > SETTLED + OVER)
      r.slowest = fmin(r.slowest, (level[t - 1 - OVER] - level[t - 1]) / OVER);
  } while (t < LONGEST && !(level[t - 1] < usual - QUIET && t > SETTLED + OVER));
  r.rest = t;
  note(s, 1, 52);
  run(s, RATE / BLOCK);
  run(s, RATE / BLOCK / 2);
  r.decibels = fabs(20 * log10(s->peak) - usual);
  r.not_finite = s->not_finite;
  close_stage(s);
  return r;
}

static void nonsense(void) {
  enum { SEED = 20261121, OTHERS = 4 };
  const recovery r = recover(SEED);
  printf("cello_nonsense_recovery_db %.3g %d %d\n", r.decibels, RATE / 2, SEED);
  long not_finite = r.not_finite;
  double worst = 0, rest = r.rest, slowest = r.slowest;
  for (int k = 1; k <= OTHERS; k++) {
    const recovery other = recover(SEED + (uint64_t)k);
    worst = fmax(worst, other.decibels);
    rest = fmax(rest, other.rest);
    slowest = fmin(slowest, other.slowest);
    not_finite += other.not_finite;
  }
  printf("cello_nonsense_not_finite %ld %d %d\n", not_finite, (1 + OTHERS) * 20 * 400 * BLOCK,
         SEED);
  printf("cello_nonsense_others_db %.3g %d %d\n", worst, OTHERS * RATE / 2, SEED + 1);
  printf("cello_nonsense_rest_s %.3g %d %d\n", rest, 1 + OTHERS, SEED);
  printf("cello_nonsense_decay %.3g %d %d\n", slowest, 1 + OTHERS, SEED);
}

int main(void) {
  balance();
  still();
  nonsense();
  return 0;
}
