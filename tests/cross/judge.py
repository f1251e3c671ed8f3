#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether what `make cross` has laid out is what each system opens: judge.py LAID [TARGET...] tells what is wrong, a line each, and
ends with 1 if anything is. LAID is build/cross/laid; without names all that is there."""
import glob
import os
import plistlib
import re
import subprocess
import sys

import binaries

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "packaging"))
from targets import targets  # noqa: E402

CLASSES = [os.path.basename(p)[:-2] for p in glob.glob(os.path.join(ROOT, "pd", "rosin.*.c"))] + ["rosin"]
SYSTEM = {
    "linux": {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"},
    "macos": {"/usr/lib/libSystem.B.dylib"},
    "windows": {"kernel32.dll", "msvcrt.dll", "advapi32.dll", "user32.dll", "gdi32.dll", "ntdll.dll"},
}
SHARED = {"linux": "librosin-pd.so", "macos": "@rpath/librosin-pd.dylib", "windows": "librosin-pd.dll"}
ENTRIES = {"clap": {"clap_entry"}, "lv2": {"lv2_descriptor"}, "ui": {"lv2ui_descriptor"}}
VST3 = {"linux": {"GetPluginFactory", "ModuleEntry", "ModuleExit"}, "macos": {"GetPluginFactory", "bundleEntry", "bundleExit"},
        "windows": {"GetPluginFactory", "InitDll", "ExitDll"}}


def pd_names():
    """What Pd's headers declare."""
    headers = [p for p in ("/usr/include/pd/m_pd.h", "/usr/include/pd/g_canvas.h") if os.path.exists(p)]
    said = subprocess.run(["awk", "-f", os.path.join(ROOT, "packaging/windows/pd_names.awk"), *headers], capture_output=True, text=True, check=True)
    return {line.split()[0] for line in said.stdout.splitlines()} if headers else None


def places(target):
    """Each file that is wanted, and as what."""
    bundled = target.suffix == "dylib"
    library = "rosin.dll" if target.suffix == "dll" else f"librosin.{target.suffix}"
    return {
        "rosin.clap/Contents/MacOS/rosin" if bundled else "rosin.clap": "clap",
        f"rosin.vst3/Contents/{target.inside}": "vst3", f"rosin.lv2/rosin.{target.suffix}": "lv2",
        "rosin-render.exe" if target.suffix == "dll" else "rosin-render": "program", library: "library", f"python/rosin/{library}": "library", f"pd/rosin/librosin-pd.{target.suffix}": "pd",
        **({"rosin.lv2/rosin_ui.so": "ui"} if target.suffix == "so" else {}),
        **{f"pd/rosin/{c}.{target.pd}": "class" for c in CLASSES}}


def public():
    with open(os.path.join(ROOT, "src/rosin.map"), encoding="utf-8") as file:
        return set(re.findall(r"^\s+(rosin_\w+);", file.read(), re.M))


def judge_part(part, kind, name, rows, system):
    """`rows`: of the table, those of the processors that the file is for."""
    faults = list(part.faults)
    row = next((r for r in rows if r.name.endswith("-" + part.machine)), None)
    if not row:
        return faults + [f"is for {part.machine}"]
    extra = {SHARED[system]} if kind == "class" else set()
    extra |= {"pd.dll"} if kind in ("class", "pd") and system == "windows" else set()
    needed = {n.lower() if system == "windows" else n for n in part.needed}
    faults += [f"needs {n}" for n in sorted(needed - SYSTEM[system] - extra) if not n.startswith("api-ms-win-crt-")]
    if system == "linux" and part.least and [int(n) for n in part.least.split(".")] > [int(n) for n in row.least.split(".")]:
        faults.append(f"needs glibc {part.least}, more than {row.least}")
    if system == "macos" and part.least != row.least:
        faults.append(f"needs macOS {part.least}, not {row.least}")
    anywhere = {w[1:] for w in part.wanted if w.startswith("?")}
    known = pd_names() if anywhere else set()
    if kind not in ("class", "pd"):
        known = set()
    elif known is not None:  # looked for by name, as Pd 0.54 and later have it
        known |= {n for n in anywhere if n in PD_PARTS}
    faults += [f"wants {n}, which nobody has" for n in sorted(anywhere - known)] if known is not None else []
    wanted = ENTRIES.get(kind) or {"vst3": VST3[system], "library": public()}.get(kind) or set()
    faults += [f"does not show {n}" for n in sorted(wanted - set(part.shown))]
    hides = kind in ("clap", "vst3", "lv2", "ui") and system != "macos" or kind == "library" and system != "macos"
    faults += [f"shows {n}" for n in sorted(set(part.shown) - wanted) if hides and not n.startswith("ROSIN_")]
    faults = [f for f in faults if kind != "program" or f != "it is no library"]
    if kind == "class" and not any("setup" in n for n in part.shown):
        faults.append("shows no setup")
    return faults


PD_PARTS = {"garray_getfloatwords", "sys_getblksize"}


def judge_bundle(folder, version):
    try:
        with open(os.path.join(folder, "Contents/Info.plist"), "rb") as file:
            said = plistlib.load(file)
    except (OSError, plistlib.InvalidFileException, ValueError):
        return ["has no Contents/Info.plist"]
    faults = [] if os.path.isfile(os.path.join(folder, "Contents/MacOS", said.get("CFBundleExecutable", "?"))) else ["its Info.plist names no file"]
    faults += [] if said.get("CFBundlePackageType") == "BNDL" else ["is no BNDL"]
    faults += [] if said.get("CFBundleVersion") == version else [f"is of version {said.get('CFBundleVersion')}"]
    faults += [] if os.path.isfile(os.path.join(folder, "Contents/PkgInfo")) else ["has no Contents/PkgInfo"]
    return faults


def judge(tree, target, version):
    system = target.name.split("-")[0]
    rows = [t for t in targets().values() if t.triple != "-" and (t.name == target.name or t.name.startswith(target.name + "-"))]
    machines = {t.name.split("-")[1] for t in rows}
    said, count = [], 0
    wanted = places(target)
    for place, kind in wanted.items():
        path = os.path.join(tree, place)
        if not os.path.exists(path):
            said.append(f"{place}: is not there")
            continue
        found = binaries.parts(path)
        count += len(found)
        if {p.machine for p in found} != machines:
            said.append(f"{place}: is for {' and '.join(sorted(p.machine for p in found)) or 'no processor'}, not {' and '.join(sorted(machines))}")
        for part in found:
            said += [f"{place}: {part.machine}: {f}" for f in judge_part(part, kind, place, rows, system)]
    for base, _, names in os.walk(tree):
        for name in names:
            place = os.path.relpath(os.path.join(base, name), tree)
            if place not in wanted and binaries.parts(os.path.join(base, name)):
                said.append(f"{place}: is a program that nobody asked for")
    if target.suffix == "dylib":
        said += [f"rosin.{k}: {f}" for k in ("clap", "vst3") for f in judge_bundle(os.path.join(tree, f"rosin.{k}"), version)]
    with open(os.path.join(tree, "rosin.lv2/manifest.ttl"), encoding="utf-8") as file:
        named = set(re.findall(r"lv2:binary <(.*?)>", file.read()))
    said += [] if named == {f"rosin.{target.suffix}"} | ({"rosin_ui.so"} if target.suffix == "so" else set()) else [f"rosin.lv2/manifest.ttl: names {sorted(named)}"]
    return count, said


def version_here():
    with open(os.path.join(ROOT, "include/rosin/base.h"), encoding="utf-8") as file:
        return re.search(r'ROSIN_VERSION "(.*)"', file.read()).group(1)


def main():
    laid, *names = sys.argv[1:]
    wrong = 0
    for name in names or sorted(os.listdir(laid)):
        count, said = judge(os.path.join(laid, name), targets()[name], version_here())
        print(*(f"{name}/{line}" for line in said), sep="\n", end="\n" if said else "")
        print(f"{name}: {count} programs, {len(said)} faults")
        wrong += len(said)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
