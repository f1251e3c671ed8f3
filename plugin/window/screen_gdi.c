/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows, by GDI. It has a timer of its own, since hosts there lend none. */
#if defined(ROSIN_WINDOW) && defined(_WIN32)
#include "plugin/window/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
#include <windowsx.h>

enum { EVENTS = 256, TIMER = 1, MILLISECONDS = 33 };

struct rosin_screen {
  HINSTANCE instance;
  HWND window;
  ATOM class;
  char name[64];
  rosin_screen_event event[EVENTS];
  unsigned put, taken;
  void (*turn)(void *context);
  void *context;
  int tracks, turns;
};

static void put(rosin_screen *s, rosin_screen_event e) {
  if (s->put - s->taken == EVENTS)
    return;
  e.shift = (GetKeyState(VK_SHIFT) & 0x8000) != 0;
  s->event[s->put++ % EVENTS] = e;
}

static void put_mouse(rosin_screen *s, rosin_screen_kind kind, LPARAM at, int right) {
  put(s, (rosin_screen_event){
             .kind = kind, .x = GET_X_LPARAM(at), .y = GET_Y_LPARAM(at), .right = right});
  if (kind == ROSIN_SCREEN_PRESSED)
    SetCapture(s->window);
  else if (kind == ROSIN_SCREEN_RELEASED)
    ReleaseCapture();
  if (!s->tracks) {
    TRACKMOUSEEVENT track = {.cbSize = sizeof track, .dwFlags = TME_LEAVE, .hwndTrack = s->window};
    s->tracks = TrackMouseEvent(&track) != 0;
  }
}

static void put_wheel(rosin_screen *s, WPARAM how, LPARAM where) {
  POINT at = {GET_X_LPARAM(where), GET_Y_LPARAM(where)};
  ScreenToClient(s->window, &at);
  put(s, (rosin_screen_event){.kind = ROSIN_SCREEN_SCROLLED,
                              .x = at.x,
                              .y = at.y,
                              .clicks = GET_WHEEL_DELTA_WPARAM(how) / (double)WHEEL_DELTA});
}

static int put_key(rosin_screen *s, WPARAM code, int down) {
  static const struct {
    WPARAM code;
    rosin_key key;
  } table[] = {{VK_RETURN, ROSIN_KEY_ENTER},
               {VK_ESCAPE, ROSIN_KEY_ESCAPE},
               {VK_UP, ROSIN_KEY_UP},
               {VK_DOWN, ROSIN_KEY_DOWN}};
  rosin_screen_event e = {.kind = ROSIN_SCREEN_KEY, .down = down};
  if (GetKeyState(VK_CONTROL) & 0x8000) {
    e.key = code == 'Z' ? ROSIN_KEY_UNDO : ROSIN_KEY_REDO;
    if (code == 'Z' || code == 'Y')
      put(s, e);
    return 1;
  }
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].code == code) {
      e.key = table[i].key;
      put(s, e);
      return 1;
    }
  if (!down && code >= 'A' && code <= 'Z') { /* what goes down comes as a letter: WM_CHAR */
    e.letter = (char)(code - 'A' + 'a');
    put(s, e);
  }
  return 0;
}

static void be_turned(rosin_screen *s) {
  if (!s->turn || s->turns)
    return;
  s->turns = 1; /* a turn may show a menu, which has a loop of its own */
  s->turn(s->context);
  s->turns = 0;
}

static LRESULT take(rosin_screen *s, UINT message, WPARAM w, LPARAM l) {
  switch (message) {
  case WM_SIZE:
    put(s, (rosin_screen_event){ROSIN_SCREEN_SIZED, LOWORD(l), HIWORD(l)});
    return 0;
  case WM_PAINT:
    ValidateRect(s->window, NULL);
    put(s, (rosin_screen_event){ROSIN_SCREEN_EXPOSED});
    return 0;
  case WM_ERASEBKGND:
    return 1;
  case WM_TIMER:
    be_turned(s);
    return 0;
  case WM_LBUTTONDOWN:
  case WM_RBUTTONDOWN:
    put_mouse(s, ROSIN_SCREEN_PRESSED, l, message == WM_RBUTTONDOWN);
    return 0;
  case WM_LBUTTONUP:
  case WM_RBUTTONUP:
    put_mouse(s, ROSIN_SCREEN_RELEASED, l, message == WM_RBUTTONUP);
    return 0;
  case WM_MOUSEMOVE:
    put_mouse(s, ROSIN_SCREEN_MOVED, l, 0);
    return 0;
  case WM_MOUSELEAVE:
    s->tracks = 0;
    put(s, (rosin_screen_event){ROSIN_SCREEN_LEFT});
    return 0;
  case WM_MOUSEWHEEL:
    put_wheel(s, w, l);
    return 0;
  case WM_KEYDOWN:
  case WM_KEYUP:
    return put_key(s, w, message == WM_KEYDOWN) ? 0 : DefWindowProcA(s->window, message, w, l);
  case WM_CHAR:
    if (w == '\b' || (w >= ' ' && w <= '~'))
      put(s, (rosin_screen_event){.kind = ROSIN_SCREEN_KEY, .letter = (char)w, .down = 1});
    return 0;
  case WM_GETDLGCODE:
    return DLGC_WANTALLKEYS;
  default:
    return DefWindowProcA(s->window, message, w, l);
  }
}

static LRESULT CALLBACK procedure(HWND window, UINT message, WPARAM w, LPARAM l) {
  rosin_screen *s = (rosin_screen *)GetWindowLongPtrA(window, GWLP_USERDATA);
  if (!s)
    return DefWindowProcA(window, message, w, l);
  if (message == WM_NCDESTROY) {
    SetWindowLongPtrA(window, GWLP_USERDATA, 0);
    s->window = NULL; /* the host's is gone, and this one with it */
    return DefWindowProcA(window, message, w, l);
  }
  return take(s, message, w, l);
}

rosin_screen *rosin_screen_new(uintptr_t parent, int width, int height, const char *title) {
  rosin_screen *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                         GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                     (LPCSTR)(uintptr_t)procedure, &s->instance);
  snprintf(s->name, sizeof s->name, "rosin-%p", (void *)s); /* each has its own */
  const WNDCLASSA class = {.lpfnWndProc = procedure,
                           .hInstance = s->instance,
                           .hCursor = LoadCursorA(NULL, (LPCSTR)IDC_ARROW),
                           .lpszClassName = s->name};
  s->class = RegisterClassA(&class);
  s->window = CreateWindowExA(0, s->name, title, parent ? WS_CHILD : WS_OVERLAPPEDWINDOW, 0, 0,
                              width, height, (HWND)parent, NULL, s->instance, NULL);
  if (!s->window) {
    rosin_screen_free(s);
    return NULL;
  }
  SetWindowLongPtrA(s->window, GWLP_USERDATA, (LONG_PTR)s);
  ShowWindow(s->window, SW_SHOW);
  put(s, (rosin_screen_event){ROSIN_SCREEN_EXPOSED});
  return s;
}

void rosin_screen_free(rosin_screen *s) {
  if (!s)
    return;
  if (s->window) {
    KillTimer(s->window, TIMER);
    SetWindowLongPtrA(s->window, GWLP_USERDATA, 0);
    DestroyWindow(s->window);
  }
  if (s->class)
    UnregisterClassA(s->name, s->instance);
  free(s);
}

uintptr_t rosin_screen_handle(const rosin_screen *s) {
  return (uintptr_t)s->window;
}

void rosin_screen_resize(rosin_screen *s, int width, int height) {
  if (s->window)
    SetWindowPos(s->window, NULL, 0, 0, width, height, SWP_NOMOVE | SWP_NOZORDER | SWP_NOACTIVATE);
}

void rosin_screen_follow(rosin_screen *s) {
  (void)s; /* hosts there say sizes */
}

void rosin_screen_focus(rosin_screen *s) {
  if (s->window)
    SetFocus(s->window);
}

int rosin_screen_next(rosin_screen *s, rosin_screen_event *e) {
  if (s->taken == s->put)
    return 0;
  *e = s->event[s->taken++ % EVENTS];
  return 1;
}

void rosin_screen_show(rosin_screen *s, const rosin_canvas *c, const rosin_pixels *b) {
  const int width = b->right - b->left, height = b->bottom - b->top;
  if (!s->window || width < 1 || height < 1)
    return;
  const BITMAPINFO info = {.bmiHeader = {.biSize = sizeof info.bmiHeader,
                                         .biWidth = c->width,
                                         .biHeight = -height,
                                         .biPlanes = 1,
                                         .biBitCount = 32,
                                         .biCompression = BI_RGB}};
  HDC to = GetDC(s->window);
  SetDIBitsToDevice(to, b->left, b->top, (DWORD)width, (DWORD)height, b->left, 0, 0, (UINT)height,
                    c->pixel + (size_t)b->top * (size_t)c->width, &info, DIB_RGB_COLORS);
  ReleaseDC(s->window, to);
}

void rosin_screen_drive(rosin_screen *s, void (*turn)(void *context), void *context) {
  s->turn = turn;
  s->context = context;
  SetTimer(s->window, TIMER, MILLISECONDS, NULL);
}

double rosin_screen_clock(void) {
  return (double)GetTickCount64() / 1000;
}

int rosin_screen_drives(void) {
  return 1;
}
#else
typedef int rosin_no_gdi; /* a file has something in it */
#endif
