# SPDX-License-Identifier: BSD-3-Clause
"""What patches say of the engine, from its own tables (build/librosin.so)."""
import ctypes
import os

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


class Row(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("unit", ctypes.c_char_p), ("low", ctypes.c_double),
                ("high", ctypes.c_double), ("initial", ctypes.c_double),
                ("meaning", ctypes.c_char_p), ("offset", ctypes.c_size_t),
                ("extensive", ctypes.c_int), ("kind", ctypes.c_int), ("words", ctypes.c_void_p),
                ("group", ctypes.c_char_p), ("builds", ctypes.c_int)]


LIB = ctypes.CDLL(os.path.join(ROOT, "build", "librosin.so"), mode=ctypes.RTLD_GLOBAL)


def table(function, *arguments):
    f = getattr(LIB, function)
    f.restype = ctypes.POINTER(Row)
    rows, out = f(*arguments), []
    for i in range(100):
        if not rows[i].name:
            return out
        out.append(rows[i])
    return out


def laws():
    LIB.rosin_law_name.restype = ctypes.c_char_p
    return [LIB.rosin_law_name(i).decode() for i in range(LIB.rosin_laws())]


def law_summaries():
    LIB.rosin_law_summary.restype = ctypes.c_char_p
    return [LIB.rosin_law_summary(i).decode() for i in range(LIB.rosin_laws())]


class Surface(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("summary", ctypes.c_char_p), ("law", ctypes.c_char_p),
                ("set", (ctypes.c_char_p * 2) * 9)]


def surfaces():
    LIB.rosin_surfaces.restype = ctypes.POINTER(Surface)
    rows, names = LIB.rosin_surfaces(), []
    while rows[len(names)].name:
        names.append(rows[len(names)].name.decode())
    return names


def row_text(row, name=None):
    unit = row.unit.decode()
    return (f"{name or row.name.decode()} {unit.upper().replace(' ', '_') or 'NUMBER'}: "
            f"{row.meaning.decode()}; {row.low:g} to {row.high:g}{' ' + unit if unit else ''}, "
            f"default {row.initial:g}")
