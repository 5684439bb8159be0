import Foundation
import Glibc
import Media
import Platform
import Storage

/// The right to coordinate a job: one process has it at a time.
///
/// It is a kernel lock on a file in the job directory. The lock ends with the process, however that ends, so there is
/// nothing to clean up after a crash. The content of the file only tells other processes who holds the lease. The file
/// is never removed, because otherwise two coordinators could hold locks on two files of the same name.
package final class JobLease: Sendable {
    /// Who holds the lease: this process.
    package let holder: LeaseHolder
    private let descriptor: CInt

    /// Takes the lease.
    ///
    /// From then on the job's documents are written under the number of this lease.
    ///
    /// - Parameters:
    ///   - job: an existing folder.
    ///   - restarts: true if the job is restarted. Then results that units of earlier leases publish from now on do not
    ///     count.
    /// - Throws: `LeaseError` if somebody holds the lease (`held`), or if it cannot be taken here at all.
    package convenience init(of job: JobDirectory, restarts: Bool = false) throws(LeaseError) {
        try self.init(locking: job)
        do {
            _ = try job.leases.begin(holder, restarts: restarts)
        } catch {
            let words = (error as? any ExplainedError).map { "\($0.subject): \($0.cause)" } ?? "\(error)"
            let isFull = (error as? StorageError)?.code == .diskFull
            throw LeaseError(code: isFull ? .full : .notWritten, subject: job.paths.leasesFolder, cause: words)
        }
    }

    /// Takes only the lock, of a folder that is not a job but must have one user at a time.
    package init(locking job: JobDirectory) throws(LeaseError) {
        let path = job.paths.coordinatorLock
        // Safe: the call does not keep the path.
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

    /// Releases the lock, to simulate a file system that loses it.
    func release() { KernelLock.release(descriptor) }

    deinit {
        // Unlocked explicitly: a child that is being started still holds the file open until it runs.
        KernelLock.release(descriptor)
        close(descriptor)
    }

    /// Locks the file. Returns the error number if it fails.
    ///
    /// A child that a killed coordinator was just starting keeps the lock for a moment, so this waits for up to one
    /// second.
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

    /// Who coordinates a job now; nil if nobody does or if that cannot be determined.
    ///
    /// This takes no lock, so it never blocks a coordinator that is starting.
    package static func holder(of job: JobDirectory) -> LeaseHolder? {
        // Safe: the call does not keep the path.
        let file = unsafe open(job.paths.coordinatorLock, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard KernelLock.isTaken(file) else { return nil }
        return readHolder(file) ?? LeaseHolder(processID: 0, host: "an unknown machine", start: "just now")
    }

    private static func refusal(_ code: CInt, path: String, file: CInt) -> LeaseError {
        switch code {
        case EAGAIN, EACCES:
            let holder = readHolder(file).map(String.init(describing:)) ?? "a process that has just started"
            return LeaseError(code: .held, subject: path, cause: "another coordinator is running: \(holder)")
        case ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL:
            return LeaseError(code: .noLocks, subject: path, cause: "this file system has no locks: \(words(code))")
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
        // Safe: the call reads at most the length of the array into it.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress, $0.count, 0) }
        return count > 0 ? try? JSONDecoder().decode(LeaseHolder.self, from: Data(bytes[..<count])) : nil
    }

    private func write(path: String) throws(LeaseError) {
        do {
            let bytes = [UInt8](try JSONEncoder().encode(holder))
            // Safe: the call does not keep the bytes.
            let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
            guard count == bytes.count, ftruncate(descriptor, off_t(count)) == 0 else {
                // A partial write sets no error: there was no space for the rest.
                throw JobLease.unwritten((0..<bytes.count).contains(count) ? ENOSPC : errno, path: path)
            }
        } catch let error as LeaseError {
            throw error
        } catch {
            throw LeaseError(code: .notWritten, subject: path, cause: String(describing: error))
        }
    }

    private static func words(_ code: CInt) -> String {
        // Safe: the message is copied before another call can replace it.
        unsafe String(cString: strerror(code))
    }
}
