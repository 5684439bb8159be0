import Foundation
import Media
import Platform

/// An ffmpeg that has libvmaf: found on this machine, and asked what it is.
package struct VMAFTool: Hashable, Sendable {
    /// Path of the program.
    package let path: String
    /// What it calls itself, as in `ffmpeg n7.1`.
    package let version: String

    /// How to get one.
    package static let remedy =
        "Scripts/setup installs one into .venv (PyPI's imageio-ffmpeg 0.8 or newer has it); GRANARY_FFMPEG names "
        + "another"

    /// Finds one: what GRANARY_FFMPEG names, else the search path's, else that of imageio-ffmpeg in a `.venv` beside
    /// this program or above it, or in the current folder.
    ///
    /// Throws when none of them has libvmaf; where GRANARY_FFMPEG names one, no other is looked for.
    package static func find(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(WorkError) -> VMAFTool {
        var looked: [String] = []
        for path in candidates(environment) {
            if let tool = VMAFTool(at: path) { return tool }
            looked.append(path)
        }
        throw WorkError(
            .unavailable,
            attempted: "measure VMAF",
            subject: "ffmpeg",
            cause: looked.isEmpty
                ? "there is no ffmpeg" : "\(looked.joined(separator: " and ")) cannot be run, or has no libvmaf",
            remedy: remedy
        )
    }

    /// Finds the one that a job is measured with: another build's figures are no part of the same film.
    static func find(forJob version: String?) throws(WorkError) -> VMAFTool {
        let tool = try find()
        guard let version, tool.version != version else { return tool }
        throw WorkError(
            .unavailable,
            attempted: "measure VMAF",
            subject: tool.path,
            cause: "it is \(tool.version), and the job's other ranges are measured by \(version)",
            remedy:
                "install the same one on every machine, GRANARY_FFMPEG names it; or begin the job anew with --restart"
        )
    }

    /// The programs that may be it, and folders that are looked through for it: what a process needs that is to find
    /// and start one while it is confined. A script may start what the system has.
    static func places(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> (programs: [String], folders: [String]) {
        let programs = candidates(environment)
        let areScripts = programs.contains { path in
            (try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 2)) == Data("#!".utf8)
        }
        let named = environment["GRANARY_FFMPEG"] ?? ""
        return (programs + (areScripts ? ["/usr", "/bin"] : []), named.isEmpty ? libraries : [])
    }

    private static func candidates(_ environment: [String: String]) -> [String] {
        if let named = environment["GRANARY_FFMPEG"], !named.isEmpty { return [named] }
        return [SearchPath.program("ffmpeg", environment: environment)].compactMap(\.self) + packaged()
    }

    /// The binaries of imageio-ffmpeg in Python environments of the folders above this program, and of the current one.
    private static func packaged() -> [String] {
        libraries.flatMap { libraries -> [String] in
            let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
            return versions.sorted().flatMap { version -> [String] in
                let binaries = "\(libraries)/\(version)/site-packages/imageio_ffmpeg/binaries"
                let names = (try? FileManager.default.contentsOfDirectory(atPath: binaries)) ?? []
                return names.filter { $0.hasPrefix("ffmpeg-") }.sorted().map { "\(binaries)/\($0)" }
            }
        }
    }

    /// Where Python environments keep packages, in the folders above this program and in the current one.
    private static var libraries: [String] {
        var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        var roots = [FileManager.default.currentDirectoryPath]
        while folder.path != "/" {
            roots.append(folder.path)
            folder.deleteLastPathComponent()
        }
        return roots.map { "\($0)/.venv/lib" }
    }

    /// The program at a path; nil when it cannot be run or has no libvmaf.
    init?(at path: String) {
        guard let filters = JudgeProgram.output(of: path, ["-hide_banner", "-filters"]),
            filters.split(separator: "\n").contains(where: { line in
                line.split(separator: " ").dropFirst().first == "libvmaf"
            }),
            let words = JudgeProgram.output(of: path, ["-version"])?.split(whereSeparator: \.isWhitespace),
            words.count > 2, words[0] == "ffmpeg"
        else { return nil }
        self.path = path
        version = "ffmpeg \(words[2].prefix(80))"
    }
}
