# SPDX-License-Identifier: BSD-3-Clause
# make check, verify, mutate, fuzz, builds. Read by the Makefile.
# Every test twice, as shipped and under the address and undefined-behaviour
# sanitizers (tests/*.bats drive the command, given after the @); tests with
# threads also under the thread sanitizer.
BATS := $(wildcard tests/*.bats)
SANITIZED := build/address-undefined
SANITIZED_BATS := $(filter-out $(shell grep -l '^. bats file_tags=plain' tests/*.bats),$(BATS))
THREADED := $(addprefix build/thread/tests/unit/,network/test_threads command/test_crew face/test_apart face/test_voice voices/test_voices_threads)

.PHONY: check tests
# A locale whose decimal point is a comma, for what is built for the sanitizers; without its sources
# (Debian: locales) that speaks as it always does, and what needs one is skipped.
LOCALE := build/locale/de_DE.UTF-8
$(LOCALE)/LC_NUMERIC:
	@mkdir -p $(@D)
	@localedef -i de_DE -f UTF-8 $(@D) 2>/dev/null || \
	  echo "no localedef, or no sources of locales: nothing is tested where the decimal point is a comma" >&2

# Plugins and their hosts, where their headers are.
HAS_LV2 := $(shell pkg-config --exists lv2 lilv-0 && echo lv2)
include tests/yesterday/yesterday.mk
FACES = $(YESTERDAY) $(if $(HAS_LV2),lv2 $(BUILD)/tests/faces/host_lv2) $(if $(CLAP_INCLUDE),clap $(BUILD)/tests/faces/host_clap) \
  $(if $(VST3_INCLUDE),vst3 $(BUILD)/tests/faces/host_vst3 $(if $(HAS_WINDOW),$(BUILD)/tests/faces/host_window)) \
  $(if $(SANITIZE),,$(HAS_WASM) $(BUILD)/tests/faces/asleep) python csound supercollider godot $(BUILD)/tests/bindings/godot_host

tests: $(patsubst %.c,$(BUILD)/%,$(TESTS)) $(FUZZERS) $(FACES) all

# what is tested is built on all cores, unless -j says on how many
BUILT = $(MAKE) --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))
HAS_PD = $(if $(and $(wildcard /usr/include/pd/m_pd.h),$(wildcard $(PDLIBBUILDER_DIR)/Makefile.pdlibbuilder),$(shell command -v pd)),pd)
# Tests build what others do, with the same flags or for another folder: a compiler's cache, in build/
# unless CCACHE_DIR says where.
CHECKS := check check-ahead
ifneq ($(wildcard /usr/lib/ccache),)
$(CHECKS): export PATH := /usr/lib/ccache:$(PATH)
$(CHECKS): export CCACHE_DIR ?= $(CURDIR)/build/ccache
$(CHECKS): export CCACHE_NOHASHDIR = 1
endif
$(CHECKS): export DEBUG_INFO ?= -g1 # lines for the sanitizers; a fifth of the compilers' time
check:
	+@$(BUILT) checked-plain checked-sanitized checked-thread
	@tests/run.sh $(patsubst %.c,build/%,$(TESTS)) $(BATS:%=%@build/rosin) \
	  $(patsubst %.c,$(SANITIZED)/%,$(TESTS)) $(SANITIZED_BATS:%=%@$(SANITIZED)/rosin) \
	  $(THREADED) $(if $(VST3_INCLUDE),tests/vst3.bats@build/thread/rosin)

# The three builds of a check, at once, so that no core waits for the last of one
.PHONY: checked-plain checked-sanitized checked-thread
checked-plain:
	+@$(MAKE) --no-print-directory tests verify-programs $(HAS_PD) $(LOCALE)/LC_NUMERIC
checked-sanitized:
	+@$(MAKE) --no-print-directory SANITIZE=address,undefined OPTIMIZE=-O1 tests
checked-thread:
	+@$(MAKE) --no-print-directory SANITIZE=thread OPTIMIZE=-O1 $(THREADED) godot build/thread/tests/bindings/godot_host \
	  $(if $(VST3_INCLUDE),vst3 build/thread/tests/faces/host_vst3)

# What `bootstrap check` compiles while it installs the rest: what is the same with or without that.
AHEAD := all $(patsubst %.c,$(BUILD)/%,$(filter-out tests/unit/face/%,$(TESTS)))
.PHONY: check-ahead ahead
ahead: $(AHEAD)
check-ahead:
	+@$(BUILT) ahead
	+@$(BUILT) SANITIZE=address,undefined OPTIMIZE=-O1 ahead

# Every acceptance figure, a line each; targets in tests/targets.tsv. Python with
# numpy and scipy: Debian's, or whichever has them.
PYTHON ?= $(shell for p in python3 /usr/bin/python3; do $$p -c 'import numpy, scipy' 2>/dev/null && { echo $$p; break; }; done)
VERIFY := $(patsubst %.c,build/%,$(TOOLS))

.PHONY: verify verify-programs sanitized mutants mutate bench peers performance figures
verify-programs: $(VERIFY)
figures: all build/examples/games/play build/tests/verify/instrument build/tests/verify/bowed build/tests/unit/face/test_window_drawn
	@$(PYTHON) docs/figures.py
	@$(PYTHON) docs/figures/games.py
	@$(PYTHON) tests/window_pictures.py build cello-sounds-1 tyre-skid-sounds-1
	@cp build/cello-sounds-1.png docs/figures/plugin-window.png
	@cp build/tyre-skid-sounds-1.png docs/figures/plugin-window-effect.png
	@build/rosin render docs/figures/knock.cfg -o build/knock.wav
	@cd build && ./rosin modes knock.wav --modes 40 -o knock.cfg --plot ../docs/figures/knock.png

# The playability maps of the documents; some minutes.
.PHONY: maps
maps: all
	@$(PYTHON) docs/figures/maps.py

# `make verify ONLY=laws,cello_*`: some makers or figures (mutate, of hours, only so); TIMES=1: seconds of each; KEEP=build/verify.jsonl:
# a run that was cut off goes on.
verify:
	@needs=$$($(PYTHON) tests/verify.py --needs $(ONLY_WORDS)) && $(MAKE) --no-print-directory $$needs
	@$(PYTHON) tests/verify.py $(ONLY_WORDS) $(if $(TIMES),--times) $(if $(KEEP),--keep $(KEEP))
ONLY_WORDS = $(if $(ONLY),--only '$(ONLY)')

sanitized:
	@$(MAKE) --no-print-directory SANITIZE=address,undefined OPTIMIZE=-O1 all

mutants:
	@$(PYTHON) tests/mutants.py

# Small faults at random, caught by the tests or not: N of them, drawn by SEED, J at once, of a ROOM:
# engine, scene, player, score, core, live, host; faces: plugin/, pd/ and the page's JavaScript.
N ?= 300
SEED ?= 1
J ?= 2
ROOM ?= all
mutate:
	@$(PYTHON) tests/mutate.py -n $(N) -s $(SEED) -j $(J) --room $(ROOM)

# A page with pairs of sounds to be told apart by ear: build/listen.html.
.PHONY: listen
listen: all
	@$(PYTHON) bench/listen/listen.py

# What the workloads take; rosin beside its peers (installs them); the tables of
# docs/performance.md, measured anew.
bench: all
	@build/rosin bench
peers: all
	@bench/peers
performance: all build/bench/programs/roofline
	@$(PYTHON) bench/page.py
# Voices of games: mean and worst buffer of 24; on a machine that does nothing else.
.PHONY: bench-voices
bench-voices: build/bench/programs/voices
	@build/bench/programs/voices
build/bench/programs/voices: bench/programs/voices.c build/librosin.a
build/examples/games/play: examples/games/play.c build/librosin.a
build/bench/programs/voices build/examples/games/play:
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(LDFLAGS) $^ -o $@ -lm
build/bench/programs/roofline: bench/programs/roofline.c build/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -march=native $^ -o $@ -lm

# T seconds a target, of all or of ONLY=scene; inputs that fail stay in build/fuzz/failed.
# For clang with libFuzzer.
FUZZ_CC ?= clang
T ?= 60
FUZZED = $(or $(ONLY),$(TARGETS))
HAS_LIBFUZZER = $(shell echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
  $(FUZZ_CC) -fsanitize=fuzzer,address -x c - -o /dev/null 2>/dev/null && echo yes)
# comparisons of numbers in the engine tell a fuzzer nothing, and cost much
$(patsubst %.c,build/fuzz/%.o,$(ENGINE)): CFLAGS_ALL += -fno-sanitize-coverage=trace-cmp
.PHONY: fuzz fuzz-build fuzzers fuzz-coverage
fuzzers: $(FUZZERS)
fuzz-build:
	+@$(if $(HAS_LIBFUZZER),$(MAKE) --no-print-directory CC="$(FUZZ_CC)" BUILD=build/fuzz FUZZ_MAIN= OPTIMIZE=-O1 \
	  SANITIZE=fuzzer-no-link$(comma)address$(comma)undefined LDFLAGS=-fsanitize=fuzzer fuzzers,echo "no clang with libFuzzer: no fuzzing")
fuzz: fuzz-build
	@tests/fuzz/run.sh build/fuzz $(T) $(FUZZED)

# Lines and branches that the corpora and what `make fuzz` has found reach, a target a line.
fuzz-coverage:
	+@$(MAKE) --no-print-directory CC="$(FUZZ_CC)" BUILD=build/fuzz-coverage OPTIMIZE=-O1 \
	  CFLAGS="-fprofile-instr-generate -fcoverage-mapping" fuzzers
	@tests/fuzz/coverage.sh build/fuzz-coverage $(FUZZED)

# Builds that see what the tests do not: by clang, under its memory sanitizer, through gcc's
# analyzer, for ARM. Some minutes each; `make check` has the other sanitizers and fuzzing.
MEMORY_TESTS := $(foreach t,friction laws macros matter misuse modal network player regime string,\
  $(patsubst %.c,build/memory/%,$(wildcard tests/unit/*/test_$(t).c)))
.PHONY: builds clang memory analyze
builds: clang analyze memory arm64
clang:
	+@$(MAKE) --no-print-directory CC="$(FUZZ_CC)" BUILD=build/clang all
# libraries are not instrumented: the engine's tests alone
memory:
	+@$(MAKE) --no-print-directory CC="$(FUZZ_CC)" BUILD=build/memory SANITIZE=memory \
	  OPTIMIZE="-O1 -fsanitize-memory-track-origins" $(MEMORY_TESTS)
	@tests/run.sh $(MEMORY_TESTS)
analyze:
	+@$(MAKE) --no-print-directory BUILD=build/analyze OPTIMIZE="-O1 -fanalyzer" build/analyze/rosin

# The unit tests on a 64-bit ARM, emulated: Debian's gcc-aarch64-linux-gnu, qemu-user, and
# libraries of `dpkg --add-architecture arm64` (sndfile, cmocka, lapacke, kissfft,
# cminpack, libebur128, nettle, ncurses; of liblo, portmidi and portaudio only what runs: their headers are this machine's).
ARM64 := aarch64-linux-gnu
ARM64_CC ?= $(ARM64)-gcc
# test_modes is too slow emulated; of a fault, which test_process awaits, the emulator speaks itself
ARM64_TESTS := $(patsubst %.c,build/arm64/%,$(filter-out tests/unit/analysis/test_modes.c tests/unit/command/test_process.c,$(TESTS)))
.PHONY: arm64
arm64: export PKG_CONFIG_LIBDIR := /usr/lib/$(ARM64)/pkgconfig:/usr/share/pkgconfig
arm64:
	+@$(MAKE) --no-print-directory BUILD=build/arm64 CC="$(ARM64_CC)" AR=$(ARM64)-ar \
	  LIVE_LIBS="-l:liblo.so.7 -l:libportmidi.so.0 -lncursesw -ltinfo -lpthread" \
	  PORTAUDIO="-l:libportaudio.so.2" $(ARM64_TESTS)
	@RUN=qemu-aarch64 tests/run.sh $(ARM64_TESTS)
# gcc 12 fails on a loop of fmax in the tests there
$(ARM64_TESTS:%=%.o): CFLAGS_ALL += -fno-tree-vectorize
