#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Share of small faults of the sources that unit tests and bats catch (tests/mutate.py), by
a sample that is drawn anew each day, so that no survivor was read before (ROSIN_SEED: one of your own); of the whole tree,
or of one room (`mutate.py faces`), 100 each. Prints a line: name value faults seed."""
import datetime
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SEED = int(os.environ.get("ROSIN_SEED") or datetime.date.today().strftime("%Y%m%d"))
FAULTS, OF_A_ROOM = 300, 100


def main():
    room = sys.argv[1] if len(sys.argv) > 1 else "all"
    done = subprocess.run([sys.executable, os.path.join(HERE, "..", "mutate.py"), "-n", str(FAULTS if room == "all" else OF_A_ROOM),
                           "-s", str(SEED), "--room", room], stdout=subprocess.PIPE, text=True)
    sys.stderr.write(done.stdout)
    found = re.search(r"^(\d+) of (\d+) caught", done.stdout, re.M)
    if found:
        caught, judged = map(int, found.groups())
        print("mutate_caught" + ("" if room == "all" else f"_{room}"), f"{100 * caught / judged:.2f}", judged, SEED)


if __name__ == "__main__":
    main()
