/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin batch: many files from a list. */
#include "host/batch/batch.h"
#include "host/common/commands.h"
#include "host/common/crew.h"
#include "host/common/stop.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  const char *output, *name, *shard, *threads, *hours, *estimate, *merge, *verify, *page, *wwise,
      *any_files, *rows;
} arguments;

static int choose(const arguments *a, rosin_batch *b) {
  double threads;
  if (rosin_crew_choose(a->threads, &threads))
    return ROSIN_USAGE;
  b->hours = 0;
  if (a->hours && rosin_options_number("--hours", a->hours, "", 1e-3, 1e6, &b->hours))
    return ROSIN_USAGE;
  b->rows = 10000;
  if (a->rows && !a->page)
    return rosin_complain(ROSIN_USAGE, "--rows: needs --page");
  if (a->rows && rosin_options_number("--rows", a->rows, "", 1, 100000, &b->rows))
    return ROSIN_USAGE;
  b->shard = (rosin_shard){1, 1};
  if (a->shard && rosin_shard_parse(a->shard, &b->shard))
    return rosin_complain(ROSIN_USAGE, "--shard %s: must be K/N, K from 1 to N", a->shard);
  b->threads = (int)threads;
  b->folder = a->output ? a->output : ".";
  b->rate = rosin_batch_folder_rate(b->folder);
  b->name = a->name;
  b->any_files = a->any_files != NULL;
  return -1;
}

/* What is asked of a folder that was made. */
static int look_back(const arguments *a, const rosin_batch *b) {
  const int asked =
      (a->merge != NULL) + (a->verify != NULL) + (a->page != NULL) + (a->wwise != NULL);
  if (asked > 1)
    return rosin_complain(ROSIN_USAGE, "--merge, --verify, --page and --wwise: one at a time");
  return a->merge    ? rosin_batch_merge(b->list)
         : a->verify ? rosin_batch_verify(b->list, b->threads)
         : a->wwise  ? rosin_batch_wwise(b->list)
                     : rosin_batch_page(b->list, (int)b->rows, b->threads);
}

/* The list is read twice. */
static int check_list(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 && !S_ISREG(found.st_mode)
             ? rosin_complain(ROSIN_USAGE, "%s: must be a plain file", path)
             : -1;
}

static int batch(int count, char **words) {
  arguments a = {0};
  rosin_list rest;
  rosin_batch b = {0};
  rosin_batch_plan plan;
  const rosin_option table[] = {
      {"output", 'o', "FOLDER", "where the files go (this folder)", &a.output, NULL},
      {"name", 0, "TEMPLATE", "names, as {scene}-{n:03}; ucs: Universal Category System", &a.name,
       NULL},
      {"shard", 0, "K/N", "the Kth of N parts alone", &a.shard, NULL},
      {"threads", 'j', "N", "cores to use (all)", &a.threads, NULL},
      {"estimate", 0, NULL, "say what it would take, and make nothing", &a.estimate, NULL},
      {"hours", 0, "H", "begin only if it takes no longer", &a.hours, NULL},
      {"merge", 0, NULL, "write the manifest of FOLDER from its shards", &a.merge, NULL},
      {"verify", 0, NULL, "check every file of FOLDER's manifest", &a.verify, NULL},
      {"page", 0, NULL, "write FOLDER/index.html, to look and listen", &a.page, NULL},
      {"wwise", 0, NULL, "write FOLDER/wwise.txt, a table that Wwise imports", &a.wwise, NULL},
      {"rows", 0, "N", "with --page: sounds to a page (10000)", &a.rows, NULL},
      {"allow-files", 0, NULL, "let scenes read files outside their folders, and links",
       &a.any_files, NULL},
      {0}};
  int status = rosin_options_parse(&rosin_command_batch, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count != 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_batch.usage);
  b.list = rest.text[0];
  rosin_stop_catch();
  if ((status = choose(&a, &b)) >= 0)
    return status;
  if (a.merge || a.verify || a.page || a.wwise)
    return look_back(&a, &b);
  if ((status = check_list(b.list)) >= 0 || (status = rosin_batch_plan_read(&b, &plan)) >= 0)
    return status;
  if (a.estimate) {
    status = rosin_batch_plan_fits(&b, &plan, 0);
    return status < 0 ? ROSIN_DONE : status;
  }
  return rosin_batch_run(&b, &plan);
}

const rosin_command rosin_command_batch = {"batch", "batch LIST [-o FOLDER] [OPTION]...",
                                           "many files from a list, in shards, with a manifest",
                                           batch};
