private import Foundation

/// A value that one thread at a time may touch.
///
/// It stands where `Synchronization.Mutex` would: that one hands itself over inside the kernel when two threads want it
/// at once, which the thread sanitizer does not see and reports as a race, and it spins before it waits. The POSIX lock
/// below is seen, and sleeps. Not recursive.
package final class Locked<Value>: Sendable {
    private let lock = NSLock()
    /// Safe: touched by `withLock` alone, which holds the lock.
    nonisolated(unsafe) private var value: Value

    /// Takes over `value`, which no one else may hold on to.
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
