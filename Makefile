# SPDX-License-Identifier: BSD-3-Clause
# The front door. `make` builds the command and the library into build/;
# `make demo` renders the demo scenes; `make check` runs the tests.
# `make SANITIZE=address,undefined check` does it under sanitizers.

VERSION := $(shell sed -n 's/^\#define ROSIN_VERSION "\(.*\)"/\1/p' src/rosin.h)
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
  $(HARDEN) $(WARN) -D_XOPEN_SOURCE=700 -Isrc -I. -I$(BUILD) $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -DROSIN_CHECKED) $(CFLAGS)

include src/sources.mk
LIVE   := $(wildcard src/live/*.c src/live/*/*.c)
BENCH  := $(wildcard bench/*.c)
ESTIMATOR := $(wildcard src/modes/*.c)
# what is said of sounds, varied in scenes, listed in jobs
MEASURES := $(wildcard src/features/*.c)
# what is around what sounds
ROOM   := $(wildcard src/room/*.c)
LISTS  := $(wildcard src/variation/*.c src/batch/*.c)
SCORES := $(wildcard src/score/*.c)
HOST   := $(wildcard src/host/*.c src/host/*/*.c) $(ESTIMATOR) $(MEASURES) $(ROOM) $(LISTS) $(SCORES) $(BENCH)
# those of VST3 where its headers are
VST3_INCLUDE ?= $(firstword $(wildcard /usr/include/travesty/..) $(wildcard /usr/share/dpf/distrho/src))
TESTS  := $(filter-out $(if $(VST3_INCLUDE),,tests/unit/face/test_vst3_%),$(wildcard tests/unit/*/test_*.c))
TOOLS  := $(wildcard tests/verify/*.c)

SCENE_LIBS = $(shell pkg-config --libs sndfile)
# libportmidi has no pkg-config file
LIVE_LIBS  = $(shell pkg-config --libs liblo ncursesw) -lportmidi -lpthread
PORTAUDIO  = $(shell pkg-config --libs portaudio-2.0)
# scores: XML by libxml2, archives by libzip
SCORE_LIBS = $(shell pkg-config --libs libxml-2.0 libzip)
HOST_LIBS  = $(SCORE_LIBS) $(PORTAUDIO) $(shell pkg-config --libs cminpack libebur128 nettle) $(MODES_LIBS) $(LIVE_LIBS)
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
$(call objects,$(ENGINE) $(SCENE) $(LIVE) $(CORE) $(HOST)): CFLAGS_ALL += -Wconversion -Wdouble-promotion
$(BUILD)/src/host/curve/least_squares.o: CFLAGS_ALL += $(CMINPACK)

$(call objects,$(ESTIMATOR) $(MEASURES) $(ROOM)): CFLAGS_ALL += $(MODES_FLAGS)
$(call objects,$(SCORES)): CFLAGS_ALL += $(shell pkg-config --cflags libxml-2.0 libzip)
$(call objects,$(LISTS) $(HOST) tests/unit/command/test_batch.c tests/unit/command/test_lists.c tests/fuzz/manifest.c): CFLAGS_ALL += $(NETTLE)
$(call objects,$(TESTS)): CFLAGS_ALL += -Itests/unit

.PHONY: all
all: $(BUILD)/rosin $(BUILD)/librosin.a

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "CC $<"
	@$(CC) $(CFLAGS_ALL) -MMD -MP -c $< -o $@

# The scenes become part of the program.
$(BUILD)/embedded.c: src/scene/embed.awk $(wildcard scenes/*.cfg)
	@mkdir -p $(@D)
	@awk -f $< $(sort $(wildcard scenes/*.cfg)) >$@

$(EMBEDDED): $(BUILD)/embedded.c
	@$(CC) $(CFLAGS_ALL) -Wno-overlength-strings -c $< -o $@

# The page of a batch becomes part of the command.
PAGE_HTML := $(BUILD)/page_html.o
$(BUILD)/page_html.c: src/host/catalogue/page.awk src/host/catalogue/page.html
	@mkdir -p $(@D)
	@awk -f $^ >$@

$(PAGE_HTML): $(BUILD)/page_html.c
	@$(CC) $(CFLAGS_ALL) -c $< -o $@

$(BUILD)/librosin.a: $(call objects,$(ENGINE) $(SCENE) $(CORE)) $(EMBEDDED)
	@rm -f $@
	@$(AR) rcs $@ $^

# What is built for the sanitizers is tested where the decimal point is a comma.
SPEAKS := $(if $(SANITIZE),$(BUILD)/tests/locale.o)

$(BUILD)/rosin: $(call objects,$(HOST) $(LIVE)) $(PAGE_HTML) $(SPEAKS) $(BUILD)/librosin.a
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(PIE) $(HARDEN_LINK) $(LDFLAGS) $^ -o $@ $(SCENE_LIBS) $(HOST_LIBS) -lm

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(SPEAKS) $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(HARDEN_LINK) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(BUILD)/librosin.a -o $@ $(TEST_LIBS) $(SCENE_LIBS) $(LIBS) -lpthread -lm

$(patsubst %.c,$(BUILD)/%,$(TESTS)): $(BUILD)/tests/unit/golden.o

$(BUILD)/tests/unit/network/test_memory: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=aligned_alloc,--wrap=strdup,--wrap=free

# Hears on JACK what rosin plays there; without JACK's headers there is none.
$(BUILD)/tests/live/delay: tests/live/delay.c
	@mkdir -p $(@D)
	@pkg-config --exists jack && $(CC) $(CFLAGS_ALL) $< -o $@ $$(pkg-config --cflags --libs jack) -lm || :

$(BUILD)/tests/unit/scene/test_files: $(BUILD)/src/host/common/text.o

# beside libsndfile's, for which it stands in packages
$(BUILD)/packaging/wav.o: CFLAGS += -Drosin_gesture_sound=rosin_gesture_wav -Wconversion -Wdouble-promotion
$(BUILD)/tests/unit/sound/test_wav: $(BUILD)/packaging/wav.o

$(BUILD)/tests/unit/player/test_player_hands: LDFLAGS += -Wl,--wrap=rosin_scene_ramp
$(BUILD)/tests/unit/player/test_player_sessions: LDFLAGS += \
  -Wl,--wrap=rosin_scene_ramp,--wrap=rosin_scene_sides,--wrap=rosin_network_read,--wrap=rosin_scene_made

$(BUILD)/tests/unit/command/test_bench: $(call objects,$(BENCH))

# What is live stands between the library and the command.
LIVE_TESTS := $(BUILD)/tests/verify/blocks $(BUILD)/tests/unit/command/test_refusals_files \
  $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/live/test_*.c tests/unit/terminal/test_*.c))
$(LIVE_TESTS): $(call objects,$(LIVE))
$(LIVE_TESTS): LIBS = $(LIVE_LIBS)
$(BUILD)/tests/unit/terminal/test_first_sound $(BUILD)/tests/unit/terminal/test_terminal_hand: $(BUILD)/src/host/play/terminal_hand.o
$(BUILD)/tests/unit/terminal/test_stage: LDFLAGS += -Wl,--wrap=rosin_core_process_frames,--wrap=rosin_sources_gather
$(BUILD)/tests/unit/terminal/test_observed: LDFLAGS += -Wl,--wrap=rosin_network_read,--wrap=rosin_network_value,--wrap=rosin_scene_set_tap
$(BUILD)/tests/unit/terminal/test_terminal: $(BUILD)/src/host/play/terminal_hand.o $(BUILD)/src/host/play/terminal.o
$(BUILD)/tests/unit/terminal/test_terminal: LDFLAGS += -Wl,--wrap=rosin_now,--wrap=rosin_observer_look,--wrap=rosin_observer_picture \
  -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup
$(BUILD)/tests/unit/live/test_midi_ports: LDFLAGS += -Wl,--wrap=Pm_Initialize,--wrap=Pm_Terminate,--wrap=Pm_CountDevices,--wrap=Pm_GetDeviceInfo \
  -Wl,--wrap=Pm_OpenInput,--wrap=Pm_SetFilter,--wrap=Pm_Close,--wrap=Pm_Read \
  -Wl,--wrap=fopen,--wrap=rosin_now
$(BUILD)/tests/unit/live/test_memory_live: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=strdup
$(BUILD)/tests/unit/live/test_realtime: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=aligned_alloc,--wrap=free,--wrap=pthread_mutex_lock

# Programs of `make verify` judge the engine with a reference of their own.
$(BUILD)/tests/verify/%: $(BUILD)/tests/verify/%.o $(BUILD)/tests/reference/reference.o $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(HARDEN_LINK) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) -o $@ $(SCENE_LIBS) $(LIBS) -lpthread -lm

# The reader of scenes is judged by libconfig's, which nothing else links.
$(BUILD)/tests/verify/reader: LIBS = $(shell pkg-config --libs libconfig)
$(BUILD)/tests/verify/reader.o: CFLAGS += $(shell pkg-config --cflags libconfig)

# The estimator is the command's, not the library's.
ESTIMATOR_USERS := $(addprefix $(BUILD)/tests/,$(addprefix unit/analysis/test_,modes estimator knock poles) verify/modes)
$(ESTIMATOR_USERS): $(call objects,$(ESTIMATOR))
$(ESTIMATOR_USERS): LIBS = $(MODES_LIBS)
$(BUILD)/tests/unit/analysis/test_poles: LDFLAGS += -Wl,--wrap=calloc,--wrap=free

# Scores are read by the command, not by the library.
SCORE_USERS := $(addprefix $(BUILD)/tests/,unit/player/test_score unit/player/test_score_again unit/player/test_score_signs unit/player/test_score_parts verify/notes_of verify/fingers_of)
$(SCORE_USERS): $(call objects,$(SCORES))
$(SCORE_USERS): LIBS = $(SCORE_LIBS)
$(BUILD)/tests/verify/fingers_of: LDFLAGS += -Wl,--wrap=rosin_scene_made

# What batches are made of.
LIST_USERS := $(addprefix $(BUILD)/tests/unit/command/,test_batch test_lists)
$(LIST_USERS): $(call objects,$(MEASURES) $(LISTS))
$(LIST_USERS): LIBS = $(MODES_LIBS) $(shell pkg-config --libs libebur128 nettle)

# Parts that only the command has.
$(BUILD)/tests/unit/sound/test_room: $(call objects,$(ROOM))
$(BUILD)/tests/unit/sound/test_room: LIBS = $(MODES_LIBS)
$(BUILD)/tests/unit/command/test_fitting: $(BUILD)/src/host/curve/least_squares.o
$(BUILD)/tests/unit/command/test_fitting: LIBS = $(shell pkg-config --libs cminpack)

# Plugins: the core, and a face for each format.
PLUGIN := $(filter-out plugin/lv2.c plugin/clap% plugin/lv2_ui.c plugin/ttl.c,$(wildcard plugin/*.c))
PLUGIN_OBJECTS = $(call objects,$(PLUGIN)) $(BUILD)/librosin.a
$(call objects,$(wildcard plugin/*.c)): CFLAGS_ALL += -Wconversion -Wdouble-promotion

# a window's mouse knows no screen
$(BUILD)/tests/unit/face/test_window: $(BUILD)/plugin/window/layout.o $(BUILD)/plugin/window/mouse.o
$(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/face/test_*.c)): $(PLUGIN_OBJECTS)
# the page's side in C, without a page
$(BUILD)/tests/unit/face/test_page: $(BUILD)/web/page.o
$(BUILD)/tests/unit/face/test_plugin: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
$(BUILD)/tests/unit/face/test_memory_core: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=aligned_alloc,--wrap=strdup,--wrap=free

# What scenes cost is timed as `rosin bench` does.
$(BUILD)/tests/verify/cost: $(call objects,$(BENCH))

$(addprefix $(BUILD)/tests/verify/,presets pad ends loud): $(BUILD)/plugin/list.o

PLUGIN_LINK = -shared -Wl,--exclude-libs,ALL $(if $(SANITIZE),,-Wl,-z,defs) $(HARDEN_LINK) $(LDFLAGS)

# A window for all formats, by cairo on pugl (ISC), whose sources come with DPF; without: none.
PUGL ?= $(wildcard /usr/share/dpf/dgl/src/pugl-upstream)
HAS_WINDOW := $(if $(PUGL),$(shell pkg-config --exists cairo x11 && echo yes))
WINDOW_FLAGS := $(if $(HAS_WINDOW),-DROSIN_WINDOW -DPUGL_STATIC -isystem $(PUGL)/include $(shell pkg-config --cflags cairo x11))
WINDOW_LIBS := $(if $(HAS_WINDOW),$(shell pkg-config --libs cairo x11))
WINDOW := $(if $(HAS_WINDOW),$(call objects,$(wildcard plugin/window/*.c)))
# a library, so that --exclude-libs hides its names from other plugins
PUGL_OBJECTS := $(if $(HAS_WINDOW),$(BUILD)/pugl/libpugl.a)
$(BUILD)/pugl/libpugl.a: $(patsubst %,$(BUILD)/pugl/%.o,common internal x11 x11_cairo x11_stub)
	@rm -f $@
	@$(AR) rcs $@ $^
$(WINDOW): CFLAGS_ALL += -Wconversion -Wdouble-promotion
$(WINDOW): CFLAGS += $(WINDOW_FLAGS)
$(BUILD)/pugl/%.o: $(PUGL)/src/%.c
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -w $(WINDOW_FLAGS) -c $< -o $@

# CLAP's headers: Debian has them in dpf-source.
CLAP_INCLUDE ?= $(firstword $(wildcard /usr/include/clap/..) $(wildcard /usr/share/dpf/distrho/src))
CLAP := $(call objects,$(wildcard plugin/clap*.c))
$(CLAP): CFLAGS += -isystem $(CLAP_INCLUDE) $(WINDOW_FLAGS)

.PHONY: lv2 clap vst3
clap: $(BUILD)/rosin.clap

$(BUILD)/rosin.clap: $(CLAP) $(WINDOW) $(PUGL_OBJECTS) $(PLUGIN_OBJECTS)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(PLUGIN_LINK) $^ -o $@ $(SCENE_LIBS) $(WINDOW_LIBS) -lm

# VST3: travesty, plain C interfaces, comes with DPF too. Where in the bundle a system looks:
VST3_INSIDE ?= $(shell uname -m)-linux/rosin.so
VST3_FLAGS = -isystem $(VST3_INCLUDE) -fms-extensions
VST3 := $(call objects,$(wildcard plugin/vst3/*.c))
$(BUILD)/tests/unit/face/test_vst3_text.o: CFLAGS += $(VST3_FLAGS)
$(BUILD)/tests/unit/face/test_vst3_text: $(BUILD)/plugin/vst3/text.o
VST3_FILE := $(BUILD)/vst3/rosin.vst3/Contents/$(VST3_INSIDE)
$(VST3): CFLAGS_ALL += -Wconversion -Wdouble-promotion
$(VST3): CFLAGS += $(VST3_FLAGS) $(WINDOW_FLAGS)
vst3: $(VST3_FILE)

$(VST3_FILE): $(VST3) $(WINDOW) $(PUGL_OBJECTS) $(PLUGIN_OBJECTS)
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(PLUGIN_LINK) $^ -o $@ $(SCENE_LIBS) $(WINDOW_LIBS) -lpthread -lm

lv2: $(BUILD)/lv2/rosin.lv2/manifest.ttl

LV2DIR ?= $(PREFIX)/lib/lv2
CLAPDIR ?= $(PREFIX)/lib/clap
VST3DIR ?= $(PREFIX)/lib/vst3
.PHONY: install-lv2 install-clap install-vst3
install-lv2: lv2
	install -d $(DESTDIR)$(LV2DIR)/rosin.lv2
	install -m 755 $(BUILD)/lv2/rosin.lv2/*.so $(DESTDIR)$(LV2DIR)/rosin.lv2
	install -m 644 $(BUILD)/lv2/rosin.lv2/*.ttl $(DESTDIR)$(LV2DIR)/rosin.lv2
install-clap: clap
	install -d $(DESTDIR)$(CLAPDIR)
	install -m 755 $(BUILD)/rosin.clap $(DESTDIR)$(CLAPDIR)
install-vst3: vst3
	install -d $(DESTDIR)$(VST3DIR)/$(VST3_FILE:$(BUILD)/vst3/%/rosin.so=%)
	install -m 755 $(VST3_FILE) $(DESTDIR)$(VST3DIR)/$(VST3_FILE:$(BUILD)/vst3/%/rosin.so=%)

$(BUILD)/lv2/rosin.lv2/rosin.so: $(BUILD)/plugin/lv2.o $(PLUGIN_OBJECTS)
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(PLUGIN_LINK) $^ -o $@ $(SCENE_LIBS) -lm

$(BUILD)/ttl: $(BUILD)/plugin/ttl.o $(PLUGIN_OBJECTS)
	@$(CC) $(CFLAGS_ALL) -pie $(HARDEN_LINK) $(LDFLAGS) $^ -o $@ $(SCENE_LIBS) -lm

LV2_UI := $(if $(HAS_WINDOW),$(BUILD)/lv2/rosin.lv2/rosin_ui.so)
$(LV2_UI): $(BUILD)/plugin/lv2_ui.o $(WINDOW) $(PUGL_OBJECTS) $(PLUGIN_OBJECTS)
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(PLUGIN_LINK) $^ -o $@ $(SCENE_LIBS) $(WINDOW_LIBS) -lm

$(BUILD)/lv2/rosin.lv2/manifest.ttl: $(BUILD)/ttl $(BUILD)/lv2/rosin.lv2/rosin.so $(LV2_UI)
	@$(BUILD)/ttl $(@D) $(if $(LV2_UI),ui)
	@echo "plugins in $(@D); try one: LV2_PATH=$(BUILD)/lv2 jalv urn:rosin:cello"

# Hosts write and read numbers as what they hold does, whatever their locale.
NUMBERS := src/format.c src/number_read.c src/number_write.c src/decimal.c

# A host of our own, where lilv is.
$(BUILD)/tests/faces/host_lv2: tests/faces/host_lv2.c tests/faces/urids.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@pkg-config --exists lilv-0 && $(CC) $(CFLAGS_ALL) $(filter %.c %.o,$^) -o $@ $$(pkg-config --cflags --libs lilv-0) -lm || :

$(BUILD)/tests/faces/host_clap: tests/faces/host_clap.c tests/faces/clap_bare.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@[ -z "$(CLAP_INCLUDE)" ] || $(CC) $(CFLAGS_ALL) -isystem $(CLAP_INCLUDE) $(filter %.c %.o,$^) -o $@ -ldl -lpthread -lm

# What sleep costs is counted by callgrind, where its header is.
$(BUILD)/tests/faces/asleep: tests/faces/asleep.c $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@[ ! -e /usr/include/valgrind/callgrind.h ] || $(CC) $(CFLAGS_ALL) $^ -o $@ $(SCENE_LIBS) -lpthread -lm

# What the faces do in the audio thread, beside the engine alone.
$(BUILD)/tests/faces/audio_thread: tests/faces/audio_thread.c tests/faces/clap_bare.h $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@[ -z "$(CLAP_INCLUDE)" ] || ! pkg-config --exists lv2 || $(CC) $(CFLAGS_ALL) -rdynamic -isystem $(CLAP_INCLUDE) $(filter %.c %.a,$^) -o $@ \
	  $(SCENE_LIBS) -ldl -lpthread -lm

# Plays a note to a host on JACK and hears it.
$(BUILD)/tests/faces/jack_note: tests/faces/jack_note.c
	@mkdir -p $(@D)
	@pkg-config --exists jack && $(CC) $(CFLAGS_ALL) $< -o $@ $$(pkg-config --cflags --libs jack) || :

.PHONY: faces-sanitized
faces-sanitized:
	+@$(MAKE) --no-print-directory SANITIZE=address,undefined OPTIMIZE=-O1 lv2 clap \
	  build/address-undefined/tests/faces/host_lv2 build/address-undefined/tests/faces/host_clap
	+@$(MAKE) --no-print-directory SANITIZE=thread OPTIMIZE=-O1 clap build/thread/tests/faces/host_clap

$(BUILD)/tests/faces/host_vst3: tests/faces/host_vst3.c tests/faces/vst3_host.c tests/faces/vst3_host.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@[ -z "$(VST3_INCLUDE)" ] || $(CC) $(CFLAGS_ALL) $(VST3_FLAGS) -rdynamic $(filter %.c %.o,$^) -o $@ -ldl -lpthread -lm
# with a screen of its own, where there is X
$(BUILD)/tests/faces/host_window: tests/faces/host_window.c tests/faces/mouse.h tests/faces/vst3_host.c tests/faces/vst3_host.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(VST3_FLAGS) -rdynamic $(filter %.c %.o,$^) -o $@ $$(pkg-config --libs x11) -ldl -lpthread -lm

# What plays a plugin's scene, and no library but the system's: sound files are not read (none.c). The
# page, and plugins that are handed out, are made of it.
ALONE_SCENE := $(sort $(filter-out src/scene/sound/sound_% src/scene/sound/temporary.c,$(SCENE)) web/none.c)

include web/page.mk packaging/windows.mk packaging/dist.mk

# Fuzz targets (tests/fuzz/fuzz.h): played from files, or, with clang, by libFuzzer.
TARGETS := $(patsubst tests/fuzz/%.c,%,$(filter-out tests/fuzz/fuzz.c tests/fuzz/play.c,$(wildcard tests/fuzz/*.c)))
FUZZERS := $(TARGETS:%=$(BUILD)/tests/fuzz/%)
FUZZ_MAIN ?= $(BUILD)/tests/fuzz/play.o
FUZZ_LIBS := $(BUILD)/tests/fuzz/fuzz.o $(BUILD)/libhost.a $(BUILD)/librosin.a

$(BUILD)/libhost.a: $(filter-out %/main.o,$(call objects,$(HOST) $(LIVE))) $(PAGE_HTML)
	@rm -f $@
	@$(AR) rcs $@ $^

# Parts of the command, and commands called as main() calls them, their allocations failing.
HOST_TESTS := $(addprefix $(BUILD)/tests/unit/command/test_,channels mapping memory_commands process sorter told ways)
$(HOST_TESTS): $(BUILD)/libhost.a
$(HOST_TESTS): LIBS = $(BUILD)/librosin.a $(SCENE_LIBS) $(HOST_LIBS)
# few objects, since the thread sanitizer sees it too
$(BUILD)/tests/unit/command/test_crew: $(patsubst %,$(BUILD)/src/%.o,host/common/crew host/common/options host/common/progress host/common/stop host/common/text live/clock)
$(BUILD)/tests/unit/command/test_told: LDFLAGS += -Wl,--wrap=rosin_network_account
$(BUILD)/tests/unit/command/test_memory_commands: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=aligned_alloc,--wrap=strdup,--wrap=free

.PRECIOUS: $(BUILD)/tests/fuzz/%.o
$(BUILD)/tests/fuzz/%: $(BUILD)/tests/fuzz/%.o $(FUZZ_MAIN) $(FUZZ_LIBS)
	@$(CC) $(CFLAGS_ALL) $(HARDEN_LINK) $(LDFLAGS) $^ -o $@ $(SCENE_LIBS) $(HOST_LIBS) -lm

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# Every test twice, as shipped and under the address and undefined-behaviour
# sanitizers (tests/*.bats drive the command, given after the @); tests with
# threads also under the thread sanitizer.
BATS := $(wildcard tests/*.bats)
SANITIZED := build/address-undefined
SANITIZED_BATS := $(filter-out $(shell grep -l '^. bats file_tags=plain' tests/*.bats),$(BATS))
THREADED := $(addprefix build/thread/tests/unit/,network/test_threads command/test_crew face/test_apart)

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
  $(if $(SANITIZE),,$(HAS_WASM) $(BUILD)/tests/faces/asleep)

tests: $(patsubst %.c,$(BUILD)/%,$(TESTS)) $(FUZZERS) $(FACES) all

# what is tested is built on all cores, unless -j says on how many
BUILT = $(MAKE) --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))
HAS_PD = $(if $(and $(wildcard /usr/include/pd/m_pd.h),$(wildcard $(PDLIBBUILDER_DIR)/Makefile.pdlibbuilder),$(shell command -v pd)),pd)
# Tests build what others do, with the same flags or for another folder: a compiler's cache, in build/
# unless CCACHE_DIR says where.
ifneq ($(wildcard /usr/lib/ccache),)
check: export PATH := /usr/lib/ccache:$(PATH)
check: export CCACHE_DIR ?= $(CURDIR)/build/ccache
check: export CCACHE_NOHASHDIR = 1
endif
check: export DEBUG_INFO ?= -g1 # lines for the sanitizers; a fifth of the compilers' time
check:
	+@$(BUILT) tests verify-programs $(HAS_PD) $(LOCALE)/LC_NUMERIC
	+@$(BUILT) SANITIZE=address,undefined OPTIMIZE=-O1 tests
	+@$(BUILT) SANITIZE=thread OPTIMIZE=-O1 $(THREADED) \
	  $(if $(VST3_INCLUDE),vst3 build/thread/tests/faces/host_vst3)
	@tests/run.sh $(patsubst %.c,build/%,$(TESTS)) $(BATS:%=%@build/rosin) \
	  $(patsubst %.c,$(SANITIZED)/%,$(TESTS)) $(SANITIZED_BATS:%=%@$(SANITIZED)/rosin) \
	  $(THREADED) $(if $(VST3_INCLUDE),tests/vst3.bats@build/thread/rosin)

# Every acceptance figure, a line each; targets in tests/targets.tsv. Python with
# numpy and scipy: Debian's, or whichever has them.
PYTHON ?= $(shell for p in python3 /usr/bin/python3; do $$p -c 'import numpy, scipy' 2>/dev/null && { echo $$p; break; }; done)
VERIFY := $(patsubst %.c,build/%,$(TOOLS))

.PHONY: verify verify-programs sanitized mutants mutate bench peers performance figures
verify-programs: $(VERIFY)
figures: all build/tests/verify/instrument build/tests/verify/bowed
	@$(PYTHON) docs/figures.py
	@build/rosin render docs/figures/knock.cfg -o build/knock.wav
	@cd build && ./rosin modes knock.wav --modes 40 -o knock.cfg --plot ../docs/figures/knock.png

# The playability maps of the documents; some minutes.
.PHONY: maps
maps: all
	@$(PYTHON) docs/figures/maps.py

# `make verify ONLY=laws,cello_*`: some makers or figures; TIMES=1: seconds of each maker.
verify:
	@needs=$$($(PYTHON) tests/verify.py --needs $(ONLY_WORDS)) && $(MAKE) --no-print-directory $$needs
	@$(PYTHON) tests/verify.py $(ONLY_WORDS) $(if $(TIMES),--times)
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
build/bench/programs/roofline: bench/programs/roofline.c build/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -march=native $^ -o $@ $(SCENE_LIBS) -lm

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

.PHONY: lint format
lint:
	clang-format --dry-run --Werror $$(git ls-files '*.c' '*.h')
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --error-exitcode=1 -Isrc -I. src modal waveguide bench pd plugin web packaging
	clang-tidy --quiet $(ENGINE) $(SCENE) $(LIVE) $(CORE) $(HOST) $(filter-out plugin/clap%,$(wildcard plugin/*.c)) -- -std=c17 -D_XOPEN_SOURCE=700 -Isrc -I. -Ibuild $(CMINPACK) $(NETTLE) $(MODES_FLAGS) $(shell pkg-config --cflags libxml-2.0 libzip)
	[ -z "$(VST3_INCLUDE)" ] || clang-tidy --quiet $(wildcard plugin/vst3/*.c) -- -std=c17 -D_XOPEN_SOURCE=700 -Isrc -I. \
	  $(VST3_FLAGS) $(WINDOW_FLAGS) -Wno-microsoft-anon-tag
	[ -z "$(HAS_WINDOW)" ] || clang-tidy --quiet $(wildcard plugin/window/*.c) plugin/clap_gui.c plugin/clap_notes.c -- -std=c17 -D_XOPEN_SOURCE=700 \
	  -Isrc -I. -isystem $(CLAP_INCLUDE) $(WINDOW_FLAGS)
	[ ! -d /usr/include/wasm32-wasi ] || clang-tidy --quiet $(wildcard web/*.c) -- --target=wasm32-wasi -std=c17 -D_XOPEN_SOURCE=700 \
	  -Isrc -I. -Iweb/stub
	[ ! -e /usr/include/pd/m_pd.h ] || clang-tidy --quiet --checks=-performance-no-int-to-ptr $(wildcard pd/*.c pd/*/*.c pd/*/*/*.c) -- -std=c17 -D_XOPEN_SOURCE=700 \
	  -DPD -Isrc -I. -isystem /usr/include/pd
format:
	clang-format -i $$(git ls-files '*.c' '*.h')

# Before 1.0 every minor version has an ABI of its own: librosin.so.0.3.
SONAME := librosin.so.$(basename $(VERSION))
$(BUILD)/librosin.so: $(call objects,$(ENGINE) $(SCENE) $(CORE)) $(EMBEDDED)
	$(CC) $(CFLAGS_ALL) $(HARDEN_LINK) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) $^ -o $@ $(SCENE_LIBS) -lm

# Three scenes to listen to.
.PHONY: demo demo-long
demo-long: all
	@mkdir -p demo
	@build/rosin render cello --score examples/scores/suite-1-prelude.musicxml -o demo/prelude.wav
	@echo "demo/prelude.wav  the Prelude of Bach's first suite for cello alone, from a score, in two and a half minutes"
demo: all
	@mkdir -p demo
	@for scene in cello-d squeak glass; do build/rosin render $$scene -o demo/$$scene.wav || exit 1; done
	@echo "demo/cello-d.wav  a cello's D string, bowed from rest, then let ring"
	@echo "demo/squeak.wav   a door hinge: chirps as the door starts and stops"
	@echo "demo/glass.wav    a wet finger on a wine glass: it swells, and beats as the finger circles"

LIBDIR ?= $(PREFIX)/lib
COMPLETIONS := bash-completion/completions zsh/site-functions fish/vendor_completions.d
.PHONY: install uninstall
install: all build/librosin.so
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(PREFIX)/include/rosin \
	  $(DESTDIR)$(PREFIX)/share/rosin/scenes $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 build/rosin $(DESTDIR)$(PREFIX)/bin/rosin
	install -m 644 build/librosin.a $(DESTDIR)$(LIBDIR)/librosin.a
	install -m 755 build/librosin.so $(DESTDIR)$(LIBDIR)/librosin.so.$(VERSION)
	ln -sf librosin.so.$(VERSION) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/librosin.so
	install -m 644 src/rosin.h $(DESTDIR)$(PREFIX)/include/rosin.h
	install -m 644 src/player/player.h src/player/tuning.h $(DESTDIR)$(PREFIX)/include/rosin
	install -m 644 scenes/*.cfg $(DESTDIR)$(PREFIX)/share/rosin/scenes
	install -m 644 docs/rosin.1 $(DESTDIR)$(PREFIX)/share/man/man1/rosin.1
	install -d $(COMPLETIONS:%=$(DESTDIR)$(PREFIX)/share/%)
	build/rosin completion bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/rosin
	build/rosin completion zsh >$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_rosin
	build/rosin completion fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/rosin.fish
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	  src/rosin.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/rosin.pc
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/rosin $(DESTDIR)$(LIBDIR)/librosin.* \
	  $(DESTDIR)$(PREFIX)/include/rosin.h $(DESTDIR)$(PREFIX)/share/man/man1/rosin.1 \
	  $(DESTDIR)$(LIBDIR)/pkgconfig/rosin.pc
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/,bash-completion/completions/rosin zsh/site-functions/_rosin \
	  fish/vendor_completions.d/rosin.fish)
	rm -rf $(DESTDIR)$(PREFIX)/share/rosin $(DESTDIR)$(PREFIX)/include/rosin

# The Pd library, by pd-lib-builder (Debian: pd-lib-builder, puredata-dev), in build/pd.
# PD_FLOATSIZE=64 makes one for a double-precision Pd, in build/pd64.
PDLIBBUILDER_DIR ?= /usr/share/pd-lib-builder
PDLIBDIR ?= $(PREFIX)/lib/pd/extra
PD_FLOATSIZE ?= 32
PD_BUILD = build/pd$(filter 64,$(PD_FLOATSIZE))
PD_SOURCES = $(ENGINE) $(SCENE) $(CORE) embedded.c
PD_TREE = Makefile.pdlibbuilder README.md LICENSE src modal waveguide pd help build/embedded.c
PD_MAKE = $(MAKE) --no-print-directory -C $(PD_BUILD) -f Makefile.pdlibbuilder \
  PDLIBBUILDER_DIR="$(PDLIBBUILDER_DIR)" ROSIN_SOURCES="$(PD_SOURCES)" floatsize=$(PD_FLOATSIZE) \
  $(if $(filter 64,$(PD_FLOATSIZE)),extension=$(PD_SYSTEM)-64.so)
# as deken and double-precision Pds name a machine
PD_SYSTEM := $(shell uname -s | tr A-Z a-z)-$(subst x86_64,amd64,$(subst aarch64,arm64,$(shell uname -m)))
.PHONY: pd pd-watch pd-install patches pictures
# help/*.pd and pd/*.pd, with ranges from the engine's tables
patches: build/librosin.so
	@$(PYTHON) docs/patches/make.py
# docs/figures/pd-*.png of those that have changed, in a Pd on a screen of its own
pictures: pd
	@$(PYTHON) docs/figures/patches.py
# built in a copy, since pd-lib-builder leaves its objects beside the sources; and no sources that are gone
pd: build/embedded.c
	@mkdir -p $(PD_BUILD)
	@tar -cf - --exclude='*.[od]' $(PD_TREE) | tar -xpf - -C $(PD_BUILD)
	@mv $(PD_BUILD)/build/embedded.c $(PD_BUILD)/
	@cd $(PD_BUILD) && for f in pd/*.c pd/*/*.c pd/*/*/*.c; do [ -e "$(CURDIR)/$$f" ] || rm "$$f"; done
	+@$(PD_MAKE)
	@cp -p help/*.pd pd/*.pd $(PD_BUILD)/
# a shell that leaves ~ in PDLIBDIR=~/... would have a folder of that name made
PD_INTO = $(patsubst ~/%,$(HOME)/%,$(PDLIBDIR))
pd-install: pd
	@case "$(PD_INTO)" in /*) ;; *) echo "PDLIBDIR=$(PDLIBDIR): must begin with / or ~/" >&2; exit 1 ;; esac
	+@$(PD_MAKE) install DESTDIR="$(abspath $(DESTDIR))" PDLIBDIR="$(PD_INTO)" \
	  installpath="$(abspath $(DESTDIR))$(PD_INTO)/rosin"

include packaging/dek.mk

# The same under sanitizers, with every allocation of ours counted: for the tests.
PD_WRAP := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=strdup,--wrap=free,--wrap=pthread_mutex_lock,--wrap=dsp_add,--wrap=post,--wrap=pd_error
pd-watch:
	@$(MAKE) --no-print-directory pd PD_BUILD=build/pd-watch \
	  PD_SOURCES="$(ENGINE) $(SCENE) $(CORE) embedded.c tests/pd/watch.c" PD_TREE="$(PD_TREE) tests/pd/watch.c" \
	  CFLAGS="-fsanitize=address,undefined -O1 -g" LDFLAGS="-fsanitize=address,undefined $(PD_WRAP)"

# The same under the thread sanitizer: bodies are made beside Pd's thread.
.PHONY: pd-thread
pd-thread:
	@$(MAKE) --no-print-directory pd PD_BUILD=build/pd-thread CFLAGS="-fsanitize=thread -O1 -g" LDFLAGS="-fsanitize=thread"

# VST3 and its host as shipped and under sanitizers, for `make verify`.
.PHONY: vst3-hosts
vst3-hosts: $(if $(VST3_INCLUDE),$(FACES))
	@$(if $(VST3_INCLUDE),$(MAKE) --no-print-directory SANITIZE=address,undefined OPTIMIZE=-O1 vst3 build/address-undefined/tests/faces/host_vst3,:)
	@$(if $(VST3_INCLUDE),$(MAKE) --no-print-directory SANITIZE=thread OPTIMIZE=-O1 vst3 build/thread/tests/faces/host_vst3,:)

.PHONY: clean
clean:
	rm -rf build
