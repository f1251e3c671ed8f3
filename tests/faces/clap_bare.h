/* SPDX-License-Identifier: BSD-3-Clause */
/* What a CLAP host has to have, and our hosts make nothing of. */
#ifndef ROSIN_TEST_CLAP_BARE_H
#define ROSIN_TEST_CLAP_BARE_H

#include <clap/events.h>
#include <clap/ext/state.h>
#include <clap/host.h>
#include <clap/plugin.h>
#include <string.h>

static inline const void *bare_extension(const clap_host_t *h, const char *id) {
  (void)h, (void)id;
  return NULL;
}

static inline void bare_nothing(const clap_host_t *h) {
  (void)h;
}

/* Events that come back. */
static inline bool bare_push(const clap_output_events_t *list, const clap_event_header_t *e) {
  (void)list, (void)e;
  return true;
}

/* A call with these events, which are `ctx`'s, and what comes back passed over; `heard`: what comes
 * in, two channels, or NULL. */
static inline clap_process_status
bare_driven(const clap_plugin_t *plugin, float **heard, float **channel, int channels,
            uint32_t frames, void *ctx, uint32_t (*size)(const clap_input_events_t *),
            const clap_event_header_t *(*get)(const clap_input_events_t *, uint32_t)) {
  clap_audio_buffer_t out = {.data32 = channel, .channel_count = (uint32_t)channels};
  clap_audio_buffer_t sound = {.data32 = heard, .channel_count = 2};
  const clap_input_events_t in = {ctx, size, get};
  const clap_output_events_t back = {NULL, bare_push};
  return plugin->process(plugin, &(clap_process_t){.frames_count = frames,
                                                   .audio_inputs = heard ? &sound : NULL,
                                                   .audio_inputs_count = heard != NULL,
                                                   .audio_outputs = &out,
                                                   .audio_outputs_count = 1,
                                                   .in_events = &in,
                                                   .out_events = &back});
}

static inline clap_process_status
bare_process(const clap_plugin_t *plugin, float **channel, int channels, uint32_t frames, void *ctx,
             uint32_t (*size)(const clap_input_events_t *),
             const clap_event_header_t *(*get)(const clap_input_events_t *, uint32_t)) {
  return bare_driven(plugin, NULL, channel, channels, frames, ctx, size, get);
}

static inline clap_host_t bare_host(const char *name) {
  return (clap_host_t){.clap_version = CLAP_VERSION_INIT,
                       .name = name,
                       .vendor = "",
                       .url = "",
                       .version = "1",
                       .get_extension = bare_extension,
                       .request_restart = bare_nothing,
                       .request_process = bare_nothing,
                       .request_callback = bare_nothing};
}

static inline int64_t bare_state(const clap_istream_t *s, void *data, uint64_t size) {
  static const char text[] = "rosin-state 1\nend\n"; /* of a version that knew no takes */
  size_t *at = s->ctx;
  const size_t left = sizeof text - 1 - *at, now = size < left ? size : left;
  memcpy(data, text + *at, now);
  *at += now;
  return (int64_t)now;
}

/* A new instance's take becomes the one that `rosin render` gives, and that all can have. */
static inline bool bare_take(const clap_plugin_t *plugin) {
  const clap_plugin_state_t *state = plugin->get_extension(plugin, CLAP_EXT_STATE);
  size_t at = 0;
  const clap_istream_t stream = {&at, bare_state};
  return state && state->load(plugin, &stream);
}

#endif
