#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Figures of what `make dist` hands out, made twice in build/verify-dist: dist.py [PART...]

  again      files that are other bytes when they are made again, in another folder, zone and language, unreadable to others
  lint       what lintian finds
  root       the packages in a small Debian: installed, tried, removed (mmdebstrap, from the
             configured mirror or MIRROR)
  dev        programs built on the library's packages
  linux      the zip's plugins: what they need, their samples beside those of the tree's
  alone      each package that runs here from itself alone, where the tree is not to be seen (alone.py)
  windows    those for Windows under wine: what they need, whether they bear a host, their samples

A part whose tools are not there makes no figures."""
import array
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

import elsewhere

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
ROOT = os.path.dirname(TESTS)
ROSIN = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
BUILD = os.path.dirname(ROSIN)
DIST = os.path.join(ROOT, "build", "verify-dist")
HOST = os.path.join(BUILD, "tests", "faces", "host_clap")
HOSTS = {"clap": HOST, "vst3": os.path.join(BUILD, "tests", "faces", "host_vst3")}
ONE, TWO = os.path.join(DIST, "one"), os.path.join(DIST, "two")
HEADERS = {"csound": "/usr/include/csound", "supercollider": "/usr/include/SuperCollider"}  # of hosts, where they are
HOSTED = [part for part, folder in HEADERS.items() if os.path.isdir(folder)]
PARTS = ["source", "linux", "windows", "page", "npm", "dek", "wheel", "godot", *HOSTED, "debian"]
EFFECTS = ["wine-glass", "saw", "tyre-skid", "door-hinge-slow"]  # the last is chaotic


def line(name, value, samples=1, seed=0):
    print(f"dist_{name} {value:.6g} {samples} {seed}", flush=True)


def run(*command, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **more).stdout


def made():
    for part in PARTS:
        try:
            elsewhere.here(ROOT, ONE, part)
        except subprocess.CalledProcessError:
            print(f"dist: make dist-{part} failed", file=sys.stderr)


def files(where):
    return sorted(os.path.relpath(p, where) for kind in ("*.tar.xz", "*.zip", "*.tgz", "*.whl", "dek/*.dek", "debian/*.deb")
                  for p in glob.glob(os.path.join(where, kind)))


def content(path):
    with open(path, "rb") as file:
        return file.read()


def again():
    two = elsewhere.elsewhere(ROOT, TWO, PARTS)
    found = files(ONE)
    assert len(found) == 19 + len(HOSTED) and found == files(two), found
    other = [f for f in found if content(os.path.join(ONE, f)) != content(os.path.join(two, f))]
    if other:
        print("dist: other bytes:", *other, file=sys.stderr)
    line("not_reproduced", len([f for f in other if not f.endswith(".deb")]),
         len([f for f in found if not f.endswith(".deb")]))
    line("not_reproduced_debian", len([f for f in other if f.endswith(".deb")]),
         len([f for f in found if f.endswith(".deb")]))


def packages():
    return sorted(glob.glob(os.path.join(ONE, "debian", "*.deb")))


def lint():
    changes, = glob.glob(os.path.join(ONE, "debian", "*.changes"))
    said = subprocess.run(["lintian", "--tag-display-limit", "0", changes], capture_output=True, text=True)
    assert said.returncode in (0, 2), said.stderr
    print(said.stdout, end="", file=sys.stderr)
    for mark, name in (("E", "errors"), ("W", "warnings"), ("O", "overridden")):
        line(f"lintian_{name}", len(re.findall(rf"^{mark}: ", said.stdout, re.M)), len(packages()))


def dependencies():
    """Names of what our packages need of Debian; the first of alternatives."""
    own = {run("dpkg-deb", "-f", p, "Package", text=True).strip() for p in packages()}
    names = set()
    for package in packages():
        for wish in run("dpkg-deb", "-f", package, "Depends", text=True).replace("\n", " ").split(","):
            names.add(re.match(r"\s*([a-z0-9.+-]+)", wish).group(1))
    return sorted((names | {"lilv-utils"}) - own)


def root():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        debs = [p for p in packages()]
        inside = "/opt/rosin-test"
        wanted = [*debs, *HOSTS.values(), os.path.join(TESTS, "dist", "root.sh")]
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(dependencies())}",
                        "--format=null", f"--customize-hook=mkdir $1{inside}",
                        f"--customize-hook=copy-in {' '.join(wanted)} {inside}",
                        f"--customize-hook=mv $1{inside} $1/tmp/rosin-test",
                        "--customize-hook=chroot $1 sh /tmp/rosin-test/root.sh >&2",
                        "--customize-hook=copy-out /tmp/rosin-test " + folder,
                        codename(), os.devnull, *([os.environ["MIRROR"]] if "MIRROR" in os.environ else [])],
                       check=True, stdout=subprocess.DEVNULL)
        out = os.path.join(folder, "rosin-test")
        found = {k: int(v) for k, v in map(str.split, content(os.path.join(out, "results")).decode().splitlines())}
        for name in ("missing", "left", "broken", "pd.log"):
            print(f"{name}:", content(os.path.join(out, name)).decode()[:2000], file=sys.stderr)
        here = os.path.join(folder, "here.wav")
        subprocess.run([ROSIN, "render", "cello-d", "-o", here], check=True, stderr=subprocess.DEVNULL)
        ours, theirs = content(here), content(os.path.join(out, "cello-d.wav"))
    line("root_unlike", found["unlike"], len(debs))
    line("root_render_differences", sum(a != b for a, b in zip(ours, theirs)) + abs(len(ours) - len(theirs)), len(ours))
    line("root_pd_missing", found["pd_missing"] + found.get("pd_failed", 0) + (found["pd_told"] != 1),
         found["pd_classes"])
    line("root_lv2_missing", abs(found["lv2_plugins"] - found["lv2_listed"]) + found["lv2_unread"],
         found["lv2_plugins"])
    for kind in HOSTS:
        line(f"root_{kind}_silent", found["lv2_plugins"] - found.get(f"{kind}_sound", 0), found["lv2_plugins"])
    line("root_left", found["left"] + found["known"], len(debs))


def codename():
    with open("/etc/os-release", encoding="utf-8") as file:
        return re.search(r"^VERSION_CODENAME=(\S+)", file.read(), re.M).group(1)


def dev():
    """Shared, as pkg-config says, and static; from packages that are only unpacked."""
    with tempfile.TemporaryDirectory() as folder:
        for package in packages():
            if "librosin" in os.path.basename(package):
                subprocess.run(["dpkg", "-x", package, folder], check=True)
        libraries = os.path.dirname(glob.glob(os.path.join(folder, "usr/lib/*/librosin.a"))[0])
        environment = {**os.environ, "LD_LIBRARY_PATH": libraries, "PKG_CONFIG_PATH": os.path.join(libraries, "pkgconfig")}
        shared = run("pkg-config", "--cflags", "--libs", "rosin", env=environment, text=True).split()
        static = [f"-I{folder}/usr/include", os.path.join(libraries, "librosin.a"), "-lm"]
        failed = 0
        for number, flags in enumerate((shared, static)):
            program = os.path.join(folder, f"example{number}")
            failed += subprocess.run(["cc", "-Werror", os.path.join(TESTS, "example.c"), *flags, "-o", program],
                                     check=False).returncode != 0 or \
                subprocess.run([program], env=environment, stdout=subprocess.DEVNULL, check=False).returncode != 0
    line("dev_failures", failed, 2)


def unpacked(folder, name):
    """The one folder in the zip of that name, which those of Csound and others end with, too."""
    archive, = (p for p in glob.glob(os.path.join(ONE, "*.zip")) if re.fullmatch(rf"rosin-[\d.]+-{name}\.zip", os.path.basename(p)))
    shutil.unpack_archive(archive, folder)
    return os.path.join(folder, os.path.basename(archive)[:-4])


def events(folder, rate):
    listed = os.path.join(folder, "events.txt")
    tune = os.path.join(TESTS, "..", "docs", "tune.mid")
    with open(listed, "w", encoding="ascii") as file:
        file.write(run(sys.executable, os.path.join(TESTS, "faces", "midi_events.py"), tune, str(rate), text=True))
    return listed


def cases(folder):
    """Scene, rate, seconds, events."""
    for scene, rate in (("cello", 48000), ("violin", 44100)):
        yield scene, rate, 10, events(folder, rate)
    once = os.path.join(folder, "once.txt")
    with open(once, "w", encoding="ascii") as file:
        file.write("0 midi 144 60 100\n")
    for scene in EFFECTS:
        yield scene, 44100, 3, once


def floats(data):
    found = array.array("f")
    found.frombytes(data)
    return found


def files_of(folder, system=f"{os.uname().machine}-linux"):
    """The plugins of a build or a zip, by format."""
    bundle, = (p for where in (folder, os.path.join(folder, "vst3"))
               for p in glob.glob(os.path.join(where, "rosin.vst3", "Contents", system, "*")))
    return {"clap": os.path.join(folder, "rosin.clap"), "vst3": bundle}


def name_of(kind, scene):
    return scene if kind == "vst3" else "rosin." + scene


def played(host, plugin, kind, case, **more):
    scene, rate, seconds, listed = case
    return floats(run(*host, plugin, name_of(kind, scene), "play", "64", str(rate), str(seconds), listed, **more))


def sounding(host, plugin, **more):
    return int(re.match(rb"\d+", run(*host, plugin, "all", **more)).group())


def linux():
    with tempfile.TemporaryDirectory() as folder:
        where = unpacked(folder, f"linux-{os.uname().machine}")
        zipped, tree = files_of(where), files_of(BUILD)
        bundle = os.path.join(where, "rosin.lv2")
        needed, newest = set(), 0
        window = os.path.join(bundle, "rosin_ui.so")  # a file of its own, which may need more
        for path in (*zipped.values(), os.path.join(bundle, "rosin.so"), window):
            said = run("objdump", "-p", path, text=True)
            newest = max([newest, *map(int, re.findall(r"GLIBC_2\.(\d+)", said))])
            if path != window:
                needed |= set(re.findall(r"NEEDED +(\S+)", said))
        line("linux_libraries", len(needed - {"libc.so.6", "libm.so.6"}), 3)
        line("linux_glibc_2", newest, 4)
        differences = count = silent = 0
        for kind, host in HOSTS.items():
            for case in cases(folder):
                ours, theirs = (played([host], p[kind], kind, case) for p in (zipped, tree))
                assert len(ours) == len(theirs) and max(map(abs, ours)) > 1e-3
                differences += sum(a != b for a, b in zip(ours, theirs))
                count += len(ours)
            silent += sounding([host], tree[kind]) - sounding([host], zipped[kind])
        line("linux_differences", differences, count)
        line("linux_silent", silent, 2)


WINDOWS = os.path.join("build", "windows")
DEEDS = [("wine-glass", "abuse", b"stay finite"), ("door-hinge-slow", "threads", b"two threads"),
         ("cello", "repeat", b"the same"), ("saw", "repeat", b"the same"), ("cello", "state", b"the same again")]


def libraries(plugin):
    """What it needs that not every Windows has."""
    said = run("x86_64-w64-mingw32-objdump", "-p", plugin, text=True)
    everywhere = {"kernel32.dll", "msvcrt.dll", "advapi32.dll", "user32.dll", "gdi32.dll"}
    return {n.lower() for n in re.findall(r"DLL Name: (\S+)", said)} - everywhere


def beside_linux(wine, plugin, folder, more):
    """What is handed out."""
    apart, equal, agrees, count = 0, 0, [], 0
    for case in cases(folder):
        theirs = played(wine, plugin, "clap", case, **more)
        ours = played([HOST], os.path.join(BUILD, "rosin.clap"), "clap", case)
        assert len(ours) == len(theirs) and max(map(abs, theirs)) > 1e-3, case
        away = [abs(a - b) for a, b in zip(ours, theirs)]
        apart = max(apart, *away)
        agrees.append(next((i for i, d in enumerate(away) if d > 1e-6), len(away)) / len(away))
        equal += away.count(0)
        count += len(ours)
    line("windows_linux_difference", apart, count)
    line("windows_linux_agrees", sum(agrees) / len(agrees), count)
    line("windows_linux_equal", equal / count, count)


def same_mathematics(wine, folder, more):
    """Both built with one mathematics: nothing else is between them."""
    builds = {"ALONE_BUILD": "alone", "WINDOWS": "windows"}
    subprocess.run(["make", "-C", ROOT, "-j2", "alone", "windows", "ALONE_WINDOW=", "ALONE_MORE=tests/dist/mathematics.c",
                    *(f"{k}={os.path.relpath(DIST, ROOT)}/{v}" for k, v in builds.items())], check=True,
                   stdout=subprocess.DEVNULL, env=elsewhere.plain())
    native, foreign = files_of(os.path.join(DIST, "alone")), files_of(os.path.join(DIST, "windows"), "x86_64-win")
    differences = count = 0
    for kind, host in HOSTS.items():
        for case in cases(folder):
            theirs = played(wine[kind], foreign[kind], kind, case, **more)
            ours = played([host], native[kind], kind, case)
            assert len(ours) == len(theirs) and max(map(abs, theirs)) > 1e-3, case
            differences += sum(a != b for a, b in zip(ours, theirs))
            count += len(ours)
    line("windows_differences", differences, count)


def windows():
    with tempfile.TemporaryDirectory() as folder:
        plugins = files_of(unpacked(folder, "windows-x86_64"), "x86_64-win")
        hosts = {kind: os.path.join(WINDOWS, f"host_{kind}.exe") for kind in plugins}
        subprocess.run(["make", "-C", ROOT, *hosts.values()], check=True, stdout=subprocess.DEVNULL, env=elsewhere.plain())
        more = {"env": {**os.environ, "WINEPREFIX": os.path.join(folder, "wine"), "WINEDEBUG": "-all"},
                "stderr": subprocess.DEVNULL}
        wine = {kind: ["wine", os.path.join(ROOT, host)] for kind, host in hosts.items()}
        tree = files_of(BUILD)
        line("windows_libraries", len(set().union(*map(libraries, plugins.values()))), len(plugins))
        line("windows_silent", sum(sounding([HOSTS[k]], tree[k]) - sounding(wine[k], plugins[k], **more) for k in plugins),
             len(plugins))
        line("windows_failures", sum(text not in subprocess.run([*wine[k], plugins[k], name_of(k, scene), deed], **more,
                                                                stdout=subprocess.PIPE, check=False).stdout
                                     for scene, deed, text in DEEDS for k in plugins), len(DEEDS) * len(plugins))
        beside_linux(wine["clap"], plugins["clap"], folder, more)
        same_mathematics(wine, folder, more)
        subprocess.run(["wineserver", "-k"], env=more["env"], check=False)


def alone():
    """What it lacks is no figure, as of every part here."""
    said = run(sys.executable, os.path.join(HERE, "alone.py"), text=True, env={**os.environ, "DISTRIBUTION": ONE})
    for row in said.splitlines():
        print(row, flush=True, file=sys.stderr if row.startswith("skip") else sys.stdout)


def main():
    parts = [lint, root, dev, linux, alone, windows, again]
    chosen = [p for p in parts if p.__name__ in sys.argv[1:]] or parts
    if not os.path.isdir(ONE) or len(chosen) == len(parts):
        shutil.rmtree(DIST, ignore_errors=True)
        made()
    status = 0
    for part in chosen:
        try:
            part()
        except (OSError, subprocess.SubprocessError, ValueError, AssertionError, LookupError):
            traceback.print_exc()
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
