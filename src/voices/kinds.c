/* SPDX-License-Identifier: BSD-3-Clause */
/* Kinds: what a seat is made of, and how many bytes it takes. Whoever handed memory in gets nothing
 * of a body on the heap: each seat stands in a piece of its own, so that what was measured of one
 * is what each takes. */
#include "error.h"
#include "memory.h"
#include "scene/scene.h"
#include "voices/inside.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

/* What a kind is made of. */
typedef struct {
  char name[96]; /* for people */
  char source[ROSIN_MATTER_SOURCE];
  char text[ROSIN_MATTER_TEXT]; /* of a pair's scene; empty: */
  const char *scene, *contact;  /* an effect's */
  double blow;                  /* s */
} recipe;

/* The error of a reader's lines: the first, by the name of what is made. */
static int first_line(char *errors, const char *name, rosin_error *error) {
  if (errors)
    errors[strcspn(errors, "\n")] = 0;
  rosin_fail(error, "%.60s: %.400s", name, errors ? errors : "out of memory");
  rosin_text_free(errors);
  return -1;
}

static rosin_scene *load(const recipe *r, rosin_error *error) {
  char *errors = NULL;
  rosin_scene *s = *r->text ? rosin_scene_parse(r->text, r->name, 0, NULL, &errors)
                            : rosin_scene_load(r->scene, 0, NULL, &errors);
  if (!s)
    first_line(errors, r->name, error);
  return s;
}

/* One seat's sound, of the numbers of `p`. 0, or -1 and an error. */
static int build(const rosin_voices *p, rosin_voice_sound *v, const recipe *r, double seed,
                 rosin_error *error) {
  rosin_error why = {{0}};
  rosin_scene *scene = load(r, error);
  if (!scene)
    return -1;
  rosin_scene_reseed(scene, seed);
  if (rosin_scene_channels(scene) > POOL_CHANNELS ||
      rosin_scene_prepare(scene, (int)p->rate,
                          p->frames > ROSIN_VOICE_STRETCH ? p->frames : ROSIN_VOICE_STRETCH,
                          &why) ||
      rosin_voice_open(v, scene, r->contact, p->rate, &why)) {
    rosin_scene_free(scene);
    return rosin_fail(error, "%.60s: %.400s", r->name,
                      why.text[0] ? why.text : "too many channels");
  }
  if (!*r->text)
    return 0;
  v->control[VOICE_POSITION] = rosin_network_control(v->network, "rub.position_a");
  v->control[VOICE_SIZE] = rosin_network_control(v->network, "mover.size");
  v->struck = v->channels = 1;
  rosin_voice_soften(v, r->blow);
  return 0;
}

static int is_of_memory(const rosin_error *error) {
  return strstr(error->text, "out of memory") != NULL;
}

/* The same in memory from `first` on: how much of it was in use at once, or 0 and an error. */
static size_t build_within(const rosin_voices *p, rosin_voice_sound *v, const recipe *r,
                           double seed, char *first, size_t bytes, rosin_error *error) {
  rosin_memory memory;
  rosin_memory_begin(&memory, first, bytes);
  rosin_memory *before = rosin_memory_lend(&memory);
  const int failed = build(p, v, r, seed, error);
  rosin_memory_lend(before);
  const size_t used = (size_t)(memory.first - first) + memory.most;
  return failed ? 0 : (used + LINE - 1) / LINE * LINE;
}

static int sit(rosin_voices *p, const recipe *r, rosin_error *error) {
  rosin_error why = {{0}};
  rosin_voice_sound *v = &p->sound[p->seats];
  const double seed = p->seed + p->seats;
  if (p->left) {
    const size_t took = build_within(p, v, r, seed, p->left, p->bytes_left, &why);
    if (!took && is_of_memory(&why))
      return rosin_fail(error,
                        "%.60s: %zu bytes of memory are left, too few for a seat of it; "
                        "rosin_voices_pair_bytes and _effect_bytes say how many it takes",
                        r->name, p->bytes_left);
    if (!took)
      return rosin_fail(error, "%s", why.text);
    p->left += took;
    p->bytes_left -= took;
  } else if (build(p, v, r, seed, error))
    return -1;
  p->seat[p->seats++] = (pool_seat){.kind = p->kinds, .sound = v};
  return 0;
}

/* All seats of a kind are as loud as the first. */
static void measure(rosin_voices *p, int first) {
  float out[2 * ROSIN_VOICE_STRETCH] = {0};
  rosin_voice_measure(&p->sound[first], out);
  for (int i = first; i < p->seats; i++) {
    p->sound[i].level = p->sound[first].level;
    p->sound[i].knock = p->sound[first].knock;
  }
}

static int sit_all(rosin_voices *p, const recipe *r, int seats, rosin_error *error) {
  const int first = p->seats;
  char *left = p->left;
  const size_t bytes_left = p->bytes_left;
  for (int i = 0; i < seats; i++)
    if (sit(p, r, error)) {
      rosin_pool_drop(p, first);
      p->left = left;
      p->bytes_left = bytes_left;
      return -1;
    }
  if (*r->text)
    measure(p, first);
  for (int i = first; i < p->seats; i++)
    rosin_voice_reset(&p->sound[i]);
  return first;
}

static int make(rosin_voices *p, const recipe *r, int seats, rosin_error *error) {
  if (p->kinds >= p->most_kinds)
    return rosin_fail(error, "%.60s: %d kinds are all that this pool has room for", r->name,
                      p->most_kinds);
  if (seats < 1 || seats > p->most_seats - p->seats)
    return rosin_fail(error, "%.60s: %d seats are out of range: 1 to %d that are left", r->name,
                      seats, p->most_seats - p->seats);
  const int first = sit_all(p, r, seats, error);
  if (first < 0)
    return -1;
  pool_kind *k = &p->kind[p->kinds];
  *k = (pool_kind){.first = first, .seats = seats, .places = *r->text != 0};
  k->blows = p->sound[first].control[VOICE_PUSH] >= 0;
  snprintf(k->source, sizeof k->source, "%s", r->source);
  return p->kinds++;
}

/* ---- recipes ------------------------------------------------------------------ */

static int of_pair(recipe *r, const char *rubs, const char *ground, double rate,
                   rosin_error *error) {
  const rosin_matter *a = rosin_matter_find(rubs, error);
  const rosin_matter *b = a ? rosin_matter_find(ground, error) : NULL;
  if (!b)
    return -1;
  *r = (recipe){.blow = rosin_matter_blow(a, b)};
  snprintf(r->name, sizeof r->name, "%s on %s", a->name, b->name);
  rosin_matter_scene(a, b, rate, r->text, r->source);
  return 0;
}

static int of_effect(recipe *r, const char *scene, const char *contact, rosin_error *error) {
  if (!scene || !rosin_scene_embedded(scene))
    return rosin_fail(error, "there is no built-in scene '%.60s'", scene ? scene : "");
  *r = (recipe){.scene = scene, .contact = contact};
  snprintf(r->name, sizeof r->name, "%s", scene);
  snprintf(r->source, sizeof r->source, "scene %s", scene);
  return 0;
}

int rosin_voices_pair(rosin_voices *p, const char *rubs, const char *ground, int seats,
                      rosin_error *error) {
  recipe r = {.name = ""};
  if (!p)
    return rosin_fail(error, "there is no pool of voices");
  return of_pair(&r, rubs, ground, p->rate, error) ? -1 : make(p, &r, seats, error);
}

int rosin_voices_effect(rosin_voices *p, const char *scene, const char *contact, int seats,
                        rosin_error *error) {
  recipe r = {.name = ""};
  if (!p)
    return rosin_fail(error, "there is no pool of voices");
  return of_effect(&r, scene, contact, error) ? -1 : make(p, &r, seats, error);
}

/* ---- bytes -------------------------------------------------------------------- */

/* Of a seat, by making one in memory that is large enough and given back. */
static size_t seat_bytes(const rosin_voices *p, const recipe *r, rosin_error *error) {
  static const size_t most = (size_t)1 << 30;
  rosin_error why = {"out of memory"};
  rosin_voice_sound v;
  for (size_t room = (size_t)1 << 22; room <= most; room *= 8) {
    char *memory = malloc(room + LINE);
    char *first = memory ? memory + (LINE - (uintptr_t)memory % LINE) % LINE : NULL;
    const size_t took = memory ? build_within(p, &v, r, 1, first, room, &why) : 0;
    free(memory);
    if (took)
      return took;
    if (!memory || !is_of_memory(&why))
      break;
  }
  rosin_fail(error, "%s", why.text);
  return 0;
}

size_t rosin_voices_pair_bytes(const rosin_voices_config *config, const char *rubs,
                               const char *ground, rosin_error *error) {
  rosin_voices like = {0};
  recipe r = {.name = ""};
  if (rosin_pool_numbers(&like, config, error) || of_pair(&r, rubs, ground, like.rate, error))
    return 0;
  return seat_bytes(&like, &r, error);
}

size_t rosin_voices_effect_bytes(const rosin_voices_config *config, const char *scene,
                                 const char *contact, rosin_error *error) {
  rosin_voices like = {0};
  recipe r = {.name = ""};
  if (rosin_pool_numbers(&like, config, error) || of_effect(&r, scene, contact, error))
    return 0;
  return seat_bytes(&like, &r, error);
}

const char *rosin_voices_source(const rosin_voices *p, int kind) {
  return p && kind >= 0 && kind < p->kinds ? p->kind[kind].source : NULL;
}
