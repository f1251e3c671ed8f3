# SPDX-License-Identifier: BSD-3-Clause
# rosin in other languages, on librosin and its public headers alone. Read by the Makefile.

# A package that Python imports from build/python: what `make dist` makes a wheel of.
PYTHON_FILES := $(wildcard bindings/python/rosin/*.py) bindings/python/rosin/py.typed
PUBLIC := $(wildcard include/rosin/*.h)
.PHONY: python
python: $(BUILD)/python/rosin/librosin.so
$(BUILD)/python/rosin/librosin.so: $(BUILD)/librosin.so $(PYTHON_FILES) $(PUBLIC)
	@mkdir -p $(@D)/include
	@cp $(PYTHON_FILES) $(@D)
	@cp $(PUBLIC) $(@D)/include
	@cp $(BUILD)/librosin.so $@

# Opcodes for Csound, where its headers are: `OPCODE6DIR64=build/csound csound ...`.
CSOUND_INCLUDE ?= $(firstword $(wildcard /usr/include/csound /usr/local/include/csound))
BINDING_LINK = -shared -Wl,--exclude-libs,ALL $(if $(SANITIZE),,-Wl,-z,defs) $(HARDEN_LINK)
.PHONY: csound
csound: $(if $(CSOUND_INCLUDE),$(BUILD)/csound/librosin.so)
$(BUILD)/csound/librosin.so: bindings/csound/rosin.c bindings/voice.c bindings/voice.h $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(CC) $(CFLAGS_ALL) -isystem $(CSOUND_INCLUDE) $(BINDING_LINK) $(LDFLAGS) $(filter %.c %.a,$^) -o $@ -lpthread -lm
