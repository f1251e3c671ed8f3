/* SPDX-License-Identifier: BSD-3-Clause */
/* Results of workloads as a table for people, and as JSON. */
#include "bench/bench.h"
#include "format.h"

#include <stdio.h>

static void head(const char *const *words) {
  static const char *const layout = "%-24s %-11s %7s %5s %9s %9s %7s %7s %7s %6s %9s %8s %9s %8s\n";
  printf(layout, "", words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7],
         words[8], words[9], words[10], words[11], words[12]);
}

/* Frames a second over those of its rate; share of a core that it takes. */
static double real_time(const bench_result *r) {
  return 1e9 / (r->least * r->rate);
}

static double share(const bench_result *r) {
  return 1e-9 * r->least * r->rate;
}

void bench_print_table(int count, const bench_workload *const *w, const bench_result *r) {
  static const char *const words[][13] = {
      {"regime", "elastic", "evals", "ns/frame", "median", "of a", "x real", "voices", "worst",
       "set-up", "memory", "second", "its"},
      {"", "%", "mean", "least", "", "core %", "time", "a core", "call", "ms", "KiB", "ms", "KiB"}};
  head(words[0]);
  head(words[1]);
  for (int i = 0; i < count; i++)
    rosin_print(stdout,
                "%-24s %-11s %7.1f %5.2f %9.1f %9.1f %7.2f %7.1f %7.1f %6.2f %9.3f %8.0f %9.3f "
                "%8.0f\n",
                w[i]->name, bench_regime_name(r[i].regime), 100 * r[i].elastic, r[i].iterations,
                r[i].least, r[i].median, 100 * share(&r[i]), real_time(&r[i]),
                real_time(&r[i]) * r[i].voices, r[i].worst_call, 1e3 * r[i].setup,
                r[i].memory / 1024, 1e3 * r[i].second_setup, r[i].second_memory / 1024);
}

static void print_object(FILE *file, const bench_workload *w, const bench_result *r) {
  rosin_print(file,
              "\"%s\": {\"regime\": \"%s\", \"meant\": \"%s\", \"good\": %s, \"elastic\": %.4f, "
              "\"iterations\": %.3f, \"unconverged\": %lld,\n    \"ns\": %.2f, \"median\": %.2f, "
              "\"rate\": %g, \"core_percent\": %.4f, \"real_time\": %.3f, \"voices\": %d, "
              "\"voices_a_core\": %.2f,\n    \"worst_call\": %.3f, \"setup_ms\": %.4f, "
              "\"memory_bytes\": %.0f, \"second_setup_ms\": %.4f, \"second_memory_bytes\": %.0f",
              w->name, bench_regime_name(r->regime), bench_regime_name(w->regime),
              r->good ? "true" : "false", r->elastic, r->iterations, r->unconverged, r->least,
              r->median, r->rate, 100 * share(r), real_time(r), r->voices, real_time(r) * r->voices,
              r->worst_call, 1e3 * r->setup, r->memory, 1e3 * r->second_setup, r->second_memory);
  if (w->tune)
    fprintf(file, ", \"notes\": %d, \"heard\": %d", r->notes, r->heard);
  fputs("}", file);
}

void bench_print_json(FILE *file, int count, const bench_workload *const *w,
                      const bench_result *r) {
  for (int i = 0; i < count; i++) {
    fputs(i ? ",\n  " : "{\n  ", file);
    print_object(file, w[i], &r[i]);
  }
  fputs("\n}\n", file);
}
