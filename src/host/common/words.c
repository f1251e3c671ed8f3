/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/common/words.h"
#include "batch/name.h"
#include "error.h"
#include "host/common/text.h"
#include "scene/text/near.h"

#include <string.h>

/* Names, and how long what is given may be (bytes): as of a list's row. */
static const struct {
  const char *name;
  size_t most;
} table[ROSIN_WORDS] = {
    {"title", 63},  {"description", 255}, {"category", 31}, {"creator", 31},
    {"source", 31}, {"take", 9},          {"date", 19},
};

const char *rosin_word_name(int word) {
  return word < ROSIN_WORDS ? table[word].name : NULL;
}

/* Whether it can be written as it is. */
static int is_text(const char *value) {
  char text[1024] = "";
  FILE *to = fmemopen(text, sizeof text - 1, "w");
  if (!to)
    return 0;
  rosin_text_put(to, value, 0);
  fclose(to);
  return strcmp(text, value) == 0;
}

int rosin_word_check(rosin_word word, const char *value, rosin_error *error) {
  if (strlen(value) > table[word].most)
    return rosin_fail(error, "longer than %d bytes", (int)table[word].most);
  if (!is_text(value))
    return rosin_fail(error, "must be UTF-8 without control characters");
  if (word == ROSIN_WORD_TAKE && (!*value || value[strspn(value, "0123456789")]))
    return rosin_fail(error, "'%s' is not a whole number", value);
  if (word == ROSIN_WORD_DATE && rosin_sound_date_check(value))
    return rosin_fail(error, "'%s' must be YYYY-MM-DD, or YYYY-MM-DDTHH:MM:SS", value);
  return 0;
}

int rosin_words_put(rosin_words *words, const char *text, rosin_error *error) {
  const size_t length = strcspn(text, "=");
  char key[ROSIN_NEAR_NAME];
  rosin_error what;
  snprintf(key, sizeof key, "%.*s", (int)length, text);
  rosin_near near = rosin_near_to(key);
  for (int i = 0; text[length] && i < ROSIN_WORDS; i++) {
    rosin_near_consider(&near, table[i].name);
    if (strcmp(table[i].name, key) != 0)
      continue;
    if (rosin_word_check((rosin_word)i, text + length + 1, &what))
      return rosin_fail(error, "%s: %s", key, what.text);
    words->given[i] = text + length + 1;
    return 0;
  }
  if (!text[length])
    return rosin_fail(error, "%.80s: must be KEY=VALUE", text);
  const char *meant = rosin_near_meant(&near);
  return rosin_fail(error,
                    "%s: is none of title, description, category, creator, source, take, "
                    "date%s%s%s",
                    key, meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
}

rosin_words rosin_words_over(const rosin_words *words, const rosin_words *over) {
  rosin_words both = *words;
  for (int i = 0; i < ROSIN_WORDS; i++)
    if (over->given[i])
      both.given[i] = over->given[i];
  return both;
}

static const char *one(const rosin_words *w, rosin_word word, const char *usual) {
  return w->given[word] ? w->given[word] : usual;
}

/* What is given, or the scene says, or one of its name: a copy, or a file of an earlier version. */
static void say_category(const rosin_words *w, const char *scene, const rosin_about *about,
                         rosin_sound_words *said) {
  const char *category = one(w, ROSIN_WORD_CATEGORY, about->category);
  if (*category || w->given[ROSIN_WORD_CATEGORY])
    snprintf(said->category, sizeof said->category, "%s", category);
  else
    rosin_ucs_category(scene, said->category);
  if (!*about->group || strcmp(said->category, about->category) != 0) {
    rosin_ucs_words(said->category, said->group, said->kind);
    return;
  }
  snprintf(said->group, sizeof said->group, "%s", about->group);
  snprintf(said->kind, sizeof said->kind, "%s", about->kind);
}

rosin_sound_words rosin_words_said(const rosin_words *w, const char *scene, const char *title,
                                   const rosin_about *about) {
  const char *slash = strrchr(scene, '/'), *base = slash ? slash + 1 : scene;
  rosin_sound_words said = {
      .title = one(w, ROSIN_WORD_TITLE, title),
      .creator = one(w, ROSIN_WORD_CREATOR, "ROSIN"),
      .source = one(w, ROSIN_WORD_SOURCE, "rosin"),
      .date = one(w, ROSIN_WORD_DATE, ""),
      .take = one(w, ROSIN_WORD_TAKE, ""),
  };
  said.description = one(w, ROSIN_WORD_DESCRIPTION, said.title);
  FILE *to = fmemopen(said.scene, sizeof said.scene - 1, "w");
  if (to) {
    rosin_text_put(to, base, 0); /* as the recipe has it */
    fclose(to);
  }
  say_category(w, base, about, &said);
  return said;
}
