#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Do dependencies point down? Rooms may only include and call rooms below them (docs/architecture.md), and
no folders may include each other, no files of the built objects need each other, in a circle.

  layers.py BUILD [PD]    prints what breaks that, in BUILD, and among Pd's classes in their tree; exit
                          status 1 if anything does"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Rooms from above; a room sees itself and those on lines below its own.
FLOORS = [
    ["src/host", "pd", "plugin"],
    ["pd/contact", "pd/modal", "pd/string", "pd/scene"],
    ["pd/state"],
    ["pd/net"],
    ["pd/net/made"],
    ["pd/net/sound", "pd/play"],
    ["pd/member"],
    ["pd/files"],
    ["pd/work"],
    ["src/live", "src/batch", "bench"],
    ["src/voices"],
    ["src/core"],
    ["src/core/sequencer", "src/modes", "src/features", "src/match", "src/variation", "src/score", "src/room"],
    ["src/player/play"],
    ["src/keys"],
    ["src/player/course"],
    ["src/player/file"],
    ["src/player/midi", "src/player/left", "src/player/hand"],
    ["src/player/bow"],
    ["src/player"],
    ["src/sound"],
    ["src/scene"],
    ["src/network", "src/regime"],
    ["modal", "waveguide", "src/contact"],
    ["src/friction"],
    ["src"],
    ["src/maths"],
    ["include"],
]


# One way to play: who may call what makes a scene's samples, or a player for it. The library's own
# interface (rosin_scene_process) is for programs on it: the map and the bench are such.
PLAYS = {
    "rosin_scene_step": {"src/core/sequencer/sequencer.c"},
    "rosin_player_new": {"src/core/sequencer/sequencer.c", "bench/played.c"},
    "rosin_sequencer_run": {"src/core/everyone.c", "src/core/section/section.c"},
    "rosin_scene_process": {"src/voices/voice.c", "src/voices/measure.c", "src/keys/keys.c", "src/core/sequencer/sequencer.c", "src/host/map/point.c", "bench/scenes.c", "bench/played.c"},
}

# The command's research on laws and on scenes: over include/, and what writes and reads numbers; of what is within, these
# alone: a drive that is a recording; a scene's strings and gestures, what is moved and heard between its cells, what its
# string did, and which shard has which point.
RESEARCH = {
    "src/host/curve": {"src/scene/model/gesture.h"},
    "src/host/map": {"src/scene/scene.h", "src/regime/regime.h", "src/regime/bridge.h", "src/batch/jobs.h"},
}

# what each program has of its own
OWN = {"main", "rosin_embedded_scenes"}


def floor(path):
    """Floor and room of a source."""
    best = None
    for number, rooms in enumerate(FLOORS):
        for room in rooms:
            if path.startswith(room + "/") and (best is None or len(room) > len(best[1])):
                best = number, room
    return best


def is_up(mine, other):
    """Of two floors and rooms, whether it is up, or aside, from the first to the other."""
    return other[0] < mine[0] or (other[0] == mine[0] and other[1] != mine[1])


def includes(texts):
    """(path, what it includes) of `texts` by their paths."""
    for path, text in texts.items():
        for name in re.findall(r'^#include "([^"]+)"', text, re.M):
            there = next((p for p in ("src/" + name, "include/" + name, name) if p in texts), None)
            if there:
                yield path, there


def folders(texts):
    """Of each folder those that it includes from."""
    graph = {os.path.dirname(path): set() for path in texts}
    for path, there in includes(texts):
        graph[os.path.dirname(path)] |= {os.path.dirname(there)} - {os.path.dirname(path)}
    return graph


def sources():
    """The product's, by their paths."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*.c", "*.h"], capture_output=True, text=True).stdout.split()
    texts = {}
    for path in listed:
        if floor(path) and os.path.exists(os.path.join(ROOT, path)):
            with open(os.path.join(ROOT, path)) as file:
                texts[path] = file.read()
    return texts


def needs(objects, twice):
    """Of each object, those whose functions it calls. Names that two define go to `twice`: out of a
    library a linker takes either without a word."""
    defined, wanted = {}, {}
    objects = list(objects)
    wanted = {path: set() for path in objects}
    for line in subprocess.run(["nm", "-g", "-A", *objects], capture_output=True, text=True).stdout.splitlines():
        path, rest = line.split(":", 1)
        *_, kind, name = rest.split()
        if kind == "U":
            wanted[path].add(name)
        elif kind in "TDBRV":
            if name in defined and name not in OWN:
                twice.append(f"{name} is defined by {defined[name]} and {path}")
            defined[name] = path
    return {path: {defined[n] for n in names if defined.get(n, path) != path} for path, names in wanted.items()}


def circles(graph):
    """Strongly connected parts of more than one object (Tarjan 1972)."""
    order, low, stack = {}, {}, []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in graph[node]:
            if other not in order:
                yield from visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            at = stack.index(node)
            part = stack[at:]
            del stack[at:]
            if len(part) > 1:
                yield sorted(part)

    for node in sorted(graph):
        if node not in order:
            yield from visit(node)


def calls(graph, build):
    """Objects that call up, or a neighbour."""
    for caller, called in sorted(graph.items()):
        mine = floor(os.path.relpath(caller, build))
        for other in sorted(called):
            if is_up(mine, floor(os.path.relpath(other, build))):
                yield f"{os.path.relpath(caller, build)} calls {os.path.relpath(other, build)}"


def plays(texts):
    """Sources that play a scene by themselves."""
    for path, text in sorted(texts.items()):
        for name, who in PLAYS.items():
            own = re.search(r"^[a-z].*\b" + name + r"\(", text, re.M)  # it is defined, or declared, here
            if re.search(r"\b" + name + r"\(", text) and not own and path not in who:
                yield f"{path} calls {name}"


def researches(texts):
    """Sources of the command's research that look further within than they need."""
    for path, there in includes(texts):
        allowed = RESEARCH.get(os.path.dirname(path))
        shared = there.startswith(("include/", "src/host/")) or os.path.dirname(there) == "src"
        if allowed is not None and not shared and there not in allowed:
            yield f"{path} includes {there}, which is no public header"


def objects_of(build, paths):
    return [o for p in paths if floor(p) and os.path.exists(o := os.path.join(build, p[:-2] + ".o"))]


def main():
    texts = sources()
    listed = sorted(p for p in texts if p.endswith(".c"))
    wrong = [f"{path} includes {there}" for path, there in includes(texts) if is_up(floor(path), floor(there))]
    wrong += plays({path: text for path, text in texts.items() if path.endswith(".c")})
    wrong += researches(texts)
    count = 0
    for part in circles(folders(texts)):
        wrong.append("a circle of folders: " + " ".join(part))
    # Pd's classes are built in a tree of their own, which looks like this one
    for build, of_pd, least in zip(sys.argv[1:], (False, True), (100, 40)):
        objects = objects_of(build, [p for p in listed if p.startswith("pd/") == of_pd])
        graph = needs(objects, wrong)
        wrong += calls(graph, build)
        for part in circles(graph):
            wrong.append("a circle: " + " ".join(os.path.relpath(o, build) for o in part))
        if len(objects) < least:
            wrong.append(f"{build} has only {len(objects)} objects")
        count += len(objects)
    print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{count} objects, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
