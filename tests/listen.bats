#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The page of `make listen`: made of short sounds, answered in a browser, its files evaluated.
# bats file_tags=plain

load common

needs_python() {
  PYTHON=${PYTHON:-$(for p in python3 /usr/bin/python3; do "$p" -c 'import numpy, scipy' 2>/dev/null && { echo "$p"; break; }; done)}
  [ -n "$PYTHON" ] || skip "no numpy and scipy"
}

# A page of two phrases, tones of a tenth of a second.
make_page() {
  "$PYTHON" - "$ROOT" "$1" <<'END'
import sys
sys.path.insert(0, sys.argv[1] + "/bench/listen")
import numpy as np
import listen
tone = lambda f: np.sin(2 * np.pi * f * np.arange(4800) / 48000)[:, None] * [0.2, 0.1]
listen.write(sys.argv[2], [{"title": t, "sounds": {w: listen.sound(tone(f * k)) for w, f in (("rosin", 200), ("fluid", 300), ("musescore", 400))}}
                           for t, k in (("slow", 1), ("fast", 2))])
END
}

@test "somebody who has never seen the page answers all of it, and saves it" {
  needs_python
  command -v node >/dev/null || skip "no node"
  command -v chromium >/dev/null || skip "no chromium"
  make_page page.html
  run -0 node "$ROOT/tests/page/listen.mjs" page.html .
  [ "$output" = "4 pairs, 6 ratings" ]
  run -0 "$PYTHON" "$ROOT/bench/listen/results.py" rosin-listening-Listener-7.json
  [[ "$output" == "1 listeners, 4 pairs, 6 ratings"* ]]
  [[ "$output" == *"rosin            4.00  0.00    2"* ]]
}

@test "files of many listeners: who was told, how surely, what was rated" {
  needs_python
  for i in 1 2 3 4 5 6 7 8 9 10; do
    right=$([ "$i" -le 8 ] && echo true || echo false)
    printf '{"listener": "%s", "abx": [{"phrase": "slow", "other": "fluid", "right": %s}], "ratings": [{"phrase": "slow", "who": "rosin", "rating": %s}]}' \
      "$i" "$right" $((i % 2 + 3)) >"$i.json"
  done
  cp 10.json again.json # the same listener counts once
  run -0 "$PYTHON" "$ROOT/bench/listen/results.py" *.json
  [[ "${lines[0]}" == "10 listeners, 10 pairs, 10 ratings" ]]
  [[ "$output" == *"fluid         slow                     8/10        0.055"* ]]
  [[ "$output" == *"rosin            3.50  0.17   10"* ]]
  echo '[1]' >wrong.json
  run -1 "$PYTHON" "$ROOT/bench/listen/results.py" wrong.json
  [[ "$output" == "results.py: no file of results: "* ]]
  [ "${#lines[@]}" -eq 1 ]
}

@test "sounds of a phrase are as loud as each other, also where one would be clipped" {
  needs_python
  "$PYTHON" - "$ROOT" <<'END'
import sys
sys.path.insert(0, sys.argv[1] + "/bench/listen")
import numpy as np
import listen
t = np.arange(48000) / 48000
peaky = np.where(np.arange(48000) % 4800 < 12, 1.0, 0.0)[:, None] * [1, 1]  # clicks: quiet, with high peaks
even = np.sin(2 * np.pi * 440 * t)[:, None] * [0.3, 0.3]
made = listen.matched({"a": peaky, "b": even})
levels = [listen.loudness(listen.signal.resample_poly(x, 160, 147, axis=0)) for x in made.values()]
assert abs(levels[0] - levels[1]) < 0.3, levels
assert max(abs(x).max() for x in made.values()) < 0.99
END
}
