/* SPDX-License-Identifier: BSD-3-Clause */
/* What sound_notes.c writes, found again. */
#include "error.h"
#include "letters.h"
#include "sound/sound_handle.h"
#include "sound/sound_notes.h"
#include "sound/within.h"
#include "sound/xml.h"

#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

/* Text of the iXML chunk, or NULL; `failed` becomes 1 if for want of memory. */
static char *read_chunk(SNDFILE *handle, int *failed) {
  SF_CHUNK_INFO chunk = {.id = "iXML", .id_size = 4};
  SF_CHUNK_ITERATOR *at = ROSIN_SOUND_CALL(sf_get_chunk_iterator(handle, &chunk));
  if (!at || ROSIN_SOUND_CALL(sf_get_chunk_size(at, &chunk)) || chunk.datalen > 1u << 24)
    return NULL;
  char *text = calloc(chunk.datalen + 1, 1);
  chunk.data = text;
  *failed = !text;
  if (!text || ROSIN_SOUND_CALL(sf_get_chunk_data(at, &chunk))) {
    free(text);
    return NULL;
  }
  char *from = strstr(text, ROSIN_XML_OPENING), *to = from ? strstr(from, ROSIN_XML_CLOSING) : NULL;
  if (to) {
    *to = 0;
    from += sizeof ROSIN_XML_OPENING - 1;
    memmove(text, from, strlen(from) + 1);
    rosin_xml_unescape(text);
    return text;
  }
  free(text);
  return NULL;
}

char *rosin_sound_notes_read(const char *path, rosin_error *error) {
  SF_INFO info = {0};
  SNDFILE *handle = rosin_sound_handle_open(path, &info, error);
  if (!handle)
    return NULL;
  int failed = 0;
  char *text = read_chunk(handle, &failed);
  const char *comment =
      text || failed ? NULL : ROSIN_SOUND_CALL(sf_get_string(handle, SF_STR_COMMENT));
  if (comment && strchr(comment, '\n')) /* not the command alone, which is one line */
    failed = !(text = strdup(comment));
  (void)ROSIN_SOUND_CALL(sf_close(handle));
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
  return !dot || !rosin_alike(dot, ".w64");
}
