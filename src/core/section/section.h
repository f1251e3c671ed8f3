/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Players of one part, side by side on a stage: the first, whom a core has anyway, and those with
 * him here, each with an instrument (one of four makes), a bow, a hand and a seat of his own. They
 * hear of the same events, each somewhat later, and take pitches for somewhat different ones:
 * onsets that deviate by 30 to 50 ms, and pitches by 5 to 15 cents, are what sections measure
 * (Rasch 1979; Ternstroem and Sundberg 1988). Of the same seed it is the same section.
 */
#ifndef ROSIN_SECTION_H
#define ROSIN_SECTION_H

#include "core/sequencer/sequencer.h"
#include "player/midi/controls.h"

enum { ROSIN_SECTION_MOST = 16, ROSIN_SECTION_MAKES = 4 };

/** How they sit and play together. */
typedef struct {
  double players;     /* with the first, 1 to ROSIN_SECTION_MOST, a whole number */
  double tightness;   /* 0 to 1: onsets deviate by 50 to 15 ms */
  double unison;      /* cents by which their pitches deviate */
  double aside, back; /* m, of the middle of the first row: see rosin_scene_sit */
} rosin_section_plan;

/** Rows of the first three, a table: what `builds` wants other players. */
const rosin_parameter *rosin_section_parameters(void);
/** The row that "KEY=VALUE" is of, NULL: none. */
const rosin_parameter *rosin_section_row(const char *setting);
void rosin_section_plan_put(rosin_section_plan *plan, const rosin_parameter *row, double value);

/** Where player `index` sits: m to the right, m back. */
void rosin_section_seat(const rosin_section_plan *plan, int index, double seat[2]);
/** m that the wall is behind all of them. */
double rosin_section_depth(const rosin_section_plan *plan);

enum { ROSIN_SECTION_KEYS = 24, ROSIN_SECTION_KEY = 128 };
/** Keys of a scene by which the instrument of player `index` is of another make, as
 *  rosin_scene_load's overrides: how many were written to `key`. */
int rosin_section_make(const rosin_model *model, int index,
                       char key[ROSIN_SECTION_KEYS][ROSIN_SECTION_KEY]);
/** His seed, of the first's. */
double rosin_section_seed(double seed, int index);

typedef struct rosin_section rosin_section;

/** For players who come one by one. NULL and an error. */
rosin_section *rosin_section_new(const rosin_section_plan *plan, int rate, int channels,
                                 double seed, rosin_error *error);
/** The next player, of a scene that was loaded of the first's text, its make's keys and his seed:
 * it is prepared here for `rate` and `call`, and freed with the section, also after an error. 0, or
 * -1 and an error. */
int rosin_section_add(rosin_section *section, rosin_scene *scene, int call, rosin_error *error);
void rosin_section_free(rosin_section *section); /**< NULL is allowed */
/** Who plays first: he is told from the others from here on. */
void rosin_section_lead(rosin_section *section, rosin_player *first);

/* What the first is told, all are; real-time safe, but for the score. */

/** A row that does not build: from the next notes on; the first's too. */
void rosin_section_set(rosin_section *section, const rosin_parameter *row, double value);
void rosin_section_put(rosin_section *section, int target, double value);
void rosin_section_tune(rosin_section *section, const rosin_tuning *tuning);
void rosin_section_seeded(rosin_section *section, double seed);
void rosin_section_reset(rosin_section *section);
/** Events for the player come to each when it is his turn; others at their frame. */
void rosin_section_post(rosin_section *section, long long frame, const rosin_event *event);
/** The same with the room that it had where it comes from (rosin_sequencer_admit). */
void rosin_section_admit(rosin_section *section, long long frame, const rosin_event *event,
                         int room);
void rosin_section_bow(rosin_section *section, int down, double speed, double press);
/** A score for all, each before or after it by as much as events come late: copied, and pencilled
 *  in (rosin_player_pencil); and what controllers do, borrowed. 0, or -1 without memory. */
int rosin_section_score(rosin_section *section, const rosin_player_score_t *score, int count,
                        const rosin_controls *controls);
/** Of `other`, from 0, beside the first: what he plays by, his scene, and his copy of the score. */
rosin_sequencer *rosin_section_other(const rosin_section *section, int other);
rosin_scene *rosin_section_scene(const rosin_section *section, int other);
int rosin_section_others(const rosin_section *section);
const rosin_player_score_t *rosin_section_scored(const rosin_section *section, int other);
/** Whether all of them are at rest, or rest for good (rosin_sequencer_rests). */
int rosin_section_is_at_rest(const rosin_section *section);
int rosin_section_rests(const rosin_section *section);
/** The largest sample of each, the first and the others in their order, as he plays alone, since
 * this was last asked; how many they are. It is measured for a second from each time that it is
 * asked. */
int rosin_section_loud(rosin_section *section, float loud[ROSIN_SECTION_MOST]);
/** Where player `index` sits, as rosin_section_seat(). */
void rosin_section_seated(const rosin_section *section, int index, double seat[2]);
/** What the first plays, with the others, all of them as loud as one. */
void rosin_section_run(rosin_section *section, int frames, float *first);

#endif
