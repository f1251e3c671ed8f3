# SPDX-License-Identifier: BSD-3-Clause
# What the engine, its scenes and the core of all faces are made of: read by the Makefile and by
# Makefile.pdlibbuilder.
ENGINE := $(wildcard src/*.c src/maths/*.c src/friction/*.c src/friction/*/*.c src/contact/*.c src/contact/*/*.c src/network/*.c src/regime/*.c modal/*.c waveguide/*.c)
SCENE  := $(wildcard src/scene/*.c src/scene/*/*.c src/player/*.c src/player/*/*.c src/keys/*.c)
# sound files by libsndfile, for the command; and what reads them in scenes, for Pd too
SOUND  := $(wildcard src/sound/*.c)
SOUND_GESTURE := src/sound/sound_gesture.c src/sound/sound_within.c
# a scene as all faces play it
CORE   := $(wildcard src/core/*.c src/core/*/*.c)
# voices for games, of the library alone
VOICES := $(wildcard src/voices/*.c)
