/* SPDX-License-Identifier: BSD-3-Clause */
/* PortMidi neither tells that a device is gone nor sees a new one before it is started
 * anew. ALSA keeps a list of its clients, which is looked at once a second; elsewhere a
 * device counts as gone when reading from it fails. */
#include "live/devices/midi_ports.h"
#include "error.h"
#include "letters.h"
#include "live/clock.h"
#include "live/devices/hush.h"
#include "live/say.h"

#include <portmidi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS = 16, EVENTS = 256 };

typedef struct {
  PmStream *stream;
  char name[128];
} port;

struct rosin_midi_ports {
  char wanted[128];
  port port[PORTS];
  int ports, started, lost;
  double looked; /* when ALSA's list was looked at */
};

static int quiet_initialize(void) {
  const int kept = rosin_hush();
  const PmError status = Pm_Initialize();
  rosin_hush_end(kept);
  return status;
}

int rosin_midi_ports_list(void (*each)(int index, const char *name, const char *host)) {
  int found = 0;
  if (quiet_initialize() != pmNoError)
    return 0;
  for (int i = 0; i < Pm_CountDevices(); i++) {
    const PmDeviceInfo *info = Pm_GetDeviceInfo(i);
    if (!info || !info->input)
      continue;
    each(i, info->name, info->interf);
    found++;
  }
  Pm_Terminate();
  return found;
}

static int is_wanted(const char *wanted, int index, const char *name) {
  char *end;
  const long number = strtol(wanted, &end, 10);
  if (*wanted && !*end)
    return number == index;
  return strcmp(wanted, "all") == 0 || rosin_contains(name, wanted);
}

/* Start PortMidi and open all that is wanted; how many. */
static int open_all(rosin_midi_ports *p) {
  p->ports = 0;
  if (quiet_initialize() != pmNoError)
    return 0;
  p->started = 1;
  for (int i = 0; i < Pm_CountDevices() && p->ports < PORTS; i++) {
    const PmDeviceInfo *info = Pm_GetDeviceInfo(i);
    port *new = &p->port[p->ports];
    if (!info || !info->input || !is_wanted(p->wanted, i, info->name) ||
        Pm_OpenInput(&new->stream, i, NULL, EVENTS, NULL, NULL) != pmNoError)
      continue;
    /* clock and active sensing are nobody's here */
    Pm_SetFilter(new->stream, PM_FILT_ACTIVE | PM_FILT_CLOCK | PM_FILT_SYSEX);
    snprintf(new->name, sizeof new->name, "%s", info->name);
    rosin_say("MIDI: %s", new->name);
    p->ports++;
  }
  return p->ports;
}

static void close_all(rosin_midi_ports *p) {
  for (int i = 0; i < p->ports; i++)
    Pm_Close(p->port[i].stream);
  if (p->started)
    Pm_Terminate();
  p->ports = p->started = 0;
}

rosin_midi_ports *rosin_midi_ports_open(const char *name, rosin_error *error) {
  rosin_midi_ports *p = calloc(1, sizeof *p);
  if (!p) {
    rosin_fail(error, "out of memory");
    return NULL;
  }
  snprintf(p->wanted, sizeof p->wanted, "%s", name);
  if (open_all(p))
    return p;
  rosin_fail(error,
             "--midi %.100s: there is no MIDI input of this number or name; see `rosin devices`",
             name);
  rosin_midi_ports_close(p);
  return NULL;
}

void rosin_midi_ports_close(rosin_midi_ports *p) {
  if (!p)
    return;
  close_all(p);
  free(p);
}

int rosin_midi_ports_listed(const char *clients, const char *name) {
  char quoted[160]; /* as in:   Port   0 : "Launchkey Mini MIDI 1" (RWeX) */
  snprintf(quoted, sizeof quoted, "\"%.120s\"", name);
  return strstr(clients, quoted) != NULL;
}

/* 0 if there is a list and it is not in it. */
static int still_there(const port *p) {
  static char clients[16384];
  FILE *in = fopen("/proc/asound/seq/clients", "r");
  if (!in)
    return 1;
  clients[fread(clients, 1, sizeof clients - 1, in)] = 0;
  fclose(in);
  return rosin_midi_ports_listed(clients, p->name);
}

static int look(rosin_midi_ports *p) {
  const double now = rosin_now();
  if (now - p->looked < 1)
    return 0;
  p->looked = now;
  if (p->lost) { /* until it is plugged in again */
    close_all(p);
    p->lost = open_all(p) == 0;
    return 0;
  }
  for (int i = 0; i < p->ports; i++)
    if (!still_there(&p->port[i])) {
      rosin_say("MIDI: %s is unplugged; playing goes on", p->port[i].name);
      p->lost = 1;
    }
  return p->lost;
}

int rosin_midi_ports_poll(rosin_midi_ports *p,
                          void (*take)(void *context, const unsigned char *message, int length),
                          void *context) {
  PmEvent event[EVENTS];
  int lost = 0;
  for (int i = 0; i < p->ports && !p->lost; i++) {
    const int count = Pm_Read(p->port[i].stream, event, EVENTS);
    for (int k = 0; k < count; k++) {
      const PmMessage m = event[k].message;
      const unsigned char bytes[3] = {(unsigned char)Pm_MessageStatus(m),
                                      (unsigned char)Pm_MessageData1(m),
                                      (unsigned char)Pm_MessageData2(m)};
      take(context, bytes, 3);
    }
    if (count < 0 && count != pmBufferOverflow) {
      rosin_say("MIDI: %s is gone (%s); playing goes on", p->port[i].name,
                Pm_GetErrorText((PmError)count));
      p->lost = lost = 1;
    }
  }
  return look(p) || lost;
}
