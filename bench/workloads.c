/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of workloads that nobody plays: networks, and what is more than a scene as it is
 * (shipped.c). */
#include "bench/bench.h"

#include <stddef.h>
#include <string.h>

/* Strings under bows; modes under a mass on a spring that a hand holds, or under hands. */
#define STRINGS(n, contacts_, force_, speed_)                                                      \
  .strings = n, .contacts = contacts_, .force = force_, .speed = speed_
#define STIFF                                                                                      \
  {"sigma0", 1e6}, {                                                                               \
    "sigma1", 20                                                                                   \
  }
#define LIMIT                                                                                      \
  { "damping_limit", 1 }
#define MASS_ON(n, force_, speed_)                                                                 \
  .modes = n, .contacts = 1, .mass = 1, .force = force_, .speed = speed_
#define HANDS_ON(n, contacts_, force_, speed_)                                                     \
  .modes = n, .contacts = contacts_, .force = force_, .speed = speed_

#define ON_STRING(n)                                                                               \
  { .name = "string-" #n "-contacts", .regime = BENCH_STICKSLIP, STRINGS(1, n, 1.1, 0.1) }
#define ON_BODY(n)                                                                                 \
  { .name = "body-" #n "-contacts", .regime = BENCH_STICKSLIP, HANDS_ON(40, n, 10, 0.1) }

/* The cello's strings, each under a bow of its own. */
#define BOW(s, force_) "bow-" s ".velocity=0.15", "bow-" s ".force=" force_
#define CELLO .scene = "cello", .rate = 48000, .warm = 1
#define MANY_STRINGS(n)                                                                            \
  { .name = "strings-" #n, .regime = BENCH_HELMHOLTZ, STRINGS(n, 1, 1.1, 0.1) }
#define CELLOS(n)                                                                                  \
  {                                                                                                \
    .name = "cellos-" #n, .regime = BENCH_STICKSLIP, CELLO, .judged = {"bow-g"}, .copies = n,      \
    .seconds = 0.5                                                                                 \
  }

static const bench_workload table[] = {
    {.name = "reference", .regime = BENCH_NONE},

    /* one string with torsion and dispersion, controls held */
    {.name = "bowed-string", .regime = BENCH_HELMHOLTZ, STRINGS(1, 1, 1.1, 0.1)},
    {.name = "bowed-string-96k", .regime = BENCH_HELMHOLTZ, STRINGS(1, 1, 1.1, 0.1), .rate = 96000},
    {.name = "bowed-string-sticking", .regime = BENCH_STICKING, STRINGS(1, 1, 20, 1e-3)},
    {.name = "bowed-string-sliding", .regime = BENCH_SLIPPING, STRINGS(1, 1, 1.1, 3)},
    {.name = "bowed-string-pressed", .regime = BENCH_STICKSLIP, STRINGS(1, 1, 15, 0.1)},
    {.name = "bowed-string-silent", .regime = BENCH_SILENT, STRINGS(1, 1, 0, 0)},
    {.name = "bowed-string-decayed",
     .regime = BENCH_DECAYED,
     STRINGS(1, 1, 1.1, 0.1),
     .lift = 0.3,
     .warm = 4},
    {.name = "string-alone", .regime = BENCH_RINGING, .strings = 1},
    {.name = "string-hand-moving",
     .regime = BENCH_HELMHOLTZ,
     STRINGS(1, 1, 1.1, 0.1),
     .moving = BENCH_MOVE_HAND},
    {.name = "string-all-moving",
     .regime = BENCH_STICKSLIP,
     STRINGS(1, 1, 1.1, 0.1),
     .moving = BENCH_MOVE_HAND | BENCH_MOVE_PLACE},
    /* bristles whose damping is limited, each beside the plain ones */
    {.name = "plain-stiff",
     .regime = BENCH_STICKSLIP,
     STRINGS(1, 1, 1.1, 0.1),
     .parameter = {STIFF}},
    {.name = "limited", .regime = BENCH_STICKSLIP, STRINGS(1, 1, 1.1, 0.1), .parameter = {LIMIT}},
    {.name = "limited-sticking",
     .regime = BENCH_STICKING,
     STRINGS(1, 1, 20, 1e-3),
     .parameter = {LIMIT}},
    {.name = "limited-sliding",
     .regime = BENCH_SLIPPING,
     STRINGS(1, 1, 1.1, 3),
     .parameter = {LIMIT}},
    {.name = "limited-stiff",
     .regime = BENCH_STICKSLIP,
     STRINGS(1, 1, 1.1, 0.1),
     .parameter = {STIFF, LIMIT}},

    /* modes under a mass on a spring */
    {.name = "modal-1", .regime = BENCH_STICKSLIP, MASS_ON(1, 10, 0.05)},
    {.name = "modal-8", .regime = BENCH_STICKSLIP, MASS_ON(8, 10, 0.05)},
    {.name = "modal-32", .regime = BENCH_STICKSLIP, MASS_ON(32, 10, 0.05)},
    {.name = "modal-128", .regime = BENCH_STICKSLIP, MASS_ON(128, 10, 0.05)},
    {.name = "modal-512", .regime = BENCH_STICKSLIP, MASS_ON(512, 10, 0.05)},
    {.name = "modal-2048", .regime = BENCH_STICKSLIP, MASS_ON(2048, 10, 0.05)},
    {.name = "modal-16384",
     .regime = BENCH_STICKSLIP,
     MASS_ON(16384, 10, 0.05),
     .warm = 0.3,
     .seconds = 0.3},
    {.name = "modal-8-sliding", .regime = BENCH_SLIPPING, MASS_ON(8, 2, 5)},
    {.name = "modal-128-sliding", .regime = BENCH_SLIPPING, MASS_ON(128, 2, 5)},
    {.name = "modal-512-sliding", .regime = BENCH_SLIPPING, MASS_ON(512, 2, 5)},
    {.name = "modal-2-contacts", .regime = BENCH_STICKSLIP, HANDS_ON(32, 2, 10, 0.05)},
    {.name = "modal-4-contacts", .regime = BENCH_STICKSLIP, HANDS_ON(32, 4, 10, 0.1)},
    {.name = "modal-1-contact", .regime = BENCH_STICKSLIP, HANDS_ON(32, 1, 10, 0.05)},
    {.name = "modes-114-ringing", .regime = BENCH_RINGING, .modes = 114, .q = 3000},
    {.name = "modes-114-ringing-8", .regime = BENCH_RINGING, .modes = 114, .bodies = 8, .q = 3000},

    /* so many contacts on one string, and on a body of forty modes */
    ON_STRING(2),
    ON_STRING(3),
    ON_STRING(4),
    ON_STRING(5),
    ON_STRING(6),
    ON_STRING(7),
    ON_STRING(8),
    ON_STRING(9),
    ON_STRING(12),
    ON_STRING(16),
    ON_BODY(1),
    ON_BODY(2),
    ON_BODY(3),
    ON_BODY(4),
    ON_BODY(5),
    ON_BODY(6),
    ON_BODY(7),
    ON_BODY(8),
    ON_BODY(9),
    ON_BODY(12),
    ON_BODY(16),

    /* sixteen modes in every regime */
    {.name = "stick-slip", .regime = BENCH_STICKSLIP, MASS_ON(16, 10, 0.05)},
    {.name = "sliding", .regime = BENCH_SLIPPING, MASS_ON(16, 2, 5)},
    {.name = "sticking", .regime = BENCH_STICKING, MASS_ON(16, 2, 1e-5)},
    {.name = "squealing", .regime = BENCH_STICKSLIP, HANDS_ON(16, 1, 10, 0.05)},
    {.name = "silent", .regime = BENCH_SILENT, MASS_ON(16, 0, 0)},
    {.name = "decayed",
     .regime = BENCH_DECAYED,
     MASS_ON(16, 10, 0.05),
     .q = 5,
     .lift = 0.3,
     .warm = 20},

    /* many in one process */
    MANY_STRINGS(2),
    MANY_STRINGS(4),
    MANY_STRINGS(8),
    MANY_STRINGS(16),
    MANY_STRINGS(32),
    MANY_STRINGS(64),
    {.name = "strings-16-moving",
     .regime = BENCH_STICKSLIP,
     STRINGS(16, 1, 1.1, 0.1),
     .moving = BENCH_MOVE_HAND | BENCH_MOVE_PLACE},
    CELLOS(2),
    CELLOS(4),
    CELLOS(8),
    CELLOS(12),
    CELLOS(16),

    /* instruments by hand: one bow, two, four */
    {.name = "cello-plain-rate",
     .regime = BENCH_STICKSLIP,
     CELLO,
     .judged = {"bow-g"},
     .set = {"oversample=1"}},
    {.name = "cello-double-stop",
     .regime = BENCH_STICKSLIP,
     CELLO,
     .judged = {"bow-g", "bow-d"},
     .set = {BOW("d", "1")}},
    {.name = "cello-four-strings",
     .regime = BENCH_STICKSLIP,
     CELLO,
     .judged = {"bow-c", "bow-g", "bow-d", "bow-a"},
     .set = {BOW("c", "1.5"), BOW("d", "1"), BOW("a", "0.8")}},
    {0},
};

const bench_workload *bench_workloads(void) {
  return table;
}

static const bench_workload *find(const bench_workload *w, const char *name) {
  while (w->name && strcmp(w->name, name) != 0)
    w++;
  return w->name ? w : NULL;
}

const bench_workload *bench_find(const char *name) {
  const bench_workload *played = find(bench_played_workloads(), name);
  return played ? played : find(table, name);
}

int bench_voices(const bench_workload *w) {
  const int many = w->strings > w->copies ? w->strings : w->copies;
  const int most = many > w->bodies ? many : w->bodies;
  return most > 1 ? most : 1;
}

double bench_warm(const bench_workload *w) {
  return w->warm > 0 ? w->warm : 0.5;
}

double bench_seconds(const bench_workload *w) {
  return w->seconds > 0 ? w->seconds : 1;
}
