#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Steady curves by Pacejka's formula with published tyre constants, as CSV (slip in
percent, force over load), for `rosin fit`: tests/pacejka.py SET [ROWS [HIGHEST_SLIP]].

  canudas      c1 1, c2 2, c3 0.1, c4 1 (Canudas-de-Wit et al. 2003, Fig. 8)
  bakker-KN    longitudinal force at KN = 2, 4, 6 or 8 kN: the constants of Bakker,
               Nyborg and Pacejka (SAE 870421, 1987), which Martinez (2025) cites"""
import math
import sys

A = (-21.3, 1144.0, 49.6, 226.0, 0.069, -0.006, 0.056, 0.486)
SETS = ("canudas", "bakker-2", "bakker-4", "bakker-6", "bakker-8")


def constants(name):
    """B, C, D (per unit load), E."""
    if name == "canudas":
        return 0.1, 2.0, 1.0, 1.0
    load = float(name.split("-")[1])
    c = 1.65
    d = A[0] * load**2 + A[1] * load
    bcd = (A[2] * load**2 + A[3] * load) / math.exp(A[4] * load)
    return bcd / (c * d), c, d / (1000 * load), A[5] * load**2 + A[6] * load + A[7]


def pacejka(name, slip):
    b, c, d, e = constants(name)
    x = b * slip
    return d * math.sin(c * math.atan(x - e * (x - math.atan(x))))


def rows(name, count=201, highest=100.0):
    """(slip in percent, force over load), evenly from 0."""
    for i in range(count):
        slip = highest * i / (count - 1)
        yield slip, pacejka(name, slip)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in SETS:
        sys.exit(f"usage: pacejka.py {'|'.join(SETS)} [ROWS [HIGHEST_SLIP]]")
    given = [int(w) for w in sys.argv[2:3]] + [float(w) for w in sys.argv[3:4]]
    print("slip,force")
    for slip, force in rows(sys.argv[1], *given):
        print(f"{slip:.6g},{force:.10g}")
