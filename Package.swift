// swift-tools-version: 6.2
// Granary: a multi-pass offline HEVC encoding farm. SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

/// Lint and CI set this; nobody else does, lest a newer compiler's new warning break somebody's build.
let warningsAreErrors = Context.environment["GRANARY_WARNINGS"] == "error"

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

/// A C library that apt provides: module map and shim only.
func system(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A Swift module of this package with the settings that all of them share.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The tests of a module, with the fixtures that several suites share.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.init(stringLiteral: name), "TestSupport"] + (name == "Media" ? [] : ["Media"]) + dependencies,
        swiftSettings: strict
    )
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
    name: "granary",
    products: [
        .executable(name: "granary", targets: ["granary"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        system("CX265", "x265", "libx265-dev"),
        system("CLMDB", "lmdb", "liblmdb-dev"),
        system("CDe265", "libde265", "libde265-dev"),
        system("CFFmpeg", "libavformat libavcodec libavutil", "libavformat-dev"),
        system("CZimg", "zimg", "libzimg-dev"),
        system("CXXHash", "libxxhash", "libxxhash-dev"),

        module("Media"),
        module("Checksums", ["Media", "CXXHash", crypto]),
        module("HEVC", ["Media"]),
        module("ISOMedia", ["Media", "HEVC"]),
        module("Storage", ["Media", "Checksums", "CLMDB"]),
        module("Intake", ["Media", "Checksums", "CFFmpeg", "CZimg"]),
        module("Encoding", ["Media", "Checksums", "HEVC", "Storage", "CX265"]),
        module("Quality", ["Media", "Checksums", "CDe265"]),
        module("Farm", ["Media", "Checksums", "Storage", yams]),
        module(
            "Worker",
            ["Media", "Checksums", "Farm", "Storage", "Intake", "Encoding", "ISOMedia", "HEVC", "Quality"]
        ),
        .executableTarget(
            name: "granary",
            dependencies: ["Media", "ISOMedia", "Storage", "Intake", "Encoding", "Farm", "Worker", argumentParser],
            swiftSettings: strict
        ),

        .target(name: "TestSupport", dependencies: ["Media"], path: "Tests/TestSupport", swiftSettings: strict),
        tests("Media"),
        tests("Checksums"),
        tests("HEVC"),
        tests("ISOMedia", ["HEVC"]),
        tests("Storage"),
        tests("Intake", ["Checksums"]),
        tests("Encoding", ["Storage", "HEVC", "Quality"]),
        tests("Quality", ["Checksums"]),
        tests("Farm", ["Storage", "Checksums"]),
        tests("Worker", ["Farm", "Storage", "Intake", "Encoding", "ISOMedia", "Quality", "Checksums"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["TestSupport", "Media", "Farm", "Storage", "granary", argumentParser],
            swiftSettings: strict
        ),
    ]
)
