/* SPDX-License-Identifier: BSD-3-Clause */
/* godot_host PLUGIN: a host of Godot's interface, as far as the plugin asks for it: strings, names,
 * arrays and Variants of its own, a class that is registered, objects that are called in both ways.
 * What it hears is what the library gives, to the bit; calls that are wrong are errors; no value is
 * left, dropped twice or used before it is made. Not Godot: what Godot itself does is not proven.
 *
 * Under FAILING (failing.c, preloaded) the plugin's allocations fail in turn. */
#include "../../bindings/godot/interface.h"
#include "rosin/voices.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NIL = 0, MOST = 64, FRAMES = 512 };

#define CHECK(what)                                                                                \
  do {                                                                                             \
    if (!(what)) {                                                                                 \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what);                                   \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

/* ---- values: a pointer to what is counted; `magic` says that it was made --------- */

typedef struct {
  unsigned magic;
  char text[600];
} text_t;
typedef struct {
  unsigned magic;
  int64_t count;
  float *at; /* [2 * count] */
} vectors;
typedef struct {
  uint32_t type;
  union {
    int64_t whole;
    double number;
    text_t *text;
    vectors *array;
  } is;
} variant;

enum { TEXT = 0x7E87, ARRAY = 0xA88A };
static atomic_int alive; /* texts and arrays */

static text_t *text_new(const char *text) {
  text_t *t = malloc(sizeof *t);
  t->magic = TEXT;
  snprintf(t->text, sizeof t->text, "%s", text);
  atomic_fetch_add(&alive, 1);
  return t;
}

static text_t *text_at(const void *value) {
  text_t *t;
  memcpy(&t, value, sizeof t);
  CHECK(t && t->magic == TEXT);
  return t;
}

static void name_new(void *to, const char *text, uint8_t is_static) {
  text_t *t = text_new(text);
  CHECK(!is_static);
  memcpy(to, &t, sizeof t);
}

static void string_new(void *to, const char *text) {
  name_new(to, text, 0);
}

static int64_t string_text(const void *string, char *text, int64_t most) {
  const char *from = text_at(string)->text;
  const size_t length = strlen(from);
  memcpy(text, from, length < (size_t)most ? length : (size_t)most);
  return (int64_t)length; /* all of it, not what was written */
}

static void text_drop(void *value) {
  text_t *t = text_at(value);
  t->magic = 0;
  free(t);
  memset(value, 0, sizeof t);
  atomic_fetch_sub(&alive, 1);
}

static void array_new(void *to, const void *const *argument) {
  vectors *a = calloc(1, sizeof *a);
  CHECK(!argument);
  a->magic = ARRAY;
  memcpy(to, &a, sizeof a);
  atomic_fetch_add(&alive, 1);
}

static vectors *array_at(const void *value) {
  vectors *a;
  memcpy(&a, value, sizeof a);
  CHECK(a && a->magic == ARRAY);
  return a;
}

static void array_drop(void *value) {
  vectors *a = array_at(value);
  a->magic = 0;
  free(a->at);
  free(a);
  memset(value, 0, sizeof a);
  atomic_fetch_sub(&alive, 1);
}

static void array_resize(void *self, const void *const *argument, void *result, int32_t count) {
  vectors *a = array_at(self);
  const int64_t none = 0;
  CHECK(count == 1);
  memcpy(&a->count, argument[0], sizeof a->count);
  a->at = realloc(a->at, 2 * sizeof *a->at * (size_t)(a->count + 1));
  memset(a->at, 0xFF, 2 * sizeof *a->at * (size_t)a->count); /* not numbers, until they are set */
  memcpy(result, &none, sizeof none);
}

static void *vector_at(void *self, int64_t index) {
  vectors *a = array_at(self);
  CHECK(index >= 0 && index < a->count);
  return a->at + 2 * index;
}

/* ---- Variants ---------------------------------------------------------------------- */

static void of_int(void *to, void *value) {
  variant *v = to;
  CHECK(v->type == NIL);
  v->type = GODOT_INT;
  memcpy(&v->is.whole, value, sizeof v->is.whole);
}
static void of_float(void *to, void *value) {
  variant *v = to;
  CHECK(v->type == NIL);
  v->type = GODOT_FLOAT;
  memcpy(&v->is.number, value, sizeof v->is.number);
}
static void of_string(void *to, void *value) {
  variant *v = to;
  CHECK(v->type == NIL);
  v->type = GODOT_STRING;
  v->is.text = text_new(text_at(value)->text);
}
static void of_array(void *to, void *value) {
  variant *v = to;
  const vectors *from = array_at(value);
  int64_t done;
  const void *argument[] = {&from->count};
  CHECK(v->type == NIL);
  v->type = GODOT_PACKED_VECTOR2_ARRAY;
  array_new(&v->is.array, NULL);
  array_resize(&v->is.array, argument, &done, 1);
  if (from->count)
    memcpy(v->is.array->at, from->at, 2 * sizeof(float) * (size_t)from->count);
}
static godot_variant_of to_variant(uint32_t type) {
  return type == GODOT_INT                    ? of_int
         : type == GODOT_FLOAT                ? of_float
         : type == GODOT_STRING               ? of_string
         : type == GODOT_PACKED_VECTOR2_ARRAY ? of_array
                                              : NULL;
}

static void to_int(void *to, void *from) {
  const variant *v = from;
  const int64_t whole = v->type == GODOT_FLOAT ? (int64_t)v->is.number : v->is.whole;
  memcpy(to, &whole, sizeof whole);
}
static void to_float(void *to, void *from) {
  const variant *v = from;
  const double number = v->type == GODOT_INT ? (double)v->is.whole : v->is.number;
  memcpy(to, &number, sizeof number);
}
static void to_string(void *to, void *from) {
  const variant *v = from;
  CHECK(v->type == GODOT_STRING);
  string_new(to, v->is.text->text);
}
static godot_of_variant of_variant(uint32_t type) {
  return type == GODOT_INT      ? to_int
         : type == GODOT_FLOAT  ? to_float
         : type == GODOT_STRING ? to_string
                                : to_int; /* asked for, and not used */
}

static uint32_t variant_type(const void *v) {
  return ((const variant *)v)->type;
}
static uint8_t converts(uint32_t from, uint32_t to) {
  const int numbers =
      (from == GODOT_INT || from == GODOT_FLOAT) && (to == GODOT_INT || to == GODOT_FLOAT);
  return (uint8_t)(from == to || numbers);
}

static void variant_drop(variant *v) {
  if (v->type == GODOT_STRING)
    text_drop(&v->is.text);
  if (v->type == GODOT_PACKED_VECTOR2_ARRAY)
    array_drop(&v->is.array);
  *v = (variant){0};
}

static godot_destructor destructor_of(uint32_t type) {
  return type == GODOT_PACKED_VECTOR2_ARRAY ? array_drop : text_drop;
}
static godot_constructor constructor_of(uint32_t type, int32_t which) {
  CHECK(type == GODOT_PACKED_VECTOR2_ARRAY && which == 0);
  return array_new;
}
static godot_builtin builtin_of(uint32_t type, const void *name, int64_t hash) {
  const int is = type == GODOT_PACKED_VECTOR2_ARRAY && strcmp(text_at(name)->text, "resize") == 0;
  return is && hash == 848867239 ? array_resize : NULL;
}

/* ---- classes and objects ------------------------------------------------------------ */

typedef struct {
  char name[32];
  void *data;
  godot_call call;
  godot_ptrcall ptrcall;
  uint32_t arguments, type[4], result;
} method_t;

static struct {
  int classes, methods, library;
  godot_class is;
  method_t method[MOST];
} seen;

typedef struct {
  void *self;
} object;

static void add_class(void *library, const void *name, const void *parent, const godot_class *is) {
  CHECK(library == &seen.library && strcmp(text_at(name)->text, "RosinVoices") == 0);
  CHECK(strcmp(text_at(parent)->text, "RefCounted") == 0);
  CHECK(is->create_instance && is->free_instance && is->is_exposed && !is->is_virtual &&
        !is->is_abstract);
  seen.is = *is;
  seen.classes++;
}
static void drop_class(void *library, const void *name) {
  CHECK(library == &seen.library && strcmp(text_at(name)->text, "RosinVoices") == 0);
  seen.classes--;
}
static void check_property(const godot_property *p, int named) {
  CHECK(!named == !*text_at(p->name)->text);
  text_at(p->class_name);
  text_at(p->hint_string);
}
static void add_method(void *library, const void *class_name, const godot_method *is) {
  method_t *m = &seen.method[seen.methods++];
  CHECK(library == &seen.library && seen.methods < MOST && is->arguments < 4);
  CHECK(strcmp(text_at(class_name)->text, "RosinVoices") == 0 && seen.classes == 1);
  CHECK(is->flags == GODOT_METHOD_NORMAL && is->has_result == 1 && is->defaults == 0);
  *m = (method_t){.data = is->data,
                  .call = is->call,
                  .ptrcall = is->ptrcall,
                  .arguments = is->arguments,
                  .result = is->result->type};
  snprintf(m->name, sizeof m->name, "%.31s", text_at(is->name)->text);
  for (uint32_t i = 0; i < is->arguments; i++) {
    check_property(&is->argument[i], 1);
    CHECK(is->argument_metadata[i] == 0);
    m->type[i] = is->argument[i].type;
  }
  check_property(is->result, 0);
}
static void *construct(const void *name) {
  CHECK(strcmp(text_at(name)->text, "RefCounted") == 0);
  return calloc(1, sizeof(object));
}
static void set_instance(void *o, const void *name, void *self) {
  CHECK(strcmp(text_at(name)->text, "RosinVoices") == 0 && self);
  ((object *)o)->self = self;
}

/* ---- what the plugin asks for, by name ----------------------------------------------- */

static int asked, missing = -1; /* number of what is not there */

static godot_function get(const char *name) {
#define HAS(its, mine)                                                                             \
  { its, (godot_function)mine }
  static const struct {
    const char *name;
    godot_function is;
  } all[] = {HAS("string_name_new_with_latin1_chars", name_new),
             HAS("string_new_with_utf8_chars", string_new),
             HAS("string_to_utf8_chars", string_text),
             HAS("classdb_construct_object", construct),
             HAS("object_set_instance", set_instance),
             HAS("classdb_register_extension_class2", add_class),
             HAS("classdb_unregister_extension_class", drop_class),
             HAS("classdb_register_extension_class_method", add_method),
             HAS("packed_vector2_array_operator_index", vector_at),
             HAS("variant_get_type", variant_type),
             HAS("variant_can_convert_strict", converts),
             HAS("get_variant_from_type_constructor", to_variant),
             HAS("get_variant_to_type_constructor", of_variant),
             HAS("variant_get_ptr_destructor", destructor_of),
             HAS("variant_get_ptr_constructor", constructor_of),
             HAS("variant_get_ptr_builtin_method", builtin_of)};
  if (asked++ == missing)
    return NULL;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(all[i].name, name) == 0)
      return all[i].is;
  fprintf(stderr, "%s: no such function\n", name);
  return NULL;
}

/* ---- calls as GDScript makes them ----------------------------------------------------- */

static method_t *method_of(const char *name) {
  for (int i = 0; i < seen.methods; i++)
    if (strcmp(seen.method[i].name, name) == 0)
      return &seen.method[i];
  fprintf(stderr, "there is no method %s\n", name);
  exit(1);
}

static variant whole(int64_t x) {
  return (variant){GODOT_INT, {.whole = x}};
}
static variant number(double x) {
  return (variant){GODOT_FLOAT, {.number = x}};
}
static variant words(const char *x) {
  return (variant){GODOT_STRING, {.text = text_new(x)}};
}

/* By Variants; they are dropped. An error of the call into *error. */
static variant call(object *o, const char *name, int count, variant *given, int *error) {
  const method_t *m = method_of(name);
  godot_call_error wrong = {0, 0, 0};
  const void *argument[5] = {0};
  variant result = {0};
  for (int i = 0; i < count; i++)
    argument[i] = &given[i];
  m->call(m->data, o->self, argument, count, &result, &wrong);
  for (int i = 0; i < count; i++)
    variant_drop(&given[i]);
  *error = wrong.error;
  CHECK(wrong.error ? result.type == NIL : result.type == m->result);
  return result;
}

static int64_t ask(object *o, const char *name, int count, variant *given) {
  int error;
  const variant result = call(o, name, count, given, &error);
  CHECK(!error && result.type == GODOT_INT);
  return result.is.whole;
}
#define ASK(o, name, ...)                                                                          \
  ask(o, name, sizeof((variant[]){__VA_ARGS__}) / sizeof(variant), (variant[]){__VA_ARGS__})

/* By pointers, as typed GDScript does: of two numbers behind a voice. */
static int64_t ask_typed(object *o, const char *name, int64_t voice, double a, double b) {
  const method_t *m = method_of(name);
  const void *argument[] = {&voice, &a, &b};
  int64_t result = 77;
  m->ptrcall(m->data, o->self, argument, &result);
  return result;
}

static void text_by_both(object *o, const char *name, int64_t at, char *to, size_t room) {
  const method_t *m = method_of(name);
  const void *argument[] = {&at};
  void *string;
  int error;
  variant given[] = {whole(at)}, result;
  string_new(&string, "what stood there");
  m->ptrcall(m->data, o->self, argument, &string);
  result = call(o, name, (int)m->arguments, given, &error);
  CHECK(!error && strcmp(result.is.text->text, text_at(&string)->text) == 0);
  snprintf(to, room, "%s", result.is.text->text);
  variant_drop(&result);
  text_drop(&string);
}

/* So many frames, the first half by Variants, the second by pointers. */
static void fill(object *o, float *out, int frames) {
  const method_t *m = method_of("fill");
  int error;
  const int64_t first = frames / 2, second = frames - first;
  variant result = call(o, "fill", 1, (variant[]){whole(first)}, &error);
  CHECK(!error && result.is.array->count == first);
  memcpy(out, result.is.array->at, 2 * sizeof *out * (size_t)first);
  variant_drop(&result);
  vectors *array;
  array_new(&array, NULL);
  m->ptrcall(m->data, o->self, (const void *[]){&second}, &array);
  CHECK(array->count == second);
  memcpy(out + 2 * first, array->at, 2 * sizeof *out * (size_t)second);
  array_drop(&array);
}

static object *new_object(void) {
  return seen.is.create_instance(seen.is.data);
}
static void drop_object(object *o) {
  seen.is.free_instance(seen.is.data, o->self);
  free(o);
}

/* ---- tests ---------------------------------------------------------------------------- */

/* Where a function is missing, as in an older Godot, it is refused and nothing is registered. */
static void test_missing(uint8_t (*begin)(godot_get_proc_address, void *, godot_initialization *)) {
  godot_initialization to = {0};
  asked = 0;
  CHECK(begin(get, &seen.library, &to) == 1);
  const int all = asked;
  CHECK(all > 10);
  for (missing = 0; missing < all; missing++) {
    asked = 0;
    CHECK(begin(get, &seen.library, &to) == 0);
    CHECK(atomic_load(&alive) == 0 && seen.classes == 0);
  }
  missing = -1;
}

static int64_t open_world(object *o, int64_t *kind) {
  if (ASK(o, "open", number(48000), whole(4), whole(8)))
    return -1;
  kind[0] = ASK(o, "pair", words("rubber"), words("tile"), whole(2));
  kind[1] = kind[0] < 0 ? -1 : ASK(o, "pair", words("hoof"), words("ice"), whole(2));
  kind[2] = kind[1] < 0 ? -1 : ASK(o, "effect", words("door-hinge-slow"), words(""), whole(2));
  return kind[2] < 0 ? -1 : 0;
}

static void play(object *o, const int64_t *kind, int turn, int64_t *voice) {
  if (turn % 20 == 0)
    voice[turn / 20 % 3] = ASK(o, "start", whole(kind[turn / 20 % 3]), number(turn % 3));
  for (int i = 0; i < 3; i++) {
    ask_typed(o, "contact", voice[i], 5 + turn % 40, 0.01 * turn);
    ASK(o, "contact", whole(voice[i]), number(5 + turn % 40), number(0.01 * turn));
    if (turn % 11 == i)
      ASK(o, "impact", whole(voice[i]), number(0.1));
    if (turn % 30 == 7)
      ask_typed(o, "mix", voice[i], 0.5, 0.2 * i);
    if (turn % 30 == 9)
      ask_typed(o, "place", voice[i], 0.4, 1.5);
  }
  if (turn % 50 == 49)
    ASK(o, "stop", whole(voice[1]));
}

static void play_library(rosin_voices *p, const int *kind, int turn, rosin_voice *voice) {
  if (turn % 20 == 0)
    voice[turn / 20 % 3] = rosin_voices_start(p, kind[turn / 20 % 3], turn % 3);
  for (int i = 0; i < 3; i++) {
    for (int twice = 0; twice < 2; twice++)
      rosin_voices_contact(p, voice[i], 5 + turn % 40, 0.01 * turn);
    if (turn % 11 == i)
      rosin_voices_impact(p, voice[i], 0.1);
    if (turn % 30 == 7)
      rosin_voices_mix(p, voice[i], 0.5, 0.2 * i);
    if (turn % 30 == 9)
      rosin_voices_place(p, voice[i], 0.4, 1.5);
  }
  if (turn % 50 == 49)
    rosin_voices_stop(p, voice[1]);
}

/* A world in the plugin and one in the library: the same samples, to the bit. */
static void test_samples(void) {
  static float mine[2 * FRAMES], theirs[2 * FRAMES];
  rosin_error error;
  const rosin_voices_config c = {.rate = 48000, .voices = 4, .seats = 8, .frames = 8192};
  rosin_voices *p = rosin_voices_create(&c, &error);
  int kind[3];
  int64_t its[3], voice[3] = {0};
  rosin_voice own[3] = {0};
  object *o = new_object();
  double loud = 0;
  CHECK(open_world(o, its) == 0);
  kind[0] = rosin_voices_pair(p, "rubber", "tile", 2, &error);
  kind[1] = rosin_voices_pair(p, "hoof", "ice", 2, &error);
  kind[2] = rosin_voices_effect(p, "door-hinge-slow", NULL, 2, &error);
  for (int turn = 0; turn < 200; turn++) {
    const int frames = 1 + turn * 37 % FRAMES;
    play(o, its, turn, voice);
    play_library(p, kind, turn, own);
    fill(o, mine, frames);
    rosin_voices_render(p, theirs, frames / 2); /* in the same calls */
    rosin_voices_render(p, theirs + frames / 2 * 2, frames - frames / 2);
    if (frames > 1)
      CHECK(memcmp(mine, theirs, 2 * sizeof *mine * (size_t)frames) == 0);
    for (int i = 0; i < 2 * frames; i++)
      loud = fmax(loud, fabs((double)mine[i]));
    for (int i = 0; i < 3; i++) {
      int wrong;
      const variant level = call(o, "level", 1, (variant[]){whole(voice[i])}, &wrong);
      CHECK(voice[i] == own[i] && level.is.number == rosin_voices_level(p, own[i]));
    }
  }
  CHECK(loud > 0.05);
  CHECK(ASK(o, "count", words("stolen")) == rosin_voices_counts(p).stolen);
  CHECK(ASK(o, "count", words("told")) == rosin_voices_counts(p).told);
  rosin_voices_free(p);
  drop_object(o);
}

static void expect(object *o, const char *name, int count, variant *given, int error) {
  int was;
  variant result = call(o, name, count, given, &was);
  variant_drop(&result);
  if (was != error) {
    fprintf(stderr, "%s with %d values: error %d instead of %d\n", name, count, was, error);
    exit(1);
  }
}

/* What is wrong is Godot's error, an answer, or said. */
static void test_refusals(void) {
  object *o = new_object();
  char said[600];
  int64_t kind[3];
  CHECK(ASK(o, "start", whole(0), whole(0)) == 0); /* before it is open */
  CHECK(ASK(o, "pair", words("rubber"), words("tile"), whole(1)) == -1);
  text_by_both(o, "error", 0, said, sizeof said);
  CHECK(strstr(said, "there is no pool"));
  const method_t *m = method_of("fill");
  vectors *array;
  array_new(&array, NULL);
  m->ptrcall(m->data, o->self, (const void *[]){&(int64_t){64}}, &array);
  CHECK(array->count == 0);
  array_drop(&array);
  CHECK(ASK(o, "open", number(7), whole(4), whole(8)) == -1);
  text_by_both(o, "error", 0, said, sizeof said);
  CHECK(strstr(said, "rate: 7 is out of range"));
  CHECK(ASK(o, "open", number((double)NAN), whole(4), whole(8)) == -1);
  CHECK(ASK(o, "open", number(48000), whole(4), whole((int64_t)1 << 32 | 8)) == -1);
  CHECK(open_world(o, kind) == 0);
  CHECK(ASK(o, "pair", words("cheese"), words("tile"), whole(1)) == -1);
  text_by_both(o, "error", 0, said, sizeof said);
  CHECK(strstr(said, "there is no matter 'cheese'"));
  char longest[500];
  memset(longest, 'x', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  CHECK(ASK(o, "effect", words(longest), words(""), whole(1)) == -1);
  CHECK(ASK(o, "effect", words("squeak"), words("nothing"), whole(1)) == -1);
  drop_object(o);
}

/* Handles that are none, numbers that are none, calls of another kind. */
static void test_wrong_calls(void) {
  object *o = new_object();
  char said[600];
  int64_t kind[3];
  CHECK(open_world(o, kind) == 0);
  const int64_t v = ASK(o, "start", whole(kind[0]), whole(0));
  CHECK(v > 0 && ASK(o, "start", whole(99), whole(0)) == 0);
  CHECK(ASK(o, "start", whole((int64_t)1 << 32), whole(0)) == 0); /* not kind 0 */
  CHECK(ask_typed(o, "contact", v, (double)NAN, 0) == ROSIN_VOICES_REFUSED);
  CHECK(ask_typed(o, "contact", v, 1e30, 0) == ROSIN_VOICES_CLAMPED);
  CHECK(ask_typed(o, "contact", v + ((int64_t)1 << 32), 1, 0) == ROSIN_VOICES_GONE);
  CHECK(ask_typed(o, "contact", -v, 1, 0) == ROSIN_VOICES_GONE);
  CHECK(ASK(o, "stop", whole(v)) == 0 && ASK(o, "stop", whole(v)) == ROSIN_VOICES_GONE);
  expect(o, "stop", 0, NULL, GODOT_TOO_FEW);
  expect(o, "stop", 2, (variant[]){whole(v), whole(1)}, GODOT_TOO_MANY);
  expect(o, "contact", 3, (variant[]){whole(v), words("10"), number(1)}, GODOT_WRONG_ARGUMENT);
  expect(o, "pair", 3, (variant[]){whole(1), words("tile"), whole(1)}, GODOT_WRONG_ARGUMENT);
  text_by_both(o, "word", ROSIN_VOICES_STOLEN, said, sizeof said);
  CHECK(strcmp(said, rosin_voices_word(ROSIN_VOICES_STOLEN)) == 0);
  text_by_both(o, "matter", 0, said, sizeof said);
  CHECK(strcmp(said, "steel") == 0);
  text_by_both(o, "matter", 1000, said, sizeof said);
  CHECK(!*said);
  text_by_both(o, "source", kind[1], said, sizeof said);
  CHECK(*said);
  CHECK(ASK(o, "count", words("refused")) == 3 && ASK(o, "count", words("nothing")) == -1);
  drop_object(o);
}

/* One voice for two: who is less important loses it while it sounds, is told so, and stays lost. */
static void test_stolen(void) {
  static float out[2 * FRAMES];
  object *o = new_object();
  CHECK(ASK(o, "open", number(48000), whole(1), whole(2)) == 0);
  const int64_t kind = ASK(o, "pair", words("rubber"), words("tile"), whole(1));
  const int64_t v = ASK(o, "start", whole(kind), whole(0));
  CHECK(ask_typed(o, "contact", v, 30, 0.3) == ROSIN_VOICES_DONE);
  for (int i = 0; i < 40; i++)
    fill(o, out, FRAMES);
  const int64_t w = ASK(o, "start", whole(kind), whole(1));
  CHECK(w > 0 && w != v && ask_typed(o, "contact", v, 30, 0.3) == ROSIN_VOICES_STOLEN);
  CHECK(ask_typed(o, "contact", w, 30, 0.3) == ROSIN_VOICES_DONE);
  double loud = 0;
  for (int i = 0; i < 40; i++) {
    fill(o, out, FRAMES);
    for (int k = 0; k < 2 * FRAMES; k++)
      loud = isfinite(out[k]) ? fmax(loud, fabs((double)out[k])) : 1e9;
  }
  CHECK(loud > 1e-4 && loud < 2 && ASK(o, "count", words("stolen")) == 1);
  CHECK(ASK(o, "stop", whole(v)) == ROSIN_VOICES_STOLEN && ASK(o, "stop", whole(w)) == 0);
  CHECK(ask_typed(o, "contact", w, 30, 0.3) == ROSIN_VOICES_GONE); /* behind its end */
  drop_object(o);
}

typedef struct {
  object *o;
  int64_t kind[3];
  uint64_t heard;
  atomic_int turn;
} world;

static void *hear(void *context) {
  world *w = context;
  static _Thread_local float out[2 * FRAMES];
  for (int i = 0; i < 150; i++) {
    fill(w->o, out, 256);
    for (int k = 0; k < 512; k++)
      CHECK(isfinite(out[k]));
  }
  atomic_store(&w->turn, -1);
  return NULL;
}
static void *tell(void *context) {
  world *w = context;
  int64_t voice[3] = {0};
  for (int turn = 0; atomic_load(&w->turn) >= 0; turn++)
    play(w->o, w->kind, turn, voice);
  return NULL;
}

/* Two objects at once, each told by one thread and heard by another. */
static void test_threads(void) {
  static world w[2];
  pthread_t thread[4];
  for (int i = 0; i < 2; i++) {
    w[i].o = new_object();
    CHECK(open_world(w[i].o, w[i].kind) == 0);
  }
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&thread[i], NULL, i % 2 ? hear : tell, &w[i / 2]) == 0);
  for (int i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
  for (int i = 0; i < 2; i++)
    drop_object(w[i].o);
}

/* Each allocation of the plugin fails in turn: no object, or an error that says so, and the next
 * one plays. */
static void test_failing(void) {
  long (*count)(void);
  void (*from)(long);
  *(void **)&count = dlsym(RTLD_DEFAULT, "failing_calls");
  *(void **)&from = dlsym(RTLD_DEFAULT, "failing_from");
  if (!from) {
    puts("no failing allocations: failing.c is not preloaded");
    return;
  }
  long calls = 1 << 30, refusals = 0;
  for (long n = 0; n < calls; n = n < 20 ? n + 1 : n + 1 + calls / 40) {
    int64_t kind[3], voice[3] = {0};
    char said[600] = "";
    from(n);
    object *o = new_object();
    const int opened = o && open_world(o, kind) == 0;
    calls = n == 0 ? count() : calls;
    from(0);
    if (o && !opened)
      text_by_both(o, "error", 0, said, sizeof said);
    CHECK(n == 0 ? opened : !o || opened || strstr(said, "out of memory"));
    refusals += !opened;
    if (opened)
      play(o, kind, 0, voice);
    if (o) {
      const method_t *m = method_of("fill");
      vectors *array;
      array_new(&array, NULL);
      m->ptrcall(m->data, o->self, (const void *[]){&(int64_t){64}}, &array);
      array_drop(&array);
      drop_object(o);
    }
  }
  CHECK(calls > 100 && refusals > 40);
  printf("%ld allocations, %ld refusals\n", calls, refusals);
}

int main(int arguments, char **argument) {
  void *plugin = arguments > 1 ? dlopen(argument[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!plugin)
    return fprintf(stderr, "%s\n", arguments > 1 ? dlerror() : "godot_host PLUGIN"), 2;
  uint8_t (*begin)(godot_get_proc_address, void *, godot_initialization *);
  *(void **)&begin = dlsym(plugin, "rosin_godot");
  CHECK(begin);
  test_missing(begin);
  godot_initialization to = {0};
  CHECK(begin(get, &seen.library, &to) == 1 && to.minimum_level == GODOT_LEVEL_SCENE);
  for (uint32_t level = 0; level < 4; level++) {
    to.initialize(to.data, level);
    CHECK(seen.classes == (level >= GODOT_LEVEL_SCENE));
  }
  CHECK(atomic_load(&alive) == 0);
  test_samples();
  test_refusals();
  test_stolen();
  test_wrong_calls();
  test_threads();
  test_failing();
  for (uint32_t level = 4; level-- > 0;)
    to.deinitialize(to.data, level);
  CHECK(seen.classes == 0 && atomic_load(&alive) == 0);
  for (int i = 0; i < seen.methods; i++)
    printf("%s%s", seen.method[i].name, i + 1 < seen.methods ? " " : "\n");
  return 0;
}
