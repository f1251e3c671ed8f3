/* SPDX-License-Identifier: BSD-3-Clause */
/* The text stands in iXML, since libsndfile cuts a coding history at 16 KB and skips a
 * comment of RIFF of more than 2 KB; all chunks together it holds to 100 KB. Neither date nor time
 * is given: the same scene must give the same bytes. */
#include "scene/sound/sound_notes.h"
#include "error.h"
#include "scene/sound/sound_handle.h"
#include "scene/sound/xml.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

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
  const int status = text ? fits && sf_set_chunk(handle, &chunk) : -1;
  free(text);
  return status ? -1 : !fits;
}

/* Hundredths, or what stands for "not used" (EBU 3285 supplement 3). */
static int16_t hundredths(double value) {
  return value >= -99.99 && value <= 99.99 ? (int16_t)lround(100 * value) : INT16_MAX;
}

static void put_levels(SF_BROADCAST_INFO *bext, const rosin_sound_levels *l) {
  bext->loudness_value = hundredths(l->integrated);
  bext->loudness_range = hundredths(l->range);
  bext->max_true_peak_level = hundredths(l->true_peak);
  bext->max_momentary_loudness = hundredths(l->momentary);
  bext->max_shortterm_loudness = hundredths(l->short_term);
}

/* libsndfile takes no new bext once there are samples: the five numbers at 412 in the chunk (EBU
 * 3285) are put there behind its back. */
void rosin_sound_notes_levels(int file, const rosin_sound_levels *l) {
  enum { HEAD = 4096, LEVELS = 8 + 412, NUMBERS = 5 };
  const double level[NUMBERS] = {l->integrated, l->range, l->true_peak, l->momentary,
                                 l->short_term};
  char head[HEAD];
  unsigned char now[2 * NUMBERS];
  const ssize_t size = pread(file, head, sizeof head, 0);
  for (int i = 0; i < NUMBERS; i++) {
    const uint16_t word = (uint16_t)hundredths(level[i]);
    now[2 * i] = (unsigned char)(word & 255);
    now[2 * i + 1] = (unsigned char)(word >> 8);
  }
  for (ssize_t at = 12; at + LEVELS + (ssize_t)sizeof now < size; at++)
    if (memcmp(head + at, "bext", 4) == 0) {
      const ssize_t put = pwrite(file, now, sizeof now, at + LEVELS);
      (void)put; /* then it says "not used", which is true as well */
      return;
    }
}

static int write_bext(SNDFILE *handle, const rosin_sound_notes *n) {
  static const rosin_sound_levels unknown = {NAN, NAN, NAN, NAN, NAN};
  SF_BROADCAST_INFO bext = {.version = 2};
  put_levels(&bext, &unknown);
  snprintf(bext.description, sizeof bext.description, "%s", n->title);
  snprintf(bext.originator, sizeof bext.originator, "rosin %s", rosin_version());
  return sf_command(handle, SFC_SET_BROADCAST_INFO, &bext, sizeof bext) == SF_TRUE ? 0 : -1;
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
    status = sf_set_string(handle, SF_STR_TITLE, n->title) ||
                     sf_set_string(handle, SF_STR_COMMENT, n->text)
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
