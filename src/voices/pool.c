/* SPDX-License-Identifier: BSD-3-Clause */
/* A pool, in memory that is handed in or on the heap. */
#include "arena.h"
#include "error.h"
#include "rosin/scene.h"
#include "voices/inside.h"

#include <stdint.h>
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

int rosin_pool_numbers(rosin_voices *p, const rosin_voices_config *c, rosin_error *error) {
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
  if (rosin_pool_numbers(&like, config, error))
    return 0;
  lay(&arena, &like);
  return arena.used + aligned; /* wherever it begins */
}

/* Memory of the pool's own; what is handed in must be enough for the pool itself. */
static char *memory_for(const rosin_voices_config *c, size_t wants, void **heap,
                        rosin_error *error) {
  if (!c->memory && !c->bytes) {
    *heap = malloc(wants);
    if (!*heap)
      rosin_fail(error, "voices: out of memory: %zu bytes", wants);
    return *heap;
  }
  if (c->memory && c->bytes >= wants)
    return c->memory;
  rosin_fail(error, "voices: %zu bytes of memory are too few: it takes %zu, and its bodies more",
             c->memory ? c->bytes : 0, wants);
  return NULL;
}

rosin_voices *rosin_voices_create(const rosin_voices_config *config, rosin_error *error) {
  rosin_voices like = {0};
  const size_t wants = rosin_voices_bytes(config, error);
  if (!wants || rosin_pool_numbers(&like, config, error))
    return NULL;
  void *heap = NULL;
  char *memory = memory_for(config, wants, &heap, error);
  if (!memory)
    return NULL;
  rosin_arena arena = {.memory = memory + (aligned - (uintptr_t)memory % aligned) % aligned};
  rosin_voices *p = lay(&arena, &like);
  p->heap = heap;
  p->left = heap ? NULL : arena.memory + arena.used;
  p->bytes_left = heap ? 0 : (size_t)(memory + config->bytes - p->left);
  return p;
}

/* What stands in memory that was handed in goes with it. */
void rosin_pool_drop(rosin_voices *p, int from) {
  for (int i = from; i < p->seats && !p->left; i++)
    rosin_scene_free(p->sound[i].scene);
  p->seats = from;
}

void rosin_voices_free(rosin_voices *p) {
  if (!p)
    return;
  rosin_pool_drop(p, 0);
  free(p->heap);
}
