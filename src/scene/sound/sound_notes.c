/* SPDX-License-Identifier: BSD-3-Clause */
/* The text stands in iXML, since libsndfile cuts a coding history at 16 KB and skips a
 * comment of RIFF of more than 2 KB; all chunks together it holds to 100 KB. Neither date nor time
 * is given: the same scene must give the same bytes. */
#include "scene/sound/sound_notes.h"
#include "error.h"
#include "scene/sound/sound_handle.h"
#include "scene/sound/within.h"
#include "scene/sound/xml.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 96000 };

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

/* Notes as iXML (malloc'ed), or NULL without memory. */
static char *ixml(const rosin_sound_notes *n, size_t *size) {
  char *text = NULL;
  FILE *to = open_memstream(&text, size);
  if (!to)
    return NULL;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<BWFXML>\n<IXML_VERSION>1.61</IXML_VERSION>\n"
        "<PROJECT>rosin</PROJECT>\n<NOTE>",
        to);
  rosin_xml_put(to, n->title, strlen(n->title));
  fputs("</NOTE>\n", to);
  if (*n->tracks)
    put_tracks(to, n->tracks);
  fprintf(to, "<USER>" ROSIN_XML_OPENING);
  rosin_xml_put(to, n->text, strlen(n->text));
  fprintf(to, ROSIN_XML_CLOSING "</USER>\n</BWFXML>\n");
  return fclose(to) ? NULL : text;
}

static int write_chunk(SNDFILE *handle, const rosin_sound_notes *n) {
  size_t size = 0;
  char *text = ixml(n, &size);
  SF_CHUNK_INFO chunk = {.id = "iXML", .id_size = 4, .datalen = (unsigned)size, .data = text};
  const int fits = size <= LARGEST;
  const int status = text ? fits && ROSIN_SOUND_CALL(sf_set_chunk(handle, &chunk)) : -1;
  free(text);
  return status ? -1 : !fits;
}

static int write_bext(SNDFILE *handle, const rosin_sound_notes *n) {
  SF_BROADCAST_INFO bext = {.version = 2};
  /* not used (EBU 3285 supplement 3), unless sound_levels.c says them */
  bext.loudness_value = bext.loudness_range = bext.max_true_peak_level = INT16_MAX;
  bext.max_momentary_loudness = bext.max_shortterm_loudness = INT16_MAX;
  snprintf(bext.description, sizeof bext.description, "%s", n->title);
  snprintf(bext.originator, sizeof bext.originator, "rosin %s", rosin_version());
  return ROSIN_SOUND_CALL(sf_command(handle, SFC_SET_BROADCAST_INFO, &bext, sizeof bext)) == SF_TRUE
             ? 0
             : -1;
}

int rosin_sound_notes_write(rosin_sound_file *file, const rosin_sound_notes *n,
                            rosin_error *error) {
  SNDFILE *handle = rosin_sound_file_handle(file);
  int status = 0;
  switch (rosin_sound_file_container(file)) {
  case SF_FORMAT_WAV:
    status = write_bext(handle, n) ? -1 : write_chunk(handle, n);
    break;
  case SF_FORMAT_AIFF:
  case SF_FORMAT_CAF:
    status = write_chunk(handle, n);
    break;
  case SF_FORMAT_FLAC:
  case SF_FORMAT_OGG:
    status = ROSIN_SOUND_CALL(sf_set_string(handle, SF_STR_TITLE, n->title)) ||
                     ROSIN_SOUND_CALL(sf_set_string(handle, SF_STR_COMMENT, n->text))
                 ? -1
                 : 0;
    rosin_sound_file_noted(file); /* libsndfile may leave them out and say nothing */
    break;
  default:
    break;
  }
  if (status < 0)
    rosin_fail(error, "its notes cannot be written: %s", sf_strerror(handle));
  return status;
}
