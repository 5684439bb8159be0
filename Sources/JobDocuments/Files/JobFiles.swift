import Foundation
import Glibc
package import Jobs
import Media
import Platform

/// Access to the files and folders of a job. A missing file is a valid answer. A failed system call is an error: taking
/// it for a missing file would discard valid work.
package enum JobFiles {
    /// Larger documents are rejected, as are larger answers of confined readers. Granary's own are far smaller.
    package static let maximumDocumentByteCount: Int64 = 256 << 20

    // MARK: - Reading

    /// Status of what exists at a path; nil if nothing does. Throws if the file system cannot tell.
    static func status(of path: String) throws(FarmError) -> FileStatus? {
        if let status = FileStatus(path: path) { return status }
        let number = errno
        guard meansAbsence(number) else { throw unread(path, number) }
        return nil
    }

    /// The bytes of a file; nil if it is missing. Throws if it cannot be read.
    ///
    /// Repeats a call that a signal interrupts, which can happen on network file systems.
    static func bytes(of path: String) throws(FarmError) -> Data? {
        var file: CInt
        repeat {
            // Safe: the path is a C string for the duration of the call.
            file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        } while file < 0 && errno == EINTR
        guard file >= 0 else {
            let number = errno
            guard meansAbsence(number) else { throw unread(path, number) }
            return nil
        }
        defer { close(file) }
        var data = Data()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            // Safe: the call reads at most the length of the array into it.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw unread(path, errno) }
            if count == 0 { return data }
            data.append(contentsOf: piece[..<count])
        }
    }

    /// Names in a folder, sorted; none if it is missing. Throws if it cannot be read.
    ///
    /// - Parameter strictly: true also throws if something other than a folder has its name.
    package static func entries(of folder: String, strictly: Bool = false) throws(FarmError) -> [String] {
        // Safe: the path is a C string for the duration of the call.
        guard let stream = unsafe opendir(folder) else {
            let number = errno
            guard strictly ? number == ENOENT : meansAbsence(number) else { throw unread(folder, number) }
            return []
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            // Safe: the entry is valid until the next call on this stream. Its name is copied at once, up to its
            // terminator.
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw unread(folder, errno) }
        return names.sorted()
    }

    /// Names in a folder, sorted; none if it is missing or unreadable. For displays.
    static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func meansAbsence(_ number: CInt) -> Bool { number == ENOENT || number == ENOTDIR }

    private static func unread(_ path: String, _ number: CInt) -> FarmError {
        FarmError(
            .notRead,
            attempted: "read a file of the job",
            subject: path,
            // Safe: the message is copied before another call can replace it.
            cause: unsafe String(cString: strerror(number)),
            remedy: "Check the disk and its permissions, then run the job again: it continues where it stopped."
        )
    }

    // MARK: - Writing

    /// Creates a folder and its parents. An existing one is not an error.
    package static func createFolder(_ folder: String) throws {
        guard let obstacle = Folder.create(folder) else { return }
        throw FarmError(
            .notWritten,
            attempted: "create a folder of the job",
            subject: folder,
            cause: obstacle,
            remedy: "Check permissions and free space, or choose another folder with --jobs.",
            kind: .cannotCreate
        )
    }

    /// Removes a file or folder. A missing one is not an error.
    package static func remove(_ item: String) throws {
        guard let status = FileStatus(path: item), let cause = obstacle(toRemoving: item, status) else { return }
        // Another process may have removed it meanwhile.
        if FileStatus(path: item) == nil { return }
        throw FarmError(
            .notWritten,
            attempted: "remove a file of the job",
            subject: item,
            cause: cause,
            remedy: "Check the disk and the permissions of that folder."
        )
    }

    /// Removes an existing file or folder. Returns the system's message if it fails, because Foundation does not always
    /// have one.
    private static func obstacle(toRemoving item: String, _ status: FileStatus) -> String? {
        if status.isFolder {
            do {
                try FileManager.default.removeItem(atPath: item)
                return nil
            } catch {
                return error.localizedDescription
            }
        }
        while true {
            // Safe: the path is a C string for the duration of the call; the message is copied before another call can
            // replace it.
            if unsafe unlink(item) == 0 { return nil }
            if errno != EINTR { return unsafe String(cString: strerror(errno)) }
        }
    }
}
