/* SPDX-License-Identifier: BSD-3-Clause */
/* What all members share: their place in the DSP chain, and the messages name, reset, print,
 * dump, get. */
#include "pd/member/bow.h"
#include "pd/member/overlap.h"
#include "pd/member/registry.h"
#include "pd/member/talk.h"
#include "pd/net/net.h"
#include "pd/net/sound/fading.h"
#include "pd/net/sound/multichannel.h"

#include <stdlib.h>
#include <string.h>

/* Room for latches at block size n; nothing is kept. */
static int take_buffers(rosin_pd_member *m, int n) {
  double *buffer = calloc((size_t)m->inputs * (size_t)n + 1, sizeof *buffer);
  if (!buffer)
    return -1;
  free(m->buffer);
  m->buffer = buffer;
  for (int k = 0; k < m->inputs; k++) {
    m->input[k].latch = buffer + (size_t)k * (size_t)n;
    m->input[k].constant = 1;
  }
  return 0;
}

static void member_dsp(rosin_pd_member *m, t_signal **signals) {
  const int n = signals[0]->s_n;
  const double rate = (double)signals[0]->s_sr;
  const int overlap = rosin_pd_overlap(m->canvas);
  int at = 0;
  m->fresh = 0;
  if (overlap != m->overlap)
    rosin_pd_change(m);
  m->overlap = overlap;
  if (n != m->n || rate != m->rate) {
    m->live = m->lived = 0;
    rosin_pd_fading_free(m);
    m->n = take_buffers(m, n) ? 0 : n;
    m->rate = rate;
    rosin_pd_change(m);
  }
  for (int k = 0; k < m->inputs; k++)
    if (m->input[k].signal)
      m->in[at] = signals[at]->s_vec, at++;
  const int outlets = m->channels ? 1 : m->outputs;
  for (int k = 0; k < outlets; k++)
    rosin_pd_set_channels(&signals[at + k], m->channels ? m->outputs : 1);
  for (int k = 0; k < m->outputs; k++)
    m->out[k] = m->channels ? signals[at]->s_vec + (size_t)k * (size_t)n : signals[at + k]->s_vec;
  if (m->n)
    dsp_add(rosin_pd_perform, 1, m);
}

static void member_reset(rosin_pd_member *m) {
  rosin_pd_fading_free(m);
  if (m->body)
    rosin_body_reset(m->body);
  if (m->contact)
    rosin_contact_reset(m->contact);
  if (m->bow)
    m->bow->speed = m->bow->force = m->bow->lift = m->bow->along = 0;
}

void rosin_pd_rename(rosin_pd_member *m, t_symbol *name) {
  if (name == m->name)
    return;
  if (name == &s_ || strcmp(name->s_name, "-") == 0) {
    pd_error(m, "%s: name: needs a word other than '-'", m->class->name);
    return;
  }
  m->name = name;
  rosin_pd_change(m);
}

static void member_print(rosin_pd_member *m, t_symbol *word) {
  if (word != &s_) {
    if (!m->class->explain || !m->class->explain(word->s_name))
      pd_error(m, "%s: print: there is nothing to say of '%s'", m->class->name, word->s_name);
    return;
  }
  const char *lacks = rosin_pd_lacks(m), *does = rosin_pd_bow_manner(m);
  const char *singer = rosin_pd_singer(m);
  char called[ROSIN_PD_CALLED];
  post("%s: %s", rosin_pd_called(m, called),
       m->problem[0]   ? m->problem
       : lacks         ? lacks
       : !m->component ? "not in a running network yet"
       : does          ? does
                       : "running");
  if (m->n)
    post("  block %d at %g Hz, network of %d, latency %d samples", m->n, m->rate,
         m->component ? m->component->count : 0, m->n);
  if (singer)
    post("  of its two bodies '%s' sings first, and the other follows softly: hear both", singer);
  m->asked = &s_;
  m->class->state(m);
}

static void member_dump(rosin_pd_member *m) {
  m->asked = NULL;
  m->class->state(m);
}

static void member_get(rosin_pd_member *m, t_symbol *key) {
  m->asked = key == &s_ ? gensym("?") : key;
  m->said = 0;
  m->class->state(m);
  if (!m->said)
    pd_error(m, "%s: get: there is no '%s'; [dump( lists what there is", m->class->name,
             key->s_name);
}

/* A list's numbers go to the inlets, from the left, as Pd does it for its own objects. */
static void member_list(rosin_pd_member *m, t_symbol *selector, int count, t_atom *atoms) {
  (void)selector;
  for (int i = 0, k = 0; i < count && k < m->inputs; i++, k++) {
    while (k < m->inputs && !m->input[k].signal)
      k++;
    if (k == m->inputs)
      return;
    if (atoms[i].a_type != A_FLOAT)
      pd_error(m, "%s: list: number %d is none", m->class->name, i + 1);
    else if (m->input[k].inlet)
      pd_float((t_pd *)m->input[k].inlet, atoms[i].a_w.w_float);
    else
      m->input[k].value = atoms[i].a_w.w_float;
  }
}

void rosin_pd_methods(t_class *class) {
  class_addlist(class, member_list);
  class_addmethod(class, (t_method)member_dsp, gensym("dsp"), A_CANT, 0);
  class_addmethod(class, (t_method)member_reset, gensym("reset"), 0);
  class_addmethod(class, (t_method)rosin_pd_rename, gensym("name"), A_DEFSYM, 0);
  class_addmethod(class, (t_method)member_print, gensym("print"), A_DEFSYM, 0);
  class_addmethod(class, (t_method)member_dump, gensym("dump"), 0);
  class_addmethod(class, (t_method)member_get, gensym("get"), A_DEFSYM, 0);
}
