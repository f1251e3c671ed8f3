/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/probe_file.h"
#include "error.h"
#include "scene/sound_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBES = 64, FRAMES = 256 };

struct rosin_probe_file {
  char path[1024], temporary[1100];
  int count, plain, failed;
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

static void write_csv(rosin_probe_file *f, const rosin_network *n, long long first, int frames) {
  for (int i = 0; i < frames; i++) {
    /* signals are means over the sample: its middle */
    fprintf(f->csv, "%.10g", ((double)(first + i) + 0.5) / f->rate);
    for (int k = 0; k < f->count; k++)
      fprintf(f->csv, ",%.10g", rosin_network_read(n, f->signal[k])[i]);
    fputc('\n', f->csv);
  }
}

static void tap(void *context, const rosin_network *n, long long first, int frames) {
  rosin_probe_file *f = context;
  if (first + frames > f->limit)
    frames = first < f->limit ? (int)(f->limit - first) : 0;
  if (f->csv) {
    write_csv(f, n, first, frames);
    return;
  }
  for (int i = 0; i < frames; i++)
    for (int k = 0; k < f->count; k++)
      f->buffer[i * f->count + k] = (float)rosin_network_read(n, f->signal[k])[i];
  if (!f->failed && frames > 0)
    f->failed = rosin_sound_file_write(f->sound, f->buffer, frames, &f->error);
}

static int open_csv(rosin_probe_file *f, int count, const char *const *names, rosin_error *error) {
  f->plain = strncmp(f->path, "/dev/", 5) != 0 && strcmp(f->path, "-") != 0;
  snprintf(f->temporary, sizeof f->temporary, f->plain ? "%s.part-%ld" : "%s", f->path,
           (long)getpid());
  f->csv = strcmp(f->path, "-") ? fopen(f->temporary, "w") : stdout;
  if (!f->csv) {
    rosin_fail(error, "%.400s: cannot be written: %s", f->path, strerror(errno));
    return -1;
  }
  fputs("time", f->csv);
  for (int k = 0; k < count; k++)
    fprintf(f->csv, ",%s", names[k]);
  fputc('\n', f->csv);
  return 0;
}

rosin_probe_file *rosin_probe_file_create(const char *path, rosin_scene *scene, int count,
                                          const char *const *names, rosin_error *error) {
  rosin_probe_file *f = calloc(1, sizeof *f);
  if (!f || count > PROBES || strlen(path) >= sizeof f->path) {
    free(f);
    rosin_fail(error, "%.400s: cannot be written: too many signals", path);
    return NULL;
  }
  snprintf(f->path, sizeof f->path, "%s", path);
  f->count = count;
  f->rate = rosin_scene_engine_rate(scene);
  f->limit = llround(rosin_scene_duration(scene) * f->rate);
  for (int k = 0; k < count; k++)
    f->signal[k] = rosin_scene_probe_signal(scene, k);
  const char *dot = strrchr(path, '.');
  const int csv = strcmp(path, "-") == 0 || (dot && strcmp(dot, ".csv") == 0);
  if (!csv)
    f->sound = rosin_sound_file_create(path, (int)f->rate, count, ROSIN_SAMPLE_FLOAT, error);
  if (csv ? open_csv(f, count, names, error) : !f->sound) {
    free(f);
    return NULL;
  }
  rosin_scene_set_tap(scene, tap, f);
  return f;
}

static int close_csv(rosin_probe_file *f, int keep, rosin_error *error) {
  int status = fflush(f->csv) || ferror(f->csv) ? -1 : 0;
  if (f->csv != stdout)
    status = fclose(f->csv) || status ? -1 : 0;
  if (status && error)
    snprintf(error->text, sizeof error->text, "%.400s: cannot be written: %s", f->path,
             strerror(errno));
  if (status == 0 && keep && f->plain)
    status = rename(f->temporary, f->path);
  else if (f->plain)
    unlink(f->temporary);
  return status;
}

int rosin_probe_file_close(rosin_probe_file *f, rosin_error *error) {
  int status = 0;
  if (f->csv) {
    status = close_csv(f, 1, error);
  } else if (f->failed) {
    rosin_sound_file_discard(f->sound);
    if (error)
      *error = f->error;
    status = -1;
  } else {
    status = rosin_sound_file_close(f->sound, error);
  }
  free(f);
  return status;
}

void rosin_probe_file_discard(rosin_probe_file *f) {
  if (!f)
    return;
  if (f->csv)
    close_csv(f, 0, NULL);
  else
    rosin_sound_file_discard(f->sound);
  free(f);
}
