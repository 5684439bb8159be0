import Foundation
import Glibc

/// A folder for this process alone, created before it is confined and removed when this value is released.
///
/// A lock on the folder shows that its process lives, across namespaces and hosts. The next process removes what killed
/// processes left.
package final class PrivateFolder: Sendable {
    /// Prefix of the names of folders that are removed when no process holds their lock.
    package static let prefix = "granary-confined-"
    /// Prefix of the names of folders that their process has not locked yet.
    private static let newPrefix = "granary-confining-"
    /// Least age in seconds of a folder with the first name that is removed: it gets its second name at once.
    private static let newAgeLimitSeconds = 3_600

    /// Path of the folder.
    package let path: String
    private let descriptor: CInt

    /// Creates a folder in another one; nil with `errno` if that fails.
    package init?(in parent: String) {
        PrivateFolder.removeAbandoned(in: parent)
        let name = "\(getuid())-\(UUID().uuidString.prefix(13).lowercased())"
        let (new, path) = ("\(parent)/\(Self.newPrefix)\(name)", "\(parent)/\(Self.prefix)\(name)")
        // Safe: the paths are C strings for the duration of each call.
        guard unsafe mkdir(new, 0o700) == 0 else { return nil }
        let descriptor = unsafe open(new, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        // Only once it is locked, it gets the name by which other processes find abandoned folders.
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe rename(new, path) == 0 else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            unsafe rmdir(new)
            errno = code
            return nil
        }
        (self.path, self.descriptor) = (path, descriptor)
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

    /// Removes the folders of processes that have ended.
    private static func removeAbandoned(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
            let isNew = name.hasPrefix("\(newPrefix)\(getuid())-")
            guard isNew || name.hasPrefix("\(prefix)\(getuid())-") else { continue }
            let path = "\(parent)/\(name)"
            // Safe: the path is a C string for the duration of the call.
            let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            if isNew, !isOld(descriptor) { continue }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private static func isOld(_ descriptor: CInt) -> Bool {
        var status = stat()
        // Safe: the system fills a local structure.
        guard unsafe fstat(descriptor, &status) == 0 else { return false }
        return status.st_mtim.tv_sec < time(nil) - newAgeLimitSeconds
    }
}
