package import Coordination
package import JobDocuments
package import Jobs
import Media

/// An engine that runs nothing: it writes the units of one wave as a submission of a fixed number of tasks, for a farm
/// that starts `granary task` itself.
package final class WaveWriter: Executor {
    private struct State {
        var isWritten = false
        var isOver = false
        var failure: (any Error)?
        var onWritten: (@Sendable () -> Void)?
    }

    private let name: String
    private let taskCount: Int
    private let processors: Int
    private let state = Locked(State())

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - name: name of the submission.
    ///   - taskCount: number of its tasks, at least 1; some may have no units.
    ///   - processors: number of units that a task does at once.
    package init(name: String, taskCount: Int, processors: Int) {
        self.name = name
        self.taskCount = taskCount
        self.processors = processors
    }

    /// Name of the submission of a wave, by its number.
    package static func name(job: String, wave: Int) -> String { "\(namePrefix(job: job))\(wave)" }

    /// What the names of all these submissions of a job begin with.
    package static func namePrefix(job: String) -> String { SlurmSubmission.prefix(job: job) + "wave-" }

    /// Whether the units of a wave were written.
    package var isWritten: Bool { state.withLock { $0.isWritten } }

    /// Why they could not be written; nil if they were, and if there were none.
    package var failure: (any Error)? { state.withLock { $0.failure } }

    /// Sets what is called when a wave is written, before the stream of its outcomes ends.
    package func whenWritten(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onWritten = body } }

    package func run(
        _ units: [WorkUnit],
        forecast: WorkForecast,
        of job: JobDirectory,
        onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
    ) -> AsyncStream<UnitOutcome> {
        let onWritten = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isOver else { return nil }
            state.isOver = true
            do {
                try write(Self.tasks(of: units, forecast: forecast, count: taskCount), of: job)
                state.isWritten = true
            } catch {
                state.failure = error
            }
            return state.onWritten
        }
        onWritten?()
        return AsyncStream { $0.finish() }
    }

    /// Writes a submission. Without units its tasks do nothing.
    package func write(_ tasks: [[WorkUnit]], of job: JobDirectory) throws {
        let padded = tasks + Array(repeating: [], count: max(taskCount - tasks.count, 0))
        try job.slurm.write(SlurmSubmission(name: name, job: job.id, tasks: padded, processors: processors))
    }

    /// The units of a fixed number of tasks: each unit, the longest first, goes to the task with the least work so far.
    static func tasks(of units: [WorkUnit], forecast: WorkForecast, count: Int) -> [[WorkUnit]] {
        let needs = units.map { (unit: $0, seconds: forecast.need(of: $0).seconds) }.enumerated()
            .sorted { ($1.element.seconds, $0.offset) < ($0.element.seconds, $1.offset) }.map(\.element)
        var tasks = [[WorkUnit]](repeating: [], count: max(count, 1))
        var loads = [Double](repeating: 0, count: tasks.count)
        for (unit, seconds) in needs {
            let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
            tasks[least].append(unit)
            loads[least] += seconds
        }
        return tasks
    }

    package func drain() { state.withLock { $0.isOver = true } }

    package func cancel() { drain() }

    package func endLeftovers(of job: JobDirectory) {}
}
