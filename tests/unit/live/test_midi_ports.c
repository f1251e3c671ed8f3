/* SPDX-License-Identifier: BSD-3-Clause */
/* MIDI devices that come and go, played by a PortMidi, an ALSA list and a clock of the test's
 * own (wrapped by the linker). */
#include "live/devices/midi_ports.h"
#include "live/say.h"

#include <portmidi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { DEVICES = 20 };

static struct {
  PmDeviceInfo device[DEVICES];
  int devices, started, fails, opened[DEVICES], refuse;
  int32_t filter;
  int read;             /* what Pm_Read returns, */
  PmMessage message[2]; /* and gives */
  const char *list;     /* of ALSA, NULL: none */
  double now;
} rig;

PmError __wrap_Pm_Initialize(void) {
  rig.started += !rig.fails;
  return rig.fails ? pmHostError : pmNoError;
}
PmError __wrap_Pm_Terminate(void) {
  rig.started--;
  return pmNoError;
}
int __wrap_Pm_CountDevices(void) {
  return rig.devices;
}
const PmDeviceInfo *__wrap_Pm_GetDeviceInfo(PmDeviceID i) {
  assert_in_range(i, 0, rig.devices - 1);
  return i == 2 ? NULL : &rig.device[i];
}
PmError __wrap_Pm_OpenInput(PortMidiStream **stream, PmDeviceID i, void *driver, int32_t size,
                            PmTimeProcPtr time, void *context) {
  assert_true(!driver && size >= 64 && !time && !context);
  if (i == rig.refuse)
    return pmHostError;
  rig.opened[i]++;
  *stream = &rig.opened[i];
  return pmNoError;
}
PmError __wrap_Pm_SetFilter(PortMidiStream *stream, int32_t filter) {
  (void)stream;
  rig.filter = filter;
  return pmNoError;
}
PmError __wrap_Pm_Close(PortMidiStream *stream) {
  --*(int *)stream;
  return pmNoError;
}
int __wrap_Pm_Read(PortMidiStream *stream, PmEvent *event, int32_t most) {
  assert_true(*(int *)stream == 1 && most >= 2);
  for (int i = 0; i < rig.read; i++)
    event[i] = (PmEvent){.message = rig.message[i]};
  return rig.read;
}
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode) {
  if (strcmp(path, "/proc/asound/seq/clients"))
    return __real_fopen(path, mode);
  return rig.list ? fmemopen((void *)(uintptr_t)rig.list, strlen(rig.list), "r") : NULL;
}
double __wrap_rosin_now(void);
double __wrap_rosin_now(void) {
  return rig.now;
}

static int begin(void **state) {
  static const char *const names[] = {"Midi Through", "Keys 25 MIDI 1", "none", "Keys 25 MIDI 2",
                                      "Pads"};
  (void)state;
  memset(&rig, 0, sizeof rig);
  rig.devices = 5;
  rig.refuse = -1;
  for (int i = 0; i < DEVICES; i++)
    rig.device[i] = (PmDeviceInfo){
        .interf = "ALSA", .name = (char *)(uintptr_t)(i < 5 ? names[i] : "More"), .input = i != 4};
  rosin_say_keep(1);
  return 0;
}

static const char *said(void) {
  static char text[800];
  rosin_said(text, sizeof text);
  return text;
}

static int opened(void) {
  int sum = 0;
  for (int i = 0; i < DEVICES; i++)
    sum += rig.opened[i];
  return sum;
}

static int listed;
static void list(int index, const char *name, const char *host) {
  assert_string_equal(name, rig.device[index].name);
  assert_string_equal(host, "ALSA");
  listed += 1 << index;
}

static void inputs_are_listed(void **state) {
  (void)state;
  listed = 0;
  assert_int_equal(rosin_midi_ports_list(list), 3);
  assert_int_equal(listed, 1 + 2 + 8);
  assert_int_equal(rig.started, 0);
  rig.fails = 1;
  assert_int_equal(rosin_midi_ports_list(list), 0);
}

static void inputs_are_found(void **state) {
  (void)state;
  static const struct {
    const char *wanted;
    int open; /* bits */
  } rows[] = {{"all", 11}, {"0", 1},      {"1", 2},       {"3", 8},      {"2", 0},
              {"4", 0},    {"17", 0},     {"keys", 10},   {"MIDI 2", 8}, {"midi", 11},
              {"pads", 0}, {"guitar", 0}, {"through", 1}, {"1x", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rosin_error error = {""};
    char wanted[200];
    rosin_midi_ports *p = rosin_midi_ports_open(rows[i].wanted, &error);
    int open = 0;
    for (int k = 0; k < 5; k++)
      open += rig.opened[k] << k;
    assert_int_equal(open, rows[i].open);
    if (!p) {
      snprintf(wanted, sizeof wanted,
               "--midi %s: there is no MIDI input of this number or name; see `rosin devices`",
               rows[i].wanted);
      assert_string_equal(error.text, wanted);
    } else {
      assert_int_equal(strncmp(said(), "MIDI: ", 6), 0);
      assert_int_equal(rig.filter, PM_FILT_ACTIVE | PM_FILT_CLOCK | PM_FILT_SYSEX);
      assert_int_equal(rig.started, 1);
    }
    rosin_midi_ports_close(p);
    assert_true(rig.started == 0 && opened() == 0);
  }
  rosin_midi_ports_close(NULL);
  rosin_error error;
  rig.refuse = 1;
  rosin_midi_ports *p = rosin_midi_ports_open("keys", &error);
  assert_true(p && opened() == 1 && rig.opened[3] == 1);
  assert_string_equal(said(), "MIDI: Keys 25 MIDI 2");
  rosin_midi_ports_close(p);
  rig.devices = DEVICES; /* no more than 16 */
  rig.refuse = -1;
  p = rosin_midi_ports_open("all", &error);
  assert_int_equal(opened(), 16);
  rosin_midi_ports_close(p);
  rig.fails = 1;
  assert_null(rosin_midi_ports_open("all", &error));
  assert_int_equal(rig.started, 0);
}

static int taken;
static unsigned char bytes[8][3];
static void take(void *context, const unsigned char *message, int length) {
  assert_true(context == &taken && length == 3);
  memcpy(bytes[taken++ % 8], message, 3);
}

static void messages_are_taken(void **state) {
  (void)state;
  rosin_error error;
  rosin_midi_ports *p = rosin_midi_ports_open("keys", &error);
  rig.read = 2;
  rig.message[0] = Pm_Message(0x93, 60, 100);
  rig.message[1] = Pm_Message(0xe1, 1, 127);
  taken = 0;
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  assert_int_equal(taken, 4); /* of two inputs */
  const unsigned char wanted[2][3] = {{0x93, 60, 100}, {0xe1, 1, 127}};
  for (int i = 0; i < 4; i++)
    assert_memory_equal(bytes[i], wanted[i % 2], 3);
  rig.read = pmBufferOverflow; /* some were dropped, no more */
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  rig.read = pmHostError;
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 1);
  assert_int_equal(strncmp(said(), "MIDI: Keys 25 MIDI 1 is gone (", 30), 0);
  assert_non_null(strstr(said(), "); playing goes on"));
  rig.read = 2;
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  assert_int_equal(taken, 4);
  rig.now = 1.5; /* looked for, found */
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  assert_int_equal(opened(), 2);
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  assert_int_equal(taken, 8);
  rosin_midi_ports_close(p);
}

static void what_is_unplugged_is_seen_in_the_list(void **state) {
  (void)state;
  rosin_error error;
  rosin_midi_ports *p = rosin_midi_ports_open("keys", &error);
  rig.list = "  Port   0 : \"Keys 25 MIDI 1\" (RWeX)\n  Port   0 : \"Keys 25 MIDI 2\" (RWeX)\n";
  rig.now = 1;
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  rig.list = "  Port   0 : \"Keys 25 MIDI 1\" (RWeX)\n";
  rig.now = 1.9; /* once a second */
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  rig.now = 2;
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 1);
  assert_string_equal(said(), "MIDI: Keys 25 MIDI 2 is unplugged; playing goes on");
  rig.now = 3.5;
  rig.devices = 1;
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  assert_int_equal(opened(), 0);
  rig.devices = 2;
  rig.now = 4.7;
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  assert_int_equal(opened(), 1);
  rig.now = 6;
  assert_int_equal(rosin_midi_ports_poll(p, take, &taken), 0);
  assert_int_equal(opened(), 1);
  rosin_midi_ports_close(p);
  assert_true(opened() == 0 && rig.started == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(inputs_are_listed, begin),
      cmocka_unit_test_setup(inputs_are_found, begin),
      cmocka_unit_test_setup(messages_are_taken, begin),
      cmocka_unit_test_setup(what_is_unplugged_is_seen_in_the_list, begin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
