/* SPDX-License-Identifier: BSD-3-Clause */
/* A score as it is played. */
#include "error.h"
#include "host/common/stop.h"
#include "host/follow/follow.h"
#include "live/record/gesture_file.h"
#include "player/midi/midi.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCK = 480 };

typedef struct {
  FILE *out;
  const rosin_targets *targets;
} writing;

static void write_event(void *context, long long frame, const rosin_event *event) {
  const writing *w = context;
  rosin_gesture_file_event(w->out, w->targets, frame, event);
}

/* What a message says, to be done `frame` frames from now. */
static void tell(rosin_core *core, rosin_midi *midi, const rosin_follow_message *m, int frame) {
  rosin_player_event_t event[ROSIN_MIDI_CHANNELS];
  const int count = rosin_midi_events(midi, m->byte, 3, event);
  for (int i = 0; i < count; i++)
    rosin_core_play(core, frame, &event[i]);
}

int rosin_follow_play(rosin_follow_instrument *in, const rosin_follow_score *s, long long frames,
                      float *out, FILE *gesture, rosin_error *error) {
  rosin_midi midi;
  float block[BLOCK * ROSIN_FOLLOW_STRINGS];
  writing w = {gesture, rosin_core_targets(in->core)};
  const int latency = rosin_core_latency(in->core);
  int next = 0;
  if (in->channels > ROSIN_FOLLOW_STRINGS)
    return rosin_fail(error, "a scene of %d channels cannot follow; at most %d", in->channels,
                      ROSIN_FOLLOW_STRINGS);
  rosin_midi_start(&midi);
  rosin_core_reset(in->core);
  rosin_core_set_witness(in->core, gesture ? write_event : NULL, &w);
  if (gesture)
    rosin_gesture_file_begin(gesture, in->rate, 1, in->all.count, in->all.text);
  for (long long at = 0; at < frames + latency; at += BLOCK) {
    const long long left = frames + latency - at;
    const int count = left < BLOCK ? (int)left : BLOCK;
    for (; next < s->count && s->message[next].time * in->rate < (double)(at + count); next++)
      tell(in->core, &midi, &s->message[next],
           (int)fmax(floor(s->message[next].time * in->rate) - (double)at, 0));
    rosin_core_process_frames(in->core, block, count);
    for (int i = 0; i < count; i++)
      for (int c = 0; c < in->channels && at + i >= latency; c++)
        out[(at + i - latency) * in->channels + c] = block[i * in->channels + c];
    if (rosin_stopped(NULL)) {
      rosin_core_set_witness(in->core, NULL, NULL);
      return rosin_fail(error, "interrupted");
    }
  }
  rosin_core_set_witness(in->core, NULL, NULL);
  if (gesture)
    rosin_gesture_file_end(gesture, frames);
  return 0;
}

void rosin_follow_mono(const rosin_follow_instrument *in, const float *out, long long frames,
                       float *mono) {
  for (long long i = 0; i < frames; i++) {
    float sum = 0;
    for (int c = 0; c < in->channels; c++)
      sum += out[i * in->channels + c];
    mono[i] = sum / (float)in->channels;
  }
}

/* ---- a file ----------------------------------------------------------------------------- */

static void put_number(FILE *out, unsigned value, int bytes) {
  for (int i = bytes - 1; i >= 0; i--)
    putc((int)(value >> 8 * i & 255), out);
}

/* Ticks as seven bits a byte, the highest first: how many bytes; out NULL: counted alone. */
static unsigned put_ticks(FILE *out, unsigned ticks) {
  unsigned bytes = 1;
  for (unsigned left = ticks >> 7; left; left >>= 7)
    bytes++;
  for (unsigned i = bytes; out && i > 0; i--)
    putc((int)((ticks >> 7 * (i - 1) & 127) | (i > 1 ? 128U : 0)), out);
  return bytes;
}

static unsigned ticks_of(const rosin_follow_score *s, int i) {
  const double last = i ? s->message[i - 1].time : 0;
  return (unsigned)lround(1000 * s->message[i].time) - (unsigned)lround(1000 * last);
}

void rosin_follow_midi(FILE *out, const void *score) {
  enum { HEADER = 6, QUARTER = 500, END = 4, MESSAGE = 3 }; /* 500 ticks of 1 ms, 120 a minute */
  const rosin_follow_score *s = score;
  unsigned length = END;
  for (int i = 0; i < s->count; i++)
    length += put_ticks(NULL, ticks_of(s, i)) + MESSAGE;
  fputs("MThd", out);
  put_number(out, HEADER, 4);
  put_number(out, 0, 2);
  put_number(out, 1, 2);
  put_number(out, QUARTER, 2);
  fputs("MTrk", out);
  put_number(out, length, 4);
  for (int i = 0; i < s->count; i++) {
    put_ticks(out, ticks_of(s, i));
    for (int k = 0; k < MESSAGE; k++)
      putc(s->message[i].byte[k], out);
  }
  put_number(out, 0x00ff2f00, END);
}
