/* SPDX-License-Identifier: BSD-3-Clause */
/* Writing: letters' heights come to whole pixels, so that small ones are clear. */
#include "plugin/window/pen.h"
#include "plugin/window/writing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double em = 40, between = 6.2, thick = 3.1;

/* Heights at which letters have edges, and where these come to. */
typedef struct {
  double base, pixel[4];
} heights;

static const double height[4] = {-8, 0, 20, 28};

static double up(const void *context, double y) {
  const heights *h = context;
  const int i = y < 0 ? 0 : y < 20 ? 1 : 2;
  const double share = (y - height[i]) / (height[i + 1] - height[i]);
  return h->base - (h->pixel[i] + share * (h->pixel[i + 1] - h->pixel[i]));
}

double rosin_text_width(const char *text, double size) {
  double width = 0;
  for (; *text; text++)
    width += rosin_letter_of(*text)->width + between;
  return width > 0 ? (width - between) * size / em : 0;
}

/* As much of it as there is room for. */
static const char *fit(const rosin_writing *how, const char *text, char *cut, size_t size) {
  if (!(how->at_most > 0) || rosin_text_width(text, how->size) <= how->at_most)
    return text;
  size_t length = strlen(text);
  do
    snprintf(cut, size, "%.*s..", (int)length, text);
  while (length-- && rosin_text_width(cut, how->size) > how->at_most);
  return cut;
}

void rosin_text_write(rosin_canvas *c, const rosin_writing *how, const char *text) {
  char cut[160];
  const char *said = fit(how, text, cut, sizeof cut);
  const double unit = how->size / em, width = rosin_text_width(said, how->size);
  const double weight = how->bold > 0 ? how->bold : 1;
  const double stroke = fmax(thick * unit * weight, 1.05 * sqrt(weight) / c->scale);
  double x = how->x - (how->side == ROSIN_MIDDLE  ? width / 2
                       : how->side == ROSIN_UP_TO ? width
                                                  : 0);
  heights h;
  const double line = round(c->top + c->scale * how->y) - fmax(0.5, stroke * c->scale / 2);
  h.base = (line - c->top) / c->scale;
  for (int i = 0; i < 4; i++)
    h.pixel[i] = round(height[i] * unit * c->scale) / c->scale;
  for (const char *at = said; *at; at++) {
    const rosin_letter *letter = rosin_letter_of(*at);
    const rosin_pen pen = {
        .x = x, .across = unit, .width = stroke, .dot = 0.62, .up = up, .context = &h};
    rosin_pen_draw(c, &pen, letter->drawing);
    x += (letter->width + between) * unit;
  }
  rosin_canvas_fill(c, how->colour);
}

int rosin_text_lines(rosin_canvas *c, const rosin_writing *how, double gap, const char *text) {
  rosin_writing one = *how;
  int lines = 0;
  one.at_most = 0;
  while (*text) {
    char line[160] = "";
    size_t fits = 0;
    for (size_t end = 1; end < sizeof line && text[end - 1]; end++) {
      if (text[end] && text[end] != ' ')
        continue;
      snprintf(line, sizeof line, "%.*s", (int)end, text);
      if (fits && rosin_text_width(line, how->size) > how->at_most)
        break;
      fits = end;
    }
    fits = fits ? fits : strlen(text) < sizeof line ? strlen(text) : sizeof line - 1;
    snprintf(line, sizeof line, "%.*s", (int)fits, text);
    one.y = how->y + gap * lines++;
    if (c)
      rosin_text_write(c, &one, line);
    text += fits + strspn(text + fits, " ");
  }
  return lines;
}
