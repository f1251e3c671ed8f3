/* SPDX-License-Identifier: BSD-3-Clause */
/* Whichever allocation fails in a command: either the result is the same (it was not needed), or
 * one line that says so, exit status 1, no file, nothing kept. Commands are called as main()
 * calls them; the allocator is wrapped by the linker (allocations of libraries underneath are
 * not: tests/verify/memory.py has those). */
#include "format.h"
#include "host/common/commands.h"
#include "host/common/shield.h"
#include "kept.h"
#include "share.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- a folder with what commands read --------------------------------------------- */

static const char scene[] =
    "rate = 16000; duration = 0.02; title = \"small\";\n"
    "modals = { plate = { shape = \"plate-free\"; modes = 3; };\n"
    "  bar = { shape = \"sine\"; modes = ( { frequency = 300.0; }, { frequency = 500.0; } ); };\n"
    "  given = { shape = \"table\"; file = \"modes.csv\"; }; };\n"
    "strings = { d = { frequency = 400.0; damping = ( (100.0, 2.0), (1000.0, 1.0) ); }; };\n"
    "contacts = { bow = { a = \"-\"; b = \"d\"; position = 0.1; force = 0.5;\n"
    "    velocity = ( (0.0, 0.0), (0.01, 0.1) ); law = { type = \"lugre\"; }; };\n"
    "  rub = { a = \"-\"; b = \"bar\"; position = 0.3; force = 0.2;\n"
    "    velocity = { file = \"move.csv\"; }; };\n"
    "  two = { a = \"bar\"; b = \"given\"; force = 0.1; law = { type = \"thermal\"; }; }; };\n"
    "joints = { foot = { a = \"d\"; position_a = 0.0; b = \"plate\"; position_b = 0.3; }; };\n"
    "pushes = { hand = { body = \"plate\"; position = 0.2; force = 0.1; }; };\n"
    "macros = { speed = { to = ( { key = \"rub.force\"; at = ( 0.1, 0.9 ); } ); }; };\n"
    "outputs = ( { signal = \"d.bridge_force\"; highpass = 20.0; },\n"
    "  { signal = \"plate.velocity@0.2\"; pan = 0.5; } );\nchannels = 2; oversample = 2;\n"
    "@include \"more.cfg\"\n";

static void put_bytes(const char *name, const void *bytes, size_t size) {
  FILE *f = fopen(name, "wb");
  assert_non_null(f);
  fwrite(bytes, 1, size, f);
  fclose(f);
}

static void put(const char *name, const char *text) {
  put_bytes(name, text, strlen(text));
}

/* where there is one, a disk in memory: a file that is made waits for its disk */
static char root[512], folder[64];

static int begin(void **state) {
  static const unsigned char tune[] = {
      'M',  'T',  'h', 'd',  0,    0,    0,    6,    0,    0,    0,    1,    0,    96,
      'M',  'T',  'r', 'k',  0,    0,    0,    20,   0,    0x90, 0x3e, 0x40, 0x30, 0x80,
      0x3e, 0x40, 0,   0x90, 0x4a, 0x40, 0x30, 0x80, 0x4a, 0x40, 0,    0xff, 0x2f, 0};
  (void)state;
  assert_non_null(getcwd(root, sizeof root));
  snprintf(folder, sizeof folder, "%s/rosin-memory-XXXXXX",
           access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  put("small.cfg", scene);
  put("more.cfg", "seed = 3;\n");
  put("move.csv", "time,velocity\n0,0\n0.01,0.1\n");
  put("modes.csv", "frequency,q,mass,0.2,0.7\n210,90,0.01,1,0.5\n340,80,0.02,-0.4,1\n");
  put("files.cfg", "modals = { given = { shape = \"table\"; file = \"modes.csv\"; }; };\n"
                   "contacts = { rub = { a = \"-\"; b = \"given\"; force = 0.2;\n"
                   "  velocity = { file = \"move.csv\"; }; law = \"lugre\"; }; };\n"
                   "outputs = ( { signal = \"given.velocity@0.2\"; } );\n");
  put("heard.cfg", "strings = { d = { frequency = 400.0; }; }; duration = 0.02; rate = 16000;\n"
                   "contacts = { bow = { a = \"-\"; b = \"d\"; position = 0.1; force = 0.5;\n"
                   "  velocity = { file = \"made.wav\"; channel = 2; }; law = \"lugre\"; }; };\n"
                   "outputs = ( { signal = \"d.bridge_force\"; } );\n");
  put("bad.cfg", "strings = { d = { frequency = 4.0; }; };\nfoo = 1;\n"
                 "outputs = ( { signal = \"e.bridge_force\"; } );\n");
  put_bytes("tune.mid", tune, sizeof tune);
  put("fiddle.cfg",
      "rate = 22050; strings = { d = { frequency = 293.66; length = 0.33; q = 500.0; }; };\n"
      "contacts = { bow-d = { a = \"-\"; b = \"d\"; position = 0.11; velocity = 0.0;\n"
      "  force = 0.0; law = { type = \"elastoplastic\"; }; }; };\n"
      "instrument = { highest = 29; strings = ( { string = \"d\"; bow = \"bow-d\"; } ); };\n"
      "outputs = ( { signal = \"d.bridge_force\"; gain = 0.1; } );\n");
  put("song.musicxml",
      "<score-partwise><part><measure><direction><direction-type><wedge type='crescendo'/>"
      "</direction-type></direction><note><pitch><step>D</step><octave>5</octave></pitch>"
      "<duration>1</duration><notations><slur type='start'/></notations></note><barline>"
      "<repeat direction='backward'/></barline></measure></part></score-partwise>");
  put("data.csv", "velocity,force\n0.01,0.9\n0.02,0.8\n0.05,0.7\n0.1,0.5\n0.2,0.4\n0.4,0.35\n");
  put("five.scl", "! five.scl\nfive\n 5\n 240.\n 480.\n 720.\n 960.\n 2/1\n");
  put("g.txt", "rosin-gesture 1\nrate 16000\nrest 1\nset seed=4\n0 move bow.force 0.5\n"
               "7 move rub.velocity 0.1\n99 end\n");
  put("tiny.cfg",
      "rate = 8000; duration = 0.02;\n"
      "modals = { bar = { modes = ( { frequency = 300.0; mass = 0.01; } ); }; };\n"
      "contacts = { rub = { a = \"-\"; b = \"bar\"; velocity = 0.1; force = 0.5; }; };\n"
      "outputs = ( { signal = \"bar.velocity@0.2\"; } );\n");
  /* at the scene's own rate: of 48 kHz, as batches have it, most would be spent on measuring
   * loudness */
  put("jobs.cfg", "rate = 8000; jobs = ( { scene = \"tiny.cfg\"; name = \"a-{row}\"; "
                  "settings = ( \"rub.force=0.4\", \"rub.force=0.6\" ); },\n"
                  "  { scene = \"tiny.cfg\"; variations = 2; distinct = 0.01; loudness = -20.0; "
                  "name = \"b-{n}\"; } );\n");
  put("jobs.csv", "scene,variations,rate,spread,name\ntiny.cfg,2,8000,heights=0.2,c-{n}\n");
  /* a gnuplot of our own, that draws always the same */
  char path[600];
  put("gnuplot", "#!/bin/sh\ncat >/dev/null\necho '<svg></svg>'\n");
  assert_int_equal(chmod("gnuplot", 0700), 0);
  snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
  setenv("PATH", path, 1);
  for (int i = 0; i < 100; i++) /* it keeps names, as many as it has room for */
    rosin_shield_file("x");
  return 0;
}

static int end(void **state) {
  char command[80];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return chdir(root) || system(command);
}

/* ---- commands --------------------------------------------------------------------- */

enum { SAID = 4000, WORDS = 20 };

typedef struct {
  int status, errors, files;
  unsigned long long sum; /* over what was printed, and files' names and bytes */
  long left;
  char said[SAID], first[80]; /* standard error; a new file */
} outcome;

static unsigned long long hash(unsigned long long sum, const void *bytes, size_t size) {
  for (const unsigned char *p = bytes; size; size--, p++)
    sum = (sum ^ *p) * 0x100000001b3u;
  return sum;
}

static unsigned long long hash_file(unsigned long long sum, const char *path) {
  static char bytes[65536];
  FILE *f = fopen(path, "rb");
  size_t got;
  while (f && (got = fread(bytes, 1, sizeof bytes, f)) > 0)
    sum = hash(sum, bytes, got);
  if (f)
    fclose(f);
  return sum;
}

static int by_name(const void *a, const void *b) {
  return strcmp(a, b);
}

/* Counts, sums and removes what begins with "x" here, or all in the folder of stems. */
static void take_files(const char *at, outcome *o) {
  static char name[2][32][80];
  char(*own)[80] = name[strcmp(at, ".") != 0];
  int count = 0;
  DIR *d = opendir(at);
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.' && (strcmp(at, ".") || e->d_name[0] == 'x') && count < 32)
      snprintf(own[count++], sizeof *own, "%.70s", e->d_name);
  if (d)
    closedir(d);
  qsort(own, (size_t)count, sizeof *own, by_name);
  for (int i = 0; i < count; i++) {
    char path[200];
    struct stat s;
    snprintf(path, sizeof path, "%s/%s", at, own[i]);
    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode)) {
      take_files(path, o);
      rmdir(path);
      continue;
    }
    o->files++;
    snprintf(o->first, sizeof o->first, "%s", own[i]);
    o->sum = hash(o->sum, own[i], strlen(own[i]));
    if (!strstr(own[i], ".json")) /* that has times in it */
      o->sum = hash_file(o->sum, path);
    unlink(path);
  }
}

static void run(const rosin_command *command, const char *const *given, outcome *o) {
  char *word[WORDS];
  int count = 0, kept[2];
  for (; given[count]; count++)
    word[count] = (char *)(uintptr_t)given[count];
  memset(o, 0, sizeof *o);
  fflush(stdout);
  for (int i = 0; i < 2; i++) {
    const int file = open(i ? "err" : "out", O_RDWR | O_CREAT | O_TRUNC, 0600);
    kept[i] = dup(1 + i);
    dup2(file, 1 + i);
    close(file);
  }
  const long before = left;
  calls = 0;
  counting = 1;
  o->status = command->run(count, word);
  counting = 0;
  o->left = left - before;
  fflush(stdout);
  for (int i = 0; i < 2; i++) {
    dup2(kept[i], 1 + i);
    close(kept[i]);
  }
  FILE *err = fopen("err", "r");
  o->said[fread(o->said, 1, SAID - 1, err)] = 0;
  fclose(err);
  for (const char *at = o->said; (at = strstr(at, "rosin: ")); at++)
    o->errors += (at == o->said || at[-1] == '\n') && strncmp(at, "rosin: warning", 14) != 0;
  o->sum = hash_file(14695981039346656037u, "out");
  take_files(".", o);
}

/* What is wrong with an outcome of a command with a failed allocation, or NULL. */
static const char *wrong(const outcome *o, const outcome *whole) {
  if (o->left)
    return "something is kept";
  if (o->status == whole->status && o->sum == whole->sum && o->files == whole->files &&
      o->errors == whole->errors)
    return NULL;
  return o->status != 1               ? "another status"
         : o->errors != 1             ? "not one error"
         : !strstr(o->said, "memory") ? "it does not say why"
         : o->files && !strstr(o->said, " times real time\n") /* one that is whole, as it says */
             ? "a file is left"
             : NULL;
}

/* Few enough to take a quarter of a minute; tests/verify/memory.py has them all. */
#define THINNED(step) ((step) > 1 ? 6 * SHARE * (step) : SHARE)
enum { EDGE = 12 / SHARE }; /* the first and last ones, each */

/* Every `step`th allocation, and the first and last ones. */
static int attack(const rosin_command *command, int step, const char *const *words) {
  static outcome whole, o;
  int bad = 0, told = 0;
  fail_at = -1;
  run(command, words, &whole); /* once to make what stays */
  run(command, words, &whole);
  const long count = calls;
  if (whole.status > 1 || whole.left || !count)
    fail_msg("%s %s: status %d, %ld blocks kept, %ld allocations: %s", command->name, words[0],
             whole.status, whole.left, count, whole.said);
  for (long k = 0; k < count; k += k < EDGE || k > count - EDGE ? 1 : step) {
    fail_at = k;
    run(command, words, &o);
    fail_at = -1;
    const char *why = wrong(&o, &whole);
    told += o.status == 1;
    if (why && bad++ < 5)
      fprintf(stderr, "%s %s, allocation %ld of %ld: %s (status %d, %d files, %ld kept): %s%s\n",
              command->name, words[0], k, count, why, o.status, o.files, o.left, o.first, o.said);
  }
  if (!told) {
    fprintf(stderr, "%s %s: no failure was told\n", command->name, words[0]);
    bad++;
  }
  return bad;
}

#define RUN(command, step, ...)                                                                    \
  bad += attack(&rosin_command_##command, THINNED(step), (const char *const[]){__VA_ARGS__, NULL})

static void renders(void **state) {
  (void)state;
  int bad = 0;
  RUN(render, 11, "small.cfg", "-o", "x.wav", "--probe", "bow.force,d.velocity@0.3", "--probe-file",
      "x.csv", "--report", "x.json", "--stems", "x/", "-s", "d.q=400", "-s", "bow.law.sigma0=1e4");
  RUN(render, 29, "small.cfg", "-o", "x.flac", "--stems", "xs.wav", "--probe", "bow.force",
      "--probe-file", "x.wav", "--plain");
  RUN(render, 67, "small.cfg", "-o", "x.wav", "--plain", "--probe", "bow.force", "--probe-file",
      "xp.wav");
  RUN(render, 31, "small.cfg", "--gesture", "g.txt", "-o", "x.wav");
  RUN(render, 7, "fiddle.cfg", "--midi", "tune.mid", "--scale", "five.scl", "-r", "22050", "-d",
      "0.01", "-s", "player.vibrato=3", "-o", "x.wav");
  RUN(render, 3, "fiddle.cfg", "--score", "song.musicxml", "-d", "0.01", "-o", "x.wav");
  assert_int_equal(bad, 0);
}

/* Each setting of a player is heard, wherever it stands. */
static void all_settings_reach_the_player(void **state) {
  static const char *const set[][2] = {{"player.vibrato=0", "player.release=1"}, /* not so soon */
                                       {"player.dynamics=0.9", "player.vibrato=0"},
                                       {"player.vibrato=0", "player.dynamics=0.9"}};
  static outcome o;
  unsigned long long sum[3];
  (void)state;
  fail_at = -1;
  for (int i = 0; i < 3; i++) {
    run(&rosin_command_render,
        (const char *const[]){"fiddle.cfg", "--midi", "tune.mid", "-r", "22050", "-d", "0.05",
                              "--plain", "-o", "x.wav", "-s", set[i][0], "-s", set[i][1], NULL},
        &o);
    assert_int_equal(o.status, 0);
    sum[i] = o.sum;
  }
  assert_true(sum[1] == sum[2] && sum[0] != sum[1]);
}

static void shows_and_checks(void **state) {
  (void)state;
  int bad = 0;
  static outcome made;
  fail_at = -1;
  run(&rosin_command_render, (const char *const[]){"small.cfg", "-o", "given.wav", NULL}, &made);
  assert_int_equal(made.status, 0);
  RUN(render, 17, "given.wav", "-o", "x.aiff");
  run(&rosin_command_render, (const char *const[]){"small.cfg", "-o", "made.wav", NULL}, &made);
  RUN(check, 3, "heard.cfg");
  RUN(show, 1, "given.wav");
  RUN(show, 1, "cello-d");
  RUN(check, 3, "bad.cfg");
  RUN(check, 17, "small.cfg");
  RUN(check, 1, "files.cfg");
  RUN(probes, 17, "small.cfg");
  assert_int_equal(bad, 0);
}

/* ---- many files -------------------------------------------------------------------- */

/* What stands in a folder: names and hashes, in the order of names. */
typedef struct {
  int count;
  char name[16][80];
  unsigned long long sum[16];
} folder_of;

static int is_listed(const char *name) {
  return strncmp(name, "manifest", 8) == 0 || strcmp(name, "SHA256SUMS") == 0;
}

static void look_at_folder(const char *at, folder_of *f) {
  DIR *d = opendir(at);
  *f = (folder_of){.count = 0};
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.' && f->count < 16)
      snprintf(f->name[f->count++], sizeof *f->name, "%.70s", e->d_name);
  if (d)
    closedir(d);
  qsort(f->name, (size_t)f->count, sizeof *f->name, by_name);
  for (int i = 0; i < f->count; i++) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", at, f->name[i]);
    f->sum[i] = hash_file(0, path);
  }
}

/* Whether all files of `f` are those of `whole`; lists may be missing, or of fewer rows. */
static int are_whole(const folder_of *f, const folder_of *whole) {
  for (int i = 0; i < f->count; i++) {
    int found = is_listed(f->name[i]);
    for (int k = 0; k < whole->count; k++)
      found |= strcmp(f->name[i], whole->name[k]) == 0 && f->sum[i] == whole->sum[k];
    if (!found)
      return 0;
  }
  return 1;
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *at) {
  (void)s, (void)kind, (void)at;
  return remove(path);
}

static void clean(void) {
  nftw("many", remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Every `step`th allocation of a batch: it says so and ends with 1, or it was not needed; what
 * has a name is whole, nothing is kept; run again, the set is whole. */
static int attack_folder(const rosin_command *command, int step, const char *const *words) {
  static outcome o;
  static folder_of whole, now;
  int bad = 0, told = 0;
  fail_at = -1;
  run(command, words, &o); /* once to make what stays */
  clean();
  mkdir("many", 0700);
  run(command, words, &o);
  look_at_folder("many", &whole);
  const long count = calls;
  if (o.status || o.left || !count || !whole.count)
    fail_msg("%s: status %d, %ld kept, %d files: %s", words[0], o.status, o.left, whole.count,
             o.said);
  for (long k = 0; k < count; k += k < EDGE || k > count - EDGE ? 1 : step) {
    const char *why = NULL;
    clean();
    mkdir("many", 0700);
    fail_at = k;
    run(command, words, &o);
    fail_at = -1;
    look_at_folder("many", &now);
    told += o.status == 1;
    if (o.left)
      why = "something is kept";
    else if (o.status > 1 || (o.status == 1 && !strstr(o.said, "memory")))
      why = "it does not say why";
    else if (o.status == 1 ? !are_whole(&now, &whole) : memcmp(&now, &whole, sizeof now) != 0)
      why = "a file is not whole";
    if (!why) {
      run(command, words, &o);
      look_at_folder("many", &now);
      if (o.status || memcmp(&now, &whole, sizeof now) != 0)
        why = "run again, it is not the whole set";
    }
    if (why && bad++ < 5)
      fprintf(stderr, "%s %s, allocation %ld of %ld: %s (status %d, %ld kept): %s\n", command->name,
              words[0], k, count, why, o.status, o.left, o.said);
  }
  clean();
  if (!told) {
    fprintf(stderr, "%s %s: no failure was told\n", command->name, words[0]);
    bad++;
  }
  return bad;
}

#define MANY(command, step, ...)                                                                   \
  bad += attack_folder(&rosin_command_##command, THINNED(step),                                    \
                       (const char *const[]){__VA_ARGS__, NULL})

static void many_files(void **state) {
  (void)state;
  int bad = 0;
  MANY(batch, 7, "jobs.cfg", "-o", "many", "-j", "1");
  MANY(batch, 7, "jobs.csv", "-o", "many", "-j", "1");
  static outcome made;
  fail_at = -1;
  run(&rosin_command_render,
      (const char *const[]){"tiny.cfg", "--tag", "category=X", "-o", "tiny.wav", NULL}, &made);
  assert_int_equal(made.status, 0);
  put("parts.cfg",
      "rate = 8000; part = \"start end\"; jobs = ( { scene = \"tiny.wav\"; duration = 0.02; "
      "name = \"{category}-{step}\"; steps = \"gain=0.5..1/2\"; } );\n");
  MANY(batch, 211, "parts.cfg", "-o", "many", "-j", "1");
  MANY(render, 7, "tiny.cfg", "--variations", "3", "-j", "1", "-o", "many/v%d.wav");
  assert_int_equal(bad, 0);
}

/* Of a folder that is there: nothing of it is lost, and nothing new stays. */
static void looking_back(void **state) {
  (void)state;
  int bad = 0;
  static outcome made;
  fail_at = -1;
  run(&rosin_command_batch, (const char *const[]){"jobs.csv", "-o", "made", NULL}, &made);
  assert_int_equal(made.status, 0);
  RUN(batch, 7, "--merge", "made");
  RUN(batch, 7, "--verify", "made", "-j", "1");
  RUN(batch, 7, "--page", "made", "-j", "1");
  RUN(batch, 1, "--wwise", "made");
  RUN(batch, 7, "jobs.csv", "-o", "made", "--estimate");
  assert_int_equal(bad, 0);
}

static void maps(void **state) {
  (void)state;
  int bad = 0;
  RUN(map, 61, "small.cfg", "-x", "bow.force=0.2:0.4:2", "-y", "bow.position=0.1:0.2:1", "-d",
      "0.01", "-j", "1", "-o", "x.csv");
  RUN(map, 83, "small.cfg", "--guettler", "-x", "bow.velocity.slope=1:2:2", "-y",
      "bow.force=0.1:0.2:1", "-d", "0.01", "-j", "1");
  assert_int_equal(bad, 0);
}

/* Two strokes of a clean saw-tooth, and a folder beside in which a stroke has no end. */
static void recorded_strokes(void **state) {
  (void)state;
  int bad = 0;
  static char whole[40000];
  size_t at = 0;
  for (int i = 0; i < 1100; i++)
    at += (size_t)rosin_format(whole + at, sizeof whole - at, "0.5,%g,%g,%g\n",
                               fmin(0.001 * i, 0.1), i % 25 / 25.0 - 0.5, 0.5 - i % 25 / 25.0);
  assert_int_equal(mkdir("rec", 0700) | mkdir("rec/a", 0700) | mkdir("rec/b", 0700), 0);
  for (int i = 0; i < 3; i++) {
    static const char *const stroke[] = {"a", "b", "b"};
    char name[40];
    snprintf(name, sizeof name, "rec/%s/whole_%d.csv", stroke[i], i + 1);
    put(name, whole);
    snprintf(name, sizeof name, "rec/%s/beta_%d.csv", stroke[i], i + 1);
    put(name, i ? "0.14\n" : "0.1\n");
    snprintf(name, sizeof name, "rec/%s/timestamp_%d.csv", stroke[i], i + 1);
    put(name, i < 2 ? "400,1000\n" : "400\n");
  }
  RUN(map, 7, "heard.cfg", "--measured", "rec/a", "--measured-rate", "10000", "-j", "1", "--plot",
      "x.svg");
  RUN(map, 7, "heard.cfg", "--measured", "rec", "--measured-rate", "10000", "-j", "1",
      "--leave-out", "-o", "x.csv");
  RUN(map, 3, "heard.cfg", "--measured", "rec", "--measured-rate", "10000", "-j", "1", "-o",
      "x.csv");
  assert_int_equal(bad, 0);
}

static void plots_of_maps(void **state) {
  (void)state;
  int bad = 0;
  RUN(map, 97, "small.cfg", "--schelleng", "-x", "bow.position=0.1:0.2:3", "-y",
      "bow.force=0.1:0.2:1", "-d", "0.01", "-j", "1", "--plot", "x.svg");
  assert_int_equal(bad, 0);
}

static void curves_and_fits(void **state) {
  (void)state;
  int bad = 0;
  RUN(curve, 1, "lugre", "--velocity", "0.01,0.1");
  RUN(curve, 1, "pacejka", "--slip", "0:0.5:9", "--speed", "10");
  RUN(curve, 1, "dahl", "--drive", "file:move.csv", "-r", "4000");
  RUN(curve, 1, "lugre", "--drive", "belt:0.1:50:0.1", "-r", "4000", "-d", "0.01");
  RUN(fit, 3, "data.csv", "--law", "lugre");
  RUN(fit, 3, "data.csv", "--law", "lugre", "--only", "mu_static", "--plot", "x.svg");
  RUN(curve, 1, "lugre", "--velocity", "0.01:0.2:9", "--plot", "x.svg");
  RUN(curve, 1, "dahl", "--drive", "sine:1e-4:100", "-r", "2000", "-d", "0.01", "--plot", "x.svg");
  assert_int_equal(bad, 0);
}

static void knocks(void **state) {
  (void)state;
  int bad = 0;
  static outcome made;
  put("knock.cfg", "duration = 0.4; rate = 8000;\n"
                   "modals = { x = { modes = ( { frequency = 310.0; t60 = 0.3; mass = 0.05; },\n"
                   "  { frequency = 854.0; t60 = 0.2; mass = 0.08; } ); }; };\n"
                   "pushes = { h = { body = \"x\"; position = \"all\"; force = { points = (\n"
                   "  (0.1, 0.0), (0.1005, 400.0), (0.101, 0.0) ); }; }; };\n"
                   "outputs = ( { signal = \"x.velocity@all\"; gain = 0.1; } );\n");
  fail_at = -1;
  run(&rosin_command_render, (const char *const[]){"knock.cfg", "-o", "knock.wav", NULL}, &made);
  assert_int_equal(made.status, 0);
  RUN(modes, 61, "knock.wav", "-o", "x.cfg", "--modes", "2");
  RUN(modes, 97, "knock.wav", "--modes", "2", "--plot", "x.svg");
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_settings_reach_the_player),
      cmocka_unit_test(renders),
      cmocka_unit_test(shows_and_checks),
      cmocka_unit_test(many_files),
      cmocka_unit_test(looking_back),
      cmocka_unit_test(maps),
      cmocka_unit_test(recorded_strokes),
      cmocka_unit_test(plots_of_maps),
      cmocka_unit_test(curves_and_fits),
      cmocka_unit_test(knocks),
  };
  cmocka_set_test_filter(getenv("ONLY"));
  return cmocka_run_group_tests(tests, begin, end);
}
