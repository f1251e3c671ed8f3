#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`scenes/instruments.py`: writes the scenes of the bowed instruments from published numbers.

Strings: tensions and masses of Percival's measured sets (artifastring data), Z0 = sqrt(T mu);
the cello G is the monochord string of Lampis, Chatziioannou and Scavone (2025), with its
damping ratio 2.9e-4 + 5.4e-4 (f/1 kHz)^3.54; torsion 5.5 times the pitch, Q 30 (Mores 2019,
Woodhouse and Loach 1999). Bodies: signature modes of Bynum and Rossing, Firth, Zhang and
Woodhouse (173 Hz, a wolf), Woodhouse (Euphonics), Askenfelt; the cello's higher ones as measured from a tap (f, Q, radiated level);
where there are none, modes at the measured spacing with the measured Q, masses from the mean
mobility (m = 1/(4 df Y)), and a bridge hill.

Which number is what. Measured: strings' Z0 (and the cello G's damping), signature modes' f and Q, the cello's modes
with their levels, torsion, mass of hair; of the engine itself `wedges/`. Estimated: EI, T60 factors, bridges, hair's spring and
damper, masses of modes, hills, spacing above what was measured, levels of the others' signature modes, `resistance`,
`bristles`, `loss`, places and lengths of bows, `apart` (how far modes radiate to one side). Fitted: `radiation`, to FluidR3's
notes at mf (violin and viola by hand, MuseScore in view), `shape` and `rough` (one slip a period, harmonics to noise),
`sure` (times the least force that was measured, for pp), `gain`, `tail` (s, to -90 dBFS after its lowest string
was let go, as played at velocity 100 and measured, and some more)."""
import cmath
import math
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# f, Q, radiated dB; the cello's own
CELLO = [(101, 16, -20), (173, 30, -11), (194, 18, -14), (209, 30, -9), (243, 17, -24), (279, 26, -17),
         (305, 60, -24), (316, 42, -27), (341, 42, -17), (385, 30, -8), (407, 53, -27), (439, 60, -23),
         (455, 20, -6), (496, 35, -15), (521, 51, -12), (580, 46, -15), (617, 58, -24), (677, 37, -7),
         (700, 40, 0), (754, 29, -4), (772, 46, -16), (830, 48, -14), (867, 60, -27), (908, 21, -4),
         (921, 60, -18), (967, 59, -14), (1023, 40, -6), (1043, 51, -12), (1072, 60, -20), (1098, 43, -9),
         (1143, 43, -12), (1188, 48, -13), (1248, 36, -12), (1301, 60, -20), (1357, 60, -23),
         (1426, 59, -23), (1479, 60, -23), (1583, 53, -19), (1608, 60, -19)]

INSTRUMENTS = {
    # strings: name, Hz, Z0 kg/s, EI N m^2, T60 factor; masses of the signature modes by frequency
    "cello": dict(
        title="cello", length=0.69, hill=(1500, 0.7, 9), spacing=38, level=-35, top=9500, bridge=(0.0012, 0.002, 2500, 2.5),
        strings=[("c", 65.4064, 1.62, 4.0e-4, 0.8), ("g", 97.9989, 1.06, 3.0e-4, 1.0),
                 ("d", 146.8324, 0.60, 2.0e-4, 1.0), ("a", 220.0, 0.45, 1.2e-4, 1.0)],
        # dB, by third of an octave, fitted to FluidR3's mf within 8 dB of what is measured, and freely above
        radiation=[(65, -5), (69, -4.2), (73, -2), (78, -5), (82, -6.3), (87, -7.2), (92, -8.1), (98, -6.7),
                   (104, -3.5), (110, 7.1), (117, 7.6), (123, 10), (131, 8.7), (139, 6.6), (147, 6.7), (156, 7.3),
                   (165, 4.3), (175, -4.4), (185, -2.6), (196, -1.7), (208, -3.3), (220, 10.6), (233, 7.1),
                   (247, 9.3), (262, 8.9), (277, 6.4), (294, 14.2), (311, 15), (330, 13.4), (349, 5), (370, -2.9),
                   (392, -4), (415, -9.1), (440, -9), (466, -11.1), (494, -6.9), (523, -8.7), (554, -5), (587, -2.2),
                   (622, 3.4), (659, -9.1), (698, -17.9), (740, -16.4), (784, 3.3), (831, -5.5), (880, -6.5),
                   (1000, -18.5), (1260, -14), (1587, 4.9), (2000, 0.4), (2520, 7.8), (3175, -1.2), (4000, 8.6),
                   (5040, 19.4), (6350, 35.8), (8000, 49.3)],
        modes=CELLO, masses={101: 1.6, 173: 0.49, 194: 0.7, 209: 0.8},
        hair=(0.0045, 4.8e4, 5.8), hand_force=6, bow_length=0.65, resistance=250, position=0.11, highest=29, program=42,
        gain=0.031, tail=7, zeta=(2.9e-4, 2.0e-4, 2.5), loss=1.0, shape=(0.3, 0.5), bristles=(3e4, 0.5, 1.0), even=1000, rough=(0.018, 1e-4), easing=0.75),
    "violin": dict(
        title="violin", length=0.325, hill=(2300, 0.45, 12), spacing=45, level=-27, top=11000, bridge=(0.0005, 0.0007, 3000, 4),
        strings=[("g", 195.9977, 0.36, 7.0e-5, 1.0), ("d", 293.6648, 0.28, 4.0e-5, 1.0),
                 ("a", 440.0, 0.21, 2.5e-5, 1.0), ("e", 659.2551, 0.18, 2.0e-5, 1.0)],
        radiation=[(196, 9.5), (208, -0.3), (220, -8.7), (233, -6.5), (247, -2.8), (262, -4.3), (277, -7.8), (294, -3), (311, 4.1),
                   (330, 7.8), (349, 10), (370, 6.7), (392, 3.2), (415, -8.3), (440, -19), (466, -17), (494, -10),
                   (523, -10), (554, -15.7), (587, -10.2), (622, -6.7), (659, -4.3), (698, -1.9), (740, -1.1), (784, 1.4), (831, 2.4), (880, 5.1), (932, 6.7), (988, 8.8), (1047, 5.9), (1109, 3.2), (1175, 4.8), (1245, 0.5), (1319, -1.3), (1397, -4.5), (1480, -8.5), (2000, -1.2), (2520, 8), (3175, -4), (4000, 8), (5040, 0.4), (6350, 23.5), (8000, 42)],
        modes=[(276, 22, -10), (407, 35, -14), (462, 30, -4), (480, 40, -14), (545, 22, -3)],
        masses={276: 0.5, 407: 0.35, 462: 0.18, 480: 0.4, 545: 0.16},
        hair=(0.004, 6.0e4, 5.0), hand_force=3, bow_length=0.60, resistance=80, position=0.11, highest=36, program=40,
        gain=0.035, tail=6, zeta=(2.9e-4, 2.0e-4, 2.5), shape=(0.3, 0.5), bristles=(3e4, 0.5, 1.0), even=1000, rough=(0.033, 1e-4), apart=(0.1, 0.4), sure=1.3, nodes=0.07),
    "viola": dict(
        title="viola", length=0.37, hill=(1900, 0.5, 10), spacing=42, level=-29, top=9000, bridge=(0.0008, 0.0012, 2500, 4),
        strings=[("c", 130.8128, 0.57, 1.2e-4, 0.9), ("g", 195.9977, 0.38, 7.0e-5, 1.0),
                 ("d", 293.6648, 0.24, 4.0e-5, 1.0), ("a", 440.0, 0.30, 3.0e-5, 1.0)],
        radiation=[(131, 7.1), (139, 4.3), (147, 4.3), (156, 3.6), (165, 3.3), (175, 0.6), (185, 1.4), (196, -0.8),
                   (208, -3.7), (220, -6.2), (233, -2.4), (247, 0.5), (262, 0.8), (277, -0.3), (294, -0.1), (311, -1),
                   (330, -2.7), (349, -6.3), (370, -4.3), (392, -4.2), (415, -4.9), (440, -4.2), (466, -2.6),
                   (494, -2.1), (523, -6.9), (554, -6.4), (587, -2.9), (622, -2), (659, 0.4), (698, 1.1), (740, 1.1),
                   (784, 1.8), (831, 1.9), (880, 0.5), (932, 1), (988, 3), (1260, -6), (1587, 0.5), (2000, 2.5),
                   (2520, -1), (3175, 6), (4000, 7.5), (5040, 26), (6350, 38), (8000, 51)],
        modes=[(220, 22, -10), (279, 14, -16), (347, 30, -5), (388, 30, -12), (426, 26, -5), (449, 18, -8),
               (546, 36, -12)],
        masses={220: 0.6, 279: 0.5, 347: 0.22, 388: 0.4, 426: 0.2, 449: 0.35, 546: 0.35},
        hair=(0.004, 5.5e4, 5.2), hand_force=4, bow_length=0.60, resistance=110, position=0.11, highest=30, program=41,
        gain=0.034, tail=10, zeta=(2.9e-4, 2.0e-4, 2.5), shape=(0.3, 0.5), bristles=(3e4, 0.5, 1.0), even=1000, rough=(0.02, 1e-4), apart=(0.1, 0.4), sure=1.8, nodes=0.07),
    "double-bass": dict(
        title="double bass", length=1.06, hill=(600, 0.6, 8), spacing=30, level=-42, top=7000, bridge=(0.02, 0.03, 3000, 2.5),
        strings=[("e", 41.2034, 3.7, 5.0e-3, 0.8), ("a", 55.0, 2.7, 3.0e-3, 0.9),
                 ("d", 73.4162, 1.95, 2.0e-3, 1.0), ("g", 97.9989, 1.44, 1.2e-3, 1.0)],
        radiation=[(41, 4.6), (44, 7.6), (46, 7.5), (49, 2.8), (52, -2.9), (55, -2.3), (58, -3.1), (62, -4.4), (65, -0.3),
                   (69, 2.1), (73, 4.9), (78, 3.3), (82, 3.5), (87, 3.6), (92, 2.5), (98, -3.8), (104, -7.7),
                   (110, -6.2), (117, -1), (123, 1.2), (131, 5), (139, 4.6), (147, 0.9), (156, -4.5), (165, -4.8), (175, -2.5), (185, 3.8), (196, 4.6), (208, 4.1), (220, -1.7), (233, -8.2), (247, -12.7), (262, -7.7), (397, 12.8), (500, 0.1), (630, 8.4), (794, 17.4), (1000, 25.7), (1260, 17.4), (1587, 18.3), (2000, 19.8), (2520, 25.5), (3175, 30.3), (4000, 38), (5040, 50), (6350, 60), (8000, 60)],
        modes=[(62, 18, -8), (107, 25, -4), (154, 20, -8), (175, 25, -7), (215, 25, -6), (260, 25, -9)],
        masses={62: 4.0, 107: 1.6, 154: 2.0, 175: 1.8, 215: 1.5, 260: 1.5},
        hair=(0.006, 4.0e4, 7.0), hand_force=15, bow_length=0.55, resistance=600, position=0.10, highest=24, program=43,
        gain=0.0062, tail=50, zeta=(4.0e-4, 4.0e-4, 2.5), shape=(0.3, 0.5), bristles=(4e4, 0, 1.0), even=1000, rough=(0.02, 1e-4), nodes=0.07),
}

# the cello under the bow of the measured string (docs/measured-string.md): its law, its hair, one point
INSTRUMENTS["cello-measured"] = dict(
    INSTRUMENTS["cello"], title="cello, measured bow", body="cello",
    hair=(1e-4, 2000, 1.2), law='type = "thermal";\n      mu_static = 1.3; heat_capacity = 3.5e-06;', starts=6, rough=(0.03, 3e-5))

LAW = """type = "elastoplastic";
      sigma0 = %g; sigma1 = 0.1; sigma2 = 0.0; stiffening = %g; stiffening_load = %g;
      mu_static = 1.0; mu_kinetic = 0.4;
      stribeck_velocity = %g; stribeck_exponent = %g; breakaway = 0.6;"""
HAND = """type = "elastoplastic";
      sigma0 = 2e4; sigma1 = 0.5; sigma2 = 0.0;
      mu_static = 1.2; mu_kinetic = 0.8;
      stribeck_velocity = 0.2; breakaway = 0.6; damping_limit = 1.0;"""


def damping(f0, zeta, factor, loss=0, top=16000):
    """(frequency, t60) from the open pitch up, two an octave: T60 = ln(1000)/(2 pi f zeta + loss),
    the loss (1/s) being what air, nut and tailpiece take."""
    points, f = [], f0
    while f < top:
        z = zeta[0] + zeta[1] * (f / 1000) ** zeta[2]
        points.append((f, factor * math.log(1000) / (2 * math.pi * f * z + loss)))
        f *= math.sqrt(2)
    return points


def radiated(i, f):
    """dB that were fitted to recordings where nothing is measured, between thirds of an octave."""
    points = i.get("radiation", [(20, 0)])
    if f <= points[0][0]:
        return points[0][1]
    for (a, x), (b, y) in zip(points, points[1:]):
        if f < b:
            return x + (y - x) * math.log(f / a) / math.log(b / a)
    return points[-1][1]


def body(i, name):
    """Modes with mass and weights at (bridge, bass side, treble side, back)."""
    chance = random.Random(f"{i.get('body', name)} body")
    modes, step = list(i["modes"]), i["spacing"]
    f = modes[-1][0]
    while f + step < i["top"]:
        f += step
        q = 28 if f < 330 else 45 if f < 900 else 55
        modes.append((round(f * chance.uniform(0.985, 1.015), 1), round(q * chance.uniform(0.7, 1.4)),
                      round(-14 - 6 * abs(math.log2(f / i["hill"][0])) + chance.gauss(0, 2), 1)))
        step = i["spacing"] * max(f / 1600, 1)  # plates come to overlap; fewer modes do
    rows = []
    for number, (f, q, db) in enumerate(modes):
        lift = i["hill"][2] * math.exp(-(math.log2(f / i["hill"][0]) / i["hill"][1]) ** 2)
        step = i["spacing"] * max(f / 1600, 1)
        mass = i["masses"].get(f, 1 / (4 * step * 10 ** ((i["level"] + lift) / 20)))
        # what is heard at a resonance goes with weight * Q / mass
        # low down signs take turns, so that two modes do not cancel between them; above they fall as they may
        sign = (1, -1)[number % 2] if f < i["even"] else chance.choice((1, -1))
        weight = 10 ** ((db + radiated(i, f)) / 20) * mass / q * 40 * sign
        apart = 0 if f < 3 * i["modes"][0][0] else chance.choice((1, -1)) * chance.uniform(*i.get("apart", (0.3, 0.9)))
        behind = 1 if f < 2 * i["modes"][0][0] else chance.uniform(0.2, 0.6) * chance.choice((1, -1))
        rows.append((f, q, mass, 0.4 * weight * (1 + apart), 0.4 * weight * (1 - apart), 0.2 * weight * behind))
    return rows


def bridge_modes(i):
    """Top and feet, joined by a spring: as they move together, and against each other. (frequency, q,
    mass, top, feet) of both; and its stiffness and damping."""
    top, feet, f, q = i["bridge"]
    k = top * (2 * math.pi * f) ** 2
    reduced = top * feet / (top + feet)
    w = math.sqrt(k / reduced)
    return [(0, 1, top + feet, 1, 1), (w / (2 * math.pi), q, top + top * top / feet, 1, -top / feet)], k, w * reduced / q


def bridge_impedance(i, rows, f):
    """What the end of a string meets, but for the other strings: the bridge, and the body under it."""
    w = 2j * math.pi * f
    y = sum(w / (m * ((2 * math.pi * g) ** 2 + w * w + w * 2 * math.pi * g / q)) for g, q, m, *_ in rows)
    _, k, c = bridge_modes(i)
    feet = w * i["bridge"][1] + 1 / y
    return w * i["bridge"][0] + 1 / (1 / feet + 1 / (k / w + c))


def tuned(i, rows):
    """Frequencies of the strings alone with which they sound, joined, as they should: roots f
    of the sum of all impedances at the bridge, -j Z cot(pi f (1 - j zeta) / f0) for a string."""
    alone = {s: f for s, f, *_ in i["strings"]}

    def meeting(f):
        total = bridge_impedance(i, rows, f)
        for s, _, z, *_ in i["strings"]:
            zeta = i["zeta"][0] + i["zeta"][1] * (f.real / 1000) ** i["zeta"][2] + i.get("loss", 0) / (2 * math.pi * f.real)
            total += -1j * z / cmath.tan(math.pi * f * (1 - 1j * zeta) / alone[s])
        return total

    def sounding(f):
        # 1 / impedance has a pole where this has a root: Newton on the reciprocal's inverse
        f = complex(f, f * 1e-3)
        for _ in range(60):
            h = 1e-6 * f
            m = meeting(f)
            step = m * 2 * h / (meeting(f + h) - meeting(f - h))
            f -= step if abs(step) < 0.002 * abs(f) else step * 0.002 * abs(f) / abs(step)
            if abs(step) < 1e-10 * abs(f):
                break
        return f.real

    for _ in range(20):
        for s, f, *_ in i["strings"]:
            alone[s] *= f / sounding(f)
    return alone


def wedges(path):
    """What tests/verify/wedge measured of an instrument: {string: {(stop, place, speed): (low, high)}}."""
    found = {}
    if os.path.exists(path):
        with open(path) as f:
            for row in (r.split() for r in f if not r.startswith("#")):
                numbers = [float(x) for x in row[1:]]
                found.setdefault(int(row[0]), {})[tuple(numbers[:3])] = tuple(numbers[3:])
    return found


def measure(name):
    """Have the engine find the forces with which the strings of a scene play, and keep them."""
    program = os.path.join(HERE, "..", "build", "tests", "verify", "wedge")
    made = subprocess.run([program, os.path.join(HERE, name + ".cfg")], check=True, capture_output=True, text=True)
    os.makedirs(os.path.join(HERE, "wedges"), exist_ok=True)
    with open(os.path.join(HERE, "wedges", name + ".txt"), "w") as f:
        f.write("# tests/verify/wedge: string, stop (semitones), place, speed (m/s), least and greatest force (N)\n" + made.stdout)


def wedge_text(cells, sure=1):
    """A string's wedge as the scene has it: on a grid, evened out, gaps filled by what is near. The least
    force is `sure` times what was measured, where there is room: the lightest notes of light strings."""
    if not cells:
        return ""
    axes = [sorted({c[k] for c in cells}) for k in range(3)]
    even = {}
    for at in cells:
        sums, total = [0.0, 0.0], 0.0
        for near, (low, high) in cells.items():
            away = sum(abs(axes[k].index(near[k]) - axes[k].index(at[k])) * (1, 1.5, 1)[k] for k in range(3))
            weight = 0.3 ** away * (high > 0)
            if weight < 0.02:
                continue
            # both limits go with the speed, the least with 1 / place^2, the greatest with 1 / place
            for k, (force, power) in enumerate(((low, 2), (high, 1))):
                sums[k] += weight * math.log(force * at[2] / near[2] * (near[1] / at[1]) ** power)
            total += weight
        low, high = (math.exp(s / total) for s in sums)
        even[at] = min(low * sure, max(math.sqrt(low * high), low)), high
    cell = [even[s, k, v] for s in axes[0] for k in axes[1] for v in axes[2]]
    lists = zip(("stops", "places", "speeds", "low", "high"), (*axes, [c[0] for c in cell], [c[1] for c in cell]))
    return "\n      wedge = {" + "".join(f"\n        {key} = ({', '.join(f'{x:.3g}' for x in values)});"
                                         for key, values in lists) + " };"


def mute(i, mass=0.015):
    """Masses of the bridge's two motions with a mute on its top."""
    loaded = bridge_modes({"bridge": (i["bridge"][0] + mass, *i["bridge"][1:])})[0]
    return loaded[0][2], loaded[1][2]


def scene(name, i, measured):
    """Text of an instrument's scene, with its wedges."""
    rows = body(i, name)
    alone = tuned(i, rows)
    together, against = bridge_modes(i)[0]
    law = i.get("law", LAW % (*i["bristles"], *i["shape"]))
    out = [f"""# SPDX-License-Identifier: BSD-3-Clause
# Written by scenes/instruments.py from published numbers, which are named there: strings on a
# moving bridge and a body of {len(rows)} modes, a bow of hair, a left hand.
# Played by notes: rosin render {name} --midi FILE.mid, rosin play {name}. By itself the scene
# bows its second string.
title = "{i['title']}";
duration = 4.0;
rate = 48000;
oversample = 2;
channels = 2;
gain = {i['gain']};
tail = {i['tail']:.1f};

strings = {{"""]
    for s, f, z, ei, factor in i["strings"]:
        curve = ", ".join(f"({a:.1f}, {b:.4g})" for a, b in damping(f, i["zeta"], factor, i.get("loss", 0)))
        out.append(f"""  {s} = {{
    frequency = {alone[s]:.4f}; length = {i['length']}; impedance = {z}; bending_stiffness = {ei};
    torsion_frequency = {5.5 * f:.1f}; torsion_impedance = {z * 2.5:.3g}; torsion_q = 30.0;
    damping = ( {curve} );
  }};""")
    out.append("""};

modals = {
  # its top carries the strings, its feet stand on the body, a spring between them; a mute of 15 g
  # on top: -s bridge.modes.1.mass=%.4f -s bridge.modes.2.mass=%.4f
  bridge = {
    points = { top = 0.0; feet = 1.0; };
    modes = ( { frequency = 0.0; mass = %.4g; at = (1.0, 1.0); },
              { frequency = %.1f; q = %.1f; mass = %.4g; at = (1.0, %.4f); } );
  };
  # hair between the stick, which the hand moves, and the contact: k, R, m
  hair = { points = { rub = 0.0; }; modes = ( { frequency = %.1f; q = %.3f; mass = %g; } ); };
  # a finger's flesh: 1e5 N/m, 30 kg/s, 5 g
  finger = { points = { tip = 0.0; }; modes = ( { frequency = 711.8; q = 0.745; mass = 0.005; } ); };
  body = {
    points = { bridge = 0.0; bass = 1.0; treble = 2.0; back = 3.0; };
    modes = (""" % (*mute(i), together[2], against[0], against[1], against[2], against[4], math.sqrt(i["hair"][1] / i["hair"][0]) / (2 * math.pi),
                    math.sqrt(i["hair"][1] * i["hair"][0]) / i["hair"][2], i["hair"][0]))
    rows = [f"      {{ frequency = {f:.1f}; q = {q:.1f}; mass = {m:.4f}; at = (1.0, {a:.5f}, {b:.5f}, {c:.5f}); }}"
            for f, q, m, a, b, c in rows]
    out.append(",\n".join(rows) + "\n    );\n  };\n};\n\njoints = {")
    for s, *_ in i["strings"]:
        out.append(f'  end-{s} = {{ a = "{s}"; b = "bridge"; position_b = "top"; }};')
    out.append('  feet = { a = "bridge"; b = "body"; position_a = "feet"; position_b = "bridge"; };\n};\n\ncontacts = {')
    second = i["strings"][1][0]
    for s, f, z, *_ in i["strings"]:
        gesture = ("velocity = ( (0.0, 0.0), (0.1, 0.15), (3.0, 0.15), (3.1, 0.0) );\n"
                   f"    force = ( (0.0, {z * 1.2:.3g}), (3.0, {z * 1.2:.3g}), (3.1, 0.0) );" if s == second
                   else "velocity = 0.0; force = 0.0;")
        out.append(f"""  bow-{s} = {{
    a = "hair"; b = "{s}"; position = {i['position']};
    {gesture}
    roughness = {i["rough"][0]}; grain = {i["rough"][1]}; # hair and rosin, uneven along the bow
    law = {{
      {law}
    }};
  }};
  hand-{s} = {{
    a = "finger"; b = "{s}"; position = 0.25; velocity = 0.0; force = 0.0;
    law = {{
      {HAND}
    }};
  }};""")
    out.append("};\n\ninstrument = {")
    out.append(f"  bow_position = {i['position']}; bow_length = {i['bow_length']}; resistance = "
               f"{float(i['resistance'])}; highest = {i['highest']}; program = {i['program']};" +
               "".join(f" {k} = {i[k]};" for k in ("easing", "starts", "nodes") if k in i))
    out.append(f"  hand_force = {float(i['hand_force'])}; # N, with which a hand presses at most")
    out.append("  strings = (")
    out.append(",\n".join(f'    {{ string = "{s}"; bow = "bow-{s}"; hand = "hand-{s}";{wedge_text(measured.get(k), i.get("sure", 1))} }}'
                          for k, (s, *_) in enumerate(i["strings"])))
    out.append("""  );
};

# microphones before the instrument, a floor under it, a wall behind it
space = { distance = 2.0; height = 0.4; spread = 0.4; floor = 0.6; wall = 1.5; reflection = 0.4; };

# radiation: pressure goes with the acceleration of the body; where its parts are, in m
outputs = (
  { signal = "body.acceleration@bass"; place = (-0.1, 0.05, 0.0); facing = 0.3; highpass = 20.0; gain = 1.0; },
  { signal = "body.acceleration@treble"; place = (0.1, 0.05, 0.0); facing = 0.3; highpass = 20.0; gain = 1.0; },
  { signal = "body.acceleration@back"; place = (0.0, -0.1, 0.0); highpass = 20.0; gain = 1.0; }
);

input = { push = %s; };

about = {
  category = "MUSCStr"; group = "MUSICAL"; kind = "STRINGED";
  bench = { contact = "bow-%s"; warm = 1.0; };
};""" % (10.0 if name == "double-bass" else 5.0, second))
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    for name in sys.argv[2:] if sys.argv[1:2] == ["measure"] else ():
        measure(name)
    for name, numbers in INSTRUMENTS.items():
        with open(os.path.join(HERE, name + ".cfg"), "w") as f:
            f.write(scene(name, numbers, wedges(os.path.join(HERE, "wedges", name + ".txt"))))
