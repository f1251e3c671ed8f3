# SPDX-License-Identifier: BSD-3-Clause
# What is handed out, into build/dist: `make dist`, or a part of it. All is made of what is committed,
# in folders of its own; docs/packaging.md says what is needed. A further plugin format: its target
# into ALONE, its file into the folders that become zips.

DIST := build/dist
DIST_NAME := rosin-$(VERSION)
DIST_TREE := $(DIST)/tree/$(DIST_NAME)
DIST_SYSTEM = $(shell uname -s | tr A-Z a-z)-$(shell uname -m)
# what times are in archives: the commit's
DIST_TIME = $(shell git log -1 --format=%ct)
DIST_ZIP = $(PYTHON) packaging/zip.py $(DIST_TIME)
# licences of what a compiler puts into programs for other machines
WINDOWS_NOTICE ?= /usr/share/doc/mingw-w64-x86-64-dev/copyright
PAGE_NOTICE ?= /usr/share/doc/wasi-libc/copyright

.PHONY: dist dist-source dist-debian dist-linux dist-windows dist-page dist-npm dist-dek dist-wheel dist-cross dist-csound dist-supercollider dist-godot alone
DIST_HOSTS = $(if $(CSOUND_INCLUDE),dist-csound) $(if $(SC_INCLUDE),dist-supercollider)
dist: dist-source dist-linux dist-windows dist-page dist-npm dist-dek $(if $(ZIG),dist-cross,dist-wheel) dist-godot $(DIST_HOSTS) dist-debian
	@[ -n "$(ZIG)" ] || echo "dist: nothing for macOS, Windows on ARM and old Linux: make zig fetches the compiler" >&2
	@cd $(DIST) && sha256sum $(DIST_NAME).tar.xz $(DIST_NAME)-*.zip $(DIST_NAME).tgz *.whl dek/*.dek debian/*.deb >SHA256SUMS && cat SHA256SUMS

# tar of git's, hence with the commit's time and no names of users
dist-source:
	@git diff --quiet HEAD || echo "dist: what is not committed is left out" >&2
	@rm -rf $(DIST)/tree $(DIST)/stage
	@mkdir -p $(DIST)/tree
	@git archive --prefix=$(DIST_NAME)/ HEAD | xz -9 -T1 >$(DIST)/$(DIST_NAME).tar.xz
	@tar -xJf $(DIST)/$(DIST_NAME).tar.xz -C $(DIST)/tree

# Packages, their .dsc and .changes, in build/dist/debian: for lintian and apt.
dist-debian: dist-source
	@rm -rf $(DIST)/debian
	@mkdir -p $(DIST)/debian
	@cp -a $(DIST_TREE) $(DIST)/debian/$(DIST_NAME)
	@cd $(DIST)/debian/$(DIST_NAME) && unset MAKEFLAGS MFLAGS MAKEOVERRIDES && \
	  DEB_BUILD_OPTIONS="noautodbgsym $$DEB_BUILD_OPTIONS" dpkg-buildpackage -us -uc -J >../build.log 2>&1 || \
	  { tail -n 30 ../build.log >&2; exit 1; }
	@rm -rf $(DIST)/debian/$(DIST_NAME)

# Plugins for any desk: they need the system's C library, no other; X11 is opened with a window.
ALONE := clap vst3 lv2
ALONE_BUILD := build/alone
ALONE_MAKE = $(MAKE) --no-print-directory BUILD=$(ALONE_BUILD) SCENE="$(SCENE) $(ALONE_MORE)" LDFLAGS=-s
alone:
	+@$(ALONE_MAKE) $(ALONE)

dist-linux: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) alone
	@set -e; to=$(DIST)/stage/$(DIST_NAME)-$(DIST_SYSTEM); mkdir -p $$to; \
	  cp -R $(DIST_TREE)/build/alone/lv2/rosin.lv2 $(DIST_TREE)/build/alone/vst3/rosin.vst3 $$to; \
	  cp $(DIST_TREE)/build/alone/rosin.clap LICENSE $$to; cp packaging/notices.txt $$to/LICENSE.others; \
	  cp packaging/linux.txt $$to/README.txt; $(DIST_ZIP) $$to $(DIST)

dist-windows: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) windows
	@set -e; to=$(DIST)/stage/$(DIST_NAME)-windows-x86_64; mkdir -p $$to; \
	  cp -R $(DIST_TREE)/build/windows/vst3/rosin.vst3 $(DIST_TREE)/build/windows/rosin.clap LICENSE $$to; \
	  cp packaging/windows.txt $$to/README.txt; cp packaging/notices.txt $$to/LICENSE.others; cp $(WINDOWS_NOTICE) $$to/LICENSE.mingw-w64; $(DIST_ZIP) $$to $(DIST)

dist-page: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) page
	@set -e; to=$(DIST)/stage/$(DIST_NAME)-page; mkdir -p $$to; \
	  cp $(DIST_TREE)/build/page/* LICENSE $$to; cp packaging/page.txt $$to/README.txt; \
	  cp $(PAGE_NOTICE) $$to/LICENSE.wasi-libc; $(DIST_ZIP) $$to $(DIST)

# A package for npm: `npm install build/dist/rosin-VERSION.tgz`. Neither node nor npm makes it.
dist-npm: dist-source | $(if $(filter dist dist-page,$(MAKECMDGOALS)),dist-page)
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) npm WASI_NOTICE=$(PAGE_NOTICE)
	@$(PYTHON) packaging/tgz.py $(DIST_TIME) $(DIST_TREE)/build/npm $(DIST)

# Packages for Pd, with what Pd's package manager reads beside them, in build/dist/dek.
dist-dek: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) dek DEK_TIME=$(DIST_TIME) >/dev/null
	@rm -rf $(DIST)/dek; mkdir -p $(DIST)/dek; cp $(DIST_TREE)/build/dek/*.dek* $(DIST)/dek

# Wheels for Python on Linux, with the library inside: for this machine, and for ARM where there is a compiler.
WHEELS = build $(if $(shell command -v $(ARM64_CC)),build/arm64)
dist-wheel: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) python LDFLAGS=-s
	+@[ -z "$(word 2,$(WHEELS))" ] || $(MAKE) --no-print-directory -C $(DIST_TREE) python BUILD=build/arm64 CC="$(ARM64_CC)" AR=$(ARM64)-ar LDFLAGS=-s
	@rm -f $(DIST)/*.whl; for b in $(WHEELS); do \
	  $(PYTHON) bindings/python/wheel.py $(VERSION) $(DIST_TIME) $(DIST_TREE)/$$b/python/rosin $(DIST) || exit 1; done

# For macOS, Windows on ARM and Linux from glibc 2.17 on, by cross.mk's compiler, where it is: wheels; packages for Pd, in place of those
# for Linux that need more; and zips of plugins with the library.
dist-cross: dist-source | $(if $(filter dist dist-dek,$(MAKECMDGOALS)),dist-dek)
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) cross ZIG="$(ZIG)" >/dev/null
	@rm -f $(DIST)/*.whl
	@PYTHONPATH=packaging $(PYTHON) packaging/hand.py $(DIST_TREE)/$(CROSS_ROOT)/laid $(VERSION) $(DIST_TIME) $(DIST)

# Opcodes for Csound; and a plug-in for SuperCollider, which is under the GPL of its headers: its text goes with it. Where these headers
# are not, neither is made.
dist-csound: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) csound LDFLAGS=-s
	@set -e; to=$(DIST)/stage/$(DIST_NAME)-csound-$(DIST_SYSTEM); mkdir -p $$to; \
	  cp $(DIST_TREE)/build/csound/librosin.so bindings/csound/rosin.md LICENSE $$to; $(DIST_ZIP) $$to $(DIST)

GPL_NOTICE ?= /usr/share/common-licenses/GPL-2
dist-supercollider: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) supercollider LDFLAGS=-s
	@set -e; to=$(DIST)/stage/$(DIST_NAME)-supercollider-$(DIST_SYSTEM); mkdir -p $$to; \
	  cp -R $(DIST_TREE)/build/supercollider/Rosin LICENSE $$to; cp $(GPL_NOTICE) $$to/LICENSE.GPL-2; $(DIST_ZIP) $$to $(DIST)

# Voices for Godot: compiled and played by a host of the tests, never run in Godot, as its README says first.
dist-godot: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) godot LDFLAGS=-s
	@set -e; to=$(DIST)/stage/$(DIST_NAME)-godot-$(DIST_SYSTEM); mkdir -p $$to; \
	  cp $(DIST_TREE)/build/godot/* LICENSE $$to; $(DIST_ZIP) $$to $(DIST)
