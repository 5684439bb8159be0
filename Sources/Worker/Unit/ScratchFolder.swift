import Foundation
import Media
import Platform
import Storage

/// A folder on this machine's own disk for unpublished files; removed when it is released.
///
/// It holds a lock while it is in use. Other processes remove only folders whose lock they can take.
package final class ScratchFolder {
    /// Path of the folder.
    package let path: String
    private let parent: String
    private let lock: ScratchLock?

    /// Creates the folder in `parent`, and removes the folders of killed workers there.
    package init(in parent: String = ScratchPlace.standard) throws {
        ScratchFolder.removeAbandoned(in: parent)
        self.parent = parent
        let name = "\(getpid())-\(UUID().uuidString.prefix(8))"
        let new = "\(parent)/\(Self.newPrefix)\(name)"
        if let obstacle = Folder.create(new, mode: 0o700, isLasting: false) {
            throw WorkError(
                .inputOutput,
                attempted: "create a scratch folder",
                subject: new,
                cause: obstacle,
                remedy: "Set TMPDIR to a writable local folder."
            )
        }
        // Once it is locked, it gets the name by which other processes find abandoned folders. On a file system without
        // locks it keeps its first name, and no process removes it while anything is in it.
        lock = try? ScratchLock(folder: new, isNew: true)
        let old = "\(parent)/\(Self.prefix)\(name)"
        // Safe: the paths are lent for the call only.
        path = unsafe lock != nil && rename(new, old) == 0 ? old : new
    }

    /// Explains an error of a full disk in this folder to the user; returns every other error unchanged.
    func explained(_ error: any Error, attempted: String) -> any Error {
        guard let error = error as? StorageError, error.code == .diskFull, error.subject == path else { return error }
        let (subject, cause, remedy) = ScratchPlace.fullDisk(at: parent)
        return WorkError(.inputOutput, attempted: attempted, subject: subject, cause: cause, remedy: remedy)
    }

    // The lock is released after this, so that no other process removes the folder meanwhile.
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Prefix of folders that are removed when no process holds their lock.
    private static let prefix = "granary-work-"
    /// Prefix of folders without a lock: not locked yet, or on a file system without locks.
    private static let newPrefix = "granary-new-"
    /// Least age in seconds of a folder without a lock file that is removed.
    private static let ageLimitSeconds = 86_400.0

    /// Least age in seconds of a folder with the first name that is removed: a worker locks its new folder at once, and
    /// must not find the lock taken.
    private static let newAgeLimitSeconds = 3_600.0

    /// Removes the folders of workers that were killed.
    private static func removeAbandoned(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
            guard let prefix = [prefix, newPrefix].first(where: name.hasPrefix) else { continue }
            let path = "\(parent)/\(name)"
            let isNew = prefix == newPrefix
            if isNew, !isUnchanged(path, forSeconds: newAgeLimitSeconds) { continue }
            do throws(ScratchLock.Failure) {
                let lock = try ScratchLock(folder: path, isNew: false)
                // The process that takes the lock removes the folder, and holds the lock until the folder is gone.
                try? FileManager.default.removeItem(atPath: path)
                withExtendedLifetime(lock) {}
            } catch .noFile {
                // Safe: the path is lent for the call only. The call removes only an empty folder.
                if isNew, unsafe rmdir(path) == 0 { continue }
                if isAbandoned(withoutLock: path, id: name.dropFirst(prefix.count).prefix { $0 != "-" }) {
                    try? FileManager.default.removeItem(atPath: path)
                }
            } catch {
                // The folder is in use, or that cannot be determined.
            }
        }
    }

    /// Whether a folder without a lock, from an earlier version of Granary or from a full disk, belongs to a process
    /// that has ended: no process has its id, and nothing in it changed for a day. The id alone proves nothing, because
    /// the process may be in another PID namespace.
    private static func isAbandoned(withoutLock path: String, id: Substring) -> Bool {
        guard let id = pid_t(id), id > 0, kill(id, 0) != 0, errno == ESRCH else { return false }
        return isUnchanged(path, forSeconds: ageLimitSeconds)
    }

    /// Whether a folder and the files in it were last changed at least some time ago.
    private static func isUnchanged(_ path: String, forSeconds seconds: Double) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return false }
        return ([path] + names.map { "\(path)/\($0)" }).allSatisfy { file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: file)
            guard let change = attributes?[.modificationDate] as? Date else { return false }
            return change.timeIntervalSinceNow < -seconds
        }
    }
}
