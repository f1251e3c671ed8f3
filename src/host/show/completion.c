/* SPDX-License-Identifier: BSD-3-Clause */
#include "host/show/completion.h"
#include "host/common/commands.h"
#include "host/show/expression.h"
#include "player/midi/controls.h"
#include "room/room.h"
#include "rosin.h"
#include "scene/embedded.h"

#include <stdio.h>
#include <string.h>

static const rosin_command *const *commands;
static int count_of;

void rosin_completion_of(const rosin_command *const *list, int count) {
  commands = list;
  count_of = count;
}

/* Text between single quotes, each of `escaped` with a backslash; a quote itself as each shell
 * reads it. */
static void quote(const char *text, const char *escaped, int fish) {
  for (const char *c = text; *c; c++) {
    if (*c == '\'')
      fputs(fish ? "\\'" : "'\\''", stdout);
    else if (strchr(escaped, *c))
      printf("\\%c", *c);
    else
      putchar(*c);
  }
}

/* What stands where a command takes a word that rosin knows: a scene, a law, a shape. */
static void known_words(const rosin_command *c, const char *between) {
  const char *first = "";
  const int laws = strcmp(c->name, "laws") == 0 || strcmp(c->name, "curve") == 0;
  for (const rosin_embedded *e = rosin_embedded_scenes; strstr(c->usage, "SCENE") && e->name;
       e++, first = between)
    printf("%s%s", first, e->name);
  for (int i = 0; laws && i < rosin_laws(); i++, first = between)
    printf("%s%s", first, rosin_law_name(i));
  for (int i = 0; strcmp(c->name, "shapes") == 0 && i < rosin_forms(); i++, first = between)
    printf("%s%s", first, rosin_form_at(i)->name);
  for (const rosin_surface *s = rosin_surfaces(); strcmp(c->name, "surfaces") == 0 && s->name;
       s++, first = between)
    printf("%s%s", first, s->name);
}

/* Options that take a word that rosin knows, whatever the command. */
static const char *const worded[] = {"room", "controls", "format", "map"};
enum { WORDED = sizeof worded / sizeof *worded };

static int is_worded(const char *option) {
  for (int i = 0; i < WORDED; i++)
    if (strcmp(option, worded[i]) == 0)
      return 1;
  return 0;
}

static void words_of(const char *option) {
  if (strcmp(option, "room") == 0)
    for (const rosin_room_kind *k = rosin_room_kinds(); k->name; k++)
      printf("%s ", k->name);
  else if (strcmp(option, "controls") == 0)
    for (int i = 0; rosin_controls_name(i); i++)
      printf("%s ", rosin_controls_name(i));
  else if (strcmp(option, "map") == 0)
    for (int i = 0; rosin_expression_formats[i]; i++)
      printf("%s ", rosin_expression_formats[i]);
  else
    fputs("16 24 32 float ", stdout);
}

/* ---- bash -------------------------------------------------------------------------- */

static void bash_options(void *context, const rosin_command *c, const rosin_option *table) {
  (void)context;
  printf("    %s)\n      words='", c->name);
  for (const rosin_option *o = table; o->name; o++)
    printf("%s--%s", o == table ? "" : " ", o->name);
  fputs(" --help ", stdout);
  known_words(c, " ");
  fputs("'\n      taking='", stdout);
  for (const rosin_option *o = table; o->name; o++) {
    if (o->argument)
      printf(" --%s", o->name);
    if (o->argument && o->letter)
      printf(" -%c", o->letter);
  }
  fputs(" ' ;;\n", stdout);
}

static void bash(void) {
  fputs("# bash completion for rosin, made by `rosin completion bash`\n"
        "_rosin() {\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words='' "
        "taking=''\n"
        "  case ${COMP_WORDS[1]} in\n",
        stdout);
  for (int i = 0; i < count_of; i++)
    rosin_options_visit(commands[i], bash_options, NULL);
  fputs("  esac\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "    words='",
        stdout);
  for (int i = 0; i < count_of; i++)
    printf("%s%s", i ? " " : "", commands[i]->name);
  fputs("'\n"
        "  elif [ \"$prev\" = -s ] || [ \"$prev\" = --set ]; then\n"
        "    compopt -o nospace\n"
        "    words=$(for what in --macros --player; do rosin show $what \"${COMP_WORDS[2]}\" "
        "2>/dev/null |\n"
        "      awk 'NR > 1 { print $1 \"=\" }'; done)\n"
        "  elif [[ $taking == *\" $prev \"* ]]; then\n"
        "    words=''\n"
        "    case $prev in\n",
        stdout);
  for (int i = 0; i < WORDED; i++) {
    printf("    --%s) words='", worded[i]);
    words_of(worded[i]);
    fputs("' ;;\n", stdout);
  }
  fputs(
      "    esac\n"
      "  fi\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
      "  [ \"$COMP_CWORD\" -eq 1 ] || [[ $cur == -* ]] || COMPREPLY+=($(compgen -f -- \"$cur\"))\n"
      "}\n"
      "complete -o filenames -F _rosin rosin\n",
      stdout);
}

/* ---- zsh ---------------------------------------------------------------------------- */

static void zsh_options(void *context, const rosin_command *c, const rosin_option *table) {
  (void)context;
  printf("    %s)\n      _arguments '--help[what it does]'", c->name);
  for (const rosin_option *o = table; o->name; o++) {
    printf(" \\\n        ");
    if (o->letter && o->list)
      printf("'*'{-%c,--%s}", o->letter, o->name);
    else if (o->letter)
      printf("'(-%c --%s)'{-%c,--%s}", o->letter, o->name, o->letter, o->name);
    else
      printf("'%s--%s'", o->list ? "*" : "", o->name);
    fputs("'[", stdout);
    quote(o->help, "[]:\\", 0);
    putchar(']');
    if (o->argument) {
      putchar(':');
      quote(o->argument, ":\\", 0);
      fputs(is_worded(o->name) ? ":_rosin_words " : ":_files", stdout);
      if (is_worded(o->name))
        words_of(o->name);
    }
    putchar('\'');
  }
  fputs(" \\\n        '*:word:_rosin_words ", stdout);
  known_words(c, " ");
  fputs("' ;;\n", stdout);
}

static void zsh(void) {
  fputs("#compdef rosin\n"
        "# zsh completion for rosin, made by `rosin completion zsh`\n"
        "_rosin_words() {\n"
        "  local -a known\n"
        "  known=(\"$@\")\n"
        "  compadd -a known\n"
        "  _files\n"
        "}\n"
        "_rosin() {\n"
        "  local -a commands\n"
        "  commands=(\n",
        stdout);
  for (int i = 0; i < count_of; i++) {
    printf("    '%s:", commands[i]->name);
    quote(commands[i]->summary, ":\\", 0);
    fputs("'\n", stdout);
  }
  fputs("  )\n"
        "  if (( CURRENT == 2 )); then\n"
        "    _describe command commands\n"
        "    return\n"
        "  fi\n"
        "  shift words\n"
        "  (( CURRENT-- ))\n"
        "  case $words[1] in\n",
        stdout);
  for (int i = 0; i < count_of; i++)
    rosin_options_visit(commands[i], zsh_options, NULL);
  fputs("  esac\n}\n_rosin \"$@\"\n", stdout);
}

/* ---- fish --------------------------------------------------------------------------- */

static void fish_options(void *context, const rosin_command *c, const rosin_option *table) {
  (void)context;
  for (const rosin_option *o = table; o->name; o++) {
    printf("complete -c rosin -n '__fish_seen_subcommand_from %s'", c->name);
    if (o->letter)
      printf(" -s %c", o->letter);
    printf(" -l %s%s", o->name, o->argument ? " -r" : "");
    if (is_worded(o->name)) {
      fputs(" -a '", stdout);
      words_of(o->name);
      putchar('\'');
    }
    fputs(" -d '", stdout);
    quote(o->help, "\\", 1);
    fputs("'\n", stdout);
  }
  printf("complete -c rosin -n '__fish_seen_subcommand_from %s' -a '--help ", c->name);
  known_words(c, " ");
  fputs("'\n", stdout);
}

static void fish(void) {
  fputs("# fish completion for rosin, made by `rosin completion fish`\n", stdout);
  for (int i = 0; i < count_of; i++) {
    printf("complete -c rosin -n __fish_use_subcommand -f -a %s -d '", commands[i]->name);
    quote(commands[i]->summary, "\\", 1);
    fputs("'\n", stdout);
  }
  for (int i = 0; i < count_of; i++)
    rosin_options_visit(commands[i], fish_options, NULL);
}

static int completion(int count, char **words) {
  static const rosin_option none[] = {{0}};
  static const struct {
    const char *name;
    void (*print)(void);
  } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
  rosin_list rest;
  const int status = rosin_options_parse(&rosin_command_completion, none, count, words, &rest);
  if (status >= 0)
    return status;
  for (size_t i = 0; rest.count == 1 && i < sizeof shells / sizeof *shells; i++)
    if (strcmp(rest.text[0], shells[i].name) == 0) {
      shells[i].print();
      return ROSIN_DONE;
    }
  return rosin_complain(ROSIN_USAGE, "usage: rosin %s", rosin_command_completion.usage);
}

const rosin_command rosin_command_completion = {
    "completion", "completion bash|zsh|fish", "what a shell is to offer while one types: a script",
    completion};
