#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Photographs help and example patches in a real Pd under a virtual display:
# docs/pd-shots.sh [PATCH ...] -> docs/figures/pd-*.png (all helps with their
# references, and the examples). Debian: puredata-gui xvfb xdotool imagemagick.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -gt 0 ] || set -- "$root"/help/*.pd "$root"/pd/start-here.pd "$root"/pd/bow-pad.pd "$root"/pd/hysteresis.pd \
  "$root"/pd/two-modal.pd "$root"/pd/cello-*.pd "$root"/pd/fx-*.pd
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
Xvfb -displayfd 3 -screen 0 1600x1300x24 -noreset -nolisten tcp 3>"$work/display" 2>/dev/null &
server=$!
for _ in $(seq 1 20); do [ -s "$work/display" ] && break; sleep 0.2; done
DISPLAY=:$(cat "$work/display")
export DISPLAY
for patch in "$@"; do
  name=$(basename "$patch" .pd | sed 's/~//g; s/\./-/g')
  # windows as they are some seconds after a click on start, and the reference opened
  pd -noprefs -noaudio -nomidi -stderr -path "$root/build/pd" -path "$root/pd" -open "$patch" \
    -send "rosin-start bang" -send "pd-reference vis 1" >"$work/log" 2>&1 &
  pd=$!
  for _ in $(seq 1 40); do xdotool search --class PatchWindow >/dev/null 2>&1 && break; sleep 0.25; done
  sleep 3
  for window in $(xdotool search --class PatchWindow); do
    case $(xdotool getwindowname "$window") in
    *reference*) suffix=-reference ;;
    *) suffix= ;;
    esac
    xdotool windowraise "$window"
    sleep 0.4
    import -window "$window" -colors 32 "$root/docs/figures/pd-$name$suffix.png"
  done
  kill "$pd"
  wait "$pd" 2>/dev/null || true
  grep -E "couldn't create|error:" "$work/log" | grep -v -e pd-reference -e "rosin-start: no such" && exit 1
done
exit 0
