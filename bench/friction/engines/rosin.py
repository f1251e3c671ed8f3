#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""rosin as an engine of the friction benchmark: a case becomes a scene, or, without bodies, a driven law.

  rosin.py CASE.json RATE      writes time,value to standard output

ROSIN names the program (build/rosin). What rosin calls otherwise is translated here and nowhere
else: modes by frequency and Q, points by number, mu of Dahl's law, the form of the tyre's kappa. Values are
means over a step, written at its middle."""
import json
import math
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import model  # noqa: E402

ROSIN = os.environ.get("ROSIN", os.path.join(HERE, "..", "..", "..", "build", "rosin"))
LAWS = {  # of the benchmark -> rosin's name and parameters
    "coulomb": ("coulomb", {"mu_static": "mu_static", "mu_kinetic": "mu_kinetic"}),
    "dahl": ("dahl", {"sigma0": "sigma0", "mu": "mu_kinetic"}),
    "lugre": ("lugre", {}),
    "elastoplastic": ("elastoplastic", {}),
    "induction": ("induction", {}),
    "lugre-average": ("lugre-average", {}),
}


def law(given):
    """rosin's name of a law, and its parameters as pairs."""
    name, renamed = LAWS[given["type"]]
    pairs = [(renamed.get(k, k), float(given[k])) for k in model.LAWS[given["type"]]]
    if name == "lugre-average":
        pairs.append(("form", 0.0))
    return name, pairs


def run(*words):
    done = subprocess.run([ROSIN, *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip() or f"rosin ended with {done.returncode}")
    return done.stdout


def gesture(what):
    if isinstance(what, (int, float)):
        return repr(float(what))
    if isinstance(what, dict):
        sys.exit("rosin.py: a cosine drives a law alone, no scene")
    return "( " + ", ".join(f"({float(t)!r}, {float(v)!r})" for t, v in what) + " )"


def scene(case, rate):
    """The text of a scene, and the probe to watch."""
    points = {body: [] for body in case["bodies"]}
    for body, parts in case["bodies"].items():
        for mode in parts["modes"]:
            points[body] += [p for p in mode["shape"] if p not in points[body]]
    text = [f"duration = {case['duration'] + 4 / rate!r}; rate = {rate!r}; gain = 0.0;", "modals = {"]
    for body, parts in case["bodies"].items():
        modes = []
        for mode in parts["modes"]:
            omega = math.sqrt(mode["stiffness"] / mode["mass"])
            q = f"q = {math.sqrt(mode['stiffness'] * mode['mass']) / mode['damping']!r}; " if mode["damping"] > 0 else ""
            at = ", ".join(repr(float(mode["shape"].get(p, 0.0))) for p in points[body])
            modes.append(f"{{ frequency = {omega / (2 * math.pi)!r}; {q}mass = {float(mode['mass'])!r}; at = ({at}); }}")
        places = " ".join(f"{p} = {float(i)};" for i, p in enumerate(points[body]))
        text.append(f"  {body} = {{ modes = ( {', '.join(modes)} ); points = {{ {places} }}; }};")
    text += ["};", "contacts = {"]
    for name, c in case["contacts"].items():
        kind, pairs = law(c["law"])
        a, on = c["moving"].get("body"), c["on"]
        sides = f'a = "{a}"; position_a = "{c["moving"]["point"]}"; ' if a else 'a = "-"; '
        text.append(f'  {name} = {{ {sides}b = "{on["body"]}"; position = "{on["point"]}"; force = {gesture(c["normal_force"])}; '
                    f"velocity = {gesture(c['moving'].get('velocity', 0.0))};\n    law = {{ type = \"{kind}\"; "
                    + " ".join(f"{k} = {v!r};" for k, v in pairs) + " }; };")
    text += ["};", "pushes = {"]
    for name, p in case.get("pushes", {}).items():
        text.append(f'  {name} = {{ body = "{p["body"]}"; position = "{p["point"]}"; force = {gesture(p["force"])}; }};')
    what = case["observe"]
    probe = f"{what['friction']}.force" if "friction" in what else \
        f"{what['displacement']['body']}.displacement@{what['displacement']['point']}"
    text += ["};", f'outputs = ( {{ signal = "{probe}"; }} );']
    return "\n".join(text) + "\n", probe


def by_scene(case, rate, folder):
    text, probe = scene(case, rate)
    path = os.path.join(folder, "case.cfg")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    out, report = os.path.join(folder, "probe.csv"), os.path.join(folder, "report.json")
    run("render", path, "-o", os.path.join(folder, "out.wav"), "--probe", probe, "--probe-file", out, "--report", report)
    with open(report, encoding="utf-8") as f:
        made = json.load(f)
    solver = made["solver"]
    iterated = solver["solves"] - solver["elastic"]
    with open(out, encoding="utf-8") as f:
        rows = [line.strip().split(",")[:2] for line in f][1:]
    return rows, round(solver["elastic"] + iterated * solver["iterations_mean"]), made["seconds_wall"]


def by_drive(case, rate, folder):
    (contact,) = case["contacts"].values()
    kind, pairs = law(contact["law"])
    words = ["curve", kind, "-r", repr(rate), "-d", repr(case["duration"] + 4 / rate)]
    for key, value in pairs:
        words += ["-s", f"{key}={value!r}"]
    velocity = contact["moving"]["velocity"]
    if isinstance(velocity, dict):
        size, hertz = velocity["cosine"]
        words += ["-s", f"force={float(contact['normal_force'])!r}", "--drive", f"sine:{size / (2 * math.pi * hertz)!r}:{hertz!r}"]
    else:
        moving = {"velocity": velocity, "force": contact["normal_force"], "rolling": contact.get("rolling", 0.0)}
        times = sorted({t for what in moving.values() if isinstance(what, list) for t, _ in what} |
                       {0.0, case["duration"] + 8 / rate})
        path = os.path.join(folder, "drive.csv")
        with open(path, "w", encoding="utf-8") as f:
            f.write("time," + ",".join(moving) + "\n")
            f.writelines(",".join(repr(float(x)) for x in (t, *(model.control(w, t) for w in moving.values()))) + "\n" for t in times)
        words += ["--drive", "file:" + path]
    rows = [line.split(",") for line in run(*words).splitlines()]
    return [(r[0], r[rows[0].index("force")]) for r in rows[1:]], len(rows) - 1, None


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: rosin.py CASE.json RATE")
    try:
        case = model.load(sys.argv[1])
    except model.CaseError as error:
        sys.exit(str(error))
    with tempfile.TemporaryDirectory() as folder:
        rows, evaluations, seconds = (by_scene if case.get("bodies") else by_drive)(case, float(sys.argv[2]), folder)
    print(f"# evaluations {evaluations}")
    if seconds is not None:
        print(f"# seconds {seconds:.6f}")
    print("time,value")
    print("\n".join(",".join(row) for row in rows))


if __name__ == "__main__":
    main()
