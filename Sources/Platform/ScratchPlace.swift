import Confinement
import Foundation
import Storage

/// The folder for temporary files of this machine: on a local disk, not on a shared one.
package enum ScratchPlace {
    /// `$SLURM_TMPDIR`, which clusters create for a job, otherwise `$TMPDIR`, otherwise the system's folder for large
    /// temporary files.
    ///
    /// A missing folder is skipped, because a job has the variables of the machine from which it was submitted.
    package static var standard: String { chosen(of: ProcessInfo.processInfo.environment) }

    /// The folder that the user gave, for a private folder that a confined process created in it.
    package static func named(by folder: String) -> String {
        let url = URL(filePath: folder)
        return url.lastPathComponent.hasPrefix(PrivateFolder.prefix) ? url.deletingLastPathComponent().path : folder
    }

    /// The error about a full disk of a scratch folder: subject, cause and remedy.
    package static func fullDisk(at folder: String) -> (subject: String, cause: String, remedy: String) {
        (
            named(by: folder),
            "the disk of that folder, where scratch files go, is full: \(DiskSpace.words(at: folder))",
            "Free some space there, or set TMPDIR to a local folder with more space, and run the job again: "
                + "it continues where it stopped."
        )
    }

    /// The scratch folder for an environment.
    static func chosen(of environment: [String: String]) -> String {
        let named = ["SLURM_TMPDIR", "TMPDIR"].compactMap { environment[$0] }
        return named.first { FileStatus(path: $0)?.isFolder == true } ?? "/var/tmp"
    }
}
