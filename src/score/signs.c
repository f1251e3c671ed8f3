/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands above and below the staff. */
#include "letters.h"
#include "player/bow/stroke.h"
#include "score/document.h"
#include "score/part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void *rosin_score_room(void *array, int count, int *room, size_t size) {
  if (count < *room)
    return array;
  if (count >= ROSIN_SCORE_NOTES)
    return NULL;
  const int wanted = *room ? 2 * *room : 64;
  void *grown = realloc(array, (size_t)wanted * size);
  if (grown)
    *room = wanted;
  return grown;
}

/* A sign more; 0, or -1 without memory or beyond ROSIN_SCORE_NOTES. */
static int add_sign(rosin_score_part *part, const rosin_score_sign *sign) {
  rosin_score_sign *grown =
      rosin_score_room(part->sign, part->signs, &part->sign_room, sizeof *grown);
  if (!grown)
    return -1;
  part->sign = grown;
  part->sign[part->signs++] = *sign;
  return 0;
}

static int add(rosin_score_part *part, double at, rosin_score_sign_kind kind, double value) {
  const rosin_score_sign sign = {part->bars - 1, at, kind, value};
  return add_sign(part, &sign);
}

/* Marks and where they are between pianissimo and fortissimo, which are 0.1 and 0.9. */
static const struct {
  const char *mark;
  double value;
} marks[] = {{"pppp", 0}, {"ppp", 0.03}, {"pp", 0.1},
             {"p", 0.26}, {"mp", 0.42},  {"mf", ROSIN_SCORE_MEZZOFORTE},
             {"f", 0.74}, {"ff", 0.9},   {"fff", 0.97},
             {"ffff", 1}};

/* How loud a mark is; < 0: it is none of these. */
static double loudness_of(const char *mark) {
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strcmp(mark, marks[i].mark) == 0)
      return marks[i].value;
  return -1;
}

/* sf, sfz, rfz, fz and the like. */
static int is_forced(const char *mark) {
  return (strchr(mark, 's') || strchr(mark, 'z')) && strchr(mark, 'f');
}

static int dynamics_mark(rosin_score_part *part, const char *mark, double at) {
  const double value = loudness_of(mark);
  if (value >= 0)
    return add(part, at, ROSIN_SIGN_DYNAMICS, value);
  if (strcmp(mark, "fp") == 0)
    return add(part, at, ROSIN_SIGN_ACCENT, 1) || add(part, at, ROSIN_SIGN_DYNAMICS, 0.26) ? -1 : 0;
  if (is_forced(mark))
    return add(part, at, ROSIN_SIGN_ACCENT, 1);
  rosin_unread_add(part->unread, mark, 0);
  return 0;
}

static int dynamics(rosin_score_part *part, const xmlNode *of, double at) {
  for (const xmlNode *n = rosin_score_child(of, NULL); n; n = rosin_score_next(n, NULL))
    if (dynamics_mark(part, (const char *)n->name, at))
      return -1;
  return 0;
}

/* Words and what they turn. Of those that begin alike the longer stands first. */
static const struct {
  const char *word;
  rosin_score_sign_kind kind;
  double value;
} words[] = {{"con sord", ROSIN_SIGN_SORDINO, 1},
             {"senza sord", ROSIN_SIGN_SORDINO, 0},
             {"via sord", ROSIN_SIGN_SORDINO, 0},
             {"mit d\xc3\xa4mpfer", ROSIN_SIGN_SORDINO, 1},
             {"ohne d\xc3\xa4mpfer", ROSIN_SIGN_SORDINO, 0},
             {"avec sourd", ROSIN_SIGN_SORDINO, 1},
             {"sans sourd", ROSIN_SIGN_SORDINO, 0},
             {"mutes off", ROSIN_SIGN_SORDINO, 0},
             {"mute off", ROSIN_SIGN_SORDINO, 0},
             {"mute", ROSIN_SIGN_SORDINO, 1},
             {"bartok pizz", ROSIN_SIGN_MANNER, ROSIN_BARTOK},
             {"bart\xc3\xb3k pizz", ROSIN_SIGN_MANNER, ROSIN_BARTOK},
             {"snap pizz", ROSIN_SIGN_MANNER, ROSIN_BARTOK},
             {"pizz", ROSIN_SIGN_MANNER, ROSIN_PIZZICATO},
             {"col legno tratto", ROSIN_SIGN_MANNER, ROSIN_WOOD_DRAWN},
             {"col legno battuto", ROSIN_SIGN_MANNER, ROSIN_COL_LEGNO},
             {"col legno", ROSIN_SIGN_MANNER, ROSIN_COL_LEGNO},
             {"arco", ROSIN_SIGN_MANNER, -1},
             {"spicc", ROSIN_SIGN_MANNER, ROSIN_SPICCATO},
             {"martel", ROSIN_SIGN_MANNER, ROSIN_MARTELE},
             {"trem", ROSIN_SIGN_MANNER, ROSIN_TREMOLO},
             {"flaut", ROSIN_SIGN_MANNER, ROSIN_FLAUTANDO},
             {"tasto", ROSIN_SIGN_PLACE, -1},
             {"sur la touche", ROSIN_SIGN_PLACE, -1},
             {"am griffbrett", ROSIN_SIGN_PLACE, -1},
             {"ponticello", ROSIN_SIGN_PLACE, 1},
             {"sul pont", ROSIN_SIGN_PLACE, 1},
             {"am steg", ROSIN_SIGN_PLACE, 1},
             {"naturale", ROSIN_SIGN_PLACE, 0},
             {"ordinario", ROSIN_SIGN_PLACE, 0},
             {"ord.", ROSIN_SIGN_PLACE, 0},
             {"nat.", ROSIN_SIGN_PLACE, 0},
             {"senza corda vuota", ROSIN_SIGN_OPEN, 1},
             {"senza corde vuote", ROSIN_SIGN_OPEN, 1},
             {"no open strings", ROSIN_SIGN_OPEN, 1},
             {"corda vuota", ROSIN_SIGN_OPEN, 2},
             {"corde vuote", ROSIN_SIGN_OPEN, 2},
             {"open strings", ROSIN_SIGN_OPEN, 2},
             {"decresc", ROSIN_SIGN_HAIRPIN, -1},
             {"cresc", ROSIN_SIGN_HAIRPIN, 1},
             {"dim", ROSIN_SIGN_HAIRPIN, -1}};

/* Words that say nothing beside those that were found. */
static int is_little(const char *word) {
  static const char *const little[] = {"sul",  "al",  "alla", "la", "il",    "in",
                                       "modo", "col", "e",    "ed", "sempre"};
  for (size_t i = 0; i < sizeof little / sizeof *little; i++)
    if (strcmp(word, little[i]) == 0)
      return 1;
  return 0;
}

static int is_of_word(char c) {
  return rosin_is_letter(c) || (unsigned char)c >= 0x80;
}

static int has_letters(const char *text) {
  for (; *text; text++)
    if (is_of_word(*text))
      return 1;
  return 0;
}

/* The small letter of one beyond ASCII, by Unicode's numbers: Latin-1 has them 32 further, Latin
 * Extended-A beside each other. */
static unsigned small_of(unsigned letter) {
  static const struct {
    unsigned first, last; /* capitals, each with its small letter behind it */
  } runs[] = {{0x100, 0x12e}, {0x132, 0x136}, {0x139, 0x147}, {0x14a, 0x176}, {0x179, 0x17d}};
  if (letter >= 0xc0 && letter <= 0xde)
    return letter == 0xd7 ? letter : letter + 32;
  if (letter == 0x178)
    return 0xff;
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
    if (letter >= runs[i].first && letter <= runs[i].last)
      return letter + ((letter - runs[i].first) % 2 == 0);
  return letter;
}

/* A character of one or two bytes, in small letters: how many it was; both have as many. */
static int take_small(const char *c, char *to) {
  const unsigned first = (unsigned char)c[0], second = (unsigned char)c[1];
  to[0] = rosin_lower(c[0]);
  if (first < 0xc3 || first > 0xc5 || (second & 0xc0) != 0x80)
    return 1;
  const unsigned small = small_of((first & 31) << 6 | (second & 63));
  to[0] = (char)(0xc0 | small >> 6);
  to[1] = (char)(0x80 | (small & 63));
  return 2;
}

/* Words in small letters, with one blank between them. */
static void smooth(char *said) {
  char *to = said;
  for (const char *c = said; *c; c++)
    if (!rosin_is_space(*c)) {
      const int bytes = take_small(c, to);
      to += bytes;
      c += bytes - 1;
    } else if (to > said && to[-1] != ' ')
      *to++ = ' ';
  while (to > said && to[-1] == ' ')
    to--;
  *to = 0;
}

/* Where a word begins in a text; NULL: it does not. */
static char *find_word(char *said, const char *word) {
  for (char *at = strstr(said, word); at; at = strstr(at + 1, word))
    if (at == said || !is_of_word(at[-1]))
      return at;
  return NULL;
}

/* What was found goes, with what belongs to it ("pizz." of "pizz", "(arco)" of "arco"). */
static void take_out(char *said, char *found, size_t length) {
  char *end = found + length;
  while (found > said && !strchr(" /,;", found[-1]))
    found--;
  while (*end && !strchr(" /,;", *end))
    end++;
  memset(found, ' ', (size_t)(end - found));
}

/* What is left when the words that were `found` are taken out, if anything of it has letters. */
static void count_rest(rosin_score_part *part, const char *said, int found) {
  char rest[128], word[128];
  size_t at = 0;
  for (const char *c = said; *c; c += strlen(word)) {
    snprintf(word, sizeof word, "%.*s", *c == ' ' ? 1 : (int)strcspn(c, " "), c);
    if (*c != ' ' && !(found && is_little(word)))
      at += (size_t)snprintf(rest + at, sizeof rest - at, "%s%s", at ? " " : "", word);
  }
  rest[at] = 0;
  if (has_letters(rest))
    rosin_unread_add(part->unread, rest, 1);
}

/* `told`: what the words mean for the tempo and for the order of bars stands beside them. */
static int read_words(rosin_score_part *part, const xmlNode *of, double at, int told) {
  char said[128];
  int count = 0;
  rosin_score_text(of, said, sizeof said);
  smooth(said);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    char *found = find_word(said, words[i].word);
    if (!found)
      continue;
    take_out(said, found, strlen(words[i].word));
    count++;
    if (add(part, at, words[i].kind, words[i].value))
      return -1;
  }
  if (count || !told)
    count_rest(part, said, count);
  return 0;
}

static double tempo_in(double quarters) {
  return fmin(fmax(quarters, 5), 2000);
}

/* <beat-unit> with its dots is so many quarter notes. */
static int metronome(rosin_score_part *part, const xmlNode *of, double at) {
  static const struct {
    const char *name;
    double quarters;
  } units[] = {{"whole", 4}, {"half", 2}, {"quarter", 1}, {"eighth", 0.5}, {"16th", 0.25}};
  char unit[32];
  const double count = rosin_score_number(rosin_score_child(of, "per-minute"), 0);
  const xmlNode *dot = rosin_score_child(of, "beat-unit-dot");
  const xmlNode *named = rosin_score_child(of, "beat-unit");
  rosin_score_text(named, unit, sizeof unit);
  for (size_t i = 0; count > 0 && i < sizeof units / sizeof *units; i++)
    if (strcmp(unit, units[i].name) == 0)
      return add(part, at, ROSIN_SIGN_TEMPO, tempo_in(count * units[i].quarters * (dot ? 1.5 : 1)));
  rosin_unread_add(part->unread, "metronome", 0);
  return 0;
}

static int has(const xmlNode *of, const char *attribute) {
  return of && xmlHasProp(of, (const xmlChar *)attribute) != NULL;
}

int rosin_score_sound(rosin_score_part *part, const xmlNode *of, double at) {
  rosin_score_bar *bar = &part->bar[part->bars - 1];
  const double tempo = rosin_score_attribute(of, "tempo", 0);
  const double loud = rosin_score_attribute(of, "dynamics", -1); /* of a forte of 90, in percent */
  if (tempo > 0 && add(part, at, ROSIN_SIGN_TEMPO, tempo_in(tempo)))
    return -1;
  if (loud >= 0 && add(part, at, ROSIN_SIGN_DYNAMICS, fmin(fmax(0.74 * loud / 100, 0.03), 1)))
    return -1;
  if (rosin_score_says(of, "pizzicato", "yes") && add(part, at, ROSIN_SIGN_MANNER, ROSIN_PIZZICATO))
    return -1;
  if (rosin_score_says(of, "pizzicato", "no") && add(part, at, ROSIN_SIGN_MANNER, -1))
    return -1;
  bar->da_capo |= rosin_score_says(of, "dacapo", "yes");
  bar->fine |= has(of, "fine");
  bar->dal_segno |= has(of, "dalsegno");
  bar->to_coda |= has(of, "tocoda");
  bar->segno |= has(of, "segno");
  bar->coda |= has(of, "coda");
  return 0;
}

static int hairpin(rosin_score_part *part, const xmlNode *of, double at) {
  const double value = rosin_score_says(of, "type", "crescendo")    ? 1
                       : rosin_score_says(of, "type", "diminuendo") ? -1
                                                                    : 0;
  return rosin_score_says(of, "type", "continue") ? 0 : add(part, at, ROSIN_SIGN_HAIRPIN, value);
}

/* Whether a <sound> says what words beside it mean. */
static int tells(const xmlNode *sound) {
  static const char *const meant[] = {"tempo", "dacapo", "dalsegno", "tocoda",
                                      "coda",  "segno",  "fine",     "pizzicato"};
  for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
    if (has(sound, meant[i]))
      return 1;
  return 0;
}

static int has_metronome(const xmlNode *of) {
  const xmlNode *type = rosin_score_child(of, "direction-type");
  for (; type; type = rosin_score_next(type, "direction-type"))
    if (rosin_score_child(type, "metronome"))
      return 1;
  return 0;
}

/* What of a <direction-type> is for the eye. */
static int is_seen(const xmlNode *n) {
  static const char *const seen[] = {"rehearsal",  "dashes",          "bracket",
                                     "image",      "octave-shift",    "staff-divide",
                                     "eyeglasses", "principal-voice", "symbol"};
  for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
    if (rosin_score_named(n, seen[i]))
      return 1;
  return 0;
}

/* One thing of a <direction-type>; `sound` stands beside it, or NULL, and `meant` is for words. */
static int direction(rosin_score_part *part, const xmlNode *n, const xmlNode *sound, int meant,
                     double at) {
  rosin_score_bar *bar = &part->bar[part->bars - 1];
  if (rosin_score_named(n, "dynamics"))
    return has(sound, "dynamics") ? 0 : dynamics(part, n, at);
  if (rosin_score_named(n, "words"))
    return read_words(part, n, at, meant);
  if (rosin_score_named(n, "wedge"))
    return hairpin(part, n, at);
  if (rosin_score_named(n, "string-mute"))
    return add(part, at, ROSIN_SIGN_SORDINO, rosin_score_says(n, "type", "on"));
  if (rosin_score_named(n, "metronome"))
    return has(sound, "tempo") ? 0 : metronome(part, n, at);
  if (rosin_score_named(n, "segno"))
    bar->segno = 1;
  else if (rosin_score_named(n, "coda"))
    bar->coda = 1;
  else if (!is_seen(n))
    rosin_unread_add(part->unread, (const char *)n->name, 0);
  return 0;
}

int rosin_score_direction(rosin_score_part *part, const xmlNode *of, double at) {
  const xmlNode *sound = rosin_score_child(of, "sound");
  const int meant = tells(sound) || has_metronome(of);
  const xmlNode *type = rosin_score_child(of, "direction-type");
  for (; type; type = rosin_score_next(type, "direction-type"))
    for (const xmlNode *n = rosin_score_child(type, NULL); n; n = rosin_score_next(n, NULL))
      if (direction(part, n, sound, meant, at))
        return -1;
  return sound && rosin_score_sound(part, sound, at) ? -1 : 0;
}
