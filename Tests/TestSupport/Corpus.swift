package import Foundation

/// The inputs that the fuzzer starts from, and those that once broke something: `Tests/Corpus/TARGET/NAME`.
package enum Corpus {
    /// The folder with a folder for each target.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus")

    /// Whether tests write the seeds that they make: `GRANARY_CORPUS=write`.
    private static let isWritten = ProcessInfo.processInfo.environment["GRANARY_CORPUS"] == "write"

    /// Names of the inputs of a target, sorted.
    package static func names(of target: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: target).path).sorted()
    }

    /// The bytes of an input.
    package static func bytes(of target: String, _ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: target).appending(path: name)))
    }

    /// Takes an input that a test made as a seed; written only when that is asked for.
    package static func seed(_ target: String, _ name: String, _ bytes: [UInt8]) throws {
        guard isWritten else { return }
        let folder = folder.appending(path: target)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appending(path: name))
    }
}
