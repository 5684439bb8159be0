import Foundation
import Glibc

/// A file of settings or secrets, which counts only if nobody else could have written it.
///
/// Owner and permissions are those of the open file, so that nobody exchanges it between the check and the reading.
package enum GuardedFile {
    /// Why a file is not read.
    package enum Refusal: Error, Hashable {
        /// There is no such file.
        case missing
        /// The reason, as a sentence without a full stop, and what to do about it.
        case refused(cause: String, remedy: String)
    }

    /// The bytes of a regular file that belongs to the user of this process or to root.
    ///
    /// - Parameters:
    ///   - path: the file; a symbolic link is followed.
    ///   - isSecret: true refuses a file that others than its owner may read; false, one that others may write to.
    ///   - longest: most bytes of a valid file.
    package static func bytes(of path: String, isSecret: Bool, longest: Int) throws(Refusal) -> [UInt8] {
        // Safe: the path is a C string for the duration of the call. A named pipe does not block it.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let number = errno
            if number == ENOENT || number == ENOTDIR { throw .missing }
            throw .refused(cause: words(number), remedy: "check the permissions of the file and its folders")
        }
        defer { close(file) }
        var status = stat()
        // Safe: the call fills a local structure.
        guard unsafe fstat(file, &status) == 0 else { throw .refused(cause: words(errno), remedy: "check the disk") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .refused(cause: "it is not a regular file", remedy: "write a file in its place")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw .refused(
                cause: "it belongs to user \(status.st_uid), neither to you nor to root",
                remedy: "run chown on it, or use a file of your own"
            )
        }
        let forbidden: mode_t = isSecret ? 0o077 : 0o022
        guard status.st_mode & forbidden == 0 else {
            throw .refused(
                cause: "others than its owner may \(isSecret ? "read or write it" : "write to it")",
                remedy: "run chmod \(isSecret ? "600" : "go-w") on it"
            )
        }
        guard status.st_size <= longest else {
            throw .refused(cause: "it has more than \(longest) bytes", remedy: "is it the right file?")
        }
        var bytes = [UInt8](repeating: 0, count: longest + 1)
        var count = 0
        while count < bytes.count {
            // Safe: the call writes at most the bytes that are left of the array.
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                return unsafe read(file, rest.baseAddress, rest.count)
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw .refused(cause: words(errno), remedy: "check the disk") }
            if got == 0 { break }
            count += got
        }
        guard count <= longest else {
            throw .refused(cause: "it has more than \(longest) bytes", remedy: "is it the right file?")
        }
        return Array(bytes[..<count])
    }

    private static func words(_ number: CInt) -> String {
        // Safe: the message is copied before another call can replace it.
        unsafe String(cString: strerror(number))
    }
}
