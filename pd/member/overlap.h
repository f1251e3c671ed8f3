/* SPDX-License-Identifier: BSD-3-Clause */
/** Whether a patch computes its blocks more than once: nothing that has a memory can play then. */
#ifndef ROSIN_PD_OVERLAP_H
#define ROSIN_PD_OVERLAP_H

#include <m_pd.h>

/** The overlap that a [block~] or [switch~] of this very patch was made with; 1 without one. */
int rosin_pd_overlap(const t_canvas *canvas);

#endif
