import Foundation
import Media

/// Repeatedly samples how much memory some processes and their descendants have together.
final class MemorySampler: Sendable {
    private struct State {
        var roots: Set<Int32> = []
        var peak = 0
        /// Largest memory that the kernel reports for a process that ended; sometimes that of the process that started
        /// it.
        var ended = 0
        var isOver = false
    }

    /// Seconds between two samples: short enough for encodes of a few seconds, and long enough to take only a
    /// thousandth of a core.
    private static let interval = 0.25
    private let state = Locked(State())

    /// Starts a thread that samples.
    init() {
        let thread = Thread { [state] in
            while true {
                let (roots, isOver) = state.withLock { ($0.roots, $0.isOver) }
                if isOver { return }
                if !roots.isEmpty {
                    let bytes = ProcessTree().residentBytes(of: roots)
                    state.withLock { $0.peak = max($0.peak, bytes) }
                }
                Thread.sleep(forTimeInterval: Self.interval)
            }
        }
        thread.name = "bench-memory"
        thread.start()
    }

    /// Adds a process.
    func add(_ process: Int32) { state.withLock { _ = $0.roots.insert(process) } }

    /// Removes a process that has ended, with its largest memory. Another process may get its number from now on.
    func remove(_ process: Int32, residentBytes: Int) {
        state.withLock { state in
            state.roots.remove(process)
            state.ended = max(state.ended, residentBytes)
        }
    }

    /// Stops sampling. Returns the largest sample in bytes, or the kernel's figure if the processes were too short for
    /// a sample.
    func finish() -> Int {
        state.withLock { state in
            state.isOver = true
            return state.peak > 0 ? state.peak : state.ended
        }
    }
}
