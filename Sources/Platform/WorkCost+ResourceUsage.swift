package import Glibc

extension WorkCost {
    /// Reads the kernel's record of an ended process.
    ///
    /// The maximum resident set can be that of the coordinator: a child shares its memory until it runs its program.
    package init(_ usage: rusage, wallSeconds: Double) {
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        self.init(
            cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            userSeconds: seconds(usage.ru_utime),
            wallSeconds: wallSeconds,
            maximumResidentBytes: usage.ru_maxrss * 1024
        )
    }
}
