import Glibc
package import Jobs
import Platform

/// A kernel lock on a file of a queue, which is created and never removed. It ends with the value, and with the
/// process, however that ends.
package final class QueueLock: Sendable {
    private let descriptor: CInt

    /// Takes a lock.
    ///
    /// - Parameters:
    ///   - path: the file; its folder exists.
    ///   - waits: true waits until the lock is free.
    /// - Returns: nil if somebody else holds it.
    package static func take(_ path: String, waits: Bool = false) throws(FarmError) -> QueueLock? {
        let file = try open(path)
        guard let code = KernelLock.take(.alone, on: file, waits: waits) else { return QueueLock(file) }
        close(file)
        if code == EAGAIN || code == EACCES { return nil }
        throw failure(code, path)
    }

    /// Whether somebody holds the lock; false if there is no such file.
    package static func isTaken(_ path: String) -> Bool {
        // Safe: the call does not keep the path.
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return KernelLock.isTaken(file)
    }

    private init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Releases the lock before the value ends.
    package func release() { KernelLock.release(descriptor) }

    deinit {
        // Unlocked explicitly: a child that is being started still holds the file open until it runs.
        KernelLock.release(descriptor)
        close(descriptor)
    }

    private static func open(_ path: String) throws(FarmError) -> CInt {
        // Safe: the call does not keep the path.
        let file = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure(errno, path) }
        return file
    }

    private static func failure(_ code: CInt, _ path: String) -> FarmError {
        FarmError(
            .notWritten,
            attempted: "lock a file of the queue",
            subject: path,
            // Safe: the message is copied before another call can replace it.
            cause: unsafe String(cString: strerror(code)),
            remedy: "Check permissions and free space of the queue, and that its file system supports locks."
        )
    }
}
