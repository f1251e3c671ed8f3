/* SPDX-License-Identifier: BSD-3-Clause */
/** Scenes: networks that are text, with what moves them. */
#ifndef ROSIN_PUBLIC_SCENE_H
#define ROSIN_PUBLIC_SCENE_H

#include "network.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct rosin_scene rosin_scene;

/** Scenes that are built in: how many, and the name of one, in their order; NULL outside 0 ...
 *  rosin_scenes() - 1. Real-time safe. */
int rosin_scenes(void) ROSIN_NONBLOCKING;
const char *rosin_scene_name(int index) ROSIN_NONBLOCKING;
/** Load an embedded scene by name, or a scene file by path; what files it names must lie in
 *  its folder or below. Of recordings that move it WAV is read, in PCM or floats. `overrides` is an
 * array of `count` strings "KEY=VALUE" (may be NULL). On failure `errors` (malloc'ed, may be NULL,
 * free() it) holds one line for each error, or is NULL for want of memory. */
rosin_scene *rosin_scene_load(const char *name_or_path, int count, const char *const *overrides,
                              char **errors);
/** The same from a scene's text. `name` names it in errors, and is the path beside which the files
 *  that it names lie: without a folder, in the one that the process is in. */
rosin_scene *rosin_scene_parse(const char *text, const char *name, int count,
                               const char *const *overrides, char **errors);
void rosin_scene_free(rosin_scene *scene); /**< NULL is allowed */
/** How long its gestures are (s), the rate that it has by itself (Hz), how many channels it gives
 * (1 or more). Real-time safe. */
double rosin_scene_duration(const rosin_scene *scene) ROSIN_NONBLOCKING;
int rosin_scene_rate(const rosin_scene *scene) ROSIN_NONBLOCKING;
int rosin_scene_channels(const rosin_scene *scene) ROSIN_NONBLOCKING;
/** Rates of what is played, Hz. */
enum { ROSIN_RATE_LOWEST = 8000, ROSIN_RATE_HIGHEST = 768000 };

/** Build the scene's network at `rate` Hz (ROSIN_RATE_LOWEST...HIGHEST; 0 = the scene's own) times
 * the scene's oversampling, for calls of up to `block` frames (1...2^20). On failure (-1) the scene
 * is not prepared, also if it was. */
int rosin_scene_prepare(rosin_scene *scene, int rate, int block, rosin_error *error);
/** Render the next `frames` frames (1 ... block) into `out`, [frames * channels], channels
 *  interleaved, full scale 1, which may be passed: 0. Before prepare,
 *  or with more frames than it was prepared for: -1, `frames` frames of silence, and time
 *  stands still. Real-time safe. */
int rosin_scene_process(rosin_scene *scene, int frames, float *out) ROSIN_NONBLOCKING;
/** Back to time 0 and to rest; controls taken by rosin_scene_control are given back
 *  to their gestures, macros stay as they are set. Real-time safe. */
void rosin_scene_rewind(rosin_scene *scene) ROSIN_NONBLOCKING;
/** Turn a macro ("speed"), or take a control ("bow.force") from its gesture and hold it;
 *  at `value`, clipped to its range. 0, or -1 and an error. Real-time safe. */
int rosin_scene_control(rosin_scene *scene, const char *name, double value,
                        rosin_error *error) ROSIN_NONBLOCKING;
/** Macros: the scene's own named controls, each mapped to physics. How many; table row
 *  (name, unit, range, default, meaning) and present value of one; whether it can be
 *  turned while the scene sounds (else: as it is loaded, by an override). Real-time safe. */
int rosin_scene_macros(const rosin_scene *scene) ROSIN_NONBLOCKING;
const rosin_parameter *rosin_scene_macro(const rosin_scene *scene, int index) ROSIN_NONBLOCKING;
double rosin_scene_macro_value(const rosin_scene *scene, int index) ROSIN_NONBLOCKING;
int rosin_scene_macro_live(const rosin_scene *scene, int index) ROSIN_NONBLOCKING;
/** The scene's network, owned by the scene, until it is prepared again or freed; NULL before
 *  prepare. Real-time safe. */
rosin_network *rosin_scene_network(rosin_scene *scene) ROSIN_NONBLOCKING;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
