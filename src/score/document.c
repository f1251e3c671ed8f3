/* SPDX-License-Identifier: BSD-3-Clause */
/* XML by libxml2, archives by libzip. A score declares no entities: whoever does wants something
 * else, so that such a file is refused and nothing is ever expanded. A small archive may hold much
 * text, and a short text many nodes: both are counted while they are read. libxml2 compares each
 * attribute of an element with each before any handler hears of it, and each name with all
 * namespaces in scope; so the text is given to it by pieces, none of which belongs to too long a
 * tag. */
#include "score/document.h"
#include "number.h"
#include "player/file/bytes.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

enum {
  PATH = 512,
  AHEAD = 1024 /* bytes that libxml2 may have and not have read: 250 characters */
};

typedef struct {
  unsigned char *bytes;
  size_t size;
} contents;

/* ---- XML ---------------------------------------------------------------------------- */

/* What is counted, and why reading was stopped. */
typedef struct {
  const contents *text;
  const xmlParserCtxt *parser;
  size_t given, heard; /* bytes: to the parser; by then, when it last told of something */
  long nodes;
  int spaces;           /* in scope */
  const char *declared; /* NULL: nothing is */
  const char *many;     /* of what there are more than most, or NULL */
  int most;
  int line;        /* where it is no XML, or 0 */
  char wrong[152]; /* why */
} tally;

static void stop_at(xmlParserCtxt *parser, const char *many, int most) {
  tally *t = parser->_private;
  if (!t->many) {
    t->many = many;
    t->most = most;
  }
  xmlStopParser(parser);
}

static void hear(void *parser) {
  tally *t = ((xmlParserCtxt *)parser)->_private;
  t->heard = t->given;
}

static int in_tag(const xmlParserCtxt *parser) {
  return parser->instate != XML_PARSER_COMMENT && parser->instate != XML_PARSER_PI &&
         parser->instate != XML_PARSER_CDATA_SECTION;
}

/* Whether it is no XML so far; what is wrong is kept, for the end that comes too soon is worse. */
static int is_wrong(tally *t) {
  const xmlError *why = t->parser->wellFormed ? NULL : xmlGetLastError();
  if (why && why->message && !t->line) {
    t->line = why->line;
    snprintf(t->wrong, sizeof t->wrong, "%.*s", (int)fmin((double)strcspn(why->message, "\n"), 150),
             why->message);
  }
  return !t->parser->wellFormed;
}

/* The next piece of the text; the end of it where a tag goes on for too long, or all is lost. */
static int give(void *context, char *into, int size) {
  tally *t = context;
  const size_t left = t->text->size - t->given;
  const size_t count = (size_t)size < left ? (size_t)size : left;
  if (is_wrong(t))
    return 0;
  if (!in_tag(t->parser))
    t->heard = t->given;
  if (t->given - t->heard > ROSIN_SCORE_TAG + AHEAD) {
    t->many = "bytes in one tag, declaration or blank space";
    t->most = ROSIN_SCORE_TAG;
    return 0;
  }
  memcpy(into, t->text->bytes + t->given, count);
  t->given += count;
  return (int)count;
}

static void count(xmlParserCtxt *parser, long nodes) {
  tally *t = parser->_private;
  t->nodes += nodes;
  if (t->nodes > ROSIN_SCORE_NODES)
    stop_at(parser, "nodes (elements, attributes, texts)", ROSIN_SCORE_NODES);
}

static void begin_element(void *parser, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int spaces, const xmlChar **space, int attributes,
                          int defaults, const xmlChar **attribute) {
  tally *t = ((xmlParserCtxt *)parser)->_private;
  hear(parser);
  t->spaces += spaces;
  xmlSAX2StartElementNs(parser, name, prefix, uri, spaces, space, attributes, defaults, attribute);
  count(parser, 1 + spaces + 2L * attributes);
  if (attributes > ROSIN_SCORE_ATTRIBUTES)
    stop_at(parser, "attributes of an element", ROSIN_SCORE_ATTRIBUTES);
  else if (t->spaces > ROSIN_SCORE_SPACES)
    stop_at(parser, "namespaces in scope", ROSIN_SCORE_SPACES);
}

static void end_element(void *parser, const xmlChar *name, const xmlChar *prefix,
                        const xmlChar *uri) {
  tally *t = ((xmlParserCtxt *)parser)->_private;
  const xmlNode *ends = ((xmlParserCtxt *)parser)->node;
  hear(parser);
  for (const xmlNs *space = ends ? ends->nsDef : NULL; space; space = space->next)
    t->spaces--;
  xmlSAX2EndElementNs(parser, name, prefix, uri);
}

/* Comments and instructions are not kept. */
static void pass_comment(void *parser, const xmlChar *text) {
  (void)text;
  hear(parser);
}

static void pass_instruction(void *parser, const xmlChar *target, const xmlChar *text) {
  (void)target, (void)text;
  hear(parser);
}

/* Pieces of one text become one node. */
static void add_text(void *parser, const xmlChar *text, int length) {
  const xmlNode *in = ((xmlParserCtxt *)parser)->node;
  const xmlNode *last = in ? in->last : NULL;
  hear(parser);
  xmlSAX2Characters(parser, text, length);
  if (in && in->last != last)
    count(parser, 1);
}

/* Defaults of attributes make much of little, as entities do, and are slow to read. */
static void refuse(void *parser, const char *what) {
  tally *t = ((xmlParserCtxt *)parser)->_private;
  t->declared = what;
  xmlStopParser(parser);
}

static void refuse_entity(void *parser, const xmlChar *name, int type, const xmlChar *public,
                          const xmlChar *system, xmlChar *content) {
  (void)name, (void)type, (void)public, (void)system, (void)content;
  refuse(parser, "entities");
}

static void refuse_attribute(void *parser, const xmlChar *element, const xmlChar *name, int type,
                             int usual, const xmlChar *value, xmlEnumeration *tree) {
  (void)element, (void)name, (void)type, (void)usual, (void)value;
  xmlFreeEnumeration(tree);
  refuse(parser, "attributes");
}

/* What a score has no use for is not kept: comments, instructions, declarations. */
static xmlDoc *parse(const contents *t, tally *found) {
  xmlParserCtxt *parser = xmlNewParserCtxt();
  *found = (tally){.text = t, .parser = parser};
  if (!parser)
    return NULL;
  parser->_private = found;
  parser->sax->startElementNs = begin_element;
  parser->sax->endElementNs = end_element;
  parser->sax->characters = add_text;
  parser->sax->entityDecl = refuse_entity;
  parser->sax->attributeDecl = refuse_attribute;
  parser->sax->comment = pass_comment;
  parser->sax->processingInstruction = pass_instruction;
  parser->sax->elementDecl = NULL;
  parser->sax->notationDecl = NULL;
  parser->sax->unparsedEntityDecl = NULL;
  xmlDoc *doc = xmlCtxtReadIO(parser, give, NULL, found, NULL, NULL,
                              XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
                                  XML_PARSE_COMPACT | XML_PARSE_NOBLANKS | XML_PARSE_NOCDATA);
  is_wrong(found);
  xmlFreeParserCtxt(parser);
  if (doc && (found->declared || found->many)) {
    xmlFreeDoc(doc);
    return NULL;
  }
  return doc;
}

/* ---- archives ------------------------------------------------------------------------ */

/* A member of an archive; 0, or -1; its size, if it is known, is told. */
static int read_member(zip_t *archive, const char *name, contents *t, double *size) {
  zip_stat_t about;
  zip_file_t *file = NULL;
  *t = (contents){NULL, 0};
  *size = 0;
  if (zip_stat(archive, name, 0, &about) == 0 && (about.valid & ZIP_STAT_SIZE)) {
    *size = (double)about.size;
    if (about.size <= ROSIN_SCORE_BYTES && (t->bytes = malloc((size_t)about.size + 1)))
      file = zip_fopen(archive, name, 0);
  }
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
  double whole;
  tally found;
  if (read_member(archive, "META-INF/container.xml", &t, &whole))
    return -1;
  xmlDoc *doc = parse(&t, &found);
  const xmlNode *files = doc ? rosin_score_child(xmlDocGetRootElement(doc), "rootfiles") : NULL;
  const xmlNode *file = rosin_score_child(files, "rootfile");
  xmlChar *path = file ? xmlGetProp(file, (const xmlChar *)"full-path") : NULL;
  const int fits = path && strlen((const char *)path) < size;
  if (fits)
    snprintf(name, size, "%s", (const char *)path);
  xmlFree(path);
  xmlFreeDoc(doc);
  free(t.bytes);
  return fits ? 0 : -1;
}

/* The score in an archive takes the place of the archive. */
static int unpack(const char *path, contents *t, rosin_error *error) {
  char name[PATH];
  zip_error_t why;
  zip_error_init(&why);
  zip_source_t *source = zip_source_buffer_create(t->bytes, t->size, 0, &why);
  zip_t *archive = source ? zip_open_from_source(source, ZIP_RDONLY, &why) : NULL;
  contents inside = {NULL, 0};
  double whole;
  int status = -1;
  if (!archive) {
    rosin_fail(error, "%.300s: %s", path, zip_error_strerror(&why));
    if (source)
      zip_source_free(source);
  } else if (find_root(archive, name, sizeof name)) {
    rosin_fail(error, "%.300s: is no score: its container names no root file", path);
  } else if (read_member(archive, name, &inside, &whole)) {
    if (whole > ROSIN_SCORE_BYTES)
      rosin_fail(error, "%.250s: '%.150s' in it has %.0f bytes: at most %d", path, name, whole,
                 ROSIN_SCORE_BYTES);
    else
      rosin_fail(error, "%.300s: '%.150s' in it cannot be read", path, name);
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

int rosin_score_marked_up(const unsigned char *bytes, size_t size) {
  static const char *const marks[] = {"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"};
  size_t at = 0;
  for (size_t i = 0; i < sizeof marks / sizeof *marks && !at; i++)
    if (size > strlen(marks[i]) && memcmp(bytes, marks[i], strlen(marks[i])) == 0)
      at = strlen(marks[i]);
  while (at < size && at < 64 && (!bytes[at] || strchr(" \t\r\n", bytes[at])))
    at++;
  return at < size && bytes[at] == '<';
}

static void say_wrong(const char *path, const contents *t, const tally *found, rosin_error *error) {
  if (found->many)
    rosin_fail(error, "%.300s: has more than %d %s", path, found->most, found->many);
  else if (found->declared)
    rosin_fail(error, "%.300s: is no MusicXML: %s are declared in it", path, found->declared);
  else if (!rosin_score_marked_up(t->bytes, t->size))
    rosin_fail(error, "%.300s: is no score (MusicXML)%s", path,
               t->size > 4 && memcmp(t->bytes, "MThd", 4) == 0 ? " but a MIDI file" : "");
  else
    rosin_fail(error, "%.300s: is no MusicXML: line %d: %s", path, found->line ? found->line : 1,
               found->wrong);
}

xmlDoc *rosin_score_document(const char *path, rosin_error *error) {
  long size;
  contents t = {.bytes = rosin_bytes_read(path, &size, error)};
  tally found;
  if (!t.bytes)
    return NULL;
  t.size = (size_t)size;
  if (t.size > 4 && memcmp(t.bytes, "PK\3\4", 4) == 0 && unpack(path, &t, error))
    return NULL;
  xmlResetLastError();
  xmlDoc *doc = parse(&t, &found);
  if (!doc)
    say_wrong(path, &t, &found, error);
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
  const double value = rosin_number_read(text, &end);
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
