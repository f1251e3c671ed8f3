#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# In a small Debian that has what our packages depend on, and not them: installs those of this script's
# folder, tries them, takes them away. Figures, as NAME VALUE, into results beside it.
cd "$(dirname "$0")" || exit 1
: >results
say() { echo "$1 $2" >>results; }

# All files and what they hold, but for what dpkg, apt and the loader keep on packages.
world() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /run -o -path /var/cache \
    -o -path /var/log -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /etc/ld.so.cache \) -prune \
    -o \( -type f -exec md5sum {} + -o -printf '%M %p %l\n' \) | sort
}

world >before
dpkg -i ./*.deb || exit 1
packages=$(for d in *.deb; do dpkg-deb -f "$d" Package; done)
# shellcheck disable=SC2086
dpkg --verify $packages >broken
say unlike "$(wc -l <broken)"

rosin render cello-d -o cello-d.wav || say render 1

# each class, created with what its help gives it
cat >objects.pd <<'END'
#N canvas 0 0 450 300 10;
#X declare -path rosin;
#X obj 10 10 rosin.string~ d 1 frequency 147;
#X obj 10 30 rosin.modal~ bar;
#X obj 10 50 rosin.friction~ - d;
#X obj 10 70 rosin.bridge~ d bar;
#X obj 10 90 rosin.scene~ squeak;
#X obj 10 110 rosin.cello~ cello;
#X obj 10 130 rosin.pad 220 180;
#X obj 10 150 rosin.impact~ - d;
#X obj 10 170 rosin.nothing~;
#X obj 10 190 loadbang;
#X msg 10 210 \; pd quit;
#X connect 9 0 10 0;
END
timeout 600 pd -nogui -batch -noaudio -noprefs -stderr -open "$PWD/objects.pd" >pd.log 2>&1 || say pd_failed 1
tried=$(sed -n 's/^#X obj [0-9]* [0-9]* \(rosin\.[a-z]*~\{0,1\}\).*/\1/p' objects.pd | grep -v nothing)
for class in $tried; do
  ! grep -A 1 ": $class" pd.log | grep -q "couldn't create" || echo "$class"
done >missing
# all classes in one library
timeout 600 pd -nogui -batch -noaudio -noprefs -stderr -verbose -lib rosin/rosin -send "pd quit" >library.log 2>&1
grep -q "rosin/rosin.pd_linux and succeeded" library.log || echo "rosin: not loaded" >>missing
for file in /usr/lib/pd/extra/rosin/rosin.?*.pd_linux; do
  echo "$tried" | grep -qx "$(basename "$file" .pd_linux)" || echo "$file: not tried"
done >>missing
say pd_classes "$(echo "$tried" | wc -l)"
say pd_missing "$(wc -l <missing)"
# what does not exist is told from what does
say pd_told "$(grep -A 1 "rosin.nothing~" pd.log | grep -c "couldn't create")"

lv2ls | grep -c '^urn:rosin:' | sed 's/^/lv2_listed /' >>results
say lv2_plugins "$(grep -c 'a lv2:Plugin' /usr/lib/lv2/rosin.lv2/manifest.ttl)"
for uri in $(lv2ls | grep '^urn:rosin:'); do lv2info "$uri" >/dev/null 2>lv2.log || echo "$uri"; done | wc -l |
  sed 's/^/lv2_unread /' >>results
./host_clap /usr/lib/clap/rosin.clap all | sed -n 's/^\([0-9]*\) plugins sound/clap_sound \1/p' >>results
./host_vst3 /usr/lib/vst3/rosin.vst3/Contents/*-linux/rosin.so all | sed -n 's/^\([0-9]*\) plugins sound/vst3_sound \1/p' >>results

# shellcheck disable=SC2086
dpkg --purge $packages || exit 1
world >after
diff before after >left
say left "$(grep -c '^[<>]' left)"
say known "$(dpkg-query -W -f '${Package}\n' '*rosin*' 2>/dev/null | wc -l)"
