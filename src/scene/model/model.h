/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * A scene as it was read: plain structs, every number checked against its table.
 * Nothing here knows the file format or sounds; build.c makes a network of it.
 */
#ifndef ROSIN_MODEL_H
#define ROSIN_MODEL_H

#include "contact/form.h"
#include "rosin.h"
#include "scene/model/about.h"
#include "scene/model/gesture.h"
#include "scene/model/macros.h"
#include "scene/text/files.h"

enum {
  ROSIN_MODEL_NAME = 64,
  ROSIN_MODEL_LONGEST = 36000, /* s, of a scene and all times in it */
  ROSIN_MODEL_SCENE = 256,     /* bytes of a layer's scene */
  ROSIN_MODEL_CONTROLS = 16,   /* controls of one thing, at most */
  ROSIN_MODEL_LAW = 24,        /* law parameters, at most */
  ROSIN_MODEL_CHANNELS = 64,
  /* what one scene may have at most: see the manual */
  ROSIN_MODEL_BODIES = 1024,
  ROSIN_MODEL_MODES = 65536,     /* of all bodies */
  ROSIN_MODEL_BODY_MODES = 4096, /* of one */
  ROSIN_MODEL_POINTS = 256,      /* of one body */
  ROSIN_MODEL_FORM_POINTS = 64,  /* of one whose modes are computed, or come from a file */
  ROSIN_MODEL_CONTACTS = 256,
  ROSIN_MODEL_LINKS = 256, /* joints and pushes */
  ROSIN_MODEL_OUTPUTS = 256,
  ROSIN_MODEL_MACROS = 64,
  ROSIN_MODEL_LAYERS = 32,
  ROSIN_MODEL_EVENTS = 64
};

/** s, the least that a scene lasts. */
#define ROSIN_MODEL_SHORTEST 0.001

/** On what terms a scene is read and built. */
typedef struct {
  rosin_files files;          /* what it may read */
  int (*stop)(void *context); /* asked between parts; not 0: give up. NULL: never */
  void *context;
  void (*opened)(const char *path); /* told of each file that was read; or NULL */
  int untried;    /* 1: not built on trial; what cannot be built is found as it is prepared */
  int sketched;   /* 1: nor are bodies computed from matter and size: for who asks what a scene has,
                     and never builds it */
  int transposes; /* 1: all banks of modes have a pitch and a size that move (rosin_scene_transpose)
                   */
} rosin_terms;

typedef char rosin_name[ROSIN_MODEL_NAME];

/** Where a part was read and whether that went wrong; for the reader alone. */
typedef struct {
  const void *setting; /* valid while the file is being read */
  int broken;
} rosin_model_source;

/** A control that the scene sets: "finger", "force", ... */
typedef struct {
  const rosin_parameter *row;
  rosin_gesture gesture;
} rosin_model_control;

/** From what, of a bank, its modes came: for making them as they would be from elsewhere. */
typedef struct {
  rosin_mode *mode; /* [modes], before the factors; NULL: they cannot be made again */
  double mass, decay, highest;
  struct rosin_form_plan *plan; /* if tension or fill make others of them */
} rosin_model_own;

typedef struct {
  rosin_name name;
  rosin_model_source source;
  int modal;         /* 1 a bank, 0 a string: */
  rosin_body *tried; /* as it was tried when the model was read, for whoever builds it first;
                        or NULL; owned */
  rosin_string_spec string;
  rosin_damping_point *damping;
  rosin_shape shape;
  int modes, points;
  rosin_mode *mode;
  int *order; /* RING: as in rosin_modal_spec, or NULL */
  rosin_modal_moves made;
  double *load; /* as in rosin_modal_spec, or NULL */
  rosin_model_own own;
  rosin_name *point_name;
  double *point, *weight;
  rosin_model_control *control; /* owned */
  int controls;
} rosin_model_body;

typedef struct {
  rosin_name name, a, b, law, across, load; /* its second axis, what presses it; or empty */
  rosin_model_source source;
  int parameters;
  rosin_contact_form form;
  const rosin_parameter *row[ROSIN_MODEL_LAW];
  double value[ROSIN_MODEL_LAW];
  rosin_model_control *control; /* owned */
  int controls;
} rosin_model_contact;

typedef struct {
  rosin_name name, a, b;
  rosin_model_source source;
  int push; /* an external force on body a at position[0] */
  double position[2];
  rosin_model_control *control; /* owned */
  int controls;
} rosin_model_link;

typedef struct {
  char signal[3 * ROSIN_MODEL_NAME];
  rosin_model_source source;
  int channel;                /* 1-based; 0: panned over the first two */
  int raw;                    /* 1: in the signal's own unit, whatever the scene's gain */
  double gain, pan, highpass; /* highpass: Hz, 0 = off */
  int placed;                 /* 1: heard by the microphones of the scene's space */
  double place[3];            /* m: to the right as they see it, towards them, up */
  double facing;              /* 0: radiates all around, 1: as the cosine to the front */
} rosin_model_output;

/** Another scene that sounds within this one. */
typedef struct {
  rosin_name name;
  char scene[ROSIN_MODEL_SCENE]; /* an embedded one, or a file beside this one */
  rosin_model_source source;
  int line;         /* where it stands */
  double at;        /* s, when it begins */
  double gain, pan; /* pan: -1 ... 1, left to right */
  int sets;
  char **set; /* what is set in it, "KEY=VALUE"; owned */
} rosin_model_layer;

/** A moment that has a name, for cue points of files; nothing of the sound depends on it. */
typedef struct {
  rosin_name name;
  rosin_name contact; /* whenever that strikes, or ""; then */
  double at;          /* s, of the gestures' own time */
} rosin_model_event;

/** Where two microphones, a floor and a wall are, seen from where the sound comes from. */
typedef struct {
  double distance, height, spread; /* m, of the microphones: from it, above it, from each other */
  double floor, wall;              /* m, below it and behind it */
  double reflection;               /* share of the pressure that they give back */
  double aside, back, deep;        /* m: how far what sounds sits from there, to the right and back;
                                      and the wall behind it (rosin_scene_sit) */
} rosin_model_space;

const rosin_parameter *rosin_model_space_parameters(void);

enum { ROSIN_MODEL_WEDGE = 8 }; /* of each axis, at most */

/** Forces with which a string plays, as measured on a grid. */
typedef struct {
  int stops, places, speeds;
  double stop[ROSIN_MODEL_WEDGE];  /* semitones above the open string, rising */
  double place[ROSIN_MODEL_WEDGE]; /* times the usual place of the bow, rising */
  double speed[ROSIN_MODEL_WEDGE]; /* m/s, rising */
  /* N, least and greatest: [(stop * places + place) * speeds + speed] */
  double low[ROSIN_MODEL_WEDGE * ROSIN_MODEL_WEDGE * ROSIN_MODEL_WEDGE];
  double high[ROSIN_MODEL_WEDGE * ROSIN_MODEL_WEDGE * ROSIN_MODEL_WEDGE];
} rosin_model_wedge;

/** A string as a player knows it: its contacts with a bow and with a hand (or ""). */
typedef struct {
  rosin_name string, bow, hand;
  rosin_model_wedge *wedge; /* or NULL: nobody has measured; owned */
} rosin_model_course;

enum { ROSIN_MODEL_COURSES = 16 };

/** What a player may play on; courses = 0: nothing. Strings from low to high. */
typedef struct {
  int courses;
  rosin_model_course course[ROSIN_MODEL_COURSES];
  double bow_position; /* share of the open string */
  double bow_length;   /* m */
  double resistance;   /* kg/s, what the string's end loses, for the least bow force */
  double easing;       /* power of greatest over least force by which a soft bow goes lighter */
  double starts;       /* times the acceleration that a newton of the bow starts at once */
  double nodes;        /* share by which bows keep beside nodes of partials 3 to 7 */
  double highest;      /* semitones above an open string a hand reaches */
  double program;      /* General MIDI's, from 0; -1: none */
  double hand_force;   /* N, the most with which a hand presses the bow that it moves */
} rosin_model_instrument;

const rosin_parameter *rosin_model_instrument_parameters(void);

enum { ROSIN_MODEL_KEYS_NUMBERS = 8 };

/** A number of the body, or of another part ("bow.law.sigma0"), that differs from key to key: `at`
 * where the section's base is, and as a power of the pitch elsewhere. */
typedef struct {
  rosin_name key;
  double at, power;
} rosin_model_key_number;

/** How keys play the scene: for each a body of its own, or one that slides; no body: they do not.
 */
typedef struct {
  rosin_name body, contact, damper; /* damper: a contact that lies on what nobody plays, or "" */
  double low, high, base;           /* MIDI keys; base: that of the body as it is written */
  double slides;                    /* 1: one body, whose pitch goes to the last key */
  double voices;                    /* that sound at once, at most */
  double softest, loudest;          /* m/s, of the hand */
  double light, strong;             /* N, of the hand: the least and the most */
  double hold;                      /* force over the least that sings, once it sings */
  double quick, slow;  /* s in which a note stands, at the greatest velocity, the least */
  double place, reach; /* where the hand is, and how far it goes from there */
  double turns;        /* 1/m, how far it goes round for the way that it rubs */
  double damping;      /* N, of the damper */
  double gain;         /* factor on the scene's, */
  double tilt;         /* and power of the pitch by which the sound is louder */
  double motor;        /* share of the sound that lids over its tubes take */
  double vibrato;      /* share of the player's that the body follows */
  int numbers;
  rosin_model_key_number number[ROSIN_MODEL_KEYS_NUMBERS];
} rosin_model_keys;

const rosin_parameter *rosin_model_keys_parameters(void);

/** What a sound that comes in does. */
typedef enum {
  ROSIN_INPUT_OFF,
  ROSIN_INPUT_PUSH,  /* N on a body, as of a shaker */
  ROSIN_INPUT_SPEED, /* m/s, added to the speed of what rubs */
  ROSIN_INPUT_FORCE  /* N, added to the force of what rubs */
} rosin_input_kind;

/** Their names in that order, then NULL. */
extern const char *const rosin_model_input_kinds[];

/** The name of the push by which a sound drives, which no scene can have. */
#define ROSIN_MODEL_INPUT "input~"

/** Where a sound that comes in drives the scene, and how hard. */
typedef struct {
  rosin_input_kind on;       /* nothing comes in, unless rosin_model_listen says so */
  rosin_name body, contact;  /* that it drives, "": chosen as somebody listens */
  int placed;                /* whether the section says where on the body */
  double position;           /* on the body */
  double kind;               /* a rosin_input_kind: what it is if nobody says */
  double push, speed, force; /* N, m/s, N, of full scale */
  double hardest, fastest;   /* N, m/s: at most */
  double lowest;             /* Hz */
} rosin_model_input;

const rosin_parameter *rosin_model_input_parameters(void);

typedef struct {
  rosin_terms terms;
  char *title;
  char *remarks; /* lines on what counts for nothing, or NULL */
  double duration, rate, oversample, control_rate, seed, sway, gain, channels, tail,
      hold; /* model_table rows */
  int bodies, contacts, links, outputs, macros;
  rosin_model_body *body;
  rosin_model_contact *contact;
  rosin_model_link *link;
  rosin_model_output *output;
  rosin_macro *macro;
  int layers;
  rosin_model_layer *layer;
  int events;
  rosin_model_event *event;
  rosin_about about;
  double layers_end; /* s, from which on no gesture of a layer moves */
  rosin_model_instrument instrument;
  rosin_model_keys keys;
  rosin_model_input input;
  uint64_t sway_seed;
  double sway_start; /* where its course is at time 0 */
  rosin_model_space space;
  double period; /* s, in which all gestures come round; 0: they are done once */
} rosin_model;

/** What bodies, contacts and links have in common. */
typedef struct {
  const char *name;
  rosin_model_source *source;
  const rosin_parameter *table; /* of what its controls may be */
  rosin_model_control *control;
  int *controls;
} rosin_model_part;

/** Part number `index`, bodies first, then contacts, then links: 1, or 0 beyond them. Real-time
 *  safe. */
int rosin_model_part_at(const rosin_model *model, int index, rosin_model_part *part);
/** Index of the part that `key` begins with, up to its first dot, and the part: or -1. Real-time
 *  safe. */
int rosin_model_part_named(const rosin_model *model, const char *key, rosin_model_part *part);
/** By name, or NULL. Real-time safe. */
rosin_model_body *rosin_model_body_named(const rosin_model *model, const char *name);
rosin_model_contact *rosin_model_contact_named(const rosin_model *model, const char *name);
/** The string that is side b of a contact, or NULL. Real-time safe. */
rosin_model_body *rosin_model_string_of(const rosin_model *model,
                                        const rosin_model_contact *contact);
/** The control that `key` begins with, up to its first dot, or NULL. Real-time safe. */
rosin_model_control *rosin_model_control_named(rosin_model_control *control, int count,
                                               const char *key);

/** The power by which a control goes with the pitch of all bodies, where that moves, 0: it does
 * not. Frequencies go with the pitch, masses by one over it: so impedances stay, and what the same
 * hand does is the same in a shorter time. A size takes a mass by its cube, and frequencies by one
 * over it. */
double rosin_model_goes(const rosin_parameter *control);

/** Rows of the scene's own numbers (duration, rate, ...). */
const rosin_parameter *rosin_model_parameters(void);
/** Parse scene text. `file` names it in errors, `folder` is where its files are
 *  looked for, on `terms`; `overrides` are "KEY=VALUE". NULL on errors, one line each in
 *  `errors` (malloc'ed; NULL without memory). */
rosin_model *rosin_model_read(const char *text, const char *file, const char *folder,
                              const rosin_terms *terms, int count, const char *const *overrides,
                              char **errors);
/** The same once more, as if it had been read again; what was built on trial stays where it is.
 *  NULL without memory, or if some body's modes are computed anew while it sounds. */
rosin_model *rosin_model_copy(const rosin_model *model);
void rosin_model_free(rosin_model *model);
/** s, from which on no gesture of the scene moves; infinity if one never ends, 0 without any. */
double rosin_model_end(const rosin_model *model);
/** The greatest seed: whole numbers of 32 bits. */
#define ROSIN_SEED_MOST 4294967295.0
/** From a layer's seed to the next one's, unless it says so. */
enum { ROSIN_LAYER_SEEDS = 7919 };
/** Give every gesture that wanders a course of its own, from the scene's seed. */
void rosin_model_seed(rosin_model *model);
/** The time of its gestures at `time` (s), as it sways: rising, 0 at 0. `leg`, all 0 at first, is
 *  the caller's, one for each who asks. Real-time safe. */
double rosin_model_strayed(const rosin_model *model, rosin_course_leg *leg, double time);
/** Where in them that is, if they come round. Real-time safe. */
double rosin_model_clock(const rosin_model *model, double strayed);
/** Before it is built: a sound drives it (ROSIN_INPUT_OFF: none does). What its section `input`
 * does not say is chosen: of an instrument the first bank of modes, where strings stand on it, else
 * what the first contact rubs, there; a contact is the first that rubs, for a force the first that
 * one presses. 0, or -1 and an error; nothing has changed then. */
int rosin_model_listen(rosin_model *model, rosin_input_kind kind, rosin_error *error);
/** N or m/s: of full scale, and at most, as it listens. */
double rosin_model_input_scale(const rosin_model_input *input);
double rosin_model_input_limit(const rosin_model_input *input);
/** The control of the network that it drives, into `name`, which is returned. */
const char *rosin_model_input_control(const rosin_model_input *input, char *name, size_t size);
/** Make the scene's channels its stems: 0, or -1 and an error. */
int rosin_model_stems(rosin_model *model, rosin_error *error);

/** Bodies and contacts of a built scene, owned. */
typedef struct {
  rosin_network *network;
  rosin_body **body;
  rosin_contact **contact;
  int bodies, contacts;
  int *signal; /* of each output */
} rosin_built;

/** Make the network at `rate` Hz for calls of up to `block` samples; signals in
 *  `extra` (count) are asked for besides the outputs'. */
int rosin_model_build(const rosin_model *model, double rate, int block, int extra_count,
                      const char *const *extra, rosin_built *built, rosin_error *error);
/** Hold all controls at the values the scene starts with. Real-time safe. */
void rosin_model_start(const rosin_model *model, rosin_network *network);
void rosin_built_free(rosin_built *built);
/** Let who is built next have what was built on trial of `from`, body by body. */
void rosin_model_hand_on(rosin_model *from, rosin_model *to);
/** Trial build at the scene's own rate: what only the engine knows (a signal that
 *  does not exist, a string too short for its pitch). Each error is reported with
 *  its part; parts that are broken, and what hangs on them, are left out. */
void rosin_model_try(rosin_model *model,
                     void (*report)(void *context, const void *setting, const char *text),
                     void *context);

#endif
