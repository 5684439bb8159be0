# What a newcomer needs is `make demo` and `make test`; README.md says the rest.
.PHONY: demo cluster-demo test setup lint benchmark benchmark-micro smoke nightly completions manual install clean

FILM ?=
OUT ?=
PREFIX ?= /usr/local

## Encodes a real film and says where it is. FILM=my.mov takes yours, OUT=folder another place.
demo:
	@Scripts/demo "$(FILM)" $(if $(OUT),"$(OUT)")

## The same on a Slurm cluster of four nodes, started on this machine's loopback and stopped afterwards.
cluster-demo:
	@Scripts/cluster-demo "$(FILM)" $(if $(OUT),"$(OUT)")

## Unit tests and end-to-end tests.
test: setup
	swift test --disable-xctest

## Installs what is missing; says nothing when nothing is.
setup:
	@Scripts/setup

## swift-format, and warnings as errors.
lint:
	@Scripts/lint

## Granary against x265's own two-pass; takes a while. FILM=my.mov takes yours.
benchmark: setup
	swift build -c release --product granary
	Benchmarks/paired-x265 $(if $(FILM),"$(FILM)",.cache/media/bigbuckbunny.mp4)

## What parts of it cost: instructions against those that are committed, then times.
benchmark-micro: setup
	Benchmarks/micro/check
	swift package --package-path Benchmarks/micro benchmark

## A few tiny clips beside the other encoders: minutes.
smoke:
	@GRANARY_NIGHTLY_SUITE=Benchmarks/smoke.yaml GRANARY_NIGHTLY_HISTORY=.granary/smoke.sqlite Benchmarks/nightly/run

## The nightly benchmark, now; timers for it are in Benchmarks/nightly.
nightly:
	@Benchmarks/nightly/run

## Completions of bash, zsh and fish, in .build/share; made by the program itself.
completions:
	swift build -c release --product granary
	mkdir -p .build/share
	.build/release/granary --generate-completion-script bash > .build/share/granary.bash
	.build/release/granary --generate-completion-script zsh > .build/share/_granary
	.build/release/granary --generate-completion-script fish > .build/share/granary.fish

## The manual page, in .build/share, from the same help.
manual:
	swift build -c release --product granary
	mkdir -p .build/share
	Scripts/manual .build/release/granary > .build/share/granary.1

## Installs program, completions and manual page. PREFIX=$$HOME/.local needs no root.
install: completions manual
	install -D -m 755 .build/release/granary $(DESTDIR)$(PREFIX)/bin/granary
	@# A libx265 that is not the system's goes along.
	ldd .build/release/granary | sed -n 's|.* => \(/.*/libx265\.so[^ ]*\) .*|\1|p' | grep -v '^/\(usr/\)\?lib' \
		| xargs -r install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/granary
	install -D -m 644 .build/share/granary.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/granary
	install -D -m 644 .build/share/_granary $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_granary
	install -D -m 644 .build/share/granary.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/granary.fish
	install -D -m 644 .build/share/granary.1 $(DESTDIR)$(PREFIX)/share/man/man1/granary.1

## Removes what was built and encoded, not what was fetched.
clean:
	rm -rf .build .build-asan .build-tsan .build-fuzz .build-system .cache/demo .cache/demo-slurm .cache/benchmark
