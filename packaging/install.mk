# SPDX-License-Identifier: BSD-3-Clause
# Read by the Makefile.
LIBDIR ?= $(PREFIX)/lib
COMPLETIONS := bash-completion/completions zsh/site-functions fish/vendor_completions.d
.PHONY: install uninstall
# from where rosin.pc lies to the prefix, so that an installed tree can be moved
space := $(subst ,, )
PC_UP = ..$(subst $(space),,$(patsubst %,/..,$(subst /, ,$(LIBDIR:$(PREFIX)/%=%))))
PC_PREFIX = $(if $(filter $(PREFIX)/%,$(LIBDIR)),$${pcfiledir}/$(PC_UP),$(PREFIX))
install: all build/librosin.so
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(PREFIX)/include/rosin \
	  $(DESTDIR)$(PREFIX)/share/rosin/scenes $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 build/rosin $(DESTDIR)$(PREFIX)/bin/rosin
	install -m 644 build/librosin.a $(DESTDIR)$(LIBDIR)/librosin.a
	install -m 755 build/librosin.so $(DESTDIR)$(LIBDIR)/librosin.so.$(VERSION)
	ln -sf librosin.so.$(VERSION) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/librosin.so
	install -m 644 include/rosin.h $(DESTDIR)$(PREFIX)/include
	install -m 644 include/rosin/*.h $(DESTDIR)$(PREFIX)/include/rosin
	install -m 644 scenes/*.cfg $(DESTDIR)$(PREFIX)/share/rosin/scenes
	install -m 644 docs/rosin.1 $(DESTDIR)$(PREFIX)/share/man/man1/rosin.1
	install -d $(COMPLETIONS:%=$(DESTDIR)$(PREFIX)/share/%)
	build/rosin completion bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/rosin
	build/rosin completion zsh >$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_rosin
	build/rosin completion fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/rosin.fish
	sed -e 's|@PREFIX@|$(PC_PREFIX)|' -e 's|@VERSION@|$(VERSION)|' \
	  src/rosin.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/rosin.pc
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/rosin $(DESTDIR)$(LIBDIR)/librosin.* \
	  $(DESTDIR)$(PREFIX)/include/rosin.h $(DESTDIR)$(PREFIX)/share/man/man1/rosin.1 \
	  $(DESTDIR)$(LIBDIR)/pkgconfig/rosin.pc
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/,bash-completion/completions/rosin zsh/site-functions/_rosin \
	  fish/vendor_completions.d/rosin.fish)
	rm -rf $(DESTDIR)$(PREFIX)/share/rosin $(DESTDIR)$(PREFIX)/include/rosin
