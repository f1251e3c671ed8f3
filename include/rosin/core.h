/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A scene for a host, whatever the host (a plugin's, a page, Pd): parameters from the engine's own
 * tables, events at their frames, state as text, and the same samples as `rosin render`.
 *
 * A scene with an instrument is played by MIDI; its parameters are those of the player. Any other
 * scene is an effect: its macros, a trigger and whether it goes on by itself; a note triggers it
 * too.
 *
 * Macros that build bodies (a door's size) cannot move while they sound: the core then wants a new
 * engine (rosin_core_stale), which the face has built outside the audio thread and swaps in.
 */
#ifndef ROSIN_PUBLIC_CORE_H
#define ROSIN_PUBLIC_CORE_H

#include "player.h" /* beside this one, here and where both are installed */

typedef struct rosin_core rosin_core;
typedef struct rosin_engine rosin_engine;

enum {
  ROSIN_CORE_PARAMETERS = 80
}; /* at most: a level, two switches, 64 macros, limiter, seed, ... */

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** Where a core's scene comes from. */
typedef struct {
  size_t size; /* sizeof(rosin_core_source) as you were compiled, or 0: as this library was; what a
                  shorter one has not is 0, a longer one is refused */
  const char *scene; /* name of an embedded one, or a path */
  int overrides;     /* as for rosin_scene_load */
  const char *const *override;
  int gestures; /* 1: its own gestures play it, also where it has an instrument */
  int untried;  /* 1: opened quickly; what cannot be built is told by rosin_core_build, and the tail
                   is  known when that is done */
  /* instead of all these one that is loaded, which this core prepares and plays alone; freed by its
   * owner, after the core. It is not built anew: */
  rosin_scene *given;
  int by_hand; /* 1: its own gestures do not play: hands do, or its player; 2: they wait for a
                  trigger, or for keys (rosin_core_add_takes), as where a core has loaded them */
  int once;    /* 1: gestures of a scene with macros do not begin again; not by_hand, nothing else
                  happens to it, but that its owner rewinds, holds and ends it between calls */
} rosin_core_source;

/** With the default values; what `source` points to is copied. NULL on errors, one line each in
 *  `errors` (malloc'ed; NULL without memory). */
rosin_core *rosin_core_open(const rosin_core_source *source, char **errors);
/** Of an embedded scene by name. NULL and an error. */
rosin_core *rosin_core_new(const char *scene, rosin_error *error);
/** The same, as people say it: settings "NAME=VALUE" of parameters, by words too, or else of the
 *  scene's own keys, as overrides; `add` names what is added, of "bow", "section", "limiter",
 *  "seed", "input", with blanks between (NULL: nothing); `gestures` and quickly, as a source has
 * it. NULL and an error. */
rosin_core *rosin_core_open_said(const char *scene, const char *add, int gestures, int settings,
                                 const char *const *setting, rosin_error *error);
void rosin_core_free(rosin_core *core); /**< NULL is allowed */

/** What it is, as JSON (malloc'ed; NULL without memory): scene, title, category, instrument, keys
 *  ([low, high] or null), channels, duration (s), rate (Hz: the scene's, or at which it is
 *  prepared; then latency and tail too), presets, and parameters, in their order, each with name,
 *  unit, meaning, group and words (if it has any), low, high, initial, stepped, live. */
char *rosin_core_describe(const rosin_core *core);

const char *rosin_core_scene(const rosin_core *core);
const char *rosin_core_title(const rosin_core *core); /**< one line for people */
int rosin_core_channels(const rosin_core *core);
int rosin_core_is_instrument(const rosin_core *core);
/** Whether keys play it, an effect too (section `keys` of its scene): 1, and the lowest and the
 *  highest of MIDI's, unless these are NULL. */
int rosin_core_key_range(const rosin_core *core, int *low, int *high);
/** Whether pitch, pressure and controllers of notes mean anything to it: an instrument, keys, or
 * takes of an effect (rosin_core_add_takes). Any other plays its gesture at a note. */
int rosin_core_takes_notes(const rosin_core *core);
double rosin_core_duration(const rosin_core *core); /**< s, of its gestures */
double rosin_core_rate(const rosin_core *core);     /**< Hz that its scene asks for by itself */

/** Where libraries of sounds put what it makes, in the Universal Category System ("DOORCreak"); ""
 * if its scene does not say. */
const char *rosin_core_category(const rosin_core *core);
/** Presets: the name of one, of its player or its scene, from 0 on; NULL behind the last. */
const char *rosin_core_preset_name(const rosin_core *core, int index);
/** Put all parameters that presets speak of as it has them: 0, or -1 and an error; nothing has
 *  changed then. Not the audio thread. */
int rosin_core_take_preset(rosin_core *core, int index, rosin_error *error);

/** A bow for hands as parameters of an instrument: bow_down, bow_speed, bow_press (see
 *  rosin_player_bow). They move at their frames, and are not of the state. Once, at the begin;
 * nothing for effects. */
void rosin_core_add_bow(rosin_core *core);

/** A section of players as parameters of an instrument: `players`, up to 16, each with an
 *  instrument, a hand and a seat of his own, and how they play together. A new number of them wants
 *  a new engine. Once, after the bow; nothing for effects. */
void rosin_core_add_section(rosin_core *core);
/** The row of these that "KEY=VALUE" is of, for faces that are given values before there is a core;
 *  NULL: none. */
const rosin_parameter *rosin_core_section_row(const char *setting);
/** Where it sits before its microphones: m to the right, m back. Before prepare; nothing for what
 *  is mixed without a space. */
void rosin_core_sit(rosin_core *core, double aside, double back);

/** A limiter as a parameter, on by default: see rosin_limit. A state that does not speak of it is
 * of a time without, and switches it off. Once, after everything but the seed. */
void rosin_core_add_limiter(rosin_core *core);

/** What chance does as a parameter, `seed`: whole numbers, each another take, the same as
 *  `rosin render -s seed=`; 0: the core's own take, which is the scene's seed at first.
 *  An instrument follows at once, an effect as its gesture begins again. Once, after everything
 *  else but what of whoever plays its keys comes with it: key_dynamics and so on. */
void rosin_core_add_seed(rosin_core *core);
/** Keys that play an effect, as parameters: each note is a take of its gesture, higher or lower by
 * its key and with the effort of its velocity (key_range, key_effort, key_hold, key_round). Once,
 * after all else; comes with the seed. A state that does not speak of them is of a time without,
 * and has them at 0: notes play the gesture, and end it. Nothing for instruments, and scenes whose
 * keys have bodies of their own. */
void rosin_core_add_takes(rosin_core *core);
/** A sound that comes in (rosin_core_hear) as a driver, off at first: `input`, a choice of what it
 *  does: push a body (N), or be the speed (m/s) or the force (N) of what rubs, on top of whoever
 *  moves that; where, and how hard full scale is, says the scene's section `input`, or what stands
 *  there if it says nothing. Another choice wants a new engine. And `input_gain`, dB. Once, after
 *  all else. */
void rosin_core_add_input(rosin_core *core);
/** Its own take: any thread; and another one, before prepare. */
double rosin_core_take(const rosin_core *core);
void rosin_core_set_take(rosin_core *core, double take);
/** A take that nobody has had: by the clock, for a new instance or somebody's button. */
double rosin_core_new_take(const rosin_core *core);

/** Parameters: how many; table row of one; whether it is stepped (a switch or a choice). */
int rosin_core_parameters(const rosin_core *core);
const rosin_parameter *rosin_core_parameter(const rosin_core *core, int index);
int rosin_core_parameter_stepped(const rosin_core *core, int index);
/** Whether a change of it is heard at once, without a new engine. */
int rosin_core_parameter_live(const rosin_core *core, int index);
/** Which group it is of (rosin_parameter.group), from 0 as they first come, -1: it stands by
 * itself; and such a group's name, NULL behind the last. */
int rosin_core_group(const rosin_core *core, int index);
const char *rosin_core_group_name(const rosin_core *core, int group);
int rosin_core_find(const rosin_core *core, const char *name); /**< -1: there is none */
/** Present value; any thread. */
double rosin_core_get(const rosin_core *core, int index);
/** The same, as a player's controllers and key-switches have moved it; audio thread. */
double rosin_core_moved(const rosin_core *core, int index);

/** Intonation of its player, from now on; not while an engine is built. */
void rosin_core_tune(rosin_core *core, const rosin_tuning *tuning);
/** The same of a file of Scala's, as rosin_tuning_scala; NULL: twelve equal steps. 0, or -1 and an
 *  error. */
int rosin_core_scala(rosin_core *core, const char *path, rosin_error *error);
/** Before prepare: the scene's factor of oversampling, 0 for its own; and whether an observer
 *  watches how it moves, for displays. */
void rosin_core_set_oversample(rosin_core *core, int factor);
void rosin_core_set_watched(rosin_core *core, int watched);
enum { ROSIN_CORE_WATCHED_WHEN_LOOKED_AT = 2, ROSIN_CORE_SHAPE = 64 };
/** A quick look at a moving target, from slips alone; src/regime judges a stretch at rest. */
typedef enum {
  ROSIN_LIFTED,    /* nothing presses */
  ROSIN_STICKING,  /* no slip in a while */
  ROSIN_HELMHOLTZ, /* one slip a period, as on a string; regular slips elsewhere */
  ROSIN_SEVERAL,   /* several slips a period, the same ones in each */
  ROSIN_RAUCOUS,   /* slips, but no period */
  ROSIN_SLIDING    /* slips all the time */
} rosin_touch;
/** Its name, "helmholtz" and its like; NULL: there is none. */
const char *rosin_core_touch(int touch);
/** What a display shows, if a core is watched as above: see rosin_observed. */
typedef struct {
  const char *contact; /* that is pressed most */
  rosin_touch regime;
  double force, velocity, slips, pitch; /* N, m/s, slips a second, Hz */
  int moves;                            /* whether there is a shape */
  float shape[ROSIN_CORE_SHAPE]; /* of its string from bridge to nut, -1 to 1, in slow motion */
} rosin_core_picture;
/** The latest picture, some 40 a second while somebody looks, beginning with the second look. 0, or
 * -1: there is none. Any thread; waits for nobody. */
int rosin_core_look(rosin_core *core, rosin_core_picture *picture);
/** The loop of the contact that is pressed most, if a core is watched: its sliding velocity (m/s)
 * and friction (N) at the last samples, `count` of each at most, oldest first. How many there are.
 * Audio thread. */
int rosin_core_loop(const rosin_core *core, int count, float *velocity, float *force);
/** Make it ready to sound at `rate` Hz, for calls of any length. 0, or -1 and an error; it is then
 *  silent. Not real-time safe; not while it is processed. */
int rosin_core_prepare(rosin_core *core, double rate, rosin_error *error);
/** The same without an engine: it is silent, until one of rosin_core_build is swapped in. Quick. */
int rosin_core_begin(rosin_core *core, double rate, rosin_error *error);
int rosin_core_is_prepared(const rosin_core *core);
/** Back to rest: notes are off, parameters stay, and the same events give the same samples again.
 *  Real-time safe. */
void rosin_core_reset(rosin_core *core);
/** Frames that the sound comes later than what is rendered; after prepare. */
int rosin_core_latency(const rosin_core *core);
/** Seconds that may sound after the last event, to -90 dBFS: the gesture of an effect, and what
 *  rings then (rosin_scene_tail). Any thread. */
double rosin_core_tail(const rosin_core *core);

/** What happens in the call to come, `frame` frames (>= 0) after its begin. A value outside the
 *  range is clipped, one that is not finite is nothing. Real-time safe. */
void rosin_core_set(rosin_core *core, int frame, int index, double value);
/** From any other thread: at the begin of the next call. */
void rosin_core_put(rosin_core *core, int index, double value);
/** A number that came as a float: an end of the row's range if that is what it was rounded from. */
double rosin_core_rounded(const rosin_parameter *row, double value);
/** Any control of the scene by its name ("bow.force"), or a parameter, within its range (see
 *  rosin_core_rounded). 0, or -1 and an error; nothing has changed then. After prepare. A frame
 *  below 0: it is only looked at. */
int rosin_core_control(rosin_core *core, int frame, const char *name, double value,
                       rosin_error *error);
/** The controls that the engine has beside its parameters, one by one: the row and the name of that
 *  at `index`; NULL behind the last. And whether there is a control or parameter of that name. */
const rosin_parameter *rosin_core_part(const rosin_core *core, int index, const char **name);
int rosin_core_knows(const rosin_core *core, const char *name);
/** What happens, in words, as a function of that name has it; numbers are decimal, blanks stand
 *  between:
 *
 *      control NAME VALUE        a number, or a word of a choice
 *      play KIND NAME=NUMBER...  KIND of rosin_player_kind_name; channel, controller, key, value,
 *                                single, note: 0 if they are not there
 *      midi BYTE...              up to 256
 *      trigger   let_go   stay SECONDS (or inf)   bow DOWN SPEED PRESS   pad DOWN ACROSS UP   reset
 *      load STATE                all that follows
 *      take_preset NAME
 *
 *  `frame` as for these, of which bow, pad, reset, load and take_preset happen at once; below 0: it
 *  is only looked at. 0, or -1 and an error; nothing has happened then. After prepare, but for load
 *  and take_preset, which are not for the audio thread; all else is real-time safe. */
int rosin_core_happen(rosin_core *core, int frame, const char *event, rosin_error *error);
/** An effect's gesture begins. */
void rosin_core_trigger(rosin_core *core, int frame);
/** It ends: what moves stops, what rings rings on; unless it goes on by itself (continuous). As the
 *  trigger's fall and the end of the last note that is held do. */
void rosin_core_let_go(rosin_core *core, int frame);
/** Its gestures stay as soon as they have come to `seconds` (0: where they are), and what they hold
 *  sounds on under macros and controls; infinity: they go on from there. Real-time safe. */
void rosin_core_stay(rosin_core *core, int frame, double seconds);
/** s: when the gestures of speed and force do the most; any thread. */
double rosin_core_fullest(const rosin_core *core);
/** s: how far they have come in what is heard next; below 0 before they begin. Audio thread. */
double rosin_core_at(const rosin_core *core);
/** A host's modulation, added to the value until it is another amount; the value stays. */
void rosin_core_modulate(rosin_core *core, int frame, int index, double amount);
/** A MIDI message, or one of the player's events. */
void rosin_core_midi(rosin_core *core, int frame, const unsigned char *message, int length);
void rosin_core_play(rosin_core *core, int frame, const rosin_player_event_t *event);
/** An instrument's bow, moved by hand from the next cell of the grid on: see rosin_player_bow. */
void rosin_core_bow(rosin_core *core, int down, double speed, double press);
/** The same by a point of a pad: see rosin_player_pad. */
void rosin_core_pad(rosin_core *core, int down, double across, double up);
/** What a point of a pad means for the string that is bowed now, as bow_speed (m/s) and bow_press;
 *  any thread. */
void rosin_core_point(const rosin_core *core, double across, double up, double *speed,
                      double *press);
/** What comes in, a buffer for each of `channels` (their mean is heard; NULL: there is none, and it
 * counts for nothing), for the next `frames` frames, in one call or several: borrowed until these
 * are made, or until this is called again; silence after them. It may be the memory that the frames
 * are written to. Whatever it is, no body is driven by more than the section `input` allows:
 * samples that are not finite (or beyond 1e30) are 0, and counted. Real-time safe; audio thread. */
void rosin_core_hear(rosin_core *core, const float *const *in, int channels, int frames);
/** Frames by which what comes in acts later than an event at the same frame, 0 while `input` is
 * off: in all it is heard rosin_core_latency and this later than it came. After prepare. */
int rosin_core_input_delay(const rosin_core *core);
/** Samples that came in and were no numbers. Any thread. */
long long rosin_core_unfit(const rosin_core *core);
/** The next frames, a buffer for each channel. Silence if it is not prepared. Real-time safe. */
void rosin_core_process(rosin_core *core, float *const *out, int frames);
/** The same, frame by frame into one buffer. */
void rosin_core_process_frames(rosin_core *core, float *out, int frames);
/** For whoever makes a file: what comes before the scene's first frame (rosin_core_latency) is made
 *  and thrown away, so that the next call begins with that. Once, after prepare. */
void rosin_core_pass_latency(rosin_core *core);
/** Whether there is silence until something happens: for a second nothing has, and all of it
 * sleeps. Audio thread. */
int rosin_core_rests(const rosin_core *core);
/** Slip rate (Hz) that an instrument's player hears on a string, 0 if none, and the pitch (Hz) it
 *  means to play; how many strings. Audio thread. */
double rosin_core_hears(const rosin_core *core, int string, double *wanted);
int rosin_core_strings(const rosin_core *core);
/** Times that a body ran away and was put to rest. Audio thread. */
long long rosin_core_rescued(const rosin_core *core);

/** Settings of its player, each "player.NAME=VALUE". 0, or -1 and an error; those before are set.
 */
int rosin_core_settings(rosin_core *core, int count, const char *const *setting,
                        rosin_error *error);
/** Its player, NULL without one, for what is no event: a score, tables of controllers. After
 *  prepare; between calls. */
rosin_player *rosin_core_player(const rosin_core *core);
/** The frame that comes next, since it was prepared or reset; audio thread. */
long long rosin_core_frame(const rosin_core *core);
/** Events that took effect in what plays now; any thread. */
long long rosin_core_happened(const rosin_core *core);
/** Events that found no room (4096 wait at most; what ends a note, a pedal or a bow has room of its
 *  own and is never lost). Any thread. */
long long rosin_core_lost(const rosin_core *core);

/** Whether a new engine is wanted; not one that could not be built of these values, until others
 * are set. Real-time safe; any thread. */
int rosin_core_stale(const rosin_core *core);
/** Build one of the present values. NULL and an error. One thread at a time, beside the audio
 *  thread. */
rosin_engine *rosin_core_build(rosin_core *core, rosin_error *error);
/** Play it from here on, the one before fading out (the first one begins at rest): that comes back
 * from rosin_core_retired. Only when there is none that fades or has retired (rosin_core_settled).
 * Real-time safe, audio thread.
 */
void rosin_core_swap(rosin_core *core, rosin_engine *engine);
int rosin_core_settled(const rosin_core *core);
/** Whether a call may take its time (a host's bounce), which is then the whole of it: engines are
 *  built within rosin_core_process, at the frames of the values that want them, so that two bounces
 *  give the same samples. Between calls. */
void rosin_core_set_offline(rosin_core *core, int offline);
/** Whether bodies could not be built so since this was last asked: 0, or -1 and why. What sounded,
 *  sounds on. Audio thread. */
int rosin_core_failed(rosin_core *core, rosin_error *error);
/** An engine that has faded out, once; to be freed outside the audio thread. NULL: none. */
rosin_engine *rosin_core_retired(rosin_core *core);
void rosin_engine_free(rosin_engine *engine); /**< NULL is allowed */

/** Scene and values as text (malloc'ed), or NULL without memory. Not the audio thread. */
char *rosin_core_save(const rosin_core *core);
/** Values from such a text, whichever format or version saved it. 0, or -1 and an error; nothing
 * has changed then. Names that the scene has not are passed over. Not the audio thread. */
int rosin_core_load(rosin_core *core, const char *text, rosin_error *error);
/** The same into `value[ROSIN_CORE_PARAMETERS]`; what it plays stays as it is. */
int rosin_core_read(const rosin_core *core, const char *text, double *value, rosin_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
