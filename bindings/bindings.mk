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
