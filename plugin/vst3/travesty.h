/* SPDX-License-Identifier: BSD-3-Clause */
/** VST3's interfaces, as travesty has them (ISC, part of DPF): plain C, so a plugin needs neither
 *  C++ nor an SDK. Compile with -fms-extensions: an interface holds the ones it extends. */
#ifndef ROSIN_VST3_TRAVESTY_H
#define ROSIN_VST3_TRAVESTY_H

/* view.h names these two as C++ would */
typedef struct v3_event_handler v3_event_handler;
typedef struct v3_timer_handler v3_timer_handler;
/* and unit.h these */
typedef struct v3_unit_info v3_unit_info;
typedef struct v3_program_list_info v3_program_list_info;

#include <travesty/audio_processor.h>
#include <travesty/base.h>
#include <travesty/bstream.h>
#include <travesty/component.h>
#include <travesty/edit_controller.h>
#include <travesty/events.h>
#include <travesty/factory.h>
#include <travesty/unit.h>
#include <travesty/view.h>

/* ---- what travesty leaves out: expressions of single notes --------------------------------- */

enum { V3_TUNING = 2, V3_VIBRATO = 3, V3_EXPRESSION = 4, V3_BRIGHTNESS = 5 };
enum { V3_EXPRESSION_IS_BIPOLAR = 1, V3_EXPRESSION_IS_ABSOLUTE = 4 };

struct v3_expression_info {
  uint32_t type;
  v3_str_128 title, short_title, units;
  int32_t unit; /* -1: none */
  struct {
    double initial, least, most;
    int32_t steps;
  } value;
  v3_param_id parameter;
  int32_t flags;
};

struct v3_expressions {
  struct v3_funknown;
  int32_t(V3_API *get_count)(void *self, int32_t bus, int16_t channel);
  v3_result(V3_API *get_info)(void *self, int32_t bus, int16_t channel, int32_t index,
                              struct v3_expression_info *info);
  v3_result(V3_API *get_string)(void *self, int32_t bus, int16_t channel, uint32_t type,
                                double value, v3_str_128 text);
  v3_result(V3_API *get_value)(void *self, int32_t bus, int16_t channel, uint32_t type,
                               const int16_t *text, double *value);
};

static const v3_tuid v3_expressions_iid = V3_ID(0xB7F8F859, 0x41234872, 0x91169581, 0x4F3721A3);

/* ---- and the host's own menu of a parameter ------------------------------------------------- */

struct v3_context_menu {
  struct v3_funknown;
  int32_t(V3_API *get_item_count)(void *self);
  v3_result(V3_API *get_item)(void *self, int32_t index, void *item, void **target);
  v3_result(V3_API *add_item)(void *self, const void *item, void *target);
  v3_result(V3_API *remove_item)(void *self, const void *item, void *target);
  v3_result(V3_API *popup)(void *self, int32_t x, int32_t y); /* a pixel of the view */
};

struct v3_component_handler_3 {
  struct v3_funknown;
  struct v3_context_menu **(V3_API *create_context_menu)(void *self, struct v3_plugin_view **view,
                                                         const v3_param_id *parameter);
};

static const v3_tuid v3_component_handler_3_iid =
    V3_ID(0x69F11617, 0xD26B400D, 0xA4B6B964, 0x7B6EBBAB);

#endif
