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

/// Work with its input. A benchmark passes the result of its setup as a generic value, for which a function alone does
/// not work.
private struct Prepared {
    let work: () throws -> Int
}
