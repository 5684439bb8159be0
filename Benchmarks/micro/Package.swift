// swift-tools-version: 6.2
// Measures parts of Granary. It is a separate package, so that Granary does not depend on the benchmark library.
// SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

let package = Package(
    name: "micro",
    dependencies: [
        .package(name: "granary", path: "../.."),
        // Without its traits, which need packages that replace malloc to count allocations.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Micro",
            dependencies: [
                .product(name: "Workloads", package: "granary"), .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Micro",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(name: "count", dependencies: [.product(name: "Workloads", package: "granary")]),
    ]
)
