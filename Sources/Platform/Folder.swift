import Foundation
import Glibc

/// Creates folders with the system's own calls, because Foundation does not always report why a folder could not be
/// created.
package enum Folder {
    /// Creates a folder and its parents, and makes their names durable. An existing folder is not an error.
    ///
    /// - Parameters:
    ///   - mode: permissions of the folder itself, before the process's mask is applied.
    ///   - isLasting: false for a folder that may be lost in a power failure.
    /// - Returns: the message of the failure; nil if the folder exists.
    package static func create(_ path: String, mode: UInt32 = 0o777, isLasting: Bool = true) -> String? {
        let parent = URL(filePath: path).deletingLastPathComponent().path
        if let code = make(path, mode) {
            if code == EEXIST { return nil }
            guard code == ENOENT, parent != path else { return words(code, path) }
            if let obstacle = create(parent, isLasting: isLasting) { return obstacle }
            if let code = make(path, mode) { return code == EEXIST ? nil : words(code, path) }
        }
        guard isLasting, let obstacle = sync(parent) else { return nil }
        // A process that may create a folder in another one may lack permission to read the parent, and then cannot
        // sync it.
        return unsafe access(parent, R_OK) == 0 ? obstacle : nil
    }

    /// Waits until the changes in a folder are on the disk. Without that, the name of a renamed file may be lost in a
    /// power failure.
    ///
    /// - Returns: the message of the failure; nil if the folder is synced.
    package static func sync(_ path: String) -> String? {
        // Safe: the path is a C string for the duration of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        return descriptor >= 0 && fsync(descriptor) == 0 ? nil : words(errno, path)
    }

    /// The error number if the folder was not created: `EEXIST` if it already existed.
    private static func make(_ path: String, _ mode: UInt32) -> CInt? {
        // Safe: the path is a C string for the duration of the call.
        guard unsafe mkdir(path, mode) != 0 else { return nil }
        let code = errno
        guard code == EEXIST else { return code }
        guard let status = FileStatus(path: path) else { return errno == ENOENT ? ENOTDIR : errno }
        return status.isFolder ? EEXIST : ENOTDIR
    }

    /// The system's message. If a file is in the place of a folder, the message names it, because the system's does
    /// not.
    private static func words(_ code: CInt, _ path: String) -> String {
        var place = path
        while code == ENOTDIR, place != "/" {
            if FileStatus(link: place) != nil { return "\(place) is not a folder" }
            place = URL(filePath: place).deletingLastPathComponent().path
        }
        // Safe: strerror's string lives until the next call on this thread; it is copied at once.
        return unsafe String(cString: strerror(code))
    }
}
