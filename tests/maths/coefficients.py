#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The numbers of src/maths: tables, steps of argument reduction, and polynomials by Remez's exchange
(Remez 1934; Muller, Elementary Functions, ch. 3), all from mpmath's constants and functions.

  coefficients.py         prints src/maths/tables.h; the errors of its polynomials to standard error
  coefficients.py --check exit status 1 if that file is another"""
import os
import subprocess
import sys

from mpmath import atan, cos, exp, expm1, floor, log, lu_solve, matrix, mp, mpf, pi, sin, sinh, tanh, workprec

mp.prec = 400
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILE = os.path.join(ROOT, "src", "maths", "tables.h")

STEPS = 128  # of 2^x, and of the mantissa whose logarithm is taken
LOWEST = 0x3FE6800000000000  # bits of the least mantissa that is taken: 0.703125


def nearest(x):
    """To the nearest double, ties never."""
    return mpf(float(x))


def grid(x, bits):
    """To the nearest multiple of 2^-bits."""
    return floor(x * mpf(2) ** bits + mpf(1) / 2) / mpf(2) ** bits


def leading(x, bits):
    """x with so many bits, cut off."""
    unit = mpf(2) ** (floor(log(abs(x), 2)) + 1 - bits)
    return floor(x / unit) * unit


def remez(f, weight, low, high, count):
    """Polynomial of `count` coefficients whose largest error times `weight` is least, and that error."""
    low, high = mpf(low), mpf(high)
    # from none at 0, where a weight may be 0
    at = [(low + high) / 2 - (high - low) / 2 * cos(pi * (i + mpf("0.4")) / (count + 1)) for i in range(count + 1)]
    for _ in range(8):
        system, right = matrix(count + 1, count + 1), matrix(count + 1, 1)
        for i, x in enumerate(at):
            for j in range(count):
                system[i, j] = x ** j
            system[i, count] = (-1) ** i / weight(x)
            right[i] = f(x)
        found = list(lu_solve(system, right))[:count]

        def error(x):
            return (sum(c * x ** j for j, c in enumerate(found)) - f(x)) * weight(x)
        grains = [low + (high - low) * (1 - cos(pi * i / 400)) / 2 for i in range(401)]
        errors = [error(x) for x in grains]
        peaks = []  # the largest of each stretch of one sign
        for x, e in zip(grains, errors):
            if peaks and (peaks[-1][1] > 0) == (e > 0):
                peaks[-1] = max(peaks[-1], (x, e), key=lambda p: abs(p[1]))
            else:
                peaks.append((x, e))
        while len(peaks) > count + 1:
            peaks.pop(0 if abs(peaks[0][1]) < abs(peaks[-1][1]) else -1)
        if len(peaks) < count + 1:
            break
        at = [x for x, _ in peaks]
    return found, max(map(abs, errors))


def beyond(f, first):
    """f, which at 0 is `first` and near it loses digits."""
    return lambda x: f(x) if abs(x) > mpf(10) ** -20 else first


def written(x):
    return float(x).hex()


def polynomial(name, what, f, weight, low, high, count):
    found, error = remez(f, weight, low, high, count)
    rounded = [nearest(c) for c in found]
    print(f"{name}: 2^{float(log(error, 2)):.1f}", file=sys.stderr)
    yield f"/* {what}; error 2^{float(log(error, 2)):.1f} */"
    yield f"static const double rosin_{name}[{count}] = {{{', '.join(map(written, rounded))}}};"


def number(name, value, what):
    return f"static const double rosin_{name} = {written(value)}; /* {what} */"


def exponentials():
    step = log(2) / STEPS
    high = leading(step, 35)
    yield number("exp_per_step", 1 / step, f"{STEPS}/ln 2")
    yield number("exp_step", high, f"ln 2/{STEPS}, in 35 bits, so that a multiple is exact")
    yield number("exp_step_rest", step - high, "what that leaves")
    yield f"/* 2^(i/{STEPS}) = h (1 + t): t, and the bits of h */"
    rows = []
    for i in range(STEPS):
        whole = mpf(2) ** (mpf(i) / STEPS)
        h = nearest(whole)
        rows.append(f"{{{{{written(whole / h - 1)}}}, {{{written(h)}}}}}")
    yield f"static const rosin_maths_number rosin_exp_table[{STEPS}][2] = {{{', '.join(rows)}}};"
    edge = step / 2 * mpf("1.01")  # an exponent has a rest
    small = beyond(lambda r: (exp(r) - 1 - r) / r ** 2, mpf(1) / 2)
    yield from polynomial("exp_poly", "(e^r - 1 - r)/r^2, as a share of e^r", small, lambda r: r ** 2, -edge, edge, 4)
    half = mpf(1) / (2 * STEPS) * mpf("1.0001")
    small = beyond(lambda r: (mpf(2) ** r - 1) / r, log(2))
    yield from polynomial("exp2_poly", "(2^r - 1)/r, as a share of 2^r", small, abs, -half, half, 5)
    small = beyond(lambda x: (expm1(x) - x - x ** 2 / 2) / x ** 3, mpf(1) / 6)
    edge = mpf("0.35")
    yield from polynomial("expm1_poly", "(e^x - 1 - x - x^2/2)/x^3, as a share of x", small, lambda x: x ** 2, -edge, edge, 10)
    small = beyond(lambda t: (tanh(t ** mpf("0.5")) / t ** mpf("0.5") - 1) / t, -mpf(1) / 3)
    yield from polynomial("tanh_poly", "(tanh x - x)/x^3 of x^2, as a share of x", small, abs, 0, mpf("0.3001") ** 2, 8)
    small = beyond(lambda t: (sinh(t ** mpf("0.5")) / t ** mpf("0.5") - 1) / t, mpf(1) / 6)
    yield from polynomial("sinh_poly", "(sinh x - x)/x^3 of x^2, as a share of x", small, abs, 0, mpf("0.3001") ** 2, 5)


def mantissa(bits):
    """The double of these bits."""
    return mpf(1 + mpf(bits & (2 ** 52 - 1)) / 2 ** 52) * mpf(2) ** ((bits >> 52) - 1023)


def logarithms():
    high = leading(log(2), 42)
    yield number("ln2", high, "ln 2 in 42 bits, so that a multiple, and a sum with the table's, is exact")
    yield number("ln2_rest", log(2) - high, "what that leaves")
    per = leading(1 / log(2), 26)
    yield number("per_ln2", per, "1/ln 2 in 26 bits")
    yield number("per_ln2_rest", 1 / log(2) - per, "what that leaves")
    yield "/* 1/c in 13 bits of a c within each step; -ln of it on a grid of 2^-42, and the rest */"
    rows, least, most = [], mpf(0), mpf(0)
    for i in range(STEPS):
        a, b = mantissa(LOWEST + (i << 45)), mantissa(LOWEST + ((i + 1) << 45))
        inverse = mpf(1) if 1 in (a, b) else grid(2 / (a + b), 13)  # beside 1: ln(1 + r) alone
        least, most = min(least, a * inverse - 1), max(most, b * inverse - 1)
        h = grid(-log(inverse), 42)
        rows.append(f"{{{written(inverse)}, {written(h)}, {written(-log(inverse) - h)}}}")
    yield f"static const double rosin_log_table[{STEPS}][3] = {{{', '.join(rows)}}};"
    small = beyond(lambda r: (log(1 + r) - r + r ** 2 / 2) / r ** 3, mpf(1) / 3)
    what = "(ln(1 + r) - r + r^2/2)/r^3, as a share of r"
    yield from polynomial("log_poly", what, small, lambda r: r ** 2, least, most, 5)
    yield from polynomial("log_fine_poly", "the same, finer", small, lambda r: r ** 2, least, most, 7)


def circles():
    yield number("per_quarter", 2 / pi, "2/pi")
    rest, parts = pi / 2, []
    for bits in (33, 33, 53):
        parts.append(leading(rest, bits) if bits < 53 else nearest(rest))
        rest -= parts[-1]
    yield "/* pi/2 in three parts, the first two of 33 bits, so that multiples are exact */"
    yield f"static const double rosin_quarter[3] = {{{', '.join(map(written, parts))}}};"
    edge = (pi / 4 * mpf("1.0001")) ** 2
    small = beyond(lambda t: (sin(t ** mpf("0.5")) / t ** mpf("0.5") - 1) / t, -mpf(1) / 6)
    yield from polynomial("sin_poly", "(sin r - r)/r^3 of r^2, as a share of r", small, abs, 0, edge, 6)
    small = beyond(lambda t: (cos(t ** mpf("0.5")) - 1 + t / 2) / t ** 2, mpf(1) / 24)
    yield from polynomial("cos_poly", "(cos r - 1 + r^2/2)/r^4 of r^2", small, lambda t: t ** 2, 0, edge, 6)
    with workprec(1500):
        whole = int(floor(2 / pi * mpf(2) ** 1280))
    words = [whole >> 32 * (39 - i) & 0xffffffff for i in range(40)]
    yield "/* 2/pi: its bits after the point, 32 a word */"
    yield f"static const uint32_t rosin_two_over_pi[40] = {{{', '.join(f'0x{w:08x}' for w in words)}}};"


def arcs():
    half = nearest(pi / 2)
    yield number("right_angle", half, "pi/2")
    yield number("right_angle_rest", pi / 2 - half, "what that leaves")
    rows = [(atan(mpf(i) / 32), mpf(i) / 32) for i in range(9, 32, 2)]
    yield "/* atan(i/32) of i = 9, 11 ... 31, and what that leaves */"
    pairs = ", ".join(f"{{{written(a)}, {written(a - nearest(a))}}}" for a, _ in rows)
    yield f"static const double rosin_atan_table[{len(rows)}][2] = {{{pairs}}};"
    small = beyond(lambda t: (atan(t ** mpf("0.5")) / t ** mpf("0.5") - 1) / t, -mpf(1) / 3)
    yield from polynomial("atan_poly", "(atan t - t)/t^3 of t^2, as a share of t", small, abs, 0, mpf("0.2501") ** 2, 9)


HEAD = """/* SPDX-License-Identifier: BSD-3-Clause */
/* Written by tests/maths/coefficients.py, which says what each is: do not edit. */
#ifndef ROSIN_MATHS_TABLES_H
#define ROSIN_MATHS_TABLES_H

#include <stdint.h>

/** A number, and its bits. */
typedef union {
  double value;
  int64_t bits;
} rosin_maths_number;

/* each file takes what it needs */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#endif
"""


def main():
    lines = [HEAD]
    for part in (exponentials, logarithms, circles, arcs):
        lines += [*part(), ""]
    text = "\n".join(lines) + "\n#endif\n"
    style = ["clang-format", f"--assume-filename={FILE}"]
    text = subprocess.run(style, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    if sys.argv[1:] == ["--check"]:
        with open(FILE) as file:
            return file.read() != text
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
