import Foundation
import Glibc

/// Time since the start of this process.
enum ProcessAge {
    /// The age, to a hundredth of a second; nil when the kernel does not report it.
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

    /// Start of a process in seconds since the machine's start: field 22 of its `stat` line in `/proc`.
    ///
    /// The second field is the program's name in brackets, which may contain any characters.
    static func start(inStatus line: String, ticksPerSecond: Double) -> Double? {
        guard let bracket = line.lastIndex(of: ")"), ticksPerSecond > 0 else { return nil }
        let fields = line[line.index(after: bracket)...].split(separator: " ")
        return fields.count > 19 ? Double(fields[19]).map { $0 / ticksPerSecond } : nil
    }
}
