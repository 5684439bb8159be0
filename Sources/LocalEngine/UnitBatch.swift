import Jobs
import Media
import Platform

/// The units of one run of the local engine: waiting units, and the children of running units.
final class UnitBatch: Sendable {
    private struct State {
        var waiting: ArraySlice<WorkUnit>
        var running = 0
        var children: [ChildProcess] = []
        var isStopped = false
    }

    private let runner: ChildUnitRunner
    private let outcomes: AsyncStream<UnitOutcome>.Continuation
    private let state: Locked<State>

    /// Creates a batch that does not run yet. The stream of outcomes ends when no unit waits or runs any more.
    init(units: [WorkUnit], runner: ChildUnitRunner, outcomes: AsyncStream<UnitOutcome>.Continuation) {
        self.runner = runner
        self.outcomes = outcomes
        state = Locked(State(waiting: units[...]))
    }

    /// Whether no unit waits or runs.
    var isFinished: Bool { state.withLock { $0.waiting.isEmpty && $0.running == 0 } }

    /// Number of units that wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs the next unit on this thread, if one waits.
    func runNext() {
        let unit = state.withLock { state in
            let unit = state.waiting.popFirst()
            if unit != nil { state.running += 1 }
            return unit
        }
        guard let unit else { return }
        outcomes.yield(runner.run(unit, onStart: add, onEnd: remove))
        state.withLock { $0.running -= 1 }
        endIfFinished()
    }

    /// Starts no further unit.
    func drain() {
        state.withLock { $0.waiting = [] }
        endIfFinished()
    }

    /// Starts no further unit, and ends the running units.
    func stop() {
        state.withLock { state in
            state.waiting = []
            state.isStopped = true
            for child in state.children { child.terminate(killAfter: LocalExecutor.patience) }
        }
        runner.idle.end()
        endIfFinished()
    }

    /// Ends the stream when there is nothing more to come.
    func endIfFinished() { if isFinished { outcomes.finish() } }

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
