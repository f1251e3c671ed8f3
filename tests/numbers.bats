# SPDX-License-Identifier: BSD-3-Clause
# Numbers are the same where the decimal point is a comma: nothing follows the locale of the process.
# What is built for the sanitizers runs all tests in such a locale (tests/locale.c).

load common

# bats test_tags=plain
@test "nothing reads or writes a number, or takes a letter, by the locale of the process" {
  python3 "$ROOT/tests/numbers.py"
}

# bats test_tags=plain
@test "what would is seen, whatever it is" {
  n=0
  while IFS= read -r line; do
    n=$((n + 1))
    printf 'int main(void) {\n  /* strtod( */\n  %s\n}\n' "$line" >planted.c
    run -1 --separate-stderr python3 "$ROOT/tests/numbers.py" "$PWD/planted.c"
    [[ $output == *"planted.c:3: "*" follows the locale" ]] || { echo "not seen: $line: $output"; return 1; }
  done <<'C'
x = strtod(text, &end);
x = strtof (text, NULL);
x = atof(text);
sscanf(line, "%d %lf", &n, &x);
fscanf(file, "%3f", &y);
printf("%s %.17g\n", name, x);
fprintf(file, "a, %d" " and %-8.3f", n, x);
snprintf(text, sizeof text, "%%%d: %g", n, f(")", x));
vsnprintf(text, sizeof text, format, list);
if (isalpha((unsigned char)c)) return 1;
c = toupper(c);
if (strcasecmp(a, b) == 0) return 1;
if (strncasecmp(a, b, 3) == 0) return 1;
setlocale(LC_ALL, "");
setlocale(LC_NUMERIC, "C");
C
  [ "$n" = 15 ]
  printf 'int main(void) { printf("%%d%%%% g %%s", 1, "atof(x)"); /* atof(x) */ }\n' >plain.c
  python3 "$ROOT/tests/numbers.py" "$PWD/plain.c"
}

# as what is built for the sanitizers does it
needs_comma() {
  [ -n "$ROSIN_TEST_LOCALE" ] && [[ $ROSIN == *address-undefined* ]] || skip "no locale with a decimal comma"
}

@test "where the decimal point is a comma the command reads and writes what it does elsewhere" {
  needs_comma
  local here=$ROSIN_TEST_LOCALE
  for locale in "$here" ""; do
    export ROSIN_TEST_LOCALE=$locale
    [ -n "$locale" ] || unset ROSIN_TEST_LOCALE
    mkdir "now${locale:+-there}" && cd "now${locale:+-there}"
    "$ROSIN" render cello-d -d 0.05 -s bow.force=0.75 -o a.wav --probe bow.force,bow.velocity --probe-file a.csv 2>said
    "$ROSIN" render glass -d 0.05 --format float -o b.wav --report b.json 2>>said
    "$ROSIN" show a.wav >a.cfg
    "$ROSIN" curve lugre --velocity 0.001:1:5:log >curve.csv
    "$ROSIN" laws lugre >laws.txt
    "$ROSIN" materials >materials.txt
    run -2 --separate-stderr "$ROSIN" render glass -d 0,5 -o x.wav
    echo "$stderr" >refused
    sed -i '/seconds_wall\|realtime/d' b.json
    sed -i 's/[0-9.]* times real time//' said
    cd ..
  done
  diff -r now now-there
}
