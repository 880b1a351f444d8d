# mapdoc: `make` sets up, builds and renders maps/; `make test` sets up, builds and tests. See README.md.
SWIFT ?= swift
PREFIX ?= /usr/local
RELEASE := -c release --static-swift-stdlib
MAPDOC := .build/release/mapdoc
SCHEMA := Sources/DocumentModel/Schema/mapdoc-1.schema.json
MANUAL := Sources/DocumentModel/Schema/MANUAL.md

.PHONY: all build check test ci lint imports fresh schema previews goldens bench install clean deps test-deps

all: build
	+$(MAPDOC) render maps

# The compiler's own build system decides what is out of date.
build: deps
	$(SWIFT) build $(RELEASE) --product mapdoc

check: build
	$(MAPDOC) check maps

test: test-deps
	$(SWIFT) test

ci: lint imports test fresh check
	$(MAPDOC) render maps --out-dir build/ci --force

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

# Who may import whom: the arrows of Sources/README.md.
imports:
	.ci/imports

# What is made from the declarations of the keys is as the declarations say.
fresh: build
	$(MAPDOC) schema | diff -u $(SCHEMA) - || { echo "run: make schema"; exit 1; }
	$(MAPDOC) schema --format markdown | diff -u $(MANUAL) - || { echo "run: make schema"; exit 1; }

schema: build
	$(MAPDOC) schema > $(SCHEMA)
	$(MAPDOC) schema --format markdown > $(MANUAL)

# The small pictures that README.md shows: look at them before you commit them.
previews: build
	$(MAPDOC) render maps --out-dir build/previews --dpi 30 --format png --force
	for map in maps/*.yaml; do \
	  name=$$(basename $$map .yaml); cp build/previews/$$name.png maps/$$name.preview.png; \
	done

# The only command that writes expected pictures: look at each before you commit it.
goldens: test-deps
	MAPDOC_WRITE_GOLDENS=1 $(SWIFT) test --filter GoldenTests

bench: deps
	$(SWIFT) build $(RELEASE) --product mapdoc-bench
	.build/release/mapdoc-bench

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -d $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d $(DESTDIR)$(PREFIX)/share/mapdoc
	install -m 755 $(MAPDOC) $(DESTDIR)$(PREFIX)/bin/mapdoc
	$(MAPDOC) help --man > $(DESTDIR)$(PREFIX)/share/man/man1/mapdoc.1
	$(MAPDOC) schema > $(DESTDIR)$(PREFIX)/share/mapdoc/mapdoc-1.schema.json
	$(MAPDOC) schema --project > $(DESTDIR)$(PREFIX)/share/mapdoc/mapdoc-project-1.schema.json
	$(MAPDOC) schema --format man > $(DESTDIR)$(PREFIX)/share/man/man5/mapdoc.5
	$(MAPDOC) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/mapdoc
	$(MAPDOC) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_mapdoc
	$(MAPDOC) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/mapdoc.fish

clean:
	rm -rf .build build .mapdoc

deps:
	@.ci/deps build

test-deps:
	@.ci/deps test
