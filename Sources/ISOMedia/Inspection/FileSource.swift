import Glibc
import Media

/// A movie in a file, open for reading until the last reference is released.
package final class FileSource: ByteSource, Sendable {
    /// Path of the file, for errors.
    package let path: String
    /// Size of the file when it was opened.
    package let byteCount: UInt64
    private let descriptor: CInt
    private let refusal = Locked<String?>(nil)

    /// Opens a regular file.
    package init(path: String) throws(MovieError) {
        // Safe: the path is a string that lives through the call. O_NONBLOCK does not wait for the other end of a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileSource.failure(path, errno) }
        var status = stat()
        // Safe: the structure is local and large enough.
        guard unsafe fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw FileSource.failure(path, code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw MovieError(.unreadable, path, "it is not a regular file")
        }
        self.path = path
        self.descriptor = descriptor
        byteCount = UInt64(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads from the file without its own position, so several readers do not interfere.
    package func read(at offset: UInt64, count: Int) throws(MovieError) -> [UInt8] {
        guard count >= 0, offset <= byteCount, UInt64(count) <= byteCount - offset else {
            throw MovieError(.unreadable, path, "it has only \(byteCount) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            // Safe: `done` is inside the buffer, and pread writes no more than what is left of it.
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor,
                    buffer.baseAddress?.advanced(by: done),
                    count - done,
                    off_t(offset) + off_t(done)
                )
            }
            if got < 0 {
                if errno == EINTR { continue }
                let failure = FileSource.failure(path, errno)
                refusal.withLock { $0 = failure.cause }
                throw failure
            }
            guard got > 0 else { throw MovieError(.unreadable, path, "it became shorter while it was read") }
            done += got
        }
        return bytes
    }

    /// The error of the system, if a read ever failed: findings that result from missing bytes are not faults of the
    /// movie.
    package var readFailure: String? { refusal.withLock { $0 } }

    private static func failure(_ path: String, _ code: CInt) -> MovieError {
        // Safe: strerror returns a string that lives until the next call on this thread; it is copied at once.
        MovieError(.unreadable, path, unsafe String(cString: strerror(code)))
    }
}
