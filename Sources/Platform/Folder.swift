import Foundation
import Glibc

/// Folders, made with the system's own calls: Foundation says that it could not make one, but not always why.
package enum Folder {
    /// Creates a folder and those above it, and makes their names last; one that is there is fine.
    ///
    /// - Parameters:
    ///   - mode: permissions of the folder itself, of which the process' mask takes some away.
    ///   - isLasting: false for a folder that nobody misses after a power cut.
    /// - Returns: what stood in the way, in words; nil when the folder is there.
    package static func create(_ path: String, mode: UInt32 = 0o777, isLasting: Bool = true) -> String? {
        let parent = URL(filePath: path).deletingLastPathComponent().path
        if let code = make(path, mode) {
            if code == EEXIST { return nil }
            guard code == ENOENT, parent != path else { return words(code, path) }
            if let obstacle = create(parent, isLasting: isLasting) { return obstacle }
            if let code = make(path, mode) { return code == EEXIST ? nil : words(code, path) }
        }
        guard isLasting, let obstacle = sync(parent) else { return nil }
        // Who may make a folder in another one need not be allowed to read that one, and then cannot sync it.
        // Safe: the path is a C string for the duration of the call.
        return unsafe access(parent, R_OK) == 0 ? obstacle : nil
    }

    /// Waits until what changed in a folder is on the disk: without that, the name of a renamed file may be lost with
    /// the power.
    ///
    /// - Returns: what stood in the way, in words; nil when the folder is synced.
    package static func sync(_ path: String) -> String? {
        // Safe: the path is a C string for the duration of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        return descriptor >= 0 && fsync(descriptor) == 0 ? nil : words(errno, path)
    }

    /// The error's number when the folder was not made: `EEXIST` when it was there before.
    private static func make(_ path: String, _ mode: UInt32) -> CInt? {
        // Safe: the path is a C string for the duration of the call.
        guard unsafe mkdir(path, mode) != 0 else { return nil }
        let code = errno
        guard code == EEXIST else { return code }
        guard let status = FileStatus(path: path) else { return errno == ENOENT ? ENOTDIR : errno }
        return status.isFolder ? EEXIST : ENOTDIR
    }

    /// The system's words; of a file where a folder should be they do not say which one.
    private static func words(_ code: CInt, _ path: String) -> String {
        var place = path
        while code == ENOTDIR, place != "/" {
            if FileStatus(link: place) != nil { return "\(place) is no folder" }
            place = URL(filePath: place).deletingLastPathComponent().path
        }
        // Safe: strerror's string lives until the next call on this thread; it is copied at once.
        return unsafe String(cString: strerror(code))
    }
}
