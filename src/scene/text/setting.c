/* SPDX-License-Identifier: BSD-3-Clause */
#include "scene/text/setting.h"
#include "memory.h"

#include <string.h>

int rosin_settings_begin(rosin_settings *tree) {
  *tree = (rosin_settings){.pool = rosin_pool_new()};
  tree->root = tree->pool ? rosin_pool_take(tree->pool, sizeof *tree->root) : NULL;
  if (!tree->root)
    return -1;
  tree->root->pool = tree->pool;
  return 0;
}

void rosin_settings_free(rosin_settings *tree) {
  for (int i = 0; i < tree->includes; i++)
    rosin_free(tree->included[i]);
  rosin_pool_free(tree->pool);
  *tree = (rosin_settings){0};
}

int rosin_setting_is(const rosin_setting *s, rosin_setting_type type) {
  return s && s->type == type;
}

static int find(const rosin_setting *group, const char *name) {
  for (int i = 0; i < group->count; i++)
    if (*group->element[i]->name == *name && strcmp(group->element[i]->name, name) == 0)
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

/* Room for one more element: 0, or -1 without memory. What it leaves goes with the tree. */
static int make_room(rosin_setting *owner) {
  if (owner->count < owner->room)
    return 0;
  const int room = owner->room ? 2 * owner->room : 4;
  rosin_setting **grown = rosin_pool_take(owner->pool, (size_t)room * sizeof(rosin_setting *));
  if (!grown)
    return -1;
  if (owner->count)
    memcpy(grown, owner->element, (size_t)owner->count * sizeof(rosin_setting *));
  owner->element = grown;
  owner->room = room;
  return 0;
}

rosin_setting *rosin_setting_add(rosin_setting *owner, const char *name, rosin_setting_type type) {
  if ((name && find(owner, name) >= 0) || make_room(owner))
    return NULL;
  rosin_setting *s = rosin_pool_take(owner->pool, sizeof *s);
  if (!s || (name && !(s->name = rosin_pool_text(owner->pool, name, strlen(name)))))
    return NULL;
  s->pool = owner->pool;
  s->parent = owner;
  s->type = type;
  owner->element[owner->count++] = s;
  return s;
}

int rosin_setting_remove(rosin_setting *group, const char *name) {
  const int i = rosin_setting_is(group, ROSIN_SETTING_GROUP) ? find(group, name) : -1;
  if (i < 0)
    return -1;
  group->count--;
  memmove(&group->element[i], &group->element[i + 1],
          (size_t)(group->count - i) * sizeof *group->element);
  return 0;
}

static int set(rosin_setting *s, char **to, const char *text) {
  char *copy = rosin_pool_text(s->pool, text, strlen(text));
  if (!copy)
    return -1;
  *to = copy;
  return 0;
}

int rosin_setting_set_text(rosin_setting *s, const char *text) {
  return set(s, &s->text, text);
}

int rosin_setting_set_origin(rosin_setting *s, const char *origin) {
  return set(s, &s->origin, origin);
}
