# SPDX-License-Identifier: BSD-3-Clause
# Maps of the keys that choose how notes are played, as sequencers and notation programs read them: well-formed, complete, and
# with the keys that the player heeds.
# bats file_tags=plain

load common

@test "maps are well-formed and hold every key, of each instrument" {
  for scene in violin viola cello double-bass; do
    for format in cubase logic reaper dorico names; do
      "$ROSIN" show "$scene" --map $format >$scene.$format
    done
    "${PYTHON:-python3}" - "$scene" <<'E'
import itertools, plistlib, re, sys
import xml.etree.ElementTree as tree
scene = sys.argv[1]
names = [row.split(" ", 1) for row in open(f"{scene}.names").read().splitlines()[1:]]
keys = {title: int(key) for key, title in names}
lowest = {"violin": 55, "viola": 48, "cello": 36, "double-bass": 28}[scene]
assert len(keys) == 23 and set(keys.values()) == set(range(lowest - 24, lowest - 1))
mutes, places = ["Senza sordino", "Con sordino"], ["Ordinario", "Sul tasto", "Sul ponticello"]
trills = ["No trill", "Trill of a semitone", "Trill of a tone"]
strokes = [k for k in keys if k not in mutes + places + trills + ["Turn the bow", "Repeat the note"]]
assert len(strokes) == 13
wanted = {(keys[s], keys[m], keys[p]) for s, m, p in itertools.product(strokes, mutes, places)}
root = tree.parse(f"{scene}.cubase").getroot()
visuals = {o.get("ID"): o.find("string[@name='text']").get("value") for o in root.findall(".//obj[@class='USlotVisuals']")}
assert set(visuals.values()) == set(strokes + mutes + places)
found = set()
for slot in root.findall(".//obj[@class='PSoundSlot']"):
    struck = tuple(int(e.find("int[@name='data1']").get("value")) for e in slot.findall(".//obj[@class='POutputEvent']"))
    assert tuple(keys[visuals[o.get("ID")]] for o in slot.findall("member[@name='sv']/list/obj")) == struck
    found.add(struck)
assert found == wanted
numbers = [o.get("ID") for o in root.iter("obj") if o.get("class")]
assert len(numbers) == len(set(numbers))
logic = plistlib.load(open(f"{scene}.logic", "rb"))["Articulations"]
assert {tuple(o["MB1"] for o in a["Output"]) for a in logic} == wanted
assert sorted(a["ArticulationID"] for a in logic) == list(range(1, len(wanted) + 1)) and len({a["Name"] for a in logic}) == len(wanted)
library = tree.parse(f"{scene}.dorico").getroot()
assert library.tag == "kScoreLibrary" and len({c.tag for c in library}) == 48
assert all(c.find("entities") is not None for c in library if c.tag != "fileVersion")
def struck(of, when):
    return [int(a.find("param1").text) for a in of.findall(f"{when}Actions/{when}Action")]
bases, added = library.findall(".//playingTechniqueCombination"), library.findall(".//techniqueAddOn")
assert {struck(b, "switchOn")[0] for b in bases} == {keys[s] for s in strokes} and len(bases) == len(strokes)
assert {tuple(struck(a, "switchOn") + struck(a, "switchOff")) for a in added} == {
    (keys[t], keys[group[0]]) for group in (mutes, places, trills) for t in group[1:]}
techniques = [e.find("techniqueIDs").text for e in bases + added]
assert len(techniques) == len(set(techniques))
rows = re.findall(r"^//! c=\S+ i=\S+ g=(\d) o=note:(\d+)\n(\d+) (.*)$", open(f"{scene}.reaper").read(), re.M)
assert {(title, int(key)) for _, key, _, title in rows} == {(t, k) for t, k in keys.items() if t not in ("Turn the bow", "Repeat the note")}
assert len({program for _, _, program, _ in rows}) == len(rows)
E
  done
}

@test "a player who is told so heeds the keys of the maps, and nobody else does" {
  "${PYTHON:-python3}" - "$ROOT" <<'E'
import sys
sys.path.append(sys.argv[1] + "/tests")
import midi
for name, key in (("mute", 15), ("bare", 14)):
    midi.write(f"{name}.mid", [*midi.note(0.0, key, 0.05), *midi.note(0.1, 50, 0.5)])
E
  [ "$("$ROSIN" show cello --map names | grep '^15 ')" = "15 Con sordino" ]
  for file in mute bare; do
    "$ROSIN" render cello --midi $file.mid -d 0.6 -s player.library=1 --plain -o $file.wav
    "$ROSIN" render cello --midi $file.mid -d 0.6 -s player.key_switches=1 --plain -o $file-plain.wav
  done
  cmp bare-plain.wav mute-plain.wav
  ! cmp -s mute.wav bare.wav
}

@test "no map is written of what has no strings, nor in a format that nobody reads" {
  run -1 --separate-stderr "$ROSIN" show wine-glass --map cubase
  [ "$output" = "" ] && [ "$stderr" = "rosin: --map: this scene has no strings to be played by keys" ]
  run -2 --separate-stderr "$ROSIN" show cello --map sibelius
  [ "$output" = "" ] && [ "$stderr" = "rosin: --map 'sibelius': must be one of cubase, logic, reaper, dorico, names" ]
}
