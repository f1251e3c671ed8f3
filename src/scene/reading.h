/* SPDX-License-Identifier: BSD-3-Clause */
/** Helpers of the scene reader: errors gathered with their lines, typed look-ups. */
#ifndef ROSIN_READING_H
#define ROSIN_READING_H

#include <libconfig.h>

#include "scene/model.h"

/** A reading in progress. */
typedef struct {
  const char *file, *folder;
  char *errors; /* grown, one line each */
  int failed;   /* number of errors */
} rosin_reading;

/** Add "FILE:LINE: message" (or "-s KEY=VALUE: message" for an override). */
void rosin_reading_error(rosin_reading *r, const config_setting_t *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** The same by line number. */
void rosin_reading_error_line(rosin_reading *r, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Complain about every member of `group` that is in none of the lists; a list
 *  ends with NULL. `rows` are further allowed names. */
void rosin_reading_known(rosin_reading *r, const config_setting_t *group, const char *owner,
                         const char *const *names, const rosin_parameter *rows);
/** Number at `setting`: 0, or -1 and an error. Whole numbers pass for any. */
int rosin_reading_value(rosin_reading *r, const config_setting_t *setting, const char *what,
                        double *value);
/** Optional number `row->name` of `group`, checked against its row. */
void rosin_reading_number(rosin_reading *r, const config_setting_t *group, const char *owner,
                          const rosin_parameter *row, double *value);
/** All rows of `table` into `object`. */
void rosin_reading_table(rosin_reading *r, const config_setting_t *group, const char *owner,
                         const rosin_parameter *table, void *object);
/** Text `key` of `group` into `text`; 1 if it is there and fits. */
int rosin_reading_text(rosin_reading *r, const config_setting_t *group, const char *owner,
                       const char *key, int required, char *text, size_t size);
/** Optional gesture or number `row->name`; 1 if it is there. */
int rosin_reading_gesture(rosin_reading *r, const config_setting_t *group, const char *owner,
                          const rosin_parameter *row, rosin_gesture *gesture);

/** Whether `setting` is a list or an array; NULL is not. */
int rosin_reading_is_list(const config_setting_t *setting);

/** Factors on all modes of a bank; the highest frequency the rate allows. */
typedef struct {
  double pitch, mass, decay, highest;
} rosin_reading_factors;

/** read_form.c: a body from matter and size, from the keys of its shape. */
void rosin_reading_form(rosin_reading *r, const config_setting_t *s, const char *owner,
                        const rosin_form *form, rosin_model_body *body,
                        const rosin_reading_factors *factors);
/** read_form.c: a body whose modes are listed in the file that key `file` names. */
void rosin_reading_mode_file(rosin_reading *r, const config_setting_t *s, const char *owner,
                             rosin_model_body *body, const rosin_reading_factors *factors);
/** Apply the factors to a mode. */
void rosin_reading_scale(rosin_mode *mode, const rosin_reading_factors *factors);

/* bodies.c, links.c: the sections of a scene. */
void rosin_reading_bodies(rosin_reading *r, const config_setting_t *root, rosin_model *model);
void rosin_reading_links(rosin_reading *r, const config_setting_t *root, rosin_model *model);
void rosin_reading_instrument(rosin_reading *r, const config_setting_t *root, rosin_model *model);
void rosin_reading_outputs(rosin_reading *r, const config_setting_t *root, rosin_model *model);
/** integers.c: complain about whole numbers that libconfig would garble. */
void rosin_reading_integers(rosin_reading *r, const char *text);
/** overrides.c: apply one "KEY=VALUE" to the tree. */
void rosin_reading_override(rosin_reading *r, config_t *config, const char *text);
/** overrides.c: the setting that KEY names, or NULL. */
const config_setting_t *rosin_reading_place(const config_t *config, const char *key);
/** overrides.c: put a number where KEY names; `text` stands in front of errors, after
 *  a '@'. -1 if
 *  there is no such place. */
int rosin_reading_put(config_t *config, const char *key, double value, const char *text);
/** read_macros.c: the section `macros`; what builds the scene is put into the tree. */
void rosin_reading_macros(rosin_reading *r, config_t *config, rosin_model *model);
/** read_macros.c: the macros' live targets, once all else is read. */
void rosin_reading_bind_macros(rosin_reading *r, rosin_model *model);
/** A member of `section` as `OWNER`; grown array. */
void *rosin_reading_grow(rosin_reading *r, void **array, int *count, size_t size);

#endif
