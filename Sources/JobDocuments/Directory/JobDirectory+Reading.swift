import Foundation
import Glibc
import Jobs
import Platform

// Access to a job's files. A missing file is a valid answer. A failed system call is an error: taking it for a missing
// file would discard valid work.
extension JobDirectory {
    /// Status of what exists at a path; nil if nothing does. Throws if the file system cannot tell.
    func status(of path: String) throws(FarmError) -> FileStatus? {
        if let status = FileStatus(path: path) { return status }
        let number = errno
        guard Self.meansAbsence(number) else { throw unread(path, number) }
        return nil
    }

    /// The bytes of a file; nil if it is missing. Throws if it cannot be read.
    ///
    /// Repeats a call that a signal interrupts, which can happen on network file systems.
    func bytes(of path: String) throws(FarmError) -> Data? {
        var file: CInt
        repeat {
            // Safe: the path is a C string for the duration of the call.
            file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        } while file < 0 && errno == EINTR
        guard file >= 0 else {
            let number = errno
            guard Self.meansAbsence(number) else { throw unread(path, number) }
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
    func entries(of folder: String, strictly: Bool = false) throws(FarmError) -> [String] {
        // Safe: the path is a C string for the duration of the call.
        guard let stream = unsafe opendir(folder) else {
            let number = errno
            guard strictly ? number == ENOENT : Self.meansAbsence(number) else { throw unread(folder, number) }
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

    private static func meansAbsence(_ number: CInt) -> Bool { number == ENOENT || number == ENOTDIR }

    private func unread(_ path: String, _ number: CInt) -> FarmError {
        FarmError(
            .notRead,
            attempted: "read a file of the job",
            subject: path,
            // Safe: the message is copied before another call can replace it.
            cause: unsafe String(cString: strerror(number)),
            remedy: "Check the disk and its permissions, then run the job again: it continues where it stopped."
        )
    }
}
