/* SPDX-License-Identifier: BSD-3-Clause */
/* Voices lie in a pool, so that an audio thread can have one without asking for memory; what is
 * slow is a job for one thread, which a semaphore wakes. */
#include "voice.h"

#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VOICES = 256, OVERRIDE = 128 };

/* What a voice is waiting for. */
typedef enum { FREE, MAKE, READY, FAILED, DROPPED } stage;

struct voice {
  _Atomic(rosin_engine *) built, retired;
  rosin_core *core;
  const float *heard;     /* with the next frames, or NULL */
  double rate, key, bent; /* of the note that is down: its key, and where it has come to */
  double value[VOICE_INPUTS];
  atomic_int stage;
  atomic_int wants;  /* a new engine, of the thread beside */
  atomic_int spoilt; /* it could not be built of the inputs as they are */
  int by_notes, hears, channels, offline, inputs, told, begun, down, odd, refused[VOICE_INPUTS];
  float sound[VOICE_CHANNELS][VOICE_CHUNK];
  char scene[VOICE_SCENE], name[VOICE_INPUTS][VOICE_NAME];
  rosin_error error;
};

static voice pool[VOICES];
static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static pthread_t beside;
static sem_t bell;
static atomic_int users, open_for_jobs;

static int fail(rosin_error *error, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(error->text, sizeof error->text, format, list);
  va_end(list);
  return -1;
}

/* ---- slow ----------------------------------------------------------------------------------- */

/* Its scene, with what begins elsewhere than a parameter (a control, a number of a law) as the
 * command's -s has it. */
static int open_core(voice *v) {
  static const char format[] = "%s=%.17g";
  char text[VOICE_INPUTS][OVERRIDE], *errors = NULL;
  const char *override[VOICE_INPUTS];
  rosin_core_source source = {
      .size = sizeof source, .scene = v->scene, .override = override, .gestures = !v->by_notes};
  for (int i = 0; i < v->inputs; i++)
    if (strchr(v->name[i], '.')) {
      snprintf(text[i], OVERRIDE, format, v->name[i], v->value[i]);
      for (char *comma = text[i] + strlen(v->name[i]); *comma; comma++) /* of a host's locale */
        *comma = *comma == ',' ? '.' : *comma;
      override[source.overrides++] = text[i];
    }
  v->core = rosin_core_open(&source, &errors);
  if (!v->core)
    fail(&v->error, "%.*s", errors ? (int)strcspn(errors, "\n") : 99,
         errors ? errors : "out of memory");
  rosin_text_free(errors);
  return v->core ? 0 : -1;
}

/* Parameters as they are at first. */
static int put_inputs(voice *v) {
  for (int i = 0; i < v->inputs; i++) {
    const int index = rosin_core_find(v->core, v->name[i]);
    if (index < 0 && strchr(v->name[i], '.'))
      continue;
    if (index < 0)
      return fail(&v->error, "%s: there is no parameter '%s'", v->scene, v->name[i]);
    const rosin_parameter *row = rosin_core_parameter(v->core, index);
    const double value = rosin_core_rounded(row, v->value[i]);
    if (rosin_parameter_check(row, v->scene, value, &v->error))
      return -1;
    rosin_core_put(v->core, index, value);
  }
  return 0;
}

/* What it hears does nothing until somebody says what: 0, or -1 and its error. */
static int add_input(voice *v) {
  int said = 0;
  for (int i = 0; i < v->inputs; i++)
    said |= strcmp(v->name[i], "input") == 0;
  if (v->hears && !said)
    return fail(&v->error, "%s: a sound comes in, and no 'input' says what it does", v->scene);
  if (v->hears)
    rosin_core_add_input(v->core);
  return 0;
}

/* 0, or -1 and its error. */
static int make(voice *v) {
  if (open_core(v))
    return -1;
  rosin_core_add_seed(v->core);
  if (add_input(v))
    return -1;
  if (v->by_notes && !rosin_core_is_instrument(v->core))
    return fail(&v->error, "%s: it is no instrument: it has no notes", v->scene);
  if (rosin_core_channels(v->core) != v->channels)
    return fail(&v->error, "%s: channels: it has %d, not %d", v->scene,
                rosin_core_channels(v->core), v->channels);
  if (put_inputs(v) || rosin_core_prepare(v->core, v->rate, &v->error))
    return -1;
  rosin_core_set_offline(v->core, v->offline);
  return 0;
}

static void unmake(voice *v) {
  rosin_engine_free(atomic_exchange(&v->built, NULL));
  rosin_engine_free(atomic_exchange(&v->retired, NULL));
  rosin_core_free(v->core);
  v->core = NULL;
}

static void renew(voice *v) {
  rosin_error error;
  rosin_engine_free(atomic_exchange(&v->retired, NULL));
  if (rosin_core_stale(v->core) && !atomic_load(&v->built)) {
    rosin_engine *engine = rosin_core_build(v->core, &error);
    atomic_store(&v->spoilt, !engine);
    atomic_store(&v->built, engine);
  }
  atomic_store(&v->wants, 0);
}

static void forget(voice *v) {
  unmake(v);
  atomic_store(&v->stage, FREE);
}

static void work(voice *v) {
  int before = MAKE;
  switch (atomic_load(&v->stage)) {
  case MAKE:
    if (!atomic_compare_exchange_strong(&v->stage, &before, make(v) ? FAILED : READY))
      forget(v); /* it was dropped meanwhile */
    break;
  case READY:
    if (atomic_load(&v->wants))
      renew(v);
    break;
  case DROPPED:
    forget(v);
    break;
  default:
    break;
  }
}

static void *run(void *unused) {
  (void)unused;
  while (atomic_load(&open_for_jobs)) {
    sem_wait(&bell);
    for (int i = 0; i < VOICES; i++)
      work(&pool[i]);
  }
  return NULL;
}

int voices_begin(void) {
  pthread_mutex_lock(&door);
  int failed = 0;
  if (atomic_fetch_add(&users, 1) == 0) {
    atomic_store(&open_for_jobs, 1);
    failed = sem_init(&bell, 0, 0) || pthread_create(&beside, NULL, run, NULL);
    atomic_store(&open_for_jobs, !failed);
  }
  pthread_mutex_unlock(&door);
  return failed ? -1 : 0;
}

void voices_end(void) {
  pthread_mutex_lock(&door);
  if (atomic_fetch_sub(&users, 1) == 1 && atomic_exchange(&open_for_jobs, 0)) {
    sem_post(&bell);
    pthread_join(beside, NULL);
    for (int i = 0; i < VOICES; i++) /* whoever was dropped last */
      work(&pool[i]);
    sem_destroy(&bell);
  }
  pthread_mutex_unlock(&door);
}

/* ---- in the audio thread -------------------------------------------------------------------- */

static int copy(voice *v, const voice_wish *wish, rosin_error *error) {
  if (wish->inputs < 0 || wish->inputs > VOICE_INPUTS || wish->channels < 1 ||
      wish->channels > VOICE_CHANNELS)
    return fail(error, "%d inputs and %d channels: at most %d and %d", wish->inputs, wish->channels,
                VOICE_INPUTS, VOICE_CHANNELS);
  int cut = snprintf(v->scene, VOICE_SCENE, "%s", wish->scene) >= VOICE_SCENE;
  for (int i = 0; i < wish->inputs; i++) {
    cut |= snprintf(v->name[i], VOICE_NAME, "%s", wish->name[i]) >= VOICE_NAME;
    v->value[i] = wish->value[i];
    v->refused[i] = 0;
  }
  if (cut)
    return fail(error, "%.200s: a name is too long", wish->scene);
  v->rate = wish->rate;
  v->by_notes = wish->by_notes;
  v->hears = wish->hears;
  v->heard = NULL;
  v->channels = wish->channels;
  v->inputs = wish->inputs;
  v->offline = wish->offline;
  v->told = v->begun = v->down = v->odd = 0;
  return 0;
}

voice *voice_take(const voice_wish *wish, rosin_error *error) {
  voice *v = NULL;
  for (int i = 0, before; i < VOICES && !v; i++)
    if (atomic_compare_exchange_strong(&pool[i].stage, (before = FREE, &before), FAILED))
      v = &pool[i];
  if (!v || copy(v, wish, error)) {
    if (v)
      atomic_store(&v->stage, FREE);
    else
      fail(error, "more than %d at once", VOICES);
    return NULL;
  }
  if (wish->offline || !atomic_load(&open_for_jobs)) {
    v->offline = 1;
    if (make(v) == 0) {
      atomic_store(&v->stage, READY);
      return v;
    }
    *error = v->error;
    voice_drop(v);
    return NULL;
  }
  atomic_store(&v->stage, MAKE);
  sem_post(&bell);
  return v;
}

void voice_drop(voice *v) {
  if (!v)
    return;
  if (v->offline) {
    forget(v);
    return;
  }
  atomic_store(&v->stage, DROPPED);
  sem_post(&bell);
}

int voice_ready(voice *v, rosin_error *error) {
  const int now = atomic_load(&v->stage);
  if (now == READY)
    return 1;
  if (now != FAILED || v->told)
    return 0;
  v->told = 1;
  *error = v->error;
  return -1;
}

int voice_input(voice *v, int input, double value, rosin_error *error) {
  if (value == v->value[input] || (isnan(value) && isnan(v->value[input])))
    return 0;
  v->value[input] = value;
  atomic_store(&v->spoilt, 0);
  if (rosin_core_control(v->core, 0, v->name[input], value, error) == 0)
    return 0;
  return v->refused[input]++ ? 0 : -1;
}

static int play(voice *v, rosin_player_kind kind, double value, rosin_error *error) {
  const rosin_player_event_t event = {.kind = kind, .key = v->key, .value = value};
  if (rosin_player_event_check(&event, error))
    return -1;
  rosin_core_play(v->core, 0, &event);
  return 0;
}

/* A scene of its own gesture: it begins, and ends. */
static int trigger(voice *v, int down) {
  if (down && !v->down)
    rosin_core_trigger(v->core, 0);
  else if (!down && v->down)
    rosin_core_let_go(v->core, 0);
  v->down = down;
  return 0;
}

int voice_note(voice *v, double key, double velocity, rosin_error *error) {
  const int down = velocity > 0, no_key = v->by_notes && isnan(key);
  if (isnan(velocity) || no_key) /* it stays as it was */
    return v->odd++ ? 0
                    : fail(error, "%s: %s: must be a finite number", v->scene,
                           !v->by_notes ? "gate"
                           : no_key     ? "key"
                                        : "velocity");
  if (!v->by_notes)
    return trigger(v, down);
  if (down && !v->down) {
    v->key = v->bent = key;
    v->down = 1;
    return play(v, ROSIN_PLAYER_NOTE_ON, velocity, error);
  }
  if (!down && v->down) {
    v->down = 0;
    return play(v, ROSIN_PLAYER_NOTE_OFF, 0, error);
  }
  if (!down || key == v->bent)
    return 0;
  v->bent = key;
  return play(v, ROSIN_PLAYER_BEND, key - v->key, error);
}

/* What was built beside is swapped in, what has faded is handed out, and what is wanted is asked
 * for. */
static void exchange(voice *v) {
  if (!atomic_load(&v->retired))
    atomic_store(&v->retired, rosin_core_retired(v->core));
  if (rosin_core_settled(v->core) && atomic_load(&v->built))
    rosin_core_swap(v->core, atomic_exchange(&v->built, NULL));
  const int stale =
      rosin_core_stale(v->core) && !atomic_load(&v->built) && !atomic_load(&v->spoilt);
  if ((stale || atomic_load(&v->retired)) && !atomic_exchange(&v->wants, 1))
    sem_post(&bell);
}

void voice_hear(voice *v, const float *sound) {
  v->heard = sound;
}

void voice_process(voice *v, int frames) {
  float *out[VOICE_CHANNELS];
  for (int k = 0; k < VOICE_CHANNELS; k++)
    out[k] = v->sound[k];
  if (!v->begun) /* what comes before the first frame of a scene is not heard */
    rosin_core_pass_latency(v->core);
  v->begun = 1;
  if (!v->offline)
    exchange(v);
  frames = frames < VOICE_CHUNK ? frames : VOICE_CHUNK;
  if (v->heard)
    rosin_core_hear(v->core, &v->heard, 1, frames);
  rosin_core_process(v->core, out, frames);
  v->heard = NULL;
}

const float *voice_sound(const voice *v, int channel) {
  return v->sound[channel];
}
