#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make figures`: draws docs/figures/*.png and writes docs/validation.md from what `rosin`
computes. docs/figures.py --papers does the papers' figures and that page alone, [NAME]... draws
only those and leaves the page as it is. Needs numpy, scipy and matplotlib."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "figures"))
sys.dont_write_bytecode = True
import common  # noqa: E402
import martinez  # noqa: E402,F401  (the page has the order of these imports)
import martinez_fields  # noqa: E402,F401
import canudas  # noqa: E402,F401
import canudas_more  # noqa: E402,F401
import rolling  # noqa: E402,F401
import effects  # noqa: E402  before those who bring tests/verify, which has one of that name
import bowed  # noqa: E402
import dafx  # noqa: E402,F401
import dafx_bowed  # noqa: E402,F401
import dafx_heat  # noqa: E402,F401
import motionsolve  # noqa: E402,F401
import contact  # noqa: E402,F401
import closed  # noqa: E402,F401
import falling  # noqa: E402,F401
import scenes  # noqa: E402
import slips  # noqa: E402

HEAD = """# Validation

Every figure of the papers that shows a model, drawn from `rosin`'s output, and its numbers
beside the paper's. Written by `make figures`; do not edit. The scripts are `docs/figures/*.py`;
`make verify` checks every row. Differences are relative to the paper's value.

## What is verification here, and what validation

**Verification** asks whether the equations are solved right. So does nearly all of this page: rows
marked *equation* set rosin beside what follows from a paper's equations without rosin (closed
forms, quadrature, an ODE solver), rows marked *printed* beside a number that stands in the paper, which
also says whether we read it right. {equation} rows of the first kind, {printed} of the second; {finer} marked *finer*
set rosin beside itself at a finer rate, where no equation gives the value. More of it:
convergence, energy, tuning and identities in [reliability.md](reliability.md), and
[an open benchmark](../bench/friction/README.md) of friction with converged references and other engines.

**Validation** asks whether nature does so. Beside measurements stand

| what was measured | where rosin stands |
|---|---|
| where a cello string that a robot bows gives a tone; its attacks (Lampis and others) | [measured-string.md](measured-string.md) |
| lift of an airfoil (Ladson 1988), by the induction curve | Fig. 13 of Martinez below: FIT 99.996 % |
| how the pitch of a violin flattens under the bow (Schoonderwaldt 2009) | `flattening_*_cents` of `make verify` |

Not validated, since what was measured is not public or not at hand: tyres (Fig. 10 to 12 of Martinez; 1, 5 and 11 to 15
of Canudas-de-Wit), protons in water (Fig. 14 of Martinez), the airfoil's points of Fig. 13 itself. There the
curves and the equations are verified, and the fits are the papers' word.
"""


def write_page():
    bases = [row[-1] for _, sheet, _ in common.SHEETS for row in sheet.rows]
    head = HEAD.format(**{basis: bases.count(basis) for basis in common.BASES})
    with open(os.path.join(HERE, "validation.md"), "w") as f:
        f.write(head + "\n" + "\n".join(common.page() + slips.lines()).rstrip() + "\n")


def main():
    names = [word for word in sys.argv[1:] if word != "--papers"]
    common.draw_all(names)
    if names:
        print("\n".join(common.page(names)))
        return
    write_page()
    if "--papers" not in sys.argv[1:]:
        scenes.draw()
        bowed.draw()
        effects.draw()


if __name__ == "__main__":
    main()
