/* SPDX-License-Identifier: BSD-3-Clause */
/** What the command needs of a scene beyond rosin.h. */
#ifndef ROSIN_SCENE_H
#define ROSIN_SCENE_H

#include "keep.h"
#include "resonator.h"
#include "scene/model/model.h"

/** Called after each stretch of engine samples; `first` counts them from 0. */
typedef void (*rosin_scene_tap)(void *context, const rosin_network *network, long long first,
                                int frames);

const rosin_model *rosin_scene_model(const rosin_scene *scene);
/** Let all gestures come round every `period` s, each as long as the scene; before it starts. */
void rosin_scene_loop(rosin_scene *scene, double period);
/** Whether an embedded scene has this name; a file of that name is not read. */
int rosin_scene_embedded(const char *name);
/** Text of an embedded scene or a file (malloc'ed), or NULL and an error. */
char *rosin_scene_text(const char *name_or_path, rosin_error *error);
/** Text of a layer's scene, and its path (both malloc'ed): an embedded one, or a file that a scene
 * in `folder` may name. NULL and an error. */
char *rosin_scene_layer_text(const char *scene, const char *folder, const rosin_terms *terms,
                             char **path, rosin_error *error);
/** A scene from its text; `name` names it in errors, and files it speaks of are looked for
 *  beside it, on `terms` (NULL: beside it alone). NULL on errors, one line each in `errors`
 *  (malloc'ed; NULL without memory). */
rosin_scene *rosin_scene_read(const char *text, const char *name, const rosin_terms *terms,
                              int count, const char *const *overrides, char **errors);
/** The scene once more, not prepared, with that seed, as if it had been read so: a tenth of what
 *  reading takes. NULL where only reading will do (other seeds of layers, keys, modes that are
 *  computed while they sound), and without memory. What happened to `scene` since it was read must
 *  not have changed it: rosin_scene_listen, _draw, _sit and their like. */
rosin_scene *rosin_scene_copy(const rosin_scene *scene, double seed);
/** `to`, which is the same scene once more and not prepared, is built of what was built on trial as
 * `from` was opened, where that is the same: most of what a set-up takes. */
void rosin_scene_hand_on(rosin_scene *from, rosin_scene *to);
/** As rosin_scene_load, on `terms`. */
rosin_scene *rosin_scene_open(const char *name, const rosin_terms *terms, int count,
                              const char *const *overrides, char **errors);
/** The scene as the key of `hertz` has it: the same once more, its body of the size that sounds so,
 * by the numbers of its section `keys`. For a scene with such a section alone; NULL and an error.
 */
rosin_scene *rosin_scene_key_open(const rosin_scene *scene, double hertz, double seed,
                                  int oversample, rosin_error *error);
/** Before prepare: the channels are the stems. 0, or -1 and an error. */
int rosin_scene_stems(rosin_scene *scene, rosin_error *error);
/** Ask for signals before prepare, once; names are copied. */
int rosin_scene_probe(rosin_scene *scene, int count, const char *const *names);
/** Whether probes are worked out, as they are after prepare; what an output or a player hears is
 *  always. Changes no sample of the sound. By the thread that processes; real-time safe. */
void rosin_scene_heed_probes(rosin_scene *scene, int heeds);
/** A moment of the scene's events, "slam", or of a layer's, "hinge.slam". */
typedef struct {
  char name[2 * ROSIN_MODEL_NAME];
  double time; /* s since the scene began */
} rosin_scene_moment;
/** Before prepare: note from then on when contacts strike that events name. Changes no sample. */
void rosin_scene_watch(rosin_scene *scene);
/** Moments before `end` (s) that have come, in order, up to `most`; those of strikes up to where it
 *  was run. How many. */
int rosin_scene_moments(const rosin_scene *scene, double end, rosin_scene_moment *moment, int most);
/** Network signal of probe `index`, after prepare. */
int rosin_scene_probe_signal(const rosin_scene *scene, int index);
void rosin_scene_set_tap(rosin_scene *scene, rosin_scene_tap tap, void *context);
/** Called before each stretch (up to 64 engine samples, on the scene's own grid):
 *  where a player moves the hands, by rosin_scene_ramp. Forgotten by prepare. */
typedef void (*rosin_scene_driver)(void *context, long long first, int frames);
void rosin_scene_set_driver(rosin_scene *scene, rosin_scene_driver driver, void *context);
/** Engine samples of a stretch: on its grid gestures, macros and a driver move. After prepare,
 *  and once a driver is set. */
int rosin_scene_stretch(const rosin_scene *scene);
/** Make the next stretch alone, for who keeps time itself: frames written to `out`, at most one
 *  more than a stretch has. Not to be mixed with rosin_scene_process before a rewind. Real-time
 *  safe. */
int rosin_scene_step(rosin_scene *scene, float *out);
/** Frames that a decimator keeps back: if each stretch is made no later than the frame at which it
 *  begins is wanted, this many frames of silence before suffice for there to be a frame at every
 *  moment. 0 without oversampling; 37 at 2, 41 at 4. After prepare. */
int rosin_scene_latency(const rosin_scene *scene);
/** Another seed of everything random, layers' with it; what is on its way jumps there.
 *  Real-time safe. */
void rosin_scene_reseed(rosin_scene *scene, double seed);
/** Play the gestures from their begin again; what sounds, rings on. Real-time safe. */
void rosin_scene_again(rosin_scene *scene);
/** Whether a body would have fewer or more modes, were it built as macros were at the last rewind:
 *  only what is built anew is what it would be, to the bit. Real-time safe. */
int rosin_scene_is_unlike(const rosin_scene *scene);
/** Whether it is silent, at 0 to the bit, and asleep: so it stays until something drives it.
 * Real-time safe. */
int rosin_scene_rests(const rosin_scene *scene);
/** Before its first frame: go on where another of the same scene is, with other bodies: the same
 *  seed, macros, time in the gestures and hands on them, as that was `ahead` engine samples ago.
 * Its sound begins here. -1 where something else moves it: macros and seed are the same then, its
 *  gestures have not begun. Real-time safe. */
int rosin_scene_carry(rosin_scene *scene, const rosin_scene *from, long long ahead);
/** Gestures stay where they are as soon as they have come to `seconds` of their own time (0: at
 *  once), and what they hold sounds on; infinity: they go on from there. Forgotten by a rewind,
 *  not by rosin_scene_again. Real-time safe. */
void rosin_scene_stay(rosin_scene *scene, double seconds);
/** Engine samples that they have stayed since they began. Real-time safe. */
long long rosin_scene_stayed(const rosin_scene *scene);
/** What moves the scene and its layers stops from here on, what presses it meanwhile lifts, and
 *  what rings, rings for as long as rosin_scene_tail; until the gestures begin again. Nothing where
 *  a driver moves it. Real-time safe. */
void rosin_scene_end(rosin_scene *scene);
/** s, in which it falls to -90 dBFS after that, or after its gestures (rosin_scene_ends). */
double rosin_scene_tail(const rosin_scene *scene);
/** s, from which on nothing moves it; infinity: it goes on for as long as somebody wants. */
double rosin_scene_ends(const rosin_scene *scene);
/** The gesture that moves it, at `count` even places of its time: -1 to 1 of its largest. 0, or -1:
 *  there is none. For one thread, while it does not sound. */
int rosin_scene_drawn(const rosin_scene *scene, int count, double *height);
/** Before prepare: it becomes this one, of the same largest value and time, wandering as it did.
 *  0, or -1 and an error. */
int rosin_scene_draw(rosin_scene *scene, int count, const double *height, rosin_error *error);
/** s, where held gestures stay: the scene's `hold`; without one, a quarter into the first while in
 *  which gestures of speed and force do nearly the most. */
double rosin_scene_fullest(const rosin_scene *scene);
/** Factors on the left and right of the mix (of one channel: the left alone), reached at the end of
 *  the coming stretch; 1 after a rewind. Stems are as they are. Real-time safe. */
void rosin_scene_sides(rosin_scene *scene, const double side[2]);
/** Turn a macro that is live (rosin_scene_macro_live), by its index, as rosin_scene_control does by
 *  its name; another is left as it is. Real-time safe. */
void rosin_scene_turn(rosin_scene *scene, int macro, double value);
/** All bodies of modes, its layers' too, as if they were higher by that factor, 0.5 to 2: within
 * some milliseconds, or at once where gestures begin again. 1 at first, and after a rewind. Of a
 * scene on such terms (rosin_terms); else nothing. Real-time safe. */
void rosin_scene_transpose(rosin_scene *scene, double factor);
/** Where it sits before its microphones, from where it says: m to the right, m back, and m that the
 * wall behind it is farther away; what is farther is later and softer. Before prepare; nothing for
 *  a scene whose outputs have no places. */
void rosin_scene_sit(rosin_scene *scene, double aside, double back, double deep);
/** Take a control over, to be moved, also after a rewind: an index, or -1 and an error.
 *  Forgotten by prepare. */
int rosin_scene_ramp_add(rosin_scene *scene, const char *name, rosin_error *error);
/** Be at `target` at the end of the coming stretch. Real-time safe. */
void rosin_scene_ramp(rosin_scene *scene, int ramp, double target);
/** Be there at once. Real-time safe. */
void rosin_scene_ramp_jump(rosin_scene *scene, int ramp, double value);
/** After a rewind: all that were added where they were then. Real-time safe. */
void rosin_scene_ramps_begin(rosin_scene *scene);
/** All that were added are the scene's again from the next rewind on: who moved them is gone. */
void rosin_scene_ramps_drop(rosin_scene *scene);
/** As rosin_scene_control, by a control's index in the network: a gesture or a driver
 *  does not move it any more. Real-time safe. */
void rosin_scene_hold(rosin_scene *scene, int control, double value);
/** Let the driver move a control again, from where it is. Real-time safe. */
void rosin_scene_give_back(rosin_scene *scene, int control);
/** A contact by name, or NULL. */
rosin_contact *rosin_scene_contact(rosin_scene *scene, const char *name);
/** After a rewind: a body of modes, by its name, is as it was built, to the bit, however it was
 * moved by ramps. Real-time safe. */
void rosin_scene_remake(rosin_scene *scene, const char *body);
/** What a body by its name asks of who rubs it; 0 if nothing of it can swing there. Real-time safe.
 */
int rosin_scene_rubbed(rosin_scene *scene, const char *body, double position, rosin_rubbed *rubbed);
/** Signal of the relative velocity of the bow on an instrument's string `index`, which is
 *  worked out from now on. */
int rosin_scene_bow_signal(rosin_scene *scene, int index);

/** Keep it as it is now, between calls; rosin_kept_put brings it back, as long as it is not
 * prepared again, no ramp was added and no name looked up that makes a signal: with its tap and
 * driver. 0, or -1: it has layers, or there is no memory. */
int rosin_scene_keep(rosin_scene *scene, rosin_kept *kept);

/** Before prepare: a sound drives its own bodies (layers' hear nothing), as its section `input`
 * says, or where that is missing as rosin_model_listen chooses. 0, or -1 and an error. */
int rosin_scene_listen(rosin_scene *scene, rosin_input_kind kind, rosin_error *error);
int rosin_scene_listens(const rosin_scene *scene);
/** Frames from what comes in to what it does; 0 if nothing does. After prepare. */
int rosin_scene_input_delay(const rosin_scene *scene);
/** The next frames of it (up to ROSIN_INTAKE_CALL), finite; before those are made. NULL: silence.
 *  Real-time safe. */
void rosin_scene_hear(rosin_scene *scene, const float *in, int frames);
/** As rosin_scene_step, while its gestures have not begun: nothing moves, nothing presses, and what
 *  comes in alone drives it. Real-time safe. */
int rosin_scene_step_still(rosin_scene *scene, float *out);

/** Engine samples made since the last rewind. */
long long rosin_scene_made(const rosin_scene *scene);
/** Engine rate, Hz, after prepare. */
double rosin_scene_engine_rate(const rosin_scene *scene);
/** Change one number of a prepared scene and rewind it, as if it had been read so: a
 *  control that is a number ("bow.force"), a number of a control's slope
 *  ("bow.velocity.to"), a parameter of a law ("bow.law.sigma0"). -1 if `key` is none of
 *  these: load it anew. The value is not checked. */
int rosin_scene_set_number(rosin_scene *scene, const char *key, double value);
void rosin_scene_set_duration(rosin_scene *scene, double seconds);

#endif
