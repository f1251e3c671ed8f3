# SPDX-License-Identifier: BSD-3-Clause
"""godot_layout.py GDEXTENSION_INTERFACE_H: that what bindings/godot/interface.h declares is what Godot publishes (its header of 4.2 to
4.5): members lie at the same places, with the same sizes, constants are the same, and each function that rosin.c asks for by name
takes as many values of the same sizes."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STRUCTS = {
    "godot_call_error": ("GDExtensionCallError", {}),
    "godot_property": ("GDExtensionPropertyInfo", {}),
    "godot_method": ("GDExtensionClassMethodInfo", {
        "data": "method_userdata", "call": "call_func", "ptrcall": "ptrcall_func", "flags": "method_flags",
        "has_result": "has_return_value", "result": "return_value_info", "result_metadata": "return_value_metadata",
        "arguments": "argument_count", "argument": "arguments_info", "argument_metadata": "arguments_metadata",
        "defaults": "default_argument_count", "default_argument": "default_arguments"}),
    "godot_class": ("GDExtensionClassCreationInfo2", {"data": "class_userdata"}),
    "godot_initialization": ("GDExtensionInitialization", {"minimum_level": "minimum_initialization_level", "data": "userdata"}),
}
CONSTANTS = {
    "GODOT_INT": "VARIANT_TYPE_INT", "GODOT_FLOAT": "VARIANT_TYPE_FLOAT", "GODOT_STRING": "VARIANT_TYPE_STRING",
    "GODOT_STRING_NAME": "VARIANT_TYPE_STRING_NAME", "GODOT_PACKED_VECTOR2_ARRAY": "VARIANT_TYPE_PACKED_VECTOR2_ARRAY",
    "GODOT_WRONG_ARGUMENT": "CALL_ERROR_INVALID_ARGUMENT", "GODOT_TOO_MANY": "CALL_ERROR_TOO_MANY_ARGUMENTS",
    "GODOT_TOO_FEW": "CALL_ERROR_TOO_FEW_ARGUMENTS", "GODOT_LEVEL_SCENE": "INITIALIZATION_SCENE",
    "GODOT_METHOD_NORMAL": "METHOD_FLAG_NORMAL",
}
# what a value is passed as
SIZES = {"void": 0, "uint8_t": 1, "GDExtensionBool": 1, "int32_t": 4, "uint32_t": 4, "int": 4, "GDExtensionVariantType": 4, "int64_t": 8,
         "GDExtensionInt": 8}


def struct_members(text, name):
    body = re.search(r"typedef struct \{([^}]*)\} " + name + ";", text)[1]
    body = re.sub(r"/\*.*?\*/|//[^\n]*", " ", body, flags=re.S)
    found = []
    for line in filter(None, (" ".join(m.split()) for m in body.split(";"))):
        callback = re.match(r".*\(\*(\w+)\)\(", line)
        found += [callback[1]] if callback else [re.split(r"[ *]+", part.strip())[-1] for part in line.split(",")]
    return found


def sizes_of(result, parameters):
    def size(text):
        base = re.sub(r"\b(const|p_\w+|r_\w+)\b", " ", text).replace("*", " * ").split()
        return 8 if "*" in base else SIZES.get(base[0], 8)
    return [size(result)] + [size(p) for p in parameters.split(",") if p.strip()]


def declared(text):
    """Of each member of rosin.c's table of functions, and of each local that it finds: what it takes."""
    found = {m[2]: sizes_of(m[1], m[3]) for m in re.finditer(r"^ *([\w ]+?\**) ?\(?\*(\w+)\)\(([^()]*)\);", text, re.M)}
    for m in re.finditer(r"^ *([\w ]+\*) ?\(\*(\w+)\)\(([^()]*)\);", text, re.M):
        found[m[2]] = sizes_of(m[1], m[3])
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        theirs = file.read()
    with open(os.path.join(ROOT, "bindings/godot/interface.h"), encoding="utf-8") as file:
        mine = file.read()
    with open(os.path.join(ROOT, "bindings/godot/rosin.c"), encoding="utf-8") as file:
        code = file.read()
    lines = [f'#include "{os.path.abspath(sys.argv[1])}"', f'#include "{ROOT}/bindings/godot/interface.h"']
    checks = 0
    for own, (its, renamed) in STRUCTS.items():
        lines.append(f"_Static_assert(sizeof({own}) == sizeof({its}), \"{own}\");")
        for member in struct_members(mine, own):
            there = renamed.get(member) or next((m for m in (member, member + "_func") if m in struct_members(theirs, its)), None)
            there = there or {"set": "set_func"}.get(member, member)
            lines.append(f'_Static_assert(offsetof({own}, {member}) == offsetof({its}, {there}), "{own}.{member}");')
            lines.append(f'_Static_assert(sizeof((({own} *)0)->{member}) == sizeof((({its} *)0)->{there}), "{own}.{member}");')
            checks += 2
    for own, its in CONSTANTS.items():
        lines.append(f'_Static_assert({own} == GDEXTENSION_{its}, "{own}");')
    with open("layout.c", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\nint main(void) { return 0; }\n")
    subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-c", "layout.c", "-o", "layout.o"], check=True)
    taken = declared(code)
    for variable, name in re.findall(r'FIND\((?:godot\.)?(\w+), "(\w+)"\)', code):
        entry = re.search(r"@name " + name + r"\n.*?typedef (.*?)\(\*\w+\)\((.*?)\);", theirs, re.S)
        assert entry, f"Godot has no {name}"
        its = sizes_of(entry[1], entry[2])
        if variable in taken:
            assert taken[variable] == its, f"{name}: {taken[variable]} here, {its} in Godot"
            checks += 1
        else:
            print(f"{name}: not looked at")
    assert checks > 70, checks
    print(f"{checks} places are as in Godot")


main()
