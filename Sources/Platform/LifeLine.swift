import Dispatch
import Foundation
import Glibc
import Media

/// The child's end of the life line: ends this process when the coordinator is gone, and hands over what it says.
package final class LifeLine: Sendable {
    private struct State {
        var lines: [String] = []
        var isWaiting = false
    }

    /// Longest line that is taken from a coordinator, in bytes.
    private static let longestLineByteCount = 1 << 16

    private let state = Locked(State())
    private let arrived = DispatchSemaphore(value: 0)

    private let leave: @Sendable () -> Void

    private init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

    /// Watches standard input on a thread of its own. Its end means that the coordinator has ended, by whatever cause,
    /// and that nobody waits for this process' work any more.
    ///
    /// - Parameter leave: tidies up when this process ends for that reason and nothing is under way.
    @discardableResult
    package static func watch(leave: @escaping @Sendable () -> Void = {}) -> LifeLine {
        let line = LifeLine(leave: leave)
        let thread = Thread { line.read() }
        thread.stackSize = 1 << 18
        thread.start()
        return line
    }

    /// The next line that the coordinator says; waits for it, and for ever: the end of the line ends the process.
    package func next() -> String {
        while true {
            if let line = state.withLock({ state in
                state.isWaiting = state.lines.isEmpty
                return state.lines.isEmpty ? nil : state.lines.removeFirst()
            }) {
                return line
            }
            arrived.wait()
        }
    }

    private func read() -> Never {
        var lines = LineSplitter(longestLineByteCount: LifeLine.longestLineByteCount)
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            // Safe: at most the buffer's own length is read into it.
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(0, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            lines.append(buffer[..<count]) { text in
                state.withLock { $0.lines.append(text) }
                arrived.signal()
            }
        }
        // Nothing is under way, so nothing is left behind.
        if state.withLock({ $0.isWaiting }) {
            leave()
            _exit(0)
        }
        // Only a process that leads its group may end the group: a worker started by hand shares its shell's.
        if getpgrp() == getpid() { kill(0, SIGKILL) }
        _exit(75)
    }
}
