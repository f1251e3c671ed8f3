/* SPDX-License-Identifier: BSD-3-Clause */
/* alone ROUNDS CALL NAME...: workloads as JSON, with no command around them, so that any version of
 * the engine can be timed by the same text. */
#include "bench/bench.h"

#include <stdlib.h>

enum { MOST = 256 };

int main(int argc, char **argv) {
  static bench_result result[MOST];
  const bench_workload *w[MOST];
  rosin_error error = {""};
  int count = 0, failed = argc < 4 || argc > MOST;
  const int rounds = failed ? 0 : atoi(argv[1]), call = failed ? 0 : atoi(argv[2]);
  for (int i = 3; i < argc && !failed; i++) {
    w[count] = bench_find(argv[i]);
    failed = !w[count] || bench_setup(w[count], call, &result[count], &error) ||
             bench_judge(w[count], call, &result[count], &error);
    count++;
  }
  if (failed || bench_time(count, w, call, rounds, result, NULL, NULL, &error)) {
    fprintf(stderr, "alone ROUNDS CALL NAME...: %s\n", error.text);
    return 1;
  }
  bench_print_json(stdout, count, w, result);
  return 0;
}
