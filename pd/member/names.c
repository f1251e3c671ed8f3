/* SPDX-License-Identifier: BSD-3-Clause */
/* The order of members, by their names, and who has one. */
#include "letters.h"
#include "pd/member/registry.h"

#include <stdio.h>
#include <string.h>

/* Numbers compare as numbers: 9999-a stays before 10000-a from one $0 to the next. */
static int compare_names(const char *a, const char *b) {
  while (*a && *b) {
    if (rosin_is_digit(*a) && rosin_is_digit(*b)) {
      while (*a == '0')
        a++;
      while (*b == '0')
        b++;
      size_t la = 0, lb = 0;
      while (rosin_is_digit(a[la]))
        la++;
      while (rosin_is_digit(b[lb]))
        lb++;
      const int c = la != lb ? (la < lb ? -1 : 1) : strncmp(a, b, la);
      if (c)
        return c;
      a += la;
      b += lb;
    } else if (*a != *b) {
      return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
    } else {
      a++;
      b++;
    }
  }
  return (*a != 0) - (*b != 0);
}

static int compare_symbols(const t_symbol *a, const t_symbol *b) {
  const int c = a == b ? 0 : compare_names(a->s_name, b->s_name);
  return c || a == b ? c : strcmp(a->s_name, b->s_name);
}

int rosin_pd_compare(const void *pa, const void *pb) {
  const rosin_pd_member *a = *(rosin_pd_member *const *)pa, *b = *(rosin_pd_member *const *)pb;
  int c = (int)a->class->kind - (int)b->class->kind;
  if (!c)
    c = compare_symbols(a->name, b->name);
  for (int i = 0; i < 2 && !c && a->class->kind != ROSIN_PD_BODY; i++)
    c = compare_symbols(a->side[i], b->side[i]);
  return c ? c : a->serial < b->serial ? -1 : a->serial > b->serial;
}

/* Of those with one name the one that had it first: they stand by their serial numbers. */
static int first_of(rosin_pd_member *const *m, int i) {
  while (i > 0 && m[i - 1]->name == m[i]->name)
    i--;
  return i;
}

int rosin_pd_find_body(rosin_pd_member *const *m, int bodies, const t_symbol *name) {
  int low = 0, high = bodies - 1;
  while (low <= high) {
    const int middle = (low + high) / 2, c = compare_symbols(name, m[middle]->name);
    if (c == 0)
      return first_of(m, middle);
    if (c < 0)
      high = middle - 1;
    else
      low = middle + 1;
  }
  return -1;
}

const char *rosin_pd_called(const rosin_pd_member *m, char out[ROSIN_PD_CALLED]) {
  const char *class = m->class->name, *name = m->name->s_name;
  if (*name)
    snprintf(out, ROSIN_PD_CALLED, "%s %.60s", class, name);
  else if (m->class->kind == ROSIN_PD_BODY || m->bare)
    snprintf(out, ROSIN_PD_CALLED, "%s", class);
  else
    snprintf(out, ROSIN_PD_CALLED, "%s %.60s%s%.60s", class, m->side[0]->s_name,
             *m->side[1]->s_name ? " " : "", m->side[1]->s_name);
  return out;
}

int rosin_pd_find_presser(rosin_pd_member *const *m, int count, int i) {
  int found = -1;
  for (int k = 0; k < count; k++)
    if (k != i && m[k]->class->kind == ROSIN_PD_CONTACT && m[k]->name == m[i]->load)
      found = found < 0 ? k : count;
  return found;
}
