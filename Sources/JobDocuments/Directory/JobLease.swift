import Foundation
import Glibc
import Media
import Platform
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
    /// The job's documents are written under the number of this lease from then on.
    ///
    /// - Parameters:
    ///   - job: a folder that is there.
    ///   - restarts: true when the job is begun anew: nothing counts that units before this lease publish from now on.
    /// - Throws: `LeaseError`: somebody has it (`held`), or it cannot be had here at all.
    package convenience init(of job: JobDirectory, restarts: Bool = false) throws(LeaseError) {
        try self.init(locking: job)
        do {
            _ = try job.beginEpoch(holder, restarts: restarts)
        } catch {
            let words = (error as? any ExplainedError).map { "\($0.subject): \($0.cause)" } ?? "\(error)"
            let isFull = (error as? StorageError)?.code == .diskFull
            throw LeaseError(code: isFull ? .full : .notWritten, subject: job.leasesFolder, cause: words)
        }
    }

    /// Takes the lock alone, of a folder that is no job's but is to have one user at a time.
    package init(locking job: JobDirectory) throws(LeaseError) {
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

    /// Lets go of the lock, as a file system does that loses it.
    func release() { KernelLock.release(descriptor) }

    deinit {
        // Said, not left to the closing: a child that was started in this moment holds the file open until it runs.
        KernelLock.release(descriptor)
        close(descriptor)
    }

    /// Locks the file; the error's number when it cannot.
    ///
    /// A child of a coordinator that was killed while it started that child holds the lock for a moment more: one
    /// second is waited for it.
    private static func lock(_ file: CInt) -> CInt? {
        var failure: CInt = 0
        for _ in 0..<20 {
            guard let code = KernelLock.take(.alone, on: file) else { return nil }
            failure = code
            guard failure == EAGAIN || failure == EACCES else { break }
            usleep(50_000)
        }
        return failure
    }

    /// Who coordinates a job now; nil when nobody does, which is also so when it cannot be told.
    ///
    /// Asking takes no lock, so that it never stands in the way of a coordinator that begins.
    package static func holder(of job: JobDirectory) -> LeaseHolder? {
        // Safe: the path is lent for the call only.
        let file = unsafe open(job.leasePath, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard KernelLock.isTaken(file) else { return nil }
        return readHolder(file) ?? LeaseHolder(processID: 0, host: "an unknown machine", start: "just now")
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
