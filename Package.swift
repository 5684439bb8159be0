// swift-tools-version: 6.2
// Granary: a multi-pass offline HEVC encoding farm. SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import PackageDescription

/// The folder of a libx265 that is not the system's: the one that GRANARY_X265 names (with include/ and lib/), or else
/// the one that Scripts/x265 built. GRANARY_X265=system selects the system's libx265. Headers and library come from the
/// same folder.
let x265Folder: String? = {
    let built = Context.packageDirectory + "/.cache/x265"
    let folder = Context.environment["GRANARY_X265"] ?? ""
    if !folder.isEmpty { return folder == "system" ? nil : folder }
    return FileManager.default.fileExists(atPath: built + "/lib/libx265.so") ? built : nil
}()

/// Lint and CI set this. Other builds do not, so that new warnings of a newer compiler do not break them.
let warningsAreErrors = Context.environment["GRANARY_WARNINGS"] == "error"

/// What a build of a package is told about itself, for `granary --version`: GRANARY_COMMIT and GRANARY_SWIFT.
let buildFacts: [CSetting] = ["GRANARY_COMMIT", "GRANARY_SWIFT"].compactMap { name in
    Context.environment[name].flatMap { $0.isEmpty ? nil : .define(name, to: "\"\($0)\"") }
}

/// Scripts/fuzz and the gate set this. It adds the program `fuzz`, to which its modules report the branches they take.
let isFuzzing = Context.environment["GRANARY_FUZZING"] != nil

/// The gate sets this to the test targets that it builds with a sanitizer, and to `fuzz`. Targets that these do not
/// need are left out.
let chosenTests = Context.environment["GRANARY_TESTS"]?.split(separator: ",").map(String.init)

/// The gate sets this to the modules that compute most in tests: they are optimised in builds for debugging, too.
let optimizedModules = Context.environment["GRANARY_OPTIMIZED"]?.split(separator: ",").map(String.init) ?? []

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
    ]
    + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

/// Finds the library when the program is linked and when it runs. It is linked by its path, because the search paths of
/// other libraries lead to the system's libx265. For the same reason its module map names no library. An installed
/// program has its own copy of the library, so that the clone can be removed.
let x265Linking: [LinkerSetting] =
    x265Folder.map { folder in
        let words = ["\(folder)/lib/libx265.so", "-rpath", "$ORIGIN/../lib/granary", "-rpath", "\(folder)/lib"]
        return [.unsafeFlags(words.flatMap { ["-Xlinker", $0] })]
    } ?? [.linkedLibrary("x265")]

/// A C library that apt provides: module map and shim only.
func system(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A Swift module of this package with the settings that all of them share.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], linking: [LinkerSetting] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: linking)
}

/// The tests of a module, with the fixtures that several suites share.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.init(stringLiteral: name), "TestSupport"] + (name == "Media" ? [] : ["Media"]) + dependencies,
        swiftSettings: strict
    )
}

/// A program that tests start. Its one file is no script: it has `@main`.
func testProgram(_ name: String, at path: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: path,
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
    )
}

/// libFuzzer with the targets of `Fuzzing`. lld links it, because gold fails.
let fuzzer: [Target] = [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
        name: "fuzz",
        dependencies: ["Fuzzing", "CFuzzer"],
        path: "Tests/Fuzz",
        exclude: ["CFuzzer"],
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
    ),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
    name: "granary",
    products: [
        .executable(name: "granary", targets: ["granary"]),
        // The one product with a server in it. `granary serve` starts it.
        .executable(name: "granary-serve", targets: ["granary-serve"]),
        .library(name: "GranaryKit", targets: ["GranaryKit"]),
        // For Benchmarks/micro only; of no use to other programs.
        .library(name: "Workloads", targets: ["Workloads"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        x265Folder == nil ? system("CX265", "x265", "libx265-dev") : .systemLibrary(name: "CX265"),
        // Without pkg-config, whose flag for Windows SwiftPM warns of.
        .systemLibrary(name: "CX264", providers: [.apt(["libx264-dev"])]),
        .systemLibrary(name: "CASS", providers: [.apt(["libass-dev"])]),
        system("CLMDB", "lmdb", "liblmdb-dev"),
        system("CDe265", "libde265", "libde265-dev"),
        system("CFFmpeg", "libavformat libavcodec libavutil libswresample", "libavformat-dev"),
        system("CZimg", "zimg", "libzimg-dev"),
        system("CXXHash", "libxxhash", "libxxhash-dev"),
        system("CLibCrypto", "libcrypto", "libssl-dev"),

        .target(name: "CPictureSums"),
        .target(name: "CFieldSums"),
        .target(name: "CColourTable"),
        .target(name: "CConfinement", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "CBuild", cSettings: buildFacts),

        module("Media"),
        module("Checksums", ["Media", "CLibCrypto", "CXXHash"]),
        module("HEVC", ["Media"]),
        module("AVC", ["Media", "HEVC"]),
        module("ISOMedia", ["Media", "AVC", "HEVC"]),
        module("HEIF", ["Media", "HEVC", "ISOMedia"]),
        module("Storage", ["Media", "Checksums", "CLMDB"]),
        module("FFmpeg", ["Media", "CFFmpeg"]),
        module("SubtitleDrawing", ["Media", "CASS"]),
        module(
            "Intake",
            [
                "Media", "Checksums", "HEVC", "ISOMedia", "HEIF", "FFmpeg", "SubtitleDrawing", "CColourTable",
                "CFieldSums", "CZimg",
            ]
        ),
        module("Encoding", ["Media", "AVC", "Checksums", "HEVC", "Storage", "CX264", "CX265"], linking: x265Linking),
        module("Quality", ["Media", "Checksums", "CDe265", "CPictureSums"]),
        module("Confinement", ["Media", "CConfinement"]),
        module("Platform", ["Media", "Confinement", "Storage"]),
        module("RateModel", ["Media", "Storage"]),
        module("Jobs", ["Media", "Checksums", "Platform", "RateModel", "Storage", "CBuild", yams]),
        module("RateControl", ["Media", "Jobs", "RateModel"]),
        module("JobDocuments", ["Media", "Checksums", "Jobs", "Platform", "Storage"]),
        module("Coordination", ["Media", "JobDocuments", "Jobs", "Platform", "RateControl"]),
        module("Hooks", ["Media", "Checksums", "JobDocuments", "Jobs", "Platform"]),
        module("LocalEngine", ["Media", "Confinement", "Coordination", "JobDocuments", "Jobs", "Platform"]),
        module("SlurmEngine", ["Media", "Confinement", "Coordination", "JobDocuments", "Jobs", "Platform"]),
        module(
            "Simulation",
            ["Media", "Coordination", "JobDocuments", "Jobs", "Platform", "RateControl", "SlurmEngine", "Storage"]
        ),
        module(
            "Reporting",
            ["Media", "Confinement", "JobDocuments", "Jobs", "Platform", "RateControl", "Storage"]
        ),
        module(
            "Session",
            ["Media", "Checksums", "Encoding", "Jobs", "Platform", "RateControl", "RateModel", "Storage"]
        ),
        module(
            "GranaryKit",
            [
                "Media", "Coordination", "Encoding", "HEVC", "Intake", "ISOMedia", "JobDocuments", "Jobs", "Platform",
                "Quality", "Session", "Simulation", "Storage",
            ]
        ),
        module(
            "Worker",
            [
                "Media", "AVC", "Checksums", "JobDocuments", "Jobs", "LocalEngine", "Platform", "RateModel", "Storage",
                "Confinement", "Intake", "Encoding", "HEIF", "ISOMedia", "HEVC", "Quality", "Session",
            ]
        ),
        module(
            "Bench",
            [
                "Media", "Checksums", "JobDocuments", "Jobs", "Platform", "Reporting", "SlurmEngine", "Worker",
                "Intake",
                "Storage", "Quality", grdb,
            ]
        ),
        .executableTarget(
            name: "granary",
            dependencies: [
                "Media", "HEIF", "HEVC", "ISOMedia", "Storage", "Confinement", "Intake", "Encoding", "Coordination",
                "Hooks", "JobDocuments", "Jobs", "LocalEngine", "Platform", "Reporting", "Simulation", "SlurmEngine",
                "Worker", "Bench", argumentParser,
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Serving",
            dependencies: [
                "Media", "Checksums", "JobDocuments", "Jobs", "Platform", "RateControl", "Reporting", "Storage",
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            resources: ["granary.css", "granary.js", "icon.svg", "openapi.json"].map {
                .embedInCode("Resources/\($0)")
            },
            swiftSettings: strict
        ),
        .executableTarget(
            name: "granary-serve",
            dependencies: ["Media", "Serving", argumentParser],
            path: "Sources/granary-serve",
            swiftSettings: strict
        ),

        .target(
            name: "TestSupport",
            dependencies: ["Media", "HEVC", "ISOMedia", "Platform"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        // Does what must end a process.
        testProgram("doomed", at: "Tests/Doomed", ["Media", "Platform"]),
        tests("Media", ["doomed"]),
        tests("Checksums"),
        tests("HEVC"),
        tests("AVC", ["HEVC"]),
        tests("ISOMedia", ["AVC", "HEIF", "HEVC"]),
        tests("Storage"),
        tests("Intake", ["Checksums", "FFmpeg", "HEIF", "HEVC", "ISOMedia", "SubtitleDrawing"]),
        tests("Encoding", ["AVC", "Checksums", "Storage", "HEVC", "Quality"]),
        tests("Session", ["Encoding", "Jobs", "Quality", "RateControl", "RateModel", "Storage"]),
        tests("GranaryKit", ["Quality"]),
        tests("Quality", ["Checksums"]),
        // Confines itself and tries forbidden operations.
        testProgram("captive", at: "Tests/Captive", ["Media", "Confinement"]),
        tests("Confinement", ["captive"]),
        .testTarget(
            name: "FarmTests",
            dependencies: [
                "TestSupport", "doomed", "Media", "Checksums", "Confinement", "Coordination", "Hooks", "JobDocuments",
                "Jobs", "LocalEngine", "Platform", "RateControl", "RateModel", "Reporting", "Simulation", "SlurmEngine",
                "Storage",
            ],
            swiftSettings: strict
        ),
        tests(
            "Worker",
            [
                "JobDocuments", "Jobs", "LocalEngine", "Storage", "Intake", "Encoding", "HEIF", "ISOMedia", "HEVC",
                "Quality", "Checksums",
            ]
        ),
        tests("Serving", ["JobDocuments", "Jobs"]),
        tests("Bench", ["Intake", "Jobs", "Quality", grdb]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "TestSupport", "Media", "HEVC", "GranaryKit", "Hooks", "JobDocuments", "Jobs", "Platform", "Reporting",
                "SlurmEngine", "Storage", "Confinement", "granary", "granary-serve", argumentParser,
            ],
            swiftSettings: strict
        ),

        .target(
            name: "Workloads",
            dependencies: [
                "Media", "HEVC", "ISOMedia", "Jobs", "Platform", "Quality", "RateControl", "RateModel", "Storage",
            ],
            path: "Benchmarks/Workloads",
            swiftSettings: strict
        ),
        tests("Workloads"),

        .target(
            name: "Fuzzing",
            dependencies: [
                "Media", "AVC", "Checksums", "HEVC", "HEIF", "ISOMedia", "Storage", "Intake", "Coordination",
                "Hooks", "JobDocuments", "Jobs", "Platform", "RateModel", "Reporting", "Simulation", "SlurmEngine",
            ],
            path: "Tests/Fuzzing",
            swiftSettings: strict
        ),
        tests("Fuzzing"),
    ] + (isFuzzing ? fuzzer : [])
)

/// Names of the targets that some targets need, these included.
func needed(by names: [String], of all: [Target]) -> Set<String> {
    let targets = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    var needed: Set<String> = []
    var waiting = names
    while let name = waiting.popLast() {
        guard needed.insert(name).inserted else { continue }
        guard let target = targets[name] else { fatalError("GRANARY_TESTS: there is no target \(name)") }
        for case .byNameItem(let dependency, _) in target.dependencies { waiting.append(dependency) }
    }
    return needed
}

// Only the targets that need libx265 are built again for another one.
if let x265Folder {
    let targets = package.targets.filter { $0.type != .system }
    for target in targets where needed(by: [target.name], of: package.targets).contains("CX265") {
        target.swiftSettings?.append(.unsafeFlags(["-Xcc", "-I\(x265Folder)/include"]))
    }
}

if isFuzzing {
    let reporting = needed(by: ["fuzz"], of: package.targets)
    for target in package.targets where reporting.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer"]))
    }
}

for target in package.targets where optimizedModules.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
}

if let chosenTests {
    let chosen = needed(by: chosenTests, of: package.targets)
    package.targets.removeAll { !chosen.contains($0.name) }
    package.products.removeAll()
    // Packages that nothing needs are not fetched, either.
    let packages = Set(
        package.targets.flatMap(\.dependencies).compactMap { dependency in
            if case .productItem(_, let package?, _, _) = dependency { package.lowercased() } else { nil }
        }
    )
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return !packages.contains(location.split(separator: "/").last?.lowercased() ?? "")
    }
}
