import Foundation
package import Jobs
import Platform

/// The Slurm options of a site or of a user, for all jobs: files with the keys of a manifest's `slurm` section.
package enum SlurmSite {
    /// The paths of these files, in order of precedence: the user's, then the machine's.
    package static func files(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String] {
        func folder(_ key: String) -> String? { environment[key].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let own = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
        return [own, "/etc"].compactMap(\.self).map { $0 + "/granary/slurm.yaml" }
    }

    /// The options of all files that exist.
    ///
    /// Throws a `ManifestError` with every error of the first invalid file, each with line and column.
    package static func options(in files: [String] = Self.files()) throws(ManifestError) -> SlurmOptions {
        var options = SlurmOptions()
        for file in files where FileStatus(path: file) != nil {
            options = options.over(try read(try Manifest.bytes(ofFile: file), file: file))
        }
        return options
    }

    /// Reads the text of one file.
    static func read(_ bytes: [UInt8], file: String) throws(ManifestError) -> SlurmOptions {
        // A file with only comments is valid: a site may start with one.
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        if lines.allSatisfy({ $0.drop(while: \.isWhitespace).first ?? "#" == "#" }) { return SlurmOptions() }
        let reader = ManifestReader(file: file)
        let options = reader.section(try YAMLDocument.root(of: bytes, file: file), at: "slurm").map { SlurmOptions($0) }
        guard reader.issues.isEmpty, let options else { throw ManifestError(file: file, issues: reader.issues) }
        return options
    }
}
