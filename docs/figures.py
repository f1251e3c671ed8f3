#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make figures`: draws docs/figures/*.png and writes docs/validation.md from what `rosin`
computes. docs/figures.py [NAME]... draws only those of the papers' figures, and leaves the
page alone. Needs numpy, scipy and matplotlib."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "figures"))
sys.dont_write_bytecode = True
import common  # noqa: E402
import martinez  # noqa: E402,F401
import martinez  # noqa: E402,F401  (the page has the order of these imports)
import canudas  # noqa: E402,F401
import bowed  # noqa: E402
import dafx  # noqa: E402,F401
import motionsolve  # noqa: E402,F401
import closed  # noqa: E402,F401
import falling  # noqa: E402,F401
import effects  # noqa: E402
import scenes  # noqa: E402
import slips  # noqa: E402

HEAD = """# Validation

Every figure of the papers that shows a model, drawn from `rosin`'s output, and its numbers
beside the paper's. Written by `make figures`; do not edit. What stands under "paper" is printed
in the paper, or computed from its equations without rosin (closed forms, quadrature, an ODE
solver); differences are relative to it. The scripts are `docs/figures/*.py`; `make verify`
checks every row.
"""


def main():
    common.draw_all(sys.argv[1:])
    if sys.argv[1:]:
        print("\n".join(common.page(sys.argv[1:])))
        return
    scenes.draw()
    bowed.draw()
    effects.draw()
    with open(os.path.join(HERE, "validation.md"), "w") as f:
        f.write(HEAD + "\n" + "\n".join(common.page() + slips.lines()).rstrip() + "\n")


if __name__ == "__main__":
    main()
