# SPDX-License-Identifier: BSD-3-Clause
# Scene files to one C file: awk -f embed.awk scenes/*.cfg > embedded.c
# The shell gives the files in name order.
BEGIN { print "/* generated from scenes/ */\n#include \"scene/embedded.h\"" }
FNR == 1 {
  if (NR > 1) print ";"
  name = FILENAME
  sub(/.*\//, "", name)
  sub(/\.cfg$/, "", name)
  names[++count] = name
  printf "static const char scene_%d[] =\n", count
}
/^instrument = [{]/ { instrument[count] = 1 }
/^macros = [{]/ { macros[count] = 1 }
{
  gsub(/\\/, "\\\\")
  gsub(/"/, "\\\"")
  printf "    \"%s\\n\"\n", $0
}
END {
  if (NR) print ";"
  print "const rosin_embedded rosin_embedded_scenes[] = {"
  for (i = 1; i <= count; i++) printf "    {\"%s\", scene_%d, %d, %d},\n", names[i], i, instrument[i], macros[i]
  print "    {0, 0, 0, 0},\n};"
}
