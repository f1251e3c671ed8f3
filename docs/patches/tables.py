# SPDX-License-Identifier: BSD-3-Clause
"""What patches say of the engine, from its own tables (build/librosin.so)."""
import ctypes
import os
import subprocess

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
    """(name, what it is, its law) of each."""
    LIB.rosin_surfaces.restype = ctypes.POINTER(Surface)
    rows, found = LIB.rosin_surfaces(), []
    while rows[len(found)].name:
        row = rows[len(found)]
        found.append((row.name.decode(), row.summary.decode(), row.law.decode()))
    return found


def steady(law, velocities):
    """Its force (N) at steady velocities (m/s) under 1 N, rolling at 10 m/s where a law asks for that."""
    LIB.rosin_contact_new.restype = ctypes.c_void_p
    LIB.rosin_contact_steady.restype = ctypes.c_double
    contact = ctypes.c_void_p(LIB.rosin_contact_new(law.encode(), ctypes.c_double(44100), None))
    LIB.rosin_contact_input(contact, b"rolling", ctypes.c_double(10), None)
    forces = [LIB.rosin_contact_steady(contact, ctypes.c_double(v), ctypes.c_double(1)) for v in velocities]
    LIB.rosin_contact_free(contact)
    return forces


def forms():
    """Forms of bodies from matter and size, as `rosin shapes` lists them."""
    listed = subprocess.run([os.path.join(ROOT, "build", "rosin"), "shapes"], check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in listed.splitlines() if line.strip()]
