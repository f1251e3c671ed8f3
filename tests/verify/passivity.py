#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does friction drive anything that is shipped? Renders every scene as it comes, the four
instruments from notes, and the cello's ten articulations; and one scene whose bristles are
too heavily damped, which must be told."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROSIN = os.path.abspath(os.environ.get("ROSIN", os.path.join(ROOT, "build", "rosin")))
TUNE = os.path.join(ROOT, "docs", "tune.mid")
SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 3


def render(folder, *words):
    """Warnings of friction that drives, share of energy it gave, samples solved, outside."""
    report = os.path.join(folder, "report.json")
    done = subprocess.run([ROSIN, "render", *words, "-o", os.path.join(folder, "x.wav"), "--report", report],
                          capture_output=True, text=True, check=True)
    with open(report) as f:
        r = json.load(f)
    gave, took = r["energy"]["given_by_friction"], r["energy"]["dissipated_in_contacts"]
    return (done.stderr.count("friction drives"), gave / (took + gave) if gave else 0.0,
            r["solver"]["solves"], r["solver"]["not_passive"])


def main():
    scenes = [f[:-4] for f in sorted(os.listdir(os.path.join(ROOT, "scenes"))) if f.endswith(".cfg")]
    cases = [(s,) for s in scenes]
    cases += [(s, "--midi", TUNE, "-d", "20", "--seed", str(SEED)) for s in ("viola", "violin", "double-bass")]
    cases += [("cello", "--midi", TUNE, "--seed", str(SEED))]
    cases += [("cello", "--midi", TUNE, "-d", "4", "-s", f"player.articulation={k}", "--seed", str(SEED + k))
              for k in range(10)]
    with tempfile.TemporaryDirectory() as folder:
        made = [render(folder, *case) for case in cases]
        due = render(folder, "cello-d", "-s", "bow.law.sigma1=3")
    solves = sum(m[2] for m in made)
    print(f"passivity_warnings {sum(m[0] for m in made)} {solves} {SEED}")
    print(f"passivity_given_share {max(m[1] for m in made):.3g} {solves} {SEED}")
    print(f"passivity_outside_cello {100 * made[len(scenes) + 3][3] / made[len(scenes) + 3][2]:.3g} "
          f"{made[len(scenes) + 3][2]} {SEED}")
    print(f"passivity_warning_when_due {due[0]} {due[2]} 0")


if __name__ == "__main__":
    main()
