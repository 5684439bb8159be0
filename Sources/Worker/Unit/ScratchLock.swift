import Glibc

/// A lock of the kernel on a file in a scratch folder, which ends with the process however that ends.
///
/// Unlike a process id it means the same to every process that sees the folder, in another PID namespace too. It
/// belongs to the open file, so that it also excludes others in this process.
final class ScratchLock {
    /// Why there is no lock.
    enum Failure: Error {
        /// There is no lock file.
        case noFile
        /// Somebody holds the lock.
        case held
        /// The file cannot be opened, or the file system has no locks.
        case unavailable
    }

    /// Name of the lock file in its folder.
    static let fileName = ".lock"

    private let descriptor: CInt

    /// Takes the lock of a folder without waiting for it.
    ///
    /// - Parameters:
    ///   - folder: path of the folder.
    ///   - isNew: true to create the lock file, false to take only one that is there.
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
