/* SPDX-License-Identifier: BSD-3-Clause */
/* Ports: which of them anybody needs. A lifted contact's are not computed unless its
 * velocity is a signal, nor an idle push's; the velocity that was, only where it is read.
 * Each side of a row and each push has a port of its own: forces are set, not added. */
#include "network/heed.h"
#include "network/network.h"

#include <string.h>

static void hear(rosin_member *m, int port) {
  m->heard[m->hears++] = port;
}

/* What is not heard stands still. */
static void listen(rosin_member *m) {
  for (int k = 0; k < m->reads; k++)
    hear(m, m->read[k]);
  memset(m->free, 0, (size_t)m->ports * sizeof *m->free);
  if (m->body->ops->listen)
    m->body->ops->listen(m->body, m->heard, m->hears);
}

static void link_row(rosin_network *n, rosin_row *r) {
  const int contact = r->kind == ROSIN_ROW_CONTACT;
  r->prescribed = contact               ? &n->input[r->input + ROSIN_IN_VELOCITY].mean
                  : r->side[1].body < 0 ? &n->input[r->input].mean
                                        : &n->nothing;
  r->watched = 0;
  for (int i = 0; i < 2; i++) {
    rosin_member *m = r->side[i].body < 0 ? NULL : &n->member[r->side[i].body];
    r->free[i] = m ? m->free + r->side[i].port : &n->nothing;
    r->force[i] = m ? m->force + r->side[i].port : &n->sink;
    if (m && r->side[i].port >= m->row_ports)
      m->row_ports = r->side[i].port + 1;
  }
}

/* What needs no velocity looks back a sample: its first look comes before the first. */
static void link_pickup(rosin_network *n, const rosin_signal *s) {
  rosin_member *m = &n->member[s->body];
  if (m->body->ops->observes(m->body, s->what) == 2)
    m->body->ops->observe(m->body, s->port, s->what, 0);
  else
    m->read[m->reads++] = s->port;
}

void rosin_ports_link(rosin_network *n) {
  for (int i = 0; i < n->members; i++)
    n->member[i].row_ports = n->member[i].reads = 0;
  for (int i = 0; i < n->rows; i++)
    link_row(n, &n->row[i]);
  for (int i = 0; i < n->pushes; i++)
    n->push[i].pushes = 0;
  for (int i = 0; i < n->signals; i++) {
    const rosin_signal *s = &n->signal[i];
    if (s->kind == ROSIN_SIGNAL_PORT && s->port >= 0)
      link_pickup(n, s);
    for (int k = 0; s->kind == ROSIN_SIGNAL_VELOCITY && k < n->row[s->row].points; k++)
      n->row[s->row + k].watched |= !s->ignored;
  }
  for (int i = 0; i < n->members; i++)
    n->member[i].pickups = n->member[i].reads;
}

void rosin_network_heed(rosin_network *n, int signal, int heed) {
  if (!n || signal < 0 || signal >= n->signals)
    return;
  n->signal[signal].ignored = !heed;
  if (!n->ready)
    return;
  if (n->signal[signal].kind == ROSIN_SIGNAL_VELOCITY)
    n->row[n->signal[signal].row].watched = heed != 0; /* each contact's velocity is one signal */
  for (int g = 0; g < n->groups; g++)
    for (int i = 0; i < n->group[g].signal.count; i++)
      n->group[g].changed |= n->group[g].signal.at[i] == signal;
}

/* Signals that are heeded come first. */
static void choose_signals(const rosin_network *n, rosin_group *g) {
  g->heeded = 0;
  for (int i = 0; i < g->signal.count; i++) {
    const int one = g->signal.at[i];
    if (n->signal[one].ignored)
      continue;
    g->signal.at[i] = g->signal.at[g->heeded];
    g->signal.at[g->heeded++] = one;
  }
}

void rosin_ports_choose(rosin_network *n, rosin_group *g) {
  choose_signals(n, g);
  for (int i = 0; i < g->body.count; i++) {
    rosin_member *m = &n->member[g->body.at[i]];
    m->hears = 0;
    m->reads = m->pickups;
  }
  for (int i = 0; i < g->push.count; i++) {
    const rosin_push *p = &n->push[g->push.at[i]];
    rosin_member *m = &n->member[p->body];
    if (p->pushes)
      m->read[m->reads++] = p->port;
  }
  for (int k = 0; k < 2 * (g->contacts + g->joints); k++) {
    const rosin_row *r = &n->row[g->row[k / 2]];
    const rosin_side *side = &r->side[k % 2];
    if (side->body >= 0 && (!r->lifted || r->watched))
      hear(&n->member[side->body], side->port);
  }
  g->reads = 0;
  for (int i = 0; i < g->body.count; i++) {
    listen(&n->member[g->body.at[i]]);
    g->reads |= n->member[g->body.at[i]].reads;
  }
}

void rosin_ports_push(rosin_network *n, const rosin_group *g) {
  for (int k = 0; k < g->push.count; k++) {
    const rosin_push *p = &n->push[g->push.at[k]];
    if (!p->pushes)
      continue;
    rosin_member *m = &n->member[p->body];
    for (int i = 0; i < m->hears; i++)
      m->free[m->heard[i]] += m->mobility[m->heard[i] * m->ports + p->port] * m->force[p->port];
  }
}

void rosin_ports_read(rosin_network *n, const rosin_group *g) {
  for (int i = 0; g->reads && i < g->body.count; i++) {
    rosin_member *m = &n->member[g->body.at[i]];
    for (int k = 0; k < m->reads; k++) {
      const double *b = m->mobility + m->read[k] * m->ports;
      double v = m->free[m->read[k]];
      for (int p = 0; p < m->row_ports; p++)
        v += b[p] * m->force[p];
      m->free[m->read[k]] = v;
    }
  }
}
