/* SPDX-License-Identifier: BSD-3-Clause */
/* A pool in memory that is handed in, and its kinds. */
#include "arena.h"
#include "error.h"
#include "scene/scene.h"
#include "voices/inside.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_parameter table[] = {
    {"rate", "Hz", 22050, 192000, 48000, "of the sound", 0},
    {"frames", "", 1, 8192, 1024, "at most in a call", 0, .kind = ROSIN_WHOLE},
    {"voices", "", 1, 1024, 24, "that sound at a time", 0, .kind = ROSIN_WHOLE},
    {"seats", "", 1, 4095, 48, "of all kinds together", 0, .kind = ROSIN_WHOLE},
    {"kinds", "", 1, 256, 16, "at most", 0, .kind = ROSIN_WHOLE},
    {"seed", "", 1, 1e9, 1, "of all that is irregular", 0, .kind = ROSIN_WHOLE},
    {"force", "N", 0, 5000, 0, "that presses", 0},
    {"speed", "m/s", -50, 50, 0, "of the slide, either way", 0},
    {"position", "", 0.02, 0.98, 0.3, "on the ground, a share of its length", 0},
    {"size", "", 0.25, 4, 1, "of what rubs, a factor on its lengths", 0},
    {"impulse", "N s", 0, 100, 0, "of a blow", 0},
    {"gain", "", 0, 16, 1, "how loud, a factor", 0},
    {"pan", "", -1, 1, 0, "from left to right", 0},
    {.name = NULL},
};

const rosin_parameter *rosin_voices_parameters(void) {
  return table;
}

/* Of the config, 0 for the default; the error's if it is out of range. */
static int number(double given, int row, double *value, rosin_error *error) {
  *value = given == 0 ? table[row].initial : given;
  return rosin_parameter_check(&table[row], "voices", *value, error);
}

static int numbers(rosin_voices *p, const rosin_voices_config *c, rosin_error *error) {
  double value[6] = {0};
  if (!c)
    return rosin_fail(error, "there is no config of voices");
  if (c->size && c->size != sizeof *c)
    return rosin_fail(error, "voices: a config of %zu bytes; this library has %zu", c->size,
                      sizeof *c);
  const double given[] = {c->rate, c->frames, c->voices, c->seats, c->kinds, c->seed};
  for (int i = 0; i < 6; i++)
    if (number(given[i], i, &value[i], error))
      return -1;
  p->rate = value[0];
  p->frames = (int)value[1];
  p->voices = (int)value[2];
  p->most_seats = (int)value[3];
  p->most_kinds = (int)value[4];
  p->seed = value[5];
  p->room = 64;
  while (p->room < 32 * (unsigned)p->most_seats)
    p->room *= 2;
  return 0;
}

static rosin_voices *lay(rosin_arena *arena, const rosin_voices *like) {
  rosin_voices *p = rosin_arena_take(arena, 1, sizeof *p);
  pool_seat *seat = rosin_arena_take(arena, (size_t)like->most_seats, sizeof *seat);
  pool_kind *kind = rosin_arena_take(arena, (size_t)like->most_kinds, sizeof *kind);
  rosin_voice_sound *sound = rosin_arena_take(arena, (size_t)like->most_seats, sizeof *sound);
  float *made = rosin_arena_take(arena, (size_t)like->frames * POOL_CHANNELS, sizeof *made);
  pool_message *ring = rosin_arena_take(arena, like->room, sizeof *ring);
  if (!arena->memory)
    return NULL;
  memset(arena->memory, 0, arena->used);
  memcpy(p, like, sizeof *p);
  p->seat = seat;
  p->kind = kind;
  p->sound = sound;
  p->made = made;
  p->ring = ring;
  return p;
}

static const size_t aligned = 64;

size_t rosin_voices_bytes(const rosin_voices_config *config, rosin_error *error) {
  rosin_voices like = {0};
  rosin_arena arena = {0};
  if (numbers(&like, config, error))
    return 0;
  lay(&arena, &like);
  return arena.used + aligned; /* wherever it begins */
}

rosin_voices *rosin_voices_create(const rosin_voices_config *config, rosin_error *error) {
  rosin_voices like = {0};
  const size_t wants = rosin_voices_bytes(config, error);
  if (!wants || numbers(&like, config, error))
    return NULL;
  if (!config->memory || config->bytes < wants) {
    rosin_fail(error, "voices: %zu bytes of memory are too few: it takes %zu",
               config->memory ? config->bytes : 0, wants);
    return NULL;
  }
  char *memory = config->memory;
  rosin_arena arena = {.memory = memory + (aligned - (uintptr_t)memory % aligned) % aligned};
  return lay(&arena, &like);
}

static void drop_seats(rosin_voices *p, int from) {
  for (int i = from; i < p->seats; i++)
    rosin_scene_free(p->sound[i].scene);
  p->seats = from;
}

void rosin_voices_free(rosin_voices *p) {
  if (p)
    drop_seats(p, 0);
}

/* ---- kinds ------------------------------------------------------------------ */

/* What a kind is made of. */
typedef struct {
  const char *name;            /* for people */
  const char *text;            /* of a pair's scene; NULL: */
  const char *scene, *contact; /* an effect's */
  double blow;
} recipe;

static int lines_to_error(char *errors, const char *name, rosin_error *error) {
  if (errors)
    errors[strcspn(errors, "\n")] = 0;
  rosin_fail(error, "%.60s: %.400s", name, errors ? errors : "out of memory");
  rosin_text_free(errors);
  return -1;
}

static rosin_scene *load(const recipe *r, rosin_error *error) {
  char *errors = NULL;
  rosin_scene *s = r->text ? rosin_scene_parse(r->text, r->name, 0, NULL, &errors)
                           : rosin_scene_load(r->scene, 0, NULL, &errors);
  if (!s)
    lines_to_error(errors, r->name, error);
  return s;
}

static int sit(rosin_voices *p, const recipe *r, rosin_error *error) {
  rosin_error why = {{0}};
  rosin_voice_sound *v = &p->sound[p->seats];
  rosin_scene *scene = load(r, error);
  if (!scene)
    return -1;
  rosin_scene_reseed(scene, p->seed + p->seats);
  if (rosin_scene_channels(scene) > POOL_CHANNELS ||
      rosin_scene_prepare(scene, (int)p->rate,
                          p->frames > ROSIN_VOICE_STRETCH ? p->frames : ROSIN_VOICE_STRETCH,
                          &why) ||
      rosin_voice_open(v, scene, r->contact, p->rate, &why)) {
    rosin_scene_free(scene);
    return rosin_fail(error, "%.60s: %.400s", r->name,
                      why.text[0] ? why.text : "too many channels");
  }
  if (r->text) {
    v->control[VOICE_POSITION] = rosin_network_control(v->network, "rub.position_a");
    v->control[VOICE_SIZE] = rosin_network_control(v->network, "mover.size");
    v->blow = r->blow;
  }
  p->seat[p->seats] = (pool_seat){.kind = p->kinds, .sound = v};
  p->seats++;
  return 0;
}

/* All seats of a kind are as loud as the first. */
static void measure(rosin_voices *p, int first, int friction) {
  float out[2 * ROSIN_VOICE_STRETCH] = {0};
  rosin_voice_measure(&p->sound[first], friction, out);
  for (int i = first; i < p->seats; i++) {
    p->sound[i].level = p->sound[first].level;
    p->sound[i].knock = p->sound[first].knock;
    rosin_voice_reset(&p->sound[i]);
  }
}

static int make(rosin_voices *p, const recipe *r, int seats, const char *source,
                rosin_error *error) {
  if (p->kinds >= p->most_kinds)
    return rosin_fail(error, "%.60s: %d kinds are all that this pool has room for", r->name,
                      p->most_kinds);
  if (seats < 1 || seats > p->most_seats - p->seats)
    return rosin_fail(error, "%.60s: %d seats are out of range: 1 to %d that are left", r->name,
                      seats, p->most_seats - p->seats);
  const int first = p->seats;
  for (int i = 0; i < seats; i++)
    if (sit(p, r, error)) {
      drop_seats(p, first);
      return -1;
    }
  measure(p, first, r->text != NULL);
  pool_kind *k = &p->kind[p->kinds];
  *k = (pool_kind){.first = first, .seats = seats, .places = r->text != NULL};
  k->blows = p->sound[first].control[VOICE_PUSH] >= 0;
  snprintf(k->source, sizeof k->source, "%s", source);
  return p->kinds++;
}

int rosin_voices_pair(rosin_voices *p, const char *rubs, const char *ground, int seats,
                      rosin_error *error) {
  char text[ROSIN_MATTER_TEXT], source[ROSIN_MATTER_SOURCE], name[96];
  const rosin_matter *a = rosin_matter_find(rubs, error);
  const rosin_matter *b = a ? rosin_matter_find(ground, error) : NULL;
  if (!p)
    return rosin_fail(error, "there is no pool of voices");
  if (!a || !b)
    return -1;
  rosin_matter_scene(a, b, p->rate, text, source);
  snprintf(name, sizeof name, "%s on %s", a->name, b->name);
  const recipe r = {.name = name, .text = text, .blow = rosin_matter_blow(a, b)};
  return make(p, &r, seats, source, error);
}

int rosin_voices_effect(rosin_voices *p, const char *scene, const char *contact, int seats,
                        rosin_error *error) {
  char source[ROSIN_MATTER_SOURCE];
  if (!p)
    return rosin_fail(error, "there is no pool of voices");
  if (!scene || !rosin_scene_embedded(scene))
    return rosin_fail(error, "there is no built-in scene '%.60s'", scene ? scene : "");
  snprintf(source, sizeof source, "scene %s", scene);
  return make(p, &(recipe){.name = scene, .scene = scene, .contact = contact}, seats, source,
              error);
}

const char *rosin_voices_source(const rosin_voices *p, int kind) {
  return p && kind >= 0 && kind < p->kinds ? p->kind[kind].source : NULL;
}
