/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * Bodies that vibrate (modal banks, waveguide strings) touch at contacts, where
 * a friction law acts; bodies, contacts and joints that belong together form a
 * network, solved without delay and stepped once a sample.
 */
#ifndef ROSIN_PUBLIC_NETWORK_H
#define ROSIN_PUBLIC_NETWORK_H

#include "base.h" /* beside this one, here and where both are installed */

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ---- bodies --------------------------------------------------------------- */

typedef struct rosin_body rosin_body;

/** One mode of a modal body. Defaults: rosin_mode_parameters(). */
typedef struct {
  double frequency; /**< Hz, undamped; 0 makes a free mass */
  double t60;       /**< s, time to fall by 60 dB; 0 = infinite (free of loss), unless q is given */
  double q;         /**< quality factor; 0 = use t60 */
  double mass;      /**< kg, modal mass */
} rosin_mode;

/** Mode shapes: the signed weight of each mode where the body is touched. */
typedef enum {
  ROSIN_SHAPE_TABLE, /**< given at named points; linear between their positions */
  ROSIN_SHAPE_SINE,  /**< mode l (1...) has sin(l pi x), x in 0..1: string, hinged bar */
  ROSIN_SHAPE_RING   /**< pairs of modes, orders 2, 2, 3, 3, ...: cos and sin of
                          (order * 2 pi x), x in turns: glass, bowl, ring */
} rosin_shape;
/** The shape that is named so, "table", "sine" or "ring"; -1 and an error. Real-time safe. */
int rosin_shape_find(const char *name, rosin_error *error) ROSIN_NONBLOCKING;

/** What of a modal body may move while it sounds, its controls. The modes keep their phases and
 *  their actions, energy over frequency, so that what moves and comes back has done no work; none
 *  goes above 0.45 of the rate. Losses keep their q, or their t60. */
typedef struct {
  double pitch;   /**< factor on all frequencies, 0.001...1000; 0: 1 */
  double size;    /**< factor on all lengths, 0.01...100: frequencies over it, masses times its
                       cube; 0: 1 */
  double tension; /**< N/m, 0.1...1e6, pull on a skin: frequencies go as its root; 0: no skin, the
                       control moves nothing */
  double fill;    /**< height of the liquid in a vessel, a share, 0...1: `load` times the fourth
                       power of it comes to the modal masses */
} rosin_modal_moves;

/** A modal body. Arrays are copied. */
typedef struct {
  int modes;              /**< 1...65536 */
  const rosin_mode *mode; /**< [modes] */
  rosin_shape shape;
  int points;              /**< TABLE: number of points, >= 1; else named points, >= 0;
                                up to 65536, points * modes of a TABLE up to 2^26 */
  const char *const *name; /**< [points]; NULL, also for one of them: without a name */
  const double *position;  /**< [points]; NULL: 0, 1, 2, ... ; rising for TABLE */
  const double *weight;    /**< TABLE: [points * modes], mode index fastest; NULL: all 1 */
  const int *order; /**< RING: [modes] n has cos(n * 2 pi x), -n has sin; NULL: 2, -2, 3, -3, ... */
  rosin_modal_moves
      made;           /**< where the controls stand that the modes are given for; zeros will do */
  const double *load; /**< [modes], what all the liquid of a full vessel adds to each modal mass, a
                           share of it as given, 0...1e6; NULL: no vessel, fill moves nothing */
} rosin_modal_spec;

/** A modal bank (bilinear transform, pre-warped so that pole and stiffness are
 *  exact) at `rate` Hz (1000...1e7). Fails on a mode above 0.45 of the rate. */
rosin_body *rosin_modal_new(const rosin_modal_spec *spec, double rate, rosin_error *error);
/** Give a modal body other modes and shapes; modes with an index in both keep their
 *  motion. Networks it belongs to do not process before they are prepared anew. On failure (-1) the
 * body is as before; -1 also if it is no modal body. */
int rosin_modal_set(rosin_body *body, const rosin_modal_spec *spec, rosin_error *error);

/* ---- bodies from matter and size ------------------------------------------- */

/** What a body is made of. */
typedef struct {
  const char *name;
  double young;      /**< Pa, Young's modulus; wood: along the grain */
  double density;    /**< kg/m^3 */
  double poisson;    /**< Poisson's ratio */
  double loss;       /**< loss factor at 1 kHz: 1/Q of a mode in which nothing else loses */
  double loss_power; /**< loss goes as frequency to this power */
  double across;     /**< Young's modulus across the grain, over that along it; 1 = the same */
  const char *source;
} rosin_material;

/** The materials; the table ends with a NULL name. Real-time safe. */
const rosin_material *rosin_materials(void) ROSIN_NONBLOCKING;
/** The material named `name`, or NULL. Real-time safe. */
const rosin_material *rosin_material_find(const char *name) ROSIN_NONBLOCKING;
/** Rows of rosin_material's numbers; defaults are steel's. Real-time safe. */
const rosin_parameter *rosin_material_parameters(void) ROSIN_NONBLOCKING;

/** A geometry whose modes are computed. */
typedef struct {
  const char *name;
  const char *summary;              /**< one line: what it is, and whose formula */
  const char *position;             /**< what a position on it means */
  const char *coordinates;          /**< what a point's (x, y) are; NULL: it has none */
  const char *material;             /**< name of the material it usually is of */
  const rosin_parameter *parameter; /**< rows; offsets into an array of double */
} rosin_form;

enum { ROSIN_FORM_PARAMETERS = 12 }; /**< a form has at most so many */

/** A named point on a form: at `position`, or, where a form has coordinates and
 *  `coordinates` is 1, at (x, y). */
typedef struct {
  const char *name;
  int coordinates;
  double position, x, y;
} rosin_form_point;

int rosin_forms(void);                      /**< number of forms */
const rosin_form *rosin_form_at(int index); /**< NULL outside 0 ... rosin_forms() - 1 */
/** The form named `name`, or NULL. Real-time safe. */
const rosin_form *rosin_form_find(const char *name) ROSIN_NONBLOCKING;
/** The `modes` (1...4096) lowest modes of `form` in `material`, none above `highest`
 *  Hz; `value` has a number for each of the form's parameters. Named points: the
 *  form's own, and `points` more (a name that is there already is moved). What lies
 *  at (x, y) gets a position of its own, past all others. NULL and an error on bad
 *  numbers or if no mode is that low. Free with rosin_modal_spec_free(). */
rosin_modal_spec *rosin_form_modes(const rosin_form *form, const rosin_material *material,
                                   const double *value, int modes, double highest, int points,
                                   const rosin_form_point *point, rosin_error *error);
/** Free what rosin_form_modes() made; NULL is allowed. */
void rosin_modal_spec_free(rosin_modal_spec *spec);

/** A point of a damping curve. */
typedef struct {
  double frequency; /**< Hz, > 0 */
  double t60;       /**< s, > 0 */
} rosin_damping_point;

/** A waveguide string. Defaults and ranges: rosin_string_parameters(). */
typedef struct {
  double frequency;                   /**< Hz, first partial of the open string */
  double length;                      /**< m, bridge to nut */
  double impedance;                   /**< kg/s, Z0 = sqrt(tension * mass per metre) */
  double bending_stiffness;           /**< N m^2, EI */
  double q;                           /**< quality factor of all partials if no curve is given */
  double torsion_frequency;           /**< Hz, first torsional mode; 0 = no torsion */
  double torsion_impedance;           /**< kg/s, at the surface */
  double torsion_q;                   /**< quality factor of all torsional modes */
  int damping_points;                 /**< 0 = use q; up to 65536 */
  const rosin_damping_point *damping; /**< rising in frequency; copied; log-log between points */
} rosin_string_spec;

/** A string at `rate` Hz (1000...1e7); ports at position 0 (bridge) ... 1 (nut),
 *  a share of the open length. Control "finger": sounding pitch in Hz, from the
 *  open string's upwards; 0 = open. Control "mute": decay rate (1/s)
 *  that flesh on the string adds to all partials. */
rosin_body *rosin_string_new(const rosin_string_spec *spec, double rate, rosin_error *error);

void rosin_body_free(rosin_body *body); /**< NULL is allowed */
/** Back to rest. Real-time safe. */
void rosin_body_reset(rosin_body *body) ROSIN_NONBLOCKING;
/** J, mechanical; a string's is of the squares of its waves, up to 1.4 % of what was put in too
 * large while a sharp front passes its loss. Real-time safe. */
double rosin_body_energy(const rosin_body *body) ROSIN_NONBLOCKING;
/** Position of a named point: 0, or -1 if there is no such point. Real-time safe. */
int rosin_body_point(const rosin_body *body, const char *name, double *position) ROSIN_NONBLOCKING;

/* ---- contacts ------------------------------------------------------------- */

typedef struct rosin_contact rosin_contact;

int rosin_laws(void);                     /**< number of friction laws */
const char *rosin_law_name(int index);    /**< NULL outside 0 ... rosin_laws() - 1 */
const char *rosin_law_summary(int index); /**< one line: what it is, and its source */
/** 1 if the law acts along the normal (impact): the relative velocity is that at which a
 *  approaches b, the force pushes both apart, and no normal force is needed; else it rubs, or
 *  there is none of that name. Real-time safe. */
int rosin_law_is_normal(const char *law) ROSIN_NONBLOCKING;
/** A law's parameters; NULL if there is no such law. Real-time safe. */
const rosin_parameter *rosin_law_parameters(const char *law) ROSIN_NONBLOCKING;
/** The value of a law's parameter that `word` stands for, as "hold" and "relax" of `load_fall`
 *  for 0 and 1; -1 if it is none. `words` (may be NULL) gets those the parameter has, with
 *  commas between, or NULL. Real-time safe. */
int rosin_law_word(const char *parameter, const char *word, const char **words) ROSIN_NONBLOCKING;

/** A parameter that a surface sets. */
typedef struct {
  const char *key;
  double value;
} rosin_surface_value;

/** What rubs on what, by name: a law and its parameters; others stay at their defaults. In a scene
 *  and in Pd its name may stand where a law's does. */
typedef struct {
  const char *name;
  const char *summary;        /**< one line */
  const char *law;            /**< name of its law */
  rosin_surface_value set[9]; /**< ends with a NULL key */
} rosin_surface;

/** The surfaces; the table ends with a NULL name. Real-time safe. */
const rosin_surface *rosin_surfaces(void) ROSIN_NONBLOCKING;
/** The surface named `name`, or NULL. Real-time safe. */
const rosin_surface *rosin_surface_find(const char *name) ROSIN_NONBLOCKING;

/** Friction of two kinds of matter on each other. */
typedef struct {
  const char *name;             /**< "steel/ice" */
  double mu_static, mu_kinetic; /**< of the source */
  double stribeck_velocity;     /**< m/s, at which the first has worn off: ours, by kind */
  const char *source;
} rosin_friction_pair;

/** The pairs; the table ends with a NULL name. Real-time safe. */
const rosin_friction_pair *rosin_friction_pairs(void) ROSIN_NONBLOCKING;
/** The pair named `name`, in either order, or NULL. Real-time safe. */
const rosin_friction_pair *rosin_friction_pair_find(const char *name) ROSIN_NONBLOCKING;

/** A contact with friction law `law` at `rate` Hz, parameters at their defaults. */
rosin_contact *rosin_contact_new(const char *law, double rate, rosin_error *error);
/** The same of a law or a surface, with the parameters that this sets, by its name. */
rosin_contact *rosin_contact_of(const char *what, double rate, rosin_error *error);
void rosin_contact_free(rosin_contact *contact); /**< NULL is allowed */
/** Name of its law. Real-time safe. */
const char *rosin_contact_law(const rosin_contact *contact) ROSIN_NONBLOCKING;
/** Set a parameter of its law, or one of rosin_contact_options, as text: a number, or a word. 0, or
 *  -1 and an error. */
int rosin_contact_say(rosin_contact *contact, const char *name, const char *value,
                      rosin_error *error);
/** Make a contact `contacts` (1 ... 5; 1 at first) points side by side, as bow hair that is wide.
 *  They share the normal force, the law's extensive parameters and the modal body that is side
 *  a, of which each has a strand of its own, and lie on a string's "width" (m), the middle of
 *  each part of it. Laws' parameters, controls and signals stay those of the whole: forces are
 *  sums, velocity and bristle means. Before the contact is in a network: -1 and an error
 *  afterwards. Driven alone it is one point. */
int rosin_contact_divide(rosin_contact *contact, int contacts, rosin_error *error);
/** Let the surface differ from place to place: the load is N exp(`spots` eta(s) - `spots`^2 / 2),
 * eta a smooth random course of the way slid (back over the same places), of variance 1, that takes
 *  `spot` (m) to turn; of the network's seed. `spots` 0 ... 1 (0: even, as at first), `spot` 1e-5
 * ...
 *  10. Before the contact runs; laws along the normal have none. -1 and
 *  an error outside the ranges. */
int rosin_contact_spots(rosin_contact *contact, double spots, double spot, rosin_error *error);
/** Let ridges lie on the surface at even distances, as windings of a string, teeth of a zip, cuts
 * of a file: the load is N (1 - `ridges` + `ridges` exp(4 cos(2 pi s / `ridge`)) / I0(4)), s the
 * way slid, so that a tone of speed / `ridge` Hz sounds. `ridges` 0 ... 1 (0: none, as at first),
 * `ridge` 1e-5 ... 10 m. Where less than five samples meet a ridge, they are even. As
 * rosin_contact_spots() otherwise, and beside it. */
int rosin_contact_ridges(rosin_contact *contact, double ridges, double ridge, rosin_error *error);
/** Set one of rosin_contact_options by its name, before the contact runs. 0, or -1 and an error
 * that names what there is, or the range. */
int rosin_contact_option(rosin_contact *contact, const char *name, double value,
                         rosin_error *error);
/** Bristles at rest. Real-time safe. */
void rosin_contact_reset(rosin_contact *contact) ROSIN_NONBLOCKING;
/** Set a law parameter; takes effect at the next sample. Real-time safe. */
int rosin_contact_set(rosin_contact *contact, const char *parameter, double value,
                      rosin_error *error) ROSIN_NONBLOCKING;
/** Value of a law parameter, NaN if there is none of that name. Real-time safe. */
double rosin_contact_get(const rosin_contact *contact, const char *parameter) ROSIN_NONBLOCKING;
/** Set a control that a contact driven alone keeps for itself, as the next calls of
 *  steady and drive will see it: rolling (m/s), road, sideways (m/s), roughness,
 *  grain (m), as in rosin_contact_parameters(). Real-time safe. */
int rosin_contact_input(rosin_contact *contact, const char *control, double value,
                        rosin_error *error) ROSIN_NONBLOCKING;
/** Steady friction force (N) at constant relative velocity (m/s), normal force
 *  (N). Real-time safe. */
double rosin_contact_steady(const rosin_contact *contact, double velocity,
                            double normal) ROSIN_NONBLOCKING;
/** Drive a contact alone for one sample: mean relative velocity (m/s), normal
 *  force (N) at the end of the sample. Returns the mean friction force (N);
 *  `bristle` (may be NULL) gets the mean deflection (m). Real-time safe. */
double rosin_contact_drive(rosin_contact *contact, double velocity, double normal,
                           double *bristle) ROSIN_NONBLOCKING;

/* ---- networks ------------------------------------------------------------- */

typedef struct rosin_network rosin_network;

/** What the solver met since the last reset. */
typedef struct {
  long long solves;      /**< contact-samples under load */
  long long elastic;     /**< of those, purely elastic: no iteration */
  long long iterations;  /**< evaluations of the law, over the others */
  int iterations_max;    /**< worst single contact-sample */
  long long unconverged; /**< contact-samples that missed the tolerance */
  long long not_unique;  /**< contact-samples outside the uniqueness condition */
  long long passivity;   /**< contact-samples outside the law's passivity bound */
  long long rescued;     /**< times a body was put to rest because it ran away: more
                              than 1e12 m/s at a port, more than 1e18 J or a thousand
                              times what anybody gave the network, or not finite. Never,
                              unless a force was absurd or rosin has a fault */
  double dissipated;     /**< J, in the contacts, from the laws' own expressions, and in
                              joints of what still moved apart */
  double given;          /**< J, that friction gave outside the bound: rosin_contact_account */
  double worst;          /**< J, most negative dissipation of a contact-sample within the
                              passivity bound */
  double supplied;       /**< J, by prescribed velocities, external forces, and whoever moves modal
                              bodies, or fingers on strings */
  double handled;        /**< J, sum of (|f v| + |f V|) T over the contacts, v the
                              relative, V the prescribed velocity */
} rosin_statistics;

/** What one contact did since the last reset. */
typedef struct {
  const char *name;  /**< the network's */
  const char *law;   /**< name of its law */
  long long solves;  /**< samples under load */
  long long outside; /**< of those, outside the law's passivity bound */
  double took;       /**< J, dissipated */
  double gave;       /**< J, that friction gave in samples outside the bound, beyond the work of
                          a load that moves: 0 of a passive law */
  long long missed;  /**< of the samples under load, those whose solve missed its tolerance */
  long long several; /**< of the samples under load, those whose force was searched for outside the
                          uniqueness condition, so that others may agree with the bodies too */
} rosin_contact_account;

/** An empty network at `rate` Hz that will process up to `block` samples a call. */
rosin_network *rosin_network_new(double rate, int block, rosin_error *error);
void rosin_network_free(rosin_network *network); /**< frees none of its bodies and contacts */

/* Members are borrowed, must have been made for the network's rate and live
 * longer than the network. A body or contact is in a network once; of two networks
 * with the same body only the one that was prepared last processes. Names: letters, digits, '_',
 * '-', '~', not empty, unique in the network, at most 63 bytes. The order of these calls changes no
 * bit of the result: sums run in name order. */
int rosin_network_body(rosin_network *network, const char *name, rosin_body *body,
                       rosin_error *error);
/** Contact between body `a` (or "-": the prescribed velocity alone) and body
 *  `b`. The relative velocity is v_a - v_b plus the control "velocity"; the
 *  friction force acts as +f on b and -f on a. Controls: rosin_contact_parameters(). */
int rosin_network_contact(rosin_network *network, const char *name, rosin_contact *contact,
                          const char *a, const char *b, rosin_error *error);
/** Make two contacts the two axes of one, for laws of two axes (induction-2d,
 *  lugre-joint): each sees the other's relative velocity as its "sideways". */
int rosin_network_across(rosin_network *network, const char *name, const char *other,
                         rosin_error *error);
/** Let the normal force of contact `name` be, in the same sample, the force of contact `other`,
 *  whose law acts along the normal (impact): what bounces is rubbed only while it touches. Its
 *  control "force" then does nothing. Several contacts may have one load. */
int rosin_network_load(rosin_network *network, const char *name, const char *other,
                       rosin_error *error);
/** Rigid joint: v_a - v_b = 0, or v_a = control "velocity" if b is "-".
 *  Positions are fixed; a string's end at the bridge is position 0. A joint that adds
 *  nothing to those before it in the order of names (a twin, the last of a ring, a place
 *  with itself, a node) bears no force. */
int rosin_network_joint(rosin_network *network, const char *name, const char *a, double position_a,
                        const char *b, double position_b, rosin_error *error);
/** External force (N) on a body: control "force". */
int rosin_network_push(rosin_network *network, const char *name, const char *body, double position,
                       rosin_error *error);
/** Hz at which fingers on strings move when nobody says: where they glide between moves, none of
 *  which is heard. */
#define ROSIN_CONTROL_RATE 11025
/** Move the controls of bodies that glide between moves (a string's finger and flesh) at
 *  least `rate` times a second (0...1e7; ROSIN_CONTROL_RATE at first), or in every sample: 0.
 *  All others, places too, move 44100 times a second. Takes effect at the next prepare. 0, or
 *  -1 and an error. */
int rosin_network_control_rate(rosin_network *network, double rate, rosin_error *error);
/** Seed of everything random (the roughness of surfaces): the same seed, the same
 *  samples. 1 at first. Takes effect at once; rosin_network_reset starts the noise
 *  anew. Real-time safe. */
void rosin_network_seed(rosin_network *network, unsigned long long seed) ROSIN_NONBLOCKING;
/** Ask for a signal before prepare; returns its index. Names:
 *  CONTACT.velocity (relative, m/s), .force (friction, N), .bristle (m),
 *  .normal (N), .dissipation (W); BODY.velocity@P, .displacement@P,
 *  .acceleration@P, STRING.bridge_force (N), JOINT.force (N);
 *  P is a number or a named point. */
int rosin_network_signal(rosin_network *network, const char *name, rosin_error *error);

/** Sort, connect, allocate; call it again after adding members. State of bodies
 *  and contacts is kept. */
int rosin_network_prepare(rosin_network *network, rosin_error *error);

/** Index of a control, "NAME.KEY" ("bow.force", "d.finger"), or -1, which nothing takes for one.
 *  Real-time safe. */
int rosin_network_control(const rosin_network *network, const char *name) ROSIN_NONBLOCKING;
/** The same, with an error that says what there is instead. Real-time safe. */
int rosin_network_control_find(const rosin_network *network, const char *name,
                               rosin_error *error) ROSIN_NONBLOCKING;
/** The same for a value in the control's range, else -1 and an error. Real-time safe. */
int rosin_network_control_for(const rosin_network *network, const char *name, double value,
                              rosin_error *error) ROSIN_NONBLOCKING;
/** Hold the control of a name, as rosin_network_hold: 0, or -1 and an error, if there is none or
 * the value is not finite. Real-time safe. */
int rosin_network_set(rosin_network *network, const char *name, double value,
                      rosin_error *error) ROSIN_NONBLOCKING;
/** Table row of a control (unit, range, default). Real-time safe. */
const rosin_parameter *rosin_network_control_parameter(const rosin_network *network,
                                                       int control) ROSIN_NONBLOCKING;
/** Value a control begins with: its row's default, or what its body was made with; NaN if there is
 *  none. Real-time safe. */
double rosin_network_initial(const rosin_network *network, int control) ROSIN_NONBLOCKING;
/** Hold a control at a value from the next sample on, clipped to the control's range: 0; or -1, and
 *  nothing changes, if there is no such control (as where a name was wrong) or the value is not
 *  finite. Real-time safe. */
int rosin_network_hold(rosin_network *network, int control, double value) ROSIN_NONBLOCKING;
/** Value a control is held at, or last had; NaN if there is none. Real-time safe. */
double rosin_network_held(const rosin_network *network, int control) ROSIN_NONBLOCKING;
/** Like hold, but without a way there: as if it had always been at `value`. Real-time
 *  safe. */
int rosin_network_jump(rosin_network *network, int control, double value) ROSIN_NONBLOCKING;
/** Value of a control at the end of the last sample; NaN if there is none. Real-time safe. */
double rosin_network_value(const rosin_network *network, int control) ROSIN_NONBLOCKING;
/** Values (at the end of each sample) for the next process call only; held at
 *  the last one afterwards. Clipped like hold, and what is not finite is passed over. NULL: none
 *  after all. 0, or -1 if there is no such control. Real-time safe. */
int rosin_network_feed(rosin_network *network, int control, const double *values) ROSIN_NONBLOCKING;
/** Advance by `frames` (1 ... block) samples. The result does not depend on how
 *  time is cut into calls. 0; or -1, and nothing happens, with another number of frames,
 *  before prepare, after a member was added, or after a body was given other modes or
 *  prepared with another network. What was fed is forgotten then. Real-time safe. */
int rosin_network_process(rosin_network *network, int frames) ROSIN_NONBLOCKING;
/** Samples of a signal from the last process call; NULL if there is no such signal or the
 *  network is not prepared. Real-time safe. */
const double *rosin_network_read(const rosin_network *network, int signal) ROSIN_NONBLOCKING;
/** What a control is in a run. */
typedef struct {
  const char *name;
  const double *value; /**< one, from its first frame on, or one for each frame */
  int each;            /**< 1: for each */
} rosin_network_fed;
/** Advance by any number of frames (0 and more), as calls of process: controls as they are fed,
 *  `signals` as they were asked for, [frames] of each into `out`. 0; or -1 and an error, before
 *  anything has happened, of names and values out of their range, and if it is not prepared. */
int rosin_network_run(rosin_network *network, int frames, int controls,
                      const rosin_network_fed *fed, int signals, const int *signal,
                      double *const *out, rosin_error *error);
/** Everything to rest: bodies, contacts, statistics. Real-time safe. */
void rosin_network_reset(rosin_network *network) ROSIN_NONBLOCKING;
/** Sleep, which is off at first: a signal that stays within `level` about some value is silence. In
 * the signal's own unit (m/s of a velocity, N of a bridge's force), 0 or more; infinity, the
 * default: nobody hears it. What is less than 0 or NaN, or no signal, changes nothing. Bodies that
 * touch each other, whose signals with a level are all silent for half a second and which nothing
 * drives (no contact that presses is pulled or moves, no push, no driven joint), stand still from
 * then on and cost next to nothing; their signals stay at what they were, at 0 if that is within
 * `level`. They go on from there in the sample in which something drives them. Bodies none of whose
 * signals has a level never sleep. Real-time safe. */
void rosin_network_set_silence(rosin_network *network, int signal, double level) ROSIN_NONBLOCKING;
/** How many bodies sleep. Real-time safe. */
int rosin_network_asleep(const rosin_network *network) ROSIN_NONBLOCKING;
/** J, mechanical energy of all bodies and bristles. Real-time safe. */
double rosin_network_energy(const rosin_network *network) ROSIN_NONBLOCKING;
rosin_statistics rosin_network_statistics(const rosin_network *network) ROSIN_NONBLOCKING;
/** Contact `index` of a prepared network (0, 1, ... in name order): 0, or -1 past the last
 *  one. Real-time safe. */
int rosin_network_account(const rosin_network *network, int index,
                          rosin_contact_account *account) ROSIN_NONBLOCKING;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
