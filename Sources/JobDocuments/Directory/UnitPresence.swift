import Glibc
package import Jobs
import Media
import Platform

/// Says that work units of a job are at work, or that none is: a lock on `units.lock` in the job directory.
///
/// Units share the lock from before they read anything until after they have published. Whoever has it alone knows that
/// what no document names is a leftover: no unit that lives, on this machine or another one, still writes it. It ends
/// with the process, so a unit that was killed is in nobody's way.
package final class UnitPresence: Sendable {
    private let descriptor: CInt

    /// Says that a unit is at work, as long as this value lives. Waits while somebody has the lock alone, which is for
    /// moments. Throws when the folder knows no locks or cannot be written.
    package convenience init(of job: JobDirectory) throws(FarmError) {
        let file = try UnitPresence.open(job, shared: true)
        if let code = KernelLock.take(.shared, on: file, waits: true) {
            close(file)
            throw UnitPresence.failure(code, job)
        }
        self.init(descriptor: file)
    }

    private init(descriptor: CInt) { self.descriptor = descriptor }

    /// Makes sure that no unit is at work, and that none begins as long as the value lives; nil when one is.
    ///
    /// - Parameter seconds: how long is waited for units to end, as those of a coordinator do that was just killed.
    static func none(of job: JobDirectory, waitingFor seconds: Double = 0) throws(FarmError) -> UnitPresence? {
        let file = try open(job)
        let limit = SuspendingClock.now + .seconds(seconds)
        while true {
            guard let code = KernelLock.take(.alone, on: file) else { return UnitPresence(descriptor: file) }
            if code == EAGAIN || code == EACCES, SuspendingClock.now < limit {
                usleep(20_000)
                continue
            }
            close(file)
            if code == EAGAIN || code == EACCES { return nil }
            throw failure(code, job)
        }
    }

    deinit {
        // Said, not left to the closing: a child that was started in this moment holds the file open until it runs.
        KernelLock.release(descriptor)
        close(descriptor)
    }

    /// Makes the file, for units that may only read the job directory once they are confined.
    package static func prepare(_ job: JobDirectory) throws(FarmError) { close(try open(job)) }

    /// Opens the file: to read it, which is enough to share its lock, where it is there and may not be written.
    private static func open(_ job: JobDirectory, shared: Bool = false) throws(FarmError) -> CInt {
        // Safe: the path is lent for the calls only.
        var file = shared ? unsafe Glibc.open(job.unitsLockPath, O_RDONLY | O_CLOEXEC) : -1
        if file < 0 { file = unsafe Glibc.open(job.unitsLockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) }
        guard file >= 0 else {
            let code = errno
            // Without the folder there is no job, which has words of its own.
            if code == ENOENT { _ = try job.job() }
            throw failure(code, job)
        }
        return file
    }

    private static func failure(_ code: CInt, _ job: JobDirectory) -> FarmError {
        FarmError(
            .notWritten,
            attempted: "lock the file that says that units are at work",
            subject: job.unitsLockPath,
            // Safe: the text is copied before anything else asks for one.
            cause: unsafe String(cString: strerror(code)),
            remedy: "Check permissions and free space of the job directory, and that its file system knows locks."
        )
    }
}

extension JobDirectory {
    /// Path of the file on which units at work hold a lock.
    package var unitsLockPath: String { path + "/units.lock" }
}
