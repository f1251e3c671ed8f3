/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of all shards, in order of jobs, in as much memory however many they are (sorter.h). */
#include "batch/sealed.h"
#include "error.h"
#include "host/batch/batch.h"
#include "host/batch/damage.h"
#include "host/common/stop.h"
#include "host/common/text.h"
#include "host/manifest/marks.h"
#include "host/manifest/sorter.h"
#include "host/write/level.h"
#include "number.h"
#include "sound/temporary.h"

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
  rosin_sealed *sealed;
  long long count, limited;
  rosin_damage damage;
  rosin_marks *marks;
  int of, ended, old; /* shards; those that have come to their end, those that 0.2 made */
} gathering;

static int out_of_memory(rosin_error *error) {
  return rosin_fail(error, "out of memory");
}

static int add_row(gathering *g, rosin_error *error) {
  char *packed;
  size_t size;
  rosin_sealed *s = g->sealed;
  if (rosin_manifest_pack(&s->record, s->row_columns, &packed, &size, error))
    return -1;
  if (rosin_marks_add(g->marks, packed))
    return out_of_memory(error);
  return rosin_sorter_add(g->rows, strtoll(packed, NULL, 10), packed, size, error);
}

/* All rows of a shard that are whole; what is damaged is told. */
static int gather(gathering *g, FILE *from, const char *path, rosin_error *error) {
  rosin_sealed_found found = ROSIN_SEALED_FAILED;
  out_of_memory(error);
  if (rosin_sealed_begin(g->sealed, from, path) == 0)
    while ((found = rosin_sealed_next(g->sealed, error)) > ROSIN_SEALED_END) {
      if (found == ROSIN_SEALED_DAMAGE)
        rosin_damage_tell(&g->damage, error->text);
      else if (add_row(g, error))
        found = ROSIN_SEALED_FAILED;
      if (rosin_stopped(NULL))
        found = rosin_fail(error, "interrupted");
      if (found == ROSIN_SEALED_FAILED)
        break;
    }
  rosin_sealed_end(g->sealed);
  return found == ROSIN_SEALED_END ? 0 : -1;
}

/* 0.2 left a file for each shard that had come to its end. */
static int is_marked(const char *own, int k, int of) {
  char name[64];
  snprintf(name, sizeof name, "done-%d-of-%d", k, of);
  char *path = rosin_batch_path(own, name);
  const int marked = path && access(path, F_OK) == 0;
  free(path);
  return marked;
}

/* Whether the shard that was read came to its end; else what is known of it is told. */
static void look_at_end(gathering *g, const char *own, const char *path, int k) {
  const rosin_sealed *s = g->sealed;
  char shard[ROSIN_SEALED_OF];
  snprintf(shard, sizeof shard, "shard %d/%d", k, g->of);
  const int old = s->columns == ROSIN_COLUMNS_0_2, other = s->closed && strcmp(s->of, shard) != 0;
  const int ended = old ? is_marked(own, k, g->of) && !s->cut : s->closed && !other;
  g->old += old;
  g->ended += ended && !s->damaged;
  if (other)
    rosin_complain(ROSIN_FAILURE, "%s: holds rows of %s", path, s->of);
  else if (!ended && !s->ended)
    rosin_complain(ROSIN_FAILURE, "%s: is unfinished: its rows have no %s", path,
                   old ? "end" : "closing row");
}

static int gather_shard(gathering *g, const char *own, int k, rosin_error *error) {
  char name[64];
  snprintf(name, sizeof name, "rows-%d-of-%d.csv", k, g->of);
  char *path = rosin_batch_path(own, name);
  FILE *from = path ? fopen(path, "rb") : NULL;
  int status = 0;
  if (!path)
    status = out_of_memory(error);
  else if (!from && errno == ENOENT)
    rosin_complain(ROSIN_FAILURE, "%s: is not there", path);
  else if (!from)
    status = rosin_fail(error, "%.300s: %s", path, strerror(errno));
  else if ((status = gather(g, from, path, error)) == 0)
    look_at_end(g, own, path, k);
  if (from)
    fclose(from);
  free(path);
  return status;
}

/* How many shards the folder was cut into: 0, or -1 and an error. */
static int count_shards(gathering *g, const char *own, rosin_error *error) {
  DIR *at = opendir(own);
  int status = at ? 0 : rosin_fail(error, "%.300s: %s", own, strerror(errno));
  for (struct dirent *e; at && status == 0 && (e = readdir(at));) {
    int k, n, end = 0;
    if (sscanf(e->d_name, "rows-%d-of-%d.csv%n", &k, &n, &end) != 2 || e->d_name[end] || k < 1 ||
        k > n)
      continue;
    if (g->of && g->of != n)
      status = rosin_fail(error, "%.300s: has rows of %d shards and of %d", own, g->of, n);
    g->of = n;
  }
  if (at)
    closedir(at);
  return status;
}

/* The shards there are, in their order: 0, or -1 and an error. */
static int gather_all(gathering *g, const char *own, rosin_error *error) {
  int status = count_shards(g, own, error);
  for (int k = 1; k <= g->of && status == 0; k++)
    status = gather_shard(g, own, k, error);
  rosin_damage_end(&g->damage, g->folder);
  if (status == 0 && rosin_marks_end(g->marks))
    status = out_of_memory(error);
  return status == 0 ? rosin_sorter_end(g->rows, error) : -1;
}

static int is_whole(const gathering *g) {
  return g->ended == g->of && !g->damage.told && !rosin_batch_folder_waits(g->folder);
}

/* A row into all three, and into the hash of the first. */
static int put_row(rosin_manifest_row *row, FILE *const *to, rosin_sha256 *hash) {
  size_t size;
  char *line = rosin_manifest_line(row, &size);
  if (!line)
    return -1;
  rosin_sha256_add(hash, line, size);
  fwrite(line, 1, size, to[0]);
  free(line);
  rosin_manifest_put_json(to[1], row, ROSIN_COLUMNS);
  fprintf(to[2], "%s  %s\n", rosin_manifest_text(row, ROSIN_COLUMN_SHA256),
          rosin_manifest_text(row, ROSIN_COLUMN_NAME));
  return 0;
}

static int put_names(FILE *to, rosin_sha256 *hash) {
  char *names = NULL;
  size_t size = 0;
  FILE *text = open_memstream(&names, &size);
  if (!text)
    return -1;
  rosin_manifest_put_names(text, ROSIN_COLUMNS);
  const int status = fclose(text);
  if (status == 0) {
    rosin_sha256_begin(hash);
    rosin_sha256_add(hash, names, size);
    fwrite(names, 1, size, to);
  }
  free(names);
  return status;
}

/* All rows in order, and the closing row. */
static int put_all(gathering *g, FILE *const *to, rosin_error *error) {
  rosin_manifest_row row;
  rosin_sha256 hash;
  char *packed;
  size_t size;
  int status;
  if (put_names(to[0], &hash))
    return out_of_memory(error);
  while ((status = rosin_sorter_next(g->rows, &packed, &size, error)) > 0) {
    rosin_manifest_unpack(&row, packed);
    rosin_marks_put(g->marks, &row);
    if (put_row(&row, to, &hash))
      return out_of_memory(error);
    g->count++;
    g->limited +=
        rosin_number_read(rosin_manifest_text(&row, ROSIN_COLUMN_LIMITED), NULL) > ROSIN_LEVEL_TOLD;
    if (rosin_stopped(NULL))
      return rosin_fail(error, "interrupted");
  }
  char *end = rosin_sealed_close(hash, g->count, is_whole(g) ? "complete" : "incomplete", &size);
  if (!end)
    return out_of_memory(error);
  fwrite(end, 1, size, to[0]);
  free(end);
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

/* What there is to say of what was merged. An exit status. */
static int report(const gathering *g) {
  rosin_tell("%s/manifest.csv: %lld file%s", g->folder, g->count, rosin_text_plural(g->count));
  rosin_level_tell_limited(g->limited, ": see the manifest's column limited");
  if (g->old)
    rosin_tell("%s: %d of %d shard%s of rosin 0.2, whose rows carried no hashes", g->folder, g->old,
               g->of, g->of == 1 ? " is" : "s are");
  if (g->ended < g->of)
    rosin_complain(ROSIN_FAILURE, "%s: %d of %d shards have come to their end", g->folder, g->ended,
                   g->of);
  if (g->ended == g->of && rosin_batch_folder_waits(g->folder))
    rosin_complain(ROSIN_FAILURE,
                   "%s: its files are not kept apart yet: run any of the shards again", g->folder);
  if (is_whole(g)) {
    rosin_marks_tell(g->marks, g->folder);
    return ROSIN_DONE;
  }
  return rosin_complain(ROSIN_FAILURE,
                        "%s: the manifest is incomplete: make what is left, merge "
                        "again",
                        g->folder);
}

int rosin_batch_merge(const char *folder) {
  rosin_error error = {"out of memory"};
  char *own = rosin_batch_path(folder, ".rosin");
  gathering g = {.folder = folder, .sealed = malloc(sizeof *g.sealed)};
  int status = -1;
  if (own && g.sealed && access(own, F_OK))
    rosin_fail(&error, "%.300s: there is nothing that rosin batch made", folder);
  else if (own && g.sealed && (g.marks = rosin_marks_new()) &&
           (g.rows = rosin_sorter_new(own, ROOM, &error)))
    status = gather_all(&g, own, &error);
  if (status == 0 && g.of == 0)
    status = rosin_fail(&error, "%.300s: there is nothing that rosin batch made", folder);
  if (status == 0)
    status = write_all(&g, &error);
  const int told = status ? 0 : report(&g);
  rosin_marks_free(g.marks);
  rosin_sorter_free(g.rows);
  free(g.sealed);
  free(own);
  if (status)
    return rosin_complain(ROSIN_FAILURE, "%s", rosin_stopped(NULL) ? "interrupted" : error.text);
  return told;
}
