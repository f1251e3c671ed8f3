/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of all shards, in order of jobs, in as much memory however many they are (sorter.h). */
#include "error.h"
#include "host/batch/batch.h"
#include "host/manifest/sorter.h"
#include "host/stop.h"
#include "host/text.h"
#include "scene/sound/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUTS = 3, ROOM = 1 << 20 };
static const char *const output[OUTPUTS] = {"manifest.csv", "manifest.jsonl", "SHA256SUMS"};

typedef struct {
  const char *folder;
  rosin_sorter *rows;
  rosin_record *record;
  long long count;
  int shards, of, ended;
} gathering;

/* All whole rows of a shard. */
static int gather(gathering *g, const char *path, rosin_error *error) {
  FILE *from = fopen(path, "rb");
  rosin_error cut;
  int status = 0;
  if (!from)
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  rosin_record_begin(g->record, from, path);
  g->record->separator = ',';
  while (status == 0 && rosin_record_read(g->record, &cut) > 0 && g->record->whole) {
    const char *packed;
    size_t size;
    const int taken = rosin_manifest_pack(g->record, &packed, &size, &cut);
    if (taken < 0)
      break; /* what a kill has cut off, or a fault of the disk: made again */
    if (taken == 0)
      status = rosin_sorter_add(g->rows, atoll(packed), packed, size, error);
    if (rosin_stopped(NULL))
      status = rosin_fail(error, "interrupted");
  }
  fclose(from);
  return status;
}

/* The shards there are: 0, or -1 and an error. */
static int gather_all(gathering *g, rosin_error *error) {
  char *own = rosin_batch_path(g->folder, ".rosin");
  DIR *at = own ? opendir(own) : NULL;
  int status = at    ? 0
               : own ? rosin_fail(error, "%.300s: %s", own, strerror(errno))
                     : rosin_fail(error, "out of memory");
  for (struct dirent *e; at && status == 0 && (e = readdir(at));) {
    int k, n, end = 0;
    if (sscanf(e->d_name, "done-%d-of-%d", &k, &n) == 2)
      g->ended++;
    if (sscanf(e->d_name, "rows-%d-of-%d.csv%n", &k, &n, &end) != 2 || e->d_name[end])
      continue;
    g->shards++;
    g->of = n;
    char *path = rosin_batch_path(own, e->d_name);
    status = path ? gather(g, path, error) : rosin_fail(error, "out of memory");
    free(path);
  }
  if (at)
    closedir(at);
  free(own);
  return status == 0 ? rosin_sorter_end(g->rows, error) : -1;
}

static void put_row(const rosin_manifest_row *row, FILE *const *to) {
  rosin_manifest_put(to[0], row);
  rosin_manifest_put_json(to[1], row);
  fprintf(to[2], "%s  %s\n", rosin_manifest_text(row, ROSIN_COLUMN_SHA256),
          rosin_manifest_text(row, ROSIN_COLUMN_NAME));
}

/* All rows in order. */
static int put_all(gathering *g, FILE *const *to, rosin_error *error) {
  rosin_manifest_row row;
  char *packed;
  size_t size;
  int status;
  rosin_manifest_put_names(to[0]);
  while ((status = rosin_sorter_next(g->rows, &packed, &size, error)) > 0) {
    rosin_manifest_unpack(&row, packed);
    put_row(&row, to);
    g->count++;
    if (rosin_stopped(NULL))
      return rosin_fail(error, "interrupted");
  }
  return status;
}

static int write_all(gathering *g, rosin_error *error) {
  char *path[OUTPUTS] = {0}, *name[OUTPUTS] = {0};
  FILE *to[OUTPUTS] = {0};
  int status = 0;
  for (int i = 0; i < OUTPUTS && status == 0; i++)
    if (!(path[i] = rosin_batch_path(g->folder, output[i])) ||
        !(to[i] = rosin_temporary_stream(path[i], &name[i])))
      status = rosin_fail(error, "%.300s/%s: %s", g->folder, output[i], strerror(errno));
  if (status == 0)
    status = put_all(g, to, error);
  for (int i = 0; i < OUTPUTS; i++) {
    if (to[i] && status == 0 && rosin_temporary_close(to[i], name[i], path[i])) {
      status = rosin_fail(error, "%.300s: %s", path[i], strerror(errno));
    } else if (to[i] && status) {
      fclose(to[i]);
      rosin_temporary_drop(name[i]);
      free(name[i]);
    }
    to[i] = NULL;
    free(path[i]);
  }
  return status;
}

int rosin_batch_merge(const char *folder) {
  rosin_error error = {"out of memory"};
  char *own = rosin_batch_path(folder, ".rosin");
  gathering g = {.folder = folder, .record = malloc(sizeof *g.record)};
  int status = -1;
  if (own && g.record && access(own, F_OK))
    rosin_fail(&error, "%.300s: there is nothing that rosin batch made", folder);
  else if (own && g.record && (g.rows = rosin_sorter_new(own, ROOM, &error)))
    status = gather_all(&g, &error);
  if (status == 0 && g.shards == 0)
    status = rosin_fail(&error, "%.300s: there is nothing that rosin batch made", folder);
  if (status == 0)
    status = write_all(&g, &error);
  rosin_sorter_free(g.rows);
  free(g.record);
  free(own);
  if (status)
    return rosin_complain(ROSIN_FAILURE, "%s", rosin_stopped(NULL) ? "interrupted" : error.text);
  rosin_tell("%s/manifest.csv: %lld file%s", folder, g.count, rosin_text_plural(g.count));
  if (g.ended < g.of)
    return rosin_complain(ROSIN_FAILURE, "%s: %d of %d shards have come to their end", folder,
                          g.ended, g.of);
  return ROSIN_DONE;
}
