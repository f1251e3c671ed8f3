# SPDX-License-Identifier: BSD-3-Clause
# Read by the Makefile.
# Plugins: the core, and a face for each format.
PLUGIN := $(filter-out plugin/lv2.c plugin/clap% plugin/lv2_ui.c plugin/ttl.c,$(wildcard plugin/*.c)) $(wildcard plugin/mine/*.c)
PLUGIN_OBJECTS = $(call objects,$(PLUGIN)) $(BUILD)/librosin.a
$(call objects,$(wildcard plugin/*.c plugin/mine/*.c)): CFLAGS_ALL += $(KINDS)

$(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/face/test_*.c)): $(PLUGIN_OBJECTS)
$(BUILD)/tests/unit/face/test_plugin: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
$(BUILD)/tests/unit/face/test_memory_core $(BUILD)/tests/unit/face/test_embedding: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=aligned_alloc,--wrap=strdup,--wrap=free

# What scenes cost is timed as `rosin bench` does.
$(BUILD)/tests/verify/cost: $(call objects,$(BENCH))

$(addprefix $(BUILD)/tests/verify/,presets pad ends loud): $(BUILD)/plugin/list.o
$(BUILD)/tests/verify/presets: $(call objects,src/features/loudness.c)
$(BUILD)/tests/verify/presets: LIBS = $(shell pkg-config --libs libebur128)

PLUGIN_LINK = -shared -Wl,--exclude-libs,ALL $(if $(SANITIZE),,-Wl,-z,defs) $(HARDEN_LINK) $(LDFLAGS)

# A window for all formats, drawn by our own hand: of a system it needs a place for pixels. X11 by its headers alone, the
# library is opened as a window is; without headers, or with X11_INCLUDE=: none.
X11_INCLUDE ?= $(wildcard /usr/include/X11/Xlib.h)
HAS_WINDOW ?= $(if $(X11_INCLUDE),yes)
WINDOW_FLAGS := $(if $(HAS_WINDOW),-DROSIN_WINDOW)
PANE := $(call objects,$(filter-out plugin/window/window.c plugin/window/screen%,$(wildcard plugin/window/*.c)))
WINDOW := $(if $(HAS_WINDOW),$(PANE) $(call objects,plugin/window/window.c $(wildcard plugin/window/screen_*.c)))
WINDOW_LIBS := $(if $(HAS_WINDOW),-ldl)
$(PANE) $(WINDOW): CFLAGS_ALL += $(KINDS)
$(PANE) $(WINDOW): CFLAGS += $(WINDOW_FLAGS)
# what is drawn, and what hands do, knows no screen
$(BUILD)/tests/verify/window: $(PANE) $(PLUGIN_OBJECTS)
$(patsubst %,$(BUILD)/tests/unit/face/test_%,window window_hands window_drawn window_grid window_held window_screen window_desk): $(PANE)
$(BUILD)/tests/unit/face/test_window_screen: $(BUILD)/plugin/window/window.o

# CLAP's headers: Debian has them in dpf-source.
CLAP_INCLUDE ?= $(firstword $(wildcard /usr/include/clap/..) $(wildcard /usr/share/dpf/distrho/src))
CLAP := $(call objects,$(wildcard plugin/clap*.c))
$(CLAP): CFLAGS += -isystem $(CLAP_INCLUDE) $(WINDOW_FLAGS)

.PHONY: lv2 clap vst3
clap: $(BUILD)/rosin.clap

$(BUILD)/rosin.clap: $(CLAP) $(WINDOW) $(PLUGIN_OBJECTS)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(PLUGIN_LINK) $^ -o $@ $(WINDOW_LIBS) -lm

# VST3: travesty, plain C interfaces, comes with DPF too. Where in the bundle a system looks:
VST3_INSIDE ?= $(shell uname -m)-linux/rosin.so
VST3_FLAGS = -isystem $(VST3_INCLUDE) -fms-extensions
VST3 := $(call objects,$(wildcard plugin/vst3/*.c))
$(BUILD)/tests/unit/face/test_vst3_text.o: CFLAGS += $(VST3_FLAGS)
$(BUILD)/tests/unit/face/test_vst3_text: $(BUILD)/plugin/vst3/text.o
THREADS ?= -lpthread
VST3_FILE := $(BUILD)/vst3/rosin.vst3/Contents/$(VST3_INSIDE)
$(VST3): CFLAGS_ALL += $(KINDS)
$(VST3): CFLAGS += $(VST3_FLAGS) $(WINDOW_FLAGS)
vst3: $(VST3_FILE)

$(VST3_FILE): $(VST3) $(WINDOW) $(PLUGIN_OBJECTS)
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(PLUGIN_LINK) $^ -o $@ $(WINDOW_LIBS) $(THREADS) -lm

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
	@$(CC) $(CFLAGS_ALL) $(PLUGIN_LINK) $^ -o $@ -lm

$(BUILD)/ttl: $(BUILD)/plugin/ttl.o $(PLUGIN_OBJECTS)
	@$(CC) $(CFLAGS_ALL) -pie $(HARDEN_LINK) $(LDFLAGS) $^ -o $@ -lm

LV2_UI := $(if $(HAS_WINDOW),$(BUILD)/lv2/rosin.lv2/rosin_ui.so)
$(LV2_UI): $(BUILD)/plugin/lv2_ui.o $(WINDOW) $(PLUGIN_OBJECTS)
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(PLUGIN_LINK) $^ -o $@ $(WINDOW_LIBS) -lm

$(BUILD)/lv2/rosin.lv2/manifest.ttl: $(BUILD)/ttl $(BUILD)/lv2/rosin.lv2/rosin.so $(LV2_UI)
	@$(BUILD)/ttl $(@D) $(if $(LV2_UI),ui)
	@echo "plugins in $(@D); try one: LV2_PATH=$(BUILD)/lv2 jalv.gtk3 urn:rosin:cello"
