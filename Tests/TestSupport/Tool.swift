package import Foundation
import Glibc
import Platform

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

    /// The program of this project that was built together with the tests.
    /// - Throws: `CocoaError` where there is none.
    package static func built(_ name: String) throws -> Tool {
        let tests = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let products = tests.deletingLastPathComponent()
        let places = [products, products.deletingLastPathComponent()].map { $0.appending(path: name) }
        guard let url = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: places[0].path])
        }
        return Tool(at: url)
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
    ///
    /// The end of the process itself is waited for. Foundation waits for a socket to close, and children of other tests
    /// may have inherited it.
    /// - Parameters:
    ///   - folder: the folder to run in; nil is the one that the tests run in.
    ///   - environment: variables beside those that the tests have.
    package func run(
        _ arguments: [String],
        in folder: URL? = nil,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        let names = FileManager.default.temporaryDirectory.appending(path: "tool-\(UUID().uuidString)")
        let files = ["out", "err"].map { names.appendingPathExtension($0) }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        // Safe: each path is a string that lives through its call.
        let input = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        let outputs = files.map { unsafe open($0.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        defer { for descriptor in [input] + outputs { close(descriptor) } }
        var words = [url.path] + arguments
        if let folder { words = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path] + words }
        let (number, process) = ProcessStart.lock.withLock {
            ProcessStart.spawn(
                words[0],
                Array(words.dropFirst()),
                ProcessInfo.processInfo.environment.merging(environment) { _, own in own },
                input: input,
                output: outputs[0],
                error: outputs[1]
            )
        }
        guard number == 0 else { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .ENOENT) }
        var state: CInt = 0
        // Safe: the call writes one number.
        while unsafe waitpid(process, &state, 0) < 0 && errno == EINTR {}
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        let signal = state & 0x7f
        return Outcome(status: signal == 0 ? state >> 8 & 0xff : -signal, output: texts[0], errors: texts[1])
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
