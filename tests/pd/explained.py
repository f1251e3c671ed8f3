# SPDX-License-Identifier: BSD-3-Clause
"""Whether every law's parameters are told, with unit, range and default: by `print LAW`, by the help's pages of laws, and by
`print` of the law there is. Lists what is missing."""
import os
import re
import sys

from pdrun import ROOT, Patch

sys.path.insert(0, os.path.join(ROOT, "docs", "patches"))
from geometry import plain  # noqa: E402
from page import told as in_help  # noqa: E402
from tables import laws, table  # noqa: E402


def number(x):
    return re.escape(f"{x:g}")


def line(row, value=""):
    unit = re.escape(row.unit.decode())
    return (rf"^  {row.name.decode()}{value}: {re.escape(row.meaning.decode())} \({number(row.low)} to {number(row.high)}"
            rf"{' ' if unit else ''}{unit}, default {number(row.initial)}\)$")


def missing():
    p = Patch(0.5)
    rub = p.obj("rosin.friction~ - nobody")
    told = [f"print {law}" for law in (*laws(), "laws", "nothing")] + ["law dahl, print"]
    for i, text in enumerate(told):
        later, message = p.obj(f"delay {10 * (i + 1)}"), p.msg(text)
        p.wire(p.order, 1, later, 0)
        p.wire(later, 0, message, 0)
        p.wire(message, 0, rub, 0)
    log = p.run(check=False)[""]
    with open(os.path.join(ROOT, "help", "rosin.friction~-help.pd")) as f:
        help_text = " ".join(plain(f.read().split()).split())
    for law in laws():
        for row in table("rosin_law_parameters", law.encode()):
            if not re.search(line(row), log, re.M):
                yield f"print {law}: {row.name.decode()}"
            message, words = (" ".join(plain(text.replace(";", ",").split()).split()) for text in in_help(row))
            if words not in help_text.replace(" ,", ",") or f" {message}; " not in help_text:
                yield f"help, {law}: {row.name.decode()}"
        if f"\n{law}: " not in log:
            yield f"print laws: {law}"
    for row in table("rosin_law_parameters", b"dahl"):
        if not re.search(line(row, " [-+.e0-9]+"), log, re.M):
            yield f"print: {row.name.decode()}"
    if "print: there is nothing to say of 'nothing'" not in log:
        yield "print nothing: no line"


if __name__ == "__main__":
    found = list(missing())
    print(*found, sep="\n")
    sys.exit(found != [])
