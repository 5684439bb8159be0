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

    /// Looks for them: for `x265` beside the library that Granary encodes with first, else in the search path.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
        var places: [Name: String] = [:]
        for name in Name.allCases {
            let built = name == .x265 ? Self.builtX265(environment) : nil
            places[name] = built ?? SearchPath.program(name.rawValue, environment: environment)
        }
        self.places = places
    }

    /// Where a program lies. Throws the hole that its absence makes.
    package func path(of name: Name) throws(BenchHole) -> String {
        if let path = places[name] { return path }
        throw BenchHole(.anchorMissing, "\(name.rawValue) is not installed; Scripts/setup installs it")
    }

    /// Where a program of a template lies: by its path, or in the search path.
    package func path(ofTemplate name: String) throws(BenchHole) -> String {
        let isPath = name.contains("/")
        let path = isPath ? name : SearchPath.program(name, environment: environment)
        if let path, FileManager.default.isExecutableFile(atPath: path) { return path }
        throw BenchHole(.anchorMissing, "\(name) is not \(isPath ? "there, or no program" : "in the search path")")
    }

    /// What a program says of its version; nil when it is not there or does not say.
    package func version(of name: Name) -> String? {
        guard let path = places[name] else { return nil }
        let words = name == .ffmpeg ? ["-version"] : ["--version"]
        return BenchPrograms.firstLine(of: BenchCommand(path, words))
    }

    /// The first line that a command prints which has a digit, without what x265 puts before it; nil without one.
    static func firstLine(of command: BenchCommand) -> String? {
        guard let text = ProgramOutput.text(of: command.program, command.words) else { return nil }
        let line = text.split(whereSeparator: \.isNewline).first { $0.contains(where: \.isNumber) }
        return line.map { line in
            let told = line.firstRange(of: "]: ").map { line[$0.upperBound...] } ?? line
            return String(told.prefix(120))
        }
    }

    /// The program that belongs to the library which Granary encodes with: versions differ by some percent in speed.
    private static func builtX265(_ environment: [String: String]) -> String? {
        let named = environment["GRANARY_X265"] ?? ""
        if named == "system" { return nil }
        var candidates = named.isEmpty ? [] : ["\(named)/bin/x265"]
        var folder = URL(filePath: OwnProgram.path).resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            candidates.append(folder.appending(path: ".cache/x265/bin/x265").path)
        }
        return candidates.first(where: FileManager.default.isExecutableFile)
    }
}
