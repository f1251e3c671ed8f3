# SPDX-License-Identifier: BSD-3-Clause
"""What is handed out, made once more where everything is otherwise that should leave no trace in it: in a clone, in a folder of a longer
name, fourteen hours east, by somebody whose files nobody else may read, in another language, with one job in place of two."""
import os
import shutil
import subprocess

ENVIRONMENT = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8", "CCACHE_DISABLE": "1", "SOMETHING": "else"}
MASK = 0o077


def plain():
    """The environment without what `make verify` has put there."""
    return {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}


def here(root, where, part, *words):
    """A part of it into `where`, as usual; nothing comes from a cache of a compiler, or the second would be the first."""
    subprocess.run(["make", "-C", root, "-j2", f"DIST={os.path.relpath(where, root)}", f"dist-{part}", *words], check=True,
                   stdout=subprocess.DEVNULL, env={**plain(), "TZ": "UTC", "CCACHE_DISABLE": "1"})


def elsewhere(root, folder, parts, *words):
    """All parts of what is committed; gives back where they are."""
    clone = os.path.join(folder, "another-folder-of-a-longer-name", "rosin")
    shutil.rmtree(clone, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", root, clone], check=True, umask=MASK)
    for part in parts:
        subprocess.run(["make", "-C", clone, f"dist-{part}", *words], check=True, stdout=subprocess.DEVNULL, umask=MASK,
                       env={**plain(), **ENVIRONMENT, "HOME": os.path.join(folder, "nobody's")})
    return os.path.join(clone, "build", "dist")
