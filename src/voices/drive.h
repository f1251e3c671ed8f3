/* SPDX-License-Identifier: BSD-3-Clause */
/** What moves a voice's scene, as a rosin_scene_driver. */
#ifndef ROSIN_VOICES_DRIVE_H
#define ROSIN_VOICES_DRIVE_H

void rosin_voice_drive(void *voice, long long first, int frames);

#endif
