import Foundation
import Glibc
import Media
import Storage

/// The right to coordinate a job: one process has it at a time.
///
/// It is a lock of the kernel on a file in the job directory, which ends with the process however that ends: there is
/// nothing to clean up after a crash. The file's content only tells others whom to ask. It is never removed, or two
/// coordinators could hold locks on two files of one name.
package final class JobLease: Sendable {
    /// Who holds the lease: this process.
    package let holder: LeaseHolder
    private let descriptor: CInt

    /// Takes the lease.
    ///
    /// - Parameter job: a folder that is there.
    /// - Throws: `LeaseError`: somebody has it (`held`), or it cannot be had here at all.
    package init(of job: JobDirectory) throws(LeaseError) {
        let path = job.leasePath
        // Safe: the path is lent for the call only.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw JobLease.unwritten(errno, path: path) }
        if let failure = JobLease.lock(file) {
            defer { close(file) }
            throw JobLease.refusal(failure, path: path, file: file)
        }
        holder = LeaseHolder(
            processID: getpid(),
            host: ProcessInfo.processInfo.hostName,
            start: Date.now.formatted(.iso8601)
        )
        descriptor = file
        try write(path: path)
    }

    deinit {
        // Said, not left to the closing: a child that was started in this moment holds the file open until it runs.
        var lock = JobLease.wholeFile
        lock.l_type = Int16(F_UNLCK)
        // Safe: the structure is owned here, and read by the call only.
        _ = unsafe fcntl(descriptor, JobLease.setLock, &lock)
        close(descriptor)
    }

    /// Locks the file; the error's number when it cannot.
    ///
    /// An open file description's lock, unlike a process's own, excludes a second coordinator in one process and is not lost
    /// when somebody else in this process opens and closes the file. A child of a coordinator that was killed while it
    /// started that child holds the lock for a moment more: one second is waited for it.
    private static func lock(_ file: CInt) -> CInt? {
        var failure: CInt = 0
        for _ in 0..<20 {
            var lock = wholeFile
            // Safe: the structure is owned here, and read by the call only.
            if unsafe fcntl(file, setLock, &lock) == 0 { return nil }
            failure = errno
            guard failure == EAGAIN || failure == EACCES else { break }
            usleep(50_000)
        }
        return failure
    }

    /// `F_OFD_SETLK` and `F_OFD_GETLK` of Linux, which its headers show to GNU programs only.
    private static let (setLock, getLock): (CInt, CInt) = (37, 36)

    /// Who coordinates a job now; nil when nobody does, which is also so when it cannot be told.
    ///
    /// Asking takes no lock, so that it never stands in the way of a coordinator that begins.
    package static func holder(of job: JobDirectory) -> LeaseHolder? {
        // Safe: the path is lent for the call only.
        let file = unsafe open(job.leasePath, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var lock = wholeFile
        // Safe: the structure is owned here, and written by the call only.
        guard unsafe fcntl(file, getLock, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return readHolder(file) ?? LeaseHolder(processID: 0, host: "an unknown machine", start: "just now")
    }

    /// A lock on all of a file, for one writer.
    private static var wholeFile: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    private static func refusal(_ code: CInt, path: String, file: CInt) -> LeaseError {
        switch code {
        case EAGAIN, EACCES:
            let holder = readHolder(file).map(String.init(describing:)) ?? "a process that has only just begun"
            return LeaseError(code: .held, subject: path, cause: "another coordinator is at work: \(holder)")
        case ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL:
            return LeaseError(code: .noLocks, subject: path, cause: "no locks on this file system: \(words(code))")
        default:
            return unwritten(code, path: path)
        }
    }

    private static func unwritten(_ code: CInt, path: String) -> LeaseError {
        guard [ENOSPC, EDQUOT].contains(code) else {
            return LeaseError(code: .notWritten, subject: path, cause: words(code))
        }
        return LeaseError(
            code: .full,
            subject: path,
            cause: "\(words(code)): \(DiskSpace.words(at: path)) on the disk of that folder"
        )
    }

    private static func readHolder(_ file: CInt) -> LeaseHolder? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        // Safe: at most the array's own length is read into it.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress, $0.count, 0) }
        return count > 0 ? try? JSONDecoder().decode(LeaseHolder.self, from: Data(bytes[..<count])) : nil
    }

    private func write(path: String) throws(LeaseError) {
        do {
            let bytes = [UInt8](try JSONEncoder().encode(holder))
            // Safe: the bytes are lent for the call only.
            let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
            guard count == bytes.count, ftruncate(descriptor, off_t(count)) == 0 else {
                // A write that ends halfway sets no error: there was no room for the rest.
                throw JobLease.unwritten((0..<bytes.count).contains(count) ? ENOSPC : errno, path: path)
            }
        } catch let error as LeaseError {
            throw error
        } catch {
            throw LeaseError(code: .notWritten, subject: path, cause: String(describing: error))
        }
    }

    private static func words(_ code: CInt) -> String {
        // Safe: the text is copied before anything else asks for one.
        unsafe String(cString: strerror(code))
    }
}

extension JobDirectory {
    /// Path of the lock file.
    package var leasePath: String { path + "/coordinator.lock" }
}
