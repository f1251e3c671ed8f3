# SPDX-License-Identifier: BSD-3-Clause
"""Faults put into what `make cross` has laid out, each in a copy: judge.py must tell every one."""
import os
import re
import shutil


def edit(path, change):
    with open(path, "rb") as file:
        data = file.read()
    changed = change(data)
    assert changed != data and len(changed) == len(data), path
    with open(path, "wb") as file:
        file.write(changed)


def newer_glibc(laid, to):
    """A symbol of a glibc after the one that is promised."""
    shutil.copytree(os.path.join(laid, "linux-x86_64"), to)
    edit(os.path.join(to, "rosin.clap"), lambda d: d.replace(b"GLIBC_2.17\0", b"GLIBC_2.34\0"))
    return "linux-x86_64", "needs glibc 2.34, more than 2.17"


def another_processor(laid, to):
    shutil.copytree(os.path.join(laid, "linux-x86_64"), to)
    shutil.copy2(os.path.join(laid, "linux-aarch64/rosin.lv2/rosin.so"), os.path.join(to, "rosin.lv2/rosin.so"))
    return "linux-x86_64", "is for aarch64, not x86_64"


def one_processor(laid, to):
    """Of the two in a joined file, one that says that it is the other."""
    shutil.copytree(os.path.join(laid, "macos"), to)
    edit(os.path.join(to, "librosin.dylib"), lambda d: d[:28] + d[8:12] + d[32:])
    return "macos", "its header says another processor"


def changed_page(laid, to):
    """A byte of the code that is signed, for ARM: a text of the library, within it."""
    shutil.copytree(os.path.join(laid, "macos"), to)

    def change(data):
        at = data.rindex(b"door-hinge-slow")
        return data[:at] + b"D" + data[at + 1:]
    edit(os.path.join(to, "rosin.clap/Contents/MacOS/rosin"), change)
    return "macos", "is not what was signed"


def no_plist(laid, to):
    shutil.copytree(os.path.join(laid, "macos"), to)
    os.remove(os.path.join(to, "rosin.vst3/Contents/Info.plist"))
    return "macos", "rosin.vst3: has no Contents/Info.plist"


def strange_symbol(laid, to):
    """A function that neither Pd nor macOS has."""
    shutil.copytree(os.path.join(laid, "macos"), to)
    edit(os.path.join(to, "pd/rosin/rosin.cello~.pd_darwin"), lambda d: re.sub(rb"_outlet_new\0", b"_outlet_gnu\0", d))
    return "macos", "wants outlet_gnu, which nobody has"


def newer_macos(laid, to):
    """A file that wants macOS 14 (of LC_BUILD_VERSION: platform 1, then the least)."""
    shutil.copytree(os.path.join(laid, "macos"), to)
    edit(os.path.join(to, "python/rosin/librosin.dylib"), lambda d: d.replace(bytes([1, 0, 0, 0, 0, 0, 11, 0]), bytes([1, 0, 0, 0, 0, 0, 14, 0])))
    return "macos", "needs macOS 14.0, not 11.0"


ALL = [newer_glibc, another_processor, one_processor, changed_page, no_plist, strange_symbol, newer_macos]
