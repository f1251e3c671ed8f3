/* SPDX-License-Identifier: BSD-3-Clause */
/* Coverage by areas: each edge leaves in the cells that it passes how much of what lies to the
 * right of it begins there; summed along a row that is how much of each pixel is within. */
#include "plugin/window/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 14 };

int rosin_canvas_size(rosin_canvas *c, int width, int height) {
  free(c->pixel);
  c->width = width > 0 && width < LARGEST ? width : 1;
  c->height = height > 0 && height < LARGEST ? height : 1;
  c->pixel = calloc((size_t)c->width * (size_t)c->height, sizeof *c->pixel);
  if (!c->pixel)
    c->width = c->height = 0;
  c->clip = (rosin_pixels){0, 0, c->width, c->height};
  return c->pixel ? 0 : -1;
}

void rosin_canvas_free(rosin_canvas *c) {
  free(c->pixel);
  free(c->edge);
  free(c->cover);
  memset(c, 0, sizeof *c);
}

static int within(double x, int most) {
  return x > 0 ? (int)fmin(x, most) : 0;
}

rosin_pixels rosin_canvas_pixels(const rosin_canvas *c, const rosin_box *b) {
  return (rosin_pixels){within(floor(c->left + c->scale * b->x), c->width),
                        within(floor(c->top + c->scale * b->y), c->height),
                        within(ceil(c->left + c->scale * (b->x + b->width)), c->width),
                        within(ceil(c->top + c->scale * (b->y + b->height)), c->height)};
}

void rosin_canvas_clip(rosin_canvas *c, const rosin_box *box) {
  c->clip = box ? rosin_canvas_pixels(c, box) : (rosin_pixels){0, 0, c->width, c->height};
}

/* ---- paths --------------------------------------------------------------------------------- */

static void add_edge(rosin_canvas *c, double x0, double y0, double x1, double y1) {
  if (c->edges == c->most_edges) {
    const int most = c->most_edges ? 2 * c->most_edges : 256;
    float *more = realloc(c->edge, 4 * (size_t)most * sizeof *more);
    if (!more)
      return;
    c->edge = more;
    c->most_edges = most;
  }
  float *e = c->edge + 4 * (size_t)c->edges++;
  e[0] = (float)x0;
  e[1] = (float)y0;
  e[2] = (float)x1;
  e[3] = (float)y1;
}

static void close_part(rosin_canvas *c) {
  if (c->at_x != c->from_x || c->at_y != c->from_y)
    add_edge(c, c->at_x, c->at_y, c->from_x, c->from_y);
  c->at_x = c->from_x;
  c->at_y = c->from_y;
}

void rosin_canvas_move(rosin_canvas *c, double x, double y) {
  close_part(c);
  c->from_x = c->at_x = c->left + c->scale * x;
  c->from_y = c->at_y = c->top + c->scale * y;
}

void rosin_canvas_line(rosin_canvas *c, double x, double y) {
  const double to_x = c->left + c->scale * x, to_y = c->top + c->scale * y;
  add_edge(c, c->at_x, c->at_y, to_x, to_y);
  c->at_x = to_x;
  c->at_y = to_y;
}

/* One row's piece of an edge, from xa to xb (in cells from the box's left), of height `tall`. */
static void cover_row(float *row, int cells, double xa, double xb, double tall) {
  const double low = fmin(fmax(fmin(xa, xb), 0), cells), high = fmin(fmax(fmax(xa, xb), 0), cells);
  const int first = (int)low, last = (int)high;
  if (first == last) {
    const double middle = 0.5 * (low + high) - first;
    row[first] += (float)(tall * (1 - middle));
    row[first + 1] += (float)(tall * middle);
    return;
  }
  const double each = tall / (high - low);
  for (int i = first; i <= last; i++) {
    const double from = fmax(low, i), to = fmin(high, i + 1), share = each * (to - from);
    const double middle = 0.5 * (from + to) - i;
    row[i] += (float)(share * (1 - middle));
    row[i + 1] += (float)(share * middle);
  }
}

static void cover_edge(rosin_canvas *c, const float *e, const rosin_pixels *box, int stride) {
  const int down = e[3] > e[1];
  const double x0 = (double)e[down ? 0 : 2] - box->left, y0 = (double)e[down ? 1 : 3] - box->top;
  const double x1 = (double)e[down ? 2 : 0] - box->left, y1 = (double)e[down ? 3 : 1] - box->top;
  const int rows = box->bottom - box->top;
  if (!(y1 > y0) || y1 <= 0 || y0 >= rows)
    return;
  const double slope = (x1 - x0) / (y1 - y0);
  const int end = (int)fmin(ceil(y1), rows);
  for (int y = y0 > 0 ? (int)y0 : 0; y < end; y++) {
    const double from = fmax(y0, y), to = fmin(y1, y + 1);
    cover_row(c->cover + (size_t)y * (size_t)stride, stride - 2, x0 + slope * (from - y0),
              x0 + slope * (to - y0), down ? to - from : from - to);
  }
}

static rosin_pixels path_box(const rosin_canvas *c) {
  float left = 1e9F, top = 1e9F, right = -1e9F, bottom = -1e9F;
  for (int i = 0; i < c->edges; i++) {
    const float *e = c->edge + 4 * (size_t)i;
    left = fminf(left, fminf(e[0], e[2]));
    right = fmaxf(right, fmaxf(e[0], e[2]));
    top = fminf(top, fminf(e[1], e[3]));
    bottom = fmaxf(bottom, fmaxf(e[1], e[3]));
  }
  const rosin_pixels *k = &c->clip;
  const double l = fmax(floor((double)left), k->left), t = fmax(floor((double)top), k->top);
  const double r = fmin(ceil((double)right), k->right), b = fmin(ceil((double)bottom), k->bottom);
  if (!(r > l && b > t))
    return (rosin_pixels){0, 0, 0, 0};
  return (rosin_pixels){(int)l, (int)t, (int)r, (int)b};
}

/* ---- pixels -------------------------------------------------------------------------------- */

static void blend(uint32_t *p, rosin_colour k, unsigned share) { /* of 256 */
  const uint32_t to = *p;
  const uint32_t both = ((k & 0xff00ff) * share + (to & 0xff00ff) * (256 - share)) >> 8 & 0xff00ff;
  const uint32_t green = ((k & 0xff00) * share + (to & 0xff00) * (256 - share)) >> 8 & 0xff00;
  *p = both | green;
}

static unsigned opacity(rosin_colour k) {
  return (k >> 24) + (k >> 31);
}

/* From i on, as far as nothing begins or ends: what is covered whole is written at once. */
static int paint_run(uint32_t *pixel, const float *cover, int i, int count, float share,
                     rosin_colour k) {
  int end = i + 1;
  while (end < count && cover[end] == 0)
    end++;
  const unsigned by = (unsigned)(share * (float)opacity(k) + 0.5F);
  if (by == 256)
    for (int x = i; x < end; x++)
      pixel[x] = k & 0xffffff;
  else if (by)
    for (int x = i; x < end; x++)
      blend(&pixel[x], k, by);
  return end;
}

static void paint_row(rosin_canvas *c, const float *cover, const rosin_pixels *box, int y,
                      rosin_colour k) {
  uint32_t *pixel = c->pixel + (size_t)y * (size_t)c->width + box->left;
  const int count = box->right - box->left;
  float sum = 0;
  for (int i = 0; i < count;) {
    sum += cover[i];
    const float share = fminf(fabsf(sum), 1);
    i = paint_run(pixel, cover, i, count, share > 0.998F ? 1 : share < 0.002F ? 0 : share, k);
  }
}

void rosin_canvas_fade(rosin_canvas *c, double top, rosin_colour above, double bottom,
                       rosin_colour below) {
  close_part(c);
  const rosin_pixels box = path_box(c);
  const int stride = box.right - box.left + 2, rows = box.bottom - box.top;
  const int cells = stride * rows;
  if (rows > 0 && cells > c->most_cover) {
    free(c->cover);
    c->cover = calloc((size_t)cells, sizeof *c->cover);
    c->most_cover = c->cover ? cells : 0;
  }
  if (rows > 0 && c->cover) {
    memset(c->cover, 0, (size_t)cells * sizeof *c->cover);
    for (int i = 0; i < c->edges; i++)
      cover_edge(c, c->edge + 4 * (size_t)i, &box, stride);
    const double first = c->top + c->scale * top, last = c->top + c->scale * bottom;
    for (int y = 0; y < rows; y++) {
      const double share = last > first ? (box.top + y + 0.5 - first) / (last - first) : 0;
      paint_row(c, c->cover + (size_t)y * (size_t)stride, &box, box.top + y,
                above == below ? above : rosin_colour_mix(above, below, share));
    }
    c->drawn += (long long)rows * (stride - 2);
  }
  c->edges = 0;
}

void rosin_canvas_fill(rosin_canvas *c, rosin_colour colour) {
  rosin_canvas_fade(c, 0, colour, 0, colour);
}

static rosin_pixels within_clip(const rosin_canvas *c, const rosin_box *box) {
  const rosin_pixels b = rosin_canvas_pixels(c, box), *k = &c->clip;
  return (rosin_pixels){b.left > k->left ? b.left : k->left, b.top > k->top ? b.top : k->top,
                        b.right < k->right ? b.right : k->right,
                        b.bottom < k->bottom ? b.bottom : k->bottom};
}

void rosin_canvas_wash(rosin_canvas *c, const rosin_box *box, rosin_colour above,
                       rosin_colour below) {
  const rosin_pixels b = within_clip(c, box);
  const double top = c->top + c->scale * box->y, tall = c->scale * box->height;
  for (int y = b.top; y < b.bottom; y++) {
    uint32_t *pixel = c->pixel + (size_t)y * (size_t)c->width;
    const rosin_colour k =
        (above == below ? above : rosin_colour_mix(above, below, (y + 0.5 - top) / tall)) &
        0xffffff;
    for (int x = b.left; x < b.right; x++)
      pixel[x] = k;
  }
  if (b.right > b.left && b.bottom > b.top)
    c->drawn += (long long)(b.right - b.left) * (b.bottom - b.top);
}

void rosin_canvas_glow(rosin_canvas *c, double x, double y, double radius, rosin_colour colour) {
  const rosin_pixels *k = &c->clip;
  const double cx = c->left + c->scale * x, cy = c->top + c->scale * y, r = c->scale * radius;
  const unsigned most = opacity(colour);
  if (!(r > 0) || !most)
    return;
  const int top = (int)fmax(floor(cy - r), k->top), bottom = (int)fmin(ceil(cy + r), k->bottom);
  const int left = (int)fmax(floor(cx - r), k->left), right = (int)fmin(ceil(cx + r), k->right);
  for (int row = top; row < bottom; row++)
    for (int i = left; i < right; i++) {
      const double dx = (i + 0.5 - cx) / r, dy = (row + 0.5 - cy) / r,
                   left_over = 1 - dx * dx - dy * dy;
      if (left_over > 0)
        blend(&c->pixel[(size_t)row * (size_t)c->width + (size_t)i], colour,
              (unsigned)(left_over * left_over * most));
    }
  if (bottom > top && right > left)
    c->drawn += (long long)(bottom - top) * (right - left);
}

static unsigned channel(rosin_colour from, rosin_colour to, int shift, double share) {
  const double a = from >> shift & 255, b = to >> shift & 255;
  return (unsigned)(a + share * (b - a) + 0.5);
}

rosin_colour rosin_colour_mix(rosin_colour from, rosin_colour to, double share) {
  const double s = share > 0 ? fmin(share, 1) : 0;
  return channel(from, to, 24, s) << 24 | channel(from, to, 16, s) << 16 |
         channel(from, to, 8, s) << 8 | channel(from, to, 0, s);
}

rosin_colour rosin_colour_thin(rosin_colour colour, double share) {
  const double s = share > 0 ? fmin(share, 1) : 0;
  return (colour & 0xffffff) | (rosin_colour)(s * (colour >> 24) + 0.5) << 24;
}
