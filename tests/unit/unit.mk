# SPDX-License-Identifier: BSD-3-Clause
# What unit tests, and programs of `make verify`, are linked with besides the library. Read by the Makefile.
$(patsubst %.c,$(BUILD)/%,$(TESTS)): $(BUILD)/tests/unit/golden.o

# Fits are made though they are known.
$(BUILD)/tests/unit/resonator/test_fitted: LDFLAGS += -Wl,--wrap=rosin_fitted_find

$(BUILD)/tests/unit/network/test_memory: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=aligned_alloc,--wrap=strdup,--wrap=free

# Hears on JACK what rosin plays there; without JACK's headers there is none.
$(BUILD)/tests/live/delay: tests/live/delay.c
	@mkdir -p $(@D)
	@pkg-config --exists jack && $(CC) $(CFLAGS_ALL) $< -o $@ $$(pkg-config --cflags --libs jack) -lm || :

$(BUILD)/tests/unit/scene/test_files: $(BUILD)/src/host/common/text.o

# Sound files of all kinds are the command's.
SOUND_TESTS := $(addprefix $(BUILD)/tests/unit/,sound/test_sound_file sound/test_chunks_drawn sound/test_wav scene/test_courses scene/test_files)
$(SOUND_TESTS): $(call objects,$(SOUND))
$(SOUND_TESTS): LIBS = $(SOUND_LIBS)

$(BUILD)/tests/unit/player/test_midi_file: LDFLAGS += -Wl,--wrap=rosin_malloc,--wrap=rosin_realloc,--wrap=rosin_free
$(BUILD)/tests/unit/player/test_player_hands: LDFLAGS += -Wl,--wrap=rosin_scene_ramp
$(BUILD)/tests/unit/player/test_player_sessions: LDFLAGS += \
  -Wl,--wrap=rosin_scene_ramp,--wrap=rosin_scene_sides,--wrap=rosin_network_read,--wrap=rosin_scene_made

$(BUILD)/tests/unit/command/test_bench: $(call objects,$(BENCH))

# What is live stands between the library and the command.
LIVE_TESTS := $(BUILD)/tests/verify/blocks $(BUILD)/tests/unit/command/test_refusals_files \
  $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/live/test_*.c tests/unit/terminal/test_*.c))
$(LIVE_TESTS): $(call objects,$(LIVE) $(SOUND))
$(LIVE_TESTS): LIBS = $(LIVE_LIBS) $(SOUND_LIBS)
$(BUILD)/tests/unit/terminal/test_first_sound $(BUILD)/tests/unit/terminal/test_terminal_hand: $(BUILD)/src/host/play/terminal_hand.o
$(BUILD)/tests/unit/terminal/test_stage: LDFLAGS += -Wl,--wrap=rosin_core_process_frames,--wrap=rosin_sources_gather
$(BUILD)/tests/unit/terminal/test_observed: LDFLAGS += -Wl,--wrap=rosin_network_read,--wrap=rosin_network_value,--wrap=rosin_scene_set_tap
$(BUILD)/tests/unit/terminal/test_terminal: $(BUILD)/src/host/play/terminal_hand.o $(BUILD)/src/host/play/terminal.o
$(BUILD)/tests/unit/terminal/test_terminal: LDFLAGS += -Wl,--wrap=rosin_now,--wrap=rosin_observer_look,--wrap=rosin_observer_picture \
  -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup
$(BUILD)/tests/unit/live/test_midi_ports: LDFLAGS += -Wl,--wrap=Pm_Initialize,--wrap=Pm_Terminate,--wrap=Pm_CountDevices,--wrap=Pm_GetDeviceInfo \
  -Wl,--wrap=Pm_OpenInput,--wrap=Pm_SetFilter,--wrap=Pm_Close,--wrap=Pm_Read \
  -Wl,--wrap=fopen,--wrap=rosin_now
$(BUILD)/tests/unit/live/test_memory_live: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=strdup
$(BUILD)/tests/unit/live/test_realtime: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
  -Wl,--wrap=aligned_alloc,--wrap=free,--wrap=pthread_mutex_lock

# Programs of `make verify` judge the engine with a reference of their own.
$(BUILD)/tests/verify/%: $(BUILD)/tests/verify/%.o $(BUILD)/tests/reference/reference.o $(BUILD)/librosin.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS_ALL) $(HARDEN_LINK) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) -o $@ $(LIBS) -lpthread -lm

# The reader of scenes is judged by libconfig's, which nothing else links.
$(BUILD)/tests/verify/reader: LIBS = $(shell pkg-config --libs libconfig)
$(BUILD)/tests/verify/reader.o: CFLAGS += $(shell pkg-config --cflags libconfig)

# The estimator is the command's, not the library's.
ESTIMATOR_USERS := $(addprefix $(BUILD)/tests/,$(addprefix unit/analysis/test_,modes estimator estimate_parts knock poles) verify/modes)
$(ESTIMATOR_USERS): $(call objects,$(ESTIMATOR) $(SOUND))
$(ESTIMATOR_USERS): LIBS = $(MODES_LIBS) $(SOUND_LIBS)
$(BUILD)/tests/unit/analysis/test_poles: LDFLAGS += -Wl,--wrap=calloc,--wrap=free
$(BUILD)/tests/unit/analysis/test_estimate_parts: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup

# So is what tells how far sounds are apart.
MATCH_USERS := $(addprefix $(BUILD)/tests/unit/analysis/,test_match test_excerpt)
$(MATCH_USERS): $(call objects,$(MATCH) $(SOUND))
$(MATCH_USERS): LIBS = $(MODES_LIBS) $(SOUND_LIBS)

# A voice's pitch is the command's too.
$(BUILD)/tests/unit/analysis/test_pitch: $(call objects,$(wildcard src/features/pitch_*.c))
$(BUILD)/tests/unit/analysis/test_phrase: $(call objects,$(wildcard src/features/pitch_*.c) src/host/follow/phrase.c)

# Scores are read by the command, not by the library.
SCORE_USERS := $(addprefix $(BUILD)/tests/,unit/player/test_score unit/player/test_score_again unit/player/test_score_signs unit/player/test_score_parts unit/player/test_score_random unit/player/test_score_document verify/notes_of verify/fingers_of)
$(SCORE_USERS): $(call objects,$(SCORES))
$(SCORE_USERS): LIBS = $(SCORE_LIBS)
$(BUILD)/tests/verify/fingers_of: LDFLAGS += -Wl,--wrap=rosin_scene_made

# What batches are made of.
LIST_USERS := $(addprefix $(BUILD)/tests/unit/command/,test_batch test_lists test_lists_drawn test_measures_drawn)
$(LIST_USERS): $(call objects,$(MEASURES) $(LISTS) $(SOUND))
$(LIST_USERS): LIBS = $(MODES_LIBS) $(SOUND_LIBS) $(shell pkg-config --libs libebur128 nettle)

# Parts that only the command has.
ROOM_USERS := $(addprefix $(BUILD)/tests/unit/sound/,test_room test_room_drawn)
$(ROOM_USERS): $(call objects,$(ROOM))
$(ROOM_USERS): LIBS = $(MODES_LIBS)
$(BUILD)/tests/unit/command/test_fitting: $(BUILD)/src/host/curve/least_squares.o
$(BUILD)/tests/unit/command/test_known_keys: $(BUILD)/src/host/batch/known_keys.o
$(BUILD)/tests/unit/command/test_fitting: LIBS = $(shell pkg-config --libs cminpack)

$(BUILD)/tests/unit/face/test_voice: $(call objects,bindings/voice.c)

# What a core tells what it plays is kept on the way.
$(BUILD)/tests/unit/face/test_effect_told: LDFLAGS += -Wl,--wrap=rosin_engine_post,--wrap=rosin_level_set
$(BUILD)/tests/unit/live/test_sequence: LDFLAGS += $(foreach f,scene_hold scene_turn scene_give_back scene_again scene_end \
  scene_stay scene_transpose scene_reseed player_put player_bow player_event player_reseed,-Wl,--wrap=rosin_$(f))
$(BUILD)/tests/unit/face/test_section_told: LDFLAGS += -Wl,--wrap=rosin_sequencer_post,--wrap=rosin_player_set_apart,--wrap=rosin_network_statistics
$(BUILD)/tests/unit/face/test_keyed: LDFLAGS += $(foreach f,event run put wait rest reset free tune,-Wl,--wrap=rosin_keyboard_$(f))
$(BUILD)/tests/unit/player/test_performance: LDFLAGS += $(foreach f,score set_controls set_witness tune heed missed,-Wl,--wrap=rosin_keyboard_$(f))
