import Foundation
import Glibc

/// Folders, made with the system's own calls: Foundation says that it could not make one, but not always why.
package enum Folder {
    /// Creates a folder and those above it; one that is there is fine.
    ///
    /// - Parameter mode: permissions of the folder itself, of which the process' mask takes some away.
    /// - Returns: what stood in the way, in words; nil when the folder is there.
    package static func create(_ path: String, mode: UInt32 = 0o777) -> String? {
        guard let code = make(path, mode) else { return nil }
        guard code == ENOENT else { return words(code, path) }
        let parent = URL(filePath: path).deletingLastPathComponent().path
        guard parent != path else { return words(code, path) }
        if let obstacle = create(parent) { return obstacle }
        return make(path, mode).map { words($0, path) }
    }

    /// Waits until what changed in a folder is on the disk: without that, the name of a renamed file may be lost with the power.
    ///
    /// - Returns: what stood in the way, in words; nil when the folder is synced.
    package static func sync(_ path: String) -> String? {
        // Safe: the path is a C string for the duration of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        return descriptor >= 0 && fsync(descriptor) == 0 ? nil : words(errno, path)
    }

    /// The error's number when the folder is not there afterwards.
    private static func make(_ path: String, _ mode: UInt32) -> CInt? {
        // Safe: the path is a C string for the duration of the call.
        guard unsafe mkdir(path, mode) != 0 else { return nil }
        let code = errno
        guard code == EEXIST else { return code }
        return FileStatus(path: path)?.isFolder == true ? nil : ENOTDIR
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
