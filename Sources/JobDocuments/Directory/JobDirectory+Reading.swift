import Foundation
import Glibc
import Jobs
import Platform

// What the file system says of a job's files. That nothing is there is an answer; that the system does not say is an
// error: who takes it for the first throws good work away.
extension JobDirectory {
    /// What stands under a path; nil when nothing does. Throws when the file system does not say.
    func status(of path: String) throws(FarmError) -> FileStatus? {
        if let status = FileStatus(path: path) { return status }
        let number = errno
        guard Self.meansAbsence(number) else { throw unread(path, number) }
        return nil
    }

    /// The bytes of a file; nil when it is not there. Throws when it cannot be read.
    ///
    /// A call that a signal interrupts, as file systems of the network let happen, is made again.
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
            // Safe: at most the array's own length is read into it.
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw unread(path, errno) }
            if count == 0 { return data }
            data.append(contentsOf: piece[..<count])
        }
    }

    /// Names in a folder, sorted; none when it is not there. Throws when it cannot be read.
    func entries(of folder: String) throws(FarmError) -> [String] {
        // Safe: the path is a C string for the duration of the call.
        guard let stream = unsafe opendir(folder) else {
            let number = errno
            guard Self.meansAbsence(number) else { throw unread(folder, number) }
            return []
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            // Safe: the entry lives until the next call on this stream; its name is copied at once, up to its
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
            // Safe: the text is copied before anything else asks for one.
            cause: unsafe String(cString: strerror(number)),
            remedy: "Check the disk and its permissions, then run the job again: it goes on where it stopped."
        )
    }
}
