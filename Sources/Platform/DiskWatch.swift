import Foundation
import Glibc

/// Detects whether this process itself waits for a disk, and reports the file.
///
/// A coordinator that waits for its job directory can neither write an event nor read a worker's message. Only a thread
/// that accesses nothing but `/proc` can report it.
package enum DiskWatch {
    /// Watches until the process ends.
    ///
    /// - Parameters:
    ///   - patienceSeconds: How long a call on a file may take before it is reported; also the interval between
    ///     reports.
    ///   - intervalSeconds: Interval between checks; a shorter call may go unnoticed.
    ///   - onWait: Called on the watching thread with one line for the user.
    package static func start(
        patienceSeconds: Double = 30,
        intervalSeconds: Double = 2,
        onWait: @escaping @Sendable (String) -> Void
    ) {
        let thread = Thread {
            // `PID/task/TID`. This thread is excluded, because it is always in a call on a file when it checks.
            let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
            let (process, own) = (getpid(), link.split(separator: "/").last.map { String($0) } ?? "")
            let start = ContinuousClock.now
            var calls = LongCalls(patienceSeconds: patienceSeconds)
            while true {
                let now = start.duration(to: .now) / .seconds(1)
                for (thread, seconds) in calls.look(looks(at: process, but: own), atSeconds: now) {
                    // Checked now, because the call may have returned meanwhile. Pipes and devices have no path.
                    guard let path = AwaitedFile.path(of: process, thread: thread) else { continue }
                    onWait(AwaitedFile.ownNote(afterSeconds: seconds, path: path))
                }
                Thread.sleep(forTimeInterval: intervalSeconds)
            }
        }
        thread.stackSize = 1 << 18
        thread.start()
    }

    private static func looks(at process: Int32, but own: String) -> [String: LongCalls.Look] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        var looks: [String: LongCalls.Look] = [:]
        for thread in threads where thread != own {
            guard let call = AwaitedFile.call(of: process, thread: thread),
                let ticks = ticks(of: process, thread: thread)
            else { continue }
            looks[thread] = LongCalls.Look(call: call, ticks: ticks)
        }
        return looks
    }

    /// Processor time of a thread (proc(5), `stat`, fields 14 and 15).
    private static func ticks(of process: Int32, thread: String) -> Int? {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8),
            // The thread name, in parentheses, may contain parentheses and spaces.
            let end = line.lastIndex(of: ")")
        else { return nil }
        let fields = line[line.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
        return user + system
    }
}
