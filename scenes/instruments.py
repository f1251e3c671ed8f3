#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make instruments`: writes the scenes of the bowed instruments from published numbers.

Strings: tensions and masses of Percival's measured sets (artifastring data), Z0 = sqrt(T mu);
the cello G is the monochord string of Lampis, Chatziioannou and Scavone (2025), with its
damping ratio 2.9e-4 + 5.4e-4 (f/1 kHz)^3.54; torsion 5.5 times the pitch, Q 30 (Mores 2019,
Woodhouse and Loach 1999). Bodies: signature modes of Bynum and Rossing, Firth, Zhang and
Woodhouse (173 Hz, a wolf), Woodhouse (Euphonics), Askenfelt; the cello's higher ones as measured from a tap (f, Q, radiated level);
where there are none, modes at the measured spacing with the measured Q, masses from the mean
mobility (m = 1/(4 df Y)), and a bridge hill."""
import cmath
import math
import os
import random

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
        title="cello", length=0.69, hill=(1500, 0.7, 9), spacing=38, level=-35, top=3400, bridge=0.008,
        strings=[("c", 65.4064, 1.62, 4.0e-4, 0.8), ("g", 97.9989, 1.06, 3.0e-4, 1.0),
                 ("d", 146.8324, 0.60, 2.0e-4, 1.0), ("a", 220.0, 0.45, 1.2e-4, 1.0)],
        modes=CELLO, masses={101: 1.6, 173: 0.5, 194: 0.7, 209: 0.8},
        hair=(0.0045, 4.8e4, 5.8), bow_length=0.65, resistance=250, position=0.11, highest=29, program=42,
        gain=0.022, zeta=(2.9e-4, 5.4e-4, 3.54)),
    "violin": dict(
        title="violin", length=0.325, hill=(2300, 0.45, 12), spacing=45, level=-27, top=5200, bridge=0.0012,
        strings=[("g", 195.9977, 0.36, 7.0e-5, 1.0), ("d", 293.6648, 0.28, 4.0e-5, 1.0),
                 ("a", 440.0, 0.21, 2.5e-5, 1.0), ("e", 659.2551, 0.18, 2.0e-5, 1.0)],
        modes=[(276, 22, -10), (407, 35, -14), (462, 30, -4), (480, 40, -14), (545, 22, -3)],
        masses={276: 0.5, 407: 0.35, 462: 0.18, 480: 0.4, 545: 0.16},
        hair=(0.004, 6.0e4, 5.0), bow_length=0.60, resistance=80, position=0.11, highest=36, program=40,
        gain=0.035, zeta=(2.9e-4, 2.0e-4, 2.5)),
    "viola": dict(
        title="viola", length=0.37, hill=(1900, 0.5, 10), spacing=42, level=-29, top=4600, bridge=0.002,
        strings=[("c", 130.8128, 0.57, 1.2e-4, 0.9), ("g", 195.9977, 0.38, 7.0e-5, 1.0),
                 ("d", 293.6648, 0.24, 4.0e-5, 1.0), ("a", 440.0, 0.30, 3.0e-5, 1.0)],
        modes=[(220, 22, -10), (279, 14, -16), (347, 30, -5), (388, 30, -12), (426, 26, -5), (449, 18, -8),
               (546, 36, -12)],
        masses={220: 0.6, 279: 0.5, 347: 0.22, 388: 0.4, 426: 0.2, 449: 0.35, 546: 0.35},
        hair=(0.004, 5.5e4, 5.2), bow_length=0.60, resistance=110, position=0.11, highest=30, program=41,
        gain=0.034, zeta=(2.9e-4, 2.8e-4, 2.7)),
    "double-bass": dict(
        title="double bass", length=1.06, hill=(600, 0.6, 8), spacing=30, level=-42, top=2000, bridge=0.05,
        strings=[("e", 41.2034, 3.7, 5.0e-3, 0.8), ("a", 55.0, 2.7, 3.0e-3, 0.9),
                 ("d", 73.4162, 1.95, 2.0e-3, 1.0), ("g", 97.9989, 1.44, 1.2e-3, 1.0)],
        modes=[(62, 18, -8), (107, 25, -4), (154, 20, -8), (175, 25, -7), (215, 25, -6), (260, 25, -9)],
        masses={62: 4.0, 107: 1.6, 154: 2.0, 175: 1.8, 215: 1.5, 260: 1.5},
        hair=(0.006, 4.0e4, 7.0), bow_length=0.55, resistance=600, position=0.10, highest=24, program=43,
        gain=0.0062, zeta=(4.0e-4, 8.0e-4, 3.0)),
}

LAW = """type = "elastoplastic";
      sigma0 = 4e4; sigma1 = 0.1; sigma2 = 0.0;
      mu_static = 1.0; mu_kinetic = 0.4;
      stribeck_velocity = 0.2; breakaway = 0.6;"""
HAND = """type = "elastoplastic";
      sigma0 = 2e4; sigma1 = 0.5; sigma2 = 0.0;
      mu_static = 1.2; mu_kinetic = 0.8;
      stribeck_velocity = 0.2; breakaway = 0.6; damping_limit = 1.0;"""


def damping(f0, zeta, factor, top=16000):
    """(frequency, t60) from the open pitch up, two an octave: T60 = ln(1000)/(2 pi f zeta)."""
    points, f = [], f0
    while f < top:
        z = zeta[0] + zeta[1] * (f / 1000) ** zeta[2]
        points.append((f, factor * math.log(1000) / (2 * math.pi * f * z)))
        f *= math.sqrt(2)
    return points


def body(i, name):
    """Modes with mass and weights at (bridge, left, right)."""
    chance = random.Random(f"{name} body")
    modes = list(i["modes"])
    f = modes[-1][0] + i["spacing"]
    while f < i["top"]:
        q = 28 if f < 330 else 45 if f < 900 else 55
        modes.append((round(f * chance.uniform(0.985, 1.015), 1), round(q * chance.uniform(0.7, 1.4)),
                      round(-14 - 6 * abs(math.log2(f / i["hill"][0])) + chance.gauss(0, 4), 1)))
        f += i["spacing"]
    rows = []
    for f, q, db in modes:
        lift = i["hill"][2] * math.exp(-(math.log2(f / i["hill"][0]) / i["hill"][1]) ** 2)
        mass = i["masses"].get(f, 1 / (4 * i["spacing"] * 10 ** ((i["level"] + lift) / 20)))
        # what is heard at a resonance goes with weight * Q / mass
        weight = 10 ** (db / 20) * mass / q * 40
        side = 1.0 if f < 1.5 * i["modes"][3 if len(i["modes"]) > 3 else 0][0] else chance.uniform(0.5, 1.0)
        sign = chance.choice((1, -1))
        left, right = (1.0, side) if chance.random() < 0.5 else (side, 1.0)
        if f > 3 * i["modes"][0][0]:
            right *= chance.choice((1, 1, -1))
        rows.append((f, q, mass, sign * weight * left, sign * weight * right))
    return rows


def bridge_impedance(i, rows, f):
    """What the end of a string meets, but for the other strings: body and bridge mass."""
    w = 2j * math.pi * f
    y = sum(w / (m * ((2 * math.pi * g) ** 2 + w * w + w * 2 * math.pi * g / q)) for g, q, m, *_ in rows)
    return 1 / y + w * i["bridge"]


def tuned(i, rows):
    """Frequencies of the strings alone with which they sound, joined, as they should: roots f
    of the sum of all impedances at the bridge, -j Z cot(pi f (1 - j zeta) / f0) for a string."""
    alone = {s: f for s, f, *_ in i["strings"]}

    def meeting(f):
        total = bridge_impedance(i, rows, f)
        for s, _, z, *_ in i["strings"]:
            zeta = i["zeta"][0] + i["zeta"][1] * (f.real / 1000) ** i["zeta"][2]
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


def scene(name, i):
    rows = body(i, name)
    alone = tuned(i, rows)
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

strings = {{"""]
    for s, f, z, ei, factor in i["strings"]:
        curve = ", ".join(f"({a:.1f}, {b:.4g})" for a, b in damping(f, i["zeta"], factor))
        out.append(f"""  {s} = {{
    frequency = {alone[s]:.4f}; length = {i['length']}; impedance = {z}; bending_stiffness = {ei};
    torsion_frequency = {5.5 * f:.1f}; torsion_impedance = {z * 2.5:.3g}; torsion_q = 30.0;
    damping = ( {curve} );
  }};""")
    out.append("""};

modals = {
  # strings, body and mute meet in the bridge; a mute of 15 g: -s bridge.modes.1.mass=...
  bridge = { points = { top = 0.0; }; modes = ( { frequency = 0.0; mass = %g; } ); };
  # hair between the stick, which the hand moves, and the contact: k, R, m
  hair = { points = { rub = 0.0; }; modes = ( { frequency = %.1f; q = %.3f; mass = %g; } ); };
  # a finger's flesh: 1e5 N/m, 30 kg/s, 5 g
  finger = { points = { tip = 0.0; }; modes = ( { frequency = 711.8; q = 0.745; mass = 0.005; } ); };
  body = {
    points = { bridge = 0.0; left = 1.0; right = 2.0; };
    modes = (""" % (i["bridge"], math.sqrt(i["hair"][1] / i["hair"][0]) / (2 * math.pi),
                    math.sqrt(i["hair"][1] * i["hair"][0]) / i["hair"][2], i["hair"][0]))
    rows = [f"      {{ frequency = {f:.1f}; q = {q:.1f}; mass = {m:.4f}; at = (1.0, {a:.5f}, {b:.5f}); }}"
            for f, q, m, a, b in body(i, name)]
    out.append(",\n".join(rows) + "\n    );\n  };\n};\n\njoints = {")
    for s, *_ in i["strings"]:
        out.append(f'  end-{s} = {{ a = "{s}"; b = "bridge"; }};')
    out.append('  feet = { a = "bridge"; b = "body"; position_b = "bridge"; };\n};\n\ncontacts = {')
    second = i["strings"][1][0]
    for s, f, z, *_ in i["strings"]:
        gesture = ("velocity = ( (0.0, 0.0), (0.1, 0.15), (3.0, 0.15), (3.1, 0.0) );\n"
                   f"    force = ( (0.0, {z * 1.2:.3g}), (3.0, {z * 1.2:.3g}), (3.1, 0.0) );" if s == second
                   else "velocity = 0.0; force = 0.0;")
        out.append(f"""  bow-{s} = {{
    a = "hair"; b = "{s}"; position = {i['position']};
    {gesture}
    law = {{
      {LAW}
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
               f"{float(i['resistance'])}; highest = {i['highest']}; program = {i['program']};")
    out.append("  strings = (")
    out.append(",\n".join(f'    {{ string = "{s}"; bow = "bow-{s}"; hand = "hand-{s}"; }}'
                          for s, *_ in i["strings"]))
    out.append("""  );
};

# radiation: pressure goes with the acceleration of the body
outputs = (
  { signal = "body.acceleration@left"; channel = 1; highpass = 20.0; gain = 1.0; },
  { signal = "body.acceleration@right"; channel = 2; highpass = 20.0; gain = 1.0; }
);""")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    for name, numbers in INSTRUMENTS.items():
        with open(os.path.join(HERE, name + ".cfg"), "w") as f:
            f.write(scene(name, numbers))
