# SPDX-License-Identifier: BSD-3-Clause
# The front door. `make` builds the command and the library into build/;
# `make demo` renders the demo scenes; `make check` runs the tests.
# `make SANITIZE=address,undefined check` does it under sanitizers.

VERSION := $(shell sed -n 's/^\#define ROSIN_VERSION "\(.*\)"/\1/p' include/rosin/base.h)
PREFIX ?= /usr/local
DESTDIR ?=
BUILD ?= build$(if $(SANITIZE),/$(subst $(comma),-,$(SANITIZE)))
comma := ,

CC ?= cc
OPTIMIZE ?= -O3
# a row of a table ends where the rest is 0
WARN := -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Wstrict-prototypes -Wvla
# NaN checks stay alive: no -ffast-math anywhere; no compiler fuses what another rounds.
# What is shipped: no writable jump tables, guarded stacks, checked copies; HARDEN= without.
# Sanitizers see more than the checked copies do.
HARDEN ?= -fstack-protector-strong $(if $(SANITIZE)$(filter -O0,$(OPTIMIZE)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
# 5 MB of what the address sanitizer reads would be moved at every start, of thousands in a check
PIE = $(if $(findstring address,$(SANITIZE)),-no-pie,-pie)
HARDEN_LINK ?= $(if $(filter Darwin,$(shell uname -s)),,-Wl,-z,relro,-z,now)
DEBUG_INFO ?= -g
CFLAGS_ALL = -std=c17 $(OPTIMIZE) $(DEBUG_INFO) -fno-math-errno -fno-trapping-math -ffp-contract=off -fPIC -fvisibility=hidden \
  $(HARDEN) $(WARN) -D_XOPEN_SOURCE=700 -Iinclude -Isrc -I. -I$(BUILD) $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -DROSIN_CHECKED) $(CFLAGS)

include src/sources.mk
LIVE   := $(wildcard src/live/*.c src/live/*/*.c)
BENCH  := $(wildcard bench/*.c)
ESTIMATOR := $(wildcard src/modes/*.c)
# how far sounds are apart, and a search that brings them together
MATCH  := $(wildcard src/match/*.c)
# what is said of sounds, varied in scenes, listed in jobs
MEASURES := $(wildcard src/features/*.c)
# what is around what sounds
ROOM   := $(wildcard src/room/*.c)
LISTS  := $(wildcard src/variation/*.c src/batch/*.c)
SCORES := $(wildcard src/score/*.c)
HOST   := $(wildcard src/host/*.c src/host/*/*.c) $(SOUND) $(ESTIMATOR) $(MATCH) $(MEASURES) $(ROOM) $(LISTS) $(SCORES) $(BENCH)
# those of VST3 where its headers are
VST3_INCLUDE ?= $(firstword $(wildcard /usr/include/travesty/..) $(wildcard /usr/share/dpf/distrho/src))
TESTS  := $(filter-out $(if $(VST3_INCLUDE),,tests/unit/face/test_vst3_%),$(wildcard tests/unit/*/test_*.c))
TOOLS  := $(wildcard tests/verify/*.c)

SOUND_LIBS = $(shell pkg-config --libs sndfile)
# libportmidi has no pkg-config file
LIVE_LIBS  = $(shell pkg-config --libs liblo ncursesw) -lportmidi -lpthread
PORTAUDIO  = $(shell pkg-config --libs portaudio-2.0)
# scores: XML by libxml2, archives by libzip
SCORE_LIBS = $(shell pkg-config --libs libxml-2.0 libzip)
HOST_LIBS  = $(SOUND_LIBS) $(SCORE_LIBS) $(PORTAUDIO) $(shell pkg-config --libs cminpack libebur128 nettle) $(MODES_LIBS) $(LIVE_LIBS)
# the least squares of `rosin fit` are cminpack's
CMINPACK  := $(shell pkg-config --cflags cminpack 2>/dev/null)
# hashes of a manifest are nettle's
NETTLE    := $(shell pkg-config --cflags nettle 2>/dev/null)
# `rosin modes`: linear algebra by LAPACK, spectra by kissfft
MODES_LIBS = $(shell pkg-config --libs lapacke kissfft-float)
MODES_FLAGS := $(shell pkg-config --cflags lapacke kissfft-float 2>/dev/null)
TEST_LIBS  = $(shell pkg-config --libs cmocka)

EMBEDDED := $(BUILD)/embedded.o

objects = $(patsubst %.c,$(BUILD)/%.o,$(1))

# Where numbers change their kind in what is shipped, a cast says so.
KINDS := -Wconversion -Wdouble-promotion
$(call objects,$(ENGINE) $(SCENE) $(LIVE) $(CORE) $(VOICES) $(HOST)): CFLAGS_ALL += $(KINDS)
# Under sanitizers what sounds takes two thirds of the time at -O2, and all else is compiled faster at -O1.
ifneq ($(SANITIZE),)
$(call objects,$(ENGINE) $(wildcard src/player/*.c src/player/*/*.c src/keys/*.c) $(ROOM)): CFLAGS_ALL += $(OPTIMIZE:-O1=-O2)
endif
$(BUILD)/src/host/curve/least_squares.o: CFLAGS_ALL += $(CMINPACK)

$(call objects,$(ESTIMATOR) $(MATCH) $(MEASURES) $(ROOM)): CFLAGS_ALL += $(MODES_FLAGS)
$(call objects,$(SCORES)): CFLAGS_ALL += $(shell pkg-config --cflags libxml-2.0 libzip)
$(call objects,$(LISTS) $(HOST) tests/unit/command/test_batch.c tests/unit/command/test_lists.c tests/unit/command/test_lists_drawn.c tests/fuzz/manifest.c): CFLAGS_ALL += $(NETTLE)
$(call objects,$(TESTS)): CFLAGS_ALL += -Itests/unit

.PHONY: all
all: $(BUILD)/rosin $(BUILD)/librosin.a

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "CC $<"
	@$(CC) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

# The scenes become part of the program; one that is gone is no part of it any more.
# In the order of their names: cello before cello-measured, which is the first plugin as it was.
SCENES := $(addsuffix .cfg,$(sort $(basename $(wildcard scenes/*.cfg))))
$(BUILD)/scenes.list: FORCE
	@mkdir -p $(@D)
	@echo $(SCENES) | cmp -s - $@ || echo $(SCENES) >$@
.PHONY: FORCE
$(BUILD)/embedded.c: src/scene/embed.awk $(SCENES) $(BUILD)/scenes.list
	@mkdir -p $(@D)
	@awk -f $< $(SCENES) >$@

$(EMBEDDED): $(BUILD)/embedded.c
	@$(CC) $(CFLAGS_ALL) -Wno-overlength-strings -c $< -o $@

# The page of a batch becomes part of the command.
PAGE_HTML := $(BUILD)/page_html.o
$(BUILD)/page_html.c: src/host/catalogue/page.awk src/host/catalogue/page.html
	@mkdir -p $(@D)
	@awk -f $^ >$@

$(PAGE_HTML): $(BUILD)/page_html.c
	@$(CC) $(CFLAGS_ALL) -c $< -o $@

# the library: what is needed by who embeds rosin, and nothing else
LIBRARY := $(call objects,$(ENGINE) $(SCENE) $(CORE) $(VOICES)) $(EMBEDDED)
$(BUILD)/librosin.a: $(LIBRARY)
	@rm -f $@
	@$(AR) rcs $@ $^

# What is built for the sanitizers is tested where the decimal point is a comma.
SPEAKS := $(if $(SANITIZE),$(BUILD)/tests/locale.o)

$(BUILD)/rosin: $(call objects,$(HOST) $(LIVE)) $(PAGE_HTML) $(SPEAKS) $(BUILD)/librosin.a
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(PIE) $(HARDEN_LINK) $(LDFLAGS) $^ -o $@ $(HOST_LIBS) -lm

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(SPEAKS) $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(HARDEN_LINK) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(BUILD)/librosin.a -o $@ $(TEST_LIBS) $(LIBS) -lpthread -lm

include tests/unit/unit.mk

include plugin/plugin.mk

include tests/faces/faces.mk

include bindings/npm/npm.mk web/page.mk packaging/windows.mk packaging/cross.mk packaging/dist.mk

include bindings/bindings.mk

include tests/fuzz/fuzz.mk

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

include tests/check.mk

.PHONY: lint format
lint:
	clang-format --dry-run --Werror $$(git ls-files '*.c' '*.h')
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --error-exitcode=1 -Iinclude -Isrc -I. src modal waveguide bench pd plugin packaging bindings/voice.c bindings/csound bindings/godot bindings/npm examples/games
	clang-tidy --quiet $(ENGINE) $(SCENE) $(LIVE) $(CORE) $(VOICES) $(HOST) $(filter-out plugin/clap%,$(wildcard plugin/*.c plugin/mine/*.c)) -- -std=c17 -D_XOPEN_SOURCE=700 -Iinclude -Isrc -I. -Ibuild $(CMINPACK) $(NETTLE) $(MODES_FLAGS) $(shell pkg-config --cflags libxml-2.0 libzip)
	[ -z "$(VST3_INCLUDE)" ] || clang-tidy --quiet $(wildcard plugin/vst3/*.c) -- -std=c17 -D_XOPEN_SOURCE=700 -Iinclude -Isrc -I. \
	  $(VST3_FLAGS) $(WINDOW_FLAGS) -Wno-microsoft-anon-tag
	[ -z "$(HAS_WINDOW)" ] || clang-tidy --quiet $(wildcard plugin/window/*.c) plugin/clap_gui.c plugin/clap_notes.c -- -std=c17 -D_XOPEN_SOURCE=700 \
	  -Iinclude -Isrc -I. -isystem $(CLAP_INCLUDE) $(WINDOW_FLAGS)
	[ ! -d /usr/include/wasm32-wasi ] || clang-tidy --quiet $(wildcard bindings/npm/*.c) -- --target=wasm32-wasi -std=c17 -D_XOPEN_SOURCE=700 \
	  -Iinclude
	[ ! -e /usr/include/pd/m_pd.h ] || clang-tidy --quiet --checks=-performance-no-int-to-ptr $(wildcard pd/*.c pd/*/*.c pd/*/*/*.c) -- -std=c17 -D_XOPEN_SOURCE=700 \
	  -DPD -Iinclude -Isrc -I. -isystem /usr/include/pd
format:
	clang-format -i $$(git ls-files '*.c' '*.h')

# Before 1.0 every minor version has an ABI of its own: librosin.so.0.3.
SONAME := librosin.so.$(basename $(VERSION))
# what it exports, by name
EXPORTS := src/rosin.map
LIBRARY_LINK = -Wl,-soname,$(SONAME) $(if $(SANITIZE),,-Wl,-z,defs) $(if $(filter Darwin,$(shell uname -s)),,-Wl,--version-script=$(EXPORTS))
$(BUILD)/librosin.so: $(LIBRARY) $(EXPORTS)
	@$(CC) $(CFLAGS_ALL) $(HARDEN_LINK) $(LDFLAGS) -shared $(LIBRARY_LINK) $(LIBRARY) -o $@ -lm

# Three scenes to listen to.
.PHONY: demo demo-long
demo-long: all
	@mkdir -p demo
	@build/rosin render cello --score examples/scores/suite-1-prelude.musicxml -o demo/prelude.wav
	@echo "demo/prelude.wav  the Prelude of Bach's first suite for cello alone, from a score, in two and a half minutes"
	@build/rosin render --score examples/scores/canon.musicxml --room hall -o demo/canon.wav
	@echo "demo/canon.wav    a canon of Pachelbel's for four, in a hall, in three quarters of a minute"
	@build/rosin render --score examples/scores/canon.musicxml --players violin=6,viola=4,cello=4 --room hall -o demo/canon-sections.wav
	@echo "demo/canon-sections.wav  the same by twenty players"
demo: all
	@mkdir -p demo
	@for scene in cello-d squeak glass; do build/rosin render $$scene -o demo/$$scene.wav || exit 1; done
	@echo "demo/cello-d.wav  a cello's D string, bowed from rest, then let ring"
	@echo "demo/squeak.wav   a door hinge: chirps as the door starts and stops"
	@echo "demo/glass.wav    a wet finger on a wine glass: it swells, and beats as the finger circles"

include packaging/install.mk

include pd/pd.mk

# VST3 and its host as shipped and under sanitizers, for `make verify`.
.PHONY: vst3-hosts
vst3-hosts: $(if $(VST3_INCLUDE),$(FACES))
	@$(if $(VST3_INCLUDE),$(MAKE) --no-print-directory SANITIZE=address,undefined OPTIMIZE=-O1 vst3 build/address-undefined/tests/faces/host_vst3,:)
	@$(if $(VST3_INCLUDE),$(MAKE) --no-print-directory SANITIZE=thread OPTIMIZE=-O1 vst3 build/thread/tests/faces/host_vst3,:)

.PHONY: clean
clean:
	rm -rf build
