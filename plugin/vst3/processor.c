/* SPDX-License-Identifier: BSD-3-Clause */
/* The audio thread: what happened since the last call, to the core in the order of its frames. */
#include "core/learn.h"
#include "plugin/shared.h"
#include "plugin/vst3/midi.h"
#include "plugin/vst3/plugin.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>

enum { MIDI_CHANNELS = 16 };

static const double semitones = 240; /* of the whole range of tuning, its middle being 0 */

/* ---- buses and rates ----------------------------------------------------------------------- */

static v3_speaker_arrangement speakers(const rosin_vst3 *p) {
  const int channels = rosin_core_channels(p->core);
  return channels == 1 ? V3_SPEAKER_M : ((v3_speaker_arrangement)1 << channels) - 1;
}

static const v3_speaker_arrangement heard = ((v3_speaker_arrangement)1 << ROSIN_VST3_HEARD) - 1;

static v3_result V3_API set_arrangements(void *self, v3_speaker_arrangement *in, int32_t ins,
                                         v3_speaker_arrangement *out, int32_t outs) {
  const int hears = ins == 0 || (ins == 1 && (*in == heard || *in == 0)); /* 0: it stays off */
  return hears && outs == 1 && *out == speakers(rosin_vst3_of(self)) ? V3_TRUE : V3_FALSE;
}

static v3_result V3_API get_arrangement(void *self, int32_t direction, int32_t index,
                                        v3_speaker_arrangement *arrangement) {
  if ((direction != V3_OUTPUT && direction != V3_INPUT) || index)
    return V3_INVALID_ARG;
  *arrangement = direction == V3_INPUT ? heard : speakers(rosin_vst3_of(self));
  return V3_OK;
}

static v3_result V3_API can_process(void *self, int32_t sample_size) {
  (void)self;
  return sample_size == V3_SAMPLE_32 ? V3_OK : V3_NOT_IMPLEMENTED;
}

static uint32_t V3_API get_latency(void *self) {
  return (uint32_t)atomic_load(&rosin_vst3_of(self)->latency);
}

static v3_result V3_API setup(void *self, struct v3_process_setup *with) {
  rosin_vst3 *p = rosin_vst3_of(self);
  if (atomic_load(&p->active) || with->symbolic_sample_size != V3_SAMPLE_32)
    return V3_FALSE;
  if (!(with->sample_rate >= ROSIN_RATE_LOWEST && with->sample_rate <= ROSIN_RATE_HIGHEST))
    return V3_INVALID_ARG;
  p->rate = with->sample_rate;
  p->offline = with->process_mode == V3_OFFLINE;
  rosin_core_set_offline(p->core, p->offline);
  return V3_OK;
}

/* From here on, what was before is over: hosts stop and start to hush a plugin. */
static v3_result V3_API set_processing(void *self, v3_bool state) {
  rosin_vst3 *p = rosin_vst3_of(self);
  if (!atomic_load(&p->active))
    return V3_NOT_INITIALIZED;
  if (state)
    rosin_core_reset(p->core);
  return V3_OK;
}

static uint32_t V3_API get_tail(void *self) {
  const rosin_vst3 *p = rosin_vst3_of(self);
  return (uint32_t)(rosin_core_tail(p->core) * p->rate);
}

static uint32_t V3_API get_needs(void *self) {
  (void)self;
  return 0; /* neither tempo nor place */
}

/* ---- values -------------------------------------------------------------------------------- */

/* A host that sends back what it was shown has changed nothing, whatever rounding says. */
static int is_other(const rosin_vst3 *p, int index, double normal) {
  return rosin_vst3_may_wait(p, index) ||
         rosin_vst3_normal(p, index, rosin_core_get(p->core, index)) != normal;
}

static void apply(rosin_vst3 *p, const rosin_vst3_change *change) {
  const int frame = (int)(change->order >> 32), index = change->what;
  unsigned char message[3];
  if (index == ROSIN_VST3_PROGRAM) {
    rosin_vst3_program_play(p, frame, rosin_vst3_program_of(p, change->value));
  } else if (index >= ROSIN_CORE_PARAMETERS) {
    const int length =
        rosin_vst3_controller_message(index - ROSIN_CORE_PARAMETERS, change->value, message);
    rosin_core_midi(p->core, frame, message, length);
  } else if (is_other(p, index, change->value)) {
    rosin_core_set(p->core, frame, index, rosin_vst3_plain(p, index, change->value));
  }
}

/* Shell's sort: takes no memory; queues come nearly in order. The orders are all different. */
static void apply_all(rosin_vst3 *p) {
  static const int gaps[] = {264, 67, 16, 5, 1};
  rosin_vst3_change *c = p->change;
  for (int g = 0; g < (int)(sizeof gaps / sizeof *gaps); g++)
    for (int i = gaps[g]; i < p->changes; i++) {
      const rosin_vst3_change one = c[i];
      int k = i;
      for (; k >= gaps[g] && c[k - gaps[g]].order > one.order; k -= gaps[g])
        c[k] = c[k - gaps[g]];
      c[k] = one;
    }
  for (int i = 0; i < p->changes; i++)
    apply(p, &c[i]);
  p->changes = 0;
}

static uint32_t frame_within(int32_t offset, int last) {
  return (uint32_t)(offset < 0 ? 0 : offset > last ? last : offset);
}

static void take_queue(rosin_vst3 *p, struct v3_param_value_queue **queue, int last) {
  const int what = rosin_vst3_find(p, (*queue)->get_param_id(queue));
  const int rank = what == ROSIN_VST3_PROGRAM ? 0 /* what else is said at its frame is on top */
                   : what < ROSIN_CORE_PARAMETERS
                       ? 1
                       : 2 + rosin_vst3_controller_rank(what - ROSIN_CORE_PARAMETERS);
  const int count = what < 0 ? 0 : (*queue)->get_point_count(queue);
  for (int i = 0; i < count; i++) {
    int32_t offset = 0;
    double value = NAN;
    if ((*queue)->get_point(queue, i, &offset, &value) != V3_OK || !isfinite(value))
      continue;
    if (p->changes == ROSIN_VST3_CHANGES)
      apply_all(p);
    p->change[p->changes] = (rosin_vst3_change){(uint64_t)frame_within(offset, last) << 32 |
                                                    (uint64_t)rank << 24 | (uint64_t)p->changes,
                                                what, value};
    p->changes++;
  }
}

static void take_values(rosin_vst3 *p, struct v3_param_changes **in, int last) {
  const int count = in ? (*in)->get_param_count(in) : 0;
  for (int i = 0; i < count; i++) {
    struct v3_param_value_queue **queue = (*in)->get_param_data(in, i);
    if (queue)
      take_queue(p, queue, last);
  }
  apply_all(p);
}

/* ---- notes --------------------------------------------------------------------------------- */

/* The note of an id, or without one the last of a channel and pitch. */
static rosin_vst3_note *find_note(rosin_vst3 *p, int id, int channel, int pitch) {
  const int kept = p->notes < ROSIN_VST3_NOTES ? p->notes : ROSIN_VST3_NOTES;
  for (int i = 1; i <= kept; i++) {
    rosin_vst3_note *note = &p->note[(p->notes - i) % ROSIN_VST3_NOTES];
    if (id == -1 ? note->channel == channel && note->pitch == pitch : note->id == id)
      return note;
  }
  return NULL;
}

/* A velocity out of MIDI's 127 as MIDI means it, though a float has been between. */
static double velocity_of(float velocity) {
  const double steps = 127 * (double)velocity, near = round(steps);
  return fabs(steps - near) < 1e-3 ? near / 127 : steps / 127;
}

static int channel_of(int channel) {
  return channel < 0 ? 0 : channel < MIDI_CHANNELS ? channel : MIDI_CHANNELS - 1;
}

static void note_off(rosin_vst3 *p, int frame, const struct v3_event_note_off *e) {
  const rosin_vst3_note *note = find_note(p, e->note_id, channel_of(e->channel), e->pitch);
  const rosin_player_event_t event = {.kind = ROSIN_PLAYER_NOTE_OFF,
                                      .channel = note ? note->channel : channel_of(e->channel),
                                      .key = note ? note->key : e->pitch,
                                      .single = 1,
                                      .note = e->note_id};
  rosin_core_play(p->core, frame, &event);
}

static void note_on(rosin_vst3 *p, int frame, const struct v3_event_note_on *e) {
  const double value = velocity_of(e->velocity);
  if (!(value > 0)) { /* as MIDI's */
    note_off(p, frame,
             &(struct v3_event_note_off){
                 .channel = e->channel, .pitch = e->pitch, .note_id = e->note_id});
    return;
  }
  rosin_vst3_note *note = &p->note[p->notes % ROSIN_VST3_NOTES];
  p->notes = p->notes == 2 * ROSIN_VST3_NOTES - 1 ? ROSIN_VST3_NOTES : p->notes + 1;
  *note = (rosin_vst3_note){e->note_id, channel_of(e->channel), e->pitch,
                            e->pitch + (isfinite(e->tuning) ? (double)e->tuning / 100 : 0)};
  const rosin_player_event_t event = {.kind = ROSIN_PLAYER_NOTE_ON,
                                      .channel = note->channel,
                                      .key = note->key,
                                      .value = fmin(value, 1),
                                      .single = note->id >= 0,
                                      .note = note->id};
  rosin_core_play(p->core, frame, &event);
}

static void expression(rosin_vst3 *p, int frame, const struct v3_event_note_expression_value *e) {
  static const struct {
    uint32_t id;
    rosin_plugin_expression what;
  } known[] = {{V3_TUNING, ROSIN_EXPRESSION_TUNING},
               {V3_EXPRESSION, ROSIN_EXPRESSION_DYNAMICS},
               {V3_BRIGHTNESS, ROSIN_EXPRESSION_BRIGHTNESS},
               {V3_VIBRATO, ROSIN_EXPRESSION_VIBRATO}};
  const rosin_vst3_note *note = find_note(p, e->note_id, -1, -1);
  if (!note || !isfinite(e->value))
    return;
  const double share = fmin(fmax(e->value, 0), 1);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].id == e->type_id) {
      const double value =
          known[i].what == ROSIN_EXPRESSION_TUNING ? semitones * (share - 0.5) : share;
      rosin_player_event_t event = rosin_plugin_express(known[i].what, value);
      event.single = 1;
      event.note = note->id;
      event.channel = -1;
      event.key = -1;
      rosin_core_play(p->core, frame, &event);
    }
}

/* Of one note. */
static void pressure(rosin_vst3 *p, int frame, const struct v3_event_poly_pressure *e) {
  const int channel = channel_of(e->channel);
  const rosin_vst3_note *note = find_note(p, e->note_id, channel, e->pitch);
  const rosin_player_event_t event = {.kind = ROSIN_PLAYER_PRESSURE,
                                      .channel = note ? note->channel : channel,
                                      .key = note ? note->key : e->pitch,
                                      .value = fmin(fmax((double)e->pressure, 0), 1),
                                      .single = 1,
                                      .note = e->note_id};
  rosin_core_play(p->core, frame, &event);
}

static void take_events(rosin_vst3 *p, struct v3_event_list **in, int last) {
  const int count = in ? (int)(*in)->get_event_count(in) : 0;
  for (int i = 0; i < count; i++) {
    struct v3_event e;
    if ((*in)->get_event(in, i, &e) != V3_OK)
      continue;
    const int frame = (int)frame_within(e.sample_offset, last);
    if (e.type == V3_EVENT_NOTE_ON) {
      note_on(p, frame, &e.note_on);
    } else if (e.type == V3_EVENT_NOTE_OFF) {
      note_off(p, frame, &e.note_off);
    } else if (e.type == V3_EVENT_NOTE_EXP_VALUE) {
      expression(p, frame, &e.note_exp_value);
    } else if (e.type == V3_EVENT_POLY_PRESSURE && isfinite(e.poly_pressure.pressure)) {
      pressure(p, frame, &e.poly_pressure);
    }
  }
}

/* -------------------------------------------------------------------------------------------- */

/* What a controller has moved is the host's to know: it records that, and shows it. */
static void tell_moved(rosin_vst3 *p, struct v3_param_changes **out) {
  for (int i; (i = rosin_core_next_moved(p->core)) >= 0;) {
    const double value = rosin_core_get(p->core, i);
    int32_t at = 0;
    atomic_store(&p->shown[i], value);
    struct v3_param_value_queue **queue = out ? (*out)->add_param_data(out, &p->id[i], &at) : NULL;
    if (queue)
      (*queue)->add_point(queue, 0, rosin_vst3_normal(p, i, value), &at);
  }
}

/* What the host has connected; a bus that is off has no channels. */
static void hear(rosin_vst3 *p, const struct v3_process_data *data, int frames) {
  const struct v3_audio_bus_buffers *in = data->num_input_buses > 0 ? data->inputs : NULL;
  const int hears = in && in->channel_buffers_32 && in->num_channels > 0;
  rosin_core_hear(p->core, hears ? (const float *const *)in->channel_buffers_32 : NULL,
                  hears ? in->num_channels : 0, frames);
}

static v3_result V3_API process(void *self, struct v3_process_data *data) {
  rosin_vst3 *p = rosin_vst3_of(self);
  const int frames = data->nframes, last = frames > 0 ? frames - 1 : 0;
  if (!atomic_load(&p->active))
    return V3_NOT_INITIALIZED;
  if (!p->offline)
    rosin_renewal_exchange(&p->renewal); /* a new engine, when it is there */
  rosin_keys_play(&p->keys, p->core);
  take_values(p, data->input_params, last);
  take_events(p, data->input_events, last);
  tell_moved(p, data->output_params);
  struct v3_audio_bus_buffers *out = data->num_output_buses > 0 ? data->outputs : NULL;
  if (frames <= 0 || !out || !out->channel_buffers_32 ||
      out->num_channels < rosin_core_channels(p->core) ||
      data->symbolic_sample_size != V3_SAMPLE_32)
    return V3_OK; /* only values and events */
  hear(p, data, frames);
  rosin_core_process(p->core, out->channel_buffers_32, frames);
  atomic_store(&p->latency, rosin_plugin_latency(p->core));
  out->channel_silence_bitset =
      rosin_plugin_silent(out->channel_buffers_32, rosin_core_channels(p->core), frames);
  return V3_OK;
}

const struct v3_audio_processor rosin_vst3_processor = {
    .query_interface = rosin_vst3_query,
    .ref = rosin_vst3_ref,
    .unref = rosin_vst3_unref,
    .set_bus_arrangements = set_arrangements,
    .get_bus_arrangement = get_arrangement,
    .can_process_sample_size = can_process,
    .get_latency_samples = get_latency,
    .setup_processing = setup,
    .set_processing = set_processing,
    .process = process,
    .get_tail_samples = get_tail,
};

const struct v3_process_context_requirements rosin_vst3_needs = {
    .query_interface = rosin_vst3_query,
    .ref = rosin_vst3_ref,
    .unref = rosin_vst3_unref,
    .get_process_context_requirements = get_needs,
};
