/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/text/setting.h"
#include "memory.h"

#include <string.h>

/* From the last leaf up. */
static void destroy(rosin_setting *top) {
  for (rosin_setting *s = top; s;) {
    if (s->count) {
      s = s->element[--s->count];
      continue;
    }
    rosin_setting *above = s == top ? NULL : s->parent;
    rosin_free(s->element);
    rosin_free(s->name);
    rosin_free(s->text);
    rosin_free(s->origin);
    rosin_free(s);
    s = above;
  }
}

void rosin_settings_free(rosin_settings *tree) {
  destroy(tree->root);
  for (int i = 0; i < tree->includes; i++)
    rosin_free(tree->included[i]);
  *tree = (rosin_settings){0};
}

int rosin_setting_is(const rosin_setting *s, rosin_setting_type type) {
  return s && s->type == type;
}

static int find(const rosin_setting *group, const char *name) {
  for (int i = 0; i < group->count; i++)
    if (strcmp(group->element[i]->name, name) == 0)
      return i;
  return -1;
}

rosin_setting *rosin_setting_member(const rosin_setting *group, const char *name) {
  const int i = rosin_setting_is(group, ROSIN_SETTING_GROUP) ? find(group, name) : -1;
  return i < 0 ? NULL : group->element[i];
}

rosin_setting *rosin_setting_element(const rosin_setting *owner, int index) {
  return owner && index >= 0 && index < owner->count ? owner->element[index] : NULL;
}

rosin_setting *rosin_setting_add(rosin_setting *owner, const char *name, rosin_setting_type type) {
  if (name && find(owner, name) >= 0)
    return NULL;
  if (owner->count == owner->room) {
    const int room = owner->room ? 2 * owner->room : 4;
    rosin_setting **grown = rosin_realloc(owner->element, (size_t)room * sizeof *grown);
    if (!grown)
      return NULL;
    owner->element = grown;
    owner->room = room;
  }
  rosin_setting *s = rosin_calloc(1, sizeof *s);
  if (!s || (name && !(s->name = rosin_strdup(name)))) {
    rosin_free(s);
    return NULL;
  }
  s->parent = owner;
  s->type = type;
  owner->element[owner->count++] = s;
  return s;
}

int rosin_setting_remove(rosin_setting *group, const char *name) {
  const int i = rosin_setting_is(group, ROSIN_SETTING_GROUP) ? find(group, name) : -1;
  if (i < 0)
    return -1;
  destroy(group->element[i]);
  group->count--;
  memmove(&group->element[i], &group->element[i + 1],
          (size_t)(group->count - i) * sizeof *group->element);
  return 0;
}

static int set(char **to, const char *text) {
  char *copy = rosin_strdup(text);
  if (!copy)
    return -1;
  rosin_free(*to);
  *to = copy;
  return 0;
}

int rosin_setting_set_text(rosin_setting *s, const char *text) {
  return set(&s->text, text);
}

int rosin_setting_set_origin(rosin_setting *s, const char *origin) {
  return set(&s->origin, origin);
}
