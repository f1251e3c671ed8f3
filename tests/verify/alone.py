#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of each package of `make dist`, tried from itself alone: alone.py [PART...]

It is unpacked as its page says in an empty folder, and runs where the tree cannot be seen (an empty file system is mounted over it, in a
name space of its own, for which it must be root) and no variable of ours is set. What source, wheel, npm, csound, scsynth and
rosin-render play is compared with `rosin render`; plugins with each other; Godot's voices with the library; a page and Pd are only started.

  source         built, and rendered
  wheel          in a fresh virtual environment, by pip without an index
  npm            in an empty folder, by npm without a network
  linux          CLAP, VST3 and LV2 of each zip that runs here, in hosts of our own; rosin-render, in that for old Linux
  dek            in Debian's Pd: every class
  csound, supercollider, godot    in csound, in scsynth, in a host of Godot's interface
  page           from Python's server of static files, in headless Chromium
  contents       every package, of all systems: the version in its name, and what tests/dist/contents.tsv wants in it

Of each package every part that is needed is then taken out, one at a time: a try that does not see it is `untold`. Packages lie in
build/verify-dist/one, where dist.py makes them, or in the folder that DISTRIBUTION names. What is not there, or lacks its host, is skipped in
words. Debian's packages and Windows are tried by dist.py, machines that are not here by cross.py."""
import array
import fnmatch
import glob
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
ROOT = os.path.dirname(TESTS)
ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin")))
FROM = os.path.abspath(os.environ.get("DISTRIBUTION", os.path.join(ROOT, "build", "verify-dist", "one")))
MACHINE = os.uname().machine
SCENES = ("cello-d", "door-hinge-slow", "chalk")  # the second is chaotic
SECONDS = "0.5"
HOSTS = {"host_clap": "faces", "host_vst3": "faces", "host_lv2": "faces", "godot_host": "bindings"}


class Missing(Exception):
    """What a try needs and this machine has not."""


class Wrong(Exception):
    """What a try found."""


def line(name, value, samples=1):
    print(f"alone_{name} {value:.6g} {samples} 0", flush=True)


def version_here():
    with open(os.path.join(ROOT, "include", "rosin", "base.h"), encoding="utf-8") as file:
        return re.search(r'ROSIN_VERSION "([^"]+)"', file.read()).group(1)


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Missing(program)


# ---- a place where the tree is not --------------------------------------------------------------

class Place:
    """A folder with what plays and judges beside the package; nothing else of ours is seen by what runs in it."""

    def __init__(self, folder):
        self.folder, self.tools = folder, os.path.join(folder, "tools")
        os.makedirs(os.path.join(self.tools, "build"))
        shutil.copy(ROSIN, os.path.join(self.tools, "build", "rosin"))
        for part in ("bindings", "page"):
            shutil.copytree(os.path.join(TESTS, part), os.path.join(self.tools, "tests", part))
        for host, kind in HOSTS.items():
            made = os.path.join(os.path.dirname(ROSIN), "tests", kind, host)
            if os.path.exists(made):
                shutil.copy(made, self.tools)
        self.rosin = os.path.join(self.tools, "build", "rosin")

    def tool(self, *names):
        path = os.path.join(self.tools, *names)
        if not os.path.exists(path):
            raise Missing(names[-1])
        return path

    def run(self, *command, where=None, timeout=900, **more):
        """What it prints; Wrong where it fails. The tree is hidden from it."""
        cwd = where or tempfile.mkdtemp(dir=self.folder)
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.folder, "LC_ALL": "C.UTF-8", "ROSIN": self.rosin, **more}
        hidden = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"', ROOT]
        done = subprocess.run([*hidden, *command], cwd=cwd, env=environment, capture_output=True, timeout=timeout, check=False)
        if done.returncode:
            raise Wrong(f"{os.path.basename(command[0])}: {(done.stderr + done.stdout).decode(errors='replace')[-800:]}")
        return done.stdout

    def hides(self):
        """The tree is there, and is not seen."""
        try:
            return os.path.exists(os.path.join(ROOT, "Makefile")) and not self.run("ls", ROOT)
        except Wrong as wrong:
            raise Missing(f"name space to hide the tree in ({wrong})") from wrong


def wave(data):
    at = 12
    while data[at:at + 4] != b"data":
        at += 8 + (int.from_bytes(data[at + 4:at + 8], "little") + 1) // 2 * 2
    return array.array("f", data[at + 8:at + 8 + int.from_bytes(data[at + 4:at + 8], "little")])


def rendered(place, *command):
    """Of all scenes, by a program that takes what the command takes."""
    sounds = array.array("f")
    for scene in SCENES:
        folder = tempfile.mkdtemp(dir=place.folder)
        path = os.path.join(folder, "a.wav")
        place.run(*command, scene, "-d", SECONDS, "-o", path, where=folder)
        with open(path, "rb") as file:
            sounds.extend(wave(file.read()))
    return sounds


def command(place):
    return rendered(place, place.rosin, "render", "--format", "float", "--plain")


def same(mine, theirs, what):
    if len(mine) != len(theirs) or max(map(abs, theirs)) < 1e-3 or mine.tobytes() != theirs.tobytes():
        raise Wrong(f"{what}: {sum(a != b for a, b in zip(mine, theirs))} samples of {len(theirs)} (here {len(mine)}) are others")


# ---- the tries: each of the folder where a package was unpacked ----------------------------------

def source(place, at):
    top, = glob.glob(os.path.join(at, "rosin-*"))
    place.run("make", "-j2", "build/rosin", where=top, timeout=3000)
    same(rendered(place, os.path.join(top, "build", "rosin"), "render", "--format", "float", "--plain"), command(place), "what it builds")


def wheel(place, at):
    home = os.path.join(tempfile.mkdtemp(dir=place.folder), "venv")
    package, = glob.glob(os.path.join(at, "*.whl"))
    place.run("/usr/bin/python3", "-m", "venv", "--system-site-packages", home)  # NumPy is the system's
    python = os.path.join(home, "bin", "python")
    place.run(python, "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", package)
    code = ("import rosin, sys; assert rosin.__file__.startswith(sys.prefix), rosin.__file__\n"
            f"for s in {SCENES!r}: sys.stdout.buffer.write(rosin.render(s, duration={SECONDS}).samples.astype('f').tobytes())")
    same(array.array("f", place.run(python, "-c", code)), command(place), "wheel")


def npm(place, at):
    need("node", "npm")
    app = tempfile.mkdtemp(dir=place.folder)
    package, = glob.glob(os.path.join(at, "*.tgz"))
    with open(os.path.join(app, "package.json"), "w", encoding="ascii") as file:
        file.write('{ "name": "app", "private": true, "type": "module" }')
    place.run("npm", "install", "--offline", "--no-audit", "--no-fund", package, where=app)
    with open(os.path.join(app, "app.mjs"), "w", encoding="ascii") as file:
        file.write("import fs from 'node:fs';\nimport { render } from 'rosin';\n"
                   f"for (const scene of {list(SCENES)!r}) {{\n  const {{ samples }} = await render(scene, {{ duration: {SECONDS}, rate: 44100 }});\n"
                   "  const all = new Float32Array(samples.length * samples[0].length);\n"
                   "  samples.forEach((c, k) => c.forEach((v, i) => { all[i * samples.length + k] = v; }));\n"
                   "  fs.writeSync(1, Buffer.from(all.buffer));\n}\n")
    same(array.array("f", place.run("node", "app.mjs", where=app)), command(place), "npm")
    if not os.path.exists(os.path.join(app, "node_modules", "rosin", "index.d.ts")):
        raise Wrong("npm: no types")


def linux(place, at):
    top, = glob.glob(os.path.join(at, "rosin-*"))
    shutil.rmtree(os.path.join(place.folder, "lv2"), ignore_errors=True)
    shutil.copytree(os.path.join(top, "rosin.lv2"), os.path.join(place.folder, "lv2", "rosin.lv2"))
    once = os.path.join(place.folder, "once.txt")
    with open(once, "w", encoding="ascii") as file:
        file.write("0 midi 144 60 100\n")
    bundle, = glob.glob(os.path.join(top, "rosin.vst3", "Contents", f"{MACHINE}-linux", "*.so")) or [os.path.join(top, "no.vst3")]
    for scene in ("cello", "door-hinge-slow"):
        played = [place.run(place.tool(host), *words, "play", "64", "44100", SECONDS, once, LV2_PATH=os.path.join(place.folder, "lv2"))
                  for host, words in (("host_clap", (os.path.join(top, "rosin.clap"), "rosin." + scene)), ("host_vst3", (bundle, scene)),
                                      ("host_lv2", ("urn:rosin:" + scene,)))]
        for other in played[1:]:
            same(array.array("f", other), array.array("f", played[0]), f"{scene} by two formats")
    if "-glibc" in os.path.basename(top):
        same(rendered(place, os.path.join(top, "rosin-render")), command(place), "rosin-render")


def dek(place, at):
    need("pd")
    folder = os.path.join(at, "rosin")
    classes = sorted(os.path.basename(p)[:-len("-help.pd")] for p in glob.glob(os.path.join(folder, "*-help.pd")))
    patch = os.path.join(tempfile.mkdtemp(dir=place.folder), "all.pd")
    with open(patch, "w", encoding="ascii") as file:
        file.write("#N canvas 0 0 9 9;\n" + "".join(f"#X obj 9 {20 * i} {c};\n" for i, c in enumerate([*classes, "rosin.nothing~"])))
    said = place.run("sh", "-c", 'exec "$@" 2>&1', "sh", "pd", "-nogui", "-batch", "-noaudio", "-noprefs", "-stderr", "-path", folder, "-open", patch,
                     "-send", "pd quit").decode(errors="replace")
    if len(classes) < 5 or said.count("couldn't create") != 1:
        raise Wrong(f"Pd, of {classes}: {said[-600:]}")


def csound(place, at):
    need("csound")
    top, = glob.glob(os.path.join(at, "rosin-*"))
    place.run("/usr/bin/python3", place.tool("tests", "bindings", "csound_test.py"), "samples", "notes", CSOUND_OPCODES=top)


def supercollider(place, at):
    need("scsynth")
    top, = glob.glob(os.path.join(at, "rosin-*"))
    place.run("/usr/bin/python3", place.tool("tests", "bindings", "supercollider_test.py"), "samples", "notes", SC_PLUGINS=os.path.join(top, "Rosin"))


def godot(place, at):
    """The library that its description names, as Godot finds it."""
    top, = glob.glob(os.path.join(at, "rosin-*"))
    with open(os.path.join(top, "rosin.gdextension"), encoding="ascii") as file:
        named = dict(row.split(" = ") for row in file.read().splitlines() if " = " in row)
    place.run(place.tool("godot_host"), os.path.join(top, named["linux." + MACHINE.replace("aarch64", "arm64")].strip('"')))


def page(place, at):
    need("node", "chromium")
    top, = glob.glob(os.path.join(at, "rosin-*"))
    server = subprocess.Popen([sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", top], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    try:
        port = server.stdout.readline().split("port ")[1].split()[0]
        place.run("node", place.tool("tests", "page", "handed.mjs"), f"http://127.0.0.1:{port}/", tempfile.mkdtemp(dir=place.folder))
    finally:
        server.terminate()
        server.wait()


# What is tried, the package, and what is taken out of it, a file at a time; none of a wheel and npm's, which is taken out of what is
# packed and not of what is unpacked.
TRIES = {
    "source": (source, "*.tar.xz", []),
    "wheel": (wheel, f"*manylinux*_{MACHINE}.whl", []),
    "npm": (npm, "*.tgz", ["package/rosin.wasm", "package/index.js", "package/index.d.ts"]),
    "linux": (linux, f"rosin-VERSION-linux-{MACHINE}.zip", ["*/rosin.clap", "*/rosin.vst3", "*/rosin.lv2/manifest.ttl", "*/rosin.lv2/rosin.so"]),
    "older": (linux, f"rosin-VERSION-linux-{MACHINE}-glibc*.zip", ["*/rosin-render", "*/rosin.clap"]),
    "dek": (dek, "dek/*(Linux-amd64-32)*.dek", ["rosin/rosin.cello~.pd_linux", "rosin/rosin.scene~.pd_linux"]),
    "csound": (csound, f"rosin-VERSION-csound-linux-{MACHINE}.zip", ["*/librosin.so"]),
    "supercollider": (supercollider, f"rosin-VERSION-supercollider-linux-{MACHINE}.zip", ["*/Rosin/rosin.so"]),
    "godot": (godot, f"rosin-VERSION-godot-linux-{MACHINE}.zip", ["*/librosin_godot.so", "*/rosin.gdextension"]),
    "page": (page, "*-page.zip", ["*/rosin.wasm", "*/index.html"]),
}


def unpacked(package, place):
    at = tempfile.mkdtemp(dir=place.folder)
    if package.endswith((".whl", ".tgz")):
        shutil.copy(package, at)
    else:
        shutil.unpack_archive(package, at, "xztar" if package.endswith(".xz") else "zip")
        if not package.endswith(".xz"):  # Python forgets what may be run, which unzip does not
            with zipfile.ZipFile(package) as archive:
                for one in archive.infolist():
                    if one.external_attr >> 16:
                        os.chmod(os.path.join(at, one.filename), one.external_attr >> 16 & 0o777)
    return at


def take_out(at, pattern):
    """A part away: of a packed archive it is packed again without."""
    packed = glob.glob(os.path.join(at, "*.tgz"))
    if packed:
        with tarfile.open(packed[0]) as archive:
            rest = [(m, archive.extractfile(m).read()) for m in archive.getmembers() if m.isfile()]
        if not any(m.name == pattern for m, _ in rest):
            raise Missing(pattern)
        with tarfile.open(packed[0], "w:gz") as archive:
            for member, data in rest:
                if member.name != pattern:
                    archive.addfile(member, io.BytesIO(data))
        return
    path, = glob.glob(os.path.join(at, pattern)) or [None]
    if not path:
        raise Missing(pattern)
    (shutil.rmtree if os.path.isdir(path) else os.remove)(path)


def attempt(what, place, package, without=None):
    """Whether it is as it should be; what is wrong is said, but where it is planted."""
    at = unpacked(package, place)
    try:
        if without:
            take_out(at, without)
        what(place, at)
        return True
    except (Wrong, OSError, ValueError, subprocess.TimeoutExpired) as wrong:
        if not without:
            print(f"alone: {os.path.basename(package)}: {wrong}", file=sys.stderr)
        return False


def tried(name, lacks):
    what, pattern, parts = TRIES[name]
    packages = glob.glob(os.path.join(FROM, pattern.replace("VERSION", version_here())))
    if not packages:
        lacks.append(f"package {pattern}")
        return 0, 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Place(folder)
        if not place.hides():
            raise Missing("place where the tree is hidden")
        try:
            line(f"{name}_wrong", not attempt(what, place, packages[0]))
            untold = [part for part in parts if attempt(what, place, packages[0], part)]
        except Missing as missing:
            lacks.append(str(missing))
            return 0, 0
    for part in untold:
        print(f"alone: {name}: nobody misses {part}", file=sys.stderr)
    return len(untold), len(parts)


# ---- what no try opens ---------------------------------------------------------------------------

def wanted():
    with open(os.path.join(TESTS, "dist", "contents.tsv"), encoding="ascii") as file:
        return {row.split("\t")[0]: row.split("\t")[1].split() for row in file.read().splitlines() if row and row[0] != "#"}


def names_in(package):
    """Below the first folder of each."""
    if package.endswith(".tgz"):
        with tarfile.open(package) as archive:
            names = archive.getnames()
    else:
        with zipfile.ZipFile(package) as archive:
            names = archive.namelist()
    return [name.split("/", 1)[1] for name in names if "/" in name and not name.endswith("/")]


def lacking(names, wants):
    return [want for want in wants if not fnmatch.filter(names, want)]


def contents():
    version = version_here()
    packages = [p for kind in ("*.zip", "*.tgz", "*.whl", "dek/*.dek") for p in sorted(glob.glob(os.path.join(FROM, kind)))]
    wrong = untold = planted = 0
    for package in packages:
        name, names = os.path.basename(package), names_in(package)
        wants = next((w for end, w in wanted().items() if name == f"rosin-{version}{end}" or (name.endswith(end) and end in (".whl", ".dek"))), None)
        lost = lacking(names, wants) if wants else ["a row in tests/dist/contents.tsv"]
        if version not in name:
            lost.append("version " + version)  # of the tree
        if lost:
            print(f"alone: {name} lacks", *lost, file=sys.stderr)
            wrong += 1
        for want in wants or []:
            planted += 1
            untold += not lacking([n for n in names if not fnmatch.fnmatch(n, want)], wants)
    line("contents_wrong", wrong, len(packages))
    line("contents_untold", untold, planted)


def main():
    chosen = [name for name in TRIES if name in sys.argv[1:]] or ([] if "contents" in sys.argv[1:] else list(TRIES))
    if "contents" in sys.argv[1:] or len(sys.argv) == 1:
        contents()
    lacks, untold, planted = [], 0, 0
    for name in chosen:
        found = tried(name, lacks)
        untold, planted = untold + found[0], planted + found[1]
    if planted:
        line("planted_untold", untold, planted)
    if lacks:
        print("skip no", ", no ".join(lacks), flush=True)


if __name__ == "__main__":
    main()
