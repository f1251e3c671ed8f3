# SPDX-License-Identifier: BSD-3-Clause
"""The library's tables, as they are: parameters, laws, forms, matter."""
import ctypes as c
import itertools
from typing import Any, Dict, Iterable, List, NamedTuple, NoReturn, Optional

from ._library import Error, lib


class Parameter(NamedTuple("Parameter", [
        ("name", str), ("unit", str), ("low", float), ("high", float), ("initial", float), ("meaning", str), ("words", List[str]),
        ("group", Optional[str]), ("builds", bool)])):
    """A row of a table; its range has both ends. What `builds` is set as bodies are built."""

    def __str__(self) -> str:
        return (f"{self.name} = {self.initial:.6g}  {self.low:.6g} to {self.high:.6g} {self.unit}: {self.meaning}"
                + (f" ({', '.join(self.words)})" if self.words else ""))


class Row(NamedTuple("Row", [("name", str), ("summary", str), ("parameters", Dict[str, Parameter]), ("values", Dict[str, Any])])):
    """A law, a form, a surface, a material or a pair of matter: what the library says of it."""

    def __str__(self) -> str:
        return "\n  ".join([f"{self.name}: {self.summary}", *map(str, self.parameters.values()), *(f"{k} = {v}" for k, v in self.values.items())])


def _text(value):
    return value.decode() if isinstance(value, bytes) else value


def until_none(at):
    """at(0), at(1), ... up to the first that is None; of bytes as text."""
    return map(_text, itertools.takewhile(lambda x: x is not None, map(at, itertools.count())))


def _named(rows, key="name"):
    """Rows of C up to the one without a name; a NULL has none."""
    return until_none(lambda i: rows[i] if getattr(rows[i], key) else None) if rows else ()


def row(p) -> Parameter:
    """Of one in C."""
    return Parameter(_text(p.name), _text(p.unit or b""), p.low, p.high, p.initial, _text(p.meaning or b""),
                     list(until_none(lambda i: lib.parameter_word(p, i))), _text(p.group), bool(p.builds))


def rows_of(pointers) -> Dict[str, Parameter]:
    """Of pointers to such."""
    return {p.name: p for p in (row(pointer.contents) for pointer in pointers)}


def table(first) -> Dict[str, Parameter]:
    """Of a table in C."""
    return {p.name: p for p in map(row, _named(first))}


def _rows_of(items) -> Dict[str, Row]:
    """Of structs in C, with their fields' own names."""
    def made(item):
        values = {n: _text(getattr(item, n)) for n, _ in item._fields_ if n not in ("name", "summary", "set", "parameter")}
        values.update((_text(v.key), v.value) for v in _named(list(getattr(item, "set", [])), "key"))
        return Row(_text(item.name), _text(getattr(item, "summary", b"")), table(getattr(item, "parameter", None)), values)
    return {_text(item.name): made(item) for item in items}


def laws() -> Dict[str, Row]:
    """Friction laws by their names, each with its parameters."""
    return {n: Row(n, _text(lib.law_summary(i)), table(lib.law_parameters(n)), {}) for i, n in enumerate(map(_text, map(lib.law_name, range(lib.laws()))))}


def forms() -> Dict[str, Row]:
    """Forms of bodies by their names, each with its parameters."""
    return _rows_of(lib.form_at(i).contents for i in range(lib.forms()))


def surfaces() -> Dict[str, Row]:
    """Surfaces by their names: a law, and what of it they set. A contact takes one for a law."""
    return _rows_of(_named(lib.surfaces()))


def materials() -> Dict[str, Row]:
    """What bodies are made of."""
    return _rows_of(_named(lib.materials()))


def friction_pairs() -> Dict[str, Row]:
    """Friction of two kinds of matter: "steel/ice"."""
    return _rows_of(_named(lib.friction_pairs()))


def scenes() -> List[str]:
    """Names of the scenes that are built in."""
    return [_text(lib.scene_name(i)) for i in range(lib.scenes())]


def refuse(owner: str, name: str, known: Iterable[str]) -> NoReturn:
    """There is none of that name; what there is."""
    raise Error(f"{owner}: there is no '{name}'; there are: {', '.join(known)}")


def filled(owner, rows, struct, given):
    """`struct`, or an array of doubles, with the table's defaults and what was given by name, checked by the table."""
    lib.parameters_default(rows, c.addressof(struct))
    for name, value in given.items():
        lib.parameter_put(rows, owner, name, value, c.addressof(struct))
    return struct


def documented(**tables):
    """A class whose docstring ends with the library's own tables."""
    def of(cls):
        cls.__doc__ += "".join(f"\n\n{heading.replace('_', ' ')}:\n  " + "\n  ".join(map(str, rows.values()))
                               for heading, rows in tables.items())
        return cls
    return of
