// swift-tools-version: 6.2
// Small programs that use GranaryKit as any other package would. SPDX-License-Identifier: GPL-3.0-or-later

import PackageDescription

/// The address of Granary's repository. Scripts/examples sets it to a copy of the checkout with a tag.
let repository = Context.environment["GRANARY_REPOSITORY"] ?? ""

let kit = Target.Dependency.product(name: "GranaryKit", package: "granary")

let package = Package(
    name: "examples",
    dependencies: [.package(url: repository, from: "0.1.0")],
    targets: [
        .executableTarget(name: "Transcode", dependencies: [kit], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(name: "ExportInOneCall", dependencies: [kit], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(name: "FilterBetween", dependencies: [kit], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(name: "Inspect", dependencies: [kit], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(name: "LevelDropper", dependencies: [kit], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(name: "TwoMachines", dependencies: [kit], swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
)
