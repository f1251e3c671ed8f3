/* SPDX-License-Identifier: BSD-3-Clause */
/* The text stands in iXML, since libsndfile cuts a coding history at 16 KB and skips a
 * comment of RIFF of more than 2 KB; all chunks together it holds to 100 KB. Neither date nor time
 * is given: the same scene must give the same bytes. */
#include "scene/sound_notes.h"
#include "error.h"
#include "scene/sound_handle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LARGEST = 96000 };

static const char opening[] = "<ROSIN>", closing[] = "</ROSIN>";
static const struct {
  char character;
  const char *entity;
} entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}};

static void put_escaped(FILE *to, const char *text, size_t length) {
  for (; length; text++, length--) {
    size_t i = 0;
    while (i < 3 && entities[i].character != *text)
      i++;
    if (i < 3)
      fputs(entities[i].entity, to);
    else
      fputc(*text, to);
  }
}

/* Entities back to characters, in place. */
static void unescape(char *text) {
  char *to = text;
  while (*text) {
    size_t i = 0;
    while (i < 3 && strncmp(text, entities[i].entity, strlen(entities[i].entity)))
      i++;
    *to++ = i < 3 ? entities[i].character : *text;
    text += i < 3 ? strlen(entities[i].entity) : 1;
  }
  *to = 0;
}

static void put_tracks(FILE *to, const char *tracks) {
  int index = 0;
  fputs("<TRACK_LIST>\n", to);
  for (size_t length; *tracks; tracks += length + (tracks[length] == ',')) {
    length = strcspn(tracks, ",");
    fprintf(to, "<TRACK><CHANNEL_INDEX>%d</CHANNEL_INDEX><NAME>", ++index);
    put_escaped(to, tracks, length);
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
  put_escaped(to, n->title, strlen(n->title));
  fputs("</NOTE>\n", to);
  if (*n->tracks)
    put_tracks(to, n->tracks);
  fprintf(to, "<USER>%s", opening);
  put_escaped(to, n->text, strlen(n->text));
  fprintf(to, "%s</USER>\n</BWFXML>\n", closing);
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

static int write_bext(SNDFILE *handle, const rosin_sound_notes *n) {
  SF_BROADCAST_INFO bext = {.version = 1};
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

/* Text of the iXML chunk, or NULL; `failed` becomes 1 if for want of memory. */
static char *read_chunk(SNDFILE *handle, int *failed) {
  SF_CHUNK_INFO chunk = {.id = "iXML", .id_size = 4};
  SF_CHUNK_ITERATOR *at = sf_get_chunk_iterator(handle, &chunk);
  if (!at || sf_get_chunk_size(at, &chunk) || chunk.datalen > 1u << 24)
    return NULL;
  char *text = calloc(chunk.datalen + 1, 1);
  chunk.data = text;
  *failed = !text;
  if (!text || sf_get_chunk_data(at, &chunk)) {
    free(text);
    return NULL;
  }
  char *from = strstr(text, opening), *to = from ? strstr(from, closing) : NULL;
  if (to) {
    *to = 0;
    memmove(text, from + strlen(opening), strlen(from + strlen(opening)) + 1);
    unescape(text);
    return text;
  }
  free(text);
  return NULL;
}

char *rosin_sound_notes_read(const char *path, rosin_error *error) {
  SF_INFO info = {0};
  SNDFILE *handle = sf_open(path, SFM_READ, &info);
  if (!handle) {
    rosin_fail(error, "%.400s: %s", path, sf_strerror(NULL));
    return NULL;
  }
  int failed = 0;
  char *text = read_chunk(handle, &failed);
  const char *comment = text || failed ? NULL : sf_get_string(handle, SF_STR_COMMENT);
  if (comment)
    failed = !(text = strdup(comment));
  sf_close(handle);
  if (text && strncmp(text, "rosin ", 6) == 0)
    return text;
  free(text);
  if (failed) {
    rosin_fail(error, "%.400s: out of memory", path);
    return NULL;
  }
  rosin_fail(error, "%.400s: rosin has not written how it was made into this file%s", path,
             rosin_sound_notes_fit(path) ? "" : "; .w64 has no place for it");
  return NULL;
}

int rosin_sound_notes_fit(const char *path) {
  const char *dot = strrchr(path, '.');
  return !dot || strcasecmp(dot, ".w64") != 0;
}
