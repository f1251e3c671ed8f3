/* SPDX-License-Identifier: BSD-3-Clause */
/* A section: who plays alone is untouched by it; of the same take it is the same section, after a
 * reset too and however time is cut; its players begin and aim apart, as far as is asked; all of
 * them end. */
#include "core/inside.h"
#include "scene/scene.h"
#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RATE = 48000, BLOCK = 256, LONG = RATE };

static float heard[2][2 * LONG];
static rosin_error error;

static rosin_core *open_section(const char *scene, int players, double take) {
  rosin_core *c = rosin_core_new(scene, &error);
  if (!c)
    fail_msg("%s", error.text);
  rosin_core_add_section(c);
  rosin_core_add_seed(c);
  rosin_core_set_take(c, take);
  rosin_core_put(c, rosin_core_find(c, "players"), players);
  if (rosin_core_prepare(c, RATE, &error))
    fail_msg("%s", error.text);
  return c;
}

static void note(rosin_core *c, int key, int velocity) {
  rosin_core_midi(c, 0, (const unsigned char[]){0x90, (unsigned char)key, (unsigned char)velocity},
                  3);
}

static void run(rosin_core *c, float *to, int frames, int block) {
  for (int at = 0; at < frames; at += block)
    rosin_core_process_frames(c, to + (ptrdiff_t)at * 2, frames - at < block ? frames - at : block);
}

static double rms(const float *x, int floats) {
  double sum = 0;
  for (int i = 0; i < floats; i++)
    sum += (double)x[i] * (double)x[i];
  return sqrt(sum / floats);
}

static void one_alone_is_as_ever(void **state) {
  (void)state;
  rosin_core *plain = rosin_core_new("viola", &error), *one = open_section("viola", 1, 1);
  assert_int_equal(rosin_core_prepare(plain, RATE, &error), 0);
  assert_null(one->engine->section);
  note(plain, 60, 90), note(one, 60, 90);
  run(plain, heard[0], LONG / 2, BLOCK), run(one, heard[1], LONG / 2, BLOCK);
  assert_memory_equal(heard[0], heard[1], LONG * sizeof(float));
  assert_true(rms(heard[0], LONG) > 1e-3);
  rosin_core_free(plain), rosin_core_free(one);
}

static void play(rosin_core *c, float *to, int block) {
  note(c, 57, 90), note(c, 64, 90);
  run(c, to, LONG / 4, block);
  note(c, 57, 0), note(c, 64, 0), note(c, 59, 60);
  run(c, to + LONG / 2, LONG / 4, block);
}

static void of_one_take_it_is_the_same(void **state) {
  (void)state;
  rosin_core *c = open_section("violin", 3, 5), *again = open_section("violin", 3, 5);
  play(c, heard[0], BLOCK), play(again, heard[1], 77);
  assert_memory_equal(heard[0], heard[1], LONG * sizeof(float));
  rosin_core_reset(c);
  play(c, heard[1], BLOCK);
  assert_memory_equal(heard[0], heard[1], LONG * sizeof(float));
  rosin_core_set_take(c, 6); /* as a fresh one of that take */
  rosin_core_reset(c);
  rosin_core *other = open_section("violin", 3, 6);
  play(c, heard[0], BLOCK), play(other, heard[1], BLOCK);
  assert_memory_equal(heard[0], heard[1], LONG * sizeof(float));
  play(again, heard[1], BLOCK);
  assert_memory_not_equal(heard[0], heard[1], LONG * sizeof(float));
  rosin_core_free(c), rosin_core_free(again), rosin_core_free(other);
}

/* Within what players of one instrument differ by anyway. */
static void it_is_as_loud_as_one(void **state) {
  (void)state;
  rosin_core *one = open_section("cello", 1, 3), *six = open_section("cello", 6, 3);
  note(one, 50, 90), note(six, 50, 90);
  run(one, heard[0], LONG, BLOCK), run(six, heard[1], LONG, BLOCK);
  const double ratio = rms(heard[1] + LONG, LONG) / rms(heard[0] + LONG, LONG);
  assert_in_range((int)(100 * ratio), 60, 140);
  rosin_core_free(one), rosin_core_free(six);
}

static void its_seats_are_apart(void **state) {
  (void)state;
  for (int players = 2; players <= ROSIN_SECTION_MOST; players++) {
    const rosin_section_plan plan = {.players = players, .aside = 1, .back = 2};
    double seat[ROSIN_SECTION_MOST][2], middle = 0;
    for (int i = 0; i < players; i++) {
      rosin_section_seat(&plan, i, seat[i]);
      middle += seat[i][0] / players;
      assert_true(seat[i][1] >= 2 && seat[i][1] <= rosin_section_depth(&plan));
      for (int k = 0; k < i; k++)
        assert_true(hypot(seat[i][0] - seat[k][0], seat[i][1] - seat[k][1]) > 0.5);
    }
    assert_true(fabs(middle - 1) < 0.3);
  }
  double seat[2];
  rosin_section_seat(&(rosin_section_plan){.players = 1, .aside = 3, .back = 1}, 0, seat);
  assert_true(seat[0] == 3 && seat[1] == 1);
}

/* Onsets of a thousand notes: their deviation is what tightness says, and nobody's notes change
 * their order. */
static void onsets_deviate_as_asked(void **state) {
  (void)state;
  enum { NOTES = 1000 };
  rosin_player_score_t *score = calloc(2 * NOTES, sizeof *score);
  rosin_core *c = open_section("cello", 5, 9);
  for (int i = 0; i < 2 * NOTES; i++)
    score[i] = (rosin_player_score_t){
        .time = 1 + 0.5 * (i / 2) + 0.4 * (i % 2),
        .event = {.kind = i % 2 ? ROSIN_PLAYER_NOTE_OFF : ROSIN_PLAYER_NOTE_ON,
                  .key = 50 + i / 2 % 7,
                  .value = 0.7}};
  for (int tight = 0; tight < 2; tight++) {
    rosin_section_set(c->engine->section, rosin_section_row("tightness"), tight);
    assert_int_equal(rosin_section_score(c->engine->section, score, 2 * NOTES, NULL), 0);
    double sum = 0, squares = 0;
    for (int k = 0; k < 4; k++) {
      const rosin_player_score_t *own = rosin_section_scored(c->engine->section, k);
      for (int i = 0; i < 2 * NOTES; i++) {
        assert_true(i == 0 || own[i].time >= own[i - 1].time);
        if (i % 2)
          continue;
        const double late = own[i].time - score[i].time;
        sum += late / (4 * NOTES);
        squares += late * late / (4 * NOTES);
      }
    }
    const double wanted = tight ? 0.015 : 0.05, deviation = sqrt(squares - sum * sum);
    assert_true(fabs(sum) < 0.1 * wanted);
    assert_true(fabs(deviation / wanted - 1) < 0.05);
  }
  rosin_core_free(c);
  free(score);
}

/* Played live, nobody begins before the first, and each as late as chance says; a note ends after
 * it began. */
static struct {
  long long on[400], off[400];
  int ons, offs;
} seen;

static void witness(void *context, long long frame, const rosin_event *e) {
  (void)context;
  if (e->player.kind == ROSIN_PLAYER_NOTE_ON)
    seen.on[seen.ons++] = frame;
  else
    seen.off[seen.offs++] = frame;
}

static void played_live_the_others_follow(void **state) {
  (void)state;
  enum { NOTES = 60 / SHARE, EVERY = 12000 };
  long long before[NOTES] = {0}; /* of the other one */
  int alike = 0;
  rosin_core *c = open_section("violin", 3, 4);
  for (int other = 0; other < 2; other++) {
    double sum = 0, squares = 0;
    memcpy(before, seen.on, sizeof before);
    memset(&seen, 0, sizeof seen);
    rosin_core_reset(c);
    rosin_section_set(c->engine->section, rosin_section_row("tightness"), 0);
    rosin_sequencer_set_witness(rosin_section_other(c->engine->section, other), witness, NULL);
    for (int i = 0; i < NOTES; i++) {
      rosin_core_play(
          c, 0, &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_ON, .key = 3, .value = 0.5});
      rosin_core_play(c, EVERY / 4,
                      &(rosin_player_event_t){.kind = ROSIN_PLAYER_NOTE_OFF, .key = 3});
      run(c, heard[0], EVERY, BLOCK);
    }
    run(c, heard[0], LONG / 2, BLOCK);
    rosin_sequencer_set_witness(rosin_section_other(c->engine->section, other), NULL, NULL);
    assert_int_equal(seen.ons, NOTES);
    assert_int_equal(seen.offs, NOTES);
    for (int i = 0; i < NOTES; i++) {
      const double late = (double)(seen.on[i] - (long long)i * EVERY) / RATE;
      assert_true(late >= 0 && late < 0.3);
      assert_true(seen.off[i] >= seen.on[i]);
      sum += late / NOTES;
      squares += late * late / NOTES;
      alike += seen.on[i] == before[i];
    }
    assert_true(SHARE > 1 || fabs(sqrt(squares - sum * sum) - 0.05) < 0.008);
  }
  assert_true(alike <= NOTES / 10); /* on a grid of some hundred places */
  rosin_core_free(c);
}

/* What each takes for a note's pitch deviates by `unison`; open strings stay what they are; and
 * each sits in a seat of his own. */
static void pitches_deviate_as_asked(void **state) {
  (void)state;
  rosin_core *c = open_section("cello", 4, 4);
  double sum = 0, squares = 0;
  int count = 0;
  rosin_core_put(c, rosin_core_find(c, "tightness"), 1);
  rosin_core_set(c, 0, rosin_core_find(c, "unison"), 10);
  for (int i = 0; i < 40 / SHARE; i++) {
    note(c, 52, 80);
    run(c, heard[0], LONG / 10, BLOCK);
    for (int k = 0; k < 3; k++) {
      double wanted;
      rosin_player_hears(rosin_sequencer_player(rosin_section_other(c->engine->section, k)), 2,
                         &wanted);
      const double cents = 1200 * log2(wanted / 164.8138);
      sum += cents;
      squares += cents * cents;
      count++;
    }
    note(c, 52, 0);
    run(c, heard[0], LONG / 16, BLOCK);
  }
  assert_true(SHARE > 1 || fabs(sqrt(squares / count - sum / count * sum / count) - 10) < 2);
  double seat[2];
  for (int k = 0; k < 3; k++) {
    rosin_section_seat(&(rosin_section_plan){.players = 4}, k + 1, seat);
    assert_true(rosin_scene_model(rosin_section_scene(c->engine->section, k))->space.aside ==
                seat[0]);
    assert_true(rosin_scene_model(rosin_section_scene(c->engine->section, k))->space.back ==
                seat[1]);
    assert_true(seat[0] != 0);
  }
  rosin_core_free(c);
}

/* What a section is set to it keeps through a reset; and what was meant for later, and told to a
 * channel, goes over to players who come. */
static void it_stays_what_it_was_set_to(void **state) {
  (void)state;
  rosin_core *c = open_section("viola", 3, 5), *fresh = rosin_core_new("viola", &error);
  rosin_core_put(c, rosin_core_find(c, "unison"), 25);
  rosin_core_put(c, rosin_core_find(c, "tightness"), 0);
  rosin_core_reset(c);
  rosin_core_add_section(fresh), rosin_core_add_seed(fresh);
  rosin_core_set_take(fresh, 5);
  rosin_core_put(fresh, rosin_core_find(fresh, "players"), 3);
  rosin_core_put(fresh, rosin_core_find(fresh, "unison"), 25);
  rosin_core_put(fresh, rosin_core_find(fresh, "tightness"), 0);
  assert_int_equal(rosin_core_prepare(fresh, RATE, &error), 0);
  play(c, heard[0], BLOCK), play(fresh, heard[1], BLOCK);
  assert_memory_equal(heard[0], heard[1], LONG * sizeof(float));
  rosin_core_free(c), rosin_core_free(fresh);
}

static void who_comes_knows_what_is_meant_and_told(void **state) {
  (void)state;
  rosin_core *c = open_section("violin", 1, 5);
  rosin_core_midi(c, 0, (const unsigned char[]){0xe0, 0, 96}, 3); /* bent up by a semitone */
  run(c, heard[0], BLOCK, BLOCK);
  rosin_core_midi(c, RATE / 4, (const unsigned char[]){0x90, 69, 90}, 3);
  rosin_core_put(c, rosin_core_find(c, "players"), 3);
  rosin_core_put(c, rosin_core_find(c, "unison"), 0);
  rosin_core_swap(c, rosin_core_build(c, &error));
  run(c, heard[0], LONG / 2, BLOCK);
  for (int other = -1; other < 2; other++) {
    double wanted = 0;
    const rosin_player *p =
        other < 0 ? rosin_core_player(c)
                  : rosin_sequencer_player(rosin_section_other(c->engine->section, other));
    for (int string = 0; string < 4; string++) {
      double at;
      rosin_player_hears(p, string, &at);
      wanted = fabs(at - 466.164) < fabs(wanted - 466.164) ? at : wanted;
    }
    assert_true(fabs(1200 * log2(wanted / 466.164)) < 1);
  }
  rosin_core_free(c);
}

/* Joined notes of a score: a note ends as much late as the next begins, so that they stay joined
 * and deviate as those that stand alone. */
static void joined_notes_deviate_too(void **state) {
  (void)state;
  enum { NOTES = 600 };
  rosin_player_score_t *score = calloc(2 * NOTES, sizeof *score);
  rosin_core *c = open_section("cello", 2, 9);
  for (int i = 0; i < 2 * NOTES; i++)
    score[i] = (rosin_player_score_t){
        .time = 1 + 0.5 * (i / 2) + (i % 2 ? 0.485 : 0),
        .event = {.kind = i % 2 ? ROSIN_PLAYER_NOTE_OFF : ROSIN_PLAYER_NOTE_ON,
                  .key = 50 + i / 2 % 7,
                  .value = 0.7}};
  rosin_section_set(c->engine->section, rosin_section_row("tightness"), 0);
  assert_int_equal(rosin_section_score(c->engine->section, score, 2 * NOTES, NULL), 0);
  const rosin_player_score_t *own = rosin_section_scored(c->engine->section, 0);
  double sum = 0, squares = 0;
  for (int i = 0; i < 2 * NOTES; i += 2) {
    const double late = own[i].time - score[i].time;
    sum += late / NOTES;
    squares += late * late / NOTES;
    if (i)
      assert_true(fabs(own[i].time - own[i - 1].time - 0.015) < 1e-9);
  }
  assert_true(fabs(sum) < 0.005);
  assert_true(fabs(sqrt(squares - sum * sum) - 0.05) < 0.004);
  rosin_core_free(c);
  free(score);
}

/* All of them stop, and sleep. */
static void all_of_them_end(void **state) {
  (void)state;
  rosin_core *c = open_section("violin", 4, 2);
  rosin_core_put(c, rosin_core_find(c, "tightness"), 0);
  note(c, 60, 100), note(c, 72, 100);
  run(c, heard[0], LONG / 2, BLOCK);
  assert_true(rms(heard[0] + LONG / 2, LONG / 2) > 1e-3);
  rosin_core_midi(c, 0, (const unsigned char[]){0xb0, 123, 0}, 3);
  for (int i = 0; i < 30 && !rosin_core_rests(c); i++)
    run(c, heard[0], LONG, BLOCK);
  assert_true(rosin_core_rests(c));
  assert_true(rms(heard[0], 2 * LONG) < 3e-5);
  rosin_core_free(c);
}

static void more_players_want_another_engine(void **state) {
  (void)state;
  rosin_core *c = open_section("viola", 1, 2);
  assert_false(rosin_core_parameter_live(c, rosin_core_find(c, "players")));
  rosin_core_set(c, 0, rosin_core_find(c, "players"), 2.6);
  assert_true(rosin_core_get(c, rosin_core_find(c, "players")) == 3);
  assert_true(rosin_core_stale(c));
  rosin_engine *three = rosin_core_build(c, &error);
  assert_non_null(three);
  rosin_core_swap(c, three);
  assert_false(rosin_core_stale(c));
  note(c, 60, 90);
  run(c, heard[0], LONG / 4, BLOCK);
  assert_true(rms(heard[0], LONG / 2) > 1e-4);
  rosin_core_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_alone_is_as_ever),
      cmocka_unit_test(of_one_take_it_is_the_same),
      cmocka_unit_test(it_is_as_loud_as_one),
      cmocka_unit_test(its_seats_are_apart),
      cmocka_unit_test(onsets_deviate_as_asked),
      cmocka_unit_test(all_of_them_end),
      cmocka_unit_test(more_players_want_another_engine),
      cmocka_unit_test(played_live_the_others_follow),
      cmocka_unit_test(pitches_deviate_as_asked),
      cmocka_unit_test(it_stays_what_it_was_set_to),
      cmocka_unit_test(who_comes_knows_what_is_meant_and_told),
      cmocka_unit_test(joined_notes_deviate_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
