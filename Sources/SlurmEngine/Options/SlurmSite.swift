import Foundation
package import Jobs
import Platform

/// What a site, or a user, always asks of Slurm: files that hold the keys of a manifest's `slurm` section.
package enum SlurmSite {
    /// The files that are looked for, the one that counts most first: the user's, then the machine's.
    package static func files(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> [String] {
        func folder(_ key: String) -> String? { environment[key].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let own = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
        return [own, "/etc"].compactMap(\.self).map { $0 + "/granary/slurm.yaml" }
    }

    /// What the files that are there ask for; a file that is not there asks for nothing.
    ///
    /// Throws a `ManifestError` with everything that is wrong in the first file at fault, each with line and column.
    package static func options(in files: [String] = Self.files()) throws(ManifestError) -> SlurmOptions {
        var options = SlurmOptions()
        for file in files where FileStatus(path: file) != nil {
            options = options.over(try read(try Manifest.bytes(ofFile: file), file: file))
        }
        return options
    }

    /// Reads the text of one file.
    static func read(_ bytes: [UInt8], file: String) throws(ManifestError) -> SlurmOptions {
        // A file of comments alone is what a site begins with.
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        if lines.allSatisfy({ $0.drop(while: \.isWhitespace).first ?? "#" == "#" }) { return SlurmOptions() }
        let reader = ManifestReader(file: file)
        let options = reader.section(try YAMLDocument.root(of: bytes, file: file), at: "slurm").map { SlurmOptions($0) }
        guard reader.issues.isEmpty, let options else { throw ManifestError(file: file, issues: reader.issues) }
        return options
    }
}
