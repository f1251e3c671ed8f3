# SPDX-License-Identifier: BSD-3-Clause
"""Networks of one's own: bodies, contacts with a friction law, joints, pushes. Everything is in SI units."""
import ctypes as c
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._library import Error, Owned, counted, lib, said, structs
from ._tables import Parameter, documented, filled, forms, laws, materials, refuse, row, surfaces, table

_MODE, _POINT, _FED, _DOUBLES = structs["rosin_mode"], structs["rosin_form_point"], structs["rosin_network_fed"], c.POINTER(c.c_double)


def _array(kind, values):
    return (kind * len(values))(*values) if len(values) else None


class _Member(Owned):
    """What a network borrows: it is freed when it is in none."""

    _held, _unwanted = 0, False

    def close(self) -> None:
        if self._held and self._handle is not None:
            raise Error(f"{self._kind}: it is in a network, which is closed first")
        super().close()

    def __del__(self):
        self._unwanted = True
        if not self._held:
            self.close()


class _Body(_Member, kind="body", methods="energy reset"):
    def point(self, name: str) -> float:
        """Position of a named point."""
        if lib.body_point(self._handle, name, position := c.c_double()):
            raise Error(f"body: there is no point '{name}'")
        return position.value


@documented(Parameters=table(lib.string_parameters()), Controls=table(lib.string_controls()))
class String(_Body):
    """A waveguide string at `rate` Hz, of parameters by name; damping: (Hz, s to fall by 60 dB), rising in Hz."""

    def __init__(self, rate: float, *, damping: Sequence[Tuple[float, float]] = (), **parameters: float):
        spec = filled("string", lib.string_parameters(), structs["rosin_string_spec"](), parameters)
        spec.damping_points, spec.damping = len(damping), _array(structs["rosin_damping_point"], damping)
        self._handle = lib.string_new(spec, rate)


@documented(Parameters_of_a_mode=table(lib.mode_parameters()), Controls=table(lib.modal_controls()))
class Modal(_Body):
    """A modal body at `rate` Hz: modes are mappings of parameters by name; points have a position by their names, those
    of shape "table" a position and a weight for each mode. `made` is where the controls stand that the modes are given
    for; `load` and `order` have a number for each mode."""

    def __init__(self, rate: float, modes: Sequence[Mapping[str, float]], *, shape: str = "table", points: Mapping[str, Any] = {},
                 order: Sequence[int] = (), load: Sequence[float] = (), made: Mapping[str, float] = {}):
        mode = [filled(f"mode {i + 1}", lib.mode_parameters(), _MODE(), m) for i, m in enumerate(modes)]
        weights = {n: list(p[1]) for n, p in points.items()} if shape == "table" else {}
        for name, given in [*weights.items(), *(i for i in (("order", order), ("load", load)) if len(i[1]))]:
            if len(given) != len(mode):
                raise Error(f"{name}: {len(given)} numbers, for {len(mode)} modes")
        place = [p[0] for p in points.values()] if weights else [*points.values()]
        spec = structs["rosin_modal_spec"](
            modes=len(mode), mode=_array(_MODE, mode), shape=lib.shape_find(shape), points=len(points) or int(shape == "table"),
            name=_array(c.c_char_p, [*map(str.encode, points)]), position=_array(c.c_double, place),
            weight=_array(c.c_double, sum(weights.values(), [])), order=_array(c.c_int, order), load=_array(c.c_double, load))
        if made:
            filled("modal", lib.modal_controls(), spec.made, made)
        self._handle = lib.modal_new(spec, rate)

    @classmethod
    def of_form(cls, rate: float, form: str, material: Optional[str] = None, *, modes: int, highest: float,
                points: Mapping[str, Union[float, Tuple[float, float]]] = {}, **parameters: float) -> "Modal":
        """A form from `rosin.forms()` in a material (its usual one), its lowest modes up to `highest` Hz; more points at
        a position, or at (x, y)."""
        found = lib.form_find(form) or refuse("form", form, forms())
        material = material or found.contents.material.decode()
        matter = lib.material_find(material) or refuse("material", material, materials())
        value = filled(form, found.contents.parameter, (c.c_double * 64)(), parameters)
        point = [_POINT(n.encode(), 1, 0, *p) if isinstance(p, tuple) else _POINT(n.encode(), 0, p) for n, p in points.items()]
        made, spec = cls.__new__(cls), lib.form_modes(found, matter, value, modes, highest, len(point), _array(_POINT, point))
        try:
            made._handle = lib.modal_new(spec, rate)
        finally:
            lib.modal_spec_free(spec)
        return made


@documented(Made_with=table(lib.contact_options()), Controls=table(lib.contact_parameters()), Laws=laws())
class Contact(_Member, kind="contact", methods="law input reset"):
    """A contact at `rate` Hz: the name of a law, or of a surface, and parameters of the law by name."""

    def __init__(self, law: str, rate: float, **parameters: Union[float, str]):
        self._handle = lib.contact_of(law, rate)
        for name, value in parameters.items():
            self.set(name, value)

    def set(self, parameter: str, value: Union[float, str]) -> None:
        """Set a parameter of the law, to a number or to one of its words."""
        lib.contact_say(self._handle, parameter, said(value))

    def get(self, parameter: str) -> float:
        """Value of a parameter of the law."""
        known = table(lib.law_parameters(self.law()))
        return lib.contact_get(self._handle, parameter) if parameter in known else refuse(self.law(), parameter, known)

    def steady(self, velocity: Any, normal: Any) -> np.ndarray:
        """N, steady friction at constant velocity (m/s) and normal force (N)."""
        pairs = np.broadcast(velocity, normal)
        return np.array([lib.contact_steady(self._handle, v, n) for v, n in pairs]).reshape(pairs.shape)

    def drive(self, velocity: Any, normal: Any) -> Tuple[np.ndarray, np.ndarray]:
        """Driven alone, a sample each: mean velocity (m/s) and normal force (N) in; friction (N) and bristle (m) out."""
        bristle, pairs = c.c_double(), np.broadcast(velocity, normal)
        out = np.array([(lib.contact_drive(self._handle, v, n, bristle), bristle.value) for v, n in pairs]).reshape(*pairs.shape, 2)
        return out[..., 0].copy(), out[..., 1].copy()


@documented(Controls_of_a_joint=table(lib.joint_parameters()), Controls_of_a_push=table(lib.push_parameters()))
class Network(Owned, kind="network", methods="body contact across load joint push prepare seed control_rate reset energy asleep"):
    """Bodies, contacts, joints and pushes by names of your own, at `rate` Hz, solved up to `block` samples at once. Then
    signals ("bow.force", "d.bridge_force", "plate.velocity@rim"), prepare(), and run(). One thread at a time."""

    def __init__(self, rate: float, block: int):
        self._members, self._signals, self._handle = [], {}, lib.network_new(rate, block)

    def close(self) -> None:
        super().close()
        members, self._members = getattr(self, "_members", []), []
        for member in members:
            member._held -= 1
            if member._unwanted:
                member.close()

    def _borrow(self, member: _Member) -> None:
        member._held += 1
        self._members.append(member)

    def signal(self, *names: str) -> None:
        """Ask for signals, before prepare."""
        for name in names:
            self._signals[name] = lib.network_signal(self._handle, name)

    def control(self, name: str) -> Parameter:
        """Table row of a control, "NAME.KEY"."""
        return row(lib.network_control_parameter(self._handle, lib.network_control_find(self._handle, name)).contents)

    def set(self, name: str, value: float) -> None:
        """Hold a control at a value from the next sample on."""
        lib.network_hold(self._handle, lib.network_control_for(self._handle, name, value), value)

    def jump(self, name: str, value: float) -> None:
        """The same without a way there: as if it had always been at that."""
        lib.network_jump(self._handle, lib.network_control_for(self._handle, name, value), value)

    def value(self, name: str) -> float:
        """Of a control, at the end of the last sample."""
        return lib.network_value(self._handle, lib.network_control_find(self._handle, name))

    def run(self, frames: int, controls: Mapping[str, Any] = {}) -> Dict[str, np.ndarray]:
        """The next frames: the signals that were asked for. Controls by name: a number, held, or one for each frame."""
        numbers = {name: np.ascontiguousarray(values, np.float64) for name, values in controls.items()}
        for name, values in numbers.items():
            if values.shape not in ((1,), (frames,)):
                raise Error(f"{name}: {values.shape} values, for {frames} frames")
        out = {name: np.empty(counted(frames)) for name in self._signals}
        fed = [_FED(name.encode(), values.ctypes.data_as(_DOUBLES), len(values) == frames) for name, values in numbers.items()]
        lib.network_run(self._handle, frames, len(fed), _array(_FED, fed), len(out), _array(c.c_int, [*self._signals.values()]),
                        _array(_DOUBLES, [values.ctypes.data_as(_DOUBLES) for values in out.values()]))
        return out

    def statistics(self) -> Dict[str, float]:
        """What the solver met since the last reset."""
        found = lib.network_statistics(self._handle)
        return {name: getattr(found, name) for name, _ in found._fields_}
