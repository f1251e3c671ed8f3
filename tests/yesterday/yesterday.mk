# SPDX-License-Identifier: BSD-3-Clause
# Hosts that write and open sessions of other versions, where the headers are (tests/yesterday.bats).
$(BUILD)/tests/yesterday/clap: tests/yesterday/clap.c tests/yesterday/yesterday.h tests/faces/clap_bare.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -isystem $(CLAP_INCLUDE) $(filter %.c %.o,$^) -o $@ -ldl -lm
$(BUILD)/tests/yesterday/lv2: tests/yesterday/lv2.c tests/yesterday/yesterday.h tests/faces/urids.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(filter %.c %.o,$^) -o $@ $$(pkg-config --cflags --libs lilv-0) -lm
$(BUILD)/tests/yesterday/vst3: tests/yesterday/vst3.c tests/yesterday/yesterday.h tests/faces/vst3_host.c tests/faces/vst3_host.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(VST3_FLAGS) -rdynamic $(filter %.c %.o,$^) -o $@ -ldl -lm
# What hosts turn while plugins sound (tests/turns.bats).
$(BUILD)/tests/faces/turns_clap $(BUILD)/tests/faces/given_clap $(BUILD)/tests/faces/judge_clap: $(BUILD)/tests/faces/%: tests/faces/%.c tests/faces/clap_bare.h $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -isystem $(CLAP_INCLUDE) $(filter %.c %.o,$^) -o $@ -ldl -lm
$(BUILD)/tests/faces/turns_vst3: tests/faces/turns_vst3.c tests/faces/vst3_host.c tests/faces/vst3_host.h $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(VST3_FLAGS) -rdynamic $(filter %.c %.o,$^) -o $@ -ldl -lm
$(BUILD)/tests/faces/turns_window: tests/faces/turns_window.c tests/faces/clap_bare.h tests/faces/mouse.h $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -isystem $(CLAP_INCLUDE) $(filter %.c %.o,$^) -o $@ $$(pkg-config --libs x11) -ldl -lm
$(BUILD)/tests/faces/told_clap: tests/faces/told_clap.c tests/faces/clap_bare.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -rdynamic -isystem $(CLAP_INCLUDE) $(filter %.c %.o,$^) -o $@ -ldl -lm
$(BUILD)/tests/faces/told_vst3 $(BUILD)/tests/faces/programs_vst3 $(BUILD)/tests/faces/given_vst3: $(BUILD)/tests/faces/%: tests/faces/%.c tests/faces/vst3_host.c tests/faces/vst3_host.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(VST3_FLAGS) -rdynamic $(filter %.c %.o,$^) -o $@ -ldl -lm
$(BUILD)/tests/faces/turns_ui: tests/faces/turns_ui.c tests/faces/mouse.h $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(filter %.c %.o,$^) -o $@ $$(pkg-config --cflags lv2) $$(pkg-config --libs x11) -ldl -lm
# What hosts tell plugins, told to a core beside them.
$(BUILD)/tests/faces/twin_clap: tests/faces/twin_clap.c tests/faces/twin.h tests/faces/clap_bare.h $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -isystem $(CLAP_INCLUDE) $(filter %.c %.a,$^) -o $@ -ldl -lpthread -lm
$(BUILD)/tests/faces/twin_lv2: tests/faces/twin_lv2.c tests/faces/twin.h tests/faces/blocks.h tests/faces/urids.h $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) -rdynamic $(filter %.c %.a,$^) -o $@ $$(pkg-config --cflags lv2) -ldl -lpthread -lm
$(BUILD)/tests/faces/twin_vst3: tests/faces/twin_vst3.c tests/faces/twin.h tests/faces/vst3_host.c tests/faces/vst3_host.h $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(VST3_FLAGS) -rdynamic $(filter %.c %.a,$^) -o $@ -ldl -lpthread -lm

YESTERDAY := $(addprefix $(BUILD)/tests/yesterday/,$(if $(CLAP_INCLUDE),clap) $(if $(HAS_LV2),lv2) $(if $(VST3_INCLUDE),vst3)) \
  $(addprefix $(BUILD)/tests/faces/,$(if $(CLAP_INCLUDE),turns_clap given_clap judge_clap told_clap twin_clap $(if $(HAS_WINDOW),turns_window)) $(if $(VST3_INCLUDE),turns_vst3 told_vst3 programs_vst3 given_vst3 twin_vst3) \
    $(if $(HAS_LV2),twin_lv2 $(if $(HAS_WINDOW),turns_ui)))
