/* SPDX-License-Identifier: BSD-3-Clause */
/** Names of files from templates, and that none of them leads anywhere but below its folder. */
#ifndef ROSIN_BATCH_NAME_H
#define ROSIN_BATCH_NAME_H

#include "batch/jobs.h"
#include "scene/model/about.h"

/** The Universal Category System's form: CatID_FXName_CreatorID_SourceID. Given as "ucs". */
extern const char *const rosin_name_ucs, *const rosin_name_usual;

/** CatID of the Universal Category System that an embedded scene says, or "". This text, and those
 *  below, have ROSIN_ABOUT_TEXT bytes. */
void rosin_ucs_category(const char *scene, char *category);
/** That of a row: its own, or its scene's, or "". */
void rosin_name_category(const rosin_jobs_row *row, char *category);
/** Category and subcategory of a CatID that an embedded scene has, "" and -1 of others. */
int rosin_ucs_words(const char *category, char *group, char *kind);

/** The name of job `job` (from 0), variation `n` (0: the scene as it is): the row's template with
 *  {scene} {n} {row} {job} {seed} {category} {title} {creator} {source} {part} {step} {KEY of a
 *  setting} filled in, {n:03} with so many digits, and the container's ending; a step and a part
 *  that the template leaves out stand behind it. 0, or -1 and an error. */
int rosin_name_make(const rosin_jobs_row *row, long long job, long long n, char *name, size_t size,
                    rosin_error *error);
/** What the names of all variations, steps and parts of a row have in common: the same without
 *  these, without blanks, '-' and '_' around them, and without an ending. 0, or -1 and an error. */
int rosin_name_group(const rosin_jobs_row *row, char *name, size_t size, rosin_error *error);
/** 0 if `name` is a path below a folder that every system can hold: relative, no part of it "." or
 *  "..", empty or longer than 200 bytes, no control characters, backslashes or colons; -1 and an
 *  error. */
int rosin_name_check(const char *name, rosin_error *error);

#endif
