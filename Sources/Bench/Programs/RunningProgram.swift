import Foundation
import Jobs
import Platform
import Worker

/// The running program, and the programs and libraries that it uses.
enum RunningProgram {
    /// The commit that the build named, else that of the checkout that contains the program, with `-dirty` if files
    /// were changed; `GRANARY_COMMIT` overrides it. Nil if nothing names one.
    static var commit: String? {
        if let named = ProcessInfo.processInfo.environment["GRANARY_COMMIT"], !named.isEmpty { return named }
        if let built = BuildRecord.commit { return built }
        let folder = URL(filePath: OwnProgram.path).resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        guard let git = SearchPath.program("git") else { return nil }
        func answer(_ words: [String]) -> String? {
            ProgramOutput.text(of: git, ["-C", folder] + words)?.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        // A checkout of another project that contains the program's folder says nothing about this program.
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
        // Builds of one version differ: the program's hash identifies the build.
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
