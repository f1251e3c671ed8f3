/* SPDX-License-Identifier: BSD-3-Clause */
/** The level of a core: from the frame of each change on, the gain glides to its new value; how
 * time is cut into calls changes no bit. All real-time safe. */
#ifndef ROSIN_CORE_LEVEL_H
#define ROSIN_CORE_LEVEL_H

enum { ROSIN_LEVEL_GLIDE = 256, ROSIN_LEVEL_CHANGES = 64 };

typedef struct {
  float from, goal;
  int glided;      /* frames, up to ROSIN_LEVEL_GLIDE */
  long long frame; /* the next one */
  long long since; /* the frame from which on it has stood, once it stands */
  int changes;     /* to come, in the order of their frames */
  struct {
    long long frame;
    float goal;
  } change[ROSIN_LEVEL_CHANGES];
} rosin_level;

/** At this gain from the next frame on; what was to come is forgotten. */
void rosin_level_start(rosin_level *level, float gain);
/** To this gain, `frame` frames (>= 0) from now. Of too many the last ones count. */
void rosin_level_set(rosin_level *level, int frame, float gain);
/** The gain of the next frames. */
void rosin_level_run(rosin_level *level, int frames, float *gain);
/** Whether it neither moves nor will. */
int rosin_level_stands(const rosin_level *level);
/** Frames for which it has stood; 0: it moves, or will. */
long long rosin_level_stood(const rosin_level *level);
/** The next frames go by and need no gain. */
void rosin_level_pass(rosin_level *level, int frames);

#endif
