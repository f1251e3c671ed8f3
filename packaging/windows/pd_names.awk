# SPDX-License-Identifier: BSD-3-Clause
# The names that Pd's headers declare as its own, as a module definition of pd.dll.
BEGIN { print "LIBRARY pd.dll\nEXPORTS" }
/^EXTERN[ \t]/ { line = "" ; inside = 1 }
inside {
  line = line " " $0
  if (line !~ /;/)
    next
  inside = 0
  sub(/;.*/, "", line)
  called = index(line, "(")
  if (called)
    line = substr(line, 1, called - 1)
  sub(/^ *EXTERN /, "", line)
  gsub(/\[[^]]*\]/, "", line)
  count = split(line, part, ",")
  for (i = 1; i <= count; i++) {
    sub(/[ \t]+$/, "", part[i])
    sub(/.*[ \t*]/, "", part[i])
    if (part[i] ~ /^[A-Za-z_][A-Za-z0-9_]*$/ && !seen[part[i]]++)
      print part[i] (called ? "" : " DATA")
  }
}
