/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene file from text to model. */
#include "error.h"
#include "scene/read/reading.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void whole(rosin_reading *r, const rosin_setting *root, const char *key, double value) {
  if (value != floor(value))
    rosin_reading_error(r, rosin_setting_member(root, key), "%s: %g is not a whole number", key,
                        value);
}

/* A part's name, and where it was read. */
typedef struct {
  const char *name;
  rosin_model_source *source;
} part;

static int list_parts(rosin_model *m, part *list) {
  int count = 0;
  for (int i = 0; i < m->bodies; i++)
    list[count++] = (part){m->body[i].name, &m->body[i].source};
  for (int i = 0; i < m->contacts; i++)
    list[count++] = (part){m->contact[i].name, &m->contact[i].source};
  for (int i = 0; i < m->links; i++)
    list[count++] = (part){m->link[i].name, &m->link[i].source};
  for (int i = 0; i < m->layers; i++)
    list[count++] = (part){m->layer[i].name, &m->layer[i].source};
  return count;
}

static void check_names(rosin_reading *r, rosin_model *m) {
  part *list =
      rosin_reading_room(r, m->bodies + m->contacts + m->links + m->layers + 1, sizeof *list);
  const int count = list ? list_parts(m, list) : 0;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < i; j++)
      if (strcmp(list[i].name, list[j].name) == 0) {
        const rosin_setting *other = list[j].source->setting;
        rosin_reading_error(r, list[i].source->setting, "%s: this name is taken, in line %d",
                            list[i].name, other->line);
        list[i].source->broken = 1;
        break;
      }
  free(list);
}

static void read_root(rosin_reading *r, rosin_setting *root, rosin_model *m) {
  static const char *const keys[] = {"title",  "strings", "modals",     "contacts", "joints",
                                     "pushes", "outputs", "instrument", "macros",   "layers",
                                     "space",  "events",  "about",      NULL};
  char title[256] = "";
  const rosin_setting *macros = rosin_setting_member(root, "macros");
  r->meant = rosin_setting_is(macros, ROSIN_SETTING_GROUP) ? macros : NULL;
  rosin_reading_known(r, root, "", keys, rosin_model_parameters());
  r->meant = NULL;
  rosin_parameters_default(rosin_model_parameters(), m);
  rosin_reading_macros(r, root, m);
  rosin_reading_table(r, root, "", rosin_model_parameters(), m);
  whole(r, root, "oversample", m->oversample);
  whole(r, root, "rate", m->rate);
  whole(r, root, "channels", m->channels);
  whole(r, root, "seed", m->seed);
  rosin_reading_text(r, root, "scene", "title", 0, title, sizeof title);
  if (!rosin_reading_is_line(title))
    rosin_reading_error(r, rosin_setting_member(root, "title"),
                        "title: must be one line without control characters");
  if (!(m->title = strdup(title)))
    rosin_reading_no_memory(r);
  rosin_reading_bodies(r, root, m);
  rosin_reading_links(r, root, m);
  rosin_reading_layers(r, root, m);
  rosin_reading_space(r, root, m);
  rosin_reading_outputs(r, root, m);
  rosin_reading_instrument(r, root, m);
  rosin_reading_events(r, root, m);
  rosin_reading_about(r, root, m);
  check_names(r, m);
  rosin_model_seed(m);
  rosin_reading_bind_macros(r, m);
  if (!r->no_memory)
    rosin_reading_trim(m);
}

/* An error that only the engine could find. */
static void on_trial_error(void *context, const void *setting, const char *text) {
  rosin_reading_error(context, setting, "%s", text);
}

/* The only line there is when an allocation failed, or it was told to stop. */
static void say_alone(rosin_reading *r, const char *text) {
  rosin_error line;
  rosin_fail(&line, "%.400s: %s", r->file, text);
  free(r->errors);
  if ((r->errors = malloc(sizeof line.text + 1)))
    snprintf(r->errors, sizeof line.text + 1, "%s\n", line.text);
}

static void read_text(rosin_reading *r, const char *text, int count, const char *const *overrides,
                      rosin_model *m) {
  rosin_settings tree;
  rosin_error error;
  if (rosin_settings_read(&tree, text, r->file, r->folder, r->terms.files, &error)) {
    const char *file = r->file;
    r->file = NULL; /* the error names it */
    rosin_reading_error(r, NULL, "%s", error.text);
    r->file = file;
    return;
  }
  for (int i = 0; i < count; i++)
    rosin_reading_override(r, tree.root, overrides[i]);
  rosin_reading_synonyms(r, tree.root);
  read_root(r, tree.root, m);
  if (!r->no_memory && !r->full && !rosin_reading_stopped(r) && !r->terms.untried)
    rosin_model_try(m, on_trial_error, r);
  rosin_reading_stopped(r);
  for (int i = 0; i < tree.includes; i++)
    rosin_reading_opened(r, tree.included[i]);
  rosin_settings_free(&tree);
}

rosin_model *rosin_model_read(const char *text, const char *file, const char *folder,
                              const rosin_terms *terms, int count, const char *const *overrides,
                              char **errors) {
  rosin_reading r = {.file = file, .folder = folder};
  rosin_model *m = rosin_reading_room(&r, 1, sizeof *m);
  if (terms)
    r.terms = *terms;
  if (m) {
    m->terms = r.terms;
    read_text(&r, text, count, overrides, m);
  }
  if (m)
    m->remarks = r.remarks;
  if (r.no_memory)
    say_alone(&r, "out of memory");
  else if (r.stopped)
    say_alone(&r, "interrupted");
  if (errors)
    *errors = r.errors;
  else
    free(r.errors);
  if (!r.failed)
    return m;
  rosin_model_free(m);
  return NULL;
}

static void free_controls(rosin_model_control *control, int count) {
  for (int i = 0; i < count; i++)
    rosin_gesture_free(&control[i].gesture);
  free(control);
}

void rosin_model_free(rosin_model *m) {
  if (!m)
    return;
  for (int i = 0; i < m->bodies; i++) {
    rosin_model_body *b = &m->body[i];
    free_controls(b->control, b->controls);
    rosin_body_free(b->tried);
    free(b->damping);
    free(b->mode);
    free(b->order);
    free(b->load);
    rosin_reading_forget(b);
    free(b->point_name);
    free(b->point);
    free(b->weight);
  }
  for (int i = 0; i < m->contacts; i++)
    free_controls(m->contact[i].control, m->contact[i].controls);
  for (int i = 0; i < m->links; i++)
    free_controls(m->link[i].control, m->link[i].controls);
  for (int i = 0; i < m->layers; i++) {
    for (int k = 0; k < m->layer[i].sets; k++)
      free(m->layer[i].set[k]);
    free(m->layer[i].set);
  }
  free(m->layer);
  free(m->event);
  rosin_about_free(&m->about);
  for (int i = 0; i < m->instrument.courses; i++)
    free(m->instrument.course[i].wedge);
  rosin_macros_free(m->macro, m->macros);
  free(m->title);
  free(m->remarks);
  free(m->body);
  free(m->contact);
  free(m->link);
  free(m->output);
  free(m);
}
