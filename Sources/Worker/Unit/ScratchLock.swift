import Glibc

/// A kernel lock on a file in a scratch folder. It ends when the process ends for any reason.
///
/// Unlike a process id, it is valid for all processes that see the folder, also in other PID namespaces. It belongs to
/// the open file, so it also excludes other users in this process.
final class ScratchLock {
    /// Why the lock was not taken.
    enum Failure: Error {
        /// There is no lock file.
        case noFile
        /// Another user holds the lock.
        case held
        /// The file cannot be opened, or the file system has no locks.
        case unavailable
    }

    /// Name of the lock file in its folder.
    static let fileName = ".lock"

    private let descriptor: CInt

    /// Takes the lock of a folder, without waiting.
    ///
    /// - Parameters:
    ///   - folder: path of the folder.
    ///   - isNew: true to create the lock file, false to use an existing one.
    init(folder: String, isNew: Bool) throws(Failure) {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isNew ? O_CREAT | O_EXCL : 0)
        // Safe: the path is lent for the call only.
        let file = unsafe open("\(folder)/\(Self.fileName)", flags, 0o600)
        guard file >= 0 else { throw errno == ENOENT ? .noFile : .unavailable }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno
            close(file)
            throw failure == EWOULDBLOCK ? .held : .unavailable
        }
        descriptor = file
    }

    deinit { close(descriptor) }
}
