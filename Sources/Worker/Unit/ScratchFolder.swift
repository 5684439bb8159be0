import Farm
import Foundation
import Media
import Storage

/// A folder on this machine's own disk for what is not published yet; removed when it is let go of.
package final class ScratchFolder {
    /// Path of the folder.
    package let path: String
    private let parent: String

    /// Creates the folder below another one, and clears what killed workers left there.
    package init(in parent: String = ScratchPlace.standard) throws {
        ScratchFolder.removeAbandoned(in: parent)
        self.parent = parent
        path = "\(parent)/granary-work-\(getpid())-\(UUID().uuidString.prefix(8))"
        guard let obstacle = Folder.create(path, mode: 0o700) else { return }
        throw WorkError(
            .inputOutput,
            attempted: "make a scratch folder",
            subject: path,
            cause: obstacle,
            remedy: "set TMPDIR to a local folder that can be written"
        )
    }

    /// A full disk under this folder as the user knows it; every other error as it is.
    func explained(_ error: any Error, attempted: String) -> any Error {
        guard let error = error as? StorageError, error.code == .diskFull, error.subject == path else { return error }
        return WorkError(
            .inputOutput,
            attempted: attempted,
            subject: parent,
            cause: "the disk of that folder, where scratch files go, is full: \(DiskSpace.words(at: parent))",
            remedy: "free some space there, or set TMPDIR to a local folder with more, and run the job again: "
                + "it goes on where it stopped"
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the folders of workers that were killed: their process is gone.
    private static func removeAbandoned(in parent: String) {
        let prefix = "granary-work-"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            guard let id = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), id > 0,
                kill(id, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
    }
}
