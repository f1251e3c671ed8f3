/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of numbers: gestures and modes as CSV, each with its limits, and the line that an
 * error names. */
#include "format.h"
#include "scene/model/gesture.h"
#include "scene/read/modes_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static FILE *opened(const char *text) {
  FILE *file = tmpfile();
  assert_non_null(file);
  fputs(text, file);
  rewind(file);
  return file;
}

static const struct {
  const char *text, *column, *time, *said; /* said: "TIME VALUE TIME VALUE" or the error */
} gestures[] = {
    {"0,1\n2,3\n", "2", "1", "0 1 2 3"},
    {"\xEF\xBB\xBF 0 , 1 \r\n\n# a,b\n 2,3", "2", "1", "0 1 2 3"},
    {"\xEF\xBB\xBFt,v\n0,1\n", "v", "t", "0 1"},
    {"0,1\n\xEF\xBB\xBF 1,3\n", "2", "1", "f:2: not a finite number: \xEF\xBB\xBF 1"},
    {"t,v,w\n0,1,5\n1,2,6\n", "w", "t", "0 5 1 6"},
    {"w,t\n5,0\n6,1\n", "w", "t", "0 5 1 6"},
    {"0,1,7\n", "3", "1", "0 7"},
    {"0,1\n", "3", "1", "f:1: too few columns"},
    {"0,1\n", "0", "1", "f:1: there is no column 0"},
    {"0,1\n", "1.5", "1", "f:1: there is no column 1.5"},
    {"0,1\n", "v", "1", "f:1: there is no column v"},
    {"0,1\n", "2", "t", "f:1: there is no column t"},
    {"t,v\n0,1\n\n1\n", "v", "t", "f:4: another number of columns than above"},
    {"0,1\n0,2\n", "2", "1", "f:2: time does not rise: 0"},
    {"0,1\n1,x\n", "2", "1", "f:2: not a finite number: x"},
    {"0,1\ninf,1\n", "2", "1", "f:2: not a finite number: inf"},
    {"t,v\n", "v", "t", "f:1: there is no data"},
    {"", "2", "1", "f:0: there is no data"},
};

static void gestures_of_files(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof gestures / sizeof *gestures; i++) {
    rosin_gesture g;
    rosin_error error = {""};
    FILE *file = opened(gestures[i].text);
    const int status =
        rosin_gesture_csv(&g, file, "f", gestures[i].column, gestures[i].time, &error);
    char found[600] = "";
    for (int k = 0; status == 0 && k < g.count; k++)
      rosin_format(found + strlen(found), sizeof found - strlen(found), "%s%g %g", k ? " " : "",
                   g.time[k], g.value[k]);
    if (status)
      snprintf(found, sizeof found, "%s", error.text);
    if (strcmp(found, gestures[i].said) != 0)
      fail_msg("%zu: '%s' for '%s'", i, found, gestures[i].said);
    assert_int_equal(status, strncmp(found, "f:", 2) == 0 ? -1 : 0);
    rosin_gesture_free(&g);
    fclose(file);
  }
}

static const struct {
  const char *text, *said; /* "MODES POINTS: NAME frequency/t60/q/mass weights..." or the error */
} modes[] = {
    {"440,1,0.1\n660,2,0.2\n", "2 1: all 440/1/0/0.1 1 660/2/0/0.2 1"},
    {"440,1,0.1,0.5,-2\n", "1 2: 1,2 440/1/0/0.1 0.5 -2"},
    {"440\n", "1 1: all 440/0/0/0.001 1"},
    {"mass,q,frequency,rim,hub\n0.1,50,440,1,2\n0.2,60,550,3,4\n",
     "2 2: rim,hub 440/0/50/0.1 1 2 550/0/60/0.2 3 4"},
    {"frequency,rim\n440,0.5\n", "1 1: rim 440/0/0/0.001 0.5"},
    {"q,mass\n1,2\n", "f:1: there is no column frequency"},
    {"frequency,rim\n440\n", "f:2: "},
    {"frequency,rim\n440,x\n", "f:2: not a finite number: x"},
    {"frequency,rim\n440,1\nnan,1\n", "f:3: not a finite number: nan"},
    {"frequency\n-1\n", "f:2: frequency: -1 is out of range"},
};

static void modes_of_files(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
    rosin_model_body b = {0};
    rosin_error error = {""};
    FILE *file = opened(modes[i].text);
    char found[600];
    const int status = rosin_modes_file_read(&b, file, "f", &error);
    snprintf(found, sizeof found, "%s", error.text);
    if (status == 0) {
      snprintf(found, sizeof found, "%d %d: ", b.modes, b.points);
      for (int k = 0; k < b.points; k++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", k ? "," : "",
                 b.point_name[k]);
      for (int m = 0; m < b.modes; m++) {
        rosin_format(found + strlen(found), sizeof found - strlen(found), " %g/%g/%g/%g",
                     b.mode[m].frequency, b.mode[m].t60, b.mode[m].q, b.mode[m].mass);
        for (int k = 0; k < b.points; k++)
          rosin_format(found + strlen(found), sizeof found - strlen(found), " %g",
                       b.weight[k * b.modes + m]);
      }
    }
    if (strncmp(found, modes[i].said, strlen(modes[i].said)) != 0)
      fail_msg("%zu: '%s' for '%s'", i, found, modes[i].said);
    assert_int_equal(status, strncmp(found, "f:", 2) == 0 ? -1 : 0);
    free(b.mode);
    free(b.point);
    free(b.point_name);
    free(b.weight);
    fclose(file);
  }
}

/* A comment as long as a line may be, and one byte longer. */
static void lines_have_a_length(void **state) {
  (void)state;
  static char text[10000];
  for (int longer = 0; longer < 2; longer++) {
    rosin_error error = {""};
    memset(text, 'x', sizeof text);
    *text = '#';
    strcpy(text + 8190 + longer, "\n440,1,0.1\n");
    FILE *file = opened(text);
    rosin_model_body b = {0};
    assert_int_equal(rosin_modes_file_read(&b, file, "f", &error), -longer);
    free(b.mode);
    free(b.point);
    free(b.point_name);
    free(b.weight);
    fclose(file);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gestures_of_files),
      cmocka_unit_test(modes_of_files),
      cmocka_unit_test(lines_have_a_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
