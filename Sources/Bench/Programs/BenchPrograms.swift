import Foundation
import Media
import Platform
import Worker

/// The programs that anchors need, as they were found on this machine.
package struct BenchPrograms: Sendable {
    /// A program that anchors know by name.
    package enum Name: String, Sendable, CaseIterable {
        case ffmpeg
        case x265
        case x264
    }

    private let environment: [String: String]
    private let places: [Name: String]

    /// Looks for them in the search path; for `x265` first next to the library that Granary encodes with.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
        var places: [Name: String] = [:]
        for name in Name.allCases {
            let built = name == .x265 ? Self.builtX265(environment) : nil
            places[name] = built ?? SearchPath.program(name.rawValue, environment: environment)
        }
        self.places = places
    }

    /// Path of a program. Throws a hole if it is not installed.
    package func path(of name: Name) throws(BenchHole) -> String {
        if let path = places[name] { return path }
        throw BenchHole(.anchorMissing, "\(name.rawValue) is not installed; apt-get install \(name.rawValue)")
    }

    /// Path of a template's program, which is named by its path or found in the search path. Throws a hole if it is
    /// missing.
    package func path(ofTemplate name: String) throws(BenchHole) -> String {
        let isPath = name.contains("/")
        let path = isPath ? name : SearchPath.program(name, environment: environment)
        if let path, FileManager.default.isExecutableFile(atPath: path) { return path }
        let cause = isPath ? "does not exist or is not a program" : "is not in the search path"
        throw BenchHole(.anchorMissing, "\(name) \(cause)")
    }

    /// The version that a program reports; nil if it is not installed or reports none.
    package func version(of name: Name) -> String? {
        guard let path = places[name] else { return nil }
        let words = name == .ffmpeg ? ["-version"] : ["--version"]
        return BenchPrograms.firstLine(of: BenchCommand(path, words))
    }

    /// The first printed line with a digit, without the prefix of x265's messages; nil without one.
    static func firstLine(of command: BenchCommand) -> String? {
        guard let text = ProgramOutput.text(of: command.program, command.words) else { return nil }
        let line = text.split(whereSeparator: \.isNewline).first { $0.contains(where: \.isNumber) }
        return line.map { line in
            let version = line.firstRange(of: "]: ").map { line[$0.upperBound...] } ?? line
            return String(version.prefix(120))
        }
    }

    /// The program that was built with Granary's library: versions of x265 differ by some percent in speed.
    private static func builtX265(_ environment: [String: String]) -> String? {
        let named = environment["GRANARY_X265"] ?? ""
        if named == "system" { return nil }
        var candidates = named.isEmpty ? [] : ["\(named)/bin/x265"]
        var folder = URL(filePath: OwnProgram.path).resolvingSymlinksInPath()
        // The one of a package, where that has a library of its own.
        let prefix = folder.deletingLastPathComponent().deletingLastPathComponent()
        candidates.append(prefix.appending(path: "lib/granary/x265").path)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            candidates.append(folder.appending(path: ".cache/x265/bin/x265").path)
        }
        return candidates.first(where: FileManager.default.isExecutableFile)
    }
}
