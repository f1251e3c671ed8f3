/* SPDX-License-Identifier: BSD-3-Clause */
/* Modal bodies that move while they sound: pitched, grown, tightened, filled.
 *
 * A mode whose stiffness or mass changes slowly keeps its action E/f (the adiabatic invariant of
 * any oscillator, Landau and Lifshitz, Mechanics, par. 49), and its phase runs on. Here each move,
 * however fast, does just that: in the coordinates whose squares are the energies both are
 * scaled by the root of the ratio of the frequencies, and the rotation goes on at the new one. So
 * the work of a move is E (f'/f - 1): what is moved and brought back has the energy that it had,
 * and nobody can pump it, at whatever rate; and nothing but what glides is heard, since
 * displacement and velocity go as smoothly as the control.
 *
 * A mode that swings less than once a second is no vibration but where the body is, as a door
 * that turns: it stays there and as fast as it is, whatever becomes of its mass, and keeps its
 * frequency. Else a new size would throw it, which a pickup of acceleration hears as a crack. Its
 * energy goes with its mass alone, so that nobody can pump it either.
 *
 * Known approximation: a body that is bent by a steady force keeps (k/k')^(1/4) of its bend in
 * a move, not k/k', and springs the rest of the way itself. */
#include "modal/bank.h"
#include "modal/modal.h"

#include <math.h>

enum { PITCH, SIZE, TENSION, FILL, MUTE };

static const double slow = 1; /* Hz, as the mode was made */

#define WRITTEN                                                                                    \
  {"pitch", "", 0.001, 1000, 1, "factor on all frequencies", offsetof(rosin_modal_moves, pitch)},  \
      {"size",                                                                                     \
       "",                                                                                         \
       0.01,                                                                                       \
       100,                                                                                        \
       1,                                                                                          \
       "factor on all lengths: frequencies over it, masses times its cube",                        \
       offsetof(rosin_modal_moves, size)},                                                         \
      {"tension",                                                                                  \
       "N/m",                                                                                      \
       0.1,                                                                                        \
       1e6,                                                                                        \
       2000,                                                                                       \
       "of a skin, pull on each metre of its rim",                                                 \
       offsetof(rosin_modal_moves, tension)},                                                      \
  {                                                                                                \
    "fill", "", 0, 1, 0, "of a vessel, height of the liquid, a share",                             \
        offsetof(rosin_modal_moves, fill)                                                          \
  }

/* What a text says of a body, and what moves besides, by who plays it. */
static const rosin_parameter written[] = {WRITTEN, {NULL, NULL, 0, 0, 0, NULL, 0}};
const rosin_parameter rosin_bank_controls[] = {
    WRITTEN,
    {"mute", "kg", 0, 1, 0, "of a bridge, what is put on its top", 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

const rosin_parameter *rosin_modal_controls(void) {
  return written;
}

static double *place_of(rosin_modal_moves *moves, int control) {
  return control == PITCH     ? &moves->pitch
         : control == SIZE    ? &moves->size
         : control == TENSION ? &moves->tension
                              : &moves->fill;
}

void rosin_bank_made(rosin_bank *b, const rosin_modal_moves *made) {
  b->made = *made;
  for (int k = PITCH; k <= SIZE; k++)
    if (*place_of(&b->made, k) == 0)
      *place_of(&b->made, k) = 1;
  b->mute = 0;
  b->moved = b->made;
}

double rosin_bank_initial(const rosin_body *body, int control) {
  rosin_modal_moves made = ((const rosin_bank *)body)->made;
  if (control == MUTE)
    return 0;
  const double value = *place_of(&made, control);
  return control == TENSION && value == 0 ? rosin_bank_controls[TENSION].initial : value;
}

/* So that at most some twenty modes are computed anew a sample, whatever the bank's size. */
int rosin_bank_pace(const rosin_body *body) {
  return (((const rosin_bank *)body)->shapes.modes + 15) / 16;
}

/* What all modes have in common now, over what it was as they were made. */
typedef struct {
  double pitch, mass, liquid;
} factors;

static factors find_factors(const rosin_bank *b) {
  const rosin_modal_moves *made = &b->made, *now = &b->moved;
  const double size = now->size / made->size, full = now->fill * now->fill;
  const double was = made->fill * made->fill;
  return (factors){.pitch = now->pitch / made->pitch / size *
                            (made->tension > 0 ? sqrt(now->tension / made->tension) : 1),
                   .mass = size * size * size,
                   .liquid = full * full - was * was};
}

static int travels(const rosin_bank *b, int l) {
  return b->mode[l].frequency < slow;
}

/* A mute clamps the top of a bridge, whose two masses move together in its free mode and against
 * each other in the next one: the top is heavier by it, the feet are as they were. Known
 * approximation: frequency and shape of the second mode stay. Beside a muted cello that is nearer
 * than both (docs/instruments.md, Mute). */
static double muted(const rosin_bank *b, int l) {
  const double whole = b->mode[0].mass;
  if (b->mute <= 0 || !travels(b, 0))
    return b->mode[l].mass;
  if (travels(b, l))
    return b->mode[l].mass + b->mute;
  const double ratio = b->mode[l].mass / whole; /* of top to feet */
  const double feet = whole / (1 + ratio), top = ratio * feet + b->mute;
  return top + top * top / feet;
}

static rosin_mode mode_now(const rosin_bank *b, const factors *f, int l) {
  rosin_mode mode = b->mode[l];
  const double load = b->load ? fmax(1 + b->load[l] * f->liquid, 1e-6) : 1;
  if (!travels(b, l))
    mode.frequency = fmin(mode.frequency * f->pitch / sqrt(load), ROSIN_MODE_HIGHEST / b->period);
  mode.mass = muted(b, l) * f->mass * load;
  return mode;
}

/* Factors on a mode's state as it goes from one energy in its scale to another. */
static double scale_of(double action, double before, double after, double root) {
  return before > 0 && after > 0 ? sqrt(action * before / after) : root;
}

/* One mode, in all strands; J, the work done on it. */
static double retune(rosin_bank *b, const factors *f, int l) {
  const rosin_mode mode = mode_now(b, f, l);
  rosin_mode_discrete d;
  double work = 0;
  rosin_mode_discretise(&mode, b->period, &d);
  const double root = sqrt(d.mobility * b->strands), kinetic = 2 * d.mass * d.mobility;
  const double potential = 0.5 * d.stiffness * b->period * b->period * d.mobility;
  const double action = b->pitched[l] > 0 ? mode.frequency / b->pitched[l] : 1;
  const double by = b->root[l] / root;
  const double x = travels(b, l) ? by : scale_of(action, b->potential[l], potential, by);
  const double v = travels(b, l) ? by : scale_of(action, b->kinetic[l], kinetic, by);
  for (int k = l; k < b->strands * b->shapes.modes; k += b->shapes.modes) {
    work -= b->kinetic[k] * b->m.v[k] * b->m.v[k] + b->potential[k] * b->m.x[k] * b->m.x[k];
    b->m.keep[k] = 2 * d.keep;
    b->m.pull[k] = d.pull * b->period;
    b->root[k] = root;
    b->kinetic[k] = kinetic;
    b->potential[k] = potential;
    b->m.x[k] *= x;
    b->m.v[k] *= v;
    work += kinetic * b->m.v[k] * b->m.v[k] + potential * b->m.x[k] * b->m.x[k];
  }
  b->pitched[l] = mode.frequency;
  return work;
}

void rosin_bank_weigh(rosin_bank *b, int port) {
  const double *weight = b->weight + (size_t)port * (size_t)b->m.size;
  double *shape = b->shape + (size_t)port * (size_t)b->m.size;
  for (int l = 0; l < b->strands * b->shapes.modes; l++)
    shape[l] = weight[l] * b->root[l];
}

/* A control that moves nothing of this body. */
static int is_idle(const rosin_bank *b, int control) {
  return control == TENSION ? b->made.tension == 0
         : control == FILL  ? !b->load
                            : control == MUTE && !travels(b, 0);
}

double rosin_bank_move(rosin_body *body, int control, double value) {
  rosin_bank *b = (rosin_bank *)body;
  double *now = control == MUTE ? &b->mute : place_of(&b->moved, control), work = 0;
  if (*now == value || is_idle(b, control))
    return 0;
  *now = value;
  rosin_bank_settle(b);
  const factors f = find_factors(b);
  for (int l = 0; l < b->shapes.modes; l++)
    work += retune(b, &f, l);
  for (int i = 0; i < b->base.ports; i++)
    rosin_bank_weigh(b, i);
  b->coupled = 0;
  b->stirred = 1;
  body->moves++;
  return work;
}
