#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What checkers of types cannot see: methods that the package takes from the library's headers as it is imported. Writes, beside
each module that has such, its stub. stubs.py PACKAGE, which `make python` has laid out; it is not imported."""
import ast
import os
import runpy
import sys


def headers(package):
    text = ""
    for name in ("base", "network", "scene", "tuning", "player", "core"):
        with open(os.path.join(package, "include", name + ".h"), encoding="utf-8") as file:
            text += file.read()
    return runpy.run_path(os.path.join(package, "_headers.py"))["Headers"](text)


OWNED = {"rosin_body": "_Body", "rosin_contact": "Contact"}  # what a network borrows


def kind(of, text=""):
    name = getattr(of, "__name__", "")
    return OWNED[text.split()[0]] if name == "c_void_p" else "None" if of is None else "float" if "double" in name else "str" if name == "c_char_p" else "int"


def method(found, name, short):
    """As _library.py makes it: what comes at a frame, at the next unless said."""
    result, parameters = found.functions[name]
    taken = [p for p in parameters[1:] if p[0] not in ("error", "frame")]
    words = ["self", *(f"{n}: {kind(k, text)}" for n, k, text in taken), *("frame: int = 0" for p in parameters if p[0] == "frame")]
    return ast.parse(f"def {short}({', '.join(words)}) -> {kind(result)}: ...").body[0]


def stub(found, tree):
    """The module without what it does; whether it has methods of the library's."""
    own = False
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = [ast.Expr(ast.Constant(...))]
            node.decorator_list = [d for d in node.decorator_list if isinstance(d, ast.Name)]
        elif isinstance(node, ast.ClassDef):
            said = {k.arg: k.value.value for k in node.keywords}
            node.keywords, node.decorator_list = [], []
            names = [*said.get("methods", "").split(), *said.get("happens", "").split()]
            node.body += [method(found, f"rosin_{said['kind']}_{name}", name) for name in names]
            own |= bool(names)
    return own


def main():
    package = sys.argv[1]
    found = headers(package)
    for name in sorted(n for n in os.listdir(package) if n.endswith(".py")):
        with open(os.path.join(package, name), encoding="utf-8") as file:
            tree = ast.parse(file.read())
        if stub(found, tree):
            with open(os.path.join(package, name + "i"), "w", encoding="utf-8") as file:
                file.write("# made by stubs.py\n" + ast.unparse(tree) + "\n")


if __name__ == "__main__":
    main()
