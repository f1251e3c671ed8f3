# SPDX-License-Identifier: BSD-3-Clause
# Read by the Makefile; what fuzzes stands in check.mk.
# Fuzz targets (tests/fuzz/fuzz.h): played from files, or, with clang, by libFuzzer.
TARGETS := $(patsubst tests/fuzz/%.c,%,$(filter-out tests/fuzz/fuzz.c tests/fuzz/play.c,$(wildcard tests/fuzz/*.c)))
FUZZERS := $(TARGETS:%=$(BUILD)/tests/fuzz/%)
FUZZ_MAIN ?= $(BUILD)/tests/fuzz/play.o
FUZZ_LIBS := $(BUILD)/tests/fuzz/fuzz.o $(BUILD)/libhost.a $(BUILD)/librosin.a

$(BUILD)/libhost.a: $(filter-out %/main.o,$(call objects,$(HOST) $(LIVE))) $(PAGE_HTML)
	@rm -f $@
	@$(AR) rcs $@ $^

# Parts of the command, and commands called as main() calls them, their allocations failing.
HOST_TESTS := $(addprefix $(BUILD)/tests/unit/command/test_,channels features follow_drawn level_drawn mapping measured memory_commands options_drawn process parts_drawn sorter told ways)
$(HOST_TESTS): $(BUILD)/libhost.a
$(HOST_TESTS): LIBS = $(BUILD)/librosin.a $(HOST_LIBS)
# few objects, since the thread sanitizer sees it too
$(BUILD)/tests/unit/command/test_crew: $(patsubst %,$(BUILD)/src/%.o,host/common/crew host/common/options host/common/progress host/common/stop host/common/text live/clock)
$(BUILD)/tests/unit/command/test_told: LDFLAGS += -Wl,--wrap=rosin_network_account
$(BUILD)/tests/unit/command/test_memory_commands: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=aligned_alloc,--wrap=strdup,--wrap=free

.PRECIOUS: $(BUILD)/tests/fuzz/%.o
$(BUILD)/tests/fuzz/%: $(BUILD)/tests/fuzz/%.o $(FUZZ_MAIN) $(FUZZ_LIBS)
	@$(CC) $(CFLAGS_ALL) $(HARDEN_LINK) $(LDFLAGS) $^ -o $@ $(HOST_LIBS) -lm
