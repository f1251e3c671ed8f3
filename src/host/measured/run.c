/* SPDX-License-Identifier: BSD-3-Clause */
/* `rosin map --measured`: from the folder to the pictures. */
#include "host/measured/measured.h"

#include "host/common/outputs.h"
#include "host/common/stop.h"
#include "live/clock.h"

#include <stdlib.h>
#include <unistd.h>

/* No output may take the place of a recording. */
static int check_outputs(const rosin_measured_wish *w, const rosin_recordings *r) {
  static const char *const kind[] = {"whole", "beta", "timestamp"};
  const char *const outputs[] = {w->output, w->plot};
  for (int i = 0; i < r->strokes; i++)
    for (int k = 0; k < 3; k++) {
      char *path = rosin_recordings_path(r, i, kind[k]);
      rosin_outputs_reads(path);
      free(path);
    }
  return rosin_outputs_check(outputs, 2);
}

static void put_measured(FILE *out, const void *what) {
  rosin_measured_put(what, out);
}

static int compare(const rosin_measured_wish *w, rosin_measured *m) {
  rosin_error error = {""};
  const double start = rosin_now();
  if (rosin_measured_compute(m, w->threads, &error))
    return rosin_stopped(NULL) ? rosin_stop_complain()
                               : rosin_complain(ROSIN_FAILURE, "%s", error.text);
  rosin_tell("%d strokes in %.1f s", m->recordings.strokes, rosin_now() - start);
  int failed = rosin_measured_say(m), status = -1;
  if (!failed && !w->output && isatty(STDOUT_FILENO))
    failed = rosin_measured_print(m);
  else if (!failed)
    status = rosin_outputs_write(w->output, put_measured, m);
  if (failed)
    return rosin_complain(ROSIN_FAILURE, "out of memory");
  if (status < 0 && w->plot && rosin_measured_draw(m, w->plot, &error))
    status = rosin_complain(ROSIN_FAILURE, "%s", error.text);
  return status < 0 ? ROSIN_DONE : status;
}

int rosin_measured_run(rosin_map *map, const rosin_measured_wish *wish, double rate) {
  rosin_measured m = {.map = map, .leave_out = wish->leave_out};
  rosin_error error;
  if (rosin_recordings_open(&m.recordings, wish->folder, rate, &error))
    return rosin_complain(ROSIN_FAILURE, "%s", error.text);
  int status = check_outputs(wish, &m.recordings);
  if (status < 0)
    status = compare(wish, &m);
  rosin_measured_free(&m);
  return status;
}
