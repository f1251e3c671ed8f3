# SPDX-License-Identifier: BSD-3-Clause
"""A measured string: the cello G on a rigid monochord that a robot bowed at 40 places with 50
forces and three speeds (Lampis, Chatziioannou and Scavone, Proc. Mtgs. Acoust. 58, 035013,
2025; bow and bridge-force recordings at Zenodo). Here: its numbers as a scene, maps of it, and
how they compare with what is known of the measurement: the number of points in Helmholtz
motion at each speed, that number nearer to the bridge than a twentieth, the limits of the force
at a tenth. The grid runs from 0.02 to 0.2 of the string and 0.1 to 4 N; that the forces are in
equal ratios is our reading, the recordings are not part of this work."""
import csv
import io
import math
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROSIN = os.environ.get("ROSIN", os.path.join(HERE, "..", "..", "build", "rosin"))

SPEEDS = (0.05, 0.1, 0.2)
MEASURED = {0.05: 701, 0.1: 700, 0.2: 392}  # of 2000 points each
MEASURED_NEAR = 529  # at less than 0.05 of the string, all speeds
MEASURED_LOWER = {0.05: 0.21, 0.1: 0.31, 0.2: 0.76}  # N, at 0.1 of the string
MEASURED_UPPER = {0.1: 1.89}
BEST_PUBLISHED = 47  # percent: a static law with torsion, stiffness, measured damping, hair

F0, LENGTH, IMPEDANCE, STIFFNESS = 98.0, 0.70, 1.059, 3.03e-4
TORSION = "torsion_frequency = 539.0; torsion_impedance = 2.65; torsion_q = 30.0;"
NO_TORSION = "torsion_frequency = 0.0;"
HAIR = (4.8e4, 5.8, 4.5e-3)  # N/m, kg/s, kg (Matusiak, Chatziioannou, van Walstijn 2025)

# Laws, and where their numbers are from.
LAWS = {
    "thermal, published": dict(type="thermal"),
    "elasto-plastic, published": dict(type="elastoplastic", sigma0=3.186e5, sigma1=0.0027, mu_static=1.021,
                                      mu_kinetic=0.507, stribeck_velocity=0.228, breakaway=0.7),
    "Coulomb": dict(type="coulomb", mu_static=1.021, mu_kinetic=0.507),
    "thermal, fitted": dict(type="thermal", sigma0=2.947e5, mu_static=1.381, mu_kinetic=0.3352, glass=16.08,
                            breakaway=0.2547, heat_flow=0.4137, heat_capacity=2.198e-6),
    "LuGre, the same numbers": dict(type="lugre", sigma0=4000, sigma1=0.00704, mu_static=1.095, mu_kinetic=0.131,
                          stribeck_velocity=0.243, stribeck_exponent=0.753),
    "elasto-plastic, fitted": dict(type="elastoplastic", sigma0=4000, sigma1=0.00704, mu_static=1.095,
                                   mu_kinetic=0.131, stribeck_velocity=0.243, stribeck_exponent=0.753,
                                   breakaway=0.95),
}
BEST = "elasto-plastic, fitted"


def t60(f):
    """Of a partial at f, s: damping ratio 2.9e-4 + 5.4e-4 (f/kHz)^3.54, no more than a
    twentieth of it a period."""
    zeta = min(2.9e-4 + 5.4e-4 * (f / 1e3) ** 3.54, 0.2)
    return math.log(1000) / (2 * math.pi * f * zeta)


def scene(law, torsion=True, hair=HAIR, stiffness=STIFFNESS, rate=32000, width=0.0, position=0.1, speed=0.1):
    """The scene's text. `width` (m): three contacts side by side, each with hair of its own."""
    damping = ", ".join(f"({f:.1f}, {t60(f):.4g})" for f in (F0 * 2 ** (k / 2) for k in range(15)))
    settings = " ".join(f'{k} = "{v}";' if isinstance(v, str) else f"{k} = {float(v)!r};" for k, v in law.items())
    names = ("bow", "left", "right") if width else ("bow",)
    body = "" if not hair else "modals = { " + " ".join(hair_text(name, len(names), *hair) for name in names) + " };"
    contacts = ""
    for k, name in enumerate(names):
        place = position + (0, -0.5, 0.5)[k] * width / LENGTH
        contacts += (f'{name} = {{ a = "{"hair-" + name if hair else "-"}"; b = "g"; position = {place!r}; '
                     f"velocity = {{ from = 0.0; to = {speed}; over = 0.05; }}; force = 1.0; "
                     f"law = {{ {settings} }}; }}; ")
    return f"""title = "cello G on a monochord"; duration = 0.8; rate = {rate};
strings = {{ g = {{ frequency = {F0}; length = {LENGTH}; impedance = {IMPEDANCE};
  bending_stiffness = {float(stiffness)!r}; {TORSION if torsion else NO_TORSION} damping = ( {damping} ); }}; }};
{body}
contacts = {{ {contacts} }};
outputs = ( {{ signal = "g.bridge_force"; highpass = 30.0; }} );
"""


def hair_text(name, parts, k, r, m):
    """One of `parts` equal ribbons: a mass on a spring with a dashpot."""
    return (f"hair-{name} = {{ points = {{ rub = 0.0; }}; modes = ( {{ frequency = "
            f"{math.sqrt(k / m) / (2 * math.pi)!r}; q = {math.sqrt(k * m) / r!r}; mass = {m / parts!r}; }} ); }};")


def rosin_map(text, *words):
    """Rows of `rosin map` of a scene given as text."""
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([ROSIN, "map", f.name, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return list(csv.DictReader(io.StringIO(done.stdout)))


def measure(text, columns=40, rows=50, speeds=SPEEDS, **how):
    """Maps over the measured grid, by speed. From rest in 50 ms, judged over the second half
    of 0.8 s, as in the best published comparison."""
    rise = how.get("rise", 0.05)
    grid = ("-x", f"bow.position=0.02:0.2:{columns}:log", "-y", f"bow.force=0.1:4:{rows}:log")
    start = ("--start", "rest", "--rise", rise, "-d", 0.75 + rise, "--steady", 0.35 + rise)
    return {v: rosin_map(text, *grid, *start, "-s", f"bow.velocity={v}") for v in speeds}


def measure_wide(law, width, columns=20, rows=25, **how):
    """The same with a bow of a width (m), whose parts share the force: a map a column."""
    maps = {v: [] for v in SPEEDS}
    for v in SPEEDS:
        for c in range(columns):
            b = 0.02 * 10 ** (c / (columns - 1))
            text = scene(law, width=width, position=b, speed=v, **how)
            made = rosin_map(text, "--start", "scene", "--steady", 0.4, "-x", f"bow.position={b!r}:{b!r}:1", "-y",
                             f"bow.force,left.force,right.force={0.1 / 3!r}:{4 / 3!r}:{rows}:log")
            maps[v] += [{**r, "bow.force": 3 * float(r["bow.force"])} for r in made]
    return maps


def limits(rows, position):
    """Ends (N) of the longest run of Helmholtz motion in force, in the column nearest to a
    position; None if there is none."""
    nearest = min({float(r["bow.position"]) for r in rows}, key=lambda b: abs(b - position))
    column = sorted((float(r["bow.force"]), r["regime"] == "Helmholtz") for r in rows
                    if float(r["bow.position"]) == nearest)
    best, run = [], []
    for force, good in column:
        run = run + [force] if good else []
        best = max(best, run, key=len)
    return (best[0], best[-1]) if best else None


def in_region(position, force):
    """Whether the measurement at 0.1 m/s is in Helmholtz motion there, as far as its edges are
    known: from 0.31 N and up to 1.89 N at a tenth of the string, lower edge as position to the
    -1.1 (measured -0.9 to -1.3), upper edge reaching 4 N at 0.03."""
    return 0.31 * (position / 0.1) ** -1.1 <= force <= 1.89 * (position / 0.1) ** -0.62


def compare(maps):
    """What is known of the measurement, of these maps, on 2000 points a speed."""
    made = {}
    for v, rows in maps.items():
        scale = 2000 / len(rows)
        hits = [(float(r["bow.position"]), float(r["bow.force"])) for r in rows if r["regime"] == "Helmholtz"]
        made[v] = dict(points=len(hits) * scale, near=sum(b < 0.05 for b, _ in hits) * scale,
                       limits=limits(rows, 0.1))
        if v == 0.1:
            region = [(float(r["bow.position"]), float(r["bow.force"])) for r in rows
                      if in_region(float(r["bow.position"]), float(r["bow.force"]))]
            inside = sum(in_region(b, f) for b, f in hits)
            made["covered"] = 100 * inside / len(region)
            made["outside"] = 100 * (1 - inside / max(len(hits), 1))
    made["area"] = 100 * sum(made[v]["points"] for v in maps) / sum(MEASURED[v] for v in maps)
    made["near"] = sum(made[v]["near"] for v in maps)
    return made
