/* SPDX-License-Identifier: BSD-3-Clause */
/* The public face of any body: each call goes to its own operations. */
#include "resonator.h"

void rosin_body_free(rosin_body *body) {
  if (body)
    body->ops->destroy(body);
}

void rosin_body_reset(rosin_body *body) {
  if (body)
    body->ops->reset(body);
}

double rosin_body_energy(const rosin_body *body) {
  return body ? body->ops->energy(body) : 0;
}

int rosin_body_point(const rosin_body *body, const char *name, double *position) {
  return body && name && position ? body->ops->point(body, name, position) : -1;
}
