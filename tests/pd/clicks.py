# SPDX-License-Identifier: BSD-3-Clause
"""Whether a body that is made anew while it sounds can be heard to: what lies above the partials
around each message, against the level of the sound."""
import re
import sys

import numpy as np
from scipy.signal import firwin, lfilter

from pdrun import Patch

RATE = 44100
RING = 1.0  # s before the first message, after which only low partials are left
APART = 0.4  # s between two
SOFT = "q 500 torsion_frequency 0 bending_stiffness 0 damping 50 6 200 4 600 2 1500 0.5 6000 0.05"
# what is made, what sets it ringing, what it is told then
CASES = {
    "string": (f"rosin.string~ s 1 frequency 147 {SOFT}", "pluck 5",
               ["impedance 0.7", "frequency 165", "bending_stiffness 0.0003", "length 0.8", "note 53", "frequency 131",
                "damping 50 5 200 3 600 1.5 1500 0.4 6000 0.05"]),
    "string_other": ("rosin.string~ s 1 frequency 98 q 300 torsion_frequency 0", "pluck 5",
                     ["q 400", "t60 4", "frequency 110", "impedance 0.3"]),
    "modal": ("rosin.modal~ b 1 frequencies 200 410 730 t60s 5 4 3 masses 0.1 0.1 0.1", "strike",
              ["pitch 1.1", "note 60", "frequencies 180 400 900 1100", "t60 4", "at 0 1 0.5 0.2 1", "mass 2",
               "masses 0.1 0.2 0.1 0.2", "decay 1.5"]),
    "matter": ("rosin.modal~ b 1 shape bar-free material wood length 0.9", "strike",
               ["length 1", "note 50", "material steel", "shape plate-free", "modes 6"]),
    # not `note`: another note under the bow is another tone
    "bowed": ("rosin.string~ s 1 frequency 147 q 500", "dump",
              ["q 400", "impedance 0.6", "frequency 150", "frequency 165", "t60 3"]),
    "bridged": ("rosin.string~ s 1 frequency 147 q 500", "pluck 5",
                ["q 400", "impedance 0.6", "frequency 150", "frequency 165", "note 55", "t60 3"]),
}
# what it is joined to
OTHERS = {"bowed": ["rosin.friction~ - s elastoplastic stribeck_velocity 0.2 position 0.13 force 1.1 velocity 0.1"],
          "bridged": ["rosin.modal~ m 1 frequencies 180 300 450 qs 30 40 40 masses 0.5 0.3 0.3", "rosin.bridge~ s m 0 0"]}


def tell(p, at, text, to):
    """A message to an object of the patch, `at` ms after its start."""
    later, message = p.obj(f"delay {at}"), p.msg(text)
    p.wire(p.order, 1, later, 0)
    p.wire(later, 0, message, 0)
    p.wire(message, 0, to, 0)


def ring(body, start, told, others=(), options=()):
    p = Patch(RING + APART * (len(told) + 1), RATE)
    made = p.obj(body)
    for text in others:
        p.obj(text)
    p.record(made, 0, "out")
    for at, text in [(100, start)] + [(1000 * (RING + APART * i), t) for i, t in enumerate(told)]:
        tell(p, at, text, made)
    return p.run(options=options, check=False)["out"]


HIGH = firwin(401, 7000, pass_zero=False, fs=RATE, window=("kaiser", 12))


def beyond(x, i, least=0.0):
    """dB of what message i makes above 7 kHz, beyond 1.25 of what there is before and as soon as it has settled: of the
    peak of the sound there, or of `least`; and that peak before."""
    high = lfilter(HIGH, 1, x)[200:]
    at = int(RATE * (RING + APART * i))
    before, after = slice(at - 8000, at - 500), slice(at - 300, at + 8000)
    settled = slice(at + 8000, at + int(APART * RATE) - 500)
    level = max(np.abs(x[before]).max(), np.abs(x[after]).max(), least)
    usual = 1.25 * max(np.abs(high[s]).max() for s in (before, settled))  # slips differ
    more = max(np.abs(high[after]).max() - usual, 0)
    return 20 * np.log10(max(more / level, 1e-12)), np.abs(x[before]).max()


def clicks(x, count):
    """dB of the worst click after each message, against the peak of the sound there."""
    found = [beyond(x, i) for i in range(count)]
    assert min(was for _, was in found) > 1e-5, "silent before a message"
    return [level for level, _ in found]


def all_clicks(options=()):
    """{case: [dB, of each message]}"""
    return {name: clicks(ring(*case, OTHERS.get(name, ()), options), len(case[2])) for name, case in CASES.items()}


# ---- a contact that is told something else while it bows ----

BOWS = "rosin.friction~ - s elastoplastic stribeck_velocity 0.2 position 0.13 force 1.1 velocity 0.1"
JUMPS = ["preset wet-glass", "preset rosined-hair", "law lugre", "law elastoplastic", "contacts 3", "contacts 1", "position 0.05",
         "position 0.13", "mu_static 0.9, stribeck_velocity 0.05, position 0.05",
         "law elastoplastic, mu_static 0.8, stribeck_velocity 0.2, position 0.12"]


def drawn(chance, count):
    """Jumps in an order of chance, and to places of chance."""
    told = [chance.choice(JUMPS) for _ in range(count)]
    return [re.sub(r"position [0-9.]+", lambda _: f"position {chance.uniform(0.05, 0.2):.3f}", t) for t in told]


def bursts(told, options=()):
    """dBFS at [rosin.string~]'s outlet, of each: what is above 7 kHz in the 180 ms after it, beyond 1.25 of what there is
    before and as soon as it has settled: another law has another sound."""
    p = Patch(RING + APART * (len(told) + 1), RATE)
    string, bow = p.obj("rosin.string~ s 1 frequency 147 q 500"), p.obj(BOWS)
    p.record(string, 0, "out")
    for i, text in enumerate(told):
        tell(p, 1000 * (RING + APART * i), text, bow)
    x = p.run(options=options)["out"]
    return [beyond(x, i, 1)[0] for i in range(len(told))]


def attacks(told):
    """The same figure where a bow that has been told all that comes until then begins on a string at rest, in the 50 ms
    in which a change of law lands: what each of them does by itself."""
    p, names = Patch(RING + APART, RATE), []
    for i in range(len(told)):
        string = p.obj(f"rosin.string~ s{i} 1 frequency 147 q 500")
        bow = p.obj(BOWS.replace("- s ", f"- s{i} ").replace("force 1.1", "force 0"))
        names.append(f"out{i}")
        p.record(string, 0, names[-1])
        for k, text in enumerate(told[:i + 1]):
            tell(p, 50 + 5 * k, text, bow)
        line, force = p.obj("line 0 1"), p.msg("force $1")
        tell(p, 1000 * RING, "0, 1.1 50", line)
        p.wire(line, 0, force, 0)
        p.wire(force, 0, bow, 0)
    r = p.run()
    return [beyond(r[name], 0, 1)[0] for name in names]


if __name__ == "__main__":
    if sys.argv[1:] == ["contact"]:
        for text, level in zip(JUMPS, bursts(JUMPS)):
            print(f"{level:7.1f} dBFS {text}")
    else:
        for name, levels in all_clicks().items():
            for text, level in zip(CASES[name][2], levels):
                print(f"{name:14} {level:7.1f} dB  {text}")
