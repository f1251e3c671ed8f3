/* SPDX-License-Identifier: BSD-3-Clause */
/* What is written counts: every number of every scene that comes with rosin is changed by
 * itself, and the scene as it will sound, its macros where they are, must be another (or the
 * scene be refused). */
#include "format.h"
#include "number.h"
#include "scene/embedded.h"
#include "scene/model/model.h"
#include "share.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void put(FILE *out, double value) {
  rosin_print(out, "%.17g ", value);
}

/* A control as it will move: its gesture, and what macros make of it. */
static void put_control(FILE *out, const rosin_model *m, const rosin_model_control *c) {
  const rosin_macro_effect e = rosin_macros_on_control(m->macro, m->macros, c);
  const rosin_gesture *g = &c->gesture;
  fprintf(out, "%s %d %d ", c->row->name, g->kind, g->curve);
  put(out, e.scale * e.value);
  put(out, e.offset);
  put(out, e.rate);
  if (e.set)
    return;
  const double all[] = {g->constant, g->rate, g->amplitude, g->frequency, g->from, g->to,
                        g->wander,   g->pace, g->after,     g->over,      g->slope};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    put(out, all[i]);
  for (int i = 0; i < g->count; i++) {
    put(out, g->time ? g->time[i] : 0);
    put(out, g->value[i]);
  }
}

static void put_body(FILE *out, const rosin_model *m, const rosin_model_body *b) {
  fprintf(out, "\n%s %d ", b->name, b->shape);
  for (const rosin_parameter *row = rosin_string_parameters(); !b->modal && row->name; row++)
    put(out, *(const double *)(const void *)((const char *)&b->string + row->offset));
  for (int i = 0; !b->modal && i < b->string.damping_points; i++) {
    put(out, b->string.damping[i].frequency);
    put(out, b->string.damping[i].t60);
  }
  for (int i = 0; i < b->modes; i++) {
    put(out, b->mode[i].frequency);
    put(out, b->mode[i].t60);
    put(out, b->mode[i].q);
    put(out, b->mode[i].mass);
  }
  for (int i = 0; i < b->points; i++)
    put(out, b->point[i]);
  for (int i = 0; b->weight && i < b->points * b->modes; i++)
    put(out, b->weight[i]);
  for (int i = 0; i < b->controls; i++)
    put_control(out, m, &b->control[i]);
}

static void put_contact(FILE *out, const rosin_model *m, int index) {
  const rosin_model_contact *c = &m->contact[index];
  fprintf(out, "\n%s %s %s %s ", c->name, c->a, c->b, c->law);
  for (const rosin_parameter *row = rosin_contact_options(); row->name; row++)
    put(out, *(const double *)(const void *)((const char *)&c->form + row->offset));
  for (int k = 0; k < c->parameters; k++)
    put(out, c->value[k]);
  for (int k = 0; k < c->controls; k++)
    put_control(out, m, &c->control[k]);
}

static void put_link(FILE *out, const rosin_model *m, const rosin_model_link *k) {
  fprintf(out, "\n%s %s %s ", k->name, k->a, k->b);
  put(out, k->position[0]);
  put(out, k->position[1]);
  for (int i = 0; i < k->controls; i++)
    put_control(out, m, &k->control[i]);
}

static void put_macro(FILE *out, const rosin_macro *m) {
  fprintf(out, "\n%s ", m->name);
  put(out, m->row.low);
  put(out, m->row.high);
  put(out, m->row.initial);
  for (int k = 0; k < m->targets; k++)
    for (int i = 0; i < m->target[k].points; i++) {
      put(out, m->target[k].x[i]);
      put(out, m->target[k].y[i]);
    }
}

static void put_wedge(FILE *out, const rosin_model_wedge *w) {
  const int cells = w->stops * w->places * w->speeds;
  for (int i = 0; i < ROSIN_MODEL_WEDGE; i++) {
    put(out, w->stop[i]);
    put(out, w->place[i]);
    put(out, w->speed[i]);
  }
  for (int i = 0; i < cells; i++) {
    put(out, w->low[i]);
    put(out, w->high[i]);
  }
}

static void put_about(FILE *out, const rosin_about *a) {
  for (const rosin_parameter *row = rosin_about_bench_parameters(); row->name; row++)
    put(out, *(const double *)((const char *)&a->bench + row->offset));
  for (int i = 0; i < a->presets; i++)
    fprintf(out, "%s\n", a->preset[i].values);
}

/* Everything in a model that is heard, and its facts, as text; NULL if the scene is refused. */
static char *told(const char *text, const char *name, char **errors) {
  rosin_model *m = rosin_model_read(text, name, ".", NULL, 0, NULL, errors);
  char *all = NULL;
  size_t size;
  if (!m)
    return NULL;
  FILE *out = open_memstream(&all, &size);
  const double own[] = {m->duration, m->rate, m->oversample,
                        m->seed,     m->sway, m->channels,
                        m->tail,     m->hold, m->gain * rosin_macros_on_gain(m->macro, m->macros)};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    put(out, own[i]);
  for (int i = 0; i < m->bodies; i++)
    put_body(out, m, &m->body[i]);
  for (int i = 0; i < m->contacts; i++)
    put_contact(out, m, i);
  for (int i = 0; i < m->links; i++)
    put_link(out, m, &m->link[i]);
  for (int i = 0; i < m->outputs; i++) {
    put(out, m->output[i].channel);
    put(out, m->output[i].gain);
    put(out, m->output[i].pan);
    put(out, m->output[i].highpass);
    put(out, m->output[i].facing);
    for (int k = 0; k < 3; k++)
      put(out, m->output[i].place[k]);
  }
  for (const rosin_parameter *row = rosin_model_space_parameters(); row->name; row++)
    put(out, *(const double *)((const char *)&m->space + row->offset));
  for (int i = 0; i < m->macros; i++)
    put_macro(out, &m->macro[i]);
  const rosin_model_instrument *n = &m->instrument;
  put(out, n->bow_position);
  put(out, n->bow_length);
  put(out, n->resistance);
  put(out, n->easing);
  put(out, n->starts);
  put(out, n->nodes);
  put(out, n->highest);
  put(out, n->program);
  put(out, n->hand_force);
  for (int i = 0; i < n->courses; i++)
    if (n->course[i].wedge)
      put_wedge(out, n->course[i].wedge);
  for (const rosin_parameter *row = rosin_model_keys_parameters(); row->name; row++)
    put(out, *(const double *)((const char *)&m->keys + row->offset));
  for (int i = 0; i < m->keys.numbers; i++) {
    put(out, m->keys.number[i].at);
    put(out, m->keys.number[i].power);
  }
  for (const rosin_parameter *row = rosin_model_input_parameters(); row->name; row++)
    put(out, *(const double *)((const char *)&m->input + row->offset));
  put(out, m->input.position);
  put_about(out, &m->about);
  fclose(out);
  rosin_model_free(m);
  return all;
}

/* The next number behind `at` that is no part of a name, a comment or a text; NULL at the end. */
static const char *next_number(const char *at, char **end) {
  char before = ' ';
  for (; *at; before = *at++) {
    if (*at == '#')
      at += strcspn(at, "\n") - 1;
    else if (*at == '"')
      at += 1 + strcspn(at + 1, "\"");
    else if (strchr("0123456789", *at) || (*at == '-' && strchr("0123456789", at[1])))
      if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789-", before)) {
        rosin_number_read(at, end);
        return at;
      }
  }
  return NULL;
}

/* how many at once: one that is built for the sanitizers looks at the first of each scene */
enum { NUMBERS = 64 / SHARE, NUMBER = 40 };

typedef struct {
  const char *at, *end;
} place;

/* A number otherwise written: by that factor, a whole one by one. */
static int other(char *to, const place *where, double factor) {
  const double value = rosin_number_read(where->at, NULL);
  const int whole = strcspn(where->at, ".eE") >= (size_t)(where->end - where->at);
  return whole ? rosin_format(to, NUMBER, "%.0f", value + (factor > 1 ? 1 : -1))
               : rosin_format(to, NUMBER, "%.9e", value != 0 ? value * factor : factor - 1);
}

/* The text with other numbers at those places, each by a factor farther from 1 by `apart` than that
 * before it; to be freed. */
static char *changed(const char *text, const place *where, int count, double factor, double apart) {
  char *out = malloc(strlen(text) + NUMBERS * NUMBER), *to = out;
  for (int i = 0; i < count; i++) {
    to += sprintf(to, "%.*s", (int)(where[i].at - text), text);
    to += other(to, &where[i], factor + i * apart);
    text = where[i].end;
  }
  strcpy(to, text);
  return out;
}

/* Whether a number stands among the words of a model that was told. */
static int stands(const char *told_of, double value) {
  char word[NUMBER];
  const int size = rosin_format(word, sizeof word, "%.17g ", value);
  for (const char *at = told_of; (at = strstr(at, word)); at += size)
    if (at == told_of || at[-1] == ' ' || at[-1] == '\n')
      return 1;
  return 0;
}

/* How many words differ; -1 if there are more of them than there were. */
static int differing(const char *a, const char *b) {
  int count = 0;
  while (*a && *b) {
    const size_t n = strcspn(a, " "), m = strcspn(b, " ");
    count += n != m || strncmp(a, b, n) != 0;
    a += n + (a[n] != 0);
    b += m + (b[m] != 0);
  }
  return *a || *b ? -1 : count;
}

/* 1 if those numbers, all changed at once, change one each; 0: that is not known. An
 * instrument has more than a thousand, nearly all of this kind. */
static int count_together(const char *text, const char *name, const char *own, const place *where,
                          int count) {
  char *errors = NULL, *edited = changed(text, where, count, 1.01, 0);
  char *now = told(edited, name, &errors);
  const int all = now && differing(now, own) == count;
  free(now);
  free(edited);
  free(errors);
  return all;
}

/* 1 if the scene is another with that number changed, up or down. */
static int counts(const char *text, const char *name, const char *own, const place *where) {
  int other = 0, refused = 0;
  for (int up = 0; up < 2 && !other; up++) {
    char *errors = NULL, *edited = changed(text, where, 1, up ? 1.01 : 0.99, 0);
    char *now = told(edited, name, &errors);
    other = now && strcmp(now, own) != 0;
    refused += !now;
    free(now);
    free(edited);
    free(errors);
  }
  return other || refused;
}

static int tell_one(const char *text, const char *name, const char *own, const place *where) {
  int line = 1;
  if (counts(text, name, own, where))
    return 0;
  for (const char *c = text; c < where->at; c++)
    line += *c == '\n';
  print_error("%s:%d: %.*s counts for nothing\n", name, line, (int)(where->end - where->at),
              where->at);
  return 1;
}

enum {
  FEW = 6
}; /* so many are asked one by one: of what is left together, little is known at once */

/* Halves of what is not known together, down to a few. */
static int tell_some(const char *text, const char *name, const char *own, const place *where,
                     int count) {
  const int half = count / 2;
  int deaf = 0;
  if (count <= FEW) {
    for (int i = 0; i < count; i++)
      deaf += tell_one(text, name, own, &where[i]);
    return deaf;
  }
  return count_together(text, name, own, where, count)
             ? 0
             : tell_some(text, name, own, where, half) +
                   tell_some(text, name, own, where + half, count - half);
}

enum { APART = 1000 }; /* factors of neighbours differ by the inverse of it */

/* Takes out of a list those that count for certain: all are changed at once, no two to the same
 * number, and it stands in the model as it is written, where it did not stand before. How many
 * are left. */
static int leave_seen(const char *text, const char *name, const char *own, place *where,
                      int count) {
  char *errors = NULL, *edited = changed(text, where, count, 1.01, 1.0 / APART);
  char *now = told(edited, name, &errors);
  double value[NUMBERS];
  int left = 0;
  for (int i = 0; now && i < count; i++) {
    char word[NUMBER];
    int same = 0;
    other(word, &where[i], 1.01 + i * (1.0 / APART));
    value[i] = rosin_number_read(word, NULL);
    for (int k = 0; k < i; k++)
      same |= value[k] == value[i];
    if (same || stands(own, value[i]) || !stands(now, value[i]))
      where[left++] = where[i];
  }
  free(now);
  free(edited);
  free(errors);
  if (now || count < 4)
    return now ? left : count;
  /* together they are refused: halves */
  left = leave_seen(text, name, own, where, count / 2);
  const int rest = leave_seen(text, name, own, where + count / 2, count - count / 2);
  memmove(where + left, where + count / 2, (size_t)rest * sizeof *where);
  return left + rest;
}

static int tell_deaf(const char *text, const char *name, int share, int *numbers) {
  char *errors = NULL, *own = told(text, name, &errors), *end;
  int deaf = 0, turn = 0;
  if (!own)
    fail_msg("%s", errors);
  for (const char *at = next_number(text, &end); at;) {
    place where[NUMBERS];
    int count = 0;
    for (; at && count < NUMBERS; at = next_number(end, &end))
      where[count++] = (place){at, end};
    *numbers += count;
    if (turn++ % share == 0)
      deaf += tell_some(text, name, own, where, leave_seen(text, name, own, where, count));
  }
  free(own);
  free(errors);
  return deaf;
}

static void every_number_of_every_scene_counts(void **state) {
  (void)state;
  int deaf = 0, numbers = 0;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++)
    deaf += tell_deaf(e->text, e->name, SHARE * SHARE, &numbers);
  print_message("%d numbers\n", numbers);
  assert_true(numbers > 5000);
  assert_int_equal(deaf, 0);
}

/* Every macro of every scene leaves, at its default, what the scene says. */
static void macros_at_their_defaults_change_nothing(void **state) {
  (void)state;
  for (const rosin_embedded *e = rosin_embedded_scenes; e->name; e++) {
    rosin_model *m = rosin_model_read(e->text, e->name, ".", NULL, 0, NULL, NULL);
    assert_non_null(m);
    assert_null(m->remarks);
    for (int i = 0; i < m->macros; i++)
      for (int k = 0; k < m->macro[i].targets; k++) {
        const rosin_macro_target *t = &m->macro[i].target[k];
        const double y = rosin_macro_map(t, m->macro[i].row.initial);
        if (t->how == ROSIN_MACRO_SET || y != (t->how != ROSIN_MACRO_OFFSET))
          fail_msg("%s: macros.%s at its default: %s by %g", e->name, m->macro[i].name, t->key, y);
      }
    rosin_model_free(m);
  }
}

static const char deaf[] =
    "modals = { x = { shape = \"bar-free\"; length = 0.3; }; };\n"
    "contacts = { c = { a = \"-\"; b = \"x\"; position = \"end\"; velocity = 0.1;\n"
    "  force = 1.0; }; };\n"
    "outputs = ( { signal = \"x.velocity@mic\"; } );\n"
    "macros = { v = { to = ( { key = \"c.force\"; at = (0.5, 2.0); },\n"
    "  { key = \"x.length\"; at = (0.2, 0.4); } ); }; };\n";

static void what_a_macro_sets_is_found_out(void **state) {
  (void)state;
  int numbers = 0;
  rosin_model *m = rosin_model_read(deaf, "deaf.cfg", ".", NULL, 0, NULL, NULL);
  assert_non_null(m);
  assert_non_null(m->remarks);
  assert_non_null(strstr(m->remarks, "deaf.cfg:3: c.force: counts for nothing, since macros.v "));
  assert_non_null(strstr(m->remarks, "deaf.cfg:1: x.length: counts for nothing"));
  rosin_model_free(m);
  assert_int_equal(tell_deaf(deaf, "deaf.cfg", 1, &numbers), 2);
}

static void the_wrong_kind_is_an_error_also_under_a_macro(void **state) {
  (void)state;
  static const char *const wrong[] = {"\"long\"", "(1.0, 2.0)", "true"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[sizeof deaf + 40], *errors = NULL;
    const char *at = strstr(deaf, "0.3;");
    sprintf(text, "%.*s%s%s", (int)(at - deaf), deaf, wrong[i], at + 3);
    assert_null(rosin_model_read(text, "w.cfg", ".", NULL, 0, NULL, &errors));
    assert_non_null(strstr(errors, "w.cfg:1: x.length: is "));
    free(errors);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_number_of_every_scene_counts),
      cmocka_unit_test(macros_at_their_defaults_change_nothing),
      cmocka_unit_test(what_a_macro_sets_is_found_out),
      cmocka_unit_test(the_wrong_kind_is_an_error_also_under_a_macro),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
