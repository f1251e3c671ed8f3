/* SPDX-License-Identifier: BSD-3-Clause */
/* Fields by three conventions, since each reader knows one: iXML 3.01 itself (SCENE, TAKE, NOTE;
 * and BEXT, a copy of what bext says), USER as libraries of the Universal Category System write it
 * (CATID, FXNAME, ...), and the object ASWG of Sony's Audio Standards Working Group, ASWG-G006 1.1,
 * in the order of its schema. */
#include "sound/sound_ixml.h"
#include "sound/xml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_said(const char *text) {
  return text && *text;
}

static void put(FILE *to, const char *name, const char *text) {
  if (!is_said(text))
    return;
  fprintf(to, "<%s>", name);
  rosin_xml_put(to, text, strlen(text));
  fprintf(to, "</%s>\n", name);
}

/* The schema forbids what parts a name of the Universal Category System. */
static void put_part(FILE *to, const char *name, const char *text) {
  if (!is_said(text))
    return;
  fprintf(to, "<%s>", name);
  for (; *text; text++)
    rosin_xml_put(to, *text == '-' || *text == '_' ? " " : text, 1);
  fprintf(to, "</%s>\n", name);
}

static void put_tracks(FILE *to, const char *tracks) {
  int index = 0;
  fputs("<TRACK_LIST>\n", to);
  for (size_t length; *tracks; tracks += length + (tracks[length] == ',')) {
    length = strcspn(tracks, ",");
    fprintf(to, "<TRACK><CHANNEL_INDEX>%d</CHANNEL_INDEX><NAME>", ++index);
    rosin_xml_put(to, tracks, length);
    fputs("</NAME></TRACK>\n", to);
  }
  fputs("</TRACK_LIST>\n", to);
}

static void put_bext(FILE *to, const rosin_sound_notes *n) {
  const char *date = n->words.date;
  char day[11] = "", time[9] = "", originator[33];
  snprintf(originator, sizeof originator, "rosin %s", rosin_version());
  if (is_said(date)) {
    snprintf(day, sizeof day, "%.10s", date);
    snprintf(time, sizeof time, "%.8s", strlen(date) > 11 ? date + 11 : "00:00:00");
  }
  fputs("<BEXT>\n", to);
  put(to, "BWF_DESCRIPTION", n->title);
  put(to, "BWF_ORIGINATOR", originator);
  put(to, "BWF_ORIGINATION_DATE", day);
  put(to, "BWF_ORIGINATION_TIME", time);
  fputs("</BEXT>\n", to);
}

static void put_aswg(FILE *to, const rosin_sound_words *w) {
  char day[11] = "";
  snprintf(day, sizeof day, "%.10s", is_said(w->date) ? w->date : "");
  fputs("<ASWG>\n<contentType>sfx</contentType>\n<project>rosin</project>\n", to);
  put(to, "originator", w->creator);
  put(to, "notes", w->command);
  put(to, "originationDate", day);
  put(to, "channelConfig", w->channels == 1 ? "Mono" : w->channels == 2 ? "Stereo" : "Unknown");
  put_part(to, "category", w->group);
  put_part(to, "subCategory", w->kind);
  put_part(to, "catId", w->category);
  put_part(to, "fxName", rosin_sound_title(w));
  put(to, "library", w->source);
  put_part(to, "creatorId", w->creator);
  put(to, "sourceId", w->source);
  put(to, "isLoop", w->loops ? "true" : "false");
  fputs("<schemaVersion>1.1</schemaVersion>\n</ASWG>\n", to);
}

/* With the text that makes it again. */
static void put_user(FILE *to, const rosin_sound_notes *n) {
  const rosin_sound_words *w = &n->words;
  fputs("<USER>\n", to);
  put(to, "CATEGORY", w->group);
  put(to, "SUBCATEGORY", w->kind);
  put(to, "CATID", w->category);
  put(to, "FXNAME", rosin_sound_title(w));
  put(to, "TRACKTITLE", rosin_sound_title(w));
  put(to, "DESCRIPTION", is_said(w->description) ? w->description : rosin_sound_title(w));
  put(to, "DESIGNER", w->creator);
  put(to, "CREATORID", w->creator);
  put(to, "SOURCE", w->source);
  put(to, "SOURCEID", w->source);
  put(to, "LIBRARY", w->source);
  put(to, "TAKE", w->take);
  fputs(ROSIN_XML_OPENING, to);
  rosin_xml_put(to, n->text, strlen(n->text));
  fputs(ROSIN_XML_CLOSING "\n</USER>\n", to);
}

char *rosin_sound_ixml(const rosin_sound_notes *n, size_t *size) {
  char *text = NULL;
  FILE *to = open_memstream(&text, size);
  if (!to)
    return NULL;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<BWFXML>\n<IXML_VERSION>1.61</IXML_VERSION>\n"
        "<PROJECT>rosin</PROJECT>\n",
        to);
  put(to, "SCENE", n->words.scene);
  put(to, "TAKE", n->words.take);
  put(to, "NOTE", n->title);
  if (*n->tracks)
    put_tracks(to, n->tracks);
  put_bext(to, n);
  put_aswg(to, &n->words);
  put_user(to, n);
  fputs("</BWFXML>\n", to);
  const int bad = ferror(to);
  if (fclose(to) == 0 && !bad)
    return text;
  free(text);
  return NULL;
}
