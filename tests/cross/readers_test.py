# SPDX-License-Identifier: BSD-3-Clause
"""What reads, joins and judges files of other systems, on files made up here: readers_test.py FOLDER [LIBRARY]"""
import os
import subprocess
import sys

import binaries
import made_up

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ARM, INTEL = 0x0100000c, 0x01000007


def written(folder, name, data):
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def joined(folder, *paths):
    to = os.path.join(folder, "joined")
    done = subprocess.run([sys.executable, os.path.join(ROOT, "packaging/fat.py"), *paths, to], capture_output=True, text=True, check=False)
    return to, done


def main():
    folder = sys.argv[1]
    arm, intel = made_up.library(), made_up.library(INTEL, (10, 15), signed=False)
    part, = binaries.parts(written(folder, "arm", arm))
    assert part[:3] == ("Mach-O", "arm64", ["/usr/lib/libSystem.B.dylib"]) and part.least == "11.0" and not part.faults, part
    # each page, and the last that is no whole one
    for at in (500, made_up.PAGE + 1, 3 * made_up.PAGE + 99):
        changed = arm[:at] + bytes([arm[at] ^ 1]) + arm[at + 1:]
        part, = binaries.parts(written(folder, "changed", changed))
        assert part.faults == [f"page {at // made_up.PAGE} is not what was signed"], part
    part, = binaries.parts(written(folder, "bare", made_up.library(signed=False)))
    assert part.faults == ["it is not signed, which macOS on ARM refuses"], part
    paths = [written(folder, "a", arm), written(folder, "i", intel)]
    to, done = joined(folder, *paths)
    assert not done.returncode, done.stderr
    parts = binaries.parts(to)
    assert [(p.machine, p.least, p.faults) for p in parts] == [("x86_64", "10.15", []), ("arm64", "11.0", [])], parts
    with open(to, "rb") as file:
        whole = file.read()
    assert arm in whole and intel in whole and whole.index(arm) % (1 << 14) == 0 and whole.index(intel) == 1 << 14
    assert subprocess.run([sys.executable, os.path.join(ROOT, "packaging/fat.py"), *reversed(paths), to + "2"], check=True).returncode == 0
    with open(to + "2", "rb") as file:
        assert file.read() == whole  # in whatever order they are given
    for wrong, words in ((["a", "a"], "for one processor"), (["a", "joined"], "no 64-bit Mach-O")):
        done = joined(folder, *(os.path.join(folder, w) for w in wrong))[1]
        assert done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1, done
    lies = whole[:8] + whole[28:32] + whole[12:]  # the header's first processor is its second's
    assert [p.faults for p in binaries.fat(lies)] == [["its header says another processor"], []]
    for library in sys.argv[2:]:
        part, = binaries.parts(library)
        said = subprocess.run(["readelf", "-dW", library], capture_output=True, text=True, check=True).stdout
        assert part.kind == "ELF" and all(f"[{n}]" in said for n in part.needed) and len(part.needed) == said.count("(NEEDED)"), part
        shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
        assert {w.split()[2].split("@")[0] for w in shown.splitlines()} == set(part.shown), part.shown
        newest = subprocess.run(f"readelf -VW '{library}' | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1", shell=True, capture_output=True, text=True,
                                check=True).stdout.strip()
        assert newest == "GLIBC_" + part.least, (newest, part.least)


if __name__ == "__main__":
    main()
