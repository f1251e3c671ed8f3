/* SPDX-License-Identifier: BSD-3-Clause */
/* A network for whoever waits for all of it: as many frames as are wanted, from arrays into arrays.
 */
#include "error.h"
#include "network/network.h"

#include <string.h>

/* Every number of a control is in its range: its index, or -1 and an error. */
static int look_at(const rosin_network *n, const rosin_network_fed *fed, int frames,
                   rosin_error *error) {
  const int control = rosin_network_control_find(n, fed->name, error);
  if (control < 0)
    return -1;
  const rosin_parameter *row = rosin_network_control_parameter(n, control);
  for (int i = 0; i < (fed->each ? frames : 1); i++)
    if (!(fed->value[i] >= row->low && fed->value[i] <= row->high))
      return rosin_network_control_for(n, fed->name, fed->value[i], error);
  return control;
}

int rosin_network_run(rosin_network *n, int frames, int controls, const rosin_network_fed *fed,
                      int signals, const int *signal, double *const *out, rosin_error *error) {
  if (!n || !n->ready)
    return rosin_fail(error, "network: it is not prepared as it is");
  for (int i = 0; i < controls; i++)
    if (look_at(n, &fed[i], frames, error) < 0)
      return -1;
  for (int i = 0; i < controls; i++)
    if (!fed[i].each)
      rosin_network_hold(n, rosin_network_control(n, fed[i].name), *fed[i].value);
  for (int at = 0; at < frames; at += n->block) {
    const int count = frames - at < n->block ? frames - at : n->block;
    for (int i = 0; i < controls; i++)
      if (fed[i].each)
        rosin_network_feed(n, rosin_network_control(n, fed[i].name), fed[i].value + at);
    if (rosin_network_process(n, count))
      return rosin_fail(error, "network: it is not prepared as it is");
    for (int i = 0; i < signals; i++) {
      const double *made = rosin_network_read(n, signal[i]);
      if (!made)
        return rosin_fail(error, "network: there is no signal %d", signal[i]);
      memcpy(out[i] + at, made, (size_t)count * sizeof *made);
    }
  }
  return 0;
}
