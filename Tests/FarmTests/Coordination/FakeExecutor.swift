import Coordination
import JobDocuments
import Jobs
import Media
import Platform

/// Runs units with a `FakeWorker` in this process, one after the other.
final class FakeExecutor: Executor {
    private struct State {
        var done: [WorkUnit] = []
        var isStopped = false
    }

    private let state = Locked(State())
    private let worker: FakeWorker
    private let fails: @Sendable (WorkUnit) -> UnitExit?
    private let onUnit: @Sendable (WorkUnit) -> Void
    private let afterUnit: @Sendable (WorkUnit) -> Void

    /// - Parameters:
    ///   - fails: how a unit fails; nil if it succeeds. A unit that fails publishes nothing.
    ///   - onUnit: called before each unit.
    ///   - afterUnit: called after each unit that published.
    init(
        _ worker: FakeWorker,
        fails: @escaping @Sendable (WorkUnit) -> UnitExit? = { _ in nil },
        onUnit: @escaping @Sendable (WorkUnit) -> Void = { _ in },
        afterUnit: @escaping @Sendable (WorkUnit) -> Void = { _ in }
    ) {
        self.worker = worker
        self.fails = fails
        self.onUnit = onUnit
        self.afterUnit = afterUnit
    }

    /// All units that were started.
    var units: [WorkUnit] { state.withLock { $0.done } }

    func run(
        _ units: [WorkUnit],
        forecast: WorkForecast,
        of job: JobDirectory,
        onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
    ) -> AsyncStream<UnitOutcome> {
        AsyncStream { continuation in
            for unit in units {
                onUnit(unit)
                guard !state.withLock({ $0.isStopped }) else { break }
                state.withLock { $0.done.append(unit) }
                var exit = fails(unit)
                if exit == nil {
                    do {
                        try worker.perform(unit)
                        afterUnit(unit)
                        for range in unit.ranges { onMessage(unit, .published(range: range)) }
                        exit = .code(0)
                    } catch {
                        exit = .notStarted("\(error)")
                    }
                }
                continuation.yield(UnitOutcome(unit: unit, exit: exit ?? .code(70), lastWords: "last words"))
            }
            continuation.finish()
        }
    }

    func drain() { state.withLock { $0.isStopped = true } }

    func cancel() { drain() }

    func endLeftovers(of job: JobDirectory) {}
}
