#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether what was cross-built plays on this system as on Linux (packaging/workflow.yml):

  play.py write FILE        hashes of what the installed package renders
  play.py check FILE        they are those of FILE
  play.py load DIST ZIP     of DIST's rosin-*-ZIP.zip: the plugins are loaded and opened, and rosin-render renders"""
import ctypes
import glob
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile

SCENES = ("cello-d", "door-hinge-slow", "chalk", "wine-glass")


def hashes():
    import rosin  # installed, or on PYTHONPATH
    return [f"{hashlib.sha256(rosin.render(s, duration=2).samples.astype('<f4').tobytes()).hexdigest()} {s}" for s in SCENES]


def check(path):
    with open(path, encoding="ascii") as file:
        wanted = file.read().split("\n")[:-1]
    found = hashes()
    other = [w for w, f in zip(wanted, found) if w != f]
    print(*(f"other samples than on Linux: {o.split()[1]}" for o in other), sep="\n", end="\n" if other else "")
    return len(other) + abs(len(wanted) - len(found))


class Entry(ctypes.Structure):
    """clap_plugin_entry."""
    _fields_ = [("version", ctypes.c_uint32 * 3), ("init", ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_char_p)),
                ("deinit", ctypes.CFUNCTYPE(None)), ("get_factory", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p))]


class Factory(ctypes.Structure):
    """clap_plugin_factory; only how many there are."""
    _fields_ = [("count", ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p))]


def load_clap(path):
    entry = Entry.in_dll(ctypes.CDLL(path), "clap_entry")
    if not entry.init(path.encode()):
        return 0
    place = entry.get_factory(b"clap.plugin-factory")
    return Factory.from_address(place).count(place) if place else 0


def load_lv2(path):
    library = ctypes.CDLL(path)
    library.lv2_descriptor.restype = ctypes.c_void_p
    count = 0
    while library.lv2_descriptor(count):
        count += 1
    return count


def load_vst3(path):
    library = ctypes.CDLL(path)
    library.GetPluginFactory.restype = ctypes.c_void_p
    return int(bool(library.GetPluginFactory()))


def load(dist, name):
    archive, = glob.glob(os.path.join(dist, f"rosin-*-{name}.zip"))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(folder)
        tree, = glob.glob(os.path.join(folder, "rosin-*"))
        wrong = 0
        for kind, loads in (("clap", load_clap), ("vst3", load_vst3), ("lv2", load_lv2)):
            path, = [p for p in glob.glob(os.path.join(tree, f"rosin.{kind}", "**", "*"), recursive=True) + [os.path.join(tree, f"rosin.{kind}")]
                     if os.path.isfile(p) and (os.path.basename(p) in ("rosin", "rosin.so", "rosin.dll", "rosin.dylib", "rosin.vst3", "rosin.clap"))]
            count = loads(path)
            print(f"{kind}: {count}")
            wrong += not count
        program, = glob.glob(os.path.join(tree, "rosin-render*"))
        os.chmod(program, 0o755)
        sound = os.path.join(folder, "chalk.wav")
        subprocess.run([program, "chalk", "-d", "1", "-o", sound], check=True)
        return wrong + (os.path.getsize(sound) < 1000)


def main():
    deed, *words = sys.argv[1:]
    if deed == "write":
        with open(words[0], "w", encoding="ascii", newline="\n") as file:
            file.write("\n".join(hashes()) + "\n")
        return 0
    return {"check": check, "load": load}[deed](*words)


if __name__ == "__main__":
    sys.exit(min(main(), 1))
