# Start with `make demo` and `make test`. README.md describes the rest.
.PHONY: demo cluster-demo test setup lint docs benchmark benchmark-micro smoke nightly completions manual install \
	package clean

FILM ?=
OUT ?=
PREFIX ?= /usr/local

## Encodes a real film and prints its path. FILM=my.mov takes another film, OUT=folder another folder.
demo:
	@Scripts/demo "$(FILM)" $(if $(OUT),"$(OUT)")

## Does the same on a Slurm cluster of four nodes on this machine, which it starts and stops.
cluster-demo:
	@Scripts/cluster-demo "$(FILM)" $(if $(OUT),"$(OUT)")

## Runs the unit tests and the end-to-end tests.
test: setup
	swift test --disable-xctest $(SWIFT_FLAGS)

## Installs missing dependencies; prints nothing if none is missing.
setup:
	@Scripts/setup

## Checks the form of all files, and builds with warnings as errors.
lint:
	@Scripts/lint

## Makes the documentation of the library GranaryKit, a static site in .build/documentation.
docs:
	@Scripts/documentation

## Compares Granary with x265's own two passes; takes a while. FILM=my.mov takes another film.
benchmark: setup
	swift build -c release --product granary
	Benchmarks/paired-x265 $(if $(FILM),"$(FILM)",.cache/media/bigbuckbunny.mp4)

## Measures parts of Granary: compares instructions with the committed counts, then measures times.
benchmark-micro: setup
	Benchmarks/micro/check
	swift package --package-path Benchmarks/micro benchmark

## Compares Granary with other encoders on a few tiny clips; takes minutes.
smoke:
	@GRANARY_NIGHTLY_SUITE=Benchmarks/smoke.yaml GRANARY_NIGHTLY_HISTORY=.granary/smoke.sqlite Benchmarks/nightly/run

## Runs the nightly benchmark now. Benchmarks/nightly has timers for it.
nightly:
	@Benchmarks/nightly/run

## Has the program write completions for bash, zsh and fish to .build/share.
completions:
	swift build -c release --product granary
	mkdir -p .build/share
	.build/release/granary --generate-completion-script bash > .build/share/granary.bash
	.build/release/granary --generate-completion-script zsh > .build/share/_granary
	.build/release/granary --generate-completion-script fish > .build/share/granary.fish

## Writes the manual page to .build/share, from the program's help.
manual:
	swift build -c release --product granary
	mkdir -p .build/share
	Scripts/manual .build/release/granary > .build/share/granary.1

## Installs programs, completions and manual page. PREFIX=$$HOME/.local needs no root.
install: completions manual
	swift build -c release --product granary-serve
	install -D -m 755 .build/release/granary $(DESTDIR)$(PREFIX)/bin/granary
	install -D -m 755 .build/release/granary-serve $(DESTDIR)$(PREFIX)/bin/granary-serve
	@# Also installs libx265 if it is not the system's.
	ldd .build/release/granary | sed -n 's|.* => \(/.*/libx265\.so[^ ]*\) .*|\1|p' | grep -v '^/\(usr/\)\?lib' \
		| xargs -r install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/granary
	install -D -m 644 .build/share/granary.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/granary
	install -D -m 644 .build/share/_granary $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_granary
	install -D -m 644 .build/share/granary.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/granary.fish
	install -D -m 644 .build/share/granary.1 $(DESTDIR)$(PREFIX)/share/man/man1/granary.1

## Makes a Debian package for Debian 12 and one for Debian 13 in .build/packages. Scripts/package describes it.
package:
	@Scripts/package

## Removes builds and encodes, but not downloads.
clean:
	rm -rf .build .build-asan .build-tsan .build-fuzz .build-system .build-package .build-debian \
		.cache/demo .cache/demo-slurm .cache/benchmark
