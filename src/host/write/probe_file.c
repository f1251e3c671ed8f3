/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/write/probe_file.h"
#include "error.h"
#include "format.h"
#include "sound/sound_file.h"
#include "sound/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROBES = 64, FRAMES = 256 };

struct rosin_probe_file {
  char *path, *temporary; /* temporary: NULL where it is written in place */
  int count, failed;
  int signal[PROBES];
  double rate;
  long long limit; /* engine samples of the scene: the decimator looks further ahead */
  FILE *csv;
  rosin_sound_file *sound;
  float buffer[PROBES * FRAMES];
  rosin_error error;
};

int rosin_probe_names(char *list, const char **name, int most) {
  int count = 0;
  char *save = NULL;
  for (char *s = strtok_r(list, ",", &save); s; s = strtok_r(NULL, ",", &save)) {
    if (count == most)
      return -1;
    name[count++] = s;
  }
  return count;
}

static int fail(rosin_probe_file *f) {
  return f->failed =
             rosin_fail(&f->error, "%.400s: cannot be written: %s", f->path, strerror(errno));
}

static void destroy(rosin_probe_file *f) {
  free(f->path);
  free(f->temporary);
  free(f);
}

static void write_csv(rosin_probe_file *f, const rosin_network *n, long long first, int frames) {
  for (int i = 0; i < frames; i++) {
    /* signals are means over the sample: its middle */
    rosin_print(f->csv, "%.10g", ((double)(first + i) + 0.5) / f->rate);
    for (int k = 0; k < f->count; k++)
      rosin_print(f->csv, ",%.10g", rosin_network_read(n, f->signal[k])[i]);
    fputc('\n', f->csv);
  }
  if (ferror(f->csv))
    fail(f);
}

static void tap(void *context, const rosin_network *n, long long first, int frames) {
  rosin_probe_file *f = context;
  if (first + frames > f->limit)
    frames = first < f->limit ? (int)(f->limit - first) : 0;
  if (f->failed || frames < 1)
    return;
  if (f->csv) {
    write_csv(f, n, first, frames);
    return;
  }
  for (int i = 0; i < frames; i++)
    for (int k = 0; k < f->count; k++)
      f->buffer[i * f->count + k] = (float)rosin_network_read(n, f->signal[k])[i];
  f->failed = rosin_sound_file_write(f->sound, f->buffer, frames, &f->error);
}

static int open_csv(rosin_probe_file *f, int count, const char *const *names) {
  if (strcmp(f->path, "-") == 0)
    f->csv = stdout;
  else
    f->csv = rosin_temporary_stream(f->path, &f->temporary);
  if (!f->csv)
    return fail(f);
  fputs("time", f->csv);
  for (int k = 0; k < count; k++)
    fprintf(f->csv, ",%s", names[k]);
  fputc('\n', f->csv);
  return 0;
}

rosin_probe_file *rosin_probe_file_create(const char *path, rosin_scene *scene, int count,
                                          const char *const *names, rosin_error *error) {
  rosin_probe_file *f = calloc(1, sizeof *f);
  if (!f || count > PROBES || !(f->path = strdup(path))) {
    rosin_fail(error, "%.400s: cannot be written: %s", path,
               count > PROBES ? "too many signals" : "out of memory");
    free(f);
    return NULL;
  }
  f->count = count;
  f->rate = rosin_scene_engine_rate(scene);
  f->limit = llround(rosin_scene_duration(scene) * f->rate);
  for (int k = 0; k < count; k++)
    f->signal[k] = rosin_scene_probe_signal(scene, k);
  const char *dot = strrchr(path, '.');
  const int csv = strcmp(path, "-") == 0 || (dot && strcmp(dot, ".csv") == 0);
  if (!csv)
    f->sound = rosin_sound_file_create(path, (int)f->rate, count, ROSIN_SAMPLE_FLOAT, &f->error);
  if (csv ? open_csv(f, count, names) : !f->sound) {
    rosin_fail(error, "%s", f->error.text);
    destroy(f);
    return NULL;
  }
  rosin_scene_set_tap(scene, tap, f);
  return f;
}

int rosin_probe_file_failed(const rosin_probe_file *f) {
  return f->failed;
}

static int close_csv(rosin_probe_file *f) {
  if (!f->failed && (fflush(f->csv) || ferror(f->csv)))
    fail(f);
  if (f->csv != stdout && fclose(f->csv) && !f->failed)
    fail(f);
  if (!f->failed && rosin_temporary_keep(f->temporary, f->path))
    fail(f);
  if (f->failed)
    rosin_temporary_drop(f->temporary);
  return f->failed;
}

int rosin_probe_file_close(rosin_probe_file *f, rosin_error *error) {
  if (f->csv)
    close_csv(f);
  else if (f->failed)
    rosin_sound_file_discard(f->sound);
  else
    f->failed = rosin_sound_file_close(f->sound, &f->error);
  const int status = f->failed;
  if (status)
    rosin_fail(error, "%s", f->error.text);
  destroy(f);
  return status;
}

void rosin_probe_file_discard(rosin_probe_file *f) {
  if (!f)
    return;
  f->failed = -1;
  if (f->csv)
    close_csv(f);
  else
    rosin_sound_file_discard(f->sound);
  destroy(f);
}
