/* SPDX-License-Identifier: BSD-3-Clause */
#include "plugin/window/style.h"
#include "core/learn.h"
#include "core/sequencer/observe.h"
#include "core/words.h"
#include "format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

rosin_colour rosin_regime_colour(int regime) {
  static const rosin_colour colour[] = {
      [ROSIN_LIFTED] = 0xff6d7280u,    [ROSIN_STICKING] = 0xff7d9be0u,
      [ROSIN_HELMHOLTZ] = 0xff6cc792u, [ROSIN_SEVERAL] = 0xffd8c65cu,
      [ROSIN_RAUCOUS] = 0xffe8854au,   [ROSIN_SLIDING] = 0xffd9607au};
  return regime >= ROSIN_LIFTED && regime <= ROSIN_SLIDING ? colour[regime] : ROSIN_QUIET;
}

void rosin_draw_word(rosin_canvas *c, double x, double y, double size, rosin_colour colour,
                     rosin_side side, const char *word) {
  const rosin_writing how = {.x = x, .y = y, .size = size, .colour = colour, .side = side};
  rosin_text_write(c, &how, word);
}

void rosin_draw_button(rosin_canvas *c, const rosin_desk *d, int part, const char *word, int lit) {
  const rosin_box *b = &d->layout->part[part].box;
  const int under = d->under == part || d->held == part;
  rosin_canvas_clear(c, b, ROSIN_GROUND);
  rosin_canvas_box(c, b, 6, lit ? ROSIN_WARM : under ? ROSIN_RAISED : ROSIN_FIELD);
  rosin_draw_word(c, b->x + b->width / 2, b->y + b->height / 2 + 4.2, ROSIN_TEXT_PLAIN,
                  lit ? ROSIN_GROUND : ROSIN_TEXT, ROSIN_MIDDLE, word);
}

int rosin_key_of(double hertz) {
  return hertz > 8 ? (int)floor(69.5 + 12 * log2(hertz / 440)) : -1;
}

void rosin_key_name(int key, char *text, size_t size) {
  static const char *const name[] = {"C",  "C#", "D",  "D#", "E",  "F",
                                     "F#", "G",  "G#", "A",  "A#", "B"};
  if (key < 0)
    *text = 0;
  else
    snprintf(text, size, "%s%d", name[key % 12], (key / 12 - 1) % 100);
}

void rosin_draw_regime(rosin_canvas *c, const rosin_desk *d, const rosin_box *b) {
  const rosin_view_contact *k = &d->view.contact[(int)d->view.pressed];
  const int lives = d->sees && k->regime > ROSIN_LIFTED;
  const int regime = lives ? (int)k->regime : ROSIN_LIFTED;
  const rosin_colour colour = rosin_regime_colour(regime);
  char words[120] = "", key[8];
  rosin_canvas_disc(c, b->x + 18, b->y + 20, 5);
  rosin_canvas_fill(c, colour);
  const char *word = !lives ? "at rest"
                     : regime == ROSIN_HELMHOLTZ && !(k->pitch > 0)
                         ? "regular slips"
                         : rosin_touch_name((rosin_touch)regime);
  rosin_text_write(c,
                   &(rosin_writing){.x = b->x + 31,
                                    .y = b->y + 25.5,
                                    .size = 15,
                                    .colour = lives ? colour : ROSIN_QUIET,
                                    .bold = 1.25},
                   word);
  if (!lives)
    return;
  rosin_key_name(rosin_key_of((double)k->pitch), key, sizeof key);
  if (k->pitch > 0)
    rosin_format(words, sizeof words, "%s   %.1f Hz   %.2f N   %.2f m/s", key, (double)k->pitch,
                 (double)k->force, fabs((double)k->velocity));
  else
    rosin_format(words, sizeof words, "%.1f N   %.0f slips a second", (double)k->force,
                 (double)k->slips);
  rosin_draw_word(c, b->x + b->width - 16, b->y + 25, ROSIN_TEXT_PLAIN, ROSIN_SOFT, ROSIN_UP_TO,
                  words);
}

/* ---- the line at the foot ------------------------------------------------------------------ */

static void say_control(const rosin_desk *d, int index, char *text, size_t size) {
  const rosin_parameter *row = rosin_core_parameter(d->core, index);
  char name[64], initial[64], low[64], high[64];
  rosin_words_name(d->core, index, name, sizeof name);
  rosin_words_value(d->core, index, row->initial, initial, sizeof initial);
  rosin_words_value(d->core, index, row->low, low, sizeof low);
  rosin_words_value(d->core, index, row->high, high, sizeof high);
  if (row->kind == ROSIN_CHOICE || row->kind == ROSIN_SWITCH)
    snprintf(text, size, "%s: %s", name, row->kind == ROSIN_CHOICE ? initial : row->meaning);
  else
    snprintf(text, size, "%s: %s   (%s to %s)", name, row->meaning, low, high);
  if (row->kind == ROSIN_CHOICE)
    snprintf(text, size, "%s: one of %d, at first %s", name, (int)(row->high - row->low) + 1,
             initial);
}

/* What is said whatever the mouse is on: 1. */
static int is_urgent(const rosin_desk *d, char *text, size_t size) {
  const int learns = d->plays ? rosin_core_learning(d->plays) : -1;
  char name[64];
  if (learns >= 0) {
    rosin_words_name(d->core, learns, name, sizeof name);
    snprintf(text, size, "%s: move a controller of your keyboard; Escape: none", name);
  } else if (*d->said || d->failed_for) {
    snprintf(text, size, "%s", *d->said ? d->said : d->failed);
  }
  return learns >= 0 || *d->said || d->failed_for;
}

static int takes_drawings(const rosin_desk *d) {
  return d->curves && d->plays;
}

/* What is said of a list or an entry that is open: 1. */
static int is_over(const rosin_desk *d, char *text, size_t size) {
  static const char *const says[] = {
      [ROSIN_OVER_PRESETS] =
          "type to search; a name that is new saves what is set; right click: favourite, remove",
      [ROSIN_OVER_ENTRY] = "type a value, then Enter; Escape leaves it as it is"};
  const char *said = (size_t)d->over < sizeof says / sizeof *says ? says[d->over] : NULL;
  if (said)
    snprintf(text, size, "%s", said);
  return said != NULL;
}

void rosin_line_says(const rosin_desk *d, char *text, size_t size) {
  static const char *const word[] = {
      [ROSIN_PART_TITLE] = "",
      [ROSIN_PART_BACK] = "the preset before",
      [ROSIN_PART_PRESET] = "presets: press for the list, type to search or to name a new one",
      [ROSIN_PART_ON] = "the next preset",
      [ROSIN_PART_UNDO] = "undo (Ctrl+Z)",
      [ROSIN_PART_REDO] = "redo (Ctrl+Y)",
      [ROSIN_PART_SIDE] = "two settings to compare: press for the other one",
      [ROSIN_PART_TAKE] = "another take: the same player or hand, another time",
      [ROSIN_PART_METER] = "the largest sample; in red what the limiter takes",
      [ROSIN_PART_STAGE] = "",
      [ROSIN_PART_PAD] = "",
      [ROSIN_PART_TRIGGER] = "begins the gesture, for as long as it is pressed",
      [ROSIN_PART_HOLD] = "the trigger stays pressed",
      [ROSIN_PART_KNOB] = "",
      [ROSIN_PART_CARD] = "",
      [ROSIN_PART_ROW] = "",
      [ROSIN_PART_KEYS] = "keys: louder towards their front; letters from A to P play, too",
      [ROSIN_PART_LINE] = ""};
  const int at = d->held >= 0 ? d->held : d->under;
  const rosin_part *p = at >= 0 ? &d->layout->part[at] : NULL;
  if (is_urgent(d, text, size) || is_over(d, text, size))
    return;
  if (p && rosin_part_turns(p))
    say_control(d, p->index, text, size);
  else if (p && (p->kind == ROSIN_PART_PAD || d->pads))
    snprintf(text, size, "%s",
             d->layout->bows ? "press to bow: across is the speed, up is denser and louder"
                             : "press to trigger, and move: colours say what it did where");
  else if (p && p->kind == ROSIN_PART_STAGE && takes_drawings(d))
    snprintf(text, size,
             "draw over the gesture with the mouse; right click: the scene's own again");
  else
    snprintf(text, size, "%s", p && *word[p->kind] ? word[p->kind] : rosin_core_title(d->core));
}

void rosin_draw_line(rosin_canvas *c, const rosin_desk *d, int part) {
  const rosin_box *b = &d->layout->part[part].box;
  char text[400];
  rosin_canvas_clear(c, b, ROSIN_GROUND);
  rosin_line_says(d, text, sizeof text);
  rosin_text_write(c,
                   &(rosin_writing){.x = b->x + 2,
                                    .y = b->y + 16,
                                    .size = ROSIN_TEXT_PLAIN,
                                    .colour = d->failed_for ? ROSIN_WARM : ROSIN_QUIET,
                                    .at_most = b->width - 4},
                   text);
}
