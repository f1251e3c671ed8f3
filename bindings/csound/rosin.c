/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rosin for Csound: three opcodes.
 *
 *   a1[, a2...] rosin Sscene, kgate [, Sname, kvalue]...     a scene's own gestures, while kgate
 *                                                            is above 0
 *   a1, a2 rosinnote Sinstrument, kkey, kvelocity [, Sname, kvalue]...    a note of an instrument,
 *                                                            while kvelocity is
 *   a1[, a2...] rosinin Sscene, kgate, ain [, Sname, kvalue]...    a scene that a sound drives
 *
 * Names are those of parameters ("push", "vibrato") and controls ("bow.force"), whose first value
 * counts from the begin on. A voice is made in its first control period: in place where a file is
 * written, else by a thread beside. docs/embed.md.
 */
#include "../voice.h"

#include <csdl.h>
#include <string.h>

typedef struct {
  OPDS h;
  MYFLT *out[VOICE_CHANNELS];
  STRINGDAT *scene;
  MYFLT *first;                     /* gate, or key */
  void *rest[2 * VOICE_INPUTS + 2]; /* velocity of a note, or what is heard; names and values */
  voice *v;
  int by_notes, hears, outputs, inputs, failed;
} opcode;

static void **pairs(opcode *p) {
  return p->rest + p->by_notes + p->hears;
}

/* ---- as an instance begins and ends --------------------------------------------------------- */

static int end(CSOUND *csound, void *instance) {
  opcode *p = instance;
  (void)csound;
  voice_drop(p->v);
  p->v = NULL;
  return OK;
}

static int begin(CSOUND *csound, opcode *p, int by_notes, int hears) {
  const int given = csound->GetInputArgCnt(p) - 2 - by_notes - hears;
  end(csound, p); /* of an instance that is initialised again */
  p->by_notes = by_notes;
  p->hears = hears;
  p->outputs = csound->GetOutputArgCnt(p);
  p->inputs = given / 2;
  p->failed = 0;
  if (p->outputs > VOICE_CHANNELS)
    return csound->InitError(csound, "rosin: %d outputs: at most %d", p->outputs, VOICE_CHANNELS);
  if (given % 2 || p->inputs > VOICE_INPUTS)
    return csound->InitError(csound, "rosin: names and values come in pairs, %d at most",
                             VOICE_INPUTS);
  for (int i = 0; i < given; i++)
    if ((strcmp(csound->GetTypeForArg(pairs(p)[i])->varTypeName, "S") == 0) != (i % 2 == 0))
      return csound->InitError(csound, "rosin: argument %d of the pairs: must be %s", i + 1,
                               i % 2 ? "a value" : "a name");
  csound->RegisterDeinitCallback(csound, p, end);
  return OK;
}
static int begin_scene(CSOUND *csound, opcode *p) {
  return begin(csound, p, 0, 0);
}
static int begin_note(CSOUND *csound, opcode *p) {
  return begin(csound, p, 1, 0);
}
static int begin_driven(CSOUND *csound, opcode *p) {
  return begin(csound, p, 0, 1);
}

/* ---- a control period ----------------------------------------------------------------------- */

/* Whether nobody waits for the sound. */
static int is_offline(CSOUND *csound) {
  OPARMS said;
  csound->GetOParms(csound, &said);
  return said.sfwrite && !said.realtime && said.outfilename &&
         strncmp(said.outfilename, "dac", 3) != 0;
}

static int take(CSOUND *csound, opcode *p, rosin_error *error) {
  const char *name[VOICE_INPUTS];
  double value[VOICE_INPUTS];
  for (int i = 0; i < p->inputs; i++) {
    name[i] = ((const STRINGDAT *)pairs(p)[2 * i])->data;
    value[i] = *(const MYFLT *)pairs(p)[2 * i + 1];
  }
  const voice_wish wish = {.scene = p->scene->data,
                           .by_notes = p->by_notes,
                           .hears = p->hears,
                           .channels = p->outputs,
                           .rate = csound->GetSr(csound),
                           .offline = is_offline(csound),
                           .inputs = p->inputs,
                           .name = name,
                           .value = value};
  p->v = voice_take(&wish, error);
  return p->v ? 0 : -1;
}

/* What moves. A value that is refused is a warning, once for each input; the note goes on. */
static void move(CSOUND *csound, opcode *p) {
  rosin_error error;
  const double velocity = p->h.insdshead->relesing ? 0
                          : p->by_notes            ? *(const MYFLT *)p->rest[0]
                                                   : *p->first;
  for (int i = 0; i < p->inputs; i++)
    if (voice_input(p->v, i, *(const MYFLT *)pairs(p)[2 * i + 1], &error))
      csound->Warning(csound, "rosin: %s", error.text);
  if (voice_note(p->v, *p->first, velocity, &error))
    csound->Warning(csound, "rosin: %s", error.text);
}

static void sound(CSOUND *csound, opcode *p, uint32_t from, uint32_t to) {
  const MYFLT full = csound->Get0dBFS(csound);
  for (uint32_t at = from; at < to; at += VOICE_CHUNK) {
    const uint32_t count = to - at < VOICE_CHUNK ? to - at : VOICE_CHUNK;
    float heard[VOICE_CHUNK];
    for (uint32_t i = 0; p->hears && i < count; i++)
      heard[i] = (float)(((const MYFLT *)p->rest[0])[at + i] / full);
    if (p->hears)
      voice_hear(p->v, heard);
    voice_process(p->v, (int)count);
    for (int k = 0; k < p->outputs; k++)
      for (uint32_t i = 0; i < count; i++)
        p->out[k][at + i] = full * (MYFLT)voice_sound(p->v, k)[i];
  }
}

static int perform(CSOUND *csound, opcode *p) {
  rosin_error error;
  const uint32_t from = p->h.insdshead->ksmps_offset, all = p->h.insdshead->ksmps;
  const uint32_t to = all - p->h.insdshead->ksmps_no_end;
  for (int k = 0; k < p->outputs; k++)
    memset(p->out[k], 0, all * sizeof *p->out[k]);
  if (p->failed)
    return OK;
  const int ready = !p->v && take(csound, p, &error) ? -1 : voice_ready(p->v, &error);
  if (ready < 0) {
    p->failed = 1;
    return csound->PerfError(csound, &p->h, "rosin: %s", error.text);
  }
  if (ready) {
    move(csound, p);
    sound(csound, p, from, to);
  }
  return OK;
}

/* ---- what Csound asks ----------------------------------------------------------------------- */

PUBLIC int csoundModuleCreate(CSOUND *csound) {
  (void)csound;
  return voices_begin();
}

PUBLIC int csoundModuleInit(CSOUND *csound) {
  typedef int (*call)(CSOUND *, void *);
  return csound->AppendOpcode(csound, "rosin", sizeof(opcode), 0, 3, "mmmmmmmm", "SkN",
                              (call)begin_scene, (call)perform, NULL) |
         csound->AppendOpcode(csound, "rosinnote", sizeof(opcode), 0, 3, "mmmmmmmm", "SkkN",
                              (call)begin_note, (call)perform, NULL) |
         csound->AppendOpcode(csound, "rosinin", sizeof(opcode), 0, 3, "mmmmmmmm", "SkaN",
                              (call)begin_driven, (call)perform, NULL);
}

PUBLIC int csoundModuleDestroy(CSOUND *csound) {
  (void)csound;
  voices_end();
  return 0;
}

PUBLIC int csoundModuleInfo(void) {
  return (CS_APIVERSION << 16) + (CS_APISUBVER << 8) + (int)sizeof(MYFLT);
}
