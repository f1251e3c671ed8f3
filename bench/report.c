/* SPDX-License-Identifier: BSD-3-Clause */
/* Results of workloads as a table for people, and as JSON. */
#include "bench/bench.h"
#include "format.h"

#include <stdio.h>

void bench_print_table(int count, const bench_workload *const *w, const bench_result *r) {
  printf("%-24s %-11s %7s %5s %9s %9s %7s %7s %6s %9s %8s\n", "", "regime", "elastic", "evals",
         "ns/frame", "median", "x real", "voices", "worst", "set-up", "memory");
  printf("%-24s %-11s %7s %5s %9s %9s %7s %7s %6s %9s %8s\n", "", "", "%", "mean", "least", "",
         "time", "a core", "call", "ms", "KiB");
  for (int i = 0; i < count; i++) {
    const double real = 1e9 / (r[i].least * r[i].rate);
    rosin_print(stdout, "%-24s %-11s %7.1f %5.2f %9.1f %9.1f %7.1f %7.1f %6.2f %9.3f %8.0f\n",
                w[i]->name, bench_regime_name(r[i].regime), 100 * r[i].elastic, r[i].iterations,
                r[i].least, r[i].median, real, real * r[i].voices, r[i].worst_call,
                1e3 * r[i].setup, r[i].memory / 1024);
  }
}

void bench_print_json(FILE *file, int count, const bench_workload *const *w,
                      const bench_result *r) {
  for (int i = 0; i < count; i++) {
    const double real = 1e9 / (r[i].least * r[i].rate);
    rosin_print(
        file,
        "%s  \"%s\": {\"regime\": \"%s\", \"meant\": \"%s\", \"good\": %s, \"elastic\": %.4f, "
        "\"iterations\": %.3f, \"unconverged\": %lld,\n    \"ns\": %.2f, \"median\": %.2f, "
        "\"rate\": %g, \"real_time\": %.3f, \"voices\": %d, \"voices_a_core\": %.2f,\n    "
        "\"worst_call\": %.3f, \"setup_ms\": %.4f, "
        "\"memory_bytes\": %.0f}",
        i ? ",\n" : "{\n", w[i]->name, bench_regime_name(r[i].regime),
        bench_regime_name(w[i]->regime), r[i].good ? "true" : "false", r[i].elastic,
        r[i].iterations, r[i].unconverged, r[i].least, r[i].median, r[i].rate, real, r[i].voices,
        real * r[i].voices, r[i].worst_call, 1e3 * r[i].setup, r[i].memory);
  }
  fputs("\n}\n", file);
}
