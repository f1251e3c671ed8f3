/* SPDX-License-Identifier: BSD-3-Clause */
/* alone ROUNDS CALL VECTOR NAME...: workloads as JSON, with no command around them, so that any
 * version of the engine can be timed by the same text; VECTOR as in `rosin bench --vector`, or "-".
 * A scene of an older engine does not say how it is timed: it is given as
 * SCENE:CONTACT:REGIME:WARM:FREQUENCY, the last two in thousandths, which no locale reads
 * otherwise. */
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 256 };

static bench_regime regime_of(const char *name) {
  bench_regime regime = BENCH_MIXED;
  while (regime > BENCH_NONE && strcmp(bench_regime_name(regime), name) != 0)
    regime--;
  return regime;
}

/* A scene's workload from such words, which are cut up: 0, or -1. */
static int of_scene(char *text, bench_workload *w) {
  char *rest, *name = strtok_r(text, ":", &rest), *contact = strtok_r(NULL, ":", &rest);
  const char *regime = strtok_r(NULL, ":", &rest), *warm = strtok_r(NULL, ":", &rest);
  const char *frequency = strtok_r(NULL, ":", &rest);
  if (!frequency || strlen(contact) >= BENCH_NAME)
    return -1;
  *w = (bench_workload){.name = name,
                        .scene = name,
                        .regime = regime_of(regime),
                        .warm = 1e-3 * strtol(warm, NULL, 10),
                        .frequency = 1e-3 * strtol(frequency, NULL, 10)};
  memcpy(w->judged[0], contact, strlen(contact) + 1);
  return 0;
}

int main(int argc, char **argv) {
  static bench_result result[MOST];
  static bench_workload given[MOST];
  const bench_workload *w[MOST];
  rosin_error error = {""};
  int count = 0, failed = argc < 5 || argc > MOST;
  const int rounds = failed ? 0 : atoi(argv[1]), call = failed ? 0 : atoi(argv[2]);
  failed = failed || (strcmp(argv[3], "-") != 0 && bench_vector(argv[3]));
  for (int i = 4; i < argc && !failed; i++) {
    w[count] = bench_find(argv[i]);
    if (!w[count] && of_scene(argv[i], &given[count]) == 0)
      w[count] = &given[count];
    failed = !w[count] || bench_setup(w[count], call, &result[count], &error) ||
             bench_judge(w[count], call, &result[count], &error);
    count++;
  }
  if (failed || bench_time(count, w, call, rounds, result, NULL, NULL, &error)) {
    fprintf(stderr, "alone ROUNDS CALL VECTOR NAME...: %s\n", error.text);
    return 1;
  }
  bench_print_json(stdout, count, w, result);
  return 0;
}
