# SPDX-License-Identifier: BSD-3-Clause
# The core's public header, of core/sequencer/observe.h and core/core.h: without what leads into the
# source, and for C++ too. Until core.h itself stands in include/rosin.
FILENAME ~ /observe\.h$/ {
  if (/^\/\*\* A quick look/) taking = 1
  if (taking) touch = touch $0 "\n"
  if (/^} rosin_touch;/) taking = 0
  next
}
{ sub(/ROSIN_CORE_H/, "ROSIN_PUBLIC_CORE_H") }
/^#include "core/ { next }
/^#include/ { sub(/rosin\//, "") }
/^typedef struct rosin_core rosin_core;/ { print "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n" touch }
/visibility pop/ { print; getline; print $0 "\n#ifdef __cplusplus\n}\n#endif"; next }
# a comment waits for what it is of, which is left out if its types are not public
/^\/\*\* / { held = $0; holds = 1; if (!/;/ || /\*\/$/) next }
holds && held != $0 { held = held "\n" $0 }
holds && /[;{]( \/\*.*)?$/ && !/^ \*/ {
  if (held !~ /rosin_(observer|targets|event|sequencer_witness) /) print held
  holds = 0
  next
}
holds { next }
{ print }
