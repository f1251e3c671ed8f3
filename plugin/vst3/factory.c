/* SPDX-License-Identifier: BSD-3-Clause */
/* The library's door: a class for each plugin of the list, all in one bundle. */
#include "plugin/list.h"
#include "plugin/vst3/plugin.h"
#include "plugin/vst3/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define ROSIN_VST3_EXPORT __declspec(dllexport)
#else
#define ROSIN_VST3_EXPORT __attribute__((visibility("default")))
#endif

static const char category[] = "Audio Module Class", kind[] = "Instrument|Synth";
static const char sdk[] = "VST 3.7.4";
enum { MANY = 0x7fffffff, UNICODE = 0x10, NAME = 64 };

/* Of its name, so that projects find it again: FNV-1a, 64 bits. */
static void class_id(v3_tuid id, const char *scene) {
  uint64_t hash = 14695981039346656037u;
  for (const char *at = scene; *at; at++)
    hash = (hash ^ (unsigned char)*at) * 1099511628211u;
  const v3_tuid first = V3_ID(0x526f7369, 0x6e000001, 0, 0); /* "Rosin", 1 */
  memcpy(id, first, sizeof first);
  for (int i = 0; i < 8; i++)
    id[8 + i] = (uint8_t)(hash >> (56 - 8 * i) & 255);
}

static v3_result V3_API query(void *self, const v3_tuid iid, void **object) {
  const uint8_t *const ours[] = {v3_funknown_iid, v3_plugin_factory_iid, v3_plugin_factory_2_iid,
                                 v3_plugin_factory_3_iid};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    if (v3_tuid_match(iid, ours[i])) {
      *object = self;
      return V3_OK;
    }
  *object = NULL;
  return V3_NO_INTERFACE;
}

/* There is one, for good. */
static uint32_t V3_API stay(void *self) {
  (void)self;
  return 1;
}

static v3_result V3_API get_info(void *self, struct v3_factory_info *info) {
  (void)self;
  *info = (struct v3_factory_info){.vendor = "rosin", .flags = UNICODE};
  return V3_OK;
}

static int32_t V3_API count(void *self) {
  int32_t n = 0;
  (void)self;
  while (rosin_plugin_at(n))
    n++;
  return n;
}

static v3_result V3_API get_class(void *self, int32_t index, struct v3_class_info *info) {
  const char *scene = rosin_plugin_at(index);
  (void)self;
  if (!scene)
    return V3_INVALID_ARG;
  *info = (struct v3_class_info){.cardinality = MANY};
  class_id(info->class_id, scene);
  snprintf(info->category, sizeof info->category, "%s", category);
  snprintf(info->name, sizeof info->name, "Rosin %s", scene);
  return V3_OK;
}

static v3_result V3_API get_class_2(void *self, int32_t index, struct v3_class_info_2 *info) {
  struct v3_class_info first;
  if (get_class(self, index, &first) != V3_OK)
    return V3_INVALID_ARG;
  *info =
      (struct v3_class_info_2){.cardinality = MANY, .vendor = "rosin", .version = ROSIN_VERSION};
  memcpy(info->class_id, first.class_id, sizeof first.class_id);
  memcpy(info->category, first.category, sizeof first.category);
  memcpy(info->name, first.name, sizeof first.name);
  snprintf(info->sub_categories, sizeof info->sub_categories, "%s", kind);
  snprintf(info->sdk_version, sizeof info->sdk_version, "%s", sdk);
  return V3_OK;
}

static v3_result V3_API get_class_3(void *self, int32_t index, struct v3_class_info_3 *info) {
  struct v3_class_info first;
  if (get_class(self, index, &first) != V3_OK)
    return V3_INVALID_ARG;
  *info = (struct v3_class_info_3){.cardinality = MANY};
  memcpy(info->class_id, first.class_id, sizeof first.class_id);
  memcpy(info->category, first.category, sizeof first.category);
  snprintf(info->sub_categories, sizeof info->sub_categories, "%s", kind);
  rosin_vst3_widen(info->name, NAME, first.name);
  rosin_vst3_widen(info->vendor, NAME, "rosin");
  rosin_vst3_widen(info->version, NAME, ROSIN_VERSION);
  rosin_vst3_widen(info->sdk_version, NAME, sdk);
  return V3_OK;
}

/* With one reference; NULL without memory or scene. */
static rosin_vst3 *make(const char *scene) {
  static const void *const table[ROSIN_VST3_FACES] = {
      &rosin_vst3_component,   &rosin_vst3_processor, &rosin_vst3_controller, &rosin_vst3_mapping,
      &rosin_vst3_expressions, &rosin_vst3_needs,     &rosin_vst3_units};
  rosin_error error;
  rosin_vst3 *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  if (!(p->core = rosin_plugin_open(scene, &error))) {
    fprintf(stderr, "rosin %s: %s\n", scene, error.text);
    free(p);
    return NULL;
  }
  if (rosin_vst3_programs_make(p)) {
    rosin_core_free(p->core);
    free(p->program);
    free(p);
    return NULL;
  }
  for (int i = 0; i < ROSIN_VST3_FACES; i++)
    p->face[i] = (rosin_vst3_face){table[i], p};
  for (int i = 0; i < rosin_core_parameters(p->core); i++)
    p->id[i] = rosin_vst3_id(rosin_core_parameter(p->core, i));
  rosin_vst3_show(p);
  p->renewal.core = p->core;
  p->references = 1;
  return p;
}

static v3_result V3_API create(void *self, const v3_tuid id, const v3_tuid iid, void **object) {
  (void)self;
  *object = NULL;
  for (int i = 0; i < count(self); i++) {
    v3_tuid ours = {0};
    class_id(ours, rosin_plugin_at(i));
    if (!v3_tuid_match(id, ours))
      continue;
    rosin_vst3 *plugin = make(rosin_plugin_at(i));
    if (!plugin)
      return V3_NOMEM;
    const v3_result result = rosin_vst3_query(&plugin->face[0], iid, object);
    rosin_vst3_unref(&plugin->face[0]); /* the caller's is the one that is left */
    return result;
  }
  return V3_NO_INTERFACE;
}

static v3_result V3_API set_context(void *self, struct v3_funknown **host) {
  (void)self;
  (void)host;
  return V3_OK;
}

static const struct v3_plugin_factory_3 table = {
    .query_interface = query,
    .ref = stay,
    .unref = stay,
    .get_factory_info = get_info,
    .num_classes = count,
    .get_class_info = get_class,
    .create_instance = create,
    .get_class_info_2 = get_class_2,
    .get_class_info_utf16 = get_class_3,
    .set_host_context = set_context,
};

ROSIN_VST3_EXPORT const void *GetPluginFactory(void);
ROSIN_VST3_EXPORT const void *GetPluginFactory(void) {
  static const struct v3_plugin_factory_3 *const factory = &table;
  return &factory;
}

/* Called by the host before anything else and after everything; what the systems call them. */
#ifdef _WIN32
ROSIN_VST3_EXPORT bool InitDll(void);
ROSIN_VST3_EXPORT bool ExitDll(void);
bool InitDll(void) {
  return true;
}
bool ExitDll(void) {
  return true;
}
#else
#ifdef __APPLE__
#define ModuleEntry bundleEntry
#define ModuleExit bundleExit
#endif
ROSIN_VST3_EXPORT bool ModuleEntry(void *library);
ROSIN_VST3_EXPORT bool ModuleExit(void);
bool ModuleEntry(void *library) {
  (void)library;
  return true;
}
bool ModuleExit(void) {
  return true;
}
#endif
