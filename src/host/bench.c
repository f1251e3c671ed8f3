/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin bench: what named workloads take, and whether they are in the regime they name. */
#include "bench/bench.h"
#include "host/common/commands.h"
#include "host/common/progress.h"
#include "host/common/stop.h"
#include "rosin.h"
#include "sound/temporary.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256, ROUNDS = 5, CALL = 64 };

static int add(bench_workload *all, int count, const bench_workload *w) {
  for (; w->name && count < MOST; w++)
    all[count++] = *w;
  return count;
}

/* All workloads: what is played leads, then shipped scenes, then strings and bodies alone. */
static int gather(bench_workload *all) {
  int count = add(all, 0, bench_played_workloads());
  count += bench_shipped(all + count, MOST - count);
  return add(all, count, bench_workloads());
}

/* Those that were asked for: all, or those whose names match. */
static int choose(const rosin_list *names, int workloads, const bench_workload *all,
                  const bench_workload **chosen) {
  int matched[ROSIN_LIST] = {0}, count = 0;
  for (int i = 0; i < workloads; i++) {
    int wanted = names->count == 0;
    for (int k = 0; k < names->count; k++)
      if (fnmatch(names->text[k], all[i].name, 0) == 0)
        wanted = matched[k] = 1;
    if (wanted)
      chosen[count++] = &all[i];
  }
  for (int k = 0; k < names->count; k++)
    if (!matched[k]) {
      rosin_complain(ROSIN_USAGE, "there is no workload '%s' (see rosin bench --list)",
                     names->text[k]);
      return -1;
    }
  return count;
}

static void list(int count, const bench_workload *const *w) {
  for (int i = 0; i < count; i++)
    printf("%-24s %s\n", w[i]->name, bench_regime_name(w[i]->regime));
}

static int write_json(const char *path, int count, const bench_workload *const *w,
                      const bench_result *r) {
  char *temporary = NULL;
  rosin_stop_catch(); /* while there is a temporary file */
  FILE *file = strcmp(path, "-") ? rosin_temporary_stream(path, &temporary) : stdout;
  if (file)
    bench_print_json(file, count, w, r);
  if (file == stdout) /* main looks at its errors */
    return -1;
  if (!file || rosin_temporary_close(file, temporary, path))
    return rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", path, strerror(errno));
  return -1;
}

static const char nothing[] = "its figures mean nothing";

/* Why a workload is no measurement. */
static int fail(const bench_workload *w, const bench_result *r) {
  if (bench_regime_is(r->regime, w->regime))
    return rosin_complain(ROSIN_FAILURE, "FAIL: %s leaves %lld samples unsolved: %s", w->name,
                          r->unconverged, nothing);
  if (w->tune)
    return rosin_complain(ROSIN_FAILURE, "FAIL: %s: of %d notes %d are heard: %s", w->name,
                          r->notes, r->heard, nothing);
  return rosin_complain(ROSIN_FAILURE, "FAIL: %s is %s, not %s: %s", w->name,
                        bench_regime_name(r->regime), bench_regime_name(w->regime), nothing);
}

/* Each that is none, a line; the exit status. */
static int judge(int count, const bench_workload *const *w, const bench_result *r) {
  int status = ROSIN_DONE;
  for (int i = 0; i < count; i++)
    if (!r[i].good)
      status = fail(w[i], &r[i]);
  return status;
}

static void draw(void *context, double share) {
  rosin_progress_draw(context, share);
}

static int measure(int count, const bench_workload *const *w, int call, int rounds,
                   bench_result *r) {
  rosin_error error;
  rosin_progress progress;
  int failed = 0;
  rosin_progress_start(&progress);
  for (int i = 0; i < count && !failed; i++)
    failed = bench_setup(w[i], call, &r[i], &error) || bench_judge(w[i], call, &r[i], &error);
  failed = failed || bench_time(count, w, call, rounds, r, draw, &progress, &error);
  rosin_progress_end(&progress);
  return failed ? rosin_complain(ROSIN_FAILURE, "%s", error.text) : -1;
}

static int bench(int words_count, char **words) {
  const char *json = NULL, *listed = NULL, *rounds_text = NULL, *call_text = NULL, *vector = NULL;
  double rounds = ROUNDS, call = CALL;
  rosin_list names;
  const rosin_option options[] = {
      {"json", 0, "FILE", "also as JSON; - for standard output alone", &json, NULL},
      {"rounds", 0, "N", "how often each is timed, in turn (5)", &rounds_text, NULL},
      {"call", 0, "FRAMES", "frames a call (64)", &call_text, NULL},
      {"vector", 0, "WIDTH", "modal banks on none, sse2, avx2 or avx512 (the widest there is)",
       &vector, NULL},
      {"list", 0, NULL, "only list the workloads, and the regimes they are meant to be in", &listed,
       NULL},
      {0}};
  int status = rosin_options_parse(&rosin_command_bench, options, words_count, words, &names);
  if (status >= 0)
    return status;
  if ((rounds_text && rosin_options_number("--rounds", rounds_text, "", 1, 99, &rounds)) ||
      (call_text && rosin_options_number("--call", call_text, "frames", 1, 4096, &call)))
    return ROSIN_USAGE;
  if (vector && bench_vector(vector))
    return rosin_complain(ROSIN_USAGE,
                          "--vector %s: must be none, sse2, avx2 or avx512, and this processor's",
                          vector);
  const bench_workload *chosen[MOST];
  static bench_result result[MOST];
  static bench_workload all[MOST];
  const int count = choose(&names, gather(all), all, chosen);
  if (count < 0)
    return ROSIN_USAGE;
  if (listed) {
    list(count, chosen);
    return ROSIN_DONE;
  }
  status = measure(count, chosen, (int)call, (int)rounds, result);
  if (status >= 0)
    return status;
  if (!(json && strcmp(json, "-") == 0))
    bench_print_table(count, chosen, result);
  if (json && (status = write_json(json, count, chosen, result)) >= 0)
    return status;
  return judge(count, chosen, result);
}

const rosin_command rosin_command_bench = {"bench", "bench [NAME]... [OPTION]...",
                                           "what named workloads take, and their regimes", bench};
