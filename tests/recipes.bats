# SPDX-License-Identifier: BSD-3-Clause
# The recipes of CONTRIBUTING.md and docs/recipes.md, done to the letter in copies of the tree (tests/recipes.py), and that each is seen to
# fail if a step is left out (`make verify ONLY=recipes` leaves out all of them).
# bats file_tags=plain

load common

recipe() { python3 "$ROOT/tests/recipes.py" "$@"; }

@test "every recipe is tried here" {
  recipe --list | cut -d' ' -f1 | sort >there
  grep -o '^@test "recipe: [a-z]*' "$BATS_TEST_FILENAME" | sed 's/.* //' | sort | diff - there
}

@test "recipe: law" { recipe law; }
@test "recipe: body" { recipe body; }
@test "recipe: command" { recipe command; }
@test "recipe: option" { recipe option; }
@test "recipe: effect" { recipe effect; }
@test "recipe: preset" { recipe preset; }
@test "recipe: setting" { recipe setting; }
@test "recipe: format" { recipe format; }
@test "recipe: function" { recipe function; }
@test "recipe: binding" { recipe binding; }
has_pd() {
  [ -d /usr/share/pd-lib-builder ] && [ -e /usr/include/pd/m_pd.h ] && command -v pd >/dev/null || skip "no Pd to build for"
  [ -d "$ROOT/build/pd" ] || skip "Pd's classes are not built, which takes minutes"
}

@test "recipe: class" {
  has_pd
  recipe class
}
@test "recipe: message" {
  has_pd
  recipe message
}

@test "a step that is left out is found out, and so is one that is no longer true" {
  run -1 recipe preset --without 1
  [[ "$output" == *'"Cartoon turn", "Tiptoe"'* ]]
  run -1 recipe command --without 3
  [[ "$output" == *"build/rosin key 440"* ]]
  run -1 recipe nothing
  [[ "$output" == *"there is no recipe 'nothing'"* ]]
}
