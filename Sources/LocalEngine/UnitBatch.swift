import Foundation
import Jobs
import Media
import Platform

/// The units of one run of the local engine: waiting units, and the children of running units.
final class UnitBatch: Sendable {
    private struct State {
        var waiting: ArraySlice<WorkUnit>
        var children: [ChildProcess] = []
        var isStopped = false
        var threads = 0
    }

    private let runner: ChildUnitRunner
    private let state: Locked<State>

    /// Creates a batch that does not run yet.
    init(units: [WorkUnit], runner: ChildUnitRunner) {
        self.runner = runner
        state = Locked(State(waiting: units[...]))
    }

    /// Whether all threads have ended and no unit waits.
    var isFinished: Bool { state.withLock { $0.threads == 0 && $0.waiting.isEmpty } }

    /// Runs the units on threads, each with one child at a time. The last thread ends the stream.
    func start(threads: Int, outcomes: AsyncStream<UnitOutcome>.Continuation) {
        guard threads > 0 else { return outcomes.finish() }
        state.withLock { $0.threads = threads }
        for _ in 0..<threads {
            let thread = Thread { [self] in
                while let unit = next() {
                    let outcome = runner.run(unit, onStart: add, onEnd: remove)
                    outcomes.yield(outcome)
                }
                let isLast = state.withLock { state in
                    state.threads -= 1
                    return state.threads == 0
                }
                if isLast { outcomes.finish() }
            }
            thread.name = "worker"
            thread.start()
        }
    }

    /// Starts no further unit.
    func drain() { state.withLock { $0.waiting = [] } }

    /// Starts no further unit, and ends the running units.
    func stop() {
        state.withLock { state in
            state.waiting = []
            state.isStopped = true
            for child in state.children { child.terminate(killAfter: LocalExecutor.patience) }
        }
        runner.idle.end()
    }

    private func next() -> WorkUnit? { state.withLock { $0.waiting.popFirst() } }

    private func add(_ child: ChildProcess) {
        state.withLock { state in
            state.children.append(child)
            // The batch was stopped while this child was started.
            if state.isStopped { child.terminate(killAfter: LocalExecutor.patience) }
        }
    }

    private func remove(_ child: ChildProcess) {
        state.withLock { state in state.children.removeAll { $0 === child } }
    }
}
