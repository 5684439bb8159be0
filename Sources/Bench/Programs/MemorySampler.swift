import Foundation
import Media

/// Looks again and again at how much memory some processes and all that they started have, together.
final class MemorySampler: Sendable {
    private struct State {
        var roots: Set<Int32> = []
        var peak = 0
        /// What the kernel says of those that ended: at times that of the process which started them.
        var ended = 0
        var isOver = false
    }

    /// Seconds between two looks: often enough for encodes that take seconds, seldom enough to cost a thousandth of a
    /// core.
    private static let interval = 0.25
    private let state = Locked(State())

    /// Starts looking, on a thread of its own.
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

    /// Adds a process to those that are looked at.
    func add(_ process: Int32) { state.withLock { _ = $0.roots.insert(process) } }

    /// Lets go of a process that has ended with so many bytes at most: the number may be somebody else's from now on.
    func remove(_ process: Int32, residentBytes: Int) {
        state.withLock { state in
            state.roots.remove(process)
            state.ended = max(state.ended, residentBytes)
        }
    }

    /// Ends the looking and says the most that was seen, in bytes; of processes too short to be seen, what the kernel
    /// says.
    func finish() -> Int {
        state.withLock { state in
            state.isOver = true
            return state.peak > 0 ? state.peak : state.ended
        }
    }
}
