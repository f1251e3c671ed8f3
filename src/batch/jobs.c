/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists: .csv, a row a line, with the first line's names for keys; or a text in the form of
 * scenes, whose groups may stand for many rows. */
#include "batch/jobs.h"

#include "batch/asset.h"
#include "batch/jobs_config.h"
#include "batch/record.h"
#include "error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rosin_jobs {
  char *path;
  FILE *file;
  rosin_record *record; /* of a CSV file */
  int columns;
  char *column[ROSIN_RECORD_FIELDS];
  rosin_jobs_config *config;
  long long rows, listed;
  /* A row that becomes several: */
  rosin_jobs_row row;
  rosin_asset_steps steps;
  int parts, part[ROSIN_ASSET_PARTS];
  int made, makes; /* of them */
};

/* The first line: names of the columns. */
static int take_names(rosin_jobs *jobs, rosin_error *error) {
  int scene = 0;
  const int status = rosin_record_read(jobs->record, error);
  if (status < 0)
    return -1;
  for (int i = 0; status && i < jobs->record->fields; i++) {
    const char *name = jobs->record->field[i];
    for (int k = 0; k < i; k++)
      if (*name && strcmp(name, jobs->column[k]) == 0)
        return rosin_fail(error, "%.300s:%d: two columns are named %.80s", jobs->path,
                          jobs->record->line, name);
    if (!(jobs->column[i] = strdup(name)))
      return rosin_fail(error, "out of memory");
    jobs->columns++;
    scene |= strcmp(name, "scene") == 0;
  }
  return scene
             ? 0
             : rosin_fail(error, "%.300s: the first line must name the columns, one of them scene",
                          jobs->path);
}

rosin_jobs *rosin_jobs_open(const char *path, rosin_error *error) {
  const char *dot = strrchr(path, '.');
  rosin_jobs *jobs = calloc(1, sizeof *jobs);
  int status = -1;
  rosin_fail(error, "out of memory");
  if (jobs && (jobs->path = strdup(path)) && !(jobs->file = fopen(path, "rb")))
    rosin_fail(error, "%.300s: %s", path, strerror(errno));
  if (jobs && jobs->file && dot && strcmp(dot, ".csv") == 0) {
    if ((jobs->record = malloc(sizeof *jobs->record))) {
      rosin_record_begin(jobs->record, jobs->file, jobs->path);
      status = take_names(jobs, error);
    }
  } else if (jobs && jobs->file) {
    jobs->config = rosin_jobs_config_read(jobs->file, jobs->path, error);
    status = jobs->config ? 0 : -1;
  }
  if (status == 0)
    return jobs;
  rosin_jobs_close(jobs);
  return NULL;
}

static int next_record(rosin_jobs *jobs, rosin_jobs_row *row, rosin_error *error) {
  rosin_record *r = jobs->record;
  rosin_error what;
  const int status = rosin_record_read(r, error);
  if (status <= 0)
    return status;
  rosin_jobs_plain(row);
  row->line = row->at.line = r->line;
  if (r->fields != jobs->columns)
    return rosin_fail(error, "%.300s:%d: %d columns, but the first line has %d", jobs->path,
                      r->line, r->fields, jobs->columns);
  for (int i = 0; i < r->fields; i++)
    if (*r->field[i] && *jobs->column[i] &&
        rosin_jobs_put(row, jobs->column[i], r->field[i], &what))
      return rosin_jobs_fail(jobs->path, row->at, what.text, error);
  if (row->variations < 1 && (row->spreads || row->distinct > 0))
    return rosin_fail(error, "%.300s:%d: %s: needs variations", jobs->path, r->line,
                      row->spreads ? "spread" : "distinct");
  return 1;
}

/* The next row as it is listed. */
static int next_listed(rosin_jobs *jobs, rosin_jobs_row *row, rosin_error *error) {
  rosin_error what;
  do {
    const int status = jobs->config ? rosin_jobs_config_next(jobs->config, row, error)
                                    : next_record(jobs, row, error);
    if (status <= 0)
      return status;
    row->listed = ++jobs->listed;
    if (rosin_jobs_check(row, &what) || rosin_asset_steps_read(row->steps, &jobs->steps, &what) ||
        (jobs->parts = rosin_asset_parts_read(row->part, jobs->part, &what)) < 0)
      return rosin_jobs_fail(jobs->path, (rosin_jobs_at){row->line, 0}, what.text, error);
  } while (*row->verdict && strcmp(row->verdict, "keep") != 0);
  jobs->made = 0;
  jobs->makes = (jobs->parts ? jobs->parts : 1) * (jobs->steps.count ? jobs->steps.count : 1);
  return 1;
}

/* One of the rows that the listed one becomes: part by part, of each all steps. */
static int make_one(rosin_jobs *jobs, rosin_jobs_row *row, rosin_error *error) {
  const int steps = jobs->steps.count ? jobs->steps.count : 1;
  char text[128];
  rosin_error what;
  *row = jobs->row;
  if (jobs->parts)
    snprintf(row->part, sizeof row->part, "%s", rosin_asset_part[jobs->part[jobs->made / steps]]);
  if (jobs->steps.count) {
    row->step = jobs->made % steps + 1;
    rosin_asset_step(&jobs->steps, row->step, text, sizeof text);
    row->at = (rosin_jobs_at){row->line, 0};
    if (rosin_jobs_add(row, 0, text, &what))
      return rosin_jobs_fail(jobs->path, row->at, what.text, error);
  }
  jobs->made++;
  return 1;
}

int rosin_jobs_next(rosin_jobs *jobs, rosin_jobs_row *row, rosin_error *error) {
  if (jobs->made == jobs->makes) {
    const int status = next_listed(jobs, &jobs->row, error);
    if (status <= 0)
      return status;
  }
  jobs->row.row = ++jobs->rows;
  return make_one(jobs, row, error);
}

void rosin_jobs_close(rosin_jobs *jobs) {
  if (!jobs)
    return;
  rosin_jobs_config_free(jobs->config);
  for (int i = 0; i < jobs->columns; i++)
    free(jobs->column[i]);
  free(jobs->record);
  if (jobs->file)
    fclose(jobs->file);
  free(jobs->path);
  free(jobs);
}
