#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What `make cross` has built, laid out as its users copy it: lay.py CROSS VERSION COMPILER TARGET...
CROSS/laid/TARGET gets rosin.clap, rosin.vst3, rosin.lv2, librosin, pd/rosin and python/rosin; if both processors of macOS are
among them, CROSS/laid/macos has all of them joined, instead of each alone. COMPILER is the folder of
the compiler, a part of which is in all that it links: its notices go along."""
import glob
import os
import plistlib
import shutil
import sys

from fat import joined
from targets import targets

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def copy(source, to):
    os.makedirs(os.path.dirname(to), exist_ok=True)
    shutil.copy2(source, to)
    if to.endswith((".dll", ".exe", ".clap", ".vst3")):
        forget_time(to)


def forget_time(path):
    """The linker writes into a file for Windows when it was linked, which is nobody's business and each time another."""
    with open(path, "r+b") as file:
        head = file.read(64)
        if head[:2] == b"MZ":
            file.seek(int.from_bytes(head[60:64], "little") + 8)
            file.write(bytes(4))


def mark(bundle, kind, version, least):
    """What macOS reads of a bundle before it opens it."""
    said = {"CFBundleDevelopmentRegion": "en", "CFBundleExecutable": "rosin", "CFBundleIdentifier": f"rosin.{kind}",
            "CFBundleInfoDictionaryVersion": "6.0", "CFBundleName": "rosin", "CFBundlePackageType": "BNDL",
            "CFBundleShortVersionString": version, "CFBundleSignature": "????", "CFBundleSupportedPlatforms": ["MacOSX"],
            "CFBundleVersion": version, "LSMinimumSystemVersion": least}
    with open(os.path.join(bundle, "Contents", "Info.plist"), "wb") as file:
        plistlib.dump(said, file)
    with open(os.path.join(bundle, "Contents", "PkgInfo"), "w", encoding="ascii") as file:
        file.write("BNDL????")


def lay_lv2(built, to, target):
    """The descriptions are any system's, but for the library's name in them, and X11's window."""
    window = os.path.join(built, "lv2/rosin.lv2/rosin_ui.so")
    has_window = os.path.exists(window)
    copy(os.path.join(built, "lv2/rosin.lv2/rosin.so"), os.path.join(to, f"rosin.lv2/rosin.{target.suffix}"))
    if has_window:
        copy(window, os.path.join(to, "rosin.lv2/rosin_ui.so"))
    for path in glob.glob(os.path.join(os.path.dirname(built), "ttl", "ui" if has_window else "", "*.ttl")):
        with open(path, encoding="utf-8") as file:
            text = file.read().replace("<rosin.so>", f"<rosin.{target.suffix}>")
        with open(os.path.join(to, "rosin.lv2", os.path.basename(path)), "w", encoding="utf-8") as file:
            file.write(text)


def lay_pd(built, to, target):
    for path in glob.glob(os.path.join(built, "pd", "*")):
        if path.endswith(("." + target.pd, "." + target.suffix)):
            copy(path, os.path.join(to, "pd/rosin", os.path.basename(path)))
    for path in [*glob.glob(os.path.join(ROOT, "help/*.pd")), *glob.glob(os.path.join(ROOT, "pd/*.pd")),
                 os.path.join(ROOT, "README.md"), os.path.join(ROOT, "LICENSE")]:
        copy(path, os.path.join(to, "pd/rosin", os.path.basename(path)))


def lay_notices(to, target, compiler):
    files = {"LICENSE.zig": "LICENSE", **({"LICENSE.mingw-w64": "lib/libc/mingw/COPYING"} if target.suffix == "dll" else {})}
    for path in files.values():
        if not os.path.exists(os.path.join(compiler, path)):
            sys.exit(f"lay.py: {os.path.join(compiler, path)}: there is none, and what that compiler puts into programs goes with its licence")
    for folder in ("", "pd/rosin", "python/rosin"):
        for name, path in files.items():
            copy(os.path.join(compiler, path), os.path.join(to, folder, name))


def lay(built, to, target, version):
    shutil.rmtree(to, ignore_errors=True)
    bundled = target.suffix == "dylib"
    copy(os.path.join(built, "rosin-render"), os.path.join(to, "rosin-render.exe" if target.suffix == "dll" else "rosin-render"))
    name = "rosin.dll" if target.suffix == "dll" else f"librosin.{target.suffix}"
    copy(os.path.join(built, "librosin.so"), os.path.join(to, name))
    copy(os.path.join(built, "rosin.clap"), os.path.join(to, "rosin.clap/Contents/MacOS/rosin" if bundled else "rosin.clap"))
    copy(os.path.join(built, "vst3/rosin.vst3/Contents", target.inside), os.path.join(to, "rosin.vst3/Contents", target.inside))
    for kind in ("clap", "vst3") if bundled else ():
        mark(os.path.join(to, f"rosin.{kind}"), kind, version, target.least)
    lay_lv2(built, to, target)
    lay_pd(built, to, target)
    shutil.copytree(os.path.join(ROOT, "build/python/rosin"), os.path.join(to, "python/rosin"),
                    ignore=shutil.ignore_patterns("__pycache__", "librosin.so"))
    copy(os.path.join(built, "librosin.so"), os.path.join(to, "python/rosin", name))


def join(one, other, to, least, version):
    """Two trees with the same files, for two processors, as one."""
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(one, to)
    for base, _, names in os.walk(to):
        for name in names:
            path = os.path.join(base, name)
            with open(path, "rb") as first, open(os.path.join(other, os.path.relpath(path, to)), "rb") as second:
                mine, theirs = first.read(), second.read()
            if mine[:4] == b"\xcf\xfa\xed\xfe":
                with open(path, "wb") as file:
                    file.write(joined([mine, theirs]))
    for kind in ("clap", "vst3"):
        mark(os.path.join(to, f"rosin.{kind}"), kind, version, least)


def main():
    cross, version, compiler, *names = sys.argv[1:]
    known = targets()
    laid = os.path.join(cross, "laid")
    for name in names:
        lay(os.path.join(cross, name), os.path.join(laid, name), known[name], version)
        lay_notices(os.path.join(laid, name), known[name], compiler)
    both = [n for n in names if n.startswith("macos-")]
    if len(both) == 2:
        join(*(os.path.join(laid, n) for n in both), os.path.join(laid, "macos"), known["macos"].least, version)
        for name in both:
            shutil.rmtree(os.path.join(laid, name))
    print(*sorted(os.path.join(laid, n) for n in os.listdir(laid)), sep="\n")


if __name__ == "__main__":
    main()
