# SPDX-License-Identifier: BSD-3-Clause
# The page: rosin as WebAssembly, and what shows it. Needs clang, lld, wasi-libc and
# libclang-rt-dev-wasm32; `make page` leaves static files alone in build/page.

WASM_CC ?= clang
WASM := $(BUILD)/wasm
# The tests build the page where it can be built.
HAS_WASM := $(if $(filter tests,$(MAKECMDGOALS)),$(shell command -v wasm-ld >/dev/null && \
  echo 'int main(void) { return 0; }' | $(WASM_CC) --target=wasm32-wasi -x c - -o /dev/null 2>/dev/null && echo page))
# clang 14's vectorizer of straight-line code breaks 64-bit shifts of SIMD builds; SIMD= without.
SIMD ?= -msimd128 -fno-slp-vectorize
WASM_FLAGS = --target=wasm32-wasi -std=c17 -O3 $(SIMD) -fno-math-errno -fno-trapping-math -ffp-contract=off \
  $(WARN) -D_XOPEN_SOURCE=700 -Iinclude -Isrc -I.
# threads are not there
PAGE_C := $(ENGINE) $(SCENE) $(CORE) plugin/list.c web/page.c
PAGE_OBJECTS := $(patsubst %.c,$(WASM)/%.o,$(PAGE_C)) $(WASM)/embedded.o
PAGE_FILES := $(patsubst web/%,$(BUILD)/page/%,$(wildcard web/*.html web/*.css web/*.js))

.PHONY: page serve-page
page: $(BUILD)/page/rosin.wasm $(PAGE_FILES)
	@echo "a page in $(BUILD)/page: $$(cat $^ | gzip -9 | wc -c) bytes compressed; make serve-page shows it"

$(WASM)/%.o: %.c
	@mkdir -p $(@D)
	@echo "WASM $<"
	@$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c $< -o $@

$(WASM)/embedded.o: $(BUILD)/embedded.c
	@mkdir -p $(@D)
	@$(WASM_CC) $(WASM_FLAGS) -Wno-overlength-strings -c $< -o $@

# A prototype that was guessed is a mere warning of the linker: here it is an error.
$(BUILD)/page/rosin.wasm: $(PAGE_OBJECTS)
	@mkdir -p $(@D)
	@echo "LD $@"
	@$(WASM_CC) --target=wasm32-wasi -mexec-model=reactor -Wl,--strip-all,--gc-sections,--fatal-warnings \
	  -Wl,-z,stack-size=1048576 $^ -o $@

$(BUILD)/page/%: web/%
	@mkdir -p $(@D)
	@cp $< $@

PORT ?= 8000
serve-page: page
	@echo "http://127.0.0.1:$(PORT)/"
	@python3 -m http.server --bind 127.0.0.1 --directory $(BUILD)/page $(PORT)

# The same engine as a native program with the page's mathematical library: for `make verify`.
MUSL_CC ?= musl-gcc
MUSL := $(BUILD)/musl
MUSL_C := $(filter-out web/page.c,$(PAGE_C)) tests/page/native.c
$(MUSL)/%.o: %.c
	@mkdir -p $(@D)
	@$(MUSL_CC) -std=c17 -O3 -fno-math-errno -fno-trapping-math -ffp-contract=off -D_XOPEN_SOURCE=700 -Iinclude -Isrc -I. \
	  -MMD -MP -c $< -o $@
$(MUSL)/embedded.o: $(BUILD)/embedded.c
	@mkdir -p $(@D)
	@$(MUSL_CC) -std=c17 -Iinclude -Isrc -I. -c $< -o $@
.PHONY: page-native
page-native: $(if $(shell command -v $(MUSL_CC)),$(MUSL)/native)
$(MUSL)/native: $(patsubst %.c,$(MUSL)/%.o,$(MUSL_C)) $(MUSL)/embedded.o
	@$(MUSL_CC) -static $^ -o $@ -lm
