/* SPDX-License-Identifier: BSD-3-Clause */
/* XML by libxml2, archives by libzip. A score declares no entities: whoever does wants something
 * else, so that such a file is refused and nothing is ever expanded. */
#include "score/document.h"
#include "player/file/bytes.h"

#include <libxml/parser.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

enum { LARGEST = 1 << 26, PATH = 512 };

typedef struct {
  unsigned char *bytes;
  size_t size;
} contents;

static xmlDoc *parse(const contents *t) {
  xmlDoc *doc = xmlReadMemory((const char *)t->bytes, (int)t->size, NULL, NULL,
                              XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
                                  XML_PARSE_COMPACT | XML_PARSE_NOBLANKS | XML_PARSE_NOCDATA);
  if (doc && doc->intSubset && (doc->intSubset->entities || doc->intSubset->pentities)) {
    xmlFreeDoc(doc);
    return NULL;
  }
  return doc;
}

/* A member of an archive; 0, or -1. */
static int read_member(zip_t *archive, const char *name, contents *t) {
  zip_stat_t about;
  zip_file_t *file = NULL;
  *t = (contents){NULL, 0};
  if (zip_stat(archive, name, 0, &about) == 0 && (about.valid & ZIP_STAT_SIZE) &&
      about.size <= LARGEST && (t->bytes = malloc((size_t)about.size + 1)))
    file = zip_fopen(archive, name, 0);
  const zip_int64_t got = file ? zip_fread(file, t->bytes, about.size) : -1;
  if (file)
    zip_fclose(file);
  if (got < 0) {
    free(t->bytes);
    t->bytes = NULL;
    return -1;
  }
  t->size = (size_t)got;
  return 0;
}

/* The member that the container names as its first root file. */
static int find_root(zip_t *archive, char *name, size_t size) {
  contents t;
  if (read_member(archive, "META-INF/container.xml", &t))
    return -1;
  xmlDoc *doc = parse(&t);
  const xmlNode *files = doc ? rosin_score_child(xmlDocGetRootElement(doc), "rootfiles") : NULL;
  const xmlNode *file = rosin_score_child(files, "rootfile");
  xmlChar *path = file ? xmlGetProp(file, (const xmlChar *)"full-path") : NULL;
  const int found = path && strlen((const char *)path) < size;
  if (found)
    snprintf(name, size, "%s", (const char *)path);
  xmlFree(path);
  xmlFreeDoc(doc);
  free(t.bytes);
  return found ? 0 : -1;
}

/* The score in an archive takes the place of the archive. */
static int unpack(const char *path, contents *t, rosin_error *error) {
  char name[PATH];
  zip_error_t why;
  zip_error_init(&why);
  zip_source_t *source = zip_source_buffer_create(t->bytes, t->size, 0, &why);
  zip_t *archive = source ? zip_open_from_source(source, ZIP_RDONLY, &why) : NULL;
  contents inside = {NULL, 0};
  int status = -1;
  if (!archive) {
    rosin_fail(error, "%.300s: %s", path, zip_error_strerror(&why));
    if (source)
      zip_source_free(source);
  } else if (find_root(archive, name, sizeof name)) {
    rosin_fail(error, "%.300s: is no score: its container names no root file", path);
  } else if (read_member(archive, name, &inside)) {
    rosin_fail(error, "%.300s: '%.200s' in it cannot be read, or is larger than %d MiB", path, name,
               LARGEST >> 20);
  } else {
    status = 0;
  }
  if (archive)
    zip_discard(archive);
  zip_error_fini(&why);
  free(t->bytes);
  *t = inside;
  return status;
}

/* Whether it looks like XML at all, whatever is wrong with it. */
static int is_marked_up(const contents *t) {
  for (size_t i = 0; i < t->size && i < 64; i++)
    if (t->bytes[i] == '<')
      return 1;
  return 0;
}

xmlDoc *rosin_score_document(const char *path, rosin_error *error) {
  long size;
  contents t = {.bytes = rosin_bytes_read(path, &size, error)};
  xmlDoc *doc;
  if (!t.bytes)
    return NULL;
  t.size = (size_t)size;
  if (t.size > 4 && memcmp(t.bytes, "PK\3\4", 4) == 0 && unpack(path, &t, error))
    return NULL;
  xmlResetLastError();
  if (!(doc = parse(&t)) && !is_marked_up(&t)) {
    const int is_midi = t.size > 4 && memcmp(t.bytes, "MThd", 4) == 0;
    rosin_fail(error, "%.300s: is no score (MusicXML)%s", path, is_midi ? " but a MIDI file" : "");
  } else if (!doc) {
    const xmlError *why = xmlGetLastError();
    const char *said = why && why->message ? why->message : "entities are declared in it";
    rosin_fail(error, "%.300s: is no MusicXML: line %d: %.*s", path, why ? why->line : 1,
               (int)fmin((double)strcspn(said, "\n"), 150), said);
  }
  free(t.bytes);
  return doc;
}

int rosin_score_named(const xmlNode *node, const char *name) {
  return node && node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static const xmlNode *first(const xmlNode *node, const char *name) {
  while (node && !(name ? rosin_score_named(node, name) : node->type == XML_ELEMENT_NODE))
    node = node->next;
  return node;
}

const xmlNode *rosin_score_child(const xmlNode *of, const char *name) {
  return of ? first(of->children, name) : NULL;
}

const xmlNode *rosin_score_next(const xmlNode *after, const char *name) {
  return after ? first(after->next, name) : NULL;
}

const char *rosin_score_text(const xmlNode *of, char *into, size_t size) {
  static const char blanks[] = " \t\r\n";
  const xmlNode *node = of ? of->children : NULL;
  while (node && node->type != XML_TEXT_NODE)
    node = node->next;
  const char *from = node && node->content ? (const char *)node->content : "";
  from += strspn(from, blanks);
  size_t length = strlen(from);
  while (length > 0 && strchr(blanks, from[length - 1]))
    length--;
  snprintf(into, size, "%.*s", (int)(length < size ? length : size), from);
  return into;
}

static double number_in(const char *text, double otherwise) {
  char *end;
  const double value = strtod(text, &end);
  return end > text && isfinite(value) ? value : otherwise;
}

double rosin_score_number(const xmlNode *of, double otherwise) {
  char said[64];
  return number_in(rosin_score_text(of, said, sizeof said), otherwise);
}

double rosin_score_attribute(const xmlNode *of, const char *name, double otherwise) {
  xmlChar *said = of ? xmlGetProp(of, (const xmlChar *)name) : NULL;
  const double value = said ? number_in((const char *)said, otherwise) : otherwise;
  xmlFree(said);
  return value;
}

int rosin_score_says(const xmlNode *of, const char *name, const char *value) {
  xmlChar *said = of ? xmlGetProp(of, (const xmlChar *)name) : NULL;
  const int same = said && strcmp((const char *)said, value) == 0;
  xmlFree(said);
  return same;
}
