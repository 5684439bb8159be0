# What a newcomer needs is `make demo` and `make test`; README.md says the rest.
.PHONY: demo cluster-demo test setup lint benchmark benchmark-micro smoke nightly clean

FILM ?=
OUT ?=

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

## Removes what was built and encoded, not what was fetched.
clean:
	rm -rf .build .build-asan .build-tsan .build-fuzz .build-system .cache/demo .cache/demo-slurm .cache/benchmark
