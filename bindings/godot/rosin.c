/* SPDX-License-Identifier: BSD-3-Clause */
/* Voices for Godot: the class RosinVoices, a RefCounted, by its GDExtension interface. Compiled
 * against what that publishes, and played by a host of its tests; nobody has run it in Godot yet.
 * Each method is one function of rosin/voices.h, and nothing of its own; README.md lists them. */
#include "interface.h"
#include "rosin/voices.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 3, NAME = 128, FILL = 8192, TYPES = 36 };

typedef struct {
  rosin_voices *pool;
  rosin_error error;
  float out[2 * FILL];
} self_t;

typedef union {
  int64_t whole;
  double number;
  char text[NAME];
} value;

typedef struct {
  int64_t whole;
  double number;
  const char *text; /* of a method that gives a String */
} answer;

/* Godot's, found once by name: it is one to a process. */
static struct {
  void *library;
  void (*name_new)(void *name, const char *text, uint8_t is_static);
  void (*string_new)(void *string, const char *text);
  int64_t (*string_text)(const void *string, char *text, int64_t most);
  void *(*construct)(const void *class_name);
  void (*set_instance)(void *object, const void *class_name, void *self);
  void (*add_class)(void *library, const void *name, const void *parent, const godot_class *info);
  void (*drop_class)(void *library, const void *name);
  void (*add_method)(void *library, const void *class_name, const godot_method *info);
  void *(*vector_at)(void *array, int64_t index);
  uint32_t (*variant_type)(const void *variant);
  uint8_t (*converts)(uint32_t from, uint32_t to);
  godot_variant_of to_variant[TYPES];
  godot_of_variant of_variant[TYPES];
  godot_destructor string_drop, name_drop, array_drop;
  godot_constructor array_new;
  godot_builtin array_resize;
} godot;

/* ---- what the methods do ----------------------------------------------------- */

/* As C has it; what is beyond that is beyond every range here, too. */
static int whole(const value *v) {
  return v->whole > INT_MAX ? INT_MAX : v->whole < INT_MIN ? INT_MIN : (int)v->whole;
}

static rosin_voice voice(const value *v) {
  return v->whole > 0 && v->whole <= UINT_MAX ? (rosin_voice)v->whole : 0;
}

static answer open_pool(self_t *s, const value *v) {
  const rosin_voices_config config = {
      .rate = v[0].number, .voices = whole(&v[1]), .seats = whole(&v[2]), .frames = FILL};
  rosin_voices_free(s->pool);
  s->pool = rosin_voices_create(&config, &s->error);
  return (answer){.whole = s->pool ? 0 : -1};
}

static answer pair(self_t *s, const value *v) {
  return (answer){.whole =
                      rosin_voices_pair(s->pool, v[0].text, v[1].text, whole(&v[2]), &s->error)};
}

static answer effect(self_t *s, const value *v) {
  const char *contact = *v[1].text ? v[1].text : NULL;
  return (answer){.whole =
                      rosin_voices_effect(s->pool, v[0].text, contact, whole(&v[2]), &s->error)};
}

static answer start(self_t *s, const value *v) {
  return (answer){.whole = rosin_voices_start(s->pool, whole(&v[0]), whole(&v[1]))};
}

static answer contact(self_t *s, const value *v) {
  return (answer){.whole = rosin_voices_contact(s->pool, voice(v), v[1].number, v[2].number)};
}

static answer place(self_t *s, const value *v) {
  return (answer){.whole = rosin_voices_place(s->pool, voice(v), v[1].number, v[2].number)};
}

static answer impact(self_t *s, const value *v) {
  return (answer){.whole = rosin_voices_impact(s->pool, voice(v), v[1].number)};
}

static answer mix(self_t *s, const value *v) {
  return (answer){.whole = rosin_voices_mix(s->pool, voice(v), v[1].number, v[2].number)};
}

static answer stop(self_t *s, const value *v) {
  return (answer){.whole = rosin_voices_stop(s->pool, voice(v))};
}

static answer level(self_t *s, const value *v) {
  return (answer){.number = rosin_voices_level(s->pool, voice(v))};
}

static answer error(self_t *s, const value *v) {
  (void)v;
  return (answer){.text = s->error.text};
}

static answer word(self_t *s, const value *v) {
  (void)s;
  return (answer){.text = rosin_voices_word((rosin_voices_answer)whole(v))};
}

static answer matter(self_t *s, const value *v) {
  const char *name = rosin_voices_matter(whole(v));
  (void)s;
  return (answer){.text = name ? name : ""};
}

static answer source(self_t *s, const value *v) {
  const char *said = rosin_voices_source(s->pool, whole(v));
  return (answer){.text = said ? said : ""};
}

/* Of the pool's counts the one of that name; -1: there is none. */
static answer count(self_t *s, const value *v) {
  const rosin_voices_counts_t c = rosin_voices_counts(s->pool);
  const struct {
    const char *name;
    long long many;
  } all[] = {{"started", c.started}, {"stopped", c.stopped}, {"stolen", c.stolen},
             {"crowded", c.crowded}, {"told", c.told},       {"clamped", c.clamped},
             {"refused", c.refused}, {"late", c.late},       {"full", c.full},
             {"owned", c.owned},     {"asleep", c.asleep},   {"sounding", c.sounding}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(v->text, all[i].name) == 0)
      return (answer){.whole = all[i].many};
  return (answer){.whole = -1};
}

/* So many frames, 8192 at most; none without a pool. The array is made where it is given back. */
static answer fill(self_t *s, const value *v) {
  const int frames = whole(v) < 1 || !s->pool ? 0 : whole(v) > FILL ? FILL : whole(v);
  if (frames > 0)
    rosin_voices_render(s->pool, s->out, frames);
  return (answer){.whole = frames};
}

typedef struct {
  const char *name, *takes; /* i d s */
  char gives;               /* i, d, s, or v: vectors */
  answer (*act)(self_t *s, const value *v);
} method;

static const method methods[] = {{"open", "dii", 'i', open_pool},  {"pair", "ssi", 'i', pair},
                                 {"effect", "ssi", 'i', effect},   {"start", "ii", 'i', start},
                                 {"contact", "idd", 'i', contact}, {"place", "idd", 'i', place},
                                 {"impact", "id", 'i', impact},    {"mix", "idd", 'i', mix},
                                 {"stop", "i", 'i', stop},         {"level", "i", 'd', level},
                                 {"error", "", 's', error},        {"word", "i", 's', word},
                                 {"matter", "i", 's', matter},     {"source", "i", 's', source},
                                 {"count", "s", 'i', count},       {"fill", "i", 'v', fill}};

/* ---- between Godot and these ------------------------------------------------- */

static uint32_t type_of(char letter) {
  return letter == 'i'   ? GODOT_INT
         : letter == 'd' ? GODOT_FLOAT
         : letter == 's' ? GODOT_STRING
                         : GODOT_PACKED_VECTOR2_ARRAY;
}

/* A value of Godot's own type, as ptrcall has it. */
static void take(char letter, const void *given, value *v) {
  if (letter == 'i')
    memcpy(&v->whole, given, sizeof v->whole);
  else if (letter == 'd')
    memcpy(&v->number, given, sizeof v->number);
  else {
    const int64_t length = godot.string_text(given, v->text, NAME - 1);
    v->text[length < 0 ? 0 : length < NAME ? length : NAME - 1] = 0;
  }
}

/* Vectors of two floats, as Godot has them unless it is built for doubles. */
static void give_vectors(const self_t *s, int64_t frames, void *result) {
  const void *argument[] = {&frames};
  int64_t done = 0;
  godot.array_resize(result, argument, &done, 1);
  for (int64_t i = 0; i < frames; i++)
    memcpy(godot.vector_at(result, i), &s->out[2 * i], 2 * sizeof(float));
}

/* `result` is made already, as ptrcall has it. */
static void give(const method *m, self_t *s, const answer *a, void *result) {
  if (m->gives == 'i')
    memcpy(result, &a->whole, sizeof a->whole);
  else if (m->gives == 'd')
    memcpy(result, &a->number, sizeof a->number);
  else if (m->gives == 's') {
    godot.string_drop(result);
    godot.string_new(result, a->text);
  } else
    give_vectors(s, a->whole, result);
}

static void ptrcall(void *data, void *self, const void *const *argument, void *result) {
  const method *m = data;
  value v[ARGUMENTS] = {{0}};
  for (int i = 0; m->takes[i]; i++)
    take(m->takes[i], argument[i], &v[i]);
  const answer a = m->act(self, v);
  if (result)
    give(m, self, &a, result);
}

static void take_variant(char letter, const void *variant, value *v) {
  godot_string string = {{0}};
  void *given; /* it is read alone, whatever Godot declares */
  memcpy(&given, &variant, sizeof given);
  if (letter != 's') {
    godot.of_variant[type_of(letter)](v, given);
    return;
  }
  godot.of_variant[GODOT_STRING](&string, given);
  take('s', &string, v);
  godot.string_drop(&string);
}

/* A result as a Variant, where an empty one is. */
static void give_variant(const method *m, self_t *s, const answer *a, void *result) {
  godot_array made = {{0}}; /* the largest of them */
  if (m->gives == 's')
    godot.string_new(&made, "");
  else if (m->gives == 'v')
    godot.array_new(&made, NULL);
  give(m, s, a, &made);
  godot.to_variant[type_of(m->gives)](result, &made);
  if (m->gives == 's')
    godot.string_drop(&made);
  else if (m->gives == 'v')
    godot.array_drop(&made);
}

static void call(void *data, void *self, const void *const *argument, int64_t count, void *result,
                 godot_call_error *wrong) {
  const method *m = data;
  const int64_t wants = (int64_t)strlen(m->takes);
  value v[ARGUMENTS] = {{0}};
  if (count != wants) {
    *wrong = (godot_call_error){count > wants ? GODOT_TOO_MANY : GODOT_TOO_FEW, 0, (int32_t)wants};
    return;
  }
  for (int i = 0; i < count; i++) {
    const uint32_t type = type_of(m->takes[i]);
    if (!godot.converts(godot.variant_type(argument[i]), type)) {
      *wrong = (godot_call_error){GODOT_WRONG_ARGUMENT, i, (int32_t)type};
      return;
    }
    take_variant(m->takes[i], argument[i], &v[i]);
  }
  const answer a = m->act(self, v);
  give_variant(m, self, &a, result);
}

/* ---- the class --------------------------------------------------------------- */

static void *create(void *data) {
  (void)data;
  godot_name parent, name;
  self_t *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  godot.name_new(&parent, "RefCounted", 0);
  godot.name_new(&name, "RosinVoices", 0);
  void *object = godot.construct(&parent);
  if (object)
    godot.set_instance(object, &name, s);
  else
    free(s);
  godot.name_drop(&parent);
  godot.name_drop(&name);
  return object;
}

static void destroy(void *data, void *self) {
  (void)data;
  if (self)
    rosin_voices_free(((self_t *)self)->pool);
  free(self);
}

static void add_method(const godot_name *class_name, const method *m) {
  godot_name name, nothing, titles[ARGUMENTS];
  godot_string hint;
  godot_property property[ARGUMENTS + 1];
  uint32_t metadata[ARGUMENTS] = {0};
  const uint32_t count = (uint32_t)strlen(m->takes);
  void *data; /* it is given back as it is */
  memcpy(&data, &m, sizeof data);
  godot.name_new(&name, m->name, 0);
  godot.name_new(&nothing, "", 0);
  godot.string_new(&hint, "");
  for (uint32_t i = 0; i <= count; i++) {
    char title[] = {(char)('a' + i), 0};
    if (i < count)
      godot.name_new(&titles[i], title, 0);
    property[i] = (godot_property){.type = type_of(i < count ? m->takes[i] : m->gives),
                                   .name = i < count ? &titles[i] : &nothing,
                                   .class_name = &nothing,
                                   .hint_string = &hint,
                                   .usage = GODOT_USAGE_DEFAULT};
  }
  const godot_method info = {.name = &name,
                             .data = data,
                             .call = call,
                             .ptrcall = ptrcall,
                             .flags = GODOT_METHOD_NORMAL,
                             .has_result = 1,
                             .result = &property[count],
                             .arguments = count,
                             .argument = property,
                             .argument_metadata = metadata};
  godot.add_method(godot.library, class_name, &info);
  for (uint32_t i = 0; i < count; i++)
    godot.name_drop(&titles[i]);
  godot.name_drop(&name);
  godot.name_drop(&nothing);
  godot.string_drop(&hint);
}

static void initialize(void *data, uint32_t level) {
  (void)data;
  if (level != GODOT_LEVEL_SCENE)
    return;
  godot_name name, parent;
  const godot_class info = {.is_exposed = 1, .create_instance = create, .free_instance = destroy};
  godot.name_new(&name, "RosinVoices", 0);
  godot.name_new(&parent, "RefCounted", 0);
  godot.add_class(godot.library, &name, &parent, &info);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    add_method(&name, &methods[i]);
  godot.name_drop(&name);
  godot.name_drop(&parent);
}

static void deinitialize(void *data, uint32_t level) {
  (void)data;
  if (level != GODOT_LEVEL_SCENE)
    return;
  godot_name name;
  godot.name_new(&name, "RosinVoices", 0);
  godot.drop_class(godot.library, &name);
  godot.name_drop(&name);
}

/* A function of Godot's by name, in whatever type it has. */
#define FIND(to, name)                                                                             \
  do {                                                                                             \
    const godot_function found = get(name);                                                        \
    if (!found)                                                                                    \
      return 0;                                                                                    \
    memcpy(&(to), &found, sizeof found);                                                           \
  } while (0)

static int find_types(godot_get_proc_address get) {
  static const uint32_t type[] = {GODOT_INT, GODOT_FLOAT, GODOT_STRING, GODOT_PACKED_VECTOR2_ARRAY};
  godot_variant_of (*to)(uint32_t kind);
  godot_of_variant (*of)(uint32_t kind);
  godot_destructor (*drop)(uint32_t kind);
  godot_constructor (*make)(uint32_t kind, int32_t which);
  godot_builtin (*builtin)(uint32_t kind, const void *name, int64_t hash);
  godot_name resize;
  FIND(godot.variant_type, "variant_get_type");
  FIND(godot.converts, "variant_can_convert_strict");
  FIND(to, "get_variant_from_type_constructor");
  FIND(of, "get_variant_to_type_constructor");
  FIND(drop, "variant_get_ptr_destructor");
  FIND(make, "variant_get_ptr_constructor");
  FIND(builtin, "variant_get_ptr_builtin_method");
  for (int i = 0; i < 4; i++) {
    godot.to_variant[type[i]] = to(type[i]);
    godot.of_variant[type[i]] = of(type[i]);
  }
  godot.string_drop = drop(GODOT_STRING);
  godot.name_drop = drop(GODOT_STRING_NAME);
  godot.array_drop = drop(GODOT_PACKED_VECTOR2_ARRAY);
  godot.array_new = make(GODOT_PACKED_VECTOR2_ARRAY, 0);
  godot.name_new(&resize, "resize", 0);
  godot.array_resize = builtin(GODOT_PACKED_VECTOR2_ARRAY, &resize, 848867239);
  godot.name_drop(&resize);
  return godot.array_resize != NULL;
}

/* The entry that rosin.gdextension names. */
__attribute__((visibility("default"))) uint8_t rosin_godot(godot_get_proc_address get,
                                                           void *library, godot_initialization *to);
uint8_t rosin_godot(godot_get_proc_address get, void *library, godot_initialization *to) {
  godot.library = library;
  FIND(godot.name_new, "string_name_new_with_latin1_chars");
  FIND(godot.string_new, "string_new_with_utf8_chars");
  FIND(godot.string_text, "string_to_utf8_chars");
  FIND(godot.construct, "classdb_construct_object");
  FIND(godot.set_instance, "object_set_instance");
  FIND(godot.add_class, "classdb_register_extension_class2");
  FIND(godot.drop_class, "classdb_unregister_extension_class");
  FIND(godot.add_method, "classdb_register_extension_class_method");
  FIND(godot.vector_at, "packed_vector2_array_operator_index");
  *to = (godot_initialization){
      .minimum_level = GODOT_LEVEL_SCENE, .initialize = initialize, .deinitialize = deinitialize};
  return (uint8_t)find_types(get);
}
