private import Foundation

/// A value that only one thread at a time may access.
///
/// It replaces `Synchronization.Mutex`. On contention that mutex hands itself over inside the kernel, which the thread
/// sanitizer does not see and reports as a race, and it spins before it waits. The sanitizer sees the POSIX lock below,
/// which sleeps. Not recursive.
package final class Locked<Value>: Sendable {
    private let lock = NSLock()
    /// Safe: only `withLock` accesses it, and it holds the lock.
    nonisolated(unsafe) private var value: Value

    /// Takes over `value`; no other reference to it may remain.
    package init(_ value: sending Value) {
        unsafe self.value = value
    }

    /// Runs `body` with the value while no other thread can; rethrows what it throws.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try unsafe body(&value)
    }
}
