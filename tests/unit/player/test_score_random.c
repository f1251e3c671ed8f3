/* SPDX-License-Identifier: BSD-3-Clause */
/* Scores made up at random, read, and compared event by event with a plain reference that knows no
 * file: where each note begins and ends under signs of tempo, fermatas, repeats, a da capo or
 * segno, a coda; how loud and how bowed each is, on which channel, off which beat. */
#include "chance.h"
#include "player/bow/stroke.h"
#include "rosin/player.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scored.h"

/* ---- music ------------------------------------------------------------------------------- */

enum { BARS = 8, NOTES = 40, SIGNS = 40, PARTS = 2, PLAYED = 64, EVENTS = 4096 };

enum { TIED = 1, JOINED = 2, FERMATA = 4, GRACE = 8, CHORD = 16 };

static const struct {
  const char *name;
  double share, less; /* how long it sounds: the more of a share of it and of it less so much */
  int articulation, accent, shared;
} touches[] = {{"", 0.8, 0.015, -1, 0, 1},
               {"<staccato/>", 0.5, 9, -1, 0, 0},
               {"<staccatissimo/>", 0.6, 9, ROSIN_MARTELE, 0, 0},
               {"<strong-accent/>", 0.6, 9, ROSIN_MARTELE, 1, 0},
               {"<accent/>", 0.8, 0.015, -1, 1, 1},
               {"<spiccato/>", 0.5, 9, ROSIN_SPICCATO, 0, 0},
               {"<tenuto/>", 0.8, 0.015, -1, 0, 1},
               {"<detached-legato/>", 0.85, 9, -1, 0, 0},
               {"<breath-mark/>", 0.6, 0.25, -1, 0, 1}};
enum { STACCATO = 1, TOUCHES = sizeof touches / sizeof *touches };

typedef struct {
  double at, length;
  int step, alter, octave, flags, touch, marks, trilled;
  char slur; /* 0, 's'tart, 'e'nd */
} note;

typedef enum { TEMPO, LOUD, ACCENT, MANNER, PLACE, MUTE, OPEN } kind;

typedef struct {
  double at, value;
  kind kind;
  const char *text;
} sign;

typedef struct {
  double length, whole, beat;
  int beats, unit, fifths, notes, signs;
  note note[NOTES];
  sign sign[SIGNS];
} bar;

static bar music[PARTS][BARS];
static int parts, bars, begins[BARS], times[BARS];
static int back, segno, fine, to_coda, coda; /* 1: da capo, 2: dal segno; bars, -1: nowhere */
static int drawn;                            /* segno and coda are signs; else they are told */

static const struct {
  kind kind;
  double value;
  const char *text;
} signs[] = {{LOUD, 0.1, "<dynamics><pp/></dynamics>"},
             {LOUD, 0.26, "<dynamics><p/></dynamics>"},
             {LOUD, 0.42, "<dynamics><mp/></dynamics>"},
             {LOUD, 0.74, "<dynamics><f/></dynamics>"},
             {LOUD, 0.97, "<dynamics><fff/></dynamics>"},
             {ACCENT, 1, "<dynamics><sfz/></dynamics>"},
             {MANNER, ROSIN_PIZZICATO, "<words>pizz.</words>"},
             {MANNER, ROSIN_COL_LEGNO, "<words>col legno</words>"},
             {MANNER, ROSIN_FLAUTANDO, "<words>flautando</words>"},
             {MANNER, -1, "<words>arco</words>"},
             {PLACE, -1, "<words>sul tasto</words>"},
             {PLACE, 1, "<words>sul ponticello</words>"},
             {PLACE, 0, "<words>ordinario</words>"},
             {MUTE, 1, "<words>con sord.</words>"},
             {MUTE, 0, "<words>senza sord.</words>"},
             {OPEN, 1, "<words>senza corda vuota</words>"},
             {OPEN, 2, "<words>corda vuota</words>"}};

/* What each kind sets by itself, and what it is until told; NULL: nothing. */
static const struct {
  const char *name;
  double usual;
} sets[] = {[LOUD] = {"dynamics", 0.58},
            [PLACE] = {"ponticello", 0},
            [MUTE] = {"sordino", 0},
            [OPEN] = {"open_strings", 0}};
enum { SETS = sizeof sets / sizeof *sets };

static void add_sign(bar *b, double at, int tempo) {
  sign *s = &b->sign[b->signs++];
  const int which = one_of(sizeof signs / sizeof *signs);
  if (tempo)
    *s = (sign){at, 40 + one_of(160), TEMPO, NULL};
  else
    *s = (sign){at, signs[which].value, signs[which].kind, signs[which].text};
}

static note *add_note(bar *b, double at, double length) {
  note *n = &b->note[b->notes++];
  *n = (note){.at = at,
              .length = length,
              .step = one_of(7),
              .alter = one_of(5) == 0 ? one_of(3) - 1 : 0,
              .octave = 3 + one_of(2),
              .touch = one_of(2) ? 0 : one_of(TOUCHES)};
  n->marks = one_of(6) == 0 ? (one_of(2) ? ROSIN_MARK_UP : ROSIN_MARK_DOWN) : 0;
  if (one_of(6) == 0)
    n->marks += ROSIN_MARK_STRING * (1 + one_of(4));
  if (one_of(6) == 0)
    n->marks += ROSIN_MARK_FINGER * (1 + one_of(6));
  n->trilled = one_of(12) == 0;
  return n;
}

static void make_bar(int part, int index, note **last, char *slur) {
  static const int meter[][2] = {{4, 4}, {3, 4}, {6, 8}, {9, 8}, {2, 2}, {5, 8}, {3, 8}, {12, 16}};
  bar *b = &music[part][index];
  const int which = one_of(8);
  const int compound = meter[which][1] >= 8 && meter[which][0] > 3 && meter[which][0] % 3 == 0;
  *b = (bar){.beats = meter[which][0], .unit = meter[which][1], .fifths = one_of(9) - 4};
  if (part)
    b->beats = music[0][index].beats, b->unit = music[0][index].unit;
  b->whole = 4.0 * b->beats / b->unit;
  b->beat = 4.0 / b->unit * (part == 0 ? (compound ? 3 : 1) : music[0][index].beat * b->unit / 4);
  double at = 0;
  const double until = one_of(4) ? b->whole : 0.25 * (1 + one_of(12));
  while (at < until) {
    const double length = fmin(0.25 * (1 + one_of(6)), until - at);
    if (one_of(3) == 0)
      add_sign(b, at, (int)(4 * at) % 2 == part && one_of(3) == 0); /* no two at one place */
    if (one_of(7)) {
      const int graces = one_of(8) == 0 ? 1 + one_of(3) : 0;
      for (int i = 0; i < graces; i++)
        add_note(b, at, 0)->flags = GRACE;
      note *n = add_note(b, at, length);
      if (*last && !graces && one_of(4) == 0) {
        n->step = (*last)->step, n->alter = (*last)->alter, n->octave = (*last)->octave;
        n->flags |= TIED;
      }
      n->flags |= one_of(10) == 0 ? FERMATA : 0;
      if (one_of(4) == 0)
        n->slur = *slur = *slur == 's' ? 'e' : 's';
      *last = n;
      if (one_of(6) == 0) {
        note *other = add_note(b, at, length);
        other->step = (n->step + 2) % 7, other->octave = n->octave + 1, other->flags = CHORD;
      }
    } else {
      *last = NULL;
    }
    at += length;
    b->length = at;
  }
}

static void make(void) {
  parts = 1 + one_of(PARTS);
  bars = 0;
  for (int section = 0; section < 3; section++) {
    const int many = 1 + one_of(2), often = 1 + one_of(3);
    for (int i = 0; i < many; i++, bars++) {
      begins[bars] = i == 0 && often > 1;
      times[bars] = i == many - 1 ? often : 1;
    }
  }
  back = one_of(3);
  segno = one_of(3) ? one_of(bars) : -1;
  fine = to_coda = coda = -1;
  if (back && one_of(2))
    fine = one_of(bars);
  else if (back)
    to_coda = one_of(bars);
  if (to_coda >= 0 && to_coda < bars - 1 && one_of(3))
    coda = to_coda + 1 + one_of(bars - 1 - to_coda);
  drawn = one_of(2);
  for (int p = 0; p < parts; p++) {
    note *last = NULL;
    char slur = 'e', open = 0;
    for (int i = 0; i < bars; i++)
      make_bar(p, i, &last, &slur);
    for (int i = 0; i < bars; i++)
      for (int k = 0; k < music[p][i].notes; k++) {
        note *n = &music[p][i].note[k];
        open = n->slur ? n->slur == 's' : open;
        n->flags |= open ? JOINED : 0;
      }
  }
}

/* ---- as a file ---------------------------------------------------------------------------- */

static char text[1 << 18];
static size_t size;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...) {
  va_list list;
  va_start(list, format);
  size += (size_t)vsnprintf(text + size, sizeof text - size, format, list);
  va_end(list);
  assert_true(size < sizeof text);
}

static void put_note(const note *n, int divisions) {
  const int string = n->marks / ROSIN_MARK_STRING % 8, finger = n->marks / ROSIN_MARK_FINGER % 8;
  put("<note>%s%s<pitch><step>%c</step><alter>%d</alter><octave>%d</octave></pitch>",
      n->flags & GRACE ? "<grace/>" : "", n->flags & CHORD ? "<chord/>" : "", "CDEFGAB"[n->step],
      n -> alter, n -> octave);
  if (!(n->flags & GRACE))
    put("<duration>%d</duration>", (int)(n->length * divisions));
  put("%s<notations>%s", n->flags & TIED ? "<tie type=\"stop\"/>" : "",
      n->flags & FERMATA ? "<fermata/>" : "");
  if (n->slur)
    put("<slur number=\"1\" type=\"%s\"/>", n->slur == 's' ? "start" : "stop");
  put("<articulations>%s</articulations><technical>%s", touches[n->touch].name,
      n->marks & ROSIN_MARK_UP     ? "<up-bow/>"
      : n->marks & ROSIN_MARK_DOWN ? "<down-bow/>"
                                   : "");
  if (string)
    put("<string>%d</string>", string);
  if (finger == 5)
    put("<thumb-position/>");
  else if (finger)
    put("<fingering>%d</fingering>", finger % 6);
  put("</technical><ornaments>%s</ornaments></notations></note>",
      n->trilled ? "<trill-mark/>" : "");
}

static void put_bar(const bar *b, int index, int divisions) {
  int next = 0;
  double at = 0;
  put("<measure><attributes><divisions>%d</divisions><key><fifths>%d</fifths></key><time><beats>%d"
      "</beats><beat-type>%d</beat-type></time></attributes>",
      divisions, b->fifths, b->beats, b->unit);
  if (index == segno)
    put(drawn ? "<direction><direction-type><segno/></direction-type></direction>"
              : "<sound segno=\"a\"/>");
  if (index == coda)
    put(drawn ? "<direction><direction-type><coda/></direction-type></direction>"
              : "<sound coda=\"a\"/>");
  if (begins[index])
    put("<barline><repeat direction=\"forward\"/></barline>");
  for (int i = 0; i <= b->notes; i++) {
    const note *n = i < b->notes ? &b->note[i] : NULL;
    const double to = n ? n->at : b->length;
    for (; next < b->signs && b->sign[next].at <= to; next++) {
      const sign *s = &b->sign[next];
      if (s->at > at)
        put("<forward><duration>%d</duration></forward>", (int)((s->at - at) * divisions));
      at = fmax(at, s->at);
      if (s->kind == TEMPO)
        put("<sound tempo=\"%g\"/>", s->value);
      else
        put("<direction><direction-type>%s</direction-type></direction>", s->text);
    }
    if (to > at)
      put("<note><rest/><duration>%d</duration></note>", (int)((to - at) * divisions));
    if (n)
      put_note(n, divisions);
    at = n ? fmax(at, n->at + n->length) : at;
  }
  if (index == fine)
    put("<sound fine=\"yes\"/>");
  if (index == to_coda)
    put("<sound tocoda=\"a\"/>");
  if (back && index == bars - 1)
    put(back == 1 ? "<sound dacapo=\"yes\"/>" : "<sound dalsegno=\"a\"/>");
  if (times[index] > 1)
    put("<barline><repeat direction=\"backward\" times=\"%d\"/></barline>", times[index]);
  put("</measure>");
}

static const char *const names[] = {"Viola", "Violoncello"};

static void write_music(int divisions) {
  size = 0;
  put("<score-partwise><part-list>");
  for (int p = 0; p < parts; p++)
    put("<score-part id=\"%d\"><part-name>%s</part-name></score-part>", p, names[p]);
  put("</part-list>");
  for (int p = 0; p < parts; p++) {
    put("<part id=\"%d\">", p);
    for (int i = 0; i < bars; i++)
      put_bar(&music[p][i], i, divisions);
    put("</part>");
  }
  put("</score-partwise>");
}

/* ---- as it is played ------------------------------------------------------------------------ */

static int order[PLAYED], played;
static double begin[PLAYED + 1];

static void find_order(void) {
  int from = 0;
  played = 0;
  for (int i = 0; i < bars; i++) {
    from = begins[i] ? i : from;
    for (int t = 0; t < times[i]; t++) /* a bar that ends a repeat: what is before it, too */
      for (int k = t || i == from ? from : i; k <= i; k++)
        order[played++] = k;
    from = times[i] > 1 ? i + 1 : from;
  }
  int i = back == 2 && segno >= 0 ? segno : 0; /* whoever looks for a sign in vain, at the begin */
  while (back && i < bars) {
    order[played++] = i;
    i = i == fine ? bars : i == to_coda ? (coda < 0 ? bars : coda) : i + 1;
  }
  begin[0] = 0;
  for (int k = 0; k < played; k++) {
    double length = 0;
    for (int p = 0; p < parts; p++) {
      const bar *b = &music[p][order[k]];
      length = fmax(length, b->length > 0 ? b->length : b->whole);
    }
    begin[k + 1] = begin[k] + length;
  }
}

static int jumps(int k) {
  return k > 0 && order[k] != order[k - 1] + 1;
}

/* What a sign of a kind says last before bar `index`, as the part is written. */
static double standing(int part, int index, kind of, double otherwise) {
  for (int i = 0; i < index; i++)
    for (int k = 0; k < music[part][i].signs; k++)
      if (music[part][i].sign[k].kind == of)
        otherwise = music[part][i].sign[k].value;
  return otherwise;
}

/* The tempo that is told last in a bar before or at a place; `otherwise` if none is. */
static double told_in(int index, double until, double otherwise) {
  double last = -1;
  for (int p = 0; p < parts; p++)
    for (int s = 0; s < music[p][index].signs; s++) {
      const sign *one = &music[p][index].sign[s];
      if (one->kind == TEMPO && one->at <= until && one->at > last)
        last = one->at, otherwise = one->value;
    }
  return otherwise;
}

/* Quarter notes a minute at a place that is played. */
static double tempo_at(double q) {
  double tempo = 120;
  for (int k = 0; k < played && begin[k] <= q; k++) {
    tempo = jumps(k) ? 120 : tempo;
    for (int i = 0; jumps(k) && i < order[k]; i++)
      tempo = told_in(i, INFINITY, tempo);
    tempo = told_in(order[k], q - begin[k], tempo);
  }
  return tempo;
}

/* What fermatas of the first part lengthen there. */
static double dwelling_at(double q) {
  double factor = 1;
  for (int k = 0; k < played; k++)
    for (int i = 0; i < music[0][order[k]].notes; i++) {
      const note *n = &music[0][order[k]].note[i];
      if (n->flags & FERMATA && begin[k] + n->at <= q && q < begin[k] + n->at + n->length)
        factor *= 1.8;
    }
  return factor;
}

/* Everything stands on sixteenths. */
static double seconds(double q) {
  double time = 0;
  for (double at = 0; at < q; at += 0.25)
    time += 0.25 * 60 / tempo_at(at) * dwelling_at(at);
  return time;
}

typedef struct {
  const note *n;
  double from, to, on, off, whole_bar;
  int upbeat, joined, fifths;
} sounding;

static sounding heard[PLAYED * NOTES];
static int sounds;

static int key_of(const note *n) {
  static const int natural[] = {0, 2, 4, 5, 7, 9, 11};
  return natural[n->step] + n->alter + 12 * (n->octave + 1);
}

static int is_off_beat(const bar *b, double at) {
  const double missing = b->length < b->whole ? b->whole - b->length : 0;
  const double in = at + missing, beats = b->whole / b->beat;
  const int on = fmod(in, b->beat) == 0;
  return !on || (beats > 1 && floor(in / b->beat) == round(beats) - 1);
}

static void sound_part(int part) {
  sounds = 0;
  for (int k = 0; k < played; k++) {
    const bar *b = &music[part][order[k]];
    for (int i = 0; i < b->notes; i++) {
      const note *n = &b->note[i];
      const double from = begin[k] + n->at;
      int joined_to = -1;
      for (int j = sounds - 1; j >= 0 && n->flags & TIED && joined_to < 0; j--)
        if (key_of(heard[j].n) == key_of(n) && heard[j].to == from)
          joined_to = j;
      if (joined_to >= 0) {
        heard[joined_to].to = from + n->length;
        heard[joined_to].joined = !!(n->flags & JOINED);
      } else {
        heard[sounds++] = (sounding){.n = n,
                                     .from = from,
                                     .to = from + n->length,
                                     .upbeat = is_off_beat(b, n->at),
                                     .joined = !!(n->flags & JOINED),
                                     .fifths = b->fifths};
      }
    }
  }
  for (int i = 0; i < sounds; i++)
    heard[i].on = seconds(heard[i].from), heard[i].off = seconds(heard[i].to);
  for (int i = 0; i < sounds; i++) {
    int graces = 0;
    while (i + graces < sounds && heard[i + graces].n->flags & GRACE)
      graces++;
    const double start = heard[i].on, room = graces ? (heard[i + graces].off - start) / 3 : 0;
    const double all = fmin(0.08 * graces, room);
    for (int k = 0; k < graces; k++) {
      heard[i + k].on = start + all * k / graces;
      heard[i + k].off = start + all * (k + 1) / graces;
    }
    for (int k = i + graces; graces && k < sounds && heard[k].from == heard[i].from; k++)
      heard[k].on = start + fmin(all, (heard[k].off - start) / 3);
    i += graces ? graces - 1 : 0;
  }
}

static rosin_player_score_t wanted[EVENTS];
static int wants;

static int row_of(const char *name) {
  const rosin_parameter *all = rosin_player_parameters();
  int row = 0;
  while (strcmp(all[row].name, name) != 0)
    row++;
  return row;
}

static void want(double time, rosin_player_kind what, int channel, int controller, double key,
                 double value) {
  assert_true(wants < EVENTS);
  wanted[wants++] = (rosin_player_score_t){
      time,
      {.kind = what, .channel = channel, .controller = controller, .key = key, .value = value}};
}

static void want_setting(double time, int channel, const char *name, double value) {
  want(time, ROSIN_PLAYER_TELL, channel, row_of(name), 0, value);
}

/* Semitones to the next note of the scale; a tone where that is none. */
static double trill_of(const sounding *s) {
  static const char sharps[] = "FCGDAEB", letters[] = "CDEFGAB";
  static const int natural[] = {0, 2, 4, 5, 7, 9, 11, 12};
  if (!s->n->trilled)
    return 0;
  const int next = (s->n->step + 1) % 7;
  const int place = (int)(strchr(sharps, letters[next]) - sharps);
  int up = natural[s->n->step + 1] - natural[s->n->step] - s->n->alter;
  up += s->fifths > place ? 1 : -s->fifths > 6 - place ? -1 : 0;
  return up >= 1 && up <= 4 ? up : 2;
}

/* The manner in which a place is played, and whether a sign there accents it. */
static double manner_at(int part, double q, int *accented) {
  double manner = -1;
  *accented = 0;
  for (int k = 0; k < played; k++) {
    const bar *b = &music[part][order[k]];
    if (jumps(k) && begin[k] <= q)
      manner = standing(part, order[k], MANNER, -1);
    for (int i = 0; i < b->signs; i++) {
      const double at = begin[k] + b->sign[i].at;
      if (b->sign[i].kind == MANNER && at <= q)
        manner = b->sign[i].value;
      *accented |= b->sign[i].kind == ACCENT && at == q;
    }
  }
  return manner;
}

static void want_notes(int part, int channel) {
  int last = ROSIN_DETACHE;
  double last_trill = 0;
  sound_part(part);
  for (int i = 0; i < sounds; i++) {
    const sounding *s = &heard[i];
    const double length = s->off - s->on, trill = trill_of(s);
    const int touch = s->n->touch;
    int accented, how = touches[touch].articulation;
    const double manner = manner_at(part, s->from, &accented);
    if (touch == STACCATO && length < 0.22)
      how = ROSIN_SPICCATO;
    if (manner == ROSIN_PIZZICATO || manner == ROSIN_COL_LEGNO || how < 0)
      how = manner >= 0 ? (int)manner : ROSIN_DETACHE;
    if (how != last)
      want_setting(s->on, channel, "articulation", how);
    if (trill != last_trill)
      want_setting(s->on, channel, "trill", trill);
    last = how;
    last_trill = trill;
    const double share = touches[touch].share * length, less = length - touches[touch].less;
    const int slurred = s->joined && (how == ROSIN_DETACHE || how == ROSIN_FLAUTANDO) &&
                        strcmp(touches[touch].name, "<detached-legato/>") != 0;
    want(s->on, ROSIN_PLAYER_NOTE_ON, channel, s->n->marks + (s->upbeat ? ROSIN_MARK_UPBEAT : 0),
         key_of(s->n), touches[touch].accent || accented ? 0.85 : 0.6);
    want(slurred ? s->off + 0.012 : s->on + fmax(share, less), ROSIN_PLAYER_NOTE_OFF, channel, 0,
         key_of(s->n), 0);
  }
}

static void want_all(void) {
  wants = 0;
  find_order();
  for (int p = 0; p < parts; p++) {
    want(0, ROSIN_PLAYER_PROGRAM, p, p ? 42 : 41, 0, 0);
    for (int k = 0; k < played; k++) {
      const bar *b = &music[p][order[k]];
      const double here = seconds(begin[k]);
      for (int i = 0; i < SETS && jumps(k); i++)
        if (sets[i].name)
          want_setting(here, p, sets[i].name, standing(p, order[k], (kind)i, sets[i].usual));
      for (int i = 0; i < b->signs; i++)
        if (sets[b->sign[i].kind].name)
          want_setting(seconds(begin[k] + b->sign[i].at), p, sets[b->sign[i].kind].name,
                       b->sign[i].value);
    }
    want_notes(p, p);
  }
}

/* ---- both ----------------------------------------------------------------------------------- */

static int alike(const rosin_player_score_t *a, const rosin_player_score_t *b) {
  return fabs(a->time - b->time) < 1e-9 && a->event.kind == b->event.kind &&
         a->event.channel == b->event.channel && a->event.controller == b->event.controller &&
         fabs(a->event.key - b->event.key) < 1e-9 && fabs(a->event.value - b->event.value) < 1e-9;
}

static void tell(const char *what, const rosin_player_score_t *e) {
  print_error("%s: %s at %.6f s: channel %d, controller %d, key %g, value %g\n", what,
              rosin_player_kind_name((int)e->event.kind), e->time, e->event.channel,
              e->event.controller, e->event.key, e->event.value);
}

static void is_as_wanted(const rosin_player_score_t *e, int count, int round) {
  static char taken[EVENTS];
  int differs = 0;
  memset(taken, 0, sizeof taken);
  for (int i = 0; i < wants; i++) {
    int k = 0;
    while (k < count && (taken[k] || !alike(&wanted[i], &e[k])))
      k++;
    if (k < count)
      taken[k] = 1;
    else if (differs++ < 3)
      tell("missing", &wanted[i]);
  }
  for (int k = 0; k < count; k++)
    if (!taken[k] && differs++ < 6)
      tell("not wanted", &e[k]);
  if (differs)
    fail_msg("score %d: %d events differ of %d\n%s", round, differs, wants, text);
}

/* At one time notes end before something is set and others begin; then channels and keys rise. */
static double place_of(const rosin_player_score_t *e) {
  const rosin_player_kind what = e->event.kind;
  const int rank = what == ROSIN_PLAYER_PROGRAM    ? 0
                   : what == ROSIN_PLAYER_NOTE_OFF ? 1
                   : what == ROSIN_PLAYER_TELL     ? 2
                                                   : 3;
  return (rank * 16 + e->event.channel) * 256 + e->event.key;
}

static void random_scores_are_played_as_written(void **state) {
  (void)state;
  seed = 20;
  for (int round = 0; round < 150; round++) {
    int count;
    make();
    want_all();
    write_music(4 << one_of(3));
    rosin_player_score_t *e = read_bytes(text, size, &count);
    if (!e)
      fail_msg("score %d: %s\n%s", round, error.text, text);
    assert_string_equal(error.text, "");
    is_as_wanted(e, count, round);
    for (int i = 1; i < count; i++)
      assert_true(e[i].time > e[i - 1].time ||
                  (e[i].time == e[i - 1].time && place_of(&e[i - 1]) <= place_of(&e[i])));
    free(e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_scores_are_played_as_written)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
