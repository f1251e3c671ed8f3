/* SPDX-License-Identifier: BSD-3-Clause */
/* rosin gesture: what was played as a table to edit, and back. */
#include "host/common/commands.h"
#include "host/common/outputs.h"
#include "live/record/gesture_table.h"

static void put_table(FILE *out, const void *file) {
  rosin_gesture_table_write(out, file);
}

static void put_text(FILE *out, const void *what) {
  const rosin_gesture_file *f = what;
  rosin_gesture_file_begin(out, f->rate, f->rest, f->sets, (const char *const *)f->set);
  for (int i = 0; i < f->events; i++)
    rosin_gesture_file_move(out, f, i);
  if (f->frames >= 0)
    rosin_gesture_file_end(out, f->frames);
}

static int gesture(int count, char **words) {
  const char *output = NULL;
  const rosin_option table[] = {{"output", 'o', "FILE",
                                 "where it goes; .csv: a table; default standard output", &output,
                                 NULL},
                                {0}};
  rosin_list rest;
  rosin_error error;
  rosin_gesture_file file;
  int status = rosin_options_parse(&rosin_command_gesture, table, count, words, &rest);
  if (status >= 0)
    return status;
  if (rest.count != 1)
    return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_gesture.usage);
  rosin_outputs_reads(rest.text[0]);
  if ((status = rosin_outputs_check(&output, 1)) >= 0)
    return status;
  if (rosin_gesture_read(&file, rest.text[0], &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  const int as_table =
      output ? rosin_gesture_table_is(output) : !rosin_gesture_table_is(rest.text[0]);
  status = rosin_outputs_write(output, as_table ? put_table : put_text, &file);
  rosin_gesture_file_free(&file);
  return status >= 0 ? status : ROSIN_DONE;
}

const rosin_command rosin_command_gesture = {
    "gesture", "gesture TAKE [-o FILE]",
    "what was played, as a table (CSV) to edit; or such a table back", gesture};
