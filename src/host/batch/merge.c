/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of all shards, in order of jobs. They are copied into one file without a name first, and
 * fetched from there: 16 bytes of memory a row, however many shards there are. */
#include "error.h"
#include "host/batch/batch.h"
#include "host/batch/places.h"
#include "host/stop.h"
#include "scene/sound/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUTS = 3 };
static const char *const output[OUTPUTS] = {"manifest.csv", "manifest.jsonl", "SHA256SUMS"};

typedef struct {
  const char *folder;
  FILE *all; /* every row that was read */
  rosin_places places;
  rosin_record *record;
  int shards, of, ended;
} gathering;

/* All whole rows of a shard. */
static int gather(gathering *g, const char *path, rosin_error *error) {
  FILE *from = fopen(path, "rb");
  rosin_error cut;
  int status;
  if (!from)
    return rosin_fail(error, "%.300s: %s", path, strerror(errno));
  rosin_record_begin(g->record, from, path);
  g->record->separator = ',';
  while ((status = rosin_record_read(g->record, &cut)) > 0 && g->record->whole) {
    rosin_manifest_row row = {0};
    const long long at = (long long)ftello(g->all);
    const int taken = rosin_manifest_take(&row, g->record, &cut);
    if (taken == 0) {
      rosin_manifest_put(g->all, &row);
      status = rosin_places_add(&g->places, atoll(rosin_manifest_text(&row, ROSIN_COLUMN_JOB)), at);
    }
    rosin_manifest_free(&row);
    if (taken < 0 || status < 0)
      break;
  }
  fclose(from);
  return ferror(g->all) ? rosin_fail(error, "%.300s: %s", g->folder, strerror(errno)) : 0;
}

/* The shards there are: 0, or -1 and an error. */
static int gather_all(gathering *g, rosin_error *error) {
  char *own = rosin_batch_path(g->folder, ".rosin");
  DIR *at = own ? opendir(own) : NULL;
  int status =
      at ? 0 : rosin_fail(error, "%.300s: there is nothing that rosin batch made", g->folder);
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
  rosin_places_sort(&g->places);
  return status;
}

static void put_row(const rosin_manifest_row *row, FILE *const *to) {
  rosin_manifest_put(to[0], row);
  rosin_manifest_put_json(to[1], row);
  fprintf(to[2], "%s  %s\n", rosin_manifest_text(row, ROSIN_COLUMN_SHA256),
          rosin_manifest_text(row, ROSIN_COLUMN_NAME));
}

/* All rows in order. */
static int put_all(const gathering *g, FILE *const *to, rosin_error *error) {
  rosin_manifest_put_names(to[0]);
  for (size_t i = 0; i < g->places.count; i++) {
    rosin_manifest_row row = {0};
    int status = fseeko(g->all, (off_t)g->places.place[i].at, SEEK_SET) ? -1 : 1;
    if (status > 0)
      status = rosin_record_read(g->record, error);
    if (status > 0 && rosin_manifest_take(&row, g->record, error) == 0)
      put_row(&row, to);
    rosin_manifest_free(&row);
    if (status <= 0 || rosin_stopped(NULL))
      return rosin_fail(error, "%.300s: %s", g->folder,
                        rosin_stopped(NULL) ? "interrupted" : "cannot be read");
  }
  return 0;
}

static int write_all(const gathering *g, rosin_error *error) {
  char *path[OUTPUTS] = {0}, *name[OUTPUTS] = {0};
  FILE *to[OUTPUTS] = {0};
  int status = 0;
  for (int i = 0; i < OUTPUTS && status == 0; i++)
    if (!(path[i] = rosin_batch_path(g->folder, output[i])) ||
        !(to[i] = rosin_temporary_stream(path[i], &name[i])))
      status = rosin_fail(error, "%.300s/%s: %s", g->folder, output[i], strerror(errno));
  rosin_record_begin(g->record, g->all, g->folder);
  g->record->separator = ',';
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
  gathering g = {.folder = folder, .all = tmpfile(), .record = malloc(sizeof *g.record)};
  rosin_error error = {"out of memory"};
  int status = g.all && g.record ? gather_all(&g, &error) : -1;
  if (status == 0 && g.shards == 0)
    status = rosin_fail(&error, "%.300s: there is nothing that rosin batch made", folder);
  if (status == 0)
    status = write_all(&g, &error);
  const size_t rows = g.places.count;
  if (g.all)
    fclose(g.all);
  free(g.record);
  rosin_places_free(&g.places);
  if (status)
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_tell("%s/manifest.csv: %zu files", folder, rows);
  if (g.ended < g.of)
    return rosin_complain(ROSIN_FAILURE, "%s: %d of %d shards have come to their end", folder,
                          g.ended, g.of);
  return ROSIN_DONE;
}
