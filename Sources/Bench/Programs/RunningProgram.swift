import Foundation
import Jobs
import Platform
import Worker

/// What the program is that runs now, and what it works with.
enum RunningProgram {
    /// The commit of the checkout that the program lies in, with `-dirty` when files were changed; what
    /// `GRANARY_COMMIT` names comes first. Nil for a program that lies in none.
    static var commit: String? {
        if let named = ProcessInfo.processInfo.environment["GRANARY_COMMIT"], !named.isEmpty { return named }
        let folder = URL(filePath: OwnProgram.path).resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        guard let git = SearchPath.program("git") else { return nil }
        func answer(_ words: [String]) -> String? {
            ProgramOutput.text(of: git, ["-C", folder] + words)?.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        // A checkout of something else that happens to lie above says nothing about this program.
        guard let top = answer(["rev-parse", "--show-toplevel"]),
            FileManager.default.fileExists(atPath: "\(top)/Sources/granary/GranaryCommand.swift")
        else { return nil }
        return answer(["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])
    }

    /// Programs and libraries with their versions.
    static func libraries(_ programs: BenchPrograms, _ metrics: [BenchMetric]) -> [BenchLibrary] {
        var libraries: [BenchLibrary] = []
        func add(_ name: String, _ version: String?) {
            if let version { libraries.append(BenchLibrary(name: name, version: version)) }
        }
        // Builds of one version differ: the program's own bytes tell them apart.
        add(
            "granary (program)",
            (try? FileChecksum.sha256(of: OwnProgram.path)).map { "\($0.prefix(16))" }
        )
        let builds = WorkSite.builds
        add("FFmpeg and zimg (libraries)", builds.reader)
        add("libx265 (library)", builds.encoder)
        for name in BenchPrograms.Name.allCases { add("\(name.rawValue) (program)", programs.version(of: name)) }
        if metrics.contains(.vmaf) { add("libvmaf by", (try? VMAFTool.find())?.version) }
        return libraries.sorted { $0.name < $1.name }
    }
}
