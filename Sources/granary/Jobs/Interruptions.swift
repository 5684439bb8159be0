import Coordination
import Foundation
import Media

/// Passes what the user requests with ctrl-C to the jobs that run.
final class Interruptions: Sendable {
    private struct State {
        var last: Interruption?
        var runners: [JobRunner] = []
    }

    private let state = Locked(State())
    private let engine: EngineChoice
    private let leavesTasks: Bool
    private let say: @Sendable (String) -> Void

    /// Creates a value that does not listen yet.
    ///
    /// - Parameters:
    ///   - leavesTasks: true if an interruption ends this process at once and leaves its tasks on the cluster for the
    ///     next coordinator.
    ///   - say: writes lines of text for the user.
    init(
        engine: EngineChoice,
        leavesTasks: Bool = false,
        say: @escaping @Sendable (String) -> Void = { StandardError.write($0) }
    ) {
        self.engine = engine
        self.leavesTasks = leavesTasks
        self.say = say
    }

    /// True once the user has interrupted a run, even if that run then finished. No further run may begin.
    var wasInterrupted: Bool { state.withLock { $0.last != nil } }

    /// Adds the runner of a film that begins.
    func add(_ runner: JobRunner) {
        let last = state.withLock { state in
            state.runners.append(runner)
            return state.last
        }
        pass(last, to: [runner])
    }

    /// Removes the runner of a film that has ended.
    func remove(_ runner: JobRunner) { state.withLock { $0.runners.removeAll { $0 === runner } } }

    /// Listens until the task is cancelled. From then on the signals end the process again.
    ///
    /// - Parameter onInterruption: called after each request.
    func listen(onInterruption: @escaping @Sendable () -> Void = {}) -> Task<Void, Never> {
        Task {
            for await interruption in SignalSource.interruptions() {
                note(interruption)
                onInterruption()
            }
        }
    }

    private func note(_ interruption: Interruption) {
        let runners = state.withLock { state in
            state.last = interruption
            return state.runners
        }
        if leavesTasks {
            say("granary: interrupted; tasks on the cluster continue, and the next coordinator waits for them\n")
            exit(FailureKind.temporary.rawValue)
        }
        switch interruption {
        case .drain: say("granary: waiting for running ranges; interrupt again to stop at once\n")
        case .stop where engine == .slurm:
            say("granary: ending the tasks on the cluster; interrupt again to keep them\n")
        case .stop: break
        }
        pass(interruption, to: runners)
    }

    private func pass(_ interruption: Interruption?, to runners: [JobRunner]) {
        for runner in runners {
            switch interruption {
            case .drain: runner.drain()
            case .stop: runner.cancel()
            case nil: break
            }
        }
    }
}
