import Glibc

/// A lock on a store that sessions update: one process at a time may have it open. Released in deinit, and by the
/// system when the process ends.
final class WriterLock {
    private let descriptor: CInt

    /// Locks a file that exists. Throws `inUse` if somebody else has it open for updates.
    init(_ path: String) throws(StorageError) {
        // Safe: the path is a C string for the duration of the call.
        descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(attempted: "open a store", subject: path) }
        var isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        if isLocked {
            // Whoever held the lock may have put another file in this place meanwhile.
            var (held, named) = (stat(), stat())
            // Safe: both structures live on this frame, and the path is a C string for the duration of the call.
            isLocked = unsafe fstat(descriptor, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino
        }
        guard isLocked else {
            // All members are set, so that deinit closes the file.
            throw StorageError(
                .inUse,
                attempted: "open a store",
                subject: path,
                cause: "another session has it open",
                remedy: "Close that session, or use another file."
            )
        }
    }

    deinit {
        // Closing is not enough: a process that is being started has all files until it becomes its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
