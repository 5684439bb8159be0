import Benchmark
import Workloads

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        // Instructions are left out where the processor's counters cannot be read, as in most virtual machines.
        metrics: [.wallClock, .cpuTotal, .instructions, .peakMemoryResident],
        warmupIterations: 2,
        maxDuration: .seconds(3)
    )
    for workload in Workload.all {
        Benchmark(
            workload.name,
            closure: { (_: Benchmark, work: () throws -> Int) in blackHole(try work()) },
            setup: { try workload.prepare() }
        )
    }
}
