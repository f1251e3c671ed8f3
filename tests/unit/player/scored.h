/* SPDX-License-Identifier: BSD-3-Clause */
/** Scores in a few words of MusicXML; include it after cmocka. */
#ifndef ROSIN_TEST_SCORED_H
#define ROSIN_TEST_SCORED_H

#include "score/score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static rosin_error error; /* of what was read last, and its name */
static char path[64];

static inline rosin_player_score_t *read_bytes(const char *bytes, size_t size, int *count) {
  strcpy(path, "/tmp/rosin-test-XXXXXX");
  const int file = mkstemp(path);
  assert_true(file >= 0 && write(file, bytes, size) == (ssize_t)size);
  close(file);
  rosin_player_score_t *score = rosin_score_read(path, count, NULL, &error);
  unlink(path);
  return score;
}

static inline rosin_player_score_t *read_text(const char *text, int *count) {
  return read_bytes(text, strlen(text), count);
}

#define PART(bars) "<score-partwise><part id=\"P\">" bars "</part></score-partwise>"
#define BAR(inside) "<measure>" inside "</measure>"
#define N(step, length, more)                                                                      \
  "<note><pitch><step>" step "</step><octave>3</octave></pitch><duration>" length "</duration>"    \
  "<notations>" more "</notations></note>"
#define Q(step) N(step, "1", "")
#define SAYS(what) "<direction><direction-type>" what "</direction-type></direction>"
#define WORDS(what) SAYS("<words>" what "</words>")

#endif
