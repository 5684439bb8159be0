import Foundation
import Media
import Platform

/// An ffmpeg with libvmaf on this machine.
package struct VMAFTool: Hashable, Sendable {
    /// Path of the program.
    package let path: String
    /// Its name and version as it prints them, as in `ffmpeg n7.1`.
    package let version: String

    /// Where to get one.
    package static let remedy =
        "PyPI's imageio-ffmpeg 0.8 or newer has one (Scripts/setup installs it into the .venv of a checkout); "
        + "GRANARY_FFMPEG names another"

    /// Finds one: the program in GRANARY_FFMPEG; else the one in the search path; else the one of imageio-ffmpeg in a
    /// `.venv` of the current folder, of this program's folder or of a folder above it.
    ///
    /// Throws when none of them has libvmaf. If GRANARY_FFMPEG is set, no other program is tried.
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

    /// Finds the version that the job uses: figures of different builds must not be mixed in one film.
    static func find(forJob version: String?) throws(WorkError) -> VMAFTool {
        let tool = try find()
        guard let version, tool.version != version else { return tool }
        throw WorkError(
            .unavailable,
            attempted: "measure VMAF",
            subject: tool.path,
            cause: "it is \(tool.version), but the job measures its ranges with \(version)",
            remedy: "Install \(version) on every machine and set GRANARY_FFMPEG; or use --restart to start again."
        )
    }

    /// The candidates, and the folders that are searched for them: the paths that a confined process needs to find and
    /// start one. If a candidate is a script, the system's programs are added.
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

    /// Package folders of Python environments, in the current folder and in the folders above this program.
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
