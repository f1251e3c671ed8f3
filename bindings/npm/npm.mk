# SPDX-License-Identifier: BSD-3-Clause
# rosin as WebAssembly, and the package for npm that calls it: `make npm` leaves in build/npm what `npm install` takes. Needs clang,
# lld, wasi-libc and libclang-rt-dev-wasm32; neither node nor npm.

WASM_CC ?= clang
WASM := $(BUILD)/wasm
# The tests build it where it can be built.
HAS_WASM := $(if $(filter tests,$(MAKECMDGOALS)),$(shell command -v wasm-ld >/dev/null && \
  echo 'int main(void) { return 0; }' | $(WASM_CC) --target=wasm32-wasi -x c - -o /dev/null 2>/dev/null && echo page npm))
# clang 14's vectorizer of straight-line code breaks 64-bit shifts of SIMD builds; SIMD= without.
SIMD ?= -msimd128 -fno-slp-vectorize
WASM_FLAGS = --target=wasm32-wasi -std=c17 -O3 $(SIMD) -fno-math-errno -fno-trapping-math -ffp-contract=off \
  $(WARN) -D_XOPEN_SOURCE=700 -Iinclude -Isrc -I. -Dsnprintf=rosin_format -Dvsnprintf=rosin_format_list
# V8 compiles a function as it is first called, and takes as long as it has bytes: rosin's own printf (src/format.h), which is there
# anyhow, stands in place of the C library's nine kilobytes.
# threads are not there
WASM_C := $(ENGINE) $(SCENE) $(CORE) bindings/npm/rosin.c
WASM_OBJECTS := $(patsubst %.c,$(WASM)/%.o,$(WASM_C)) $(WASM)/embedded.o
# what JavaScript calls: the core's interface as the library exports it, names and texts of scenes, and what a pad shows
WASM_EXPORTS := malloc free rosin_version rosin_scenes rosin_scene_name rosin_text_free rosin_core_region rosin_scene_text \
  $(shell sed -n 's/^ *\(rosin_core_[a-z_]*\);/\1/p' src/rosin.map)

$(WASM)/%.o: %.c
	@mkdir -p $(@D)
	@echo "WASM $<"
	@$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@

$(WASM)/embedded.o: $(BUILD)/embedded.c
	@mkdir -p $(@D)
	@$(WASM_CC) $(WASM_FLAGS) -Wno-overlength-strings -c $< -o $@

# A prototype that was guessed is a mere warning of the linker: here it is an error. A stack that is too deep is one, too: it lies first.
$(WASM)/rosin.wasm: $(WASM_OBJECTS) src/rosin.map bindings/npm/npm.mk
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(WASM_CC) --target=wasm32-wasi -mexec-model=reactor -Wl,--strip-all,--gc-sections,--fatal-warnings,--stack-first \
	  -Wl,-z,stack-size=1048576 $(addprefix -Wl$(comma)--export=,$(WASM_EXPORTS)) $(WASM_OBJECTS) -o $@

# A worklet is one file, since bundlers copy one: the engine, then its processor.
$(WASM)/worklet.js: bindings/npm/engine.js bindings/npm/processor.js
	@mkdir -p $(@D)
	@sed -e '/^import /d' -e 's/^export //' $^ >$@

WASI_NOTICE ?= $(wildcard /usr/share/doc/wasi-libc/copyright)
NPM_FILES := $(addprefix $(BUILD)/npm/,package.json README.md LICENSE LICENSE.wasi-libc index.js index.d.ts node.js engine.js worklet.js rosin.wasm)
.PHONY: npm
npm: $(NPM_FILES)
$(BUILD)/npm/package.json: bindings/npm/package.json include/rosin/base.h
	@mkdir -p $(@D)
	@sed 's/"version": "[^"]*"/"version": "$(VERSION)"/' $< >$@
$(BUILD)/npm/LICENSE: LICENSE
	@mkdir -p $(@D)
	@cp $< $@
$(BUILD)/npm/LICENSE.wasi-libc: $(WASI_NOTICE)
	@mkdir -p $(@D)
	@$(if $(WASI_NOTICE),cp $< $@,echo "wasi-libc: see its source" >$@)
$(BUILD)/npm/rosin.wasm $(BUILD)/npm/worklet.js: $(BUILD)/npm/%: $(WASM)/%
	@mkdir -p $(@D)
	@install -m 644 $< $@
$(BUILD)/npm/%: bindings/npm/%
	@mkdir -p $(@D)
	@cp $< $@
