/* SPDX-License-Identifier: BSD-3-Clause */
/* show_clap FILE ID [SECONDS]: a CLAP plugin's window on Windows (or wine), in a host of our own:
 * it lives by a timer of its own, and a mouse's edits come as gestures. SECONDS: it stays as long.
 */
#include "tests/faces/clap_bare.h"

#include <clap/entry.h>
#include <clap/ext/gui.h>
#include <clap/ext/params.h>
#include <clap/plugin-factory.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static int held, begun, sets;
static double last;

static void die(const char *why) {
  fprintf(stderr, "show_clap: %s\n", why);
  exit(1);
}

static bool heard(const clap_output_events_t *list, const clap_event_header_t *e) {
  (void)list;
  held += e->type == CLAP_EVENT_PARAM_GESTURE_BEGIN;
  begun += e->type == CLAP_EVENT_PARAM_GESTURE_BEGIN;
  held -= e->type == CLAP_EVENT_PARAM_GESTURE_END;
  if (e->type == CLAP_EVENT_PARAM_VALUE) {
    sets++;
    last = ((const clap_event_param_value_t *)e)->value;
  }
  return true;
}

static void turn(const clap_plugin_t *plugin, int milliseconds) {
  const clap_plugin_params_t *params = plugin->get_extension(plugin, CLAP_EXT_PARAMS);
  const clap_output_events_t out = {NULL, heard};
  const ULONGLONG end = GetTickCount64() + (ULONGLONG)milliseconds;
  MSG message;
  while (GetTickCount64() < end) {
    while (PeekMessageA(&message, NULL, 0, 0, PM_REMOVE)) {
      TranslateMessage(&message);
      DispatchMessageA(&message);
    }
    params->flush(plugin, NULL, &out);
    Sleep(5);
  }
}

static void mouse(const clap_plugin_t *plugin, HWND window, UINT message, int x, int y) {
  PostMessageA(window, message, message == WM_LBUTTONUP ? 0 : MK_LBUTTON, MAKELPARAM(x, y));
  turn(plugin, 120);
}

/* A knob as far down as it goes; then the pad. */
static void hand(const clap_plugin_t *plugin, HWND window) {
  mouse(plugin, window, WM_LBUTTONDOWN, 190, 366);
  mouse(plugin, window, WM_MOUSEMOVE, 190, 500);
  mouse(plugin, window, WM_MOUSEMOVE, 190, 900);
  if (held != 1 || sets < 2)
    die("an edit does not come to the host");
  mouse(plugin, window, WM_LBUTTONUP, 190, 900);
  if (held || begun != 1)
    die("a gesture does not end");
  mouse(plugin, window, WM_LBUTTONDOWN, 850, 150);
  if (held < 2)
    die("the pad is not held");
  turn(plugin, 300);
  mouse(plugin, window, WM_LBUTTONUP, 850, 150);
  if (held)
    die("the pad is not let go");
}

int main(int argc, char **argv) {
  HMODULE library = argc > 2 ? LoadLibraryA(argv[1]) : NULL;
  const clap_plugin_entry_t *entry =
      library ? (const clap_plugin_entry_t *)(uintptr_t)GetProcAddress(library, "clap_entry")
              : NULL;
  const clap_plugin_factory_t *factory = NULL;
  clap_host_t host = bare_host("show");
  if (!entry || !entry->init(argv[1]) || !(factory = entry->get_factory(CLAP_PLUGIN_FACTORY_ID)))
    die("usage: show_clap FILE ID [SECONDS]");
  const clap_plugin_t *plugin = factory->create_plugin(factory, &host, argv[2]);
  if (!plugin || !plugin->init(plugin))
    die("no plugin");
  const clap_plugin_gui_t *gui = plugin->get_extension(plugin, CLAP_EXT_GUI);
  uint32_t wide, high;
  HWND parent = CreateWindowExA(0, "STATIC", "host", WS_OVERLAPPEDWINDOW | WS_CLIPCHILDREN, 20, 20,
                                1100, 900, NULL, NULL, NULL, NULL);
  const clap_window_t over = {.api = CLAP_WINDOW_API_WIN32, .win32 = parent};
  ShowWindow(parent, SW_SHOW);
  for (int i = 0; i < 30; i++) { /* again and again */
    if (!gui || !gui->create(plugin, CLAP_WINDOW_API_WIN32, false) ||
        !gui->get_size(plugin, &wide, &high) || !gui->set_parent(plugin, &over) ||
        !gui->show(plugin))
      die("no window");
    turn(plugin, i ? 5 : 300);
    if (i == 0)
      hand(plugin, GetWindow(parent, GW_CHILD));
    if (i == 0 && argc > 3)
      turn(plugin, 1000 * atoi(argv[3]));
    gui->destroy(plugin);
    if (GetWindow(parent, GW_CHILD))
      die("its window stays");
  }
  plugin->destroy(plugin);
  entry->deinit();
  printf("%d sets in %d gestures\n", sets, begun);
  return 0;
}
