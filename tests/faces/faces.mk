# SPDX-License-Identifier: BSD-3-Clause
# Hosts of our own. Read by the Makefile.
# Hosts write and read numbers as what they hold does, whatever their locale.
NUMBERS := src/format.c src/number_read.c src/number_write.c src/decimal.c

# A host of our own, where lilv is.
$(BUILD)/tests/faces/host_lv2: tests/faces/host_lv2.c tests/faces/urids.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@pkg-config --exists lilv-0 && $(CC) $(CFLAGS_ALL) $(filter %.c %.o,$^) -o $@ $$(pkg-config --cflags --libs lilv-0) -lm || :

$(BUILD)/tests/faces/host_clap: tests/faces/host_clap.c tests/faces/clap_bare.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@[ -z "$(CLAP_INCLUDE)" ] || $(CC) $(CFLAGS_ALL) -isystem $(CLAP_INCLUDE) $(filter %.c %.o,$^) -o $@ -ldl -lpthread -lm

# What sleep costs is counted by callgrind, where its header is.
$(BUILD)/tests/faces/asleep: tests/faces/asleep.c $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@[ ! -e /usr/include/valgrind/callgrind.h ] || $(CC) $(CFLAGS_ALL) $^ -o $@ -lpthread -lm

# What the faces do in the audio thread, beside the engine alone.
$(BUILD)/tests/faces/audio_thread: tests/faces/audio_thread.c tests/faces/clap_bare.h $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@[ -z "$(CLAP_INCLUDE)" ] || ! pkg-config --exists lv2 || $(CC) $(CFLAGS_ALL) -rdynamic -isystem $(CLAP_INCLUDE) $(filter %.c %.a,$^) -o $@ \
	  -ldl -lpthread -lm

# Plays a note to a host on JACK and hears it.
$(BUILD)/tests/faces/jack_note: tests/faces/jack_note.c
	@mkdir -p $(@D)
	@pkg-config --exists jack && $(CC) $(CFLAGS_ALL) $< -o $@ $$(pkg-config --cflags --libs jack) || :

.PHONY: faces-sanitized
faces-sanitized:
	+@$(MAKE) --no-print-directory SANITIZE=address,undefined OPTIMIZE=-O1 lv2 clap \
	  build/address-undefined/tests/faces/host_lv2 build/address-undefined/tests/faces/host_clap
	+@$(MAKE) --no-print-directory SANITIZE=thread OPTIMIZE=-O1 clap build/thread/tests/faces/host_clap

$(BUILD)/tests/faces/host_vst3: tests/faces/host_vst3.c tests/faces/vst3_host.c tests/faces/vst3_host.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@[ -z "$(VST3_INCLUDE)" ] || $(CC) $(CFLAGS_ALL) $(VST3_FLAGS) -rdynamic $(filter %.c %.o,$^) -o $@ -ldl -lpthread -lm
# with a screen of its own, where there is X
$(BUILD)/tests/faces/host_window: tests/faces/host_window.c tests/faces/mouse.h tests/faces/vst3_host.c tests/faces/vst3_host.h $(NUMBERS) $(SPEAKS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(VST3_FLAGS) -rdynamic $(filter %.c %.o,$^) -o $@ $$(pkg-config --libs x11) -ldl -lpthread -lm
