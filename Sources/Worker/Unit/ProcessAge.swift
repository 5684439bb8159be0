import Foundation
import Glibc

/// How long ago this process was started.
enum ProcessAge {
    /// The age, to a hundredth of a second; nil when the kernel does not say.
    static var now: Duration? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/stat") else { return nil }
        var time = timespec()
        // Safe: the call fills the structure that it is lent.
        guard unsafe clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return nil }
        let uptime = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        return start(inStatus: String(decoding: data, as: UTF8.self), ticksPerSecond: ticks)
            .map { Duration.seconds(max(uptime - $0, 0)) }
    }

    /// When a process was started, in seconds since the machine was: field 22 of its line in `/proc`.
    ///
    /// The second field is the name of its program in brackets, which may hold anything.
    static func start(inStatus line: String, ticksPerSecond: Double) -> Double? {
        guard let bracket = line.lastIndex(of: ")"), ticksPerSecond > 0 else { return nil }
        let fields = line[line.index(after: bracket)...].split(separator: " ")
        return fields.count > 19 ? Double(fields[19]).map { $0 / ticksPerSecond } : nil
    }
}
