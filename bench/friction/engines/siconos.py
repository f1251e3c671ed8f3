#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Siconos as an engine of the friction benchmark (Debian: python3-siconos): an event-capturing
time-stepping scheme for nonsmooth mechanics, Moreau and Jean's with theta 1/2, whose contact law is
Coulomb's as a complementarity problem. A second implementation of Coulomb friction that shares no idea
with rosin's. It does blocks that a steady weight presses on a floor at rest, one mu; a
contact counts as one evaluation a step.

  siconos.py CASE.json RATE      writes time,value to standard output

Ends with status 3 where it cannot do a case, or Siconos is not there."""
import os
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.path.remove(HERE)  # this file has the module's name
import model  # noqa: E402

CANNOT = 3


def cannot(why):
    print(f"siconos.py: {why}", file=sys.stderr)
    sys.exit(CANNOT)


def block_of(case):
    """(mode, contact, push) of what this engine can do."""
    if len(case["contacts"]) != 1 or len(case.get("bodies", {})) != 1 or "displacement" not in case["observe"]:
        cannot("not one block on a floor")
    (contact,), (body,) = case["contacts"].values(), case["bodies"].values()
    law = contact["law"]
    if law["type"] != "coulomb" or law["mu_static"] != law["mu_kinetic"]:
        cannot("its friction is Coulomb's with one mu")
    if len(body["modes"]) != 1 or contact["moving"].get("body") or contact["moving"].get("velocity") != 0 \
            or not isinstance(contact["normal_force"], (int, float)):
        cannot("not one block on a floor at rest under a steady weight")
    pushes = [p["force"] for p in case.get("pushes", {}).values()]
    return body["modes"][0], contact, lambda t: sum(model.control(p, t) for p in pushes)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: siconos.py CASE.json RATE")
    try:
        case = model.load(sys.argv[1])
    except model.CaseError as error:
        sys.exit(str(error))
    mode, contact, push = block_of(case)
    try:
        import numpy as np
        import siconos.kernel as sk
        import siconos.numerics as sn
    except ImportError as error:
        cannot(f"{error} (Debian: python3-siconos)")
    h = 1 / float(sys.argv[2])
    weight = float(contact["normal_force"])
    block = sk.LagrangianLinearTIDS(np.zeros(2), np.zeros(2), mode["mass"] * np.eye(2))
    if mode["stiffness"] > 0:
        block.setKPtr(np.diag([mode["stiffness"], 0.0]))
    if mode["damping"] > 0:
        block.setCPtr(np.diag([mode["damping"], 0.0]))
    force = np.array([push(0.0), -weight])
    block.setFExtPtr(force)
    law = sk.NewtonImpactFrictionNSL(0.0, 0.0, contact["law"]["mu_kinetic"], 2)
    relation = sk.LagrangianLinearTIR(np.array([[0.0, 1.0], [1.0, 0.0]]))  # along the normal, then across
    system = sk.NonSmoothDynamicalSystem(0.0, case["duration"] + 4 * h)
    system.insertDynamicalSystem(block)
    system.link(sk.Interaction(law, relation), block)
    solver = sk.FrictionContact(2, sn.SICONOS_FRICTION_2D_NSGS)
    solver.numericsSolverOptions().dparam[sn.SICONOS_DPARAM_TOL] = 1e-12
    stepping = sk.TimeStepping(system, sk.TimeDiscretisation(0.0, h), sk.MoreauJeanOSI(0.5), solver)
    rows, steps, start = [(0.0, 0.0)], 0, time.process_time()
    while stepping.hasNextEvent():
        # the scheme weighs the force at both ends: the push is straight within nearly all steps
        force[0] = push(stepping.nextTime() - 0.5 * h)
        block.setFExtPtr(force)
        stepping.computeOneStep()
        rows.append((stepping.nextTime(), float(block.q()[0])))
        stepping.nextStep()
        steps += 1
    print(f"# evaluations {steps}\n# seconds {time.process_time() - start:.6f}\ntime,value")
    print("\n".join(f"{a:.12g},{b:.12g}" for a, b in rows))


if __name__ == "__main__":
    main()
