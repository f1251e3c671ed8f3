/* SPDX-License-Identifier: BSD-3-Clause */
/* A gnuplot script with its data goes to gnuplot's standard input, the picture comes
 * from its standard output: no file name is ever quoted. */
#include "host/common/plot.h"
#include "format.h"
#include "letters.h"

#include "error.h"
#include "host/common/stop.h"
#include "sound/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Plots of one picture. */
typedef struct {
  const rosin_plot *plot;
  int count, across;
} pictures;

static int is_svg(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && rosin_alike(dot, ".svg");
}

int rosin_plot_supported(const char *path, rosin_error *error) {
  const char *dot = strrchr(path, '.');
  if (dot && (rosin_alike(dot, ".png") || is_svg(path)))
    return 0;
  return rosin_fail(error, "--plot %.400s: unknown extension; must be .png or .svg", path);
}

int rosin_plot_point(rosin_plot *plot, int trace, double x, double y) {
  rosin_trace *t = &plot->trace[trace];
  if ((t->count & (t->count - 1)) == 0) { /* room doubles at powers of two */
    const size_t room = t->count ? 2 * (size_t)t->count : 1;
    double *xs = realloc(t->x, room * sizeof *xs);
    if (xs)
      t->x = xs;
    double *ys = realloc(t->y, room * sizeof *ys);
    if (ys)
      t->y = ys;
    if (!xs || !ys)
      return -1;
  }
  t->x[t->count] = x;
  t->y[t->count++] = y;
  return 0;
}

void rosin_plot_free(rosin_plot *plot) {
  for (int i = 0; i < ROSIN_TRACES; i++) {
    free(plot->trace[i].x);
    free(plot->trace[i].y);
    plot->trace[i].x = plot->trace[i].y = NULL;
    plot->trace[i].count = 0;
  }
}

/* Text between single quotes, as gnuplot reads it. */
static void put_text(FILE *out, const char *text) {
  fputc('\'', out);
  for (; *text; text++) {
    if (*text == '\'')
      fputc('\'', out);
    fputc((unsigned char)*text < ' ' ? '?' : *text, out);
  }
  fputc('\'', out);
}

/* Marks at 1, 2 and 5 of each decade: gnuplot's own are too few for a short range. */
static void put_marks(FILE *out, char name, const rosin_plot_axis *a) {
  static const double digit[] = {1, 2, 5};
  const char *comma = "";
  fprintf(out, "set %ctics (", name);
  for (int k = 3 * (int)floor(log10(a->low)); k <= 3 * (int)ceil(log10(a->high)); k++) {
    const int decade = (int)floor(k / 3.0);
    const double mark = digit[k - 3 * decade] * pow(10, decade);
    if (mark < a->low || mark > a->high)
      continue;
    rosin_print(out, "%s'%g' %g", comma, mark, mark);
    comma = ", ";
  }
  fputs(")\n", out);
}

static void put_axis(FILE *out, char name, const rosin_plot_axis *a) {
  if (a->logarithmic)
    fprintf(out, "set logscale %c\n", name);
  if (a->logarithmic && a->low > 0 && a->low < a->high && a->high < 1e3 * a->low)
    put_marks(out, name, a);
  if (a->low < a->high)
    rosin_print(out, "set %crange [%.10g:%.10g]\n", name, a->low, a->high);
}

/* The ends of a cell round column `number`. */
static void put_cell(FILE *out, int number, const rosin_plot_axis *a) {
  const char *less = a->logarithmic ? "/" : "-", *more = a->logarithmic ? "*" : "+";
  rosin_print(out, ":($%d%s%.10g):($%d%s%.10g)", number, less, a->cell, number, more, a->cell);
}

static void put_trace(FILE *out, const rosin_plot *p, int i) {
  const rosin_trace *t = &p->trace[i];
  fprintf(out, "$d%d ", i);
  if (t->cells) {
    fputs("using 1:2", out);
    put_cell(out, 1, &p->x);
    put_cell(out, 2, &p->y);
    fputs(" with boxxyerror fillstyle solid noborder", out);
  } else {
    fprintf(out, "with %s", t->dots ? "points pt 6 ps 0.6" : "lines lw 2");
  }
  if (t->colour)
    fprintf(out, " linecolor rgb '%s'", t->colour);
  if (*t->name) {
    fputs(" title ", out);
    put_text(out, t->name);
  } else {
    fputs(" notitle", out);
  }
}

static void put_plot(FILE *out, const rosin_plot *p) {
  fputs("set title ", out);
  put_text(out, p->title);
  fputs("\nset xlabel ", out);
  put_text(out, p->x_label);
  fputs("\nset ylabel ", out);
  put_text(out, p->y_label);
  fprintf(out, "\nset key %s\n", p->traces > 1 ? "below" : "off");
  put_axis(out, 'x', &p->x);
  put_axis(out, 'y', &p->y);
  for (int i = 0; i < p->traces; i++) {
    const rosin_trace *t = &p->trace[i];
    fprintf(out, "$d%d << EOD\n", i);
    for (int k = 0; k < t->count; k++)
      rosin_print(out, "%.10g %.10g\n", t->x[k], t->y[k]);
    fputs("EOD\n", out);
  }
  for (int i = 0; i < p->traces; i++) {
    fputs(i ? ", " : "plot ", out);
    put_trace(out, p, i);
  }
  fputc('\n', out);
}

static void put_script(FILE *out, const pictures *all, int svg) {
  const int down = (all->count + all->across - 1) / all->across;
  fprintf(out, "set terminal %s noenhanced size %d,%d\nset encoding utf8\nset grid\n",
          svg ? "svg" : "pngcairo", all->across > 1 ? 600 * all->across : 900,
          down > 1 || all->across > 1 ? 500 * down : 600);
  if (all->count > 1)
    fprintf(out, "set multiplot layout %d,%d\n", down, all->across);
  for (int i = 0; i < all->count; i++)
    put_plot(out, &all->plot[i]);
  if (all->count > 1)
    fputs("unset multiplot\n", out);
}

/* Run gnuplot from `in` to file descriptor `out`; what it says goes to `said`. */
static int run(FILE *in, int out, FILE *said, rosin_error *error) {
  char *const words[] = {(char[]){"gnuplot"}, NULL};
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status;
  if (posix_spawn_file_actions_init(&actions))
    return rosin_fail(error, "out of memory for a plot");
  posix_spawn_file_actions_adddup2(&actions, fileno(in), 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, fileno(said), 2);
  const int failed = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed)
    return failed == ENOENT
               ? rosin_fail(error, "--plot: the program gnuplot is not installed "
                                   "(Debian: gnuplot-nox; elsewhere: gnuplot)")
               : rosin_fail(error, "--plot: gnuplot cannot be started: %s", strerror(failed));
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return rosin_fail(error, "--plot: gnuplot was lost: %s", strerror(errno));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return 0;
  if (rosin_stopped(NULL)) /* the terminal's Ctrl-C goes to both */
    return rosin_fail(error, "interrupted; the plot was not written");
  char line[200] = "";
  rewind(said);
  while (fgets(line, sizeof line, said) && line[strspn(line, " ^\n")] == 0)
    ; /* its first line that says something */
  line[strcspn(line, "\n")] = 0;
  return rosin_fail(error, "--plot: gnuplot failed: %s", line);
}

static int draw_into(const pictures *all, int out, int svg, rosin_error *error) {
  FILE *in = tmpfile(), *said = tmpfile();
  int status = -1;
  if (!in || !said) {
    rosin_fail(error, "--plot: no temporary file: %s", strerror(errno));
  } else {
    put_script(in, all, svg);
    if (fflush(in) || ferror(in))
      rosin_fail(error, "--plot: no room for a temporary file");
    else if (lseek(fileno(in), 0, SEEK_SET) == 0)
      status = run(in, out, said, error);
  }
  if (in)
    fclose(in);
  if (said)
    fclose(said);
  return status;
}

int rosin_plot_draw(const rosin_plot *plot, const char *path, rosin_error *error) {
  return rosin_plot_draw_all(plot, 1, 1, path, error);
}

int rosin_plot_draw_all(const rosin_plot *plot, int count, int across, const char *path,
                        rosin_error *error) {
  const pictures all = {plot, count, across};
  rosin_stop_catch(); /* while there is a temporary file */
  char *name;
  const int out = rosin_temporary_open(path, &name);
  if (out < 0)
    return rosin_fail(error, "%.400s: cannot be written: %s", path, strerror(errno));
  int status = draw_into(&all, out, is_svg(path), error);
  if (close(out) && status == 0)
    status = rosin_fail(error, "%.400s: cannot be written: %s", path, strerror(errno));
  if (status == 0 && rosin_stopped(NULL))
    status = rosin_fail(error, "interrupted; %.400s was not written", path);
  if (status == 0 && rosin_temporary_keep(name, path))
    status = rosin_fail(error, "%.400s: cannot be written: %s", path, strerror(errno));
  if (status)
    rosin_temporary_drop(name);
  free(name);
  return status;
}
