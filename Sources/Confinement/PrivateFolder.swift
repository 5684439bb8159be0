import Foundation
import Glibc

/// A folder for this process alone, created before it is confined and removed when this value is released.
///
/// A lock on the folder shows that its process lives, across namespaces and hosts. The next process removes what killed
/// processes left.
package final class PrivateFolder: Sendable {
    /// Prefix of the names of all such folders.
    package static let prefix = "granary-confined-"

    /// Path of the folder.
    package let path: String
    private let descriptor: CInt

    /// Creates a folder in another one; nil with `errno` if that fails.
    package init?(in parent: String) {
        PrivateFolder.removeAbandoned(in: parent)
        var made: (path: String, descriptor: CInt)?
        for _ in 0..<8 where made == nil {
            let path = "\(parent)/\(Self.prefix)\(getuid())-\(UUID().uuidString.prefix(13).lowercased())"
            // Safe: the path is a C string for the duration of each call.
            guard unsafe mkdir(path, 0o700) == 0 else { return nil }
            let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            // Another process may have found it unlocked and removed it.
            if descriptor < 0, errno == ENOENT { continue }
            guard descriptor >= 0 else { return nil }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.exists(descriptor) {
                made = (path, descriptor)
            } else {
                close(descriptor)
            }
        }
        guard let made else { return nil }
        (path, descriptor) = made
    }

    deinit {
        remove()
        close(descriptor)
    }

    /// Removes the folder now: for a process that exits without unwinding.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a complete file into the folder. Returns the error number, 0 for success.
    package func write(_ bytes: [UInt8], to name: String) -> CInt {
        // Safe: the path is a C string for the duration of each call, and the calls do not keep the bytes.
        let file = unsafe openat(descriptor, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return errno }
        var code: CInt = 0
        var written = 0
        while written < bytes.count, code == 0 {
            let count = unsafe bytes[written...].withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 { written += count } else if errno != EINTR { code = errno }
        }
        let isClosed = close(file) == 0
        return code != 0 || isClosed ? code : errno
    }

    /// Whether the folder still has a name.
    private static func exists(_ descriptor: CInt) -> Bool {
        var status = stat()
        // Safe: the system fills a local structure.
        return unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Removes the folders of processes that have ended.
    private static func removeAbandoned(in parent: String) {
        let own = "\(prefix)\(getuid())-"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(own) {
            let path = "\(parent)/\(name)"
            // Safe: the path is a C string for the duration of the call.
            let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
