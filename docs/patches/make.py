#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make patches`: writes help/*.pd and pd/*.pd, or with --check says which are not as it writes them.
Ranges and defaults in the reference subpatches come from the engine's own tables."""
import os
import sys

import abstractions
from examples import cellos, effects, knocks, lessons, rubbed, shown, start_here, strings
from helps import abstractions as helps_of
from helps import bodies, contacts, players
import motion
from parts import volume
from tables import ROOT
import voice

PATCHES = (volume, abstractions.gesture, abstractions.morph, motion.motion_point, motion.motion, abstractions.section_desk, abstractions.section, abstractions.osc,
           voice.voice_one, voice.voice, start_here.start_here,
           bodies.help_string, bodies.help_modal, bodies.help_bridge, contacts.help_friction, contacts.help_impact,
           players.help_scene, players.help_cello, players.help_pad, helps_of.help_gesture, helps_of.help_morph, helps_of.help_motion, helps_of.help_section, helps_of.help_voice, helps_of.help_osc,
           strings.bow_pad, strings.double_stops, strings.voice, strings.polyphony, strings.midi, strings.osc,
           rubbed.glass, rubbed.squeak, rubbed.two_modal, shown.hysteresis, shown.save_presets,
           knocks.knock, knocks.bounce, knocks.roll, knocks.bouncing_bow,
           cellos.cello_pad, cellos.cello_midi, cellos.cello_osc, cellos.cello_duo, effects.effects, lessons.lessons)


def main():
    os.makedirs(os.path.join(ROOT, "help"), exist_ok=True)
    for make in PATCHES:
        make()


if __name__ == "__main__":
    sys.exit(main())
