import Confinement
import Foundation
import Storage

/// Where this machine keeps files that are of use for a while: on its own disk, not on one that it shares.
package enum ScratchPlace {
    /// `$SLURM_TMPDIR`, which clusters make for a job, else `$TMPDIR`, else the system's place for large temporary
    /// files.
    ///
    /// A folder that the variables name and that is not there is passed over: a job has the variables of the machine
    /// that it was submitted from.
    package static var standard: String { chosen(of: ProcessInfo.processInfo.environment) }

    /// The folder that somebody named, of one that a confined process made there for itself.
    package static func named(by folder: String) -> String {
        let url = URL(filePath: folder)
        return url.lastPathComponent.hasPrefix(PrivateFolder.prefix) ? url.deletingLastPathComponent().path : folder
    }

    /// What to say where the disk of a scratch folder is full: of which folder, why, and what helps.
    package static func fullDisk(at folder: String) -> (subject: String, cause: String, remedy: String) {
        (
            named(by: folder),
            "the disk of that folder, where scratch files go, is full: \(DiskSpace.words(at: folder))",
            "free some space there, or set TMPDIR to a local folder with more, and run the job again: "
                + "it goes on where it stopped"
        )
    }

    /// The folder that an environment names.
    static func chosen(of environment: [String: String]) -> String {
        let named = ["SLURM_TMPDIR", "TMPDIR"].compactMap { environment[$0] }
        return named.first { FileStatus(path: $0)?.isFolder == true } ?? "/var/tmp"
    }
}
