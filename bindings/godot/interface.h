/* SPDX-License-Identifier: BSD-3-Clause */
/** As much of Godot's GDExtension interface (4.2 on; gdextension_interface, MIT, the Godot Engine
 *  contributors) as rosin.c calls, declared from its published description: names, order of members
 *  and types are Godot's. */
#ifndef ROSIN_GODOT_INTERFACE_H
#define ROSIN_GODOT_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

enum {
  GODOT_INT = 2,
  GODOT_FLOAT = 3,
  GODOT_STRING = 4,
  GODOT_STRING_NAME = 21,
  GODOT_PACKED_VECTOR2_ARRAY = 35
};
enum { GODOT_WRONG_ARGUMENT = 2, GODOT_TOO_MANY = 3, GODOT_TOO_FEW = 4 };
enum { GODOT_LEVEL_SCENE = 2, GODOT_METHOD_NORMAL = 1, GODOT_USAGE_DEFAULT = 6 };

/* Values that only Godot looks into; the largest of its builds. */
typedef struct {
  uint64_t opaque[1];
} godot_name, godot_string;
typedef struct {
  uint64_t opaque[2];
} godot_array;

typedef struct {
  int32_t error, argument, expected; /* error: 0, none */
} godot_call_error;

typedef struct {
  uint32_t type;
  void *name, *class_name;
  uint32_t hint;
  void *hint_string;
  uint32_t usage;
} godot_property;

typedef void (*godot_call)(void *data, void *self, const void *const *argument, int64_t count,
                           void *result, godot_call_error *error);
typedef void (*godot_ptrcall)(void *data, void *self, const void *const *argument, void *result);

typedef struct {
  void *name, *data;
  godot_call call;
  godot_ptrcall ptrcall;
  uint32_t flags;
  uint8_t has_result;
  godot_property *result;
  uint32_t result_metadata, arguments;
  godot_property *argument;
  uint32_t *argument_metadata;
  uint32_t defaults;
  void **default_argument;
} godot_method;

/* GDExtensionClassCreationInfo2 */
typedef struct {
  uint8_t is_virtual, is_abstract, is_exposed;
  void *set, *get, *get_property_list, *free_property_list, *property_can_revert,
      *property_get_revert, *validate_property, *notification, *to_string, *reference, *unreference;
  void *(*create_instance)(void *data);
  void (*free_instance)(void *data, void *self);
  void *recreate_instance, *get_virtual, *get_virtual_call_data, *call_virtual_with_data, *get_rid,
      *data;
} godot_class;

typedef struct {
  uint32_t minimum_level;
  void *data;
  void (*initialize)(void *data, uint32_t level);
  void (*deinitialize)(void *data, uint32_t level);
} godot_initialization;

typedef void (*godot_function)(void);
typedef godot_function (*godot_get_proc_address)(const char *name);

typedef void (*godot_variant_of)(void *variant, void *value);
typedef void (*godot_of_variant)(void *value, void *variant);
typedef void (*godot_destructor)(void *value);
typedef void (*godot_constructor)(void *value, const void *const *argument);
typedef void (*godot_builtin)(void *self, const void *const *argument, void *result, int32_t count);

#endif
