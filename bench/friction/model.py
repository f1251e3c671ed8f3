# SPDX-License-Identifier: BSD-3-Clause
"""A case of the friction benchmark as ordinary differential equations (README.md has them), in plain
Python: what the references are made from, and the explicit engines. Shares nothing with rosin."""
import json
import math

LAWS = {  # parameters of each, all needed
    "coulomb": ("mu_static", "mu_kinetic"),
    "dahl": ("sigma0", "mu"),
    "lugre": ("sigma0", "sigma1", "sigma2", "mu_static", "mu_kinetic", "stribeck_velocity"),
    "elastoplastic": ("sigma0", "sigma1", "sigma2", "mu_static", "mu_kinetic", "stribeck_velocity", "breakaway"),
    "induction": ("mu", "v0", "zeta"),
    "lugre-average": ("sigma0", "sigma1", "sigma2", "mu_static", "mu_kinetic", "stribeck_velocity", "stribeck_exponent",
                      "length", "kappa"),
}


class CaseError(Exception):
    """A case that is not one: says where and why."""


def load(path):
    """The case of a file, checked."""
    try:
        with open(path, encoding="utf-8") as f:
            case = json.load(f)
    except (OSError, ValueError) as error:
        raise CaseError(f"{path}: {error}") from error
    for key in ("name", "contacts", "observe", "times", "duration"):
        if key not in case:
            raise CaseError(f"{path}: there is no '{key}'")
    for name, contact in case["contacts"].items():
        kind = contact["law"].get("type")
        if kind not in LAWS:
            raise CaseError(f"{path}: contact '{name}': law '{kind}' is none of {', '.join(LAWS)}")
        for parameter in LAWS[kind]:
            if parameter not in contact["law"]:
                raise CaseError(f"{path}: contact '{name}': law '{kind}' needs '{parameter}'")
        for side in ("moving", "on"):
            body = contact.get(side, {}).get("body")
            if body is not None and body not in case.get("bodies", {}):
                raise CaseError(f"{path}: contact '{name}': there is no body '{body}'")
    return case


def control(what, t):
    """A number, corners [[time, value], ...] joined by lines and held outside, or {"cosine": [a, hertz]}."""
    if isinstance(what, (int, float)):
        return what
    if isinstance(what, dict):
        size, hertz = what["cosine"]
        return size * math.cos(2 * math.pi * hertz * t)
    if t <= what[0][0]:
        return what[0][1]
    for (t0, v0), (t1, v1) in zip(what, what[1:]):
        if t <= t1:
            return v0 + (v1 - v0) * (t - t0) / (t1 - t0)
    return what[-1][1]


def corners(case):
    """Times at which a control bends."""
    found = set()
    for contact in case["contacts"].values():
        for what in (contact["moving"].get("velocity"), contact["normal_force"], contact.get("rolling")):
            found.update(t for t, _ in what) if isinstance(what, list) else None
    for push in case.get("pushes", {}).values():
        found.update(t for t, _ in push["force"]) if isinstance(push["force"], list) else None
    return sorted(t for t in found if 0 < t < case["duration"])


def output_times(case):
    start, step, count = (case["times"][k] for k in ("from", "step", "count"))
    return [start + i * step for i in range(int(count))]


def bristle_rate(law, n, v, z):
    """dz/dt of a bristle under n newton at relative velocity v."""
    kind = law["type"]
    if kind == "dahl":
        return v - abs(v) * law["sigma0"] * z / (law["mu"] * n)
    kinetic, static = law["mu_kinetic"] * n, law["mu_static"] * n
    z_ss = (kinetic + (static - kinetic) * math.exp(-((v / law["stribeck_velocity"]) ** 2))) / law["sigma0"]
    if kind == "lugre":
        return v - abs(v) * z / z_ss
    z_ba, size = law["breakaway"] * kinetic / law["sigma0"], abs(z)
    if v * z <= 0 or size <= z_ba:
        return v
    adhesion = 1.0 if size >= z_ss else 0.5 + 0.5 * math.sin(math.pi * (size - 0.5 * (z_ss + z_ba)) / (z_ss - z_ba))
    return v * (1 - adhesion * size / z_ss)


def average_rate(law, v, rolling, z):
    """dz/dt of the averaged tyre model, per unit load."""
    g = law["mu_kinetic"] + (law["mu_static"] - law["mu_kinetic"]) * math.exp(
        -(abs(v / law["stribeck_velocity"]) ** law["stribeck_exponent"]))
    return v - law["sigma0"] * abs(v) / g * z - law["kappa"] / law["length"] * abs(rolling) * z


def friction(law, n, v, z, rolling=0.0):
    """(force on what is rubbed, rate of the law's state)."""
    kind = law["type"]
    if kind == "induction":
        vm = law["v0"] + 0.5 * law["zeta"] * abs(v)
        return 2 * law["mu"] * n * vm * v / (v * v + vm * vm), 0.0
    if kind == "lugre-average":
        rate = average_rate(law, v, rolling, z)
        return n * (law["sigma0"] * z + law["sigma1"] * rate + law["sigma2"] * v), rate
    rate = bristle_rate(law, n, v, z)
    if kind == "dahl":
        return law["sigma0"] * z, rate
    return law["sigma0"] * z + law["sigma1"] * rate + law["sigma2"] * v, rate


class System:
    """The case's state: positions of all modes, their velocities, one state a contact."""

    def __init__(self, case):
        self.case = case
        self.modes, self.owner = [], []
        for name, body in case.get("bodies", {}).items():
            for mode in body["modes"]:
                self.modes.append(mode)
                self.owner.append(name)
        self.contacts = list(case["contacts"].values())
        if any(c["law"]["type"] == "coulomb" for c in self.contacts):
            raise CaseError("Coulomb's law is no differential equation")
        self.shapes = [[self.shape(c, l) for l in range(len(self.modes))] for c in self.contacts]
        self.pushes = [([m["shape"].get(p["point"], 0.0) if o == p["body"] else 0.0
                         for m, o in zip(self.modes, self.owner)], p["force"]) for p in case.get("pushes", {}).values()]
        self.size = 2 * len(self.modes) + len(self.contacts)
        self.evaluations = 0

    def shape(self, contact, l):
        """How mode l moves the contact's relative velocity: of what moves less what is rubbed."""
        total = 0.0
        for side, sign in (("moving", 1.0), ("on", -1.0)):
            where = contact.get(side, {})
            if where.get("body") == self.owner[l]:
                total += sign * self.modes[l]["shape"].get(where["point"], 0.0)
        return total

    def forces(self, t, y):
        """(force, state's rate) of each contact."""
        m = len(self.modes)
        out = []
        for i, c in enumerate(self.contacts):
            v = control(c["moving"].get("velocity", 0.0), t)
            for l in range(m):
                v += self.shapes[i][l] * y[m + l]
            out.append(friction(c["law"], control(c["normal_force"], t), v, y[2 * m + i], control(c.get("rolling", 0.0), t)))
        self.evaluations += len(out)
        return out

    def rates(self, t, y):
        m = len(self.modes)
        forces = self.forces(t, y)
        pushes = [(weights, control(force, t)) for weights, force in self.pushes]
        dy = [0.0] * self.size
        for l, mode in enumerate(self.modes):
            f = -mode["stiffness"] * y[l] - mode["damping"] * y[m + l]
            for i, (force, _) in enumerate(forces):
                f -= self.shapes[i][l] * force
            for weights, push in pushes:
                f += weights[l] * push
            dy[l] = y[m + l]
            dy[m + l] = f / mode["mass"]
        for i, (_, rate) in enumerate(forces):
            dy[2 * m + i] = rate
        return dy

    def observe(self, t, y):
        """What the case asks for: a point's displacement, or a contact's friction."""
        what = self.case["observe"]
        if "friction" in what:
            index = list(self.case["contacts"]).index(what["friction"])
            count = self.evaluations
            force = self.forces(t, y)[index][0]
            self.evaluations = count
            return force
        where = what["displacement"]
        return sum(mode["shape"].get(where["point"], 0.0) * y[l] for l, mode in enumerate(self.modes)
                   if self.owner[l] == where["body"])
