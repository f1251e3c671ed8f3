/* SPDX-License-Identifier: BSD-3-Clause */
/* What was found, as a scene of its own: every setting is in it, and it is as loud as the recording
 * was, below full scale. */
#include "error.h"
#include "format.h"
#include "host/common/stop.h"
#include "host/match/match.h"
#include "host/match/tree.h"
#include "scene/scene.h"
#include "sound/temporary.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double loudest = 0.97; /* of full scale */

/* The name without folders, in one line that a scene may hold. */
static void base_of(const char *path, char *name, size_t size) { /* 100 at most */
  const char *slash = strrchr(path, '/');
  snprintf(name, size, "%.99s", slash ? slash + 1 : path);
  for (char *c = name; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127 || *c == '"' || *c == '\\')
      *c = '?';
}

static int settle(rosin_setting *root, const rosin_match_wish *w, const rosin_match_target *t,
                  const rosin_match_found *f) {
  char title[200], name[100];
  const double level = t->profile.level / fmax(f->after.profile.level, 1e-9);
  const double factor = fmin(level, loudest / fmax(f->after.profile.peak, 1e-9));
  const double gain = rosin_match_tree_at(root, "gain", 1) * factor;
  base_of(w->recording, name, sizeof name);
  snprintf(title, sizeof title, "%.60s, as %.99s", f->scene.name, name);
  return rosin_match_tree_words(root, "title", title) ||
         rosin_match_tree_number(root, "gain", gain) ||
         rosin_match_tree_number(root, "duration", (double)t->excerpt.n / t->excerpt.rate);
}

static void put_head(FILE *out, const rosin_match_wish *w, const rosin_match_target *t,
                     const rosin_match_found *f) {
  char name[100], scene[100];
  base_of(w->recording, name, sizeof name);
  base_of(f->scene.name, scene, sizeof scene); /* nothing that would end the comment */
  fprintf(out, "# Made by `rosin match` from %s, out of the scene %s.\n", name, scene);
  rosin_print(out,
              "# %.2f s from %.2f s on; distance %.2f (%.2f as shipped), third octaves off by %.1f "
              "dB (%.1f).\n",
              (double)t->excerpt.n / t->excerpt.rate, t->excerpt.at, f->after.distance,
              f->before.distance, f->after.octaves, f->before.octaves);
}

/* Text of the whole file (malloc'ed), or NULL and an error. */
static char *compose(const rosin_match_wish *w, const rosin_match_target *t,
                     const rosin_match_found *f, rosin_error *error) {
  rosin_settings tree;
  const char *set[ROSIN_MATCH_SET];
  char *text = NULL;
  size_t size;
  for (int i = 0; i < f->set.count; i++)
    set[i] = f->set.text[i];
  const int failed = rosin_match_tree_read(&tree, rosin_match_scene_text(&f->scene), f->scene.name,
                                           f->scene.files, f->set.count, set, error);
  FILE *out = failed || settle(tree.root, w, t, f) ? NULL : open_memstream(&text, &size);
  if (out) {
    put_head(out, w, t, f);
    rosin_match_tree_put(out, tree.root);
    if (fclose(out)) {
      free(text);
      text = NULL;
    }
  }
  rosin_settings_free(&tree);
  if (!text && !failed)
    rosin_fail(error, "out of memory");
  return text;
}

/* Whether it can be read as it will be. 0, or -1 and an error. */
static int check(const rosin_match_found *f, const char *path, const char *text,
                 rosin_error *error) {
  char *errors = NULL;
  const rosin_terms terms = {.files = f->scene.files, .untried = 1};
  rosin_scene *scene = rosin_scene_read(text, path, &terms, 0, NULL, &errors);
  if (!scene)
    rosin_fail_first(error, errors);
  free(errors);
  rosin_scene_free(scene);
  return scene ? 0 : -1;
}

int rosin_match_write(const rosin_match_wish *w, const rosin_match_target *t,
                      const rosin_match_found *f) {
  rosin_error error;
  char *temporary, *text = compose(w, t, f, &error);
  if (!text || check(f, w->output, text, &error)) {
    free(text);
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  }
  FILE *out = rosin_temporary_stream(w->output, &temporary);
  if (out)
    fputs(text, out);
  free(text);
  if (!out || rosin_temporary_close(out, temporary, w->output))
    return rosin_complain(ROSIN_FAILURE, "%s: cannot be written: %s", w->output, strerror(errno));
  rosin_stop_wrote(w->output);
  return ROSIN_DONE;
}
