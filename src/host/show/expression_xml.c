/* SPDX-License-Identifier: BSD-3-Clause */
/* The three maps that are XML. Cubase's and Logic's know one articulation of a note, so that each
 * stroke stands there with and without a mute, at each place of the bow; Dorico's adds mute, place
 * and trill to a stroke. What is written holds no sign that XML would read otherwise. */
#include "host/show/expression.h"

#include <stdio.h>
#include <string.h>

static const char *const head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";

/* A stroke, a mute and a place; `name` says of the latter two what is not as usual. */
typedef struct {
  rosin_expression part[3];
  char name[96];
} combination;

/* The `index`-th of a group; 0: there are no more. */
static int of_group(int group, int index, rosin_expression *e) {
  for (int i = 0; rosin_expression_at(i, e); i++)
    if (e->group == group && index-- == 0)
      return 1;
  return 0;
}

/* The `index`-th of all; 0 beyond the last. The places go round first, then the mutes. */
static int combine(int index, combination *c) {
  int count[3] = {0};
  rosin_expression e;
  for (int i = 0; rosin_expression_at(i, &e); i++)
    if (e.group >= 0 && e.group < 3)
      count[e.group]++;
  const int place = index % count[2], mute = index / count[2] % count[1];
  if (!of_group(0, index / (count[1] * count[2]), &c->part[0]))
    return 0;
  of_group(1, mute, &c->part[1]);
  of_group(2, place, &c->part[2]);
  snprintf(c->name, sizeof c->name, "%s%s%s%s%s", c->part[0].title, mute ? ", " : "",
           mute ? c->part[1].title : "", place ? ", " : "", place ? c->part[2].title : "");
  return 1;
}

/* ---- Cubase ---------------------------------------------------------------------------------- */

enum { VISUAL = 1000, OTHER = 100000 }; /* numbers of objects: of a switch, of all else */

static void integer(FILE *f, const char *name, int value) {
  fprintf(f, "<int name=\"%s\" value=\"%d\"/>\n", name, value);
}

static void list(FILE *f, const char *member, int owns) {
  fprintf(f, "<member name=\"%s\">\n", member);
  integer(f, "ownership", owns);
  fputs("<list name=\"obj\" type=\"obj\">\n", f);
}

static const char *const list_ends = "</list>\n</member>\n";

static void cubase_visual(const rosin_expression_map *m, int index, const rosin_expression *e) {
  FILE *f = m->file;
  fprintf(f, "<obj class=\"USlotVisuals\" ID=\"%d\">\n", VISUAL + index);
  integer(f, "displaytype", 1);
  integer(f, "articulationtype", 1); /* from here on, not of one note */
  integer(f, "symbol", 73);
  fprintf(f,
          "<string name=\"text\" value=\"%s\" wide=\"true\"/>\n"
          "<string name=\"description\" value=\"%s\" wide=\"true\"/>\n",
          e->title, e->title);
  integer(f, "group", e->group);
  fputs("</obj>\n", f);
}

static void cubase_range(FILE *f) {
  fputs("<float name=\"velocityFact\" value=\"1\"/>\n<float name=\"lengthFact\" value=\"1\"/>\n",
        f);
  integer(f, "minVelocity", 0);
  integer(f, "maxVelocity", 127);
  integer(f, "transpose", 0);
  integer(f, "minPitch", 0);
  integer(f, "maxPitch", 127);
}

/* The keys that a slot strikes before its note. */
static void cubase_action(const rosin_expression_map *m, int *id, const combination *c) {
  FILE *f = m->file;
  fprintf(f, "<obj class=\"PSlotMidiAction\" name=\"action\" ID=\"%d\">\n", (*id)++);
  integer(f, "version", 600);
  list(f, "noteChanger", 1);
  fprintf(f, "<obj class=\"PSlotNoteChanger\" ID=\"%d\">\n", (*id)++);
  integer(f, "channel", -1);
  cubase_range(f);
  fprintf(f, "</obj>\n%s", list_ends);
  list(f, "midiMessages", 1);
  for (int k = 0; k < 3; k++) {
    fprintf(f, "<obj class=\"POutputEvent\" ID=\"%d\">\n", (*id)++);
    integer(f, "status", 144);
    integer(f, "data1", rosin_expression_key(m, &c->part[k]));
    integer(f, "data2", 100);
    fputs("</obj>\n", f);
  }
  fputs(list_ends, f);
  integer(f, "channel", -1);
  cubase_range(f);
  integer(f, "key", rosin_expression_key(m, &c->part[0]));
  fputs("</obj>\n", f);
}

static int index_of(const rosin_expression *of) {
  rosin_expression e;
  int i = 0;
  while (rosin_expression_at(i, &e) && e.key != of->key)
    i++;
  return i;
}

static void cubase_slot(const rosin_expression_map *m, int *id, const combination *c) {
  FILE *f = m->file;
  fprintf(f, "<obj class=\"PSoundSlot\" ID=\"%d\">\n", (*id)++);
  fprintf(f, "<obj class=\"PSlotThruTrigger\" name=\"remote\" ID=\"%d\">\n", (*id)++);
  integer(f, "status", 144);
  integer(f, "data1", -1);
  fputs("</obj>\n", f);
  cubase_action(m, id, c);
  list(f, "sv", 2);
  for (int k = 0; k < 3; k++)
    fprintf(f, "<obj ID=\"%d\"/>\n", VISUAL + index_of(&c->part[k]));
  fputs(list_ends, f);
  fprintf(f, "<member name=\"name\">\n<string name=\"s\" value=\"%s\" wide=\"true\"/>\n</member>\n",
          c->name);
  integer(f, "color", 1 + index_of(&c->part[0]) % 16);
  fputs("</obj>\n", f);
}

void rosin_expression_cubase(const rosin_expression_map *m) {
  rosin_expression e;
  combination c;
  int id = OTHER;
  fprintf(m->file, "%s<InstrumentMap>\n<string name=\"name\" value=\"rosin %s\" wide=\"true\"/>\n",
          head, m->instrument);
  list(m->file, "slotvisuals", 1);
  for (int i = 0; rosin_expression_at(i, &e); i++)
    if (e.group >= 0 && e.group < 3)
      cubase_visual(m, i, &e);
  fputs(list_ends, m->file);
  list(m->file, "slots", 1);
  for (int i = 0; combine(i, &c); i++)
    cubase_slot(m, &id, &c);
  fputs(list_ends, m->file);
  fputs("<member name=\"controller\">\n", m->file);
  integer(m->file, "ownership", 1);
  fputs("</member>\n</InstrumentMap>\n", m->file);
}

/* ---- Logic ----------------------------------------------------------------------------------- */

static void logic_integer(FILE *f, const char *key, int value) {
  fprintf(f, "<key>%s</key>\n<integer>%d</integer>\n", key, value);
}

static void logic_articulation(const rosin_expression_map *m, int number, const combination *c) {
  FILE *f = m->file;
  fputs("<dict>\n", f);
  logic_integer(f, "ArticulationID", number);
  logic_integer(f, "ID", 1000 + number);
  fprintf(f, "<key>Name</key>\n<string>%s</string>\n<key>Output</key>\n<array>\n", c->name);
  for (int k = 0; k < 3; k++) {
    fputs("<dict>\n", f);
    logic_integer(f, "MB1", rosin_expression_key(m, &c->part[k]));
    fputs("<key>Status</key>\n<string>Note On</string>\n</dict>\n", f);
  }
  fputs("</array>\n</dict>\n", f);
}

void rosin_expression_logic(const rosin_expression_map *m) {
  FILE *f = m->file;
  combination c;
  fprintf(f,
          "%s<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
          "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
          "<plist version=\"1.0\">\n<dict>\n<key>Articulations</key>\n<array>\n",
          head);
  for (int i = 0; combine(i, &c); i++)
    logic_articulation(m, i + 1, &c);
  fputs("</array>\n", f);
  logic_integer(f, "InputMidiChannel", -1);
  fprintf(f,
          "<key>MultipleOutputsActive</key>\n<true/>\n<key>Name</key>\n<string>rosin "
          "%s.plist</string>\n",
          m->instrument);
  logic_integer(f, "OctaveOffset", 0);
  fputs("<key>Switches</key>\n<array/>\n<key>SwitchingEnabled</key>\n<false/>\n</dict>\n</plist>\n",
        f);
}

/* ---- Dorico ---------------------------------------------------------------------------------- */

/* Dorico takes a library only if all its parts are there, empty ones too. */
static const char *const before[] = {"temperaments",
                                     "accidentalSystems",
                                     "accidentalDefinitions",
                                     "tonalitySystemDefinitions",
                                     "ensembles",
                                     "instruments",
                                     "instrumentNames",
                                     "instrumentFamilies",
                                     "clefDefinitions",
                                     "ottavaLineDefinitions",
                                     "noteheadSetDefinitions",
                                     "noteheadDefinitions",
                                     "restSetDefinitions",
                                     "restDefinitions",
                                     "flagSetDefinitions",
                                     "flagDefinitions",
                                     "graphicDefinitions",
                                     "blobDefinitions",
                                     "drawingDefinitions",
                                     "textDefinitions",
                                     "glyphDefinitions",
                                     "compositeDefinitions",
                                     "tempoPresetDefinitions",
                                     "rhythmicFeelDefinitions",
                                     "penstyles",
                                     "fontstyles",
                                     "brushstyles",
                                     "pagePairDefinitionSets",
                                     "pageDimensionPresets",
                                     "paragraphStyles",
                                     "characterStyles",
                                     "playingTechniques",
                                     "ornamentDefinitions",
                                     "multiSegmentLineDefinitions",
                                     "playingTechniqueAppearanceCollectionDefinition",
                                     NULL},
                         *const after[] = {"drumKitNoteMapDefinitions",
                                           "repeatableCompositeCollectionDefinitions",
                                           "chordSymbolAppearanceCollectionDefinitions",
                                           "chordSymbolAppearanceComponentCollectionDefinitions",
                                           "percussionKitDefinitionCollectionDefinition",
                                           "percussionInstrumentDataCollectionDefinition",
                                           "frettedInstrumentDataCollectionDefinition",
                                           "chordDiagramCollectionDefinition",
                                           "lineAnnotationCollectionDefinition",
                                           "lineBodyStyleCollectionDefinition",
                                           "lineStyleCollectionDefinition",
                                           NULL};

static void empty(FILE *f, const char *const *parts) {
  for (; *parts; parts++)
    fprintf(f, "<%s>\n<entities array=\"true\"/>\n%s</%s>\n", *parts,
            strcmp(*parts, "instrumentNames") == 0 ? "<language>kEnglish</language>\n" : "",
            *parts);
}

/* A key that is struck as a technique comes or goes; key < 0: none. */
static void dorico_action(FILE *f, const char *when, int key) {
  if (key < 0)
    fprintf(f, "<switch%sActions array=\"true\"/>\n", when);
  else
    fprintf(f,
            "<switch%sActions array=\"true\">\n<switch%sAction>\n<type>kKeySwitch</type>\n"
            "<param1>%d</param1>\n<param2>100</param2>\n</switch%sAction>\n</switch%sActions>\n",
            when, when, key, when, when);
}

static void dorico_stroke(const rosin_expression_map *m, int number, const rosin_expression *e) {
  fprintf(m->file,
          "<playingTechniqueCombination>\n<baseSwitchID>%d</baseSwitchID>\n"
          "<name>%s</name>\n<techniqueIDs>%s</techniqueIDs>\n<enabled>true</enabled>\n"
          "<flags>0</flags>\n<conditionString/>\n<velocityRange>0,127</velocityRange>\n"
          "<pitchRange>0,127</pitchRange>\n<transpose>0</transpose>\n"
          "<ticksBefore>0</ticksBefore>\n<velocityFactor>1.000000</velocityFactor>\n"
          "<lengthFactor>1.000000</lengthFactor>\n<volumeType>\n<type>kCC</type>\n"
          "<param1>1</param1>\n</volumeType>\n<attackType>\n<type>kNoteVelocity</type>\n"
          "<param1>0</param1>\n</attackType>\n",
          number, e->title, e->technique);
  dorico_action(m->file, "On", rosin_expression_key(m, e));
  dorico_action(m->file, "Off", -1);
  fputs("</playingTechniqueCombination>\n", m->file);
}

/* What is added to a stroke, and what is struck when it goes: the first of its group. */
static void dorico_added(const rosin_expression_map *m, int number, const rosin_expression *e,
                         const rosin_expression *usual) {
  fprintf(m->file,
          "<techniqueAddOn>\n<name>%s</name>\n<techniqueIDs>%s</techniqueIDs>\n"
          "<techAddOnSwitchID>%d</techAddOnSwitchID>\n<enabled>true</enabled>\n",
          e->title, e->technique, number);
  dorico_action(m->file, "On", rosin_expression_key(m, e));
  dorico_action(m->file, "Off", rosin_expression_key(m, usual));
  fputs("</techniqueAddOn>\n", m->file);
}

/* Techniques of a group put each other out. */
static void dorico_exclusive(const rosin_expression_map *m, int group) {
  static const char *const names[] = {"strokes", "mute", "place", "trill"};
  rosin_expression e;
  fprintf(m->file,
          "<mutualExclusionGroup>\n<groupID>ptmg.user.rosin_%s</groupID>\n<name>%s</name>\n"
          "<techniqueIDs>",
          names[group], names[group]);
  for (int i = 0; of_group(group, i, &e); i++)
    fprintf(m->file, "%s%s", i ? ", " : "", e.technique);
  fputs("</techniqueIDs>\n</mutualExclusionGroup>\n", m->file);
}

static void dorico_definition(const rosin_expression_map *m) {
  FILE *f = m->file;
  rosin_expression e, usual;
  fprintf(
      f,
      "<ExpressionMapDefinition>\n<name>rosin %s</name>\n<entityID>xmap.user.rosin_%s</entityID>"
      "\n<parentEntityID/>\n<inheritanceMask>0</inheritanceMask>\n<creator>rosin</creator>\n"
      "<description/>\n<version>1</version>\n<pluginNames/>\n"
      "<autoMutualExclusion>false</autoMutualExclusion>\n"
      "<allowMultipleNotesAtSamePitch>false</allowMultipleNotesAtSamePitch>\n"
      "<initSwitchData>\n<enabled>true</enabled>\n<initActions array=\"true\"/>\n"
      "</initSwitchData>\n<playingTechniqueCombinations array=\"true\">\n",
      m->instrument, m->instrument);
  for (int i = 0; of_group(0, i, &e); i++)
    dorico_stroke(m, i, &e);
  fputs("</playingTechniqueCombinations>\n<techniqueAddOns array=\"true\">\n", f);
  for (int group = 1, number = 0; group < ROSIN_EXPRESSION_GROUPS; group++)
    for (int i = 1; of_group(group, 0, &usual) && of_group(group, i, &e); i++)
      dorico_added(m, number++, &e, &usual);
  fputs("</techniqueAddOns>\n<mutualExclusionGroups array=\"true\">\n", f);
  for (int group = 0; group < ROSIN_EXPRESSION_GROUPS; group++)
    dorico_exclusive(m, group);
  fputs("</mutualExclusionGroups>\n</ExpressionMapDefinition>\n", f);
}

void rosin_expression_dorico(const rosin_expression_map *m) {
  fprintf(m->file, "%s<kScoreLibrary>\n<fileVersion>1.1416</fileVersion>\n", head);
  empty(m->file, before);
  fputs("<expressionMapDefinitions>\n<entities array=\"true\">\n", m->file);
  dorico_definition(m);
  fputs("</entities>\n</expressionMapDefinitions>\n", m->file);
  empty(m->file, after);
  fputs("</kScoreLibrary>\n", m->file);
}
