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

.PHONY: dist dist-source dist-debian dist-linux dist-windows dist-page dist-dek dist-wheel alone
dist: dist-source dist-linux dist-windows dist-page dist-dek dist-wheel dist-debian
	@cd $(DIST) && sha256sum $(DIST_NAME).tar.xz $(DIST_NAME)-*.zip *.whl dek/*.dek debian/*.deb >SHA256SUMS && cat SHA256SUMS

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

# Plugins for any desk: they need the system's C library, no other. A window needs cairo and X11, so
# only LV2 has one there, which is a file of its own: where it cannot be loaded, the plugin still is.
ALONE := clap vst3
ALONE_WINDOW := lv2
ALONE_BUILD := build/alone
ALONE_MAKE = $(MAKE) --no-print-directory BUILD=$(ALONE_BUILD) SCENE="$(SCENE) $(ALONE_MORE)" LDFLAGS=-s
alone:
	+@$(ALONE_MAKE) PUGL= $(ALONE)
	+@[ -z "$(ALONE_WINDOW)" ] || $(ALONE_MAKE) $(ALONE_WINDOW)

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

# Packages for Pd, with what Pd's package manager reads beside them, in build/dist/dek.
dist-dek: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) dek DEK_TIME=$(DIST_TIME) >/dev/null
	@rm -rf $(DIST)/dek; mkdir -p $(DIST)/dek; cp $(DIST_TREE)/build/dek/*.dek* $(DIST)/dek

# A wheel for Python on Linux, with the library inside.
dist-wheel: dist-source
	+@$(MAKE) --no-print-directory -C $(DIST_TREE) python LDFLAGS=-s
	@rm -f $(DIST)/*.whl; $(PYTHON) bindings/python/wheel.py $(VERSION) $(DIST_TIME) $(DIST_TREE)/build/python/rosin $(DIST)
