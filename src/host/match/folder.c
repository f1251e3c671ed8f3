/* SPDX-License-Identifier: BSD-3-Clause */
/* The folder of --report: recording.wav, match.wav, their spectrograms, report.json, index.html. */
#include "error.h"
#include "format.h"
#include "host/common/outputs.h"
#include "host/match/match.h"
#include "scene/scene.h"
#include "sound/sound_file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = 4096, CHUNK = 4096 };

static const double level = 0.1; /* root of mean square of both, for the ear: -20 dBFS */

typedef struct {
  const rosin_match_wish *wish;
  const rosin_match_target *target;
  const rosin_match_found *found;
} contents;

static void name_file(const rosin_match_wish *w, const char *name, char path[PATH]) {
  const size_t length = strlen(w->report);
  snprintf(path, PATH, "%s%s%s", w->report, length && w->report[length - 1] == '/' ? "" : "/",
           name);
}

/* Both are brought to one level, so that the ear compares what they are like. */
static int write_sound(const char *path, const double *x, int n, double rate, double factor,
                       rosin_error *error) {
  float part[CHUNK];
  rosin_sound_file *file = rosin_sound_file_create(path, (int)rate, 1, ROSIN_SAMPLE_DEFAULT, error);
  int status = file ? 0 : -1;
  for (int done = 0; status == 0 && done < n; done += CHUNK) {
    const int count = n - done < CHUNK ? n - done : CHUNK;
    for (int i = 0; i < count; i++)
      part[i] = (float)(factor * x[done + i]);
    status = rosin_sound_file_write(file, part, count, error);
  }
  if (status == 0)
    return rosin_sound_file_close(file, error);
  if (file)
    rosin_sound_file_discard(file);
  return -1;
}

static double factor_of(const rosin_profile *p) {
  return fmin(level / fmax(p->level, 1e-9), 0.97 / fmax(p->peak, 1e-9));
}

static int write_one(const contents *c, const char *name, const double *x, int n, double rate,
                     const rosin_profile *p, rosin_error *error) {
  char path[PATH], file[64];
  snprintf(file, sizeof file, "%s.wav", name);
  name_file(c->wish, file, path);
  if (write_sound(path, x, n, rate, factor_of(p), error))
    return -1;
  snprintf(file, sizeof file, "%s.png", name);
  name_file(c->wish, file, path);
  return rosin_match_picture(path, x, n, rate, c->target->top / 0.9, error);
}

static void put_html_text(FILE *out, const char *text) {
  for (const char *c = text; *c; c++)
    switch (*c) {
    case '&':
      fputs("&amp;", out);
      break;
    case '<':
      fputs("&lt;", out);
      break;
    case '>':
      fputs("&gt;", out);
      break;
    default:
      fputc((unsigned char)*c < ' ' ? '?' : *c, out);
    }
}

static void put_side(FILE *out, const char *title, const char *name) {
  fprintf(out,
          "<figure><figcaption>%s</figcaption><img src=\"%s.png\" alt=\"spectrogram\">"
          "<audio controls loop src=\"%s.wav\"></audio></figure>\n",
          title, name, name);
}

static void put_page(FILE *out, const void *what) {
  const contents *c = what;
  char *words = NULL;
  size_t size;
  fputs("<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>rosin match</title>\n"
        "<style>body{font:16px/1.4 sans-serif;max-width:95rem;margin:1rem auto;padding:0 1rem}"
        "div{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;flex:1 1 22rem}"
        "img,audio{width:100%;display:block}pre{white-space:pre-wrap}</style>\n<h1>",
        out);
  put_html_text(out, c->found->scene.name);
  fputs(" as ", out);
  put_html_text(out, c->wish->recording);
  fputs("</h1>\n<p>One level, the same time and frequency (", out);
  rosin_print(out, "40 Hz to %.0f Hz, 70 dB). Starting one stops the other.</p>\n<div>\n",
              c->target->top / 0.9);
  put_side(out, "recording", "recording");
  put_side(out, "match", "match");
  fputs("</div>\n<pre>", out);
  FILE *text = open_memstream(&words, &size);
  if (text) {
    rosin_match_tell(text, c->target, c->found);
    if (fclose(text) == 0)
      put_html_text(out, words);
    free(words);
  }
  fputs("</pre>\n<script>const all=document.querySelectorAll('audio');all.forEach(a=>"
        "a.addEventListener('play',()=>all.forEach(b=>b!==a&&b.pause())));</script>\n</html>\n",
        out);
}

static void put_report(FILE *out, const void *what) {
  const contents *c = what;
  rosin_match_json(out, c->wish, c->target, c->found);
}

/* 0, or -1 and an error. */
static int write_sounds(const contents *c, rosin_error *error) {
  const rosin_excerpt *e = &c->target->excerpt;
  double *x, rate;
  int n;
  if (write_one(c, "recording", e->x, e->n, e->rate, &c->target->profile, error) ||
      rosin_match_play(&c->found->scene, &c->found->set, (double)e->n / e->rate, 0, &x, &n, &rate,
                       error))
    return -1;
  const int status = write_one(c, "match", x, n, rate, &c->found->after.profile, error);
  free(x);
  return status;
}

int rosin_match_folder(const rosin_match_wish *w, const rosin_match_target *t,
                       const rosin_match_found *f) {
  const contents c = {w, t, f};
  char path[PATH];
  rosin_error error;
  if (mkdir(w->report, 0777) && errno != EEXIST)
    return rosin_complain(ROSIN_FAILURE, "%s: cannot be made: %s", w->report, strerror(errno));
  if (write_sounds(&c, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  name_file(w, "report.json", path);
  int status = rosin_outputs_write(path, put_report, &c);
  if (status >= 0 && status != ROSIN_DONE)
    return status;
  name_file(w, "index.html", path);
  status = rosin_outputs_write(path, put_page, &c);
  return status > 0 ? status : ROSIN_DONE;
}
