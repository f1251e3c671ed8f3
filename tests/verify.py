#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make verify`: runs the programs that make the acceptance figures and prints one line
each: name, figure, target, ok or SHORT, and how it was made. Targets stand in
tests/targets.tsv. A figure that nobody made is SHORT, unless its maker says why it is skipped. Exits 1 if any is short.

  tests/verify.py [--only a,b] [--times] [--needs] [--makers a,b] [--build DIR] [--keep FILE]

--only takes makers ("laws", "cello scale"; the first word alone: all "cello ...") and figures
("cello_*", "effects_peak_dbfs_rope"); of a maker all figures are judged, else those that are
named. `make verify ONLY=a,b` builds what these need and runs them.

Makers that time something run last, each by itself; those that take hours (mutate) only where they are named. --keep names a file with what has been made: a run that
was cut off goes on from it, as long as the tree is the same to the letter (`make verify KEEP=build/verify.jsonl`)."""
import argparse
import fnmatch
import hashlib
import json
import math
import os
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = "skip"  # a maker that prints `skip WHY` cannot make all of its figures here, and says so
COST = {}  # of each maker that has run: seconds by the wall, of processor
ALONE = ("bench", "pd cost", "pd clone", "map time", "faces cost", "speed", "live load", "live bows", "live machine",
         "takes", "batch speed", "batch page", "npm speed", "games")  # makers that want the machine for themselves
HOURS = ("mutate",)  # makers that take hours: they run where they are named


def read_targets():
    rows = []
    with open(os.path.join(HERE, "targets.tsv")) as f:
        for row in f:
            if row.strip() and not row.startswith("#"):
                rows.append(row.rstrip("\n").split("\t"))
    return rows


def command_of(maker, build):
    if maker == "bench":
        return [os.path.join(build, "rosin"), "bench", "--json", "-"]
    script = os.path.join(HERE, "verify", maker.split()[0] + ".py")
    if os.path.exists(script):
        return [sys.executable, script, *maker.split()[1:]]
    program, *arguments = maker.split()
    return [os.path.join(build, "tests", "verify", program), *arguments]


def bench_lines(text):
    """What is not in the regime it names has no time."""
    found = json.loads(text)
    frames = {k: round(w["rate"]) for k, w in found.items()}
    ns = {k: w["ns"] for k, w in found.items() if w["good"]}
    lines = [f"bench_{k.replace('-', '_')}_ns {v} {frames[k]} 0" for k, v in ns.items()]
    if "sliding" in ns and "stick-slip" in ns:
        lines.append(f"bench_stick_slip_ratio {ns['stick-slip'] / ns['sliding']:.4f} 44100 0")
    lines.append(f"bench_wrong_regime {len(found) - len(ns)} {len(found)} 0")
    return "\n".join(lines)


def wanted(rows, only):
    """Rows (pattern, ...) of what was asked for; a figure's own name narrows its row's pattern."""
    chosen = []
    for row in rows:
        pattern, maker = row[0], row[4]
        for word in only:
            if word in (maker, maker.split()[0]) or fnmatch.fnmatch(pattern, word):
                chosen.append(row)
            elif fnmatch.fnmatch(word, pattern):
                chosen.append([word, *row[1:]])
            else:
                continue
            break
    return chosen


def needs(makers):
    """What `make` must have made for these makers."""
    targets = ["all", "verify-programs"]
    if any(m.startswith("pd ") for m in makers):
        targets += ["pd", "pd-watch"]
    if "fuzz" in makers:
        targets += ["fuzz-build"]
    if "pd sanitized" in makers:
        targets += ["pd-thread"]
    if any(m.startswith("same ") for m in makers):
        targets += ["clap", "build/tests/faces/host_clap"]
    if any(m.startswith("faces ") for m in makers):
        targets += ["lv2", "clap", *(f"build/tests/faces/{p}" for p in ("host_lv2", "host_clap", "audio_thread", "jack_note"))]
    if "faces sanitizers" in makers:
        targets += ["faces-sanitized"]
    if any(m.startswith("page ") for m in makers):
        targets += ["page", "page-native"]
    if any(m.startswith("npm ") for m in makers):
        targets += ["npm"]
    if "games" in makers:
        targets += ["build/bench/programs/voices"]
    if "bindings thread" in makers:
        targets += ["python-thread"]
    if any(m.startswith("vst3 ") for m in makers):
        targets += ["vst3-hosts"]
    if "dek" in makers:
        targets += ["pd", "dek"]
    if "cross" in makers:
        targets += ["cross-if", "clap", "build/tests/faces/host_clap"]
    if "cross again" in makers:
        targets += [f"build/tests/faces/host_{kind}" for kind in ("clap", "vst3", "lv2")]
    if "dist" in makers:
        targets += ["clap", "vst3", "build/tests/faces/host_clap", "build/tests/faces/host_vst3", "build/tests/faces/host_lv2", "build/tests/bindings/godot_host"]
    if any(m.startswith("live ") for m in makers):
        targets += ["build/tests/unit/live/test_realtime", "build/tests/live/delay", "sanitized"]
    return targets


def tree():
    """What the figures are of: the commit, and a hash of what differs from it. Scratch files that git ignores do not count."""
    def git(*words):
        return subprocess.run(["git", "-C", HERE, *words], capture_output=True, check=True).stdout
    changes = git("diff", "HEAD")
    for path in git("ls-files", "--others", "--exclude-standard", "-z", ":/").split(b"\0"):
        if path:
            with open(os.path.join(os.fsencode(HERE), path), "rb") as f:
                changes += path + b"\0" + hashlib.sha256(f.read()).digest()
    return git("rev-parse", "HEAD").decode().strip() + (" " + hashlib.sha256(changes).hexdigest() if changes else "")


class Kept:
    """What makers made, a line of JSON each, and only of this tree."""

    def __init__(self, path):
        self.path, self.tree, self.made, self.lock = path, tree(), {}, threading.Lock()
        line = ""
        if os.path.exists(path):
            with open(path) as f:
                for line in f:
                    row = self.read(line)
                    if row and row["tree"] == self.tree:
                        self.made[row["maker"]] = row
        if line and not line.endswith("\n"):  # one that was cut off: what follows is no part of it
            with open(path, "a") as f:
                f.write("\n")

    @staticmethod
    def read(line):
        """None of a line that was cut off."""
        try:
            return json.loads(line)
        except ValueError:
            return None

    def add(self, maker, figures, cost):
        with self.lock, open(self.path, "a") as f:
            f.write(json.dumps({"maker": maker, "tree": self.tree, "cost": cost, "figures": figures}) + "\n")


def run(maker, build, kept):
    """The figures of one maker: those that are kept, or new ones. What failed is not kept."""
    if kept and maker in kept.made:
        COST[maker] = kept.made[maker]["cost"]
        return kept.made[maker]["figures"]
    figures, failed, COST[maker] = figures_of(maker, build)
    if kept and not failed:
        kept.add(maker, figures, COST[maker])
    return figures


def output_of(command, environment):
    """What a command prints, what it says of errors, how it ended, and (seconds by the wall, of processor)."""
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = subprocess.Popen(command, stdout=out, stderr=err, env=environment)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        for f in (out, err):
            f.seek(0)
        return out.read(), err.read(), child.returncode, (time.monotonic() - start, used.ru_utime + used.ru_stime)


def figures_of(maker, build):
    """Figures by name, whether the maker failed, what it cost."""
    command = command_of(maker, build)
    text, complaint, code, cost = output_of(command, {**os.environ, "ROSIN": os.path.join(build, "rosin")})
    if code:
        print(f"{' '.join(command)}: exit {code}\n{complaint[-2000:]}", file=sys.stderr)
    if maker == "bench" and text:
        text = bench_lines(text)
    figures = {}
    for row in text.splitlines():
        words = row.split()
        if words[:1] == ["skip"]:
            figures[SKIPPED] = " ".join(words[1:])
        elif len(words) == 4:
            figures[words[0]] = (float(words[1]), words[2], words[3])
    return figures, code != 0, cost


def meets(value, comparison, target):
    if comparison == "report":
        return True
    if not math.isfinite(value):
        return False
    bounds = [float(x) for x in target.split()]
    return {"<=": value <= bounds[0], ">=": value >= bounds[0], "==": value == bounds[0],
            "within": bounds[0] <= value <= bounds[-1]}[comparison]


def tell(maker, figures, targets, build):
    """A line for each figure of a maker, as soon as it has run; how many are short."""
    command, short = command_of(maker, build), 0
    how = " ".join(os.path.relpath(w) if os.path.isabs(w) else w for w in command[command[0] == sys.executable:])
    for pattern, comparison, target, unit, of, text in targets:
        if of != maker:
            continue
        sought = f"{comparison} {target}" if comparison != "report" else "reported"
        for name in [n for n in figures if fnmatch.fnmatch(n, pattern)] or [pattern]:
            if name not in figures and SKIPPED in figures:
                print(f"{name:<44} {'-':<12} {sought + ' ' + unit:<24} skipped: {figures[SKIPPED]}", flush=True)
                continue
            value, samples, seed = figures.get(name, (math.nan, 0, 0))
            ok = name in figures and meets(value, comparison, target)
            short += not ok
            print(f"{name:<44} {value:<12.6g} {sought + ' ' + unit:<24} {'ok' if ok else 'SHORT':<6}"
                  f" {how}; seed {seed}, {samples} samples; {text}", flush=True)
    return short


def tell_all(makers, later, targets, build, kept):
    """Runs them, two at once, and then those that want the machine for themselves; how many figures are short."""
    alone = [m for m in makers if m.startswith(ALONE)]
    others = [m for m in makers if m not in alone]
    short = 0
    for maker in later:
        tell(maker, {SKIPPED: f"hours; make verify ONLY='{maker}'"}, targets, build)
    with ThreadPoolExecutor(2) as pool:
        for maker, made in zip(others, pool.map(lambda m: run(m, build, kept), others)):
            short += tell(maker, made, targets, build)
    if alone:
        print(f"# load {os.getloadavg()[0]:.2f} before what is timed", flush=True)
    for maker in alone:
        short += tell(maker, run(maker, build, kept), targets, build)
    return short


def tell_costs():
    for maker, (wall, processor) in sorted(COST.items(), key=lambda item: -item[1][1]):
        print(f"time {wall:7.0f} s {processor:7.0f} s of processor  {maker}")
    print(f"time {sum(c[1] for c in COST.values()):.0f} s of processor in all, {len(COST)} makers")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="makers and figures, separated by commas; * and ? as in file names")
    parser.add_argument("--times", action="store_true", help="seconds of each maker, the dearest first")
    parser.add_argument("--needs", action="store_true", help="print what must be built, and end")
    parser.add_argument("--makers", help="only these, separated by commas")
    parser.add_argument("--build", default="build")
    parser.add_argument("--keep", help="a file that keeps what was made, so that a run can go on")
    options = parser.parse_args()
    targets = read_targets()
    if options.only:
        words = [w.strip() for w in options.only.split(",") if w.strip()]
        lost = [w for w in words if not wanted(targets, [w])]
        if lost or not words:
            sys.exit(f"verify: no maker and no figure is named '{(lost or [options.only])[0]}'; see tests/targets.tsv")
        targets = wanted(targets, words)
    makers = list(dict.fromkeys(row[4] for row in targets))
    if options.makers:
        makers = [m for m in makers if m in options.makers.split(",")]
    later = [] if options.only or options.makers else [m for m in makers if m.split()[0] in HOURS]
    makers = [m for m in makers if m not in later]
    if options.needs:
        print(*needs(makers))
        return 0
    short = tell_all(makers, later, targets, options.build, Kept(options.keep) if options.keep else None)
    if options.times:
        tell_costs()
    print(f"{short} short")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
