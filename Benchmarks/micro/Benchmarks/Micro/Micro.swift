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
            closure: { (_: Benchmark, prepared: Prepared) in blackHole(try prepared.work()) },
            setup: { Prepared(work: try workload.prepare()) }
        )
    }
}

/// Work whose input is there: a benchmark hands what it was set up with from hand to hand as a value of any type, which
/// a function alone is not.
private struct Prepared {
    let work: () throws -> Int
}
