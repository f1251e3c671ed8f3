/* SPDX-License-Identifier: BSD-3-Clause */
/* What a player does with its hands, articulation by articulation, against
 * tests/unit/player/player.txt: a short phrase with slurs, a bend, pressure, a controller, a chord
 * and a stopped note, seen in the controls it sets. Its ear is off, so that only intent shows. */
#include "format.h"
#include "golden.h"
#include "player/bow/stroke.h"
#include "rosin/player.h"
#include "scene_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RATE = 22050, BLOCK = 64 };

static const rosin_player_score_t phrase[] = {
    {0.02, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 43, .value = 0.7}},
    {0.16, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 46, .value = 0.5}},
    {0.17, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 43}},
    {0.22, {.kind = ROSIN_PLAYER_BEND, .value = 1}},
    {0.26, {.kind = ROSIN_PLAYER_PRESSURE, .value = 0.8}},
    {0.30, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 46}},
    {0.36, {.kind = ROSIN_PLAYER_BEND, .value = 0}},
    {0.38, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 57.5, .value = 1}},
    {0.38, {.kind = ROSIN_PLAYER_NOTE_ON, .key = 66, .value = 0.8, .channel = 3}},
    {0.44, {.kind = ROSIN_PLAYER_CONTROL, .controller = 74, .value = 0.3}},
    {0.44, {.kind = ROSIN_PLAYER_CONTROL, .controller = 74, .value = 0.3, .channel = 3}},
    {0.50, {.kind = ROSIN_PLAYER_CONTROL, .controller = 77, .value = 1}},
    {0.50, {.kind = ROSIN_PLAYER_CONTROL, .controller = 77, .value = 1, .channel = 3}},
    {0.58, {.kind = ROSIN_PLAYER_NOTE_OFF, .key = 66, .channel = 3}},
    {0.64, {.kind = ROSIN_PLAYER_QUIET}},
};

typedef struct {
  rosin_scene *scene;
  rosin_player *player;
} hands;

/* Four strings of a cello without their body. */
static hands begin(void) {
  static const char *const name[] = {"c", "g", "d", "a"};
  static const double frequency[] = {65.4, 98, 146.8, 220};
  char text[6000] = "duration = 1.0; rate = 22050;\nstrings = {";
#define ADD(...) rosin_format(text + strlen(text), sizeof text - strlen(text), __VA_ARGS__)
  for (int i = 0; i < 4; i++)
    ADD(" %s = { frequency = %.1f; impedance = %.2f; torsion_frequency = 0.0; };", name[i],
        frequency[i], 1.2 - 0.2 * i);
  ADD(" };\ncontacts = {");
  for (int i = 0; i < 4; i++)
    ADD(" bow_%s = { a = \"-\"; b = \"%s\"; position = 0.11; law = \"elastoplastic\"; };\n"
        " hand_%s = { a = \"-\"; b = \"%s\"; position = 0.4; force = 0.0; };\n",
        name[i], name[i], name[i], name[i]);
  ADD("};\ninstrument = { strings = (");
  for (int i = 0; i < 4; i++)
    ADD("%s { string = \"%s\"; bow = \"bow_%s\"; hand = \"hand_%s\"; }", i ? "," : "", name[i],
        name[i], name[i]);
  ADD(" ); };\noutputs = ( { signal = \"a.bridge_force\"; } );\n");
#undef ADD
  char *errors = NULL;
  hands h = {.scene = scene_read(text, 0, NULL, &errors)};
  if (!h.scene)
    fail_msg("%s", errors);
  free(errors);
  assert_int_equal(rosin_scene_prepare(h.scene, RATE, BLOCK, NULL), 0);
  assert_non_null(h.player = rosin_player_new(h.scene, 5, NULL));
  rosin_player_set(h.player, "ear", 0, NULL);
  return h;
}

static void set(hands *h, const char *name, double value) {
  assert_int_equal(rosin_player_set(h->player, name, value, NULL), 0);
}

static int all_same(const double *x, int count) {
  int same = 0;
  while (same < count && x[same] == x[0])
    same++;
  return same == count;
}

/* Rows of the controls of the strings that play, every so often. */
static void watched(golden *g, hands *h, const char *name, int blocks) {
  static const char *const keys[] = {"bow_%s.force",    "bow_%s.velocity", "bow_%s.position",
                                     "%s.finger",       "%s.mute",         "hand_%s.force",
                                     "hand_%s.position"};
  static const char *const strings[] = {"c", "g", "d", "a"};
  static float out[BLOCK * 16];
  rosin_network *n = rosin_scene_network(h->scene);
  double row[28][40];
  int count = 0;
  for (int i = 0; i < blocks; i++) {
    rosin_scene_process(h->scene, BLOCK, out);
    if (i % 8 != 5 || count == 40)
      continue;
    for (int s = 0; s < 4; s++)
      for (int k = 0; k < 7; k++) {
        char control[40];
        snprintf(control, sizeof control, keys[k], strings[s]);
        row[s * 7 + k][count] = rosin_network_value(n, rosin_network_control(n, control));
      }
    count++;
  }
  golden_in(g, "%s", name);
  for (int i = 0; i < 28; i++) {
    char control[40];
    snprintf(control, sizeof control, keys[i % 7], strings[i / 7]);
    golden_row(g, control, row[i], all_same(row[i], count) ? 1 : count, 2e-3, 1e-3);
  }
}

static void a_phrase_in_each_articulation(void **state) {
  (void)state;
  golden g = golden_open("tests/unit/player/player.txt");
  for (int articulation = 0; articulation < ROSIN_ARTICULATIONS; articulation++) {
    char name[40];
    hands h = begin();
    set(&h, "articulation", articulation);
    rosin_player_score(h.player, phrase, sizeof phrase / sizeof *phrase);
    snprintf(name, sizeof name, "phrase:%s", rosin_articulation_name(articulation));
    watched(&g, &h, name, 280);
    rosin_player_free(h.player);
    rosin_scene_free(h.scene);
  }
  /* settings of the player one after the other */
  static const struct {
    const char *key;
    double value;
  } settings[] = {{"humanity", 0},  {"dynamics", 0.9}, {"pressure", 0.1},   {"position", 0.5},
                  {"assist", 0},    {"change", 0.3},   {"portamento", 0.3}, {"vibrato_delay", 0},
                  {"release", 0.1}, {"touch", 0.6},    {"double_stops", 1}, {"a4", 415}};
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    hands h = begin();
    set(&h, settings[i].key, settings[i].value);
    if (i == 3)
      set(&h, "vibrato", 40);
    rosin_player_score(h.player, phrase, sizeof phrase / sizeof *phrase);
    watched(&g, &h, settings[i].key, 280);
    rosin_player_free(h.player);
    rosin_scene_free(h.scene);
  }
  /* a hand on the bow: down, faster than allowed, pressed, lifted; with and without notes */
  hands h = begin();
  rosin_player_bow(h.player, 1, 0.2, 0.5);
  watched(&g, &h, "hand", 60);
  rosin_player_bow(h.player, 1, -9, 3);
  watched(&g, &h, "hand:fast", 60);
  rosin_player_bow(h.player, 1, NAN, 0.5);
  rosin_player_event(h.player, &phrase[7].event);
  watched(&g, &h, "hand:note", 60);
  rosin_player_bow(h.player, 0, 0.1, 0.5);
  watched(&g, &h, "hand:lifted", 60);
  rosin_player_free(h.player);
  rosin_scene_free(h.scene);
  assert_int_equal(golden_close(&g), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_phrase_in_each_articulation)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
