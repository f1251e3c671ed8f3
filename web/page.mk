# SPDX-License-Identifier: BSD-3-Clause
# The page: the package for npm (bindings/npm), and what shows it; `make page` leaves static files alone in
# build/page.

# what it stands on: the package for npm, and its own
PAGE_FILES := $(patsubst web/%,$(BUILD)/page/%,$(wildcard web/*.html web/*.css web/*.js web/*.svg web/*.webmanifest)) \
  $(addprefix $(BUILD)/page/,index.js engine.js worklet.js rosin.wasm)

.PHONY: page serve-page
page: $(PAGE_FILES)
	@echo "a page in $(BUILD)/page: $$(cat $^ | gzip -9 | wc -c) bytes compressed; make serve-page shows it"

# its worklet has a tape, too
$(BUILD)/page/worklet.js: bindings/npm/engine.js web/tape.js bindings/npm/processor.js
	@mkdir -p $(@D)
	@sed -e '/^import /d' -e 's/^export //' $^ >$@
$(BUILD)/page/%: web/%
	@mkdir -p $(@D)
	@cp $< $@
$(BUILD)/page/%: $(BUILD)/npm/%
	@mkdir -p $(@D)
	@cp $< $@

PORT ?= 8000
serve-page: page
	@echo "http://127.0.0.1:$(PORT)/"
	@python3 -m http.server --bind 127.0.0.1 --directory $(BUILD)/page $(PORT)

# The same engine as a native program with the page's mathematical library: for `make verify`.
MUSL_CC ?= musl-gcc
MUSL := $(BUILD)/musl
MUSL_C := $(ENGINE) $(SCENE) $(CORE) tests/page/native.c
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
