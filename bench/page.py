#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make performance`: the tables of docs/performance.md, measured anew. Each stands between
<!-- NAME --> and <!-- /NAME -->; what else the page says is written by hand.

  bench/page.py [NAME]...    played, since, machine, beside, contacts, workloads, regimes, calls,
                             vectors, growth, peers (all)
  bench/page.py row NAME...  the rows of these workloads alone, in their tables"""
import functools
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin")))
PAGE = os.path.join(ROOT, "docs", "performance.md")

# workload: what the table beside version 0.1 calls it, and its target in ns there
BESIDE = {
    "bowed-string": "string with torsion and dispersion, controls held",
    "string-hand-moving": "force and velocity moving at audio rate",
    "string-all-moving": "place moving too",
    "string-alone": "string alone, no contact",
    "modal-128": "128 modes in stick-slip",
    "modal-512": "512 modes in stick-slip",
    "string-2-contacts": "2 bows on one string",
    "string-4-contacts": "4 bows on one string",
    "modal-2-contacts": "2 contacts on 32 modes",
    "modal-4-contacts": "4 contacts on 32 modes",
    "limited": "`damping_limit`, Helmholtz motion",
    "limited-sticking": "`damping_limit`, sticking",
    "limited-sliding": "`damping_limit`, slipping",
    "limited-stiff": "`damping_limit`, stiff bristles",
    "cello": "cello, one bow, 48 kHz, oversample 2",
    "cello-plain-rate": "cello, one bow, 48 kHz, oversample 1",
    "cello-double-stop": "cello, two bows",
    "cello-four-strings": "cello, four bows",
    "cello-played": "cello, played: finger and bow moving",
    "cello-d": "`cello-d`", "tyre-skid": "`tyre-skid`", "cuica": "`cuica`", "chalk": "`chalk`",
    "brake-squeal": "`brake-squeal`"}


def row(*cells):
    return "| " + " | ".join(str(c) for c in cells) + " |"


def head(*cells):
    return [row(*cells), "|---" + "|---:" * (len(cells) - 1) + "|"]


def speed(what):
    """Figures of tests/verify/speed.py."""
    out = subprocess.run([sys.executable, os.path.join(ROOT, "tests", "verify", "speed.py"), what],
                         capture_output=True, text=True, check=True, env={**os.environ, "ROSIN": ROSIN}).stdout
    return {w[0]: float(w[1]) for w in (line.split() for line in out.splitlines())}


def figure(x):
    return f"{x:.0f}" if x >= 100 else f"{x:.1f}" if x >= 10 else f"{x:.2f}"


# a mode's arithmetic and traffic in a sample: in two passes (keep, pull, shape, x, v; writes
# the mean; mean, shape, x, v; writes x, v), and in the one of large banks (keep, pull, shape,
# x, v; writes x, v)
MODE_FLOPS, MODE_BYTES = {"two": 9, "one": 13}, {"two": 96, "one": 56}


def timed(*names):
    out = subprocess.run([ROSIN, "bench", *names, "--rounds", "15", "--json", "-"],
                         capture_output=True, text=True, check=True).stdout
    return {name: w["ns"] for name, w in json.loads(out).items()}


def machine():
    """What the machine can do, and what rosin does with it."""
    out = subprocess.run([os.path.join(os.path.dirname(ROSIN), "bench", "programs", "roofline")],
                         capture_output=True, text=True, check=True).stdout
    can = {w[0]: (float(w[1]), w[2]) for w in (line.split() for line in out.splitlines())}
    lines = head("what the machine can do", "", "")
    lines += [row(name.replace("_", " "), figure(value), unit) for name, (value, unit) in can.items()]
    ns = timed("modal-128", "modal-512", "modal-2048", "modal-16384", "string-alone",
               "bowed-string-sliding", "bowed-string")
    lines += ["", *head("what rosin does with it", "ns", "GFlop/s", "of its peak", "GB/s", "of its cache's")]
    for low, high, level, way in ((128, 512, "read_16_KiB", "two"), (2048, 16384, "read_256_KiB", "one")):
        each = (ns[f"modal-{high}"] - ns[f"modal-{low}"]) / (high - low)
        flops, traffic = MODE_FLOPS[way] / each, MODE_BYTES[way] / each
        lines.append(row(f"a mode more, from {low} to {high}", figure(each), figure(flops),
                         f"{100 * flops / can['multiply_adds'][0]:.0f}%", figure(traffic),
                         f"{100 * traffic / can[level][0]:.0f}%"))
    for name, text in (("bowed-string-sliding", "a contact that slides, beyond its string alone"),
                       ("bowed-string", "a contact in Helmholtz motion, beyond its string alone"),):
        lines.append(row(text, figure(ns[name] - ns["string-alone"]), "", "", "", ""))
    return lines


def beside():
    f = speed("table")
    lines = head("ns a sample, or a frame", "0.1", "now", "ratio")
    for name, text in BESIDE.items():
        key = "speed_" + name.replace("-", "_")
        lines.append(row(text, figure(f[key + "_ns_in_0.1"]), figure(f[key + "_ns"]), f"{f[key + '_ratio']:.2f}"))
    for label, text in (("string", "set-up of a string, ms"), ("cello", "set-up of the cello, ms")):
        key = f"speed_setup_{label}"
        lines.append(row(text, figure(f[key + "_ms_in_0.1"]), figure(f[key + "_ms"]), f"{f[key + '_ratio']:.3f}"))
    return lines


@functools.cache
def every():
    """All workloads, by name, in the bench's order: those that are played lead."""
    out = subprocess.run([ROSIN, "bench", "--json", "-"], capture_output=True, text=True).stdout
    return json.loads(out)


def taken(w):
    """What a workload takes, as cells: of one, and of one more of the same beside it."""
    kib = [f"{w[key] / 1024:.0f}" for key in ("memory_bytes", "second_memory_bytes")]
    return [figure(w["ns"]), f"{w['core_percent']:.2f}", f"{w['worst_call']:.2f}", figure(w["setup_ms"]), kib[0],
            figure(w["second_setup_ms"]), kib[1]]


TAKEN = ["ns a frame", "% of a core", "worst call", "set-up ms", "KiB", "second ms", "KiB"]


PLAYED, OTHER = ["workload", "notes"], ["workload", "regime", "elastic %", "evaluations", "voices a core"]


def row_of(name, w):
    if "notes" in w:
        return row(f"`{name}`", w["heard"], *taken(w))
    return row(f"`{name}`", w["regime"], f"{100 * w['elastic']:.0f}", f"{w['iterations']:.1f}", figure(w["voices_a_core"]),
               *taken(w))


def played():
    return head(*PLAYED, *TAKEN) + [row_of(name, w) for name, w in every().items() if "notes" in w and w["good"]]


def workloads():
    return head(*OTHER, *TAKEN) + [row_of(name, w) for name, w in every().items() if "notes" not in w and w["good"]]


def put_row(name, w):
    """A row in place of the one of that name, else behind the last of its table."""
    line, end = row_of(name, w), "<!-- /played -->" if "notes" in w else "<!-- /workloads -->"
    with open(PAGE, encoding="utf-8") as f:
        page = f.read()
    page, found = re.subn(rf"^\| `{re.escape(name)}` \|.*$", lambda _: line, page, flags=re.M)
    if not found:
        page = page.replace(end, f"{line}\n{end}")
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(page)
    print(line)


def contacts():
    """So many contacts on one body, and so many bodies and players side by side, over one."""
    ns = {name: w["ns"] for name, w in every().items() if w["good"]}
    lines = head("contacts", "on a string, ns", "over one", "on a body of 40 modes, ns", "over one")
    for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16):
        cells = []
        for name, one in ((f"string-{n}-contacts", "bowed-string"), (f"body-{n}-contacts", "body-1-contacts")):
            x = ns.get(one if n == 1 else name, float("nan"))
            cells += [figure(x), f"{x / ns[one]:.2f}"]
        lines.append(row(n, *cells))
    lines += ["", *head("side by side", "strings, each over one", "cellos held, each over one", "cellos played, each over one")]
    for n in (2, 4, 8, 12, 16, 32, 64):
        kinds = (f"strings-{n}", "bowed-string"), (f"cellos-{n}", "cello"), (f"cellos-{n}-melody", "cello-melody")
        lines.append(row(n, *(f"{ns[many] / n / ns[one]:.2f}" if many in ns else "" for many, one in kinds)))
    return lines


def since():
    """Ratios to version 0.2 of what was timed on both."""
    f = speed("since")
    lines = head("ns a frame, or ms", "0.2", "now", "ratio")
    for key, value in f.items():
        found = re.fullmatch(r"since_(.*)_ratio(_avx\w+)?", key)
        if not found:
            continue
        name, width = found[1], found[2] or ""
        then, now = (("ms_then", "ms") if name == "map_point" else ("ns_then", "ns"))
        lines.append(row(name.replace("_", " ") + (f", {width[1:]}" if width else ""), figure(f[f"since_{name}_{then}{width}"]),
                         figure(f[f"since_{name}_{now}{width}"]), f"{value:.2f}"))
    return lines


def plain(*whats):
    lines = head("figure", "")
    for what in whats:
        lines += [row(name.removeprefix("speed_").replace("_", " "), figure(value))
                  for name, value in speed(what).items()]
    return lines


def peers():
    out = subprocess.run([os.path.join(ROOT, "bench", "peers"), "--no-install"], capture_output=True, text=True,
                         check=True, env={**os.environ, "ROSIN": ROSIN}).stdout
    return ["```text", *out.rstrip().splitlines(), "```"]


SECTIONS = {"played": played, "since": since, "machine": machine, "beside": beside, "contacts": contacts,
            "workloads": workloads, "regimes": lambda: plain("regimes"),
            "calls": lambda: plain("calls"), "vectors": lambda: plain("vectors"),
            "growth": lambda: plain("growth", "many"), "peers": peers}


def main():
    if sys.argv[1:2] == ["row"]:
        out = subprocess.run([ROSIN, "bench", *sys.argv[2:], "--json", "-"], capture_output=True, text=True, check=True).stdout
        for name, w in json.loads(out).items():
            put_row(name, w)
        return
    for name in sys.argv[1:] or SECTIONS:
        lines = "\n".join(SECTIONS[name]())
        with open(PAGE, encoding="utf-8") as f:
            page = f.read()
        page, found = re.subn(rf"(<!-- {name} -->\n).*?(\n?<!-- /{name} -->)", lambda m: m[1] + lines + "\n" + m[2].lstrip(),
                              page, flags=re.S)
        if not found:
            sys.exit(f"{PAGE}: no place for {name}")
        with open(PAGE, "w", encoding="utf-8") as f:
            f.write(page)
        print(lines)


if __name__ == "__main__":
    main()
