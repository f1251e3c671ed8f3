# SPDX-License-Identifier: BSD-3-Clause
"""The machines of targets.tsv, by their names."""
import collections
import os

Target = collections.namedtuple("Target", "name triple suffix inside wheel dek pd least")


def targets():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "targets.tsv"), encoding="utf-8") as file:
        rows = [Target(*line.rstrip("\n").split("\t")) for line in file if not line.startswith("#")]
    return {row.name: row for row in rows}
