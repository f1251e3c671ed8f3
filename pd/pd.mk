# SPDX-License-Identifier: BSD-3-Clause
# Read by the Makefile.
# The Pd library, by pd-lib-builder (Debian: pd-lib-builder, puredata-dev), in build/pd.
# PD_FLOATSIZE=64 makes one for a double-precision Pd, in build/pd64.
PDLIBBUILDER_DIR ?= /usr/share/pd-lib-builder
PDLIBDIR ?= $(PREFIX)/lib/pd/extra
PD_FLOATSIZE ?= 32
PD_BUILD = build/pd$(filter 64,$(PD_FLOATSIZE))
# The engine is the library's, compiled once, where flags are our own; else (CFLAGS, PD_ENGINE=) it is compiled with Pd's classes.
PD_ENGINE ?= $(if $(CFLAGS)$(SANITIZE)$(filter Darwin,$(shell uname -s)),,build/librosin.a)
PD_SOURCES = $(if $(PD_ENGINE),,$(ENGINE) $(SCENE) $(CORE) embedded.c) $(SOUND_GESTURE)
PD_TREE = Makefile.pdlibbuilder README.md LICENSE include src modal waveguide pd help build/embedded.c
PD_MAKE = $(MAKE) --no-print-directory -C $(PD_BUILD) -f Makefile.pdlibbuilder \
  PDLIBBUILDER_DIR="$(PDLIBBUILDER_DIR)" ROSIN_SOURCES="$(PD_SOURCES)" ROSIN_ENGINE="$(abspath $(PD_ENGINE))" floatsize=$(PD_FLOATSIZE) \
  $(if $(filter 64,$(PD_FLOATSIZE)),extension=$(PD_SYSTEM)-64.so)
# as deken and double-precision Pds name a machine
PD_SYSTEM := $(shell uname -s | tr A-Z a-z)-$(subst x86_64,amd64,$(subst aarch64,arm64,$(shell uname -m)))
.PHONY: pd pd-watch pd-install patches pictures
# help/*.pd and pd/*.pd, with ranges from the engine's tables
patches: build/librosin.so
	@$(PYTHON) docs/patches/make.py
# docs/figures/pd-*.png of those that have changed, in a Pd on a screen of its own
pictures: pd
	@$(PYTHON) docs/figures/patches.py
# built in a copy, since pd-lib-builder leaves its objects beside the sources; and no sources that are gone
pd: build/embedded.c $(PD_ENGINE)
	@mkdir -p $(PD_BUILD)
	@tar -cf - --exclude='*.[od]' $(PD_TREE) | tar -xpf - -C $(PD_BUILD)
	@mv $(PD_BUILD)/build/embedded.c $(PD_BUILD)/
	@cd $(PD_BUILD) && find include src modal waveguide pd -name '*.[ch]' | while read -r f; do [ -e "$(CURDIR)/$$f" ] || rm "$$f"; done
	+@$(PD_MAKE)
	@cp -p help/*.pd pd/*.pd $(PD_BUILD)/
# a shell that leaves ~ in PDLIBDIR=~/... would have a folder of that name made
PD_INTO = $(patsubst ~/%,$(HOME)/%,$(PDLIBDIR))
pd-install: pd
	@case "$(PD_INTO)" in /*) ;; *) echo "PDLIBDIR=$(PDLIBDIR): must begin with / or ~/" >&2; exit 1 ;; esac
	+@$(PD_MAKE) install DESTDIR="$(abspath $(DESTDIR))" PDLIBDIR="$(PD_INTO)" \
	  installpath="$(abspath $(DESTDIR))$(PD_INTO)/rosin"
	@$(if $(DESTDIR),:,echo "Restart Pd and open $(PD_INTO)/rosin/start-here.pd")

include packaging/dek.mk

# The same under sanitizers, with every allocation of ours counted: for the tests.
PD_WRAP := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=strdup,--wrap=free,--wrap=pthread_mutex_lock,--wrap=dsp_add,--wrap=post,--wrap=pd_error
WATCHED_ENGINE := build/address-undefined/librosin.a
pd-watch:
	+@$(MAKE) --no-print-directory SANITIZE=address,undefined OPTIMIZE=-O1 $(WATCHED_ENGINE)
	@$(MAKE) --no-print-directory pd PD_BUILD=build/pd-watch PD_ENGINE=$(WATCHED_ENGINE) \
	  PD_SOURCES="$(SOUND_GESTURE) tests/pd/watch.c" PD_TREE="$(PD_TREE) tests/pd/watch.c" \
	  CFLAGS="-fsanitize=address,undefined -O1 -g" LDFLAGS="-fsanitize=address,undefined $(PD_WRAP)"

# The same under the thread sanitizer: bodies are made beside Pd's thread.
.PHONY: pd-thread
pd-thread:
	@$(MAKE) --no-print-directory pd PD_BUILD=build/pd-thread CFLAGS="-fsanitize=thread -O1 -g" LDFLAGS="-fsanitize=thread"
