/* SPDX-License-Identifier: BSD-3-Clause */
/* A scene as it is at a moment, to be brought back there: keep.h. */
#include "network/network.h"
#include "scene/running.h"

int rosin_scene_keep(rosin_scene *s, rosin_kept *kept) {
  const size_t channels = (size_t)s->channels, outputs = (size_t)s->model->outputs + 1;
  rosin_kept_begin(kept);
  if (s->layers || !s->built.network)
    kept->whole = 0;
  rosin_kept_add(kept, s, sizeof *s);
  rosin_kept_add(kept, s->mix, outputs * sizeof *s->mix);
  rosin_kept_add(kept, s->highpass, outputs * sizeof *s->highpass);
  rosin_kept_add(kept, s->signal, ROSIN_STRETCH * sizeof *s->signal);
  rosin_kept_add(kept, s->mixed, ROSIN_STRETCH * channels * sizeof *s->mixed);
  rosin_kept_add(kept, s->stretch, ROSIN_STRETCH * channels * sizeof *s->stretch);
  rosin_kept_add(kept, s->at_rest, channels * sizeof *s->at_rest);
  rosin_kept_add(kept, s->fifo,
                 ((size_t)s->block + 2 * ROSIN_STRETCH) * channels * sizeof *s->fifo);
  if (s->strikes)
    rosin_kept_add(kept, s->strikes, sizeof *s->strikes);
  if (s->intake)
    rosin_intake_pieces(s->intake, kept);
  if (s->decimator)
    rosin_decimator_pieces(s->decimator, kept);
  if (kept->whole) {
    rosin_space_pieces(s->space, kept);
    rosin_moving_pieces(s->moving, kept);
    rosin_network_pieces(s->built.network, kept);
  }
  return rosin_kept_take(kept);
}
