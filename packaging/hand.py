#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What `make cross` has laid out, as it is handed out: hand.py LAID VERSION TIME DIST. Of each machine a wheel; where targets.tsv
names it for deken, a package for Pd in DIST/dek, and a zip with plugins and the library."""
import glob
import os
import shutil
import subprocess
import sys

from targets import targets
from zip import pack

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
READ = {"linux": "linux-cross.txt", "macos": "macos.txt", "windows": "windows-arm64.txt"}


def zipped(tree, system, version, to):
    """Plugins as they are copied; the library and its headers beside them."""
    shutil.rmtree(to, ignore_errors=True)
    os.makedirs(to)
    for path in glob.glob(os.path.join(tree, "rosin-render*")):
        shutil.copy2(path, to)
    for path in glob.glob(os.path.join(tree, "rosin.clap")) + glob.glob(os.path.join(tree, "rosin.vst3")) + glob.glob(os.path.join(tree, "rosin.lv2")):
        (shutil.copytree if os.path.isdir(path) else shutil.copy2)(path, os.path.join(to, os.path.basename(path)))
    os.makedirs(os.path.join(to, "lib"))
    for path in glob.glob(os.path.join(tree, "*rosin.so")) + glob.glob(os.path.join(tree, "*.dylib")) + glob.glob(os.path.join(tree, "*.dll")):
        shutil.copy2(path, os.path.join(to, "lib"))
    if system == "linux":  # by the name that whoever is linked with it looks for; a zip has no links
        shutil.copy2(os.path.join(tree, "librosin.so"), os.path.join(to, "lib", "librosin.so." + version.rsplit(".", 1)[0]))
    shutil.copytree(os.path.join(ROOT, "include"), os.path.join(to, "include"))
    shutil.copyfile(os.path.join(ROOT, "LICENSE"), os.path.join(to, "LICENSE"))
    shutil.copyfile(os.path.join(HERE, "notices.txt"), os.path.join(to, "LICENSE.others"))
    for path in glob.glob(os.path.join(tree, "LICENSE.*")):
        shutil.copy2(path, to)
    shutil.copyfile(os.path.join(HERE, READ[system]), os.path.join(to, "README.txt"))


def main():
    laid, version, seconds, dist = sys.argv[1:]
    for name in sorted(os.listdir(laid)):
        target, tree = targets()[name], os.path.join(laid, name)
        subprocess.run([sys.executable, os.path.join(ROOT, "bindings/python/wheel.py"), version, seconds, os.path.join(tree, "python/rosin"),
                        dist, target.wheel], check=True)
        if target.dek == "-":
            continue
        subprocess.run([sys.executable, os.path.join(HERE, "dek.py"), os.path.join(tree, "pd/rosin"), version, target.dek, seconds,
                        os.path.join(dist, "dek")], check=True)
        system = name.split("-")[0]
        needs = f"-glibc{target.least}" if system == "linux" else ""
        stage = os.path.join(dist, "stage", f"rosin-{version}-{name}{needs}")
        zipped(tree, system, version, stage)
        pack(int(seconds), stage, os.path.join(dist, os.path.basename(stage) + ".zip"))


if __name__ == "__main__":
    main()
