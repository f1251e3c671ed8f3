# SPDX-License-Identifier: BSD-3-Clause
"""Scenes: rendered at once, or as cores that are played live."""
import ctypes as c
from typing import Any, Dict, List, Mapping, NamedTuple, Optional

import numpy as np

from ._library import Error, Owned, counted, headers, lib, said, structs, text_of
from ._tables import Parameter, refuse, rows_of, until_none

_FLOATS = c.POINTER(c.c_float)


class Sound(NamedTuple("Sound", [("samples", np.ndarray), ("rate", int)])):
    """Samples in floats, [frames] of one channel, else [frames, channels], and their rate in Hz."""


def _overrides(settings: Mapping[str, Any]):
    """How many, and each as the command's -s has it."""
    texts = [f"{k}={said(v)}".encode() for k, v in settings.items()]
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
        out = made.process(int(np.floor(made.duration() * (rate or made.rate()) + 0.5)))
        return Sound(out[:, 0] if out.shape[1] == 1 else out, rate or made.rate())


class Core(Owned, kind="core", methods="scene title category channels is_instrument duration latency input_delay unfit tail rests lost frame "
           "take set_take new_take pass_latency prepare set_offline set_oversample fullest strings rescued control load scala",
           happens="trigger let_go stay bow pad reset"):
    """A scene as hosts play it: prepare(rate), then parameters, notes and events at their frames, process() and state.
    `settings` are of parameters, by words too, or of the scene's own keys; `add` names what else is a parameter: "bow section
    limiter seed input". With `gestures` its own gestures play it also where it has an instrument; look() sees it if `watch`. One
    thread at a time; renew() may run beside process()."""

    def __init__(self, scene: str, settings: Mapping[str, Any] = {}, *, add: str = "", gestures: bool = False, watch: bool = False):
        self._handle, self._watched = lib.core_open_said(scene, add, gestures, *_overrides(settings)), watch
        lib.core_set_watched(self._handle, watch and headers.constants["ROSIN_CORE_WATCHED_WHEN_LOOKED_AT"])

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
        lib.core_happen(self._handle, frame, " ".join([f"play {kind}", *(f"{name}={said(value)}" for name, value in event.items())]))

    def midi(self, message: bytes, frame: int = 0) -> None:
        """A MIDI message."""
        lib.core_happen(self._handle, frame, "midi " + " ".join(map(str, message)))

    def process(self, frames: int) -> np.ndarray:
        """The next frames, [frames, channels] of floats."""
        if not lib.core_is_prepared(self._handle):
            raise Error(f"{self.scene()}: it is not prepared")
        out = np.empty((counted(frames), self.channels()), np.float32)
        lib.core_process_frames(self._handle, out.ctypes.data_as(_FLOATS), frames)
        return out

    def hear(self, sound: Any) -> None:
        """What comes in with the next frames, [frames] or [frames, channels], and drives it as the parameter `input` says."""
        self.get("input")  # it was added, or is refused
        heard = np.ascontiguousarray(np.atleast_2d(np.asarray(sound, np.float32).T))
        channels, frames = heard.shape
        self._heard = heard, (_FLOATS * channels)(*(side.ctypes.data_as(_FLOATS) for side in heard))  # which are borrowed
        lib.core_hear(self._handle, self._heard[1], channels, frames)

    def renew(self) -> bool:
        """Build bodies anew, if a parameter wants it, beside the thread that processes; whether something is left to do."""
        lib.engine_free(lib.core_retired(self._handle) or 0)
        if lib.core_settled(self._handle) and lib.core_stale(self._handle):
            lib.core_swap(self._handle, lib.core_build(self._handle))
        return not lib.core_settled(self._handle) or bool(lib.core_stale(self._handle))

    def take_preset(self, name: str) -> None:
        """All parameters as a preset has them."""
        lib.core_happen(self._handle, 0, f"take_preset {name}")

    def save(self) -> str:
        """Scene and values as text."""
        return text_of(lib.core_save(self._handle))

    def look(self) -> Optional[Dict[str, Any]]:
        """The latest picture of what moves; None: there is none yet."""
        if not self._watched:
            raise Error(f"{self.scene()}: it is not watched: Core(..., watch=True)")
        return None if lib.core_look(self._handle, picture := structs["rosin_core_picture"]()) else {
            **{name: getattr(picture, name) for name, _ in picture._fields_}, "contact": picture.contact.decode(),
                "regime": lib.core_touch(picture.regime).decode(), "shape": np.array(picture.shape)}
