# SPDX-License-Identifier: BSD-3-Clause
# Plugins for 64-bit Windows, by mingw-w64, in build/windows: `make windows`. They need nothing but
# what every Windows has: the compiler's libraries are inside.

WINDOWS_CC ?= x86_64-w64-mingw32-gcc
WINDOWS_AR ?= x86_64-w64-mingw32-ar
WINDOWS := build/windows
WINDOWS_PLUGINS := clap vst3
WINDOWS_CORE = $(CORE)
# files beside a scene are opened as POSIX has it
WINDOWS_SCENE = $(filter-out src/scene/text/files_open.c,$(SCENE)) packaging/windows/none.c $(ALONE_MORE)
# gnu17 shows jn(). Vectors of 32 bytes on a stack that is aligned to 16 only (gcc bug 54412): the
# assembler writes moves that bear it. isfinite() has a float's branch there, and VST3's results, which
# are COM's, are more than an int's before they are one.
WINDOWS_CFLAGS := -std=gnu17 -Wno-float-conversion -Wno-overflow -Wno-sign-conversion -include packaging/windows/posix.h \
  -Wa,-muse-unaligned-vector-move
WINDOWS_LINK := -shared -static -s -Wl,--exclude-libs,ALL -Wl,--no-insert-timestamp

# Pd's objects: there users open scenes of their own
WINDOWS_PD_SCENE = $(filter-out src/scene/text/files_open.c,$(SCENE)) packaging/windows/files.c
WINDOWS_PD_CFLAGS := -std=gnu17 -DROSIN_WINDOWS_FILES -Wno-float-conversion -include packaging/windows/posix.h -Wa,-muse-unaligned-vector-move

.PHONY: windows
windows: $(WINDOWS)/host_clap.exe $(WINDOWS)/host_vst3.exe $(WINDOWS)/show_clap.exe
	+@CFLAGS="$(WINDOWS_CFLAGS)" $(MAKE) --no-print-directory BUILD=$(WINDOWS) CC="$(WINDOWS_CC)" AR=$(WINDOWS_AR) \
	  SCENE="$(WINDOWS_SCENE)" CORE="$(WINDOWS_CORE)" HARDEN=-fstack-protector-strong HARDEN_LINK= \
	  PLUGIN_LINK="$(WINDOWS_LINK)" HAS_WINDOW=yes WINDOW_LIBS="-lgdi32 -luser32" VST3_INSIDE=x86_64-win/rosin.vst3 $(WINDOWS_PLUGINS)

# Our test hosts, for wine.
$(WINDOWS)/host_clap.exe: tests/faces/host_clap.c $(NUMBERS) tests/faces/windows/dlfcn.h
	@mkdir -p $(@D)
	@$(WINDOWS_CC) -std=gnu17 -O2 -g $(WARN) -Iinclude -I. -Isrc -Itests/faces/windows -isystem $(CLAP_INCLUDE) $(filter %.c,$^) -o $@ -static -lpthread

$(WINDOWS)/show_clap.exe: tests/faces/windows/show_clap.c tests/faces/clap_bare.h
	@mkdir -p $(@D)
	@$(WINDOWS_CC) -std=gnu17 -O2 -g $(WARN) -I. -isystem $(CLAP_INCLUDE) $(filter %.c,$^) -o $@ -static -luser32

$(WINDOWS)/host_vst3.exe: tests/faces/host_vst3.c tests/faces/vst3_host.c tests/faces/vst3_host.h $(NUMBERS) tests/faces/windows/dlfcn.h
	@mkdir -p $(@D)
	@$(WINDOWS_CC) -std=gnu17 -O2 -g $(WARN) -Wno-overflow -Iinclude -I. -Isrc -Itests/faces/windows $(VST3_FLAGS) $(filter %.c,$^) -o $@ -static -lpthread
