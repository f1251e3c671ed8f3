# SPDX-License-Identifier: BSD-3-Clause
# The page as a text of the program: awk -f page.awk page.html > page_html.c
BEGIN { print "/* generated from src/host/catalogue/page.html */\n#include \"host/catalogue/page_html.h\"\nconst char *const rosin_page_html[] = {" }
{
  gsub(/\\/, "\\\\")
  gsub(/"/, "\\\"")
  printf "    \"%s\\n\",\n", $0
}
END { print "    0};" }
