/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene file from text to model. */
#include "error.h"
#include "memory.h"
#include "scene/read/sections.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void whole(rosin_reading *r, const rosin_setting *root, const char *key, double value) {
  if (value != floor(value))
    rosin_reading_error(r, rosin_setting_member(root, key), "%s: %g is not a whole number", key,
                        value);
}

/* Part number `index`, layers after what sounds: its name, and where it was read. */
static const char *part_at(const rosin_model *m, int index, rosin_model_source **source) {
  rosin_model_part part;
  const int layer = index - m->bodies - m->contacts - m->links;
  const int sounds = rosin_model_part_at(m, index, &part);
  if (!sounds && layer >= m->layers)
    return NULL;
  *source = sounds ? part.source : &m->layer[layer].source;
  return sounds ? part.name : m->layer[layer].name;
}

static void check_names(rosin_reading *r, const rosin_model *m) {
  rosin_model_source *source, *earlier;
  const char *name;
  for (int i = 0; (name = part_at(m, i, &source)); i++)
    for (int j = 0; j < i; j++)
      if (strcmp(name, part_at(m, j, &earlier)) == 0) {
        const rosin_setting *other = earlier->setting;
        rosin_reading_error(r, source->setting, "%s: this name is taken, in line %d", name,
                            other->line);
        source->broken = 1;
        break;
      }
}

static void read_root(rosin_reading *r, rosin_setting *root, rosin_model *m) {
  const char *keys[16] = {"title"};
  char title[256] = "";
  const rosin_setting *macros = rosin_setting_member(root, "macros");
  for (int i = 0; rosin_sections[i].name; i++)
    keys[1 + i] = rosin_sections[i].name;
  r->meant = rosin_setting_is(macros, ROSIN_SETTING_GROUP) ? macros : NULL;
  rosin_reading_known(r, root, "", keys, ROSIN_TABLES(rosin_model_parameters()));
  r->meant = NULL;
  rosin_parameters_default(rosin_model_parameters(), m);
  rosin_parameters_default(rosin_model_space_parameters(), &m->space);
  if ((macros = rosin_section_read(rosin_sections, r, root, m)))
    rosin_reading_macros(r, macros, m);
  rosin_reading_table(r, root, "", rosin_model_parameters(), m);
  whole(r, root, "oversample", m->oversample);
  whole(r, root, "rate", m->rate);
  whole(r, root, "channels", m->channels);
  whole(r, root, "seed", m->seed);
  rosin_reading_text(r, root, "scene", "title", 0, title, sizeof title);
  if (!rosin_reading_is_line(title))
    rosin_reading_error(r, rosin_setting_member(root, "title"),
                        "title: must be one line without control characters");
  if (!(m->title = rosin_strdup(title)))
    rosin_reading_no_memory(r);
  for (const rosin_section *section = rosin_sections + 1; section->name; section++)
    rosin_section_read(section, r, root, m);
  if (m->layers && !rosin_setting_member(root, "duration"))
    m->duration = 0; /* as long as they are */
  check_names(r, m);
  rosin_reading_pickups(r, root);
  rosin_model_seed(m);
  rosin_reading_bind_macros(r, m);
  rosin_reading_hands(r, root, m);
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
  rosin_free(r->errors);
  if ((r->errors = rosin_malloc(sizeof line.text + 1)))
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
  rosin_reading r = {.file = file, .folder = folder, .deeper = rosin_section_deeper};
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
    rosin_free(r.errors);
  if (!r.failed)
    return m;
  rosin_model_free(m);
  return NULL;
}

void rosin_model_free(rosin_model *m) {
  rosin_model_part part;
  if (!m)
    return;
  for (int i = 0; rosin_model_part_at(m, i, &part); i++) {
    for (int k = 0; k < *part.controls; k++)
      rosin_gesture_free(&part.control[k].gesture);
    rosin_free(part.control);
  }
  for (int i = 0; i < m->bodies; i++) {
    rosin_model_body *b = &m->body[i];
    rosin_body_free(b->tried);
    rosin_free(b->damping);
    rosin_free(b->mode);
    rosin_free(b->order);
    rosin_free(b->load);
    rosin_reading_forget(b);
    rosin_free(b->point_name);
    rosin_free(b->point);
    rosin_free(b->weight);
  }
  for (int i = 0; i < m->layers; i++) {
    for (int k = 0; k < m->layer[i].sets; k++)
      rosin_free(m->layer[i].set[k]);
    rosin_free(m->layer[i].set);
  }
  rosin_free(m->layer);
  rosin_free(m->event);
  rosin_about_free(&m->about);
  for (int i = 0; i < m->instrument.courses; i++)
    rosin_free(m->instrument.course[i].wedge);
  rosin_macros_free(m->macro, m->macros);
  rosin_free(m->title);
  rosin_free(m->remarks);
  rosin_free(m->body);
  rosin_free(m->contact);
  rosin_free(m->link);
  rosin_free(m->output);
  rosin_free(m);
}
