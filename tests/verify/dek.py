#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of the packages for Pd's own package manager (`make dek`), each unzipped beside a Pd that has
nothing else: dek.py [PART...]

  links      what the pages inside lead to; what the objects need beside the C library
  root       Pd in a small Debian with puredata-core alone (mmdebstrap, from the configured mirror or MIRROR)
  newer      there, Pd 0.55 of the backports, in both precisions; pickups in one multichannel outlet
  arm64      Debian's Pd for ARM under qemu-user
  windows    a Pd of Debian's source, made by mingw-w64, under wine

A part whose tools are not there makes no figures."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
import zipfile

import numpy as np
from scipy.io import wavfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DEK = os.path.join(ROOT, "build", "dek")
INSIDE = "rosin-test"
LINK = re.compile(r"\]\(([^)\s#]+)")
PATCH = """#N canvas 0 0 450 300 10;
#X obj 10 10 rosin.string~ d 1 frequency 147 gain 1;
#X obj 10 30 rosin.modal~ bar;
#X obj 10 50 rosin.friction~ - d stribeck_velocity 0.2 velocity 0.1 force 1.1;
#X obj 10 70 rosin.bridge~ d bar;
#X obj 10 90 rosin.scene~ squeak;
#X obj 10 110 rosin.cello~ cello;
#X obj 10 130 rosin.pad 220 180;
#X obj 10 150 rosin.impact~ - bar;
#X obj 10 170 rosin.nothing~;
#X obj 10 190 loadbang;
#X obj 10 210 t b b b;
#X msg 10 230 \\; pd dsp 1;
#X obj 10 250 tabwrite~ heard;
#X obj 10 270 table heard 22050;
#X obj 10 290 delay 600;
#X obj 10 310 t b b;
#X msg 10 330 write -wave -bytes 4 heard.wav heard;
#X obj 10 350 soundfiler;
#X msg 10 370 \\; pd quit;
#X obj 10 390 rosin.scene~ Übung/mine.cfg;
#X obj 10 410 rosin.scene~ Übung/outside.cfg;
#X obj 10 430 rosin.scene~ Übung/wave.cfg;
#X connect 0 0 12 0;
#X connect 9 0 10 0;
#X connect 10 2 12 0;
#X connect 10 1 11 0;
#X connect 10 0 14 0;
#X connect 14 0 15 0;
#X connect 15 1 16 0;
#X connect 16 0 17 0;
#X connect 15 0 18 0;
"""
BATCH = ["-nogui", "-batch", "-noaudio", "-noprefs", "-stderr", "-r", "44100", "-path", "rosin"]
CLASSES = len(set(re.findall(r"rosin\.(?!nothing)[a-z]+", PATCH)))
# scenes of the user's own, with a gesture beside them, and one that reaches out of its folder
MINE = """title = "mine"; duration = 1; strings = { d = { frequency = 147; }; };
contacts = { bow = { a = "-"; b = "d"; position = 0.13; force = 1; velocity = { file = "%s"; }; }; };
outputs = ( { signal = "d.bridge_force"; } );
"""


def line(name, value, samples=1):
    print(f"dek_{name} {value:.6g} {samples} 0", flush=True)


def unpacked(folder, system):
    """The package of a system as `folder`/INSIDE/rosin; the patch that tries it beside."""
    archive, = glob.glob(os.path.join(DEK, f"rosin[[]*](*{system}).dek"))
    to = os.path.join(folder, INSIDE)
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(to)
    folder = os.path.join(to, "Übung")
    os.mkdir(folder)
    for name, text in (("objects.pd", PATCH), ("Übung/mine.cfg", MINE % "speed.csv"), ("Übung/outside.cfg", MINE % "../speed.csv"), ("Übung/wave.cfg", MINE % "speed.wav"),
                       ("Übung/speed.csv", "time,speed\n0,0\n0.1,0.1\n1,0.1\n"), ("speed.csv", "time,speed\n0,0\n1,0.1\n")):
        with open(os.path.join(to, name), "w", encoding="utf-8") as file:
            file.write(text)
    wavfile.write(os.path.join(folder, "speed.wav"), 44100, np.full(44100, 0.1, np.float32))
    return to


def options(to):
    """What Pd is called with in that folder: helps and examples are opened too, the patch that ends it last."""
    found = sorted(os.path.relpath(p, to) for p in glob.glob(os.path.join(to, "rosin", "*.pd")))
    opened = [w for p in [*found, "objects.pd"] for w in ("-open", p)]
    return len(found), [*BATCH, *opened]


def tried(to, command, **more):
    """What went wrong, of how many: objects that Pd could not create in any patch, classes that are packed
    and in none; and what was heard."""
    patches, words = options(to)
    done = subprocess.run([*command, *words], capture_output=True, text=True, errors="replace", timeout=600, check=False, **more)
    said = done.stdout + done.stderr
    lost = re.findall(r"(.*)\n(?:.*: )?\.\.\. couldn't create", said)
    packed = {re.sub(r"\.(pd_linux|dll|linux-.*\.so)$", "", os.path.basename(p)) for p in glob.glob(os.path.join(to, "rosin", "rosin.*"))
              if not p.endswith(".pd")}
    untold = packed - {"rosin"} - set(re.findall(r"obj \d+ \d+ (\S+?)[ ;]", PATCH))  # rosin: the library, no object
    wrong = [x for x in lost if "rosin.nothing~" not in x] + sorted(untold) + ([] if len(lost) == 1 + len(
        [x for x in lost if "rosin.nothing~" not in x]) else ["what does not exist is not told"])
    if not re.search(r"outside.cfg.*lies outside", said) or re.search(r"error.*(mine|wave).cfg", said):
        wrong.append("files beside a scene")
    heard = os.path.join(to, "heard.wav")
    if not os.path.exists(heard):
        wrong.append(f"it did not end as it should: {done.returncode}")
    if wrong:
        print(*wrong, said[-3000:], sep="\n", file=sys.stderr)
    return len(wrong), CLASSES + patches, wavfile.read(heard)[1].astype(float) if os.path.exists(heard) else np.zeros(1)


# one string with its pickups in one outlet, one with an outlet each
MULTI = """#N canvas 0 0 450 300 10;
#X obj 10 10 rosin.string~ -m one 3 frequency 147 pickup 2 velocity@0.3 pickup 3 acceleration@0.2;
#X obj 10 30 rosin.string~ each 3 frequency 147 pickup 2 velocity@0.3 pickup 3 acceleration@0.2;
#X obj 10 50 rosin.friction~ - one stribeck_velocity 0.2 velocity 0.1 force 1.1;
#X obj 10 70 rosin.friction~ - each stribeck_velocity 0.2 velocity 0.1 force 1.1;
#X obj 10 90 snake~ out 3;
#X obj 10 110 loadbang;
#X obj 10 130 t b b b;
#X msg 10 150 \\; pd dsp 1;
#X obj 10 170 delay 400;
#X obj 10 190 t b b;
#X obj 10 210 soundfiler;
#X msg 10 230 \\; pd quit;
""" + "".join(f"#X obj 10 {300 + 60 * i} tabwrite~ t{i};\n#X msg 10 {320 + 60 * i} write -wave -bytes 4 t{i}.wav t{i};\n"
              f"#X obj 10 {340 + 60 * i} table t{i} 13230;\n" for i in range(6)) + """#X connect 0 0 4 0;
#X connect 5 0 6 0;
#X connect 6 1 7 0;
#X connect 6 0 8 0;
#X connect 8 0 9 0;
#X connect 9 0 11 0;
""" + "".join(f"#X connect {4 if i < 3 else 1} {i % 3} {12 + 3 * i} 0;\n#X connect 6 2 {12 + 3 * i} 0;\n"
              f"#X connect 9 1 {13 + 3 * i} 0;\n#X connect {13 + 3 * i} 0 10 0;\n" for i in range(6))


def mirror():
    """Where Debian is: what apt has, or MIRROR."""
    if "MIRROR" in os.environ:
        return os.environ["MIRROR"]
    found = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI) $(SUITE)"], capture_output=True, text=True, check=True).stdout
    return next(w.split()[0] for w in found.splitlines() if "security" not in w)


def codename():
    with open("/etc/os-release", encoding="utf-8") as file:
        return re.search(r"^VERSION_CODENAME=(\S+)", file.read(), re.M).group(1)


def debian(folder, packages, *more, variant="minbase", suites=("",)):
    """A small Debian in `folder`, of these suites."""
    sources = [f"deb {mirror()} {codename()}{s} main" for s in suites]
    subprocess.run(["mmdebstrap", "--quiet", f"--variant={variant}", f"--include={','.join(packages)}", *more, codename(), folder,
                    *sources], check=True, stdout=subprocess.DEVNULL)


def inside(root, pd):
    """A command in that Debian, in the folder of what is tried; with /proc, where Pd's classes read whether to wait."""
    there = f"cd /{INSIDE} && exec {pd} \"$@\""
    return ["unshare", "--mount", "sh", "-c", f'mount --bind /proc "$0/proc" && exec chroot "$0" sh -c \'{there}\' "$@"', root, pd]


def level(heard):
    """dBFS, of the last half."""
    return 20 * np.log10(max(np.sqrt(np.mean(heard[len(heard) // 2:] ** 2)), 1e-9))


def links():
    """Pages and their pictures; what the objects need."""
    broken = count = 0
    needed, known = set(), {"libc.so.6", "libm.so.6", "librosin-pd.so", "librosin-pd64.so", "librosin-pd.dll", "pd.dll", "kernel32.dll",
                            "msvcrt.dll", "advapi32.dll"}
    packages = sorted(glob.glob(os.path.join(DEK, "*.dek")))
    for path in packages:
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(path) as archive:
                archive.extractall(folder)
            for name in glob.glob(os.path.join(folder, "rosin", "**", "*.md"), recursive=True):
                with open(name, encoding="utf-8") as file:
                    targets = LINK.findall(file.read())
                count += len(targets)
                broken += sum(not os.path.exists(os.path.join(os.path.dirname(name), t)) for t in targets)
            for name in glob.glob(os.path.join(folder, "rosin", "*")):
                if re.search(r"\.(pd_linux|so|dll)$", name):
                    tool = "x86_64-w64-mingw32-objdump" if name.endswith(".dll") else "objdump"
                    tool = "aarch64-linux-gnu-objdump" if "arm64" in path else tool
                    said = subprocess.run([tool, "-p", name], capture_output=True, text=True, check=True).stdout
                    needed |= {n.lower() for n in re.findall(r"(?:NEEDED|DLL Name:) +(\S+)", said)}
    needed = {n for n in needed - known if not n.startswith("ld-linux")}
    print(*sorted(needed), file=sys.stderr)
    line("packages", len(packages), len(packages))
    line("links_broken", broken + (count < 50), count)
    line("libraries", len(needed), len(packages))


def root():
    with tempfile.TemporaryDirectory() as folder:
        debian(folder, ["puredata-core"])
        wrong, count, heard = tried(unpacked(folder, "Linux-amd64-32"), inside(folder, "pd"))
        line("root_missing", wrong, count)
        line("root_dbfs", level(heard), len(heard))


def newer():
    with tempfile.TemporaryDirectory() as folder:
        debian(folder, [f"{p}/{codename()}-backports" for p in ("puredata-core", "puredata64-core")], suites=("", "-backports"))
        heard = {}
        for bits, pd in (("32", "pd"), ("64", "pd64")):
            to = unpacked(folder, f"Linux-amd64-{bits}")
            wrong, count, heard[bits] = tried(to, inside(folder, pd))
            line(f"newer_{bits}_missing", wrong, count)
            with open(os.path.join(to, "multi.pd"), "w", encoding="ascii") as file:
                file.write(MULTI)
            said = subprocess.run([*inside(folder, pd), *BATCH, "-open", "multi.pd"], capture_output=True, text=True, check=True, timeout=120)
            assert "couldn't create" not in said.stdout + said.stderr, said
            found = [wavfile.read(os.path.join(to, f"t{i}.wav"))[1] for i in range(6)]
            assert all(np.abs(x).max() > 1e-3 for x in found)
            line(f"newer_{bits}_multichannel_differing", sum(np.count_nonzero(a != b) for a, b in zip(found, found[3:])), 3 * 13230)
            shutil.rmtree(to)
        line("double_level_db", abs(level(heard["32"]) - level(heard["64"])), len(heard["32"]))
        line("double_difference", np.abs(heard["32"] - heard["64"])[:4410].max(), 4410)


def here(folder):
    """What this machine's Pd makes of it."""
    to = unpacked(folder, "Linux-amd64-32")
    return tried(to, ["pd"], cwd=to)[2]


def beside(name, folder, result):
    wrong, count, heard = result
    line(f"{name}_missing", wrong, count)
    line(f"{name}_level_db", abs(level(heard) - level(here(os.path.join(folder, "here")))), len(heard))


def arm64():
    with tempfile.TemporaryDirectory() as folder:
        there = os.path.join(folder, "arm64")
        debian(there, ["puredata-core"], "--arch=arm64", variant="extract")
        to = unpacked(there, "Linux-arm64-32")
        beside("arm64", folder, tried(to, ["qemu-aarch64", "-L", there, os.path.join(there, "usr/bin/puredata")], cwd=to))


def source(folder):
    """Debian's source of Pd, by an apt with lists of its own."""
    for name in ("lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(folder, name))
    with open(os.path.join(folder, "sources"), "w", encoding="ascii") as file:
        file.write(f"deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {mirror()} {codename()} main\n")
    own = [f"Dir::Etc::sourcelist={folder}/sources", "Dir::Etc::sourceparts=-", f"Dir::State::lists={folder}/lists",
           f"Dir::Cache={folder}/cache", "APT::Sandbox::User=root"]
    apt = ["apt-get", "-qq", *(w for o in own for w in ("-o", o))]
    for command in (["update"], ["source", "puredata"]):
        subprocess.run([*apt, *command], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return next(p for p in glob.glob(os.path.join(folder, "puredata-*")) if os.path.isdir(p))


def windows():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["sh", os.path.join(ROOT, "tests", "dist", "pd_windows.sh"), source(folder), os.path.join(folder, "pd")], check=True)
        to = unpacked(folder, "Windows-amd64-32")
        for name in ("pd.dll", "pd.com"):
            shutil.copy(os.path.join(folder, "pd", name), to)
        environment = {**os.environ, "WINEPREFIX": os.path.join(folder, "wine"), "WINEDEBUG": "-all"}
        beside("windows", folder, tried(to, ["wine", "pd.com"], cwd=to, env=environment))
        subprocess.run(["wineserver", "-k"], env=environment, check=False)


def main():
    parts = [links, root, newer, arm64, windows]
    status = 0
    for part in [p for p in parts if p.__name__ in sys.argv[1:]] or parts:
        try:
            part()
        except (OSError, subprocess.SubprocessError, ValueError, AssertionError, LookupError, StopIteration):
            traceback.print_exc()
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
