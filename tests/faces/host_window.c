/* SPDX-License-Identifier: BSD-3-Clause */
/* A host that shows a VST3 plugin's window on X and plays in real time, without a sound card:
 *
 *   host_window FILE NAME SECONDS [KEY]   shows it, a note sounding if there is a KEY
 *   host_window FILE NAME hand            a mouse, made of X events, bows on the pad (or triggers)
 * and turns a knob: the edits come, the plugin sounds
 */
#include "number.h"
#include "tests/faces/mouse.h"
#include "tests/faces/vst3_host.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 256, RATE = 48000, TURN = 33, EDITS = 4096 };

static Display *display;
static host *h;
static struct v3_timer_handler **timer;

/* Edits of the window, on their way to the processor. */
static struct {
  v3_param_id id;
  double value;
} edit[EDITS];
static int edits, taken_edits, begins, ends;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic double peak;
static atomic_int over, key;

/* ---- what a window asks of a host ---------------------------------------------------------- */

static v3_result V3_API register_timer(void *self, v3_timer_handler **handler, uint64_t ms) {
  (void)self;
  (void)ms;
  timer = handler;
  return V3_OK;
}
static v3_result V3_API unregister_timer(void *self, v3_timer_handler **handler) {
  (void)self;
  timer = handler == timer ? NULL : timer;
  return V3_OK;
}
static v3_result V3_API no_event_handler(void *self, v3_event_handler **handler, int fd) {
  (void)self;
  (void)handler;
  (void)fd;
  return V3_NOT_IMPLEMENTED;
}
static v3_result V3_API no_more_events(void *self, v3_event_handler **handler) {
  (void)self;
  (void)handler;
  return V3_NOT_IMPLEMENTED;
}
static v3_result V3_API resize_view(void *self, struct v3_plugin_view **view,
                                    struct v3_view_rect *rect) {
  (void)self;
  (void)view;
  (void)rect;
  return V3_OK;
}
static v3_result V3_API query(void *self, const v3_tuid iid, void **object);

static const struct v3_run_loop loop_table = {.query_interface = query,
                                              .ref = one,
                                              .unref = one,
                                              .register_event_handler = no_event_handler,
                                              .unregister_event_handler = no_more_events,
                                              .register_timer = register_timer,
                                              .unregister_timer = unregister_timer};
static const struct v3_plugin_frame frame_table = {
    .query_interface = query, .ref = one, .unref = one, .resize_view = resize_view};
static const struct v3_run_loop *loop = &loop_table;
static const struct v3_plugin_frame *frame = &frame_table;

static v3_result V3_API query(void *self, const v3_tuid iid, void **object) {
  (void)self;
  *object = v3_tuid_match(iid, v3_run_loop_iid) ? (void *)&loop : NULL;
  return *object ? V3_OK : V3_NO_INTERFACE;
}

static v3_result V3_API begin_edit(void *self, v3_param_id id) {
  (void)self;
  (void)id;
  begins++;
  return V3_OK;
}
static v3_result V3_API perform_edit(void *self, v3_param_id id, double value) {
  (void)self;
  pthread_mutex_lock(&lock);
  if (edits < EDITS) {
    edit[edits].id = id;
    edit[edits++].value = value;
  }
  pthread_mutex_unlock(&lock);
  return V3_OK;
}
static v3_result V3_API end_edit(void *self, v3_param_id id) {
  (void)self;
  (void)id;
  ends++;
  return V3_OK;
}
static v3_result V3_API restart(void *self, int32_t flags) {
  (void)self;
  (void)flags;
  return V3_OK;
}
static const struct v3_component_handler handler_table = {.query_interface = query,
                                                          .ref = one,
                                                          .unref = one,
                                                          .begin_edit = begin_edit,
                                                          .perform_edit = perform_edit,
                                                          .end_edit = end_edit,
                                                          .restart_component = restart};
static const struct v3_component_handler *handler = &handler_table;

/* ---- sound --------------------------------------------------------------------------------- */

static void *play(void *context) {
  struct timespec next;
  (void)context;
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (int sounds = 0; !atomic_load(&over);) {
    pthread_mutex_lock(&lock);
    for (; taken_edits < edits; taken_edits++)
      add_value(h, 0, edit[taken_edits].id, edit[taken_edits].value);
    pthread_mutex_unlock(&lock);
    if (atomic_load(&key) && !sounds++)
      add_midi(h, 0, 0x90, (unsigned)atomic_load(&key), 90);
    run(h, BLOCK);
    double most = peak;
    for (int i = 0; i < BLOCK; i++)
      most = fmax(most, (double)fabsf(h->audio[0][i]));
    peak = most;
    next.tv_nsec += 1000000000L / RATE * BLOCK;
    next.tv_sec += next.tv_nsec / 1000000000L;
    next.tv_nsec %= 1000000000L;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
  return NULL;
}

/* ---- the screen ---------------------------------------------------------------------------- */

static void turn(double seconds) {
  for (int n = 0; n * TURN < seconds * 1000; n++) {
    while (XPending(display)) {
      XEvent e;
      XNextEvent(display, &e);
    }
    if (timer)
      (*timer)->on_timer((void *)timer);
    nanosleep(&(struct timespec){0, TURN * 1000000L}, NULL);
  }
}

/* Turns until it sounds, for two minutes at most: when it does is the other thread's. */
static void turn_until_it_sounds(void) {
  for (int n = 0; n < 120 * 1000 / TURN && !(peak > 1e-4); n++)
    turn(TURN / 1000.0);
}

static void mouse(Window window, int type, int x, int y) {
  send_mouse(display, window, type, x, y);
  turn(0.05);
}

/* Places in the window that are the same in all: on the pad, and on a control of the first ones. */
enum { PAD_X = 700, PAD_Y = 150, KNOB_X = 190, KNOB_Y = 366, ALL_DOWN = 400 };

/* Bows for a second on the pad, then turns a control as far down as it goes. */
static void hand(Window window, const struct v3_view_rect *size) {
  turn(0.2);
  if (peak != 0)
    die("it sounds before it is touched");
  mouse(window, ButtonPress, PAD_X, PAD_Y);
  for (int i = 0; i < 25; i++)
    mouse(window, MotionNotify, PAD_X + i, PAD_Y);
  mouse(window, ButtonRelease, PAD_X + 25, PAD_Y);
  const int padded = edits;
  const int held = begins; /* three, and whether it is by hand */
  if (held < 3 || held > 4 || ends != held || padded < 50)
    die("the pad does not move its parameters");
  turn_until_it_sounds();
  if (!(peak > 1e-4))
    die("the pad makes no sound");
  mouse(window, ButtonPress, KNOB_X, KNOB_Y);
  mouse(window, MotionNotify, KNOB_X, KNOB_Y + ALL_DOWN / 2);
  mouse(window, MotionNotify, KNOB_X, KNOB_Y + ALL_DOWN);
  mouse(window, ButtonRelease, KNOB_X, KNOB_Y + ALL_DOWN);
  if (begins != held + 1 || ends != begins || edits < padded + 2 || edit[edits - 1].value != 0)
    die("the knob does not turn");
  turn(0.2);
  if ((*h->controller)->get_parameter_normalised(h->controller, edit[edits - 1].id) != 0)
    die("the knob is not shown");
  mouse(window, ButtonPress, PAD_X, PAD_Y); /* held, while the window goes */
  (void)size;
}

/* The host says how large a point is, and the window is as large. */
static void scales(struct v3_plugin_view **view, const struct v3_view_rect *once) {
  struct v3_plugin_view_content_scale **scale = NULL;
  struct v3_view_rect size;
  if ((*view)->query_interface(view, v3_plugin_view_content_scale_iid, (void **)&scale) != V3_OK)
    die("it hears nothing of scales");
  if ((*scale)->set_content_scale_factor(scale, 2) != V3_OK ||
      (*view)->get_size(view, &size) != V3_OK || size.right != 2 * once->right ||
      abs(size.bottom - 2 * once->bottom) > 1 ||
      (*scale)->set_content_scale_factor(scale, NAN) == V3_OK ||
      (*scale)->set_content_scale_factor(scale, 1) != V3_OK)
    die("it does not take a scale");
  (*scale)->unref(scale);
}

/* A size that the host gives is the window's own; one that it asks about keeps its shape. */
static void sizes(struct v3_plugin_view **view, Window parent, const struct v3_view_rect *once) {
  struct v3_view_rect wish = {.left = 10, .top = 20, .right = 10 + 2 * once->right, .bottom = 21};
  struct v3_view_rect small = {.right = 5, .bottom = 5}, given = {.left = 7, .top = 9}, size;
  XWindowAttributes is;
  if ((*view)->can_resize(view) != V3_TRUE ||
      (*view)->check_size_constraint(view, &wish) != V3_OK || wish.right != 10 + 2 * once->right ||
      abs(wish.bottom - 20 - 2 * once->bottom) > 1 ||
      (*view)->check_size_constraint(view, &small) != V3_OK || small.right < 300 ||
      small.bottom < 100)
    die("it does not say which sizes it can have");
  given.right = given.left + once->right + 120;
  given.bottom = given.top + once->bottom + 80;
  if ((*view)->on_size(view, &given) != V3_OK || (*view)->get_size(view, &size) != V3_OK ||
      size.right - size.left != once->right + 120 || size.bottom - size.top != once->bottom + 80)
    die("it does not take a size");
  turn(0.1);
  if (!XGetWindowAttributes(display, child_of(display, parent), &is) ||
      is.width != once->right + 120 || is.height != once->bottom + 80)
    die("its window is not as large as the host says");
  given = *once;
  if ((*view)->on_size(view, &given) != V3_OK)
    die("it does not take its own size back");
  turn(0.1);
}

int main(int argc, char **argv) {
  if (argc < 4)
    die("usage: host_window FILE NAME SECONDS [KEY] | hand");
  if (!(display = XOpenDisplay(NULL)))
    die("no screen");
  enter_library(argv[1]);
  h = open_host(argv[2]);
  (*h->controller)->set_component_handler(h->controller, (void *)&handler);
  start(h, RATE);
  if (argc > 4)
    atomic_store(&key, atoi(argv[4]));
  pthread_t thread;
  if (pthread_create(&thread, NULL, play, NULL))
    die("no thread");
  struct v3_plugin_view **view = (*h->controller)->create_view(h->controller, "editor");
  struct v3_view_rect size;
  if (!view || (*view)->get_size(view, &size) != V3_OK)
    die("no window");
  if ((*view)->attached(view, NULL, V3_VIEW_PLATFORM_TYPE_X11) == V3_OK)
    die("a window without a frame");
  scales(view, &size);
  (*view)->set_frame(view, (void *)&frame);
  const Window parent = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0,
                                            (unsigned)size.right, (unsigned)size.bottom, 0, 0, 0);
  XMapWindow(display, parent);
  XSync(display, False);
  if ((*view)->is_platform_type_supported(view, "HWND") == V3_OK ||
      (*view)->attached(view, (void *)parent, V3_VIEW_PLATFORM_TYPE_X11) != V3_OK)
    die("it is not attached");
  turn(0.3);
  if (strcmp(argv[3], "hand") == 0)
    sizes(view, parent, &size);
  if (strcmp(argv[3], "hand") == 0)
    hand(child_of(display, parent), &size);
  else
    turn(rosin_number_read(argv[3], NULL));
  (*view)->removed(view);
  if (timer || begins != ends)
    die("it is not gone");
  (*view)->unref(view);
  atomic_store(&over, 1);
  pthread_join(thread, NULL);
  stop(h);
  close_host(h);
  leave_library();
  XCloseDisplay(display);
  printf("a window, %d edits\n", edits);
  return 0;
}
