import Foundation
import Media
import Platform
import Storage

/// A folder on this machine's own disk for what is not published yet; removed when it is let go of.
///
/// It holds a lock as long as it is used. Only a folder whose lock can be taken is cleared away by others.
package final class ScratchFolder {
    /// Path of the folder.
    package let path: String
    private let parent: String
    private let lock: ScratchLock?

    /// Creates the folder below another one, and clears what killed workers left there.
    package init(in parent: String = ScratchPlace.standard) throws {
        ScratchFolder.removeAbandoned(in: parent)
        self.parent = parent
        let name = "\(getpid())-\(UUID().uuidString.prefix(8))"
        let new = "\(parent)/\(Self.newPrefix)\(name)"
        if let obstacle = Folder.create(new, mode: 0o700, isLasting: false) {
            throw WorkError(
                .inputOutput,
                attempted: "make a scratch folder",
                subject: new,
                cause: obstacle,
                remedy: "set TMPDIR to a local folder that can be written"
            )
        }
        // It gets the name by which others look for folders to clear away once it is locked. Where there are no locks
        // it keeps the other one, and nobody clears it away.
        lock = try? ScratchLock(folder: new, isNew: true)
        let old = "\(parent)/\(Self.prefix)\(name)"
        // Safe: the paths are lent for the call only.
        path = unsafe lock != nil && rename(new, old) == 0 ? old : new
    }

    /// A full disk under this folder as the user knows it; every other error as it is.
    func explained(_ error: any Error, attempted: String) -> any Error {
        guard let error = error as? StorageError, error.code == .diskFull, error.subject == path else { return error }
        let (subject, cause, remedy) = ScratchPlace.fullDisk(at: parent)
        return WorkError(.inputOutput, attempted: attempted, subject: subject, cause: cause, remedy: remedy)
    }

    // The lock is let go of after this, so that nobody else removes the folder meanwhile.
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// What the names of folders begin with that are cleared away when nobody holds their lock.
    private static let prefix = "granary-work-"
    /// What the names of folders begin with that are not locked yet, or cannot be.
    private static let newPrefix = "granary-new-"
    /// How old a folder without a lock file is at least when it is cleared away, in seconds.
    private static let ageLimitSeconds = 86_400.0

    /// Removes the folders of workers that were killed.
    private static func removeAbandoned(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            do throws(ScratchLock.Failure) {
                let lock = try ScratchLock(folder: path, isNew: false)
                // Whoever took the lock first removes it, and has the lock until it is gone.
                try? FileManager.default.removeItem(atPath: path)
                withExtendedLifetime(lock) {}
            } catch .noFile {
                if isAbandoned(withoutLock: path, name: name) { try? FileManager.default.removeItem(atPath: path) }
            } catch {
                // It is in use, or nobody can tell whether it is.
            }
        }
    }

    /// Whether a folder that an earlier Granary made, without a lock, is one of a process that is gone: none has its
    /// id, and nothing in it changed for a day. The id alone says nothing about processes of other PID namespaces.
    private static func isAbandoned(withoutLock path: String, name: String) -> Bool {
        guard let id = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), id > 0, kill(id, 0) != 0,
            errno == ESRCH,
            let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        else { return false }
        return ([path] + names.map { "\(path)/\($0)" }).allSatisfy { file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: file)
            guard let change = attributes?[.modificationDate] as? Date else { return false }
            return change.timeIntervalSinceNow < -ageLimitSeconds
        }
    }
}
