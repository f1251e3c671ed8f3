/* SPDX-License-Identifier: BSD-3-Clause */
/** CLAP's preset discovery, of CLAP 1.2: a host lists presets without opening a plugin, and loads
 * one by its key (clap_pages.h). The packaged headers do not have it. As CLAP defines it, in our
 * words.
 */
#ifndef ROSIN_CLAP_PRESETS_H
#define ROSIN_CLAP_PRESETS_H

#include <clap/plugin.h>

#define ROSIN_CLAP_PRESETS "clap.preset-discovery-factory/2"
#define ROSIN_CLAP_PRESETS_BEFORE                                                                  \
  "clap.preset-discovery-factory/draft-2" /* the same, before 1.2                                  \
                                           */

enum { ROSIN_CLAP_IS_FACTORY_CONTENT = 1, ROSIN_CLAP_IS_USER_CONTENT = 2 };

/** Whose preset it is: a kind of plugin ("clap"), and its id there. */
typedef struct {
  const char *abi, *id;
} rosin_clap_plugin_name;

/** What a host has that hears of presets. What is said goes for the preset begun last. */
typedef struct rosin_clap_receiver {
  void *data;
  void(CLAP_ABI *on_error)(const struct rosin_clap_receiver *r, int32_t error, const char *text);
  /** false: no more, please. */
  bool(CLAP_ABI *begin_preset)(const struct rosin_clap_receiver *r, const char *name,
                               const char *key);
  void(CLAP_ABI *add_plugin_id)(const struct rosin_clap_receiver *r,
                                const rosin_clap_plugin_name *plugin);
  void(CLAP_ABI *set_soundpack_id)(const struct rosin_clap_receiver *r, const char *id);
  void(CLAP_ABI *set_flags)(const struct rosin_clap_receiver *r, uint32_t flags);
  void(CLAP_ABI *add_creator)(const struct rosin_clap_receiver *r, const char *creator);
  void(CLAP_ABI *set_description)(const struct rosin_clap_receiver *r, const char *text);
  void(CLAP_ABI *set_timestamps)(const struct rosin_clap_receiver *r, uint64_t created,
                                 uint64_t changed);
  void(CLAP_ABI *add_feature)(const struct rosin_clap_receiver *r, const char *feature);
  void(CLAP_ABI *add_extra_info)(const struct rosin_clap_receiver *r, const char *key,
                                 const char *value);
} rosin_clap_receiver;

typedef struct {
  const char *name, *description, *extension;
} rosin_clap_filetype;

typedef struct {
  uint32_t flags;
  const char *name;
  uint32_t kind;        /* ROSIN_CLAP_FROM_FILE, ROSIN_CLAP_FROM_PLUGIN */
  const char *location; /* a path; NULL of those in a plugin */
} rosin_clap_location;

/** What a host has that makes the list. */
typedef struct rosin_clap_indexer {
  clap_version_t clap_version;
  const char *name, *vendor, *url, *version;
  void *data;
  bool(CLAP_ABI *declare_filetype)(const struct rosin_clap_indexer *i,
                                   const rosin_clap_filetype *type);
  bool(CLAP_ABI *declare_location)(const struct rosin_clap_indexer *i,
                                   const rosin_clap_location *location);
  bool(CLAP_ABI *declare_soundpack)(const struct rosin_clap_indexer *i, const void *pack);
  const void *(CLAP_ABI *get_extension)(const struct rosin_clap_indexer *i, const char *id);
} rosin_clap_indexer;

typedef struct {
  clap_version_t clap_version;
  const char *id, *name, *vendor;
} rosin_clap_provider_name;

typedef struct rosin_clap_provider {
  const rosin_clap_provider_name *desc;
  void *data;
  bool(CLAP_ABI *init)(const struct rosin_clap_provider *p);
  void(CLAP_ABI *destroy)(const struct rosin_clap_provider *p);
  bool(CLAP_ABI *get_metadata)(const struct rosin_clap_provider *p, uint32_t kind,
                               const char *location, const rosin_clap_receiver *receiver);
  const void *(CLAP_ABI *get_extension)(const struct rosin_clap_provider *p, const char *id);
} rosin_clap_provider;

typedef struct rosin_clap_presets {
  uint32_t(CLAP_ABI *count)(const struct rosin_clap_presets *f);
  const rosin_clap_provider_name *(CLAP_ABI *get_descriptor)(const struct rosin_clap_presets *f,
                                                             uint32_t index);
  const rosin_clap_provider *(CLAP_ABI *create)(const struct rosin_clap_presets *f,
                                                const rosin_clap_indexer *indexer, const char *id);
} rosin_clap_presets;

/** The factory of that name, or NULL. */
const void *rosin_clap_presets_factory(const char *id);

#endif
