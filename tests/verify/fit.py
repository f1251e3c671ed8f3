#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures `rosin fit`. Prints lines: name value samples seed. Needs numpy."""
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import pacejka  # noqa: E402

ROSIN = os.environ.get("ROSIN", "build/rosin")


def fit(x, force, law, *options, column="velocity"):
    """Values, uncertainties and R^2 in percent of `rosin fit`."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as f:
        f.write(f"{column},force\n")
        f.writelines(f"{a:.12g},{b:.12g}\n" for a, b in zip(x, force))
        f.flush()
        done = subprocess.run([ROSIN, "fit", f.name, "--law", law, *options], check=True,
                              capture_output=True, text=True)
    value, sigma = {}, {}
    for row in done.stdout.splitlines()[1:]:
        words = row.split()
        if words[0] == "fit":
            return value, sigma, float(words[1])
        value[words[0]] = float(words[1])
        sigma[words[0]] = float("nan") if words[2] == "-" else float(words[2])
    raise RuntimeError(done.stdout)


def induction(v, mu, v0, zeta):
    vm = v0 + 0.5 * zeta * np.abs(v)
    return 2 * mu * vm * v / (v * v + vm * vm)


def tyres():
    """Induction with its three parameters against Pacejka's formula, 0 to 100 % slip."""
    for name in pacejka.SETS:
        x, f = np.array(list(pacejka.rows(name))).T
        _, _, r2 = fit(x, f, "induction", "--only", "mu,v0,zeta", column="slip")
        print(f"fit_induction_pacejka_{name.replace('-', '_')}", r2, len(x), 0)


def recovery():
    """A curve's own parameters, from data without noise: the worst relative error."""
    v = np.geomspace(1e-4, 1, 60)
    value, _, _ = fit(v, induction(v, 1.3, 0.02, 0.7), "induction", "--only", "mu,v0,zeta")
    wrong = [abs(value[k] / w - 1) for k, w in (("mu", 1.3), ("v0", 0.02), ("zeta", 0.7))]
    print("fit_recovery_error", max(wrong), len(v), 0)


def uncertainty(sets=200, seed=1):
    """Spread of what is fitted to noisy data, over the uncertainty that is printed."""
    rng = np.random.default_rng(seed)
    v = np.linspace(0.001, 0.3, 60)
    clean, values, sigmas = induction(v, 1.2, 0.02, 0.6), [], []
    for _ in range(sets):
        value, sigma, _ = fit(v, clean + rng.normal(0, 0.02, len(v)), "induction",
                              "--only", "mu,v0,zeta")
        values.append([value[k] for k in ("mu", "v0", "zeta")])
        sigmas.append([sigma[k] for k in ("mu", "v0", "zeta")])
    ratio = np.std(values, axis=0, ddof=1) / np.mean(sigmas, axis=0)
    for name, r in zip(("mu", "v0", "zeta"), ratio):
        print(f"fit_uncertainty_{name}", f"{r:.4g}", sets * len(v), seed)


if __name__ == "__main__":
    tyres()
    recovery()
    uncertainty()
