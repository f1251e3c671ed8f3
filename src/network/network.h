/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * The network's insides: members, the plan that prepare makes of them, and the
 * records that process walks through.
 *
 * Life of a sample (sample.c): controls -> free velocities at the ports -> solve
 * each group of contacts and joints -> apply forces -> signals.
 *
 * Rows: each contact and each joint is one row with a relative velocity
 * v_row = sum of sign * v_port (+ prescribed velocity) and a force that acts as
 * -f on side a and +f on side b, so v_row = free_row - sum_s B_rs f_s.
 */
#ifndef ROSIN_NETWORK_H
#define ROSIN_NETWORK_H

#include "contact/abreast/abreast.h"
#include "contact/contact.h"
#include "contact/group.h"
#include "resonator.h"

enum { ROSIN_NAME = 64 };
/** Samples from one look after all of it to the next: its energy, what may sleep. */
enum { ROSIN_WATCH = 512 };

/** What an input moves beside the means that the others read: the `part` of an `owner`,
 *  a body's control, a row's side, a row's load, whether a push pushes. */
typedef enum {
  ROSIN_MOVES_NOTHING,
  ROSIN_MOVES_CONTROL,
  ROSIN_MOVES_PLACE,
  ROSIN_MOVES_LOAD,
  ROSIN_MOVES_PUSH
} rosin_moves;

/** A control: its value at the end of the last sample and its mean over this one. */
typedef struct {
  const rosin_parameter *parameter;
  double initial; /* as what it moves was made */
  double hold, last, mean;
  double reached;     /* the mean that reached what it moves; NAN: none yet */
  const double *feed; /* for the current call, or NULL */
  const double *more; /* the same, to be added to what it is held at or fed (added.h) */
  int busy;           /* listed: mean may change in the next sample */
  rosin_moves moves;
  int owner, part, group;
} rosin_input;

/** One side of a row. */
typedef struct {
  int body; /* -1: a prescribed velocity */
  int port;
  double sign;
} rosin_side;

typedef struct {
  char name[ROSIN_NAME];
  rosin_body *body;
  int ports, group;
  int strands;          /* it is cut into for the points of contacts that it is side a of */
  unsigned bound;       /* of the body, as this network was prepared */
  int input, inputs;    /* its controls: first input, count */
  int every;            /* samples from one move of these to the next */
  double *free, *force; /* [ports] */
  double *mobility;     /* [ports * ports] */
  int moved;            /* mobility must be taken anew */
  int stirred;          /* it was, and its group does not know yet */
  int row_ports;        /* the first of the ports: sides of rows, in name order */
  int *heard, hears;    /* ports whose free velocity somebody needs */
  int *read, reads;     /* ports whose velocity is read when all forces are known: */
  int pickups;          /* at first those of signals, then of pushes that push */
} rosin_member;

/** A contact's controls, in the order of rosin_contact_parameters(). */
enum {
  ROSIN_IN_FORCE,
  ROSIN_IN_VELOCITY,
  ROSIN_IN_POSITION,
  ROSIN_IN_POSITION_A,
  ROSIN_IN_ROLLING,
  ROSIN_IN_ROAD,
  ROSIN_IN_SIDEWAYS,
  ROSIN_IN_ROUGHNESS,
  ROSIN_IN_GRAIN,
  ROSIN_IN_WIDTH,
  ROSIN_INS
};

enum rosin_row_kind { ROSIN_ROW_CONTACT, ROSIN_ROW_JOINT };

/* The points of a contact are rows one after the other, with the inputs of the first. */
typedef struct {
  char name[ROSIN_NAME + 2];     /* of a point after the first with # and its number */
  char body_name[2][ROSIN_NAME]; /* "-" for none */
  enum rosin_row_kind kind;
  rosin_contact *contact; /* contacts only: this point, */
  rosin_contact *whole;   /* of this contact, */
  int point, points;      /* the so manieth of so many */
  double position[2];     /* joints only */
  rosin_side side[2];
  const double *prescribed; /* velocity; counts against v where it is a joint's */
  const double *free[2];    /* of the sides; 0 where there is no body */
  double *force[2];         /* on them */
  int watched;              /* its velocity is a signal */
  int input;                /* contacts: ROSIN_IN_FORCE ...; joints: velocity */
  int across;               /* row that is this contact's second axis, or -1 */
  int presser;              /* row whose force is this contact's load, or -1 */
  int flying;               /* that force was 0 */
  double way, end;          /* of laws of the normal: m, way of the prescribed velocity; N, force at
                               the sample's end */
  int instant;              /* one of its bodies has no begin (a string): see rosin_load */
  int group;
  rosin_load load; /* from the controls, renewed while they move */
  int load_moved;  /* since uniqueness was looked at */
  double v, f;     /* of the last sample */
  double slack;    /* joints: mean velocity left as it comes to rest */
  double normal, dissipation;
  long long solves, outside;  /* samples under load; of those, outside the passivity bound, */
  long long missed;           /* and whose solve missed its tolerance, */
  long long several;          /* and that were searched outside the uniqueness condition */
  double took, gave;          /* J, since the last reset: see rosin_contact_account */
  double grains;              /* grains passed in a sample at 1 m/s; 0: smooth */
  int lifted, touching;       /* touching: was lifted until now */
  int unique, unique_version; /* uniqueness, as found at this mobility and load */
  double unique_mobility;
  rosin_load unique_load;
  int scan;               /* next index of a look spread over samples; ROSIN_SCAN: none under way */
  double fall, scan_fall; /* steepest, as found, and so far */
} rosin_row;

typedef struct {
  char name[ROSIN_NAME], body_name[ROSIN_NAME];
  double position;
  int body, port, input;
  int pushes; /* its force is not 0 */
} rosin_push;

enum rosin_signal_kind {
  ROSIN_SIGNAL_VELOCITY,
  ROSIN_SIGNAL_FORCE,
  ROSIN_SIGNAL_BRISTLE,
  ROSIN_SIGNAL_NORMAL,
  ROSIN_SIGNAL_DISSIPATION,
  ROSIN_SIGNAL_PORT
};

typedef struct {
  char name[3 * ROSIN_NAME];
  enum rosin_signal_kind kind;
  int row, body, port;
  rosin_observable what;
  double position;
  int ignored;             /* nobody wants it now (heed.h) */
  double silence;          /* see rest.h: infinity unless it was set */
  double low, high, rests; /* since the last look; while it sleeps */
  double *buffer;          /* [block] */
} rosin_signal;

/** What a group has come to since the last reset. Each counts for itself, so that sums do not
 * depend on who is worked out first. */
typedef struct {
  rosin_statistics statistics;
  double given; /* J, most that bodies can have got, by pushes, joints and who moves them */
} rosin_tally;

/** Two rows and the bodies they share: one, or two (else the second is the first). */
typedef struct {
  int row[2], body[2];
} rosin_pair;

typedef struct {
  int *at, count;
} rosin_indices;

/** Scratch of the search for loads (pressed.c), each [contacts]. */
typedef struct {
  int *by;                                           /* the member whose force is its load, or -1 */
  double *guess, *miss, *guess_before, *miss_before; /* loads, what they missed by */
  double *share;                                     /* what roughness makes of them */
  int *pressed;                                      /* whether members are */
  rosin_group_contact *contact; /* as they are solved: what has no load has the law `nothing` */
  rosin_law nothing;
  double *v, *f;
  double *solved_v, *solved_f, *solved_guess; /* of all, under the loads that missed least */
  double *low_v, *high_v, *before_v; /* of all, on both sides of one load, and a round ago */
} rosin_pressed;
/** Rows of matrices over the joints are padded with 0 to a multiple of this. */
enum { ROSIN_JOINTS_WIDE = 6 };
static inline int rosin_joints_wide(int joints) {
  return (joints + ROSIN_JOINTS_WIDE - 1) / ROSIN_JOINTS_WIDE * ROSIN_JOINTS_WIDE;
}

/** Bodies that contacts and joints hold together, and all that belongs to them; a body that
 *  nothing touches is a group of its own. Groups know nothing of each other: each runs
 *  through a call by itself. Rows are indices into network.row, contacts first, each kind in
 *  name order. */
typedef struct {
  rosin_indices body, push, signal; /* into the network's arrays; the first two in name order */
  int heeded;                       /* signals that are (heed.h); they come first */
  rosin_indices busy;               /* inputs that are on their way; room for all */
  int contacts, joints;
  int *row;           /* [contacts + joints] */
  int coupled;        /* some contact feels another, or is its load */
  int marches;        /* it goes abreast with others */
  int simple, simply; /* one body, rubbed in one place, is all; so it is in this sample */
  int loads;          /* some contact is another's load */
  int moved;
  int asleep, quiet;    /* see rest.h: 1 silent, 2 unheard; samples for which it was silent, */
  int hidden;           /* or for which nobody heard it */
  int rested;           /* samples from a buffer's begin on that are as its signal rests */
  int reads;            /* some port's velocity is read when all forces are known */
  int changed;          /* some contact is to be lifted, or presses again */
  int *active, presses; /* [contacts]: those that press, */
  int *away, aways;     /* [contacts]: and lifted ones that are watched */
  int pairs;
  rosin_pair *pair;       /* rows that share a body; the rest of b is zero */
  int *joined, meets;     /* [contacts], whether a joint feels it in the same sample; any of them */
  double *b;              /* [rows * rows], whole mobility */
  double *reduced;        /* [contacts * contacts], joints eliminated */
  double *chol;           /* [joints * joints], factor of the joints' mobility, */
  double *lower, *upper;  /* [joints * rosin_joints_wide()], its inverse and that one's transpose */
  double *between, *held; /* [rosin_joints_wide()] scratch of rosin_group_joints */
  double *joint_force;    /* [joints] */
  double *via;            /* [joints * contacts], joint mobility^-1 B_jc */
  double *free;           /* [rows] */
  double *v, *f;          /* [rows] scratch of the solve */
  double *active_b;       /* [contacts * contacts] */
  double *active_free;    /* [contacts] */
  int *part, *parted, parts; /* [contacts], which of them feel each other: for each of active the
                                first of its part; of which active; how many that were, -1: to
                                be found anew */
  int *member;               /* [contacts], one part */
  int *late;                 /* [contacts], by the first of a part: its loads are others' forces */
  rosin_pressed pressed;
  rosin_group_contact *contact; /* [contacts] */
  rosin_group_scratch scratch;
  rosin_tally tally;
  rosin_abreast *abreast; /* one, */
  int abreast_first;      /* of the part that stands there, by its first; -1: none does */
} rosin_group;

/** Contacts that go abreast at most, a vector of them: what the bodies of eight read in a sample no
 *  longer fits the nearest cache (32 KiB). */
enum { ROSIN_MARCH = 4 };

/** Groups whose contacts are solved abreast, sample by sample. */
typedef struct {
  int *group, groups;   /* into network.group */
  int row[ROSIN_MARCH]; /* whose contacts wait for each other in this sample, */
  rosin_abreast lanes;  /* a lane each */
} rosin_march;

struct rosin_network {
  double rate, period;
  double control_rate; /* Hz: bodies that glide between the moves of their controls are moved so
                          often */
  int every;           /* samples from one look at places and pitches to the next */
  int block;
  int members, rows, pushes, signals, inputs, groups;
  rosin_member *member;
  rosin_row *row;
  rosin_push *push;
  rosin_signal *signal;
  rosin_input *input;
  rosin_group *group;
  int marches, *marching;                   /* groups that go abreast: [groups] */
  rosin_march *march;                       /* [groups / 2] */
  int *order_body, *order_row, *order_push; /* in name order */
  double nothing, sink;                     /* velocity of no body, force on it */
  unsigned long long seed;
  int budget; /* evaluations a contact's solve may take; 0: ROSIN_BUDGET */
  void *plan; /* memory of the prepared plan */
  int ready;
  int wakeful;        /* nothing of it may sleep */
  int unheard;        /* nobody hears it: what moves by itself may sleep too */
  int jerk;           /* joined bodies may move apart as the next sample begins */
  rosin_tally before; /* of what was prepared before, and what bodies had then */
  long long clock;    /* samples since the last reset */
};

/** pieces.c: all that a prepared network writes to while it runs, its bodies and contacts too. */
void rosin_network_pieces(rosin_network *network, rosin_kept *kept);
/** Index of a member, row (contact or joint), push by name; -1 if there is none. */
int rosin_network_find_body(const rosin_network *network, const char *name);
int rosin_network_find_row(const rosin_network *network, const char *name);
int rosin_network_find_push(const rosin_network *network, const char *name);

/** lay.c: as a network is prepared: the arrays that its plan needs, after `first` bytes of
 * something else, in zeroed memory aligned to 64 bytes. Returns the bytes that all takes; with
 * `memory` NULL it only measures. */
size_t rosin_network_lay(rosin_network *network, int groups, size_t first, char *memory);
/** lay.c: rows of a kind in a group. */
int rosin_network_count(const rosin_network *network, int group, enum rosin_row_kind kind);
/** deal.c: as a network is prepared: to each group what belongs to it; room for one index for
 *  each member, push, signal and input. */
void rosin_groups_deal(rosin_network *network, int *memory);
/** inputs.c: as a network is prepared: bodies' controls that nobody has moved are as the bodies
 * were made, maybe anew. */
void rosin_inputs_begin(rosin_network *network);
/** inputs.c: as a network is prepared: what each input moves. */
void rosin_inputs_assign(rosin_network *network);
/** inputs.c: at the first sample all is moved, to what is held. */
void rosin_inputs_start(rosin_network *network);
/** inputs.c: this input's value was changed; its mean is on its way. Real-time safe. */
void rosin_input_wake(rosin_network *network, int index);
/** inputs.c: a group's means over a sample of the call, and what follows them. */
void rosin_inputs_move(rosin_network *network, rosin_group *group, int sample);
/** inputs.c: at the end of a call: what was fed is held. */
void rosin_inputs_end(rosin_network *network);
/** ports.c: as a network is prepared: what rows point at, which ports are read. */
void rosin_ports_link(rosin_network *network);
/** ports.c: which ports of a group's bodies somebody needs, as its contacts press now. */
void rosin_ports_choose(rosin_network *network, rosin_group *group);
/** ports.c: external forces, before the solve. */
void rosin_ports_push(rosin_network *network, const rosin_group *group);
/** ports.c: with all forces known: velocities of the ports that are read. */
void rosin_ports_read(rosin_network *network, const rosin_group *group);

/** rest.c: it is worked out from now on. */
void rosin_group_wake(rosin_group *group);
/** rest.c: of a sleeping group whose inputs have moved on by a sample: whether that wakes it. */
int rosin_group_is_roused(const rosin_network *network, const rosin_group *group);
/** rest.c: samples `from` to `to` of the call are made, of a group that is awake. */
void rosin_group_heed(rosin_network *network, const rosin_group *group, int from, int to);
/** rest.c: the same of one that sleeps: its signals stay. */
void rosin_group_rest(rosin_network *network, rosin_group *group, int from, int to);
/** rest.c: a call in which all of it sleeps and nothing is on its way: 1, or 0 if it is not so. */
int rosin_network_rest(rosin_network *network, int frames);
/** rest.c: `every` samples after the last time, `last` being the last of the call so far: what has
 *  been silent long enough sleeps. */
void rosin_network_doze(rosin_network *network, int every, int last);

/** watch.c: back to rest with a body that ran away; to be counted and said. */
void rosin_network_rescue(rosin_network *network, rosin_member *member);
/** watch.c: look after the bodies' energy, from time to time. */
void rosin_network_watch(rosin_network *network);

/** mobility.c: once, as a network is prepared: which rows see each other. */
void rosin_group_pair(const rosin_network *network, rosin_group *group);
/** mobility.c: take the group's mobility anew from its bodies' and eliminate its joints. */
void rosin_group_refresh(rosin_network *network, rosin_group *group);
/** mobility.c: forces (at `f`, each `stride` after the last) that hold joints which would move
 *  apart at `v`, the same; may be one. */
void rosin_group_joints(const rosin_group *group, const double *v, int stride, double *f);
/** tally.c: what all groups have come to, in their order. */
rosin_tally rosin_network_tally(const rosin_network *network);
/** row.c: take a contact's load anew from its controls. */
void rosin_row_load(rosin_network *network, rosin_row *row);
/** inputs.c: where a contact's controls put a side of its row. */
double rosin_row_position(const rosin_network *network, const rosin_row *row, int side);
/** Whether a contact is always there: what presses it, if anything does, is found in the sample. */
static inline int rosin_row_stays(const rosin_row *r) {
  return r->presser >= 0 || r->contact->law.ops->normal;
}
/** Whether a contact presses, or is always there. */
static inline int rosin_row_presses(const rosin_row *r) {
  return rosin_row_stays(r) || r->load.normal > ROSIN_LEAST_LOAD;
}
/** Velocity of a row were there no forces. */
static inline double rosin_row_free(const rosin_row *r) {
  const double given = r->kind == ROSIN_ROW_CONTACT ? *r->prescribed : -*r->prescribed;
  return given + *r->free[0] - *r->free[1];
}
/** What its force is to the bodies. */
static inline void rosin_row_set_forces(const rosin_row *r) {
  *r->force[0] = -r->f;
  *r->force[1] = r->f;
}
/** loads.c: where the sides of a contact along the normal are, and on by a sample. */
void rosin_row_place(const rosin_network *network, rosin_row *row);
/** loads.c: a contact's presser flies: nothing rubs. */
void rosin_row_let_go(rosin_network *network, rosin_row *row);
/** loads.c: of `members` of a part, take the loads of those that others press, which have been
 *  solved; what flies is let go and leaves the list. Returns how many stay. */
int rosin_group_press(rosin_network *network, rosin_group *group, int members);
/** loads.c: which parts come late, since others' forces are their loads; parts that wait for
 *  each other become one. */
void rosin_group_order(const rosin_network *network, rosin_group *group, int count);
/** pressed.c: rosin_group_solve() of a part of `count` members, its loads found with it. */
int rosin_group_solve_pressed(rosin_network *network, rosin_group *group, int count,
                              int *iterations);
/** row.c: a rough surface slides on by a sample: what presses, of a load. */
void rosin_row_slide(const rosin_network *network, rosin_row *row, rosin_load *load);
/** row.c: what a solved sample of a contact comes to. */
void rosin_row_account(rosin_network *network, rosin_row *row, const rosin_load *load,
                       const rosin_solution *solution, double mobility);
/** What presses a row's contact in this sample, into its lane. */
static inline void rosin_row_press_lane(const rosin_network *n, rosin_row *r, rosin_abreast *a,
                                        int lane) {
  rosin_load load = {.normal = r->load.normal, .normal_end = r->load.normal_end};
  if (r->grains != 0 || rosin_roughness_differs(&r->contact->roughness))
    rosin_row_slide(n, r, &load);
  a->normal[lane] = load.normal;
  a->normal_end[lane] = load.normal_end;
}
/** rosin_row_account() of a lane. */
static inline void rosin_row_account_lane(rosin_network *n, rosin_row *r, const rosin_abreast *a,
                                          int lane, const rosin_solution *one, double mobility) {
  if (one->passive && one->power > 0) { /* then nothing is asked of the load */
    rosin_row_account(n, r, a->load[lane], one, mobility);
    return;
  }
  const rosin_load load = rosin_abreast_load(a, lane);
  rosin_row_account(n, r, &load, one, mobility);
}
/** abreast.c: of a part of `count` members, each of which feels another: 2 if it was solved, 1 if
 *  it is to be solved under the loads of g->abreast, 0 if nothing was done. */
int rosin_group_abreast(rosin_network *network, rosin_group *group, int count);
/** group.c: which contacts press, where that has changed; before free velocities. */
void rosin_group_touch(rosin_network *network, rosin_group *group);
/** group.c: one sample: free velocities of what presses; v and f of those rows; and all that
 * follows from them. */
void rosin_group_meet(rosin_network *network, rosin_group *group);
void rosin_group_solve_all(rosin_network *network, rosin_group *group);
void rosin_group_part(rosin_network *network, rosin_group *group);

/** sample.c: at a sample of the call: what moves is moved; whether the group is worked out in it.
 */
int rosin_group_sets_out(rosin_network *network, rosin_group *group, int sample);
/** sample.c: a sample of a group, up to where contacts are to be solved, and from there on. */
void rosin_group_begin(rosin_network *network, rosin_group *group);
void rosin_group_end(rosin_network *network, rosin_group *group, int sample);
/** march.c: as a network is prepared: which groups go abreast, in as many rows as that takes. */
void rosin_march_form(rosin_network *network);
/** march.c: samples `from` to `to` of a row of groups, one of which may wake them. */
void rosin_march_run(rosin_network *network, rosin_march *march, int from, int to);

#endif
