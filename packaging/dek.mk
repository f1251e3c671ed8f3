# SPDX-License-Identifier: BSD-3-Clause
# Packages for Pd's own package manager, into build/dek: `make dek` makes all that can be built here,
# `make dek DEKS=windows-amd64-32` one. Their objects need the system's C library and no other, so
# they read WAV files, and no other sound.

DEK := build/dek
DEK_CROSS := linux-arm64 windows-amd64
linux-arm64_CC = $(ARM64_CC)
windows-amd64_CC = $(WINDOWS_CC)
DEKS ?= $(sort $(PD_SYSTEM)-32 $(PD_SYSTEM)-64 $(foreach s,$(DEK_CROSS),$(if $(shell command -v $($s_CC)),$s-32)))
DEK_TIME ?= $(or $(shell git log -1 --format=%ct 2>/dev/null),0)

.PHONY: dek $(DEKS:%=dek-%)
dek: $(DEKS:%=dek-%)

DEK_SYSTEM = $(patsubst %-32,%,$(patsubst %-64,%,$*))
DEK_SCENE = $(if $(filter windows-%,$*),$(WINDOWS_PD_SCENE),$(SCENE))
DEK_CORE = $(if $(filter windows-%,$*),$(WINDOWS_CORE),$(CORE))
DEK_ENGINE = $(if $(filter $(PD_SYSTEM),$(DEK_SYSTEM)),$(PD_ENGINE))
DEK_MAKE = $(MAKE) --no-print-directory pd-install PD_BUILD=$(DEK)/build/$* PD_SYSTEM=$(DEK_SYSTEM) \
  PD_FLOATSIZE=$(lastword $(subst -, ,$*)) PD_ENGINE="$(DEK_ENGINE)" PD_SOURCES="$(if $(DEK_ENGINE),,$(ENGINE) $(DEK_SCENE) $(DEK_CORE) embedded.c)" PD_TREE="$(PD_TREE) packaging" \
  CC="$(if $(filter $(PD_SYSTEM),$(DEK_SYSTEM)),$(CC),$($(DEK_SYSTEM)_CC))" \
  ROSIN_CFLAGS="$(if $(filter windows-%,$*),$(WINDOWS_PD_CFLAGS))" ROSIN_LIBS="$(if $(filter windows-%,$*),-lpthread)" ROSIN_LDFLAGS=$(if $(filter darwin-%,$*),,-s) STRIP=: \
  DESTDIR=$(DEK)/tree/$* PDLIBDIR=/extra $(if $(filter windows-%,$*),PDBINDIR="$(CURDIR)/$(DEK)" PDINCLUDEDIR=/usr/include/pd)
$(DEKS:%=dek-%): dek-%: build/embedded.c $(DEK)/pd.dll
	@rm -rf $(DEK)/tree/$*
	+@$(DEK_MAKE) >/dev/null
	@WINDOWS_NOTICE=$(WINDOWS_NOTICE) $(PYTHON) packaging/dek.py $(DEK)/tree/$*/extra/rosin $(VERSION) $* $(DEK_TIME) $(DEK)

# What the objects call of Pd on Windows, from Pd's own headers.
WINDOWS_DLLTOOL ?= x86_64-w64-mingw32-dlltool
PD_HEADERS := $(addprefix /usr/include/pd/,m_pd.h g_canvas.h)
$(DEK)/pd.dll: packaging/windows/pd_names.awk $(wildcard $(PD_HEADERS))
	@mkdir -p $(@D)
	@! command -v $(WINDOWS_DLLTOOL) >/dev/null || { awk -f $< $(PD_HEADERS) >$(@D)/pd.def && $(WINDOWS_DLLTOOL) -d $(@D)/pd.def -l $@; }
