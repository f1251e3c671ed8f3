# SPDX-License-Identifier: BSD-3-Clause
# What tests share that hold still what the command says (said.bats, lists.bats).

# t ARGUMENT...: the command, its status, what it says on standard error; no more than 300
# bytes of what it prints (T_BYTES: as many; all, where times in it are as long as they are).
t() {
  printf '$ %s\n' "$*"
  local status=0
  timeout 1000 "$ROSIN" "$@" >out 2>err </dev/null || status=$?
  head -c "${T_BYTES:-300}" out
  cat err
  echo "= $status"
}

# p ARGUMENT...: the command, and what it says and prints, without what a clock or a version says.
p() {
  printf '$ %s\n' "$*"
  "$ROSIN" "$@" 2>&1 | sed 's/[0-9.]* times real time/N times/; /seconds_wall\|realtime_factor\|"version"/d; s/ in [0-9.]* s:/ in N s:/; s/by rosin [0-9.]*:/by rosin N:/; s/made in [0-9.]* s/made in N s/; s/, some .* on /, some T on /; s/takes at most 0 MB, some .*/takes nothing/'
}

# Words as they are; numbers within a thousandth, or what is nothing beside 1.
like() {
  paste -d '\n' "$1" "$2" | awk '
    function same(a, b, d) {
      if (a == b) return 1
      if (a !~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ || b !~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/) return 0
      d = a - b; if (d < 0) d = -d
      return d <= 1e-3 * (a < 0 ? -a : a) + 1e-9 }
    /^\$ / { of = $0 }
    NR % 2 { line = $0; n = split($0, one, /[ ,:;()%]+/); next }
    { m = split($0, two, /[ ,:;()%]+/); bad = n != m
      for (i = 1; i <= n && !bad; i++) bad = !same(one[i], two[i])
      if (bad) { print of; print "wanted: " line; print "found:  " $0; worse = 1 } }
    END { exit worse }'
}
