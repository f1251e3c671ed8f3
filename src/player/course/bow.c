/* SPDX-License-Identifier: BSD-3-Clause */
/* The right hand: Schelleng's wedge for the force, Guettler's for the start of a note. */
#include "maths/maths.h"
#include "player/bow/start.h"
#include "player/bow/wedge.h"
#include "player/course/course.h"
#include "player/course/force.h"
#include "player/course/hand.h"
#include "player/course/plan.h"
#include "player/course/throw.h"
#include "player/course/tone.h"

#include <math.h>

/* A bow that moves along the string costs the engine new taps each sample: less than this
 * share is not worth it. */
static const double STILL = 0.003;

/* m/s^2, of an arm */
static const double QUICKEST = 30;

/* Beyond this the pressure leaves what plays: up to so many times the force, with so much of the
 * speed, since it is by its share of the force that a slow bow chokes a string. */
static const double scratch_from = 0.85, scratch_force = 2, scratch_speed = 0.15;

static double beyond(double press, double most) {
  return rosin_pow(most, fmax(press - scratch_from, 0) / (1 - scratch_from));
}

/* A light bow plays further from the bridge, a dense one nearer to it. */
static double place_for(double press) {
  static const double far = 1.35, near = 0.75;
  return press < 0.5 ? rosin_pow(far, 1 - 2 * press) : rosin_pow(near, 2 * press - 1);
}

/* The acceleration (m/s^2) up to which a string starts into Helmholtz motion at once goes
 * with the force (Guettler 2002), and with f0 / Z since what counts is the gain of speed
 * in a period. The factor and the exponent are read off `rosin map` of our cello's strings
 * (0.0066 to 0.0112 at beta 0.11), less a good margin; a scene whose bow grips otherwise says how
 * many times as quick. */
static double prompt_slope(const rosin_player *p, const rosin_course *c, double force,
                           double beta) {
  return 0.004 * p->instrument->starts * force * (c->wanted / c->partial) / c->impedance *
         rosin_pow(beta / 0.11, 1.3);
}

double rosin_player_loudness(const rosin_player *p, const rosin_course *c) {
  const rosin_channel *told = c->own.pressed ? &c->own : &p->channel[c->channel & 15];
  double x = ROSIN_TOLD(p, c, dynamics) + ROSIN_TOLD(p, c, velocity) * (c->loudness - 0.6);
  if (told->pressed)
    x += 0.5 * told->pressure;
  return fmin(fmax(x, 0), 1);
}

/* Heavy strings are drawn slower, light ones faster, about the mean of all: at the same speed a
 * heavy one would want more force than an arm gives, and be far louder. */
double rosin_player_speed(const rosin_player *p, const rosin_course *c) {
  const double loudness = rosin_pow(rosin_player_loudness(p, c), 1.4);
  return (ROSIN_BOW_SOFTEST + ROSIN_BOW_LOUDER * loudness) / sqrt(c->heft);
}

/* Who plays louder goes nearer to the bridge as well, and leans into the string: that is what
 * brightens (Schoonderwaldt 2009). */
static double nearer(const rosin_player *p, const rosin_course *c) {
  static const double soft = 1.5, loud = 0.9;
  return p->s.by_hand >= 0.5 ? 1 : soft * rosin_pow(loud / soft, rosin_player_loudness(p, c));
}

static double leaning(const rosin_player *p, const rosin_course *c) {
  static const double soft = -0.3, loud = 0.35;
  return p->s.by_hand >= 0.5 ? 0 : soft + (loud - soft) * rosin_player_loudness(p, c);
}

/* What starts a string is more than what keeps it going: who plays softly starts as the wedge says,
 * which was measured from rest, and then goes lighter than that, down to where the corner of the
 * wave is so round that upper partials go. Less on a heavy string and one stopped high, which bear
 * less; not where several slips have been heard, nor where the pressure asks for flautando already;
 * and short notes are over before. */
static double easing(const rosin_player *p, const rosin_course *c, double press) {
  static const double comes = 0.15, periods = 8; /* s; that a string takes to start */
  const double starts = periods / (c->wanted / c->partial);
  const double quiet = 1 - rosin_player_loudness(p, c),
               since = fmax(p->now - c->struck - starts, 0);
  const double bears = sqrt(fmax(c->heft, 1) * fmax(c->wanted / c->partial / c->open, 1));
  return p->s.by_hand >= 0.5
             ? 0
             : p->instrument->easing * quiet * quiet * quiet / bears * fmin(2 * press, 1) *
                   (1 - c->shy) * (1 - rosin_exp(-since / comes));
}

/* A short note wants its pitch at once: farther from the bridge a string comes to one slip a period
 * sooner. One that turns out longer is brought to its tone. */
static double farther(const rosin_player *p, const rosin_course *c) {
  static const double far = 0.4, back = 0.3; /* of the usual place; s */
  const double age = p->now - c->began - ROSIN_PLAYER_HURRIED;
  const int hurried = c->hurried != ROSIN_START_NONE && p->s.by_hand < 0.5;
  return hurried ? 1 + far * fmin(fmax(1 - age / back, 0), 1) : 1;
}

/* Where the bow is, as a share of the open string. */
static double place_of(const rosin_player *p, const rosin_course *c, const rosin_stroke *stroke) {
  const double place = rosin_bow_usual_place(p, c) * ROSIN_TOLD(p, c, position) * nearer(p, c) *
                       (p->s.by_hand >= 0.5 ? 1 : place_for(ROSIN_TOLD(p, c, pressure))) *
                       farther(p, c) * stroke->position * c->aside * rosin_tone_loop(c) *
                       rosin_tone_toward(p, c, 1.6, 0.75);
  return place * (1 + 0.03 * p->s.humanity * p->wander_position);
}

static double share_of(const rosin_course *c, double place) {
  return fmin(place * fmax(c->wanted / c->partial / c->open, 1), 0.45);
}

double rosin_player_beta(const rosin_player *p, const rosin_course *c, const rosin_stroke *stroke) {
  return share_of(c, place_of(p, c, stroke));
}

/* Chosen once a note, since what steers by the place at each moment would jump over the node. */
void rosin_player_take_place(rosin_player *p, rosin_course *c) {
  static const rosin_stroke plain = {.position = 1};
  c->aside = 1;
  if (p->s.by_hand >= 0.5 || c->partial > 1)
    return;
  const double beta = rosin_player_beta(p, c, &plain);
  c->aside = rosin_clear_of_nodes(beta, p->instrument->nodes) / beta;
}

/* Col legno: the stick grips less. Values of the law itself, taken back afterwards. */
void rosin_player_take_wood(rosin_course *c, int wooden) {
  if (c->wooden == wooden || !isfinite(c->hair_static))
    return;
  c->wooden = wooden;
  rosin_contact_set(c->bow, "mu_static", wooden ? 0.35 : c->hair_static, NULL);
  rosin_contact_set(c->bow, "mu_kinetic", wooden ? 0.25 : c->hair_kinetic, NULL);
}

/* A bow has inertia and an arm: towards `target` at `slope` (m/s^2). */
static void accelerate(rosin_player *p, rosin_course *c, double target, double slope) {
  const double most = slope * p->dt, way = target - c->speed;
  c->speed += fmin(fmax(way, -most), most);
  c->settled = fabs(way) > most + 1e-9 ? 0 : c->settled + p->dt;
  if (c->settled > 0)
    c->rise = 0;
}

int rosin_player_rubs(const rosin_course *c) {
  return fabs(c->speed) > 1e-3 && c->lift > 0.5;
}

/* What a player does who hears several slips a period, as far as it has come (0 to 1): less bow
 * under more weight, and if that does not gather them, the note is taken anew; the second time the
 * bow stands before until the string is quiet, since over one that swings in another way it slides
 * again. A bow that is lifted or stands has nothing to gather. */
static void gather(rosin_player *p, rosin_course *c, const rosin_stroke *stroke) {
  static const double comes = 0.1, goes = 0.6, patience = 0.08; /* s */
  static const double still = 6; /* periods in which a bow that stands quiets a string */
  const double period = c->partial / c->wanted;
  const int several = rosin_player_rubs(c) && stroke->bite > 0 && c->settled > 7 * period &&
                      rosin_ear_crowd(&c->ear) > 1.4;
  c->pressed = fmin(fmax(c->pressed + (several ? p->dt / comes : -p->dt / goes), 0), 1);
  c->shy = fmax(c->shy, c->pressed);
  c->bears = several && c->pressed >= 1 ? c->bears + p->dt : 0;
  if (c->bears > patience + 12 * period && p->s.assist > 0.5) {
    c->stands = c->anew ? still * period : 0;
    c->speed *= c->anew ? 0 : 0.3;
    c->settled = c->bears = 0;
    c->pressed = 0.6;
    c->anew = 1;
  }
  c->stands = fmax(c->stands - p->dt, 0);
}

static double lighter(const rosin_player *p, const rosin_course *c) {
  return 1 - 0.35 * p->s.assist * c->pressed;
}

static double heavier(const rosin_player *p, const rosin_course *c) {
  return 1 + 0.3 * p->s.assist * c->pressed;
}

/* 0 to 1, of a note's velocity above three quarters. */
static double hardness(const rosin_course *c) {
  return fmax(c->loudness - 0.75, 0) / 0.25;
}

/* Force with which a start may bite, N: some of what the formulas say (0.4 Z / beta from the same
 * maps as above); who strikes hard goes to the edge of what plays. */
static double most_at_first(const rosin_player *p, const rosin_course *c, double speed,
                            double place) {
  double low, high;
  const double beta = share_of(c, place), hard = c->rise > 0 ? hardness(c) : 0;
  const double usual = fmin(0.45 * rosin_bow_greatest(c, speed, beta), 0.4 * c->impedance / beta);
  rosin_bow_limits(p, c, speed, place, &low, &high);
  return usual + hard * fmax(high - usual, 0);
}

/* Who strikes hard starts quicker than is surely clean: of professionals' attacks half are
 * (Guettler and Askenfelt 1997). */
static double dare(const rosin_course *c) {
  return c->rise > 0 ? 1 + 2.3 * hardness(c) : 1;
}

/* A hard note starts with more bow than it goes on with. */
static double accent(const rosin_player *p, const rosin_course *c) {
  const double amount = c->articulation == ROSIN_LEGATO || ROSIN_TOLD(p, c, attack) > 0
                            ? 0
                            : ROSIN_TOLD(p, c, accent) * hardness(c);
  return 1 + 1.0 * amount * rosin_exp(-fmax(p->now - c->began, 0) / ROSIN_TOLD(p, c, accent_time));
}

/* The force (N) that starts a string: where a bow comes to it under a slur it bites more. */
static double bite_of(const rosin_course *c, double prompt, double full, double beta) {
  static const double more = 1.5, most = 0.8;
  return c->entered ? fmin(more * prompt, most * rosin_bow_greatest(c, full, beta)) : prompt;
}

/* A bow that turns stops quicker (m/s^2) than it starts: the string goes on by itself, and the
 * start takes what a sixteenth has of time. */
static double turning_slope(double full, double change, double rising) {
  return fmax(full / (0.4 * change), rising);
}

/* A bow comes down (weight 1) and goes up (0) in some 10 ms; lifted it stands. How far it is on the
 * string. */
static double come_and_go(const rosin_player *p, rosin_course *c, double weight) {
  c->lift += (weight - c->lift) * fmin(p->dt / 0.008, 1);
  if (c->lift < 1e-3 && weight == 0) {
    c->lift = 0;
    c->speed = 0;
  }
  return c->lift;
}

/* A start with little time; force 0: it is none. */
static rosin_start hurry(const rosin_player *p, const rosin_course *c, double full, double place) {
  double low, high;
  if (c->hurried == ROSIN_START_NONE || c->rise <= 0 || p->s.by_hand >= 0.5)
    return (rosin_start){.force = 0};
  rosin_bow_limits(p, c, full, place, &low, &high);
  return rosin_start_quick(c->hurried, low / 1.25, high, full, c->wanted / c->partial);
}

/* The slope (m/s^2) of such a start: down to rest, to its first speed, on. */
static double hurried_slope(const rosin_course *c, const rosin_start *start, double target) {
  if (target * c->speed < 0)
    return rosin_start_brake();
  return fabs(c->speed) < start->first ? rosin_start_first() : start->slope;
}

/* Whether the bow comes to rest now, so that the next stroke begins in time. */
static int rests(const rosin_player *p, const rosin_course *c) {
  static const double gives_up = 0.05; /* s: a pedal may hold the note on */
  return c->meets > 0 && c->articulation <= ROSIN_LEGATO && p->s.by_hand < 0.5 &&
         p->now >= c->meets - fabs(c->speed) / rosin_start_brake() && p->now < c->meets + gives_up;
}

/* What the bow shall do now, by the hand that holds it or by the player's own stroke. */
typedef struct {
  const rosin_stroke *stroke;
  int by_hand;
  double place, beta; /* shares of the open string and of what sounds */
  double full;        /* m/s in the middle of the stroke, > 0 */
  double velocity;    /* m/s with its sign, unless the bow is to rest */
  double press;       /* 0 airy to 1 dense, as asked */
  double weight;      /* the same, as this note's loudness and age change it */
  double force;       /* N with which that plays */
  double most;        /* N that whoever holds it may press */
} bowing;

static bowing ask(const rosin_player *p, const rosin_course *c, const rosin_stroke *stroke) {
  bowing b = {.stroke = stroke, .by_hand = p->s.by_hand >= 0.5, .place = place_of(p, c, stroke)};
  b.beta = share_of(c, b.place);
  if (b.by_hand) {
    b.velocity = rosin_hand_draws(p, c, b.place);
    b.full = fmax(fabs(b.velocity), ROSIN_HAND_SLOWEST);
    b.press = p->hand_press;
    b.most = rosin_hand_presses(p, c, b.full, b.place);
  } else {
    const double own = rosin_player_speed(p, c) * c->thrift *
                       rosin_tone_draws(p, c, rosin_player_loudness(p, c)) *
                       (1 + 0.04 * p->s.humanity * p->wander_speed);
    b.full = own * accent(p, c);
    b.press = ROSIN_TOLD(p, c, pressure);
    b.velocity =
        c->direction * b.full * lighter(p, c) * stroke->speed * beyond(b.press, scratch_speed);
    b.most = INFINITY;
  }
  b.weight = fmin(fmax(b.press + leaning(p, c), 0), fmax(b.press, 1)) - easing(p, c, b.press) +
             (rosin_tone_leans(p, c, rosin_player_loudness(p, c)) - 1);
  b.force = rosin_bow_force(p, c, b.full, b.place, b.weight);
  return b;
}

/* How the bow comes to its speed. */
typedef struct {
  rosin_start quick; /* with little time; force 0: there is time */
  double bite;       /* N that start the string */
  double slope;      /* m/s^2 */
} onset;

/* A start as quick as asked, with the force that it needs; where that would be too much (for a
 * string that nobody measured 0.4 Z / beta, from the same maps), the bow takes its time. Nor does
 * it start with less than plays: the formulas of a start know no measured string. */
static onset set_out(const rosin_player *p, const rosin_course *c, const bowing *b) {
  onset o = {.quick = hurry(p, c, b->full, b->place)};
  const double time = c->rise > 0 ? c->rise : ROSIN_TOLD(p, c, change);
  const double wish = b->by_hand ? QUICKEST : b->full / time;
  const double need = wish / prompt_slope(p, c, 1, b->beta);
  const double room = fmin(fmax(most_at_first(p, c, b->full, b->place), b->force), b->most);
  o.bite = o.quick.force > 0 ? o.quick.force : fmin(fmax(need, b->force), room);
  const double prompt = fmin(wish, prompt_slope(p, c, o.bite, b->beta) * dare(c));
  o.slope = p->s.assist * prompt + (1 - p->s.assist) * wish;
  return o;
}

/* Draw the bow as the arm can; 1 while it goes slower or to rest, where nothing is started. */
static int draw(rosin_player *p, rosin_course *c, const bowing *b, const onset *o) {
  const int resting = rests(p, c), stands = !b->by_hand && c->stands > 0;
  const double target = resting || stands ? 0 : b->velocity;
  const double change = ROSIN_TOLD(p, c, change), along = target * c->speed;
  const int slows = along >= 0 && fabs(target) < fabs(c->speed);
  double slope = o->slope;
  if (resting)
    slope = rosin_start_brake();
  else if (o->quick.force > 0)
    slope = hurried_slope(c, &o->quick, target);
  else if (slows)
    slope = b->by_hand ? QUICKEST : b->full / (1.5 * change);
  else if (along < 0)
    slope = turning_slope(b->full, change, o->slope);
  c->slope = b->stroke->haste * o->slope;
  slope *= b->stroke->haste;
  accelerate(p, c, target, b->stroke->thrown ? fmin(slope, QUICKEST) : slope);
  return slows || resting;
}

/* The force (N) beyond `b->force` that starts the string. While the bow comes to its speed, no less
 * than what plays at the speed that it has. */
static double biting(const rosin_player *p, const rosin_course *c, const bowing *b,
                     const onset *o) {
  if (c->hurried)
    return o->bite - b->force;
  const double come = fmin(fmax(fabs(c->speed), 0.2 * b->full), b->full);
  const double prompt = fmax(o->bite, rosin_bow_force(p, c, come, b->place, b->weight));
  return (c->entered ? 1 : b->stroke->bite) * (bite_of(c, prompt, b->full, b->beta) - b->force);
}

/* The force (N) with which a bow on the string presses. The bite goes once the string moves as it
 * should, in some periods. */
static double bear(const rosin_player *p, const rosin_course *c, const bowing *b, const onset *o,
                   int ends) {
  const double left = ends ? 0 : rosin_exp(-c->settled * (c->wanted / c->partial) / 5);
  const double much = b->by_hand ? 1 : beyond(b->press, scratch_force);
  const double helped = much * b->force + biting(p, c, b, o) * left;
  const double sure = fmin(helped * heavier(p, c), b->most);
  const double plain = 8 * b->press * c->impedance;
  const double wander = 1 + 0.05 * p->s.humanity * p->wander_force;
  const double held = (p->s.assist * sure + (1 - p->s.assist) * plain) * wander * b->stroke->force;
  return b->by_hand ? fmin(held, p->instrument->hand_force) : held;
}

void rosin_player_move_bow(rosin_player *p, rosin_course *c, const rosin_stroke *stroke) {
  gather(p, c, stroke);
  const bowing b = ask(p, c, stroke);
  const onset o = set_out(p, c, &b);
  const int ends = draw(p, c, &b, &o);
  const double most = bear(p, c, &b, &o, ends);
  const int on = !c->crossed && (stroke->thrown || !stroke->lifted);
  const double force =
      stroke->thrown ? rosin_player_throw(p, c, b.beta, most) : most * come_and_go(p, c, on);
  rosin_tone_take_edge(p, c);
  rosin_scene_ramp(p->scene, c->velocity, c->speed);
  rosin_scene_ramp(p->scene, c->force, force);
  if (on && fabs(b.place - c->placed) > STILL * c->placed)
    rosin_scene_ramp(p->scene, c->position, c->placed = b.place);
  rosin_player_take_wood(
      c, (c->articulation == ROSIN_COL_LEGNO || c->articulation == ROSIN_WOOD_DRAWN) &&
             !stroke->lifted);
}
