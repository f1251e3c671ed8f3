/* SPDX-License-Identifier: BSD-3-Clause */
/* Fingers over phrases at random, of each instrument's hand: what is chosen, against
 * tests/unit/player/player_fingers.txt; that no way through a short phrase is cheaper, against all
 * of them; and that a hand lies as hands can. */
#include "chance.h"
#include "golden.h"
#include "player/left/fingering.h"
#include "player/left/grip.h"
#include "player/left/way.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST = 24, CHORDS = 3 };

typedef struct {
  const char *name;
  rosin_fingering_neck neck;
  int low, keys;
} played;

static const played necks[] = {
    {"violin", {4, {196, 293.665, 440, 659.255}, 26, 40}, 55, 40},
    {"viola", {4, {130.813, 195.998, 293.665, 440}, 26, 41}, 48, 40},
    {"cello", {4, {65.406, 97.999, 146.832, 220}, 29, 42}, 36, 48},
    {"bass", {5, {30.868, 41.203, 55, 73.416, 97.999}, 24, 43}, 23, 44},
};
enum { NECKS = sizeof necks / sizeof *necks };

static double hertz(int key) {
  return 440 * exp2((key - 69) / 12.0);
}

/* A line, chords or two voices: steps and leaps, slurs, rests, now and then something asked for. */
static int any_phrase(const played *of, rosin_fingering_note *n, int count, int kind) {
  int key = of->low + 4 + one_of(of->keys / 2), made = 0;
  double at = 0;
  while (made < count) {
    const double length = one_of(3) ? between(0.06, 0.4) : between(0.4, 1.5);
    const int together = kind == 1 && one_of(2) ? 2 + one_of(2) : 1;
    for (int k = 0; k < together && made < count; k++) {
      const int own = kind == 2 && one_of(2);
      n[made++] = (rosin_fingering_note){.on = at + 0.004 * k,
                                         .off = at + length * (own         ? 2.5
                                                               : one_of(3) ? 0.95
                                                               : one_of(2) ? 1.02
                                                                           : 0.5),
                                         .hertz = hertz(key + 4 * k + own * 7),
                                         .channel = own,
                                         .string = one_of(8) ? -1 : one_of(of->neck.strings + 1),
                                         .finger = one_of(8) ? 0 : 1 + one_of(ROSIN_FINGER_OPEN),
                                         .shuns = one_of(6)   ? 0
                                                  : one_of(2) ? 40
                                                              : -40};
    }
    at += length;
    const int way = one_of(4) ? one_of(5) - 2 : one_of(25) - 12;
    key += key + way < of->low || key + way > of->low + of->keys ? -way : way;
  }
  return made;
}

static void what_is_fingered_holds_still(void **state) {
  (void)state;
  static const char *const kinds[] = {"line", "chords", "voices"};
  golden g = golden_open("tests/unit/player/player_fingers.txt");
  seed = 80;
  for (int i = 0; i < NECKS; i++)
    for (int k = 0; k < 3; k++)
      for (int turn = 0; turn < 12; turn++) {
        rosin_fingering_note n[MOST];
        double row[3 * MOST];
        char name[20];
        const int count = any_phrase(&necks[i], n, MOST, k);
        assert_int_equal(rosin_fingering(&necks[i].neck, n, count, 0.025), 0);
        for (int a = 0; a < count; a++) {
          row[3 * a] = n[a].string;
          row[3 * a + 1] = n[a].finger;
          row[3 * a + 2] = n[a].place;
        }
        snprintf(name, sizeof name, "%d", turn);
        golden_in(&g, "fingers:%s:%s", necks[i].name, kinds[k]);
        golden_row(&g, name, row, 3 * count, 0, 0);
      }
  assert_int_equal(golden_close(&g), 0);
}

/* ---- all ways ----------------------------------------------------------------------------- */

static rosin_left_hand hand;
static rosin_lay lays[CHORDS][ROSIN_WAY_LAYS];
static rosin_chord chords[CHORDS];
static int count_of[CHORDS];
static const rosin_lay nowhere = {.manner = -1};
static double least, own_cost;
static const rosin_fingering_note *chosen[CHORDS]; /* notes as they were fingered */

/* Whether a lay is the one that was chosen, in whatever manner. */
static int is_own(int chord, const rosin_lay *l) {
  for (int i = 0; i < l->notes; i++)
    if (l->string[i] != chosen[chord][i].string || l->finger[i] != chosen[chord][i].finger ||
        (l->manner >= 0 && l->place != chosen[chord][i].place))
      return 0;
  return 1;
}

static void go(int chord, const rosin_lay *from, double cost, int own) {
  if (chord == CHORDS) {
    least = fmin(least, cost);
    own_cost = own ? fmin(own_cost, cost) : own_cost;
    return;
  }
  for (int i = 0; i < count_of[chord]; i++) {
    rosin_lay to = lays[chord][i];
    const double way = rosin_way_between(&hand, &chords[chord], from, &to);
    if (cost + to.cost + way > 40 && !(own && is_own(chord, &to)))
      continue; /* no such way is the cheapest */
    for (int k = 0; k < hand.neck->strings; k++)
      to.on[k] = from->on[k];
    for (int k = 0; k < to.notes; k++)
      to.on[(int)to.string[k]] =
          (rosin_way_string){chords[chord].note[k].off,
                             rosin_way_stop(hand.neck, to.string[k], chords[chord].note[k].hertz),
                             chords[chord].note[k].channel};
    go(chord + 1, &to, cost + to.cost + way, own && is_own(chord, &to));
  }
}

/* The chords of a phrase as fingering.h has them. */
static void take_chords(const rosin_fingering_note *n, int count) {
  for (int i = 0; i < CHORDS; i++) {
    rosin_chord *c = &chords[i];
    *c = (rosin_chord){
        .note = &n[i], .notes = 1, .since = 10, .rest = 10, .length = n[i].off - n[i].on};
    if (i + 1 < count)
      c->length = fmin(c->length, n[i + 1].on - n[i].on);
    if (i)
      c->since = n[i].on - n[i - 1].on;
    for (int k = 0; k < i; k++) {
      c->rest = fmin(c->rest, n[i].on - n[k].off);
      c->slurred |= n[k].channel == n[i].channel && n[k].off > n[i].on + 1e-6;
    }
  }
}

static void no_way_is_cheaper(void **state) {
  (void)state;
  int compared = 0;
  seed = 81;
  for (int turn = 0; turn < 160; turn++) {
    const played *of = &necks[turn % NECKS];
    rosin_fingering_note n[CHORDS], was[CHORDS];
    hand.neck = &of->neck;
    hand.grip = rosin_grips(of->neck.program, &hand.grips);
    any_phrase(of, n, CHORDS, turn % 3 == 2 ? 2 : 0);
    memcpy(was, n, sizeof n);
    assert_int_equal(rosin_fingering(&of->neck, n, CHORDS, 0.025), 0);
    take_chords(was, CHORDS);
    int all = 1;
    for (int i = 0; i < CHORDS; i++) {
      const rosin_lay *before = i ? lays[i - 1] : &nowhere;
      count_of[i] = rosin_way_lays(&hand, &chords[i], before, i ? count_of[i - 1] : 1, lays[i]);
      chosen[i] = &n[i];
      all &= count_of[i] > 0 && n[i].string >= 0;
    }
    least = own_cost = INFINITY;
    if (all)
      go(0, &nowhere, 0, 1);
    if (!all || !isfinite(least))
      continue;
    compared++;
    if (!(own_cost <= least + 1e-9))
      fail_msg("phrase %d: %g, where %g is a way", turn, own_cost, least);
  }
  assert_true(compared > 80);
}

/* ---- how hands lie ------------------------------------------------------------------------ */

/* Each note has a string of its own that it is on, and a finger that is there. */
static void hands_lie_as_they_can(void **state) {
  (void)state;
  seed = 82;
  for (int turn = 0; turn < 400; turn++) {
    const played *of = &necks[turn % NECKS];
    rosin_fingering_note n[4];
    const int notes = 1 + one_of(4), key = of->low + one_of(of->keys);
    hand.neck = &of->neck;
    hand.grip = rosin_grips(of->neck.program, &hand.grips);
    for (int i = 0; i < notes; i++)
      n[i] = (rosin_fingering_note){.on = 0,
                                    .off = 1,
                                    .hertz = hertz(key + 5 * i + one_of(3)),
                                    .string = one_of(5) ? -1 : one_of(of->neck.strings)};
    const rosin_chord c = {
        .note = n, .notes = notes, .since = 1, .rest = 1, .length = between(0, 1)};
    const rosin_lay before[] = {
        {.manner = 0, .place = 1}, {.manner = 0, .place = 4}, {.manner = 0, .place = 1}};
    const int count = rosin_way_lays(&hand, &c, before, 3, lays[0]);
    for (int k = 0; k < count; k++) {
      const rosin_lay *l = &lays[0][k];
      int fingers = 0;
      for (int i = 0; i < notes; i++) {
        const int s = l->string[i];
        const double up = 12 * log2(n[i].hertz / of->neck.open[s]);
        const double stop = up < 0.3 ? 0 : up;
        assert_true(up >= -0.5 && up <= of->neck.highest);
        assert_true(fabs(rosin_way_stop(&of->neck, s, n[i].hertz) - stop) < 1e-9);
        const double asked =
            n[i].string < 0 ? -1 : rosin_way_stop(&of->neck, n[i].string, n[i].hertz);
        assert_true(asked < 0 || s == n[i].string);
        for (int a = 0; a < i; a++)
          assert_true(l->string[a] != s);
        assert_true(stop > 0
                        ? l->finger[i] == rosin_grip_finger(&hand.grip[l->manner], l->place, stop)
                        : l->finger[i] == ROSIN_FINGER_OPEN);
        fingers += stop > 0;
      }
      assert_int_equal(l->free, !fingers);
      assert_true(fingers || (l->manner == 0 && (l->place == 1 || l->place == 4)));
    }
    for (int k = 0; k < count; k++) /* each once */
      for (int a = 0; a < k; a++)
        assert_true(memcmp(lays[0][a].string, lays[0][k].string, (size_t)notes) != 0 ||
                    lays[0][a].manner != lays[0][k].manner || lays[0][a].place != lays[0][k].place);
  }
}

/* From the first finger on, outwards, within half a semitone; a hand that lies too low or too high
 * in its manner has none. */
static void fingers_stand_in_a_row(void **state) {
  (void)state;
  for (int program = 39; program < 45; program++) {
    int count;
    const rosin_grip *grips = rosin_grips(program, &count);
    for (int k = 0; k < count; k++) {
      const rosin_grip *s = &grips[k];
      assert_true(k == 0 || s->strain > grips[k - 1].strain || s->from > grips[k - 1].from);
      assert_int_equal(rosin_grip_has_thumb(s), s->fingers[0] == 'T');
      for (int place = s->from - 2; place < s->to + 3; place++)
        for (int tenth = -20; tenth < 10 * (int)strlen(s->fingers) + 20; tenth++) {
          const double up = place + (tenth + 0.5) / 10;
          const int at = (int)floor((tenth + 0.5) / 10 + 0.5),
                    here = place >= s->from && place <= s->to;
          const char finger =
              here && at >= 0 && at < (int)strlen(s->fingers) ? s->fingers[at] : '-';
          assert_int_equal(rosin_grip_finger(s, place, up), finger == 'T'   ? ROSIN_FINGER_THUMB
                                                            : finger == '-' ? 0
                                                                            : finger - '0');
        }
    }
    for (int a = 0; a < count; a++)
      for (int b = 0; b < count; b++)
        for (int there = 1; there < 12; there++)
          for (int here = 1; here < 12; here++) {
            const rosin_grip *x = &grips[a], *y = &grips[b];
            const int thumbs = (x->fingers[0] == 'T') + (y->fingers[0] == 'T');
            const double way = rosin_grip_way(x, there, y, here);
            assert_true(way == rosin_grip_way(y, here, x, there));
            const int closed = x->strain < y->strain ? there : here,
                      open = x->strain < y->strain ? here : there;
            const int firsts =
                here + 2 * (y->fingers[0] == 'T') - there - 2 * (x->fingers[0] == 'T');
            const int stretches = a != b && !thumbs && (closed == open || closed == open + 1);
            assert_true(way == (stretches ? 0 : abs(firsts)));
          }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_fingered_holds_still),
      cmocka_unit_test(no_way_is_cheaper),
      cmocka_unit_test(hands_lie_as_they_can),
      cmocka_unit_test(fingers_stand_in_a_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
