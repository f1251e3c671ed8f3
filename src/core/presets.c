/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/presets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const rosin_preset table[] = {
    {NULL, "Legato", "articulation=1 portamento=0.08"},
    {NULL, "Sul tasto", "position=1.9 pressure=0.35 dynamics=0.5"},
    {NULL, "Sul ponticello", "position=0.4 pressure=0.7 dynamics=0.6 level=-8"},
    {NULL, "Flautando", "articulation=5"},
    {NULL, "Martele", "articulation=2 dynamics=0.7"},
    {NULL, "Spiccato", "articulation=3"},
    {NULL, "Tremolo", "articulation=4"},
    {NULL, "Pizzicato", "articulation=7"},
    {NULL, "Col legno", "articulation=8"},
    {NULL, "Harmonics", "articulation=9 level=-3"},
    {NULL, "Romantic", "articulation=1 vibrato=35 vibrato_delay=0.1 portamento=0.18"},
    {NULL, "Baroque", "vibrato=0 a4=415 dynamics=0.45"},
    {NULL, "Drone", "double_stops=1 vibrato=0 change=0.2"},
    {NULL, "Beginner", "humanity=1 ear=0 pressure=0.85 vibrato=0 level=-2"},
    {NULL, "Scratch", "articulation=6 level=-9"},
    {"balloon", "Party squeak", "speed=0.3 pressure=2 size=0.65"},
    {"balloon", "Slow groan", "speed=0.06 pressure=5 size=1.5 level=-2"},
    {"balloon", "Damp thumb", "dryness=0.1"},
    {"brake-squeal", "City bus", "size=160 pressure=1800 speed=0.1 level=-1"},
    {"brake-squeal", "Bicycle", "size=110 pressure=550 wear=0.2"},
    {"brake-squeal", "Glazed pads", "wear=1 pressure=1500"},
    {"chalk", "Slow line", "speed=0.1 pressure=5"},
    {"chalk", "Stub", "length=25 speed=0.4 level=-4"},
    {"chalk", "Dusty board", "dust=1"},
    {"creature", "Small and frightened", "size=0.65 mood=1.7 breath=0.7 level=-1"},
    {"creature", "Old and large", "size=1.6 mood=0.6 strain=12"},
    {"creature", "Yawn", "breath=0.3 mouth=0.75"},
    {"cuica", "Growl", "tension=0.55 speed=0.35 grip=8 thumb=-0.1 level=-1"},
    {"cuica", "Monkey", "tension=1.8 speed=0.9 thumb=0.2"},
    {"cymbal", "Dark swell", "size=280 thickness=1 pressure=10"},
    {"cymbal", "Small and bright", "size=135 thickness=2 pressure=3.5"},
    {"door-hinge-fast", "Rusty gate", "dryness=1 size=1.8 push=30 level=-4"},
    {"door-hinge-fast", "Cupboard", "size=0.5 weight=6 push=15"},
    {"door-hinge-fast", "Flung open", "push=55"},
    {"door-hinge-slow", "Heavy oak", "size=1.6 weight=90 push=6 dryness=1 level=-4"},
    {"door-hinge-slow", "Attic hatch", "size=0.65 push=16"},
    {"door-hinge-slow", "A trace of oil", "dryness=0.1"},
    {"fingernail", "Long and slow", "speed=0.08 pressure=3 length=10 level=-4"},
    {"fingernail", "Quick scratch", "speed=0.35 length=5.5 grit=0.9"},
    {"floorboard", "Old stairs", "age=1 length=0.45 speed=10"},
    {"floorboard", "Careful step", "speed=3 weight=45 level=-4"},
    {"floorboard", "Ballroom", "length=0.9 weight=120 age=0.7"},
    {"gate", "Churchyard", "size=1.5 wind=20 rust=1"},
    {"gate", "Light breeze", "wind=9 gustiness=0.7 level=-4"},
    {"gate", "Storm", "wind=25 gustiness=1.5"},
    {"glass-harmonica", "Adagio", "spindle=0.85 pressure=0.9 level=-1"},
    {"glass-harmonica", "Small glasses", "pitch=1.5 level=-2"},
    {"glass-harmonica", "Chalked fingers", "dryness=1 level=-1"},
    {"glass-shatter", "Slow rise", "rise=0.5 speed=0.1"},
    {"glass-shatter", "From a full glass", "wine=0.85"},
    {"glass-shatter", "Goblet", "size=1.45 pressure=1.4"},
    {"oak-door", "Castle gate", "size=1.4 push=30 weight=95"},
    {"oak-door", "Bare iron", "stop=1 push=32"},
    {"oak-door", "Felt and oil", "stop=0 dryness=0.1"},
    {"ricochet", "Heavy bow", "weight=1.1 height=20"},
    {"ricochet", "Near the bridge", "place=0.075 level=-4"},
    {"ricochet", "Tight hair", "tension=800"},
    {"rope", "Hawser", "thickness=2 tension=170 speed=4 level=-6"},
    {"rope", "Hammock", "thickness=0.7 tension=60 speed=10"},
    {"rope", "Frayed", "fray=1 dryness=0.9"},
    {"saw", "Bass saw", "size=1.7 pressure=3 level=-4"},
    {"saw", "Soprano saw", "size=0.6 speed=0.3 level=-4"},
    {"saw", "Bent upwards", "bend=0.2 level=-4"},
    {"ship-rope", "Storm swell", "swell=9 load=220"},
    {"ship-rope", "Harbour at night", "swell=2.5 load=80 lay=0.2"},
    {"ship-rope", "Old hawser", "lay=1 dryness=1 thickness=1.6"},
    {"singing-bowl", "Large bowl", "size=100 pressure=9"},
    {"singing-bowl", "Small bowl", "size=55 level=-3"},
    {"singing-bowl", "Half full", "water=0.5"},
    {"sneaker", "Basketball", "speed=1.2 pressure=25"},
    {"sneaker", "Thin sole", "thickness=3.6"},
    {"sneaker", "Damp floor", "dryness=0.1"},
    {"train", "Freight", "load=9500 size=1.4 speed=5 level=-4"},
    {"train", "Tram in a tight curve", "curve=2.8 size=0.75 speed=5"},
    {"trolley", "Smooth pavement", "cobbles=5"},
    {"trolley", "Loaded", "load=48 hardness=0.2"},
    {"trolley", "Plastic wheels", "hardness=1 speed=2"},
    {"tyre-skid", "Locked wheels", "slip=1 speed=5 level=-1"},
    {"tyre-skid", "Worn tyres", "tread=11.5 level=-4"},
    {"tyre-skid", "Chippings", "coarseness=1 level=-4"},
    {"vibraphone", "Low F", "pitch=175 level=-4"},
    {"vibraphone", "High C", "pitch=1046.5 pressure=2 level=-4"},
    {"vibraphone", "Felt", "damping=0.6 level=-4"},
    {"wet-brake", "Emergency stop", "speed=6 load=140 level=-1"},
    {"wet-brake", "Worn tyres", "tread=0.75"},
    {"wet-brake", "Aquaplaning", "water=1 coarseness=0.1"},
    {"wine-glass", "Half full", "fill=0.6"},
    {"wine-glass", "Large glass", "size=48 speed=0.1"},
    {"wine-glass", "Dry finger", "dryness=1 pressure=1.5 level=-4"},
    {"wiper", "Old blades", "age=1.6 dryness=0.9"},
    {"wiper", "In a hurry", "speed=1.1"},
    {"wiper", "Drizzle", "dryness=0.1 pressure=6"},
};
enum { PRESETS = sizeof table / sizeof *table };

static int is_of(const rosin_preset *p, const rosin_core *core) {
  return p->scene ? strcmp(p->scene, rosin_core_scene(core)) == 0 : rosin_core_is_instrument(core);
}

const rosin_preset *rosin_core_preset(const rosin_core *core, int index) {
  for (int i = 0; i < PRESETS; i++)
    if (is_of(&table[i], core) && index-- == 0)
      return &table[i];
  return NULL;
}

/* No preset's business. */
#define LIMITER "limiter"
#define TAKE "seed"

int rosin_preset_sets(const rosin_core *core, int index) {
  const char *name = rosin_core_parameter(core, index)->name;
  return strncmp(name, "bow_", 4) != 0 && strcmp(name, "trigger") != 0 &&
         strcmp(name, LIMITER) != 0 && strcmp(name, TAKE) != 0;
}

char *rosin_preset_state(const rosin_core *core, const rosin_preset *preset) {
  static const char head[] = "rosin-state 1\nscene ", set[] = "\nset ",
                    end[] = "\nkeep " LIMITER "\nkeep " TAKE "\nend\n";
  /* a space may become a line's beginning */
  const size_t room = sizeof head + sizeof end + strlen(rosin_core_scene(core)) +
                      sizeof set * (strlen(preset->values) + 1);
  char *text = malloc(room);
  if (!text)
    return NULL;
  size_t used = (size_t)snprintf(text, room, "%s%s%s", head, rosin_core_scene(core),
                                 *preset->values ? set : "");
  for (const char *at = preset->values; *at; at++)
    if (*at == ' ')
      used += (size_t)snprintf(text + used, room - used, "%s", set);
    else
      text[used++] = *at == '=' ? ' ' : *at;
  snprintf(text + used, room - used, "%s", end);
  return text;
}
