/* SPDX-License-Identifier: BSD-3-Clause */
/* What scenes cost as `rosin bench` times them: all take turns, and of each call the least time of
 * its rounds counts. A line for each: nanoseconds a frame at 48 kHz.
 *
 *   cost ROUNDS SCENE... */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 32, CALL = 64 };

int main(int count, char **words) {
  static bench_workload workload[MOST];
  static bench_result result[MOST];
  const bench_workload *list[MOST];
  rosin_error error;
  const int scenes = count - 2, rounds = count > 2 ? atoi(words[1]) : 0;
  if (scenes < 1 || scenes > MOST || rounds < 1 || rounds > 99) {
    fprintf(stderr, "usage: cost ROUNDS SCENE... (1 to 99 rounds, 1 to %d scenes)\n", MOST);
    return 2;
  }
  for (int i = 0; i < scenes; i++) {
    workload[i] = (bench_workload){.name = words[i + 2],
                                   .regime = BENCH_STICKSLIP,
                                   .scene = words[i + 2],
                                   .rate = 48000,
                                   .warm = 1};
    list[i] = &workload[i];
  }
  if (bench_time(scenes, list, CALL, rounds, result, NULL, NULL, &error)) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  for (int i = 0; i < scenes; i++)
    printf("%s %.1f\n", words[i + 2], result[i].least);
  return 0;
}
