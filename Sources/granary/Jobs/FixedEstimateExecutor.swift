import Coordination
import JobDocuments
import Jobs

/// An engine with fixed times for units instead of estimates: for benchmarks, whose units sleep.
struct FixedEstimateExecutor: Executor {
    private let engine: any Executor
    private let seconds: Double

    /// Creates an engine.
    ///
    /// - Parameter seconds: the estimate for every unit.
    init(_ engine: any Executor, seconds: Double) {
        self.engine = engine
        self.seconds = seconds
    }

    func run(
        _ units: [WorkUnit],
        forecast: WorkForecast,
        of job: JobDirectory,
        onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
    ) -> AsyncStream<UnitOutcome> {
        let needs = units.map { unit in
            (unit, WorkForecast.Need(seconds: seconds, byteCount: forecast.need(of: unit).byteCount))
        }
        let fixed = WorkForecast(Dictionary(needs) { first, _ in first })
        return engine.run(units, forecast: fixed, of: job, onMessage: onMessage)
    }

    func drain() { engine.drain() }

    func cancel() { engine.cancel() }

    func endLeftovers(of job: JobDirectory) throws { try engine.endLeftovers(of: job) }
}
