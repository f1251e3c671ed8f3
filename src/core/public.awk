# SPDX-License-Identifier: BSD-3-Clause
# The core's public header, of live/display/observe.h and core/core.h: without what leads into the
# source, and for C++ too. Until core.h itself stands in include/rosin.
FILENAME ~ /observe\.h$/ {
  if (/^\/\*\* A quick look/) taking = 1
  if (taking) touch = touch $0 "\n"
  if (/^} rosin_touch;/) taking = 0
  next
}
{ sub(/ROSIN_CORE_H/, "ROSIN_PUBLIC_CORE_H") }
/^#include "live/ { next }
/^#include/ { sub(/rosin\//, "") }
/^typedef struct rosin_core rosin_core;/ { print "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" touch }
/^\/\*\* The observer of what sounds now/ { getline; next }
/visibility pop/ { print; getline; print $0 "\n#ifdef __cplusplus\n}\n#endif"; next }
{ print }
