# SPDX-License-Identifier: BSD-3-Clause
"""Messages with wrong arguments to every class: each is answered by one line that Pd shows."""
import re

from pdrun import Patch

BODY = ["pluck wood", "pluck 1 2", "strike a", "strike 1 2 3 4", "gain wood", "gain 99 1", "hip -5", "hip", "note wood",
        "note 1e9", "t60 0.00001 1", "push 1 2", "pickup 1", "pickup 9 velocity@0", "name -", "get nothing",
        "nobody 3", "pluck 1e9"]
CLASSES = {
    "rosin.string~ w1": BODY + ["frequency wood", "q 0", "damping 1 2 3", "finger wood", "mute 1e9", "note 20"],
    "rosin.modal~ w2": BODY + ["frequencies", "frequencies a", "masses -1", "modes 0", "modes.7.q 3", "at here 1",
                               "weight 1", "points a", "shape nothing", "material steel", "read", "read nothing.cfg",
                               "pitch 0"],
    "rosin.friction~ - w1": ["law nothing", "preset nothing", "velocity wood", "force -1", "position 1 2", "contacts 2.5",
                             "contacts 9", "mu_static -1", "a", "gain wood", "hip -1", "nobody", "get nothing",
                             "open_length 2", "sigma0 wood", "read", "read nothing.txt", "write 1 2", "force 1e6"],
    "rosin.impact~ w2 w1": ["law dahl", "preset wet-glass", "presets", "stiffness wood", "gap -1", "velocity wood", "nobody 1"],
    "rosin.bridge~ w1 w2": ["a", "position_a 1 2", "velocity wood", "nobody", "get nothing", "gain wood"],
    "rosin.scene~ cello-d": ["nobody 3", "bow.force wood", "bow.force 1 2", "bow.force -1", "bow.force 1", "level 99",
                             "hold wood", "hold 2", "loop 2", "loop", "read", "read nothing.txt", "write 3",
                             "preset nothing", "get nothing"],
    "rosin.cello~ cello": ["note 200 90", "note 50", "bend wood", "pad 2 0 1", "assist 2", "nobody 1", "get nothing",
                           "preset nothing", "read nothing.txt", "write"],
    "rosin.pad": ["list 1", "list a b"],
}


def answers():
    """{message: lines that Pd said of it}"""
    p = Patch(6.0)
    at, marks = 100, []
    speak = p.obj("print mark")
    for text, messages in CLASSES.items():
        made = p.obj(text)
        for m in messages:
            later, mark, message = p.obj(f"delay {at}"), p.msg(f"mark-{len(marks)}"), p.msg(m)
            order = p.obj("t b b")
            p.wire(p.order, 1, later, 0)
            p.wire(later, 0, order, 0)
            p.wire(order, 1, mark, 0)
            p.wire(mark, 0, speak, 0)
            p.wire(order, 0, message, 0)
            p.wire(message, 0, made, 0)
            marks.append(f"{text}: {m}")
            at += 40
    p.seconds = at / 1000 + 0.2
    log = p.run(check=False)[""]
    found = {}
    parts = re.split(r"mark: mark-(\d+)\n", log)
    for number, text in zip(parts[1::2], parts[2::2]):
        lines = [x for x in text.splitlines() if x.startswith("error: ") or re.match(r"verbose\([012]\)", x)]
        found[marks[int(number)]] = lines
    return found


def not_one():
    """Messages that were answered by no line, or by several; how many there were."""
    found = answers()
    total = sum(map(len, CLASSES.values()))
    bad = [f"{m}: {lines}" for m, lines in found.items() if len(lines) != 1]
    return bad + ["no answer at all"] * (total - len(found)), total


if __name__ == "__main__":
    wrong = not_one()[0]
    print(*wrong, sep="\n")
    raise SystemExit(bool(wrong))
