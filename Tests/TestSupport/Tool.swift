package import Foundation

/// A program that a test runs: one of another project that makes films or checks what we write, or our own.
package struct Tool: Sendable {
    /// Where it lies.
    package let url: URL

    /// How a run ended, and what it said.
    package struct Outcome: Sendable {
        /// Exit status; minus the signal's number when a signal ended it.
        package let status: Int32
        /// What it wrote to its standard output.
        package let output: String
        /// What it wrote to its standard error.
        package let errors: String
    }

    /// A run that should have succeeded and did not.
    package struct Failure: Error {
        /// As in ``Outcome``.
        package let status: Int32
        /// The end of what it wrote to its standard error.
        package let lastWords: String
    }

    /// The program at a place.
    package init(at url: URL) { self.url = url }

    /// The program of this name in the search path, or nil.
    package init?(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates = folders.map { URL(filePath: String($0)).appending(path: name) }
        guard let url = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            return nil
        }
        self.url = url
    }

    /// An ffmpeg that has a filter: the one that GRANARY_FFMPEG names, the search path's, or that of the project's
    /// Python environment; nil when none has it.
    package static func ffmpeg(withFilter filter: String) -> Tool? {
        let named = ProcessInfo.processInfo.environment["GRANARY_FFMPEG"].map { Tool(at: URL(filePath: $0)) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        let libraries = root.appending(path: ".venv/lib")
        let environments = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []
        let packaged = environments.sorted().flatMap { environment in
            let folder = libraries.appending(path: "\(environment)/site-packages/imageio_ffmpeg/binaries")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.filter { $0.hasPrefix("ffmpeg-") }.sorted().map { Tool(at: folder.appending(path: $0)) }
        }
        return ([named, Tool("ffmpeg")].compactMap(\.self) + packaged).first { tool in
            let filters = (try? tool.run(["-hide_banner", "-filters"]).output) ?? ""
            return filters.split(separator: "\n").contains { line in
                line.split(separator: " ").dropFirst().first.map(String.init) == filter
            }
        }
    }

    /// Whether all programs of these names are there.
    package static func arePresent(_ names: String...) -> Bool { names.allSatisfy { Tool($0) != nil } }

    /// Runs the program without input, and waits. Its output goes through files, which never fill up as pipes do.
    /// - Parameters:
    ///   - folder: the folder to run in; nil is the one that the tests run in.
    ///   - environment: variables beside those that the tests have.
    package func run(
        _ arguments: [String],
        in folder: URL? = nil,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, own in own }
        if let folder { process.currentDirectoryURL = folder }
        let names = FileManager.default.temporaryDirectory.appending(path: "tool-\(UUID().uuidString)")
        let files = ["out", "err"].map { names.appendingPathExtension($0) }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        for file in files { try Data().write(to: file) }
        let handles = try files.map { try FileHandle(forWritingTo: $0) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        try process.run()
        process.waitUntilExit()
        for handle in handles { try handle.close() }
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(status: status, output: texts[0], errors: texts[1])
    }

    /// Runs the program as ``run(_:in:environment:)`` does and gives what it wrote to its standard output.
    /// - Throws: ``Failure`` when it ends otherwise than with 0.
    @discardableResult
    package func output(
        _ arguments: [String],
        in folder: URL? = nil,
        environment: [String: String] = [:]
    ) throws -> String {
        let outcome = try run(arguments, in: folder, environment: environment)
        guard outcome.status == 0 else {
            throw Failure(status: outcome.status, lastWords: String(outcome.errors.suffix(800)))
        }
        return outcome.output
    }
}
