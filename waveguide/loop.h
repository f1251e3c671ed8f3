/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * One travelling wave, unfolded: a sample is injected at the nut, meets the
 * bridge D_b samples later, where it is reflected with -1 by unfolding, and
 * returns to the nut, where it is delayed, damped and dispersed into the next
 * injection. The velocity x samples from the bridge is
 *   v = u(D_b - x) - u(D_b + x),
 * read by centred Lagrange interpolation; a force f there adds f / (2 Z) times
 * the same taps, so that work and wave energy agree to rounding, and the
 * mobility of a port is sum(c^2) / (4 Z) over its taps c: 1/(2 Z) at whole
 * samples, down to 0.75 of it between them (eight taps each way), 0 at the bridge.
 *
 * Loss is a zero-phase filter: a weighted mean of the sample and of triangular
 * means around it (sinc^2 in frequency), single ones and steep filters of three, each computed by
 * second differences of a twofold running sum. What is weighed turns nothing over; all weights are
 * positive and sum to at most 1, so 0 <= H <= 1 by construction, and partials are damped without
 * being detuned. The
 * broadband share spares the mean of the wave over a period, which holds nothing
 * of the partials: a string that is held bent stays bent.
 * Dispersion is a cascade of second-order allpasses in normalised form, which keep
 * energy even while their coefficients move.
 *
 * Four samples are injected at once, three of them before their time: nothing that a contact
 * does can reach them (advance.c).
 *
 * A wave that nobody has pushed for a while and that has faded below any measure is
 * forgotten, and the loop sleeps until it is pushed: a hidden one as soon as it is even,
 * since only differences of the wave move a contact.
 *
 * A moving contact moves its taps through waves that stay where they are. A
 * moving finger moves the reading point at the nut, and nothing else: what is near the
 * bridge stays. Where the wave is cut, into what is before the nut's filters and what is
 * behind them, lies whole samples from the bridge, as far as contacts need. If it must
 * move, since these do or the string becomes too short, samples are injected ahead of
 * time, or taken back through the filters (shift.c), and no contact notices. From one
 * move of a finger to the next reading goes over evenly. Known approximations: dispersion and loss
 * act at the nut, not along the string; taps weaken the highest octave between samples.
 */
#ifndef ROSIN_LOOP_H
#define ROSIN_LOOP_H

#include "keep.h"
#include "vector.h"

#include <stdint.h>

enum {
  ROSIN_TAPS = 8,        /* Lagrange taps at most, even */
  ROSIN_MEANS = 12,      /* triangular means at most: an octave apart, and three of steep filters */
  ROSIN_STEEP = 3,       /* these, the last of all */
  ROSIN_SECTIONS = 6,    /* allpasses of second order at most, */
  ROSIN_ALLPASSES = 12,  /* and their states */
  ROSIN_LOSS_STEPS = 33, /* pitches the loss is fitted at, eight an octave, */
  ROSIN_POLE_STEPS = 17, /* and dispersion, four an octave */
  ROSIN_BATCH = 4        /* samples damped and injected at once */
};

/** A port's taps on the line: `count` weights from delay `first` on. */
typedef struct {
  int first, count;
  double weight[ROSIN_TAPS];
} rosin_side_taps;

typedef struct {
  rosin_side_taps toward, back; /* at D_b - x (+), D_b + x (-) */
} rosin_taps;

/** Loss at one pitch: broadband share, then one share a mean. */
typedef struct {
  double broad, share[ROSIN_MEANS];
} rosin_loss;

/** What it is made of: shares of 1 that are lost broadly, by single means, by steep filters that
 *  take nothing of f^2, and of f^4; and how wide these are: the logarithm of the half-width of the
 *  narrowest of their means, in periods. */
typedef struct {
  double broad, mean[ROSIN_MEANS], once, twice, width;
} rosin_mix;

/** Where the wave is read: the delay of the newest tap, weights of the oldest first. */
typedef struct {
  int first;
  double weight[ROSIN_TAPS];
} rosin_nut;

/** Rotations of all sections (section.h). */
typedef struct {
  double k1[ROSIN_SECTIONS], c1[ROSIN_SECTIONS], k2, c2;
} rosin_rotations;

/** How a wave is cut at the nut: the filters that it has been through, and how much of it is
 *  counted: whole samples, and the share of the next. */
typedef struct {
  rosin_rotations turn;
  int window;
  double part;
} rosin_cut;

/** Poles of all sections at one pitch: their radius, and the angle (radians a sample) up to
 *  which they are spread. */
typedef struct {
  double radius, angle;
} rosin_poles;

/** Allpasses (z^-2 + d1 z^-1 + d2) / D, D = 1 + d1 z^-1 + d2 z^-2. */
typedef struct {
  int count;
  double order[ROSIN_SECTIONS]; /* share of the angle at which each has its poles */
  double d1[ROSIN_SECTIONS], d2;
} rosin_sections;

typedef struct {
  double impedance, admittance; /* Z, kg/s; 1/Z */
  double open_period;           /* samples, of the open string's first partial */
  int size;                     /* line length bound, samples */
  double *line;                 /* [-ROSIN_BATCH ... 2 size], wave at delay k = line[head + k] */
  double *raw, *sum, *sum2, *smooth; /* [2 size], beyond the contacts; newest at tail */
  double *memory;
  int head, tail;
  int frontier; /* delay of raw[tail] */
  int smoothed; /* newest index of smooth that is made */

  /* set by the pitch */
  double period; /* samples, sounding */
  double inverse_period;
  double bridge;      /* D_b, samples */
  double reach;       /* largest x, samples */
  double need;        /* how far from the nut contacts want the bridge, samples */
  double read;        /* delay of the reading point, samples */
  int release;        /* delay at which samples leave the contacts' part */
  int window;         /* whole samples counted as the line's energy, */
  double window_part; /* and the share of the next one */
  int lag;            /* samples between raw and smooth */
  int late;           /* samples from damping a batch to injecting one: 1 where there is room */
  int means;
  double half[ROSIN_MEANS]; /* half-widths, samples */
  int taps, used;           /* taps; means that take anything now: */
  struct {
    int whole;
    double fraction, gain; /* share * norm */
  } use[ROSIN_MEANS];
  double rest; /* what no mean and no broadband loss touches */
  struct {
    int whole;
    double fraction, norm;
  } mean[ROSIN_MEANS];
  double width;       /* of the steep filters: half that of their narrowest mean, periods */
  rosin_loss loss;    /* now */
  rosin_nut nut, was; /* where the wave is read at the nut, and was before the last move: */
  int ramp_end;       /* from there all goes over until head is here, */
  double ramp_share;  /* by so much a sample */
  int bridge_first;   /* delay of the newest tap */
  double bridge_weight[ROSIN_TAPS];
  double bridge_norm, bridge_inverse; /* sum of squares of the bridge's weights; 1 over it */
  int bridge_whole; /* the delay of the one tap of a bridge at a whole sample, or -1 */

  /* set at prepare */
  double half_open;    /* largest half-width of the open string */
  double bridge_share; /* D_b / period */
  double shortest;     /* least period there is room for, samples */
  rosin_mix table[ROSIN_LOSS_STEPS];
  rosin_poles poles[ROSIN_POLE_STEPS];
  rosin_sections sections;      /* at the pitch as it is */
  rosin_rotations turn, turned; /* as they are, and were before the last move */
  int allpasses;                /* their states: two a section */
  double state[ROSIN_ALLPASSES];

  /* injected before their time, from line[made] to line[head - 1]; `state` is theirs */
  int made;
  int pace;                 /* samples from one move of the pitch to the next, at least */
  int tuned;                /* the pitch has just moved, and may do so before a batch is over */
  int due;                  /* while head is above it, nothing is to be done */
  double came[ROSIN_BATCH]; /* what was read for each sample of the batch, */
  double before[ROSIN_ALLPASSES]; /* and the state before it */

  double steady;      /* mean of the wave over the last period */
  int steady_whole;   /* the period, whole samples */
  double steady_part; /* and the rest */

  int hidden; /* nobody sees the wave's mean (no force on the bridge is read) */
  int asleep; /* the wave is 0 everywhere: time need not advance */
  int pushed; /* since the line slid back last */

  double keep; /* share that a finger's own loss leaves of a round trip, 0...1 */
  double lost; /* sum of squares that left at the nut, with those of samples ahead */
} rosin_loop;

/** Where passivity is looked at, and sin^2(pi j / 512) for it. */
enum { ROSIN_LOSS_ANGLES = 256 };
typedef struct {
  double square[2 * ROSIN_LOSS_ANGLES];
} rosin_loss_grid;

/** How a partial decays: amplitude decay rate (1/s) at a frequency (Hz). `mark`, not 0, is of all
 *  numbers that the curve comes from: fits that are known by it are not made (fitted.c). */
typedef struct {
  double (*rate)(const void *context, double frequency);
  const void *context;
  uint64_t mark;
} rosin_decay;

/** Make a loop of `period` samples (first partial), inharmonicity b, at `rate`
 *  Hz. 0, or -1 without memory. */
int rosin_loop_init(rosin_loop *loop, double impedance, double period, double inharmonicity,
                    double rate, const rosin_decay *decay);
void rosin_loop_free(rosin_loop *loop);
void rosin_loop_reset(rosin_loop *loop);
/** Doubles in its memory: line, raw, sums and smooth, doubled. */
static inline size_t rosin_loop_room(const rosin_loop *loop) {
  return 10 * (size_t)loop->size + ROSIN_BATCH;
}
/** A copy of a loop that is as rosin_loop_init has made it, and may have no waves any more. 0, or
 * -1 without memory. */
int rosin_loop_copy(rosin_loop *loop, const rosin_loop *design);
/** List its waves (keep.h); what else it writes to is the loop itself. */
void rosin_loop_pieces(rosin_loop *loop, rosin_kept *kept);
/** A loop at rest takes over the wave of another, its pitch and bridge as they are by now in both:
 *  what passes the one's bridge passes the other's. Real-time safe. */
void rosin_loop_carry(rosin_loop *loop, const rosin_loop *before);
/** Change the sounding period (samples), not below `shortest`, over the `pace` samples to come.
 *  Returns by what that changes rosin_loop_squares(). Real-time safe. */
double rosin_loop_tune(rosin_loop *loop, double period);
/** From now on the pitch moves every `pace` samples, 1 or more (1 at first), and glides between.
 *  Real-time safe. */
void rosin_loop_take_pace(rosin_loop *loop, int pace);
/** No contact will be farther than x samples from the bridge: then the wave is cut that far
 *  from it, at every pitch that has room for it, or farther as long as it sounds. 1 if that moves
 *  the bridge on the line, and all taps with it. If nobody says, all that there is room for.
 *  Real-time safe. */
int rosin_loop_need(rosin_loop *loop, double x);
/** Taps at x samples from the bridge. Real-time safe. */
void rosin_loop_place(const rosin_loop *loop, double x, rosin_taps *taps);
/** Damp all that has left the contacts' part so far, as the pitch is now. Real-time safe. */
void rosin_loop_release(rosin_loop *loop);
/** Advance by a sample in which something is to be done. Real-time safe. */
void rosin_loop_work(rosin_loop *loop);
/** Advance time by one sample. Real-time safe. */
static inline void rosin_loop_advance(rosin_loop *loop) {
  if (loop->head > loop->due) {
    loop->head--;
    loop->frontier++;
  } else if (!loop->asleep) {
    rosin_loop_work(loop);
  }
}
/** Forget what was injected before its time: it will be done anew, by another pitch. */
void rosin_loop_recall(rosin_loop *loop);
/** shift.c: take the `by` newest samples back to where they came from, through filters and past a
 *  window as they were; or inject as many before their time. Real-time safe. */
void rosin_loop_withdraw(rosin_loop *loop, int by, const rosin_cut *before);
void rosin_loop_send(rosin_loop *loop, int by);
/** Inject the sample at head. */
void rosin_loop_inject(rosin_loop *loop);
/** The line is at its end: begin anew at the other. */
void rosin_loop_slide(rosin_loop *loop);
/** Velocity of the wave at taps. Real-time safe. */
static inline double rosin_loop_velocity(const rosin_loop *loop, const rosin_taps *taps) {
  const double *u = loop->line + loop->head;
  if (loop->asleep)
    return 0;
  return rosin_eight(taps->toward.weight, u + taps->toward.first) -
         rosin_eight(taps->back.weight, u + taps->back.first);
}
/** As after a reset, with the pitch as it is by now. */
void rosin_loop_rise(rosin_loop *loop);
/** The wave is about to be changed. Real-time safe. */
static inline void rosin_loop_wake(rosin_loop *loop) {
  loop->pushed = 1;
  if (loop->asleep)
    rosin_loop_rise(loop);
}
/** Add a force (N) at taps. Real-time safe. */
static inline void rosin_loop_push(rosin_loop *loop, const rosin_taps *taps, double force) {
  const double wave = 0.5 * force * loop->admittance;
  rosin_loop_wake(loop);
  rosin_eight_add(loop->line + loop->head + taps->toward.first, wave, taps->toward.weight);
  rosin_eight_add(loop->line + loop->head + taps->back.first, -wave, taps->back.weight);
}
/** Wave that arrives at the bridge, m/s. Real-time safe. */
static inline double rosin_loop_at_bridge(const rosin_loop *loop) {
  const double *u = loop->line + loop->head;
  return loop->bridge_whole >= 0 ? u[loop->bridge_whole]
                                 : rosin_eight(loop->bridge_weight, u + loop->bridge_first);
}
/** Take a velocity (m/s) from the wave where it passes the bridge. Real-time safe. */
static inline void rosin_loop_lose_at_bridge(rosin_loop *loop, double velocity) {
  double *u = loop->line + loop->head;
  if (velocity != 0)
    rosin_loop_wake(loop);
  if (loop->bridge_whole >= 0)
    u[loop->bridge_whole] -= velocity;
  else
    rosin_eight_add(u + loop->bridge_first, -velocity, loop->bridge_weight);
}
/** Sum over the line of the product of two sides' taps. */
double rosin_loop_overlap(const rosin_side_taps *a, const rosin_side_taps *b);
/** Sum over the line of the product of two ports' taps, over 4 Z. */
double rosin_loop_mobility(const rosin_loop *loop, const rosin_taps *a, const rosin_taps *b);
/** Sum of squares of the wave: energy is Z T times this. */
double rosin_loop_squares(const rosin_loop *loop);
/** How many of these came with a window that was so long, whole and part, until now. */
double rosin_loop_widened(const rosin_loop *loop, int window, double part);
/** Sum of squares that left at the nut since the last reset. */
double rosin_loop_lost(const rosin_loop *loop);
/** How many taps a loop of `period` samples has on each side. */
int rosin_loop_taps(double period);
/** Gain of one round trip at `angle` radians a sample. */
double rosin_loop_gain(const rosin_loop *loop, double angle);

/** Lagrange weights of `taps` (even) samples around fraction 0..1 between the two
 *  in the middle; the rest of the ROSIN_TAPS weights are 0. */
void rosin_lagrange(int taps, double fraction, double *weight);

/** Share of the broadband loss that the slow mean is spared: all but enough that what a
 *  moving finger leaves there fades in the end. */
#define ROSIN_SPARED 0.9999

/** Share of the broadband loss that is given back at `angle` radians a sample: the
 *  mean over a period, as seen from the sample it is added to (real part). */
double rosin_loop_spared(const rosin_loop *loop, double angle);

/* loss.c, fit.c, dispersion.c: filled in by rosin_loop_init. */
double rosin_mean_gain(double half, double angle);
/** How much of the next whole half-width a mean of this one is. Real-time safe. */
double rosin_mean_fraction(double half);
/** The loss at the pitch at hand, with steep filters about as wide as those `before`, if that is
 * not NULL, a pitch lower. */
void rosin_loss_fit(rosin_loop *loop, double rate, const rosin_decay *decay,
                    const rosin_mix *before, rosin_mix *mix);
/** How much of the means 4, 2 and 1 times as wide a filter takes: one that takes nothing of f^2,
 *  and one nothing of f^4 either. */
typedef struct {
  double once[ROSIN_STEEP], twice[ROSIN_STEEP];
} rosin_steep;
/** Of means half[0], half[1], half[2] samples wide, each half as wide as the one before or a little
 *  more. Real-time safe. */
rosin_steep rosin_steep_at(const double *half);
/** Whether they do something: the narrowest mean is more than hardly one. */
int rosin_loop_is_steep(const rosin_loop *loop);
/** What follows from the half-widths of means `from` up to `to`. Real-time safe. */
void rosin_means_set(rosin_loop *loop, int from, int to);
/** Make the steep filters so wide, as far as there is room. Real-time safe. */
void rosin_loop_widen(rosin_loop *loop, double width);
/** Loss of the loop as wide as its means are by now, `u` of the way from a to b. Real-time safe. */
void rosin_loss_mix(const rosin_loop *loop, const rosin_mix *a, const rosin_mix *b, double u,
                    rosin_loss *loss);

/* fitted.c */
/** Loss, poles and sections of a loop that was fitted when rosin was made, as fits would find them,
 *  to the bit: 1; 0: it is none of these, and nothing has changed. `mark` is of all that they come
 *  from. */
int rosin_fitted_find(uint64_t mark, rosin_loop *loop);

/* passive.c */
void rosin_loss_grid_init(rosin_loss_grid *grid);
/** What the means take, sum share (1 - D), at every `step`-th angle of the grid:
 *  taken[k] at pi k / ROSIN_LOSS_ANGLES, k = step, 2 step, ... */
void rosin_loss_taken(const rosin_loss_grid *grid, const rosin_loop *loop, const rosin_loss *loss,
                      int step, double *taken);
/** 1 if |H| <= 1 with the loss as it is now. */
int rosin_loss_passive(const rosin_loss_grid *grid, const rosin_loop *loop);
/** How many sections bring the shifts of partials 2 to 20 within a tenth, over two octaves from an
 *  open string of `period` samples on, as far as there is room; and their poles at pitches four an
 *  octave [ROSIN_POLE_STEPS]. */
int rosin_dispersion_fit(double period, double inharmonicity, rosin_sections *sections,
                         rosin_poles *poles);
/** Put the poles of all sections there. Real-time safe. */
void rosin_sections_set(rosin_sections *sections, const rosin_poles *poles);
/** What the sections delay a wave of `angle` radians a sample by, in radians; `group`, not NULL:
 *  group delay, samples. */
double rosin_sections_lag(const rosin_sections *sections, double angle, double *group);
/** Phase delay, samples, of a first partial of `angle` radians a sample, whose period is more
 *  than they delay. Real-time safe. */
double rosin_sections_first(const rosin_sections *sections, double angle);
/** Samples that they delay slow waves by: the most. */
double rosin_sections_delay(const rosin_sections *sections);

#endif
