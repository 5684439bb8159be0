import Glibc
package import Jobs
import Media
import Platform

/// Shows that work units of a job are running, or that none is: a lock on `units.lock` in the job directory.
///
/// Units share the lock from before they read anything until after they have published. Whoever holds it exclusively
/// knows that a file that no document names is a leftover: no live unit, on this machine or another, still writes it.
/// The lock ends with the process, so a killed unit blocks nobody.
package final class UnitPresence: Sendable {
    private let descriptor: CInt

    /// Shows that a unit is running while this value lives. Waits while somebody holds the lock exclusively, which
    /// lasts only moments. Throws if the folder does not support locks or cannot be written.
    package convenience init(of job: JobDirectory) throws(FarmError) {
        let file = try UnitPresence.open(job, shared: true)
        if let code = KernelLock.take(.shared, on: file, waits: true) {
            close(file)
            throw UnitPresence.failure(code, job)
        }
        self.init(descriptor: file)
    }

    private init(descriptor: CInt) { self.descriptor = descriptor }

    /// Makes sure that no unit is running and that none starts while the value lives; nil if one is running.
    ///
    /// - Parameter seconds: how long to wait for units to end, for example those of a coordinator that was just killed.
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
        // Unlocked explicitly: a child that is being started still holds the file open until it runs.
        KernelLock.release(descriptor)
        close(descriptor)
    }

    /// Creates the file, for units that can only read the job directory when confined.
    package static func prepare(_ job: JobDirectory) throws(FarmError) { close(try open(job)) }

    /// Opens the file. Reading is enough to share its lock, if it exists and cannot be written.
    private static func open(_ job: JobDirectory, shared: Bool = false) throws(FarmError) -> CInt {
        // Safe: the calls do not keep the path.
        var file = shared ? unsafe Glibc.open(job.paths.unitsLock, O_RDONLY | O_CLOEXEC) : -1
        if file < 0 { file = unsafe Glibc.open(job.paths.unitsLock, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) }
        guard file >= 0 else {
            let code = errno
            // Without the folder there is no job; reading it throws the specific error.
            if code == ENOENT { _ = try job.job() }
            throw failure(code, job)
        }
        return file
    }

    private static func failure(_ code: CInt, _ job: JobDirectory) -> FarmError {
        FarmError(
            .notWritten,
            attempted: "lock the file that shows whether units are running",
            subject: job.paths.unitsLock,
            // Safe: the message is copied before another call can replace it.
            cause: unsafe String(cString: strerror(code)),
            remedy: "Check permissions and free space of the job directory, and that its file system supports locks."
        )
    }
}
