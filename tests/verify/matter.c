/* SPDX-License-Identifier: BSD-3-Clause */
/* Shapes against closed formulas and published tables: NAME VALUE SAMPLES SEED. */
#include "tests/unit/shapes.h"

#include <stdio.h>

int main(void) {
  for (int i = 0; i < SHAPE_TABLES; i++)
    printf("shape_ratio_error_%s %.3g %d 0\n", shape_tables[i].name,
           shape_ratio_error(&shape_tables[i]), shape_tables[i].count);
  printf("shape_hertz_error %.3g 9 0\n", shape_hertz_error());
  printf("shape_glass_fill_error %.3g 21 0\n", shape_glass_error());
  printf("shape_bar_static_error %.3g 3 0\n", shape_static_error());
  printf("shape_plate_static_error %.3g 3 0\n", shape_plate_static_error());
  return 0;
}
