/* SPDX-License-Identifier: BSD-3-Clause */
/* From rows of a list to what is made, and to what a manifest says of it. */
#include "batch/name.h"
#include "error.h"
#include "format.h"
#include "host/batch/batch.h"
#include "host/write/place.h"
#include "sound/sound_notes.h"

#include <stdio.h>
#include <string.h>

static int says_rate(const rosin_jobs_row *row) {
  int says = row->rate > 0;
  for (int i = 0; i < row->sets; i++)
    says |= strncmp(row->text + row->set[i], "rate=", 5) == 0;
  return says;
}

static void take_word(char *to, size_t size, const char *usual, const char *given) {
  if (given && strcmp(to, usual) == 0)
    snprintf(to, size, "%s", given);
}

/* What a sound file says of itself, where its row says nothing else: for names and manifest. One
 * that cannot be read is named when its scene is looked at, but for want of memory: 0, or -1. */
static int take_words(rosin_jobs_row *row, rosin_error *error) {
  rosin_jobs_row usual;
  rosin_recipe recipe;
  if (!rosin_sound_file_named(row->scene))
    return 0;
  const int failed = rosin_recipe_open(&recipe, row->scene, error);
  if (!failed) {
    const char *const *given = recipe.words.given;
    rosin_jobs_plain(&usual);
    snprintf(row->origin, sizeof row->origin, "%s", recipe.scene);
    take_word(row->title, sizeof row->title, "", given[ROSIN_WORD_TITLE]);
    take_word(row->category, sizeof row->category, "", given[ROSIN_WORD_CATEGORY]);
    take_word(row->creator, sizeof row->creator, usual.creator, given[ROSIN_WORD_CREATOR]);
    take_word(row->source, sizeof row->source, usual.source, given[ROSIN_WORD_SOURCE]);
  }
  rosin_recipe_free(&recipe);
  return failed && strstr(error->text, "memory") ? -1 : 0;
}

int rosin_batch_next(const rosin_batch *b, rosin_jobs *jobs, rosin_jobs_row *row,
                     rosin_error *error) {
  const int status = rosin_jobs_next(jobs, row, error);
  if (status > 0 && b->rate > 0 && !says_rate(row)) {
    row->rate = b->rate;
    row->usual_rate = 1;
  }
  if (status > 0 && take_words(row, error))
    return -1;
  if (status > 0 && b->name)
    return rosin_jobs_put(row, "name", b->name, error) ? -1 : 1;
  return status;
}

/* What it is brought to: as the row says, or as it was. */
static int level_of(const rosin_jobs_row *row, const rosin_recipe *recipe, rosin_make *make,
                    rosin_error *error) {
  rosin_level_wish *wish = &make->level;
  const int asked = row->loudness < 0 || row->normalize > 0;
  *wish = recipe->level;
  if (asked)
    *wish = (rosin_level_wish){
        .loudness = row->loudness, .normalize = row->normalize > 0, .of = ROSIN_LOUDNESS_AUTO};
  if (*row->loudness_of && rosin_loudness_of_named(row->loudness_of, &wish->of))
    return rosin_fail(error, "loudness_of %.16s: must be " ROSIN_LOUDNESS_WORDS, row->loudness_of);
  if (asked || !recipe->from)
    wish->ceiling = rosin_level_ceiling(wish, make->format);
  if (row->ceiling <= 0)
    wish->ceiling = row->ceiling;
  return 0;
}

/* What the row says of it, where that is not what is usual. */
static int words_of(const rosin_jobs_row *row, rosin_words *words, rosin_error *error) {
  rosin_jobs_row usual;
  rosin_error what;
  rosin_jobs_plain(&usual);
  const struct {
    rosin_word word;
    const char *text, *usual;
  } said[] = {{ROSIN_WORD_TITLE, row->title, ""},
              {ROSIN_WORD_DESCRIPTION, row->description, ""},
              {ROSIN_WORD_CATEGORY, row->category, ""},
              {ROSIN_WORD_CREATOR, row->creator, usual.creator},
              {ROSIN_WORD_SOURCE, row->source, usual.source},
              {ROSIN_WORD_DATE, row->date, ""}};
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    if (strcmp(said[i].text, said[i].usual) == 0)
      continue;
    if (rosin_word_check(said[i].word, said[i].text, &what))
      return rosin_fail(error, "%s: %s", rosin_word_name(said[i].word), what.text);
    words->given[said[i].word] = said[i].text;
  }
  return 0;
}

/* The room: as the row says, or as it was. */
static int room_of(const rosin_jobs_row *row, const rosin_recipe *recipe, rosin_make *make,
                   rosin_error *error) {
  rosin_error what;
  make->room = *row->room ? row->room : recipe->room;
  if (!*row->room && recipe->room && rosin_place_is_file(recipe->room))
    return rosin_fail(error, "%s was made in the room %s: give that with room", recipe->from,
                      recipe->room);
  if (rosin_place_check(make->room, &what)) /* in the words of the option */
    return rosin_fail(error, "%s", strncmp(what.text, "--", 2) ? what.text : what.text + 2);
  return 0;
}

int rosin_batch_order_of(const rosin_jobs_row *row, const rosin_recipe *recipe,
                         rosin_batch_order *order, rosin_error *error) {
  int count = 0;
  *order = (rosin_batch_order){.make = {.recipe = recipe, .duration = row->duration}};
  for (int i = 0; i < row->sets; i++)
    order->setting[count++] = row->text + row->set[i];
  const double rate = row->usual_rate && recipe->from ? 0 : row->rate;
  const double number[] = {rate, row->oversample};
  static const char *const key[] = {"rate", "oversample"};
  for (int i = 0; i < 2; i++)
    if (number[i] > 0) {
      rosin_format(order->text[i], sizeof order->text[i], "%s=%.0f", key[i], number[i]);
      order->setting[count++] = order->text[i];
    }
  order->make.setting = order->setting;
  order->make.settings = count;
  if (*row->format && rosin_sample_format_named(row->format, &order->make.format))
    return rosin_fail(error, "format %.16s: must be 16, 24, 32 or float", row->format);
  if (!*row->format)
    order->make.format = recipe->format;
  order->make.part = row->loop > 0 ? ROSIN_PART_ROUND : recipe->part;
  rosin_part_named(row->part, &order->make.part); /* its list was read: that is one, or "" */
  if (words_of(row, &order->make.words, error) || room_of(row, recipe, &order->make, error))
    return -1;
  return level_of(row, recipe, &order->make, error);
}

int rosin_batch_vary_read(rosin_vary *vary, const rosin_jobs_row *row, const rosin_make *make,
                          rosin_error *error) {
  const char *spread[ROSIN_JOBS_SETS];
  rosin_list set;
  for (int i = 0; i < row->spreads; i++)
    spread[i] = row->text + row->spread[i];
  if (rosin_make_settings(make, NULL, 0, NULL, &set, error))
    return -1;
  const rosin_vary_order order = {.text = make->recipe->text,
                                  .name = row->scene,
                                  .files = make->recipe->files,
                                  .settings = set.count,
                                  .setting = set.text,
                                  .fixed = make->settings,
                                  .spreads = row->spreads,
                                  .spread = spread};
  return rosin_vary_read(vary, &order, error);
}

int rosin_batch_row_fill(rosin_manifest_row *r, const rosin_jobs_row *row, long long job,
                         long long n, const char *name, const rosin_made *m, rosin_error *error) {
  char group[ROSIN_JOBS_NAME + 64], format[2 * sizeof row->format];
  char category[ROSIN_ABOUT_TEXT];
  if (rosin_name_group(row, group, sizeof group, error))
    return -1;
  rosin_name_category(row, category);
  snprintf(format, sizeof format, "%s%s%s", row->container, *row->format ? " " : "", row->format);
  const struct {
    rosin_column column;
    const char *text;
  } texts[] = {{ROSIN_COLUMN_NAME, name},
               {ROSIN_COLUMN_SCENE, row->scene},
               {ROSIN_COLUMN_CATEGORY, category},
               {ROSIN_COLUMN_TITLE, *row->title ? row->title : m->title},
               {ROSIN_COLUMN_FORMAT, format},
               {ROSIN_COLUMN_CONTACT, m->contact},
               {ROSIN_COLUMN_REGIME, m->slips.regime},
               {ROSIN_COLUMN_PARAMETERS, m->parameters},
               {ROSIN_COLUMN_COMMAND, m->command},
               {ROSIN_COLUMN_ROOM, m->room},
               {ROSIN_COLUMN_PART, rosin_part_name(m->part)},
               {ROSIN_COLUMN_STEP, row->step ? row->text + row->set[row->sets - 1] : ""},
               {ROSIN_COLUMN_GROUP, group}};
  const struct {
    double value;
    rosin_column column;
    int decimals;
  } numbers[] = {{row->seed, ROSIN_COLUMN_SEED, 0},
                 {m->slips.rate, ROSIN_COLUMN_SLIPS, 2},
                 {m->slips.share, ROSIN_COLUMN_SLIP_SHARE, 4},
                 {m->momentary, ROSIN_COLUMN_MOMENTARY, 2},
                 {m->gain, ROSIN_COLUMN_GAIN, 2},
                 {m->limited, ROSIN_COLUMN_LIMITED, 2}};
  const struct {
    rosin_column column;
    long long value;
  } counts[] = {
      {ROSIN_COLUMN_JOB, job + 1},          {ROSIN_COLUMN_N, n},
      {ROSIN_COLUMN_ATTEMPT, m->attempt},   {ROSIN_COLUMN_RATE, m->rate},
      {ROSIN_COLUMN_CHANNELS, m->channels}, {ROSIN_COLUMN_LOOP, rosin_part_loops(m->part)}};
  int failed = rosin_manifest_set_features(r, &m->features);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    failed |= rosin_manifest_set(r, texts[i].column, "%s", texts[i].text);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    failed |= rosin_manifest_number(r, numbers[i].column, numbers[i].value, numbers[i].decimals);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    failed |= rosin_manifest_set(r, counts[i].column, "%lld", counts[i].value);
  return failed ? rosin_fail(error, "out of memory") : 0;
}
