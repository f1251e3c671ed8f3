# SPDX-License-Identifier: BSD-3-Clause
"""librosin, called: what goes in is checked for its kind, and what the library refuses is raised in its own words."""
import ctypes as c
import inspect
import operator
import os

from ._headers import Headers

_HERE = os.path.dirname(os.path.abspath(__file__))
_KINDS = {c.c_int: int, c.c_longlong: int, c.c_ulonglong: int, c.c_double: float, c.c_char_p: str, None: None}


class Error(ValueError):
    """What the library refused, in its words: what, the value, the range."""


def _open():
    given = os.environ.get("ROSIN_LIBRARY")  # of the same version: the headers are this package's
    names = [given] if given else [os.path.join(_HERE, n) for n in ("librosin.so", "librosin.dylib", "rosin.dll")]
    path = next((n for n in names if os.path.exists(n)), None)
    if path is None:
        raise ImportError(f"rosin: there is no library: {', '.join(names)}")
    text = ""
    for name in ("base", "network", "scene", "tuning", "player", "core"):
        with open(os.path.join(_HERE, "include", name + ".h"), encoding="utf-8") as file:
            text += file.read()
    return c.CDLL(path), Headers(text), text.partition('ROSIN_VERSION "')[2].partition('"')[0]


_library, headers, VERSION = _open()
structs = headers.structs
_LIMITS = {c.c_int: (-2**31, 2**31 - 1), c.c_longlong: (-2**63, 2**63 - 1), c.c_ulonglong: (0, 2**64 - 1)}


def words(enum):
    """Of an enum in C, without what its names have in common: {"note_on": 0, ...}."""
    found = headers.enums[enum]
    common = len(os.path.commonprefix(list(found)).rpartition("_")[0]) + 1
    return {name[common:].lower(): value for name, value in found.items()}


def _given(name, kind, text, value):
    """A value as the C parameter wants it, or an exception that names it."""
    to = operator.index if kind in _LIMITS else float if kind is c.c_double else os.fsencode if kind is c.c_char_p else None
    if to and not (value is None and kind is c.c_char_p):
        try:
            value = to(value)
        except (TypeError, ValueError):
            raise TypeError(f"{name}: {value!r} is no '{text}'") from None
    if kind in _LIMITS:
        low, high = _LIMITS[kind] if name not in ("frame", "frames") else (0, 2**31 - 1)
        if not low <= value <= high:
            raise Error(f"{name}: {value} is out of range: {low} to {high}")
    elif kind is c.c_char_p and value is not None and b"\0" in value:
        raise Error(f"{name}: {value!r} has a zero in it")
    elif kind is c.c_void_p and value is None:
        raise Error(f"{text.split('*')[-1]}: it is closed")
    return value


def fail(text):
    """Raise what the library said."""
    text = text.decode(errors="replace").strip()
    raise MemoryError(text) if "out of memory" in text else Error(text)


def text_of(address):
    """A text that the library has made, freed."""
    text = c.string_at(address) if address else b"out of memory"
    lib.text_free(address or 0)
    return text


def _bind(name, result, parameters):
    function = getattr(_library, name)
    function.restype, function.argtypes = result, [kind for _, kind, _ in parameters]
    said_as = {"char **errors": c.c_void_p, "rosin_error *error": structs["rosin_error"]}.get(parameters[-1][2] if parameters else "")
    taken = parameters[:-1] if said_as else parameters

    def call(*values):
        if len(values) != len(taken):
            raise TypeError(f"{name} takes {len(taken)} values, not {len(values)}")
        values = [_given(*parameter, value) for parameter, value in zip(taken, values)]
        if not said_as:
            return function(*values)
        said = said_as()
        answer = function(*values, c.byref(said))
        if answer is None or (result is c.c_int and answer < 0) or (hasattr(answer, "contents") and not answer):
            fail(text_of(said.value) if said_as is c.c_void_p else said.text or b"out of memory")
        return answer

    return call


class _Functions:
    """Those of the library, without their prefix: lib.scene_load."""

    def __getattr__(self, name):
        if "rosin_" + name not in headers.functions:
            raise AttributeError(name)
        setattr(self, name, _bind("rosin_" + name, *headers.functions["rosin_" + name]))
        return self.__dict__[name]


lib = _Functions()
if lib.version().decode() != VERSION:
    raise ImportError(f"rosin: the library is {lib.version().decode()}, and this is {VERSION}")


def _method(name):
    """A function of the library as a method of what its first parameter is: what comes at a frame, at the next unless said."""
    result, parameters = headers.functions[name]
    taken = [p for p in parameters[1:] if p[0] not in ("error", "frame")] + [p for p in parameters if p[0] == "frame"]
    order = [next(i for i, q in enumerate(taken) if q[0] == p[0]) for p in parameters[1:] if p[0] != "error"]
    where = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature([inspect.Parameter("self", where)] + [
        inspect.Parameter(n, where, annotation=_KINDS[k], default=0 if n == "frame" else inspect.Parameter.empty)
        for n, k, _ in taken], return_annotation=_KINDS[result])

    def method(*values, **named):
        bound = signature.bind(*values, **named)
        bound.apply_defaults()
        own, *rest = bound.arguments.values()
        if "frame" in bound.arguments:
            own._ready()
        answer = getattr(lib, name[6:])(own._handle, *(rest[i] for i in order))
        return answer.decode() if isinstance(answer, bytes) else answer

    method.__name__, method.__doc__, method.__signature__ = name, headers.said.get(name, name), signature
    return method


class Owned:
    """Something of the library's that is freed once: by close(), with `with`, or when nobody has it any more; what is
    closed refuses. Its methods are the library's, by their names."""

    _handle, _kind = None, ""

    def __init_subclass__(cls, kind="", methods=""):
        cls._kind = kind or cls._kind
        for name in methods.split():
            setattr(cls, name, _method(f"rosin_{kind}_{name}"))

    def _ready(self) -> None:
        """Refuse what would be nothing, yet."""

    def close(self) -> None:
        """Free it now; it can be done again."""
        handle, self._handle = self._handle, None
        if handle is not None:
            getattr(lib, self._kind + "_free")(handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()
