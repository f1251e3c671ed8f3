# SPDX-License-Identifier: BSD-3-Clause
"""librosin, called: what goes in is checked for its kind, and what the library refuses is raised in its own words."""
import contextlib
import ctypes as c
import functools
import inspect
import operator
import os
import pathlib
import types

from ._headers import Headers

_HERE = pathlib.Path(__file__).resolve().parent
_KINDS = {c.c_int: int, c.c_longlong: int, c.c_ulonglong: int, c.c_double: float, c.c_char_p: str, None: None}
_LIMITS = {c.c_int: (-2**31, 2**31 - 1), c.c_longlong: (-2**63, 2**63 - 1), c.c_ulonglong: (0, 2**64 - 1)}


class Error(ValueError):
    """What the library refused, in its words: what, the value, the range."""


_given_path = os.environ.get("ROSIN_LIBRARY")  # of the same version: the headers are this package's
_paths = [_given_path] if _given_path else [str(_HERE / n) for n in ("librosin.so", "librosin.dylib", "rosin.dll")]
_library = next((c.CDLL(path) for path in _paths if os.path.exists(path)), None)
if _library is None:
    raise ImportError(f"rosin: there is no library: {', '.join(_paths)}")
_text = "".join((_HERE / "include" / f"{name}.h").read_text("utf-8") for name in ("base", "network", "scene", "tuning", "player", "core"))
headers, VERSION = Headers(_text), _text.partition('ROSIN_VERSION "')[2].partition('"')[0]
structs = headers.structs


def _given(name, kind, text, value):
    """A value as the C parameter wants it, or an exception that names it."""
    to = operator.index if kind in _LIMITS else {c.c_double: float, c.c_char_p: lambda v: v if v is None else os.fsencode(v)}.get(kind)
    try:
        value = to(value) if to else value
    except (TypeError, ValueError):
        raise TypeError(f"{name}: {value!r} is no '{text}'") from None
    low, high = (0, 2**31 - 1) if kind in _LIMITS and name in ("frame", "frames") else _LIMITS.get(kind, (0, 0))
    if kind in _LIMITS and not low <= value <= high:
        raise Error(f"{name}: {value} is out of range: {low} to {high}")
    if kind is c.c_char_p and b"\0" in (value or b""):
        raise Error(f"{name}: {value!r} has a zero in it")
    if kind is c.c_void_p and value is None:
        raise Error(f"{text.split('*')[-1]}: it is closed")
    return value


counted = functools.partial(_given, "frames", c.c_int, "int frames")


def text_of(address):
    """A text that the library has made, freed."""
    if not address:
        raise MemoryError("out of memory")
    text = c.string_at(address).decode(errors="replace").strip()
    lib.text_free(address)
    return text


def said(value):
    """A value as the library reads it: numbers to 17 digits, so that nothing is lost."""
    return value if isinstance(value, str) else format(value, ".17g")


def _bind(name, result, parameters):
    function = getattr(_library, name)
    function.restype, function.argtypes = result, [kind for _, kind, _ in parameters]
    kind = {"char **errors": c.c_void_p, "rosin_error *error": structs["rosin_error"]}.get(parameters[-1][2] if parameters else "")
    taken = parameters[:-1] if kind else parameters

    def call(*values):
        told = [kind()] if kind else []
        answer = function(*(_given(*p, value) for p, value in zip(taken, values)), *map(c.byref, told))
        if told and (answer is None or (result is c.c_int and answer < 0) or (hasattr(answer, "contents") and not answer)):
            text = text_of(told[0].value) if kind is c.c_void_p else (told[0].text or b"out of memory").decode(errors="replace")
            raise MemoryError(text) if "out of memory" in text else Error(text)
        return answer

    return call


_library.rosin_version.restype = c.c_char_p
if _library.rosin_version().decode() != VERSION:
    raise ImportError(f"rosin: the library is {_library.rosin_version().decode()}, and this is {VERSION}")
# those of the library, without their prefix: lib.scene_load
lib = types.SimpleNamespace(**{name[6:]: _bind(name, *function) for name, function in headers.functions.items()})


def _method(name, event):
    """A function of the library as a method of what its first parameter is: what comes at a frame, at the next unless said.
    An event is said in words, so that it is refused as it would be nothing."""
    result, parameters = headers.functions[name]
    wanted = [n for n, _, _ in parameters[1:] if n != "error"]
    taken = {"self": inspect.Parameter.empty, **{n: k for n, k, _ in parameters[1:] if n in wanted and n != "frame"},
             **({"frame": c.c_int} if "frame" in wanted else {})}
    signature = inspect.Signature([
        inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=_KINDS.get(k, k),
                          default=0 if n == "frame" else inspect.Parameter.empty) for n, k in taken.items()], return_annotation=_KINDS[result])

    def method(*values, **named):
        bound = signature.bind(*values, **named)
        bound.apply_defaults()
        given = bound.arguments
        if event:
            told = " ".join([event, *(said(given[n]) for n in wanted if n != "frame")])
            return lib.core_happen(given["self"]._handle, given.get("frame", 0), told)
        answer = getattr(lib, name[6:])(given["self"]._handle, *(given[n]._handle if taken[n] is c.c_void_p else given[n] for n in wanted))
        for n in (n for n in wanted if taken[n] is c.c_void_p):
            given["self"]._borrow(given[n])
        return answer.decode() if isinstance(answer, bytes) else answer

    method.__name__, method.__doc__, method.__signature__ = name, headers.said.get(name, name), signature
    return method


class Owned(contextlib.AbstractContextManager):
    """Something of the library's that is freed once: by close(), with `with`, or when nobody has it any more; what is
    closed refuses. Its methods are the library's, by their names."""

    _handle, _kind = None, ""

    def __init_subclass__(cls, kind="", methods="", happens=""):
        cls._kind = kind or cls._kind
        for name in [*methods.split(), *happens.split()]:
            setattr(cls, name, _method(f"rosin_{kind}_{name}", name if name in happens.split() else ""))

    def close(self) -> None:
        """Free it now; it can be done again."""
        handle, self._handle = self._handle, None
        if handle is not None:
            getattr(lib, self._kind + "_free")(handle)

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()
