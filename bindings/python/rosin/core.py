# SPDX-License-Identifier: BSD-3-Clause
"""Scenes: rendered at once, or as cores that are played live."""
import ctypes as c
from typing import Any, Dict, List, Mapping, NamedTuple, Optional

import numpy as np

from ._library import Error, Owned, counted, headers, lib, structs, text_of, words
from ._tables import Parameter, refuse, rows_of, until_none

_KINDS, _TOUCHES, _FLOATS = words("rosin_player_kind"), list(words("rosin_touch")), c.POINTER(c.c_float)


class Sound(NamedTuple("Sound", [("samples", np.ndarray), ("rate", int)])):
    """Samples in floats, [frames] of one channel, else [frames, channels], and their rate in Hz."""


def _overrides(settings: Mapping[str, Any]):
    """How many, and each as the command's -s has it: to 17 digits, so that nothing is lost."""
    texts = [f"{k}={v if isinstance(v, str) else format(v, '.17g')}".encode() for k, v in settings.items()]
    return len(texts), (c.c_char_p * len(texts))(*texts)


class Scene(Owned, kind="scene", methods="duration rate channels control rewind"):
    """A scene by its name or path, or as text, with macros, and settings ("bow.force", "oversample") by their keys."""

    def __init__(self, name: str, settings: Mapping[str, Any] = {}, *, text: Optional[str] = None, **macros: Any):
        overrides, self._block = _overrides({**settings, **macros}), 0
        self._handle = lib.scene_load(name, *overrides) if text is None else lib.scene_parse(text, name, *overrides)

    @property
    def macros(self) -> Dict[str, Parameter]:
        """Table rows of its macros, by their names."""
        return rows_of(lib.scene_macro(self._handle, i) for i in range(lib.scene_macros(self._handle)))

    def prepare(self, rate: int = 0, block: int = 256) -> None:
        """Build it at `rate` Hz, 0 its own, for calls of up to `block` frames, which changes no sample."""
        self._block = 0
        lib.scene_prepare(self._handle, rate, block)
        self._block = block

    def process(self, frames: int) -> np.ndarray:
        """The next frames, [frames, channels]."""
        if not self._block:
            raise Error("scene: it is not prepared")
        out = np.empty((counted(frames), self.channels()), np.float32)
        for at in range(0, frames, self._block):
            lib.scene_process(self._handle, min(self._block, frames - at), out[at:].ctypes.data_as(_FLOATS))
        return out


def render(scene: str, settings: Mapping[str, Any] = {}, *, rate: int = 0, text: Optional[str] = None, **macros: Any) -> Sound:
    """A scene from its begin to its end, the samples of `rosin render` to the bit: samples, rate = render("door-hinge-slow",
    push=8, seed=2, duration=1). Settings with a dot in them go into `settings`. A rate of 0 is its own."""
    with Scene(scene, settings, text=text, **macros) as made:
        made.prepare(rate)
        rate = rate or made.rate()
        out = made.process(int(np.floor(made.duration() * rate + 0.5)))
        return Sound(out[:, 0] if out.shape[1] == 1 else out, rate)


class Core(Owned, kind="core", methods="scene title category channels is_instrument duration latency tail rests lost frame "
           "take set_take new_take add_bow add_limiter add_seed trigger let_go stay bow pad pass_latency reset prepare "
           "set_offline set_oversample fullest strings rescued control load"):
    """A scene as hosts play it: prepare(rate), then parameters, notes and events at their frames, process() and state.
    With `gestures` its own gestures play it also where it has an instrument; add_bow(), add_limiter() and add_seed() make
    these parameters, before prepare. One thread at a time; renew() may run beside process()."""

    _watched = False

    def __init__(self, scene: str, settings: Mapping[str, Any] = {}, *, gestures: bool = False):
        source = structs["rosin_core_source"]
        self._handle = lib.core_open(source(c.sizeof(source), scene.encode(), *_overrides(settings), gestures))

    def _ready(self) -> None:
        if not lib.core_is_prepared(self._handle):
            raise Error(f"{self.scene()}: it is not prepared")

    @property
    def parameters(self) -> Dict[str, Parameter]:
        """Table rows of its parameters by their names."""
        return rows_of(lib.core_parameter(self._handle, i) for i in range(lib.core_parameters(self._handle)))

    @property
    def presets(self) -> List[str]:
        """Names of its presets."""
        return list(until_none(lambda i: lib.core_preset_name(self._handle, i)))

    def get(self, name: str) -> float:
        """Present value of a parameter."""
        index = lib.core_find(self._handle, name)
        return lib.core_get(self._handle, index) if index >= 0 else refuse(self.scene(), name, self.parameters)

    def play(self, kind: str, frame: int = 0, **event: float) -> None:
        """An event of a player, "note_on" and its like, with channel, key, value, controller, single, note."""
        made = structs["rosin_player_event_t"](_KINDS[kind] if kind in _KINDS else refuse("kind", kind, _KINDS))
        for name, value in event.items():
            setattr(made, name if name in dict(made._fields_) else refuse(kind, name, dict(made._fields_)), value)
        lib.player_event_check(made)
        self._ready()
        lib.core_play(self._handle, frame, made)

    def midi(self, message: bytes, frame: int = 0) -> None:
        """A MIDI message."""
        self._ready()
        lib.core_midi(self._handle, frame, (c.c_ubyte * len(message))(*message), len(message))

    def process(self, frames: int) -> np.ndarray:
        """The next frames, [frames, channels] of floats."""
        self._ready()
        out = np.empty((counted(frames), self.channels()), np.float32)
        lib.core_process_frames(self._handle, out.ctypes.data_as(_FLOATS), frames)
        return out

    def renew(self) -> bool:
        """Build bodies anew, if a parameter wants it, beside the thread that processes; whether something is left to do."""
        lib.engine_free(lib.core_retired(self._handle) or 0)
        if lib.core_settled(self._handle) and lib.core_stale(self._handle):
            lib.core_swap(self._handle, lib.core_build(self._handle))
        return not lib.core_settled(self._handle) or bool(lib.core_stale(self._handle))

    def tune(self, scala: Optional[str] = None) -> None:
        """Intonation of its player: a scale in a file of Scala's, twelve equal steps without. A4 is a parameter, a4."""
        tuning = structs["rosin_tuning"]()
        lib.tuning_equal(tuning)
        if scala is not None:
            lib.tuning_scala(tuning, scala)
        lib.core_tune(self._handle, tuning)

    def take_preset(self, name: str) -> None:
        """All parameters as a preset has them."""
        presets = self.presets
        lib.core_take_preset(self._handle, presets.index(name) if name in presets else refuse("preset", name, presets))

    def save(self) -> str:
        """Scene and values as text."""
        text = text_of(lib.core_save(self._handle)).decode()
        if not text.startswith("rosin-state"):
            raise MemoryError(text)
        return text

    def watch(self) -> None:
        """Have look() see something: before prepare."""
        self._watched = True
        lib.core_set_watched(self._handle, headers.constants["ROSIN_CORE_WATCHED_WHEN_LOOKED_AT"])

    def look(self) -> Optional[Dict[str, Any]]:
        """The latest picture of what moves; None: there is none yet."""
        if not self._watched:
            raise Error(f"{self.scene()}: watch() it before prepare()")
        if lib.core_look(self._handle, picture := structs["rosin_core_picture"]()):
            return None
        return {**{name: getattr(picture, name) for name, _ in picture._fields_}, "contact": picture.contact.decode(),
                "regime": _TOUCHES[picture.regime], "shape": np.array(picture.shape)}
