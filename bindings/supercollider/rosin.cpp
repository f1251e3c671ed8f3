// SPDX-License-Identifier: BSD-3-Clause
// rosin for SuperCollider: Rosin, a scene's own gestures, RosinNote, a note of an instrument, and RosinIn, a scene that a sound
// drives (Rosin.sc has their classes).
// Built with SuperCollider's headers, which are GPL 2 or later: what comes out of the compiler is under these terms; LICENSE.md.
//
// Inputs: gate, or key; velocity, or what comes in; a text, the scene's; how many pairs; for each a text, its name, and its value.
// A text is how many characters it has, and each by its code: units take nothing but numbers.
#include "../voice.h"

#include <SC_PlugIn.h>

#include <cstdio>
#include <cstring>

static InterfaceTable *ft;

struct Rosin : public Unit {
  voice *v;
  int by_notes, hears, failed, pairs;
  int at[VOICE_INPUTS]; // inputs that are values
};

// A text that begins at input `at`, which then is the one behind it: 0, or -1.
static int read_text(const Unit *unit, unsigned *at, char *text, unsigned room) {
  const unsigned left = unit->mNumInputs - *at;
  const float length = *at < unit->mNumInputs ? IN0(*at) : -1;
  if (!(length >= 0 && length < (float)left && length < (float)room))
    return -1;
  for (unsigned i = 0; i < (unsigned)length; i++)
    text[i] = (char)IN0(*at + 1 + i);
  text[(unsigned)length] = 0;
  *at += 1 + (unsigned)length;
  return 0;
}

static int fail(rosin_error *error, const char *text) {
  snprintf(error->text, sizeof error->text, "%s", text);
  return -1;
}

// The voice that the inputs ask for. In the first control period, when all of them have their values.
static int take(Rosin *unit, rosin_error *error) {
  char scene[VOICE_SCENE], name[VOICE_INPUTS][VOICE_NAME];
  const char *names[VOICE_INPUTS];
  double value[VOICE_INPUTS];
  unsigned at = 2;
  if (read_text(unit, &at, scene, VOICE_SCENE) || at >= unit->mNumInputs)
    return fail(error, "its inputs are not those of its class");
  const float pairs = IN0(at++);
  if (!(pairs >= 0 && pairs <= VOICE_INPUTS))
    return fail(error, "too many names and values");
  for (unit->pairs = 0; unit->pairs < (int)pairs; unit->pairs++, at++) {
    const int i = unit->pairs;
    if (read_text(unit, &at, name[i], VOICE_NAME) || at >= unit->mNumInputs)
      return fail(error, "a name is too long, or has no value");
    names[i] = name[i];
    value[i] = IN0(unit->at[i] = (int)at);
  }
  if (unit->hears && INRATE(1) != calc_FullRate)
    return fail(error, "what comes in is not at audio rate");
  const voice_wish wish = {scene, unit->by_notes, unit->hears, (int)unit->mNumOutputs, SAMPLERATE, !unit->mWorld->mRealTime,
                           unit->pairs, names, value};
  unit->v = voice_take(&wish, error);
  return unit->v ? 0 : -1;
}

// What moves. A value that is refused is told once for each input; the voice goes on.
static void move(Rosin *unit) {
  rosin_error error;
  for (int i = 0; i < unit->pairs; i++)
    if (voice_input(unit->v, i, IN0(unit->at[i]), &error))
      Print("rosin: %s\n", error.text);
  if (voice_note(unit->v, IN0(0), unit->by_notes ? IN0(1) : IN0(0), &error))
    Print("rosin: %s\n", error.text);
}

static void sound(Rosin *unit, int frames) {
  for (int at = 0; at < frames; at += VOICE_CHUNK) {
    const int count = frames - at < VOICE_CHUNK ? frames - at : VOICE_CHUNK;
    if (unit->hears)
      voice_hear(unit->v, IN(1) + at);
    voice_process(unit->v, count);
    for (unsigned k = 0; k < unit->mNumOutputs; k++)
      memcpy(OUT(k) + at, voice_sound(unit->v, (int)k), (size_t)count * sizeof(float));
  }
}

static void next(Rosin *unit, int frames) {
  rosin_error error;
  const int ready = unit->failed ? 0 : !unit->v && take(unit, &error) ? -1 : voice_ready(unit->v, &error);
  if (ready > 0) {
    move(unit);
    sound(unit, frames);
    return;
  }
  ClearUnitOutputs(unit, frames);
  if (ready < 0) {
    Print("rosin: %s\n", error.text);
    unit->failed = 1;
    unit->mDone = true;
  }
}

static void begin(Rosin *unit, int by_notes, int hears) {
  unit->v = nullptr;
  unit->by_notes = by_notes;
  unit->hears = hears;
  unit->failed = unit->pairs = 0;
  SETCALC(next);
  ClearUnitOutputs(unit, 1);
}
static void begin_scene(Unit *unit) {
  begin(static_cast<Rosin *>(unit), 0, 0);
}
static void begin_note(Unit *unit) {
  begin(static_cast<Rosin *>(unit), 1, 0);
}
static void begin_driven(Unit *unit) {
  begin(static_cast<Rosin *>(unit), 0, 1);
}
static void end(Unit *unit) {
  voice_drop(static_cast<Rosin *>(unit)->v);
}

PluginLoad(Rosin) {
  ft = inTable;
  voices_begin();
  ft->fDefineUnit("Rosin", sizeof(Rosin), begin_scene, end, 0);
  ft->fDefineUnit("RosinNote", sizeof(Rosin), begin_note, end, 0);
  ft->fDefineUnit("RosinIn", sizeof(Rosin), begin_driven, end, 0);
}
