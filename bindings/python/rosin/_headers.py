# SPDX-License-Identifier: BSD-3-Clause
"""The library's own headers, read for what ctypes must know of it: structs, constants, functions and what is said of
them. Nothing is declared twice, so nothing can be declared otherwise than it is."""
import ctypes as c
import re

_BASE = {"int": c.c_int, "double": c.c_double, "float": c.c_float, "size_t": c.c_size_t, "char": c.c_char, "void": None,
         "unsigned char": c.c_ubyte, "long long": c.c_longlong, "unsigned long long": c.c_ulonglong}
_DECLARED = re.compile(r"(?:typedef )?enum \{([^}]*)\} ?(\w*);|typedef struct \w+ (\w+);|typedef \w+ \(\*(\w+)\)"
                       r"|typedef struct \{([^}]*)\} (\w+);|^([a-z][\w ]*?[ *]+)(rosin_\w+)\(([^()]*)\)\s*;", re.M)


class Headers:
    """Constants and structs by their names; functions as (result, [(name, type, text), ...])."""

    def __init__(self, text):
        self.constants, self.structs, self.functions, self._opaque = {}, {}, {}, set()
        self.said = {name: " ".join(said.split()) for said, name in  # the comment that a function follows
                     re.findall(r"/\*\*((?:(?!\*/).)*)\*/\n[^;/(]*?(rosin_\w+)\(", text.replace("\n *", "\n"), re.S)}
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S).replace("ROSIN_NONBLOCKING", "")
        for words, kind, opaque, callback, members, struct, result, name, parameters in _DECLARED.findall(
                re.sub(r"^[ \t]*#.*(?:\\\n.*)*$", "", text, flags=re.M)):
            if name:
                wanted = [" ".join(p.split()) for p in parameters.split(",") if p not in ("", "void")]
                self.functions[name] = (self._type(result), [self._parameter(p) for p in wanted])
            elif struct:
                self.structs[struct] = type(struct, (c.Structure,), {"_fields_": list(self._members(members))})
            elif opaque:
                self._opaque.add(opaque)
            elif callback:
                _BASE[callback] = c.c_void_p
            else:
                self._enumerate(words, kind)

    def _enumerate(self, words, kind):
        value, _BASE[kind] = -1, c.c_int
        for name, _, given in (" ".join(word.split()).partition(" = ") for word in words.split(",") if word.strip()):
            self.constants[name] = value = int(given, 0) if given else value + 1

    def _type(self, text):
        """Of "const rosin_mode *" and its like; what is opaque is an address, and so is a text to be freed."""
        base, stars = " ".join(text.replace("*", " ").replace("const", " ").split()), text.count("*")
        address = bool(stars) and (base in ("char", "void") or base in self._opaque)
        kind = (c.c_char_p if base == "char" and "const" in text else c.c_void_p) if address else self.structs.get(base) or _BASE[base]
        for _ in range(stars - address):
            kind = c.POINTER(kind)
        return kind

    def _members(self, text):
        for line in filter(None, (" ".join(m.split()) for m in text.split(";"))):
            base, names = re.match(r"(.*?)(\w+(?:\[\w+\])?(?:, \w+)*)$", line).groups()
            for name, _, room in (n.rstrip("]").partition("[") for n in names.split(", ")):
                yield name, self._type(base) * (self.constants.get(room) or int(room)) if room else self._type(base)

    def _parameter(self, text):
        kind, name, array = re.match(r"(.*?[ *])(\w+)(\[.*\])?$", text).groups()
        return name, self._type(kind + ("*" if array else "")), text
