/* SPDX-License-Identifier: BSD-3-Clause */
/** Helpers of the scene reader: errors gathered with their lines, typed look-ups. */
#ifndef ROSIN_READING_H
#define ROSIN_READING_H

#include "scene/model/model.h"
#include "scene/text/near.h"
#include "scene/text/setting.h"

/** A reading in progress. */
typedef struct {
  const char *file, *folder;
  rosin_terms terms;
  char *errors;               /* grown, one line each */
  int failed;                 /* number of errors */
  int lines;                  /* of those, in `errors` */
  int no_memory, stopped;     /* then nothing else is said */
  char *remarks;              /* what is no error, and yet not meant; grown */
  int remarked;               /* lines of those */
  const char *full;           /* of what there are too many */
  const rosin_setting *meant; /* group whose members may be meant by an unknown key; or NULL */
  void (*nearer)(rosin_near *near); /* considers names that may be meant besides; or NULL */
  /* whether it is a key of what that group holds (rosin_section_deeper); or NULL */
  int (*deeper)(const rosin_setting *group, const char *key, char *full, size_t size);
} rosin_reading;

/** Add "FILE:LINE: message" (or "-s KEY=VALUE: message" for an override). */
void rosin_reading_error(rosin_reading *r, const rosin_setting *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Add "FILE:LINE: message" to what `rosin check` says of a scene that can be played. */
void rosin_reading_remark(rosin_reading *r, const rosin_setting *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** An allocation has failed. */
void rosin_reading_no_memory(rosin_reading *r);
/** Whether its terms say that it is to end. */
int rosin_reading_stopped(rosin_reading *r);
/** Zeroed room, or NULL after rosin_reading_no_memory. */
void *rosin_reading_room(rosin_reading *r, int count, size_t size);
/** Whether `setting` is a group; else an error that says of what, as "{ signal = ...; }". */
int rosin_reading_group(rosin_reading *r, const rosin_setting *setting, const char *owner,
                        const char *holds);
/** Names, or tables, with NULL at their end. */
#define ROSIN_NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define ROSIN_TABLES(...) ((const rosin_parameter *const[]){__VA_ARGS__, NULL})
/** Appends the names of what a group holds, `before` the first; "..." for those that find no room.
 *  0, or -1 once there is no room. */
int rosin_reading_names(const rosin_setting *group, const char *before, char *text, size_t size);
/** Complain about every member of `group` that is in neither, each of which may be NULL. */
void rosin_reading_known(rosin_reading *r, const rosin_setting *group, const char *owner,
                         const char *const *names, const rosin_parameter *const *tables);
/** The same of members that were set from outside alone, each by its own name. */
void rosin_reading_known_given(rosin_reading *reading, const rosin_setting *group,
                               const char *owner, const char *const *names,
                               const rosin_parameter *const *tables);
/** Number at `setting`: 0, or -1 and an error. Whole numbers pass for any. */
int rosin_reading_value(rosin_reading *r, const rosin_setting *setting, const char *what,
                        double *value);
/** Optional number `row->name` of `group`, or one of its words, checked against its row. */
void rosin_reading_number(rosin_reading *r, const rosin_setting *group, const char *owner,
                          const rosin_parameter *row, double *value);
/** All rows of `table` into `object`. */
void rosin_reading_table(rosin_reading *r, const rosin_setting *group, const char *owner,
                         const rosin_parameter *table, void *object);
/** Text `key` of `group` into `text`; 1 if it is there and fits. */
int rosin_reading_text(rosin_reading *r, const rosin_setting *group, const char *owner,
                       const char *key, int required, char *text, size_t size);
/** Optional word `key` of `group`, below `size` bytes: its index, or `none` if it is not there, and
 *  after an error. */
int rosin_reading_choice(rosin_reading *r, const rosin_setting *group, const char *owner,
                         const char *key, const char *const *words, size_t size, int none);
/** Whether a text is one line, without control characters. */
int rosin_reading_is_line(const char *text);
/** The path that key `file` names, or NULL after an error. */
const char *rosin_reading_file(rosin_reading *r, const rosin_setting *group, const char *owner);
/** Optional gesture or number `row->name`; 1 if it is there. */
int rosin_reading_gesture(rosin_reading *r, const rosin_setting *group, const char *owner,
                          const rosin_parameter *row, rosin_gesture *gesture);
/** Whether -s makes, by that key, a gesture by a sound or a rule of whatever one was there. */
int rosin_reading_gesture_rules(const char *key);
/** Whether it makes a gesture of a number. */
int rosin_reading_gesture_opens(const char *key);
/** Whether gestures of some kinds alone have that key. */
int rosin_reading_gesture_owns(const char *key);

/** Whether `setting` is a list or an array; NULL is not. */
int rosin_reading_is_list(const rosin_setting *setting);
/** How many elements it has; 0 if it is none. */
int rosin_reading_length(const rosin_setting *setting);

/** Factors on all modes of a bank; the highest frequency the rate allows. */
typedef struct {
  double pitch, size, mass, decay, highest;
} rosin_reading_factors;

/** The two that stay as they are while it sounds. */
const rosin_parameter *rosin_reading_factor_rows(void);
/** Complain about keys of a body of modes that are neither what all have nor in one of these; the
 *  tables may be NULL. */
void rosin_reading_known_bank(rosin_reading *r, const rosin_setting *group, const char *owner,
                              const char *const *names, const rosin_parameter *table,
                              const rosin_parameter *other);

/** A file was read: tell whoever asked to be told. */
void rosin_reading_opened(const rosin_reading *r, const char *path);
/** read_moves.c: row of rosin_modal_controls() named `key`, if a body of that form (NULL: of listed
 *  modes) can move so; else NULL. */
const rosin_parameter *rosin_reading_moves(const rosin_form *form, const char *key);
/** read_moves.c: optional gesture or number `row->name` of a body: its control, and where that
 *  begins, with what macros do to it; `value` is what it is if nothing is written. */
void rosin_reading_move(rosin_reading *r, const rosin_setting *s, const char *owner,
                        const rosin_model *model, const rosin_parameter *row,
                        rosin_model_body *body, double *value);
/** read_form.c: a body from matter and size, from the keys of its shape. */
void rosin_reading_form(rosin_reading *r, const rosin_setting *s, const char *owner,
                        const rosin_model *model, const rosin_form *form, rosin_model_body *body,
                        const rosin_reading_factors *factors);
/** read_form.c: a body whose modes are listed in the file that key `file` names. */
void rosin_reading_mode_file(rosin_reading *r, const rosin_setting *s, const char *owner,
                             rosin_model_body *body, const rosin_reading_factors *factors);
/** read_pair.c: key `pair` of a contact whose law has been read. */
void rosin_reading_pair(rosin_reading *r, const rosin_setting *s, rosin_model_contact *contact);
/** Modes beyond those that a body lists, from its group `more`. */
typedef struct {
  int modes, left;        /* left out, since they lie too high */
  rosin_mode *mode, *own; /* own: before the factors */
  double *weight;         /* [modes * points] */
} rosin_reading_more_modes;

/** read_more.c: those of a body of so many points, none above the highest frequency: 0, or -1 after
 *  an error. */
int rosin_reading_more(rosin_reading *r, const rosin_setting *body, const char *owner,
                       const rosin_reading_factors *factors, int points,
                       rosin_reading_more_modes *made);
void rosin_reading_more_free(rosin_reading_more_modes *made);
/** again.c: a body's modes are kept as they are given, before the factors; and not kept after all,
 *  since from elsewhere there would be fewer or more of them. */
void rosin_reading_keep(rosin_reading *r, rosin_model_body *body,
                        const rosin_reading_factors *factors);
void rosin_reading_forget(rosin_model_body *body);
/** Apply the factors to a mode. */
void rosin_reading_scale(rosin_mode *mode, const rosin_reading_factors *factors);

/* read_bodies.c and so on: the sections of a scene, whole or each member (sections.h). */
void rosin_reading_string(rosin_reading *r, const rosin_setting *part, rosin_model *model);
void rosin_reading_modal(rosin_reading *r, const rosin_setting *part, rosin_model *model);
void rosin_reading_contact(rosin_reading *r, const rosin_setting *part, rosin_model *model);
void rosin_reading_joint(rosin_reading *r, const rosin_setting *part, rosin_model *model);
void rosin_reading_push(rosin_reading *r, const rosin_setting *part, rosin_model *model);
void rosin_reading_layer(rosin_reading *r, const rosin_setting *part, rosin_model *model);
/** Once bodies, contacts and links are read. */
void rosin_reading_event(rosin_reading *r, const rosin_setting *part, rosin_model *model);
void rosin_reading_outputs(rosin_reading *r, const rosin_setting *list, rosin_model *model);
void rosin_reading_space(rosin_reading *r, const rosin_setting *section, rosin_model *model);
void rosin_reading_instrument(rosin_reading *r, const rosin_setting *section, rosin_model *model);
/** read_keys.c: how keys play the scene. */
void rosin_reading_keys(rosin_reading *r, const rosin_setting *section, rosin_model *model);
/** read_input.c: where a sound drives the scene; with no section the defaults. */
void rosin_reading_input(rosin_reading *r, const rosin_setting *section, rosin_model *model);
/** read_links.c: where on a body, a number or a named point. */
void rosin_reading_position(rosin_reading *r, const rosin_setting *s, const char *owner,
                            const char *key, const rosin_model_body *body, double *position);
/** Once macros and contacts are read. */
void rosin_reading_about(rosin_reading *r, const rosin_setting *section, rosin_model *model);
/** What builds the scene is put into the tree. */
void rosin_reading_macros(rosin_reading *r, const rosin_setting *section, rosin_model *model);
/** read_layers.c: what a layer sets in its scene, besides its seed. */
void rosin_reading_layer_sets(rosin_reading *r, const rosin_setting *s, rosin_model_layer *layer);
/** Of the section `about` what rests on nothing else in the scene. */
void rosin_reading_facts(rosin_reading *r, const rosin_setting *section, rosin_about *about);
/** read_wedge.c: the forces with which a string plays; NULL: none are given, or they are wrong. */
rosin_model_wedge *rosin_reading_wedge(rosin_reading *r, const rosin_setting *s, const char *owner);
/** read_space.c: the place of an output in the space. */
void rosin_reading_place_of(rosin_reading *r, const rosin_setting *s, const char *owner,
                            const rosin_model *model, rosin_model_output *output);
/** overrides.c: apply one "KEY=VALUE" to the tree. */
void rosin_reading_override(rosin_reading *r, rosin_setting *root, const char *text);
/** overrides.c: the setting that KEY names, or NULL. */
const rosin_setting *rosin_reading_place(rosin_setting *root, const char *key);
/** overrides.c: put a number where KEY names; `text` stands in front of errors, after
 *  a '@'. -1 if
 *  there is no such place. */
int rosin_reading_put(rosin_reading *r, rosin_setting *root, const char *key, double value,
                      const char *text);
/** synonyms.c: words for parameters of forms, put right in the tree. */
void rosin_reading_synonyms(rosin_reading *r, rosin_setting *root);
/** read_pickups.c: that names of outputs are words, and nobody else's. */
void rosin_reading_pickups(rosin_reading *r, const rosin_setting *root);
/** bind_macros.c: the macros' live targets, once all else is read. */
void rosin_reading_bind_macros(rosin_reading *r, rosin_model *model);
/** read_about.c: which macros keys move, once they are bound. */
void rosin_reading_hands(rosin_reading *r, const rosin_setting *root, rosin_model *model);
/** trim.c: room for the controls of a part just added; -1 without memory, and then the part, the
 * last of so many, is none. */
int rosin_reading_controls(rosin_reading *r, rosin_model_control **control, int *parts);
/** trim.c: once all is read: no more room than controls. */
void rosin_reading_trim(rosin_model *model);
/** One more element of a grown array, zeroed: NULL after an error at `at` if there are `most`
 *  (of `what`) already, without memory, or if it is to end. */
void *rosin_reading_grow(rosin_reading *r, const rosin_setting *at, void **array, int *count,
                         size_t size, int most, const char *what);

#endif
