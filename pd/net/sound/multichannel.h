/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Multichannel signals (Pd 0.54 and later), found at run time so that one binary
 * serves every Pd from 0.53 on.
 */
#ifndef ROSIN_PD_MULTICHANNEL_H
#define ROSIN_PD_MULTICHANNEL_H

#include <m_pd.h>

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** 1 if this Pd has multichannel signals. */
int rosin_pd_has_multichannel(void);
/** What class_new() is told of a class whose dsp sets its outlets' channels; in an older Pd,
 * nothing. */
int rosin_pd_flags(void);
/** Set the channels of an outlet, in dsp, for every outlet. Nothing in an older Pd. */
void rosin_pd_set_channels(t_signal **signal, int channels);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
