# SPDX-License-Identifier: BSD-3-Clause
# rosin in other languages, on librosin and its public headers alone. Read by the Makefile.

# A package that Python imports from build/python: what `make dist` makes a wheel of.
PYTHON_FILES := $(wildcard bindings/python/rosin/*.py) bindings/python/rosin/py.typed
PUBLIC := $(wildcard include/rosin/*.h)
.PHONY: python
python: $(BUILD)/python/rosin/librosin.so
$(BUILD)/python/rosin/librosin.so: $(BUILD)/librosin.so $(PYTHON_FILES) $(PUBLIC) bindings/python/stubs.py
	@mkdir -p $(@D)/include
	@cp $(PYTHON_FILES) $(@D)
	@cp $(PUBLIC) $(@D)/include
	@python3 bindings/python/stubs.py $(@D)
	@cp $(BUILD)/librosin.so $@

# The same for the thread sanitizer: `make verify ONLY='bindings thread'`.
.PHONY: python-thread
python-thread:
	+@$(MAKE) --no-print-directory SANITIZE=thread OPTIMIZE=-O1 python

# Opcodes for Csound, where its headers are: `OPCODE6DIR64=build/csound csound ...`.
CSOUND_INCLUDE ?= $(firstword $(wildcard /usr/include/csound /usr/local/include/csound))
BINDING_LINK = -shared -Wl,--exclude-libs,ALL $(if $(SANITIZE),,-Wl,-z,defs) $(HARDEN_LINK)
.PHONY: csound
csound: $(if $(CSOUND_INCLUDE),$(BUILD)/csound/librosin.so)
$(BUILD)/csound/librosin.so: bindings/csound/rosin.c bindings/voice.c bindings/voice.h $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) -isystem $(CSOUND_INCLUDE) $(BINDING_LINK) $(LDFLAGS) $(filter %.c %.a,$^) -o $@ -lpthread -lm

# A plug-in for SuperCollider's two servers, where its headers are: with its classes and help in a folder that
# sclang and `scsynth -U` are shown. They are GPL: so is what is built (bindings/supercollider/LICENSE.md).
SC_INCLUDE ?= $(firstword $(wildcard /usr/include/SuperCollider /usr/local/include/SuperCollider))
SC_FLAGS = -std=c++17 $(filter-out -std=% -Wstrict-prototypes,$(CFLAGS_ALL)) -isystem $(SC_INCLUDE)/plugin_interface -isystem $(SC_INCLUDE)/common \
  -isystem $(SC_INCLUDE)/server
SC_FILES := bindings/supercollider/Rosin.sc bindings/supercollider/Rosin.schelp bindings/supercollider/RosinNote.schelp bindings/supercollider/RosinIn.schelp bindings/supercollider/LICENSE.md
.PHONY: supercollider
supercollider: $(if $(SC_INCLUDE),$(BUILD)/supercollider/Rosin/rosin.so $(BUILD)/supercollider/Rosin/rosin_supernova.so)
$(BUILD)/supercollider/Rosin/rosin_supernova.so: SC_FLAGS += -DSUPERNOVA
# once for both servers, which are made beside each other
$(BUILD)/supercollider/.stands: $(SC_FILES)
	@mkdir -p $(@D)/Rosin/HelpSource/Classes
	@cp $(filter %.sc %.md,$^) $(@D)/Rosin && cp $(filter %.schelp,$^) $(@D)/Rosin/HelpSource/Classes && touch $@
$(BUILD)/supercollider/Rosin/%.so: bindings/supercollider/rosin.cpp $(call objects,bindings/voice.c) bindings/voice.h $(BUILD)/librosin.a $(BUILD)/supercollider/.stands
	@echo "LD $@"
	@$(CXX) $(SC_FLAGS) $(BINDING_LINK) $(LDFLAGS) $(filter %.cpp %.o %.a,$^) -o $@ -lpthread -lm

# A GDExtension for Godot 4.2 on, with its own declarations of that interface: played by a host of its tests, never run in Godot.
GODOT_FILES := bindings/godot/rosin.gdextension bindings/godot/README.md
.PHONY: godot
godot: $(BUILD)/godot/librosin_godot.so
$(BUILD)/godot/librosin_godot.so: bindings/godot/rosin.c bindings/godot/interface.h $(GODOT_FILES) $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@cp $(GODOT_FILES) $(@D)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) $(BINDING_LINK) $(LDFLAGS) $(filter %.c %.a,$^) -o $@ -lm
$(BUILD)/tests/bindings/godot_host: tests/bindings/godot_host.c bindings/godot/interface.h $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(LDFLAGS) $(filter %.c %.a,$^) -o $@ -ldl -lpthread -lm
