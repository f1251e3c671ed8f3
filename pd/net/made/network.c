/* SPDX-License-Identifier: BSD-3-Clause */
/* One component's network: its members under names that say their place, their controls as they
 * were. */
#include "contact/contact.h"
#include "pd/member/registry.h"
#include "pd/net/made/build.h"
#include "pd/net/sound/inputs.h"
#include "pd/net/sound/places.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Names inside the network: letter and place in the sorted list. */
static void inner_name(char *out, size_t size, char letter, int index) {
  snprintf(out, size, "%c%06d", letter, index);
}

/* `bodies` of the members come first, by their names. */
static int side_name(char *out, size_t size, rosin_pd_member **m, int bodies,
                     const t_symbol *name) {
  if (strcmp(name->s_name, "-") == 0) {
    snprintf(out, size, "-");
    return 0;
  }
  const int i = rosin_pd_find_body(m, bodies, name);
  if (i >= 0)
    inner_name(out, size, 'm', i);
  return i;
}

/* Positions given by a point's name become numbers. */
static int resolve_points(rosin_pd_member *m, rosin_pd_member *const body[2], rosin_error *error) {
  static const char *const key[] = {"position_a", "position"};
  for (int s = 0; s < 2; s++) {
    double position;
    if (m->class->kind == ROSIN_PD_JOINT && body[s] && !m->own_place[s])
      m->place[s] = rosin_pd_stands(m, body[s]);
    if (!m->point[s] || !body[s])
      continue;
    if (rosin_body_point(body[s]->body, m->point[s]->s_name, &position)) {
      snprintf(error->text, sizeof error->text,
               "'%s' has no point named '%.64s'; [get points( of it tells which there are",
               body[s]->name->s_name, m->point[s]->s_name);
      return -1;
    }
    if (m->class->kind == ROSIN_PD_CONTACT) {
      t_symbol *const kept = m->point[s];
      rosin_pd_input_set(m, key[s], position);
      m->point[s] = kept;
    } else {
      m->place[s] = position;
    }
  }
  return 0;
}

static int add_link(rosin_network *n, rosin_pd_member **m, int bodies, int i, rosin_error *error) {
  char name[16], a[16], b[16];
  rosin_pd_member *body[2] = {NULL, NULL};
  const int at[2] = {side_name(a, sizeof a, m, bodies, m[i]->side[0]),
                     side_name(b, sizeof b, m, bodies, m[i]->side[1])};
  for (int s = 0; s < 2; s++)
    if (strcmp(m[i]->side[s]->s_name, "-"))
      body[s] = m[at[s]];
  inner_name(name, sizeof name, 'm', i);
  if (resolve_points(m[i], body, error))
    return -1;
  rosin_pd_find_strings(m[i], body);
  if (m[i]->class->kind == ROSIN_PD_CONTACT)
    return rosin_network_contact(n, name, m[i]->contact, a, b, error);
  return rosin_network_joint(n, name, a, m[i]->place[0], b, m[i]->place[1], error);
}

static int add_body(rosin_network *n, rosin_pd_member *m, int i, rosin_error *error) {
  char name[16], push[16];
  inner_name(name, sizeof name, 'm', i);
  inner_name(push, sizeof push, 'p', i);
  if (m->point[0] && rosin_body_point(m->body, m->point[0]->s_name, &m->place[0])) {
    snprintf(error->text, sizeof error->text, "no point named '%.64s'", m->point[0]->s_name);
    return -1;
  }
  return rosin_network_body(n, name, m->body, error) ||
                 rosin_network_push(n, push, name, m->place[0], error)
             ? -1
             : 0;
}

/* Before prepare: outputs. A signal that is not there silences its outlet alone. */
static void add_outputs(rosin_network *n, rosin_pd_member *m, int i) {
  char name[16], signal[16 + ROSIN_PD_SIGNAL];
  inner_name(name, sizeof name, 'm', i);
  for (int k = 0; k < m->outputs; k++) {
    rosin_error error;
    snprintf(signal, sizeof signal, "%s.%s", name, m->output[k].key);
    m->output[k].signal = rosin_network_signal(n, signal, &error);
    m->output[k].silenced = (double)NAN;
    if (m->output[k].signal < 0) {
      const char *what = strstr(error.text, ": ");
      rosin_pd_problem(m, 0, "pickup %d, %s%s", k + 1, m->output[k].key, what ? what : "");
    }
  }
}

/* To the value it had: of a place, with the finger that the string had. */
static void jump_back(rosin_network *n, const rosin_pd_member *m, const rosin_pd_input *in) {
  const rosin_pd_member *string = in->place && !m->of_open ? m->on[in->place - 1] : NULL;
  rosin_network_jump(n, in->control,
                     string
                         ? rosin_pd_place(string, in->before, string->input[string->finger].before)
                         : in->before);
}

/* Controls at the values they had, as if they had always been there. */
static void find_inputs(rosin_network *n, rosin_pd_member *m, int i) {
  char name[80], own[16];
  m->still = 0;
  for (int k = 0; k < m->inputs; k++) {
    inner_name(own, sizeof own, m->input[k].push ? 'p' : 'm', i);
    snprintf(name, sizeof name, "%s.%s", own, m->input[k].row->name);
    m->input[k].control = rosin_network_control(n, name);
    if (m->live)
      jump_back(n, m, &m->input[k]);
    else if (rosin_pd_is_force(m, &m->input[k]))
      rosin_network_jump(n, m->input[k].control, 0);
  }
}

static int add_load(rosin_network *n, rosin_pd_member **m, int count, int i, rosin_error *error) {
  char name[16], by[16];
  const int k = rosin_pd_find_presser(m, count, i);
  if (k < 0 || k == count)
    return 0;
  inner_name(name, sizeof name, 'm', i);
  inner_name(by, sizeof by, 'm', k);
  if (rosin_network_load(n, name, by, error) == 0)
    return 0;
  snprintf(error->text, sizeof error->text, "load: '%.64s' is no [rosin.impact~]",
           m[i]->load->s_name);
  return -1;
}

/* What is solved together is solved in every sample, and laid out anew when something comes. */
static int has_room(const rosin_pd_member *m, int *rows, rosin_error *error) {
  *rows += m->contact ? m->contact->points : 1;
  if (*rows <= ROSIN_PD_ROWS)
    return 1;
  snprintf(error->text, sizeof error->text,
           "more than %d contacts (each of their points) and bridges in one network",
           ROSIN_PD_ROWS);
  return 0;
}

/* Bodies, then what joins them, then loads: 0, or -1 and an error, whose it is in `guilty`. */
static int add_members(rosin_network *n, rosin_pd_member **m, int count, rosin_error *error,
                       int *guilty) {
  int bodies = 0, rows = 0;
  while (bodies < count && m[bodies]->class->kind == ROSIN_PD_BODY)
    bodies++;
  for (int i = 0; i < count; i++) {
    *guilty = i;
    if (m[i]->class->ready && m[i]->class->ready(m[i], m[i]->rate, error))
      return -1;
    if (i < bodies ? add_body(n, m[i], i, error)
                   : !has_room(m[i], &rows, error) || add_link(n, m, bodies, i, error))
      return -1;
  }
  for (int i = 0; i < count; i++) {
    *guilty = i;
    if (m[i]->load && add_load(n, m, count, i, error))
      return -1;
  }
  *guilty = 0;
  return 0;
}

static int fill(rosin_network *n, rosin_pd_member **m, int count, rosin_error *error, int *guilty) {
  if (add_members(n, m, count, error, guilty))
    return -1;
  for (int i = 0; i < count; i++)
    add_outputs(n, m[i], i);
  for (int i = 0; i < count; i++)
    find_inputs(n, m[i], i);
  return rosin_network_prepare(n, error);
}

rosin_network *rosin_pd_network(rosin_pd_member **m, int count, rosin_error *error, int *guilty) {
  rosin_network *n = rosin_network_new(m[0]->rate, m[0]->n, error);
  *guilty = 0;
  if (n && fill(n, m, count, error, guilty)) {
    rosin_network_free(n);
    return NULL;
  }
  return n;
}
