/* SPDX-License-Identifier: BSD-3-Clause */
/* A body that is heard as the recording is. What a scene hears of a body of modes are its
 * velocities at points; these get points of their own, "heard1", ..., where each mode may be heard
 * as loud as it must without a change to what rubs it. Beside its modes the rubbed body gets those
 * of the recording (src/modes/), and some in each third octave, so heavy that all together add a
 * fiftieth to its mobility: they sound with the force, and do not load it. */
#include "error.h"
#include "host/common/stop.h"
#include "host/match/match.h"
#include "host/match/tree.h"
#include "modal/modal.h"
#include "modes/estimate.h"
#include "modes/knock.h"
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODES = 24, EACH = 2, EXTRA = MODES + EACH * ROSIN_PROFILE_BANDS, HEARD = 16 };

static const double mobility = 0.02; /* of the light ones, over the body's own */
static const double quality = 12;    /* of what stands for a third octave */
static const double farthest = 12;   /* dB, of one correction */

/* A body under way. */
typedef struct {
  rosin_setting *body; /* in the tree */
  const rosin_model_body *model;
  int old;         /* points that it had */
  int heard;       /* points that were added */
  int like[HEARD]; /* what they were heard at before */
} work;

/* ---- which bodies ----------------------------------------------------------------------- */

static const rosin_model_body *named(const rosin_model *m, const char *name) {
  for (int i = 0; i < m->bodies; i++)
    if (strcmp(m->body[i].name, name) == 0)
      return &m->body[i];
  return NULL;
}

/* The modal body of that name whose modes can be listed anew, or NULL. */
static rosin_setting *listed(const rosin_setting *root, const rosin_model *m, const char *name) {
  rosin_setting *b = rosin_setting_member(rosin_setting_member(root, "modals"), name);
  const rosin_setting *shape = rosin_setting_member(b, "shape");
  const rosin_model_body *model = named(m, name);
  const int table =
      !shape || (rosin_setting_is(shape, ROSIN_SETTING_TEXT) && strcmp(shape->text, "table") == 0);
  return b && table && model && model->own.mode && model->points > 0 &&
                 !rosin_setting_member(b, "file") &&
                 rosin_setting_is(rosin_setting_member(b, "modes"), ROSIN_SETTING_LIST)
             ? b
             : NULL;
}

static int point_named(const rosin_model_body *b, const char *name) {
  for (int i = 0; i < b->points; i++)
    if (strcmp(b->point_name[i], name) == 0)
      return i;
  return -1;
}

/* "BODY.velocity@POINT" in parts. */
static int split(const char *signal, char body[64], char kind[32], char point[64]) {
  return sscanf(signal, "%63[^.].%31[^@]@%63s", body, kind, point) == 3;
}

/* ---- points and modes anew ---------------------------------------------------------------- */

/* A point that is heard as point `like` was: its index among those, or -1 without memory or room.
 */
static int add_heard(work *w, int like) {
  char name[32];
  rosin_setting *points = rosin_setting_member(w->body, "points");
  for (int i = 0; i < w->heard; i++)
    if (w->like[i] == like)
      return i;
  if (w->heard == HEARD)
    return -1;
  if (!points) { /* "all" of a body without: it has one place now, and another */
    points = rosin_setting_add(w->body, "points", ROSIN_SETTING_GROUP);
    if (!points || rosin_match_tree_number(points, "all", 0))
      return -1;
  }
  snprintf(name, sizeof name, "heard%d", w->heard + 1);
  const double last = points->element[points->count - 1]->number;
  if (rosin_match_tree_number(points, name, floor(last) + 1))
    return -1;
  w->like[w->heard] = like;
  return w->heard++;
}

/* One mode with weights: at[old] and heard[heard]. 0, or -1 without memory. */
static int add_mode(const work *w, rosin_setting *list, const rosin_mode *m, const double *at,
                    const double *heard) {
  rosin_setting *one = rosin_setting_add(list, NULL, ROSIN_SETTING_GROUP);
  if (!one || rosin_match_tree_number(one, "frequency", m->frequency) ||
      rosin_match_tree_number(one, "mass", m->mass) ||
      (m->q > 0 && rosin_match_tree_number(one, "q", m->q)) ||
      (!(m->q > 0) && rosin_match_tree_number(one, "t60", m->t60)))
    return -1;
  rosin_setting *weights = rosin_setting_add(one, "at", ROSIN_SETTING_LIST);
  int status = weights ? 0 : -1;
  for (int i = 0; status == 0 && i < w->old; i++)
    status = rosin_match_tree_append(weights, at[i]);
  for (int i = 0; status == 0 && i < w->heard; i++)
    status = rosin_match_tree_append(weights, heard[i]);
  return status;
}

/* All modes of the model in the place of those listed: the list, or NULL without memory. */
static rosin_setting *list_modes(const work *w) {
  const rosin_model_body *b = w->model;
  double at[ROSIN_MODEL_POINTS], heard[HEARD];
  rosin_setting_remove(w->body, "modes");
  rosin_setting_remove(w->body, "more");
  rosin_setting *list = rosin_setting_add(w->body, "modes", ROSIN_SETTING_LIST);
  for (int i = 0; list && i < b->modes; i++) {
    for (int k = 0; k < w->old; k++)
      at[k] = b->weight[k * b->modes + i];
    for (int k = 0; k < w->heard; k++)
      heard[k] = at[w->like[k]];
    if (add_mode(w, list, &b->own.mode[i], at, heard))
      return NULL;
  }
  return list;
}

/* ---- light ones ----------------------------------------------------------------------------- */

/* Those of the recording, as `rosin modes` finds them; none is no fault. */
static int find_modes(const char *recording, double top, rosin_mode *mode) {
  static const double shortest = 0.004, longest = 4; /* s */
  rosin_knock knock;
  rosin_knock_mode found[ROSIN_KNOCK_MODES];
  rosin_error error;
  int count = 0;
  if (rosin_knock_read(recording, 0, &knock, &error))
    return 0;
  const int n = rosin_modes_estimate(knock.x, knock.n, knock.rate, MODES, found, NULL, NULL);
  for (int i = 0; i < n; i++)
    if (found[i].t60 > shortest && found[i].t60 < longest && found[i].frequency > 30 &&
        found[i].frequency < top)
      mode[count++] = (rosin_mode){.frequency = found[i].frequency, .t60 = found[i].t60};
  rosin_knock_free(&knock);
  return count;
}

static int find_resonances(double top, rosin_mode *mode) {
  int count = 0;
  for (int b = 0; b < ROSIN_PROFILE_BANDS; b++)
    for (int i = 0; i < EACH; i++) {
      const double f = rosin_profile_band(b) * pow(10, 0.1 * ((i + 0.5) / EACH - 0.5));
      if (f < top)
        mode[count++] = (rosin_mode){.frequency = f, .q = quality};
    }
  return count;
}

/* Sum of w^2/m where the body is rubbed, and the mean of |w at a point that is heard|/m. */
static void weigh(const work *w, int rubbed, double *mobile, double *loud) {
  const rosin_model_body *b = w->model;
  *mobile = *loud = 0;
  for (int i = 0; i < b->modes; i++) {
    const double at = b->weight[rubbed * b->modes + i], m = b->own.mode[i].mass;
    *mobile += at * at / m;
    for (int k = 0; k < w->heard; k++)
      *loud += fabs(at * b->weight[w->like[k] * b->modes + i]) / m / b->modes / w->heard;
  }
}

/* Where a contact touches the body: a point, or -1: at all places. */
static int rubbed_at(const rosin_setting *contact, const char *side, const rosin_model_body *b) {
  const rosin_setting *p =
      rosin_setting_member(contact, strcmp(side, "a") ? "position" : "position_a");
  return rosin_setting_is(p, ROSIN_SETTING_TEXT) ? point_named(b, p->text) : -1;
}

static int add_light(const work *w, rosin_setting *list, int rubbed, const rosin_match_target *t,
                     const char *recording, double top, rosin_match_body *body) {
  rosin_mode mode[EXTRA];
  double at[ROSIN_MODEL_POINTS] = {0}, heard[HEARD], mobile, loud;
  body->modes = find_modes(recording, fmin(top, t->top), mode);
  body->resonances = find_resonances(fmin(top, t->top), mode + body->modes);
  const int count = body->modes + body->resonances;
  weigh(w, rubbed < 0 ? 0 : rubbed, &mobile, &loud);
  if (!(mobile > 0) || !(loud > 0) || !count)
    return 0;
  const double mass = fmin(count / (mobility * mobile), 1e5);
  for (int i = 0; i < w->old; i++)
    at[i] = rubbed < 0 || i == rubbed;
  for (int i = 0; i < count; i++) {
    mode[i].mass = mass;
    for (int k = 0; k < w->heard; k++)
      heard[k] = 0.3 * loud * mass * ((i + k) % 2 ? -1 : 1);
    if (add_mode(w, list, &mode[i], at, heard))
      return -1;
  }
  return 0;
}

/* ---- all of a scene ---------------------------------------------------------------------------
 */

/* The body that is rubbed: side "b" of the first contact that has such a one, else side "a". */
static rosin_setting *rubbed_body(const rosin_setting *root, const rosin_model *m,
                                  const rosin_setting **contact, const char **side) {
  static const char *const sides[] = {"b", "a"};
  const rosin_setting *all = rosin_setting_member(root, "contacts");
  for (int i = 0; all && i < all->count; i++)
    for (int k = 0; k < 2; k++) {
      const rosin_setting *name = rosin_setting_member(all->element[i], sides[k]);
      rosin_setting *b =
          rosin_setting_is(name, ROSIN_SETTING_TEXT) ? listed(root, m, name->text) : NULL;
      if (b) {
        *contact = all->element[i];
        *side = sides[k];
        return b;
      }
    }
  return NULL;
}

/* Every output that hears the body at a named point hears it at one of its own. 0, or -1. */
static int turn_outputs(const rosin_setting *root, work *w) {
  const rosin_setting *all = rosin_setting_member(root, "outputs");
  char body[64], kind[32], point[64], now[200];
  for (int i = 0; all && i < all->count; i++) {
    rosin_setting *signal = rosin_setting_member(all->element[i], "signal");
    if (!rosin_setting_is(signal, ROSIN_SETTING_TEXT) || !split(signal->text, body, kind, point) ||
        strcmp(body, w->body->name) != 0)
      continue;
    const int like = point_named(w->model, point), heard = like < 0 ? -1 : add_heard(w, like);
    if (like >= 0 && heard < 0)
      return -1;
    snprintf(now, sizeof now, "%.63s.%.31s@heard%d", body, kind, heard + 1);
    if (heard >= 0 && rosin_setting_set_text(signal, now))
      return -1;
  }
  return 0;
}

/* A body that is rubbed and not heard is heard where it is rubbed. 0, or -1. */
static int add_output(rosin_setting *root, work *w, int rubbed) {
  char signal[200];
  rosin_setting *all = rosin_setting_member(root, "outputs");
  double gain = 1;
  if (!all || add_heard(w, rubbed < 0 ? 0 : rubbed) < 0)
    return -1;
  for (int i = 0; i < all->count; i++)
    gain = fmax(i ? gain : 0, rosin_match_tree_at(all->element[i], "gain", 1));
  rosin_setting *one = rosin_setting_add(all, NULL, ROSIN_SETTING_GROUP);
  snprintf(signal, sizeof signal, "%.63s.velocity@heard1", w->body->name);
  return one && !rosin_match_tree_words(one, "signal", signal) &&
                 !rosin_match_tree_number(one, "gain", gain)
             ? 0
             : -1;
}

/* 0; 1: no body; -1: without memory. */
static int remake(rosin_setting *root, const rosin_model *m, const rosin_match_target *t,
                  const char *recording, rosin_match_body *body) {
  const rosin_setting *contact, *modals = rosin_setting_member(root, "modals");
  const char *side;
  rosin_setting *rubbed = rubbed_body(root, m, &contact, &side);
  const double top = 0.95 * ROSIN_MODE_HIGHEST * m->rate;
  if (!rubbed)
    return 1;
  for (int i = 0; modals && i < modals->count; i++) {
    const char *name = modals->element[i]->name;
    work w = {.body = listed(root, m, name), .model = named(m, name)};
    if (!w.body)
      continue;
    w.old = w.model->points;
    const int at = w.body == rubbed ? rubbed_at(contact, side, w.model) : 0;
    if (turn_outputs(root, &w) || (w.body == rubbed && !w.heard && add_output(root, &w, at)))
      return -1;
    rosin_setting *list = w.heard ? list_modes(&w) : NULL;
    if (w.heard && !list)
      return -1;
    if (w.body == rubbed && add_light(&w, list, at, t, recording, top, body))
      return -1;
  }
  return 0;
}

/* Take the tree for the scene's text, if it can be read. 0, 1: it cannot; -1 and an error. */
static int adopt(rosin_match_scene *s, const rosin_settings *tree, rosin_error *error) {
  char *text = rosin_match_tree_text(tree->root), *errors = NULL;
  if (!text)
    return rosin_fail(error, "out of memory");
  const rosin_terms terms = {.files = s->files, .untried = 1};
  rosin_scene *scene = rosin_scene_read(text, s->name, &terms, 0, NULL, &errors);
  free(errors);
  if (!scene) {
    free(text);
    return 1;
  }
  rosin_scene_free(scene);
  free(s->owned);
  s->owned = text;
  return 0;
}

int rosin_match_body_open(rosin_match_scene *s, const rosin_match_target *t, const char *recording,
                          rosin_match_body *body, rosin_error *error) {
  rosin_settings tree;
  char *errors = NULL;
  const rosin_terms terms = {.files = s->files, .untried = 1};
  *body = (rosin_match_body){0};
  rosin_scene *scene =
      rosin_scene_read(rosin_match_scene_text(s), s->name, &terms, 0, NULL, &errors);
  if (!scene)
    rosin_fail_first(error, errors);
  free(errors);
  if (!scene)
    return -1;
  int status =
      rosin_match_tree_read(&tree, rosin_match_scene_text(s), s->name, s->files, 0, NULL, error);
  if (status == 0 && (status = remake(tree.root, rosin_scene_model(scene), t, recording, body)) < 0)
    rosin_fail(error, "out of memory");
  if (status == 0)
    status = adopt(s, &tree, error);
  rosin_settings_free(&tree);
  rosin_scene_free(scene);
  return status;
}

/* ---- as loud as they must be --------------------------------------------------------------- */

/* What the recording has more at a frequency, dB, between the middles of third octaves. */
static double missing_at(const rosin_match_target *t, const rosin_profile *made, double frequency) {
  const double at = fmin(fmax(10 * log10(fmax(frequency, 1) / 1000) + 13, 0), t->profile.bands - 1);
  const int low = (int)at, high = low + 1 < t->profile.bands ? low + 1 : low;
  const double a = rosin_profile_band_off(&t->profile, made, low);
  return a + (at - low) * (rosin_profile_band_off(&t->profile, made, high) - a);
}

/* Factor on a body's frequencies by what the settings make of it. */
static double pitch_of(const rosin_scene *scene, const char *name) {
  const rosin_model_body *b = named(rosin_scene_model(scene), name);
  return b && b->own.mode && b->modes && b->own.mode[0].frequency > 0
             ? b->mode[0].frequency / b->own.mode[0].frequency
             : 1;
}

static void correct(rosin_setting *body, double pitch, const rosin_match_target *t,
                    const rosin_profile *made, double share) {
  const rosin_setting *points = rosin_setting_member(body, "points");
  const rosin_setting *modes = rosin_setting_member(body, "modes");
  for (int i = 0; modes && i < modes->count; i++) {
    const rosin_setting *at = rosin_setting_member(modes->element[i], "at");
    const double off =
        missing_at(t, made, pitch * rosin_match_tree_at(modes->element[i], "frequency", 0));
    const double factor = pow(10, fmin(fmax(share * off, -farthest), farthest) / 20);
    for (int k = 0; at && points && k < at->count && k < points->count; k++)
      if (strncmp(points->element[k]->name, "heard", 5) == 0)
        at->element[k]->number *= factor;
  }
}

int rosin_match_body_correct(rosin_match_scene *s, const rosin_match_set *set,
                             const rosin_match_target *t, const rosin_profile *made, double share,
                             rosin_match_body *body, rosin_error *error) {
  rosin_settings tree;
  rosin_scene *scene = rosin_match_scene_read(s, set, 0, error);
  if (!scene)
    return -1;
  int status =
      rosin_match_tree_read(&tree, rosin_match_scene_text(s), s->name, s->files, 0, NULL, error);
  const rosin_setting *modals = status ? NULL : rosin_setting_member(tree.root, "modals");
  for (int i = 0; modals && i < modals->count; i++)
    correct(modals->element[i], pitch_of(scene, modals->element[i]->name), t, made, share);
  if (status == 0)
    status = adopt(s, &tree, error);
  rosin_settings_free(&tree);
  rosin_scene_free(scene);
  body->steps += status == 0;
  return status > 0 ? rosin_fail(error, "a body that was made cannot be read") : status;
}
