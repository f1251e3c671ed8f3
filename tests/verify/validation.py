#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every row of docs/validation.md, measured again without drawing: for each figure of the
papers the number of rows outside their tolerance. Prints lines: name value rows seed. Needs numpy, scipy and matplotlib."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["ROSIN"] = os.path.abspath(os.environ.get("ROSIN", "build/rosin"))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "..", "..", "docs", "figures"))
import common  # noqa: E402
import canudas  # noqa: E402,F401
import canudas_more  # noqa: E402,F401
import closed  # noqa: E402,F401
import contact  # noqa: E402,F401
import dafx  # noqa: E402,F401
import dafx_bowed  # noqa: E402,F401
import dafx_heat  # noqa: E402,F401
import falling  # noqa: E402,F401
import martinez  # noqa: E402,F401
import martinez_fields  # noqa: E402,F401
import motionsolve  # noqa: E402,F401
import rolling  # noqa: E402,F401


def main():
    common.Sheet.save = lambda self, figure: common.plt.close(figure)
    known = common.laws()
    for _, sheet, function in common.SHEETS:
        missing = [law for law in sheet.needs if law not in known]
        if missing:
            print(f"{sheet.name}: there is no law {', '.join(missing)}", file=sys.stderr)
            continue
        function(sheet)
        name = "validation_" + sheet.name.replace("-", "_")
        print(f"{name}_outside", len(sheet.outside()), len(sheet.rows), 0, flush=True)
        for quantity, paper, rosin, unit, within, _ in sheet.outside():
            print(f"{name}: {quantity}: {rosin:.8g} is not {paper:.8g} {unit} within {within:g}", file=sys.stderr)


if __name__ == "__main__":
    main()
