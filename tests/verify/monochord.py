# SPDX-License-Identifier: BSD-3-Clause
"""A measured string: the cello G on a rigid monochord that a robot bowed at 40 places with 50
forces and three speeds (Lampis, Chatziioannou and Scavone, Proc. Mtgs. Acoust. 58, 035013,
2025; bow and bridge-force recordings at Zenodo), and the attacks of the same laboratory on four
such strings (Lampis, Mayer and Chatziioannou 2024). Here: its numbers as a scene, maps of it, and
how they compare with what is known of the measurement: the number of points in Helmholtz
motion at each speed, that number nearer to the bridge than a twentieth, the limits of the force
at a tenth. Judged as the recordings were: by the force on the bridge alone, the limits as power
laws fitted over all places. The grid runs from 0.02 to 0.2 of the string and 0.1 to 4 N; that
the forces are in equal ratios is our reading, the recordings are not part of this work."""
import csv
import io
import math
import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROSIN = os.environ.get("ROSIN", os.path.join(HERE, "..", "..", "build", "rosin"))

SPEEDS = (0.05, 0.1, 0.2)
MEASURED = {0.05: 701, 0.1: 700, 0.2: 392}  # of 2000 points each
MEASURED_NEAR = 529  # at less than 0.05 of the string, all speeds
MEASURED_LOWER = {0.05: 0.21, 0.1: 0.31, 0.2: 0.76}  # N, at 0.1 of the string
MEASURED_UPPER = {0.1: 1.89}
# N, at 0.1 of the string: where nothing is published, what gives the region as many more points than were
# measured as it has at 0.1 m/s, 836 for 700
UPPER = {0.05: 1.27, 0.1: 1.89, 0.2: 2.50}
# least force of clean attacks, N + N s^2/m, and how many of all were clean (%), four G strings
ATTACKS = {"Prelude": (0.92, 1.63, 22), "Helicore": (1.00, 0.97, 40), "Dominant": (0.38, 1.06, 43),
           "Kaplan": (1.28, 0.91, 30)}

F0, LENGTH, IMPEDANCE, STIFFNESS = 98.0, 0.70, 1.059, 3.03e-4
TORSION = "torsion_frequency = 539.0; torsion_impedance = 2.65; torsion_q = 30.0;"
NO_TORSION = "torsion_frequency = 0.0;"

# Hair, N/m, kg/s, kg: a ribbon's own, along it (Matusiak, Chatziioannou, van Walstijn 2025), and
# what the bowed string asks for. The latter moves far below its resonance: its mass is only there
# for a mode to have one.
RIBBON = (4.8e4, 5.8, 4.5e-3)
SOFT = (2000.0, 1.2, 1e-4)
WIDE = dict(width=0.015, contacts=3)

PUBLISHED = dict(type="elastoplastic", sigma0=3.186e5, sigma1=0.0027, mu_static=1.021, mu_kinetic=0.507,
                 stribeck_velocity=0.228, breakaway=0.7)
FITTED_BRISTLES = dict(type="elastoplastic", sigma0=12000, sigma1=0.00704, mu_static=1.095, mu_kinetic=0.131,
                       stribeck_velocity=0.243, stribeck_exponent=0.753, breakaway=0.95)
FITTED = dict(type="thermal", mu_static=1.3, heat_capacity=3.5e-6)

# Bows, and where their numbers are from.
CASES = {
    "Coulomb, published": dict(law=dict(type="coulomb", mu_static=1.021, mu_kinetic=0.507)),
    "elasto-plastic, published": dict(law=PUBLISHED),
    "elasto-plastic, fitted": dict(law=FITTED_BRISTLES, hair=SOFT, **WIDE),
    "thermal, published": dict(law=dict(type="thermal")),
    "thermal, fitted": dict(law=FITTED, hair=SOFT, **WIDE),
}
BEST = "thermal, fitted"


def t60(f):
    """Of a partial at f, s: damping ratio 2.9e-4 + 5.4e-4 (f/kHz)^3.54, no more than a
    twentieth of it a period."""
    zeta = min(2.9e-4 + 5.4e-4 * (f / 1e3) ** 3.54, 0.2)
    return math.log(1000) / (2 * math.pi * f * zeta)


def scene(law, hair=RIBBON, width=0.0, contacts=1, torsion=True, stiffness=STIFFNESS, rate=32000):
    """The scene's text; hair None: a rigid bow."""
    damping = ", ".join(f"({f:.1f}, {t60(f):.4g})" for f in (F0 * 2 ** (k / 2) for k in range(15)))
    settings = " ".join(f'{k} = "{v}";' if isinstance(v, str) else f"{k} = {float(v)!r};" for k, v in law.items())
    return f"""title = "cello G on a monochord"; duration = 0.8; rate = {rate};
strings = {{ g = {{ frequency = {F0}; length = {LENGTH}; impedance = {IMPEDANCE};
  bending_stiffness = {float(stiffness)!r}; {TORSION if torsion else NO_TORSION} damping = ( {damping} ); }}; }};
{hair_text(*hair) if hair else ""}
contacts = {{ bow = {{ a = "{"hair" if hair else "-"}"; b = "g"; position = 0.1; velocity = 0.1; force = 1.0;
  contacts = {contacts}; width = {float(width)!r}; law = {{ {settings} }}; }}; }};
outputs = ( {{ signal = "g.bridge_force"; highpass = 30.0; }} );
"""


def hair_text(k, r, m):
    """A mass on a spring with a dashpot, between stick and contact."""
    return (f"modals = {{ hair = {{ points = {{ rub = 0.0; }}; modes = ( {{ frequency = "
            f"{math.sqrt(k / m) / (2 * math.pi)!r}; q = {math.sqrt(k * m) / r!r}; mass = {m!r}; }} ); }}; }};")


def rosin_map(text, *words):
    """Rows of `rosin map` of a scene given as text, and what it says of them."""
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([ROSIN, "map", f.name, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return list(csv.DictReader(io.StringIO(done.stdout))), done.stderr


def measure(text, columns=40, rows=50, speeds=SPEEDS, rise=0.05, longer=0.0, bow="bow"):
    """Maps over the measured grid, by speed, each with what rosin said of it. From rest in 50 ms,
    judged over the second half of 0.8 s, as in the best published comparison; `longer`, s, waits;
    `bow` is the contact."""
    grid = ("-x", f"{bow}.position=0.02:0.2:{columns}:log", "-y", f"{bow}.force=0.1:4:{rows}:log", "--contact", bow)
    start = ("--start", "rest", "--rise", rise, "-d", 0.75 + rise + longer, "--steady", 0.35 + rise + longer)
    return {v: rosin_map(text, *grid, *start, "--judge", "bridge", "-s", f"{bow}.velocity={v}") for v in speeds}


def is_helmholtz(row):
    return row["bridge_helmholtz"] == "1"


def fitted(said, which):
    """A limit as rosin fitted it over all places: N at a tenth of the string, and the power; None
    if too few columns have one."""
    line = re.search("by the bridge force:.*", said).group()
    found = re.search(which + r" ([\d.e+-]+) N \(place/0.1\)\^([\d.e+-]+)", line)
    return tuple(map(float, found.groups())) if found else None


def limits(rows, position):
    """Ends (N) of the longest run of Helmholtz motion in force, by the contact, in the column
    nearest to a position; None if there is none."""
    nearest = min({float(r["bow.position"]) for r in rows}, key=lambda b: abs(b - position))
    column = sorted((float(r["bow.force"]), r["regime"] == "Helmholtz") for r in rows
                    if float(r["bow.position"]) == nearest)
    best, run = [], []
    for force, good in column:
        run = run + [force] if good else []
        best = max(best, run, key=len)
    return (best[0], best[-1]) if best else None


def in_region(position, force, speed=0.1):
    """Whether the measurement is in Helmholtz motion there, as far as its edges are known: at 0.1 m/s
    from 0.31 N and up to 1.89 N at a tenth of the string, lower edge as position to the -1.1
    (measured -0.9 to -1.3), upper edge reaching 4 N at 0.03; at other speeds from the measured lower
    limit up to UPPER, with the same powers."""
    return MEASURED_LOWER[speed] * (position / 0.1) ** -1.1 <= force <= UPPER[speed] * (position / 0.1) ** -0.62


def place(row):
    """Of the bow, and its force: the axes, which come first."""
    position, force, *_ = row.values()
    return float(position), float(force)


def compare(maps):
    """What is known of the measurement, of these maps, on 2000 points a speed."""
    made = {}
    for v, (rows, said) in maps.items():
        scale = 2000 / len(rows)
        hits = [place(r) for r in rows if is_helmholtz(r)]
        made[v] = dict(points=len(hits) * scale, near=sum(b < 0.05 for b, _ in hits) * scale,
                       low=fitted(said, "from"), high=fitted(said, "up to"))
        region = sum(in_region(*place(r), v) for r in rows)
        inside = sum(in_region(*at, v) for at in hits)
        made[v] |= dict(area=100 * made[v]["points"] / MEASURED[v], covered=100 * inside / region,
                        outside=100 * (1 - inside / max(len(hits), 1)),
                        overlap=100 * inside / (region + len(hits) - inside))
    made["near"] = sum(made[v]["near"] for v in maps)
    return made


def attacks(text, columns=16, rows=16, bow="bow"):
    """Attacks as the robot played them: 0.15 to 3.2 m/s^2, 0.1 to 4.2 N, 55 mm of 700 from the
    bridge."""
    return rosin_map(text, "--guettler", "-x", f"{bow}.velocity.slope=0.15:3.2:{columns}", "-y",
                     f"{bow}.force=0.1:4.2:{rows}", "-s", f"{bow}.position={5.5 / 70!r}", "-d", 0.8, "--contact", bow)


def prompt_share(said):
    good, of = re.search(r"(\d+) of (\d+) attacks are prompt", said).groups()
    return 100 * int(good) / int(of)


def prompt_edge(said):
    """Least force of prompt attacks as rosin fits it, N + N s^2/m; None without a line."""
    found = re.search(r"they need ([\d.e+-]+) \+ ([\d.e+-]+) a N", said)
    return tuple(map(float, found.groups())) if found else None


def edge_errors(edge):
    """By string: the largest departure (%) of an edge from the measured one, over the accelerations
    at which that is on the grid."""
    errors = {}
    for name, (offset, slope, _) in ATTACKS.items():
        at = [a / 20 for a in range(3, 65) if offset + slope * a / 20 <= 4.2]
        errors[name] = max(100 * abs((edge[0] + edge[1] * a) / (offset + slope * a) - 1) for a in at)
    return errors
