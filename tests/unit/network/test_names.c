/* SPDX-License-Identifier: BSD-3-Clause */
/* Names that are none, and messages with what is no text in them: one line, in the room there is.
 */
#include "error.h"
#include "rosin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Whatever stands where, nothing is written beyond the room, and a line is a line. */
static void a_line_keeps_to_its_room(void **state) {
  (void)state;
  enum { ROOM = 40, GUARD = 200 };
  for (int length = 0; length < ROOM; length++)
    for (int from = 0; from <= length; from++) {
      char text[ROOM + GUARD];
      memset(text, '#', sizeof text);
      memset(text, 'a', (size_t)from);
      memset(text + from, '\n', (size_t)(length - from));
      text[length] = 0;
      rosin_error_line(text, ROOM);
      assert_non_null(memchr(text, 0, ROOM));
      assert_null(strchr(text, '\n'));
      for (int i = ROOM; i < ROOM + GUARD; i++)
        assert_true(text[i] == '#');
      const int fit = (ROOM - 1 - from) / 4, feeds = length - from;
      if (feeds <= fit)
        assert_int_equal(strlen(text), from + 4 * feeds);
      for (int i = 0; i < from; i++)
        assert_true(text[i] == 'a');
      for (const char *at = text + from; *at; at += 4)
        assert_true(strlen(at) < 4 || strncmp(at, "\\x0a", 4) == 0);
    }
}

static void pairs_are_found_by_either_order(void **state) {
  (void)state;
  for (const rosin_friction_pair *p = rosin_friction_pairs(); p->name; p++) {
    const char *cut = strchr(p->name, '/');
    char turned[100];
    assert_ptr_equal(rosin_friction_pair_find(p->name), p);
    assert_true(cut && strlen(p->name) < sizeof turned);
    strcpy(turned, cut + 1);
    strcat(turned, "/");
    strncat(turned, p->name, (size_t)(cut - p->name));
    const rosin_friction_pair *found = rosin_friction_pair_find(turned);
    assert_true(found && (found == p || strcmp(found->name, turned) == 0));
  }
  static const char *const none[] = {"", "steel", "/", "steel/", "/steel", "steel/no-such", NULL};
  for (int i = 0; i < 7; i++)
    assert_null(rosin_friction_pair_find(none[i]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_keeps_to_its_room),
      cmocka_unit_test(pairs_are_found_by_either_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
