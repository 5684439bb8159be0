import Dispatch
import Foundation
import Glibc
import Media

/// The child's end of the life line: ends this process when the coordinator ends, and passes on the coordinator's
/// lines.
package final class LifeLine: Sendable {
    private struct State {
        var lines: [String] = []
        var isWaiting = false
    }

    /// Maximum length of a line from a coordinator in bytes.
    private static let longestLineByteCount = 1 << 16

    private let state = Locked(State())
    private let arrived = DispatchSemaphore(value: 0)

    private let leave: @Sendable () -> Void

    private init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

    /// Watches standard input on its own thread. Its end means that the coordinator has ended, for any reason, and that
    /// nobody waits for the work of this process any more.
    ///
    /// - Parameter leave: cleans up when this process ends for that reason while idle.
    @discardableResult
    package static func watch(leave: @escaping @Sendable () -> Void = {}) -> LifeLine {
        let line = LifeLine(leave: leave)
        let thread = Thread { line.read() }
        thread.stackSize = 1 << 18
        thread.start()
        return line
    }

    /// The next line from the coordinator. Waits for it without a limit: the end of the input ends the process.
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
            // Safe: the call reads at most the length of the buffer into it.
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(0, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            lines.append(buffer[..<count]) { text in
                state.withLock { $0.lines.append(text) }
                arrived.signal()
            }
        }
        // The process is idle, so nothing is left behind.
        if state.withLock({ $0.isWaiting }) {
            leave()
            _exit(0)
        }
        // Only the leader of a process group may kill the group: a worker started by hand shares the group of its
        // shell.
        if getpgrp() == getpid() { kill(0, SIGKILL) }
        _exit(75)
    }
}
